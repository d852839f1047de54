"""The rounds of a worker in which nothing was due: all that is left of them is a heartbeat, which is written here.

A worker looks at least every minute. A run that did all these rounds would do little else.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from service.heartbeat import SILENCE
from tests.simulation.clock import START
from tests.simulation.observer import Observer
from tests.simulation.plan import BEAT


class Dark(NamedTuple):
    """A time in which there was no process; `lit` is when there was one again, `until` when that had done a round."""

    since: datetime
    lit: datetime | None = None
    until: datetime | None = None

    @property
    def counts(self) -> bool:
        """Say whether it was so long that it must count for nobody."""
        return self.until is not None and self.until - self.since > SILENCE


class Pulse:
    """Keeps the heart of the service beating while it lives, and knows when it did not."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.darks: list[Dark] = []

    @property
    def is_silent(self) -> bool:
        """Say whether no worker has done a round since all processes were gone."""
        return bool(self.darks) and self.darks[-1].until is None

    def keep(self, now: datetime) -> None:
        """Note that a worker is about to do a round; the last one was a moment ago, unless there was nobody."""
        last = self._observer.last_beat() or START
        if self.is_silent and last > self.darks[-1].since:
            self.darks[-1] = self.darks[-1]._replace(until=last)
        if not self.is_silent:
            self._observer.beat(now - BEAT)

    def stop(self, now: datetime) -> None:
        """Note that there is no process any more."""
        self.keep(now)
        if not self.is_silent:
            self._observer.beat(now)
            self.darks.append(Dark(now))

    def light(self, now: datetime) -> None:
        """Note that there is a process again."""
        if self.is_silent:
            self.darks[-1] = self.darks[-1]._replace(lit=now)
