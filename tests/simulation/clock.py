"""The virtual clock, and what is to happen when."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta, UTC
from itertools import count

from tests.simulation.plan import SWEEP

START = datetime(2027, 3, 1, tzinfo=UTC)  # four weeks before clocks change in Europe, two before they do in America


class Clock:
    """A clock that jumps from one thing that happens to the next."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


class Agenda:
    """What is to happen, in the order of time; of two things at once what was noted first."""

    def __init__(self) -> None:
        self._heap: list[tuple[datetime, int, Callable[[], None]]] = []
        self._count = count()

    def add(self, at: datetime, what: Callable[[], None]) -> None:
        heapq.heappush(self._heap, (at, next(self._count), what))

    def pop(self) -> tuple[datetime, Callable[[], None]]:
        at, _, what = heapq.heappop(self._heap)
        return at, what

    def __bool__(self) -> bool:
        return bool(self._heap)


def next_sweep(moment: datetime) -> datetime:
    """Return the first time from `moment` on at which the worker looks, whoever has woken it or not."""
    return START + -((START - moment) // SWEEP) * SWEEP


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)
