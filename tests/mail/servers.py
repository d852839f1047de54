"""Real SMTP servers for the tests, which refuse, break off and hang as they are told."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from tests.certificates import Certificates
from tests.conftest import free_port

BREAK_OFF = "break off"


class Server:
    """An SMTP server on this machine: what it took, who connected, and what it is to answer.

    `to_rcpt` and `to_data` hold answers to be given to mails for an address, one after the other.
    """

    def __init__(self, **options: Any) -> None:
        self.mails: list[EmailMessage] = []
        self.connections: list[object] = []
        self.senders: list[str] = []
        self.encrypted: set[bool] = set()
        self.logins: list[tuple[str, str]] = []
        self.to_mail: list[str] = []
        self.to_rcpt: defaultdict[str, list[str]] = defaultdict(list)
        self.to_data: defaultdict[str, list[str]] = defaultdict(list)
        self.most_mails = 0  # by one connection, where it is set
        self.password = ""
        self.transport: Any = None  # of the latest connection
        self.port = free_port()
        self.quits = 0
        if "auth_required" in options:
            options["authenticator"] = self.authenticate
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port, **options)

    @property
    def recipients(self) -> list[str]:
        return [str(mail["To"]) for mail in self.mails]

    def hang_up(self) -> None:
        """Close the latest connection from this side."""
        self.controller.loop.call_soon_threadsafe(self.transport.abort)

    def authenticate(self, _server: Any, _session: Any, _envelope: Any, _how: str, given: LoginPassword) -> AuthResult:
        self.logins.append((given.login.decode(), given.password.decode()))
        if given.password.decode() == self.password:
            return AuthResult(success=True)
        return AuthResult(success=False, handled=False, message=f"535 5.7.8 {given.password.decode()} is wrong")

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, _envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.transport = server.transport
        if session.peer not in self.connections:
            self.connections.append(session.peer)
        return responses

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        session.mails = getattr(session, "mails", 0) + 1
        if self.most_mails and session.mails > self.most_mails:
            return "421 4.7.0 that is enough for one connection"
        if self.to_mail:
            return self.to_mail.pop(0)
        envelope.mail_from = address
        return "250 ok"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if self.to_rcpt[address]:
            return self.to_rcpt[address].pop(0)
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        (address,) = envelope.rcpt_tos
        answer = self.to_data[address].pop(0) if self.to_data[address] else "250 taken"
        if answer == BREAK_OFF:
            server.transport.abort()
            await asyncio.Event().wait()  # until the connection that is lost ends this
        if answer.startswith("250"):
            mail = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(mail, EmailMessage)
            self.mails.append(mail)
            self.senders.append(envelope.mail_from)
            self.encrypted.add(session.ssl is not None)
        return answer

    async def handle_QUIT(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.quits += 1
        return "221 bye"


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Run a server for a while."""
    server.controller.start()
    try:
        yield server
    finally:
        server.controller.stop()


def tls(certificates: Certificates) -> ssl.SSLContext:
    """Return how a server proves itself."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificates.server, certificates.key)
    return context


@contextmanager
def hanging() -> Iterator[int]:
    """Give the port of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]
