"""The lobby: coming by a shared link, declining, leaving, and what the opener can do about seats."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

import games
from games.contract import N_
from models.tables import Match, Player, Refusal, Seat
from service import links, lobby, matches, people
from service.base import Refused
from service.matches import BOT, FREE, Guest, INVITE, Plan
from web.access import access_to, open_seat, table_path
from web.site import network, now, player, service, site
from web.words import explain

pages = Blueprint("lobby", __name__)

Page = str | Response | tuple[str, int]
MOST_ACT = 10


def share_link(match: Match) -> str:
    """Return the address that whoever has it can take a free seat with."""
    return f"{site().settings.base_url}/j/{service().links.sign(links.SHARE, [match.id], match.created_at)}"


def _load(match_id: str) -> tuple[Match, list[Seat], Player]:
    with service().store.reading() as session:
        match = matches.find(session, match_id)
        return match, matches.seats_of(session, match_id), session.get_one(Player, match.opener_id)


def _require_opener(match_id: str) -> Match:
    match, _seats, _opener = _load(match_id)
    who = player()
    if not who or who.id != match.opener_id:
        raise Refused(N_("Only who opened the table can do this."))
    return match


@pages.get("/j/<token>")
def shared(token: str) -> Page:
    """Show a table to somebody who has its link."""
    return _shared(token, None)


def _shared(token: str, error: str | None) -> Page:
    (match_id,) = service().links.read(links.SHARE, token, now())
    _match, seats, _opener = _load(match_id)
    who = player()
    own = next((seat.seat for seat in seats if who and seat.player_id == who.id), None)
    if own:
        return redirect(table_path(match_id, own), 303)
    return _join_page(match_id, f"/j/{token}", error, dict(request.form), None)


def _join_page(match_id: str, action: str, error: str | None, form: dict[str, str], address: str | None) -> Page:
    """Show a table to somebody who might sit down; `address` is theirs where the link has proven it."""
    match, seats, opener = _load(match_id)
    page = render_template(
        "join.html",
        match=match,
        seats=seats,
        opener=opener.name,
        game=games.find(match.game, match.rules),
        free=match.status == "open" and match.announced_at and any(lobby.is_free(seat) for seat in seats),
        error=error,
        form=form,
        action=action,
        address=address,
        pace=match.pace,
    )
    return (page, 422) if error else page


@pages.post("/j/<token>")
def join(token: str) -> Page:
    """Take a free seat at once when signed in; otherwise mail a link to take it with."""
    (match_id,) = service().links.read(links.SHARE, token, now())
    who = player()
    try:
        if who and who.id is not None and who.address:
            return _sit_down(match_id, who.id)
        address = request.form.get("address", "")
        lobby.ask_for_seat(service(), match_id, address, network(), now())
    except Refused as error:
        return _shared(token, explain(error))
    return render_template("mail_sent.html", address=address.strip())


@pages.get("/c/<token>")
def claim(token: str) -> Page:
    """Show the table to somebody whose address the link proves, and the form that takes a seat."""
    return _claim(token, None)


def _claim(token: str, error: str | None) -> Page:
    match_id, address = service().links.read(links.CLAIM, token, now())
    with service().store.reading() as session:
        known = people.find_by_address(session, address)
    form = {"name": known.name if known else "", **request.form.to_dict()}
    return _join_page(match_id, f"/c/{token}", error, form, address)


@pages.post("/c/<token>")
def claim_seat(token: str) -> Page:
    """Take a free seat for the address that the link proves."""
    match_id, address = service().links.read(links.CLAIM, token, now())
    try:
        return _sit_down(match_id, address)
    except Refused as error:
        return _claim(token, explain(error))


def _sit_down(match_id: str, who: int | str) -> Page:
    zone = people.known_zone(request.form.get("zone", ""))
    guest = Guest(request.form.get("name", ""), request.form.get("phrase", ""), zone)
    _player, number = lobby.take_free_seat(service(), match_id, who, guest, now())
    match, seats, _opener = _load(match_id)
    return open_seat(redirect(table_path(match_id, number), 303), match, seats[number - 1], may_act=True)  # type: ignore[return-value, arg-type]


@pages.get("/i/<token>/decline")
def ask_decline(token: str) -> Page:
    """Ask whether to decline an invitation, or all of them."""
    match_id, number, epoch = service().links.read(links.INVITATION, token, now())
    match, seats, opener = _load(match_id)
    seat = seats[number - 1]
    waiting = match.status == "open" and seat.epoch == epoch and seat.address is not None
    return render_template("decline.html", opener=opener.name, game=games.find(match.game), waiting=waiting)


@pages.post("/i/<token>/decline")
def decline(token: str) -> Page:
    """Decline an invitation, and with `never` all that might come."""
    match_id, number, epoch = service().links.read(links.INVITATION, token, now())
    _match, seats, _opener = _load(match_id)
    if seats[number - 1].epoch != epoch:
        raise Refused(N_("This invitation is not open any more."))
    never = request.form.get("never") == "true"
    lobby.decline(service(), match_id, number, now(), never=never, epoch=epoch)
    return render_template("declined.html", never=never)


@pages.post("/m/<match_id>/cancel")
def cancel(match_id: str) -> Page:
    """Close a table before its start."""
    _require_opener(match_id)
    lobby.cancel(service(), match_id, now())
    flash(_("The table is closed."))
    return redirect("/", 303)


@pages.post("/m/<match_id>/seats/<int:number>")
def arrange(match_id: str, number: int) -> Page:
    """Let the opener remind, replace or swap whoever is to sit somewhere."""
    _require_opener(match_id)
    act = request.form.get("act", "")
    if act == "remind":
        lobby.remind(service(), match_id, number, network(), now())
        flash(_("One more invitation is on its way."))
    elif act.startswith("swap-") and act[5:].isdecimal() and len(act) < MOST_ACT:
        lobby.swap(service(), match_id, number, int(act[5:]), now())
    else:
        address = request.form.get("address", "").strip()
        kind = INVITE if address and act not in (BOT, FREE) else act
        if kind == INVITE and not address:
            raise Refused(N_("Whom shall we invite? Please give an address."))
        lobby.replace(service(), match_id, number, Plan(kind, address), network(), now())
    return redirect(table_path(match_id), 303)


@pages.post("/m/<match_id>/<int:number>/leave")
def leave(match_id: str, number: int) -> Page:
    """Give a seat back before the start."""
    match, seats, _opener = _load(match_id)
    access = access_to(match, seats[number - 1]) if 1 <= number <= len(seats) else None
    if not access or not access.may_act:
        raise Refused(N_("This seat is not yours to leave."))
    lobby.leave(service(), match_id, number, now())
    flash(_("You have left the table."))
    return redirect("/", 303)


@pages.post("/m/<match_id>/<int:number>/phrase")
def phrase(match_id: str, number: int) -> Page:
    """Give a phrase anew after seats were swapped."""
    match, seats, _opener = _load(match_id)
    access = access_to(match, seats[number - 1]) if 1 <= number <= len(seats) else None
    if not access or not access.may_act:
        raise Refused(N_("This seat is not yours."))
    lobby.give_phrase(service(), match_id, number, request.form.get("phrase", ""), now())
    return redirect(table_path(match_id, number), 303)


@pages.post("/account/invitations")
def allow() -> Page:
    """Let the player's address be invited again."""
    who = player()
    if who and who.address:
        lobby.allow(service(), who.address)
    return redirect("/account", 303)


def wants_none(who: Player) -> bool:
    """Say whether a player has asked for no more invitations."""
    with service().store.reading() as session:
        return who.address_key is not None and session.get(Refusal, who.address_key) is not None
