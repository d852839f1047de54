"""A mail's text from an outbox row, made at the moment of sending from the position as it is then."""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from itertools import takewhile

from sqlmodel import Session

import games
from mail.answer import answer, answerable
from mail.digest import asked, digest
from mail.envelope import Errand, fill, in_thread, message_id, message_to, Office, Reader
from mail.notes import EVENT_KINDS, frozen, note, take_over
from models.tables import Decision, Match, Player, Seat
from service import clock, links, matches, outbox, wishes
from service.base import Service
from service.course import clock_of, HELD, UNDER_WAY
from service.outbox import ASKING, Claimed
from service.table import Line, look, Table

STILL = (outbox.START, outbox.DEADLINE, outbox.AWAY, outbox.NEW_LINK)  # also told where a match stands still
MOST_CHOICES = 20  # links in a mail; a game lists its moves cheapest first (docs/notation.md)
TABLE_KINDS = (*ASKING, *STILL, outbox.MAY, outbox.RESULT)
SEAT_KINDS = (*TABLE_KINDS, *EVENT_KINDS, outbox.ORDER, outbox.PHRASE)  # with a link to the seat: for who sits there


def compose(service: Service, office: Office, session: Session, row: Claimed, now: datetime) -> EmailMessage | None:
    """Return the mail for an outbox row; `None` when there is nothing to tell any more, or nobody to tell it to."""
    player = session.get(Player, row.player_id) if row.player_id else None
    address = row.address or (player.address if player else None)
    if not address:
        return None
    reader = Reader(address, player.name, player.language, player.zone) if player else Reader(address, "")
    errand = Errand(service, office, session, row, reader, player, now)
    return _account_letter(errand) if row.match_id is None else _match_letter(errand)


def _match_letter(errand: Errand) -> EmailMessage | None:
    """Write about a match, or about all that wait for the reader."""
    session, row = errand.session, errand.row
    match = session.get_one(Match, row.match_id)
    tables = asked(errand) if wishes.DIGEST in row.detail else []
    if len(tables) > 1:
        return digest(errand, tables)
    writers = {outbox.INVITATION: _invitation, outbox.TAKE_OVER: take_over, outbox.FROZEN: frozen}
    if row.kind in writers:
        return writers[row.kind](errand, match)
    if row.kind in (*TABLE_KINDS, outbox.REPLY):
        return None if _has_changed_hands(session, row) else _table_letter(errand, match)
    return note(errand, match, _has_changed_hands(session, row) if row.kind in SEAT_KINDS else False)


def _has_changed_hands(session: Session, row: Claimed) -> bool:
    """Say whether somebody else, or nobody, sits by now where a row's player did."""
    seat = session.get(Seat, (row.match_id, row.seat))
    return seat is None or seat.player_id != row.player_id


def _account_letter(errand: Errand) -> EmailMessage:
    row, reader = errand.row, errand.reader
    message = message_to(errand)
    message["Message-ID"] = message_id(errand.office, f"{row.kind}.{row.id}")
    if row.kind == outbox.ZONE:
        return fill(errand, message, row.kind, link=f"{errand.office.base_url}/account", lost=row.detail["zone"])
    new = row.detail.get("address", "")
    purpose, path, facts = {
        outbox.SIGN_IN: (links.SIGN_IN, "sign-in", [reader.address, row.detail.get("where", "/")]),
        outbox.ADDRESS: (links.ADDRESS, "address", [row.player_id, reader.address]),
        outbox.CHANGE_OLD: (links.CHANGE, "change", [row.player_id, new, "old", reader.address]),
        outbox.CHANGE_NEW: (links.CHANGE, "change", [row.player_id, new, "new", reader.address]),
    }[row.kind]
    return fill(errand, message, row.kind, link=errand.link(path, purpose, facts), address=new)


def _invitation(errand: Errand, match: Match) -> EmailMessage | None:
    """Write to somebody invited, unless the seat is taken, kept for somebody else, or the table is closed."""
    row = errand.row
    seats = matches.seats_of(errand.session, match.id)
    seat = seats[(row.seat or 1) - 1]
    if match.status != "open" or not seat.address or seat.address != row.address:
        return None
    opener = errand.session.get_one(Player, match.opener_id)
    return fill(
        errand, in_thread(errand, match, sender=opener.name), row.kind,
        match=match, game=games.find(match.game, match.rules), opener=opener.name,
        seats=seats, link=errand.link("i", links.INVITATION, [match.id, seat.seat, seat.epoch]),
        game_teams=matches.teams_of(match),
    )  # fmt: skip


