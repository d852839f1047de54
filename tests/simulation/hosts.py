"""A host, who looks at the matches a few times a day and does at some of them what only hosts can do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from service import absence, outbox, seats
from service.base import Refused
from service.seats import STAND_INS
from tests.simulation.clock import START
from tests.simulation.process import Process

if TYPE_CHECKING:
    from tests.simulation.world import World

HOST, WHY = "Hilda", "as you have asked"
EVERY = timedelta(hours=7)
STEPS_IN = 0.02  # at each look at a match
GOES_ON = 0.2  # of the paused matches, at each look
ACTS = {"pause": 2, "deadline": 4, "replace": 1, "offer": 3, "end": 0.2, "retry": 1}


class Host:
    """Uses the service as the hosts' pages do."""

    def __init__(self, world: World) -> None:
        self.world = world
        world.agenda.add(START + EVERY, self._look)

    def _look(self) -> None:
        world = self.world
        world.later(EVERY, self._look)
        for match_id, status in world.observer.all("SELECT id, status FROM match ORDER BY id"):
            if status == "paused" and world.chance(GOES_ON):
                self._do("go on", lambda p, m=match_id: seats.go_on(p.service, m, WHY, HOST, world.clock.now))
            elif status == "running" and world.chance(STEPS_IN):
                self._step_in(match_id)

    def _step_in(self, match_id: str) -> None:
        world, rng = self.world, self.world.rng
        what = rng.choices(list(ACTS), list(ACTS.values()))[0]
        count = world.observer.one("SELECT seats FROM match WHERE id = ?", match_id)
        seat = rng.randint(1, count[0] if count else 1)
        friend = rng.choice(list(world.people.values())).address
        due_at = world.clock.now + timedelta(hours=rng.choice((1, 9, 30, 100)))
        failed = world.observer.all("SELECT id FROM outbox WHERE status = 'failed'")

        def act(process: Process) -> None:
            service, now = process.service, world.clock.now
            if what == "pause":
                seats.pause(service, match_id, WHY, HOST, now)
            elif what == "deadline":
                seats.move_deadline(service, match_id, seat, due_at, WHY, HOST, now)
            elif what == "replace":
                seats.replace(service, match_id, seat, rng.choice(STAND_INS), WHY, HOST, now)
            elif what == "offer":
                absence.offer_by_host(service, match_id, seat, friend, WHY, HOST, "10.9.9.9", now)
            elif what == "end":
                seats.end(service, match_id, WHY, HOST, now)
            elif failed:
                with service.store.writing() as session:
                    outbox.retry(session, failed[0][0], now)

        self._do(what, act)

    def _do(self, what: str, act: Callable[[Process], object]) -> None:
        alive = self.world.alive()
        if not alive:
            return

        def do() -> None:
            with suppress(Refused):
                act(alive[0])
                self.world.note(f"the host: {what}")
                self.world.figures[f"acts of a host: {what}"] += 1

        self.world.run(alive[0], do)
