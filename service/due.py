"""The sweep: decisions that are due are played, those of bots and those whose deadline has passed.

Any number of processes may sweep: a row is claimed in the transaction that plays it, and a match that another
process has in hand is left to it.
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
from models.tables import Decision, Match, Seat
from service.base import failure, Service
from service.history import Diverged
from service.play import freeze, play_in

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
    with service.store.reading() as session:
        query = select(Decision).where(Decision.due_at <= now).order_by(col(Decision.due_at)).limit(limit)
        found = [Due(row.match_id, row.seat, row.asked, row.attempts) for row in session.exec(query)]
    return sum(_play_due(service, due, now) for due in found if not service.stopping())


def _play_due(service: Service, due: Due, now: datetime) -> bool:
    """Play one due decision unless it is in other hands; what fails is tried later, so that it holds nobody up."""
    try:
        with service.store.writing() as session:
            if not _claim(session, due, now):
                return False
            text, by = _choose(service, session, due)
            play_in(service, session, due.match_id, due.seat, text, asked=due.asked, now=now, by=by)
    except Diverged as error:
        logger.error("%s", error)
        freeze(service, error)
    except StaleMove:
        logger.info("decision %s of match %s was answered meanwhile", due.asked, due.match_id)
        return False
    except Exception as error:
        logger.error("decision %s of match %s could not be played: %s", due.asked, due.match_id, failure(error))
        _postpone(service, due, now)
    return True


def _claim(session: Session, due: Due, now: datetime) -> bool:
    """Take the match and the row; of several sweepers one has it, and the others find it held or gone."""
    if not log.hold(session, due.match_id, wait=False):
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


def _choose(service: Service, session: Session, due: Due) -> tuple[str, str]:
    """Return the move of a bot, or the deadline move, and by what it is played."""
    match = session.get_one(Match, due.match_id)
    position = service.histories.sound(session, match).position
    forced = position.forced(due.seat)
    if forced and forced.public:
        return forced.move, "forced"
    seat = session.get_one(Seat, (due.match_id, due.seat))
    if not seat.bot and seat.stand_in != "bot":
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
