"""Whole matches of every game, played by everybody who may: people, bots, deadlines, stand-ins, in any order.

After everything that happens the summaries beside the log are those that the log alone gives.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from service import due, play, rebuild, records, seats
from service.base import Service
from tests.conftest import VirtualClock
from tests.service.friends import fix_the_secret, NAMES, open_among_friends, position_of
from tests.service.table import decision_of, events_of, match_of

VARIANTS = {
    "katzenjammer": ("katzenjammer-blues", 3, {}),
    "clubs of two": ("clubs", 2, {"target": 20}),
    "crazy clubs": ("clubs", 3, {"crazy": True, "target": 20}),
    "clubs in teams": ("clubs", 6, {"teams": 3, "crazy": True, "wild": True, "target": 20}),
    "flohcati": ("flohcati", 4, {}),
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # nothing here is asked of the database
@pytest.mark.parametrize("most", [play.MOST_AUTOMATIC, 1])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_summaries_follow_from_the_log(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, variant: str, most: int
) -> None:
    monkeypatch.setattr(play, "MOST_AUTOMATIC", most)
    monkeypatch.setattr(rebuild, "MOST_AUTOMATIC", most)
    fix_the_secret(monkeypatch, 15)
    game, seated, options = VARIANTS[variant]
    match_id, rng = open_among_friends(service, clock.now, game, NAMES[:seated], options), Random(15)
    gone: set[int] = set()
    for _ in range(150):
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
        if match_of(service, match_id).status != "running":
            break
        _go_on(service, match_id, clock, rng, gone)
    assert len({event.by for event in events_of(service, match_id)}) > 3
    assert rebuild.check(service.store, match_id).wrong == ""


def _go_on(service: Service, match_id: str, clock: VirtualClock, rng: Random, gone: set[int]) -> None:
    """Let somebody double, play, resign, or let time pass."""
    clock.advance(minutes=rng.choice((0, 0, 5, 300)))
    position, decision = position_of(service, match_id), decision_of(service, match_id)
    may = [offer for offer in position.optional() if offer.seat not in gone]
    what = rng.random()
    if may and what < 0.1:
        offer = rng.choice(may)
        play.play(service, match_id, offer.seat, offer.kind, asked=None, now=clock.now)
    elif what < 0.12 and len(gone) < position.seats - 1:
        seat = rng.choice([seat for seat in range(1, position.seats + 1) if seat not in gone])
        gone.add(seat)
        seats.resign(service, match_id, seat, rng.choice(seats.STAND_INS), clock.now)
    elif what < 0.13:
        records.revealed(service, match_id, "why", clock.now)
    elif decision.due_at <= clock.now or what < 0.3:
        clock.now = max(clock.now, decision.due_at)
        due.sweep(service, clock.now)
    else:
        move = rng.choice([move for move in islice(position.moves(decision.seat), 30) if move != "double"])
        play.play(service, match_id, decision.seat, move, asked=decision.asked, now=clock.now)
