"""The command line: records are checked without a database, and the server says what is wrong at its start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("environ", "says"),
    [
        ({"MOUSEPOST_BASE_URL": "https://m.example.org"}, "MOUSEPOST_SMTP_URL is not set"),
        ({"MOUSEPOST_SECRET_KEYS": "short"}, "MOUSEPOST_SECRET_KEYS"),
    ],
)
def test_the_server_refuses_to_start_on_a_wrong_value(environ: dict[str, str], says: str) -> None:
    done = run("serve", **environ)
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr
