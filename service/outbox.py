"""The outbox: what is to be told to whom, queued in the transaction that makes it true, without text."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import CursorResult, or_, update
from sqlmodel import col, select, Session

from models.tables import Outbox

SIGN_IN = "sign-in"
ADDRESS = "address"
INVITATION = "invitation"
START = "start"
TURN = "turn"
DEADLINE = "deadline"
RESULT = "result"
CLAIM_SEAT = "claim"  # a link for who wants a free seat of a shared table
VACANT = "vacant"  # to the opener: a seat is free again
EXPIRING = "expiring"  # to the opener: the table closes tomorrow
CLOSED = "closed"  # the table was cancelled, or nobody came
PHRASE = "phrase"  # seats were swapped, so phrases are asked anew
RESIGNED = "resigned"
ENDED = "ended"  # a running match was ended before its end
NEW_LINK = "new-link"
CHANGE_OLD = "change-old"
CHANGE_NEW = "change-new"

CLAIM = timedelta(minutes=5)
FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=4)
MOST_ATTEMPTS = 12


class Claimed(NamedTuple):
    """A row that this worker alone may send for now."""

    id: int
    kind: str
    match_id: str | None
    seat: int | None
    number: int | None
    player_id: int | None
    address: str | None
    detail: dict[str, Any]
    attempts: int


def queue(session: Session, kind: str, now: datetime, due_at: datetime | None = None, **row: Any) -> None:
    """Queue something to be told, at once or later; `row` says to whom and about what (see `Outbox`)."""
    session.add(Outbox(kind=kind, queued_at=now, due_at=due_at or now, **row))


def due(session: Session, now: datetime, limit: int) -> list[int]:
    """Return the ids of rows that can be sent, the longest due first."""
    free = or_(col(Outbox.claimed_until).is_(None), col(Outbox.claimed_until) < now)
    query = select(Outbox.id).where(Outbox.status == "queued", Outbox.due_at <= now, free)
    return [row for row in session.exec(query.order_by(col(Outbox.due_at)).limit(limit)) if row is not None]


def claim(session: Session, row_id: int, now: datetime) -> Claimed | None:
    """Claim a row for a while, `None` when another worker was faster."""
    free = or_(col(Outbox.claimed_until).is_(None), col(Outbox.claimed_until) < now)
    statement = update(Outbox).where(col(Outbox.id) == row_id, col(Outbox.status) == "queued", free)
    result = session.execute(statement.values(claimed_until=now + CLAIM, attempts=Outbox.attempts + 1))
    assert isinstance(result, CursorResult)
    if result.rowcount != 1:
        return None
    row = session.get_one(Outbox, row_id)
    return Claimed(*(getattr(row, name) for name in Claimed._fields))


def settle(session: Session, row_id: int, status: str, now: datetime, error: str = "") -> None:
    """Note that a row was sent, dropped (there was nothing to tell any more) or failed for good."""
    row = session.get_one(Outbox, row_id)
    row.status, row.last_error, row.claimed_until = status, error, None
    row.sent_at = now if status == "sent" else None


def postpone(session: Session, row_id: int, now: datetime, error: str) -> None:
    """Try a row again later, after a delay that doubles; give it up after the last attempt."""
    row = session.get_one(Outbox, row_id)
    row.last_error, row.claimed_until = error, None
    row.due_at = now + retry_delay(row.attempts)
    if row.attempts >= MOST_ATTEMPTS:
        row.status = "failed"


def retry_delay(attempts: int) -> timedelta:
    """Return how long to wait after this many attempts: a minute, doubled each time, four hours at most."""
    return min(FIRST_RETRY * (1 << max(attempts - 1, 0)), LONGEST_RETRY)


def failures(session: Session, limit: int) -> list[Outbox]:
    """Return mails that could not be delivered, or not yet, the latest first."""
    query = select(Outbox).where(col(Outbox.last_error) != "", Outbox.status != "sent")
    return list(session.exec(query.order_by(col(Outbox.queued_at).desc()).limit(limit)))


def retry(session: Session, row_id: int, now: datetime) -> bool:
    """Queue a failed row once more; say whether there was one."""
    row = session.get(Outbox, row_id)
    if not row or row.status != "failed":
        return False
    row.status, row.attempts, row.due_at = "queued", 0, now
    return True
