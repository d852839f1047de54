"""When somebody can be asked to play, as they know it themselves, and time that is counted by it.

Nothing here is the service's: time is walked through a quarter of an hour at a time, and at each of them a clock on
the wall of the player is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from functools import cache
from typing import NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from tests.simulation.clock import START

CELL = timedelta(minutes=15)  # no zone is off by anything else
MOST_CELLS = 400 * 96

Days = frozenset[tuple[date, date]]
Kept = TypeVar("Kept")
IsFree = Callable[[int], bool]  # of a cell, counted from the start of a run


class Settings(NamedTuple):
    """What counts from the next decision on; equal hours are no quiet ones."""

    zone: str
    quiet: tuple[int, int] = (22, 8)
    days_off: frozenset[int] = frozenset()


class Diary:
    """What somebody has set and when, and the holidays that they have taken."""

    def __init__(self, zone: str) -> None:
        self._settings = [(START, Settings(zone))]
        self._holidays: list[tuple[datetime, Days]] = [(START, frozenset())]

    @property
    def settings(self) -> Settings:
        return self._settings[-1][1]

    @property
    def holidays(self) -> Days:
        return self._holidays[-1][1]

    def set(self, settings: Settings, now: datetime) -> None:
        if settings != self.settings:
            self._settings.append((now, settings))

    def plan(self, holidays: Days, now: datetime) -> None:
        if holidays != self.holidays:
            self._holidays.append((now, holidays))

    def settings_at(self, moment: datetime) -> list[Settings]:
        """Return what was set at a moment; of what was changed just then both, as either may have come first."""
        return _at(self._settings, moment)

    def holidays_at(self, moment: datetime) -> list[Days]:
        return _at(self._holidays, moment)

    def today(self, now: datetime) -> date:
        return now.astimezone(ZoneInfo(self.settings.zone)).date()


def _at(kept: list[tuple[datetime, Kept]], moment: datetime) -> list[Kept]:
    since = max((at for at, _ in kept if at < moment), default=START)
    return [each for at, each in kept if since <= at <= moment][::-1]


@cache
def _wall(zone: str, cell: int) -> tuple[int, int, date]:
    """Return the hour, the weekday and the day that a clock in a zone shows."""
    local = (START + cell * CELL).astimezone(ZoneInfo(zone))
    return local.hour, local.weekday(), local.date()


def freedom(settings: Settings, holidays: Days, ignores: tuple[str, ...] = ()) -> IsFree:
    """Return when somebody is available who has set this, where some reasons to rest do not count."""
    first, last = settings.quiet
    hours = frozenset(hour % 24 for hour in range(first, last + (24 if last < first else 0)))
    quiet = frozenset() if "quiet" in ignores else hours
    off = frozenset() if "days_off" in ignores else settings.days_off
    away = frozenset() if "holidays" in ignores else holidays

    def is_free(cell: int) -> bool:
        hour, weekday, day = _wall(settings.zone, cell)
        return hour not in quiet and weekday not in off and not any(begin <= day <= end for begin, end in away)

    return is_free


def cell_of(moment: datetime) -> int:
    return (moment - START) // CELL


def spans(is_free: IsFree, begin: datetime, end: datetime | None) -> Iterator[tuple[datetime, datetime]]:
    """Yield the free pieces of a time, none longer than a quarter of an hour."""
    for cell in range(cell_of(begin), cell_of(begin) + MOST_CELLS):
        start = START + cell * CELL
        if end is not None and start >= end:
            return
        if is_free(cell):
            until = start + CELL if end is None else min(end, start + CELL)
            yield max(begin, start), until
