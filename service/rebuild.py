"""Checking logs by replaying them, and remaking from a log the summaries that stand beside it.

One match is replayed at a time and then forgotten, so that any number of them needs the memory of the longest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import col, select, Session

from models import log, tables
from models.store import Store
from models.tables import Match
from service import clock, matches
from service.clock import Clock, NEVER, Pace
from service.course import ADJOURNED, clock_of, deals, HELD, MOST_AUTOMATIC, MOST_LAPSES, PAUSED, UNDER_WAY
from service.history import Asked, Diverged, History

BATCH = 200
ACTED = ("frozen", "cancelled")  # statuses that no event gives
STOPPING = ("abandon", "end")  # kinds of events that end a match without a result
HOLDING = {"pause": PAUSED, "adjourn": ADJOURNED}  # kinds of events after which a match stands still


class Verdict(NamedTuple):
    """What a replay of a match found: how many events hold, and what is wrong, where anything is."""

    match_id: str
    events: int
    wrong: str = ""


class Rebuilt(NamedTuple):
    """What differed from the log in the summaries of a match and has been remade; `wrong` where nothing could be."""

    match_id: str
    differences: tuple[str, ...]
    wrong: str = ""


class Summary(NamedTuple):
    """A decision waited for, as the log gives it; `due_at` is its clock's unless the match stands still."""

    kind: str
    asked: int
    clock: Clock
    due_at: datetime


class Standing(NamedTuple):
    """What the log gives of a seat: its time bank, deadlines running that it let pass, and since when it is away."""

    bank: int = 0
    lapses: int = 0
    away_since: datetime | None = None


def match_ids(store: Store) -> Iterator[str]:
    """Yield the addresses of all matches, a batch at a time."""
    last = ""
    while True:
        with store.reading() as session:
            query = select(Match.id).where(col(Match.id) > last).order_by(col(Match.id)).limit(BATCH)
            batch = list(session.exec(query))
        if not batch:
            return
        yield from batch
        last = batch[-1]


def check(store: Store, match_id: str) -> Verdict:
    """Replay a match and compare the fingerprint after every event. Raises `NotFound`."""
    with store.reading() as session:
        match = matches.find(session, match_id)
        history = _replayed(session, match)
    if history.broken:
        return Verdict(match_id, history.number + 1, _divergence(history.broken))
    if history.number != match.number:
        return Verdict(match_id, history.number + 1, f"the log ends at event {history.number}, not {match.number}")
    return Verdict(match_id, history.number + 1)


def _divergence(error: Diverged) -> str:
    return f"does not replay at event {error.number}: {error.why}"


def _replayed(session: Session, match: Match) -> History:
    history = History(match.id)
    history.extend(log.events(session, match.id))
    return history


def rebuild(store: Store, match_id: str) -> Rebuilt:
    """Remake what is derived from the log of a match: its last number, status, times, seats' clocks, and decisions.

    A log that does not replay changes nothing. A match that is frozen or cancelled stays so, and asks
    nobody. When a decision is due is remade as if nothing had postponed it. Raises `NotFound`.
    """
    with store.writing() as session:
        match = matches.hold(session, match_id)
        events = log.events(session, match_id)
        if not events:
            return Rebuilt(match_id, (), "its log is empty" if match.number >= 0 else "")
        fold = Fold(match, events)
        if fold.history.broken:
            return Rebuilt(match_id, (), _divergence(fold.history.broken))
        seats = _renew_seats(session, match, fold)
        return Rebuilt(match_id, (*_renew_match(match, fold), *seats, *_renew_decisions(session, match, fold)))


def restore(session: Session, match: Match) -> None:
    """Give a frozen match the status and the summaries that its log has, which replays again. Raises `Diverged`."""
    events = log.events(session, match.id)
    fold = Fold(match, events)
    if fold.history.broken:
        raise fold.history.broken
    match.status, match.note = fold.status, ""
    _renew_match(match, fold)
    _renew_seats(session, match, fold)
    _renew_decisions(session, match, fold)
    session.add(match)
    session.flush()