def _table_letter(errand: Errand, match: Match) -> EmailMessage | None:
    """Write about a match being played, unless it is about a decision that is over."""
    row = errand.row
    assert row.seat is not None
    if row.kind == outbox.REPLY:
        return answer(errand, match)
    if match.status not in (*UNDER_WAY, "over") or (match.status in HELD and row.kind not in STILL):
        return None
    table = look(errand.service, errand.session, match, row.seat)
    seats = matches.seats_of(errand.session, match.id)
    seat = seats[row.seat - 1]
    if _is_stale(row, table, seat):
        return None
    number = row.number
    if row.kind == outbox.NEW_LINK:
        number = table.own.asked if table.own else match.number
    run = _played_for(row, table)
    if run:
        number = run[-1].number  # that was answered; the link is good for what is asked next
    link = errand.link("k", links.SEAT, [match.id, row.seat, number, seat.epoch])
    if row.kind == outbox.AWAY:
        link = errand.link("b", links.BACK, [match.id, row.seat, seat.epoch])
    offers = [
        (kind, errand.link("o", links.OPTIONAL, [match.id, row.seat, kind, seat.epoch])) for kind in table.optional
    ]
    asks = row.kind in (*ASKING, outbox.NEW_LINK) and table.own is not None
    listed = table.choices.moves[:MOST_CHOICES] if asks else ()
    if asks and table.deadline_move and table.deadline_move not in listed:
        listed = (*listed[: MOST_CHOICES - 1], table.deadline_move)
    choices = [
        (move, errand.link("p", links.CHOICE, [match.id, row.seat, number, move, seat.epoch])) for move in listed
    ]
    reminder = row.kind in outbox.REMINDERS.values()
    example = table.optional[0] if row.kind == outbox.MAY else table.deadline_move
    message = answerable(errand, in_thread(errand, match), match, number or 0)
    return fill(
        errand, message, "reminder" if reminder else row.kind,
        match=match, table=table, played=[line.move for line in run], offers=offers,
        phrases=[seat.phrase for seat in seats], link=link, left=_left(errand, table) if reminder else None,
        entry=errand.link("calendar/entry", links.ENTRY, [match.id, row.seat, seat.epoch]),
        choices=choices, more=table.choices.more or len(table.choices.moves) > len(listed),
        may_reply="Reply-To" in message, example=example,
    )  # fmt: skip


def _is_stale(row: Claimed, table: Table, seat: Seat) -> bool:
    """Say whether what a row is about is over by now."""
    if row.kind in ASKING:
        return not table.own or table.own.asked != row.number or seat.away_since is not None
    if row.kind == outbox.START:
        return table.own is not None
    if row.kind == outbox.MAY:
        return not table.optional or _has_been_asked(table, row)
    return row.kind == outbox.AWAY and seat.away_since is None


def _has_been_asked(table: Table, row: Claimed) -> bool:
    """Say whether a seat has been asked for a move since a row was queued: the mail about that offered the rest too."""
    return table.own is not None or table.since_own > (row.number or 0)


def _played_for(row: Claimed, table: Table) -> list[Line]:
    """Return the moves that a deadline has played and a row tells of."""
    if row.seat is None or row.number is None:
        return []
    if row.kind == outbox.DEADLINE:
        return lapsed(table, row.seat, row.number)
    if row.kind == outbox.AWAY:
        then = table.lines[row.number].at
        return [
            e for e in table.lines if (e.by, e.seat, e.at) == ("deadline", row.seat, then) and e.number < row.number
        ]
    return []


def lapsed(table: Table, seat: int, number: int) -> list[Line]:
    """Return the moves that one deadline played for a seat, from the event with this number on.

    What others were forced to in between, such as giving their only card, has not ended that.
    """

    def goes_on(line: Line) -> bool:
        return line.by == "forced" or (line.by, line.seat) == ("deadline", seat)

    return [line for line in takewhile(goes_on, table.lines[number:]) if line.seat == seat]


def _left(errand: Errand, table: Table) -> tuple[float, int] | None:
    """Return how many seconds are left for the move of who is asked, and in their time bank: of what counts."""
    row = errand.session.get(Decision, (errand.row.match_id, errand.row.seat))
    if not row:
        return None
    ticking, now = clock_of(row), errand.now
    move = clock.used(ticking.availability, now, ticking.bank_at) if now < ticking.bank_at else 0
    return move, clock.bank_left(ticking, now) if table.own and table.own.has_bank else 0
