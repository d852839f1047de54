"""Several decisions of one seat in a row: one deadline, one mail, and a deadline that plays them all."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from models.tables import Outbox
from service import due, matches, play, rebuild
from service.base import Service
from service.course import PATIENCE
from tests.conftest import VirtualClock
from tests.service.flohcati import open_ring, play_until
from tests.service.friends import fix_the_secret, open_among_friends, position_of
from tests.service.table import decision_of, events_of, open_with_bots, outbox_of


@pytest.fixture
def match_id(service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> str:
    fix_the_secret(monkeypatch, 7)
    match_id = open_ring(service, clock.now)
    assert due.sweep(service, clock.now) == 1, "with nothing in the ring all that can be done is to reveal"
    assert events_of(service, match_id)[-1].by == "forced"
    assert decision_of(service, match_id).due_at == clock.now + timedelta(days=1)
    return match_id


def turns(service: Service, match_id: str, seat: int) -> list[Outbox]:
    return [row for row in outbox_of(service, match_id, "turn") if row.seat == seat]


@pytest.mark.usefixtures("never_away")
def test_a_deadline_plays_until_the_decision_is_another_seats(
    service: Service, match_id: str, clock: VirtualClock
) -> None:
    """A deadline that passes during a turn plays deadline moves until the decision is another seat's."""
    for _ in range(60):
        before, decision = events_of(service, match_id)[-1].number, decision_of(service, match_id)
        position = position_of(service, match_id)
        clock.now = decision.due_at
        assert due.sweep(service, clock.now) == 1
        played = events_of(service, match_id)[before + 1 :]
        for event in played:
            forced = position.forced(decision.seat)
            expected = forced.move if forced else position.deadline_move(decision.seat)
            assert (event.seat, event.move) == (decision.seat, expected) or event.by == "forced"
            position = position_of_step(service, match_id, event.number)
        now = decision_of(service, match_id)
        assert now.seat != decision.seat
        assert now.due_at > clock.now
    assert any(
        a.by == b.by == "deadline" and a.seat == b.seat
        for a, b in zip(events_of(service, match_id), events_of(service, match_id)[1:], strict=False)
    ), "some turn took two moves of one deadline"
    assert rebuild.rebuild(service.store, match_id).differences == ()


def position_of_step(service: Service, match_id: str, number: int) -> Any:
    with service.store.reading() as session:
        return service.histories.load(session, matches.find(session, match_id)).positions[number]


def next_card_joins(position: Any) -> bool:
    """Say whether the seat whose turn it is may reveal, and the card will join the ring."""
    card = position.cards[position.at] if position.pile else "ask"
    acts = {shown[0] for shown in position.row}
    return position.phase == "turn" and bool(acts) and len(card) == 2 and card[0] not in acts and position.pile > 3


@pytest.mark.usefixtures("never_away")
def test_one_lapse_is_told_once(service: Service, match_id: str, clock: VirtualClock) -> None:
    for told in range(1, 11):
        clock.now = decision_of(service, match_id).due_at
        due.sweep(service, clock.now)
        assert len(outbox_of(service, match_id, "deadline")) == told


def test_who_has_just_played_is_mailed_only_after_a_while(service: Service, match_id: str, clock: VirtualClock) -> None:
    decision = play_until(service, match_id, clock.now, next_card_joins)
    assert decision
    clock.advance(minutes=1)
    first = turns(service, match_id, decision.seat)[-1]
    assert first.due_at == first.queued_at
    clock.advance(hours=1)
    play.play(service, match_id, decision.seat, "reveal", asked=decision.asked, now=clock.now)
    after = decision_of(service, match_id)
    assert after.seat == decision.seat
    row = turns(service, match_id, decision.seat)[-1]
    assert row.number == after.asked
    assert row.due_at == clock.now + PATIENCE
    assert after.due_at == decision.due_at, "a run of decisions has one deadline"
    play.play(
        service, match_id, after.seat, f"take {position_of(service, match_id).row[0]}", asked=after.asked, now=clock.now
    )
    other = decision_of(service, match_id)
    assert turns(service, match_id, other.seat)[-1].due_at == clock.now, "the next seat hears of it at once"


def test_patience_is_short_where_time_is(service: Service, match_id: str, clock: VirtualClock) -> None:
    decision = play_until(service, match_id, clock.now, next_card_joins)
    assert decision
    clock.now = decision.due_at - timedelta(minutes=8)
    play.play(service, match_id, decision.seat, "reveal", asked=decision.asked, now=clock.now)
    after = decision_of(service, match_id)
    assert after.seat == decision.seat
    assert clock.now < turns(service, match_id, after.seat)[-1].due_at < after.due_at


@pytest.mark.usefixtures("never_away")
def test_a_deadline_stops_at_a_new_deal(service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever leads the next round has not seen that hand: it is a decision of its own, with all its time."""
    fix_the_secret(monkeypatch, 1)
    match_id = open_among_friends(service, clock.now, "clubs", ("Ann", "Ben", "Cho"), {"target": 500})
    for _ in range(2000):
        before, decision = events_of(service, match_id)[-1].number, decision_of(service, match_id)
        clock.now = decision.due_at
        assert due.sweep(service, clock.now) == 1
        events = events_of(service, match_id)[before + 1 :]
        after = decision_of(service, match_id)
        if any("deck/" in label for event in events for label in event.chance) and after.seat == decision.seat:
            assert after.due_at == clock.now + timedelta(days=1)
            assert after.kind == "lead"
            assert rebuild.rebuild(service.store, match_id).differences == ()
            return
    raise AssertionError("no deadline ended a round of which its seat leads the next")


def test_bots_do_not_make_mail_for_who_sits_at_the_table(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as only bots have moved since, whoever has just played is mailed after a while."""
    fix_the_secret(monkeypatch, 3)
    match_id = open_with_bots(service, clock.now, game="clubs")
    played = None
    for _ in range(8):
        while due.sweep(service, clock.now):
            pass
        decision = decision_of(service, match_id)
        row = turns(service, match_id, 1)[-1]
        assert row.number == decision.asked
        assert row.due_at == (played + PATIENCE if played else clock.now)
        clock.advance(minutes=1)
        played = clock.now
        move = position_of(service, match_id).deadline_move(1)
        play.play(service, match_id, 1, move, asked=decision.asked, now=clock.now)
    clock.advance(minutes=11)
    while due.sweep(service, clock.now):
        pass
    assert turns(service, match_id, 1)[-1].due_at == clock.now, "who has been away for long is mailed at once"
