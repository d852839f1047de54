"""Mail that comes: to whom it is, what it says, and what is done about it. Nothing that is attached is looked at."""

from __future__ import annotations

import codecs
import hashlib
import logging
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr
from itertools import islice
from typing import Any

from sqlmodel import Session

from mail.bounce import read_report
from mail.markup import to_text
from mail.quoting import written
from models.tables import Seat
from service import addresses, bounces, replies, throttle
from service.addresses import Answered
from service.base import NotFound, Service, Throttled
from service.links import ExpiredLink, ForgedLink
from service.replies import lines_of, note_received, Reply, TooMany

logger = logging.getLogger("mousepost.inbound")

MOST_BYTES = 1024 * 1024
MOST_PARTS = 50
MOST_RULES = 500  # lines that may part one part from the next
MOST_TEXTS = 3  # parts in which the text is looked for
MOST_ROBOTS = 30  # mails of programs in an hour, about one seat or one row of the outbox
LONGEST_TYPE = 1000  # bytes: to read one takes time that grows with the square
MOST_TEXT = 50_000  # characters; a reply's first lines are all that counts
FLOWED = 50  # a line that is shorter was not broken by a program
CHARSETS = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "iso-8859-1": "cp1252", "us-ascii": "cp1252"}
CHARSETS |= {"iso-2022-jp": "iso2022_jp_ext", "shift_jis": "cp932", "ks_c_5601-1987": "cp949", "ascii": "cp1252"}
CONTENT_TYPE = re.compile(rb"(?:^|[\r\n])content-type:[^\r\n]*(?:(?:\r\n?|\n)[ \t][^\r\n]*)*", re.IGNORECASE)
SLOW = ("punycode", "idna")  # character sets of names, which no mail is in
BULK = re.compile(r"\s*(?:bulk|junk|list|auto[_-]reply)\b", re.IGNORECASE)
ROBOTS = ("X-Auto-Response-Suppress", "X-Autoreply", "X-Autorespond", "X-Auto-Reply", "List-Id", "List-Post")


class Refusal(Exception):
    """A mail that is not taken: `str()` is the answer to the server that brings it, as SMTP has it."""


def recipient(service: Service, base: str, address: str, now: datetime) -> Answered | int:
    """Return what an address is for. Raises `Refusal` for one that is not ours, or good no longer."""
    try:
        found = addresses.read(service.links.keys, base, address, now)
    except ForgedLink as error:
        raise Refusal("550 5.1.1 There is no such address: please reply to the latest mail") from error
    except ExpiredLink as error:
        raise Refusal("550 5.1.6 That address was good for a while only: please reply to the latest mail") from error
    if isinstance(found, Answered):
        with service.store.reading() as session:
            seat = session.get(Seat, (found.match_id, found.seat))
        if not seat or seat.epoch != found.epoch or seat.player_id is None:
            raise Refusal("550 5.1.6 That address is void: please reply to the latest mail")
    return found


def take(service: Service, base: str, address: str, sender: str, data: bytes, now: datetime) -> None:
    """Do what a mail asks for that has come from the envelope address `sender`. Raises `Refusal`.

    When it returns, the mail is done with; when it raises anything else, the mail has to come again.
    """
    found = recipient(service, base, address, now)
    if len(data) > MOST_BYTES:
        raise Refusal("552 5.3.4 The mail is too big: a reply has 1 MB at the most, and needs no attachments")
    message = parse(data)
    digest = digest_of(message, data, address)
    if isinstance(found, int):
        _take_bounce(service, found, message, digest, now)
    elif is_automatic(message, sender):
        with service.store.writing() as session:
            key = f"{found.match_id}/{found.seat}"
            _note(session, key, digest, "automatic", now, match_id=found.match_id, seat=found.seat)
    else:
        reply = Reply(digest, _message_id(message), lines_of("\n".join(written(text_of(message)))))
        try:
            replies.receive(service, found, reply, now)
        except NotFound as error:
            raise Refusal("550 5.1.6 That address is void: please reply to the latest mail") from error
        except TooMany as error:
            raise Refusal("450 4.7.1 Too many replies for one seat: please try again in an hour") from error


def _take_bounce(service: Service, row_id: int, message: Message, digest: str, now: datetime) -> None:
    """Note what a server says of a mail that could not be delivered, or not yet."""
    reports = read_report(message)
    with service.store.writing() as session:
        if _note(session, str(row_id), digest, "bounce" if reports else "unreadable bounce", now):
            for report in reports:
                bounces.note(session, row_id, report.action, report.status, report.words, now)
    service.wake()


