"""A clean copy of the project, as a newcomer or a host has it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def clone(folder: Path) -> Path:
    """Copy what git tracks."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, tracked.decode().split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def make(folder: Path, *arguments: str, output: Path, **environ: str) -> subprocess.Popen[str]:
    """Run `make` in a copy with the environment of these tests: making one is tried wherever they are set up."""
    venv = Path(sys.prefix)
    (venv / ".installed").touch()
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("MOUSEPOST_")}
    with output.open("w") as file:
        return subprocess.Popen(
            ["make", *arguments, f"VENV={venv}"],
            cwd=folder,
            env={**inherited, **environ},
            stdout=file,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )


def wait_for(url: str, server: subprocess.Popen[str], output: Path) -> str:
    """Wait until a server answers."""
    for _ in range(600):
        if server.poll() is not None:
            raise AssertionError(output.read_text())
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                assert answer.status == 200
            return url
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not start")
