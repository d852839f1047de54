"""A match replayed: its log turned into positions, facts and the decisions asked.

A history that has been given out is never changed, so threads may share it: one that goes on is a new one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock

from sqlmodel import Session

import games
from games.chance import ChanceError, Outcome, Recorded
from games.contract import Decision, Fact, GameError, Position
from games.record import fingerprint
from models import log
from models.tables import Match

MOST_CACHED = 200
MOST_EVENTS = 100_000  # of all that are cached: some 200 MB

Asked = dict[Decision, int]


class Diverged(Exception):
    """The log does not replay: from event `number` on it is not what the rules give."""

    def __init__(self, match_id: str, number: int, why: str) -> None:
        super().__init__(f"match {match_id} does not replay at event {number}: {why}")
        self.match_id = match_id
        self.number = number
        self.why = why


def _why(error: Exception) -> str:
    """Say why an event does not replay; words that may name cards of a hand are left out."""
    if isinstance(error, GameError):
        return f"the rules do not allow the move ({type(error).__name__})"
    is_ours = isinstance(error, ChanceError) or type(error) is LookupError
    return str(error) if is_ours else f"the rules cannot take it ({type(error).__name__})"


def _game(key: str, rules: int) -> games.Game:
    try:
        return games.find(key, rules)
    except KeyError as error:
        raise LookupError(f"rules version {rules} of this game is not known here") from error


def carry(asked: Asked, position: Position, number: int) -> Asked:
    """Return the decisions of `position` with the event that first asked each: those still open keep theirs."""
    return {decision: asked.get(decision, number) for decision in position.to_act()}


class History:
    """The events of one match, and for each the position and the facts after it."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.events: list[log.Entry] = []
        self.positions: list[Position] = []
        self.facts: list[tuple[Fact, ...]] = []
        self.asked: Asked = {}
        self.answered: dict[int, int] = {}  # seat to the last event that answered a decision of it
        self.broken: Diverged | None = None  # the log goes on, but does not replay: this is its last proven position
        self._outcomes: dict[str, Outcome] = {}
        self._live: Position | None = None

    @property
    def number(self) -> int:
        """The number of the last event, -1 before the first."""
        return len(self.events) - 1

    @property
    def position(self) -> Position:
        """The position after the last event; it can draw no chance."""
        return self.positions[-1]

    def longer(self, events: Sequence[log.Entry]) -> History:
        """Return this history with more events after it."""
        new = History(self.match_id)
        new.events, new.positions, new.facts = self.events[:], self.positions[:], self.facts[:]
        new.asked, new.answered = self.asked, self.answered.copy()
        new._outcomes = self._outcomes.copy()
        new._live = self._live and self._live.copy(Recorded(new._outcomes))
        new.extend(events)
        return new

    def extend(self, events: Sequence[log.Entry]) -> None:
        """Replay more events, up to the first that does not give the position it gave: then this is `broken`."""
        for event in events:
            self._outcomes.update(event.chance)
            try:
                facts = self._replay(event)
            except Exception as error:
                self.broken = Diverged(self.match_id, event.number, _why(error))
                return
            if not self._live or fingerprint(self._live) != event.fingerprint:
                self.broken = Diverged(self.match_id, event.number, "the position is not the one recorded")
                return
            self._count(event, facts)

    def _replay(self, event: log.Entry) -> tuple[Fact, ...]:
        if event.number != self.number + 1:
            raise LookupError(f"event {self.number + 1} is missing")
        if event.kind == "start":
            detail = event.detail
            game = _game(detail["game"], event.rules)
            self._live = game.deal(detail["options"], len(detail["players"]), Recorded(self._outcomes))
            return self._live.facts
        if not self._live:
            raise LookupError("the log does not begin with the start")
        if event.kind == "move":
            return self._live.play(event.seat or 0, event.move or "")
        return ()

    def _count(self, event: log.Entry, facts: tuple[Fact, ...]) -> None:
        assert self._live
        before = self.asked
        self.events.append(event)
        self.positions.append(self._live.copy())
        self.facts.append(facts)
        self.asked = carry(before, self._live, event.number)
        for decision in before:
            if decision not in self.asked:
                self.answered[decision.seat] = event.number

    def told(self) -> Iterator[tuple[log.Entry, tuple[Fact, ...]]]:
        """Yield every event with what happened by it."""
        return zip(self.events, self.facts, strict=True)

    def asked_of(self, seat: int) -> int | None:
        """Return the event that first asked the open decision of `seat`, `None` when it has none."""
        return next((number for decision, number in self.asked.items() if decision.seat == seat), None)

    def may(self, seat: int, kind: str) -> bool:
        """Say whether `seat` may do now what it need not do."""
        return any((decision.seat, decision.kind) == (seat, kind) for decision in self.position.optional())

    def has_just_done(self, seat: int, text: str) -> bool:
        """Say whether the latest move of `seat` is `text`, and answered nothing."""
        event = self.events[self.last_own(seat)]
        return self.answered.get(seat) != event.number and self.is_move(event, text)

    def answer_to(self, seat: int, asked: int) -> log.Entry | None:
        """Return the event with which `seat` answered what event `asked` first asked it."""
        question = {decision for decision in self.positions[asked].to_act() if decision.seat == seat}
        later = zip(self.events[asked + 1 :], self.positions[asked + 1 :], strict=True)
        return next((event for event, after in later if not question <= set(after.to_act())), None)

    def is_move(self, event: log.Entry, text: str) -> bool:
        """Say whether `text` is the move of an event, as the player sent it."""
        if event.kind != "move" or event.by != "player" or event.seat is None:
            return False
        try:
            return self.positions[event.number - 1].read(event.seat, text) == event.move
        except ValueError:
            return False

    def is_open(self, seat: int, number: int) -> bool:
        """Say whether a link given out for `seat` at event `number` is still good: nothing was answered since."""
        return self.positions[-1].result() is None and number >= self.answered.get(seat, -1)

    def last_own(self, seat: int | None) -> int:
        """Return the number of the last move of `seat`, 0 (the start) where there is none.

        What was forced does not count: it was played before anybody there had looked.
        """
        own = (e.number for e in reversed(self.events) if e.kind == "move" and e.seat == seat and e.by != "forced")
        return next(own, 0)


class Histories:
    """Replayed matches, the most recently used kept; a process that has none replays."""

    def __init__(self, most: int = MOST_CACHED, most_events: int = MOST_EVENTS) -> None:
        self._most = most
        self._most_events = most_events
        self._lock = Lock()
        self._cached: OrderedDict[str, History] = OrderedDict()

    def load(self, session: Session, match: Match) -> History:
        """Return the history of `match` up to the last event that this session sees.

        Raises `Diverged` where not even the deal replays; a later break leaves the history `broken`.
        """
        with self._lock:
            history = self._cached.pop(match.id, None) or History(match.id)
            if history.number > match.number:
                history = History(match.id)
            if history.number < match.number:
                history = history.longer(log.events(session, match.id, history.number))
            if history.broken:
                if not history.positions:
                    raise history.broken
                return history
            self._cached[match.id] = history
            events = sum(len(each.events) for each in self._cached.values())
            while len(self._cached) > self._most or (events > self._most_events and len(self._cached) > 1):
                events -= len(self._cached.popitem(last=False)[1].events)
        return history

    def sound(self, session: Session, match: Match) -> History:
        """Return the history of `match` to play on from. Raises `Diverged` where it is broken."""
        history = self.load(session, match)
        if history.broken:
            raise history.broken
        return history
