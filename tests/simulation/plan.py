"""What a run is made from: its seed, its size, and how often things go wrong."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

SWEEP = timedelta(minutes=1)  # the worker looks at least this often
BEAT = timedelta(seconds=30)  # since its last round, at most
# How often things go wrong, multiplied by the trouble of a plan.
DEATHS = 0.002  # of a process (a plan may say otherwise): at each commit and send, once before it and once after
MEANWHILE = 0.01  # another process has its turn before a transaction that writes
DEFERRED = 0.02  # of the mails are not taken now
UNHEARD = 0.01  # of the mails are taken, and the answer is lost
SLOW = 0.002  # of the mails keep the postman for longer than his claim lasts
MOVES_AWAY = 0.03  # of the people have an address that ceases to be

WHOLE_MACHINE = 0.25  # of the deaths take the other process along
WOKEN = 0.85  # of the commits wake a worker at once; else it looks when its time has come
OUTAGE_DAYS = 12  # between two days on which the mail server is down, on average


class Plan(NamedTuple):
    """One run. The same plan gives the same run."""

    seed: int
    days: int
    matches: int
    trouble: float = 1  # how much more goes wrong than usual
    deaths: float = DEATHS
    leaks: float = 0.01  # of the mails and pages are made again with other unseen cards
    fault: str = ""  # planted, see `faults`
    full_every: int = 5000  # steps between two checks of every match

    @property
    def command(self) -> str:
        """Return the command that repeats this run."""
        words = [f"make simulate SEED={self.seed} DAYS={self.days} MATCHES={self.matches}"]
        for name in ("trouble", "deaths", "leaks", "fault"):
            if getattr(self, name) != Plan._field_defaults[name]:
                words.append(f"{name.upper()}='{getattr(self, name)}'")
        return " ".join(words)

    def chance(self, usual: float) -> float:
        """Return how likely something is to go wrong in this run."""
        return min(usual * self.trouble, 0.9)


class Violation(BaseException):
    """Something that must never happen; nothing of the service catches it."""


class Failed(AssertionError):
    """A run in which something went wrong: what, what was before that, and the command that repeats it."""
