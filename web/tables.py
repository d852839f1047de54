"""The lobby of a match, its table, and playing there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple
from zlib import crc32

from flask import Blueprint, current_app, flash, make_response, redirect, render_template, request, session
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

import games
from games.contract import GameError, N_
from models.tables import Match, Player, Seat
from service import absence, matches, people, play, seen, waiting
from service.base import DecisionOver, Held, NotFound, NotRunning, Refused, Throttled, Unasked
from service.course import PAUSED
from service.links import digest
from service.lobby import is_free
from service.matches import Guest
from service.outbox import Unreachable
from service.table import look, unreachable_for
from web.access import Access, access_to, may_watch, open_seat, table_path
from web.clocks import faces, seen_beside
from web.lobby import share_link
from web.site import now, player, reader, service
from web.words import explain, language

pages = Blueprint("tables", __name__)

Page = str | Response | tuple[str, int] | tuple[Response, int]
MOST_DIGITS = 10
REPEATED = N_("That was played already: a second press changes nothing.")


def find(match_id: str) -> tuple[Match, list[Seat]]:
    """Return a match and its seats. Raises `NotFound`."""
    with service().store.reading() as database:
        match = matches.find(database, match_id)
        return match, matches.seats_of(database, match_id)


def seat_of(seats: list[Seat], number: int) -> Seat:
    """Return one of the seats. Raises `NotFound`."""
    if not 1 <= number <= len(seats):
        raise NotFound(_("There is no such seat at this table."))
    return seats[number - 1]


def closed(match: Match) -> Page:
    """Say that a table is private, and how its players get in."""
    where = request.path if request.method == "GET" else table_path(match.id)
    return render_template("closed.html", where=where), 403


@pages.get("/m/<match_id>")
def watch(match_id: str) -> Page:
    """Show a table to its players, to its opener, and to all where it is open to all."""
    match, seats = find(match_id)
    who = player()
    for seat in seats:
        if who and seat.player_id == who.id:
            return redirect(table_path(match_id, seat.seat), 303)
    if not may_watch(match, seats):
        return closed(match)
    return show(match, seats, Access(None))


@pages.get("/m/<match_id>/<int:number>")
def sit(match_id: str, number: int) -> Page:
    """Show a table from one of its seats."""
    match, seats = find(match_id)
    access = access_to(match, seat_of(seats, number))
    if access and not access.by_link and _is_looking() and _welcome(match_id, number):
        match, seats = find(match_id)
        flash(_("Welcome back, %(name)s: from now on you play for yourself again.", name=seats[number - 1].name))
    if access and access.may_act and _is_looking() and match.number > seats[number - 1].seen:
        seen.note(service(), match_id, number, match.number, surely=not access.by_link or "pressed" in session)
    return show(match, seats, access) if access else closed(match)


def _is_looking() -> bool:
    """Say whether somebody asks for a page to look at it; not so where a page follows, or a browser reads ahead."""
    ahead = any("prefetch" in request.headers.get(name, "") for name in ("Sec-Purpose", "Purpose", "X-Moz"))
    return request.method == "GET" and "X-Follow" not in request.headers and not ahead


def _welcome(match_id: str, number: int) -> bool:
    """Note that a player who was away is back; say whether they were."""
    with suppress(NotRunning):
        return absence.come_back(service(), match_id, number, now())
    return False


class Problem(NamedTuple):
    """Why what was asked for did not happen, and what had been typed, so that nothing of it is lost."""

    text: str
    status: int = 422
    typed: tuple[str, ...] = ()


class ReadOnly(Refused):
    """Somebody looks through a link whose decision is over."""

    message = N_("You are looking through an old link: open the latest mail, or sign in, to play.")


STATUSES = {DecisionOver: 409, Unasked: 409, NotRunning: 409, Held: 409, ReadOnly: 403, Throttled: 429, NotFound: 404}


def show(match: Match, seats: list[Seat], access: Access, problem: Problem | None = None) -> Page:
    """Show the lobby or the table; an unchanged table is answered by 304 without replaying anything."""
    with service().store.reading() as database:
        lost = unreachable_for(database, match, access.seat)
        beside = seen_beside(database, match, seats, access.seat, now())
        elsewhere = waiting.elsewhere(database, _seated(seats, access), match.id)
    if match.status in ("open", "cancelled"):
        return _lobby(match, seats, access, lost, problem)
    at = f"{match.id}-{match.number}-{match.status}-{access.seat}-{access.may_act}"
    tag = f"{at}-{language()}-{_version()}-{_digest(lost, elsewhere, *beside)}-{_mark()}"
    if not problem and "_flashes" not in session and request.if_none_match.contains_weak(tag):
        return Response(status=304)
    with service().store.reading() as database:
        fresh = matches.find(database, match.id)
        if fresh.number < 0:
            raise NotRunning
        table = look(service(), database, fresh, access.seat, now=now())
        clocks = faces(database, fresh, seats, now())
    if fresh.status == PAUSED:
        table = replace(table, waiting=())
    typed = list(problem.typed) if problem else []
    page = render_template(
        "table.html", table=table, access=access, error=problem and problem.text, typed=typed, seats=seats,
        clocks=clocks, moment_now=now(), closes_at=fresh.held_at and fresh.held_at + absence.ADJOURNED_LIFE,
        elsewhere=elsewhere,
    )  # fmt: skip
    response = make_response(page, problem.status if problem else 200)
    if not problem and fresh.number == match.number:
        response.set_etag(tag, weak=True)
    return response


def _version() -> str:
    """Return what changes when a player changes how they read: name and zone."""
    who = reader()
    return f"{who.id}-{digest(who.name)[:8]}-{who.zone}-{who.bounced_at}" if who else "-"


def _seated(seats: list[Seat], access: Access) -> int | None:
    """Return the player who looks from their own seat; whoever has an old link only is not told about them."""
    return seats[access.seat - 1].player_id if access.seat and access.may_act else None


def _mark() -> str:
    """Return what changes when the marks in the forms of a page are good no longer: session or key are others."""
    generate_csrf()
    return digest(f"{session['csrf_token']} {current_app.secret_key!r}")[:16]


def _digest(*seen: object) -> str:
    """Return what changes when anything that is seen does."""
    return format(crc32(repr(seen).encode()), "x")


def _lobby(
    match: Match, seats: list[Seat], access: Access, lost: Sequence[Unreachable], problem: Problem | None
) -> Page:
    who = player()
    page = render_template(
        "lobby.html",
        match=match,
        seats=seats,
        access=access,
        unreachable={each.seat for each in lost},
        error=problem and problem.text,
        game=games.find(match.game, match.rules),
        is_opener=who is not None and who.id == match.opener_id,
        form=request.form,
        opener_seated=any(seat.player_id == match.opener_id for seat in seats),
        opener=_opener_name(match),
        pace=match.pace,
        missing=[seat for seat in seats if not seat.bot and seat.player_id is None],
        invited=[seat for seat in seats if seat.address],
        free=any(is_free(seat) for seat in seats),
        share=share_link(match),
        game_teams=matches.teams_of(match),
    )
    return page, problem.status if problem else 200


def _opener_name(match: Match) -> str:
    with service().store.reading() as database:
        return database.get_one(Player, match.opener_id).name


def _require_opener(match: Match) -> None:
    who = player()
    if not who or who.id != match.opener_id:
        raise Refused(_("Only who opened the table can do this."))


@pages.get("/m/<match_id>/announce")
@pages.get("/m/<match_id>/fill")
@pages.get("/m/<match_id>/<int:number>/join")
@pages.get("/m/<match_id>/<int:number>/play")
@pages.get("/m/<match_id>/<int:number>/propose")
def reload(match_id: str, number: int | None = None) -> Page:
    """Lead whoever reloads the answer to a form back to the table."""
    return redirect(table_path(match_id, number), 303)


@pages.post("/m/<match_id>/announce")
def announce(match_id: str) -> Page:
    """Fix the opener's phrase and send the invitations."""
    match, seats = find(match_id)
    _require_opener(match)
    if match.announced_at:
        return redirect(table_path(match_id), 303)  # a double click
    try:
        matches.announce(service(), match_id, request.form.get("phrase", ""), now())
    except Refused as error:
        return show(match, seats, _own_access(seats), Problem(explain(error)))
    invited = sum(seat.address is not None for seat in seats)
    if invited:
        flash(ngettext("One invitation is on its way.", "%(num)s invitations are on their way.", invited))
    return redirect(table_path(match_id), 303)


