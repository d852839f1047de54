"""Heartbeats: how the service knows, after the fact, that it was down, or that no mail could be sent.

Each round of the sweep leaves one. Where the last is too old, nobody swept since; that, and the time in which the mail
server could not be used, is written down as an outage, which counts for nobody (`service.outages`).
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import col, select, Session

from models.store import take_turns
from models.tables import Heartbeat, Outage, Outbox
from service.base import Service

logger = logging.getLogger("mousepost.heartbeat")

SWEEP, MAIL = "sweep", "mail"
BEAT = timedelta(seconds=20)  # between heartbeats
SILENCE = timedelta(minutes=3)  # without one: a restart takes less
BLIP = timedelta(minutes=1)  # for so long a mail server may be missing without more ado


def beat(service: Service, now: datetime) -> None:
    """Leave a heartbeat of the sweep; write an outage down where there was none for too long.

    While no mail can be sent it is as old as that: clocks that begin anew after it have not run before it either.
    """
    with service.store.reading() as session:
        last = session.get(Heartbeat, SWEEP)
        if last and now - last.at < BEAT:
            return
    with service.store.writing() as session:
        row = _row(session, SWEEP, now)
        if now - row.at > SILENCE:
            _write(session, SWEEP, min(row.at, down_since(session) or row.at), now)
        row.at = max(row.at, now)
        session.add(row)


def mail_down(service: Service, now: datetime) -> None:
    """Note that the mail server cannot be used."""
    with service.store.writing() as session:
        row = _row(session, MAIL, now)
        row.down_since = row.down_since or now
        session.add(row)


def mail_up(service: Service, now: datetime) -> None:
    """Note that a mail could be sent; write the outage down that this ends."""
    with service.store.reading() as session:
        if not down_since(session):
            return
    with service.store.writing() as session:
        row = _row(session, MAIL, now)
        if row.down_since and now - row.down_since >= BLIP:
            _write(session, MAIL, row.down_since, now)
        row.down_since, row.at = None, now
        session.add(row)
    service.wake()


def look_for_mail(service: Service, now: datetime) -> None:
    """Take the mail server to be there again where nothing is left with which that could be tried."""
    with service.store.reading() as session:
        query = select(Outbox.id).where(Outbox.status == "queued", Outbox.attempts > 0)
        waiting = down_since(session) is None or session.exec(query.limit(1)).first() is not None
    if not waiting:
        mail_up(service, now)


def down_since(session: Session) -> datetime | None:
    """Return since when no mail can be sent, `None` where it can."""
    row = session.get(Heartbeat, MAIL)
    return row.down_since if row else None


def latest_outage(session: Session) -> int:
    """Return the number of the last outage, 0 where there was none."""
    return session.exec(select(func.max(Outage.id))).one() or 0


def outages(session: Session, after: int) -> list[Outage]:
    """Return the outages with a number above `after`, in order."""
    return list(session.exec(select(Outage).where(col(Outage.id) > after).order_by(col(Outage.id))))


def _row(session: Session, name: str, now: datetime) -> Heartbeat:
    take_turns(session, "heartbeat")
    return session.get(Heartbeat, name, populate_existing=True) or Heartbeat(name=name, at=now)


def _write(session: Session, what: str, since: datetime, until: datetime) -> None:
    logger.warning("nothing counts from %s to %s: no %s", since.isoformat(), until.isoformat(), what)
    session.add(Outage(what=what, since=since, until=until))
