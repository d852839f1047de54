"""Seats of a running match: giving one up, voiding its links, and ending a match before its end."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import delete
from sqlmodel import col, Session

from games.contract import N_
from games.record import fingerprint
from models import log, tables
from models.tables import Match, Seat
from service import outbox
from service.base import NotFound, NotRunning, Refused, Service
from service.matches import hold, seats_of

STAND_INS = ("bot", "deadline")
MOST_REASON = 300


def resign(service: Service, match_id: str, number: int, stand_in: str, now: datetime) -> None:
    """Give a seat up for good: a house bot (`bot`) or the deadline moves (`deadline`) play on for it.

    When nobody is left who plays, the match is abandoned. Raises `NotFound`, `NotRunning`, `Refused`.
    """
    if stand_in not in STAND_INS:
        raise Refused(N_("Your seat can go to a house bot, or to the moves that are played at a deadline."))
    with service.store.writing() as session:
        match, seats = _running(session, match_id)
        seat = _seat(seats, number)
        if seat.player_id is None:
            raise Refused(N_("Nobody plays for this seat any more."))
        write(service, session, match, "resign", "player", now, seat=number, detail={"to": stand_in})
        hand_over(session, seat, stand_in, now)
        if not any(other.player_id for other in seats):
            _end(service, session, match, seats, "abandon", {}, now)
        else:
            _tell(session, match, seats, outbox.RESIGNED, match.number, now)
    service.wake()


def hand_over(session: Session, seat: Seat, stand_in: str, now: datetime) -> None:
    """Take a seat from its player, void its links, and let what waits for it be played at once."""
    seat.player_id, seat.stand_in = None, stand_in
    seat.epoch += 1
    session.add(seat)
    decision = session.get(tables.Decision, (seat.match_id, seat.seat))
    if decision:
        decision.due_at = now
        session.add(decision)


def end(service: Service, match_id: str, reason: str, host: str, now: datetime) -> None:
    """Let a host end a match that runs, or that is frozen, with a reason that everybody reads."""
    reason = clean_reason(reason)
    with service.store.writing() as session:
        match = hold(session, match_id)
        if match.status not in ("running", "frozen"):
            raise NotRunning
        _end(service, session, match, seats_of(session, match_id), "end", {"reason": reason, "host": host}, now)
    service.wake()


def clean_reason(text: str) -> str:
    """Return a reason on one line. Raises `Refused` when there is none, or too much of it."""
    reason = " ".join(text.split())
    if not 1 <= len(reason) <= MOST_REASON:
        raise Refused(
            N_("Please give a reason, of at most {most} characters: everybody at the table reads it."), most=300
        )
    return reason


def _end(
    service: Service,
    session: Session,
    match: Match,
    seats: list[Seat],
    kind: str,
    detail: dict[str, Any],
    now: datetime,
) -> None:
    """Write the end of a match that has no result, and publish its secret by it."""
    write(service, session, match, kind, "host" if kind == "end" else "service", now, detail=detail)
    match.status, match.ended_at = "abandoned", now
    session.execute(delete(tables.Decision).where(col(tables.Decision.match_id) == match.id))
    _tell(session, match, seats, outbox.ENDED, match.number, now)


def write(
    service: Service, session: Session, match: Match, kind: str, by: str, now: datetime,
    seat: int | None = None, detail: dict[str, Any] | None = None,
) -> int:  # fmt: skip
    """Append an event that leaves the position as it is. Returns its number; raises `StaleMove`."""
    history = service.histories.load(session, match)
    return log.append(
        session, match, kind=kind, by=by, at=now, seat=seat, detail=detail, fingerprint=fingerprint(history.position)
    )


def _tell(session: Session, match: Match, seats: list[Seat], kind: str, number: int, now: datetime) -> None:
    for seat in seats:
        if seat.player_id is not None:
            outbox.queue(session, kind, now, match_id=match.id, seat=seat.seat, number=number, player_id=seat.player_id)


def revoke_links(service: Service, match_id: str, number: int, now: datetime) -> None:
    """Void every link and cookie given out for a seat, and mail its player a new one."""
    with service.store.writing() as session:
        match = hold(session, match_id)
        seats = seats_of(session, match_id)
        seat = _seat(seats, number)
        if seat.player_id is None:
            raise Refused(N_("Nobody plays for this seat any more."))
        seat.epoch += 1
        kind = outbox.NEW_LINK if match.status == "running" else None
        if match.status == "open" and match.announced_at and seat.phrase is None:
            kind = outbox.PHRASE  # the link to give it with is void as well
        if kind:
            outbox.queue(
                session, kind, now,
                match_id=match.id, seat=number, number=seat.epoch, player_id=seat.player_id,
            )  # fmt: skip
    service.wake()


def _running(session: Session, match_id: str) -> tuple[Match, list[Seat]]:
    match = hold(session, match_id)
    if match.status != "running":
        raise NotRunning
    return match, seats_of(session, match_id)


def _seat(seats: list[Seat], number: int) -> Seat:
    if not 1 <= number <= len(seats):
        raise NotFound(N_("There is no such seat at this table."))
    return seats[number - 1]
