"""Matches that do not begin with a deal of their own: read from a record, or played on from a step of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session

from games import record
from games.chance import clean_phrase, Continued
from games.contract import N_
from games.record import BadRecord, fingerprint
from models import log
from models.log import Entry
from models.tables import Match, Seat
from service import matches, records, throttle
from service.base import NotFound, Refused, Service
from service.clock import PRESETS
from service.records import BRANCH, RECORD

MOST_BYTES = 1024 * 1024  # of a record that is read in
MOST_NAME = 80  # characters
ENDS = "record"  # why a match that was read in unfinished goes no further


def limits(player_id: int, network: str) -> list[throttle.Limit]:
    """Return how many beginnings a player, and whoever is at one network, may have written: each can be long."""
    return [
        throttle.Limit(f"record:{player_id}", 30, timedelta(hours=1)),
        throttle.Limit(f"record/network:{network}", 60, timedelta(hours=1)),
    ]


def read_in(service: Service, player_id: int, data: bytes, open_to_all: bool, now: datetime) -> str:
    """Make the record in `data` a match to look at, opened by a player, and return its address.

    One that is not finished ends where the record does; it can be played on from there. Raises `BadRecord`.
    """
    found = record.canonical(data)
    for name in found["players"]:
        if len(name) > MOST_NAME or not name.strip() or not name.isprintable():
            raise BadRecord("format", f"a name has none or over {MOST_NAME} characters, or some that cannot be shown")
    proof = found["proof"] or {"commitment": "", "server_seed": "", "phrases": [None] * len(found["players"])}
    for phrase in filter(None, proof["phrases"]):
        try:
            clean_phrase(phrase)
        except ValueError as error:
            raise BadRecord("format", "a phrase has characters that cannot be shown") from error
    with service.store.writing() as session:
        match = Match(
            id=matches.new_address(),
            game=found["game"],
            rules=found["rules"],
            options=found["options"],
            seats=len(found["players"]),
            pace=PRESETS["relaxed"].stored(),
            open_to_all=open_to_all,
            opener_id=player_id,
            status="over" if found["result"] else "abandoned",
            server_seed=proof["server_seed"],
            commitment=proof["commitment"],
            created_at=now,
            started_at=now,
            ended_at=now,
            origin={"kind": RECORD},
        )
        session.add(match)
        session.flush()
        given = enumerate(zip(found["players"], proof["phrases"], strict=True), 1)
        seats = [Seat(match_id=match.id, seat=number, name=name, phrase=phrase) for number, (name, phrase) in given]
        session.add_all(seats)
        chance = Continued(found["chance"], b"")
        position, _asked = matches.write_beginning(session, match, seats, chance, found["moves"], now)
        if not found["result"]:
            log.append(
                session, match, kind="abandon", by="service", at=now, detail={"why": ENDS},
                fingerprint=fingerprint(position),
            )  # fmt: skip
    return match.id


def branch_at(service: Service, session: Session, match: Match, step: int) -> dict[str, Any]:
    """Return the origin of a match that is played on from a step of one whose cards are for everybody.

    Raises `NotFound`, `Diverged`, `Hidden`, and `Refused` for a step at which the game is over.
    """
    if not records.is_published(match):
        raise records.Hidden
    history = service.histories.sound(session, match)
    if not 0 <= step <= history.number:
        raise NotFound(N_("There is no such step in this match."))
    if history.positions[step].result():
        raise Refused(N_("The match is over at this step: choose an earlier one to play on from."))
    return {"kind": BRANCH, "match": match.id, "step": step, **beginning(history.events[: step + 1])}


def beginning(events: Sequence[Entry]) -> Mapping[str, Any]:
    """Return the outcomes and the moves of the first events of a match, as a record has them."""
    return {
        "chance": {label: outcome for event in events for label, outcome in event.chance.items()},
        "moves": [records.move_line(event) for event in events if event.kind == "move"],
    }
