"""Signed links: each for one purpose, expiring; keys rotate, the newest signs and the older still verify."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

SEAT = "seat"  # [match, seat, asked, epoch]
INVITATION = "invitation"  # [match, seat, epoch]
SIGN_IN = "sign-in"  # [address, where to go next]
ADDRESS = "address"  # [player, address]: attach an address to a player
TABLE = "table"  # the cookie: [match, seat, epoch, may act]
SHARE = "share"  # [match]: a table that others may join
CLAIM = "claim"  # [match, address]: a free seat of a shared table
CHANGE = "change"  # [player, new address, which of the two confirms: old or new, the address this was mailed to]
OPTIONAL = "optional"  # [match, seat, kind, epoch]: to do something that is not asked, while the seat may do it
BACK = "back"  # [match, seat, epoch]: to say that one is there again
TAKE_OVER = "take-over"  # [match, seat, epoch, address, event]: a seat of a running match that is offered by an event
HOLIDAY = "holiday"  # [player, epoch]: to take a holiday from now on
CHOICE = "choice"  # [match, seat, asked, move, epoch]: one of the moves that a mail offers
CALENDAR = "calendar"  # [player, calendar epoch]: all deadlines of a player, for a program that asks every hour
ENTRY = "entry"  # [match, seat, epoch]: the deadline of a seat, for a calendar
UNSUBSCRIBE = "unsubscribe"  # [player, or the address of somebody who is none; group of mails]

LIFE = {
    SEAT: timedelta(days=120),
    INVITATION: timedelta(days=30),
    SIGN_IN: timedelta(hours=1),
    ADDRESS: timedelta(days=1),
    TABLE: timedelta(hours=12),
    SHARE: timedelta(days=30),
    CLAIM: timedelta(days=1),
    CHANGE: timedelta(days=1),
    OPTIONAL: timedelta(days=120),
    BACK: timedelta(days=120),
    TAKE_OVER: timedelta(days=14),
    HOLIDAY: timedelta(days=30),
    CHOICE: timedelta(days=120),
    CALENDAR: timedelta(days=365 * 30),
    ENTRY: timedelta(days=120),
    UNSUBSCRIBE: timedelta(days=366),
}
PURPOSES = tuple(LIFE)


class BadLink(Exception):
    """A link that does not open anything."""


class ForgedLink(BadLink):
    """Not signed by this service, or damaged on the way."""


class ExpiredLink(BadLink):
    """Signed by this service, but too long ago."""


class ForeignLink(BadLink):
    """Signed by this service for something else; `purpose` says what."""

    def __init__(self, purpose: str) -> None:
        super().__init__(purpose)
        self.purpose = purpose


class Links:
    """Signs and reads tokens with `keys`, the newest first."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.keys = tuple(keys)
        options = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        self._serializers = {
            purpose: URLSafeSerializer(list(reversed(keys)), salt=f"mousepost/{purpose}", signer_kwargs=options)
            for purpose in PURPOSES
        }

    def sign(self, purpose: str, facts: Sequence[Any], now: datetime) -> str:
        """Return a token that carries `facts`, good from `now` for the life of its purpose."""
        until = int((now + LIFE[purpose]).timestamp())
        return str(self._serializers[purpose].dumps([until, *facts]))

    def read(self, purpose: str, token: str, now: datetime) -> list[Any]:
        """Return the facts in a token. Raises `ForgedLink`, `ForeignLink`, `ExpiredLink`."""
        facts: list[Any]
        try:
            until, *facts = self._serializers[purpose].loads(token)
        except BadSignature:
            self._refuse(token)
        if now.timestamp() > until:
            raise ExpiredLink
        return facts

    def _refuse(self, token: str) -> None:
        """Say what a token is that was not signed for this; what nobody here signed is never unpacked."""
        for purpose, serializer in self._serializers.items():
            if any(signer.validate(token) for signer in serializer.iter_unsigners()):
                raise ForeignLink(purpose)
        raise ForgedLink


def digest(token: str) -> str:
    """Return the SHA-256 of a token, by which a used one is remembered."""
    return hashlib.sha256(token.encode()).hexdigest()
