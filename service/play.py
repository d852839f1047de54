"""Playing: one way in for players, deadlines, orders, forced moves and bots.

One transaction checks, appends, updates the summaries and queues the mail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import delete
from sqlmodel import col, select, Session

from games.chance import match_seed, Seeded
from games.contract import GameError
from models import log, tables
from models.log import StaleMove
from models.tables import Match, Seat
from service import outbox
from service.base import DecisionOver, Held, NotFound, NotRunning, Service
from service.course import ADJOURNED, Course, HELD, PAUSED, UNDER_WAY
from service.history import Diverged, History

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
            freeze(service, error, now)
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
    if match.status == PAUSED or (match.status == ADJOURNED and by != "player"):
        raise Held
    if match.status not in ("running", "over", *HELD):
        raise NotRunning
    course, history = course_of(service, session, match, now)
    if by == "player":
        course.welcome(seat)
    if asked is not None and history.asked_of(seat) != asked:
        raise DecisionOver(_is_repeated(history, seat, text, asked))
    course.present = last_played(history)
    try:
        number = course.move(seat, text[:MOST_TEXT], by, out_of_turn=asked is None)
    except GameError as error:
        if history.has_just_done(seat, text):
            raise DecisionOver(repeated=True) from error
        raise
    course.settle()
    return number


def course_of(service: Service, session: Session, match: Match, now: datetime) -> tuple[Course, History]:
    """Return a match that is held as it goes on from its last event, and its history.

    Outages that it does not know of yet are counted for nobody first. Raises `Diverged`.
    """
    history = service.histories.sound(session, match)
    seats = list(session.exec(select(Seat).where(Seat.match_id == match.id).order_by(col(Seat.seat))))
    position = history.position.copy(Seeded(seed_of(match, seats)))
    course = Course(session, match, seats, position, history.asked, now)
    if match.status in UNDER_WAY:
        course.catch_up()
    return course, history


@contextmanager
def changing(service: Service, match_id: str, now: datetime) -> Iterator[Course]:
    """Give a match that has begun and is not over, to change something in it beside playing; then all is settled.

    Raises `NotFound` and `NotRunning`.
    """
    try:
        with service.store.writing() as session, changing_in(service, session, match_id, now) as course:
            yield course
    except Diverged as error:
        freeze(service, error, now)
        raise NotRunning from error
    service.wake()


@contextmanager
def changing_in(service: Service, session: Session, match_id: str, now: datetime) -> Iterator[Course]:
    """Give a match to change within a transaction; see `changing`. Also raises `Diverged`."""
    match = log.hold(session, match_id)
    if not match:
        raise NotFound
    if match.status not in UNDER_WAY:
        raise NotRunning
    course, _history = course_of(service, session, match, now)
    yield course
    course.settle()


def _is_repeated(history: History, seat: int, text: str, asked: int) -> bool:
    """Say whether `seat` answered this decision with just this move: a double click."""
    answer = history.answer_to(seat, asked) if 0 <= asked <= history.number else None
    return answer is not None and answer.seat == seat and history.is_move(answer, text)


def last_played(history: History) -> tuple[int, datetime] | None:
    """Return which seat a person has played for last, and when."""
    return next(((e.seat or 0, e.at) for e in reversed(history.events) if e.by == "player" and e.kind == "move"), None)


def seed_of(match: Match, seats: Sequence[Seat]) -> bytes:
    """Return the seed of a match whose phrases are all given."""
    return match_seed(bytes.fromhex(match.server_seed), [seat.phrase or "" for seat in seats])


def freeze(service: Service, error: Diverged, now: datetime) -> None:
    """Stop a match whose log does not replay: nothing is rewritten, nobody is asked anything, and the hosts are mailed.

    It can be ended, or go on once its log replays again (`seats.thaw`).
    """
    with service.store.writing() as session:
        match = log.hold(session, error.match_id)
        assert match
        if match.status == "frozen":
            return
        match.status, match.note, match.held_at = "frozen", str(error), match.held_at or now
        session.add(match)
        session.execute(delete(tables.Decision).where(col(tables.Decision.match_id) == match.id))
        for address in sorted(service.hosts):
            outbox.queue(session, outbox.FROZEN, now, match_id=match.id, number=error.number, address=address)
    service.wake()
