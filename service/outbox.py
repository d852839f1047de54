"""The outbox: what is to be told to whom, queued in the transaction that makes it true, without text."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import and_, ColumnElement, CursorResult, not_, or_, update
from sqlmodel import col, select, Session

from models.tables import Decision, Outbox, Player, Seat

SIGN_IN = "sign-in"
ADDRESS = "address"
INVITATION = "invitation"
START = "start"
TURN = "turn"
MAY = "may"  # something optional has become possible, as after a new deal
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
AWAY = "away"  # to who let too many deadlines pass: how to come back
ORDER = "order"  # a standing order is over and never fired, or could not be followed
ZONE = "zone"  # a time zone is not known any more
PROPOSAL = "proposal"  # somebody proposes to pause, to end, or to offer a seat
HELD = "held"  # the match is paused, or goes on
REPLY = "reply"  # the answer to a mail that came: what it did, or what was wrong with it
FROZEN = "frozen"  # to the hosts: a log does not replay
TAKE_OVER = "take-over"  # to an address: a seat of a running match is offered
CHANNEL = "channel-"  # and the number of the channel: the same as a turn, by another way than mail
REMINDERS = {kind: f"reminder-{kind}" for kind in ("half", "late", "bank")}
ASKING = (TURN, *REMINDERS.values())  # about a decision, which must still be open

CLAIM = timedelta(minutes=5)
FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=1)  # a server that was down over night is not kept waiting for much of the morning
LAST_TRY = timedelta(minutes=5)  # before a deadline: time enough to read the mail and answer
MOST_ATTEMPTS = 75  # about three days
STUBBORN = 5  # attempts, in about a quarter of an hour: from here on a mail is said not to get through


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


def is_queued(session: Session, kind: str, match_id: str, seat: int, number: int) -> bool:
    """Say whether something has been queued, be it sent by now or not."""
    about = (Outbox.match_id == match_id, Outbox.seat == seat, Outbox.kind == kind, Outbox.number == number)
    return session.exec(select(Outbox.id).where(*about)).first() is not None


def due(session: Session, now: datetime, limit: int, by_channels: bool = False) -> list[int]:
    """Return the ids of rows that can be sent, by mail or by other channels, the longest due first."""
    free = or_(col(Outbox.claimed_until).is_(None), col(Outbox.claimed_until) < now)
    way = _by_channels() if by_channels else not_(_by_channels())
    query = select(Outbox.id).where(Outbox.status == "queued", Outbox.due_at <= now, free, way)
    return [row for row in session.exec(query.order_by(col(Outbox.due_at)).limit(limit)) if row is not None]


def claim(session: Session, row_id: int, now: datetime) -> Claimed | None:
    """Claim a row for a while, `None` when another worker was faster and has it, or has put it off."""
    free = or_(col(Outbox.claimed_until).is_(None), col(Outbox.claimed_until) < now)
    statement = update(Outbox).where(
        col(Outbox.id) == row_id, col(Outbox.status) == "queued", col(Outbox.due_at) <= now, free
    )
    result = session.execute(statement.values(claimed_until=now + CLAIM, attempts=Outbox.attempts + 1))
    assert isinstance(result, CursorResult)
    if result.rowcount != 1:
        return None
    row = session.get_one(Outbox, row_id)
    return Claimed(*(getattr(row, name) for name in Claimed._fields))


def settle(
    session: Session, row_id: int, status: str, now: datetime, error: str = "", sent_to: str | None = None
) -> None:
    """Note that a row was sent (and where to), dropped (there was nothing to tell any more) or failed for good."""
    row = session.get_one(Outbox, row_id)
    if row.status in ("sent", "bounced"):  # by another worker, when the claim of this one had lapsed
        return
    row.status, row.last_error, row.claimed_until = status, error, None
    if status == "sent":
        row.sent_at, row.sent_to = now, sent_to


def hold(session: Session, row_id: int, until: datetime, tried: bool = False) -> None:
    """Put a claimed row off until it is wished for; unless it counts as `tried`, as if it had not been claimed."""
    row = session.get_one(Outbox, row_id)
    row.claimed_until, row.due_at = None, until
    if not tried:
        row.attempts, row.last_error = 0, ""


def look_again(session: Session, player_id: int) -> None:
    """Let what was put off for a player be due, for they wish or live otherwise now: it is judged anew."""
    held = update(Outbox).where(col(Outbox.player_id) == player_id, col(Outbox.status) == "queued")
    held = held.where(col(Outbox.attempts) == 0, col(Outbox.kind) != MAY)
    session.execute(held.values(due_at=Outbox.queued_at))


def postpone(session: Session, row_id: int, now: datetime, error: str, give_up: bool = True) -> None:
    """Try a row again at `next_attempt`; where there is none, it has failed.

    Unless it is to be given up, it is tried for ever: what does not get through says nothing of this mail, and as long
    as none does, no deadline passes.
    """
    row = session.get_one(Outbox, row_id)
    deadline = _deadline(session, row)
    if not give_up:
        deadline = None if deadline and deadline - LAST_TRY <= now else deadline
    then = next_attempt(row.attempts if give_up else min(row.attempts, MOST_ATTEMPTS - 1), now, deadline)
    if not then:
        settle(session, row_id, "failed", now, error)
    elif row.status == "queued":
        row.last_error, row.claimed_until, row.due_at = error, None, then


def _deadline(session: Session, row: Outbox) -> datetime | None:
    """Return the deadline of the decision that a row asks for, if it is still open."""
    decision = session.get(Decision, (row.match_id, row.seat)) if row.kind in ASKING else None
    return decision.due_at if decision and decision.asked == row.number else None


def next_attempt(attempts: int, now: datetime, deadline: datetime | None) -> datetime | None:
    """Return when to try a mail again after `attempts` tries, the latest of them at `now`; `None` for never.

    The delay doubles with every try. A mail about a decision has its last try `LAST_TRY` before the deadline, however
    many there were; any other is given up after `MOST_ATTEMPTS`.
    """
    then = now + retry_delay(attempts)
    if deadline is None:
        return then if attempts < MOST_ATTEMPTS else None
    last = deadline - LAST_TRY
    return min(then, last) if now < last else None


def retry_delay(attempts: int) -> timedelta:
    """Return how long to wait after this many attempts: a minute, doubled each time, an hour at most."""
    doublings = min(max(attempts - 1, 0), 10)  # very many would not fit a `timedelta`
    return min(FIRST_RETRY * (1 << doublings), LONGEST_RETRY)


def try_again(session: Session, player_id: int, now: datetime) -> None:
    """Queue anew what a player was asked in vain, for their address is good now; what is over will be dropped."""
    player = session.get_one(Player, player_id)
    player.bounced_at, player.bounced_words = None, ""
    session.add(player)
    asked = update(Outbox).where(col(Outbox.player_id) == player_id, col(Outbox.kind) == TURN)
    lost = ("failed", "bounced")
    undelivered = or_(col(Outbox.status).in_(lost), col(Outbox.last_error) != "")
    session.execute(
        asked.where(undelivered, col(Outbox.status).in_((*lost, "queued"))).values(
            status="queued", attempts=0, due_at=now, last_error=""
        )
    )


class Failure(NamedTuple):
    """A mail that could not be delivered, or not yet after many tries."""

    id: int
    kind: str
    match_id: str | None
    seat: int | None
    address: str | None
    status: str  # failed, or queued while it is still tried
    attempts: int
    error: str
    queued_at: datetime
    due_at: datetime  # of the next try, if it is still tried


def failures(session: Session, limit: int = 100) -> list[Failure]:
    """Return the mails that do not get through, the newest first, with all that the host needs to know."""
    query = select(Outbox, Player.address).join(Player, isouter=True).where(_troubled())
    return [
        Failure(
            row.id or 0, row.kind, row.match_id, row.seat, row.address or address, row.status, row.attempts,
            row.last_error, row.queued_at, row.due_at,
        )
        for row, address in session.exec(query.order_by(col(Outbox.id).desc()).limit(limit))
    ]  # fmt: skip


class Unreachable(NamedTuple):
    """A seat whose latest mail did not get through; `words` are what its mail server said about it, if it did."""

    seat: int
    failed: bool  # else it is still tried
    words: str


def unreachable(session: Session, match_id: str) -> tuple[Unreachable, ...]:
    """Return the seats of a match whose latest mail does not get through, as far as it was tried for long enough.

    So is one to whose address no mail is sent any more. This is asked at every look at a table, and mostly ends with
    the first two queries.
    """
    theirs = or_(col(Outbox.player_id) == col(Seat.player_id), col(Outbox.address) == col(Seat.address))
    at = and_(col(Seat.match_id) == col(Outbox.match_id), col(Seat.seat) == col(Outbox.seat), theirs)
    query = select(Outbox.seat, Outbox.id, Outbox.status, Outbox.last_error).join(Seat, at)
    rows = list(session.exec(query.where(col(Outbox.match_id) == match_id, _troubled()).order_by(col(Outbox.id))))
    lost = {seat: Unreachable(seat, True, _words(words)) for seat, words in _paused(session, match_id)}
    if not rows:
        return tuple(lost[seat] for seat in sorted(lost))
    sent = _latest_sent(session, match_id)
    lost |= {
        seat: Unreachable(seat, status != "queued", _words(error))
        for seat, row_id, status, error in rows
        if seat is not None and (row_id or 0) > sent.get(seat, 0)
    }
    return tuple(lost[seat] for seat in sorted(lost))


def _paused(session: Session, match_id: str) -> list[tuple[int, str]]:
    """Return the seats of players to whom no mail is sent any more, with what the last words about that were."""
    query = select(Seat.seat, Player.bounced_words).join(Player, col(Player.id) == col(Seat.player_id))
    return list(session.exec(query.where(Seat.match_id == match_id, col(Player.bounced_at).is_not(None))))


def _latest_sent(session: Session, match_id: str) -> dict[int | None, int]:
    """Return for each seat of a match the id of the latest mail that was sent."""
    # The status is looked at here: in the query it would lead SQLite to read all mails of all matches.
    query = select(Outbox.seat, Outbox.id, Outbox.status).where(Outbox.match_id == match_id, not_(_by_channels()))
    rows = session.exec(query)
    return {seat: row_id or 0 for seat, row_id, status in sorted(rows, key=itemgetter(1)) if status == "sent"}


def _by_channels() -> ColumnElement[bool]:
    """Say of a row whether it goes another way than by mail."""
    return col(Outbox.kind).startswith(CHANNEL)


def _troubled() -> ColumnElement[bool]:
    """Say of a row whether its mail failed, or is deferred for long already."""
    stubborn = and_(col(Outbox.status) == "queued", col(Outbox.attempts) >= STUBBORN, col(Outbox.last_error) != "")
    return and_(or_(col(Outbox.status).in_(("failed", "bounced")), stubborn), not_(_by_channels()))


def _words(error: str) -> str:
    """Return an error if it is a server's answer about the mail, which begins with its code; others are the host's."""
    return error if re.match(r"[45]\d\d ", error) else ""


def retry(session: Session, row_id: int, now: datetime) -> bool:
    """Queue a failed row once more; say whether there was one."""
    row = session.get(Outbox, row_id)
    if not row or row.status not in ("failed", "bounced"):
        return False
    row.status, row.attempts, row.due_at = "queued", 0, now
    return True