def _note(session: Session, key: str, digest: str, outcome: str, now: datetime, **about: Any) -> bool:
    """Note a mail that no person wrote; say whether it is new, and not one of too many for what it is about."""
    try:
        throttle.take(session, [throttle.Limit(f"robot/{key}", MOST_ROBOTS, throttle.HOUR)], now)
    except Throttled:
        return False
    return note_received(session, digest, outcome, now, **about)


def parse(data: bytes) -> Message:
    """Return a mail with its parts. Raises `Refusal` for one that is put together in too many of them.

    The parser is the lenient one of old: the newer stumbles over some headers that are broken.
    """
    if data.lower().count(b"boundary") > MOST_PARTS or data.count(b"\n--") + data.count(b"\r--") > MOST_RULES:
        raise Refusal("554 5.6.0 The mail has too many parts: please reply in plain text")
    if any(len(found[0]) > LONGEST_TYPE for found in CONTENT_TYPE.finditer(data)):
        raise Refusal("554 5.6.0 The mail cannot be read: please reply in plain text")
    try:
        return message_from_bytes(data)
    except (RecursionError, ValueError, LookupError) as error:
        raise Refusal("554 5.6.0 The mail cannot be read: please reply in plain text") from error


def header(message: Message, name: str) -> str:
    """Return a header as text, nothing where it is missing."""
    return " ".join(str(message.get(name, "")).split())


def digest_of(message: Message, data: bytes, address: str) -> str:
    """Return by what a mail is known again: its Message-ID and whom it is to, or where it has none, its content."""
    told = header(message, "Message-ID").encode()
    return hashlib.sha256(address.casefold().encode() + b"\0" + (told or data)).hexdigest()


def _message_id(message: Message) -> str:
    """Return the Message-ID if it can stand in a header of ours."""
    found = header(message, "Message-ID")
    return found if re.fullmatch(r"<[!-;=?-~]{1,250}>", found) else ""


def is_automatic(message: Message, sender: str) -> bool:
    """Say whether no person wrote a mail: a program answered, a list passed it on, or it is one of ours."""
    submitted = header(message, "Auto-Submitted").casefold()
    return (
        not parseaddr(sender)[1]
        or (submitted != "" and not submitted.startswith("no"))
        or bool(BULK.match(header(message, "Precedence")))
        or any(name in message for name in ROBOTS)
        or message.get_content_type() == "multipart/report"
    )


def text_of(message: Message) -> str:
    """Return the text of a mail: the plain one, or where there is none, that of its HTML."""
    for part in islice(_texts(message, "plain"), MOST_TEXTS):
        text = decoded(part)
        if text.strip():
            return _unfolded(text, part)[:MOST_TEXT]
    for part in islice(_texts(message, "html"), MOST_TEXTS):
        text = to_text(decoded(part))
        if text.strip():
            return text[:MOST_TEXT]
    return ""


def _texts(message: Message, subtype: str) -> Iterator[Message]:
    """Yield the parts with text that are no attachments; no other mail within this one is looked into."""
    if message.get_content_type() == "message/rfc822":
        return
    if message.is_multipart():
        parts: Sequence[Message] = message.get_payload()  # type: ignore[assignment]  # of what is multipart
        for part in parts:
            yield from _texts(part, subtype)
    elif message.get_content_type() == f"text/{subtype}" and message.get_content_disposition() != "attachment":
        yield message


def decoded(part: Message) -> str:
    """Return the text of a part; one whose character set is unknown, or wrong, as well as it can be read."""
    raw = part.get_payload(decode=True)
    data = raw if isinstance(raw, bytes) else b""
    told = (part.get_content_charset("utf-8") or "utf-8").casefold()
    for charset in (told, CHARSETS.get(told, told), "utf-8"):
        try:
            if codecs.lookup(charset).name not in SLOW:
                text = data.decode(charset)
                text.encode()  # some let half a character through, which no mail and no database takes
                return text
        except (LookupError, ValueError):
            continue
    return data.decode(CHARSETS.get(told, "cp1252"), errors="replace")


def _unfolded(text: str, part: Message) -> str:
    """Put lines together that a program broke (format=flowed, RFC 3676); short ones were meant as they are."""
    if str(part.get_param("format", "")).casefold() != "flowed":
        return text
    space = "" if str(part.get_param("delsp", "")).casefold() == "yes" else " "
    lines: list[str] = []
    goes_on = False
    for line in text.splitlines():
        quoted = line.startswith(">")
        bare = line.removeprefix(" ")
        if goes_on and not quoted:
            lines[-1] = lines[-1].rstrip(" ") + space + bare
        else:
            lines.append(line if quoted else bare)
        goes_on = line.endswith(" ") and line != "-- " and not quoted and len(line) >= FLOWED
    return "\n".join(lines)
