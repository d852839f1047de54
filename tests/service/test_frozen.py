"""A match whose log does not replay: it stands still, its hosts are told, and it goes on once it is mended."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from models import tables
from service import due, matches, play, rebuild, seats
from service.base import NotRunning, Refused, Service
from tests.conftest import keep_beating, Running, second_process, VirtualClock
from tests.e2e.people import text_of
from tests.service.table import decision_of, events_of, match_of, open_with_people, outbox_of, play_any

HOST = "hilda@example.org"


@pytest.fixture
def match_id(running: Running, clock: VirtualClock) -> str:
    match_id = open_with_people(running.service, clock.now)
    for _ in range(4):
        play_any(running.service, match_id, clock.now)
    running.work()
    running.tray.mails.clear()
    return match_id


@pytest.fixture
def cold(running: Running) -> Iterator[Service]:
    """A process that has nothing in memory, of a service with a host."""
    service = second_process(running)
    service.hosts = frozenset((HOST,))
    yield service
    service.store.close()


def damage(service: Service, match_id: str, number: int = 3) -> str:
    """Give an event another fingerprint, as other rules would; return the one that it had."""
    with service.store.writing() as session:
        event = session.get_one(tables.Event, (match_id, number))
        before, event.fingerprint = event.fingerprint, "0" * 64
        session.add(event)
    return before


def mend(service: Service, match_id: str, mark: str, number: int = 3) -> None:
    with service.store.writing() as session:
        event = session.get_one(tables.Event, (match_id, number))
        event.fingerprint = mark
        session.add(event)


def freeze(service: Service, match_id: str, clock: VirtualClock) -> None:
    decision = decision_of(service, match_id)
    with pytest.raises(NotRunning):
        play.play(service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now)
    assert match_of(service, match_id).status == "frozen"


def test_the_host_is_mailed_once_where_and_why(
    running: Running, clock: VirtualClock, match_id: str, cold: Service
) -> None:
    damage(cold, match_id)
    freeze(cold, match_id, clock)
    clock.advance(days=3)
    due.sweep(cold, clock.now)
    running.work()
    (mail,) = running.tray.to(HOST)
    text = text_of(mail)
    assert "does not replay" in text
    assert "event 3" in text
    with cold.store.reading() as session:
        views = [cold.histories.load(session, matches.find(session, match_id)).position.view(s) for s in (1, 2, 3)]
    assert not any(" ".join(view["hand"]) in text for view in views)
    assert len(outbox_of(cold, match_id, "frozen")) == 1


def test_what_is_mended_goes_on_and_nobody_has_lost_time(
    running: Running, clock: VirtualClock, match_id: str, cold: Service
) -> None:
    before = decision_of(cold, match_id)
    clock.advance(hours=5)
    mark = damage(cold, match_id)
    freeze(cold, match_id, clock)
    keep_beating(cold, clock.now + timedelta(days=30))
    clock.advance(days=30)
    keep_beating(cold, clock.now)
    with pytest.raises(Refused, match="still does not replay, at event 3"):
        seats.thaw(cold, match_id, "mended", "Hilda", clock.now)
    assert match_of(cold, match_id).status == "frozen"
    assert len(events_of(cold, match_id)) == 5, "nothing is rewritten"
    mend(cold, match_id, mark)
    with pytest.raises(Refused, match="reason"):
        seats.thaw(cold, match_id, " ", "Hilda", clock.now)
    seats.thaw(cold, match_id, "mended", "Hilda", clock.now)
    after = decision_of(cold, match_id)
    assert (after.seat, after.asked, after.since) == (before.seat, before.asked, before.since)
    assert after.due_at - clock.now == before.due_at - (clock.now - timedelta(days=30)), "what was left is left"
    assert match_of(cold, match_id).note == ""
    assert rebuild.check(cold.store, match_id).wrong == ""
    assert rebuild.rebuild(cold.store, match_id).differences == ()
    running.work()
    told = [text_of(mail) for mail in running.tray.mails if "lets the match go on that was frozen" in text_of(mail)]
    assert len(told) == 3
    assert all("mended" in text for text in told)
    play_any(running.service, match_id, clock.now)
    with pytest.raises(Refused, match="not frozen"):
        seats.thaw(cold, match_id, "again", "Hilda", clock.now)


def test_a_paused_match_is_paused_still(clock: VirtualClock, match_id: str, cold: Service) -> None:
    seats.pause(cold, match_id, "why", "Hilda", clock.now)
    mark = damage(cold, match_id)
    with pytest.raises(NotRunning):
        seats.go_on(Service(cold.store, cold.links), match_id, "why", "Hilda", clock.now)
    assert match_of(cold, match_id).status == "frozen"
    mend(cold, match_id, mark)
    seats.thaw(cold, match_id, "mended", "Hilda", clock.now)
    assert match_of(cold, match_id).status == "paused"
    clock.advance(days=2)
    seats.go_on(cold, match_id, "why", "Hilda", clock.now)
    assert rebuild.rebuild(cold.store, match_id).differences == ()


def test_a_match_that_cannot_be_mended_can_be_ended(clock: VirtualClock, match_id: str, cold: Service) -> None:
    damage(cold, match_id)
    freeze(cold, match_id, clock)
    seats.end(cold, match_id, "lost", "Hilda", clock.now)
    assert match_of(cold, match_id).status == "abandoned"
