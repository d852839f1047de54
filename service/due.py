"""The sweep: decisions that are due are played, those of bots and those whose deadline has passed.

Any number of processes may sweep: a row is claimed in the transaction that plays it, and a match that another
process has in hand is left to it. While no mail can be sent nobody's deadline passes.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from sqlalchemy import CursorResult, update
from sqlmodel import col, select, Session

from bots import bot_for
from models import log
from models.log import StaleMove
from models.tables import Decision, Match, Player, Seat
from service import availability, heartbeat, outages, outbox
from service.base import failure, Service
from service.clock import Pace
from service.course import clock_of
from service.history import Diverged
from service.play import course_of, freeze, play_in

logger = logging.getLogger("mousepost.due")

BATCH = 50
FIRST_RETRY = timedelta(minutes=1)


class Due(NamedTuple):
    """A decision that was due when it was looked for."""

    match_id: str
    seat: int
    asked: int
    attempts: int


def sweep(service: Service, now: datetime, limit: int = BATCH) -> int:
    """Play up to `limit` decisions that are due at `now`; return how many this sweep had in hand.

    Those that somebody else has in hand are not counted: they are not due any more in a moment, and if they are,
    the next sweep finds them.
    """
    outages.apply(service, now)
    with service.store.reading() as session:
        query = select(Decision).where(Decision.due_at <= now)
        if heartbeat.down_since(session):
            query = query.where(Decision.due_at == Decision.since)  # where nobody has to think
        rows = session.exec(query.order_by(col(Decision.due_at)).limit(limit))
        found = [Due(row.match_id, row.seat, row.asked, row.attempts) for row in rows]
    return sum(_play_due(service, due, now) for due in found if not service.stopping())


def _play_due(service: Service, due: Due, now: datetime) -> bool:
    """Play one due decision unless it is in other hands; what fails is tried later, so that it holds nobody up."""
    try:
        with service.store.writing() as session:
            if not _claim(session, due, now):
                return False
            text, by = _choose(service, session, due, now)
            play_in(service, session, due.match_id, due.seat, text, asked=due.asked, now=now, by=by)
    except Diverged as error:
        logger.error("%s", error)
        freeze(service, error, now)
    except StaleMove:
        logger.info("decision %s of match %s was answered meanwhile", due.asked, due.match_id)
        return False
    except Exception as error:
        logger.error("decision %s of match %s could not be played: %s", due.asked, due.match_id, failure(error))
        _postpone(service, due, now)
    return True


def _claim(session: Session, due: Due, now: datetime) -> bool:
    """Take the match and the row; of several sweepers one has it, and the others find it held or gone.

    A match that has not been told of the last outage is left alone: its clocks are not right.
    """
    match = log.hold(session, due.match_id, wait=False)
    if not match or match.outage < heartbeat.latest_outage(session):
        return False
    statement = update(Decision).where(
        col(Decision.match_id) == due.match_id,
        col(Decision.seat) == due.seat,
        col(Decision.asked) == due.asked,
        col(Decision.due_at) <= now,
    )
    result = session.execute(statement.values(attempts=Decision.attempts + 1))
    assert isinstance(result, CursorResult)
    return result.rowcount == 1


def _choose(service: Service, session: Session, due: Due, now: datetime) -> tuple[str, str]:
    """Return the move of a bot, or the deadline move, and by what it is played."""
    match = session.get_one(Match, due.match_id)
    course, history = course_of(service, session, match, now)
    automatic = course.automatic(due.seat)
    if automatic:
        return automatic.move, automatic.by
    position, seat = history.position, session.get_one(Seat, (due.match_id, due.seat))
    plays = "bot" if seat.bot else seat.stand_in or (seat.away_since and course.pace.away)
    if plays != "bot":
        return position.deadline_move(due.seat), "deadline"
    try:
        move = bot_for(match.game)(position.view(due.seat), Random())
        return position.read(due.seat, move), "bot"
    except Exception as error:
        logger.error("the bot of match %s failed; its deadline move is played: %s", due.match_id, failure(error))
        return position.deadline_move(due.seat), "bot"


def _postpone(service: Service, due: Due, now: datetime) -> None:
    with service.store.writing() as session:
        log.hold(session, due.match_id)
        row = session.get(Decision, (due.match_id, due.seat))
        if row and row.asked == due.asked:
            row.attempts += 1
            row.due_at = now + FIRST_RETRY * 2 ** min(row.attempts, 10)
            session.add(row)


def remind(service: Service, now: datetime, limit: int = BATCH) -> int:
    """Queue up to `limit` reminders that are due at `now`; return how many were found.

    After an outage clocks are put right first: what would have come in it would come in the night.
    """
    outages.apply(service, now)
    with service.store.reading() as session:
        query = select(Decision).where(col(Decision.remind_at) <= now).order_by(col(Decision.remind_at)).limit(limit)
        found = [Due(row.match_id, row.seat, row.asked, row.attempts) for row in session.exec(query)]
    for due in found:
        with service.store.writing() as session:
            _remind(session, due, now)
    return len(found)


def _remind(session: Session, due: Due, now: datetime) -> None:
    """Queue the latest reminder of a decision that is due, once, and note when the next one is."""
    match = log.hold(session, due.match_id)
    row, seat = session.get(Decision, (due.match_id, due.seat)), session.get(Seat, (due.match_id, due.seat))
    if not match or not row or row.asked != due.asked or not row.remind_at or not seat:
        return
    wanted, row.remind_at = row.remind_at, None
    session.add(row)
    player = session.get(Player, seat.player_id) if seat.player_id else None
    if not player:
        return
    coming = availability.reminders(
        session, player, clock_of(row), Pace.read(match.pace), wanted - timedelta(seconds=1)
    )
    past = [each for each in coming if each.at <= now]
    row.remind_at = next((each.at for each in coming if each.at > now), None)
    kind = outbox.REMINDERS[past[-1].kind] if past else ""
    if kind and not outbox.is_queued(session, kind, match.id, row.seat, row.asked):
        outbox.queue(
            session, kind, now, match_id=match.id, seat=row.seat, number=row.asked, player_id=player.id
        )  # fmt: skip
