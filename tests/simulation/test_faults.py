"""Every planted fault is found by the simulation, and for the right reason; the same runs without it find nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service import due
from tests.simulation.faults import Change, FAULTS, planted
from tests.simulation.plan import Failed, Plan
from tests.simulation.world import simulate

PLAN = Plan(seed=30, days=5, matches=7, trouble=8)
QUIET = Plan(seed=1, days=4, matches=8)
FOUR = PLAN._replace(seed=4)
PLANS = {  # of faults that need something rare
    "a link whose decision is over opens its seat": FOUR,
    "an old page answers what is asked now": FOUR,
    "the deadline of a run is begun anew": FOUR,
    "a clock that refills at weekends": FOUR._replace(days=7),
    "a link plays when it is looked at": Plan(seed=1, days=4, matches=6, trouble=8),
    "a holiday that counts from the next decision only": QUIET,
    "an order that all can read": PLAN._replace(seed=1),
    "a sweep claims nothing and plays whatever is asked": PLAN._replace(seed=1),
    "who resigns keeps the deadline": PLAN._replace(seed=2),
    "a reminder at night": PLAN._replace(seed=3),
    "a mail is composed though its decision is over": Plan(seed=2, days=6, matches=8, trouble=8),
    "a view shows the pile": Plan(seed=1, days=3, matches=6, leaks=0.6),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str) -> None:
    plan = PLANS.get(name, PLAN)._replace(fault=name)
    with pytest.raises(Failed, match=FAULTS[name].found):
        simulate(plan)


@pytest.mark.parametrize("plan", [FOUR._replace(days=2), QUIET._replace(days=3)], ids=lambda plan: plan.command)
def test_the_same_run_without_a_fault_finds_nothing(plan: Plan) -> None:
    assert simulate(plan).figures["moves by player"]


def test_a_fault_that_cannot_be_planted_any_more_is_not_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = Change(due._claim, "a line that was changed since", "another")
    monkeypatch.setitem(FAULTS, "gone", FAULTS["a deadline is played early"]._replace(changes=(gone,)))
    with pytest.raises(AssertionError, match="does not have"), planted("gone"):
        pass


def test_what_was_planted_is_taken_out_again() -> None:
    before: dict[Callable[..., object], object] = {
        change.function: change.function.__code__ for fault in FAULTS.values() for change in fault.changes
    }
    for name in FAULTS:
        with planted(name):
            changed = {change.function for change in FAULTS[name].changes}
            assert all(function.__code__ is not before[function] for function in changed)
    assert all(function.__code__ is code for function, code in before.items())
