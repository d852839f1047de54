"""The clock of one decision as the rules of a pace give it, wound by hand from what the log tells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from tests.simulation.diary import IsFree, spans

Stretch = tuple[datetime, datetime | None, IsFree]

SECOND = timedelta(seconds=1)
FLOOR = 3600  # seconds for what follows from one's own answer


class Stopwatch:
    """Counts the time in which its player could play and the match went on.

    It runs in stretches, each with an availability; the last may have no end. What lies in none of them, such as a
    pause or an outage, is counted for nobody.
    """

    def __init__(self, asked: int, start: datetime, is_free: IsFree, allowance: float, bank: float) -> None:
        self.asked = asked
        self.allowance, self.bank = allowance, bank
        self.total = allowance + bank
        self._stretches: list[Stretch] = [(start, None, is_free)]
        self._moved: datetime | None = None  # to when a host has moved the deadline
        self._said_at = start  # when that was
        self._due: datetime | None = None
        self.least: datetime | None = None  # nothing brings what a host has said any nearer
        self._still: tuple[datetime, datetime | None] = (start, None)  # since when, and that moment as it was then

    @property
    def is_free(self) -> IsFree:
        """When its player is available, as it counts now."""
        return self._stretches[-1][2]

    def used(self, now: datetime) -> float:
        """Return how many seconds have been counted up to a moment."""
        total = timedelta()
        for begin, end, is_free in self._stretches:
            until = now if end is None else min(now, end)
            total += sum((b - a for a, b in spans(is_free, begin, until)), timedelta())
        return total.total_seconds()

    def due(self) -> datetime | None:
        """Return when all time is used up; `None` while it stands still."""
        if self._moved:
            return self._moved
        if self._due is None:
            self._due = _when(self._stretches, self.total)
        return max(self._due, self.least) if self._due and self.least else self._due

    def bank_left(self, now: datetime) -> float:
        """Return what is left of the time bank for who answers now."""
        if self.allowance >= self.total:
            return self.bank
        used = self.used(now)
        return self.bank if used <= self.allowance else max(0.0, min(self.bank, self.total - used))

    def stop(self, at: datetime) -> None:
        """Stand still from a moment on, unless time was up before."""
        due = self.due()
        if due is None or due <= at:
            return
        since = max(at, self._running_since())
        left = self._until(since, due)
        resting = not self._until(due - SECOND, due)  # a host has moved it there: that is a moment
        self._stretches = [
            (begin, at if end is None else min(end, at), free) for begin, end, free in self._stretches if begin < at
        ]  # fmt: skip
        if self._moved or self.least:  # what was left then is counted from now on
            keeps_bank = self.allowance >= self.total
            self.total = self.used(at) + left
            self.allowance = self.total if keeps_bank else self.allowance
        self._still = since, due if resting else None
        self._moved = self.least = self._due = None

    def _running_since(self) -> datetime:
        """Return since when it has run, or since when it was said to be due when it is."""
        return max(self._stretches[-1][0], self._said_at)

    def go_on(self, at: datetime, is_free: IsFree) -> None:
        """Run again, unless it has never been stopped."""
        if not self._stretches or self._stretches[-1][1] is not None:
            self._stretches.append((at, None, is_free))
            self._due = None
            begin, moment = self._still
            self.least = moment + (at - begin) if moment else None

    def skip(self, begin: datetime, end: datetime, is_free: IsFree) -> None:
        """Have stood still for a while that is over."""
        if not self._stretches or end > self._running_since():
            self.stop(begin)
            self.go_on(end, is_free)

    def move(self, now: datetime, due_at: datetime) -> None:
        """Be due at another moment; the time bank gains nothing by it."""
        self.total = self.used(now) + self._until(now, due_at)
        self.allowance = min(self.allowance, self.total)
        self._moved, self._said_at = due_at, now

    def run_on(self, asked: int, now: datetime, allowance: float) -> None:
        """Go on for what follows from one's own answer: it has at least an hour, or the whole time for a move."""
        self.asked = asked
        floor = min(allowance, FLOOR)
        due, first = self.due(), _when([(now, None, self._stretches[-1][2])], floor)
        if due is not None and first is not None and first > due:
            used = self.used(now)
            self.bank, self.allowance = int(self.bank_left(now)), max(self.allowance, used)
            self.total, self._moved, self._due = used + floor, None, None

    def _until(self, begin: datetime, end: datetime) -> float:
        is_free = self._stretches[-1][2]
        return sum((b - a for a, b in spans(is_free, begin, end)), timedelta()).total_seconds()


def _when(stretches: Sequence[Stretch], seconds: float) -> datetime | None:
    """Return when so many seconds have been counted; `None` for never."""
    left = timedelta(seconds=seconds)
    for begin, end, is_free in stretches:
        if not left:
            return begin
        for a, b in spans(is_free, begin, end):
            if left <= b - a:
                return a + left
            left -= b - a
    return None
