"""The worker: what it has in hand is finished when it is told to stop, and nothing new is begun."""

from __future__ import annotations

import threading
from collections.abc import Callable
from email.message import EmailMessage

import pytest
from sqlmodel import select

import app
from models.tables import Outbox
from service import due
from tests.conftest import Running, VirtualClock
from tests.service.table import events_of, open_and_invite, open_with_people


class SlowTray:
    """Takes a mail only when it may."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.may_go_on = threading.Event()
        self.mails: list[EmailMessage] = []

    def send(self, message: EmailMessage) -> None:
        self.begun.set()
        self.may_go_on.wait()
        self.mails.append(message)


def stop_meanwhile(running: Running, go_on: Callable[[], None]) -> None:
    """Tell the worker to stop; only when it knows, what it has in hand goes on."""
    stopping = threading.Thread(target=running.worker.stop)
    stopping.start()
    while not running.worker.is_stopping():
        pass
    go_on()
    stopping.join()


def statuses(running: Running) -> list[str]:
    with running.service.store.reading() as session:
        return sorted(row.status for row in session.exec(select(Outbox)))


def test_the_mail_in_hand_is_sent_and_the_rest_waits(make_running: Callable[..., Running], clock: VirtualClock) -> None:
    tray = SlowTray()
    running = make_running(tray)
    open_and_invite(running.service, clock.now)
    running.worker.start()
    tray.begun.wait()
    stop_meanwhile(running, tray.may_go_on.set)
    assert len(tray.mails) == 1
    assert statuses(running) == ["queued", "sent"]


def test_the_deadline_in_hand_is_played_and_the_rest_waits(
    running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [
        open_with_people(running.service, clock.now),
        open_with_people(running.service, clock.now, opener="Dee", names=("Eve",)),
    ]
    clock.advance(days=1)
    begun, may_go_on = threading.Event(), threading.Event()
    play_in = due.play_in

    def slow(*args: object, **kwargs: object) -> int:
        begun.set()
        may_go_on.wait()
        return play_in(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(due, "play_in", slow)
    running.worker.start()
    begun.wait()
    stop_meanwhile(running, may_go_on.set)
    assert sorted(len(events_of(running.service, table)) for table in tables) == [1, 2]


def test_a_worker_that_stumbles_goes_on(
    make_running: Callable[..., Running], clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tray = SlowTray()
    tray.may_go_on.set()
    running = make_running(tray)
    open_and_invite(running.service, clock.now, ("Ben",))
    monkeypatch.setattr(app, "STUMBLE_SECONDS", 0)
    sweep, stumbled = due.sweep, threading.Event()

    def once(*args: object) -> int:
        if not stumbled.is_set():
            stumbled.set()
            running.service.wake()
            raise ConnectionError("the database is away")
        return sweep(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(due, "sweep", once)
    running.worker.start()
    tray.begun.wait()
    running.worker.stop()
    assert stumbled.is_set()
    assert len(tray.mails) == 1
