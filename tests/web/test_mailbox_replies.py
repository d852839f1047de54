"""The local mailbox has a form to reply to what asks for a reply: the same code takes it as takes mail."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from mail.transport import LocalMailbox
from tests.conftest import Running, VirtualClock
from tests.service.table import decision_of, events_of, open_with_people


@pytest.fixture
def local(make_running: Callable[..., Running], tmp_path_factory: pytest.TempPathFactory) -> Running:
    running = make_running()
    path = running.app.extensions["mousepost"].settings.mailbox
    running.worker.transport = LocalMailbox(path)
    return running


def open_first(client: FlaskClient, asked: str) -> tuple[str, str]:
    """Return the address and the page of the first mail in the mailbox with these words."""
    inbox = client.get("/mailbox/").text
    assert "can be replied to" in inbox
    for path in re.findall(r'href="(/mailbox/[^"/?]+)"', inbox):
        page = client.get(path).text
        if asked in page:
            return path, page
    raise AssertionError(f"no mail says “{asked}”")


def fields(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(csrf_token|mark)" value="([^"]+)"', page))


def test_a_reply_from_the_mailbox_plays(local: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(local.service, clock.now)
    clock.advance(minutes=30)
    local.work()
    client = local.client()
    path, page = open_first(client, "Your turn")
    for _ in range(2):  # a double click
        answer = client.post(f"{path}/reply", data={**fields(page), "text": "pass\r\n"})
        assert answer.status_code == 303
    local.work()
    assert [event.move for event in events_of(local.service, match_id) if event.by == "player"] == ["pass"]
    assert "Your reply was played" in open_first(client, "Your reply was played")[1]
    assert "The answer" not in client.get(path).text


def test_a_reply_that_is_refused_is_not_lost(local: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(local.service, clock.now)
    clock.advance(minutes=30)
    local.work()
    client = local.client()
    path, page = open_first(client, "Your turn")
    clock.advance(days=121)
    answer = client.post(f"{path}/reply", data={**fields(page), "text": "pass"})
    assert answer.status_code == 422
    assert "good for a while only" in answer.text
    assert ">pass</textarea>" in answer.text
    assert decision_of(local.service, match_id).asked == 0


def test_what_asks_for_no_reply_has_no_form(local: Running, clock: VirtualClock) -> None:
    client = local.client()
    token = fields(client.get("/sign-in").text)["csrf_token"] if "csrf_token" in client.get("/sign-in").text else ""
    client.post("/sign-in", data={"csrf_token": token, "address": "ann@example.org"})
    local.work()
    (path,) = re.findall(r'href="(/mailbox/[^"/?]+)"', client.get("/mailbox/").text)
    assert "textarea" not in client.get(path).text
    assert client.post(f"{path}/reply", data={"csrf_token": token, "text": "pass"}).status_code == 404
