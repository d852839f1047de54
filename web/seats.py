"""What a player can do about their own seat in a running match: give it up, or void its links."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from games.contract import N_
from models.tables import Match, Seat
from service import matches, seats
from service.base import NotFound, Refused
from web.access import access_to, table_path
from web.site import now, service

pages = Blueprint("seats", __name__)


def own_seat(match_id: str, number: int) -> tuple[Match, Seat]:
    """Return a seat that the reader may act for. Raises `NotFound`, `Refused`."""
    with service().store.reading() as session:
        match = matches.find(session, match_id)
        places = matches.seats_of(session, match_id)
    if not 1 <= number <= len(places):
        raise NotFound(N_("There is no such seat at this table."))
    access = access_to(match, places[number - 1])
    if not access or not access.may_act:
        raise Refused(N_("This seat is not yours."))
    return match, places[number - 1]


@pages.post("/m/<match_id>/<int:number>/resign")
def resign(match_id: str, number: int) -> Response:
    """Give the seat up for good."""
    own_seat(match_id, number)
    if request.form.get("sure") != "true":
        raise Refused(N_("Please tick that you are sure: there is no way back into a seat given up."))
    seats.resign(service(), match_id, number, request.form.get("to", "bot"), now())
    flash(_("You have given your seat up."))
    return redirect("/", 303)


@pages.post("/m/<match_id>/<int:number>/revoke")
def revoke(match_id: str, number: int) -> Response:
    """Void every link given out for the seat; a new one is mailed."""
    own_seat(match_id, number)
    seats.revoke_links(service(), match_id, number, now())
    flash(_("All earlier links to this seat are void. A new one is on its way to you."))
    return redirect(table_path(match_id, number), 303)
