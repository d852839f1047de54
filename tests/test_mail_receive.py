"""`flask mail receive`: it takes mail where it is told to, and stops when it is told to."""

from __future__ import annotations

import os
import signal
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import supervisor
from tests.conftest import free_port

ROOT = Path(__file__).parent.parent


def start(arguments: list[str], database: str, **environ: str) -> subprocess.Popen[str]:
    given = {"DATABASE_URL": database, "SECRET_KEYS": "a key of a good length", **environ}
    return subprocess.Popen(
        [sys.executable, "-m", "flask", "--app", "app", "mail", "receive", *arguments],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, **{f"MOUSEPOST_{key}": value for key, value in given.items()}},
    )  # fmt: skip


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[str]]]:
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.parametrize("by_setting", [False, True])
def test_mail_is_taken_until_told_to_stop(started: list[subprocess.Popen[str]], sqlite: str, by_setting: bool) -> None:
    smtp, lmtp = free_port(), free_port()
    arguments = [] if by_setting else ["--smtp", f"127.0.0.1:{smtp}", "--lmtp", f"127.0.0.1:{lmtp}"]
    environ = {"RECEIVE": f"smtp://127.0.0.1:{smtp}"} if by_setting else {}
    started.append(start(arguments, sqlite, REPLY_TO="play@cards.example.org", **environ))
    output = started[0].stdout
    assert output
    for _ in range(1 if by_setting else 2):
        line = output.readline()
        assert line.startswith("Mail for play@cards.example.org is taken by"), line
    kinds = [(smtplib.SMTP, smtp)] if by_setting else [(smtplib.SMTP, smtp), (smtplib.LMTP, lmtp)]
    for kind, port in kinds:
        with kind("127.0.0.1", port) as client:
            client.ehlo_or_helo_if_needed()
            client.mail("a@example.net")
            assert client.rcpt("play+nobody@cards.example.org")[0] == 550
    started[0].send_signal(signal.SIGTERM)
    assert started[0].wait(30) == 0


def test_without_an_address_it_says_what_is_missing(started: list[subprocess.Popen[str]], sqlite: str) -> None:
    started.append(start(["--smtp", "127.0.0.1:2525"], sqlite))
    said, _none = started[0].communicate(timeout=60)
    assert "Set MOUSEPOST_REPLY_TO" in said
    assert started[0].returncode == 1


def test_the_supervisor_runs_it_where_it_is_asked_for() -> None:
    assert set(supervisor.commands("127.0.0.1", 8000)) == {"web server", "worker"}
    assert supervisor.commands("127.0.0.1", 8000, receives=True)["mail receiver"][-2:] == ["mail", "receive"]
