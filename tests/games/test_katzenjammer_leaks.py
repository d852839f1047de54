"""Katzenjammer Blues: private: hands. Nobody: the pile's order. Nothing observed depends on either."""

from random import Random

import pytest

from games.contract import Fact, Forced, N_, NotYourTurn
from games.katzenjammer_blues import KatzenjammerBlues
from tests.games.leaks import check_unseen, Played, played
from tests.games.walks import Table

PUBLIC = 0
MICE = {2: 20, 3: 20, 4: 20, 5: 24, 6: 24}


class Deck:
    """Who has seen which card of one game's deck, told from the deck and the moves alone."""

    def __init__(self, cards, seats, leader):
        self.cards, self.seats, self.leader, self.left = cards, seats, leader, MICE[seats]
        self.seen_by = [(leader + n) % seats + 1 for n in range(6 * seats)]
        self.over = False
        self.reveal()

    def reveal(self):
        self.passes = self.bids = 0
        row = []
        while not self.over and (not row or (row[-1] not in row[:-1] and row[-1] != "J")):
            row.append(self.draw(PUBLIC))
        for n in range(self.seats if row[-1] == "J" else 0):
            if not self.over:
                self.draw((self.leader + n) % self.seats + 1)

    def draw(self, seat):
        card = self.cards[len(self.seen_by)]
        self.seen_by.append(seat)
        self.over = len(self.seen_by) == len(self.cards)
        return card

    def play(self, seat, move):
        word, *words = move.split()
        if word == "settle":
            quartets = words[1:]
            self.left -= sum(int(quartet[-1] if "=" in quartet else quartet[0]) for quartet in quartets)
            self.over = self.left <= 0
            self.leader = seat
            if not self.over:
                self.reveal()
        elif word == "bid":
            self.bids += 1
        else:
            self.passes += 1
            if self.passes == self.seats and not self.bids:
                self.reveal()

    def unseen(self, seat):
        """Return the places that `seat` has not seen; in an ended game jokers have been shown."""
        for place, card in enumerate(self.cards):
            owner = self.seen_by[place] if place < len(self.seen_by) else None
            if owner != PUBLIC and (owner is None or owner != seat) and not (self.over and card == "J"):
                yield place


def unseen(match: Played, cut, seat):
    """Return the places that `seat` has not seen after `cut` moves."""
    seats, first = match.table.seats, match.outcomes["first"]
    decks = [Deck(match.outcomes["deck/1"], seats, first + 1)]
    for mover, move in match.moves[:cut]:
        decks[-1].play(mover, move)
        if decks[-1].over and len(decks) < match.table.options["games"]:
            number = len(decks)
            decks.append(Deck(match.outcomes[f"deck/{number + 1}"], seats, (first + number) % seats + 1))
    return [(f"deck/{number}", place) for number, deck in enumerate(decks, 1) for place in deck.unseen(seat)]


def check(game, seats, games, seed):
    """Look at one match from two seats and the spectator's place, at several moments before its end."""
    match, rng, tried = played(Table(game, {"games": games}, seats), seed), Random(seed), 0
    for seat in (None, 1, seats):
        for cut in rng.sample(range(len(match.moves)), 5):
            tried += check_unseen(match, unseen(match, cut, seat), cut, seat, rng)
    return tried


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_observed_depends_on_what_was_not_seen(seats, games, seed):
    assert check(KatzenjammerBlues, seats, games, seed) >= 10


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
