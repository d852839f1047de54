"""The clock: when a decision is due. Pure; time is an argument."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

RUN_FLOOR = timedelta(hours=1)


class Span(NamedTuple):
    """From when to when a decision waits (UTC)."""

    since: datetime
    due_at: datetime


def quarter(pace: Mapping[str, Any]) -> timedelta:
    """Return a quarter of the time for a move: how long what is only offered waits for a better occasion."""
    return timedelta(seconds=pace["allowance"]) / 4


def at_once(now: datetime) -> Span:
    """Return the span of a decision that a bot, or nobody, thinks about."""
    return Span(now, now)


def span(pace: Mapping[str, Any], now: datetime, run: Span | None = None) -> Span:
    """Return the span of a decision asked at `now`.

    A run of decisions of one seat, each asked by its own last move, is one deadline: `run` is the span of the one
    before. But who answered at the last moment has an hour for what follows, or the whole allowance if that is less.
    What was due at once, as nobody had to think about it, begins no run.
    """
    allowance = timedelta(seconds=pace["allowance"])
    if not run or run.due_at <= run.since:
        return Span(now, now + allowance)
    return Span(run.since, max(run.due_at, now + min(allowance, RUN_FLOOR)))
