"""How fast the rules are: every game of ours beside the engines a developer would take instead, in one run.

    make bench
    make bench ARGS="--rounds 3 --seconds 0.1"
    make bench ARGS="--markdown docs/performance.md"

Each round does every job with every contestant in turn, so that a slow minute of the machine hits all of them.
Rates are per CPU second of this process; the tables hold their medians, and ratios of the medians.
docs/performance.md says what is measured, and what would be unfair.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import games
from benchmarks.peers import Contestant, COPIED, each, in_turn, JOBS, LOGS, PEERS, peers_of, Step
from games.chance import Loose, Outcome, Recorded, Seeded
from games.contract import BadOptions, check_options, Position
from games.record import fingerprint

# By a game's key: names of settings, and the options that are not at their defaults. Others have the defaults only.
# Wild melds are a setting of their own: to list them all is a different job.
SETTINGS: dict[str, dict[str, dict[str, Any]]] = {
    "clubs": {"clubs": {}, "clubs crazy": {"crazy": True}, "clubs wild": {"wild": True}},
}


class Table(NamedTuple):
    """A game with its options, and how many sit down."""

    game: games.Game
    options: Mapping[str, Any]
    seats: int


class Log(NamedTuple):
    """A recorded game: the table, the outcomes by label, the moves as text, and some positions in mid-game."""

    table: Table
    outcomes: Mapping[str, Outcome]
    moves: Sequence[tuple[int, str]]
    seen: Sequence[Position]


def deal(table: Table, rng: Random) -> Position:
    """Deal by `rng`."""
    return table.game.deal(table.options, table.seats, Loose(rng))


def to_the_end(position: Position, rng: Random) -> int:
    """Play any of all legal moves, each as likely as the others, until the match is over; return how many."""
    moves = 0
    while waiting := position.to_act():
        seat = waiting[0].seat
        position.play(seat, rng.choice(list(position.moves(seat))))
        moves += 1
    return moves


def record(table: Table, rng: Random) -> Log:
    """Play a match at random and keep what a log keeps."""
    chance = Seeded(rng.randbytes(32))
    position = table.game.deal(table.options, table.seats, chance)
    moves, seen = [], []
    while waiting := position.to_act():
        seat = waiting[0].seat
        text = rng.choice(list(position.moves(seat)))
        seen.append(position.copy())
        moves.append((seat, text))
        position.play(seat, text)
    return Log(table, chance.drawn, moves, rng.sample(seen, min(COPIED, len(seen))))


def replay(log: Log) -> int:
    """Play a log move by move from its text; every move is checked as if a player had sent it."""
    position = log.table.game.deal(log.table.options, log.table.seats, Recorded(log.outcomes))
    for seat, text in log.moves:
        position.play(seat, text)
    return len(log.moves)


def replay_with_fingerprints(log: Log) -> int:
    """Replay as the service does: with the fingerprint of the position after the deal and after every move."""
    position = log.table.game.deal(log.table.options, log.table.seats, Recorded(log.outcomes))
    fingerprint(position)
    for seat, text in log.moves:
        position.play(seat, text)
        fingerprint(position)
    return len(log.moves)


def tables(game: games.Game, options: Mapping[str, Any]) -> Iterator[Table]:
    """Yield the table of each number of seats that the game allows with these options."""
    for seats in range(game.min_seats, game.max_seats + 1):
        try:
            yield Table(game, check_options(game, options, seats), seats)
        except BadOptions:
            continue


def our_game(name: str, game: games.Game, options: Mapping[str, Any], logs: int = LOGS) -> Contestant:
    """Return a game of ours with its jobs; they go round all numbers of seats."""
    rng = Random(7)
    played = list(tables(game, options))
    recorded = [record(played[n % len(played)], rng) for n in range(logs)]
    ready = [deal(table, rng) for table in played for _ in range(10)]
    rng.shuffle(ready)
    jobs: dict[str, Step] = {
        "play": in_turn(played, lambda table: to_the_end(deal(table, rng), rng)),
        "dealt": in_turn(ready, lambda position: to_the_end(position.copy(Loose(rng)), rng)),
        "copy": each((position for log in recorded for position in log.seen), lambda position: position.copy()),
        "replay": in_turn(recorded, replay),
        "fingerprint": in_turn(recorded, replay_with_fingerprints),
    }
    return Contestant(name, jobs)


def our_games(logs: int = LOGS) -> Iterator[Contestant]:
    """Yield every game in the registry, in each of its settings."""
    for game in games.every():
        for name, options in SETTINGS.get(game.key, {game.key: {}}).items():
            yield our_game(name, game, options, logs)


# Measuring


class Sample(NamedTuple):
    """What one turn of a job gave: moves, or copies, per CPU second, and moves a game."""

    rate: float
    each: float


Samples = Mapping[tuple[str, str], Sequence[Sample]]


def measure(step: Step, seconds: float) -> Sample:
    """Repeat `step` until it has used so many CPU seconds."""
    done = times = 0
    start = process_time()
    while True:
        done += step()
        times += 1
        spent = process_time() - start
        if spent >= seconds:
            return Sample(done / spent, done / times)


def yardstick() -> int:
    """Do 200 steps of pure Python that look like a small game, so that figures of two machines can be compared."""
    rng = Random(1)
    for n in range(200):
        hand = [(i % 4, i // 4) for i in range(12)]
        legal = [card for card in hand if card[0] == 2 or card[1] > 1]
        card = legal[rng.randrange(len(legal))]
        hand.remove(card)
        state = {"hand": hand, "table": [card], "turn": n % 6}
        assert state
    return 200


YARDSTICK = Contestant("yardstick", {"yardstick": yardstick})


def run(contestants: Sequence[Contestant], rounds: int, seconds: float) -> Samples:
    """Measure all jobs of all contestants in turn, `rounds` times, `seconds` of CPU each."""
    samples: dict[tuple[str, str], list[Sample]] = {}
    gc.collect()
    gc.freeze()  # what has been loaded and recorded is not looked through again while somebody is measured
    for number in range(rounds):
        for job in ("yardstick", *JOBS):
            for contestant in [YARDSTICK, *contestants]:
                if job in contestant.jobs:
                    gc.collect()
                    sample = measure(contestant.jobs[job], seconds)
                    samples.setdefault((contestant.name, job), []).append(sample)
        print(f"round {number + 1} of {rounds} done", file=sys.stderr)
    gc.unfreeze()
    return samples


# Telling


def middle(samples: Samples, name: str, job: str) -> float | None:
    """Return the median rate, or `None` where it was not measured; peers replay without fingerprints."""
    found = samples.get((name, job)) or (samples.get((name, "replay")) if job == "fingerprint" else None)
    return median(sample.rate for sample in found) if found else None


def spread(samples: Sequence[Sample]) -> float:
    """Return half the distance of the best and the worst from each other, as a part of the median."""
    rates = [sample.rate for sample in samples]
    return (max(rates) - min(rates)) / 2 / median(rates)


def ratio(ours: float | None, theirs: float) -> str:
    """Say by how much one rate is higher than another, as finely as it can be told."""
    times = (ours or 0) / theirs
    return f"{times:.2f} ×" if times < 10 else f"{times:,.0f} ×"


def lines(samples: Samples, job: str, ours: Sequence[str], names: Sequence[str]) -> Iterator[list[str]]:
    """Yield the lines of a job's table: the rate of each contestant, and by how much ours are faster."""
    yield ["", "moves a game", "per CPU second", *(f"{name} is" for name in ours)]
    for name in names:
        rate = middle(samples, name, job)
        if rate is None:
            continue
        found = samples.get((name, job), ())
        per_game = f"{median(s.each for s in found):.0f}" if found and job != "copy" else ""
        shown = f"{rate:,.0f}" + (f" ±{spread(found):.0%}" if found else "")
        ratios = [ratio(middle(samples, our, job), rate) for our in ours]
        yield [name, per_game, shown, *([""] * len(ours) if name in ours else ratios)]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows, the first a heading, as a Markdown table that can be read as it stands."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    cells = [[row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in [rows[0], rule, *rows[1:]]]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def heading(samples: Samples, versions: Sequence[str], rounds: int, seconds: float) -> str:
    """Say on what, beside what and how long was measured."""
    steps = samples["yardstick", "yardstick"]
    return (
        f"Python {platform.python_version()}, {os.cpu_count()} cores; {', '.join(versions)}; rounds: {rounds}, "
        f"of {seconds:g} CPU seconds a job. Yardstick: {median(step.rate for step in steps):,.0f} steps of pure "
        f"Python per CPU second (±{spread(steps):.0%})."
    )


