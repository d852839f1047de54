"""Mails that came back: what their servers said, and whose address takes none any more."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select, Session

from models.tables import Outbox, Player
from service import reach

NO_SUCH_ADDRESS = ("5.1.1", "5.1.2", "5.1.10")  # there is nobody, or no such domain: once is enough
PERMANENT = "5."


def note(session: Session, row_id: int, action: str, status: str, words: str, now: datetime) -> None:
    """Note what a server said of the mail for a row: `action` and `status` are those of RFC 3464.

    A mail that failed for good is `bounced`; its player's address takes no mail any more when there is no such
    address, or when the mail sent before or after it to the same address has bounced as well.
    """
    row = session.get(Outbox, row_id)
    if not row or row.status not in ("sent", "bounced"):
        return
    row.last_error = words
    session.add(row)
    if action != "failed" or not status.startswith(PERMANENT):
        return
    row.status = "bounced"
    session.flush()
    player = session.get(Player, row.player_id) if row.player_id else None
    if not player or player.bounced_at or player.address is None:
        return
    if row.sent_to and row.sent_to.casefold() != player.address_key:  # they have another address by now
        return
    if status in NO_SUCH_ADDRESS or _is_second(session, row):
        reach.pause(session, player, words, now)


def _is_second(session: Session, row: Outbox) -> bool:
    """Say whether one of the two mails that were sent next to this one, before or after, has bounced too."""
    sent = select(Outbox.id, Outbox.status).where(
        Outbox.player_id == row.player_id, col(Outbox.status).in_(("sent", "bounced")), Outbox.sent_to == row.sent_to
    )
    rows = list(session.exec(sent.order_by(col(Outbox.sent_at), col(Outbox.id))))
    at = next(place for place, (row_id, _status) in enumerate(rows) if row_id == row.id)
    return any(status == "bounced" for _id, status in [*rows[max(at - 1, 0) : at], *rows[at + 1 : at + 2]])
