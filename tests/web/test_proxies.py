"""Behind proxies: what they forward is believed as far as they are counted, and a host never."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import select

from models.tables import Attempt
from tests.conftest import Running
from tests.web.visitor import Visitor

FORWARDED = {"X-Forwarded-For": "203.0.113.1, 203.0.113.2, 203.0.113.3", "X-Forwarded-Proto": "https"}


@pytest.mark.parametrize(
    ("proxies", "seen"),
    [("0", "127.0.0.1"), ("1", "203.0.113.3"), ("2", "203.0.113.2"), ("3", "203.0.113.1"), ("4", "127.0.0.1")],
)
def test_throttling_counts_the_address_that_the_outermost_proxy_saw(
    make_running: Callable[..., Running], proxies: str, seen: str
) -> None:
    running = make_running(PROXIES=proxies)
    visitor = Visitor(running)
    form = {"csrf_token": visitor.mark(), "address": "ann@example.org"}
    assert visitor.client.post("/sign-in", data=form, headers=FORWARDED).status_code == 200
    with running.service.store.reading() as session:
        keys = [attempt.key for attempt in session.exec(select(Attempt))]
    assert f"sign-in/network:{seen}" in keys


@pytest.mark.parametrize("proxies", ["0", "1", "5"])
def test_no_forwarded_host_is_believed(make_running: Callable[..., Running], proxies: str) -> None:
    running = make_running(PROXIES=proxies)
    visitor = Visitor(running)
    form = {"csrf_token": visitor.mark(), "address": "ann@example.org"}
    headers = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil", "Forwarded": "host=evil.example"}
    answer = visitor.client.post("/sign-in", data=form, headers=headers)
    running.work()
    (mail,) = running.tray.mails
    assert "evil" not in answer.text + str(answer.headers) + mail.as_string()


def test_the_local_mailbox_is_not_there_behind_a_proxy(make_running: Callable[..., Running]) -> None:
    running = make_running(PROXIES="1")
    assert running.client().get("/mailbox/", headers={"Host": "localhost"}).status_code == 404
