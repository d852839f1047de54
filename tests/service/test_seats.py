"""Giving a seat up, voiding its links, and ending a match."""

from __future__ import annotations

import pytest

from service import due, matches, seats
from service.base import NotFound, NotRunning, Refused, Service
from tests.conftest import Running, VirtualClock
from tests.service.table import (
    decision_of,
    events_of,
    match_of,
    open_with_bots,
    open_with_people,
    outbox_of,
    play_any,
)  # fmt: skip


@pytest.mark.parametrize(("to", "by"), [("bot", "bot"), ("deadline", "deadline")])
def test_a_seat_given_up_is_played_on_at_once(running: Running, clock: VirtualClock, to: str, by: str) -> None:
    match_id = open_with_people(running.service, clock.now)
    seat = decision_of(running.service, match_id).seat
    seats.resign(running.service, match_id, seat, to, clock.now)
    event = events_of(running.service, match_id)[1]
    assert (event.kind, event.seat, event.detail["to"]) == ("resign", seat, to)
    due.sweep(running.service, clock.now)
    assert events_of(running.service, match_id)[2].by == by
    for _ in range(30):
        if match_of(running.service, match_id).status != "running":
            break
        if decision_of(running.service, match_id).seat == seat:
            due.sweep(running.service, clock.now)
        else:
            play_any(running.service, match_id, clock.now)
    assert {event.by for event in events_of(running.service, match_id) if event.seat == seat} <= {
        by,
        "player",
        "forced",
    }
    assert len(outbox_of(running.service, match_id, "resigned")) == 2, "the others are told"


def test_an_event_that_asks_nobody_anything_leaves_open_decisions_alone(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    before = decision_of(service, match_id)
    other = before.seat % 3 + 1
    seats.resign(service, match_id, other, "bot", clock.now)
    after = decision_of(service, match_id)
    assert (after.seat, after.asked, after.due_at) == (before.seat, before.asked, before.due_at)
    play_any(service, match_id, clock.now)
    assert match_of(service, match_id).number == 2


def test_when_nobody_is_left_the_match_is_abandoned(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_bots(service, clock.now)
    seats.resign(service, match_id, 1, "bot", clock.now)
    match = match_of(service, match_id)
    assert (match.status, match.number) == ("abandoned", 2)
    assert [event.kind for event in events_of(service, match_id)] == ["start", "resign", "abandon"]
    assert due.sweep(service, clock.now) == 0
    with pytest.raises(NotRunning):
        seats.resign(service, match_id, 1, "bot", clock.now)


def test_what_cannot_be_given_up(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_bots(service, clock.now)
    with pytest.raises(Refused):
        seats.resign(service, match_id, 2, "bot", clock.now)
    with pytest.raises(Refused):
        seats.resign(service, match_id, 1, "the cat", clock.now)
    with pytest.raises(NotFound):
        seats.resign(service, match_id, 9, "bot", clock.now)


def test_a_host_ends_a_match_with_a_reason(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    running.work()
    running.tray.mails.clear()
    with pytest.raises(Refused, match="reason"):
        seats.end(running.service, match_id, "  ", "Hester", clock.now)
    seats.end(running.service, match_id, "the club has closed", "Hester", clock.now)
    event = events_of(running.service, match_id)[-1]
    assert (event.kind, event.by, event.detail["reason"]) == ("end", "host", "the club has closed")
    assert match_of(running.service, match_id).status == "abandoned"
    running.work()
    assert len(running.tray.mails) == 3
    assert "the club has closed" in running.tray.mails[0].get_body(("plain",)).get_content()  # type: ignore[union-attr]


def test_voided_links_open_nothing_and_a_new_one_is_mailed(running: Running, clock: VirtualClock) -> None:
    from tests.web.visitor import seat_link, Visitor

    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    epoch = 0 if decision.seat == 1 else 1
    old = seat_link(running, match_id, decision.seat, decision.asked, epoch)
    visitor = Visitor(running)
    visitor.follow(old)
    running.work()
    running.tray.mails.clear()
    for _ in range(2):
        seats.revoke_links(running.service, match_id, decision.seat, clock.now)
    assert Visitor(running).get(old).status_code == 403
    assert visitor.get(f"/m/{match_id}/{decision.seat}").status_code == 403, "the cookie is void as well"
    running.work()
    new = running.tray.mails[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "All earlier links to your seat are void" in new
    link = next(word for word in new.split() if "/k/" in word).removeprefix("http://127.0.0.1:5000")
    fresh = Visitor(running)
    assert fresh.follow(link).status_code == 200
    answer = fresh.post(f"/m/{match_id}/{decision.seat}/play", asked=decision.asked, part="pass")
    assert answer.status_code == 303


@pytest.mark.usefixtures("never_away")
def test_a_match_that_is_over_keeps_its_seats(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    for _ in range(200):
        clock.advance(days=1, seconds=1)
        if not due.sweep(service, clock.now):
            break
    with pytest.raises(NotRunning):
        seats.resign(service, match_id, 1, "bot", clock.now)
    with service.store.reading() as session:
        assert [seat.player_id for seat in matches.seats_of(session, match_id)] == [1, 2, 3]
