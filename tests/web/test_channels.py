"""Other channels than mail: adding, trying and removing them, and what is told by them when."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from http_ece import decrypt
from sqlmodel import select

from mail import messenger
from models.tables import Channel, Outbox
from service import account, channels, outbox, push_keys, seats
from tests.certificates import Certificates
from tests.conftest import KEYS, pass_time, Running
from tests.mail.servers import tls
from tests.mail.test_outside import loopback, Web, web
from tests.service.friends import position_of
from tests.service.table import decision_of, play_any
from tests.web.absent import change_player, NAMES, open_at, player_of, signed_in
from tests.web.visitor import Visitor, words

__all__ = ["loopback"]
PAGE = "/account/channels"


@pytest.fixture
def server() -> Iterator[Web]:
    with web() as running:
        yield running


@pytest.fixture
def match_id(running: Running) -> str:
    return open_at(running)


def add(running: Running, name: str, url: str) -> None:
    player = player_of(running, name)
    channels.add_service(running.service, player.id or 0, url, ["ntfy"], running.clock.now)


def asked_next(running: Running, match_id: str) -> str:
    """Return who will be asked after the decision at hand has been answered by its player."""
    seat = decision_of(running.service, match_id).seat
    return NAMES[seat % 3]


def ask(running: Running, match_id: str, name: str) -> None:
    while NAMES[decision_of(running.service, match_id).seat - 1] != name:
        play_any(running.service, match_id, running.clock.now)


def rows(running: Running) -> list[Outbox]:
    with running.service.store.reading() as session:
        return list(session.exec(select(Outbox).where(Outbox.kind.startswith(outbox.CHANNEL)).order_by(Outbox.id)))  # type: ignore[attr-defined, arg-type]


def stored(running: Running) -> list[Channel]:
    with running.service.store.reading() as session:
        return list(session.exec(select(Channel)))


class TestTelling:
    @pytest.mark.usefixtures("loopback")
    @pytest.mark.parametrize("wish", [{}, {"mail_mode": "none"}, {"bounced_words": "550 no such mouse"}])
    def test_who_is_asked_hears_of_it(self, running: Running, match_id: str, server: Web, wish: dict[str, str]) -> None:
        name = asked_next(running, match_id)
        change_player(running, name, **wish)
        add(running, name, f"ntfy://127.0.0.1:{server.port}/mice")
        ask(running, match_id, name)
        running.work()
        ((method, _path, _headers, body),) = server.asked
        told = json.loads(body)
        decision = decision_of(running.service, match_id)
        assert (method, told["topic"], told["title"]) == ("POST", "mice", "Katzenjammer Blues: your turn")
        assert told["message"] == (
            f"A table waits for you until Wed 2 Dec, 12:00 (UTC).\nhttp://127.0.0.1:5000/m/{match_id}/{decision.seat}"
        )
        hand = position_of(running.service, match_id).view(decision.seat)["hand"]
        assert " ".join(hand) not in body.decode()
        assert [row.status for row in rows(running)] == ["sent"]
        running.work()
        assert len(server.asked) == 1

    @pytest.mark.usefixtures("loopback")
    def test_not_in_quiet_hours_unless_wanted(self, running: Running, match_id: str, server: Web) -> None:
        name = asked_next(running, match_id)
        add(running, name, f"ntfy://127.0.0.1:{server.port}/mice")
        change_player(running, name, quiet_from=11, quiet_to=14)
        ask(running, match_id, name)
        running.work()
        assert server.asked == []
        assert [(row.status, row.attempts, row.due_at.hour) for row in rows(running)] == [("queued", 0, 14)]
        change_player(running, name, mail_at_night=True)
        pass_time(running, hours=2)
        running.work()
        assert len(server.asked) == 1

    @pytest.mark.usefixtures("loopback")
    def test_who_wants_all_at_once_hears_at_night(self, running: Running, match_id: str, server: Web) -> None:
        name = asked_next(running, match_id)
        add(running, name, f"ntfy://127.0.0.1:{server.port}/mice")
        change_player(running, name, quiet_from=11, quiet_to=14, mail_at_night=True)
        ask(running, match_id, name)
        running.work()
        assert len(server.asked) == 1

    @pytest.mark.usefixtures("loopback")
    @pytest.mark.parametrize("over", ["answered", "removed", "given up", "paused"])
    def test_not_when_it_is_over(self, running: Running, match_id: str, server: Web, over: str) -> None:
        name = asked_next(running, match_id)
        add(running, name, f"ntfy://127.0.0.1:{server.port}/mice")
        ask(running, match_id, name)
        decision, now = decision_of(running.service, match_id), running.clock.now
        if over == "answered":
            play_any(running.service, match_id, now)
        elif over == "removed":
            channels.remove(running.service, player_of(running, name).id or 0, stored(running)[0].id or 0)
        elif over == "given up":
            seats.resign(running.service, match_id, decision.seat, "bot", now)
        else:
            seats.pause(running.service, match_id, "a strike", "Hester", now)
        running.worker.notify()
        assert server.asked == []
        assert [row.status for row in rows(running)][:1] == ["dropped"]

    @pytest.mark.usefixtures("loopback")
    def test_each_channel_has_a_row_and_one_that_fails_does_not_hold_up_another(
        self, running: Running, match_id: str, server: Web
    ) -> None:
        name = asked_next(running, match_id)
        with web() as broken:
            broken.status = 500
            add(running, name, f"ntfy://127.0.0.1:{broken.port}/mice")
            add(running, name, f"ntfy://127.0.0.1:{server.port}/mice")
            ask(running, match_id, name)
            running.work()
            assert len(server.asked) == len(broken.asked) == 1
            assert [row.status for row in rows(running)] == ["queued", "sent"]
            assert [bool(each.last_error) for each in stored(running)] == [True, False]
            broken.status = 200
            pass_time(running, minutes=2)
            running.work()
            assert len(broken.asked) == 2
            assert len(server.asked) == 1
        assert [bool(each.last_error) for each in stored(running)] == [False, False]
        assert [row.status for row in rows(running)] == ["sent", "sent"]

    def test_a_channel_that_fails_says_nothing_of_the_mail(self, running: Running, match_id: str) -> None:
        name = asked_next(running, match_id)
        add(running, name, "ntfy://127.0.0.1/mice")
        ask(running, match_id, name)
        running.work()
        assert [row.status for row in rows(running)] == ["failed"]
        with running.service.store.reading() as session:
            assert outbox.unreachable(session, match_id) == ()
            assert outbox.failures(session) == []

    @pytest.mark.usefixtures("loopback")
    def test_a_process_that_dies_loses_nothing(
        self, running: Running, match_id: str, server: Web, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name = asked_next(running, match_id)
        add(running, name, f"ntfy://127.0.0.1:{server.port}/mice")
        ask(running, match_id, name)

        def die(*_about: object) -> None:
            raise SystemExit

        notify = messenger._notify

        monkeypatch.setattr(messenger, "_notify", die)
        with pytest.raises(SystemExit):
            running.worker.notify()
        monkeypatch.setattr(messenger, "_notify", notify)
        running.worker.notify()
        assert server.asked == [], "the claim holds for a while"
        pass_time(running, minutes=6)
        running.worker.notify()
        assert len(server.asked) == 1


class TestPage:
    @pytest.mark.parametrize(
        "url",
        [
            "json://example.org/x", "xml://example.org", "form://example.org", "mailto://a:b@example.org",
            "windows://", "dbus://", "gnome://", "macosx://", "syslog://", "file:///etc/passwd",
            "https://example.org/hook", "http://127.0.0.1/", "mqtt://example.org/x", "gotify://example.org/AAAAAAAAAAAAAAA",
            "ntfy", "", "ntfy://", "ntfy://a b", "ntfy://" + "x" * 600,
        ],
    )  # fmt: skip
    def test_what_is_not_allowed_is_refused(self, running: Running, match_id: str, url: str) -> None:
        visitor = signed_in(running, "Ben")
        answer = visitor.post(PAGE, url=url)
        assert answer.status_code == 422
        said = words(answer)
        assert "should begin with one of ntfy://…" in said or "up to 500 letters, and no spaces" in said
        assert stored(running) == []

    @pytest.mark.parametrize(
        "option", ["template=/etc/passwd", "template=http://127.0.0.1/", "retry=99999", "verify=no"]
    )
    def test_no_options_are_taken(self, running: Running, match_id: str, option: str) -> None:
        """By a template Slack and Discord would be sent a file of this machine."""
        answer = signed_in(running, "Ben").post(PAGE, url=f"discord://1234567890/abcdefghijk?{option}")
        assert answer.status_code == 422
        assert "Options after a “?” are not taken here" in words(answer)
        assert stored(running) == []

    def test_an_address_has_one_receiver(self, running: Running, match_id: str) -> None:
        answer = signed_in(running, "Ben").post(PAGE, url="ntfy://ntfy.sh/mice/rats")
        assert answer.status_code == 422
        assert "for one receiver" in words(answer)

    @pytest.mark.parametrize(
        ("url", "label"),
        [
            ("ntfy://ntfy.sh/mousetopic", "ntfy: ntfy://ntfy.sh/mousetopic"),
            ("discord://1234567890/abcdefghijk", "Discord: discord://1...0/a...k/"),
            ("https://discord.com/api/webhooks/1234567890/abcdefghijk", "Discord: discord://1...0/a...k/"),
            ("NTFYS://ann:secret@push.example.org/mice", "ntfy: ntfys://ann:****@push.example.org/mice"),
        ],
    )
    def test_a_service_is_added_shown_without_its_keys_and_removed(
        self, running: Running, match_id: str, url: str, label: str
    ) -> None:
        visitor = signed_in(running, "Ben")
        assert visitor.post(PAGE, url=url).status_code == 303
        assert visitor.post(PAGE, url=url).status_code == 303, "a double click"
        page = visitor.get(PAGE)
        assert label in words(page)
        assert "secret" not in page.text
        (channel,) = stored(running)
        assert visitor.get(f"{PAGE}/{channel.id}/remove").status_code == 405
        assert visitor.post(f"{PAGE}/{channel.id}/remove").status_code == 303
        assert visitor.post(f"{PAGE}/{channel.id}/remove").status_code == 303, "a double click"
        assert stored(running) == []

    @pytest.mark.usefixtures("loopback")
    def test_a_test_is_sent_and_what_goes_wrong_is_shown(self, running: Running, match_id: str, server: Web) -> None:
        visitor = signed_in(running, "Ben")
        visitor.post(PAGE, url=f"ntfy://127.0.0.1:{server.port}/mice")
        (channel,) = stored(running)
        assert visitor.post(f"{PAGE}/{channel.id}/test").status_code == 303
        assert "A message is on its way." in words(visitor.get(PAGE))
        assert server.asked == [], "nothing is sent in a request"
        running.work()
        assert json.loads(server.asked[0][3])["title"] == "Mousepost reaches you here"
        server.status = 403
        visitor.post(f"{PAGE}/{channel.id}/test")
        running.work()
        assert "Its server did not take the message." in words(visitor.get(PAGE))
        assert [row.status for row in rows(running)] == ["sent", "failed"], "a test is tried once"

    def test_what_is_in_our_network_is_not_told(self, running: Running, match_id: str, server: Web) -> None:
        """Whether a port is open or a name known would be worth knowing: the answer is the same."""
        said = set()
        for url in (f"ntfy://127.0.0.1:{server.port}/a", "ntfy://127.0.0.1:1/a", "ntfy://localhost/a"):
            add(running, "Ben", url)
            channel = stored(running)[-1]
            channels.test(running.service, channel.player_id, channel.id or 0, running.clock.now)
            running.work()
            said.add(stored(running)[-1].last_error)
        assert said == {"Its server is not on the public internet, and nothing is sent there."}
        assert server.asked == []

    def test_nobody_touches_anothers(self, running: Running, match_id: str) -> None:
        add(running, "Ben", "ntfy://ntfy.sh/mice")
        (channel,) = stored(running)
        visitor = signed_in(running, "Cho")
        assert "ntfy.sh/mice" not in visitor.get(PAGE).text
        assert visitor.post(f"{PAGE}/{channel.id}/test").status_code == 404
        visitor.post(f"{PAGE}/{channel.id}/remove")
        assert len(stored(running)) == 1
        assert Visitor(running).get(PAGE).status_code == 303, "to sign in"

    def test_there_are_only_so_many(self, running: Running, match_id: str) -> None:
        visitor = signed_in(running, "Ben")
        for number in range(5):
            assert visitor.post(PAGE, url=f"ntfy://ntfy.sh/mice{number}").status_code == 303
        answer = visitor.post(PAGE, url="ntfy://ntfy.sh/mice9")
        assert answer.status_code == 422
        assert "You have 5 channels already" in words(answer)
        assert "ntfy://ntfy.sh/mice9" in answer.text, "nothing typed is lost"
        channel = stored(running)[0]
        for _ in range(10):
            assert visitor.post(f"{PAGE}/{channel.id}/test").status_code == 303
        assert visitor.post(f"{PAGE}/{channel.id}/test").status_code == 429

    def test_without_the_extra_the_page_says_so(
        self, running: Running, match_id: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        add(running, "Ben", "ntfy://ntfy.sh/mice")
        monkeypatch.setattr(channels, "are_installed", lambda: False)
        visitor = signed_in(running, "Ben")
        page = visitor.get(PAGE)
        assert "This service sends mail only." in words(page)
        assert "requirements-channels.txt" in page.text
        assert 'name="url"' not in page.text
        assert visitor.post(PAGE, url="ntfy://ntfy.sh/other").status_code == 422
        assert visitor.post(f"{PAGE}/push", subscription="{}").status_code == 422
        channel = stored(running)[0]
        visitor.post(f"{PAGE}/{channel.id}/test")
        running.work()
        assert "cannot send by other channels than mail any more" in words(visitor.get(PAGE))

    def test_a_host_allows_other_kinds(self, make_running: Callable[..., Running]) -> None:
        running = make_running(CHANNELS="gotify")
        open_at(running)
        visitor = signed_in(running, "Ben")
        page = visitor.get(PAGE)
        assert "gotify://" in page.text
        assert "data-worker" not in page.text, "no push to browsers"
        assert visitor.post(PAGE, url="ntfy://ntfy.sh/mice").status_code == 422
        assert visitor.post(PAGE, url="gotify://example.org/AAAAAAAAAAAAAAA").status_code == 303
        assert visitor.post(f"{PAGE}/push", subscription="{}").status_code == 422

    def test_an_account_that_is_deleted_has_none(self, running: Running, match_id: str) -> None:
        add(running, "Ben", "ntfy://ntfy.sh/mice")
        who = player_of(running, "Ben").id or 0
        assert [each["label"] for each in account.export(running.service, who)["channels"]] == [
            "ntfy: ntfy://ntfy.sh/mice"
        ]
        account.delete(running.service, who, running.clock.now)
        assert stored(running) == []


class Browser:
    """A browser that has let itself be pushed to: its keys, and how it reads what comes."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    @property
    def subscription(self) -> str:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _text(point), "auth": _text(self.auth)}
        return json.dumps({"endpoint": self.endpoint, "expirationTime": None, "keys": keys})

    def read(self, body: bytes) -> Any:
        return json.loads(decrypt(body, private_key=self.private, auth_secret=self.auth))


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.fixture
def push(certificates: Certificates, monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """Give a push service that speaks https."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificates.ca))
    with web(context=tls(certificates)) as running:
        running.status = 201
        yield running


class TestPush:
    def subscribe(self, running: Running, name: str, push: Web) -> Browser:
        browser = Browser(f"https://127.0.0.1:{push.port}/push/abc")
        visitor = signed_in(running, name)
        assert visitor.post(f"{PAGE}/push", subscription=browser.subscription).status_code == 303
        return browser

    @pytest.mark.usefixtures("loopback")
    def test_a_browser_hears_of_it(self, running: Running, match_id: str, push: Web) -> None:
        name = asked_next(running, match_id)
        browser = self.subscribe(running, name, push)
        ask(running, match_id, name)
        running.work()
        ((_method, path, headers, body),) = push.asked
        told = browser.read(body)
        decision = decision_of(running.service, match_id)
        assert path == "/push/abc"
        assert told["title"] == "Katzenjammer Blues: your turn"
        assert told["body"] == "A table waits for you until Wed 2 Dec, 12:00 (UTC)."
        assert told["url"] == f"http://127.0.0.1:5000/m/{match_id}/{decision.seat}"
        assert headers["topic"] == told["tag"], "of two about one decision one is shown"
        claims = headers["authorization"].partition("t=")[2].split(".")[1]
        assert json.loads(urlsafe_b64decode(claims + "=="))["sub"] == "mailto:mousepost@localhost"
        assert headers["authorization"].endswith(push_keys.public_key(KEYS))
        assert [row.status for row in rows(running)] == ["sent"]

    @pytest.mark.usefixtures("loopback")
    def test_one_that_takes_no_more_is_not_asked_again(self, running: Running, match_id: str, push: Web) -> None:
        name = asked_next(running, match_id)
        self.subscribe(running, name, push)
        push.status = 410
        ask(running, match_id, name)
        running.work()
        assert [row.status for row in rows(running)] == ["failed"]
        assert "takes no messages any more" in words(signed_in(running, name).get(PAGE))

    def test_an_endpoint_in_our_network_is_not_asked(self, running: Running, match_id: str, push: Web) -> None:
        name = asked_next(running, match_id)
        self.subscribe(running, name, push)
        ask(running, match_id, name)
        running.work()
        assert push.asked == []
        assert "not on the public internet" in stored(running)[0].last_error

    @pytest.mark.parametrize(
        "text", ["", "{}", "[]", "null", '{"endpoint": "https://a.example.org/"}', '{"endpoint": 1, "keys": {}}']
    )
    def test_what_is_no_subscription_is_refused(self, running: Running, match_id: str, text: str) -> None:
        answer = signed_in(running, "Ben").post(f"{PAGE}/push", subscription=text)
        assert answer.status_code == 422
        assert "no subscription that can be used" in words(answer)

    def test_an_endpoint_without_tls_is_refused(self, running: Running, match_id: str) -> None:
        browser = Browser("http://push.example.org/abc")
        assert signed_in(running, "Ben").post(f"{PAGE}/push", subscription=browser.subscription).status_code == 422

    def test_the_page_gives_the_key_and_the_worker(self, running: Running, match_id: str) -> None:
        page = signed_in(running, "Ben").get(PAGE).text
        assert f'data-key="{push_keys.public_key(KEYS)}"' in page
        worker = re.search(r'data-worker="([^"]+)"', page)
        assert worker
        assert Visitor(running).get(worker[1]).status_code == 200

    def test_keys_come_from_the_secrets_and_last_as_long(self) -> None:
        old, new = "an old secret of good length", "a new secret of good length"
        assert push_keys.public_key(old) == push_keys.public_key(old) != push_keys.public_key(new)
        assert push_keys.private_for(push_keys.public_key(old), [new, old])
        assert push_keys.private_for(push_keys.public_key(old), [new]) is None


def test_the_worker_shows_what_it_is_told_and_opens_only_our_pages() -> None:
    text = Path("static/push.js").read_text()
    assert "url.origin === self.location.origin" in text