def _own_access(seats: list[Seat]) -> Access:
    who = player()
    own = next((seat.seat for seat in seats if who and seat.player_id == who.id), None)
    return Access(own, may_act=own is not None)


@pages.post("/m/<match_id>/fill")
def fill(match_id: str) -> Page:
    """Give the seats still empty to house bots and start."""
    match, _seats = find(match_id)
    _require_opener(match)
    if match.status == "running":
        return redirect(table_path(match_id), 303)  # a double click
    matches.fill_with_bots(service(), match_id, now())
    return redirect(table_path(match_id), 303)


@pages.post("/m/<match_id>/<int:number>/join")
def join(match_id: str, number: int) -> Page:
    """Take the seat that one was invited to."""
    match, seats = find(match_id)
    access = access_to(match, seat_of(seats, number))
    if not access or not access.invited:
        return closed(match)
    zone = request.form.get("zone", "")
    guest = Guest(request.form.get("name", ""), request.form.get("phrase", ""), people.known_zone(zone))
    try:
        matches.take_seat(service(), match_id, number, guest, now(), epoch=seats[number - 1].epoch)
    except Refused as error:
        return show(match, seats, access, Problem(explain(error)))
    match, seats = find(match_id)
    response = redirect(table_path(match_id, number), 303)
    return open_seat(response, match, seat_of(seats, number), may_act=True)


