"""What standing orders save: mails and waits of matches among simulated people, with and without.

    python -m benchmarks.orders --matches 20

Each line is so many matches of one game among four people who look at their mail at times of day of their own, two or
three of them. They play what a house bot would play. With orders, who is at the table and not asked says beforehand
what to answer, and lets moves be played that are the only ones. The same seeds deal the cards and make the people in
both lines, so that only the orders differ. All of it runs through the service, on a clock that is turned.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta, UTC
from pathlib import Path
from random import Random
from statistics import mean
from types import SimpleNamespace
from typing import Any, NamedTuple

from sqlmodel import col, select

from bots import bot_for
from games import find
from games.contract import GameError
from models.migrate import migrate
from models.store import Store
from models.tables import Decision, Event, Match, Outbox, Player, Seat
from service import due, matches, orders, outbox, people, play
from service.base import Refused, Service
from service.clock import PRESETS
from service.course import DECISION
from service.links import Links
from service.matches import Guest, INVITE, ME, Opening, Plan

START = datetime(2027, 3, 1, 6, tzinfo=UTC)
NAMES = ("Ann", "Ben", "Cho", "Dee")
GAMES: dict[str, tuple[dict[str, Any], str]] = {  # options, and the scope of the orders that are given
    "katzenjammer-blues": ({}, "auction"),
    "clubs": ({"target": 60}, "trick"),
    "flohcati": ({}, DECISION),
}
IMAGINED = 8
FAR = 12  # moves that others make in an imagined position before one is asked oneself
LONGEST = timedelta(days=400)


class Figures(NamedTuple):
    """What a match took: days, mails that asked somebody to move, moves of people, and how many of them were orders."""

    days: float
    mails: int
    moves: int
    ordered: int
    forced: int


class World:
    """A service on a database of its own, with matches of one game among people who look at times of their own."""

    def __init__(self, folder: Path, game: str, count: int, seed: int, with_orders: bool) -> None:
        store = Store(f"sqlite:///{folder}/{game}-{with_orders}.db")
        migrate(store)
        self.service = Service(store, Links(["of no matter"]))
        self.game, self.with_orders = game, with_orders
        self.rng = Random(seed)
        known = SimpleNamespace(token_bytes=self.rng.randbytes, choice=self.rng.choice, SystemRandom=lambda: self.rng)
        setattr(matches, "secrets", known)  # noqa: B010 - so that the seed deals the cards
        self.ids = [self._open(number) for number in range(count)]
        habits = Random(seed)
        self.habits = {player: _habit(habits) for player in self._players()}
        self.sent: Counter[str] = Counter()

    def _open(self, number: int) -> str:
        options, _scope = GAMES[self.game]
        names = [f"{name} {number}" for name in NAMES]
        with self.service.store.writing() as session:
            ann = people.create(session, names[0], f"ann{number}@example.org", START)
        plans = [Plan(ME), *[Plan(INVITE, f"{name[:3].lower()}{number}@example.org") for name in names[1:]]]
        opening = Opening(self.game, options, plans, PRESETS["relaxed"])
        match_id = matches.open_match(self.service, ann.id or 0, opening, f"net {number}", START)
        matches.announce(self.service, match_id, "", START)
        for seat, name in enumerate(names[1:], 2):
            matches.take_seat(self.service, match_id, seat, Guest(name), START)
        return match_id

    def _players(self) -> list[int]:
        with self.service.store.writing() as session:
            found = list(session.exec(select(Player).order_by(col(Player.id))))
            for player in found:
                player.plays_forced = self.with_orders
                session.add(player)
            return [player.id or 0 for player in found]

    def run(self) -> list[Figures]:
        """Let everybody play until all matches are over; return what each took."""
        for now, player in _visits(self.habits):
            self._post(now)
            due.sweep(self.service, now)
            for match_id, number in self._tables_of(player):
                self._visit(match_id, number, now)
            if now - START > LONGEST or not self._is_running():
                break
        return [self._figures(match_id) for match_id in self.ids]

    def _is_running(self) -> bool:
        with self.service.store.reading() as session:
            return session.exec(select(Match.id).where(Match.status == "running")).first() is not None

    def _tables_of(self, player: int) -> list[tuple[str, int]]:
        with self.service.store.reading() as session:
            query = select(Seat.match_id, Seat.seat).join(Match, col(Match.id) == Seat.match_id)
            return list(session.exec(query.where(Seat.player_id == player, Match.status == "running")))

    def _post(self, now: datetime) -> None:
        """Send the mails that are due, as the postman would: of those that ask, the ones that are still open."""
        with self.service.store.writing() as session:
            for row in session.exec(select(Outbox).where(Outbox.status == "queued", Outbox.due_at <= now)):
                decision = session.get(Decision, (row.match_id, row.seat))
                row.status = "sent"
                session.add(row)
                if row.kind == outbox.TURN and decision and decision.asked == row.number and row.match_id:
                    self.sent[row.match_id] += 1

    def _visit(self, match_id: str, number: int, now: datetime) -> None:
        """Answer all that is asked, and then, with orders, what may come."""
        while True:
            with self.service.store.reading() as session:
                match = session.get_one(Match, match_id)
                decision = session.get(Decision, (match_id, number))
                position = self.service.histories.load(session, match).position
            if match.status != "running":
                return
            view = position.view(number)
            if not decision:
                break
            move = bot_for(self.game)(view, self.rng)
            play.play(self.service, match_id, number, move, asked=decision.asked, now=now)
        if self.with_orders:
            lines = _lines(self.game, view, self.rng)
            with suppress(Refused, GameError):
                orders.give(self.service, match_id, number, GAMES[self.game][1], "\n".join(lines), now)

    def _figures(self, match_id: str) -> Figures:
        with self.service.store.reading() as session:
            match = session.get_one(Match, match_id)
            events = session.exec(select(Event).where(Event.match_id == match_id, Event.kind == "move")).all()
        assert match.status == "over", match.status
        assert match.ended_at
        by = Counter(event.by for event in events)
        days = (match.ended_at - START) / timedelta(days=1)
        return Figures(days, self.sent[match_id], len(events), by["order"], by["forced"])


def _habit(rng: Random) -> list[int]:
    """Return at which minutes of a day somebody looks at their mail: two of them or three."""
    times = [rng.randrange(7 * 60, 9 * 60), rng.randrange(18 * 60, 21 * 60)]
    return sorted([*times, rng.randrange(12 * 60, 14 * 60)] if rng.random() < 0.5 else times)


def _visits(habits: dict[int, list[int]]) -> Iterator[tuple[datetime, int]]:
    """Yield who looks when, in order, for ever."""
    day = START.replace(hour=0)
    every = sorted((minute, player) for player, minutes in habits.items() for minute in minutes)
    while True:
        yield from ((day + timedelta(minutes=minute), player) for minute, player in every if minute >= 6 * 60)
        day += timedelta(days=1)


def _lines(game: str, view: dict[str, Any], rng: Random) -> list[str]:
    """Return what somebody who is not asked would order: what a house bot would most likely answer."""
    answers = Counter(filter(None, (_answer(game, view, rng) for _ in range(IMAGINED))))
    if game == "clubs":
        return ["lowest up to 10", "pass"]
    if game == "katzenjammer-blues":
        bids = [move for move in answers if move.startswith("bid ")]
        up_to = [f"bid up to {max(bids, key=lambda bid: (len(bid), bid))[4:]}"] if bids else []
        return [*up_to, "pass"]
    return [move for move, times in answers.most_common(3) if times * 2 >= IMAGINED]


def _answer(game: str, view: dict[str, Any], rng: Random) -> str:
    """Return what a bot would answer when the seat is asked next in one imagined position; empty where it is not."""
    position, seat = find(game).imagine(view, rng), view["seat"]
    for _ in range(FAR):
        asked = position.to_act()
        if not asked:
            return ""
        if asked[0].seat == seat:
            return bot_for(game)(position.view(seat), rng)
        try:
            position.play(asked[0].seat, bot_for(game)(position.view(asked[0].seat), rng))
        except Exception:
            return ""
    return ""


def measure(game: str, count: int, seed: int, with_orders: bool) -> list[Figures]:
    """Return what matches of a game take among people with or without orders."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder), game, count, seed, with_orders)
        try:
            return world.run()
        finally:
            world.service.store.close()


def report(games: Sequence[str], count: int, seed: int) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield "| game | orders | days | mails that ask | moves | of them by order | of them forced |"
    yield "|---|---|---|---|---|---|---|"
    for game in games:
        for with_orders in (False, True):
            found = measure(game, count, seed, with_orders)
            columns = [mean(each) for each in zip(*found, strict=True)]
            yield (
                f"| {find(game).name} | {'with' if with_orders else 'without'} | "
                + " | ".join(f"{value:.1f}" for value in columns)
                + " |"
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for line in report(args.games, args.matches, args.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
