"""The postman: takes due rows from the outbox, one at a time, and sends them."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Callable
from datetime import datetime
from itertools import takewhile

from mail.letter import compose, Office
from mail.transport import Transport
from service import outbox
from service.base import Service

logger = logging.getLogger("mousepost.post")

BATCH = 50

Clock = Callable[[], datetime]


def send_due(service: Service, office: Office, transport: Transport, clock: Clock, limit: int = BATCH) -> int:
    """Send up to `limit` rows that are due; return how many were found."""
    with service.store.reading() as session:
        rows = outbox.due(session, clock(), limit)
    for row_id in takewhile(lambda _: not service.stopping(), rows):
        _send(service, office, transport, row_id, clock)
    return len(rows)


def _send(service: Service, office: Office, transport: Transport, row_id: int, clock: Clock) -> None:
    """Claim one row, write its letter, send it, and note how that went.

    A process that dies after sending and before noting leaves the row to be sent again, under the same
    Message-ID: every mail is sent at least once.
    """
    with service.store.writing() as session:
        row = outbox.claim(session, row_id, clock())
    if not row:
        return
    try:
        with service.store.reading() as session:
            message = compose(service, office, session, row, clock())
        if message is not None:
            transport.send(message)
    except (OSError, smtplib.SMTPException) as error:
        logger.warning("mail %s (%s) was not taken: %s", row.id, row.kind, error)
        with service.store.writing() as session:
            outbox.postpone(session, row.id, clock(), f"{type(error).__name__}: {error}"[:500])
    except Exception as error:
        logger.exception("mail %s (%s) could not be written", row.id, row.kind)
        with service.store.writing() as session:
            outbox.postpone(session, row.id, clock(), f"{type(error).__name__}: {error}"[:500])
    else:
        with service.store.writing() as session:
            outbox.settle(session, row.id, "sent" if message is not None else "dropped", clock())
