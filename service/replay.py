"""Looking back at a match: its steps as tables, its lines, its course in numbers, and how long everybody took.

A history keeps the position after every event, so that a step costs the same wherever in the match it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from statistics import median
from typing import Any, NamedTuple

from sqlmodel import Session

import games
from games.contract import Choices, N_
from models.log import Entry
from models.tables import Match, Seat
from service import clock
from service.base import NotFound, Service
from service.clock import Clock, Pace
from service.history import History
from service.records import Hidden, is_published
from service.table import Line, line_of, sides_of, Table


class Eyes(NamedTuple):
    """With whose eyes a match is seen: a seat's or (`None`) a spectator's, with hands `opened` or not.

    Where they are `borrowed`, the reader is somebody else than who sits there.
    """

    seat: int | None
    opened: bool = False
    borrowed: bool = False


class Part(NamedTuple):
    """A stretch of the game, such as a round: the `number`th of its `kind`, from the step `first` on."""

    kind: str
    number: int
    first: int


class Log(NamedTuple):
    """Lines of a match, and for each the number of the part of the game that it belongs to."""

    lines: list[Line]
    parts: list[Part]
    part_of: list[int]


class Course(NamedTuple):
    """How a game went: for each series the numbers of the sides after each step; `last` is the last step counted."""

    series: Mapping[str, list[Sequence[int]]]
    parts: list[Part]
    last: int


class Time(NamedTuple):
    """How long a seat took for its answers, in seconds."""

    seat: int
    answers: int
    median: float
    longest: float


def load(service: Service, session: Session, match: Match, eyes: Eyes) -> History:
    """Return what is looked back at. Raises `Hidden` where hands are to be open too early, and `Diverged`."""
    if eyes.opened and not is_published(match):
        raise Hidden
    return service.histories.load(session, match)


def check(history: History, step: int) -> int:
    """Return `step`. Raises `NotFound` where there is none of this number."""
    if not 0 <= step <= history.number:
        raise NotFound(N_("There is no such step in this match."))
    return step


def look_back(history: History, match: Match, seats: Sequence[Seat], eyes: Eyes, step: int) -> Table:
    """Return the table as `eyes` saw it after an event, which is its only line; nothing is asked there."""
    position = history.positions[check(history, step)]
    return Table(
        match=match,
        name=position.name,
        seat=eyes.seat,
        names=tuple(seat.name for seat in seats),
        bots=frozenset(seat.seat for seat in seats if seat.bot or seat.stand_in),
        view=position.view(eyes.seat),
        choices=Choices(""),
        waiting=(),
        lines=(line_at(history, step, eyes),),
        since_own=0,
        deadline_move=None,
        frozen=history.broken is not None or match.status == "frozen",
        last=history.number,
        step=step,
        opened=tuple(position.view(seat.seat) for seat in seats) if eyes.opened else (),
        unreachable=(),
        pace=Pace.read(match.pace),
        sides=sides_of(match, position.result()),
    )


def line_at(history: History, step: int, eyes: Eyes) -> Line:
    """Return an event as it was told to `eyes` when it happened."""
    over = eyes.opened or history.positions[step].result() is not None
    line = line_of(history.events[step], history.facts[step], eyes.seat, over)
    return replace(line, facts=tuple(_of_another(fact, eyes.seat) for fact in line.facts)) if eyes.borrowed else line


def _of_another(fact: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """Return a fact as `seat` knows it, for somebody else to read: what is private is that seat's, not the reader's."""
    told = {"all": {seat: fact["own"]}, **fact} if "own" in fact else fact
    return {key: value for key, value in told.items() if key != "own"}


def log_of(history: History, eyes: Eyes, until: int | None = None) -> Log:
    """Return the lines of a match up to a step, by default all."""
    end = check(history, history.number if until is None else until)
    parts, part_of = _parts(history, end)
    return Log([line_at(history, step, eyes) for step in range(end + 1)], parts, part_of)


def course(history: History, match: Match, until: int | None = None) -> Course:
    """Return how the game went up to a step, as everybody can see it."""
    end = check(history, history.number if until is None else until)
    game = games.find(match.game, match.rules)
    tallies = [game.tally(position.view(None)) for position in history.positions[: end + 1]]
    return Course({name: [each[name] for each in tallies] for name in tallies[0]}, _parts(history, end)[0], end)


def _parts(history: History, end: int) -> tuple[list[Part], list[int]]:
    """Return the parts of the game up to a step, by the longest stretch that ends before the match, and whose each is.

    A move belongs to the stretch in which it was made.
    """
    before = [history.positions[max(step - 1, 0)].scopes() for step in range(end + 1)]
    serials = [{scope.kind: scope.serial for scope in scopes} for scopes in before]
    several = (
        scope.kind for scope in reversed(before[0]) if len({each.get(scope.kind) for each in serials} - {None}) > 1
    )
    kind = next(several, None)
    parts: list[Part] = []
    part_of, known = [], None
    for step, each in enumerate(serials):
        serial = each.get(kind, known) if kind else None
        if kind and serial != known:
            parts.append(Part(kind, len(parts) + 1, step))
            known = serial
        part_of.append(len(parts))
    return parts, part_of


def times(history: History, seats: int, until: int | None = None) -> list[Time]:
    """Return how long seats took for what they answered themselves, as far as their clocks ran since they were asked.

    What a clock had run before it was stopped, as by a pause, is not counted; without one, all time is.
    """
    taken: dict[int, list[float]] = {seat: [] for seat in range(1, seats + 1)}
    for seat, seconds in _answers(history, history.number if until is None else until):
        taken[seat].append(seconds)
    return [Time(seat, len(each), median(each), max(each)) for seat, each in taken.items() if any(each)]


def _answers(history: History, end: int) -> Iterator[tuple[int, float]]:
    """Yield who answered, and after how many seconds, for each move up to a step that its player made."""
    clocks: dict[int, Clock | None] = {}
    asked: dict[int, datetime] = {}
    open_now: set[Any] = set()
    for event, position in zip(history.events[: end + 1], history.positions, strict=False):
        decisions = set(position.to_act())
        for seat in {decision.seat for decision in open_now - decisions}:
            if (event.kind, event.by, event.seat) == ("move", "player", seat):
                yield seat, _ran(clocks.get(seat), asked[seat], event)
        asked |= {decision.seat: event.at for decision in decisions - open_now}
        open_now = decisions
        stored = event.detail.get("clocks", {})
        clocks |= {int(seat): Clock.read(each) if each else None for seat, each in stored.items()}


def _ran(ticking: Clock | None, asked: datetime, event: Entry) -> float:
    if not ticking:
        return (event.at - asked).total_seconds()
    return clock.used(ticking.availability, max(asked, ticking.runs_from), event.at)
