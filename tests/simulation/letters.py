"""A mail as the simulation reads it: what it is about, and the links in it."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import NamedTuple

LINK = re.compile(r"https?://[^/\s]+(/\S*)")


class Letter(NamedTuple):
    """A mail. Whom it asks what stands in its Message-ID, which is the same whenever the same thing is told."""

    id: str
    kind: str
    match_id: str | None
    seat: int | None
    number: int | None
    to: str
    text: str
    links: tuple[str, ...]  # paths

    def link(self, purpose: str) -> str | None:
        """Return the first link of a purpose, such as `k`."""
        return next((link for link in self.links if link.startswith(f"/{purpose}/")), None)


def bodies(message: EmailMessage) -> list[str]:
    """Return the subject, the plain text and the HTML of a mail."""
    parts = [message.get_body((kind,)) for kind in ("plain", "html")]
    return [str(message["Subject"]), *(part.get_content() for part in parts if part is not None)]


def read(message: EmailMessage) -> Letter:
    name = str(message["Message-ID"]).strip("<>").partition("@")[0]
    parts = name.split(".")
    body = message.get_body(("plain",))
    assert body
    text = body.get_content()
    match_id, seat, kind, number = parts if len(parts) == 4 else (None, None, parts[0], None)
    return Letter(
        name,
        str(kind),
        match_id,
        int(seat) if seat and seat != "None" else None,
        int(number) if number and number.isdecimal() else None,
        message["To"].addresses[0].addr_spec,
        text,
        tuple(dict.fromkeys(LINK.findall(text))),
    )
