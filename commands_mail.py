"""The command line for who runs the service: what the DNS is to say about its mail, and whether mail goes out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import datetime, UTC
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import click
from dns.exception import DNSException
from dns.resolver import NoAnswer, NXDOMAIN, resolve
from flask import current_app
from flask.cli import AppGroup

import config
from mail.envelope import POLICY
from mail.signing import domain_of, public_record, signer
from mail.transport import transport_for, Undelivered

mail_commands = AppGroup("mail", help="Mail: what the DNS is to say, and whether it goes out.")

SECONDS = 5.0  # for an answer of the DNS
RIGHT, WRONG, UNKNOWN = "right", "wrong", "unknown"


class Wanted(NamedTuple):
    """A record that the DNS should have, why, and what judges the records that are there."""

    name: str
    kind: str
    text: str
    why: str
    judge: Callable[[list[str]], tuple[str, str]]


def settings() -> config.Settings:
    """Return the settings; end with a message where they are wrong."""
    try:
        return config.load(os.environ, Path(current_app.instance_path))
    except config.BadSettings as error:
        raise click.ClickException("\n".join(error.problems)) from error


@mail_commands.command("dns")
def show_dns() -> None:
    """Say which records the DNS should have, and what it has now.

    Ends with 1 where a record is missing or wrong, with 0 where all are right or cannot be looked up.
    """
    found = settings()
    verdicts = [_show(each) for each in wanted(found)]
    if not found.dkim_key:
        click.echo(
            "DKIM: no mail is signed yet. Make a key with\n  openssl genrsa -out /etc/mousepost-dkim.pem 2048\n"
            "and set MOUSEPOST_DKIM_KEY to that file; then run this again."
        )
    sys.exit(1 if WRONG in verdicts else 0)


def wanted(found: config.Settings) -> list[Wanted]:
    """Return the records that mail from here should have in the DNS."""
    domain, host = domain_of(found.mail_from), urlsplit(found.base_url).hostname or ""
    server = urlsplit(found.smtp_url or "").hostname or host
    sender = host if config.is_loopback(server) else server
    records = [
        Wanted(
            domain, "TXT", f"v=spf1 mx a:{sender} ~all",
            "SPF: who may send mail of this domain. If another server sends it on, it is its provider that says what"
            " belongs here.", _judge_spf,
        ),
        Wanted(
            f"_dmarc.{domain}", "TXT", "v=DMARC1; p=quarantine",
            "DMARC: what is to become of mail that only pretends to be yours.", _judge_dmarc,
        ),
    ]  # fmt: skip
    if found.dkim_key:
        record = public_record(found.dkim_key)
        records.insert(1, Wanted(
            f"{found.dkim_selector}._domainkey.{domain}", "TXT", record,
            "DKIM: the key by which your signature is checked.", lambda texts: _judge_dkim(texts, record),
        ))  # fmt: skip
    reply_to = getattr(found, "reply_to", None)
    if reply_to:
        records.append(Wanted(
            domain_of(str(reply_to)), "MX", f"10 {host}.", "MX: where replies by mail go.", _judge_mx
        ))  # fmt: skip
    return records


def _show(each: Wanted) -> str:
    """Print a record, and what the DNS says about it now; return the verdict."""
    click.echo(f"{each.why}\n  {each.name}. {each.kind} {_quoted(each.text) if each.kind == 'TXT' else each.text}")
    texts = look_up(each.name, each.kind)
    verdict, words = (
        (UNKNOWN, "could not be looked up: the DNS does not answer") if texts is None else each.judge(texts)
    )
    click.echo(f"  now: {words}\n")
    return verdict


def _quoted(text: str) -> str:
    """Return a text as zone files have it: in pieces of 255 characters at most."""
    return " ".join(f'"{text[start : start + 255]}"' for start in range(0, len(text), 255))


def look_up(name: str, kind: str) -> list[str] | None:
    """Return the records of a name, none if there are none; `None` when the DNS does not answer."""
    try:
        answer = resolve(name, kind, lifetime=SECONDS)
    except (NXDOMAIN, NoAnswer):
        return []
    except (DNSException, OSError):
        return None
    if kind == "TXT":
        return [b"".join(record.strings).decode(errors="replace") for record in answer]
    return [record.to_text() for record in answer]


def _judge_spf(texts: list[str]) -> tuple[str, str]:
    found = [text for text in texts if text.lower().split(" ")[0] == "v=spf1"]
    if len(found) > 1:
        return WRONG, "there are several; more than one counts as none, so make one of them"
    if not found:
        return WRONG, "missing"
    if found[0].split()[-1].lower() in ("+all", "all"):
        return WRONG, f"“{found[0]}” lets everybody send in your name"
    return RIGHT, f"“{found[0]}”; see that it names the server that sends your mail"


def _judge_dkim(texts: list[str], record: str) -> tuple[str, str]:
    keys = {"".join(text.split()).partition("p=")[2].partition(";")[0] for text in texts}
    if not keys:
        return WRONG, "missing"
    if record.partition("p=")[2] in keys:
        return RIGHT, "right"
    return WRONG, "another key: signatures are taken for forged until this is put right"


def _judge_dmarc(texts: list[str]) -> tuple[str, str]:
    found = [text for text in texts if text.lower().replace(" ", "").startswith("v=dmarc1;")]
    if len(found) != 1:
        return WRONG, "there are several; make one of them" if found else "missing"
    return RIGHT, f"“{found[0]}”"


def _judge_mx(texts: list[str]) -> tuple[str, str]:
    return (RIGHT, f"{', '.join(texts)}; see that this server hands them on") if texts else (WRONG, "missing")


@mail_commands.command("test")
@click.argument("address")
def send_test(address: str) -> None:
    """Send one mail to ADDRESS, as the service would, and say what came of it."""
    found = settings()
    message = EmailMessage(policy=POLICY)
    try:
        message["To"] = address
        if len(message["To"].addresses) != 1 or not message["To"].addresses[0].domain or message["To"].defects:
            raise ValueError
    except ValueError:
        raise click.ClickException(f"“{address}” is no e-mail address: it should be like ann@example.org") from None
    message["From"], message["Subject"] = found.mail_from, "A test of Mousepost"
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=domain_of(found.mail_from))
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(f"If you read this, mail from {found.base_url} gets through.\n")
    sign = signer(found.dkim_key, found.dkim_selector, found.mail_from)
    transport = transport_for(found.smtp_url, found.mailbox, found.smtp_ca, found.base_url, sign)
    try:
        transport.send(message)
    except (Undelivered, OSError) as error:
        raise click.ClickException(f"not taken: {error}") from error
    finally:
        transport.close()
    server = urlsplit(found.smtp_url or "").hostname
    signed = "signed" if found.dkim_key else "not signed: see flask mail dns"
    where = (
        f"{server} has taken the mail ({signed})" if server else f"no mail server is set: it lies in {found.mailbox}"
    )
    click.echo(f"{where}, from {parseaddr(found.mail_from)[1]} to {address}.")
