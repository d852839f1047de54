"""Logs replayed by the rules of another checkout, in a process of its own, to be compared before a deployment."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from models import log
from models.store import Store
from service import matches

REPLAYER = Path(__file__).with_name("replayer.py")


class Difference(NamedTuple):
    """How a match comes out with another checkout: `number` is the first event that differs, `None` where none does."""

    match_id: str
    events: int
    number: int | None = None
    why: str = ""


class CannotReplay(Exception):
    """The other checkout could not be run; the words are what it said."""


def compare(store: Store, match_ids: Iterable[str], folder: Path) -> Iterator[Difference]:
    """Yield for each match how it comes out with the checkout in `folder`, one at a time in memory.

    Raises `NotFound` and `CannotReplay`.
    """
    command = [sys.executable, "-I", str(REPLAYER), str(folder.resolve())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as other:
        assert other.stdin
        assert other.stdout
        for match_id in match_ids:
            events = _events(store, match_id)
            try:
                print(json.dumps([_told(event) for event in events]), file=other.stdin, flush=True)
                answer = json.loads(other.stdout.readline())
            except (OSError, ValueError) as error:
                raise CannotReplay(f"{folder} is no checkout whose games can be used") from error
            yield _difference(match_id, events, answer)


def _events(store: Store, match_id: str) -> list[log.Entry]:
    with store.reading() as session:
        matches.find(session, match_id)
        return log.events(session, match_id)


def _told(event: log.Entry) -> dict[str, Any]:
    """Return of an event what replaying it takes."""
    detail = {key: event.detail[key] for key in ("game", "options", "players") if key in event.detail}
    told = {name: getattr(event, name) for name in ("kind", "seat", "move", "chance", "rules")}
    return told | {"detail": {**detail, "players": len(detail.get("players", ()))}}


def _difference(match_id: str, events: Sequence[log.Entry], answer: dict[str, Any]) -> Difference:
    marks = answer["fingerprints"]
    for event, mark in zip(events, marks, strict=False):
        if mark != event.fingerprint:
            return Difference(match_id, len(events), event.number, "the position is another one")
    if len(marks) < len(events):
        return Difference(match_id, len(events), len(marks), answer["why"])
    return Difference(match_id, len(events))
