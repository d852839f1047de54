"""Reports of mail servers about mail that they could not deliver, or not yet (RFC 3464)."""

from __future__ import annotations

import re
from email.message import Message
from typing import NamedTuple

MOST_WORDS = 500
MOST_REPORTS = 10  # a mail of ours has one recipient, for whom several servers may speak
STATUS = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})", re.ASCII)


class Report(NamedTuple):
    """What a server says of one recipient: `action` is failed, delayed or the like, `status` a code of RFC 3463."""

    action: str
    status: str
    words: str


def read_report(message: Message) -> list[Report]:
    """Return what a mail reports, a line a recipient; nothing where it is no such report."""
    found = []
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            for block in part.get_payload():
                report = _read(block) if isinstance(block, Message) else None
                if report:
                    found.append(report)
                if len(found) == MOST_REPORTS:
                    return found
    return found


def _read(block: Message) -> Report | None:
    """Return the report of one block; the first of all is about the mail as a whole and has no action."""
    action = _field(block, "Action").casefold()
    status = STATUS.match(_field(block, "Status"))
    if not action or not status:
        return None
    words = re.sub(r"^\s*[\w-]+\s*;\s*", "", _field(block, "Diagnostic-Code"))
    return Report(action, status[1], (words or f"{status[1]} {action}")[:MOST_WORDS])


def _field(block: Message, name: str) -> str:
    text = " ".join(str(block.get(name, "")).split())
    return "".join(char for char in text if char.isprintable())
