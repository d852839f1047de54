"""Records of matches: for the table when a match is over, before that only by an act of the host that it sees."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlmodel import Session

from games import record
from games.contract import N_
from games.record import fingerprint
from models import log
from models.tables import Match
from service import matches
from service.base import NotRunning, Refused, Service
from service.history import History

RECORD, BRANCH = "record", "branch"  # kinds of origins of a match
HOST = "host"  # the kind of an event in which the host did something, and by whom it is
REVEALED = "record"  # what they did
MOST_REASON = 200


class Hidden(Refused):
    """Somebody asked for what nobody may see before the match is over."""

    message = N_("Until the match is over its cards stay hidden: everybody sees it from their own seat.")


def is_published(match: Match) -> bool:
    """Say whether all cards and the server seed of a match are for everybody at the table: it is over, or given up."""
    return match.status in ("over", "abandoned")


def published(service: Service, match_id: str) -> dict[str, Any]:
    """Return the record of a match that is over or given up. Raises `NotFound`, `Hidden`, `Diverged`."""
    with service.store.reading() as session:
        match = matches.find(session, match_id)
        if not is_published(match):
            raise Hidden
        return _record(session, match, service.histories.sound(session, match), proven=True)


def revealed(service: Service, match_id: str, reason: str, now: datetime) -> dict[str, Any]:
    """Return the record of a match that is being played, without its server seed, for the host.

    That it was made, and why, is an event at the table, written before anybody has the record. Raises
    `NotFound`, `NotRunning`, `Diverged`, `StaleMove`, and `Refused` where there is no reason.
    """
    reason = clean_reason(reason)
    with service.store.writing() as session:
        match = matches.hold(session, match_id)
        if match.status != "running":
            raise NotRunning
        history = service.histories.sound(session, match)
        found = _record(session, match, history, proven=False)
        log.append(
            session, match, kind=HOST, by=HOST, at=now,
            detail={"act": REVEALED, "reason": reason}, fingerprint=fingerprint(history.position),
        )  # fmt: skip
    return found


def clean_reason(text: str) -> str:
    """Return what the host gives as a reason, on one line. Raises `Refused` when it is empty or too long."""
    reason = " ".join("".join(char for char in text if char.isprintable() or char.isspace()).split())
    if not 0 < len(reason) <= MOST_REASON:
        raise Refused(N_("Please give a reason of at most {most} characters: everybody at the table sees it."),
                      most=MOST_REASON)  # fmt: skip
    return reason


def _record(session: Session, match: Match, history: History, *, proven: bool) -> dict[str, Any]:
    """Return the record of what `history` holds; names are those of today, phrases those of the start."""
    start = history.events[0].detail
    return record.build(
        history.position,
        options=start["options"],
        players=[seat.name for seat in matches.seats_of(session, match.id)],
        chance={label: outcome for event in history.events for label, outcome in event.chance.items()},
        proof=_proof(match, start) if proven else None,
        moves=[move_line(event) for event in history.events if event.kind == "move"],
    )


def _proof(match: Match, start: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the proof of a match; one that was played on from another has none, nor one read from a bare record."""
    if match.origin.get("kind") == BRANCH or not match.server_seed:
        return None
    phrases = [phrase or "" for phrase in start["phrases"]]
    return {"commitment": match.commitment, "server_seed": match.server_seed, "phrases": phrases}


def move_line(event: log.Entry) -> str:
    """Return a move as a record has it, with its tag where no person sent it."""
    return f"{event.seat} {event.move}" + (f" ({event.by})" if event.by in record.TAGS else "")
