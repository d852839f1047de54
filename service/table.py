"""The table as somebody may see it: made from a `view`, for pages, mails and the API alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import col, select, Session

import games
from games.contract import Choices, Fact, Result, View
from models import tables
from models.log import Entry
from models.tables import Match, Player, Proposal, Seat, StandingOrder
from service import absence, availability, clock, outbox
from service.base import Service
from service.clock import Clock, Pace
from service.course import ADJOURNED, clock_of, HELD, orders_of, UNDER_WAY
from service.history import History
from service.outbox import Unreachable
from service.records import is_published


@dataclass(frozen=True)
class Waiting:
    """A decision that the table waits for, and until when (UTC)."""

    seat: int
    kind: str
    asked: int
    since: datetime
    due_at: datetime
    bot: bool
    bank_at: datetime  # when the time for a move is used up and the time bank begins to run

    @property
    def has_bank(self) -> bool:
        """Say whether there is a time bank for when the time for a move is used up."""
        return self.bank_at < self.due_at


@dataclass(frozen=True)
class SeatClock:
    """The clock of a seat that somebody plays for, as all may know it; moments are UTC, lengths seconds.

    `rests` says why it stands still now (`quiet`, `days_off`, `holidays`), up to `goes_on_at`; `quiet` are the next
    quiet hours, and `bank` is what is left in the time bank now.
    """

    seat: int
    zone: str
    bank: int
    rests: str = ""
    goes_on_at: datetime | None = None
    quiet: tuple[datetime, datetime] | None = None
    away_since: datetime | None = None


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
    detail: Mapping[str, Any]  # what is to be said beside the facts


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
    pace: Pace
    sides: tuple[Side, ...]  # who plays together: each team, or each seat
    clocks: tuple[SeatClock, ...] = ()
    given_up: tuple[int, ...] = ()  # seats that can be offered to somebody
    order: StandingOrder | None = None  # the reader's
    proposals: tuple[Proposal, ...] = ()  # what is proposed to all who are there
    optional: tuple[str, ...] = ()  # what the reader may do now and need not
    step: int | None = None  # the event after which the table is shown, where that is not the last as it comes
    opened: tuple[View, ...] = ()  # where hands are open: what each seat sees

    @property
    def own(self) -> Waiting | None:
        """The decision that waits for the reader."""
        return next((waiting for waiting in self.waiting if waiting.seat == self.seat), None)

    @property
    def held(self) -> bool:
        """Say whether the match stands still, and can go on."""
        return self.match.status in HELD

    @property
    def own_clock(self) -> SeatClock | None:
        """The reader's clock."""
        return next((each for each in self.clocks if each.seat == self.seat), None)

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
    service: Service,
    session: Session,
    match: Match,
    seat: int | None,
    now: datetime | None = None,
) -> Table:
    """Return the table of a match that has begun as `seat` (`None`: a spectator) sees it; `now` adds the clocks."""
    history = service.histories.load(session, match)
    seats = list(session.exec(select(Seat).where(Seat.match_id == match.id).order_by(col(Seat.seat))))
    position = history.position
    playable = match.status in ("running", ADJOURNED) and not history.broken
    under_way = match.status in UNDER_WAY
    view = position.view(seat)
    asked = any(decision.seat == seat for decision in history.asked)
    return Table(
        match=match,
        name=games.find(match.game, match.rules).name,
        seat=seat,
        names=tuple(s.name for s in seats),
        bots=frozenset(s.seat for s in seats if s.bot or s.stand_in),
        view=view,
        choices=games.find(match.game, match.rules).choices(view) if seat else Choices(""),
        waiting=tuple(_waiting(session, match, history, seats)),
        lines=tuple(line_of(event, facts, seat, view["over"]) for event, facts in history.told()),
        since_own=history.last_own(seat),
        deadline_move=position.deadline_move(seat) if seat and asked else None,
        frozen=history.broken is not None or match.status == "frozen",
        last=history.number,
        unreachable=unreachable_for(session, match, seat),
        sides=sides_of(match, position.result()),
        pace=Pace.read(match.pace),
        clocks=seat_clocks(session, match, seats, now) if now else (),
        given_up=tuple(s.seat for s in seats if now and under_way and absence.is_offerable(s, now)),
        order=orders_of(session, match.id).get(seat) if seat and now else None,
        proposals=tuple(absence.proposals(session, match.id, now)) if seat and now and under_way else (),
        optional=tuple(d.kind for d in position.optional() if d.seat == seat) if playable else (),
    )


def sides_of(match: Match, result: Result | None) -> tuple[Side, ...]:
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
    bots = {seat.seat for seat in seats if seat.bot or seat.stand_in or seat.away_since}
    return [
        Waiting(row.seat, row.kind, row.asked, row.since, row.due_at, row.seat in bots, clock_of(row).bank_at)
        for row in rows
        if history.asked_of(row.seat) == row.asked
    ]


def seat_clocks(session: Session, match: Match, seats: Sequence[Seat], now: datetime) -> tuple[SeatClock, ...]:
    """Return the clocks of the seats that somebody plays for, in a match under way; those of one that is held stand."""
    if match.status not in UNDER_WAY:
        return ()
    now = min(now, match.held_at or now)
    pace = Pace.read(match.pace)
    rows = session.exec(select(tables.Decision).where(tables.Decision.match_id == match.id))
    running = {row.seat: clock_of(row) for row in rows}
    people = [seat for seat in seats if seat.player_id is not None]
    return tuple(_seat_clock(session, seat, running.get(seat.seat), pace, now) for seat in people)


def _seat_clock(session: Session, seat: Seat, ticking: Clock | None, pace: Pace, now: datetime) -> SeatClock:
    """Return the clock of a seat: what is asked counts by the availability it was asked with."""
    theirs = availability.of(session, session.get_one(Player, seat.player_id)).ignoring(pace.ignores)
    if ticking and ticking.thinks:
        theirs = ticking.availability
    bank = clock.bank_left(ticking, now) if ticking and ticking.thinks else seat.bank
    rests = clock.rest(theirs, now)
    return SeatClock(
        seat=seat.seat,
        zone=theirs.zone,
        bank=bank,
        rests=rests,
        goes_on_at=clock.next_free(theirs, now) if rests else None,
        quiet=clock.next_quiet(theirs, now),
        away_since=seat.away_since,
    )


def _detail(event: Entry, seat: int | None, over: bool) -> dict[str, Any]:
    """Return what a line says beside its facts; an order is for its own seat until all is open."""
    if event.kind == "start":
        return {}
    mine = event.seat == seat or over
    hidden = {"clocks", "banks"} if mine else {"clocks", "banks", "order"}
    return {key: value for key, value in event.detail.items() if key not in hidden}


def line_of(event: Entry, facts: Sequence[Fact], seat: int | None, over: bool) -> Line:
    """Return an event as `seat` may know it, all of it where the match is `over`."""
    return Line(
        number=event.number, at=event.at, kind=event.kind, seat=event.seat, by=event.by, move=event.move,
        facts=tuple(fact.seen_by(seat, over) for fact in facts),
        detail=_detail(event, seat, over),
    )  # fmt: skip
