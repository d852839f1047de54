"""Signing in by mailed link, and the account."""

from __future__ import annotations

import json

from flask import Blueprint, flash, redirect, render_template, request, session
from flask import Response as FlaskResponse
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from models.tables import Player
from service import account, holidays, links, people
from service.base import Refused, Throttled
from service.clock import HOLIDAYS_A_YEAR
from web.calendars import calendar_address
from web.lobby import wants_none
from web.site import for_players, local_path, network, now, player, service, sign_in
from web.words import explain

pages = Blueprint("account", __name__)

Page = str | Response | tuple[str, int]


@pages.get("/sign-in")
def ask() -> Page:
    """Ask for the address to send a sign-in link to."""
    return render_template("sign_in.html", where=local_path(request.args.get("where", "/")), error=None)


@pages.post("/sign-in")
def send() -> Page:
    """Send a sign-in link."""
    address, where = request.form.get("address", ""), local_path(request.form.get("where", "/"))
    try:
        people.request_sign_in(service(), address, network(), where, now())
    except Refused as error:
        status = 429 if isinstance(error, Throttled) else 422
        return render_template("sign_in.html", where=where, error=explain(error), address=address), status
    return render_template("mail_sent.html", address=address.strip())


@pages.get("/sign-in/<token>")
def confirm(token: str) -> Page:
    """Show what the link in the mail is for; only the button on the page signs in."""
    address, _where = service().links.read(links.SIGN_IN, token, now())
    with service().store.reading() as database:
        if people.is_used(database, token):
            raise people.UsedLink
        known = people.find_by_address(database, address)
    return render_template("sign_in_confirm.html", address=address, known=known, error=None)


@pages.post("/sign-in/<token>")
def enter(token: str) -> Page:
    """Use the link up and begin a session."""
    name, zone = request.form.get("name", ""), people.known_zone(request.form.get("zone", ""))
    try:
        who, where = people.sign_in(service(), token, name, zone, now())
    except people.UsedLink:
        address, where = service().links.read(links.SIGN_IN, token, now())
        who = player()
        if who and who.address_key == address.casefold():
            return redirect(local_path(where), 303)  # a double click: the first press signed in
        raise
    except Refused as error:
        address, _where = service().links.read(links.SIGN_IN, token, now())
        return render_template(
            "sign_in_confirm.html", address=address, known=None, error=explain(error), name=name
        ), 422
    sign_in(who)
    flash(_("Welcome, %(name)s.", name=who.name))
    return redirect(local_path(where), 303)


@pages.post("/sign-out")
def leave() -> Page:
    """End the session in this browser."""
    session.clear()
    return redirect("/", 303)


@pages.get("/account")
@for_players
def show(who: Player) -> Page:
    """Show the account."""
    return account_page(who, None)


def account_page(who: Player, error: str | None) -> Page:
    """Return the page of an account; what is wrong is said, and what was typed kept."""
    values = {**{"name": who.name, "zone": who.zone, "language": who.language}, **request.form.to_dict()}
    today = holidays.today(who, now())
    with service().store.reading() as database:
        taken = [each for each in holidays.of(database, who.id or 0) if each.last >= today]
        left = {year: holidays.days_left(database, who.id or 0, year) for year in (today.year, today.year + 1)}
    page = render_template(
        "account.html", who=who, zones=zones(), values=values, error=error, no_invitations=wants_none(who),
        hours=_hours(who), form=request.form, taken=taken, left=left, today=today, budget=HOLIDAYS_A_YEAR,
        calendar=calendar_address(who),
    )  # fmt: skip
    return (page, 422) if error else page


def _hours(who: Player) -> dict[str, object]:
    """Return quiet hours, days off and the rest as they are, or as they have just been typed."""
    form = request.form
    if "quiet_from" not in form:
        days = {str(number) for number in who.days_off}
        return {"from": str(who.quiet_from), "to": str(who.quiet_to), "off": days, "forced": who.plays_forced}
    days = set(form.getlist("days_off"))
    return {"from": form["quiet_from"], "to": form.get("quiet_to", ""), "off": days, "forced": "plays_forced" in form}


