"""The supervisor: its processes end together, each in its own time, and nothing of them is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

import supervisor

ROOT = Path(__file__).parent.parent

SUPERVISE = """
import sys, supervisor
supervisor.STOP_SECONDS = float(sys.argv[1])
programs = {f"process {n}": [sys.executable, "-c", program] for n, program in enumerate(sys.argv[2:], 1)}
sys.exit(supervisor.run(programs))
"""
SAY_UP = "import os, signal, sys, subprocess, time; os.write(1, b'up\\n')\n"
PATIENT = SAY_UP + "signal.pause()"
FINISHES = """
import os, signal, sys, time
def finish(*_):
    time.sleep(0.3)  # what is in hand
    os.write(1, b'finished\\n')
    sys.exit(0)
signal.signal(signal.SIGTERM, finish)
os.write(1, b'up\\n')
signal.pause()
"""
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + PATIENT
ENDS = SAY_UP + "sys.stdin.readline()"
FAILS = ENDS + "; sys.exit(3)"
LEAVES_A_CHILD = (
    "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])\n" + FAILS
)


class Supervised:
    """A supervisor with two processes, which are up."""

    def __init__(self, first: str, second: str, stop_seconds: float) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SUPERVISE, str(stop_seconds), first, second],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        assert [self.process.stdout.readline() for _ in range(2)] == ["up\n", "up\n"]
        self.family = psutil.Process(self.process.pid).children(recursive=True)

    def end(self, text: str = "") -> tuple[str, str]:
        """Wait for the end; return what was printed to both streams."""
        return self.process.communicate(text, timeout=60)

    def left(self) -> list[psutil.Process]:
        return still_running(self.family)


def still_running(family: list[psutil.Process]) -> list[psutil.Process]:
    """Return those that run; one that has ended and was not collected by anybody does not."""
    return [each for each in family if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]


@pytest.fixture
def supervise() -> Iterator[object]:
    made: list[Supervised] = []

    def start(first: str, second: str, stop_seconds: float = 60) -> Supervised:
        made.append(Supervised(first, second, stop_seconds))
        return made[-1]

    yield start
    for each in made:
        for process in [*each.left(), each.process]:
            process.kill()
        each.process.communicate()


@pytest.mark.parametrize("number", sorted(supervisor.ASKED))
def test_both_finish_what_they_have_in_hand(supervise, number: signal.Signals) -> None:  # type: ignore[no-untyped-def]
    supervised = supervise(FINISHES, FINISHES)
    supervised.process.send_signal(number)
    supervised.process.send_signal(number)  # twice, as a terminal and `make` may both send it
    out, err = supervised.end()
    assert out == "finished\n" * 2
    assert err == ""
    assert supervised.process.returncode == 0
    assert supervised.left() == []


@pytest.mark.parametrize(("program", "how"), [(FAILS, "exit status 3"), (ENDS, "exit status 0")], ids=["3", "0"])
def test_when_one_ends_the_other_is_stopped_and_the_status_says_so(supervise, program: str, how: str) -> None:  # type: ignore[no-untyped-def]
    supervised = supervise(FINISHES, program)
    out, err = supervised.end("\n")
    assert out == "finished\n"
    assert f"process 2 ended by itself ({how})" in err
    assert supervised.process.returncode == 1
    assert supervised.left() == []


def test_a_killed_process_is_named(supervise) -> None:  # type: ignore[no-untyped-def]
    supervised = supervise(PATIENT, FINISHES)
    supervised.family[0].kill()
    _out, err = supervised.end()
    assert "process 1 ended by itself (killed by signal 9)" in err
    assert supervised.process.returncode == 1


def test_who_does_not_stop_is_killed(supervise) -> None:  # type: ignore[no-untyped-def]
    supervised = supervise(STUBBORN, FINISHES, stop_seconds=0.5)
    supervised.process.terminate()
    out, err = supervised.end()
    assert out == "finished\n"
    assert "process 1 does not stop: it is killed" in err
    assert supervised.process.returncode == 1
    assert supervised.left() == []


def test_what_a_process_leaves_behind_is_killed(supervise) -> None:  # type: ignore[no-untyped-def]
    supervised = supervise(LEAVES_A_CHILD, FINISHES)
    assert len(supervised.family) == 3
    supervised.end("\n")
    assert supervised.process.returncode == 1
    wait_until_gone(supervised.family)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has died")
def test_nothing_outlives_a_killed_supervisor(supervise) -> None:  # type: ignore[no-untyped-def]
    supervised = supervise(FINISHES, PATIENT)
    os.kill(supervised.process.pid, signal.SIGKILL)
    wait_until_gone(supervised.family)


def wait_until_gone(family: list[psutil.Process]) -> None:
    for _ in range(600):
        if not still_running(family):
            return
        time.sleep(0.1)
    raise AssertionError(f"still running: {still_running(family)}")
