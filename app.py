"""Mousepost: the factory, the command line, and the worker with its scheduler."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import sys
import threading
from datetime import datetime, timedelta, UTC
from functools import partial
from pathlib import Path

import click
import waitress
from apscheduler.schedulers.background import BackgroundScheduler
from flask import Flask
from flask.cli import AppGroup
from flask_wtf import CSRFProtect
from sqlalchemy.exc import OperationalError
from werkzeug.middleware.proxy_fix import ProxyFix

import config
import logs
import supervisor
import web.words
from games import record
from mail.letter import Office
from mail.post import send_due
from mail.transport import Transport, transport_for
from models.migrate import migrate
from models.store import Store
from service import due
from service.base import Service
from service.links import Links
from web import account, errors, home, links, mailbox, opening, tables
from web.site import Clock, Site

INSTANCE = Path(__file__).parent / "instance"
SWEEP_SECONDS = 10  # where a commit wakes the worker
LOOK_SECONDS = 1  # where the pages are served by other processes
STUMBLE_SECONDS = 10  # before what failed is tried again
SESSION_LIFE = timedelta(days=60)
MOST_FORM_BYTES = 64 * 1024
THREADS = 8
MOST_PORT = 65_535

logger = logging.getLogger("mousepost")


def utc_now() -> datetime:
    """Return the time."""
    return datetime.now(UTC)


def create_app() -> Flask:
    """Return the application without its service: enough for the command line; see `attach`."""
    app = Flask(__name__, instance_path=str(INSTANCE))
    app.config.update(
        SECRET_KEY=secrets.token_hex(32),
        SESSION_COOKIE_NAME="mousepost",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=SESSION_LIFE,
        MAX_CONTENT_LENGTH=MOST_FORM_BYTES,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,  # the referrer is never sent; the token alone decides
        BABEL_TRANSLATION_DIRECTORIES="translations",
    )
    app.jinja_options["trim_blocks"] = app.jinja_options["lstrip_blocks"] = True
    CSRFProtect(app)
    web.words.set_up(app)
    errors.set_up(app)
    for blueprint in (home.pages, account.pages, opening.pages, tables.pages, links.pages):
        app.register_blueprint(blueprint)
    for command in (record_commands, serve, supervise, run_worker):
        app.cli.add_command(command)
    return app


def wsgi(host: str | None = None, port: int = 0) -> Flask:
    """Return the application for a web server of its own that listens on `host` and `port`, as far as is known."""
    logs.set_up()
    app = create_app()
    attach(app, _settings((host, port) if host else None))
    return app


def attach(app: Flask, settings: config.Settings, clock: Clock = utc_now, transport: Transport | None = None) -> Worker:
    """Give the application its database, its keys and its worker, which is returned, not yet running."""
    store = Store(settings.database_url)
    migrate(store)
    service = Service(store, Links(settings.secret_keys))
    app.config.update(
        SECRET_KEY=settings.secret_keys[0],
        SECRET_KEY_FALLBACKS=list(settings.secret_keys[1:]),
        SESSION_COOKIE_SECURE=settings.https,
    )
    if settings.proxies:  # the address for throttling and https; nothing believes a host
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, 0, 0, 0)  # type: ignore[method-assign]
    app.extensions["mousepost"] = Site(service, settings, clock)
    if settings.local_mailbox:
        app.register_blueprint(mailbox.pages)
    office = Office(settings.base_url, settings.mail_from, partial(web.words.render, app))
    worker = Worker(service, office, transport or transport_for(settings.smtp_url, settings.mailbox), clock)
    service.wake, service.stopping = worker.wake, worker.is_stopping
    return worker


class Worker:
    """Works what is due: deadlines, bots, mail. Woken after a commit, and by the scheduler."""

    def __init__(self, service: Service, office: Office, transport: Transport, clock: Clock) -> None:
        self.service = service
        self.office = office
        self.transport = transport
        self.clock = clock
        self._woken = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
        self._scheduler = BackgroundScheduler(timezone=UTC)

    def wake(self) -> None:
        """Say that there may be something to do."""
        self._woken.set()

    def is_stopping(self) -> bool:
        """Say whether only what is in hand is to be finished."""
        return self._stopping.is_set()

    def work(self) -> None:
        """Do all that is due now, until nothing is."""
        while not self.is_stopping():
            played = due.sweep(self.service, self.clock())
            sent = send_due(self.service, self.office, self.transport, self.clock)
            if not played + sent:
                return

    def start(self, seconds: int = SWEEP_SECONDS) -> None:
        """Begin to work, in a thread of this process; look for what is due every so many `seconds`."""
        self._scheduler.add_job(
            self.wake, "interval", seconds=seconds, misfire_grace_time=None, coalesce=True, max_instances=1
        )
        self._scheduler.start()
        self._thread.start()
        self.wake()

    def stop(self) -> None:
        """Finish what is in hand and stop."""
        self._stopping.set()
        self._scheduler.shutdown()
        self.wake()
        self._thread.join()

    def _run(self) -> None:
        while not self.is_stopping():
            self._woken.wait()
            self._woken.clear()
            try:
                self.work()
            except Exception:
                logger.exception("the worker stumbled; it goes on in %s seconds", STUMBLE_SECONDS)
                self._stopping.wait(STUMBLE_SECONDS)


class Bind(click.ParamType):
    """Where to listen: HOST:PORT, an IPv6 address in brackets."""

    name = "host:port"

    def convert(
        self, value: str | tuple[str, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Return host and port."""
        if isinstance(value, tuple):
            return value
        host, _colon, port = value.rpartition(":")
        if not host or not port.isdecimal() or not 0 < int(port) <= MOST_PORT:
            self.fail(f"“{value}” should be HOST:PORT, for example 127.0.0.1:8000", param, ctx)
        return host.strip("[]"), int(port)


bind_option = click.option(
    "--bind", type=Bind(), default="127.0.0.1:8000", show_default=True, help="Where the web server listens."
)


def _settings(bind: tuple[str, int] | None) -> config.Settings:
    """Read the settings; end with a message where they are wrong."""
    try:
        return config.load(os.environ, INSTANCE, bind)
    except config.BadSettings as error:
        raise click.ClickException("\n".join(error.problems)) from error


def _welcome(settings: config.Settings) -> None:
    click.echo(f"Mousepost is at {settings.base_url}")
    if settings.local_mailbox:
        click.echo(f"Mail is not sent: read it at {settings.base_url}/mailbox/")
    if settings.https and not settings.proxies:
        click.echo(
            "MOUSEPOST_BASE_URL is https, but MOUSEPOST_PROXIES is 0: all visitors will be counted as one, the proxy."
        )


@click.command()
@bind_option
def supervise(bind: tuple[str, int]) -> None:
    """Serve pages with gunicorn, and mail, deadlines and bots with a worker, as processes of their own."""
    logs.set_up()
    settings = _settings(bind)
    store = Store(settings.database_url)
    try:
        migrate(store)
    except OperationalError as error:
        raise click.ClickException(f"the database cannot be used: {error.orig}") from error
    finally:
        store.close()
    _welcome(settings)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, supervisor.__file__, bind[0], str(bind[1])])


@click.command("worker")
@bind_option
def run_worker(bind: tuple[str, int]) -> None:
    """Send mail and play deadlines and bots, until told to stop."""
    logs.set_up()
    signals = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # in every thread: they are waited for here
    worker = attach(create_app(), _settings(bind))
    worker.start(LOOK_SECONDS)
    signal.sigwait(signals)
    worker.stop()


@click.command()
@click.option("--bind", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=5000, show_default=True, help="Port to listen on.")
def serve(bind: str, port: int) -> None:
    """Serve pages, send mail and play deadlines and bots, all in one process."""
    logs.set_up()
    settings = _settings((bind, port))
    app = create_app()
    worker = attach(app, settings)
    try:
        server = waitress.create_server(app, host=bind, port=port, threads=THREADS, ident=None)
    except OSError as error:
        raise click.ClickException(f"cannot listen on {bind}:{port}: {error.strerror}. Try another PORT.") from error
    worker.start()
    _welcome(settings)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        server.run()
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: what is in hand is finished
        server.close()
        worker.stop()


record_commands = AppGroup("record", help="Records of games.")


@record_commands.command("check", with_appcontext=False)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check_records(files: tuple[Path, ...]) -> None:
    """Replay records and say of each whether it holds, or where it does not."""
    wrong = 0
    for path in files:
        try:
            with path.open("rb") as file:
                record.check(file.read(record.MOST_BYTES + 1))
            verdict = "ok"
        except OSError as error:
            verdict = f"format: cannot be read: {error.strerror}"
        except record.BadRecord as error:
            verdict = str(error)
        wrong += verdict != "ok"
        click.echo(f"{path}: {' '.join(verdict.split())}".encode(errors="backslashreplace"))
    sys.exit(1 if wrong else 0)
