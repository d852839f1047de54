"""Time in which the service was down or could send no mail counts for nobody."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from models.tables import Heartbeat, Match, Outage, Outbox
from service import absence, due, heartbeat, holidays, outages, play, rebuild, seats
from service import clock as clocks
from service.base import Service
from service.clock import HOUR, Pace
from tests.conftest import Running, second_process, VirtualClock
from tests.service.table import decision_of, events_of, match_of, open_with_bots, open_with_people, outbox_of, play_any
from tests.service.test_pace import open_at, seat_of


def pass_time(running: Running, clock: VirtualClock, until: datetime, minutes: float = 1) -> None:
    """Let the service work until a moment, round by round."""
    while clock.now < until:
        clock.now = min(until, clock.now + timedelta(minutes=minutes))
        running.work()


def found(service: Service) -> list[tuple[str, datetime, datetime]]:
    with service.store.reading() as session:
        return [(row.what, row.since, row.until) for row in session.exec(select(Outage).order_by(Outage.id))]  # type: ignore[arg-type]


def test_two_days_off_and_nobody_lapses(running: Running, clock: VirtualClock) -> None:
    service = running.service
    tables = [open_with_people(service, clock.now, opener=f"Ann{n}", names=(f"Ben{n}", f"Cho{n}")) for n in range(3)]
    running.work()
    pass_time(running, clock, clock.now + timedelta(hours=20), minutes=2)
    before, down = [decision_of(service, table).due_at for table in tables], clock.now
    clock.advance(days=2)
    running.work()
    assert found(service) == [("sweep", down, clock.now)]
    for table, due_at in zip(tables, before, strict=True):
        assert decision_of(service, table).due_at == due_at + timedelta(days=2)
        event = events_of(service, table)[-1]
        assert (event.kind, event.by, event.detail["what"]) == ("outage", "service", "sweep")
        assert rebuild.rebuild(service.store, table) == (table, (), "")
    pass_time(running, clock, before[0] + timedelta(days=2) - timedelta(minutes=1), minutes=2)
    assert all(match_of(service, table).number == 1 for table in tables)
    pass_time(running, clock, clock.now + timedelta(minutes=1))
    assert [events_of(service, table)[2].by for table in tables] == ["deadline"] * 3


def test_a_restart_is_no_outage(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    running.work()
    clock.advance(minutes=3)
    running.work()
    assert found(running.service) == []
    assert match_of(running.service, match_id).number == 0


def test_nights_that_count_anyway_make_no_event(running: Running, clock: VirtualClock) -> None:
    """An outage while everybody who is asked sleeps changes no clock, and is no news at the table."""
    match_id = open_at(running.service, clock, Pace(24 * HOUR, ignores=()), ("UTC", "UTC"))
    running.work()
    pass_time(running, clock, clock.now.replace(hour=23), minutes=2)
    due_at = decision_of(running.service, match_id).due_at
    clock.advance(hours=6)
    running.work()
    assert len(found(running.service)) == 1
    assert match_of(running.service, match_id).number == 0
    assert decision_of(running.service, match_id).due_at == due_at


def test_bots_are_as_quick_as_ever_after_it(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_bots(running.service, clock.now)
    running.work()
    while decision_of(running.service, match_id).seat == 1:
        play_any(running.service, match_id, clock.now)
    clock.advance(days=1)
    running.work()
    assert decision_of(running.service, match_id).seat == 1


def test_what_was_asked_during_it_stands_still_from_then(service: Service, clock: VirtualClock) -> None:
    """The pages may work while the worker does not."""
    match_id = open_with_people(service, clock.now)
    heartbeat.beat(service, clock.now)
    clock.advance(hours=5)
    play_any(service, match_id, clock.now)
    asked_at = clock.now
    clock.advance(hours=5)
    heartbeat.beat(service, clock.now)
    outages.apply(service, clock.now)
    assert decision_of(service, match_id).due_at == asked_at + timedelta(days=1, hours=5)


def test_a_paused_match_gains_nothing_by_it(running: Running, clock: VirtualClock) -> None:
    service = running.service
    match_id = open_with_bots(service, clock.now)
    while decision_of(service, match_id).seat != 1:
        due.sweep(service, clock.now)
    running.work()
    pass_time(running, clock, clock.now + timedelta(hours=2), minutes=2)
    left = decision_of(service, match_id).due_at - clock.now
    absence.propose(service, match_id, 1, absence.PAUSE, clock.now)
    clock.advance(days=3)
    running.work()
    pass_time(running, clock, clock.now + timedelta(hours=2), minutes=2)
    absence.go_on(service, match_id, 1, clock.now)
    running.work()
    assert decision_of(service, match_id).due_at == clock.now + left


def test_a_match_that_begins_later_knows_of_no_outage_before(service: Service, clock: VirtualClock) -> None:
    heartbeat.beat(service, clock.now)
    clock.advance(days=1)
    heartbeat.beat(service, clock.now)
    match_id = open_with_people(service, clock.now)
    outages.apply(service, clock.now)
    match = match_of(service, match_id)
    assert (match.outage, match.number) == (1, 0)


def test_two_workers_find_it_once(running: Running, clock: VirtualClock) -> None:
    other = second_process(running)
    match_id = open_with_people(running.service, clock.now)
    heartbeat.beat(running.service, clock.now)
    clock.advance(days=2)
    heartbeat.beat(other, clock.now)
    heartbeat.beat(running.service, clock.now)
    assert len(found(running.service)) == 1
    with running.service.store.reading() as session:
        assert heartbeat.latest_outage(session) == 1
    due.sweep(other, clock.now)
    due.sweep(running.service, clock.now)
    assert [event.kind for event in events_of(running.service, match_id)] == ["start", "outage"]
    other.store.close()


def test_a_match_that_was_not_told_yet_is_not_swept(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker may have written the outage down a moment ago."""
    match_id = open_with_people(service, clock.now)
    clock.advance(days=2)
    with service.store.writing() as session:
        session.add(Outage(what="sweep", since=clock.now - timedelta(days=2), until=clock.now))
    with monkeypatch.context() as patch:
        patch.setattr(outages, "apply", lambda *args: None)
        assert due.sweep(service, clock.now) == 0
    assert match_of(service, match_id).number == 0
    due.sweep(service, clock.now)
    assert events_of(service, match_id)[-1].kind == "outage"


