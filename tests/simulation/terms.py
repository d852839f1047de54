"""When a decision is due, and why: the one place in which the checks ask that."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from service.rebuild import Summary
from tests.simulation.observer import Waits


class Term(NamedTuple):
    """The moment before which nobody but its player may answer a decision."""

    due_at: datetime
    why: str


def term(waited: Summary, told: datetime | None, given_up: bool) -> Term:
    """Return when a decision is due by the log, and not before `told`: until when a mail said that it waits.

    What waits for a seat is due at once when it is given up, whatever its player was told before.
    """
    if not waited.clock.thinks:
        return Term(waited.due_at, "nobody thinks about it")
    if given_up or told is None:
        return Term(waited.due_at, "its seat was given up" if given_up else "its time is over, and no mail told of it")
    return Term(max(waited.due_at, told), "its time is over")


def is_awaited(waits: Waits) -> bool:
    """Say whether a decision waits for a person, who then has to be mailed."""
    return waits.due_at > waits.since


def stands_still(status: str, waiting: Mapping[int, Waits]) -> bool:
    """Say whether a match of this status should go on, and cannot."""
    return status == "running" and not waiting
