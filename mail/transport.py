"""Where a mail goes: to an SMTP server, or to the local mailbox."""

from __future__ import annotations

import base64
import copy
import mailbox
import re
import smtplib
import ssl
from email import policy
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import quote, unquote, urlsplit

from mail.signing import Sign, unsigned

SECONDS = 30.0
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
MOST_WORDS = 500
WIRE = policy.SMTP.clone(max_line_length=998)
CLOSING = 421  # the server ends this connection
TOO_BIG = 552
LOGIN_FIRST = (530, 534, 535, 538)
POLICY = "5.7."  # RFC 3463: the sender is not welcome, be it for want of a login, of a signature or of trust


class Undelivered(Exception):
    """A mail was not taken; `str()` says why, and holds no secret."""


class Deferred(Undelivered):
    """Not now: the same mail may be taken another time."""


class Unwelcome(Deferred):
    """Not from us, whoever it is for: for want of a login, or because our address is not taken as a sender."""


class Closing(Deferred):
    """Not by this connection, which the server ends: it may take the mail by the next."""


class Unavailable(Undelivered):
    """The server cannot be used at all: it is not there, not to be trusted, or does not let us in."""


class Bounced(Undelivered):
    """Never: the server has no such recipient, or will not take this mail."""


class Transport(Protocol):
    """Takes mails, one after the other, from one thread."""

    def send(self, message: EmailMessage) -> None:
        """Hand a mail over; its `Return-Path` is where it comes back to. Raises `Undelivered`, or `OSError` when
        nothing can be taken at the moment.
        """
        ...

    def close(self) -> None:
        """Let go of what was kept from one mail to the next: there are no more for the time being."""
        ...


class Login(NamedTuple):
    """With what to log in; nothing to be shown."""

    user: str
    password: str

    def hide_in(self, text: str) -> str:
        """Return `text` without the password, in any form in which a server may have sent it back."""
        secrets = [self.password, quote(self.password, safe="")]
        for raw in (self.password, f"\0{self.user}\0{self.password}", f"{self.user}\0{self.user}\0{self.password}"):
            secrets.append(base64.b64encode(raw.encode()).decode())
        for secret in filter(None, secrets):
            text = text.replace(secret, "…")
        return text


class Smtp:
    """Hands mails to one server, by a connection kept until `close`.

    `url` is smtp://…, smtp+starttls://… (no mail without TLS) or smtps://…, then USER:PASSWORD@ where a login is
    needed, HOST, and :PORT where it is not the usual one. `ca` is a file of certificates to trust in place of the
    system's; `name` is how we call ourselves; `seconds` is how long to wait for each answer; `sign` signs each
    mail as it is sent.
    """

    def __init__(
        self, url: str, ca: Path | None = None, name: str | None = None, seconds: float = SECONDS, sign: Sign = unsigned
    ) -> None:
        parts = urlsplit(url)
        self.scheme = parts.scheme
        self.host = parts.hostname or "localhost"
        self.port = parts.port or PORTS[parts.scheme]
        self.name = name
        self.seconds = seconds
        self.sign = sign
        self._login = Login(unquote(parts.username or ""), unquote(parts.password or ""))
        self._context = ssl.create_default_context(cafile=ca) if self.scheme != "smtp" else None
        self._server: smtplib.SMTP | None = None

    def send(self, message: EmailMessage) -> None:
        """Hand a mail over, by the connection at hand if it still holds. Raises `Undelivered`."""
        server = self._kept()
        if server:
            try:
                self._hand_over(server, message)
                return
            except Closing:  # some servers take only so many mails by one connection
                self._drop()
        self._hand_over(self._open(), message)

    def close(self) -> None:
        """Say good-bye and hang up."""
        server, self._server = self._server, None
        if server:
            try:
                server.quit()
            except OSError:
                server.close()

    def _kept(self) -> smtplib.SMTP | None:
        """Return the connection at hand if the server still answers by it."""
        if self._server:
            try:
                if self._server.noop()[0] == 250:
                    return self._server
            except OSError:
                pass
            self._drop()
        return None

    def _drop(self) -> None:
        """Hang up without a word: the server would not answer."""
        server, self._server = self._server, None
        if server:
            server.close()

    def _open(self) -> smtplib.SMTP:
        """Connect anew. Raises `Unavailable`."""
        try:
            self._server = self._connect()
        except OSError as error:  # of which all errors of `smtplib` and `ssl` are
            raise Unavailable(self._clean(f"{self.host}:{self.port}: {reason(error)}")) from None
        return self._server

    def _connect(self) -> smtplib.SMTP:
        server: smtplib.SMTP
        if self.scheme == "smtps":
            server = smtplib.SMTP_SSL(
                self.host, self.port, self.name, timeout=self.seconds, context=self._context
            )  # fmt: skip
        else:
            server = smtplib.SMTP(self.host, self.port, self.name, timeout=self.seconds)
        try:
            if self.scheme == "smtp+starttls":
                server.starttls(context=self._context)
            if self._login.user:
                server.login(*self._login)
            server.ehlo_or_helo_if_needed()
        except BaseException:
            server.close()
            raise
        return server

    def _hand_over(self, server: smtplib.SMTP, message: EmailMessage) -> None:
        """Send a mail by an open connection; where it breaks, nobody knows whether the mail was taken."""
        try:
            on_the_way = copy.copy(message)
            del on_the_way["Return-Path"]  # it is the envelope's; who delivers a mail writes it
            sender, recipient = (message[name].addresses[0].addr_spec for name in ("From", "To"))
            sender = parseaddr(str(message.get("Return-Path", "")))[1] or sender
            server.sendmail(sender, recipient, self.sign(on_the_way.as_bytes(policy=WIRE)))
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPResponseException) as error:
            verdict, words = judge(error)
            raise verdict(self._clean(words)) from None
        except OSError as error:
            self._drop()
            raise Deferred(self._clean(f"{self.host}:{self.port}: {reason(error)}")) from None

    def _clean(self, words: str) -> str:
        """Return a server's words as one line that can be shown and kept."""
        text = "".join(char if char.isprintable() else " " for char in self._login.hide_in(words))
        return " ".join(text.split())[:MOST_WORDS]


