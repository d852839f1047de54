"""Run a simulation and print its figures; a run that fails ends with the command that repeats it."""

from __future__ import annotations

import argparse
import gc
import sys
import time

from tests.simulation.plan import Failed, Plan
from tests.simulation.world import simulate


def main() -> int:
    """Run what the command line says, and return the status to end with."""
    parser = argparse.ArgumentParser(prog="tests.simulation", description=__doc__)
    for name, default in (("days", 30), ("matches", 60), *Plan._field_defaults.items()):
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default)
    parser.add_argument("--seed", type=int, default=1)
    plan = Plan(**vars(parser.parse_args()))
    gc.set_threshold(50_000, 20, 100)  # what is kept of the matches only grows
    begun, used = time.perf_counter(), time.process_time()
    try:
        world = simulate(plan)
    except Failed as error:
        print(error)
        return 1
    seconds, used = time.perf_counter() - begun, time.process_time() - used
    figures = world.figures
    for name, number in sorted(figures.items()):
        print(f"{number:>12,}  {name}")
    print(f"{seconds:>12,.0f}  seconds, of which the processor worked for {used:,.0f}")
    print(f"{60 * figures['match-days'] / seconds:>12,.0f}  match-days in a minute")
    print(f"What happened: {world.digest}. To repeat it: {plan.command}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
