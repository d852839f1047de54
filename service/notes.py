"""Notes at the table: a line that everybody reads, and that asks nobody anything."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.contract import N_
from models.tables import Event, Match
from service import throttle
from service.base import NotFound, Refused, Service
from service.course import Course
from service.play import changing

SAY = "say"  # the kind of its event
MOST_TEXT = 300
MOST_NOTES = 10  # of one seat in an hour
HOUR = timedelta(hours=1)


def say(service: Service, match_id: str, number: int, text: str, now: datetime) -> None:
    """Put a note of a player on the table. Raises `Refused`, `NotFound`, `NotRunning`, `Throttled`."""
    with changing(service, match_id, now) as course:
        say_in(course, number, text)


def clean(text: str) -> str:
    """Return what is said, on one line."""
    return " ".join("".join(char for char in text if char.isprintable() or char.isspace()).split())


def is_repeated(service: Service, match_id: str, number: int, text: str) -> bool:
    """Say whether the last thing that happened at a table is this very note."""
    with service.store.reading() as session:
        match = session.get(Match, match_id)
        last = session.get(Event, (match_id, match.number)) if match else None
        return last is not None and (last.kind, last.seat, last.detail.get("text")) == (SAY, number, clean(text))


def say_in(course: Course, number: int, text: str) -> None:
    """Put a note on the table within a transaction; see `say`."""
    seat = course.seats.get(number)
    if not seat or seat.player_id is None:
        raise NotFound(N_("There is no such seat at this table."))
    said = clean(text)
    if not said:
        raise Refused(N_("What should be said? Please write something."))
    if len(said) > MOST_TEXT:
        wrong = N_("That note has {length} characters; the table has room for {most}.")
        raise Refused(wrong, length=len(said), most=MOST_TEXT)
    throttle.take(course.session, [throttle.Limit(f"say/{course.match.id}/{number}", MOST_NOTES, HOUR)], course.now)
    course.welcome(number)
    course.note(SAY, "player", number, {"text": said})
