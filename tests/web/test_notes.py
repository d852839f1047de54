"""Saying something to the table, from its page."""

from __future__ import annotations

import pytest

from service import notes
from tests.conftest import Running, VirtualClock
from tests.service.table import decision_of, events_of, open_with_people
from tests.web.visitor import seat_link, Visitor, words


@pytest.fixture
def match_id(running: Running, clock: VirtualClock) -> str:
    return open_with_people(running.service, clock.now)


def at_seat(running: Running, match_id: str, seat: int) -> Visitor:
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, seat, 0, 0 if seat == 1 else 1))
    return visitor


def said(running: Running, match_id: str) -> list[str]:
    return [event.detail["text"] for event in events_of(running.service, match_id) if event.kind == notes.SAY]


def test_what_one_says_everybody_reads(running: Running, match_id: str) -> None:
    ann, ben = at_seat(running, match_id, 1), at_seat(running, match_id, 2)
    decision = decision_of(running.service, match_id)
    assert "Say something to the table" in words(ann.get(f"/m/{match_id}/1"))
    answer = ann.post(f"/m/{match_id}/1/say", text="  <b>Hello</b>\n“all” ")
    assert answer.status_code == 303
    page = ben.get(f"/m/{match_id}/2")
    assert "Ann says: “&lt;b&gt;Hello&lt;/b&gt; “all””" in page.text
    assert decision_of(running.service, match_id) == decision, "it asks nobody anything"
    assert ann.get(f"/m/{match_id}/1/step/1").status_code == 200


def test_a_double_click_says_it_once(running: Running, match_id: str) -> None:
    ann = at_seat(running, match_id, 1)
    for _ in range(2):
        assert ann.post(f"/m/{match_id}/1/say", text="Hello").status_code == 303
    assert said(running, match_id) == ["Hello"]


@pytest.mark.parametrize(
    ("text", "status", "told"),
    [("  ", 422, "Please write something"), ("x" * 301, 422, "has 301 characters; the table has room for 300")],
)
def test_what_cannot_be_said_is_not_lost(running: Running, match_id: str, text: str, status: int, told: str) -> None:
    answer = at_seat(running, match_id, 1).post(f"/m/{match_id}/1/say", text=text)
    assert answer.status_code == status
    assert told in words(answer)
    assert f'value="{text}"' in answer.text
    assert said(running, match_id) == []


def test_nobody_says_too_much(running: Running, match_id: str) -> None:
    ann = at_seat(running, match_id, 1)
    answers = [ann.post(f"/m/{match_id}/1/say", text=str(n)).status_code for n in range(notes.MOST_NOTES + 1)]
    assert answers == [303] * notes.MOST_NOTES + [429]


def test_only_who_sits_there_says_anything(running: Running, match_id: str) -> None:
    ben = at_seat(running, match_id, 2)
    for visitor in (ben, Visitor(running)):
        assert visitor.post(f"/m/{match_id}/1/say", text="Hello").status_code in (403, 422)
    assert said(running, match_id) == []
    assert ben.get(f"/m/{match_id}/2/say").status_code == 303, "reloading says nothing"
