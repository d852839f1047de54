"""A browser at the service: requests to whichever process answers, and what must hold of every page."""

from __future__ import annotations

import re
from typing import Any, TYPE_CHECKING

from werkzeug.test import TestResponse

from tests.simulation.plan import Violation
from tests.simulation.process import Process

if TYPE_CHECKING:
    from tests.simulation.people import Person
    from tests.simulation.world import World

MARK = re.compile(r'name="csrf_token" value="([^"]+)"')


class Browser:
    """A browser with cookies of its own. Who gets `None` has been told that nobody answers."""

    def __init__(self, world: World, network: str, owner: Person | None = None) -> None:
        self.world, self.network = world, network
        self._owner = owner  # who is signed in here, if anybody is
        self._cookies: dict[Any, Any] = {}
        self._mark = ""

    def get(self, path: str) -> TestResponse | None:
        """Look at a page. Raises `Violation` where that changes anything but who is back, and what a seat has seen."""
        process = self._process()
        if not process:
            return None
        comes = self._owner is not None and self.world.audit.comes_back(self._owner, path)
        observer = self.world.observer
        before, seen, self.world.getting = observer.version(), observer.seen(), True
        try:
            answer = self.world.run(process, lambda: self._send(process, "GET", path))
        finally:
            self.world.getting = False
        self.world.figures["pages looked at"] += 1
        if not comes and observer.version() != before and observer.seen() == seen:
            raise Violation(f"GET {shortened(path)} changed the database")
        if comes and self._owner and answer is not None and self.world.audit.comes_back(self._owner, path):
            raise Violation(f"{self._owner.name} visits {path}, and is away all the same")
        if answer is not None:
            self._read(answer)
            self.world.audit.page(self, path, answer)
        return answer

    def post(self, path: str, process: Process | None = None, **form: object) -> TestResponse | None:
        """Send a form."""
        process = process or self._process()
        if not process or not self._find_mark():
            return None
        data = {"csrf_token": self._mark, **form}
        answer = self.world.run(process, lambda: self._send(process, "POST", path, data=data))
        self.world.figures["forms sent"] += 1
        if answer is not None:
            if answer.status_code >= 500:
                raise Violation(f"POST {shortened(path)} was answered by {answer.status_code}")
            self._read(answer)
        return answer

    def again(self, process: Process, path: str) -> str:
        """Return a page as this browser gets it now from a process, for comparison; nothing is kept of it."""
        kept, self.world.getting = self._cookies.copy(), True
        try:
            answer = self._send(process, "GET", path)
        finally:
            self._cookies, self.world.getting = kept, False
        return MARK.sub("", answer.text)

    def forget_mark(self) -> None:
        """Read the mark of the session anew: it is another one after signing in."""
        self._mark = ""

    def _process(self) -> Process | None:
        alive = self.world.alive()
        return self.world.rng.choice(alive) if alive else None

    def _send(self, process: Process, method: str, path: str, **more: Any) -> TestResponse:
        client = process.app.test_client()
        client._cookies = self._cookies
        return client.open(path, method=method, environ_base={"REMOTE_ADDR": self.network}, **more)

    def _read(self, answer: TestResponse) -> None:
        if answer.status_code == 200:
            found = MARK.search(answer.text)
            self._mark = found[1] if found else self._mark

    def _find_mark(self) -> str:
        if not self._mark:
            self.get("/sign-in")
        return self._mark


def shortened(path: str) -> str:
    return path if len(path) < 50 else f"{path[:40]}…"
