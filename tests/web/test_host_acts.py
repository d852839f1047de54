"""What hosts do at a table: each act has a reason, is an event, and is told; a wrong form loses nothing typed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, UTC

import pytest

from service import outbox
from tests.conftest import Running
from tests.service.table import decision_of, events_of, match_of, outbox_of
from tests.web.absent import change_player, NAMES, open_at, seat_row, set_away, signed_in
from tests.web.visitor import Visitor, words


@pytest.fixture
def hosted(make_running: Callable[..., Running]) -> Running:
    return make_running(HOSTS="hester@example.org")


@pytest.fixture
def match_id(hosted: Running) -> str:
    return open_at(hosted)


@pytest.fixture
def hester(hosted: Running, match_id: str) -> Visitor:
    visitor = signed_in(hosted, "Hester")
    change_player(hosted, "Hester", zone="Asia/Tokyo")
    return visitor


def last_of(running: Running, match_id: str) -> tuple[str, str, int | None]:
    event = events_of(running.service, match_id)[-1]
    return event.kind, event.by, event.seat


def at_table(running: Running, match_id: str, name: str = "Ann") -> str:
    return words(signed_in(running, name).get(f"/m/{match_id}/{NAMES.index(name) + 1}"))


def test_a_match_is_paused_and_goes_on(hosted: Running, match_id: str, hester: Visitor) -> None:
    assert hester.post(f"/host/pause/{match_id}", reason="a strike").status_code == 303
    assert match_of(hosted.service, match_id).status == "paused"
    assert len(outbox_of(hosted.service, match_id, outbox.HELD)) == 3
    page = words(hester.get("/host/"))
    assert "stands still since" in page
    assert "9000" not in page
    assert "Hester, the host, has paused the match. The reason given: “a strike”" in at_table(hosted, match_id)
    assert hester.post(f"/host/go-on/{match_id}", reason="it is over").status_code == 303
    assert match_of(hosted.service, match_id).status == "running"
    assert "Hester, the host, lets the match go on. The reason given: “it is over”" in at_table(hosted, match_id)


def test_a_deadline_is_moved_by_the_host_s_clock(hosted: Running, match_id: str, hester: Visitor) -> None:
    seat = decision_of(hosted.service, match_id).seat
    answer = hester.post(f"/host/deadline/{match_id}", seat=seat, due_at="2026-12-10T18:00", reason="a fair")
    assert answer.status_code == 303
    assert decision_of(hosted.service, match_id).due_at == datetime(2026, 12, 10, 9, 0, tzinfo=UTC)
    assert last_of(hosted, match_id) == ("deadline", "host", seat)
    said = f"Hester, the host, has moved the deadline of {NAMES[seat - 1]} to Thu 10 Dec, 09:00 (UTC)."
    assert said in at_table(hosted, match_id)


def test_a_seat_is_given_to_a_house_bot(hosted: Running, match_id: str, hester: Visitor) -> None:
    assert hester.post(f"/host/replace/{match_id}", seat=2, to="bot", reason="no sign of life").status_code == 303
    row = seat_row(hosted, match_id, 2)
    assert (row.player_id, row.stand_in) == (None, "bot")
    assert "takes the seat of Ben from its player: a house bot plays on in that seat." in at_table(hosted, match_id)
    assert signed_in(hosted, "Ben").get(f"/m/{match_id}/2").status_code == 403


def test_a_seat_is_offered_to_an_address(hosted: Running, match_id: str, hester: Visitor) -> None:
    assert "Offer a seat" not in words(hester.get("/host/"))
    hester.post(f"/host/replace/{match_id}", seat=2, to="deadline", reason="no sign of life")
    assert "Offer a seat" in words(hester.get("/host/"))
    answer = hester.post(f"/host/offer/{match_id}", seat=2, address="dan@example.org", reason="to go on")
    assert answer.status_code == 303
    (row,) = outbox_of(hosted.service, match_id, outbox.TAKE_OVER)
    assert row.address == "dan@example.org"
    assert "dan@example.org" not in at_table(hosted, match_id)


def test_who_is_away_stands_there(hosted: Running, match_id: str, hester: Visitor) -> None:
    set_away(hosted, match_id, 2)
    assert "Ben is away since" in words(hester.get("/host/"))
    set_away(hosted, match_id, 1, 3)
    assert match_of(hosted.service, match_id).status == "adjourned"
    assert hester.post(f"/host/end/{match_id}", reason="nobody is there").status_code == 303
    assert match_of(hosted.service, match_id).status == "abandoned"


@pytest.mark.parametrize(
    ("act", "form", "said"),
    [
        ("pause", {"reason": ""}, "Please give a reason"),
        ("end", {"reason": " "}, "Please give a reason"),
        ("go-on", {"reason": "why not"}, "This match is not paused."),
        ("deadline", {"seat": "1", "due_at": "tomorrow", "reason": "why not"}, "“tomorrow” is not a day and time"),
        ("deadline", {"seat": "1", "due_at": "2026-11-01T10:00", "reason": "why not"}, "in the next 90 days"),
        ("deadline", {"seat": "", "due_at": "2026-12-10T10:00", "reason": "why not"}, "Please choose a seat."),
        ("deadline", {"seat": "99", "due_at": "2026-12-10T10:00", "reason": "why not"}, "There is no such seat"),
        ("replace", {"seat": "2", "to": "me", "reason": "why not"}, "The seat can go to a house bot"),
        ("offer", {"seat": "2", "address": "dan@example.org", "reason": "why not"}, "Only a seat that was given up"),
        ("offer", {"seat": "2", "address": "dan@@x", "reason": "why not"}, "is not an e-mail address"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(
    hosted: Running, match_id: str, hester: Visitor, act: str, form: dict[str, str], said: str
) -> None:
    before = len(events_of(hosted.service, match_id))
    page = hester.post(f"/host/{act}/{match_id}", **form)
    assert page.status_code in (404, 422)
    assert said in words(page)
    shown = {"deadline", "replace", "pause", "end"}  # forms that are there
    if form["reason"].strip() and act in shown:
        assert page.text.count('value="why not"') == 1
        assert form.get("due_at", "why not") in page.text
    assert len(events_of(hosted.service, match_id)) == before


def test_typed_fields_of_an_offer_are_kept(hosted: Running, match_id: str, hester: Visitor) -> None:
    hester.post(f"/host/replace/{match_id}", seat=3, to="bot", reason="no sign of life")
    page = hester.post(f"/host/offer/{match_id}", seat=3, address="dan@@x", reason="to go on")
    assert page.status_code == 422
    assert 'value="dan@@x"' in page.text
    assert 'value="to go on"' in page.text


def test_nobody_else_does_any_of_it(hosted: Running, match_id: str, hester: Visitor) -> None:
    ann = signed_in(hosted, "Ann")
    for act in ("pause", "go-on", "deadline", "replace", "offer", "end"):
        assert ann.post(f"/host/{act}/{match_id}", seat=2, reason="because").status_code == 404
    assert hester.post("/host/pause/nowhere", reason="because").status_code == 404
    assert len(events_of(hosted.service, match_id)) == 1


def test_a_match_that_is_moved_far_is_still_found(hosted: Running, match_id: str, hester: Visitor) -> None:
    seat = decision_of(hosted.service, match_id).seat
    late = hosted.clock.now + timedelta(days=89)
    hester.post(f"/host/deadline/{match_id}", seat=seat, due_at=late.isoformat()[:16], reason="a long trip")
    assert "next deadline" in words(hester.get("/host/"))


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)  # they differ in what they refuse
def test_what_is_no_number_or_word_of_ours_is_not_found(hosted: Running, match_id: str, hester: Visitor) -> None:
    for number in (2**31, 2**63, 10**30):
        assert hester.post(f"/host/retry/{number}").status_code == 404
        assert hester.post(f"/account/holidays/{number}/cancel").status_code == 404
    assert hester.get("/host/?status=a%00b").status_code == 200
    assert signed_in(hosted, "Ann").post(f"/m/{match_id}/1/decline", kind="a\0b").status_code == 303