@pages.post("/m/<match_id>/<int:number>/play")
def act(match_id: str, number: int) -> Page:
    """Play a move, given whole or in parts, for the decision that the form names."""
    match, seats = find(match_id)
    access = access_to(match, seat_of(seats, number))
    if not access:
        return closed(match)
    parts = request.form.getlist("part")
    text = request.form.get("move", "").strip() or " ".join(part for part in parts if part)
    typed = (*parts, text)
    try:
        event = _play(match, access, text)
    except GameError as error:
        return show(match, seats, access, Problem(explain(error), 422, typed))
    except Refused as error:
        if not (isinstance(error, DecisionOver) and error.repeated):
            return show(*find(match_id), access, Problem(explain(error), STATUSES.get(type(error), 422), typed))
        flash(_(REPEATED))
    else:
        session["pressed"] = True  # by a person: programs that follow links press no buttons
        flash_move(match, number, event)
    return redirect(table_path(match_id, number), 303)


def _play(match: Match, access: Access, text: str) -> int:
    """Play for the seat that `access` opens; return the event's number. Raises `GameError` and `Refused`."""
    if not access.may_act:
        raise ReadOnly
    if not text:
        raise Refused(N_("Please choose a move."))
    asked = request.form.get("asked", "")
    decision = int(asked) if asked.isdecimal() and len(asked) < MOST_DIGITS else None
    return play.play(service(), match.id, access.seat or 0, text, asked=decision, now=now())


def flash_move(match: Match, seat: int, event: int) -> None:
    """Say back in words what was played."""
    with service().store.reading() as database:
        table = look(service(), database, matches.find(database, match.id), seat)
    words = current_app.jinja_env.globals["words"]
    line = next(line for line in table.lines if line.number == event)
    flash(_("Played: %(move)s", move=words(match.game, line.facts[0], table.names)))  # type: ignore[operator]
