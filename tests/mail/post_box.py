"""A service that can be replied to, and people who reply to its mails."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from mail import inbound
from tests.conftest import Running
from tests.mail.test_letters import text_of
from tests.service.friends import fix_the_secret
from tests.service.table import decision_of, open_with_people

SEED = 4  # who begins may bid one 1
NAMES = ("Ann", "Ben", "Cho")
BASE = "play@cards.example.org"


class PostBox:
    """A match of Ann, Ben and Cho, and the replies to its mails."""

    def __init__(self, running: Running, game: str = "katzenjammer-blues") -> None:
        self.running = running
        self.match_id = open_with_people(running.service, running.clock.now, game=game)
        self.sent = 0
        self.seat = decision_of(running.service, self.match_id).seat  # who is asked first
        self.name = NAMES[self.seat - 1]
        self.answer = EmailMessage()  # the latest

    def deliver(self, minutes: float = 30) -> list[EmailMessage]:
        """Send what is due, also to who has just played; return all mails."""
        self.running.clock.advance(minutes=minutes)
        self.running.work()
        return self.running.tray.mails

    def asking(self) -> EmailMessage:
        """Return the mail that asks for what is asked now."""
        self.deliver()
        decision = decision_of(self.running.service, self.match_id)
        wanted = f"<{self.match_id}.{decision.seat}.turn.{decision.asked}@"
        (mail,) = [mail for mail in self.running.tray.mails if str(mail["Message-ID"]).startswith(wanted)]
        return mail

    def reply(self, mail: EmailMessage, text: str, *headers: str, sender: str = "whoever@example.net") -> str:
        """Reply to a mail as its reader; return the text of the answer, nothing where there is none."""
        self.sent += 1
        head = [*headers, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
        if not any(header.startswith("Message-ID:") for header in headers):
            head.append(f"Message-ID: <reply-{self.sent}@example.net>")
        data = "\n".join([*head, "", text]).encode()
        self.bring(str(mail["Reply-To"]), data, sender)
        before = len(self.running.tray.mails)
        self.running.work()
        answers = [new for new in self.running.tray.mails[before:] if ".reply." in str(new["Message-ID"])]
        assert len(answers) <= 1
        self.answer = answers[0] if answers else self.answer
        return text_of(answers[0]) if answers else ""

    def bring(self, address: str, data: bytes, sender: str = "whoever@example.net") -> None:
        running = self.running
        inbound.take(running.service, BASE, address, sender, data, running.clock.now)


@pytest.fixture
def box(make_running: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> PostBox:
    fix_the_secret(monkeypatch, SEED)
    return PostBox(make_running(REPLY_TO=BASE))
