"""Coming back to a table, and what those who are there agree on: to pause, to go on, to end, to offer a seat."""

from __future__ import annotations

from flask import Blueprint, flash, g, redirect, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

import games
from models.tables import Match, Seat
from service import absence, links, matches, people
from service.absence import END, OFFER, PAUSE
from service.base import Refused
from service.course import UNDER_WAY
from service.links import ForeignLink
from web.access import access_to, open_seat, table_path
from web.seats import own_seat
from web.site import network, now, service
from web.tables import find, Page, Problem, seat_of, show, STATUSES
from web.words import explain

pages = Blueprint("absence", __name__)

MOST_DIGITS = 4


@pages.post("/m/<match_id>/<int:number>/back")
def come_back(match_id: str, number: int) -> Page:
    """Note that the player of a seat is back."""
    own_seat(match_id, number)
    absence.come_back(service(), match_id, number, now())
    return redirect(table_path(match_id, number), 303)


@pages.post("/m/<match_id>/<int:number>/go-on")
def go_on(match_id: str, number: int) -> Page:
    """Let a paused match go on."""
    match, _place = own_seat(match_id, number)
    if match.status != "running":  # else a double click
        absence.go_on(service(), match_id, number, now())
    return redirect(table_path(match_id, number), 303)


@pages.post("/m/<match_id>/<int:number>/propose")
def propose(match_id: str, number: int) -> Page:
    """Propose something to all who are there, or agree to it."""
    kind, place, address = _wish()
    try:
        own_seat(match_id, number)
        done = absence.propose(
            service(), match_id, number, kind, now(), place=place, address=address, network=network()
        )  # fmt: skip
    except Refused as error:
        match, seats = find(match_id)
        access = access_to(match, seat_of(seats, number))
        if not access:
            raise
        return show(match, seats, access, Problem(explain(error), STATUSES.get(type(error), 422)))
    said = {
        PAUSE: _("The match is paused."),
        END: _("The match has been ended."),
        OFFER: _("The seat is offered: the invitation is on its way."),
    }
    flash(said[kind] if done else _("Noted. It comes about as soon as everybody who is there agrees."))
    return redirect(table_path(match_id, number), 303)


def _wish() -> tuple[str, int | None, str]:
    """Return what the form proposes: its kind, the seat that it is about, and an address."""
    kind, place = request.form.get("kind", ""), request.form.get("place", "")
    number = int(place) if place.isascii() and place.isdecimal() and len(place) < MOST_DIGITS else None
    return kind, number, request.form.get("address", "")


@pages.post("/m/<match_id>/<int:number>/decline")
def decline(match_id: str, number: int) -> Page:
    """Say no to what is proposed."""
    own_seat(match_id, number)
    absence.decline(service(), match_id, number, request.form.get("kind", ""), now())
    flash(_("The proposal is off the table."))
    return redirect(table_path(match_id, number), 303)


@pages.get("/b/<token>")
def ask_back(token: str) -> Page:
    """Ask whoever follows the link of a mail whether they are back."""
    match, seat = _linked_seat(token)
    return render_template("back.html", match=match, seat=seat, game=games.find(match.game, match.rules))


@pages.post("/b/<token>")
def be_back(token: str) -> Response:
    """Note that a player is back, and open their seat; once they are, the link only shows the table."""
    match, seat = _linked_seat(token)
    back = match.status in UNDER_WAY and absence.come_back(service(), match.id, seat.seat, now())
    return open_seat(redirect(table_path(match.id, seat.seat), 303), match, seat, may_act=back)  # type: ignore[return-value, arg-type]


def _linked_seat(token: str) -> tuple[Match, Seat]:
    match_id, number, epoch = service().links.read(links.BACK, token, now())
    with service().store.reading() as database:
        match, seat = database.get(Match, match_id), database.get(Seat, (match_id, number))
    if not match or not seat or seat.epoch != epoch:
        raise ForeignLink(links.BACK)
    g.reader_id = seat.player_id  # words are those of whose seat it is
    return match, seat


@pages.get("/s/<token>")
def offered(token: str) -> Page:
    """Show a seat of a running match to whom it is offered."""
    return _show_offer(token, None)


def _show_offer(token: str, error: Refused | None) -> Page:
    match_id, place, epoch, address, number = service().links.read(links.TAKE_OVER, token, now())
    match, seats = find(match_id)
    seat = seat_of(seats, place)
    with service().store.reading() as database:
        known = people.find_by_address(database, address)
        returned = absence.has_returned(database, seat, number)
    own = known and seat.player_id == known.id
    free = match.status in UNDER_WAY and seat.epoch == epoch and absence.is_offerable(seat, now()) and not returned
    if known:
        g.reader_id = known.id
    page = render_template(
        "stand_in.html", match=match, seats=seats, seat=seat, game=games.find(match.game, match.rules),
        known=known, address=address, free=free, own=own, error=error and explain(error), form=request.form,
        game_teams=matches.teams_of(match),
    )  # fmt: skip
    return (page, STATUSES.get(type(error), 422)) if error else page


@pages.post("/s/<token>")
def take_over(token: str) -> Page:
    """Sit down in the seat that is offered."""
    name, zone = request.form.get("name", ""), request.form.get("zone", "")
    try:
        match_id, place = absence.take_over(service(), token, name, zone, now())
    except Refused as error:
        return _show_offer(token, error)
    match, seats = find(match_id)
    flash(_("The seat is yours. This is the table as it is now."))
    return open_seat(redirect(table_path(match_id, place), 303), match, seats[place - 1], may_act=True)  # type: ignore[arg-type]