def test_nobody_is_reminded_in_the_night_of_what_an_outage_has_kept_back(running: Running, clock: VirtualClock) -> None:
    clock.now = clock.now.replace(hour=12)
    service, pace = running.service, Pace(18 * HOUR, ignores=())
    match_id = open_at(service, clock, pace, ("UTC", "UTC"))
    running.work()
    pass_time(running, clock, clock.now.replace(hour=20), minutes=2)
    clock.advance(hours=6)
    running.work()
    assert outbox_of(service, match_id, "reminder-half") == []
    pass_time(running, clock, clock.now.replace(hour=9, minute=1), minutes=2)
    assert len(outbox_of(service, match_id, "reminder-half")) == 1


def test_who_answers_before_a_match_was_told_has_their_time_all_the_same(service: Service, clock: VirtualClock) -> None:
    """An outage is over, and no round of the sweep has come by yet."""
    match_id = open_at(service, clock, Pace(2 * HOUR, bank=8 * HOUR, most=8 * HOUR), ("UTC", "UTC"))
    seat, down = decision_of(service, match_id).seat, clock.now + timedelta(hours=1)
    clock.advance(hours=10)
    with service.store.writing() as session:
        session.add(Outage(what="mail", since=down, until=clock.now))
    play_any(service, match_id, clock.now)
    assert [event.kind for event in events_of(service, match_id)] == ["start", "outage", "move"]
    assert seat_of(service, match_id, seat).bank == 8 * HOUR
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")


