"""Whether what somebody is told depends on cards they have not seen.

The match is told once more with those cards lying otherwise, in a way that fits all that was played. What a seat gets
must be the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email.message import EmailMessage
from random import Random
from typing import Any

from sqlmodel import Session

from games.chance import ChanceError, Recorded
from games.contract import GameError
from games.record import fingerprint
from mail.letter import compose
from models.log import Entry
from models.tables import Match
from service.base import Service
from service.history import History
from service.outbox import Claimed
from tests.games.leaks import Played, shifted, unseen
from tests.simulation.browser import Browser
from tests.simulation.letters import bodies
from tests.simulation.process import Process
from tests.simulation.story import Story

ATTEMPTS = 12


class Otherwise:
    """Replayed matches, of which one is told otherwise."""

    def __init__(self, honest: Any, history: History) -> None:
        self._honest, self._history = honest, history

    def load(self, session: Session, match: Match) -> History:
        return self._history if match.id == self._history.match_id else self._honest.load(session, match)

    sound = load


def told_otherwise(story: Story, seat: int, rng: Random) -> History | None:
    """Return a match with cards that `seat` has not seen in other places; `None` where none was found that fits."""
    match = story.played()
    places = unseen(match, len(match.moves), seat)
    for _ in range(ATTEMPTS):
        outcomes = json.loads(json.dumps(shifted(match.outcomes, places, rng)))
        if outcomes != match.outcomes and (history := _relaid(story, match, outcomes)):
            return history
    return None


def _relaid(story: Story, match: Played, outcomes: dict[str, Any]) -> History | None:
    assert story.fold
    position = match.table.game.deal(match.table.options, match.table.seats, Recorded(outcomes))
    events: list[Entry] = []
    try:
        for event in story.fold.history.events:
            if event.kind == "move":
                position.play(event.seat or 0, event.move or "")
            chance = {label: outcomes[label] for label in event.chance}
            events.append(event._replace(chance=chance, fingerprint=fingerprint(position)))
    except (GameError, ChanceError):
        return None
    history = History(story.id)
    history.extend(events)
    return None if history.broken else history


def in_mail(process: Process, history: History, row: Claimed, message: EmailMessage) -> bool:
    """Say whether a mail is another one where the cards lie otherwise."""
    service = _otherwise(process.service, history)
    with service.store.reading() as session:
        other = compose(service, process.worker.office, session, row, process.world.clock.now)
    return other is None or bodies(other) != bodies(message)


def ordered_otherwise(story: Story, seat: int) -> History:
    """Return a match in which the orders that have played for others than `seat` were other ones."""
    assert story.fold
    history = History(story.id)
    history.extend(
        [
            event._replace(detail={**event.detail, "order": "zebra"})
            if "order" in event.detail and event.seat != seat
            else event
            for event in story.fold.history.events
        ]
    )
    return history


def in_page(process: Process, history: History, browser: Browser, path: str, honest: str) -> bool:
    """Say whether a page is another one than the honest one where a match is told otherwise."""
    with _serving(process, history):
        return browser.again(process, path) != honest


def _otherwise(service: Service, history: History) -> Service:
    return replace(service, histories=Otherwise(service.histories, history))  # type: ignore[arg-type]


@contextmanager
def _serving(process: Process, history: History) -> Iterator[None]:
    """Let the pages of a process tell a match otherwise for a while."""
    site = process.app.extensions["mousepost"]
    process.app.extensions["mousepost"] = replace(site, service=_otherwise(site.service, history))
    try:
        yield
    finally:
        process.app.extensions["mousepost"] = site
