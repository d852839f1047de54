"""Runs web server, worker and what takes mail as processes of their own: they stop together, and nothing of them stays.

`flask supervise` checks the settings, brings the tables up to date and then becomes this program, which holds
nothing but the two processes. SIGTERM, SIGINT or SIGHUP ends both, each when it has finished what it has in hand;
where one ends by itself, the other is stopped, and the exit status says that something was wrong.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parent
ASKED = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
SIGNALS = {*ASKED, signal.SIGCHLD}
STOP_SECONDS = 75  # for a page or a mail in hand: the web server takes 30 at the most, a mail server twice 30
PR_SET_PDEATHSIG = 1

Children = dict[str, subprocess.Popen[bytes]]


def commands(host: str, port: int, receives: bool = False) -> dict[str, list[str]]:
    """Return how to start the web server and the worker, and what takes mail, where the settings ask for that."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    python = [sys.executable, "-m"]
    application = f"app:wsgi({host!r}, {port})"
    programs = {
        "web server": [*python, "gunicorn", "--config", str(ROOT / "gunicorn.conf.py"), "--bind", address, application],
        "worker": [*python, "flask", "--app", "app", "worker", "--bind", address],
    }
    if receives:
        programs["mail receiver"] = [*python, "flask", "--app", "app", "mail", "receive"]
    return programs


def run(programs: Mapping[str, Sequence[str]]) -> int:
    """Run all of them until told to stop or until one ends; return the exit status."""
    signal.signal(signal.SIGCHLD, lambda *_: None)  # ignored, it might not be delivered
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    children: Children = {}
    try:
        for name, program in programs.items():
            children[name] = _start(program)
        ended = _wait(children)
        for name in ended:
            _say(f"the {name} ended by itself ({_how(children[name].returncode)}): everything is stopped")
    finally:
        clean = _stop(children)
    return 0 if clean and not ended else 1


def _start(program: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a process in a group of its own: a key pressed in the terminal reaches only the supervisor."""
    return subprocess.Popen(program, cwd=ROOT, start_new_session=True, preexec_fn=_as_child)  # noqa: PLW1509 - no thread yet


def _as_child() -> None:
    """Take signals again, and end when the supervisor dies without a word (where the system can tell)."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _wait(children: Children) -> list[str]:
    """Return the names of those that ended by themselves, none where somebody asked to stop."""
    while True:
        ended = [name for name, child in children.items() if child.poll() is not None]
        if ended or signal.sigwait(SIGNALS) in ASKED:
            return ended


def _stop(children: Children) -> bool:
    """Stop what still runs, killing what takes too long; return whether nothing had to be killed or failed."""
    for child in children.values():
        if child.poll() is None:
            child.terminate()
    until = time.monotonic() + STOP_SECONDS
    for name, child in children.items():
        try:
            child.wait(max(0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            _say(f"the {name} does not stop: it is killed")
        if child.returncode != 0:
            _kill_group(child)
    return all(child.returncode == 0 for child in children.values())


def _kill_group(child: subprocess.Popen[bytes]) -> None:
    """Kill a process and those that it started and left behind."""
    with suppress(ProcessLookupError):  # nothing of it is left
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _how(status: int) -> str:
    return f"killed by signal {-status}" if status < 0 else f"exit status {status}"


def _say(text: str) -> None:
    print(f"mousepost: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(run(commands(sys.argv[1], int(sys.argv[2]), "receive" in sys.argv[3:])))
