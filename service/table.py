"""The table as somebody may see it: made from a `view`, for pages, mails and the API alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import col, select, Session

import games
from games.contract import Choices, View
from models import tables
from models.tables import Match, Seat
from service import outbox
from service.base import Service
from service.history import History
from service.outbox import Unreachable


@dataclass(frozen=True)
class Waiting:
    """A decision that the table waits for, and until when (UTC)."""

    seat: int
    kind: str
    asked: int
    since: datetime
    due_at: datetime
    bot: bool


@dataclass(frozen=True)
class Line:
    """One event of the log as the reader may know it."""

    number: int
    at: datetime
    kind: str
    seat: int | None
    by: str
    move: str | None
    facts: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Table:
    """What one seat, or a spectator (`seat` is `None`), sees of a running or finished match."""

    match: Match
    name: str
    seat: int | None
    names: tuple[str, ...]
    bots: frozenset[int]
    view: View
    choices: Choices
    waiting: tuple[Waiting, ...]
    lines: tuple[Line, ...]
    since_own: int  # the number of the reader's last move
    deadline_move: str | None  # what will be played for the reader, if the table waits for them
    frozen: bool  # the log goes on but does not replay: this is its last proven position
    unreachable: tuple[Unreachable, ...]  # whose mail does not get through

    @property
    def own(self) -> Waiting | None:
        """The decision that waits for the reader."""
        return next((waiting for waiting in self.waiting if waiting.seat == self.seat), None)

    @property
    def news(self) -> tuple[Line, ...]:
        """What happened since the reader's last move."""
        return tuple(line for line in self.lines if self.is_new(line))

    def is_new(self, line: Line) -> bool:
        """Say whether a line happened since the reader's last move."""
        return line.number > self.since_own or line.number == 0 == self.since_own


def look(service: Service, session: Session, match: Match, seat: int | None) -> Table:
    """Return the table of a match that has begun as `seat` (`None`: a spectator) sees it."""
    history = service.histories.load(session, match)
    seats = list(session.exec(select(Seat).where(Seat.match_id == match.id).order_by(col(Seat.seat))))
    view = history.position.view(seat)
    waiting = _waiting(session, match, history, seats)
    own = any(decision.seat == seat for decision in history.asked)
    return Table(
        match=match,
        name=games.find(match.game, match.rules).name,
        seat=seat,
        names=tuple(s.name for s in seats),
        bots=frozenset(s.seat for s in seats if s.bot),
        view=view,
        choices=games.find(match.game, match.rules).choices(view) if seat else Choices(""),
        waiting=tuple(waiting),
        lines=tuple(_lines(history, seat, view["over"])),
        since_own=history.last_own(seat),
        deadline_move=history.position.deadline_move(seat) if seat and own else None,
        frozen=history.broken is not None or match.status == "frozen",
        unreachable=unreachable_for(session, match, seat),
    )


def unreachable_for(session: Session, match: Match, seat: int | None) -> tuple[Unreachable, ...]:
    """Return the seats whose mail does not get through: all may know, but a mail server's words are the seat's own."""
    lost = outbox.unreachable(session, match.id)
    return tuple(each if each.seat == seat else each._replace(words="") for each in lost)


def _waiting(session: Session, match: Match, history: History, seats: Sequence[Seat]) -> list[Waiting]:
    """Return the open decisions with their deadlines, as far as the summaries have them."""
    rows = session.exec(select(tables.Decision).where(tables.Decision.match_id == match.id))
    bots = {seat.seat for seat in seats if seat.bot}
    return [
        Waiting(row.seat, row.kind, row.asked, row.since, row.due_at, row.seat in bots)
        for row in rows
        if history.asked_of(row.seat) == row.asked
    ]


def _lines(history: History, seat: int | None, over: bool) -> list[Line]:
    return [
        Line(e.number, e.at, e.kind, e.seat, e.by, e.move, tuple(fact.seen_by(seat, over) for fact in facts))
        for e, facts in zip(history.events, history.facts, strict=True)
    ]
