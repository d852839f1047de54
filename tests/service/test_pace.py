"""The clock of a match: time banks, waking hours, reminders, and what the log says of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import select

from games.contract import BadOptions
from models.tables import Decision, Outbox, Player, Seat
from service import availability, clock, due, matches, outbox, people, play, rebuild
from service.base import Refused, Service
from service.clock import HOUR, Pace, PRESETS, RESTS
from service.matches import Guest, INVITE, ME, Opening, Plan
from tests.conftest import Running, VirtualClock
from tests.service import flohcati, friends
from tests.service.table import decision_of, events_of, GAME, match_of, new_player, outbox_of, play_any

DAILY = PRESETS["daily"]
BERLIN = ZoneInfo("Europe/Berlin")


def open_at(service: Service, clock: VirtualClock, pace: Pace, zones: Sequence[str] = ("UTC", "Europe/Berlin")) -> str:
    """Return a running match of Ann and Ben at a pace, in these zones."""
    ann = new_player(service, "Ann", clock.now)
    people.change(service, ann.id or 0, "Ann", "en", zones[0])
    plans = [Plan(ME), Plan(INVITE, "ben@example.org")]
    match_id = matches.open_match(service, ann.id or 0, Opening(GAME, {}, plans, pace), "test", clock.now)
    matches.announce(service, match_id, "", clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ben", zone=zones[1]), clock.now)
    return match_id


def seat_of(service: Service, match_id: str, number: int) -> Seat:
    with service.store.reading() as session:
        return session.get_one(Seat, (match_id, number))


def until(service: Service, match_id: str, number: int, clock: VirtualClock) -> Decision:
    """Play until a seat is asked; return the decision."""
    while decision_of(service, match_id).seat != number:
        play_any(service, match_id, clock.now)
    return decision_of(service, match_id)


def test_the_deadline_counts_waking_hours_and_then_the_bank(service: Service, clock: VirtualClock) -> None:
    match_id = open_at(service, clock, DAILY, ("Europe/Berlin", "Europe/Berlin"))
    decision = decision_of(service, match_id)
    bank_at = clock_of(decision).bank_at.astimezone(BERLIN)
    assert f"{bank_at:%a %H:%M}" == "Thu 09:00", "from Tuesday at one: nine hours, fourteen, and one"
    assert f"{decision.due_at.astimezone(BERLIN):%a %d %H:%M}" == "Tue 08 11:00", "72 more, fourteen a day"
    assert clock_of(decision).bank == 72 * HOUR


def clock_of(decision: Decision) -> clock.Clock:
    return clock.Clock.read(decision.clock)


def test_a_bank_is_used_after_the_time_for_a_move_and_grows_by_a_turn_in_time(
    service: Service, clock: VirtualClock
) -> None:
    match_id = open_at(service, clock, Pace(10 * HOUR, bank=5 * HOUR, earn=HOUR, most=6 * HOUR), ("UTC", "UTC"))
    first = decision_of(service, match_id)
    assert first.due_at == clock.now + timedelta(hours=15)
    clock.advance(hours=12)
    play_any(service, match_id, clock.now)
    assert seat_of(service, match_id, first.seat).bank == 4 * HOUR, "two hours used, one earned"
    assert events_of(service, match_id)[-1].detail["banks"] == {str(first.seat): 4 * HOUR}
    other = decision_of(service, match_id)
    assert other.seat != first.seat
    assert other.due_at == clock.now + timedelta(hours=15)
    play_any(service, match_id, clock.now)
    assert seat_of(service, match_id, other.seat).bank == 6 * HOUR
    decision = until(service, match_id, first.seat, clock)
    assert decision.due_at == clock.now + timedelta(hours=14)
    due.sweep(service, decision.due_at)
    assert seat_of(service, match_id, first.seat).bank == 0
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")


def test_a_change_of_hours_counts_from_the_next_decision(service: Service, clock: VirtualClock) -> None:
    match_id = open_at(service, clock, Pace(24 * HOUR, ignores=()), ("UTC", "UTC"))
    before = decision_of(service, match_id)
    with service.store.reading() as session:
        player = session.get_one(Seat, (match_id, before.seat)).player_id or 0
    availability.change(service, player, 22, 8, {5, 6}, plays_forced=False)
    people.change(service, player, "Ann", "en", "Asia/Tokyo")
    assert decision_of(service, match_id).due_at == before.due_at
    play_any(service, match_id, clock.now)
    after = clock_of(until(service, match_id, before.seat, clock)).availability
    assert (after.zone, after.quiet, after.days_off) == ("Asia/Tokyo", (22, 8), (5, 6))


@pytest.mark.parametrize("ignores", [("quiet",), ("days_off", "holidays"), RESTS])
def test_a_match_can_ignore_what_lets_clocks_rest(
    service: Service, clock: VirtualClock, ignores: tuple[str, ...]
) -> None:
    match_id = open_at(service, clock, Pace(24 * HOUR, ignores=ignores), ("Europe/Berlin", "Europe/Berlin"))
    assert (clock_of(decision_of(service, match_id)).availability.quiet is None) == ("quiet" in ignores)
    assert (decision_of(service, match_id).due_at == clock.now + timedelta(days=1)) == ("quiet" in ignores)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ((22, 9, set()), "10 of them at most"),
        ((24, 8, set()), "full hours of the day"),
        ((-1, 8, set()), "full hours of the day"),
        ((22, 8, {1, 2, 3}), "2 days of the week"),
        ((22, 8, {7}), "2 days of the week"),
    ],
)
def test_hours_and_days_that_cannot_be_had(
    service: Service, clock: VirtualClock, change: tuple[int, int, set[int]], says: str
) -> None:
    ann = new_player(service, "Ann", clock.now)
    with pytest.raises(Refused) as refused:
        availability.change(service, ann.id or 0, *change, plays_forced=False)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    "pace",
    [
        Pace(59),
        Pace(31 * 24 * HOUR),
        Pace(60, bank=10, most=5),
        Pace(60, bank=-1),
        Pace(60, earn=61, most=100),
        Pace(60, most=61 * 24 * HOUR),
        Pace(60, ignores=("weather",)),
        Pace(60, away="cat"),
    ],
    ids=str,
)
def test_a_pace_that_nobody_can_play_at(service: Service, clock: VirtualClock, pace: Pace) -> None:
    ann = new_player(service, "Ann", clock.now)
    opening = Opening(GAME, {}, [Plan(ME), Plan("bot")], pace)
    with pytest.raises((Refused, BadOptions)):
        matches.open_match(service, ann.id or 0, opening, "test", clock.now)


def test_a_zone_that_is_not_known_any_more(running: Running, clock: VirtualClock) -> None:
    service = running.service
    match_id = open_at(service, clock, DAILY, ("UTC", "UTC"))
    with service.store.writing() as session:
        for player in session.exec(select(Player)):
            player.zone = "Europe/Atlantis"
            session.add(player)
    play_any(service, match_id, clock.now)
    until(service, match_id, 1, clock)
    until(service, match_id, 2, clock)
    with service.store.reading() as session:
        rows = session.exec(select(Outbox).where(Outbox.kind == outbox.ZONE)).all()
        assert {player.zone for player in session.exec(select(Player))} == {"UTC"}
    assert sorted((row.player_id, row.detail["zone"]) for row in rows) == [
        (1, "Europe/Atlantis"),
        (2, "Europe/Atlantis"),
    ]


class TestReminders:
    def test_they_are_queued_when_they_are_due_and_once(self, service: Service, clock: VirtualClock) -> None:
        match_id = open_at(service, clock, Pace(10 * HOUR, bank=10 * HOUR, most=10 * HOUR), ("UTC", "UTC"))
        availability.change(service, 1, 0, 0, set(), plays_forced=False)
        availability.change(service, 2, 0, 0, set(), plays_forced=False)
        play_any(service, match_id, clock.now)
        decision = decision_of(service, match_id)
        kinds = []
        for hours in range(21):
            now = clock.now + timedelta(hours=hours)
            before = due.remind(service, now - timedelta(seconds=1)), due.remind(service, now), due.remind(service, now)
            if any(before):
                assert before == (0, 1, 0)
                kinds.append(
                    (hours, [kind for kind in outbox.REMINDERS if outbox_of(service, match_id, outbox.REMINDERS[kind])])
                )
        assert kinds == [(5, ["half"]), (9, ["half", "late"]), (19, ["half", "late", "bank"])]
        (row,) = outbox_of(service, match_id, "reminder-half")
        assert (row.seat, row.number) == (decision.seat, decision.asked)

    def test_of_several_missed_the_last_is_enough(self, service: Service, clock: VirtualClock) -> None:
        match_id = open_at(service, clock, Pace(10 * HOUR, bank=10 * HOUR, most=10 * HOUR), ("UTC", "UTC"))
        availability.change(service, 1, 0, 0, set(), plays_forced=False)
        availability.change(service, 2, 0, 0, set(), plays_forced=False)
        play_any(service, match_id, clock.now)
        due.remind(service, clock.now + timedelta(hours=9, minutes=1))
        assert not outbox_of(service, match_id, "reminder-half")
        assert outbox_of(service, match_id, "reminder-late")

    def test_none_is_left_when_the_decision_is_answered(self, service: Service, clock: VirtualClock) -> None:
        match_id = open_at(service, clock, Pace(10 * HOUR), ("UTC", "UTC"))
        for _ in range(3):
            play_any(service, match_id, clock.now)
        with service.store.reading() as session:
            assert len(session.exec(select(Decision)).all()) == 1

    def test_bots_are_not_reminded(self, service: Service, clock: VirtualClock) -> None:
        ann = new_player(service, "Ann", clock.now)
        opening = Opening(GAME, {}, [Plan(ME), Plan("bot")], DAILY)
        match_id = matches.open_match(service, ann.id or 0, opening, "test", clock.now)
        matches.announce(service, match_id, "", clock.now)
        for _ in range(6):
            decision = decision_of(service, match_id)
            assert (decision.remind_at is None) == (decision.seat == 2)
            if decision.seat == 2:
                due.sweep(service, clock.now)
            else:
                play_any(service, match_id, clock.now)
        assert match_of(service, match_id).status == "running"


def test_what_is_forced_after_a_turn_in_time_takes_nothing_of_it_away(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn earns time, and it ends the deadlines running that have passed."""
    monkeypatch.setattr(friends, "DAY", Pace(24 * HOUR, bank=HOUR, earn=600, most=3 * HOUR))
    friends.fix_the_secret(monkeypatch, 5)
    match_id, rng = flohcati.open_ring(service, clock.now), Random(1)
    while match_of(service, match_id).status == "running":
        decision, position = decision_of(service, match_id), friends.position_of(service, match_id)
        moves = list(position.moves(decision.seat))
        with service.store.writing() as session:
            seat = session.get_one(Seat, (match_id, decision.seat))
            seat.lapses, seat.bank = 1, HOUR
        move = rng.choice([rng.choice(moves), position.deadline_move(decision.seat)])
        number = play.play(service, match_id, decision.seat, move, asked=decision.asked, now=clock.now)
        if (decision.seat, "forced") in {
            (event.seat, event.by) for event in events_of(service, match_id)[number + 1 :]
        }:
            after = seat_of(service, match_id, decision.seat)
            assert (after.lapses, after.bank) == (0, HOUR + 600)
            return
    raise AssertionError("nothing was forced after a turn of the same seat")
