"""Signed mail addresses: what a reply to one answers, and which mail a bounce is about, stand in their local part.

Mail servers may fold case and break long names, so a token is lower case, short, and of letters, digits and dots only.
All keys verify, the newest signs, as with links.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32encode
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from service.links import ExpiredLink, ForgedLink

DAY = timedelta(days=1)
REPLY_LIFE = 120 * DAY  # as long as the links in the same mail
BOUNCE_LIFE = 30 * DAY
MARK = 16  # characters of the signature: 80 bits
MOST_NAME = 12  # characters of the name before the `+`, which leave room for a token: 64 in all

REPLY = re.compile(r"r([a-z0-9]{12})\.(\d)\.(\d{1,5})\.(\d{1,4})\.(\d{1,6})", re.ASCII)
BOUNCE = re.compile(r"b(\d{1,12})\.(\d{1,6})", re.ASCII)


class Answered(NamedTuple):
    """What a reply answers: as a link to the seat does, the decision that event `asked` first asked it."""

    match_id: str
    seat: int
    asked: int
    epoch: int


def reply_to(keys: Sequence[str], base: str, about: Answered, now: datetime) -> str:
    """Return the address `NAME+TOKEN@DOMAIN` to which the player of a seat may reply; `base` is without the token."""
    match_id, seat, asked, epoch = about
    return _signed(keys, base, f"r{match_id}.{seat}.{asked}.{epoch}.{_day(now + REPLY_LIFE)}")


def bounce_to(keys: Sequence[str], base: str, row_id: int, now: datetime) -> str:
    """Return the envelope sender of the mail for a row of the outbox: there it comes back if it cannot be delivered."""
    return _signed(keys, base, f"b{row_id}.{_day(now + BOUNCE_LIFE)}")


def read(keys: Sequence[str], base: str, address: str, now: datetime) -> Answered | int:
    """Return what an address is for: to answer something, or for bounces of the row with this id.

    Raises `ForgedLink` for one that was not made here, `ExpiredLink` for one that is too old.
    """
    name, _at, domain = base.casefold().rpartition("@")
    local, _at, theirs = address.casefold().rpartition("@")
    prefix = f"{name}+"
    if theirs != domain or not local.startswith(prefix):
        raise ForgedLink
    body, _dot, mark = local.removeprefix(prefix).rpartition(".")
    if not any(hmac.compare_digest(_mark(key, body).encode(), mark.encode()) for key in keys):
        raise ForgedLink
    replied, bounced = REPLY.fullmatch(body), BOUNCE.fullmatch(body)
    found = replied or bounced
    if not found:
        raise ForgedLink
    if _day(now) > int(found[found.re.groups]):
        raise ExpiredLink
    if replied:
        return Answered(replied[1], int(replied[2]), int(replied[3]), int(replied[4]))
    return int(found[1])


def _signed(keys: Sequence[str], base: str, body: str) -> str:
    name, _at, domain = base.rpartition("@")
    return f"{name}+{body}.{_mark(keys[0], body)}@{domain}"


def _mark(key: str, body: str) -> str:
    """Return the signature of a token: HMAC-SHA-256, cut to 80 bits, in letters and digits."""
    code = hmac.digest(key.encode(), f"mousepost/address/{body}".encode(), hashlib.sha256)
    return b32encode(code).decode().lower()[:MARK]


def _day(moment: datetime) -> int:
    return moment.toordinal()
