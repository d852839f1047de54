"""Mails of a few lines about a table: that a seat is free or offered, that a match is paused, and the like."""

from __future__ import annotations

from email.message import EmailMessage

import games
from mail.envelope import Errand, fill, in_thread
from models import log
from models.log import Entry
from models.tables import Match, Proposal, Seat
from service import absence, links, matches, outbox
from service.course import UNDER_WAY
from service.table import look, Table

OPEN_KINDS = (outbox.CLAIM_SEAT, outbox.VACANT, outbox.EXPIRING, outbox.PHRASE)
EVENT_KINDS = (outbox.RESIGNED, outbox.ENDED, outbox.HELD, outbox.PROPOSAL)
GOING_ON = (outbox.HELD, outbox.PROPOSAL, outbox.ORDER)  # only of use while a match can be played


def note(errand: Errand, match: Match, changed_hands: bool) -> EmailMessage | None:
    """Write a few lines about a table; `changed_hands` says that the row's player sits there no longer."""
    row = errand.row
    if (row.kind in OPEN_KINDS and match.status != "open") or (row.kind in GOING_ON and match.status not in UNDER_WAY):
        return None
    found = log.events(errand.session, match.id, (row.number or 0) - 1)[:1] if row.kind in EVENT_KINDS else []
    event = found[0] if found else None
    replaced = event is not None and (event.kind, event.seat) == ("replace", row.seat)
    if (changed_hands and not replaced) or (row.kind == outbox.PROPOSAL and not _is_open(errand, match, event)):
        return None
    seats = matches.seats_of(errand.session, match.id)
    return fill(
        errand, in_thread(errand, match), "note", kind=row.kind, match=match, game=games.find(match.game, match.rules),
        seats=seats, place=seats[row.seat - 1] if row.seat else None, event=event, replaced=changed_hands,
        names=[seat.name for seat in seats], detail=row.detail, table=_asked(errand, match, event),
        link=_link(errand, match, seats, changed_hands),
    )  # fmt: skip


def _link(errand: Errand, match: Match, seats: list[Seat], changed_hands: bool) -> str:
    row, base = errand.row, errand.office.base_url
    if changed_hands:
        return f"{base}/"
    if row.kind == outbox.CLAIM_SEAT:
        return errand.link("c", links.CLAIM, [match.id, errand.reader.address])
    if row.seat and row.kind in (outbox.PHRASE, outbox.ORDER, *EVENT_KINDS):
        return errand.link("k", links.SEAT, [match.id, row.seat, match.number, seats[row.seat - 1].epoch])
    return f"{base}/m/{match.id}"


def _is_open(errand: Errand, match: Match, event: Entry | None) -> bool:
    """Say whether what an event proposes is neither agreed nor declined by now, and the reader has not agreed."""
    proposal = errand.session.get(Proposal, (match.id, event.detail["kind"])) if event else None
    return proposal is not None and errand.row.seat not in proposal.agreed


def _asked(errand: Errand, match: Match, event: Entry | None) -> Table | None:
    """Return the table for who is asked something, where an event has changed until when that is."""
    if not event or event.kind not in ("resume", "deadline") or match.status != "running":
        return None
    table = look(errand.service, errand.session, match, errand.row.seat)
    return table if table.own else None


def frozen(errand: Errand, match: Match) -> EmailMessage | None:
    """Write to a host that a match is frozen, unless it is so no longer."""
    if match.status != "frozen":
        return None
    return fill(
        errand, in_thread(errand, match), errand.row.kind,
        match=match, game=games.find(match.game, match.rules), link=f"{errand.office.base_url}/host/?status=frozen",
    )  # fmt: skip


def take_over(errand: Errand, match: Match) -> EmailMessage | None:
    """Write to whom a seat of a running match is offered, unless it is taken, or the match over."""
    detail = errand.row.detail
    seats = matches.seats_of(errand.session, match.id)
    seat = seats[detail["seat"] - 1]
    if match.status not in UNDER_WAY or seat.epoch != detail["epoch"] or not absence.is_offerable(seat, errand.now):
        return None
    if absence.has_returned(errand.session, seat, detail["number"]):
        return None
    event = log.events(errand.session, match.id, detail["number"] - 1)[0]
    table = look(errand.service, errand.session, match, None)
    return fill(
        errand, in_thread(errand, match), errand.row.kind,
        match=match, game=games.find(match.game, match.rules), table=table, seats=seats, seat=seat,
        event=event, by=[seats[number - 1].name for number in event.detail.get("seats", [])],
        moves=sum(line.kind == "move" for line in table.lines), game_teams=matches.teams_of(match),
        link=errand.link("s", links.TAKE_OVER, [match.id, seat.seat, seat.epoch, errand.reader.address, event.number]),
    )  # fmt: skip
