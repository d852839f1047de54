"""Playing: one way in for players, deadlines, orders, forced moves and bots.

One transaction checks, appends, updates the summaries and queues the mail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete
from sqlmodel import col, select, Session

from games.chance import match_seed, Seeded
from games.contract import Decision, GameError, Position
from games.record import fingerprint
from models import log, tables
from models.log import StaleMove
from models.tables import Match, Seat
from service import clock, outbox
from service.base import DecisionOver, NotFound, NotRunning, Service, Unasked
from service.history import Asked, carry, Diverged, History

MOST_AUTOMATIC = 20  # moves that follow of themselves in one transaction; the rest is left to the sweep
PATIENCE = timedelta(minutes=10)  # before who has just played is mailed what they are asked next
TRIES = 3
MOST_TEXT = 400


def play(
    service: Service, match_id: str, seat: int, text: str, *, asked: int | None, now: datetime, by: str = "player"
) -> int:
    """Play `text` for `seat` and return the number of its event.

    `asked` names the decision that the move answers by the event that first asked it; `None` is for what is
    optional, and never answers a decision. Raises the errors of `Position.play`, `NotFound`, `NotRunning`,
    `DecisionOver`, `Unasked`.
    """
    number = _retry(service, match_id, seat, text, asked, now, by)
    service.wake()
    return number


def _retry(service: Service, match_id: str, seat: int, text: str, asked: int | None, now: datetime, by: str) -> int:
    """Play; where another event got in between, look again whether the decision still stands."""
    for left in reversed(range(TRIES)):
        try:
            with service.store.writing() as session:
                return play_in(service, session, match_id, seat, text, asked=asked, now=now, by=by)
        except StaleMove:
            if not left:
                raise
        except Diverged as error:
            freeze(service, error)
            raise NotRunning from error
    raise AssertionError("unreachable")


def play_in(
    service: Service,
    session: Session,
    match_id: str,
    seat: int,
    text: str,
    *,
    asked: int | None,
    now: datetime,
    by: str,
) -> int:
    """Play within a transaction; see `play`. Also raises `StaleMove` and `Diverged`."""
    match = log.hold(session, match_id)
    if not match or not 1 <= seat <= match.seats:
        raise NotFound
    if match.status not in ("running", "over"):
        raise NotRunning
    history = service.histories.sound(session, match)
    if asked is not None and history.asked_of(seat) != asked:
        raise DecisionOver(_is_repeated(history, seat, text, asked))
    seats = list(session.exec(select(Seat).where(Seat.match_id == match_id).order_by(col(Seat.seat))))
    position = history.position.copy(Seeded(seed_of(match, seats)))
    course = Course(session, match, seats, position, history.asked, now)
    course.present = last_played(history)
    try:
        number = course.move(seat, text[:MOST_TEXT], by, out_of_turn=asked is None)
    except GameError as error:
        if history.has_just_done(seat, text):
            raise DecisionOver(repeated=True) from error
        raise
    course.settle()
    return number


def _is_repeated(history: History, seat: int, text: str, asked: int) -> bool:
    """Say whether `seat` answered this decision with just this move: a double click."""
    answer = history.answer_to(seat, asked) if 0 <= asked <= history.number else None
    return answer is not None and answer.seat == seat and history.is_move(answer, text)


def last_played(history: History) -> tuple[int, datetime] | None:
    """Return which seat a person has played for last, and when."""
    return next(((e.seat or 0, e.at) for e in reversed(history.events) if e.by == "player" and e.kind == "move"), None)


def deals(chance: Mapping[str, Any]) -> bool:
    """Say whether an event with these outcomes dealt a deck: what is asked after it is a new beginning."""
    return any(label.startswith("deck/") for label in chance)


def seed_of(match: Match, seats: Sequence[Seat]) -> bytes:
    """Return the seed of a match whose phrases are all given."""
    return match_seed(bytes.fromhex(match.server_seed), [seat.phrase or "" for seat in seats])


def freeze(service: Service, error: Diverged) -> None:
    """Stop a match whose log does not replay: nothing is rewritten, and nobody is asked anything."""
    with service.store.writing() as session:
        match = log.hold(session, error.match_id)
        assert match
        match.status, match.note = "frozen", str(error)
        session.add(match)
        session.execute(delete(tables.Decision).where(col(tables.Decision.match_id) == match.id))


class Course:
    """A match as it goes on within one transaction: events are appended, then everything is settled once."""

    def __init__(
        self, session: Session, match: Match, seats: Sequence[Seat], position: Position, asked: Asked, now: datetime
    ) -> None:
        self.session = session
        self.match = match
        self.seats = {seat.seat: seat for seat in seats}
        self.position = position
        self.asked = asked
        self.now = now
        self.lapsed: dict[int, int] = {}  # seat to the event of the first move that a deadline played for it
        self.present: tuple[int, datetime] | None = None  # the seat that a person has played for last, and when
        self.mover = 0
        self.by = ""
        self.dealt = False
        self.offered = self._offers()

    def begin(self) -> None:
        """Settle the deal, which is written as event 0: everybody not asked at once hears that it has begun."""
        self.asked = carry({}, self.position, 0)
        self.settle()
        for seat in set(self.seats) - {decision.seat for decision in self.asked}:
            self._tell(outbox.START, seat, 0)

    def move(self, seat: int, text: str, by: str, out_of_turn: bool = False) -> int:
        """Play and append one move; return its number. What is public and forced after it is played as well.

        A deadline plays on until the decision is another seat's, or cards are dealt anew. Raises `Unasked` where a
        move made `out_of_turn` would answer a decision: that must be named.
        """
        before = self.asked
        if by == "player":
            self.present = seat, self.now
        number = self._append(seat, text, by)
        if out_of_turn and not before.keys() <= self.asked.keys():
            raise Unasked
        for _ in range(MOST_AUTOMATIC):
            forced = self._publicly_forced()
            if forced:
                self._append(*forced, "forced")
            elif by == "deadline" and not self.dealt and any(decision.seat == seat for decision in self.asked):
                self._append(seat, self.position.deadline_move(seat), by)
            else:
                break
        return number

    def _append(self, seat: int, text: str, by: str) -> int:
        move = self.position.read(seat, text)
        chance = self.position.chance
        assert isinstance(chance, Seeded)
        chance.drawn = {}
        self.position.play(seat, move)
        number = log.append(
            self.session, self.match, kind="move", seat=seat, move=move, by=by, at=self.now,
            chance=chance.drawn, fingerprint=fingerprint(self.position),
        )  # fmt: skip
        self.asked = carry(self.asked, self.position, number)
        self.mover, self.by, self.dealt = seat, by, deals(chance.drawn)
        if by == "deadline":
            self.lapsed.setdefault(seat, number)
        return number

    def _publicly_forced(self) -> tuple[int, str] | None:
        for decision in self.asked:
            forced = self.position.forced(decision.seat)
            if forced and forced.public:
                return decision.seat, forced.move
        return None

    def settle(self) -> None:
        """Bring the summaries up to date and queue what is to be told."""
        rows = self.session.exec(select(tables.Decision).where(tables.Decision.match_id == self.match.id))
        old = {row.seat: row for row in rows}
        new = {decision.seat: (decision, number) for decision, number in self.asked.items()}
        for seat, row in old.items():
            if seat not in new or new[seat][1] != row.asked:
                self.session.delete(row)
        self.session.flush()
        fresh = [seat for seat, (_, number) in new.items() if seat not in old or old[seat].asked != number]
        for seat in fresh:
            self._ask(*new[seat], old.get(seat))
        for seat in {seat for seat, _ in self._offers() - self.offered} - set(fresh):
            self._tell(outbox.MAY, seat, self.match.number, self.now + clock.quarter(self.match.pace))
        for seat, number in self.lapsed.items():
            self._tell(outbox.DEADLINE, seat, number)
        if self.position.result():
            self.match.status, self.match.ended_at = "over", self.now
            for seat in self.seats:
                self._tell(outbox.RESULT, seat, self.match.number)
        self.session.add(self.match)

    def _offers(self) -> set[tuple[int, str]]:
        """Return which seat may do what and need not."""
        return {(decision.seat, decision.kind) for decision in self.position.optional()}

    def _ask(self, decision: Decision, number: int, before: tables.Decision | None) -> None:
        """Note a new decision, and when it is due; tell the player, unless it is played at once anyway.

        Who has just played, and no other person since, has the table before them: they are mailed only if they do not
        answer for a while.
        """
        seat = self.seats[decision.seat]
        forced = self.position.forced(decision.seat)
        goes_on = self.mover == decision.seat and not self.dealt
        lapses_on = goes_on and self.by == "deadline"
        if seat.bot or seat.stand_in or lapses_on or (forced and forced.public):
            waits = clock.at_once(self.now)
        else:
            run = clock.Span(before.since, before.due_at) if before and goes_on else None
            waits = clock.span(self.match.pace, self.now, run)
            self._tell(outbox.TURN, decision.seat, number, self._mail_at(decision.seat, waits.due_at))
        row = tables.Decision(
            match_id=self.match.id, seat=decision.seat, kind=decision.kind, asked=number, **waits._asdict()
        )
        self.session.add(row)

    def _mail_at(self, seat: int, due_at: datetime) -> datetime:
        """Return when a seat is to be mailed what it is asked until `due_at`."""
        played, at = self.present or (0, self.now)
        return max(self.now, min(at + PATIENCE, self.now + (due_at - self.now) / 4)) if played == seat else self.now

    def _tell(self, kind: str, seat: int, number: int, due_at: datetime | None = None) -> None:
        player_id = self.seats[seat].player_id
        if player_id is not None:
            about = {"match_id": self.match.id, "seat": seat, "number": number, "player_id": player_id}
            outbox.queue(self.session, kind, self.now, due_at, **about)
