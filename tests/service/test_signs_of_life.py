"""Who has played in time has done so, whatever was forced after it in the same transaction."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from service import due, play, rebuild
from service.base import Service
from service.clock import HOUR, Pace
from tests.conftest import VirtualClock
from tests.service import friends
from tests.service.friends import fix_the_secret, open_among_friends, position_of
from tests.service.table import decision_of, events_of, match_of
from tests.service.test_pace import seat_of

EARNING = Pace(24 * HOUR, earn=60, most=HOUR)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # nothing here is asked of the database
def test_a_move_that_a_forced_one_follows(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By “give” the pile is empty or the next card has no choice: “reveal” follows of itself."""
    fix_the_secret(monkeypatch, 0)
    monkeypatch.setattr(friends, "DAY", EARNING)
    match_id, rng = open_among_friends(service, clock.now, "flohcati", ("Ann", "Ben", "Cho")), Random(0)
    followed = 0
    for _ in range(150):
        if match_of(service, match_id).status != "running":
            break
        decision = decision_of(service, match_id)
        before = seat_of(service, match_id, decision.seat)
        if decision.due_at <= clock.now or (not before.lapses and rng.random() < 0.3):
            clock.now = max(clock.now, decision.due_at)
            due.sweep(service, clock.now)
            continue
        number = match_of(service, match_id).number
        move = rng.choice([*islice(position_of(service, match_id).moves(decision.seat), 30)])
        play.play(service, match_id, decision.seat, move, asked=decision.asked, now=clock.now)
        after = seat_of(service, match_id, decision.seat)
        written = [(event.seat, event.by) for event in events_of(service, match_id)[number + 1 :]]
        if match_of(service, match_id).status == "running":
            followed += before.lapses and written[:2] == [(decision.seat, "player"), (decision.seat, "forced")]
            assert after.lapses == 0, "they have just played"
            assert after.bank > 0, "that was in time"
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
    assert followed
