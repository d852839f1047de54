"""Holidays: days on which nothing is expected of a player, in advance or from now on, from a yearly budget.

Unlike quiet hours and days off they count at once, also for what is asked already.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from sqlmodel import col, select, Session

from games.contract import N_
from models.store import take_turns
from models.tables import Decision, Holiday, Match, Player, Seat
from service import matches
from service.base import NotFound, Refused, Service
from service.clock import HOLIDAYS_A_YEAR, zone_of
from service.course import UNDER_WAY
from service.history import Diverged
from service.play import course_of

FURTHEST = timedelta(days=366)  # ahead, for the first day
DAY = timedelta(days=1)


def today(player: Player, now: datetime) -> date:
    """Return the day that a player's calendar shows."""
    return now.astimezone(zone_of(player.zone)).date()


def of(session: Session, player_id: int) -> list[Holiday]:
    """Return the holidays of a player, the earliest first."""
    return list(session.exec(select(Holiday).where(Holiday.player_id == player_id).order_by(col(Holiday.first))))


def days_left(session: Session, player_id: int, year: int) -> int:
    """Return how many days of a year a player can still have off."""
    return HOLIDAYS_A_YEAR - sum(_days_in(holiday.first, holiday.last, year) for holiday in of(session, player_id))


def _days_in(first: date, last: date, year: int) -> int:
    begin, end = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (end - begin).days + 1)


def take(service: Service, player_id: int, first: date, last: date, now: datetime) -> Holiday:
    """Give a player the days from `first` to `last` off, by their own calendar. Raises `Refused`."""
    with service.store.writing() as session:
        take_turns(session, f"holidays of {player_id}")
        player = session.get_one(Player, player_id)
        _check(session, player, first, last, now)
        holiday = Holiday(player_id=player_id, first=first, last=last)
        session.add(holiday)
        session.flush()
        _tell_matches(service, session, player, {"first": first.isoformat(), "last": last.isoformat()}, now)
    service.wake()
    return holiday


def _check(session: Session, player: Player, first: date, last: date, now: datetime) -> None:
    day = today(player, now)
    if not day <= first <= last:
        raise Refused(N_("A holiday begins today ({today}) or later, and ends on its first day or later."), today=day)
    if first > day + FURTHEST:
        raise Refused(N_("A holiday can begin within a year from now."))
    for other in of(session, player.id or 0):
        if first <= other.last and other.first <= last:
            taken = N_("You have {first} to {last} off already: please cancel that first, or choose other days.")
            raise Refused(taken, first=other.first, last=other.last)
    for year in range(first.year, last.year + 1):
        wanted, left = _days_in(first, last, year), days_left(session, player.id or 0, year)
        if wanted > left:
            short = N_("That takes {wanted} days of {year}, and {left} of your {budget} are left.")
            raise Refused(short, wanted=wanted, year=year, left=left, budget=HOLIDAYS_A_YEAR)


def cancel(service: Service, player_id: int, holiday_id: int, now: datetime) -> None:
    """Take a holiday back: what has passed of it stays counted, and so does today, which stays free.

    Else a day could be had again and again, if only it is given back before it ends. Raises `NotFound`, `Refused`.
    """
    with service.store.writing() as session:
        take_turns(session, f"holidays of {player_id}")
        player, holiday = session.get_one(Player, player_id), session.get(Holiday, holiday_id)
        if not holiday or holiday.player_id != player_id:
            raise NotFound(N_("There is no such holiday."))
        day = today(player, now)
        if holiday.last < day:
            raise Refused(N_("This holiday is over."))
        detail = {"first": max(holiday.first, day + DAY).isoformat(), "cancelled": True}
        if holiday.first <= day:
            holiday.last = day
            session.add(holiday)
        else:
            session.delete(holiday)
        session.flush()
        _tell_matches(service, session, player, detail, now)
    service.wake()


def _tell_matches(service: Service, session: Session, player: Player, detail: dict[str, object], now: datetime) -> None:
    """Let the clocks that run for a player be what they are with the holidays of now.

    All of their matches are held for it: in one of them they may be asked something in this very moment.
    """
    seated = select(Match.id, Seat.seat).join(Seat, col(Seat.match_id) == Match.id)
    seated = seated.where(Seat.player_id == player.id, col(Match.status).in_(UNDER_WAY)).order_by(col(Match.id))
    for match_id, number in list(session.exec(seated)):
        match = matches.hold(session, match_id)
        if match.status != "running" or not session.get(Decision, (match_id, number)):
            continue  # what stands still learns of it when it goes on
        try:
            course, _history = course_of(service, session, match, now)
        except Diverged:  # the sweep will see
            continue
        if course.seats[number].player_id == player.id and course.restart(course.stands_since(), now, only=number):
            course.note("holiday", "player", number, detail)
            course.settle()
