"""Deadlines for calendars: one as an entry, by the link of a mail, or all of a player by an address to subscribe to.

Both are made from what is asked at the moment of looking, so that an entry moves with its deadline. What is in them is
for the calendars of whole families and firms: the game, the time and the way to the table, which asks to sign in.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from flask import Blueprint, flash, g, make_response, redirect, request
from flask_babel import gettext as _
from icalendar import Calendar, Event
from werkzeug.wrappers import Response

import games
from models.tables import Match, Player, Seat
from service import deadlines, links
from service.links import ForeignLink
from service.people import GONE
from web.access import table_path
from web.site import for_players, service, site
from web.site import now as moment_now

pages = Blueprint("calendars", __name__)

SHOWN = timedelta(minutes=30)  # before the deadline: calendars show what has no length badly
REFRESH = timedelta(hours=1)


def calendar_address(who: Player) -> str:
    """Return the address of a player's calendar, the same at every look until they take a new one."""
    token = service().links.sign(links.CALENDAR, [who.id, who.calendar_epoch], who.created_at)
    return f"{site().settings.base_url}/calendar/{token}.ics"


@pages.post("/account/calendar")
@for_players
def renew(who: Player) -> Response:
    """Give the calendar a new address."""
    deadlines.renew_calendar(service(), who.id or 0)
    flash(_("Your calendar has a new address; the old one is void."))
    return redirect("/account#calendar", 303)  # type: ignore[return-value]


@pages.get("/calendar/<token>.ics")
def feed(token: str) -> Response:
    """Show all deadlines of a player."""
    player_id, epoch = service().links.read(links.CALENDAR, token, moment_now())
    with service().store.reading() as database:
        who = database.get(Player, player_id)
        if not who or who.calendar_epoch != epoch or who.name == GONE:
            raise ForeignLink(links.CALENDAR)
        g.reader_id = who.id
        found = deadlines.of_player(database, player_id)
    return _calendar([_entry(each.match, each.seat, each.decision.since, each.decision.due_at) for each in found])


@pages.get("/calendar/entry/<token>.ics")
def entry(token: str) -> Response:
    """Show the deadline of a seat; one that is over as cancelled, which takes it out of a calendar."""
    match_id, number, epoch = service().links.read(links.ENTRY, token, moment_now())
    with service().store.reading() as database:
        match, seat = database.get(Match, match_id), database.get(Seat, (match_id, number))
        if not match or not seat or seat.epoch != epoch:
            raise ForeignLink(links.ENTRY)
        g.reader_id = seat.player_id
        found = deadlines.of_seat(database, seat)
    if found:
        return _calendar([_entry(match, seat, found.decision.since, found.decision.due_at)])
    return _calendar([_entry(match, seat, match.started_at or match.created_at, None)])


def _entry(match: Match, seat: Seat, since: datetime, due_at: datetime | None) -> Event:
    """Return the entry of a seat: always the same one, newer with every event of its match."""
    base, game = site().settings.base_url, games.find(match.game, match.rules).name
    event = Event()
    event.add("uid", f"{match.id}.{seat.seat}@{urlsplit(base).hostname}")
    event.add("sequence", max(match.number, 0))
    event.add("dtstamp", since)
    event.add("dtstart", (due_at or since) - SHOWN)
    event.add("dtend", due_at or since)
    event.add("summary", _("%(game)s: your move, until now", game=game) if due_at else game)
    event.add("status", "CONFIRMED" if due_at else "CANCELLED")
    event.add("transp", "TRANSPARENT")
    event.add("url", f"{base}{table_path(match.id, seat.seat)}")
    event.add("description", f"{_('Your table')}: {base}{table_path(match.id, seat.seat)}")
    return event


def _calendar(events: Sequence[Event]) -> Response:
    """Answer with a calendar, or by 304 where the reader has it as it is."""
    calendar = Calendar()
    calendar.add("prodid", "-//Mousepost//Mousepost//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", "Mousepost")
    calendar.add("x-wr-calname", "Mousepost")
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for event in events:
        calendar.add_component(event)
    response = make_response(calendar.to_ical())
    response.mimetype = "text/calendar"
    response.headers["Content-Disposition"] = 'inline; filename="mousepost.ics"'
    response.add_etag()
    return response.make_conditional(request)
