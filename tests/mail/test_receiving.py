"""Mail taken from other mail servers, by SMTP and by LMTP, on real connections."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator

import pytest

from mail import server
from tests.conftest import free_port
from tests.mail.post_box import BASE, box, PostBox
from tests.service.table import events_of

__all__ = ["box"]

Connect = Callable[[], smtplib.SMTP]


@pytest.fixture(params=["smtp", "lmtp"])
def connect(request: pytest.FixtureRequest, box: PostBox) -> Iterator[Connect]:
    """Give a way to connect to what takes mail for the service."""
    port = free_port()
    listening = server.listen(box.running.service, BASE, box.running.clock, request.param, "127.0.0.1", port)
    listening.start()
    kind = smtplib.LMTP if request.param == "lmtp" else smtplib.SMTP
    opened: list[smtplib.SMTP] = []

    def connected() -> smtplib.SMTP:
        opened.append(kind("127.0.0.1", port))
        return opened[-1]

    yield connected
    for each in opened:
        each.close()
    listening.stop()


def moves(box: PostBox) -> list[str]:
    return [event.move or "" for event in events_of(box.running.service, box.match_id) if event.kind == "move"]


def test_a_reply_is_done_when_it_is_said_to_be_taken(box: PostBox, connect: Connect) -> None:
    mail = box.asking()
    refused = connect().sendmail("a@example.net", [str(mail["Reply-To"])], b"Subject: x\r\n\r\nbid 1x1\r\n")
    assert refused == {}
    assert moves(box) == ["bid 1x1"]


def test_who_is_not_here_is_refused_at_once(box: PostBox, connect: Connect) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        connect().sendmail("a@example.net", ["play+nobody@cards.example.org"], b"\r\n\r\npass\r\n")
    ((code, words),) = caught.value.recipients.values()
    assert (code, words[:5]) == (550, b"5.1.1")


def test_a_mail_over_one_megabyte_is_refused(box: PostBox, connect: Connect) -> None:
    mail = box.asking()
    client = connect()
    with pytest.raises(smtplib.SMTPResponseException) as caught:
        client.sendmail("a@example.net", [str(mail["Reply-To"])], b"\r\n\r\npass\r\n" + b"x" * 70 + b"\r\n" * 600_000)
    assert caught.value.smtp_code == 552
    assert moves(box) == []


def test_each_recipient_has_an_answer(box: PostBox, connect: Connect) -> None:
    mail = box.asking()
    good, back = str(mail["Reply-To"]), str(mail["Return-Path"])[1:-1]
    assert connect().sendmail("a@example.net", [good, back], b"Subject: x\r\n\r\nbid 1x1\r\n") == {}
    assert moves(box) == ["bid 1x1"]


def test_what_breaks_here_is_to_be_brought_again(
    box: PostBox, connect: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mail = box.asking()

    def broken(*_about: object) -> None:
        raise RuntimeError("a hidden card")

    with monkeypatch.context() as patch:
        patch.setattr(server, "take", broken)
        client = connect()
        with pytest.raises(smtplib.SMTPResponseException) as caught:
            client.sendmail("a@example.net", [str(mail["Reply-To"])], b"Message-ID: <a@b>\r\n\r\nbid 1x1\r\n")
    assert caught.value.smtp_code == 451
    assert "RuntimeError" in caplog.text
    assert "hidden" not in caplog.text
    connect().sendmail("a@example.net", [str(mail["Reply-To"])], b"Message-ID: <a@b>\r\n\r\nbid 1x1\r\n")
    assert moves(box) == ["bid 1x1"]
