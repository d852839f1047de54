"""The table as somebody may see it: made from a `view`, for pages, mails and the API alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import col, select, Session

import games
from games.contract import Choices, N_, Result, View
from models import tables
from models.tables import Match, Seat
from service import outbox
from service.base import NotFound, Service
from service.history import History
from service.outbox import Unreachable
from service.records import Hidden, is_published


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
    detail: Mapping[str, Any]  # what is to be said of an event that is neither the start nor a move


class Side(NamedTuple):
    """Who plays together, what they made of a match that is over, and whether they won it.

    `team` is `None` where everybody plays alone, for then there is one seat a side.
    """

    team: int | None
    seats: tuple[int, ...]
    score: int | None = None
    won: bool = False


@dataclass(frozen=True)
class Table:
    """What one seat, or a spectator (`seat` is `None`), sees of a running or finished match, now or at a step of it."""

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
    last: int  # the number of the last event
    unreachable: tuple[Unreachable, ...]  # whose mail does not get through
    sides: tuple[Side, ...]  # who plays together: each team, or each seat
    optional: tuple[str, ...] = ()  # what the reader may do now and need not
    step: int | None = None  # the event after which the table is shown, where that is not the last as it comes
    opened: tuple[View, ...] = ()  # where hands are open: what each seat sees

    @property
    def own(self) -> Waiting | None:
        """The decision that waits for the reader."""
        return next((waiting for waiting in self.waiting if waiting.seat == self.seat), None)

    @property
    def news(self) -> tuple[Line, ...]:
        """What happened since the reader's last move."""
        return tuple(line for line in self.lines if self.is_new(line))

    @property
    def end(self) -> Line:
        """The last line in which the game went on."""
        return next(line for line in reversed(self.lines) if line.facts)

    @property
    def server_seed(self) -> str | None:
        """The host's secret, once it is published."""
        return self.match.server_seed if is_published(self.match) else None

    @property
    def published(self) -> bool:
        """Say whether all cards are for everybody at the table."""
        return is_published(self.match)

    def is_new(self, line: Line) -> bool:
        """Say whether a line happened since the reader's last move."""
        return line.number > self.since_own or line.number == 0 == self.since_own


def look(
    service: Service, session: Session, match: Match, seat: int | None, step: int | None = None, opened: bool = False
) -> Table:
    """Return the table of a match that has begun as `seat` (`None`: a spectator) sees it.

    With a `step`: as it was seen after that event, which is the only line then; nothing is asked there. `opened`
    adds what each seat sees. Raises `NotFound` for a step that is none, `Hidden` where hands are to be open too early.
    """
    if opened and not is_published(match):
        raise Hidden
    history = service.histories.load(session, match)
    if step is not None and not 0 <= step <= history.number:
        raise NotFound(N_("There is no such step in this match."))
    seats = list(session.exec(select(Seat).where(Seat.match_id == match.id).order_by(col(Seat.seat))))
    now = step is None
    position = history.positions[-1 if step is None else step]
    playable = now and match.status == "running" and not history.broken
    view = position.view(seat)
    asked = now and any(decision.seat == seat for decision in history.asked)
    return Table(
        match=match,
        name=games.find(match.game, match.rules).name,
        seat=seat,
        names=tuple(s.name for s in seats),
        bots=frozenset(s.seat for s in seats if s.bot or s.stand_in),
        view=view,
        choices=games.find(match.game, match.rules).choices(view) if seat and now else Choices(""),
        waiting=tuple(_waiting(session, match, history, seats)) if now else (),
        lines=tuple(_lines(history, seat, opened or view["over"], step)),
        since_own=history.last_own(seat),
        deadline_move=position.deadline_move(seat) if seat and asked else None,
        frozen=history.broken is not None or match.status == "frozen",
        last=history.number,
        step=step,
        opened=tuple(position.view(s.seat) for s in seats) if opened else (),
        unreachable=unreachable_for(session, match, seat),
        sides=_sides(match, position.result()),
        optional=tuple(d.kind for d in position.optional() if d.seat == seat) if playable else (),
    )


def _sides(match: Match, result: Result | None) -> tuple[Side, ...]:
    """Return the teams with their scores; when the match is over, the winners first and then who came close."""
    game = games.find(match.game, match.rules)
    teams: dict[int, tuple[int, ...]] = {}
    for seat in range(1, match.seats + 1):
        team = game.team(match.options, match.seats, seat)
        teams[team] = (*teams.get(team, ()), seat)
    alone = len(teams) == match.seats
    sides = []
    for team, seats in sorted(teams.items()):
        score = result.scores[team - 1] if result else None
        sides.append(Side(None if alone else team, seats, score, result is not None and seats[0] in result.winners))
    best = next((side.score for side in sides if side.won), None) or 0
    return tuple(sorted(sides, key=lambda side: (not side.won, abs((side.score or 0) - best))) if result else sides)


def unreachable_for(session: Session, match: Match, seat: int | None) -> tuple[Unreachable, ...]:
    """Return the seats whose mail does not get through: all may know, but a mail server's words are the seat's own."""
    lost = outbox.unreachable(session, match.id)
    return tuple(each if each.seat == seat else each._replace(words="") for each in lost)


def _waiting(session: Session, match: Match, history: History, seats: Sequence[Seat]) -> list[Waiting]:
    """Return the open decisions with their deadlines, as far as the summaries have them."""
    rows = session.exec(select(tables.Decision).where(tables.Decision.match_id == match.id))
    bots = {seat.seat for seat in seats if seat.bot or seat.stand_in}
    return [
        Waiting(row.seat, row.kind, row.asked, row.since, row.due_at, row.seat in bots)
        for row in rows
        if history.asked_of(row.seat) == row.asked
    ]


def _lines(history: History, seat: int | None, over: bool, step: int | None) -> list[Line]:
    """Return the events as `seat` may know them, all or the one of a `step`."""
    only = slice(None) if step is None else slice(step, step + 1)
    return [
        Line(
            number=e.number, at=e.at, kind=e.kind, seat=e.seat, by=e.by, move=e.move,
            facts=tuple(fact.seen_by(seat, over) for fact in facts),
            detail={} if e.kind in ("start", "move") else e.detail,
        )
        for e, facts in zip(history.events[only], history.facts[only], strict=True)
    ]  # fmt: skip
