"""Tables of Clubs laid out card by card."""

import re
from random import Random

from games.chance import Loose, Recorded
from games.clubs import Clubs
from games.clubs_melds import set_of
from games.contract import check_options
from tests.games.katzenjammer import asked, fact, say

__all__ = ["DECK", "Clubs", "asked", "cards", "deal", "fact", "hand", "late", "lay", "pass_all", "play_out", "say"]

DECK = Clubs.deck
WORD = re.compile(r"(\d+)(?:-(\d+))?([CDHS]+)")


def cards(text):
    """Return the cards of a text: `7C`, `7CDH` for three of them, `1-4C 5D`."""
    found = []
    for word in text.split():
        low, high, suits = WORD.fullmatch(word).groups()
        found += [f"{rank}{suit}" for suit in suits for rank in range(int(low), int(high or low) + 1)]
    return found


def lay(hands, dealer):
    """Return the order of a deck that deals these hands, in seat order, filled up to ten with what is left over."""
    hands = [cards(hand) for hand in hands]
    given = [card for hand in hands for card in hand]
    assert len(set(given)) == len(given), "a card lies twice"
    left = [card for card in DECK if card not in given]
    for hand in hands:
        while len(hand) < 10:
            hand.append(left.pop(0))
    clockwise = [hands[(dealer + n) % len(hands)] for n in range(len(hands))]
    return [hand[n] for n in range(10) for hand in clockwise] + left


def deal(hands, dealer=None, later=(), **options):
    """Deal a match, by default so that seat 1 leads; `later` has the decks of its other rounds."""
    seats = len(hands)
    dealer = dealer or seats
    decks = [lay(hands, dealer), *later]
    chance = {"first": dealer - 1, **{f"deck/{number}": deck for number, deck in enumerate(decks, 1)}}
    return Clubs.deal(check_options(Clubs, options, seats), seats, Recorded(chance))


def late(hands, *, lead=1, won=(), out=(), doubled=(), totals=None, dealer=None, **options):
    """Return a position late in a round: these hands, `lead` to lead, tricks `won` as (seat, cards)."""
    seats = len(hands)
    chance = Loose(Random(1))
    position = Clubs.deal(check_options(Clubs, options, seats), seats, chance)
    position.first = position.dealer = dealer or seats
    position.hands = tuple(set_of(cards(hand)) for hand in hands)
    position.tricks = tuple((seat, set_of(cards(text))) for seat, text in won)
    given = [*position.hands, *(taken for _, taken in position.tricks)]
    assert sum(given) == set_of([card for card in DECK if any(set_of([card]) & held for held in given)])
    position.aside = set_of(DECK) - sum(given)
    position.out, position.doubled = tuple(out), tuple(doubled)
    position.totals = tuple(totals or position.totals)
    position.facts = ()
    position._lead(lead)
    return position


def hand(position, seat):
    """Return the hand of `seat` as text."""
    return " ".join(position.view(seat)["hand"])


def pass_all(position):
    """Let everybody pass until the trick ends; return the facts of the last pass."""
    facts = ()
    while position.phase == "follow":
        facts = position.play(position.turn, "pass")
    return facts


def play_out(position):
    """Play deadline moves until the round is over."""
    number = position.round
    while position.to_act() and position.round == number:
        position.play(position.turn, position.deadline_move(position.turn))


def answers(position):
    """Return the moves with which the seat that is to act can answer."""
    return [move for move in position.moves(position.turn) if move != "double"]
