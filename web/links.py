"""Mailed links to a seat: opening one changes nothing but the reader's cookie, and leaves a clean address."""

from __future__ import annotations

from flask import Blueprint, flash, redirect
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from models.tables import Match, Seat
from service import links
from service.links import ForeignLink
from web.access import open_seat, table_path
from web.site import now, service

pages = Blueprint("links", __name__)


@pages.get("/k/<token>")
def seat(token: str) -> Response:
    """Open the table from a seat: to act there while the decision stands, read only when it is over."""
    match_id, number, asked, epoch = service().links.read(links.SEAT, token, now())
    with service().store.reading() as database:
        match, place = database.get(Match, match_id), database.get(Seat, (match_id, number))
        if not match or not place or place.epoch != epoch:
            raise ForeignLink(links.SEAT)
        good = match.status == "open"  # there it is to give a phrase anew
        if match.status == "running":
            good = service().histories.load(database, match).is_open(number, asked)
    if not good and match.status == "running":
        flash(_("The decision of that mail has been made. This is the table as it is now."))
    return open_seat(redirect(table_path(match_id, number), 303), match, place, may_act=good)  # type: ignore[return-value, arg-type]


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