class TestMail:
    def test_while_none_can_be_sent_no_deadline_passes(self, running: Running, clock: VirtualClock) -> None:
        service = running.service
        running.tray.down = True
        match_id = open_with_people(service, clock.now)
        due_at = decision_of(service, match_id).due_at
        running.work()
        down = clock.now
        pass_time(running, clock, clock.now + timedelta(days=2), minutes=2)
        assert match_of(service, match_id).number == 0
        running.tray.down = False
        pass_time(running, clock, clock.now + timedelta(hours=2), minutes=2)
        ((what, since, until),) = found(service)
        assert (what, since) == ("mail", down)
        assert decision_of(service, match_id).due_at == due_at + (until - since)
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
        with service.store.reading() as session:
            assert {row.status for row in session.exec(select(Outbox).where(Outbox.kind == "turn"))} == {"sent"}

    def test_bots_play_on_and_people_too(self, running: Running, clock: VirtualClock) -> None:
        service = running.service
        running.tray.down = True
        match_id = open_with_bots(service, clock.now)
        running.work()
        clock.advance(minutes=11)
        running.work()
        while decision_of(service, match_id).seat == 1:
            play_any(service, match_id, clock.now)
        running.work()
        assert decision_of(service, match_id).seat == 1
        assert match_of(service, match_id).number >= 3

    def test_a_blip_is_not_worth_a_word(self, running: Running, clock: VirtualClock) -> None:
        match_id = open_with_people(running.service, clock.now)
        heartbeat.mail_down(running.service, clock.now)
        clock.advance(seconds=59)
        heartbeat.mail_up(running.service, clock.now)
        assert found(running.service) == []
        running.work()
        assert match_of(running.service, match_id).number == 0

    def test_where_nothing_is_left_to_try_it_is_taken_to_be_there_again(
        self, running: Running, clock: VirtualClock
    ) -> None:
        service = running.service
        running.tray.down = True
        match_id = open_with_people(service, clock.now)
        running.work()
        with service.store.writing() as session:
            for row in session.exec(select(Outbox)):
                row.status = "dropped"
                session.add(row)
        clock.advance(minutes=2)
        running.work()
        with service.store.reading() as session:
            assert heartbeat.down_since(session) is None
        assert decision_of(service, match_id).due_at > clock.now

    def test_a_pause_meanwhile_stands_still_from_when_none_could_be_sent(
        self, running: Running, clock: VirtualClock
    ) -> None:
        service = running.service
        match_id = open_with_bots(service, clock.now)
        while decision_of(service, match_id).seat != 1:
            due.sweep(service, clock.now)
        heartbeat.mail_down(service, clock.now)
        clock.advance(hours=7)
        absence.propose(service, match_id, 1, absence.PAUSE, clock.now)
        clock.advance(hours=1)
        absence.go_on(service, match_id, 1, clock.now)
        clock.advance(hours=1)
        heartbeat.mail_up(service, clock.now)
        outages.apply(service, clock.now)
        assert decision_of(service, match_id).due_at == clock.now + timedelta(days=1)
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")

    def test_a_restart_meanwhile_takes_nothing_of_it_away(self, service: Service, clock: VirtualClock) -> None:
        match_id = open_with_people(service, clock.now)
        heartbeat.beat(service, clock.now)
        heartbeat.mail_down(service, clock.now)
        for minutes in (*[2] * 60, 30, *[2] * 60):  # the worker is silent for half an hour in the middle
            clock.advance(minutes=minutes)
            heartbeat.beat(service, clock.now)
            outages.apply(service, clock.now)
        heartbeat.mail_up(service, clock.now)
        outages.apply(service, clock.now)
        assert decision_of(service, match_id).due_at == clock.now + timedelta(days=1)
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")

    def test_a_holiday_meanwhile_takes_nothing_of_it_away(self, service: Service, clock: VirtualClock) -> None:
        match_id = open_at(service, clock, Pace(24 * HOUR, ignores=("quiet",)), ("UTC", "UTC"))
        player = decision_of(service, match_id).seat
        heartbeat.mail_down(service, clock.now)
        clock.advance(hours=7)
        day = clock.now.date() + timedelta(days=1)
        holidays.take(service, player, day, day, clock.now)
        clock.advance(hours=1)
        heartbeat.mail_up(service, clock.now)
        outages.apply(service, clock.now)
        assert decision_of(service, match_id).due_at == clock.now + timedelta(days=2)


def test_heartbeats_are_few(service: Service, clock: VirtualClock) -> None:
    for _ in range(30):
        heartbeat.beat(service, clock.now)
        clock.advance(seconds=1)
    with service.store.reading() as session:
        row = session.get_one(Heartbeat, "sweep")
    assert clock.now - row.at <= heartbeat.BEAT + timedelta(seconds=1)
    assert clock.now < clocks.NEVER


def test_a_match_that_cannot_be_told_holds_up_no_other(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_with_people(service, clock.now)
    second = open_with_people(service, clock.now, opener="Dee", names=("Eve", "Fay"))
    with service.store.writing() as session:
        session.add(Outage(what="sweep", since=clock.now, until=clock.now + timedelta(days=1)))
        from models.tables import Event

        session.get_one(Event, (first, 0)).fingerprint = "0" * 64
    service.histories._cached.clear()
    clock.advance(days=1)
    outages.apply(service, clock.now)
    assert match_of(service, first).status == "frozen"
    assert events_of(service, second)[-1].kind == "outage"
    with service.store.reading() as session:
        assert session.get_one(Match, second).outage == 1
    assert play.seed_of


def test_one_before_a_pause_counts_for_nobody_either(service: Service, clock: VirtualClock) -> None:
    """The match stands still before it is told of the outage."""
    match_id = open_at(service, clock, Pace(4 * HOUR), ("UTC", "UTC"))
    clock.advance(hours=3)
    heartbeat.mail_down(service, clock.now)
    clock.advance(hours=3)
    heartbeat.mail_up(service, clock.now)
    clock.advance(seconds=1)
    seats.pause(service, match_id, "wait", "Hilda", clock.now)
    due.sweep(service, clock.now)
    assert match_of(service, match_id).status == "paused"
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
    clock.advance(hours=3)
    seats.go_on(service, match_id, "now", "Hilda", clock.now)
    due.sweep(service, clock.now)
    assert decision_of(service, match_id).due_at == clock.now + timedelta(minutes=59, seconds=59)
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")


def test_who_plays_while_no_mail_can_be_sent_keeps_the_bank(service: Service, clock: VirtualClock) -> None:
    match_id = open_at(service, clock, Pace(4 * HOUR, bank=8 * HOUR, most=8 * HOUR), ("UTC", "UTC"))
    seat = decision_of(service, match_id).seat
    clock.advance(hours=5)
    heartbeat.mail_down(service, clock.now)
    clock.advance(hours=20)
    play_any(service, match_id, clock.now)
    assert seat_of(service, match_id, seat).bank == 7 * HOUR, "one hour was used before"
    heartbeat.mail_up(service, clock.now)
    due.sweep(service, clock.now)
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
