"""The tables that people of the simulation wish to open: any game, with any options and seats that it allows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple, TYPE_CHECKING

import games
from games.contract import BadOptions, check_options, Option
from service.clock import HOUR, Pace, PRESETS, RESTS
from tests.simulation.clock import START

if TYPE_CHECKING:
    from tests.simulation.people import Person
    from tests.simulation.world import World

SPREAD = 0.6  # of the days: tables are opened in this part of them
PACE_WEIGHTS = {"relaxed": 3, "daily": 6, "lively": 5, "live": 1, "custom": 6}
UNITS = {"days": 24 * HOUR, "hours": HOUR, "minutes": 60}


class Wish(NamedTuple):
    """A table that somebody wishes to open at some time."""

    at: datetime
    opener: Person
    game: games.Game
    options: Mapping[str, Any]
    seats: tuple[Person | str, ...]  # people, or `bot`
    pace: Pace

    def form(self) -> dict[str, object]:
        """Return the form that opens it."""
        preset = next((name for name, pace in PRESETS.items() if pace._replace(away=self.pace.away) == self.pace), "")
        sent: dict[str, object] = {"away": self.pace.away, "pace": preset or "custom"}
        if not preset:
            for key in ("allowance", "bank", "earn", "most"):
                sent |= _length(key, getattr(self.pace, key))
            sent |= {f"rests-{rest}": "true" for rest in RESTS if rest not in self.pace.ignores}
        for key, value in self.options.items():
            sent[f"option-{key}"] = str(value).lower() if isinstance(value, bool) else str(value)
        for number, seat in enumerate(self.seats, 1):
            if seat is self.opener:
                sent[f"seat-{number}"] = "me"
            elif isinstance(seat, str):
                sent[f"seat-{number}"] = seat
            else:
                sent[f"seat-{number}"], sent[f"address-{number}"] = "invite", seat.address
        return sent


def wishes(world: World) -> list[Wish]:
    """Return all the tables that are to be opened in a run."""
    every, rng = games.every(), world.rng
    return [_wish(world, every[number % len(every)], rng) for number in range(world.plan.matches)]


def _wish(world: World, game: games.Game, rng: Random) -> Wish:
    options, seats = _options(game, rng)
    people = [person for person in world.people.values() if not person.moves_away] or list(world.people.values())
    opener = rng.choice(people)
    friends = rng.sample([person for person in world.people.values() if person is not opener], seats - 1)
    sitting: list[Person | str] = [opener, *(friend if rng.random() < 0.6 else "bot" for friend in friends)]
    rng.shuffle(sitting)
    at = START + timedelta(days=world.plan.days * SPREAD * rng.random() ** 1.5)
    return Wish(at, opener, game, options, tuple(sitting), _pace(rng))


def _pace(rng: Random) -> Pace:
    """Return a pace: a preset, or one with any time bank, at which any of the rests may not count."""
    away = rng.choice(("bot", "deadline"))
    name = rng.choices(list(PACE_WEIGHTS), list(PACE_WEIGHTS.values()))[0]
    if name in PRESETS:
        return PRESETS[name]._replace(away=away)
    allowance = rng.choice((1, 8, 24, 36, 48)) * HOUR
    bank = rng.choice((0, 0, 20 * 60, 6 * HOUR, 30 * HOUR))
    earn = rng.choice((0, 0, 7 * 60, HOUR))
    ignores = tuple(rest for rest in RESTS if rng.random() < 0.4)
    return Pace(allowance, bank, earn, bank + rng.choice((0, 2 * HOUR)), ignores, away)


def _length(key: str, seconds: int) -> dict[str, object]:
    """Return the fields of a form that say a length of time."""
    unit = next(unit for unit, size in UNITS.items() if seconds % size == 0)
    return {key: str(seconds // UNITS[unit]), f"{key}-unit": unit}


def _options(game: games.Game, rng: Random) -> tuple[dict[str, Any], int]:
    """Return options and a number of seats with which a game can be played; matches are rather short."""
    while True:
        options = {option.key: _value(option, rng) for option in game.options}
        seats = rng.randint(game.min_seats, game.max_seats)
        try:
            check_options(game, options, seats)
        except BadOptions:
            continue
        return options, seats


def _value(option: Option, rng: Random) -> Any:
    if option.kind == "bool":
        return rng.random() < 0.4
    return (
        rng.choice(option.choices) if option.kind == "choice" else min(option.high, option.low + rng.choice((0, 1, 5)))
    )
