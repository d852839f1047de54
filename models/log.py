"""The log of a match: the only code that writes events."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select, Session

from models.tables import Event, Match


class StaleMove(Exception):
    """Somebody else wrote the event with this number first."""


class Entry(NamedTuple):
    """An event as it was written: a value, free of any session."""

    number: int
    kind: str
    seat: int | None
    move: str | None
    by: str
    at: datetime
    chance: Mapping[str, Any]
    detail: Mapping[str, Any]
    rules: int
    fingerprint: str


def append(
    session: Session, match: Match, *, kind: str, by: str, at: datetime, fingerprint: str, seat: int | None = None,
    move: str | None = None, chance: Mapping[str, Any] | None = None, detail: Mapping[str, Any] | None = None,
) -> int:  # fmt: skip
    """Append the next event to the log of `match` and return its number. Raises `StaleMove` when that is taken."""
    entry = Event(
        match_id=match.id,
        number=match.number + 1,
        kind=kind,
        seat=seat,
        move=move,
        by=by,
        at=at,
        chance=dict(chance or {}),
        detail=dict(detail or {}),
        rules=match.rules,
        fingerprint=fingerprint,
    )
    session.add(entry)
    try:
        session.flush()
    except IntegrityError as error:
        raise StaleMove(f"event {entry.number} of match {match.id} is written already") from error
    match.number = entry.number
    session.add(match)
    return entry.number


def events(session: Session, match_id: str, after: int = -1) -> list[Entry]:
    """Return the events of a match with a number above `after`, in order."""
    query = select(Event).where(Event.match_id == match_id, Event.number > after).order_by(col(Event.number))
    return [Entry(*(getattr(event, name) for name in Entry._fields)) for event in session.exec(query)]
