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
from service.history import Asked, Diverged, History
from service.play import deals, MOST_AUTOMATIC

BATCH = 200
ACTED = ("frozen", "cancelled")  # statuses that no event gives
STOPPING = ("abandon", "end")  # kinds of events that end a match without a result


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
    """A decision waited for, as the log gives it."""

    kind: str
    asked: int
    since: datetime
    due_at: datetime

    @property
    def span(self) -> clock.Span:
        """Return from when to when it waits."""
        return clock.Span(self.since, self.due_at)


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
    """Remake what is derived from the log of a match: its last number, status, start and end, and its decisions.

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
        return Rebuilt(match_id, (*_renew_match(match, fold), *_renew_decisions(session, match, fold)))


class Fold:
    """The log of a match folded into its summaries."""

    def __init__(self, match: Match, events: Sequence[log.Entry]) -> None:
        self.history = History(match.id)
        self.open: dict[int, Summary] = {}
        self.status = "running"
        self.ended_at: datetime | None = None
        players = events[0].detail.get("players", [])
        self._unwatched = {seat for seat, player in enumerate(players, 1) if player["bot"]}  # nobody thinks there
        self._pace = events[0].detail.get("pace") or match.pace
        for written in _transactions(events):
            self.history.extend(written)
            if self.history.broken:
                return
            self._take(written)

    def _take(self, written: Sequence[log.Entry]) -> None:
        """Go on by the events of one transaction, after which the summaries were brought up to date once."""
        before, asked, last = self.open, self.history.asked, written[-1]
        if last.kind == "resign" and last.seat:
            self._unwatched.add(last.seat)
            if last.seat in before:
                before[last.seat] = before[last.seat]._replace(due_at=last.at)
        self.open = {d.seat: self._summary(d.seat, d.kind, asked, before, last) for d in asked}
        if self.status == "running" and last.kind in STOPPING:
            self.status, self.ended_at = "abandoned", last.at
        elif self.status == "running" and self.history.position.result():
            self.status, self.ended_at = "over", last.at

    def _summary(
        self, seat: int, kind: str, asked: Asked, before: dict[int, Summary], last: log.Entry
    ) -> Summary:  # fmt: skip
        """Return a decision as it stands: an open one as it was; a new one of who moved last is due with that."""
        number = self.history.asked_of(seat)
        assert number is not None
        old = before.get(seat)
        if old and old.asked == number:
            return old
        forced = self.history.position.forced(seat)
        goes_on = last.kind == "move" and last.seat == seat and not deals(last.chance)
        lapses_on = goes_on and last.by == "deadline"
        if seat in self._unwatched or lapses_on or (forced and forced.public):
            return Summary(kind, number, *clock.at_once(last.at))
        run = old.span if old and goes_on else None
        return Summary(kind, number, *clock.span(self._pace, last.at, run))


def _transactions(events: Sequence[log.Entry]) -> Iterator[list[log.Entry]]:
    """Yield the events that were written together: a move, with what followed of itself."""
    together: list[log.Entry] = []
    for event in events:
        if together and not _follows(event, together):
            yield together
            together = []
        together.append(event)
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
        right["ended_at"] = fold.ended_at
    differences = []
    for name, value in right.items():
        if getattr(match, name) != value:
            differences.append(f"{name} was {getattr(match, name)} and is {value}")
            setattr(match, name, value)
    return differences


def _renew_decisions(session: Session, match: Match, fold: Fold) -> list[str]:
    """Give a match the decision rows that its log has; return what differed."""
    rows = session.exec(select(tables.Decision).where(tables.Decision.match_id == match.id))
    stored = {row.seat: row for row in rows}
    right = fold.open if match.status == "running" else {}
    differences = []
    for seat in sorted(stored.keys() | right.keys()):
        row, summary = stored.get(seat), right.get(seat)
        found = Summary(row.kind, row.asked, row.since, row.due_at) if row else None
        if found == summary:
            continue
        differences.append(f"the decision of seat {seat} was {_words(found)} and is {_words(summary)}")
        if row:
            session.delete(row)
            session.flush()
        if summary:
            session.add(tables.Decision(match_id=match.id, seat=seat, **summary._asdict()))
    return differences


def _words(summary: Summary | None) -> str:
    if not summary:
        return "none"
    since, due_at = (moment.isoformat(timespec="seconds") for moment in (summary.since, summary.due_at))
    return f"“{summary.kind}”, asked by event {summary.asked}, since {since}, due {due_at}"
