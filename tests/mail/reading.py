"""Reading mails as people do: the table in a plain text, and the words of one in HTML."""

from __future__ import annotations

import re
from email.message import EmailMessage

from tests.mail.test_letters import text_of

WIDTH = 72  # columns of a plain text


def too_long(mail: EmailMessage) -> list[str]:
    """Return the lines of the plain text that are too long; a line with an address may be."""
    return [line for line in text_of(mail).splitlines() if len(line) > WIDTH and "://" not in line]


def table_of(mail: EmailMessage) -> str:
    """Return the part of a mail that shows the table: between the links and what happened."""
    before = re.split(
        r"^(?:Since your last move|So far|Choose, and confirm on the page that opens):", text_of(mail), flags=re.M
    )[0]
    return re.split(r"/[ko]/\S+\n", before)[-1]


def shown(html: str) -> str:
    """Return the words of a mail in HTML."""
    return " ".join(re.sub(r"<(style|title).*?</\1>|</?(span|strong)[^>]*>|<[^>]+>", _gap, html, flags=re.S).split())


def _gap(tag: re.Match[str]) -> str:
    return "" if tag[2] else " "
