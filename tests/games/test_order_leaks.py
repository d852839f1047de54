"""Of every game: what an order stands for, and what it would do, depends on nothing that its seat has not seen."""

import json
from random import Random

import pytest

import games
from games.chance import Recorded
from games.contract import GameError
from games.orders import rehearse
from tests.games.leaks import played, shifted, unseen
from tests.games.toy import Toy
from tests.games.walks import Table, tables

MOVES = 120  # looked into of a match
TABLES = [table for game in [*games.every(), Toy] for table in tables(game)]
LINES = 6  # moves of the match that an order has beside the examples of its game


def told(match, outcomes, cut, seat):
    """Return what `seat` is told of an order after so many moves, as bytes; `GameError` where they do not fit."""
    position = match.table.game.deal(match.table.options, match.table.seats, Recorded(outcomes))
    for mover, move in match.moves[:cut]:
        position.play(mover, move)
    view = json.loads(json.dumps(position.view(seat)))
    examples = [type(position).read_order(view, line.example) for line in position.order_lines]
    own = [move for mover, move in match.moves[max(cut - 8, 0) :] if mover == seat]
    lines = [*examples, *own[:LINES]]
    stands = [position.ordered(seat, line) for line in lines]
    rehearsals = [rehearse(type(position), view, lines, Random(0), scope) for scope in [*position.scopes(), None]]
    return json.dumps([position.scopes(), stands, rehearsals]).encode()


def check(table, seed, cuts=5):
    """Look at one match from two seats at several moments; return how many ways were tried."""
    match, rng, tried = played(table, seed), Random(seed), 0
    for seat in (1, table.seats):
        moments = range(min(len(match.moves), MOVES))
        for cut in rng.sample(moments, min(cuts, len(moments))):
            truth, places = told(match, match.outcomes, cut, seat), unseen(match, cut, seat)
            for _ in range(4):
                outcomes = shifted(match.outcomes, places, rng)
                try:
                    again = told(match, outcomes, cut, seat)
                except GameError:  # somebody could not have played what they played
                    continue
                tried += outcomes != match.outcomes
                assert again == truth, f"orders of seat {seat} tell {places} apart"
    return tried


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_order_depends_on_what_was_not_seen(table):
    assert sum(check(table, seed) for seed in (1, 2)) >= 10


class HandsLookedAt(Toy):
    """Plays low only where somebody else holds no six."""

    def ordered(self, seat, line):
        others = [hand for other, hand in enumerate(self.hands, 1) if other != seat]
        return None if line == "lowest" and "6" in "".join(others) else super().ordered(seat, line)


class DeckLookedAt(Toy):
    """Plays low only where a low card was not dealt."""

    def ordered(self, seat, line):
        return None if self.rest[:1] > "3" else super().ordered(seat, line)


class ScopeTells(Toy):
    def scopes(self):
        return tuple(scope._replace(serial=scope.serial * 10 + int(min(self.rest))) for scope in super().scopes())


class ViewTells(Toy):
    """Shows what was not dealt, and imagines just that."""

    def view(self, seat):
        return {**super().view(seat), "rest": self.rest, "held": list(self.hands)}

    @classmethod
    def imagine(cls, view, rng):
        position = super().imagine(view, rng)
        position.hands, position.rest = tuple(view["held"]), view["rest"]
        return position


@pytest.mark.parametrize("leaky", [HandsLookedAt, DeckLookedAt, ScopeTells, ViewTells])
def test_a_leak_is_found(leaky):
    table = Table(leaky, {"partners": False, "rounds": 2, "cards": 4}, 3)
    with pytest.raises(AssertionError, match=r"tell .* apart"):
        sum(check(table, seed) for seed in range(1, 40))
