"""The world: people, processes and a mail server around one database, from one thing that happens to the next."""

from __future__ import annotations

import hashlib
import logging
import os
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, ExitStack
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import TypeVar
from unittest.mock import patch

import config
from app import attach, create_app
from service import due, lobby, matches
from tests.simulation import faults
from tests.simulation.audit import Audit, days_of
from tests.simulation.clock import Agenda, Clock, minutes, next_sweep, START
from tests.simulation.hosts import Host
from tests.simulation.observer import Observer
from tests.simulation.opening import wishes
from tests.simulation.people import make_people, Person
from tests.simulation.plan import Failed, MEANWHILE, Plan, Violation, WHOLE_MACHINE, WOKEN
from tests.simulation.post import MailServer
from tests.simulation.process import Died, Process
from tests.simulation.pulse import Pulse

T = TypeVar("T")

PROCESSES = 2
KEYS = "a key that every process of the simulation has"
ENVIRONMENT = {"SECRET_KEYS": KEYS, "SMTP_URL": "smtp://localhost:25", "MAIL_FROM": "Mousepost <post@example.org>"}


class World:
    """Everything that a run needs. All chance is drawn from one seed."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.folder = plan, folder
        self.rng = Random(plan.seed)
        self.clock, self.agenda = Clock(), Agenda()
        self.end = START + timedelta(days=plan.days)
        self.figures: Counter[str] = Counter()
        self.excuses: Counter[str] = Counter()  # how often a mail may have been sent once more than once
        self.story: deque[str] = deque(maxlen=25)  # what happened last, for who has to find out why
        self.trouble = START  # when a process died, began anew or hung for the last time
        self.errors: list[str] = []  # that the service has logged
        self.getting = False  # somebody only looks
        self.at_once: Callable[[], None] | None = None  # what is to happen in the middle of the next transaction
        self.digest = ""  # the same for two runs exactly when everything in them was
        self._upsets = 0
        self._known: dict[int | None, Person] = {}
        self._woken = False
        self._next_sweep: datetime | None = None
        self._stack: list[Process] = []
        database = folder / "mousepost.db"
        environment = {f"MOUSEPOST_{key}": value for key, value in ENVIRONMENT.items()}
        environment["MOUSEPOST_DATABASE_URL"] = f"sqlite:///{database}"
        self.settings = config.load(environment, folder)
        attach(create_app(), self.settings).service.store.close()  # migrates
        self.observer = Observer(str(database))
        self.pulse = Pulse(self.observer)
        self.people = make_people(self)
        self.server = MailServer(self)
        self.audit = Audit(self)
        self.processes = [Process(self, number) for number in range(PROCESSES)]
        Host(self)
        for wish in wishes(self):
            self.agenda.add(wish.at, partial(wish.opener.open_table, wish))

    def live(self) -> None:
        """Let everything happen until the end of the run. Raises `Violation`."""
        while self.agenda:
            at, what = self.agenda.pop()
            if at >= self.end:
                break
            self.clock.now = max(self.clock.now, at)
            self.figures["steps"] += 1
            self.audit.begin()
            what()
            self.audit.step()
            if self.figures["steps"] % self.plan.full_every == 0:
                self.audit.everything()
            self._plan_sweep()
        self.audit.everything()
        self.figures["match-days"] = round(days_of(self))
        self.digest = self._digest()

    def close(self) -> None:
        for process in self.processes:
            process.end()
        self.audit.close()
        self.observer.close()

    def person(self, player_id: int | None) -> Person:
        """Return the person that a player is."""
        if player_id not in self._known:
            row = self.observer.one("SELECT address FROM player WHERE id = ?", player_id)
            assert row
            self._known[player_id] = self.people[row[0]]
        return self._known[player_id]

    def note(self, what: str) -> None:
        self.story.append(f"{self.clock.now:%d %b %H:%M:%S} {what}")

    def later(self, span: timedelta, what: Callable[[], None]) -> None:
        self.agenda.add(self.clock.now + span, what)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # Processes

    def alive(self) -> list[Process]:
        return [process for process in self.processes if process.alive]

    def run(self, process: Process, what: Callable[[], T]) -> T | None:
        """Let a process do something; return what came of it, `None` where it died of it."""
        self._stack.append(process)
        try:
            return what()
        except Died as death:
            self._bury(process, str(death))
            return None
        finally:
            self._stack.remove(process)

    def busy(self) -> Process:
        """Return the process that is at work."""
        return self._stack[-1]

    def dies(self, where: str) -> bool:
        if not self.chance(self.plan.chance(self.plan.deaths)):
            return False
        self.figures[f"deaths {where}"] += 1
        return True

    def _bury(self, process: Process, where: str) -> None:
        """Take a dead process away, at times all that its machine had; somebody starts it again."""
        self.audit.died(process)
        gone = [process]
        if self.chance(WHOLE_MACHINE):
            gone += [other for other in self.alive() if other is not process and other not in self._stack]
        self._upset()
        for each in gone:
            self.note(f"process {each.number} died {where}")
            each.end()
            span = minutes(self.rng.choice((0.1, 1, 5, 20, 240)))
            self.later(span, partial(self._start_again, each.number))
        if not self.alive():
            self.pulse.stop(self.clock.now)

    def _upset(self) -> None:
        """Note that what is due now may be played later than it should be."""
        self._upsets += 1
        self.trouble = self.clock.now

    def _start_again(self, number: int) -> None:
        self.processes[number] = Process(self, number)
        self.figures["starts of a process again"] += 1
        if len(self.alive()) == 1:
            self._upset()
            self.pulse.light(self.clock.now)
        self._woken = True

    def meanwhile(self, process: Process) -> None:
        """Let another process do something before `process` begins a transaction that writes."""
        if self.getting:
            return
        act, self.at_once = self.at_once, None
        others = [other for other in self.alive() if other not in self._stack]
        if act:
            act()
        elif others and self.chance(self.plan.chance(MEANWHILE)):
            self.figures["turns of another process in between"] += 1
            self._work(others[0])

    def hang(self, span: timedelta) -> None:
        """Let the mail server take its time, in which another process may work."""
        self.clock.now += span
        self._upset()
        self.audit.hung()
        others = [other for other in self.alive() if other not in self._stack]
        if others:
            self._work(others[0])
        else:
            self.pulse.keep(self.clock.now)  # bots and deadlines are another thread's work

    # Sweeping

    def _work(self, process: Process) -> None:
        """Let a worker do a round."""
        self.pulse.keep(self.clock.now)
        self.run(process, process.worker.work)

    def wake(self) -> None:
        self._woken = True

    def _plan_sweep(self) -> None:
        """Note when a worker looks next: at once when it was woken, else at its next time at which something is due."""
        if not self.alive():
            return
        if self.pulse.is_silent or (self._woken and self.chance(WOKEN)):  # who begins looks at once
            at = self.clock.now + timedelta(seconds=self.rng.choice((0, 0, 1, 10)))
        else:
            due_at = self.observer.next_due()
            if not due_at:
                return
            at = next_sweep(max(due_at, self.clock.now + timedelta(microseconds=1)))
        self._woken = False
        if not self._next_sweep or at < self._next_sweep or self._next_sweep < self.clock.now:
            self._next_sweep = at
            self.agenda.add(at, partial(self._sweep, at))

    def _sweep(self, planned: datetime) -> None:
        """Let a worker do all that is due."""
        if planned == self._next_sweep:
            self._next_sweep = None
        alive = self.alive()
        if not alive:
            return
        self._woken = False
        process = self.rng.choice(alive)
        self.figures["sweeps"] += 1
        before = self._upsets
        self._work(process)
        if self._upsets == before:  # who died on the way has left the rest to the next sweep
            self.audit.nothing_is_due()

    def _digest(self) -> str:
        """Return the hash of all that was played and mailed."""
        rows = self.observer.all("SELECT * FROM event ORDER BY match_id, number")
        mails = self.observer.all("SELECT * FROM outbox ORDER BY id")
        return hashlib.sha256(repr((rows, mails)).encode()).hexdigest()[:16]


class Listener(logging.Handler):
    """Keeps the errors that the service logs: in this world nothing is its fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.world: World | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if self.world:
            self.world.errors.append(f"{record.name}: {record.getMessage()} {record.exc_info and record.exc_info[1]!r}")


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """Draw what the service draws from a seed: secrets, addresses of matches, and what its bots toss for."""
    rng = Random(f"{seed} of the service")
    drawn = SimpleNamespace(token_bytes=rng.randbytes, choice=rng.choice, SystemRandom=lambda: rng)
    with (
        patch.object(matches, "secrets", drawn),
        patch.object(lobby, "secrets", drawn),
        patch.object(due, "Random", lambda: rng),
        patch.dict(os.environ),
    ):
        yield


def simulate(plan: Plan) -> World:
    """Live through a plan and return the world as it is then. Raises `Failed`."""
    listener, logger = Listener(), logging.getLogger()
    level = logger.level
    logger.addHandler(listener)
    with ExitStack() as stack:
        stack.callback(logger.removeHandler, listener)
        stack.callback(logger.setLevel, level)
        folder = Path(stack.enter_context(TemporaryDirectory()))
        stack.enter_context(_seeded(plan.seed))
        stack.enter_context(faults.planted(plan.fault))
        world = World(plan, folder)
        listener.world = world
        logger.setLevel(logging.ERROR)
        stack.callback(world.close)
        try:
            world.live()
        except (Exception, Violation) as error:
            told = "\n  ".join(("Before that:", *world.story))
            what = error if isinstance(error, Violation) else f"{type(error).__name__}: {error}"
            raise Failed(
                f"{world.clock.now:%d %b %Y %H:%M:%S}: {what}\n{told}\nTo repeat it: {plan.command}"
            ) from error
        return world
