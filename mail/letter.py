"""A mail's text from an outbox row, made at the moment of sending from the position as it is then."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from itertools import takewhile
from typing import Any

import css_inline
from sqlmodel import Session

import games
from models import log
from models.tables import Match, Player, Seat
from service import links, matches, outbox
from service.base import Service
from service.matches import pace_name
from service.outbox import Claimed
from service.table import Line, look, Table

POLICY = policy.SMTP.clone(max_line_length=998)
COLUMNS = 72  # of a plain text

TABLE_KINDS = (outbox.START, outbox.TURN, outbox.MAY, outbox.DEADLINE, outbox.RESULT, outbox.NEW_LINK)
OPEN_KINDS = (outbox.CLAIM_SEAT, outbox.VACANT, outbox.EXPIRING, outbox.PHRASE)
EVENT_KINDS = (outbox.RESIGNED, outbox.ENDED)
SEAT_KINDS = (*TABLE_KINDS, *EVENT_KINDS, outbox.PHRASE)  # with a link to the seat, so only for who sits there

Render = Callable[..., str]


@dataclass(frozen=True)
class Office:
    """What letters are written with: the public address, the sender, and how a template becomes text.

    `render(template, language, zone, **values)` returns the filled template.
    """

    base_url: str
    mail_from: str
    render: Render


@dataclass(frozen=True)
class Reader:
    """To whom a letter goes, and how they read it."""

    address: str
    name: str
    language: str = "en"
    zone: str = "UTC"


def compose(service: Service, office: Office, session: Session, row: Claimed, now: datetime) -> EmailMessage | None:
    """Return the mail for an outbox row; `None` when there is nothing to tell any more, or nobody to tell it to."""
    player = session.get(Player, row.player_id) if row.player_id else None
    address = row.address or (player.address if player else None)
    if not address:
        return None
    reader = Reader(address, player.name, player.language, player.zone) if player else Reader(address, "")
    if row.match_id is None:
        return _account_letter(service, office, row, reader, now)
    match = session.get_one(Match, row.match_id)
    if row.kind == outbox.INVITATION:
        return _invitation(service, office, session, match, row, reader, now)
    if row.kind in SEAT_KINDS and _has_changed_hands(session, row):
        return None
    if row.kind in TABLE_KINDS:
        return _table_letter(service, office, session, match, row, reader, now)
    return _note(service, office, session, match, row, reader, now)


def _has_changed_hands(session: Session, row: Claimed) -> bool:
    """Say whether somebody else, or nobody, sits by now where a row's player did."""
    seat = session.get(Seat, (row.match_id, row.seat))
    return seat is None or seat.player_id != row.player_id


def _account_letter(
    service: Service, office: Office, row: Claimed, reader: Reader, now: datetime
) -> EmailMessage:  # fmt: skip
    new = row.detail.get("address", "")
    purpose, path, facts = {
        outbox.SIGN_IN: (links.SIGN_IN, "sign-in", [reader.address, row.detail.get("where", "/")]),
        outbox.ADDRESS: (links.ADDRESS, "address", [row.player_id, reader.address]),
        outbox.CHANGE_OLD: (links.CHANGE, "change", [row.player_id, new, "old", reader.address]),
        outbox.CHANGE_NEW: (links.CHANGE, "change", [row.player_id, new, "new", reader.address]),
    }[row.kind]
    message = _message(office, reader, now)
    message["Message-ID"] = message_id(office, f"{row.kind}.{row.id}")
    link = f"{office.base_url}/{path}/{service.links.sign(purpose, facts, now)}"
    return _fill(office, message, row.kind, reader, link=link, address=new)


def _invitation(
    service: Service, office: Office, session: Session, match: Match, row: Claimed, reader: Reader, now: datetime
) -> EmailMessage | None:
    """Write to somebody invited, unless the seat is taken, kept for somebody else, or the table is closed."""
    seats = matches.seats_of(session, match.id)
    seat = seats[(row.seat or 1) - 1]
    if match.status != "open" or not seat.address or seat.address != row.address:
        return None
    opener = session.get_one(Player, match.opener_id)
    token = service.links.sign(links.INVITATION, [match.id, seat.seat, seat.epoch], now)
    message = _message(office, reader, now, sender=opener.name)
    _thread(office, message, match, row)
    return _fill(
        office, message, row.kind, reader,
        match=match, game=games.find(match.game, match.rules), opener=opener.name,
        seats=seats, allowance=pace_name(match.pace["allowance"]), link=f"{office.base_url}/i/{token}",
        game_teams=matches.teams_of(match),
    )  # fmt: skip


