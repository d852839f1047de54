"""Throttling, counted in a table: so many uses of a key in a span of time.

Uses are counted one transaction at a time: of two at once, both would find the last one free.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, func
from sqlmodel import col, select, Session

from models.store import take_turns
from models.tables import Attempt
from service.base import Throttled


class Limit(NamedTuple):
    """At most `most` uses of `key` within `span`."""

    key: str
    most: int
    span: timedelta


LONGEST = timedelta(days=1)
HOUR = timedelta(hours=1)


def mail_limits(kind: str, address: str, network: str) -> list[Limit]:
    """Return the limits on mails that anybody can cause: by address, by network, and in all."""
    return [
        Limit(f"{kind}/address:{address.casefold()}", 5, HOUR),
        Limit(f"{kind}/network:{network}", 30, HOUR),
        Limit(f"{kind}/all", 1000, HOUR),
    ]


def take(session: Session, limits: Sequence[Limit], now: datetime) -> None:
    """Count one use against every limit. Raises `Throttled` when one is used up, and then counts none."""
    take_turns(session, "throttle")
    session.execute(delete(Attempt).where(col(Attempt.at) < now - LONGEST))
    for limit in limits:
        query = select(func.count()).where(Attempt.key == limit.key, Attempt.at > now - limit.span)
        if session.exec(query).one() >= limit.most:
            raise Throttled
    for limit in limits:
        session.add(Attempt(key=limit.key, at=now))
