"""Standing orders: what a player has answered before being asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import Random

from sqlmodel import col, select, Session

import games
from games.contract import N_, Scope
from games.orders import read_lines, Rehearsal, rehearse
from models.tables import Event, Match, StandingOrder
from service.base import NotFound, Refused, Service
from service.course import Course, DECISION, HELD
from service.play import changing


class Outdated(Refused):
    """The seat has moved since its player looked: an order was written for another position, or has fired already."""

    message = N_(
        "Your seat has moved since you opened this page, so nothing was given. Please look whether the order still "
        "fits, and give it again."
    )


NEXT = Scope(DECISION, N_("what I am asked next"), 0)


def scopes(service: Service, session: Session, match: Match) -> tuple[Scope, ...]:
    """Return for what an order can hold at the moment, the shortest first."""
    return NEXT, *service.histories.load(session, match).position.scopes()


def give(
    service: Service, match_id: str, number: int, scope: str, text: str, now: datetime, since: int | None = None
) -> bool:
    """Give a standing order for a seat in place of the one it has; say whether it has played something at once.

    `text` has a move or a line of the game's on each line. `since` is the last move of the seat that its player knows
    of, where that matters. Raises `BadNotation`, `Refused`, `NotRunning`, `Outdated`.
    """
    with changing(service, match_id, now) as course:
        return give_in(course, number, scope, text, since)


def give_in(course: Course, number: int, scope: str, text: str, since: int | None = None) -> bool:
    """Give a standing order within a transaction; see `give`."""
    seat = course.seats.get(number)
    if not seat or seat.player_id is None:
        raise NotFound(N_("There is no such seat at this table."))
    if since is not None and _has_moved(course, number, since):
        raise Outdated
    course.welcome(number)
    found = next((each for each in (NEXT, *course.position.scopes()) if each.kind == scope), None)
    if not found:
        raise Refused(N_("Please choose how long the order is to hold."))
    game = games.find(course.match.game, course.match.rules)
    lines = read_lines(game, course.position.view(number), text)
    if not lines:
        raise Refused(N_("What should be played? Please write at least one move."))
    withdraw_in(course, number)
    course.orders[number] = StandingOrder(
        match_id=course.match.id, seat=number, scope=scope, serial=found.serial, lines=list(lines),
        number=course.match.number, at=course.now,
    )  # fmt: skip
    course.session.add(course.orders[number])
    course.present = number, course.now
    before = course.match.number
    if course.match.status not in HELD:
        course.follow()
    return course.match.number > before


def _has_moved(course: Course, number: int, since: int) -> bool:
    """Say whether a seat has moved after an event; what was forced does not count."""
    query = select(Event.number).where(
        Event.match_id == course.match.id, Event.seat == number, Event.kind == "move", Event.by != "forced",
        col(Event.number) > since,
    )  # fmt: skip
    return course.session.exec(query).first() is not None


def withdraw(service: Service, match_id: str, number: int, now: datetime) -> bool:
    """Take the standing order of a seat back; say whether there was one."""
    with changing(service, match_id, now) as course:
        return withdraw_in(course, number)


def withdraw_in(course: Course, number: int) -> bool:
    """Take a standing order back within a transaction; see `withdraw`."""
    order = course.orders.pop(number, None)
    if order:
        course.session.delete(order)
        course.session.flush()
    return order is not None


def rehearsal(
    service: Service, session: Session, match: Match, number: int, scope: str, lines: Sequence[str]
) -> Rehearsal:
    """Return what an order would do, made from what its seat sees and nothing else.

    One for what is asked next is rehearsed as far as the longest of the game's scopes goes.
    """
    position = service.histories.load(session, match).position
    going_on = position.scopes()
    found = next((each for each in going_on if each.kind == scope), going_on[-1] if going_on else None)
    game = games.find(match.game, match.rules)
    return rehearse(game, position.view(number), lines, Random(f"{match.id} {match.number}"), found)
