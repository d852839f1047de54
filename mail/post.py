"""The postman: takes due rows from the outbox, one at a time, and sends them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from email.message import EmailMessage
from email.utils import parseaddr

from sqlmodel import Session

from mail.envelope import Office
from mail.letter import compose
from mail.transport import Bounced, Transport, Unavailable, Undelivered, Unwelcome
from service import addresses, heartbeat, outbox, reach, wishes
from service.base import failure, Service
from service.outbox import Claimed

logger = logging.getLogger("mousepost.post")

BATCH = 50

Clock = Callable[[], datetime]


def always() -> bool:
    """Go on until all is done."""
    return True


def send_due(
    service: Service,
    office: Office,
    transport: Transport,
    clock: Clock,
    limit: int = BATCH,
    go_on: Callable[[], bool] = always,
) -> int:
    """Send up to `limit` rows that are due, as long as `go_on` says so; return how many were found.

    When the mail server cannot be used, the rest of the batch is put off with the row that found that out: waiting
    for it once is enough. What else goes wrong with a row is its own affair.
    """
    with service.store.reading() as session:
        rows = outbox.due(session, clock(), limit)
    for place, row_id in enumerate(rows, 1):
        if not go_on() or service.stopping():
            break
        try:
            _send(service, office, transport, row_id, clock)
        except (Unavailable, OSError) as error:
            heartbeat.mail_down(service, clock())
            _put_off(service, rows[place:], clock(), str(error))
            break
    heartbeat.look_for_mail(service, clock())
    return len(rows)


def _send(service: Service, office: Office, transport: Transport, row_id: int, clock: Clock) -> None:
    """Claim one row, write its letter, send it, and note how that went. Raises what concerns other rows as well.

    A process that dies after sending and before noting leaves the row to be sent again, under the same
    Message-ID: every mail is sent at least once.
    """
    with service.store.writing() as session:
        claimed = outbox.claim(session, row_id, clock())
        row = wishes.ready(session, claimed, clock()) if claimed else None
    if not row:
        return
    message = None
    try:
        message = _write(service, office, row, clock())
        if message is not None:
            transport.send(message)
            heartbeat.mail_up(service, clock())
    except Bounced as error:
        logger.warning("mail %s (%s) was refused for good: %s", row.id, row.kind, error)
        with service.store.writing() as session:
            reach.refused(session, row, str(error), clock())
            outbox.settle(session, row.id, "failed", clock(), str(error))
    except (Undelivered, OSError) as error:
        logger.warning("mail %s (%s) was not taken: %s", row.id, row.kind, error)
        if isinstance(error, Unwelcome):
            heartbeat.mail_down(service, clock())
        of_all = not isinstance(error, Undelivered) or isinstance(error, Unavailable)
        _postpone(service, row, clock, str(error), of_all or isinstance(error, Unwelcome))
        if of_all:
            raise
    except Exception as error:
        logger.error("mail %s (%s) could not be written: %s", row.id, row.kind, failure(error))
        _postpone(service, row, clock, f"not written: {type(error).__name__}")  # its words may tell of hidden cards
    else:
        with service.store.writing() as session:
            if message is None:
                outbox.settle(session, row.id, "dropped", clock(), wishes.OVER)
            else:
                _note_sent(session, row, parseaddr(str(message["To"]))[1], clock())


def _note_sent(session: Session, row: Claimed, address: str, now: datetime) -> None:
    outbox.settle(session, row.id, "sent", now, sent_to=address)
    if wishes.DIGEST in row.detail:
        wishes.note_digest(session, row, now, address)


def _write(service: Service, office: Office, row: Claimed, now: datetime) -> EmailMessage | None:
    """Return the letter for a row as things are now."""
    with service.store.reading() as session:
        message = compose(service, office, session, row, now)
    if message is not None and office.reply_to:  # the transport takes it for the envelope
        message["Return-Path"] = f"<{addresses.bounce_to(service.links.keys, office.reply_to, row.id, now)}>"
    return message


def _postpone(service: Service, row: Claimed, clock: Clock, error: str, of_all: bool = False) -> None:
    with service.store.writing() as session:
        outbox.postpone(session, row.id, clock(), error, give_up=not of_all)


def _put_off(service: Service, rows: Sequence[int], now: datetime, error: str) -> None:
    """Count one attempt at each of the rows without trying: the server has just been found missing."""
    with service.store.writing() as session:
        for row_id in rows:
            row = outbox.claim(session, row_id, now)
            if row:
                outbox.postpone(session, row.id, now, error, give_up=False)
