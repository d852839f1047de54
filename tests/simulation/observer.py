"""An observer of the database: sees what is committed, and what has changed since it last looked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, UTC
from typing import Any, NamedTuple

WATCHED = {"event": "match_id", "decision": "match_id", "seat": "match_id", "match": "id", "outbox": "match_id"}
FORMAT = "%Y-%m-%d %H:%M:%S.%f"


class Waits(NamedTuple):
    """A row of the decisions."""

    kind: str
    asked: int
    since: datetime
    due_at: datetime


class Changes(NamedTuple):
    """The matches and the outbox rows that have changed."""

    matches: list[str]
    mails: list[int]


def to_text(moment: datetime) -> str:
    return moment.strftime(FORMAT)


def to_moment(text: str | None) -> datetime | None:
    return _moment(text) if text else None


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Observer:
    """A connection of its own, which reads; triggers note for it what others write."""

    def __init__(self, path: str) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA synchronous=OFF")
        self._seen = 0
        self._database.execute("CREATE TABLE touched (id INTEGER PRIMARY KEY, match_id TEXT, mail INTEGER)")
        for table, key in WATCHED.items():
            for verb, row in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")):
                mail = f"{row}.id" if table == "outbox" else "NULL"
                self._database.execute(
                    f"CREATE TRIGGER watch_{table}_{verb} AFTER {verb} ON {table} BEGIN "
                    f"INSERT INTO touched (match_id, mail) VALUES ({row}.{key}, {mail}); END"
                )

    def close(self) -> None:
        self._database.close()

    def version(self) -> int:
        """Return a number that is another one whenever anybody has changed anything."""
        return int(self._database.execute("PRAGMA data_version").fetchone()[0])

    def seen(self) -> int:
        """Return a number that grows whenever somebody has seen more of a table."""
        return int(self._database.execute("SELECT total(seen) FROM seat").fetchone()[0])

    def all(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._database.execute(query, values).fetchall()

    def one(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._database.execute(query, values).fetchone()
        return row

    def changes(self) -> Changes:
        """Return what has changed since this was last asked, in order and each once."""
        rows = self.all("SELECT id, match_id, mail FROM touched WHERE id > ? ORDER BY id", self._seen)
        if rows:
            self._seen = rows[-1][0]
        found = dict.fromkeys(match_id for _, match_id, _ in rows if match_id)
        return Changes(list(found), list(dict.fromkeys(mail for *_, mail in rows if mail)))

    def waiting(self, match_id: str) -> dict[int, Waits]:
        """Return the rows of the decisions of a match, by seat."""
        rows = self.all("SELECT seat, kind, asked, since, due_at FROM decision WHERE match_id = ?", match_id)
        return {seat: Waits(kind, asked, _moment(since), _moment(due_at)) for seat, kind, asked, since, due_at in rows}

    def next_due(self) -> datetime | None:
        """Return when the worker has something to do next."""
        thought = "WHERE due_at = since" if self.mail_down() else ""  # no deadline passes while no mail can be sent
        queries = (
            f"SELECT min(due_at) FROM decision {thought}",
            "SELECT min(remind_at) FROM decision",
            "SELECT min(datetime(held_at, '+30 days')) FROM match WHERE status = 'adjourned'",
            "SELECT min(max(due_at, coalesce(claimed_until, ''))) FROM outbox WHERE status = 'queued'",
            "SELECT min(datetime(created_at, '+14 days')) FROM match WHERE status = 'open'",
        )
        found = [to_moment(row[0]) for query in queries if (row := self.one(query))]
        return min((moment for moment in found if moment), default=None)

    def is_queued(self, match_id: str, seat: int | None, kind: str, number: int) -> bool:
        """Say whether something has been queued for a seat."""
        query = "SELECT id FROM outbox WHERE match_id = ? AND seat = ? AND kind = ? AND number = ?"
        return self.one(query, match_id, seat, kind, number) is not None

    @contextmanager
    def other_orders(self, match_id: str, seat: int) -> Iterator[None]:
        """Let the standing orders of all but one seat be other ones for a while."""
        kept = self.all(
            "SELECT lines, match_id, seat FROM standing_order WHERE match_id = ? AND seat != ?", match_id, seat
        )
        change = "UPDATE standing_order SET lines = ? WHERE match_id = ? AND seat = ?"
        self._database.executemany(change, [('["zebra"]', *key) for _, *key in kept])
        try:
            yield
        finally:
            self._database.executemany(change, kept)

    # Heartbeats

    def last_beat(self) -> datetime | None:
        row = self.one("SELECT at FROM heartbeat WHERE name = 'sweep'")
        return to_moment(row[0]) if row else None

    def beat(self, at: datetime) -> None:
        """Write the heartbeat of a round in which nothing was due."""
        text = to_text(at)
        self._database.execute("UPDATE heartbeat SET at = ? WHERE name = 'sweep' AND at < ?", (text, text))

    def mail_down(self) -> datetime | None:
        """Return since when the service takes the mail server to be down."""
        row = self.one("SELECT down_since FROM heartbeat WHERE name = 'mail'")
        return to_moment(row[0]) if row else None
