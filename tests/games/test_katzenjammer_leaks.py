"""Katzenjammer Blues: private: hands. Nobody: the pile's order. Whatever tells of either is found."""

from random import Random

import pytest

from games.contract import Fact, Forced, N_, NotYourTurn
from games.katzenjammer_blues import KatzenjammerBlues
from tests.games.leaks import check_unseen, played
from tests.games.unseen_katzenjammer import unseen
from tests.games.walks import Table


def check(game, seats, games, seed):
    """Look at one match from two seats and the spectator's place, at several moments before its end."""
    match, rng, tried = played(Table(game, {"games": games}, seats), seed), Random(seed), 0
    for seat in (None, 1, seats):
        for cut in rng.sample(range(len(match.moves)), 5):
            tried += check_unseen(match, unseen(match, cut, seat), cut, seat, rng)
    return tried


class PileShown(KatzenjammerBlues):
    def view(self, seat):
        return {**super().view(seat), "next": "".join(self.cards[self.at :][:1])}


class JokersShown(KatzenjammerBlues):
    def view(self, seat):
        return {**super().view(seat), "in_hand": [hand[5] for hand in self.hands]}


class HandsOrdered(KatzenjammerBlues):
    """Says who holds most fives, by nothing but the order of a list."""

    def view(self, seat):
        return {**super().view(seat), "order": sorted(range(self.seats), key=lambda s: self.hands[s])}


class DrawTold(KatzenjammerBlues):
    def _tell(self, kind, seat, /, own=None, **about):
        told = {"drawn": sorted(part["card"] for part in own.values())} if kind == "draw" else {}
        self.facts += (Fact(kind, seat, {**about, **told}, own),)


class PrivatePartsMixed(KatzenjammerBlues):
    """Gives each seat the next seat's private part."""

    def _tell(self, kind, seat, /, own=None, **about):
        mixed = own and {s: own.get(s % self.seats + 1, part) for s, part in own.items()}
        self.facts += (Fact(kind, seat, about, mixed),)


class ErrorTells(KatzenjammerBlues):
    def _check(self, seat, move):
        if seat != self.turn:
            raise NotYourTurn(
                N_("Seat {turn} is to move, with {n} jokers."), turn=self.turn, n=self.hands[self.turn - 1][5]
            )
        return super()._check(seat, move)


class PassForcedAloud(KatzenjammerBlues):
    def forced(self, seat):
        forced = super().forced(seat)
        return forced and Forced(forced.move, True)


LEAKY = [PileShown, JokersShown, HandsOrdered, DrawTold, PrivatePartsMixed, ErrorTells, PassForcedAloud]


@pytest.mark.parametrize("leaky", LEAKY)
def test_a_leak_is_found(leaky):
    with pytest.raises(AssertionError, match="can be told apart"):
        sum(check(leaky, 3, 1, seed) for seed in range(1, 30))
