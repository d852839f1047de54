"""The life of a process: the application, its service and its worker on the database, until it dies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any, TYPE_CHECKING

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import event
from sqlmodel import Session

from app import attach, create_app
from models.store import Store

if TYPE_CHECKING:
    from tests.simulation.world import World


class Compiled(BytecodeCache):
    """Templates, compiled once for all lives of all processes."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Died(BaseException):
    """A process has ended in the middle of what it did, and cleans nothing up."""


class Process:
    """One process, which serves pages and works what is due."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number, self.alive = world, number, True
        self.app = create_app()
        self.app.jinja_env.bytecode_cache = COMPILED
        self.worker = attach(self.app, world.settings, world.clock, Line(self))
        self.service = self.worker.service
        self.service.wake = world.wake
        make_quick(self.service.store)
        self.service.store.writing = self._writing(self.service.store.writing)  # type: ignore[method-assign]

    def end(self) -> None:
        self.alive = False
        self.service.store.close()

    def may_die(self, where: str) -> None:
        if self.world.dies(where):
            raise Died(where)

    def _writing(self, honest: Callable[[], Any]) -> Callable[[], Any]:
        """Return transactions that write, around whose commits this process may die."""

        @contextmanager
        def writing() -> Iterator[Session]:
            self.world.meanwhile(self)
            with honest() as session:
                yield session
                self.may_die("before a commit")
            self.may_die("after a commit")

        return writing


class Line:
    """The way of a process to the mail server."""

    def __init__(self, process: Process) -> None:
        self.process = process

    def send(self, message: EmailMessage) -> None:
        self.process.may_die("before a send")
        self.process.world.server.take(message)
        self.process.may_die("after a send")

    def close(self) -> None:
        """Hang up."""


def make_quick(store: Store) -> None:
    """Let commits not wait for the disk: processes die here, machines do not lose power."""
    store.engine.dispose()
    event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
