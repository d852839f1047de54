"""How a player is told: their wishes, what became of each mail, and unsubscribing by a link in any mail."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from flask import Blueprint, flash, g, redirect, render_template, request
from flask_babel import gettext as _
from sqlalchemy import ColumnElement
from sqlmodel import col, or_, select, Session
from werkzeug.wrappers import Response

import games
from games.contract import N_
from models.tables import Match, Outbox, Player
from service import links, outbox, people, reach, wishes
from service.base import NotFound, Refused
from service.people import GONE
from web.site import for_players, now, service
from web.words import explain

pages = Blueprint("mailing", __name__)

Page = str | Response | tuple[str, int]
A_PAGE = 50  # mails
MOST_DIGITS = 6
ONE_CLICK = "One-Click"  # RFC 8058

GROUP_NAMES = {
    wishes.TURNS: N_("Your turns"),
    wishes.REMINDERS: N_("Reminders before your time is up"),
    wishes.NEWS: N_("News of your tables: the start, the result, what was played for you, pauses, who comes and goes"),
    wishes.OFFERS: N_("What you may do out of turn"),
    wishes.INVITATIONS: N_("Invitations to tables"),
}
KIND_NAMES = {
    outbox.SIGN_IN: N_("sign-in link"),
    outbox.ADDRESS: N_("link to add the address"),
    outbox.INVITATION: N_("invitation"),
    outbox.START: N_("the match begins"),
    outbox.TURN: N_("your turn"),
    outbox.MAY: N_("something you may do"),
    outbox.DEADLINE: N_("your time was up"),
    outbox.RESULT: N_("the result"),
    outbox.CLAIM_SEAT: N_("link to a free seat"),
    outbox.VACANT: N_("a seat is free again"),
    outbox.EXPIRING: N_("the table closes soon"),
    outbox.CLOSED: N_("the table is closed"),
    outbox.PHRASE: N_("a phrase is asked anew"),
    outbox.RESIGNED: N_("a seat changes hands"),
    outbox.ENDED: N_("the match was ended"),
    outbox.NEW_LINK: N_("a new link to your seat"),
    outbox.CHANGE_OLD: N_("change of address"),
    outbox.CHANGE_NEW: N_("change of address"),
    outbox.AWAY: N_("you seem to be away"),
    outbox.ORDER: N_("your standing order"),
    outbox.ZONE: N_("your time zone"),
    outbox.PROPOSAL: N_("a proposal"),
    outbox.HELD: N_("a pause, or its end"),
    outbox.TAKE_OVER: N_("a seat offered to you"),
    outbox.REPLY: N_("answer to your reply"),
    outbox.FROZEN: N_("a match is frozen"),
    **dict.fromkeys(outbox.REMINDERS.values(), N_("reminder")),
}
STATES = {
    "sent": N_("sent"),
    "queued": N_("waiting"),
    "deferred": N_("tried again"),
    "failed": N_("not delivered"),
    "bounced": N_("came back"),
    "dropped": N_("not needed"),
}


class Sent(NamedTuple):
    """A mail as a list shows it; `address` is where it went, or is to go."""

    id: int
    kind: str
    match_id: str | None
    game: str
    address: str
    state: str
    words: str
    attempts: int
    queued_at: datetime
    at: datetime  # when it was sent, or will be tried next; else when it was queued


def is_deferred() -> ColumnElement[bool]:
    """Say of a row whether its mail was tried in vain so far."""
    return (col(Outbox.status) == "queued") & (col(Outbox.last_error) != "")


def in_state(state: str) -> ColumnElement[bool]:
    """Say of a row whether its mail is in one of the states that a list can be cut down to."""
    if state == "deferred":
        return is_deferred()
    return (col(Outbox.status) == state) & ~is_deferred()


def mails(session: Session, about: ColumnElement[bool], page: int) -> tuple[list[Sent], bool]:
    """Return a page of the mails that some condition holds of, the newest first, and whether there are more."""
    query = select(Outbox, Player.address, Match).select_from(Outbox)
    query = query.join(Player, col(Player.id) == col(Outbox.player_id), isouter=True)
    query = query.join(Match, col(Match.id) == col(Outbox.match_id), isouter=True).where(about)
    query = query.where(~col(Outbox.kind).startswith(outbox.CHANNEL))
    found = session.exec(query.order_by(col(Outbox.id).desc()).offset(page * A_PAGE).limit(A_PAGE + 1)).all()
    return [_sent(row, address, match) for row, address, match in found[:A_PAGE]], len(found) > A_PAGE


def _sent(row: Outbox, address: str | None, match: Match | None) -> Sent:
    state = "deferred" if row.status == "queued" and row.last_error else row.status
    return Sent(
        id=row.id or 0,
        kind=row.kind,
        match_id=row.match_id,
        game=games.find(match.game, match.rules).name if match else "",
        address=row.sent_to or row.address or address or "",
        state=state,
        words=row.last_error,
        attempts=row.attempts,
        queued_at=row.queued_at,
        at=row.sent_at or (row.due_at if row.status == "queued" else row.queued_at),
    )


def page_number() -> int:
    """Return which page of a list is asked for, from 0."""
    text = request.args.get("page", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else 0


@pages.get("/account/mail")
@for_players
def show(who: Player) -> Page:
    """Show how a player is told, and what else could be."""
    return _wishes_page(who, None)


def _wishes_page(who: Player, error: str | None) -> Page:
    with service().store.reading() as database:
        wanted = set(wishes.GROUPS) - wishes.unwanted_by(database, who)
    chosen = {
        "mode": who.mail_mode, "hours": {str(hour) for hour in who.digest_at or wishes.DIGEST_AT},
        "at_night": who.mail_at_night, "wanted": wanted,
    }  # fmt: skip
    if error:
        form = request.form
        chosen = {
            "mode": form.get("mode", ""), "hours": set(form.getlist("hours")), "at_night": "at_night" in form,
            "wanted": set(form.getlist("wanted")),
        }  # fmt: skip
    page = render_template(
        "mailing.html", who=who, chosen=chosen, groups=GROUP_NAMES, most=wishes.MOST_DIGESTS, error=error
    )  # fmt: skip
    return (page, 422) if error else page


@pages.post("/account/mail")
@for_players
def change(who: Player) -> Page:
    """Change how a player is told."""
    form = request.form
    try:
        hours = [_hour(text) for text in form.getlist("hours")]
        wishes.change(
            service(), who.id or 0, form.get("mode", ""), hours, "at_night" in form, form.getlist("wanted"), now()
        )  # fmt: skip
    except Refused as error:
        return _wishes_page(who, explain(error))
    flash(_("Saved. It counts at once, also for what waits to be mailed."))
    return redirect("/account/mail", 303)


def _hour(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 2:
        raise Refused(N_("“{text}” is not a full hour of the day, from 0 to 23."), text=text[:20])
    return int(text)


@pages.get("/account/mail/sent")
@for_players
def sent(who: Player) -> Page:
    """Show what became of each mail to a player."""
    mine = col(Outbox.player_id) == who.id
    if who.address:
        mine = or_(mine, col(Outbox.address) == who.address)
    with service().store.reading() as database:
        found, more = mails(database, mine, page_number())
    return render_template(
        "mails_sent.html", who=who, mails=found, more=more, page=page_number(), kinds=KIND_NAMES, states=STATES
    )  # fmt: skip


@pages.post("/account/mail/again")
@for_players
def try_again(who: Player) -> Page:
    """Send a player mail again, whose address had sent some back."""
    reach.try_again(service(), who.id or 0, now())
    flash(_("Mail goes to %(address)s again, beginning with what you are asked now.", address=who.address))
    return redirect("/account/mail", 303)


@pages.get("/u/<token>")
def ask(token: str) -> Page:
    """Show what kind of mail a link is about, and buttons: no more of these, none about tables, all again."""
    return _unsubscribe_page(token, None)


def _linked(token: str) -> tuple[int | str, str, Player | None]:
    """Return to whom an unsubscribing link was mailed, what it is about, and the player, if it is one."""
    who, group = service().links.read(links.UNSUBSCRIBE, token, now())
    with service().store.reading() as database:
        if isinstance(who, str):
            return who, group, people.find_by_address(database, who)
        player = database.get(Player, who)
    if not player or player.name == GONE:
        raise NotFound(N_("There is no such player any more, so no mail goes there."))
    g.reader_id = player.id  # words and times are those of whose link it is
    return who, group, player


def _unsubscribe_page(token: str, error: str | None) -> Page:
    who, group, player = _linked(token)
    with service().store.reading() as database:
        unwanted = wishes.unwanted_by(database, player) if player else wishes.refused_by(database, str(who))
    page = render_template(
        "unsubscribe.html", token=token, group=group, unwanted=unwanted, groups=GROUP_NAMES, player=player, error=error
    )  # fmt: skip
    return (page, 422) if error else page


@pages.post("/u/<token>")
def unsubscribe(token: str) -> Page:
    """Unsubscribe, or take that back; a mail program does so by one click, without signing in and without a mark."""
    who, group, _player = _linked(token)
    act = "kind" if request.form.get("List-Unsubscribe") == ONE_CLICK else request.form.get("act", "")
    if act not in ("kind", "all", "again"):
        return _unsubscribe_page(token, _("Please choose one of the buttons: nothing has been changed."))
    wishes.want(service(), who, group if act == "kind" else "", wanted=act == "again", now=now())
    return redirect(f"/u/{token}", 303) if "act" in request.form else _unsubscribe_page(token, None)
