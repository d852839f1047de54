"""Zirkus Flohcati: what a hand is worth, what may be played, and how that is written.

A card is its text: an act, `A` to `J`, and a number, `0` to `7`. A hand is a tuple of cards in card order, which is
the order of their texts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

from games.contract import BadNotation, N_, OrderLine, seats_after

Hand = tuple[str, ...]

ACTS = "ABCDEFGHIJ"
NUMBERS = "01234567"
ACTIONS = ("ask", "draw", "fanfare")
WORTH = {act + number: int(number) for act in ACTS for number in NUMBERS}
DECK = (*WORTH, *(action for action in ACTIONS for _ in range(3)))
MOST_SEATS = 5
TRIO = GALA = 10

VERBS = {
    "turn": ("reveal", "take", "trio"),
    "ask": ("ask",),
    "draw": ("draw",),
    "give": ("give",),
    "pick": ("take",),
    "after": ("trio", "gala", "end"),
}
ANSWERS = {
    "turn": N_(
        "“{move}” is no answer here: write “reveal”, “take” and a card of the ring, "
        "or “trio” and three cards of one number."
    ),
    "ask": N_("“{move}” is no answer here: write “ask” and the seat that shall give you a card, as in “{example}”."),
    "draw": N_("“{move}” is no answer here: write “draw” and the seat from which you draw, as in “{example}”."),
    "give": N_("“{move}” is no answer here: write “give” and a card of your hand, as in “{example}”."),
    "pick": N_("“{move}” is no answer here: write “take” and a card of the ring, as in “{example}”."),
    "after": N_(
        "“{move}” is no answer here: write “trio” and three cards of one number, “gala” with all ten acts in hand, "
        "or “end”."
    ),
}
ORDER_LINES = (OrderLine("trio 6", N_("lay down the cards of this number, where exactly three are held")),)
WORDS = ("reveal", "take", "trio", "ask", "draw", "give", "gala", "end")
CARD = re.compile(r"[a-z][0-9]+")
SEAT = re.compile(r"(?:seat)?0*([0-9]{1,2})")
NUMBER = re.compile(r"([0-9])s?")


class Move(NamedTuple):
    """A move: its canonical text, its first word, and the cards or the seat it names."""

    text: str
    verb: str
    cards: Hand = ()
    seat: int = 0


def _moves() -> Iterator[Move]:
    for verb in ("reveal", "gala", "end"):
        yield Move(verb, verb)
    for verb in ("take", "give"):
        for card in WORTH:
            yield Move(f"{verb} {card}", verb, (card,))
    for three in trios(tuple(WORTH)):
        yield Move(f"trio {' '.join(three)}", "trio", three)
    for verb in ("ask", "draw"):
        for seat in range(1, MOST_SEATS + 1):
            yield Move(f"{verb} {seat}", verb, seat=seat)


# Hands


def plus(hand: Hand, card: str) -> Hand:
    """Return the hand with one card more."""
    return tuple(sorted((*hand, card)))


def minus(hand: Hand, cards: Sequence[str]) -> Hand:
    """Return the hand without `cards`."""
    return tuple([card for card in hand if card not in cards])


def points(hand: Hand) -> int:
    """For each act, the highest number in hand."""
    return sum({card[0]: WORTH[card] for card in hand}.values())


def gain(hand: Hand, card: str) -> int:
    """Return what a card more would add to the score."""
    return points(plus(hand, card)) - points(hand)


def cost(hand: Hand, cards: Sequence[str]) -> int:
    """Return what the loss of `cards` would take from the score."""
    return points(hand) - points(minus(hand, cards))


def has_gala(hand: Hand) -> bool:
    """All ten acts in hand; cards in trios do not count."""
    return len(hand) >= len(ACTS) and len({card[0] for card in hand}) == len(ACTS)


def trio_numbers(hand: Hand) -> list[str]:
    """Return the numbers of which the hand has three cards or more."""
    cards = "".join(hand)
    return [number for number in NUMBERS if cards.count(number) > 2]


def of_number(hand: Hand, number: str) -> Hand:
    """Return the cards of one number."""
    return tuple(card for card in hand if card[1] == number)


def trios(hand: Hand) -> Iterator[Hand]:
    """Yield every three cards of one number, those of low numbers first."""
    for number in trio_numbers(hand):
        yield from combinations(of_number(hand, number), 3)


def cheapest_trio(hand: Hand, number: str) -> Hand:
    """Return the three cards of a number whose loss costs the score least; of equals the first in card order."""
    return min(combinations(of_number(hand, number), 3), key=lambda three: cost(hand, three))


# Moves

MOVES = {move.text: move for move in _moves()}


def listed(kind: str, seat: int, seats: int, row: Hand, pile: int, hand: Hand) -> Iterator[str]:
    """Yield the moves of a decision: what is quickest first, trios after cards of the row, seats clockwise."""
    if kind == "turn" and pile:
        yield "reveal"
    if kind in ("turn", "pick"):
        for card in row:
            yield "take " + card
    if kind in ("ask", "draw"):
        for other in seats_after(seat, seats):
            if other != seat:
                yield f"{kind} {other}"
    if kind == "give":
        for card in hand:
            yield "give " + card
    if kind == "after":
        yield "end"
        if has_gala(hand):
            yield "gala"
    if kind in ("turn", "after"):
        for three in trios(hand):
            yield "trio " + " ".join(three)


def best_take(row: Hand, hand: Hand) -> str:
    """The card that adds most to the own score now; of equals the highest number, then the first in card order."""
    return min(row, key=lambda card: (-gain(hand, card), -WORTH[card], card))


def best_gift(hand: Hand) -> str:
    """The card whose loss costs the own score least; of equals the lowest number, then the first in card order."""
    return min(hand, key=lambda card: (cost(hand, (card,)), WORTH[card]))


def largest_hand(seat: int, hands: Sequence[Hand]) -> int:
    """The seat with most cards; of equals the nearest to the left."""
    return max((other for other in seats_after(seat, len(hands)) if other != seat), key=lambda s: len(hands[s - 1]))


# Reading


def squeeze(move: str) -> str:
    """Return what was typed in lower case, without spaces and commas, wide characters made plain."""
    return "".join(unicodedata.normalize("NFKC", move).lower().replace(",", " ").split())


def read_move(move: str, kind: str, hand: Hand) -> Move | None:
    """Return the move that was typed, where it has the form of one.

    Cards alone are taken or given, three are a trio; a number alone is the seat that is asked for. `trio 6` stands
    for the cards where exactly three are held.
    """
    typed = squeeze(move)
    verb = next((word for word in WORDS if typed.startswith(word)), "")
    rest = typed[len(verb) :]
    if not verb:
        verb = kind if kind in WORDS else "trio" if len(rest) == 6 else "take"
    seat, number = SEAT.fullmatch(rest), NUMBER.fullmatch(rest)
    if verb in ("ask", "draw"):
        return Move(f"{verb} {int(seat[1])}", verb, seat=int(seat[1])) if seat else None
    if verb == "trio" and number and verb in VERBS[kind]:
        return _trio_of(number[1], hand)
    cards = _read_cards(rest)
    if verb == "trio" and len(cards) == 3:
        return _trio(cards)
    return MOVES.get(" ".join([verb, *cards])) if bool(cards) == bool(rest) else None


def read_line(line: str, seat: int | None, seats: int) -> str:
    """Return the canonical text of a line of an order of `seat`. Raises `BadNotation`.

    Cards alone are taken, three are a trio. `trio 6` stays as it is: which three these are will be seen.
    """
    move = None
    with suppress(BadNotation):
        move = read_move(line, "turn", ())
    if move and _can_come(move, seat, seats):
        return move.text
    wrong = N_(
        "“{line}” is no line of an order: write for example “take A6”, “trio A6 C6 F6”, “trio 6”, “ask {other}”, "
        "“draw {other}”, “give B3”, “reveal”, “gala” or “end”."
    )
    raise BadNotation(wrong, line=line[:80], other=1 if seat != 1 else 2)


def _can_come(move: Move, seat: int | None, seats: int) -> bool:
    if move.verb in ("ask", "draw"):
        return move.seat != seat and 1 <= move.seat <= seats
    return move.text in MOVES or move.text[-1] in NUMBERS


def _read_cards(typed: str) -> Hand:
    """Return the cards of a text that is nothing but cards, else none."""
    cards = CARD.findall(typed)
    if "".join(cards) != typed:
        return ()
    for card in cards:
        if card.upper() not in WORTH:
            wrong = N_("{card} is no card: the acts are A to J, and each has the numbers 0 to 7.")
            raise BadNotation(wrong, card=card[:80].upper())
    return tuple(card.upper() for card in cards)


def _trio(cards: Hand) -> Move:
    trio = " ".join(sorted(cards))
    if f"trio {trio}" not in MOVES:
        raise BadNotation(N_("{cards} are no trio: it takes three different cards of one number."), cards=trio)
    return MOVES[f"trio {trio}"]


def _trio_of(number: str, hand: Hand) -> Move:
    held = of_number(hand, number)
    if len(held) > 3:
        wrong = N_("You hold {cards}: name the three that you lay down, as in “{example}”.")
        raise BadNotation(wrong, cards=" ".join(held), example=f"trio {' '.join(cheapest_trio(hand, number))}")
    if len(held) < 3:
        return Move(f"trio {number}", "trio", (f"{number} {number} {number}",))
    return _trio(held)
