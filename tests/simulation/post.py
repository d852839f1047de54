"""The mail server: takes mails, refuses them, is slow, says nothing, and is down for a day now and then."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import TYPE_CHECKING

from mail.transport import Bounced, Deferred, Unavailable
from tests.simulation import letters
from tests.simulation.clock import START
from tests.simulation.plan import DEFERRED, OUTAGE_DAYS, SLOW, UNHEARD

if TYPE_CHECKING:
    from tests.simulation.world import World

HANGS = timedelta(minutes=6)  # longer than a claim lasts


class MailServer:
    """Delivers to the people of a world."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, world.rng
        self._deferred, self._slow, self._unheard = (world.plan.chance(each) for each in (DEFERRED, SLOW, UNHEARD))
        self.taken: Counter[str] = Counter()  # by Message-ID
        self.refused: set[str] = set()
        self.down = self._outages(world.plan.days)

    def _outages(self, days: int) -> list[tuple[datetime, datetime]]:
        """Return from when to when nothing is taken at all: a day at a time, and minutes or hours."""
        found = []
        for hours, every in ((24.0, OUTAGE_DAYS), (1.0, 2)):
            for _ in range(round(days / every)):
                begin = START + timedelta(days=self.rng.uniform(0, days))
                found.append((begin, begin + timedelta(hours=hours * self.rng.uniform(0.2, 1.1))))
        return sorted(found)

    def take(self, message: EmailMessage) -> None:
        """Take a mail, or not. Raises `Undelivered`."""
        now, figures = self.world.clock.now, self.world.figures
        letter = letters.read(message)
        self.world.audit.sending(letter, message)
        if any(begin <= now < end for begin, end in self.down):
            figures["tries while the mail server was down"] += 1
            raise Unavailable("localhost:25: Connection refused")
        person = self.world.people[letter.to]
        if person.is_gone(now):
            self.refused.add(letter.id)
            figures["mails refused for good"] += 1
            raise Bounced("550 5.1.1 no such user")
        fate = self.rng.random()
        if fate < self._deferred:
            figures["mails deferred"] += 1
            raise Deferred("451 4.7.1 please try again later")
        if fate < self._deferred + self._slow:
            figures["mails that took longer than their claim"] += 1
            self.world.hang(HANGS)
        self.taken[letter.id] += 1
        figures["mails taken"] += 1
        person.receive(letter)
        if fate > 1 - self._unheard:
            figures["mails taken whose answer was lost"] += 1
            self.world.excuses[letter.id] += 1
            raise Deferred("localhost:25: timed out")
