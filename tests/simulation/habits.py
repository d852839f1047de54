"""What people are like: when they look at their mail, and what they do with it."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tests.simulation.clock import START
from tests.simulation.plan import Plan

ZONES = ("Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles", "Asia/Kolkata", "Asia/Tokyo",
         "Australia/Sydney", "UTC")  # fmt: skip


class Habits(NamedTuple):
    """Chances are of each mail or move, unless something else is said."""

    zone: str
    hours: tuple[int, ...]  # at which they look at their mail, by their clock
    holidays: tuple[tuple[datetime, datetime], ...]  # when they do not look
    announces: float  # their holidays
    forgets: float  # to answer at all
    dawdles: float  # and looks again another time
    waits: float  # for the very second of the deadline
    doubles: float  # clicks twice
    stays: float  # at the table for what comes next
    forwards: float
    old: float  # opens an old mail, of each look at the mail
    resigns: float
    scanner: int  # how often the scanner of their mail opens every link

    def next_look(self, after: datetime, rng: Random) -> datetime:
        """Return when they look at their mail next."""
        local = after.astimezone(ZoneInfo(self.zone))
        for days in range(60):
            day = local.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=days)
            for hour in self.hours:
                at = day.replace(hour=hour, minute=rng.randrange(60), second=rng.randrange(60)).astimezone(START.tzinfo)
                if at > after and not any(begin <= at < end for begin, end in self.holidays):
                    return at
        return after + timedelta(days=60)


def make_habits(rng: Random, plan: Plan) -> Habits:
    """Return the habits of somebody: some are quick and some are not."""
    many = rng.choice((1, 2, 3, 8))
    holidays = []
    for _ in range(rng.choice((0, 1, 1, 2))):
        begin = START + timedelta(days=rng.uniform(0, max(plan.days, 30)))
        holidays.append((begin, begin + timedelta(days=rng.uniform(1, 10))))
    return Habits(
        zone=rng.choice(ZONES),
        hours=tuple(sorted(rng.sample(range(6, 24), many))),
        holidays=tuple(holidays),
        announces=rng.choice((0.0, 0.7)),
        forgets=rng.choice((0.0, 0.02, 0.1)),
        dawdles=rng.choice((0.0, 0.2, 0.5)),
        waits=rng.choice((0.0, 0.0, 0.05, 0.3)),
        doubles=plan.chance(rng.choice((0.0, 0.02, 0.2))),
        stays=rng.choice((0.2, 0.9)),
        forwards=plan.chance(rng.choice((0.0, 0.0, 0.05))),
        old=plan.chance(rng.choice((0.0, 0.1, 0.3))),
        resigns=plan.chance(rng.choice((0.0, 0.001, 0.01))),
        scanner=rng.choice((0, 0, 0, 1, 3)),
    )
