"""When players can be asked to play, as they have set it: what the clock is given."""

from __future__ import annotations

from datetime import date, datetime

from sqlmodel import col, select, Session

from games.contract import N_
from models.tables import Holiday, Player
from service import clock, outbox
from service.base import Refused, Service
from service.clock import Availability, Clock, HOLIDAYS, MOST_DAYS_OFF, MOST_QUIET, Pace, Reminder


def of(session: Session, player: Player) -> Availability:
    """Return when a player can be asked to play, as things are now."""
    quiet = (player.quiet_from, player.quiet_to) if player.quiet_from != player.quiet_to else None
    return Availability(player.zone, quiet, tuple(sorted(player.days_off)), _days(session, player))


def with_holidays(session: Session, then: Availability, player: Player, pace: Pace) -> Availability:
    """Return the availability of `then` with the holidays of now: only these count at once."""
    return then if HOLIDAYS in pace.ignores else then._replace(holidays=_days(session, player))


def _days(session: Session, player: Player) -> tuple[tuple[date, date], ...]:
    query = select(Holiday).where(Holiday.player_id == player.id).order_by(col(Holiday.first))
    return tuple((holiday.first, holiday.last) for holiday in session.exec(query))


def reminders(session: Session, player: Player, waits: Clock, pace: Pace, now: datetime) -> list[Reminder]:
    """Return the reminders of a decision that are still to come after `now`, in order."""
    return [each for each in clock.reminders(waits, pace, of(session, player)) if each.at > now]


def change(
    service: Service, player_id: int, quiet_from: int, quiet_to: int, days_off: set[int], plays_forced: bool
) -> None:
    """Change a player's quiet hours (0 to 23; equal: none) and days off (0, Monday, to 6), from the next decision on.

    Raises `Refused`.
    """
    hours = (quiet_to - quiet_from) % 24
    if not (0 <= quiet_from <= 23 and 0 <= quiet_to <= 23) or hours > MOST_QUIET:
        raise Refused(N_("Quiet hours are full hours of the day, {most} of them at most."), most=MOST_QUIET)
    if not days_off <= set(range(7)) or len(days_off) > MOST_DAYS_OFF:
        raise Refused(N_("You can have {most} days of the week off at most."), most=MOST_DAYS_OFF)
    with service.store.writing() as session:
        player = session.get_one(Player, player_id)
        player.quiet_from, player.quiet_to = quiet_from, quiet_to
        player.days_off, player.plays_forced = sorted(days_off), plays_forced
        session.add(player)
        outbox.look_again(session, player_id)
