"""Of every game: no page, step, mail or refusal that a seat or a spectator gets depends on cards it has not seen.

A match is played for a while. Then cards that somebody has not seen change places in the stored log, and all that
they can get must be the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from sqlmodel import select

import games
from games.chance import ChanceError, Recorded
from games.contract import GameError
from games.katzenjammer_blues import KatzenjammerBlues
from games.record import fingerprint
from mail import letter
from models.tables import Event, Match, Seat
from service import matches, outbox, play
from service.history import Histories, History
from service.outbox import Claimed
from tests.conftest import Running, VirtualClock
from tests.games.leaks import BAD_MOVES, Played, shifted, unseen
from tests.games.toy import Toy
from tests.games.walks import any_move, Table, tables
from tests.service.table import events_of, open_with_people
from tests.web.visitor import seat_link, Visitor

NAMES = ("Ann", "Ben", "Cho", "Dee", "Eve", "Fay", "Gus", "Hal")
MARK = re.compile(r'name="csrf_token" value="[^"]+"')
BESIDE = (
    *("replay", "replay?step=2&spoilers=hide", "log", "log?step=1", "log?part=1&seat=2", "course", "course?step=2"),
    *("course?step=2&spoilers=hide", "transcript.txt", "transcript.txt?eyes=open", "preview.png"),
)
ATTEMPTS = 60
ENOUGH = 2

pytestmark = pytest.mark.usefixtures("toy")


def some_tables(game: games.Game) -> list[Table]:
    """Return a table of the fewest, one of more, and one of partners where there are any."""
    all_tables = list(tables(game))
    partners = [t for t in all_tables if game.team(t.options, t.seats, t.seats) < t.seats]
    seats = sorted({table.seats for table in all_tables})
    alone = [next(t for t in all_tables if t.seats == n) for n in {seats[0], seats[len(seats) // 2]}]
    return [*alone, *[table for table in partners[:1] if table not in alone]]


TABLES = [table for game in [*games.every(), Toy] for table in some_tables(game)]


class Watched:
    """A match that has been played for a while, and all that can be got of it."""

    def __init__(self, running: Running, table: Table, seed: int, moves: int) -> None:
        self.running, self.table, self.rng = running, table, Random(seed)
        names = NAMES[1 : table.seats]
        self.id = open_with_people(
            running.service, running.clock.now, names, game=table.game.key, options=table.options
        )  # fmt: skip
        with running.service.store.writing() as session:
            match = session.get_one(Match, self.id)
            match.open_to_all = True
            session.add(match)
        for _ in range(moves):
            self.play()
        self.visitors = {seat: self.visitor(seat) for seat in range(1, table.seats + 1)}
        self.spectator = Visitor(running)

    def history(self) -> History:
        with self.running.service.store.reading() as session:
            return self.running.service.histories.load(session, matches.find(session, self.id))

    def play(self) -> None:
        """Play any move; it is not the last one, for then there would be nothing hidden any more."""
        history = self.history()
        seat, move = any_move(history.position, self.rng)
        optional = history.may(seat, move)
        asked = None if optional else history.asked_of(seat)
        play.play(self.running.service, self.id, seat, move, asked=asked, now=self.running.clock.now)
        assert self.history().position.to_act(), "the match is still being played"

    def epoch(self, seat: int) -> int:
        with self.running.service.store.reading() as session:
            return session.get_one(Seat, (self.id, seat)).epoch

    def visitor(self, seat: int) -> Visitor:
        visitor = Visitor(self.running)
        visitor.follow(seat_link(self.running, self.id, seat, self.history().number, self.epoch(seat)))
        return visitor

    def played(self) -> Played:
        events = events_of(self.running.service, self.id)
        outcomes = {label: outcome for event in events for label, outcome in event.chance.items()}
        moves = [(event.seat or 0, event.move or "") for event in events if event.kind == "move"]
        return Played(self.table, outcomes, moves)

    def lay(self, outcomes: Mapping[str, Any]) -> bool:
        """Store other outcomes; say whether what was played could have been played with them."""
        chance = Recorded(outcomes)
        with self.running.service.store.writing() as session:
            query = select(Event).where(Event.match_id == self.id).order_by(Event.number)  # type: ignore[arg-type]
            events, stored, known = list(session.exec(query)), [], set()  # type: ignore[var-annotated]
            position = self.table.game.deal(self.table.options, self.table.seats, chance)
            try:
                for event in events:
                    if event.kind == "move":
                        position.play(event.seat or 0, event.move or "")
                    stored.append((fingerprint(position), {label: outcomes[label] for label in chance.used - known}))
                    known |= chance.used
            except (GameError, ChanceError):
                return False
            for event, (mark, drawn) in zip(events, stored, strict=True):
                event.fingerprint, event.chance = mark, drawn
                session.add(event)
        self.running.service.histories = Histories()
        assert not self.history().broken
        return True

    def got_by(self, seat: int | None) -> list[Any]:
        """Return everything that a seat or a spectator can get."""
        visitor = self.visitors[seat] if seat else self.spectator
        base = f"/m/{self.id}" + (f"/{seat}" if seat else "")
        last = self.history().number
        got = [page(visitor.get(path)) for path in (base, *(f"{base}/step/{n}" for n in range(last + 1)))]
        got += [page(visitor.get(f"{base}/{rest}")) for rest in BESIDE]
        got += [page(visitor.get(f"{base}/steps/0-{last}{query}")) for query in ("", "?spoilers=hide", "?eyes=open")]
        got += [page(visitor.get(f"{base}/{rest}")) for rest in ("record", "step/0?eyes=open", f"step/{last + 1}")]
        if seat:
            got += [page(visitor.post(f"{base}/play", **form)) for form in self.refused(seat)]
            got += self.mails(seat)
        else:
            got += [page(visitor.get(f"{base}/1")), page(visitor.post(f"{base}/1/play", move="pass"))]
        return got

    def refused(self, seat: int) -> list[dict[str, object]]:
        """Return forms that are refused: nonsense, moves that cannot be played now, and answers of somebody else."""
        position, asked = self.history().position, self.history().asked_of(seat)
        moves = sorted({move for _, move in self.played().moves})
        tried = [*Random(1).sample(moves, min(len(moves), 8)), *BAD_MOVES]
        wrong = [move for move in tried if not position.is_legal(seat, move)]
        named: dict[str, object] = {} if asked is None else {"asked": asked}
        return [{"move": move, **named} for move in wrong] + [{"move": move} for move in wrong[:3]] + [named]

    def mails(self, seat: int) -> list[Any]:
        """Return the mails that the seat could be sent now."""
        history, found = self.history(), []
        own = history.last_own(seat)
        numbers = {outbox.TURN: history.asked_of(seat), outbox.START: 0, outbox.MAY: history.number}
        numbers |= {kind: history.asked_of(seat) for kind in outbox.REMINDERS.values()}
        numbers |= {outbox.NEW_LINK: history.number, **({outbox.DEADLINE: own} if own else {})}
        with self.running.service.store.reading() as session:
            player = session.get_one(Seat, (self.id, seat)).player_id
            for kind, number in numbers.items():
                row = Claimed(1, kind, self.id, seat, number, player, None, {}, 1)
                mail = letter.compose(
                    self.running.service, self.running.worker.office, session, row, self.running.clock.now
                )  # fmt: skip
                bodies = [mail.get_body((part,)) for part in ("plain", "html")] if mail else []
                found += [kind, mail and str(mail["Subject"]), *(body and body.get_content() for body in bodies)]
        return found

    def tells_apart(self, seat: int | None) -> bool:
        """Say whether what `seat` gets shows how cards lie that it has not seen."""
        match, rng, tried = self.played(), Random(9), 0
        places = unseen(match, len(match.moves), seat)
        before = self.got_by(seat)
        assert before == self.got_by(seat), "looking twice gives the same"
        for _ in range(ATTEMPTS):
            outcomes = json.loads(json.dumps(shifted(match.outcomes, places, rng)))
            if outcomes == json.loads(json.dumps(match.outcomes)) or not self.lay(outcomes):
                continue
            tried += 1
            different = self.got_by(seat) != before
            assert self.lay(match.outcomes)
            if different or tried == ENOUGH:
                return different
        assert tried, "some other lie of the cards fits the moves"
        return False


def page(answer: Any) -> tuple[int, str]:
    """Return the status and the text of an answer; the mark of a form is of its moment."""
    return answer.status_code, MARK.sub("", answer.data.decode("latin-1"))


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.matches.secrets.token_bytes", lambda n: bytes(range(n)))


@pytest.mark.parametrize("moves", [3, 11])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_nothing_that_can_be_got_depends_on_what_was_not_seen(
    running: Running, clock: VirtualClock, table: Table, moves: int
) -> None:
    watched = Watched(running, table, moves, moves)
    (asked, *_) = [decision.seat for decision in watched.history().asked]
    for seat in (None, asked, asked % table.seats + 1):
        assert not watched.tells_apart(seat), f"seat {seat} of {table}"


def toy_leak(monkeypatch: pytest.MonkeyPatch, view: Any) -> None:
    honest = Toy.view
    monkeypatch.setattr(Toy, "view", lambda position, seat: {**honest(position, seat), **view(position, seat)})


def toy_in_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Toy._check

    def tells(position: Toy, seat: int, text: str) -> list[str]:
        try:
            return honest(position, seat, text)
        except GameError as error:
            error.message += f" {position.rest}"
            raise

    monkeypatch.setattr(Toy, "_check", tells)


def row_of_the_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = KatzenjammerBlues.view

    def tells(position: KatzenjammerBlues, seat: int | None) -> dict[str, Any]:
        return {**honest(position, seat), "row": list(position.cards[position.at : position.at + 6])}

    monkeypatch.setattr(KatzenjammerBlues, "view", tells)


LEAKS = {
    "the pile in a view": (Toy, lambda patch: toy_leak(patch, lambda position, seat: {"next": position.rest[:3]})),
    "hands in a view": (Toy, lambda patch: toy_leak(patch, lambda position, seat: {"best": max(position.hands)})),
    "the pile in an error": (Toy, toy_in_errors),
    "the pile as the row": (KatzenjammerBlues, row_of_the_pile),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(running: Running, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    game, let_out = LEAKS[leak]
    watched = Watched(running, some_tables(game)[-1], 3, 3)
    let_out(monkeypatch)
    running.service.histories = Histories()
    assert any(watched.tells_apart(seat) for seat in range(1, watched.table.seats + 1))
