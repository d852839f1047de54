"""What every answer carries, what is refused, and what never leaves the process."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

import pytest
from werkzeug.test import Client

from app import listen
from service import links
from tests.conftest import Running, VirtualClock
from tests.service.table import open_with_people
from tests.web.visitor import seat_link, Visitor, words

PATHS = ("/", "/sign-in", "/fairness", "/rules/katzenjammer-blues", "/nowhere", "/mailbox/", "/static/mousepost.css")


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_its_headers(running: Running, path: str) -> None:
    headers = Visitor(running).get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", PATHS[:-1])
def test_no_page_holds_inline_script_or_style(running: Running, path: str) -> None:
    page = Visitor(running).get(path).text
    assert not re.search(r"<style|style=|<script(?![^>]*\bsrc=)|\son\w+=", page)


def test_a_form_without_its_mark_does_nothing(running: Running, clock: VirtualClock) -> None:
    answer = running.client().post("/play-now", data={"game": "katzenjammer-blues", "bots": "1"})
    assert answer.status_code == 400
    assert "This page was too old" in words(answer)


def test_the_host_header_is_not_believed(running: Running, clock: VirtualClock) -> None:
    visitor = Visitor(running)
    mark = visitor.mark()
    cookie = visitor.client.get_cookie("mousepost")
    assert cookie
    visitor.client.set_cookie("mousepost", cookie.value, domain="evil.example")
    form = {"csrf_token": mark, "address": "ann@example.org"}
    assert visitor.client.post("/sign-in", data=form, headers={"Host": "evil.example"}).status_code == 200
    running.work()
    (mail,) = running.tray.mails
    assert "evil.example" not in mail.as_string()
    assert "http://127.0.0.1:5000/sign-in/" in str(mail.get_body(("plain",)))


def test_sign_in_mails_are_throttled(running: Running, clock: VirtualClock) -> None:
    visitor = Visitor(running)
    for _ in range(5):
        assert visitor.post("/sign-in", address="ann@example.org").status_code == 200
    page = visitor.post("/sign-in", address="Ann@example.org")
    assert page.status_code == 429
    assert "too often" in words(page)
    assert 'value="Ann@example.org"' in page.text, "nothing typed is lost"
    clock.advance(hours=1, seconds=1)
    assert visitor.post("/sign-in", address="ann@example.org").status_code == 200


def test_asking_to_sign_in_tells_nobody_who_plays_here(running: Running, clock: VirtualClock) -> None:
    open_with_people(running.service, clock.now)
    visitor = Visitor(running)
    known = words(visitor.post("/sign-in", address="ann@example.org"))
    unknown = words(visitor.post("/sign-in", address="zoe@example.org"))
    assert known.replace("ann@", "zoe@") == unknown


def test_tokens_and_secrets_reach_no_log(
    running: Running, clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    match_id = open_with_people(running.service, clock.now)
    link = seat_link(running, match_id, 1, 0, 0)
    Visitor(running).follow(link)
    Visitor(running).follow(link[:-3])
    running.work()
    logged = caplog.text
    for mail in running.tray.mails:
        for token in re.findall(r"/[ki]/(\S+)", str(mail.get_body(("plain",)))):
            assert token not in logged
    assert link.removeprefix("/k/") not in logged


def test_names_are_escaped(running: Running, clock: VirtualClock) -> None:
    visitor = Visitor(running)
    visitor.sign_in("mallory@example.org", "<b>Mallory</b>")
    visitor.post("/play-now", game="katzenjammer-blues", bots="1")
    for path in ("/", "/account"):
        assert "<b>Mallory" not in visitor.follow(path).text
    assert "&lt;b&gt;Mallory" in visitor.follow("/").text


def test_a_body_too_large_is_refused(running: Running) -> None:
    visitor = Visitor(running)
    answer = visitor.client.post("/sign-in", data={"address": "x" * 200_000})
    assert answer.status_code == 413


def test_a_session_ends_when_the_player_signs_out_everywhere(running: Running, clock: VirtualClock) -> None:
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org", "Ann")
    assert visitor.get("/account").status_code == 200
    with running.service.store.writing() as session:
        from models.tables import Player

        player = session.get_one(Player, 1)
        player.epoch += 1
        session.add(player)
    assert visitor.get("/account").status_code == 303


class TestMailbox:
    def test_it_shows_mails_and_their_links_work(self, make_running: Callable[..., Running], tmp_path) -> None:  # type: ignore[no-untyped-def]
        from mail.transport import LocalMailbox

        running = make_running(LocalMailbox(tmp_path / "mailbox"))
        visitor = Visitor(running)
        visitor.post("/sign-in", address="ann@example.org")
        running.work()
        (stored,) = (tmp_path / "mailbox" / "new").iterdir()
        assert b"\r" not in stored.read_bytes(), "any mail program reads the folder"
        inbox = visitor.get("/mailbox/", Host="127.0.0.1:5000")
        assert "to ann@example.org" in words(inbox)
        (path,) = set(re.findall(r'href="(/mailbox/[^"/?]+)"', inbox.text))
        page = visitor.get(path, Host="localhost:5000")
        assert 'sandbox="allow-top-navigation-by-user-activation"' in page.text
        link = re.search(r"http://127.0.0.1:5000(/sign-in/[\w.-]+)", page.text)
        assert link
        assert visitor.get(link[1]).status_code == 200
        html = visitor.get(f"{path}/html", Host="localhost")
        assert "sandbox" in html.headers["Content-Security-Policy"]
        assert "default-src 'none'" in html.headers["Content-Security-Policy"]
        assert link[1] in html.text

    @pytest.mark.parametrize(
        "headers",
        [
            {"Host": "mousepost.example.org"},
            {"Host": "127.0.0.1.evil.example"},
            {"Host": "evil.example:5000"},
            {"Host": "192.168.0.2:5000"},
            {"X-Forwarded-For": "10.0.0.1"},
            {"X-Forwarded-Host": "localhost"},
            {"Forwarded": "for=10.0.0.1"},
            {"Via": "1.1 proxy"},
        ],
        ids=str,
    )
    def test_it_answers_only_who_sits_at_this_machine(self, running: Running, headers: dict[str, str]) -> None:
        assert Visitor(running).get("/mailbox/", Host="localhost").status_code == 200
        for path in ("/mailbox/", "/mailbox/x", "/mailbox/x/html"):
            assert running.client().get(path, headers=headers).status_code == 404

    @pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "Via"])
    def test_the_server_does_not_hide_a_proxy_from_it(self, running: Running, header: str) -> None:
        server = listen(running.app, "127.0.0.1", 0)
        client = Client(server.application)  # with whatever the server wraps around the pages
        assert client.get("/mailbox/").status_code == 200
        assert client.get("/mailbox/", headers={header: "for=10.0.0.1"}).status_code == 404
        server.close()

    @pytest.mark.parametrize(
        "environ",
        [
            {"SMTP_URL": "smtp://localhost:25", "MAIL_FROM": "m@example.org"},
            {"SMTP_URL": "smtp://localhost:25", "MAIL_FROM": "m@example.org", "BASE_URL": "https://m.example.org"},
        ],
        ids=["with SMTP", "public"],
    )
    def test_it_does_not_exist_where_mail_is_sent(
        self, make_running: Callable[..., Running], environ: dict[str, str]
    ) -> None:
        running = make_running(**environ)
        assert running.client().get("/mailbox/", headers={"Host": "localhost"}).status_code == 404
        assert "/mailbox" not in Visitor(running).get("/").text


def test_the_sign_in_cookie_is_secure_behind_https(make_running: Callable[..., Running], clock: VirtualClock) -> None:
    running = make_running(
        SMTP_URL="smtp://localhost:25", MAIL_FROM="m@example.org", BASE_URL="https://mousepost.example.org"
    )
    answer = running.client().get("/sign-in", base_url="https://mousepost.example.org")
    assert "Secure" in answer.headers["Set-Cookie"]
    assert "max-age" in answer.headers["Strict-Transport-Security"]


def test_rotated_keys_keep_sessions_and_links(make_running: Callable[..., Running], clock: VirtualClock) -> None:
    old = make_running(SECRET_KEYS="the very first key of all")
    token = old.service.links.sign(links.SIGN_IN, ["ann@example.org", "/"], clock.now)
    visitor = Visitor(old)
    visitor.sign_in("ben@example.org", "Ben")
    cookie = visitor.client.get_cookie("mousepost")
    assert cookie
    new = make_running(SECRET_KEYS="a second and fresher key,the very first key of all")
    assert Visitor(new).get(f"/sign-in/{token}").status_code == 200
    later = Visitor(new)
    later.client.set_cookie("mousepost", cookie.value)
    assert later.get("/account").status_code == 200
