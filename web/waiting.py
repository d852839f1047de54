"""To the next table that waits for who is signed in."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from models.tables import Player
from service import waiting
from web.access import table_path
from web.site import for_players, service

pages = Blueprint("waiting", __name__)


@pages.get("/next")
@for_players
def lead_on(who: Player) -> Response:
    """Lead a player to the table that waits for them and is due first, but to that they come from only if none else."""
    with service().store.reading() as database:
        found = waiting.decisions(database, who.id or 0)
    if not found:
        flash(_("No table waits for you at the moment."))
        return redirect("/", 303)  # type: ignore[return-value]
    first = min(found, key=lambda each: each.match_id == request.args.get("after"))
    return redirect(table_path(first.match_id, first.seat), 303)  # type: ignore[return-value]
