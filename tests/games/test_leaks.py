"""Of every game: nothing that a seat or a spectator observes depends on cards that it has not seen."""

from random import Random

import pytest

import games
from tests.games.leaks import check_unseen, played, unseen
from tests.games.toy import Toy
from tests.games.walks import Table, tables

MOVES = 120  # looked into of a match; one may last a thousand
TABLES = [table for game in [*games.every(), Toy] for table in tables(game)]


def check(table: Table, seed: int) -> int:
    """Look at one match from two seats and the spectator's place, at several moments before its end."""
    match, rng, tried = played(table, seed), Random(seed), 0
    for seat in (None, 1, table.seats):
        cuts = range(min(len(match.moves), MOVES))
        for cut in rng.sample(cuts, min(5, len(cuts))):
            tried += check_unseen(match, unseen(match, cut, seat), cut, seat, rng)
    return tried


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_nothing_observed_depends_on_what_was_not_seen(table: Table) -> None:
    assert sum(check(table, seed) for seed in (1, 2)) >= 10


class RestShown(Toy):
    def view(self, seat):
        return {**super().view(seat), "next": self.rest[:1]}


class HandsOrdered(Toy):
    def view(self, seat):
        return {**super().view(seat), "order": sorted(range(self.seats), key=lambda s: self.hands[s])}


class RobTold(Toy):
    def _tell(self, kind, seat, /, own=None, **about):
        told = {"card": own[seat]["card"]} if kind == "rob" else {}
        super()._tell(kind, seat, own=own, **about, **told)


class ErrorTells(Toy):
    def _check(self, seat, text):
        try:
            return super()._check(seat, text)
        except ValueError as error:
            error.facts["hint"] = self.hands
            error.args = (*error.args, self.hands)
            error.message += " {hint}"
            raise


@pytest.mark.parametrize("leaky", [RestShown, HandsOrdered, RobTold, ErrorTells])
def test_a_leak_is_found(leaky: type[Toy]) -> None:
    table = Table(leaky, {"partners": False, "rounds": 2, "cards": 4}, 3)
    with pytest.raises(AssertionError, match="can be told apart"):
        sum(check(table, seed) for seed in range(1, 40))


def test_a_game_that_nobody_has_looked_at_fails_by_name() -> None:
    class Strange(Toy):
        key = "strange"

    with pytest.raises(AssertionError, match="of strange a seat"):
        check(Table(Strange, {"partners": False, "rounds": 1, "cards": 2}, 2), 1)
