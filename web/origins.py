"""Pages by which a match begins elsewhere: in a record that is read in, or at a step of a match that is over."""

from __future__ import annotations

from flask import Blueprint, current_app, flash, redirect, render_template, request
from flask_babel import gettext as _

import games
from games.contract import BadOptions
from games.record import BadRecord
from mail.fetching import fetch
from models.tables import Player
from service import matches, origins, throttle
from service.base import Refused
from service.clock import PRESETS
from service.matches import ME
from web.access import table_path
from web.opening import read_opening, UNITS
from web.replay import find_published, Page
from web.site import for_players, network, now, player, service
from web.tables import STATUSES
from web.words import explain

pages = Blueprint("origins", __name__)


@pages.url_value_preprocessor
def let_records_in(endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Allow a record in a form, which is larger than forms are; this has to come before the form is looked at."""
    if endpoint == "origins.read_in":
        request.max_content_length = request.max_form_memory_size = 2 * origins.MOST_BYTES


@pages.get("/import")
@for_players
def ask(who: Player) -> Page:
    """Show the form by which a record is read in."""
    return render_template("import.html", error=None, form=request.form)


@pages.post("/import")
@for_players
def read_in(who: Player) -> Page:
    """Make a record that was sent as a file, or as text, a match to look at."""
    upload = request.files.get("record")
    data = upload.read() if upload and upload.filename else request.form.get("text", "").strip().encode()
    url = request.form.get("url", "").strip()
    try:
        if not (data or url):
            raise Refused(_("Please choose the file of a record, give its address, or paste its text."))
        if len(data) > origins.MOST_BYTES:
            raise BadRecord("format", "it is larger than any record is")
        with service().store.writing() as database:
            throttle.take(database, origins.limits(who.id or 0, network()), now())
        open_to_all = request.form.get("open_to_all") == "true"
        data = data or fetch(url)
        match_id = origins.read_in(service(), who.id or 0, data, open_to_all, now())
    except BadRecord as error:
        wrong = _("This is no record that holds. The place, and what is wrong there: %(words)s", words=error)
        return render_template("import.html", error=wrong, form=request.form), 422
    except Refused as error:
        return render_template("import.html", error=explain(error), form=request.form), STATUSES.get(type(error), 422)
    flash(_("The record holds: every move is by the rules."))
    return redirect(table_path(match_id), 303)


@pages.get("/schemas/record-1.json")
def schema() -> Page:
    """Give the JSON Schema of records."""
    return current_app.send_static_file("schemas/record-1.json")


@pages.get("/m/<match_id>/step/<int:step>/play-on")
@pages.get("/m/<match_id>/<int:number>/step/<int:step>/play-on")
def choose(match_id: str, step: int, number: int | None = None) -> Page:
    """Show the form by which a new match is opened that begins at a step of this one."""
    match = find_published(match_id, number)
    if not player():
        return redirect(f"/sign-in?where={table_path(match_id, number)}/step/{step}/play-on", 303)
    with service().store.reading() as database:
        origins.branch_at(service(), database, match, step)
    return _form(match_id, step)


@pages.post("/m/<match_id>/step/<int:step>/play-on")
@pages.post("/m/<match_id>/<int:number>/step/<int:step>/play-on")
@for_players
def play_on(who: Player, match_id: str, step: int, number: int | None = None) -> Page:
    """Open a new match that begins at a step of this one."""
    match = find_published(match_id, number)
    game = games.find(match.game, match.rules)
    try:
        with service().store.reading() as database:
            origin = origins.branch_at(service(), database, match, step)
        opening = read_opening(game)._replace(options=match.options, rules=match.rules, origin=origin)
        if len(opening.plans) != match.seats:
            raise Refused(_("Please say of each of the %(seats)s seats who plays there.", seats=match.seats))
        with service().store.writing() as database:
            throttle.take(database, origins.limits(who.id or 0, network()), now())
        new = matches.open_match(service(), who.id or 0, opening, network(), now())
    except (Refused, BadOptions) as error:
        return _form(match_id, step, explain(error)), STATUSES.get(type(error), 422)
    seat = next((n for n, plan in enumerate(opening.plans, 1) if plan.kind == ME), None)
    return redirect(table_path(new, seat), 303)


def _form(match_id: str, step: int, error: str | None = None) -> str:
    who = player()
    assert who
    with service().store.reading() as database:
        match = matches.find(database, match_id)
        names = [seat.name for seat in matches.seats_of(database, match_id)]
    return render_template(
        "open.html",
        game=games.find(match.game, match.rules),
        error=error,
        form=request.form,
        presets=PRESETS,
        units=UNITS,
        me_can_invite=who.address,
        branch={"match": match_id, "step": step, "names": names},
    )
