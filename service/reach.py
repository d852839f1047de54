"""Whether a player can be reached by mail: an address that sends it back for good gets none until told."""

from __future__ import annotations

import re
from datetime import datetime

from sqlmodel import col, select, Session

from models.tables import Outbox, Player
from service import outbox
from service.base import Service
from service.outbox import Claimed

# RFC 3463: there is no such mailbox or place, or it has moved or was closed.
NOBODY = re.compile(r"5\d\d 5\.(1\.([1236]|10)|2\.1)(?!\d)")


def pause(session: Session, player: Player, words: str, now: datetime) -> None:
    """Send a player no mail any more, for their address has sent some back for good; `words` say why."""
    player.bounced_at, player.bounced_words = player.bounced_at or now, words
    session.add(player)


def refused(session: Session, row: Claimed, words: str, now: datetime) -> None:
    """Note that a server has refused a row's mail for good; twice running for want of a mailbox, and none is sent."""
    player = session.get(Player, row.player_id) if row.player_id is not None else None
    if not player or row.address not in (None, player.address) or not NOBODY.match(words):
        return
    session.get_one(Outbox, row.id).sent_to = player.address
    tried = select(Outbox).where(col(Outbox.status).in_(("sent", "failed", "bounced")), Outbox.id != row.id)
    tried = tried.where(Outbox.player_id == player.id, Outbox.sent_to == player.address)
    last = session.exec(tried.order_by(col(Outbox.id).desc()).limit(1)).first()
    if last and last.status != "sent" and (last.status == "bounced" or NOBODY.match(last.last_error)):
        pause(session, player, words, now)


def try_again(service: Service, player_id: int, now: datetime) -> None:
    """Send a player mail again, who says that their address is good, beginning with what they are asked."""
    with service.store.writing() as session:
        outbox.try_again(session, player_id, now)
    service.wake()
