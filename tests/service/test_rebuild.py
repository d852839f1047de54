"""Logs: every match replays to its fingerprints, and what stands beside a log can be made from it again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlmodel import select, Session

from models.tables import Decision, Event, Match
from service import due, play, rebuild, records, seats
from service.base import NotFound, Service
from service.clock import Pace
from tests.conftest import VirtualClock
from tests.service.table import (
    decision_of,
    events_of,
    match_of,
    open_and_invite,
    open_with_bots,
    open_with_people,
    play_any,
)  # fmt: skip


@pytest.fixture
def match_id(service: Service, clock: VirtualClock) -> str:
    match_id = open_with_people(service, clock.now)
    for _ in range(7):
        clock.advance(hours=1)
        play_any(service, match_id, clock.now)
    return match_id


def summaries(service: Service, match_id: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    with service.store.reading() as session:
        rows = session.exec(select(Decision).where(Decision.match_id == match_id)).all()
        match = session.get_one(Match, match_id).model_dump()
    return match, [row.model_dump(exclude={"attempts", "remind_at"}) for row in rows]


def change(service: Service, do: Callable[[Session], Any]) -> None:
    with service.store.writing() as session:
        do(session)


class TestCheck:
    def test_a_match_that_replays(self, service: Service, match_id: str) -> None:
        assert rebuild.check(service.store, match_id) == (match_id, 8, "")

    def test_a_table_without_a_start(self, service: Service, clock: VirtualClock) -> None:
        match_id = open_and_invite(service, clock.now)
        assert rebuild.check(service.store, match_id) == (match_id, 0, "")

    @pytest.mark.parametrize("number", [0, 3, 7])
    def test_a_fingerprint_that_differs(self, service: Service, match_id: str, number: int) -> None:
        change(service, lambda s: setattr(s.get_one(Event, (match_id, number)), "fingerprint", "0" * 64))
        wrong = f"does not replay at event {number}: the position is not the one recorded"
        assert rebuild.check(service.store, match_id) == (match_id, number, wrong)

    @pytest.mark.parametrize(
        ("number", "change_to", "says"),
        [
            (0, {"kind": "note"}, "event 0: the log does not begin with the start"),
            (0, {"kind": "move", "move": "pass", "seat": 1}, "event 0: the log does not begin with the start"),
            (0, {"rules": 99}, "event 0: rules version 99 of this game is not known here"),
            (0, {"chance": {}}, "event 0: the outcome of “first” is needed and missing"),
            (4, {"move": "castle"}, "event 4: the rules do not allow the move (BadNotation)"),
            (4, {"move": None}, "event 4: the rules do not allow the move"),
            (4, {"seat": None}, "event 4: the rules do not allow the move (NotYourTurn)"),
            (4, {"kind": "note"}, "event 4: the position is not the one recorded"),
        ],
    )
    def test_an_event_that_is_damaged(
        self, service: Service, match_id: str, number: int, change_to: dict[str, Any], says: str
    ) -> None:
        def damage(session: Session) -> None:
            for name, value in change_to.items():
                setattr(session.get_one(Event, (match_id, number)), name, value)

        change(service, damage)
        assert says in rebuild.check(service.store, match_id).wrong

    def test_a_log_that_lost_its_end(self, service: Service, match_id: str) -> None:
        change(service, lambda s: s.delete(s.get_one(Event, (match_id, 7))))
        assert rebuild.check(service.store, match_id).wrong == "the log ends at event 6, not 7"

    def test_an_unknown_match(self, service: Service) -> None:
        for do in (rebuild.check, rebuild.rebuild):
            with pytest.raises(NotFound):
                do(service.store, "nowhere")

    def test_it_keeps_no_match_in_mind(self, service: Service, match_id: str) -> None:
        service.histories._cached.clear()
        rebuild.check(service.store, match_id)
        rebuild.rebuild(service.store, match_id)
        assert not service.histories._cached

    def test_all_matches_are_found_batch_by_batch(
        self, service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from service import matches
        from tests.service.table import GAME

        first = open_with_bots(service, clock.now)
        ann = match_of(service, first).opener_id
        plan = matches.Opening(GAME, {}, [matches.Plan("me"), matches.Plan("bot")], Pace(3600))
        made = [first, *(matches.open_match(service, ann, plan, "test", clock.now) for _ in range(6))]
        for size in (1, 2, 7, 50):
            monkeypatch.setattr(rebuild, "BATCH", size)
            assert list(rebuild.match_ids(service.store)) == sorted(made)


class TestRebuild:
    @pytest.mark.usefixtures("never_away")
    @pytest.mark.parametrize("bots", [0, 1, 3])
    @pytest.mark.parametrize("seed", [1, 2])
    def test_what_the_service_keeps_is_what_the_log_gives(
        self, service: Service, clock: VirtualClock, bots: int, seed: int
    ) -> None:
        """At every moment of a match with bots, deadlines, forced moves and acts of the host."""
        rng = Random(seed)
        match_id = open_with_bots(service, clock.now, bots) if bots else open_with_people(service, clock.now)
        for step in range(400):
            before = summaries(service, match_id)
            assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
            assert summaries(service, match_id) == before
            if before[0]["status"] == "over":
                return
            if step == 1:  # an event that is no move; no match is over so soon
                records.revealed(service, match_id, "why", clock.now)
            else:
                _go_on(service, match_id, clock, rng)
        raise AssertionError("the match did not end")

    @pytest.mark.parametrize(
        ("damage", "says"),
        [
            ({"number": 3}, "number was 3 and is 7"),
            ({"number": 99}, "number was 99 and is 7"),
            ({"status": "over"}, "status was over and is running"),
            ({"status": "open"}, "status was open and is running"),
            ({"started_at": None}, "started_at was None and is 2026-12-01 12:00:00+00:00"),
        ],
    )
    def test_the_row_of_the_match(self, service: Service, match_id: str, damage: dict[str, Any], says: str) -> None:
        before = summaries(service, match_id)

        def do(session: Session) -> None:
            for name, value in damage.items():
                setattr(session.get_one(Match, match_id), name, value)

        change(service, do)
        assert rebuild.rebuild(service.store, match_id).differences == (says,)
        assert summaries(service, match_id) == before

    @pytest.mark.usefixtures("never_away")
    def test_the_end_of_a_match(self, service: Service, match_id: str, clock: VirtualClock) -> None:
        while match_of(service, match_id).status == "running":
            clock.advance(days=1)
            due.sweep(service, clock.now)
        before = summaries(service, match_id)

        def do(session: Session) -> None:
            match = session.get_one(Match, match_id)
            match.status, match.ended_at = "running", None
            session.add(Decision(match_id=match_id, seat=2, kind="bid", asked=1, since=clock.now, due_at=clock.now))

        change(service, do)
        found = rebuild.rebuild(service.store, match_id).differences
        assert found[0] == "status was running and is over"
        assert found[1].startswith("ended_at was None and is ")
        assert found[2].startswith("the decision of seat 2 was “bid”, asked by event 1, since")
        assert found[2].endswith("and is none")
        assert summaries(service, match_id) == before

    def test_decisions(self, service: Service, match_id: str, clock: VirtualClock) -> None:
        before, seat = summaries(service, match_id), decision_of(service, match_id).seat
        change(service, lambda s: s.delete(s.get_one(Decision, (match_id, seat))))
        (line,) = rebuild.rebuild(service.store, match_id).differences
        assert line.startswith(f"the decision of seat {seat} was none and is “")
        assert summaries(service, match_id) == before

        def do(session: Session) -> None:
            row = session.get_one(Decision, (match_id, seat))
            row.asked, row.due_at = 2, row.due_at + timedelta(days=9)
            other = seat % 3 + 1
            session.add(Decision(match_id=match_id, seat=other, kind="bid", asked=1, since=clock.now, due_at=clock.now))

        change(service, do)
        assert len(rebuild.rebuild(service.store, match_id).differences) == 2
        assert summaries(service, match_id) == before
        play_any(service, match_id, clock.now)

    def test_a_log_that_does_not_replay_changes_nothing(self, service: Service, match_id: str) -> None:
        change(service, lambda s: setattr(s.get_one(Event, (match_id, 2)), "fingerprint", "0" * 64))
        change(service, lambda s: setattr(s.get_one(Match, match_id), "status", "open"))
        before = summaries(service, match_id)
        done = rebuild.rebuild(service.store, match_id)
        assert (done.differences, done.wrong) == (
            (),
            "does not replay at event 2: the position is not the one recorded",
        )
        assert summaries(service, match_id) == before

    def test_seats_given_up_to_the_last(self, service: Service, match_id: str, clock: VirtualClock) -> None:
        first = decision_of(service, match_id).seat
        for seat in (first, *({1, 2, 3} - {first})):
            clock.advance(hours=2)
            seats.resign(service, match_id, seat, "bot" if seat == first else "deadline", clock.now)
            for _ in range(3):
                before = summaries(service, match_id)
                assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
                clock.advance(minutes=5)
                due.sweep(service, clock.now)
        assert before[0]["status"] == "abandoned"

        def do(session: Session) -> None:
            match = session.get_one(Match, match_id)
            match.status, match.ended_at = "running", None

        change(service, do)
        found = rebuild.rebuild(service.store, match_id).differences
        assert found[0] == "status was running and is abandoned"
        assert summaries(service, match_id) == before

    def test_a_match_ended_by_the_host(self, service: Service, match_id: str, clock: VirtualClock) -> None:
        seats.end(service, match_id, "enough", "Hilda", clock.now)
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
        assert match_of(service, match_id).status == "abandoned"

    @pytest.mark.parametrize("status", ["frozen", "cancelled"])
    def test_what_somebody_stopped_stays_so_and_asks_nobody(self, service: Service, match_id: str, status: str) -> None:
        change(service, lambda s: setattr(s.get_one(Match, match_id), "status", status))
        assert len(rebuild.rebuild(service.store, match_id).differences) == 1
        match, rows = summaries(service, match_id)
        assert (match["status"], rows) == (status, [])

    def test_a_table_without_a_start_is_left_alone(self, service: Service, clock: VirtualClock) -> None:
        match_id = open_and_invite(service, clock.now)
        before = summaries(service, match_id)
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
        assert summaries(service, match_id) == before

    def test_an_empty_log_is_no_start(self, service: Service, match_id: str) -> None:
        change(service, lambda s: [s.delete(event) for event in s.exec(select(Event)).all()])
        assert rebuild.rebuild(service.store, match_id).wrong == "its log is empty"
        assert rebuild.check(service.store, match_id).wrong == "the log ends at event -1, not 7"
        assert events_of(service, match_id) == []


def _go_on(service: Service, match_id: str, clock: VirtualClock, rng: Random) -> None:
    """Let time pass, and somebody play: a person, a bot, or a deadline."""
    clock.advance(minutes=rng.randrange(1, 600))
    decision = decision_of(service, match_id)
    if decision.due_at <= clock.now:
        due.sweep(service, clock.now)
    elif rng.random() < 0.15:
        clock.now = decision.due_at
        due.sweep(service, clock.now)
    elif rng.random() < 0.3 and decision.kind == "bid":
        play.play(service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now)
    else:
        play_any(service, match_id, clock.now)
