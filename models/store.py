"""The database: one engine, two kinds of transaction, and how those that write keep out of each other's way.

On SQLite a transaction that writes takes the write lock when it begins, so that what it read still holds when
it writes; one that reads takes none. On PostgreSQL writers run side by side (read committed), so whoever writes
what depends on what it read first takes the row (`models.log.hold`) or its turn (`take_turns`); one that reads
sees a single moment (repeatable read), as on SQLite.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, create_engine, Engine, event, func, select
from sqlmodel import Session

BUSY_SECONDS = 20
CONNECT_SECONDS = 10


class Store:
    """A database to read from and write to."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self._reading = self.engine.execution_options(**_reading_options(self.engine))

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session for reading; nothing is committed."""
        with Session(self._reading, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session whose work is committed as a whole at the end, or not at all."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def take_turns(connection: Connection | Session, what: str) -> None:
    """Let only one transaction at a time go on with `what`; the turn ends with the transaction.

    On SQLite a transaction that writes has its turn already.
    """
    bind = connection.get_bind() if isinstance(connection, Session) else connection
    if bind.dialect.name == "postgresql":
        key = int.from_bytes(hashlib.sha256(what.encode()).digest()[:8], signed=True)
        connection.execute(select(func.pg_advisory_xact_lock(key)))


def connect(url: str) -> Engine:
    """Return an engine for `url`, set up for several threads and processes."""
    if not url.startswith("sqlite"):
        engine = create_engine(
            url, pool_pre_ping=True, hide_parameters=True, connect_args={"connect_timeout": CONNECT_SECONDS}
        )
        event.listen(engine, "connect", _limit_waiting)
        return engine
    engine = create_engine(
        url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}
    )
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _limit_waiting(connection: Any, _record: Any) -> None:
    """Wait for a lock as long as on SQLite, and not for ever."""
    connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
    connection.commit()


def _reading_options(engine: Engine) -> dict[str, Any]:
    """Return how a transaction that only reads is begun."""
    if engine.dialect.name == "postgresql":
        return {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return {"reading": True}


def _on_connect(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    _write_ahead(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: Any) -> None:
    """Turn the write-ahead log on, which a new file has not; of two who do so at once, SQLite lets neither wait."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _on_begin(connection: Connection) -> None:
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
