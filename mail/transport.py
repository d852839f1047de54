"""Where a mail goes: to an SMTP server, or to the local mailbox."""

from __future__ import annotations

import mailbox
import smtplib
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

SECONDS = 30


class Transport(Protocol):
    """Takes mails."""

    def send(self, message: EmailMessage) -> None:
        """Hand a mail over. Raises `OSError` (of which `smtplib`'s errors are) when it is not taken."""
        ...


class Smtp:
    """Hands each mail to the server at `url`, smtp://HOST:PORT."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host = parts.hostname or "localhost"
        self.port = parts.port or 25
        self.user = unquote(parts.username or "")
        self.password = unquote(parts.password or "")

    def send(self, message: EmailMessage) -> None:
        """Connect, hand the mail over, and hang up."""
        with smtplib.SMTP(self.host, self.port, timeout=SECONDS) as server:
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message)


class LocalMailbox:
    """Keeps mails in a Maildir folder, which `/mailbox` shows and any mail program can open."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def send(self, message: EmailMessage) -> None:
        """Put the mail into the folder."""
        mailbox.Maildir(self.path).add(message)


def transport_for(smtp_url: str | None, path: Path | None) -> Transport:
    """Return the transport that the settings ask for."""
    if smtp_url:
        return Smtp(smtp_url)
    assert path
    return LocalMailbox(path)
