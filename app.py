"""Mousepost: the factory, and the commands that serve."""

from __future__ import annotations

import os
import secrets
import signal
import sys
from datetime import datetime, timedelta, UTC
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import waitress
from flask import Flask
from flask_wtf import CSRFProtect
from sqlalchemy.exc import OperationalError
from werkzeug.middleware.proxy_fix import ProxyFix

import config
import logs
import web.words
from commands import log_commands, record_commands
from commands_mail import mail_commands
from mail import inbound
from mail import server as mail_server
from mail.envelope import Office
from mail.messenger import Messenger
from mail.signing import signer
from mail.transport import Transport, transport_for
from models.migrate import migrate
from models.store import Store
from service.base import Service
from service.links import Links
from web import (
    absence,
    account,
    calendars,
    channels,
    choosing,
    course,
    errors,
    holidays,
    home,
    hosts,
    links,
    lobby,
    mailbox,
    mailing,
    notes,
    opening,
    orders,
    origins,
    replay,
    seats,
    tables,
    waiting,
)  # fmt: skip
from web.site import Clock, Sessions, Site
from worker import LOOK_SECONDS, Worker

INSTANCE = Path(__file__).parent / "instance"
SUPERVISOR = str(Path(__file__).with_name("supervisor.py"))
SESSION_LIFE = timedelta(days=60)
MOST_FORM_BYTES = 64 * 1024
THREADS = 8
MOST_PORT = 65_535


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
    app.session_interface = Sessions()
    app.jinja_options["trim_blocks"] = app.jinja_options["lstrip_blocks"] = True
    csrf = CSRFProtect(app)
    csrf.exempt(mailing.unsubscribe)  # by one click in a mail program
    web.words.set_up(app)
    errors.set_up(app)
    for module in (
        home,
        account,
        calendars,
        channels,
        mailing,
        holidays,
        opening,
        lobby,
        tables,
        waiting,
        choosing,
        seats,
        absence,
        notes,
        orders,
        origins,
        replay,
        course,
        links,
        hosts,
    ):
        app.register_blueprint(module.pages)
    for command in (record_commands, log_commands, mail_commands, serve, supervise, run_worker):
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
    service = Service(store, Links(settings.secret_keys), hosts=settings.hosts)
    app.config.update(
        SECRET_KEY=settings.secret_keys[0],
        SECRET_KEY_FALLBACKS=list(settings.secret_keys[1:]),
        SESSION_COOKIE_SECURE=settings.https,
    )
    if settings.proxies:  # the address for throttling and https; nothing believes a host
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, 0, 0, 0)  # type: ignore[method-assign]
    app.extensions["mousepost"] = Site(service, settings, clock, receive=partial(receive, service, settings, clock))
    if settings.local_mailbox:
        app.register_blueprint(mailbox.pages)
    office = Office(settings.base_url, settings.mail_from, partial(web.words.render, app), settings.reply_to)
    sign = signer(settings.dkim_key, settings.dkim_selector, settings.mail_from)
    transport = transport or transport_for(
        settings.smtp_url, settings.mailbox, settings.smtp_ca, settings.base_url, sign
    )  # fmt: skip
    messenger = Messenger(service, office, settings.secret_keys, clock)
    worker = Worker(service, office, transport, clock, messenger)
    service.wake, service.stopping = worker.wake, worker.is_stopping
    return worker


def receive(service: Service, settings: config.Settings, clock: Clock, address: str, sender: str, data: bytes) -> str:
    """Take a mail that did not come by a mail server; return why it is refused, nothing if it is not."""
    try:
        inbound.take(service, settings.reply_to or "", address, sender, data, clock())
    except inbound.Refusal as error:
        return str(error)
    return ""


def listen(app: Flask, bind: str, port: int) -> Any:
    """Return a server that listens, not yet running.

    Forwarding headers are trusted by nobody but reach the application: the local mailbox must see that a proxy
    stands in between.
    """
    return waitress.create_server(
        app, host=bind, port=port, threads=THREADS, ident=None, clear_untrusted_proxy_headers=False
    )


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
    """Read the settings; end with a message where they are wrong. Files made from here on are their owner's only."""
    os.umask(0o077)  # the database holds hands, secrets and addresses
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
    more = ["receive"] if settings.receive else []
    os.execv(sys.executable, [sys.executable, SUPERVISOR, bind[0], str(bind[1]), *more])


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


@mail_commands.command("receive", with_appcontext=False)
@click.option("--smtp", type=Bind(), help="Take mail by SMTP at HOST:PORT.")
@click.option("--lmtp", type=Bind(), help="Take mail by LMTP at HOST:PORT.")
def receive_mail(smtp: tuple[str, int] | None, lmtp: tuple[str, int] | None) -> None:
    """Take replies and bounces from a mail server, until told to stop; where, MOUSEPOST_RECEIVE says as well."""
    logs.set_up()
    signals = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # in every thread: they are waited for here
    settings = _settings(None)
    places = [(scheme, *bind) for scheme, bind in (("smtp", smtp), ("lmtp", lmtp)) if bind]
    if not places and settings.receive:
        parts = urlsplit(settings.receive)
        places = [(parts.scheme, parts.hostname or "", parts.port or 0)]
    if not places or not settings.reply_to:
        raise click.ClickException(
            "where should mail be taken, and for which address? Set MOUSEPOST_REPLY_TO to an address like"
            " play@cards.example.org, and MOUSEPOST_RECEIVE to lmtp://127.0.0.1:2525 or the like"
        )
    service = attach(create_app(), settings).service
    servers = [mail_server.listen(service, settings.reply_to, utc_now, *place) for place in places]
    for server, (scheme, host, port) in zip(servers, places, strict=True):
        try:
            server.start()
        except OSError as error:
            raise click.ClickException(f"cannot listen on {host}:{port}: {error.strerror}") from error
        click.echo(f"Mail for {settings.reply_to} is taken by {scheme.upper()} at {host}:{port}")
    sys.stdout.flush()
    signal.sigwait(signals)
    for server in servers:
        server.stop()


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
        server = listen(app, bind, port)
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
