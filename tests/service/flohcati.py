"""Setting up matches of Zirkus Flohcati that come to a wanted decision."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from models.tables import Decision
from service import matches, play
from service.base import Service
from service.matches import Guest, INVITE, ME, Opening, Plan
from tests.service.table import decision_of, match_of, new_player

GAME = "flohcati"
DAY = 24 * 3600
NAMES = ("Ann", "Ben", "Cho", "Dee")
KINDS = ("turn", "ask", "draw", "give", "pick", "after")


def fix_the_secret(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Let the host's secret be a known one, so that a match is the same each time."""
    rng = Random(seed)
    monkeypatch.setattr(
        matches, "secrets", SimpleNamespace(token_bytes=rng.randbytes, choice=rng.choice, SystemRandom=lambda: rng)
    )


def open_ring(service: Service, now: datetime, names: tuple[str, ...] = NAMES) -> str:
    """Return a running match of people."""
    ann = new_player(service, names[0], now)
    plans = [Plan(ME), *[Plan(INVITE, f"{name.lower()}@example.org") for name in names[1:]]]
    match_id = matches.open_match(service, ann.id or 0, Opening(GAME, {}, plans, DAY, open_to_all=True), "test", now)
    matches.announce(service, match_id, "ann's phrase", now)
    for seat, name in enumerate(names[1:], 2):
        matches.take_seat(service, match_id, seat, Guest(name), now)
    return match_id


def position_of(service: Service, match_id: str) -> Any:
    with service.store.reading() as session:
        return service.histories.load(session, matches.find(session, match_id)).position


def play_until(service: Service, match_id: str, now: datetime, wanted: Callable[[Any], bool]) -> Decision | None:
    """Play boldly until the position is as wanted; return the decision then, `None` when the match is over."""
    rng = Random(5)
    while match_of(service, match_id).status == "running":
        position, decision = position_of(service, match_id), decision_of(service, match_id)
        if wanted(position):
            return decision
        moves = list(position.moves(decision.seat))
        bold = decision.kind == "turn" and moves[0] == "reveal" and rng.random() < 0.6
        move = "reveal" if bold else position.deadline_move(decision.seat)
        play.play(service, match_id, decision.seat, move, asked=decision.asked, now=now)
    return None