class Fold:
    """The log of a match folded into its summaries.

    The last event of each transaction says what its clocks are (`clocks`). Those of old matches do not: there the
    clocks are made again from the pace, as nothing let them rest then.
    """

    def __init__(self, match: Match, events: Sequence[log.Entry]) -> None:
        self.history = History(match.id)
        self.open: dict[int, Summary] = {}
        self.status = "running"
        self.held_at: datetime | None = None
        self.ended_at: datetime | None = None
        players = events[0].detail.get("players", [])
        bots = {seat for seat, player in enumerate(players, 1) if player["bot"]}
        self._unwatched = set(bots)  # nobody thinks there
        self._pace = Pace.read(events[0].detail.get("pace") or match.pace)
        transactions = list(_transactions(events))
        bank = self._pace.bank if "clocks" in transactions[0][-1].detail else 0
        self.seats = {seat: Standing(0 if seat in bots else bank) for seat in range(1, len(players) + 1)}
        for written in transactions:
            self.history.extend(written)
            if self.history.broken:
                return
            self._take(written)

    def _take(self, written: Sequence[log.Entry]) -> None:
        """Go on by the events of one transaction, after which the summaries were brought up to date once."""
        before, asked, last = self.open, self.history.asked, written[-1]
        told = "clocks" in last.detail
        if told and written[0].kind != "start" and not self.history.position.result():
            self._count_lapses(written)
        for event in written:
            self._change(event, before)
        if self.status == "running" and self.history.position.result():
            self.status, self.ended_at = "over", last.at
        clocks = {int(seat): stored for seat, stored in last.detail.get("clocks", {}).items()}
        self.open = {}
        for decision in asked:
            seat = decision.seat
            if seat in clocks:
                ticking = Clock.read(clocks[seat]) if clocks[seat] else clock.at_once(last.at)
            elif told:
                ticking = before[seat].clock
            else:
                ticking = self._made_again(seat, asked, before, last)
            due_at = NEVER if self.status in HELD else ticking.due_at
            self.open[seat] = Summary(decision.kind, asked[decision], ticking, due_at)
        for key, bank in last.detail.get("banks", {}).items():
            self.seats[int(key)] = self.seats[int(key)]._replace(bank=bank)

    def _count_lapses(self, written: Sequence[log.Entry]) -> None:
        """Count a deadline that passed for a seat in one transaction, once; a move of its player begins anew."""
        moves = [(event.seat, event.by) for event in written if event.kind == "move"]
        for seat, standing in self.seats.items():
            if (seat, "player") in moves:
                self.seats[seat] = standing._replace(lapses=0)
            elif (seat, "deadline") in moves and seat not in self._unwatched and not standing.away_since:
                self.seats[seat] = standing._replace(lapses=standing.lapses + 1)

    def _change(self, event: log.Entry, before: dict[int, Summary]) -> None:
        """Take from one event what it changes beside the position and the clocks."""
        seat = event.seat
        if seat and event.kind in ("resign", "replace"):
            if event.detail["to"] == "player":
                self._unwatched.discard(seat)
            else:
                self._unwatched.add(seat)
            self.seats[seat] = Standing(self.seats[seat].bank)
            if seat in before and "clocks" not in event.detail:
                before[seat] = before[seat]._replace(clock=before[seat].clock._replace(due_at=event.at))
        elif seat and event.kind == "away":
            self.seats[seat] = self.seats[seat]._replace(lapses=MOST_LAPSES, away_since=event.at)
        elif seat and event.kind == "return":
            self.seats[seat] = self.seats[seat]._replace(lapses=0, away_since=None)
        elif event.kind in HOLDING:
            self.status = HOLDING[event.kind]
            self.held_at = datetime.fromisoformat(event.detail["held_at"])
        elif event.kind in STOPPING:
            self.status, self.ended_at, self.held_at = "abandoned", event.at, None
        if event.kind == "resume" or (self.status == ADJOURNED and _is_somebody_there(event)):
            self.status, self.held_at = "running", None

    def _made_again(self, seat: int, asked: Asked, before: dict[int, Summary], last: log.Entry) -> Clock:
        """Return a clock that no event tells of: as it was, or a new one; that of who moved last is due with that."""
        number = self.history.asked_of(seat)
        old = before.get(seat)
        if old and old.asked == number:
            return old.clock
        forced = self.history.position.forced(seat)
        goes_on = last.kind == "move" and last.seat == seat and not deals(last.chance)
        lapses_on = goes_on and last.by == "deadline"
        if seat in self._unwatched or lapses_on or (forced and forced.public):
            return clock.at_once(last.at)
        if old and goes_on and old.clock.thinks:
            return clock.run_on(old.clock, self._pace, last.at)
        return clock.begin(self._pace, clock.ALWAYS, last.at, 0)


