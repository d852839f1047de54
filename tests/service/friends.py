"""Setting up matches among friends, of any game, that come to a wanted position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from models.tables import Decision
from service import matches, people, play
from service.base import Service
from service.matches import Guest, INVITE, ME, Opening, Plan
from tests.service.table import DAY, decision_of, match_of

NAMES = ("Ann", "Ben", "Cho", "Dee", "Eve", "Fay")

Choose = Callable[[Any, Decision, Random], str]


def fix_the_secret(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Let the host's secret be a known one, so that a match is the same each time."""
    rng = Random(seed)
    monkeypatch.setattr(
        matches, "secrets", SimpleNamespace(token_bytes=rng.randbytes, choice=rng.choice, SystemRandom=lambda: rng)
    )


def address_of(name: str) -> str:
    return f"{''.join(name.lower().split())}@example.org"


def open_among_friends(
    service: Service, now: datetime, game: str, names: tuple[str, ...], options: Mapping[str, object] = {}
) -> str:
    """Return a running match of people that anybody may watch."""
    with service.store.writing() as session:
        ann = people.find_or_create(session, names[0], address_of(names[0]), now, "UTC")
    plans = [Plan(ME), *[Plan(INVITE, address_of(name)) for name in names[1:]]]
    opening = Opening(game, options, plans, DAY, open_to_all=True)
    match_id = matches.open_match(service, ann.id or 0, opening, "test", now)
    matches.announce(service, match_id, "ann's phrase", now)
    for seat, name in enumerate(names[1:], 2):
        matches.take_seat(service, match_id, seat, Guest(name), now)
    return match_id


def position_of(service: Service, match_id: str) -> Any:
    with service.store.reading() as session:
        return service.histories.load(session, matches.find(session, match_id)).position


def play_until(
    service: Service, match_id: str, now: datetime, wanted: Callable[[Any], bool], choose: Choose
) -> Decision | None:
    """Play as `choose` says until the position is as wanted; return the decision then, `None` at the match's end."""
    rng = Random(5)
    while match_of(service, match_id).status == "running":
        position, decision = position_of(service, match_id), decision_of(service, match_id)
        if wanted(position):
            return decision
        play.play(
            service, match_id, decision.seat, choose(position, decision, rng), asked=decision.asked, now=now
        )  # fmt: skip
    return None
