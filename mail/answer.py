"""Mails that can be replied to, and the mail that answers a reply."""

from __future__ import annotations

from email.message import EmailMessage

from games.contract import GameError
from mail.envelope import Errand, fill, in_thread
from models.tables import Match, Seat
from service import addresses, links, outbox
from service.addresses import Answered
from service.course import orders_of, UNDER_WAY
from service.table import Line, look, Table

MOST_CHOICES = 20
REPLIED = (*outbox.ASKING, outbox.NEW_LINK, outbox.START, outbox.DEADLINE, outbox.MAY, outbox.REPLY)


def answerable(errand: Errand, message: EmailMessage, match: Match, number: int) -> EmailMessage:
    """Let a mail about a match under way be replied to, where replies are taken: for what event `number` asks."""
    row, office = errand.row, errand.office
    seat = errand.session.get(Seat, (match.id, row.seat))
    if office.reply_to and seat and row.kind in REPLIED and match.status in UNDER_WAY:
        about = Answered(match.id, seat.seat, number, seat.epoch)
        message["Reply-To"] = addresses.reply_to(errand.service.links.keys, office.reply_to, about, errand.now)
    return message


def answer(errand: Errand, match: Match) -> EmailMessage:
    """Write what became of a reply: what it did and what that led to, what was wrong, and what can be played now.

    It goes to the address on file of who sits there, whoever has sent the reply.
    """
    row = errand.row
    assert row.seat is not None
    table = look(errand.service, errand.session, match, row.seat)
    number = table.own.asked if table.own else match.number
    seat = errand.session.get_one(Seat, (match.id, row.seat))
    detail = row.detail
    wrong = detail.get("wrong")
    done = detail.get("done") or []
    kinds = [each["kind"] for each in done]
    shown = bool(wrong) or "ask" in kinds or table.own is not None
    message = answerable(errand, in_thread(errand, match), match, number)
    del message["Auto-Submitted"]
    message["Auto-Submitted"] = "auto-replied"
    message["X-Auto-Response-Suppress"] = "All"
    if detail.get("message_id"):
        root = message["References"]
        del message["In-Reply-To"], message["References"]
        message["In-Reply-To"] = detail["message_id"]
        message["References"] = f"{root} {detail['message_id']}"
    listed = table.choices.moves[:MOST_CHOICES] if table.own else ()
    return fill(
        errand, message, row.kind, match=match, table=table, shown=shown, listed=listed,
        more=table.choices.more or len(table.choices.moves) > len(listed),
        wrong=wrong and GameError(wrong["message"], **wrong["facts"]), wrong_line=wrong and wrong["line"],
        happened=_since(table, detail.get("before", match.number)), kinds=kinds, finished=detail.get("finished", False),
        order=orders_of(errand.session, match.id).get(row.seat), may_reply="Reply-To" in message,
        example=table.deadline_move, link=errand.link("k", links.SEAT, [match.id, row.seat, number, seat.epoch]),
    )  # fmt: skip


def _since(table: Table, before: int) -> list[Line]:
    """Return what has happened since an event."""
    return [line for line in table.lines if line.number > before]
