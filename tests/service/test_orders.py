"""Standing orders: they answer before the player is asked, once, secretly, and never stand in anybody's way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlmodel import select

import games.orders
from games.contract import BadNotation
from models.tables import Outbox, Player, StandingOrder
from service import course, due, orders, outbox, play, rebuild, seats
from service.base import NotFound, NotRunning, Refused, Service
from tests.conftest import VirtualClock
from tests.service.friends import open_among_friends, position_of
from tests.service.table import decision_of, events_of, match_of, open_with_people, outbox_of, play_any


@pytest.fixture
def match_id(service: Service, clock: VirtualClock) -> str:
    return open_with_people(service, clock.now)


def order_of(service: Service, match_id: str, seat: int) -> StandingOrder | None:
    with service.store.reading() as session:
        return session.get(StandingOrder, (match_id, seat))


def go(service: Service, match_id: str, clock: VirtualClock, move: str) -> int:
    decision = decision_of(service, match_id)
    return play.play(service, match_id, decision.seat, move, asked=decision.asked, now=clock.now)


def turns(service: Service, match_id: str, seat: int) -> int:
    with service.store.reading() as session:
        query = select(Outbox).where(Outbox.match_id == match_id, Outbox.seat == seat, Outbox.kind == "turn")
        return len(session.exec(query).all())


def in_order(service: Service, match_id: str) -> Sequence[int]:
    """Return the seats in the order in which they are asked, from who is asked now."""
    first = decision_of(service, match_id).seat
    return [(first - 1 + n) % 3 + 1 for n in range(3)]


def test_an_order_answers_within_the_move_that_asks(service: Service, clock: VirtualClock, match_id: str) -> None:
    first, second, third = in_order(service, match_id)
    assert not orders.give(service, match_id, second, "auction", "pass", clock.now)
    assert match_of(service, match_id).number == 0, "nobody is told of it"
    mails = turns(service, match_id, second)
    go(service, match_id, clock, "pass")
    events = events_of(service, match_id)
    assert [(event.seat, event.move, event.by) for event in events[1:]] == [
        (first, "pass", "player"),
        (second, "pass", "order"),
    ]
    assert events[-1].detail["order"] == "pass"
    assert decision_of(service, match_id).seat == third
    assert turns(service, match_id, second) == mails, "what an order answered is not mailed"
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")


def test_the_first_line_that_stands_is_played(service: Service, clock: VirtualClock, match_id: str) -> None:
    """Bid up to a limit and then pass, for as long as the auction lasts."""
    first, second, third = in_order(service, match_id)
    held = sorted(card for card in position_of(service, match_id).view(second)["hand"] if card.isdigit())
    rank = max(held, key=held.count)
    orders.give(service, match_id, second, "auction", f"bid up to 1x{rank}, then pass", clock.now)
    go(service, match_id, clock, "pass")
    assert events_of(service, match_id)[-1].by == "order"
    bid = events_of(service, match_id)[-1].move or ""
    assert bid.startswith("bid 1x")
    order = order_of(service, match_id, second)
    assert order
    assert order.fired == 1
    if decision_of(service, match_id).seat == third:
        better = next((m for m in position_of(service, match_id).moves(third) if m.startswith("bid 2x")), "pass")
        go(service, match_id, clock, better)
    assert first != second


def test_one_for_what_is_asked_next_is_gone_with_it(service: Service, clock: VirtualClock, match_id: str) -> None:
    _first, second, _third = in_order(service, match_id)
    orders.give(service, match_id, second, course.DECISION, "pass", clock.now)
    go(service, match_id, clock, "pass")
    assert order_of(service, match_id, second) is None
    assert not outbox_of(service, match_id, outbox.ORDER), "it was used"


def test_one_that_did_not_stand_asks_and_is_gone_with_the_answer(
    service: Service, clock: VirtualClock, match_id: str
) -> None:
    _first, second, _third = in_order(service, match_id)
    orders.give(service, match_id, second, course.DECISION, "settle 22J", clock.now)
    go(service, match_id, clock, "pass")
    assert decision_of(service, match_id).seat == second
    assert turns(service, match_id, second) == 1
    assert order_of(service, match_id, second)
    go(service, match_id, clock, "pass")
    assert order_of(service, match_id, second) is None
    assert not outbox_of(service, match_id, outbox.ORDER), "they know: they answered themselves"


def test_one_whose_scope_ends_unused_is_told(service: Service, clock: VirtualClock) -> None:
    match_id = open_among_friends(service, clock.now, "clubs", ("Ann", "Ben", "Cho"))
    leader = decision_of(service, match_id).seat
    orders.give(service, match_id, leader % 3 + 1, "trick", "lowest up to 1", clock.now)
    lead = next(iter(position_of(service, match_id).moves(leader)))
    go(service, match_id, clock, lead)
    due.sweep(service, decision_of(service, match_id).due_at)
    due.sweep(service, decision_of(service, match_id).due_at)
    assert order_of(service, match_id, leader % 3 + 1) is None
    rows = outbox_of(service, match_id, outbox.ORDER)
    if rows:
        assert [(row.seat, row.detail["lines"], row.detail["why"]) for row in rows] == [
            (leader % 3 + 1, ["lowest up to 1"], "over")
        ]
    else:
        assert "order" in {event.by for event in events_of(service, match_id)}


def test_one_given_when_asked_is_played_at_once(service: Service, clock: VirtualClock, match_id: str) -> None:
    seat = decision_of(service, match_id).seat
    assert orders.give(service, match_id, seat, course.DECISION, "pass", clock.now)
    event = events_of(service, match_id)[-1]
    assert (event.seat, event.move, event.by) == (seat, "pass", "order")


def test_changed_and_withdrawn(service: Service, clock: VirtualClock, match_id: str) -> None:
    _first, second, _third = in_order(service, match_id)
    orders.give(service, match_id, second, "auction", "pass", clock.now)
    orders.give(service, match_id, second, "game", "bid 1x4; pass", clock.now)
    order = order_of(service, match_id, second)
    assert order
    assert (order.scope, order.lines) == ("game", ["bid 1x4", "pass"])
    assert orders.withdraw(service, match_id, second, clock.now)
    assert not orders.withdraw(service, match_id, second, clock.now)
    go(service, match_id, clock, "pass")
    assert decision_of(service, match_id).seat == second
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")


@pytest.mark.parametrize(
    ("scope", "text", "error"),
    [
        ("auction", "castle", BadNotation),
        ("auction", "", Refused),
        ("auction", " ; \n", Refused),
        ("weather", "pass", Refused),
        ("auction", "pass\n" * 13, BadNotation),
    ],
)
def test_what_is_no_order(
    service: Service, clock: VirtualClock, match_id: str, scope: str, text: str, error: type[Exception]
) -> None:
    orders.give(service, match_id, 1, course.DECISION, "settle 22J", clock.now)
    with pytest.raises(error):
        orders.give(service, match_id, 1, scope, text, clock.now)
    order = order_of(service, match_id, 1)
    assert order
    assert order.lines == ["settle 22J"], "the one before still holds"


def test_for_whom_none_can_be_given(service: Service, clock: VirtualClock, match_id: str) -> None:
    with pytest.raises(NotFound):
        orders.give(service, match_id, 9, "auction", "pass", clock.now)
    seats.resign(service, match_id, 2, "bot", clock.now)
    with pytest.raises(NotFound):
        orders.give(service, match_id, 2, "auction", "pass", clock.now)
    seats.end(service, match_id, "enough", "Hilda", clock.now)
    with pytest.raises(NotRunning):
        orders.give(service, match_id, 1, "auction", "pass", clock.now)


def test_one_that_fails_never_undoes_the_move_that_called_on_it(
    service: Service, clock: VirtualClock, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, _third = in_order(service, match_id)
    orders.give(service, match_id, second, "auction", "pass", clock.now)

    def stumble(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(course, "first", stumble)
    number = go(service, match_id, clock, "pass")
    assert events_of(service, match_id)[number].seat == first
    decision = decision_of(service, match_id)
    assert (decision.seat, turns(service, match_id, second)) == (second, 1), "they are asked"
    assert order_of(service, match_id, second) is None
    (row,) = outbox_of(service, match_id, outbox.ORDER)
    assert (row.seat, row.detail["why"]) == (second, "failed")


@pytest.mark.parametrize("answer", ["castle", "bid 9x9"])
def test_one_that_says_nonsense_is_dropped_and_told(
    service: Service, clock: VirtualClock, match_id: str, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    _first, second, _third = in_order(service, match_id)
    orders.give(service, match_id, second, "auction", "pass", clock.now)
    monkeypatch.setattr(course, "first", lambda position, seat, lines: ("pass", answer))
    go(service, match_id, clock, "pass")
    assert decision_of(service, match_id).seat == second
    assert order_of(service, match_id, second) is None
    assert outbox_of(service, match_id, outbox.ORDER)[0].detail["why"] == "failed"


def test_more_than_fit_into_one_transaction_are_left_to_the_sweep(
    service: Service, clock: VirtualClock, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "MOST_AUTOMATIC", 0)
    monkeypatch.setattr(rebuild, "MOST_AUTOMATIC", 0)
    _first, second, _third = in_order(service, match_id)
    orders.give(service, match_id, second, "auction", "pass", clock.now)
    go(service, match_id, clock, "pass")
    decision = decision_of(service, match_id)
    assert (decision.seat, decision.due_at) == (second, clock.now)
    assert turns(service, match_id, second) == 0
    due.sweep(service, clock.now)
    event = events_of(service, match_id)[-1]
    assert (event.seat, event.by, event.detail["order"]) == (second, "order", "pass")
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")


def test_a_rehearsal_is_made_from_what_the_seat_sees(service: Service, clock: VirtualClock, match_id: str) -> None:
    first, second, third = in_order(service, match_id)
    with service.store.reading() as session:
        match = match_of(service, match_id)
        now = orders.rehearsal(service, session, match, first, course.DECISION, ["pass"])
        later = orders.rehearsal(service, session, match, second, "auction", ["pass"])
    assert now.now
    assert [case.move for case in now.cases] == ["pass"]
    assert not later.now
    assert {(case.actor, case.outcome, case.move) for case in later.cases} == {(first, "plays", "pass")}
    assert third


def test_moves_known_to_be_the_only_ones_are_played_when_their_player_said_so(
    service: Service, clock: VirtualClock
) -> None:
    """What only its player can know to be forced is asked, unless they want it played."""
    played = {}
    for wanted in (False, True):
        match_id = open_among_friends(service, clock.now, "clubs", ("Ann", "Ben", "Cho"), {"target": 10})
        with service.store.writing() as session:
            for player in session.exec(select(Player)):
                player.plays_forced = wanted
                session.add(player)
        for _ in range(300):
            if match_of(service, match_id).status != "running":
                break
            decision = decision_of(service, match_id)
            if decision.due_at <= clock.now:
                due.sweep(service, clock.now)
                continue
            forced = position_of(service, match_id).forced(decision.seat)
            assert not (wanted and forced), "it should have been played"
            position = position_of(service, match_id)
            go(service, match_id, clock, position.deadline_move(decision.seat))
        played[wanted] = sum(event.by == "forced" for event in events_of(service, match_id))
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
    assert played[True] > 0


def test_orders_are_in_no_log_and_go_with_the_match(service: Service, clock: VirtualClock, match_id: str) -> None:
    orders.give(service, match_id, 1, "game", "settle 22J", clock.now)
    seats.resign(service, match_id, 1, "deadline", clock.now)
    assert order_of(service, match_id, 1) is None
    orders.give(service, match_id, 2, "game", "settle 22J", clock.now)
    seats.end(service, match_id, "enough", "Hilda", clock.now)
    assert order_of(service, match_id, 2) is None
    assert "22J" not in str([event.model_dump() for event in events_of(service, match_id)[1:]])
    assert games.orders.MOST_LINES == 12


@pytest.mark.xfail(strict=True, reason="what an order was to answer at once is due at once without it too")
def test_one_taken_back_before_the_sweep_follows_it_is_no_lapse(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where more follows of itself than one transaction plays, the rest is left to the sweep."""
    monkeypatch.setattr(course, "MOST_AUTOMATIC", 0)
    match_id = open_with_people(service, clock.now)
    seat = decision_of(service, match_id).seat % 3 + 1
    orders.give(service, match_id, seat, "decision", "pass", clock.now)
    play_any(service, match_id, clock.now)
    orders.withdraw(service, match_id, seat, clock.now)
    due.sweep(service, clock.now)
    assert events_of(service, match_id)[-1].by != "deadline"
