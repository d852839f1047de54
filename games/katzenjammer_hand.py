"""Katzenjammer Blues: what a hand can bid, pay and show, and how that is written.

A hand, a payment and the discard are counts of the cards `1 2 3 4 5 J`. A bid is its *strength*, six times
the number of cards plus the number bid (0 for a mixed bid): bids compare as their strengths do.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from games.contract import BadNotation, IllegalMove, N_

Counts = tuple[int, ...]

CARDS = "12345J"
JOKER = 5
NONE: Counts = (0,) * 6
MOST_CARDS = 30  # fifteen of a number and fifteen jokers
MIXED = (2, 3, 4, 5)
STRENGTHS = tuple(
    strength for strength in range(7, MOST_CARDS * 6 + 6) if strength % 6 or strength // 6 in MIXED
)  # fmt: skip
BID_TEXT = {s: f"{s // 6}x{s % 6}" if s % 6 else f"{s // 6}mix" for s in STRENGTHS}
BID_MOVES = {f"bid {text}": strength for strength, text in BID_TEXT.items()}
COUNT_WORDS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}
COUNT_WORD = re.compile(rf"({'|'.join(COUNT_WORDS)})(?=(\d)?)")
OTHER_NUMBER = re.compile(r"(?:bid)?\d{1,2}x\d{1,3}s?")
BID_PATTERN = re.compile(r"(?:bid)?(\d{1,2})(?:x([1-5])s?|mix(?:ed)?)")


class Quartet(NamedTuple):
    """Four cards of one number, or four jokers; `value` is the mice it asks for, 0 for worthless jokers."""

    text: str
    cards: Counts
    value: int
    front: int


def _quartets() -> dict[str, Quartet]:
    made = {}
    for number in range(1, 6):
        for jokers in range(4):
            text = str(number) * (4 - jokers) + "J" * jokers
            made[text] = Quartet(text, count(text), number, jokers)
    for number in range(5, -1, -1):
        made[f"JJJJ={number}"] = Quartet(f"JJJJ={number}", count("JJJJ"), number, 4 if number else 0)
    return made


def count(cards: str) -> Counts:
    """Return how many of each card the text holds."""
    of = cards.count
    return (of("1"), of("2"), of("3"), of("4"), of("5"), of("J"))


def text(cards: Counts) -> str:
    """Return counted cards in card order, without spaces."""
    a, b, c, d, e, jokers = cards
    return "1" * a + "2" * b + "3" * c + "4" * d + "5" * e + "J" * jokers


def plus(a: Counts, b: Counts) -> Counts:
    """Add two counts of cards."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


