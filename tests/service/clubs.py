"""Setting up matches of Clubs, of every variant, that come to a wanted position."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from models.tables import Decision
from service import play
from service.base import Service
from tests.service import friends

GAME = "clubs"


class Variant(NamedTuple):
    """Options, and for how many."""

    seats: int
    options: dict[str, Any]

    @property
    def names(self) -> tuple[str, ...]:
        return friends.NAMES[: self.seats]


VARIANTS = {
    "alone": Variant(4, {"target": 20}),
    "two players": Variant(2, {"target": 20}),
    "crazy": Variant(3, {"crazy": True, "target": 20}),
    "wild": Variant(3, {"wild": True, "target": 20}),
    "two teams": Variant(4, {"teams": 2, "target": 25}),
    "three teams": Variant(6, {"teams": 3, "crazy": True, "wild": True, "target": 20}),
}


def open_clubs(service: Service, now: datetime, variant: str = "alone") -> str:
    """Return a running match of people."""
    found = VARIANTS[variant]
    return friends.open_among_friends(service, now, GAME, found.names, found.options)


def briskly(position: Any, decision: Decision, rng: Random) -> str:
    """Choose a move as somebody who mostly plays, and many cards at once, so that rounds are short."""
    moves = [move for move in islice(position.moves(decision.seat), 200) if move != "double"]
    if "pass" in moves and rng.random() < 0.2:
        return "pass"
    melds = [move for move in moves if move != "pass"] or moves
    return rng.choice(melds[-max(1, len(melds) // 3) :])


def play_until(service: Service, match_id: str, now: datetime, wanted: Callable[[Any], bool]) -> Decision | None:
    """Play briskly until the position is as wanted; return the decision then, `None` when the match is over."""
    return friends.play_until(service, match_id, now, wanted, briskly)


def double(service: Service, match_id: str, now: datetime, *seats: int) -> None:
    for seat in seats:
        play.play(service, match_id, seat, "double", asked=None, now=now)
