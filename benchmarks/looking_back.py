"""How long looking back at a long match takes: opening a step with a cold and a warm cache, and what a page fetches.

    python -m benchmarks.looking_back --rounds 7

Matches of random moves are read in from records and asked for through the application, as a browser would. Each round
asks for every address in turn, first as a process does that does not know the match yet (cold), and then again
(warm). The table has medians over the rounds, in milliseconds, and the size of the answers.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, UTC
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

import config
import games
from app import attach, create_app
from games import record
from games.chance import Seeded
from games.contract import check_options
from service import origins, people
from service.base import Service
from service.history import Histories
from web.replay import BLOCK

START = datetime(2027, 3, 1, 6, tzinfo=UTC)
NAMES = ("Ann", "Ben", "Cho", "Dee")
LONG: Mapping[str, Mapping[str, Any]] = {  # options that make some thousand steps, where a game can be so long
    "clubs": {"target": 170},
    "katzenjammer-blues": {"games": 10},
    "flohcati": {},
}

Get = Callable[[str], int]  # asks for an address, and returns how large the answer is


class Figure(NamedTuple):
    """What an answer takes, in milliseconds, and its size in bytes."""

    match: str
    what: str
    cold: float
    warm: float
    size: int


def long_match(key: str, rng: Random) -> dict[str, Any]:
    """Return the record of a match of random moves."""
    game, chance = games.find(key), Seeded(rng.randbytes(32))
    options = check_options(game, LONG[key], len(NAMES))
    position, moves = game.deal(options, len(NAMES), chance), []
    while decisions := position.to_act():
        seat = decisions[0].seat
        move = rng.choice(list(position.moves(seat)))
        position.play(seat, move)
        moves.append(f"{seat} {move}")
    return record.build(position, options=options, players=NAMES, chance=chance.drawn, proof=None, moves=moves)


def addresses(match_id: str, last: int) -> dict[str, str]:
    """Return what is asked for, by what it is."""
    base = f"/m/{match_id}"
    return {
        "the page of the first step": f"{base}/step/0",
        "the page of the last step": f"{base}/step/{last - 1}",
        f"the first {BLOCK} steps": f"{base}/steps/0-{BLOCK - 1}",
        f"the last {BLOCK} steps": f"{base}/steps/{last - BLOCK}-{last - 1}",
        "the log": f"{base}/log",
        "the course": f"{base}/course",
    }


def timed(get: Get, path: str) -> tuple[float, int]:
    """Return how many milliseconds an answer takes, and its size."""
    begun = time.perf_counter()
    size = get(path)
    return (time.perf_counter() - begun) * 1000, size


def measure(service: Service, get: Get, match_id: str, name: str, last: int, rounds: int) -> Iterator[Figure]:
    """Yield what each answer about a match takes."""
    asked = addresses(match_id, last)
    cold: dict[str, list[float]] = {what: [] for what in asked}
    warm: dict[str, list[float]] = {what: [] for what in asked}
    sizes: dict[str, int] = {}
    for _ in range(rounds):
        for what, path in asked.items():
            service.histories = Histories()
            taken, sizes[what] = timed(get, path)
            cold[what].append(taken)
            warm[what].append(timed(get, path)[0])
    for what in asked:
        yield Figure(f"{name}, {last} steps", what, median(cold[what]), median(warm[what]), sizes[what])


def figures(rounds: int, keys: Sequence[str] = tuple(LONG), seed: int = 1) -> Iterator[Figure]:
    """Yield all figures; the database is a file that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app()
        service = attach(app, config.load({}, Path(folder), ("127.0.0.1", 5000))).service
        with service.store.writing() as session:
            player = people.create(session, "Ann", "ann@example.org", START)
            reader = player.id or 0
        browser = app.test_client()

        def get(path: str) -> int:
            answer = browser.get(path)
            assert answer.status_code == 200, path
            return len(answer.data)

        for key in keys:
            found = long_match(key, Random(seed))
            match_id = origins.read_in(service, reader, record.dump(found), True, START)
            get(f"/m/{match_id}/step/0")  # templates are read once
            yield from measure(service, get, match_id, games.find(key).name, len(found["moves"]), rounds)
        service.store.close()


def table(found: Sequence[Figure]) -> str:
    """Return the figures as a table of Markdown."""
    lines = ["| match | what | cold, ms | warm, ms | kB |", "|---|---|---:|---:|---:|"]
    lines += [f"| {f.match} | {f.what} | {f.cold:.0f} | {f.warm:.0f} | {f.size / 1000:.0f} |" for f in found]
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    print(table(list(figures(given.rounds))))


if __name__ == "__main__":
    main()
