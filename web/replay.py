"""Looking back: every step of a match at an address of its own, and the record of a match that is over.

An address names the same step for ever; what is shown of it depends on who looks. While the match is being
played that is the reader's own seat, when it is over any seat's eyes or all hands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, NoReturn
from urllib.parse import urlencode

from flask import abort, Blueprint, make_response, redirect, render_template, request, send_file
from werkzeug.wrappers import Response

import games
from games import record
from games.contract import N_
from models.tables import Match, Seat
from service import matches, records, replay
from service.base import NotFound, Refused
from service.history import History
from service.links import digest
from service.records import Hidden, is_published
from service.replay import Eyes
from web.access import Access, access_to, may_watch, table_path
from web.site import player, service
from web.words import language, zone

pages = Blueprint("replay", __name__)

Page = str | Response | tuple[str, int]
ROOT = Path(__file__).parent.parent
VERIFIER = ROOT / "verify.py"
MADE_OF = (*(ROOT / "templates").rglob("*.*"), *(ROOT / "games").glob("*.py"))  # what a step looks like
RELEASE = max(path.stat().st_mtime_ns for path in MADE_OF)
SPECTATOR, OPEN = "spectator", "open"
KEPT = ("eyes", "spoilers")  # what stays in the address from step to step
BLOCK = 20  # steps that a page fetches together
MOST_STEPS = 50
LINES = 8  # of the log beside a step, where there is no script that fetches all
STEP = re.compile(r"[0-9]{1,9}")
INDENT = re.compile(r"\n\s*")


class Reader(NamedTuple):
    """Who looks: their own seat at this table, and with whose eyes they look where they do not say."""

    own: int | None
    seat: int | None


class Place(NamedTuple):
    """What somebody looks back at, as far as they may: the match, from an address, with whose eyes."""

    match: Match
    seats: list[Seat]
    number: int | None  # of the seat in the address
    own: int | None  # the reader's seat
    eyes: Eyes

    @property
    def base(self) -> str:
        """The address of the table."""
        return table_path(self.match.id, self.number)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(seat.name for seat in self.seats)

    @property
    def access(self) -> Access:
        """What the reader may do here: look."""
        return Access(self.own)


@pages.get("/m/<match_id>/replay")
@pages.get("/m/<match_id>/<int:number>/replay")
@pages.get("/m/<match_id>/step/<int:step>")
@pages.get("/m/<match_id>/<int:number>/step/<int:step>")
def show(match_id: str, step: int | None = None, number: int | None = None) -> Page:
    """Show the table as it was after one event, and the way to all others."""
    if number is None and (own := _own_seat(_find(match_id)[1])):
        rest = request.path.removeprefix(table_path(match_id))
        return redirect(f"{table_path(match_id, own)}{rest}{kept('step', *KEPT)}", 303)
    place = enter(match_id, number)
    step = (asked_step() or 0) if step is None else step
    history = look_into(place)
    return render_template(
        "replay.html",
        table=replay.look_back(history, place.match, place.seats, place.eyes, step),
        lines=[replay.line_at(history, n, place.eyes) for n in range(max(0, step - LINES + 1), step + 1)],
        place=place,
        access=place.access,
        base=place.base,
        eyes=request.args.get("eyes"),
        spoilers=not hides_spoilers(),
        query=kept(*KEPT),
        block=BLOCK,
    )


@pages.get("/m/<match_id>/steps/<int:first>-<int:last>")
@pages.get("/m/<match_id>/<int:number>/steps/<int:first>-<int:last>")
def steps(match_id: str, first: int, last: int, number: int | None = None) -> Response:
    """Give the tables after some events, for a page that goes through them without asking each time."""
    place = enter(match_id, number)
    if last - first >= MOST_STEPS:
        raise Refused(N_("At most {most} steps can be had at once."), most=MOST_STEPS)

    def made() -> Response:
        history = look_into(place)
        for end in (last, first, last - first):
            replay.check(history, end)
        rendered = [_fragments(place, history, step) for step in range(first, last + 1)]
        return make_response({"first": first, "steps": rendered})

    return unless_known(place, made)


def _fragments(place: Place, history: History, step: int) -> dict[str, str]:
    """Return what changes on the page from step to step: what happened, and the table after it."""
    table = replay.look_back(history, place.match, place.seats, place.eyes, step)
    values = {"table": table, "access": place.access, "base": place.base, "query": kept(*KEPT)}
    parts = {name: render_template(f"replay/{name}.html", **values) for name in ("said", "board")}
    return {name: INDENT.sub("\n", html) for name, html in parts.items()}


def look_into(place: Place) -> History:
    """Return the history that is looked back at. Raises `Hidden`, `Diverged`."""
    with service().store.reading() as database:
        return replay.load(service(), database, matches.find(database, place.match.id), place.eyes)


def hides_spoilers() -> bool:
    """Say whether the reader wants to know nothing beyond the step that they look at."""
    return request.args.get("spoilers") == "hide"


def asked_step() -> int | None:
    """Return the step that the query of the address names. Raises `NotFound` for what is none."""
    wish = request.args.get("step")
    if wish is not None and not STEP.fullmatch(wish):
        raise NotFound(N_("There is no such step in this match."))
    return None if wish is None else int(wish)


def kept(*names: str) -> str:
    """Return the query of an address with what the reader's has under some names."""
    query = {name: request.args[name] for name in names if name in request.args}
    return f"?{urlencode(query)}" if query else ""


def unless_known(place: Place, make: Callable[[], Response]) -> Response:
    """Return what `make` makes, or 304 where the reader has it already; that they may look has been checked before."""
    match, seen = place.match, (place.own, place.eyes, place.names, language(), zone(), RELEASE)
    tag = f"{match.id}-{match.number}-{match.status}-{digest(repr(seen))[:16]}"
    if request.if_none_match.contains_weak(tag):
        return Response(status=304)
    response = make()
    response.set_etag(tag, weak=True)
    return response


@pages.get("/m/<match_id>/record")
@pages.get("/m/<match_id>/<int:number>/record")
def download(match_id: str, number: int | None = None) -> Page:
    """Give the record of a match that is over, as a file."""
    match, seats = _find(match_id)
    if not _reader(match, seats, number):
        _close()
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


def enter(match_id: str, number: int | None) -> Place:
    """Return what the reader may look back at. Raises `NotFound`, and `Hidden` for eyes that are not theirs yet."""
    match, seats = _find(match_id)
    reader = _reader(match, seats, number)
    if not reader:
        _close()
    eyes = _eyes(match, reader)
    return Place(match, seats, number, reader.own, eyes._replace(borrowed=eyes.seat not in (None, reader.own)))


def _close() -> NoReturn:
    """Say that a table is private."""
    abort(make_response(render_template("closed.html", where=request.path), 403))


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
