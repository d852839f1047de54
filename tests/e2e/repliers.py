"""People with nothing but a mailbox, who answer mails by replying: this module imports nothing of the project."""

from __future__ import annotations

import re
import smtplib
from email.message import EmailMessage
from random import Random

OFFERED = re.compile(r"^- .*\[(.+)\]$", re.MULTILINE)  # with words, in a mail that asks
LISTED = re.compile(r"^- (.+)$", re.MULTILINE)  # in the answer to a reply
EXAMPLE = re.compile(r"reply with your move, for example “([^”]+)”")
LIST = re.compile(r"You can reply with one of these[^:]*:\n((?:- .+\n)+)")


def text_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail."""
    body = mail.get_body(("plain",))
    assert body
    return str(body.get_content()).replace("\r\n", "\n")


class Replier:
    """Somebody who replies to whatever asks them something, quoting it as their mail program does."""

    def __init__(self, name: str, address: str, port: int, seed: int) -> None:
        self.name = name
        self.address = address
        self.port = port
        self.rng = Random(seed)
        self.read: list[str] = []
        self.sent = 0

    def take(self, mail: EmailMessage) -> bool:
        """Read a mail, and reply if it asks for a move; say whether it did."""
        text = text_of(mail)
        self.read.append(text)
        move = self.choose(text)
        if not move or not mail["Reply-To"]:
            return False
        quoted = "\n".join(f"> {line}".rstrip() for line in text.splitlines())
        above = self.rng.random() < 0.5
        wrote = f"On Tue, Dec 1, 2026 at 1:00 PM {mail['From']} wrote:"
        body = f"{move}\n\n{wrote}\n\n{quoted}\n" if above else f"{wrote}\n{quoted}\n\n{move}\n\n-- \n{self.name}\n"
        self.send(mail, body)
        return True

    def choose(self, text: str) -> str:
        """Return one of the moves that a mail names, nothing where it asks for none."""
        example = EXAMPLE.search(" ".join(text.split()))
        if not example:
            return ""
        found = LIST.search(text)
        moves = LISTED.findall(found[1]) if found else OFFERED.findall(text)
        return self.rng.choice([*moves, moves[0]] if moves else [example[1]])

    def send(self, mail: EmailMessage, body: str) -> None:
        """Send a reply by the mail server."""
        self.sent += 1
        reply = EmailMessage()
        reply["From"], reply["To"] = self.address, mail["Reply-To"]
        reply["Subject"] = f"Re: {mail['Subject']}"
        reply["Message-ID"] = f"<{self.name}-{self.sent}@home.example.net>"
        reply["In-Reply-To"] = mail["Message-ID"]
        reply.set_content(body)
        with smtplib.SMTP("127.0.0.1", self.port) as server:
            server.send_message(reply)