def minus(a: Counts, b: Counts) -> Counts:
    """Take the cards of `b` from those of `a`."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


def holds(hand: Counts, cards: Counts) -> bool:
    """Say whether all of `cards` are in `hand`."""
    return (
        hand[0] >= cards[0] and hand[1] >= cards[1] and hand[2] >= cards[2]
        and hand[3] >= cards[3] and hand[4] >= cards[4] and hand[5] >= cards[5]
    )  # fmt: skip


QUARTETS = _quartets()


def payable(hand: Counts, strength: int) -> bool:
    """A joker counts as any number, as many as one likes, in both kinds of bid."""
    cards, number = divmod(strength, 6)
    if number:
        return hand[number - 1] + hand[JOKER] >= cards
    return 5 - hand[:5].count(0) + hand[JOKER] >= cards


def next_strength(strength: int) -> int:
    """Return the smallest bid above `strength` (0: no bid yet)."""
    above = max(strength + 1, 7)
    return above if above % 6 or above // 6 in MIXED else above + 1


def payments(hand: Counts, strength: int) -> Iterator[Counts]:
    """Yield every payment of a bid from `hand`, those with few jokers first, then the low numbers first."""
    cards, number = divmod(strength, 6)
    if number:
        for naturals in range(min(cards, hand[number - 1]), max(cards - hand[JOKER], 0) - 1, -1):
            yield count(str(number) * naturals + "J" * (cards - naturals))
    else:
        kinds = [card for card, n in zip("12345", hand, strict=False) if n]
        for naturals in range(min(cards, len(kinds)), max(cards - hand[JOKER], 0) - 1, -1):
            for chosen in combinations(kinds, naturals):
                yield count("".join(chosen) + "J" * (cards - naturals))


def pays(cards: Counts, strength: int) -> bool:
    """`3x2`: three cards, each a `2` or a `J`. `4mix`: four cards, no number twice, the rest jokers."""
    size, number = divmod(strength, 6)
    if sum(cards) != size:
        return False
    if number:
        return cards[number - 1] + cards[JOKER] == size
    return max(cards[:5]) <= 1


class Settlement(NamedTuple):
    """A payment and the quartets shown after it, in order."""

    pay: Counts
    quartets: tuple[Quartet, ...]

    def __str__(self) -> str:
        return " ".join(["settle", text(self.pay), *(quartet.text for quartet in self.quartets)])


def less(a: Counts, b: Counts) -> Counts:
    """Take the cards of `b` from those of `a` as far as they are there."""
    return tuple(max(x - y, 0) for x, y in zip(a, b, strict=True))


def bids_over(standing: int, hand: Counts) -> Iterator[int]:
    """Yield the bids above `standing` that `hand` can pay, from the lowest."""
    jokers = hand[JOKER]
    most = (5 - hand[:5].count(0) + jokers, *(n + jokers for n in hand[:5]))  # cards in a bid: mixed, of 1, of 2, …
    highest = max(most) * 6 + 5
    for strength in STRENGTHS[bisect_right(STRENGTHS, standing) :]:
        if strength > highest:
            return
        if strength // 6 <= most[strength % 6]:
            yield strength


def quartets_in(hand: Counts) -> list[Quartet]:
    """Return the quartets that can be shown from `hand`."""
    return [quartet for quartet in QUARTETS.values() if holds(hand, quartet.cards)]


def quartet_lists(hand: Counts, left: int) -> Iterator[str]:
    """Yield every way to show one or more quartets from `hand` while `left` mice last."""
    for quartet in quartets_in(hand):
        yield quartet.text
        if left > quartet.value:
            for more in quartet_lists(minus(hand, quartet.cards), left - quartet.value):
                yield f"{quartet.text} {more}"


def squeeze(move: str) -> str:
    """Return what was typed in lower case, without spaces, wide characters and `×` made plain."""
    return "".join(unicodedata.normalize("NFKC", move).lower().replace("×", "x").split())


def read_bid(move: str) -> int:
    """Return the strength of the bid that was typed, 0 for a pass."""
    typed = COUNT_WORD.sub(lambda match: COUNT_WORDS[match[1]] + "x" * bool(match[2]), squeeze(move))
    if typed == "pass":
        return 0
    match = BID_PATTERN.fullmatch(typed)
    if not match:
        wrong = N_("“{move}” is not a bid: write for example “bid 3x2”, “bid 4mix” or “pass”.")
        if OTHER_NUMBER.fullmatch(typed):
            wrong = N_("“{move}” is no bid: the cards have the numbers 1 to 5.")
        raise BadNotation(wrong, move=move[:80])
    strength = int(match[1]) * 6 + int(match[2] or 0)
    if strength not in BID_TEXT:
        wrong = N_("“{move}” is no bid: a mixed bid is of 2 to 5 cards.")
        if match[2]:
            wrong = N_("“{move}” is no bid: it can be of 1 to {most} cards.")
        raise BadNotation(wrong, move=move[:80], most=MOST_CARDS)
    return strength


def read_settlement(move: str, size: int) -> Settlement:
    """Return the payment, the first `size` cards, and the quartets, four cards each, that were typed."""
    typed = squeeze(move)
    word = next((word for word in ("settle", "pay") if typed.startswith(word)), "")
    marks = re.findall(r"[1-5j]|=[0-5]", typed[len(word) :])
    if not typed or "".join(marks) != typed[len(word) :]:
        wrong = N_(
            "“{move}” does not settle: write “settle”, the {size} cards that pay, and then quartets of four cards."
        )
        raise BadNotation(wrong, move=move[:80], size=size)
    pay, rest = marks[:size], marks[size:]
    if len(pay) < size or any("=" in mark for mark in pay):
        raise BadNotation(N_("“{move}” pays too little: the bid takes {size} cards."), move=move[:80], size=size)
    quartets = []
    while rest:
        cards, rest = "".join(sorted(rest[:4])).upper(), rest[4:]
        value = rest.pop(0) if rest and "=" in rest[0] else ""
        quartets.append(_read_quartet(cards, value, size))
    return Settlement(count("".join(pay).upper()), tuple(quartets))


def _read_quartet(cards: str, value: str, size: int) -> Quartet:
    quartet = QUARTETS.get(cards + value)
    if quartet:
        return quartet
    if cards == "JJJJ":
        wrong = N_("Four jokers need their value: {cards}=5 earns five mice, {cards}=0 discards them for none.")
    elif cards in QUARTETS:
        wrong = N_("{cards} is what its number says; only four jokers take a value such as “{value}”.")
    else:
        wrong = N_(
            "{cards} is no quartet: after the {size} cards that pay come four cards of one number, some may be jokers."
        )
    raise BadNotation(wrong, cards=cards + ("" if cards in QUARTETS else value), value=value, size=size)


def check_bid(strength: int, hand: Counts, standing: int) -> None:
    """Raise `IllegalMove` for a bid that is not higher than the standing one, or not payable from the hand."""
    if strength > standing and payable(hand, strength):
        return
    lowest = next(bids_over(standing, hand), 0)
    if strength <= standing:
        wrong = N_("{bid} does not beat {standing}, and your hand has no bid that does: pass.")
        if lowest:
            wrong = N_("{bid} does not beat the standing bid {standing}; your lowest bid that does is {lowest}.")
    else:
        wrong = N_("Your hand {hand} cannot pay {bid}, nor any other bid now: pass.")
        if lowest:
            wrong = N_("Your hand {hand} cannot pay {bid}; your lowest bid now is {lowest}.")
    bids = {"bid": BID_TEXT[strength], "standing": BID_TEXT.get(standing), "lowest": BID_TEXT.get(lowest)}
    raise IllegalMove(wrong, **bids, hand=text(hand))


def check_settlement(settlement: Settlement, hand: Counts, row: Counts, standing: int, left: int) -> None:
    """Raise `IllegalMove` for a payment that is not the bid's, or a quartet that is not in the hand after it.

    The whole hand with the row in it serves for quartets; nothing may follow the one that takes the last of
    the mice `left`.
    """
    pay, number = settlement.pay, standing % 6
    example = text(next(payments(hand, standing)))
    if not pays(pay, standing):
        wrong = N_("{pay} does not pay {bid}: that takes {size} cards, no number twice, for example {example}.")
        if number:
            wrong = N_("{pay} does not pay {bid}: that takes {size} cards, each {number} or J, for example {example}.")
        facts = {"bid": BID_TEXT[standing], "size": standing // 6, "number": number}
        raise IllegalMove(wrong, pay=text(pay), example=example, **facts)
    if not holds(hand, pay):
        wrong = N_("You do not hold {pay}: your hand is {hand}. You could pay {example}.")
        raise IllegalMove(wrong, pay=text(pay), hand=text(hand), example=example)
    hand = plus(minus(hand, pay), row)
    for quartet in settlement.quartets:
        if not left:
            wrong = N_("The last mouse is taken before {quartet}, and that ends the game: leave it out.")
            raise IllegalMove(wrong, quartet=quartet.text)
        if not holds(hand, quartet.cards):
            wrong = N_("There is no {quartet} in {hand}, your hand at that moment.")
            raise IllegalMove(wrong, quartet=quartet.text, hand=text(hand))
        hand = minus(hand, quartet.cards)
        left -= min(quartet.value, left)


Needs = Mapping[int, Sequence[int]]


def deals(
    hands: tuple[Counts, ...], unseen: Counts, wanted: Sequence[int], needs: Needs, sizes: Sequence[int], rng: Random
) -> Iterator[tuple[tuple[Counts, ...], Counts]]:
    """Yield ways to fill the hands of the `wanted` seats to their sizes from `unseen`, and what is left of it.

    `needs` maps a seat to the bids its hand must be able to pay.
    """
    if not wanted:
        yield hands, unseen
        return
    seat = max(wanted, key=lambda s: len(needs.get(s, ())))
    others = [s for s in wanted if s != seat]
    hand = hands[seat - 1]
    for drawn in draws(hand, unseen, sizes[seat - 1] - sum(hand), needs.get(seat, ()), rng):
        filled = (*hands[: seat - 1], plus(hand, drawn), *hands[seat:])
        yield from deals(filled, minus(unseen, drawn), others, needs, sizes, rng)


def draws(hand: Counts, unseen: Counts, size: int, bids: Sequence[int], rng: Random) -> Iterator[Counts]:
    """Yield draws of `size` cards from `unseen` with which `hand` can pay `bids`: by chance first, then every one."""
    pool = text(unseen)
    for _ in range(40):
        drawn = count("".join(rng.sample(pool, size)))
        if all(payable(plus(hand, drawn), bid) for bid in bids):
            yield drawn
    every = list(_parts(unseen, size))
    rng.shuffle(every)
    yield from (drawn for drawn in every if all(payable(plus(hand, drawn), bid) for bid in bids))


def _parts(cards: Counts, size: int) -> Iterator[Counts]:
    """Yield every way to take `size` of `cards`."""
    if len(cards) == 1:
        if size <= cards[0]:
            yield (size,)
        return
    for n in range(min(cards[0], size) + 1):
        for more in _parts(cards[1:], size - n):
            yield (n, *more)
