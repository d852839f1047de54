"""When a player can be asked to play: quiet hours, days off and holidays, in the account or by a mailed link."""

from __future__ import annotations

from datetime import date, timedelta

from flask import Blueprint, flash, g, redirect, render_template, request
from flask_babel import gettext as _
from sqlmodel import col, select
from werkzeug.wrappers import Response

import games
from games.contract import N_
from models.tables import Match, Player, Seat
from service import availability, holidays, links
from service.base import NotFound, Refused
from service.clock import HOLIDAYS, HOLIDAYS_A_YEAR, Pace
from service.course import UNDER_WAY
from service.links import ForeignLink
from service.people import GONE
from web.account import account_page
from web.errors import STATUS
from web.site import for_players, now, service
from web.words import day, explain

pages = Blueprint("holidays", __name__)

Page = str | Response | tuple[str, int]
OTHER = "other"
LENGTHS = {"3": 3, "7": 7, "14": 14}  # days


@pages.get("/h/<token>")
def ask(token: str) -> Page:
    """Ask whoever follows the link of a mail how long they will be away."""
    return _holiday_page(_linked_player(token), None)


def _linked_player(token: str) -> Player:
    player_id, epoch = service().links.read(links.HOLIDAY, token, now())
    with service().store.reading() as database:
        who = database.get(Player, player_id)
    if not who or who.epoch != epoch or who.name == GONE:
        raise ForeignLink(links.HOLIDAY)
    g.reader_id = who.id  # words and times are those of whose link it is
    return who


def _holiday_page(who: Player, error: Refused | None) -> Page:
    today = holidays.today(who, now())
    with service().store.reading() as database:
        taken = [each for each in holidays.of(database, who.id or 0) if each.last >= today]
        left = holidays.days_left(database, who.id or 0, today.year)
        deaf = _tables_without(database, who)
    page = render_template(
        "holiday.html", who=who, today=today, taken=taken, left=left, budget=HOLIDAYS_A_YEAR, deaf=deaf,
        on=next((each for each in taken if each.first <= today), None), form=request.form,
        lengths={key: today + timedelta(days=days - 1) for key, days in LENGTHS.items()},
        error=error and explain(error),
    )  # fmt: skip
    return (page, STATUS.get(type(error), 422)) if error else page


def _tables_without(database: object, who: Player) -> list[str]:
    """Return the names of the games at whose tables a player's holidays do not count."""
    query = select(Match).join(Seat, col(Seat.match_id) == Match.id)
    query = query.where(Seat.player_id == who.id, col(Match.status).in_(UNDER_WAY))
    found = [match for match in database.exec(query) if HOLIDAYS in Pace.read(match.pace).ignores]  # type: ignore[attr-defined]
    return sorted({games.find(match.game, match.rules).name for match in found})


@pages.post("/h/<token>")
def take(token: str) -> Page:
    """Take a holiday from today to the day that was chosen."""
    who = _linked_player(token)
    today = holidays.today(who, now())
    try:
        holiday = holidays.take(service(), who.id or 0, today, _last_day(today), now())
    except Refused as error:
        return _holiday_page(who, error)
    flash(_("You are on holiday up to %(last)s, that day included.", last=day(holiday.last)))
    return redirect(f"/h/{token}", 303)


def _last_day(today: date) -> date:
    wish = request.form.get("until", "")
    if wish in LENGTHS:
        return today + timedelta(days=LENGTHS[wish] - 1)
    if wish != OTHER:
        raise Refused(N_("Please choose how long your holiday is to be."))
    return read_day(request.form.get("last", ""))


def read_day(text: str) -> date:
    """Return the day in a field. Raises `Refused`."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        wrong = N_("“{text}” is not a day of the calendar: it should be one such as 2026-08-31.")
        raise Refused(wrong, text=text.strip()[:20]) from error


@pages.post("/account/availability")
@for_players
def change(who: Player) -> Page:
    """Change quiet hours and days off, and whether only moves are played at once."""
    form = request.form
    try:
        hours = [_number(form.get(name, ""), 23) for name in ("quiet_from", "quiet_to")]
        days_off = {_number(value, 6) for value in form.getlist("days_off")}
        availability.change(service(), who.id or 0, hours[0], hours[1], days_off, form.get("plays_forced") == "true")
    except Refused as error:
        return account_page(who, explain(error))
    flash(_("Saved. It counts from the next thing that you are asked."))
    return redirect("/account", 303)


def _number(text: str, most: int) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(most)) or int(text) > most:
        raise Refused(N_("“{text}” is not one of the hours or days to choose from."), text=text[:20])
    return int(text)


@pages.post("/account/holidays")
@for_players
def take_in_advance(who: Player) -> Page:
    """Take a holiday in advance."""
    try:
        first, last = (read_day(request.form.get(name, "")) for name in ("first", "last"))
        holidays.take(service(), who.id or 0, first, last, now())
    except Refused as error:
        return account_page(who, explain(error))
    flash(_("The holiday is yours."))
    return redirect("/account", 303)


@pages.post("/account/holidays/<int(max=2147483647):holiday_id>/cancel")
@for_players
def cancel(who: Player, holiday_id: int) -> Page:
    """Take a holiday back."""
    try:
        holidays.cancel(service(), who.id or 0, holiday_id, now())
    except NotFound:
        return redirect("/account", 303)  # a double click
    except Refused as error:
        return account_page(who, explain(error))
    flash(_("The holiday is cancelled. What has passed of it stays counted, today included."))
    return redirect("/account", 303)
