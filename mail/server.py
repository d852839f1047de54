"""The server that takes mail: SMTP or LMTP, by which other mail servers bring replies and bounces."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from mail.inbound import MOST_BYTES, recipient, Refusal, take
from service.base import failure, Service

logger = logging.getLogger("mousepost.receive")

Clock = Callable[[], datetime]
MOST_RECIPIENTS = 10
SECONDS = 60  # for each command
LATER = "451 4.3.0 That went wrong here: please bring the mail again later"


class Desk:
    """Takes mails for one service, to addresses made from `base`."""

    def __init__(self, service: Service, base: str, clock: Clock, one_by_one: bool) -> None:
        self._service = service
        self._base = base
        self._clock = clock
        self._one_by_one = one_by_one  # LMTP: an answer for each recipient

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        """Refuse at once a mail for nobody here."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        said = await asyncio.to_thread(self._try, recipient, self._service, self._base, address, self._clock())
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Do what the mail asks for before it is said to be taken; what dies before that is brought again."""
        sender = envelope.mail_from or ""
        said = []
        for address in envelope.rcpt_tos:
            arguments = self._service, self._base, address, sender, envelope.content, self._clock()
            said.append(await asyncio.to_thread(self._try, take, *arguments))
        if self._one_by_one:
            return "\r\n".join(said)
        return next((each for each in said if not each.startswith("250")), said[0])

    def _try(self, function: Callable[..., object], *arguments: Any) -> str:
        """Return the answer of SMTP to what a function does."""
        try:
            function(*arguments)
        except Refusal as error:
            return str(error)
        except Exception as error:
            logger.error("a mail could not be taken: %s", failure(error))  # its words may tell of hidden cards
            return LATER
        return "250 2.0.0 Taken"


def listen(service: Service, base: str, clock: Clock, scheme: str, host: str, port: int) -> Controller:
    """Return a server, not yet started, that takes mail by `scheme`, smtp or lmtp."""
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # it would write addresses down, and they are secrets
    kind = LMTP if scheme == "lmtp" else SMTP
    options: dict[str, Any] = {
        "data_size_limit": MOST_BYTES,
        "ident": "Mousepost",
        "hostname": host,
        "timeout": SECONDS,
    }

    class Server(Controller):
        def factory(self) -> SMTP:
            return kind(self.handler, **options)

    return Server(Desk(service, base, clock, scheme == "lmtp"), hostname=host, port=port)
