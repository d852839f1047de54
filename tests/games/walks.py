"""Tables of every size, and seeded walks through their games."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from games.chance import Seeded
from games.contract import BadOptions, check_options, Position

LOOKED_AT = 60  # legal moves looked at in one position; a game may have ten thousand


class Table(NamedTuple):
    """A game, its options and how many sit down."""

    game: type[Position]
    options: dict[str, Any]
    seats: int

    def __str__(self) -> str:
        words = [f"{key}={value}" for key, value in self.options.items()]
        return "-".join([self.game.key, str(self.seats), *words])

    def deal(self, seed: int) -> Position:
        """Deal with the chance of a seed made from `seed`."""
        return self.game.deal(self.options, self.seats, Seeded(seed.to_bytes(32, "big")))


def option_sets(game: type[Position]) -> Iterator[dict[str, Any]]:
    """Yield the defaults, and for every other value of interest of one option the defaults with that.

    A default that depends on other options is left out of the first; the others have the lowest value instead, so
    that their matches are short.
    """
    defaults = {option.key: option.default for option in game.options if option.default is not None}
    yield defaults
    short = defaults | {option.key: option.low for option in game.options if option.default is None}
    for option in game.options:
        values = {"bool": (False, True), "choice": option.choices, "int": (option.low, option.low + 1)}[option.kind]
        for value in values if option.default is not None else ():
            if value != option.default:
                yield {**short, option.key: value}


def tables(game: type[Position]) -> Iterator[Table]:
    """Yield every combination of an option set and a number of seats that the game allows."""
    for options in option_sets(game):
        for seats in range(game.min_seats, game.max_seats + 1):
            try:
                yield Table(game, check_options(game, options, seats), seats)
            except BadOptions:
                continue


def may(position: Position, seat: int) -> list[str]:
    """Return what `seat` may do and need not."""
    return [decision.kind for decision in position.optional() if decision.seat == seat]


def answers(position: Position, seat: int) -> list[str]:
    """Return the first of the moves with which `seat` can answer what it is asked."""
    extra = may(position, seat)
    return list(islice((move for move in position.moves(seat) if move not in extra), LOOKED_AT))


def waits(position: Position) -> Iterator[tuple[int, str]]:
    """Yield seat and move for each move looked at, of those who must and those who may act."""
    for decision in position.to_act():
        for move in answers(position, decision.seat):
            yield decision.seat, move
    for decision in position.optional():
        yield decision.seat, decision.kind


def any_move(position: Position, rng: Random) -> tuple[int, str]:
    """Return a seat and a move: any that is listed, and every fourth time the deadline move."""
    decision = rng.choice([*position.to_act(), *(d for d in position.optional() if rng.random() < 0.3)])
    if decision not in position.to_act():
        return decision.seat, decision.kind
    if rng.random() < 0.25:
        return decision.seat, position.deadline_move(decision.seat)
    return decision.seat, rng.choice(answers(position, decision.seat))


def walk(position: Position, rng: Random, every: int = 1) -> Iterator[Position]:
    """Play at random to the end, yielding the position before every `every`-th move, and at the end."""
    number = 0
    while position.to_act():
        if number % every == 0:
            yield position
        position.play(*any_move(position, rng))
        number += 1
        assert number < 5000, "a game ends"
    yield position


def everybody(position: Position) -> list[int | None]:
    """Return the seats and the spectator."""
    return [None, *range(1, position.seats + 1)]


def seen(position: Position) -> tuple[str, list[Any], list[Any]]:
    """Return all that can be known of a position from outside."""
    views = [position.view(seat) for seat in everybody(position)]
    facts = [fact.seen_by(None, over=True) for fact in position.facts]
    return position.canonical(), json.loads(json.dumps(views)), json.loads(json.dumps(facts))
