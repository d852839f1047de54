"""A short run of the simulation, and that a seed gives the same run again. A long one is `make soak`."""

from __future__ import annotations

import pytest

from tests.simulation import __main__ as command
from tests.simulation.plan import Failed, Plan
from tests.simulation.world import simulate

TINY = Plan(seed=2, days=1, matches=3, trouble=4)


def test_a_seed_gives_the_same_run_again() -> None:
    first, again = simulate(TINY), simulate(TINY)
    assert (first.figures, first.digest) == (again.figures, again.digest)
    assert simulate(TINY._replace(seed=3)).digest != first.digest


def test_a_run_that_fails_says_what_was_before_and_how_to_repeat_it() -> None:
    plan = TINY._replace(fault="what is asked next is not mailed", days=5, matches=7, seed=1)
    with pytest.raises(Failed) as caught:
        simulate(plan)
    assert "no mail says so" in str(caught.value)
    assert "Before that:" in str(caught.value)
    assert str(caught.value).endswith(
        "make simulate SEED=1 DAYS=5 MATCHES=7 TROUBLE='4' FAULT='what is asked next is not mailed'"
    )


def test_the_command_prints_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["simulation", "--seed", "4", "--days", "1", "--matches", "2"])
    assert command.main() == 0
    told = capsys.readouterr().out
    assert "match-days in a minute" in told
    assert "make simulate SEED=4 DAYS=1 MATCHES=2" in told
