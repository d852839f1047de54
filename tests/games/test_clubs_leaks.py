"""Clubs: private: hands. Nobody: the cards out of play, the decks to come. Nothing observed depends on either."""

from random import Random

import pytest

from games.clubs import Clubs
from games.clubs_melds import cards_in, club_points
from games.contract import check_options, Fact, Forced
from tests.games import leaks
from tests.games.leaks import check_unseen, played
from tests.games.unseen_clubs import Round, unseen
from tests.games.walks import Table

VARIANTS = [
    *[(seats, {}) for seats in (2, 3, 4, 5, 6)],
    (3, {"crazy": True}), (4, {"wild": True}), (2, {"crazy": True, "wild": True}), (4, {"teams": 2}), (6, {"teams": 3}),
    (6, {"teams": 2, "wild": True}),
]  # fmt: skip


@pytest.fixture(autouse=True)
def moves_that_are_refused(monkeypatch):
    """What a seat is told of a move that cannot be played tells of its own hand only."""
    bad = ("?!", "pass", "double", "7C", "1C 1D", "1C 2C", "15C 14D 13H", "1C 3C", "15C=3", "15C 6D", "7C 7D 7H", "0C")
    monkeypatch.setattr(leaks, "BAD_MOVES", bad)


def check(game, seats, options, seed, cuts=5):
    """Look at one match from two seats and the spectator's place, at several moments before its end."""
    table = Table(game, check_options(game, {"target": 20, **options}, seats), seats)
    match, rng, tried = played(table, seed), Random(seed), 0
    for seat in (None, 1, seats):
        for cut in rng.sample(range(len(match.moves)), cuts):
            tried += check_unseen(match, unseen(match, cut, seat), cut, seat, rng)
    return tried


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_observed_depends_on_what_was_not_seen(seats, options, seed):
    assert check(Clubs, seats, options, seed) >= 60


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_the_rounds_are_told_apart(seats, options):
    """What the tests take for unseen follows the rounds as they were."""
    table = Table(Clubs, check_options(Clubs, {"target": 20, **options}, seats), seats)
    match = played(table, 3)
    position = table.deal(3)
    rounds, now = [Round(match, number) for number in range(1, 20) if f"deck/{number}" in match.outcomes], 0
    for seat, move in match.moves:
        position.play(seat, move)
        now += rounds[now].play(seat, move)
        assert now == len(position.ended)
        if position.to_act():
            hands = {s: set(cards_in(hand)) for s, hand in enumerate(position.hands, 1)}
            assert rounds[now].hands == hands


def test_a_seat_knows_its_own_left_hand_only():
    """Cards left in hand at a round's end stay private until the match is over."""
    table = Table(Clubs, check_options(Clubs, {"target": 60}, 3), 3)
    for seed in range(5):
        match = played(table, seed)
        position = table.deal(seed)
        for seat, move in match.moves:
            facts = position.play(seat, move)
            for fact in facts:
                if fact.kind == "round over":
                    [last] = fact.private or {0: None}
                    for s in (None, 1, 2, 3):
                        assert ("own" in fact.seen_by(s)) == (s == last and last != 0)


class AsideShown(Clubs):
    def view(self, seat):
        return {**super().view(seat), "next": cards_in(self.aside)[:1]}


class ClubsInHand(Clubs):
    def view(self, seat):
        return {**super().view(seat), "points": [club_points(hand) for hand in self.hands]}


class HandsOrdered(Clubs):
    """Says who holds the highest card, by nothing but the order of a list."""

    def view(self, seat):
        return {**super().view(seat), "order": sorted(range(self.seats), key=lambda s: self.hands[s])}


class LeftHandsTold(Clubs):
    def _tell(self, kind, seat, /, own=None, **about):
        told = {"left": sorted(own.items())} if kind == "round over" else {}
        self.facts += (Fact(kind, seat, {**about, **told}, own),)


class PrivatePartsMixed(Clubs):
    """Gives each seat the next seat's private part."""

    def _tell(self, kind, seat, /, own=None, **about):
        mixed = own and {s: own.get(s % self.seats + 1, part) for s, part in own.items()}
        self.facts += (Fact(kind, seat, about, mixed),)


class ErrorTells(Clubs):
    def _check(self, seat, move):
        try:
            return super()._check(seat, move)
        except ValueError as error:
            error.message += " {hint}"
            error.facts["hint"] = club_points(self.hands[self.turn - 1])
            raise


class PassForcedAloud(Clubs):
    def forced(self, seat):
        forced = super().forced(seat)
        return forced and Forced(forced.move, True)


class DoublersChosen(Clubs):
    """Lets only those double who hold a 15."""

    def _may_double(self, seat):
        return super()._may_double(seat) and "15" in str(cards_in(self.hands[seat - 1]))


LEAKY = [
    AsideShown, ClubsInHand, HandsOrdered, LeftHandsTold, PrivatePartsMixed, ErrorTells, PassForcedAloud,
    DoublersChosen,
]  # fmt: skip


@pytest.mark.parametrize("leaky", LEAKY)
def test_a_leak_is_found(leaky):
    with pytest.raises(AssertionError, match="can be told apart"):
        sum(check(leaky, 3, {}, seed) for seed in range(1, 60))
