"""Opening a match: the form made from what a game declares, and reading it."""

from __future__ import annotations

from flask import abort, Blueprint, redirect, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

import games
from games.contract import BadOptions
from service import matches
from service.base import Refused
from service.clock import HOUR, Pace, PRESETS, RESTS
from service.matches import BOT, FREE, INVITE, ME, Opening, Plan
from web.access import table_path
from web.site import network, now, player, service
from web.words import explain

pages = Blueprint("opening", __name__)

Page = str | Response | tuple[str, int]
MOST_DIGITS = 5


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
        "open.html",
        game=game,
        error=error,
        form=request.form,
        presets=PRESETS,
        units=UNITS,
        me_can_invite=player().address,
        branch=None,
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
    return Opening(game.key, options, plans, read_pace(), request.form.get("open_to_all") == "true")


UNITS = {"minutes": 60, "hours": HOUR, "days": 24 * HOUR}
CUSTOM = "custom"


def read_pace() -> Pace:
    """Return the pace that the form asks for: one of the presets, or as set in detail. Raises `Refused`."""
    form = request.form
    name = form.get("pace", "")
    if name not in (*PRESETS, CUSTOM):
        raise Refused(_("Please choose how fast the match is to be played."))
    away = form.get("away", "bot")
    if name != CUSTOM:
        return PRESETS[name]._replace(away=away)
    times = {key: _seconds(key) for key in ("allowance", "bank", "earn", "most")}
    times["most"] = max(times["most"], times["bank"])
    ignores = tuple(rest for rest in RESTS if form.get(f"rests-{rest}") != "true")
    return Pace(**times, ignores=ignores, away=away)


def _seconds(key: str) -> int:
    """Return the length of time in a field and its unit, in seconds; an empty one is none."""
    text, unit = request.form.get(key, "").strip() or "0", request.form.get(f"{key}-unit", "hours")
    if not text.isascii() or not text.isdecimal() or len(text) > MOST_DIGITS or unit not in UNITS:
        raise Refused(_("“%(text)s” is not a length of time: it should be a whole number.", text=text[:20]))
    return int(text) * UNITS[unit]
