"""What works in the background: bots, deadlines and mail, woken after a commit and by a scheduler."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC

from apscheduler.schedulers.background import BackgroundScheduler

from mail.envelope import Office
from mail.messenger import Messenger
from mail.post import send_due
from mail.transport import Transport
from service import absence, due, heartbeat, lobby
from service.base import Service
from web.site import Clock

SWEEP_SECONDS = 10  # where a commit wakes the worker
LOOK_SECONDS = 1  # where the pages are served by other processes
STUMBLE_SECONDS = 10  # before what failed is tried again
STOP_SECONDS = 10  # for the mail in hand

logger = logging.getLogger("mousepost.worker")


class Round:
    """A thread that does its rounds: `once` whenever it is woken, until it is stopped."""

    def __init__(self, name: str, once: Callable[[], object]) -> None:
        self._stop = threading.Event()
        self._name = name
        self._once = once
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def stopped(self) -> bool:
        """Say whether no round is to begin any more."""
        return self._stop.is_set()

    def wake(self) -> None:
        """Say that there may be something to do."""
        self._woken.set()

    def start(self) -> None:
        """Begin with a first round."""
        self._thread.start()
        self.wake()

    def stop(self) -> None:
        """Begin no round any more."""
        self._stop.set()
        self.wake()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until what was in hand at `stop` is done, at most `seconds`."""
        self._thread.join(seconds)

    def _run(self) -> None:
        while True:
            self._woken.wait()
            self._woken.clear()
            if self.stopped:
                return
            try:
                self._once()
            except Exception:
                logger.exception("the %s stumbled; it goes on in %s seconds", self._name, STUMBLE_SECONDS)
                self._stop.wait(STUMBLE_SECONDS)


class Worker:
    """Works what is due. Woken after a commit, and by the scheduler.

    Bots and deadlines are one thread's work, mail another's and other channels a third's, so that no match waits for a
    mail server, and no mail for a server that some player has named.
    """

    def __init__(
        self, service: Service, office: Office, transport: Transport, clock: Clock, messenger: Messenger
    ) -> None:
        self.service = service
        self.office = office
        self.transport = transport
        self.clock = clock
        self._sweeper = Round("sweeper", self.sweep)
        self.messenger = messenger
        self._postman = Round("postman", self.post)
        self._messenger = Round("messenger", self.notify)
        self._scheduler = BackgroundScheduler(timezone=UTC)

    def wake(self) -> None:
        """Say that there may be something to do."""
        self._sweeper.wake()
        self._wake_senders()

    def _wake_senders(self) -> None:
        self._postman.wake()
        self._messenger.wake()

    def is_stopping(self) -> bool:
        """Say whether only what is in hand is to be finished."""
        return self._sweeper.stopped

    def work(self) -> None:
        """Do all that is due now, until nothing is."""
        while self.sweep() + self.post() + self.notify():
            pass

    def sweep(self) -> int:
        """Play the bots and deadlines that are due, until none is; return how many there were."""
        played = 0
        heartbeat.beat(self.service, self.clock())
        lobby.expire(self.service, self.clock())
        absence.close_old(self.service, self.clock())
        if due.remind(self.service, self.clock()):
            self._wake_senders()
        while found := due.sweep(self.service, self.clock()):
            played += found
            heartbeat.beat(self.service, self.clock())  # much to do is no silence
            self._wake_senders()
            if self._sweeper.stopped:
                break
        return played

    def post(self) -> int:
        """Send the mail that is due, until none is, and hang up; return how many there were."""
        sent = 0
        try:
            while found := send_due(self.service, self.office, self.transport, self.clock, go_on=self._goes_on):
                sent += found
                if self._postman.stopped:
                    break
        finally:
            self.transport.close()
        return sent

    def notify(self) -> int:
        """Send what goes by other channels and is due, until nothing is; return how many there were."""
        sent = 0
        while found := self.messenger.send_due(lambda: not self._messenger.stopped):
            sent += found
            if self._messenger.stopped:
                break
        return sent

    def start(self, seconds: int = SWEEP_SECONDS) -> None:
        """Begin to work, in threads of this process; look for what is due every so many `seconds`."""
        self._scheduler.add_job(
            self.wake, "interval", seconds=seconds, misfire_grace_time=None, coalesce=True, max_instances=1
        )
        self._scheduler.start()
        self._sweeper.start()
        self._postman.start()
        self._messenger.start()

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Finish what is in hand and stop; a mail that takes longer than `seconds` is sent again after a start."""
        self._scheduler.shutdown()
        self._sweeper.stop()
        self._postman.stop()
        self._messenger.stop()
        self._sweeper.wait()
        self._postman.wait(seconds)
        self._messenger.wait(seconds)

    def _goes_on(self) -> bool:
        return not self._postman.stopped
