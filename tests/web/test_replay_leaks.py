"""Replay: what a step shows a seat does not depend on cards that it has not seen."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from sqlmodel import select

from games.chance import Recorded
from games.contract import GameError
from games.katzenjammer_blues import KatzenjammerBlues
from games.record import fingerprint
from models.tables import Event
from service import matches
from service.history import Histories
from tests.conftest import Running, VirtualClock
from tests.service.table import match_of, open_with_bots, play_any
from tests.web.test_replay import by_link, view_at


def shuffle_unseen(running: Running, match_id: str, seat: int, rng: Random) -> bool:
    """Let cards that `seat` has not seen change places in the stored match; say whether the moves still fit.

    In this match nobody has drawn after a joker, so that `seat` has seen its six cards and the rows.
    """
    with running.service.store.writing() as session:
        events = list(session.exec(select(Event).where(Event.match_id == match_id).order_by(Event.number)))  # type: ignore[arg-type]
        deck, first = list(events[0].chance["deck/1"]), events[0].chance["first"]
        own = [n for n in range(18) if (first + 1 + n) % 3 + 1 == seat]
        rows = range(18, 90 - view_at(running, match_id, None, events[-1].number)["pile"])
        places = [n for n in range(90) if n not in own and n not in rows]
        cards = [deck[n] for n in places]
        rng.shuffle(cards)
        for n, card in zip(places, cards, strict=True):
            deck[n] = card
        chance = {**events[0].chance, "deck/1": deck}
        prints = _fingerprints(chance, events)
        if not prints:
            return False
        for event, mark in zip(events, prints, strict=True):
            event.fingerprint = mark
        events[0].chance = chance
    return True


def _fingerprints(chance: Mapping[str, Any], events: list[Event]) -> list[str]:
    position = KatzenjammerBlues.deal({"games": 1}, 3, Recorded(chance))
    prints = [fingerprint(position)]
    try:
        for event in events[1:]:
            position.play(event.seat or 0, event.move or "")
            prints.append(fingerprint(position))
    except GameError:  # somebody could not have played what they played
        return []
    return prints


def without_joker(running: Running, clock: VirtualClock) -> str:
    """Return a match whose first rows hold no joker, with an auction played and another begun."""
    for attempt in range(60):
        plans = [matches.Plan("me"), *[matches.Plan("bot")] * 2]
        if not attempt:
            match_id = open_with_bots(running.service, clock.now)
            ann = match_of(running.service, match_id).opener_id
        else:
            plan = matches.Opening("katzenjammer-blues", {}, plans, 3600)
            match_id = matches.open_match(running.service, ann, plan, "test", clock.now)
            matches.announce(running.service, match_id, "", clock.now)
        for _ in range(5):
            play_any(running.service, match_id, clock.now)
        if view_at(running, match_id, None, 5)["sizes"] == [6, 6, 6]:
            return match_id
    raise AssertionError("a joker in every first row")


def can_be_told_apart(running: Running, match_id: str) -> bool:
    """Say whether the steps of seat 1 show how cards lie that it has not seen."""
    visitor, rng, tried = by_link(running, match_id, 1), Random(5), 0
    paths = [f"/m/{match_id}/1/step/{step}" for step in range(6)]
    before = [visitor.get(path).data for path in paths]
    for _ in range(200):
        if shuffle_unseen(running, match_id, 1, rng):
            running.service.histories = Histories()
            if [visitor.get(path).data for path in paths] != before:
                return True
            tried += 1
            if tried == 3:
                break
    assert tried, "some other lie of the cards fits the moves"
    return False


def test_a_step_does_not_depend_on_what_the_seat_has_not_seen(running: Running, clock: VirtualClock) -> None:
    assert not can_be_told_apart(running, without_joker(running, clock))


@pytest.mark.parametrize("leak", ["pile", "hand"])
def test_a_leak_would_be_found(
    running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    match_id = without_joker(running, clock)
    view = KatzenjammerBlues.view

    def leaky(position: KatzenjammerBlues, seat: int | None) -> dict[str, Any]:
        cards = position.cards[position.at : position.at + 6] if leak == "pile" else view(position, 2)["hand"]
        return {**view(position, seat), "row": list(cards)}

    monkeypatch.setattr(KatzenjammerBlues, "view", leaky)
    assert can_be_told_apart(running, match_id)
