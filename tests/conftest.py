"""What the tests share: a clock to turn, and a service with its worker on a fresh database."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, UTC
from email.message import EmailMessage
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

import config
import games
import tests.postgres
from app import attach, create_app
from mail.transport import Transport
from models.migrate import migrate
from models.store import Store
from models.tables import Heartbeat
from service import course, heartbeat
from service.base import Service
from service.links import Links
from tests.certificates import Certificates, make_certificates
from tests.games.toy import Toy
from tests.postgres import Databases
from worker import Worker

ON_BOTH = {"models", "service", "mail"}  # folders whose tests run on every back end
KEYS = "a key that every process of these tests has"
START = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


class VirtualClock:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **span: float) -> None:
        self.now += timedelta(**span)


class Tray:
    """A transport that keeps the mails, and refuses them while `down`."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.down = False

    def send(self, message: EmailMessage) -> None:
        if self.down:
            raise ConnectionRefusedError("the mail server is down")
        self.mails.append(message)

    def close(self) -> None:
        """Keep the mails."""

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if address in str(mail["To"])]


class Running:
    """A service as it runs, with everything at hand."""

    def __init__(self, app: Flask, worker: Worker, clock: VirtualClock, tray: Tray) -> None:
        self.app = app
        self.worker = worker
        self.clock = clock
        self.tray = tray
        self.service: Service = worker.service

    def client(self) -> FlaskClient:
        return self.app.test_client()

    def work(self) -> None:
        self.worker.work()


def free_port() -> int:
    """Return a port of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def make_settings(folder: Path, **environ: str) -> config.Settings:
    given = {f"MOUSEPOST_{key}": value for key, value in environ.items()}
    return config.load(given, folder, ("127.0.0.1", 5000))


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with all migrations run, to be copied: that is quicker than running them for each test."""
    path = tmp_path_factory.mktemp("migrated") / "mousepost.db"
    store = Store(f"sqlite:///{path}")
    migrate(store)
    store.close()
    return path


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """Return a certificate for 127.0.0.1 and the authority that vouches for it."""
    return make_certificates(tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """Give a PostgreSQL server."""
    yield from tests.postgres.databases()


@pytest.fixture
def sqlite(tmp_path: Path, migrated: Path) -> str:
    """Return the address of a fresh SQLite database."""
    return f"sqlite:///{shutil.copy(migrated, tmp_path / 'mousepost.db')}"


@pytest.fixture
def postgresql(databases: Databases) -> Iterator[str]:
    """Give the address of a fresh PostgreSQL database."""
    with databases.fresh() as url:
        yield url


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run on every back end what shows how a service stores things."""
    chosen = any(mark.args[0] == "database" for mark in metafunc.definition.iter_markers("parametrize"))
    if "database" in metafunc.fixturenames and not chosen and metafunc.definition.path.parent.name in ON_BOTH:
        metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """Return the address of a fresh database: SQLite unless the test is run on every back end."""
    url: str = request.getfixturevalue(getattr(request, "param", "sqlite"))
    return url


@pytest.fixture
def make_running(tmp_path: Path, clock: VirtualClock, database: str) -> Iterator[Callable[..., Running]]:
    made: list[Running] = []

    def make(transport: Transport | None = None, **environ: str) -> Running:
        tray = Tray()
        app = create_app()
        app.config["PROPAGATE_EXCEPTIONS"] = False
        settings = make_settings(tmp_path, **{"DATABASE_URL": database, "SECRET_KEYS": KEYS, **environ})
        worker = attach(app, settings, clock, transport or tray)
        made.append(Running(app, worker, clock, tray))
        return made[-1]

    yield make
    for running in made:
        running.service.store.close()


@pytest.fixture
def running(make_running: Callable[..., Running]) -> Running:
    return make_running()


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> dict[str, EmailMessage]:
    """Return one mail of every kind, as a public service sends them."""
    from tests.mail.gallery import collect, PUBLIC

    folder, clock, tray, app = tmp_path_factory.mktemp("gallery"), VirtualClock(), Tray(), create_app()
    database = f"sqlite:///{shutil.copy(migrated, folder / 'mousepost.db')}"
    worker = attach(app, make_settings(folder, DATABASE_URL=database, SECRET_KEYS=KEYS, **PUBLIC), clock, tray)
    mails = collect(Running(app, worker, clock, tray))
    worker.service.store.close()
    return mails


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> type[Toy]:
    """Register the toy game for one test."""
    monkeypatch.setitem(games._games, Toy.key, {Toy.rules: Toy})
    return Toy


@pytest.fixture
def never_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody be taken to be away, however many deadlines they let pass."""
    monkeypatch.setattr(course, "MOST_LAPSES", 10**6)


@pytest.fixture
def service(running: Running) -> Service:
    return running.service


def pass_time(running: Running, to: datetime | None = None, **span: float) -> None:
    """Turn the clock on, to a moment or by a span, with the service at work all the while: that is no outage."""
    then = to or running.clock.now + timedelta(**span)
    keep_beating(running.service, then)
    running.clock.now = then


def keep_beating(service: Service, now: datetime) -> None:
    """Note a heartbeat of the sweep at `now`, whenever the last one was."""
    with service.store.writing() as session:
        row = session.get(Heartbeat, heartbeat.SWEEP) or Heartbeat(name=heartbeat.SWEEP, at=now)
        row.at = now
        session.add(row)


def second_process(running: Running) -> Service:
    """Return a service on the same database with a cache and connections of its own."""
    url = running.service.store.engine.url.render_as_string(hide_password=False)
    return Service(Store(url), Links([KEYS]))
