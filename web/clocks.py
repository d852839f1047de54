"""The clocks of a table as a page shows them: what changes only when somebody has to know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import select, Session

from models.tables import Decision, Match, Seat
from service import absence
from service.course import clock_of, HELD, orders_of, UNDER_WAY
from service.table import seat_clocks


class Face(NamedTuple):
    """The clock of a seat that somebody plays for.

    `bank` is how many seconds its time bank holds. While that runs it is `None`, and `runs_out` says when nothing is
    left of it: so the face stays the same from one minute to the next. `rests` says why the clock stands still, up to
    `goes_on_at`; `quiet` are the next quiet hours.
    """

    seat: int
    zone: str
    bank: int | None
    runs_out: datetime | None
    rests: str
    goes_on_at: datetime | None
    quiet: tuple[datetime, datetime] | None
    away_since: datetime | None


def faces(session: Session, match: Match, seats: Sequence[Seat], now: datetime) -> dict[int, Face]:
    """Return the clocks of the seats that somebody plays for, by seat."""
    asked = session.exec(select(Decision).where(Decision.match_id == match.id))
    ticking = {row.seat: clock_of(row) for row in asked if clock_of(row).thinks}
    found = {}
    for each in seat_clocks(session, match, seats, now):
        clock, held = ticking.get(each.seat), match.status in HELD
        runs = clock is not None and not held and clock.bank_at <= now < clock.due_at
        found[each.seat] = Face(
            seat=each.seat,
            zone=each.zone,
            bank=None if runs else each.bank,
            runs_out=clock.due_at if clock and runs else None,
            rests="" if held else each.rests,
            goes_on_at=None if held else each.goes_on_at,
            quiet=each.quiet,
            away_since=each.away_since,
        )
    return found


def seen_beside(
    session: Session, match: Match, seats: Sequence[Seat], number: int | None, now: datetime
) -> tuple[Any, ...]:
    """Return what a seat, or a spectator, sees of a match under way that its log does not tell."""
    if match.status not in UNDER_WAY:
        return ()
    proposals = absence.proposals(session, match.id, now) if number else []
    order = orders_of(session, match.id).get(number) if number else None
    return (
        faces(session, match, seats, now),
        [seat.seat for seat in seats if absence.is_offerable(seat, now)],
        [(each.kind, each.at, each.agreed) for each in proposals],
        order and (order.number, order.at, order.scope, order.lines, order.fired),
    )
