"""Saying something to the table."""

from __future__ import annotations

from flask import Blueprint, redirect, request

from service import notes
from service.base import Refused
from web.access import access_to, table_path
from web.seats import own_seat
from web.site import now, service
from web.tables import find, Page, Problem, seat_of, show, STATUSES
from web.words import explain

pages = Blueprint("notes", __name__)


@pages.get("/m/<match_id>/<int:number>/say")
def reload(match_id: str, number: int) -> Page:
    """Lead whoever reloads the answer to the form back to the table."""
    return redirect(table_path(match_id, number), 303)


@pages.post("/m/<match_id>/<int:number>/say")
def say(match_id: str, number: int) -> Page:
    """Put a note on the table that everybody reads; the same once more, at once, is a double click."""
    match, _seat = own_seat(match_id, number)
    text = request.form.get("text", "")
    try:
        if not notes.is_repeated(service(), match.id, number, text):
            notes.say(service(), match.id, number, text, now())
    except Refused as error:
        match, seats = find(match_id)
        access = access_to(match, seat_of(seats, number))
        if not access:
            raise
        return show(match, seats, access, Problem(explain(error), STATUSES.get(type(error), 422)))
    return redirect(table_path(match_id, number), 303)
