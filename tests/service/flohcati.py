"""Setting up matches of Zirkus Flohcati that come to a wanted decision."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

from models.tables import Decision
from service.base import Service
from tests.service import friends

GAME = "flohcati"
NAMES = friends.NAMES[:4]
KINDS = ("turn", "ask", "draw", "give", "pick", "after")


def open_ring(service: Service, now: datetime, names: tuple[str, ...] = NAMES) -> str:
    """Return a running match of people."""
    return friends.open_among_friends(service, now, GAME, names)


def boldly(position: Any, decision: Decision, rng: Random) -> str:
    bold = decision.kind == "turn" and next(position.moves(decision.seat)) == "reveal" and rng.random() < 0.6
    return "reveal" if bold else position.deadline_move(decision.seat)


def play_until(service: Service, match_id: str, now: datetime, wanted: Callable[[Any], bool]) -> Decision | None:
    """Play boldly until the position is as wanted; return the decision then, `None` when the match is over."""
    return friends.play_until(service, match_id, now, wanted, boldly)
