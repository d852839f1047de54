"""Outages in matches: time in which the service did not work, or could send no mail, counts for nobody."""

from __future__ import annotations

import logging
from datetime import datetime

from sqlmodel import col, select

from models.tables import Match
from service import heartbeat, matches
from service.base import failure, Service
from service.course import UNDER_WAY
from service.history import Diverged
from service.play import course_of, freeze

logger = logging.getLogger("mousepost.outages")

BATCH = 50


def apply(service: Service, now: datetime) -> None:
    """Let the clocks of all matches have stood still in the outages that they do not know of yet."""
    with service.store.reading() as session:
        latest = heartbeat.latest_outage(session)
    after = ""
    while latest and not service.stopping():
        with service.store.reading() as session:
            behind = select(Match.id).where(
                col(Match.status).in_(UNDER_WAY), Match.outage < latest, col(Match.id) > after
            )
            found = list(session.exec(behind.order_by(col(Match.id)).limit(BATCH)))
        if not found:
            break
        for match_id in found:
            _apply_to(service, match_id, now)
        after = found[-1]


def _apply_to(service: Service, match_id: str, now: datetime) -> None:
    try:
        with service.store.writing() as session:
            match = matches.hold(session, match_id)
            if match.status not in UNDER_WAY:
                return
            course, _history = course_of(service, session, match, now)  # which catches up
            if course.has_changed:
                course.settle()
    except Diverged as error:
        logger.error("%s", error)
        freeze(service, error, now)
    except Exception as error:
        logger.error("match %s could not be told of an outage: %s", match_id, failure(error))
