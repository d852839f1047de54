"""The page behind a choice of a mail: the move in words, the table as it is, and one button that plays it."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request

from games.contract import GameError
from service.table import look
from web.access import Access, access_to, table_path
from web.clocks import faces
from web.site import now, service
from web.tables import closed, find, MOST_DIGITS, Page, Problem, seat_of, show
from web.words import explain

pages = Blueprint("choosing", __name__)


@pages.get("/m/<match_id>/<int:number>/choose")
def choose(match_id: str, number: int) -> Page:
    """Show one move of the decision that is asked, to be played by a press; nothing is played by looking.

    Where that decision is over, or the reader may not act, the table says so.
    """
    match, seats = find(match_id)
    access = access_to(match, seat_of(seats, number))
    if not access:
        return closed(match)
    asked, move = request.args.get("asked", ""), request.args.get("move", "")
    with service().store.reading() as database:
        table = look(service(), database, match, number, now=now()) if match.number >= 0 else None
        clocks = faces(database, match, seats, now()) if table else {}
        history = service().histories.load(database, match) if table else None
    is_open = (
        asked.isascii()
        and asked.isdecimal()
        and len(asked) < MOST_DIGITS
        and history
        and history.is_open(number, int(asked))
    )
    if not table or not table.own or not history or not access.may_act or not is_open:
        return redirect(table_path(match_id, number), 303)
    try:
        text = history.position.copy().read(number, move)
    except GameError as error:
        return show(match, seats, access, Problem(explain(error), 422, (move,)))
    return render_template(
        "choose.html", table=table, access=Access(number), move=text, clocks=clocks, moment_now=now(), typed=[]
    )
