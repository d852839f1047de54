"""Looking back: every step of a match at an address of its own, and the record of a match that is over.

An address names the same step for ever; what is shown of it depends on who looks. While the match is being
played that is the reader's own seat, when it is over any seat's eyes or all hands.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, send_file
from werkzeug.wrappers import Response

import games
from games import record
from games.contract import N_
from models.tables import Match, Seat
from service import matches, records
from service.base import NotFound
from service.records import Hidden, is_published
from service.table import Line, look
from web.access import Access, access_to, may_watch, table_path
from web.site import player, service

pages = Blueprint("replay", __name__)

Page = str | Response | tuple[str, int]
VERIFIER = Path(__file__).parent.parent / "verify.py"
SPECTATOR, OPEN = "spectator", "open"


class Eyes(NamedTuple):
    """With whose eyes a step is seen: a seat's or (`None`) a spectator's, with hands `opened` or not."""

    seat: int | None
    opened: bool = False


class Reader(NamedTuple):
    """Who looks: their own seat at this table, and with whose eyes they look where they do not say."""

    own: int | None
    seat: int | None


@pages.get("/m/<match_id>/step/<int:step>")
@pages.get("/m/<match_id>/<int:number>/step/<int:step>")
def show(match_id: str, step: int, number: int | None = None) -> Page:
    """Show the table as it was after one event."""
    match, seats = _find(match_id)
    own = _own_seat(seats)
    if number is None and own:
        query = f"?{urlencode({'eyes': request.args['eyes']})}" if "eyes" in request.args else ""
        return redirect(f"{table_path(match_id, own)}/step/{step}{query}", 303)
    reader = _reader(match, seats, number)
    if not reader:
        return render_template("closed.html", where=request.path), 403
    eyes = _eyes(match, reader)
    with service().store.reading() as database:
        table = look(service(), database, matches.find(database, match_id), eyes.seat, step, eyes.opened)
    if eyes.seat and eyes.seat != reader.own:
        table = replace(table, lines=tuple(_of_another(line, eyes.seat) for line in table.lines))
    return render_template(
        "step.html",
        table=table,
        access=Access(reader.own),
        base=table_path(match_id, number),
        eyes=request.args.get("eyes"),
    )


@pages.get("/m/<match_id>/record")
@pages.get("/m/<match_id>/<int:number>/record")
def download(match_id: str, number: int | None = None) -> Page:
    """Give the record of a match that is over, as a file."""
    match, seats = _find(match_id)
    if not _reader(match, seats, number):
        return render_template("closed.html", where=request.path), 403
    found = records.published(service(), match_id)
    response = Response(record.dump(found), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{match.game}-{match.id}.json"'
    return response


@pages.get("/m/<match_id>/proof")
@pages.get("/m/<match_id>/<int:number>/proof")
def proof(match_id: str, number: int | None = None) -> Page:
    """Let the reader check how the cards of a match that is over came about."""
    match = find_published(match_id, number)
    name = games.find(match.game, match.rules).name
    return render_template("proof.html", match=match, name=name, base=table_path(match_id, number))


@pages.get("/verify.py")
def verifier() -> Response:
    """Give the program that checks a record without this service."""
    return send_file(VERIFIER, mimetype="text/x-python", as_attachment=True)


def find_published(match_id: str, number: int | None) -> Match:
    """Return a match whose cards are for everybody, for who may watch it. Raises `NotFound`, `Hidden`."""
    match, seats = _find(match_id)
    if not _reader(match, seats, number):
        raise NotFound
    if not is_published(match):
        raise Hidden
    return match


def _of_another(line: Line, seat: int) -> Line:
    """Return a line as `seat` knows it, for somebody else to read: what is private is that seat's, not the reader's."""
    facts = []
    for fact in line.facts:
        own = fact.get("own")
        told = {"all": {seat: own}, **fact} if own else fact
        facts.append({key: value for key, value in told.items() if key != "own"})
    return replace(line, facts=tuple(facts))


def _find(match_id: str) -> tuple[Match, list[Seat]]:
    with service().store.reading() as database:
        match = matches.find(database, match_id)
        return match, matches.seats_of(database, match_id)


def _own_seat(seats: list[Seat]) -> int | None:
    """Return the seat of the player who is signed in."""
    who = player()
    return next((seat.seat for seat in seats if who and seat.player_id == who.id), None)


def _reader(match: Match, seats: list[Seat], number: int | None) -> Reader | None:
    """Return who looks back, as the table lets them in; any seat of a match that is over is open to who may watch."""
    own = _own_seat(seats)
    if number is None:
        return Reader(own, None) if may_watch(match, seats) else None
    if not 1 <= number <= len(seats):
        raise NotFound(N_("There is no such seat at this table."))
    if access_to(match, seats[number - 1]):
        return Reader(number, number)
    return Reader(own, number) if is_published(match) and may_watch(match, seats) else None


def _eyes(match: Match, reader: Reader) -> Eyes:
    """Return with whose eyes the reader wants to look. Raises `NotFound`, and `Hidden` where those are not theirs."""
    own = Eyes(reader.seat)
    each = {str(seat): Eyes(seat) for seat in range(1, match.seats + 1)}
    known = {SPECTATOR: Eyes(None), OPEN: Eyes(None, opened=True), **each}
    wish = request.args.get("eyes")
    if wish is not None and wish not in known:
        raise NotFound(N_("There is no such seat at this table."))
    eyes = own if wish is None else known[wish]
    if eyes != own and not is_published(match):
        raise Hidden
    return eyes
