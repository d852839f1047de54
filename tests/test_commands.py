"""The command line: records are checked without a database, and the server says what is wrong at its start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import app

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "tests" / "records"
FLASK = [sys.executable, "-m", "flask"]


def run(*arguments: str, cwd: Path = ROOT, **environ: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **environ}
    return subprocess.run(
        [*FLASK, *arguments], cwd=cwd, env=env, capture_output=True, text=True, timeout=120, check=False
    )


def test_records_that_hold_are_ok() -> None:
    files = sorted(str(path) for path in RECORDS.glob("*.json"))
    done = run("record", "check", *files, MOUSEPOST_DATABASE_URL="nonsense://")
    assert done.stdout.splitlines() == [f"{file}: ok" for file in files]
    assert len(files) >= 18
    assert done.returncode == 0
    assert done.stderr == ""


def test_records_that_are_wrong_say_where() -> None:
    expected = json.loads((RECORDS / "wrong" / "expected.json").read_text())
    files = [str(RECORDS / "wrong" / name) for name in expected]
    done = run("record", "check", *files)
    assert done.returncode == 1
    for line, file, where in zip(done.stdout.splitlines(), files, expected.values(), strict=True):
        assert line.startswith(f"{file}: {where}: ")


def test_garbage_is_a_matter_of_format(tmp_path: Path) -> None:
    garbage = {
        "empty": b"", "binary": bytes(range(256)), "deep": b"[" * 200_000, "list": b"[]", "half": b'{"format": ',
        "surrogate": b'{"format": "\\ud800"}', "huge": b" " * (100 * 1024 * 1024), "nan": b'{"format": NaN}',
    }  # fmt: skip
    for name, data in garbage.items():
        (tmp_path / name).write_bytes(data)
    files = [str(tmp_path / name) for name in garbage] + [str(tmp_path / "missing"), str(tmp_path)]
    done = run("record", "check", *files)
    assert done.returncode == 1
    assert done.stderr == ""
    for line, file in zip(done.stdout.splitlines(), files, strict=True):
        assert line.startswith(f"{file}: format: ")


@pytest.mark.parametrize("command", ["supervise", "worker"])
@pytest.mark.parametrize("bind", ["8000", ":8000", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:0", "127.0.0.1:65536"])
def test_where_to_listen_must_be_host_and_port(command: str, bind: str) -> None:
    done = app.create_app().test_cli_runner().invoke(args=[command, "--bind", bind])
    assert done.exit_code == 2
    assert f"“{bind}” should be HOST:PORT, for example 127.0.0.1:8000" in done.output


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("127.0.0.1:8000", ("127.0.0.1", 8000)),
        ("[::1]:80", ("::1", 80)),
        ("m.example:65535", ("m.example", 65535)),
    ],
)
def test_where_to_listen_is_read(text: str, read: tuple[str, int]) -> None:
    assert app.Bind().convert(text, None, None) == read


@pytest.mark.parametrize(
    ("command", "environ", "says"),
    [
        ("serve", {"MOUSEPOST_BASE_URL": "https://m.example.org"}, "MOUSEPOST_SMTP_URL is not set"),
        ("supervise", {"MOUSEPOST_DATABASE_URL": "postgresql:///m"}, "MOUSEPOST_SECRET_KEYS is not set"),
        ("worker", {"MOUSEPOST_SECRET_KEYS": "short"}, "MOUSEPOST_SECRET_KEYS has a key of fewer than"),
    ],
)
def test_nothing_starts_on_a_wrong_value(command: str, environ: dict[str, str], says: str) -> None:
    done = run(command, **environ)
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr
