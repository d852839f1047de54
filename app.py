"""Mousepost: the factory, the server, and the worker with its scheduler."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable
from datetime import datetime, timedelta, UTC
from functools import partial
from pathlib import Path
from typing import Any

import click
import waitress
from apscheduler.schedulers.background import BackgroundScheduler
from flask import Flask
from flask_wtf import CSRFProtect

import config
import web.words
from commands import log_commands, record_commands
from mail.letter import Office
from mail.post import send_due
from mail.transport import Transport, transport_for
from models.migrate import migrate
from models.store import Store
from service import due
from service import lobby as lobby_service
from service.base import Service
from service.links import Links
from web import account, errors, home, hosts, links, lobby, mailbox, opening, replay, seats, tables
from web.site import Clock, Site

INSTANCE = Path(__file__).parent / "instance"
SWEEP_SECONDS = 10
SESSION_LIFE = timedelta(days=60)
STOP_SECONDS = 10  # for the mail in hand
MOST_FORM_BYTES = 64 * 1024
THREADS = 8

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
    for module in (home, account, opening, lobby, tables, seats, replay, links, hosts):
        app.register_blueprint(module.pages)
    app.cli.add_command(record_commands)
    app.cli.add_command(log_commands)
    app.cli.add_command(serve)
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
    app.extensions["mousepost"] = Site(service, settings, clock)
    if settings.local_mailbox:
        app.register_blueprint(mailbox.pages)
    office = Office(settings.base_url, settings.mail_from, partial(web.words.render, app))
    transport = transport or transport_for(
        settings.smtp_url, settings.mailbox, settings.smtp_ca, settings.base_url
    )  # fmt: skip
    worker = Worker(service, office, transport, clock)
    service.wake = worker.wake
    return worker


class Round:
    """A thread that does its rounds: `once` whenever it is woken, until it is stopped."""

    def __init__(self, name: str, once: Callable[[], object]) -> None:
        self.stopped = False
        self._name = name
        self._once = once
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def wake(self) -> None:
        """Say that there may be something to do."""
        self._woken.set()

    def start(self) -> None:
        """Begin with a first round."""
        self._thread.start()
        self.wake()

    def stop(self) -> None:
        """Begin no round any more."""
        self.stopped = True
        self.wake()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until what was in hand at `stop` is done, at most `seconds`."""
        self._thread.join(seconds)

    def _run(self) -> None:
        while True:
            self._woken.wait()
            self._woken.clear()
            if self.stopped:
                return
            try:
                self._once()
            except Exception:
                logger.exception("the %s stumbled; it goes on at its next round", self._name)


class Worker:
    """Works what is due. Woken after a commit, and by the scheduler.

    Bots and deadlines are one thread's work and mail another's, so that no match waits for a mail server.
    """

    def __init__(self, service: Service, office: Office, transport: Transport, clock: Clock) -> None:
        self.service = service
        self.office = office
        self.transport = transport
        self.clock = clock
        self._sweeper = Round("sweeper", self.sweep)
        self._postman = Round("postman", self.post)
        self._scheduler = BackgroundScheduler(timezone=UTC)

    def wake(self) -> None:
        """Say that there may be something to do."""
        self._sweeper.wake()
        self._postman.wake()

    def work(self) -> None:
        """Do all that is due now, until nothing is."""
        while self.sweep() + self.post():
            pass

    def sweep(self) -> int:
        """Play the bots and deadlines that are due, until none is; return how many there were."""
        played = 0
        lobby_service.expire(self.service, self.clock())
        while found := due.sweep(self.service, self.clock()):
            played += found
            self._postman.wake()
            if self._sweeper.stopped:
                break
        return played

    def post(self) -> int:
        """Send the mail that is due, until none is, and hang up; return how many there were."""
        sent = 0
        try:
            while found := send_due(self.service, self.office, self.transport, self.clock, go_on=self._goes_on):
                sent += found
                if self._postman.stopped:
                    break
        finally:
            self.transport.close()
        return sent

    def start(self) -> None:
        """Begin to work, in threads of this process."""
        self._scheduler.add_job(
            self.wake, "interval", seconds=SWEEP_SECONDS, misfire_grace_time=None, coalesce=True, max_instances=1
        )
        self._scheduler.start()
        self._sweeper.start()
        self._postman.start()

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Finish what is in hand and stop; a mail that takes longer than `seconds` is sent again after a start."""
        self._scheduler.shutdown()
        self._sweeper.stop()
        self._postman.stop()
        self._sweeper.wait()
        self._postman.wait(seconds)

    def _goes_on(self) -> bool:
        return not self._postman.stopped


def listen(app: Flask, bind: str, port: int) -> Any:
    """Return a server that listens, not yet running.

    Forwarding headers are trusted by nobody but reach the application: the local mailbox must see that a proxy
    stands in between.
    """
    return waitress.create_server(
        app, host=bind, port=port, threads=THREADS, ident=None, clear_untrusted_proxy_headers=False
    )


@click.command()
@click.option("--bind", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=5000, show_default=True, help="Port to listen on.")
def serve(bind: str, port: int) -> None:
    """Serve pages, send mail and play deadlines and bots, all in one process."""
    os.umask(0o077)  # the database holds hands, secrets and addresses
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        settings = config.load(os.environ, INSTANCE, (bind, port))
    except config.BadSettings as error:
        raise click.ClickException("\n".join(error.problems)) from error
    app = create_app()
    worker = attach(app, settings)
    try:
        server = listen(app, bind, port)
    except OSError as error:
        raise click.ClickException(f"cannot listen on {bind}:{port}: {error.strerror}. Try another PORT.") from error
    worker.start()
    click.echo(f"Mousepost is at {settings.base_url}")
    if settings.local_mailbox:
        click.echo(f"Mail is not sent: read it at {settings.base_url}/mailbox/")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        server.run()
    finally:
        server.close()
        worker.stop()
