"""A house bot may say something optional when it is asked: the decision stays, and the next sweep plays an answer."""

from __future__ import annotations

import pytest

from bots import clubs
from games.contract import View
from service import due
from service.base import Service
from tests.conftest import VirtualClock
from tests.service.table import decision_of, events_of, open_with_bots


def test_a_bot_that_doubles_is_asked_again(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bold(view: View, rng: object) -> str:
        may = any(decision["seat"] == view["seat"] for decision in view["optional"])
        return "double" if may else right(view, rng)  # type: ignore[arg-type]

    right = clubs.choose
    monkeypatch.setattr(clubs, "choose", bold)
    match_id = open_with_bots(service, clock.now, bots=3, game="clubs")
    for _ in range(8):
        if decision_of(service, match_id).seat == 1:
            clock.advance(days=1, seconds=1)
        due.sweep(service, clock.now)
    told = [(event.seat, event.move, event.by) for event in events_of(service, match_id) if event.kind == "move"]
    doubled = [n for n, (_, move, _) in enumerate(told) if move == "double"]
    assert doubled
    for n in doubled:
        assert told[n + 1][0] == told[n][0], "the same seat is asked again"
        assert told[n + 1][1] != "double"
        assert told[n][2] == "bot"
