"""What every mail has: its envelope, its thread, and its two texts from templates."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from typing import Any

import css_inline
from sqlmodel import Session

from models.tables import Match, Player
from service import links, waiting, wishes
from service.base import Service
from service.course import UNDER_WAY
from service.outbox import Claimed

POLICY = policy.SMTP.clone(max_line_length=998)
COLUMNS = 72  # of a plain text

Render = Callable[..., str]


@dataclass(frozen=True)
class Office:
    """What letters are written with: the public address, the sender, and how a template becomes text.

    `render(template, language, zone, **values)` returns the filled template. `reply_to` is where replies come and
    mail that cannot be delivered comes back, with what is signed in its name; without it nobody can reply.
    """

    base_url: str
    mail_from: str
    render: Render
    reply_to: str | None = None


@dataclass(frozen=True)
class Reader:
    """To whom a letter goes, and how they read it."""

    address: str
    name: str
    language: str = "en"
    zone: str = "UTC"


@dataclass(frozen=True)
class Errand:
    """A mail to be written: from which row, to whom, when, and with what."""

    service: Service
    office: Office
    session: Session
    row: Claimed
    reader: Reader
    player: Player | None
    now: datetime

    def link(self, path: str, purpose: str, facts: Sequence[Any]) -> str:
        """Return the address of a page with a token for one purpose."""
        return f"{self.office.base_url}/{path}/{self.service.links.sign(purpose, facts, self.now)}"

    def holiday(self, match: Match | None) -> str:
        """Return the link that takes a holiday, for a player in a match under way; else nothing."""
        if not self.player or not match or match.status not in UNDER_WAY:
            return ""
        return self.link("h", links.HOLIDAY, [self.player.id, self.player.epoch])

    def unsubscribe(self) -> str:
        """Return the link that ends mails of this kind; nothing for what the reader has asked for."""
        group = wishes.group_of(self.row.kind)
        who = self.player.id if self.player else self.reader.address
        return self.link("u", links.UNSUBSCRIBE, [who, group]) if group else ""

    def waiting_elsewhere(self) -> int:
        """Return at how many other tables the reader of a mail about one is asked for a move."""
        if not self.row.match_id or wishes.DIGEST in self.row.detail:  # a digest has them all
            return 0
        return waiting.elsewhere(self.session, self.row.player_id, self.row.match_id)


def message_to(errand: Errand, sender: str = "") -> EmailMessage:
    """Return a mail with its envelope: who, to whom, when, and that no person wrote it."""
    message = EmailMessage(policy=POLICY)
    name, address = parseaddr(errand.office.mail_from)
    message["From"] = _person(f"{sender} ({name})" if sender else name, address)
    message["To"] = _person(errand.reader.name, errand.reader.address)
    message["Date"] = format_datetime(errand.now)
    message["Auto-Submitted"] = "auto-generated"
    if unsubscribe := errand.unsubscribe():  # RFC 8058
        message["List-Unsubscribe"] = f"<{unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def _person(name: str, address: str) -> Address:
    """Return a name with its address for a header.

    `=?` would begin an encoded word, which is decoded when the header is written: with line ends in it, it
    could begin headers of its own.
    """
    return Address(name.replace("=?", "= ?"), addr_spec=address)


def message_id(office: Office, local: str) -> str:
    """Return a Message-ID that is the same whenever the same thing is told."""
    return f"<{local}@{parseaddr(office.mail_from)[1].rpartition('@')[2]}>"


def in_thread(errand: Errand, match: Match, sender: str = "") -> EmailMessage:
    """Return a mail that is tied to all mails of a match, whichever of them a reader gets."""
    message, row = message_to(errand, sender), errand.row
    number = row.number if row.number is not None else f"mail-{row.id}"  # the like may be told more than once
    message["Message-ID"] = message_id(errand.office, f"{match.id}.{row.seat}.{row.kind}.{number}")
    root = message_id(errand.office, match.id)
    message["In-Reply-To"] = root
    message["References"] = root
    return message


def in_columns(text: str) -> str:
    """Return a plain text with its long lines broken, indented as they begin; a line with an address stays whole."""
    lines = []
    for line in text.splitlines():
        begin = re.match(r" *(- )?", line)
        whole = len(line) <= COLUMNS or "://" in line or not begin
        further = "" if not begin else " " * begin.end()
        lines += [line] if whole else textwrap.wrap(
            line, COLUMNS, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
        )  # fmt: skip
    return "\n".join(lines)


def fill(errand: Errand, message: EmailMessage, template: str, **values: Any) -> EmailMessage:
    """Write the subject, the plain text and the HTML of a mail from its templates."""
    office, reader = errand.office, errand.reader
    foot = {
        "holiday": errand.holiday(values.get("match")),
        "unsubscribe": errand.unsubscribe(),
        "elsewhere": errand.waiting_elsewhere(),
    }

    def write(name: str) -> str:
        return office.render(
            name, reader.language, reader.zone,
            reader=reader, base_url=office.base_url, now=errand.now, **foot, **values,
        )  # fmt: skip

    about = "match" if "match" in values else template  # one subject a match, so that its mails stay together
    message["Subject"] = " ".join(write(f"mail/{about}.subject.txt").split())
    text = f"{write(f'mail/{template}.txt').strip()}\n\n{write('mail/foot.txt').strip()}"
    text = re.sub(r"\n{3,}", "\n\n", text)
    message.policy = POLICY.clone(max_line_length=76)  # RFC 2045, for the text; a header may have more
    message.set_content(in_columns(text.strip()) + "\n", cte="quoted-printable")
    html = css_inline.inline(write(f"mail/{template}.html"), keep_at_rules=True, load_remote_stylesheets=False)
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    message.policy = POLICY
    return message
