"""The messenger: takes due rows that go by other channels than mail, one at a time, and hands them over."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from email.utils import parseaddr
from typing import Any

import games
from games.contract import N_
from mail.envelope import Office
from mail.post import always, BATCH, Clock
from models.tables import Channel
from service import channels, outbox, push_keys
from service.base import failure, Service
from service.channels import Message
from service.outbox import Claimed

logger = logging.getLogger("mousepost.messenger")

LIFE = 12 * 3600  # seconds that a push service keeps what a browser does not fetch


class NotTaken(Exception):
    """A message was not taken; `str()` says why to the player, and nothing of what stands in our network."""

    def __init__(self, words: str, for_good: bool = False) -> None:
        super().__init__(words)
        self.for_good = for_good


class Messenger:
    """Hands messages over; `secrets` are the keys that sign links, the newest first."""

    def __init__(self, service: Service, office: Office, secrets: Sequence[str], clock: Clock) -> None:
        self.service = service
        self.office = office
        self.secrets = secrets
        self.clock = clock

    def send_due(self, go_on: Any = always) -> int:
        """Send what is due, as long as `go_on` says so; return how many rows were found."""
        with self.service.store.reading() as session:
            rows = outbox.due(session, self.clock(), BATCH, by_channels=True)
        for row_id in rows:
            if not go_on() or self.service.stopping():
                break
            self._send(row_id)
        return len(rows)

    def _send(self, row_id: int) -> None:
        """Claim one row and send it, unless it is over by now; in quiet hours it waits for their end."""
        now = self.clock()
        with self.service.store.writing() as session:
            row = outbox.claim(session, row_id, now)
            if not row:
                return
            message = channels.message(session, row)
            until = channels.quiet_until(message.player, now) if message and message.deadline else None
            if not message:
                outbox.settle(session, row.id, "dropped", now)
            elif until:
                channels.wait(session, row.id, until)
        if message and not until:
            error, for_good = self._attempt(row, message)
            with self.service.store.writing() as session:
                channels.note(session, row, self.clock(), error, for_good)

    def _attempt(self, row: Claimed, message: Message) -> tuple[str, bool]:
        """Try to send a message; return what went wrong, nothing if it was taken, and whether that is final."""
        try:
            self._hand_over(message)
        except NotTaken as error:
            logger.warning("message %s was not taken: %s", row.id, error)
            return str(error), error.for_good
        except Exception as error:
            logger.error("message %s could not be sent: %s", row.id, failure(error))
            return N_("It could not be sent: that is a fault of ours."), False
        return "", False

    def _hand_over(self, message: Message) -> None:
        """Write a message and send it by its channel. Raises `NotTaken`."""
        if not channels.are_installed():
            raise NotTaken(N_("This service cannot send by other channels than mail any more."), for_good=True)
        from mail.outside import careful

        title, body, link = self._write(message)
        with careful() as trip:
            try:
                if message.channel.kind == channels.APPRISE:
                    _notify(message.channel, title, f"{body}\n{link}")
                else:
                    self._push(message, title, body, link)
            except NotTaken as error:
                if trip.not_public:
                    words = N_("Its server is not on the public internet, and nothing is sent there.")
                    raise NotTaken(words, for_good=True) from error
                if trip.timed_out:
                    raise NotTaken(N_("Its server took too long to answer.")) from error
                raise

    def _write(self, message: Message) -> tuple[str, str, str]:
        """Return title, text and link of a message: which game, and until when; no card."""
        who, found, base = message.player, message.deadline, self.office.base_url
        values: dict[str, Any] = {"game": "", "due_at": None}
        if found:
            values = {"game": games.find(found.match.game, found.match.rules).name, "due_at": found.decision.due_at}
        text = self.office.render("mail/channel.txt", who.language, who.zone, **values)
        title, _line, body = text.strip().partition("\n")
        return title, body.strip(), f"{base}/m/{found.match.id}/{found.seat.seat}" if found else f"{base}/"

    def _push(self, message: Message, title: str, body: str, link: str) -> None:
        """Push to a browser; of several messages about one decision it shows one."""
        import requests
        from py_vapid import Vapid
        from pywebpush import webpush, WebPushException

        target = message.channel.target
        key = push_keys.private_for(target["key"], self.secrets)
        if not key:
            raise NotTaken(N_("The service has changed its keys: please add this browser once more."), for_good=True)
        about = hashlib.sha256(link.encode()).hexdigest()[:32]
        try:
            webpush(
                {name: target[name] for name in ("endpoint", "keys")},
                json.dumps({"title": title, "body": body, "url": link, "tag": about}),
                vapid_private_key=Vapid(key),
                vapid_claims={"sub": f"mailto:{parseaddr(self.office.mail_from)[1]}"},
                ttl=LIFE,
                timeout=10,
                headers={"Topic": about, "Urgency": "normal"},
            )
        except WebPushException as error:
            gone = error.response is not None and error.response.status_code in (404, 410)
            words = N_("This browser takes no messages any more: it has taken its permission back.")
            raise NotTaken(words if gone else NOT_TAKEN, for_good=gone) from error
        except requests.RequestException as error:
            raise NotTaken(NOT_REACHED) from error


NOT_TAKEN = N_("Its server did not take the message. Is the address right, with its keys?")
NOT_REACHED = N_("Its server could not be reached.")


def _notify(channel: Channel, title: str, body: str) -> None:
    """Send by Apprise, once and without waiting. Raises `NotTaken`."""
    plugin = channels.plugin(channel.target["url"])
    if plugin is None:
        raise NotTaken(NOT_TAKEN, for_good=True)
    plugin.redirects = False
    plugin.throttle = lambda *_options, **_more: None  # a server could let us wait for days
    if not plugin.notify(body=body, title=title):
        raise NotTaken(NOT_TAKEN)