def zones() -> list[str]:
    """Return the time zones that people live in, those of places, and UTC."""
    return ["UTC", *sorted(name for name in people.zones() if "/" in name and not name.startswith("Etc/"))]


@pages.post("/account")
@for_players
def change(who: Player) -> Page:
    """Change name, language and zone."""
    fields = [request.form.get(key, "") for key in ("name", "language", "zone")]
    try:
        people.change(service(), who.id or 0, *fields)
    except Refused as error:
        return account_page(who, explain(error))
    flash(_("Saved."))
    return redirect("/account", 303)


@pages.post("/account/address")
@for_players
def add_address(who: Player) -> Page:
    """Send a link that attaches an address to a guest."""
    if who.address:
        return account_page(who, _("Your account has an address already."))
    address = request.form.get("address", "")
    try:
        people.request_address(service(), who.id or 0, address, network(), now())
    except Refused as error:
        return account_page(who, explain(error))
    return render_template("mail_sent.html", address=address.strip())


@pages.post("/account/change-address")
@for_players
def change_address(who: Player) -> Page:
    """Begin to change the address: the old and the new one are asked."""
    address = request.form.get("address", "")
    try:
        account.request_change(service(), who.id or 0, address, network(), now())
    except Refused as error:
        return account_page(who, explain(error))
    if who.bounced_at:
        flash(_("A link is on its way to the new address. The change is made when it has been followed."))
    else:
        flash(_("A link is on its way to both addresses. The change is made when both have agreed."))
    return redirect("/account", 303)


@pages.get("/change/<token>")
def ask_change(token: str) -> Page:
    """Ask one of the two addresses whether it agrees."""
    _player_id, address, side, *_mailed_to = service().links.read(links.CHANGE, token, now())
    with service().store.reading() as database:
        if people.is_used(database, token):
            raise people.UsedLink
    return render_template("change_confirm.html", address=address, side=side)


@pages.post("/change/<token>")
def confirm_change(token: str) -> Page:
    """Note the agreement, and change the address when both have agreed."""
    _who, done = account.confirm_change(service(), token, now())
    return render_template("change_done.html", done=done)


@pages.post("/account/sign-out-everywhere")
@for_players
def leave_everywhere(who: Player) -> Page:
    """End the sessions in all other browsers."""
    sign_in(account.sign_out_everywhere(service(), who.id or 0))
    flash(_("You are signed out everywhere but here."))
    return redirect("/account", 303)


@pages.get("/account/data.json")
@for_players
def data(who: Player) -> Page:
    """Give a player all that is stored about them."""
    body = json.dumps(account.export(service(), who.id or 0), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="mousepost-account.json"'}
    return FlaskResponse(body, mimetype="application/json", headers=headers)


@pages.post("/account/delete")
@for_players
def delete(who: Player) -> Page:
    """Delete the account."""
    if request.form.get("sure") != "true":
        return account_page(who, _("Please tick that you are sure: a deleted account cannot be brought back."))
    account.delete(service(), who.id or 0, now())
    session.clear()
    flash(_("Your account is deleted. The matches you played are kept, without your name."))
    return redirect("/", 303)


@pages.get("/address/<token>")
def confirm_address(token: str) -> Page:
    """Show which address is about to be attached."""
    player_id, address = service().links.read(links.ADDRESS, token, now())
    with service().store.reading() as database:
        if people.is_used(database, token):
            raise people.UsedLink
        guest = database.get(Player, player_id)
    return render_template("address_confirm.html", address=address, guest=guest.name if guest else "")


@pages.post("/address/<token>")
def attach_address(token: str) -> Page:
    """Attach the address and begin a session."""
    who = people.attach_address(service(), token, now())
    sign_in(who)
    flash(_("%(address)s is now the address of your account.", address=who.address))
    return redirect("/account", 303)
