"""How far a player has looked at a table: what they have seen, they need not be mailed."""

from __future__ import annotations

from sqlalchemy import exists, update
from sqlmodel import col

from models.tables import Outbox, Seat
from service import outbox
from service.base import Service


def note(service: Service, match_id: str, seat: int, number: int, surely: bool) -> None:
    """Note that a seat's player has looked at the table up to an event.

    Unless it was `surely` they, and no program that follows links, nothing is noted while a mail that asks them waits
    to be sent: that one must come.
    """
    seen = update(Seat).where(col(Seat.match_id) == match_id, col(Seat.seat) == seat, col(Seat.seen) < number)
    if not surely:
        turn = (col(Outbox.match_id) == match_id) & (col(Outbox.seat) == seat) & (col(Outbox.kind) == outbox.TURN)
        seen = seen.where(~exists().where(turn & (col(Outbox.status) == "queued")))
    with service.store.writing() as session:
        session.execute(seen.values(seen=number))
