"""A match as its log alone tells it, followed from event to event."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import games
from models.log import Entry
from service import rebuild
from service.course import UNDER_WAY
from service.rebuild import Fold, Standing, Summary
from tests.games.leaks import Played
from tests.games.walks import Table
from tests.simulation.clock import START
from tests.simulation.observer import Observer, to_moment
from tests.simulation.plan import Violation

EVENTS = (
    "SELECT number, kind, seat, move, by, at, chance, detail, rules, fingerprint FROM event"
    " WHERE match_id = ? AND number > ? ORDER BY number"
)
Heard = Callable[["Story", dict[int, Summary], Sequence[Entry]], None]


class Story:
    """The log of a match replayed, beside the service and its cache.

    `heard` is called with what was waiting before and the events of each transaction, when they have been replayed.
    """

    def __init__(self, observer: Observer, match_id: str, heard: Heard) -> None:
        self.id, self._observer, self._heard = match_id, observer, heard
        self.fold: Fold | None = None
        self.status = ""
        self.asked: set[tuple[int, int]] = set()  # seat and event of every decision that there was

    @property
    def number(self) -> int:
        return self.fold.history.number if self.fold else -1

    @property
    def game(self) -> str:
        assert self.fold
        return str(self.fold.history.events[0].detail["game"])

    @property
    def position(self) -> Any:
        assert self.fold
        return self.fold.history.position

    @property
    def open(self) -> dict[int, Summary]:
        return self.fold.open if self.fold else {}

    @property
    def seats(self) -> dict[int, Standing]:
        """Return time banks, deadlines passed and absences by seat."""
        assert self.fold
        return self.fold.seats

    def path(self, seat: int) -> str:
        return f"/m/{self.id}/{seat}"

    def asked_of(self, seat: int) -> int | None:
        return self.open[seat].asked if seat in self.open else None

    def is_good(self, seat: int, number: int | None) -> bool:
        """Say whether a link made at an event is still good: its seat has answered nothing since."""
        if not self.fold or self.status not in UNDER_WAY or number is None:
            return False
        return number >= self.fold.history.answered.get(seat, -1)

    def player(self, seat: int) -> int | None:
        """Return who sits somewhere, `None` where nobody does."""
        row = self._observer.one("SELECT player_id FROM seat WHERE match_id = ? AND seat = ?", self.id, seat)
        return row[0] if row else None

    def update(self) -> None:
        """Replay what has been written since this was last done."""
        row = self._observer.one("SELECT status, number FROM match WHERE id = ?", self.id)
        assert row
        self.status = row[0]
        if row[1] <= self.number:
            return
        events = [
            Entry(number, kind, seat, move, by, to_moment(at) or START, json.loads(chance), json.loads(detail), *rest)
            for number, kind, seat, move, by, at, chance, detail, *rest in self._observer.all(
                EVENTS, self.id, self.number
            )
        ]
        for written in rebuild._transactions(events):
            self._take(written)

    def _take(self, written: list[Entry]) -> None:
        before = self.open
        if self.fold is None:
            self.fold = Fold(SimpleNamespace(id=self.id, pace={}), written)  # type: ignore[arg-type]
        else:
            self.fold.history.extend(written)
        if self.fold.history.broken:
            raise Violation(f"the log of {self.id} does not replay: {self.fold.history.broken.why}")
        if before or written[0].number:
            self.fold._take(written)
        self.asked |= {(seat, summary.asked) for seat, summary in self.open.items()}
        self._heard(self, before, written)

    def played(self) -> Played:
        """Return the match as `tests.games.leaks` knows one."""
        assert self.fold
        events = self.fold.history.events
        start = events[0].detail
        table = Table(games.find(start["game"], events[0].rules), start["options"], len(start["players"]))
        outcomes = {label: outcome for event in events for label, outcome in event.chance.items()}
        moves = [(event.seat or 0, event.move or "") for event in events if event.kind == "move"]
        return Played(table, outcomes, moves)
