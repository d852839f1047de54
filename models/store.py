"""The database: one engine, two kinds of transaction.

On SQLite a transaction that writes takes the write lock when it begins, so that what it read still holds when
it writes; one that reads takes none. On other back ends the keys of the rows are the lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, create_engine, Engine, event
from sqlmodel import Session

BUSY_SECONDS = 20


class Store:
    """A database to read from and write to."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self._reading = self.engine.execution_options(reading=True)

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


def connect(url: str) -> Engine:
    """Return an engine for `url`, with SQLite set up for several threads and processes."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, hide_parameters=True)
    engine = create_engine(
        url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}
    )
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _on_begin(connection: Connection) -> None:
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
