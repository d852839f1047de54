"""The command line for who runs the service: records of games, and the logs of matches. It needs the database only."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from datetime import datetime, UTC
from pathlib import Path

import click
from flask import current_app
from flask.cli import AppGroup
from sqlalchemy.exc import DBAPIError

import config
from games import record
from models.log import StaleMove
from models.migrate import is_current
from models.store import Store
from service import elsewhere, origins, people, rebuild, records
from service.base import NotFound, Refused, Service
from service.history import Diverged
from service.links import Links

FILES_AT_ONCE = 8  # given to a process

record_commands = AppGroup("record", help="Records of games.")
log_commands = AppGroup("log", help="The logs of matches.")


def say(line: str) -> None:
    """Print one line, whatever is in it and wherever it goes."""
    click.echo(" ".join(line.split()).encode(errors="backslashreplace"))


@contextmanager
def opened() -> Iterator[Service]:
    """Give the service on its database, without pages or worker."""
    try:
        settings = config.load(os.environ, Path(current_app.instance_path))
    except config.BadSettings as error:
        raise click.ClickException("\n".join(error.problems)) from error
    store = Store(settings.database_url)
    try:
        if not is_current(store):
            raise click.ClickException(
                "the database is not of this version: start the service once, that brings it up to date"
            )
        yield Service(store, Links(settings.secret_keys))
    except DBAPIError as error:
        raise click.ClickException(f"the database cannot be used: {error.orig}") from error
    finally:
        store.close()


@record_commands.command("check", with_appcontext=False)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check_records(files: tuple[Path, ...]) -> None:
    """Replay records, on all processors, and say of each whether it holds, or where it does not.

    Any number of files needs the memory of a few: each process holds one at a time.
    """
    wrong = 0
    processes = min(len(files), os.cpu_count() or 1)
    with ProcessPoolExecutor(processes) if processes > 1 else nullcontext() as pool:
        verdicts = pool.map(_verdict, files, chunksize=FILES_AT_ONCE) if pool else map(_verdict, files)
        for path, verdict in zip(files, verdicts, strict=True):
            wrong += verdict != "ok"
            say(f"{path}: {verdict}")
    sys.exit(1 if wrong else 0)


def _verdict(path: Path) -> str:
    """Say whether the record in a file holds."""
    try:
        with path.open("rb") as file:
            record.check(file.read(record.MOST_BYTES + 1))
    except OSError as error:
        return f"format: cannot be read: {error.strerror}"
    except record.BadRecord as error:
        return str(error)
    return "ok"


@record_commands.command("export")
@click.argument("match")
@click.option("--reveal-hidden", is_flag=True, help="Of a match being played, with every hand. The table is told.")
@click.option("--reason", default="", help="Why hidden cards are revealed: everybody at the table reads it.")
def export_record(match: str, reveal_hidden: bool, reason: str) -> None:
    """Print the record of a match that is over.

    The record of a match that is still being played holds every hand. It is printed only with --reveal-hidden and
    a --reason, without its server seed, and the table shows that it was.
    """
    with opened() as service:
        try:
            found = _record_of(service, match, reason if reveal_hidden else None)
        except (Refused, Diverged) as error:
            raise click.ClickException(str(error)) from error
        except StaleMove as error:
            raise click.ClickException("somebody moved in this very moment: nothing was printed, try again") from error
    click.echo(record.dump(found), nl=False)


@record_commands.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--for", "address", required=True, metavar="ADDRESS", help="Whose matches they are to be: a player's.")
@click.option("--open-to-all", is_flag=True, help="Anybody who has the address of a match may look.")
def import_records(files: tuple[Path, ...], address: str, open_to_all: bool) -> None:
    """Make records matches to look at, and print the address of each."""
    wrong = 0
    with opened() as service:
        with service.store.reading() as session:
            who = people.find_by_address(session, address)
        if not who or who.id is None:
            raise click.ClickException(f"nobody here has the address {address}: sign in with it once")
        for path in files:
            try:
                data = path.read_bytes()
                say(f"{path}: {origins.read_in(service, who.id, data, open_to_all, datetime.now(UTC))}")
            except (OSError, record.BadRecord) as error:
                wrong += 1
                say(f"{path}: {error.strerror if isinstance(error, OSError) else error}")
    sys.exit(1 if wrong else 0)


@record_commands.command("canonical", with_appcontext=False)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def print_canonical(file: Path) -> None:
    """Print a record in its canonical form: equal records give equal bytes."""
    try:
        click.echo(record.dump(record.canonical(file.read_bytes())), nl=False)
    except record.BadRecord as error:
        raise click.ClickException(str(error)) from error


def _record_of(service: Service, match: str, reason: str | None) -> dict[str, object]:
    """Return a record; that of a match being played only for a `reason`."""
    try:
        return records.published(service, match)
    except records.Hidden as error:
        if reason is None:
            raise click.ClickException(
                "this match is not over, and its record holds every hand: --reveal-hidden prints it all the same,"
                " for a --reason that the table will see"
            ) from error
    return records.revealed(service, match, reason, datetime.now(UTC))


@log_commands.command("check")
@click.argument("matches", nargs=-1)
def check_logs(matches: tuple[str, ...]) -> None:
    """Replay matches, by default all, and compare every fingerprint; a line a match."""
    wrong = 0
    with opened() as service:
        for match_id in matches or rebuild.match_ids(service.store):
            try:
                verdict = rebuild.check(service.store, match_id)
                line = verdict.wrong or f"ok, {verdict.events} events"
                wrong += bool(verdict.wrong)
            except NotFound as error:
                line, wrong = str(error), wrong + 1
            say(f"{match_id}: {line}")
    sys.exit(1 if wrong else 0)


@log_commands.command("diff")
@click.option(
    "--against", "folder", required=True, type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Another checkout of this service.",
)  # fmt: skip
@click.argument("matches", nargs=-1)
def diff_logs(folder: Path, matches: tuple[str, ...]) -> None:
    """Replay matches, by default all, with the games of another checkout, and say what comes out otherwise.

    To be used before a deployment: let the new checkout look at the matches of the one that runs.
    """
    differ = 0
    with opened() as service:
        try:
            for found in elsewhere.compare(service.store, matches or rebuild.match_ids(service.store), folder):
                same = found.number is None
                differ += not same
                say(f"{found.match_id}: " + ("same" if same else f"differs from event {found.number} on: {found.why}"))
        except (NotFound, elsewhere.CannotReplay) as error:
            raise click.ClickException(str(error)) from error
    sys.exit(1 if differ else 0)


@log_commands.command("rebuild")
@click.argument("matches", nargs=-1)
def rebuild_summaries(matches: tuple[str, ...]) -> None:
    """Remake what is kept beside the logs of matches, by default all, and say what differed."""
    wrong = 0
    with opened() as service:
        for match_id in matches or rebuild.match_ids(service.store):
            try:
                done = rebuild.rebuild(service.store, match_id)
                lines = [done.wrong] if done.wrong else list(done.differences) or ["nothing differed"]
                wrong += bool(done.wrong)
            except NotFound as error:
                lines, wrong = [str(error)], wrong + 1
            for line in lines:
                say(f"{match_id}: {line}")
    sys.exit(1 if wrong else 0)
