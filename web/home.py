"""The front page, playing at once against house bots, the rules, and how a deal is proven fair."""

from __future__ import annotations

from flask import abort, Blueprint, redirect, render_template, request
from flask_babel import gettext as _
from sqlmodel import col, select
from werkzeug.wrappers import Response

import games
from games.contract import BadOptions
from models.tables import Decision, Match, Player, Seat
from service import matches, people
from service.base import Refused
from service.clock import PRESETS
from service.course import UNDER_WAY
from service.matches import BOT, ME, Opening, Plan
from web.access import table_path
from web.site import network, now, player, service, sign_in
from web.words import explain, template_for

pages = Blueprint("home", __name__)

Page = str | Response | tuple[str, int]
BOTS_ONLY_PACE = PRESETS["relaxed"]


@pages.get("/")
def front() -> Page:
    """Show what this is, and the player's tables: those that wait for them first."""
    return _front(None)


def _front(error: str | None) -> Page:
    page = render_template(
        "home.html",
        games=games.every(),
        tables=_own_tables(),
        invitations=_invitations(),
        error=error,
        form=request.form,
    )
    return (page, 422) if error else page


def _own_tables() -> list[dict[str, object]]:
    """Return the player's matches for the front page."""
    who = player()
    if not who:
        return []
    with service().store.reading() as database:
        mine = {seat.match_id: seat.seat for seat in people.seats_of(database, who.id or 0)}
        query = select(Match).where((col(Match.id).in_(mine)) | (Match.opener_id == who.id))
        rows = []
        for match in database.exec(query.order_by(col(Match.created_at).desc()).limit(100)):
            seats = matches.seats_of(database, match.id)
            seat = mine.get(match.id)
            decision = database.get(Decision, (match.id, seat)) if seat else None
            away = any(place.seat == seat and place.away_since for place in seats) and match.status in UNDER_WAY
            rows.append({
                "match": match, "away": away, "path": table_path(match.id, seat),
                "name": games.find(match.game, match.rules).name,
                "names": [_name(s, match.opener_id == who.id) for s in seats],
                "due_at": decision.due_at if decision else None,
                "mine": decision is not None and match.status == "running" and not away,
            })  # fmt: skip
    return sorted(rows, key=lambda row: (not row["mine"], row["match"].status not in ("open", *UNDER_WAY)))


def _invitations() -> list[dict[str, object]]:
    """Return the tables at which a seat is kept for the player's address."""
    who = player()
    if not who or not who.address_key:
        return []
    with service().store.reading() as database:
        found = matches.kept_for(database, who.address_key)
        return [
            {
                "path": table_path(match.id, seat.seat),
                "name": games.find(match.game, match.rules).name,
                "opener": database.get_one(Player, match.opener_id).name,
            }
            for match, seat in found
        ]


def _name(seat: Seat, to_opener: bool) -> str:
    """Return who sits somewhere; the address of somebody invited is known to the opener only."""
    return seat.name or (to_opener and seat.address) or _("somebody invited")


@pages.post("/play-now")
def play_now() -> Page:
    """Set a match against house bots up, for a guest if nobody is signed in."""
    try:
        game = games.find(request.form.get("game", ""))
    except KeyError:
        return _front(_("Please choose a game."))
    least, most = game.min_seats - 1, game.max_seats - 1
    bots = request.form.get(f"bots-{game.key}") or request.form.get("bots", "3")
    if bots not in map(str, range(least, most + 1)):
        return _front(_("Please choose from %(least)s to %(most)s house bots.", least=least, most=most))
    who = player()
    try:
        if not who:
            name = people.clean_name(request.form.get("name", "") or people.GUEST)
            zone = people.known_zone(request.form.get("zone", ""))
            who = people.create_guest(service(), name, zone, network(), now())
            sign_in(who)
        opening = Opening(game.key, {}, [Plan(ME), *[Plan(BOT)] * int(bots)], BOTS_ONLY_PACE)
        match_id = matches.open_match(service(), who.id or 0, opening, network(), now())
    except (Refused, BadOptions) as error:
        return _front(explain(error))
    return redirect(table_path(match_id, 1), 303)


@pages.get("/rules/<game>")
def rules(game: str) -> Page:
    """Show a game's rules in our own words."""
    from flask import current_app

    try:
        found = games.find(game)
    except KeyError:
        abort(404)
    template = template_for(current_app._get_current_object(), game, "rules.html")  # type: ignore[attr-defined]
    return render_template(template, game=found)


@pages.get("/fairness")
def fairness() -> Page:
    """Explain how anyone can check that nobody steered the cards."""
    return render_template("fairness.html")
