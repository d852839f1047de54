"""Zirkus Flohcati: nobody knows the order of the pile. Nothing observed depends on it."""

from random import Random

import pytest

from games.contract import Choices, Decision, Fact, IllegalMove, N_
from games.flohcati import Flohcati
from tests.games.leaks import check_unseen, played
from tests.games.unseen_flohcati import unseen
from tests.games.walks import Table


def check(game, seats, seed, cuts=2):
    """Look at one match from every seat and the spectator's place, at several moments before its end."""
    match, rng, tried = played(Table(game, {}, seats), seed), Random(seed), 0
    for seat in (None, *range(1, seats + 1)):
        for cut in rng.sample(range(len(match.moves) - 20), cuts):
            tried += check_unseen(match, unseen(match, cut, seat), cut, seat, rng)
    return tried


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_observed_depends_on_what_was_not_seen(seats, seed):
    assert check(Flohcati, seats, seed) >= 11 * (seats + 1)


@pytest.mark.parametrize("seats", [3, 5])
def test_how_much_has_been_seen(seats):
    """What is told above from the moves alone is what the pile has left."""
    for seed in range(10):
        match = played(Table(Flohcati, {}, seats), seed)
        position = Table(Flohcati, {}, seats).deal(seed)
        for cut, move in enumerate(match.moves):
            assert len(unseen(match, cut, None)) == position.view(None)["pile"]
            position.play(*move)
        assert len(unseen(match, len(match.moves), None)) == position.view(None)["pile"]


class PileShown(Flohcati):
    def view(self, seat):
        return {**super().view(seat), "next": self.cards[self.at : self.at + 1]}


class BottomShown(Flohcati):
    """Says who would like the last card best, by nothing but a number."""

    def view(self, seat):
        return {**super().view(seat), "last": len(self.cards[-1])}


class RevealTold(Flohcati):
    """Says with each card that joins the row whether it is safe to go on."""

    def _tell(self, kind, seat, /, **about):
        safe = {"safe": self.cards[self.at :][:1] > ("D",)} if about.get("what") == "joins" else {}
        self.facts += (Fact(kind, seat, {**about, **safe}),)


class ErrorTells(Flohcati):
    def _check(self, seat, move):
        try:
            return super()._check(seat, move)
        except IllegalMove as error:
            raise IllegalMove(N_("{why} Reveal {card}."), why=str(error), card=self.cards[-1]) from error


class SerialCounts(Flohcati):
    """Makes the number of a question depend on the card that comes next."""

    def to_act(self):
        return [Decision(d.seat, d.kind, 1000 * d.serial + ord(self.cards[-1][0])) for d in super().to_act()]


class MovesSorted(Flohcati):
    """Puts `reveal` last where the next card would not be worth it."""

    def moves(self, seat):
        moves = list(super().moves(seat))
        return iter(moves[::-1] if self.cards[self.at :][:1] < ("E",) else moves)


LEAKY = [PileShown, BottomShown, RevealTold, ErrorTells, SerialCounts, MovesSorted]


@pytest.mark.parametrize("leaky", LEAKY)
def test_a_leak_is_found(leaky):
    with pytest.raises(AssertionError, match="can be told apart"):
        sum(check(leaky, 3, seed) for seed in range(1, 30))


def test_choices_are_made_from_the_view_alone():
    """Two positions with one view offer the same."""
    position = Table(Flohcati, {}, 4).deal(3)
    twin = Flohcati.imagine(position.view(1), Random(4))
    seat = position.to_act()[0].seat
    assert isinstance(Flohcati.choices(position.view(seat)), Choices)
    assert Flohcati.choices(position.view(seat)) == Flohcati.choices(twin.view(seat))
