"""The worker: its rounds go on whatever happens in one, and no match waits for a mail server."""

from __future__ import annotations

import threading
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from tests.conftest import pass_time, Running, VirtualClock
from tests.service.table import decision_of, events_of, open_with_people
from worker import Round

PATIENCE = 30  # seconds after which a test is taken to hang


class Stuck:
    """A transport that hangs over its first mail until it is let go, and notes how it was left."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.let_go = threading.Event()
        self.mails: list[EmailMessage] = []
        self.closed = 0

    def send(self, message: EmailMessage) -> None:
        self.reached.set()
        assert self.let_go.wait(PATIENCE)
        self.mails.append(message)

    def close(self) -> None:
        self.closed += 1


def wait_for(what: Callable[[], bool]) -> None:
    for _ in range(PATIENCE * 100):
        if what():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it did not come about")


def test_a_mail_server_that_hangs_stops_no_deadline(make_running: Callable[..., Running], clock: VirtualClock) -> None:
    stuck = Stuck()
    running = make_running(stuck)
    match_id = open_with_people(running.service, clock.now)
    running.worker.start()
    assert stuck.reached.wait(PATIENCE)
    pass_time(running, decision_of(running.service, match_id).due_at)
    running.service.wake()
    wait_for(lambda: len(events_of(running.service, match_id)) == 2)
    assert events_of(running.service, match_id)[1].by == "deadline"
    assert stuck.mails == []
    stuck.let_go.set()
    running.worker.stop()
    assert len(stuck.mails) >= 1, "the mail in hand is finished"
    assert stuck.closed >= 1


def test_stopping_does_not_wait_for_a_mail_server_that_hangs(
    make_running: Callable[..., Running], clock: VirtualClock
) -> None:
    stuck = Stuck()
    running = make_running(stuck)
    open_with_people(running.service, clock.now)
    running.worker.start()
    assert stuck.reached.wait(PATIENCE)
    running.worker.stop(seconds=0)
    assert stuck.mails == []
    stuck.let_go.set()
    wait_for(lambda: stuck.closed == 1)
    assert len(stuck.mails) == 1, "no further mail is begun"


def test_a_move_of_the_sweep_is_mailed_without_waiting_for_the_clock(
    running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_with_people(running.service, clock.now)
    running.work()
    monkeypatch.setattr("worker.SWEEP_SECONDS", 10_000)
    running.worker.start()
    wait_for(lambda: len(running.tray.mails) == 3)
    pass_time(running, decision_of(running.service, match_id).due_at)
    running.service.wake()
    wait_for(lambda: len(running.tray.mails) > 3)
    running.worker.stop()


def test_a_round_that_stumbles_is_not_the_last(caplog: pytest.LogCaptureFixture) -> None:
    done = threading.Semaphore(0)

    def once() -> None:
        done.release()
        raise ValueError("a stone")

    walk = Round("walker", once)
    walk.start()
    assert done.acquire(timeout=PATIENCE)
    walk.wake()
    assert done.acquire(timeout=PATIENCE)
    walk.stop()
    walk.wait(PATIENCE)
    assert "the walker stumbled" in caplog.text
