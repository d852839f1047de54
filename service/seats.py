"""Seats of a running match: giving one up, voiding its links, and what only a host can do at a table."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.contract import N_
from games.record import fingerprint
from models.tables import Seat
from service import outbox, rebuild
from service.base import NotFound, NotRunning, Refused, Service
from service.course import Course, HELD, PAUSED, stop, UNDER_WAY
from service.history import Diverged
from service.matches import hold, seats_of
from service.play import changing, course_of

STAND_INS = ("bot", "deadline")
MOST_REASON = 300
FURTHEST = timedelta(days=90)  # to which a deadline can be moved


def resign(service: Service, match_id: str, number: int, stand_in: str, now: datetime) -> None:
    """Give a seat up for good: a house bot (`bot`) or the deadline moves (`deadline`) play on for it.

    When nobody is left who plays, the match is abandoned. Raises `NotFound`, `NotRunning`, `Refused`.
    """
    if stand_in not in STAND_INS:
        raise Refused(N_("Your seat can go to a house bot, or to the moves that are played at a deadline."))
    with changing(service, match_id, now) as course:
        seat = _seat(course, number)
        if seat.player_id is None:
            raise Refused(N_("Nobody plays for this seat any more."))
        event = course.note("resign", "player", number, {"to": stand_in})
        course.give_up(number, stand_in)
        if not course.people():
            course.stop("abandon", "service")
        else:
            course.tell(outbox.RESIGNED, event)


def end(service: Service, match_id: str, reason: str, host: str, now: datetime) -> None:
    """Let a host end a match that has begun, or that is frozen, with a reason that everybody reads.

    That works also where the log does not replay at all.
    """
    reason = clean_reason(reason)
    with service.store.writing() as session:
        match = hold(session, match_id)
        if match.status not in ("running", *HELD, "frozen"):
            raise NotRunning
        try:
            mark = fingerprint(service.histories.load(session, match).position)
        except Diverged:
            mark = ""
        detail = {"reason": reason, "host": host}
        stop(session, match, seats_of(session, match_id), "end", "host", now, mark, detail)
    service.wake()


def pause(service: Service, match_id: str, reason: str, host: str, now: datetime) -> None:
    """Let a host stop the clocks of a match, with a reason."""
    reason = clean_reason(reason)
    with changing(service, match_id, now) as course:
        if course.match.status in HELD:
            raise Refused(N_("This match stands still already."))
        course.tell(outbox.HELD, course.hold("pause", "host", detail={"reason": reason, "host": host}))


def go_on(service: Service, match_id: str, reason: str, host: str, now: datetime) -> None:
    """Let a host have a paused match go on, with a reason."""
    reason = clean_reason(reason)
    with changing(service, match_id, now) as course:
        if course.match.status != PAUSED:
            raise Refused(N_("This match is not paused."))
        event = course.note("resume", "host", detail={"reason": reason, "host": host})
        course.resume()
        course.follow()
        course.tell(outbox.HELD, event)


def thaw(service: Service, match_id: str, reason: str, host: str, now: datetime) -> None:
    """Let a frozen match go on whose log replays again, with a reason; its clocks have stood still meanwhile.

    What stands beside the log is remade from it. Raises `NotFound`, and `Refused` where it does not replay still.
    """
    reason = clean_reason(reason)
    with service.store.writing() as session:
        match = hold(session, match_id)
        if match.status != "frozen":
            raise Refused(N_("This match is not frozen."))
        frozen_at = match.held_at or now
        try:
            rebuild.restore(session, match)
            if match.status in UNDER_WAY:
                course, _history = course_of(service, session, match, now)
                event = course.note("thaw", "host", detail={"reason": reason, "host": host})
                if match.status == "running":
                    course.restart(frozen_at, now)
                    course.follow()
                course.tell(outbox.HELD, event)
                course.settle()
        except Diverged as error:
            wrong = N_("Its log still does not replay, at event {number}: {why}.")
            raise Refused(wrong, number=error.number, why=error.why) from error
    service.wake()


def move_deadline(
    service: Service, match_id: str, number: int, due_at: datetime, reason: str, host: str, now: datetime
) -> None:
    """Let a host move the deadline of what a seat is asked, with a reason."""
    reason = clean_reason(reason)
    if not now < due_at <= now + FURTHEST:
        raise Refused(N_("A deadline can be moved to a moment in the next {days} days."), days=FURTHEST.days)
    with changing(service, match_id, now) as course:
        if course.match.status in HELD:
            raise Refused(N_("This match stands still: nothing is due."))
        if not course.move_deadline(_seat(course, number).seat, due_at):
            raise Refused(N_("Nobody is asked anything there."))
        detail = {"reason": reason, "host": host, "due_at": due_at.isoformat()}
        course.tell(outbox.HELD, course.note("deadline", "host", number, detail))


def replace(service: Service, match_id: str, number: int, stand_in: str, reason: str, host: str, now: datetime) -> None:
    """Let a host give a seat to a house bot or the deadline moves, with a reason; it can be offered then."""
    reason = clean_reason(reason)
    if stand_in not in STAND_INS:
        raise Refused(N_("The seat can go to a house bot, or to the moves that are played at a deadline."))
    with changing(service, match_id, now) as course:
        seat = _seat(course, number)
        if seat.player_id is None:
            raise Refused(N_("Nobody plays for this seat any more."))
        event = course.note("replace", "host", number, {"to": stand_in, "reason": reason, "host": host})
        course.tell(outbox.RESIGNED, event)
        course.give_up(number, stand_in)
        if not course.people():
            course.stop("abandon", "service")


def clean_reason(text: str) -> str:
    """Return a reason on one line. Raises `Refused` when there is none, or too much of it."""
    reason = " ".join(text.split())
    if not 1 <= len(reason) <= MOST_REASON:
        raise Refused(
            N_("Please give a reason, of at most {most} characters: everybody at the table reads it."), most=MOST_REASON
        )
    return reason


def revoke_links(service: Service, match_id: str, number: int, now: datetime) -> None:
    """Void every link and cookie given out for a seat, and mail its player a new one."""
    with service.store.writing() as session:
        match = hold(session, match_id)
        seats = seats_of(session, match_id)
        if not 1 <= number <= len(seats):
            raise NotFound(N_("There is no such seat at this table."))
        seat = seats[number - 1]
        if seat.player_id is None:
            raise Refused(N_("Nobody plays for this seat any more."))
        seat.epoch += 1
        kind = outbox.NEW_LINK if match.status in ("running", *HELD) else None
        if match.status == "open" and match.announced_at and seat.phrase is None:
            kind = outbox.PHRASE  # the link to give it with is void as well
        if kind:
            outbox.queue(
                session, kind, now,
                match_id=match.id, seat=number, number=seat.epoch, player_id=seat.player_id,
            )  # fmt: skip
    service.wake()


def _seat(course: Course, number: int) -> Seat:
    if number not in course.seats:
        raise NotFound(N_("There is no such seat at this table."))
    return course.seats[number]
