"""The house bots: players that see only a `view`.

A game's bot is the function `choose(view, rng)` in the module of this package named like the game's key
(`katzenjammer-blues`: `katzenjammer_blues`). A game without one is played by `sensible`, which knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random

from games import find
from games.contract import View

Choose = Callable[[View, Random], str]


def bot_for(key: str) -> Choose:
    """Return the function that chooses moves in the game with this key."""
    name = f"{__name__}.{key.replace('-', '_')}"
    if find_spec(name) is None:
        return sensible
    choose: Choose = import_module(name).choose
    return choose


def sensible(view: View, rng: Random) -> str:
    """Return the deadline move in a position that may lie behind the view: legal in any game, and modest."""
    return find(view["game"], view["rules"]).imagine(view, rng).deadline_move(view["seat"])