def _table_letter(
    service: Service, office: Office, session: Session, match: Match, row: Claimed, reader: Reader, now: datetime
) -> EmailMessage | None:
    """Write about a match being played, unless it is about a decision that is over."""
    assert row.seat is not None
    if match.status not in ("running", "over"):
        return None
    table = look(service, session, match, row.seat)
    if row.kind == outbox.TURN and (not table.own or table.own.asked != row.number):
        return None
    if row.kind == outbox.START and table.own:
        return None
    if row.kind == outbox.MAY and (not table.optional or _has_been_asked(table, row)):
        return None
    number = row.number
    if row.kind == outbox.NEW_LINK:
        number = table.own.asked if table.own else match.number
    run = lapsed(table, row.seat, row.number) if row.kind == outbox.DEADLINE and row.number is not None else []
    if run:
        number = run[-1].number  # that was answered; the link is good for what is asked next
    seats = matches.seats_of(session, match.id)
    seat = seats[row.seat - 1]
    token = service.links.sign(links.SEAT, [match.id, row.seat, number, seat.epoch], now)
    message = _message(office, reader, now)
    _thread(office, message, match, row)
    offers = [
        (kind, f"{office.base_url}/o/{service.links.sign(links.OPTIONAL, [match.id, row.seat, kind, seat.epoch], now)}")
        for kind in table.optional
    ]
    return _fill(
        office, message, row.kind, reader, match=match, table=table, played=[line.move for line in run], offers=offers,
        phrases=[seat.phrase for seat in seats], link=f"{office.base_url}/k/{token}",
    )  # fmt: skip


def _has_been_asked(table: Table, row: Claimed) -> bool:
    """Say whether a seat has been asked for a move since a row was queued: the mail about that offered the rest too."""
    return table.own is not None or table.since_own > (row.number or 0)


def lapsed(table: Table, seat: int, number: int) -> list[Line]:
    """Return the moves that one deadline played for a seat, from the event with this number on.

    What others were forced to in between, such as giving their only card, has not ended that.
    """

    def goes_on(line: Line) -> bool:
        return line.by == "forced" or (line.by, line.seat) == ("deadline", seat)

    return [line for line in takewhile(goes_on, table.lines[number:]) if line.seat == seat]


def _note(
    service: Service, office: Office, session: Session, match: Match, row: Claimed, reader: Reader, now: datetime
) -> EmailMessage | None:
    """Write a few lines about a table: that a seat is free, that it closes, that somebody resigned, and the like."""
    if row.kind in OPEN_KINDS and match.status != "open":
        return None
    seats = matches.seats_of(session, match.id)
    path = f"/m/{match.id}"
    if row.kind == outbox.CLAIM_SEAT:
        path = f"/c/{service.links.sign(links.CLAIM, [match.id, reader.address], now)}"
    elif row.kind in (outbox.PHRASE, outbox.RESIGNED, outbox.ENDED) and row.seat:
        facts = [match.id, row.seat, match.number, seats[row.seat - 1].epoch]
        path = f"/k/{service.links.sign(links.SEAT, facts, now)}"
    message = _message(office, reader, now)
    _thread(office, message, match, row)
    event = log.events(session, match.id, (row.number or 0) - 1)[:1] if row.kind in EVENT_KINDS else []
    return _fill(
        office, message, "note", reader, kind=row.kind, match=match, game=games.find(match.game, match.rules),
        seats=seats, place=seats[row.seat - 1] if row.seat else None, event=event[0] if event else None,
        link=office.base_url + path,
    )  # fmt: skip


def _message(office: Office, reader: Reader, now: datetime, sender: str = "") -> EmailMessage:
    """Return a mail with its envelope: who, to whom, when, and that no person wrote it."""
    message = EmailMessage(policy=POLICY)
    name, address = parseaddr(office.mail_from)
    message["From"] = _person(f"{sender} ({name})" if sender else name, address)
    message["To"] = _person(reader.name, reader.address)
    message["Date"] = format_datetime(now)
    message["Auto-Submitted"] = "auto-generated"
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


def _thread(office: Office, message: EmailMessage, match: Match, row: Claimed) -> None:
    """Tie all mails of a match together, whichever of them a reader gets."""
    number = row.number if row.number is not None else f"mail-{row.id}"  # the like may be told more than once
    message["Message-ID"] = message_id(office, f"{match.id}.{row.seat}.{row.kind}.{number}")
    root = message_id(office, match.id)
    message["In-Reply-To"] = root
    message["References"] = root


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


def _fill(office: Office, message: EmailMessage, template: str, reader: Reader, **values: Any) -> EmailMessage:
    """Write the subject, the plain text and the HTML of a mail from its templates."""

    def write(name: str) -> str:
        return office.render(name, reader.language, reader.zone, reader=reader, base_url=office.base_url, **values)

    about = "match" if "match" in values else template  # one subject a match, so that its mails stay together
    message["Subject"] = " ".join(write(f"mail/{about}.subject.txt").split())
    message.set_content(in_columns(write(f"mail/{template}.txt").strip()) + "\n", cte="quoted-printable")
    html = css_inline.inline(write(f"mail/{template}.html"), keep_at_rules=True, load_remote_stylesheets=False)
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    return message
