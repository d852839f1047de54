"""Mailed links to a seat: opening one changes nothing but the reader's cookie, and leaves a clean address.

A link to something optional is good for that alone: it opens a page with a button, and no seat.
"""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, flash, g, redirect, render_template
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from games.contract import GameError
from models.tables import Match, Seat
from service import links, play
from service.base import DecisionOver, NotRunning, Refused
from service.course import UNDER_WAY
from service.links import ForeignLink
from service.table import look
from web.access import open_seat, table_path
from web.site import now, service
from web.tables import flash_move, REPEATED
from web.words import explain

pages = Blueprint("links", __name__)


@pages.get("/k/<token>")
def seat(token: str) -> Response:
    """Open the table from a seat: to act there while the decision stands, read only when it is over."""
    return _open(links.SEAT, *service().links.read(links.SEAT, token, now()))


@pages.get("/p/<token>")
def choice(token: str) -> Response:
    """Open the page of one of the moves that a mail offered, or the table where that decision is over."""
    match_id, number, asked, move, epoch = service().links.read(links.CHOICE, token, now())
    return _open(links.CHOICE, match_id, number, asked, epoch, move)


def _open(purpose: str, match_id: str, number: int, asked: int, epoch: int, move: str = "") -> Response:
    """Give the reader the cookie of a seat and lead them to its table, or to a `move` there while it is asked for."""
    with service().store.reading() as database:
        match, place = database.get(Match, match_id), database.get(Seat, (match_id, number))
        if not match or not place or place.epoch != epoch:
            raise ForeignLink(purpose)
        good = match.status == "open"  # there it is to give a phrase anew
        if match.status in UNDER_WAY:
            good = service().histories.load(database, match).is_open(number, asked)
    if not good and match.status in UNDER_WAY:
        flash(_("The decision of that mail has been made. This is the table as it is now."))
    path = table_path(match_id, number)
    if move and good:
        path += f"/choose?asked={asked}&move={quote(move)}"
    return open_seat(redirect(path, 303), match, place, may_act=good)  # type: ignore[return-value, arg-type]


@pages.get("/i/<token>")
def invitation(token: str) -> Response:
    """Open the lobby for somebody invited."""
    match_id, number, epoch = service().links.read(links.INVITATION, token, now())
    with service().store.reading() as database:
        match, place = database.get(Match, match_id), database.get(Seat, (match_id, number))
    if not match or not place:
        raise ForeignLink(links.INVITATION)
    if place.epoch == epoch:
        return open_seat(redirect(table_path(match_id, number), 303), match, place, may_act=True)  # type: ignore[return-value, arg-type]
    if place.epoch == epoch + 1 and place.player_id is not None:
        flash(_("This invitation has been accepted. To play, open the latest mail of this match, or sign in."))
        return redirect(table_path(match_id, number), 303)  # type: ignore[return-value]
    raise ForeignLink(links.INVITATION)


@pages.get("/o/<token>")
def offer(token: str) -> str:
    """Name what a seat may do and need not, with a button that does it."""
    match, number, kind = _offered(token)
    return _show_offer(match, number, kind)


@pages.post("/o/<token>")
def accept(token: str) -> Response | tuple[str, int]:
    """Do what the link is for, while its seat may do it."""
    match, number, kind = _offered(token)
    try:
        event = play.play(service(), match.id, number, kind, asked=None, now=now())
    except GameError as error:
        return _show_offer(match, number, kind, explain(error)), 422
    except Refused as error:
        if not (isinstance(error, DecisionOver) and error.repeated):
            return _show_offer(match, number, kind, explain(error)), 409
        flash(_(REPEATED))
    else:
        flash_move(match, number, event)
    return redirect(f"/o/{token}", 303)  # type: ignore[return-value]


def _offered(token: str) -> tuple[Match, int, str]:
    """Return the match, the seat and the move of a link to something optional."""
    match_id, number, kind, epoch = service().links.read(links.OPTIONAL, token, now())
    with service().store.reading() as database:
        match, place = database.get(Match, match_id), database.get(Seat, (match_id, number))
    if not match or not place or place.epoch != epoch:
        raise ForeignLink(links.OPTIONAL)
    if match.number < 0:
        raise NotRunning
    g.reader_id = place.player_id  # words are those of whose seat it is
    return match, number, kind


def _show_offer(match: Match, number: int, kind: str, error: str | None = None) -> str:
    with service().store.reading() as database:
        table = look(service(), database, match, number)
        done = service().histories.load(database, match).has_just_done(number, kind)
    return render_template("may.html", table=table, kind=kind, done=done, error=error)
