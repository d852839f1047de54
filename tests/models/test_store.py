"""What every store must do: a class of cases that each back end inherits with its own address."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta, UTC
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, event
from sqlalchemy.exc import IntegrityError, InternalError, OperationalError
from sqlmodel import Session, SQLModel

import models.store
from models import log
from models.log import StaleMove
from models.migrate import migrate
from models.store import Store
from models.tables import Decision, Match, Outbox, Player
from service import outbox
from tests.postgres import Databases

ROOT = Path(__file__).parent.parent.parent
NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def add_match(session: Session, match_id: str = "m") -> Match:
    player = Player(name="Ann", created_at=NOW)
    session.add(player)
    session.flush()
    match = Match(
        id=match_id, game="katzenjammer-blues", rules=1, seats=2, opener_id=player.id or 0,
        server_seed="00", commitment="00", created_at=NOW,
    )  # fmt: skip
    session.add(match)
    session.flush()
    return match


MIGRATE = """
import sys
from models.migrate import migrate
from models.store import Store
store = Store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
migrate(store)
"""


class StoreConformance:
    """The cases; a subclass gives the fixtures `url`, a database to work with, and `empty`, one without tables."""

    @pytest.fixture
    def store(self, url: str) -> Iterator[Store]:
        store = Store(url)
        migrate(store)
        yield store
        store.close()

    def append(self, store: Store, match: Match) -> int:
        with store.writing() as session:
            return log.append(session, match, kind="note", by="player", at=NOW, fingerprint="f")

    def test_migrating_twice_changes_nothing(self, store: Store) -> None:
        migrate(store)

    def test_processes_that_start_at_once_migrate_once(self, empty: str) -> None:
        command = [sys.executable, "-c", MIGRATE, empty]
        processes = [
            subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for _ in range(2)
        ]
        for process in processes:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in processes:
            process.communicate()
        assert [process.returncode for process in processes] == [0, 0]
        store = Store(empty)
        with store.writing() as session:
            add_match(session)
        store.close()

    def test_the_tables_are_those_of_the_models(self, store: Store) -> None:
        with store.engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, SQLModel.metadata) == []

    def test_reading_sees_a_single_moment(self, store: Store) -> None:
        with store.writing() as session:
            match = add_match(session)
        with store.reading() as session:
            assert log.events(session, "m") == []
            self.append(store, match)
            assert log.events(session, "m") == []
            assert session.get_one(Match, "m").number == -1

    def test_reading_writes_nothing(self, store: Store) -> None:
        with store.reading() as session, suppress(OperationalError, InternalError):
            add_match(session)
        with store.reading() as session:
            assert session.get(Match, "m") is None

    def test_whoever_holds_a_match_is_never_too_late(self, store: Store) -> None:
        with store.writing() as session:
            add_match(session)

        def write() -> None:
            for _ in range(5):
                with store.writing() as session:
                    match = log.hold(session, "m")
                    assert match
                    log.append(session, match, kind="note", by="player", at=NOW, fingerprint="f")

        threads = [threading.Thread(target=write) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with store.reading() as session:
            assert [entry.number for entry in log.events(session, "m")] == list(range(30))

    @pytest.mark.parametrize("match_id", ["nowhere", "", "\x00", "m\x00"])
    def test_there_is_nothing_to_hold_where_there_is_no_match(self, store: Store, match_id: str) -> None:
        with store.writing() as session:
            add_match(session)
            assert log.hold(session, match_id) is None

    def test_what_is_written_is_read(self, store: Store) -> None:
        with store.writing() as session:
            match = add_match(session)
            log.append(
                session, match, kind="move", by="bot", at=NOW, fingerprint="f", seat=2, move="pass",
                chance={"deck/1": ["J", "1"], "first": 0}, detail={"ü": [1, None, True]},
            )  # fmt: skip
        with store.reading() as session:
            (entry,) = log.events(session, "m")
        assert (entry.number, entry.kind, entry.seat, entry.move, entry.by) == (0, "move", 2, "pass", "bot")
        assert entry.chance == {"deck/1": ["J", "1"], "first": 0}
        assert entry.detail == {"ü": [1, None, True]}

    def test_moments_come_back_in_utc(self, store: Store) -> None:
        later = NOW.astimezone() + timedelta(microseconds=7)
        with store.writing() as session:
            match = add_match(session)
            log.append(session, match, kind="note", by="player", at=later, fingerprint="f")
        with store.reading() as session:
            (entry,) = log.events(session, "m")
        assert entry.at == later
        assert entry.at.utcoffset() == timedelta(0)

    def test_events_come_in_order_and_from_a_number_on(self, store: Store) -> None:
        with store.writing() as session:
            match = add_match(session)
            for _ in range(12):
                log.append(session, match, kind="note", by="player", at=NOW, fingerprint="f")
        with store.reading() as session:
            assert [entry.number for entry in log.events(session, "m")] == list(range(12))
            assert [entry.number for entry in log.events(session, "m", after=9)] == [10, 11]

    def test_a_number_is_given_once(self, store: Store) -> None:
        with store.writing() as session:
            add_match(session)
        with store.reading() as session:
            first, second = session.get_one(Match, "m"), session.get_one(Match, "m").model_copy()
        self.append(store, first)
        with pytest.raises(StaleMove):
            self.append(store, Match(**second.model_dump()))
        with store.reading() as session:
            assert len(log.events(session, "m")) == 1

    def test_all_or_nothing(self, store: Store) -> None:
        def half() -> None:
            with store.writing() as session:
                match = add_match(session)
                log.append(session, match, kind="note", by="player", at=NOW, fingerprint="f")
                raise RuntimeError("died")

        with pytest.raises(RuntimeError):
            half()
        with store.reading() as session:
            assert session.get(Match, "m") is None
            assert log.events(session, "m") == []

    def test_many_writers_at_once_lose_nothing(self, store: Store) -> None:
        with store.writing() as session:
            add_match(session)

        def write() -> None:
            for _ in range(5):
                while True:
                    try:
                        with store.writing() as session:
                            match = session.get_one(Match, "m")
                            log.append(session, match, kind="note", by="player", at=NOW, fingerprint="f")
                        break
                    except StaleMove:
                        continue

        threads = [threading.Thread(target=write) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with store.reading() as session:
            assert [entry.number for entry in log.events(session, "m")] == list(range(30))

    def test_one_decision_a_seat(self, store: Store) -> None:
        def twice() -> None:
            with store.writing() as session:
                add_match(session)
                for kind in ("bid", "settle"):
                    row = Decision(match_id="m", seat=1, kind=kind, asked=0, since=NOW, due_at=NOW)
                    session.merge(row) if kind == "bid" else session.add(row)
                    session.flush()
                    session.expunge_all()

        with pytest.raises(IntegrityError):
            twice()

    def test_the_same_thing_is_queued_once(self, store: Store) -> None:
        def twice() -> None:
            with store.writing() as session:
                add_match(session)
                for _ in range(2):
                    outbox.queue(session, "turn", NOW, match_id="m", seat=1, number=4)

        with pytest.raises(IntegrityError):
            twice()

    def test_an_outbox_row_is_claimed_by_one(self, store: Store) -> None:
        with store.writing() as session:
            add_match(session)
            outbox.queue(session, "turn", NOW, match_id="m", seat=1, number=4)
        with store.reading() as session:
            (row,) = outbox.due(session, NOW, 10)
        won: list[bool] = []
        barrier = threading.Barrier(4)

        def claim() -> None:
            barrier.wait()
            with store.writing() as session:
                won.append(outbox.claim(session, row, NOW) is not None)

        threads = [threading.Thread(target=claim) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(won) == [False, False, False, True]

    def test_a_claim_of_a_dead_worker_lapses(self, store: Store) -> None:
        with store.writing() as session:
            outbox.queue(session, "sign-in", NOW, address="ann@example.org")
        with store.reading() as session:
            (row,) = outbox.due(session, NOW, 10)
        with store.writing() as session:
            assert outbox.claim(session, row, NOW)
        with store.reading() as session:
            assert outbox.due(session, NOW, 10) == []
            later = NOW + outbox.CLAIM + timedelta(seconds=1)
            assert outbox.due(session, later, 10) == [row]
        with store.writing() as session:
            outbox.settle(session, row, "sent", later)
        with store.reading() as session:
            assert outbox.due(session, later, 10) == []
            assert session.get_one(Outbox, row).sent_at == later


class TestSqlite(StoreConformance):
    @pytest.fixture
    def url(self, sqlite: str) -> str:
        return sqlite

    @pytest.fixture
    def empty(self, tmp_path: Path) -> str:
        return f"sqlite:///{tmp_path / 'empty.db'}"

    def test_two_may_turn_the_write_ahead_log_on_at_once(self, tmp_path: Path) -> None:
        class Contested(sqlite3.Connection):
            refusals = 2

            def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
                if "journal_mode=" in sql and self.refusals:
                    self.refusals -= 1
                    raise sqlite3.OperationalError("database is locked")
                return super().execute(sql, *parameters)  # type: ignore[arg-type]

        def connect() -> Contested:
            return sqlite3.connect(tmp_path / "new.db", factory=Contested)

        engine = create_engine("sqlite://", creator=connect)
        event.listen(engine, "connect", models.store._on_connect)
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        engine.dispose()


class TestPostgresql(StoreConformance):
    @pytest.fixture
    def url(self, postgresql: str) -> str:
        return postgresql

    @pytest.fixture
    def empty(self, databases: Databases) -> Iterator[str]:
        with databases.fresh(template="template0") as url:
            yield url


def test_the_migrations_give_the_tables(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlmodel import SQLModel

    store = Store(f"sqlite:///{tmp_path / 'new.db'}")
    migrate(store)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []
    store.close()
