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


def hold(session: Session, match_id: str, wait: bool = True) -> Match | None:
    """Return a match that is about to be changed; until the transaction ends, nobody else changes it.

    Everything that is written about a match that exists is written by whoever holds its row: its seats, events
    and decisions. So the row comes first, before any of those. Returns `None` where there is no such match and,
    unless `wait`, where somebody else holds it.
    """
    lock = {"key_share": True, "skip_locked": not wait}  # key_share: rows that refer to the match are no concern
    return (
        session.get(Match, match_id, with_for_update=lock, populate_existing=True) if match_id.isprintable() else None
    )


def append(
    session: Session, match: Match, *, kind: str, by: str, at: datetime, fingerprint: str, seat: int | None = None,
    move: str | None = None, chance: Mapping[str, Any] | None = None, detail: Mapping[str, Any] | None = None,
) -> int:  # fmt: skip
    """Append the next event to the log of `match` and return its number. Raises `StaleMove` when that is taken."""
    match_id, number = match.id, match.number + 1  # what a session holds cannot be read any more when it failed
    entry = Event(
        match_id=match_id,
        number=number,
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
        raise StaleMove(f"event {number} of match {match_id} is written already") from error
    match.number = number
    session.add(match)
    return number


def annotate(session: Session, match: Match, detail: Mapping[str, Any]) -> None:
    """Add to what the last event of `match` tells, in the transaction that wrote it."""
    event = session.get_one(Event, (match.id, match.number))
    event.detail = {**event.detail, **detail}
    session.add(event)


def events(session: Session, match_id: str, after: int = -1) -> list[Entry]:
    """Return the events of a match with a number above `after`, in order."""
    query = select(Event).where(Event.match_id == match_id, Event.number > after).order_by(col(Event.number))
    return [Entry(*(getattr(event, name) for name in Entry._fields)) for event in session.exec(query)]
