"""The sweep: deadline moves on time and once, bots at once, and nobody held up by what fails."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from models.tables import Decision, Match
from service import due
from service.base import Service
from tests.conftest import Running, second_process, VirtualClock
from tests.service.table import (
    decision_of,
    events_of,
    match_of,
    open_with_bots,
    open_with_people,
    outbox_of,
    play_any,
)  # fmt: skip

ROOT = Path(__file__).parent.parent.parent


def test_a_deadline_move_is_never_early(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    due_at = decision_of(service, match_id).due_at
    due.sweep(service, due_at - timedelta(microseconds=1))
    assert len(events_of(service, match_id)) == 1
    due.sweep(service, due_at)
    event = events_of(service, match_id)[-1]
    assert (event.by, event.move) == ("deadline", "pass")


def test_who_lets_a_deadline_pass_is_told_once(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    seat = decision_of(service, match_id).seat
    clock.advance(days=1)
    due.sweep(service, clock.now)
    due.sweep(service, clock.now)
    (row,) = outbox_of(service, match_id, "deadline")
    assert (row.seat, row.number) == (seat, 1)


@pytest.mark.usefixtures("never_away")
def test_two_sweepers_play_each_deadline_once(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    other = second_process(running)
    for _ in range(8):
        clock.advance(days=1, seconds=1)
        barrier = threading.Barrier(4)

        def go(service: Service) -> None:
            barrier.wait()  # noqa: B023 - joined before the next round
            due.sweep(service, clock.now)

        threads = [threading.Thread(target=go, args=(s,)) for s in (running.service, other) * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    other.store.close()
    events = events_of(running.service, match_id)
    assert [event.number for event in events] == list(range(9))
    assert all(event.by == "deadline" for event in events[1:])


@pytest.fixture
def sweepers(running: Running) -> Iterator[list[subprocess.Popen[str]]]:
    """Give two processes that sweep the database of the service."""
    url = running.service.store.engine.url.render_as_string(hide_password=False)
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.service.sweeper", url],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    yield started
    for process in started:
        process.communicate()
    assert [process.returncode for process in started] == [0, 0]


def _sweep_at_once(sweepers: list[subprocess.Popen[str]], now: datetime) -> int:
    """Let all sweep at the same time; return how many decisions they played together."""
    for process in sweepers:
        assert process.stdin
        process.stdin.write(f"{now.isoformat()}\n")
        process.stdin.flush()
    return sum(int(process.stdout.readline()) for process in sweepers if process.stdout)


def test_two_processes_play_each_deadline_once(
    running: Running, clock: VirtualClock, sweepers: list[subprocess.Popen[str]]
) -> None:
    tables = [
        open_with_people(running.service, clock.now, opener=f"Ann{n}", names=(f"Ben{n}", f"Cho{n}")) for n in range(10)
    ]
    assert all(process.stdout and process.stdout.readline() == "ready\n" for process in sweepers)
    played = 0
    for _ in range(3):  # before anybody is taken to be away
        clock.advance(days=1, seconds=1)
        played += _sweep_at_once(sweepers, clock.now)
        for table in tables:
            assert decision_of(running.service, table).since == clock.now, "each was played in this round"
    logs = [events_of(running.service, table) for table in tables]
    for events in logs:
        assert [event.number for event in events] == list(range(len(events)))
        assert {event.by for event in events[1:]} <= {"deadline", "forced"}
    assert sum(event.by == "deadline" for events in logs for event in events) == played == 3 * len(tables)


def test_a_bot_plays_at_once(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_bots(service, clock.now)
    for _ in range(4):
        if decision_of(service, match_id).seat == 1:
            play_any(service, match_id, clock.now)
        else:
            assert due.sweep(service, clock.now) == 1
    assert {event.by for event in events_of(service, match_id)[1:]} == {"bot", "player"}


@pytest.mark.parametrize("choose", [lambda view, rng: "castle", lambda view, rng: max([]), lambda view, rng: None])
def test_a_bot_that_fails_plays_its_deadline_move(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, choose: object
) -> None:
    monkeypatch.setattr(due, "bot_for", lambda key: choose)
    match_id = open_with_bots(service, clock.now)
    while decision_of(service, match_id).seat == 1:
        play_any(service, match_id, clock.now)
    due.sweep(service, clock.now)
    last = events_of(service, match_id)[-1]
    assert (last.by, last.move) == ("bot", "pass")


def test_the_log_of_a_failure_tells_where_and_no_card(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(due, "bot_for", lambda key: lambda view, rng: "bid 9x5")  # it is refused, and told its hand
    match_id = open_with_bots(service, clock.now)
    while decision_of(service, match_id).seat == 1:
        play_any(service, match_id, clock.now)
    due.sweep(service, clock.now)
    assert "IllegalMove (due.py:" in caplog.text
    assert "cannot pay" not in caplog.text
    assert "Your hand" not in caplog.text


def test_what_cannot_be_played_is_tried_again_later(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_with_people(service, clock.now)
    clock.advance(days=1)
    monkeypatch.setattr(due, "_choose", lambda *args: 1 / 0)
    assert due.sweep(service, clock.now) == 1
    assert due.sweep(service, clock.now) == 0, "not again at once"
    monkeypatch.undo()
    clock.advance(hours=1)
    due.sweep(service, clock.now)
    assert events_of(service, match_id)[-1].by == "deadline"


@pytest.mark.parametrize("wrong", [{"status": "cancelled"}, {"asked": 77}], ids=str)
def test_a_row_that_does_not_fit_its_match_is_put_off(
    running: Running, clock: VirtualClock, wrong: dict[str, object]
) -> None:
    match_id = open_with_people(running.service, clock.now)
    with running.service.store.writing() as session:
        row = session.get_one(Match, match_id) if "status" in wrong else session.exec(select(Decision)).one()
        for key, value in wrong.items():
            setattr(row, key, value)
        session.add(row)
    clock.advance(days=1)
    assert due.sweep(running.service, clock.now) == 1
    assert due.sweep(running.service, clock.now) == 0, "the worker would never come to an end"
    assert len(events_of(running.service, match_id)) == 1


def test_a_worker_with_work_stops(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    busy = threading.Event()

    def always(*_args: object) -> int:
        busy.set()
        return 1

    monkeypatch.setattr(due, "sweep", always)
    running.worker.start()
    assert busy.wait(10)
    stopping = threading.Thread(target=running.worker.stop, daemon=True)
    stopping.start()
    stopping.join(10)
    assert not stopping.is_alive()


def test_a_run_of_decisions_of_a_seat_is_one_deadline(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    for _ in range(2):
        decision = decision_of(service, match_id)
        _play(service, match_id, "pass", clock)
    decision = decision_of(service, match_id)
    clock.advance(hours=5)
    _play(service, match_id, "bid 1x" + _number(service, match_id), clock)
    after = decision_of(service, match_id)
    assert (after.seat, after.kind) == (decision.seat, "settle")
    assert after.due_at == decision.due_at
    assert after.asked == decision.asked + 1


def _number(service: Service, match_id: str) -> str:
    from service import matches

    with service.store.reading() as session:
        position = service.histories.load(session, matches.find(session, match_id)).position
    return next(position.moves(position.to_act()[0].seat))[-1]


def _play(service: Service, match_id: str, move: str, clock: VirtualClock) -> None:
    from service import play

    decision = decision_of(service, match_id)
    play.play(service, match_id, decision.seat, move, asked=decision.asked, now=clock.now)


@pytest.mark.usefixtures("never_away")
def test_silence_to_the_end_still_ends(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    for _ in range(200):
        clock.advance(days=1, seconds=1)
        if not due.sweep(service, clock.now):
            break
    assert match_of(service, match_id).status == "over"
    assert len(outbox_of(service, match_id, "result")) == 3