def judge(
    error: smtplib.SMTPRecipientsRefused | smtplib.SMTPResponseException,
) -> tuple[type[Undelivered], str]:
    """Return what an answer to a mail means for it, and the answer in words: its code first where it is about the mail.

    Only what is said of the recipient or of the mail itself is final. What is said of us (the sender is not welcome,
    a login is needed) is for the host to set right, and tried again until then.
    """
    said: bytes | str
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
    else:
        code, said = error.smtp_code, error.smtp_error
    answer = _answer(code, said)
    if code == CLOSING:
        return Closing, f"the connection is ended: {answer}"
    of_us = isinstance(error, smtplib.SMTPSenderRefused) and code != TOO_BIG
    if of_us or code in LOGIN_FIRST:
        return Unwelcome, f"the sender is refused: {answer}"
    if answer.startswith(POLICY, len("550 ")):
        return Deferred, f"the sender is refused: {answer}"
    return (Bounced if code >= 500 else Deferred), answer


def reason(error: OSError) -> str:
    """Return in words why a server cannot be used."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}"
    if isinstance(error, smtplib.SMTPResponseException):
        what = "the login" if isinstance(error, smtplib.SMTPAuthenticationError) else "the connection"
        return f"{what} is refused: {_answer(error.smtp_code, error.smtp_error)}"
    return error.strerror or str(error) or type(error).__name__


def _answer(code: int, said: bytes | str) -> str:
    """Return a server's answer as text, its code first; the finer code of RFC 3463 stands on each line of it."""
    words = said.decode(errors="replace") if isinstance(said, bytes) else said
    return f"{code} " + re.sub(r"\n[245]\.\d+\.\d+ ", "\n", words)


class LocalMailbox:
    """Keeps mails in a Maildir folder, which `/mailbox` shows and any mail program can open."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def send(self, message: EmailMessage) -> None:
        """Put the mail into the folder."""
        # On the wire lines end in CR and LF, in a file in LF alone.
        mailbox.Maildir(self.path).add(message.as_bytes(policy=message.policy.clone(linesep="\n")))

    def close(self) -> None:
        """Leave the folder as it is."""


def transport_for(
    smtp_url: str | None, path: Path | None, ca: Path | None, base_url: str, sign: Sign = unsigned
) -> Transport:
    """Return the transport that the settings ask for."""
    if smtp_url:
        return Smtp(smtp_url, ca, greeting_name(base_url), sign=sign)
    assert path
    return LocalMailbox(path)


def greeting_name(base_url: str) -> str | None:
    """Return how to call ourselves at a mail server: by our public name, if we have one.

    Without one `smtplib` asks the resolver what this machine is called, which can take long.
    """
    host = urlsplit(base_url).hostname or ""
    is_name = "." in host and ":" not in host and not host.replace(".", "").isdecimal()
    return host if is_name else None
