"""Opening a match: the form made from what a game declares, and reading it."""

from __future__ import annotations

from flask import abort, Blueprint, redirect, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

import games
from games.contract import BadOptions
from service import matches
from service.base import Refused
from service.matches import BOT, FREE, INVITE, ME, Opening, Plan
from web.access import table_path
from web.site import network, now, player, service
from web.words import explain

pages = Blueprint("opening", __name__)

Page = str | Response | tuple[str, int]


@pages.get("/open/<key>")
def ask(key: str) -> Page:
    """Show the form that sets a match up, made from what the game declares."""
    game = _game(key)
    if not player():
        return redirect(f"/sign-in?where=/open/{game.key}", 303)
    return _form(game, None)


@pages.post("/open/<key>")
def create(key: str) -> Page:
    """Set a match up."""
    who, game = player(), _game(key)
    if not who or who.id is None:
        return redirect(f"/sign-in?where=/open/{game.key}", 303)
    try:
        opening = read_opening(game)
        match_id = matches.open_match(service(), who.id, opening, network(), now())
    except (Refused, BadOptions) as error:
        return _form(game, explain(error))
    seat = next((n for n, plan in enumerate(opening.plans, 1) if plan.kind == ME), None)
    return redirect(table_path(match_id, seat), 303)


def _game(key: str) -> games.Game:
    try:
        return games.find(key)
    except KeyError:
        abort(404)


def _form(game: games.Game, error: str | None) -> Page:
    page = render_template(
        "open.html", game=game, error=error, form=request.form, paces=matches.PACES, me_can_invite=player().address
    )
    return (page, 422) if error else page


def read_opening(game: games.Game) -> Opening:
    """Return what the form asks for. Raises `Refused` for what cannot be read."""
    options: dict[str, object] = {}
    for option in game.options:
        value = request.form.get(f"option-{option.key}", "")
        if option.kind == "bool":
            options[option.key] = value == "true"
        elif value.strip():
            options[option.key] = int(value) if value.strip().isdecimal() and len(value) < 10 else value
    plans = []
    for number in range(1, game.max_seats + 1):
        kind, address = request.form.get(f"seat-{number}", ""), request.form.get(f"address-{number}", "").strip()
        if address and kind in ("", INVITE):
            plans.append(Plan(INVITE, address))
        elif kind in (ME, BOT, FREE):
            plans.append(Plan(kind))
        elif kind:
            raise Refused(_("Seat %(number)s is for somebody invited: please give their address.", number=number))
    allowance = matches.PACES.get(request.form.get("pace", ""))
    if allowance is None:
        raise Refused(_("Please choose how long a move may take."))
    return Opening(game.key, options, plans, allowance, request.form.get("open_to_all") == "true")