def _is_somebody_there(event: log.Entry) -> bool:
    """Say whether by an event somebody is at the table again who was not: a player is back, or takes a seat over."""
    return event.kind == "return" or (event.kind == "replace" and event.detail["to"] == "player")


def _transactions(events: Sequence[log.Entry]) -> Iterator[list[log.Entry]]:
    """Yield the events that were written together: a move, with what followed of itself.

    The last of them says what the clocks are; where none does, they are of an old match, and `_follows` knows.
    """
    marked = [False] * len(events)  # whether an event is the last of those written together, or comes before such a one
    for at in reversed(range(len(events))):
        same = at + 1 < len(events) and events[at + 1].at == events[at].at
        marked[at] = "clocks" in events[at].detail or (same and marked[at + 1])
    together: list[log.Entry] = []
    before = False
    for event, told in zip(events, marked, strict=True):
        if together and (told != before or (not told and not _follows(event, together))):
            yield together
            together = []
        before = told
        together.append(event)
        if "clocks" in event.detail:
            yield together
            together = []
    if together:
        yield together


def _follows(event: log.Entry, together: Sequence[log.Entry]) -> bool:
    """Say whether an event was written with those before it: forced, or one more of the same deadline.

    What was forced after anything but a move, or came when there were enough moves at once, the sweep has played.
    """
    first = together[0]
    if first.kind != "move" or first.at != event.at or len(together) > MOST_AUTOMATIC:
        return False
    if event.by == "forced":
        return True
    goes_on = (event.by, event.seat) == ("deadline", first.seat) == (first.by, first.seat)
    return goes_on and not deals(together[-1].chance)


def _renew_match(match: Match, fold: Fold) -> list[str]:
    """Give the row of a match the values that its log has; return what differed."""
    right: dict[str, Any] = {
        "number": fold.history.number,
        "status": match.status if match.status in ACTED else fold.status,
        "started_at": fold.history.events[0].at,
    }
    if match.status not in ACTED:
        right |= {"ended_at": fold.ended_at, "held_at": fold.held_at}
    differences = []
    for name, value in right.items():
        if getattr(match, name) != value:
            differences.append(f"{name} was {getattr(match, name)} and is {value}")
            setattr(match, name, value)
    return differences


def _renew_seats(session: Session, match: Match, fold: Fold) -> list[str]:
    """Give the seats of a match the time banks and lapses that its log has; return what differed."""
    differences = []
    for seat in matches.seats_of(session, match.id):
        for name, value in fold.seats[seat.seat]._asdict().items():
            if getattr(seat, name) != value:
                differences.append(f"{name} of seat {seat.seat} was {getattr(seat, name)} and is {value}")
                setattr(seat, name, value)
    return differences


def _renew_decisions(session: Session, match: Match, fold: Fold) -> list[str]:
    """Give a match the decision rows that its log has; return what differed."""
    rows = session.exec(select(tables.Decision).where(tables.Decision.match_id == match.id))
    stored = {row.seat: row for row in rows}
    right = fold.open if match.status in UNDER_WAY else {}
    differences = []
    for seat in sorted(stored.keys() | right.keys()):
        row, summary = stored.get(seat), right.get(seat)
        if row and summary and _is_right(row, summary):
            continue
        found = Summary(row.kind, row.asked, clock_of(row), row.due_at) if row else None
        differences.append(f"the decision of seat {seat} was {_words(found)} and is {_words(summary)}")
        if row:
            session.delete(row)
            session.flush()
        if summary:
            session.add(
                tables.Decision(
                    match_id=match.id, seat=seat, kind=summary.kind, asked=summary.asked, since=summary.clock.since,
                    due_at=summary.due_at, clock=summary.clock.stored(),
                )
            )  # fmt: skip
    return differences


def _is_right(row: tables.Decision, summary: Summary) -> bool:
    """Say whether a decision is as the log gives it; an old one has no clock."""
    facts = (row.kind, row.asked, row.since, row.due_at)
    alike = facts == (summary.kind, summary.asked, summary.clock.since, summary.due_at)
    return alike and (not row.clock or Clock.read(row.clock) == summary.clock)


def _words(summary: Summary | None) -> str:
    if not summary:
        return "none"
    since, due_at = (moment.isoformat(timespec="seconds") for moment in (summary.clock.since, summary.due_at))
    return f"“{summary.kind}”, asked by event {summary.asked}, since {since}, due {due_at}"