def report(samples: Samples, ours: Sequence[str], names: Sequence[str]) -> str:
    """Return a table for each job that was done."""
    parts = []
    for job, title in JOBS.items():
        rows = list(lines(samples, job, ours, names))
        if len(rows) > 1:
            parts += [f"**{title}**", table(rows)]
    return "\n\n".join(parts) + "\n"


def paste(text: str, path: Path) -> None:
    """Put `text` into the file between the marks for it."""
    start, end = "<!-- figures -->\n", "<!-- end of figures -->"
    page, times = re.subn(f"{start}.*?{end}", lambda _: f"{start}{text}{end}", path.read_text(), flags=re.DOTALL)
    if times != 1:
        raise SystemExit(f"{path} has no lines “{start.strip()}” and “{end}” to put the tables between.")
    path.write_text(page)


def installed_peers() -> tuple[list[Contestant], list[str]]:
    """Return the contestants of the peers that are installed, and what to say of all: a version, or what fails."""
    found, versions = [], []
    for package in PEERS:
        try:
            found += list(peers_of(package))
            versions.append(f"{package} {version(package)}")
        except Exception as error:
            versions.append(f"{package} not measured ({type(error).__name__}: {error})")
    return found, versions


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engines", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=0.5, help="of CPU, a job and round (default: %(default)s)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also put the tables between the marks in FILE")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    ours = list(our_games())
    peers, versions = installed_peers()
    samples = run([*ours, *peers], given.rounds, given.seconds)
    head = heading(samples, versions, given.rounds, given.seconds)
    text = head + "\n\n" + report(samples, [c.name for c in ours], [c.name for c in [*ours, *peers]])
    print(text)
    if given.markdown:
        paste(text, given.markdown)


if __name__ == "__main__":
    main()
