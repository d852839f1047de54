"""Deadlines for calendars: the entry of a mail, and the address to subscribe to."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from icalendar import Calendar

from models.tables import Decision
from service import account, seats
from tests.conftest import pass_time, Running, VirtualClock
from tests.service.table import decision_of, match_of, open_with_people, play_any
from tests.web.absent import mails_to, NAMES, open_at, path_in, player_of, set_away, signed_in
from tests.web.visitor import Visitor, words


@pytest.fixture
def match_id(running: Running) -> str:
    match_id = open_at(running)
    running.work()
    return match_id


def events(data: bytes) -> list[Any]:
    calendar = Calendar.from_ical(data)
    assert calendar["version"] == "2.0"
    assert calendar["method"] == "PUBLISH"
    return list(calendar.walk("VEVENT"))


def asked(running: Running, match_id: str) -> tuple[Decision, str]:
    decision = decision_of(running.service, match_id)
    return decision, NAMES[decision.seat - 1]


def address_of(running: Running, name: str) -> str:
    found = re.search(
        r'value="http://127\.0\.0\.1:5000(/calendar/[^"]+\.ics)"', signed_in(running, name).get("/account").text
    )
    assert found
    return found[1]


def entry_in(running: Running, name: str) -> str:
    return path_in(mails_to(running, name, "Your turn")[-1], "calendar")


def test_a_turn_mail_leads_to_its_deadline(running: Running, match_id: str) -> None:
    decision, name = asked(running, match_id)
    answer = Visitor(running).get(entry_in(running, name))
    assert answer.mimetype == "text/calendar"
    (event,) = events(answer.data)
    assert event["dtend"].dt == decision.due_at
    assert event["dtstart"].dt < decision.due_at
    assert event["status"] == "CONFIRMED"
    assert event["summary"] == "Katzenjammer Blues: your move, until now"
    assert event["url"] == f"http://127.0.0.1:5000/m/{match_id}/{decision.seat}"


def test_the_entry_moves_with_the_deadline_and_goes_with_the_answer(running: Running, match_id: str) -> None:
    decision, name = asked(running, match_id)
    path = entry_in(running, name)
    (first,) = events(Visitor(running).get(path).data)
    until = decision.due_at + timedelta(days=3)
    seats.move_deadline(running.service, match_id, decision.seat, until, "a fair", "Hester", running.clock.now)
    (moved,) = events(Visitor(running).get(path).data)
    assert moved["uid"] == first["uid"]
    assert moved["dtend"].dt == until
    assert moved["sequence"] > first["sequence"]
    while asked(running, match_id)[1] == name:
        play_any(running.service, match_id, running.clock.now)
    (gone,) = events(Visitor(running).get(path).data)
    assert gone["uid"] == first["uid"]
    assert gone["status"] == "CANCELLED"
    assert gone["sequence"] > moved["sequence"]


def test_a_link_of_a_seat_that_changed_hands_shows_nothing(running: Running, match_id: str) -> None:
    decision, name = asked(running, match_id)
    path = entry_in(running, name)
    seats.revoke_links(running.service, match_id, decision.seat, running.clock.now)
    assert Visitor(running).get(path).status_code == 403


def test_the_feed_has_all_deadlines_and_nothing_of_others(running: Running, match_id: str) -> None:
    decision, name = asked(running, match_id)
    for other in NAMES:
        found = events(Visitor(running).get(address_of(running, other)).data)
        assert [event["dtend"].dt for event in found] == ([decision.due_at] if other == name else [])
    assert entry_in(running, name)
    second = events(Visitor(running).get(entry_in(running, name)).data)
    first = events(Visitor(running).get(address_of(running, name)).data)
    assert [event["uid"] for event in first] == [event["uid"] for event in second], "they are one entry"


def test_the_feed_holds_no_card_and_no_token(running: Running, match_id: str) -> None:
    _decision, name = asked(running, match_id)
    text = Visitor(running).get(address_of(running, name)).text
    assert not re.search(r"/[kpobs]/", text)
    assert "Your hand" not in text
    assert {line.partition(":")[0].partition(";")[0] for line in text.replace("\r\n ", "").split("\r\n") if line} == {
        "BEGIN", "END", "PRODID", "VERSION", "METHOD", "NAME", "X-WR-CALNAME", "REFRESH-INTERVAL", "X-PUBLISHED-TTL",
        "UID", "SEQUENCE", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "STATUS", "TRANSP", "URL", "DESCRIPTION",
    }  # fmt: skip


def test_a_feed_that_is_the_same_is_not_sent_again(running: Running, match_id: str) -> None:
    decision, name = asked(running, match_id)
    path = address_of(running, name)
    tag = Visitor(running).get(path).headers["ETag"]
    running.clock.advance(minutes=5)
    assert Visitor(running).get(path, If_None_Match=tag).status_code == 304
    until = decision.due_at + timedelta(days=3)
    seats.move_deadline(running.service, match_id, decision.seat, until, "a fair", "Hester", running.clock.now)
    assert Visitor(running).get(path, If_None_Match=tag).status_code == 200


def test_nothing_is_due_where_a_match_is_paused_or_its_player_away(running: Running, match_id: str) -> None:
    _decision, name = asked(running, match_id)
    seats.pause(running.service, match_id, "a strike", "Hester", running.clock.now)
    assert events(Visitor(running).get(address_of(running, name)).data) == []
    seats.go_on(running.service, match_id, "over", "Hester", running.clock.now)
    assert len(events(Visitor(running).get(address_of(running, name)).data)) == 1
    set_away(running, match_id, 1, 2, 3)
    assert [events(Visitor(running).get(address_of(running, other)).data) for other in NAMES] == [[], [], []]


def test_a_new_address_makes_the_old_one_void(running: Running, match_id: str) -> None:
    old = address_of(running, "Ben")
    assert old == address_of(running, "Ben"), "it stays the same"
    visitor = signed_in(running, "Ben")
    assert visitor.get("/account/calendar").status_code == 405
    assert Visitor(running).get(old).status_code == 200
    assert visitor.post("/account/calendar").status_code == 303
    assert "Your calendar has a new address" in words(visitor.get("/account"))
    assert Visitor(running).get(old).status_code == 403
    assert Visitor(running).get(address_of(running, "Ben")).status_code == 200
    assert Visitor(running).get(old.replace("/calendar/", "/calendar/x")).status_code == 400


def test_it_is_good_for_years_and_ends_with_the_account(running: Running, match_id: str, clock: VirtualClock) -> None:
    path = address_of(running, "Ben")
    pass_time(running, days=365 * 5)
    assert Visitor(running).get(path).status_code == 200
    account.delete(running.service, player_of(running, "Ben").id or 0, clock.now)
    assert Visitor(running).get(path).status_code == 403


def test_the_tokens_of_calendars_reach_no_log() -> None:
    from logs import SECRET_PATHS

    for path in ("/calendar/WyJh.x-y_z.ics", "/calendar/entry/WyJh.x-y_z.ics", "/p/WyJh.x-y_z"):
        assert "WyJh" not in SECRET_PATHS.sub(r"\1…", f'"GET {path} HTTP/1.1" 200')


def test_a_match_that_is_over_is_in_no_calendar(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    path = address_of(running, "Ann")
    while match_of(running.service, match_id).status == "running":
        play_any(running.service, match_id, clock.now)
    assert events(Visitor(running).get(path).data) == []
