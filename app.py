"""Mousepost: the factory, the server, and the worker with its scheduler."""

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
    worker = Worker(service, office, transport or transport_for(settings.smtp_url, settings.mailbox), clock)
    service.wake = worker.wake
    return worker


class Worker:
    """Works what is due: deadlines, bots, mail. Woken after a commit, and by the scheduler."""

    def __init__(self, service: Service, office: Office, transport: Transport, clock: Clock) -> None:
        self.service = service
        self.office = office
        self.transport = transport
        self.clock = clock
        self._woken = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
        self._scheduler = BackgroundScheduler(timezone=UTC)

    def wake(self) -> None:
        """Say that there may be something to do."""
        self._woken.set()

    def work(self) -> None:
        """Do all that is due now, until nothing is or the worker is stopped."""
        lobby_service.expire(self.service, self.clock())
        found = 1
        while found and not self._stopped:
            found = due.sweep(self.service, self.clock())
            found += send_due(self.service, self.office, self.transport, self.clock)

    def start(self) -> None:
        """Begin to work, in a thread of this process."""
        self._scheduler.add_job(
            self.wake, "interval", seconds=SWEEP_SECONDS, misfire_grace_time=None, coalesce=True, max_instances=1
        )
        self._scheduler.start()
        self._thread.start()
        self.wake()

    def stop(self) -> None:
        """Finish what is in hand and stop."""
        self._stopped = True
        self._scheduler.shutdown()
        self.wake()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped:
            self._woken.wait()
            self._woken.clear()
            try:
                self.work()
            except Exception:
                logger.exception("the worker stumbled; it goes on at the next sweep")


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
