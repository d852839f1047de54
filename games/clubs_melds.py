"""Clubs: cards, melds, what beats what, and how it is written.

A set of cards is an integer with a bit for each card, four bits a rank from the 1s up, in them the suits C D H S.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product, takewhile
from typing import NamedTuple

from games.contract import BadNotation, IllegalMove, N_, OrderLine

SUITS = "CDHS"
TOP = 15  # the highest rank, and the one that can be wild
CARDS = tuple(f"{rank}{suit}" for rank in range(1, TOP + 1) for suit in SUITS)  # by rank, then suit
BIT = {card: 1 << at for at, card in enumerate(CARDS)}
CLUB_POINTS = dict(zip(range(1, TOP + 1), (5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1), strict=True))
CLUBS = tuple((BIT[f"{rank}C"], points) for rank, points in CLUB_POINTS.items())

PASS = "pass"  # noqa: S105 - a move, no password
DOUBLE = "double"
LOWEST = "lowest"
EXAMPLE = "play 7C 7H"
ORDER_LINES = (
    OrderLine("lowest", N_("the lowest meld that beats what lies there")),
    OrderLine("lowest up to 10", N_("the same, as long as no card in it is higher than this rank")),
)

SHAPES = "♣♧C♦♢D♥♡H♠♤S"
PLAIN = str.maketrans({sign: SHAPES[at // 3 * 3 + 2] for at, sign in enumerate(SHAPES)} | {"\ufe0e": "", "\ufe0f": ""})
NEXT = r"(?= ?,| ?$| \d| ?(?:1[0-5]|[1-9]) ?[CDHS])"  # what follows a rank: in 15C=78D the 15 stands for 7
LOWEST_LINE = re.compile(r"LOWEST(?: (?:UP )?TO (\d{1,2}))?")
TOKEN = re.compile(rf"(\d{{1,3}}) ?([CDHS])(?: ?= ?(\d{{1,3}}?){NEXT})?[ ,]*")


class Meld(NamedTuple):
    """Cards of one rank, or (`run`) of ranks in a row; `top` is the highest rank they stand for."""

    text: str
    cards: int
    run: bool
    size: int
    top: int


def cards_in(cards: int) -> list[str]:
    """Return the cards of a set by rank, then suit."""
    found = []
    while cards:
        low = cards & -cards
        found.append(CARDS[low.bit_length() - 1])
        cards ^= low
    return found


def set_of(cards: Sequence[str]) -> int:
    """Return the set of these cards."""
    return sum(BIT[card] for card in cards)


def club_points(cards: int) -> int:
    """Return what the clubs among the cards count."""
    return sum(points for bit, points in CLUBS if cards & bit)


def of_rank(cards: int, rank: int) -> int:
    """Return the suits of a rank that are among the cards, as four bits."""
    return cards >> 4 * (rank - 1) & 15


def _suits(rank: int, suits: int) -> tuple[str, ...]:
    return tuple(cards_in(suits << 4 * (rank - 1)))


CARDS_OF = [[_suits(rank, suits) for suits in range(16)] for rank in range(1, TOP + 1)]
KINDS = [
    [[f"play {' '.join(kind)}" for kind in combinations(cards, size)] for size in range(5)]
    for by_suits in CARDS_OF
    for cards in by_suits
]  # by rank and suits, then size


# What a hand can play


def beats(meld: Meld, standing: Meld, crazy: bool) -> bool:
    """The same type and number of cards with a higher top; in Crazy Clubs also the same type with more cards."""
    if meld.run != standing.run:
        return False
    return (meld.size == standing.size and meld.top > standing.top) or (crazy and meld.size > standing.size)


def shapes(size: int, standing: Meld | None, crazy: bool) -> Iterator[tuple[bool, int, int]]:
    """Yield what a hand of `size` cards may try: whether a run, of how many cards, and the top to be beaten."""
    if not standing:
        yield from ((False, n, 0) for n in range(1, size + 1))
        yield from ((True, n, 0) for n in range(2, size + 1))
        return
    if standing.size <= size:
        yield standing.run, standing.size, standing.top
    if crazy:
        yield from ((standing.run, n, 0) for n in range(standing.size + 1, size + 1))


def plays(hand: int, standing: Meld | None, crazy: bool, wild: bool) -> Iterator[str]:
    """Yield every meld that may be played from `hand` as a move: small ones first, then low ones."""
    wilds = _suits(TOP, of_rank(hand, TOP)) if wild else ()
    suits = [of_rank(hand, rank) for rank in range(1, TOP + 1)]
    held = [(rank, at) for rank, at in enumerate(suits, 1) if at]
    naturals = [CARDS_OF[rank][at] for rank, at in enumerate(suits)]
    for run, size, over in shapes(hand.bit_count(), standing, crazy):
        if wilds:
            yield from (_wild_runs if run else _wild_kinds)(naturals, wilds, size, over)
        elif run:
            found = False
            for top in range(max(over + 1, size), TOP + 1):
                window = naturals[top - size : top]
                if all(window):
                    found = True
                    for cards in product(*window):
                        yield f"play {' '.join(cards)}"
            if not (found or over):
                return  # longer runs have shorter ones in them
        elif size <= 4:
            for rank, at in held:
                if rank > over:
                    yield from KINDS[rank * 16 - 16 + at][size]


def _as(card: str, rank: int) -> str:
    """Write a 15 that stands for a rank."""
    return card if rank == TOP else f"{card}={rank}"


def _wild_kinds(naturals: Sequence[Sequence[str]], wilds: Sequence[str], size: int, over: int) -> Iterator[str]:
    for rank in range(over + 1, TOP + 1):
        own = naturals[rank - 1] if rank < TOP else ()
        for n in range(min(size, len(own)), max(size - len(wilds), 0) - 1, -1):
            for plain in combinations(own, n):
                for others in combinations(wilds, size - n):
                    yield f"play {' '.join([*plain, *(_as(card, rank) for card in others)])}"


def _wild_runs(naturals: Sequence[Sequence[str]], wilds: Sequence[str], size: int, over: int) -> Iterator[str]:
    for top in range(max(over + 1, size), TOP + 1):
        ranks = range(top - size + 1, top + 1)
        if sum(rank == TOP or not naturals[rank - 1] for rank in ranks) <= len(wilds):
            for cards in _fill(naturals, wilds, ranks):
                yield f"play {' '.join(cards)}"


def _fill(naturals: Sequence[Sequence[str]], wilds: Sequence[str], ranks: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Yield every way to have one card for each of `ranks`: natural cards, or 15s that stand for them."""
    if not ranks:
        yield ()
        return
    rank, rest = ranks[0], ranks[1:]
    if rank < TOP:
        for card in naturals[rank - 1]:
            yield from ((card, *more) for more in _fill(naturals, wilds, rest))
    for card in wilds:
        others = [other for other in wilds if other != card]
        yield from ((_as(card, rank), *more) for more in _fill(naturals, others, rest))


def lowest(hand: int, standing: Meld, crazy: bool, wild: bool, limit: int = TOP) -> str | None:
    """Return the lowest meld of `hand` that beats the standing one as a move, if no card in it is above `limit`.

    Of the smallest melds it has the fewest 15s, which may be wild, and then the lowest top; of equals a spade goes
    before a heart, diamond, club, from the first card on.
    """
    moves = plays(hand, standing, crazy, wild)
    first = next(moves, None)
    if not first:
        return None
    same = takewhile(lambda move: move.count(" ") == first.count(" "), moves)
    found = min([first, *same], key=_height)
    return found if all(int(card.split("=")[0][:-1]) <= limit for card in found.split()[1:]) else None


def _height(move: str) -> tuple[int, int, list[int]]:
    cards = [card.partition("=") for card in move.split()[1:]]
    top = int(cards[-1][2] or cards[-1][0][:-1])
    return move.count(f" {TOP}"), top, [-SUITS.index(card[-1]) for card, *_ in cards]


def useful(hand: int, standing: Meld | None, crazy: bool, wild: bool) -> list[str]:
    """Return the cards of `hand` that are part of some meld that may be played."""
    wilds = of_rank(hand, TOP).bit_count() if wild else 0
    last = TOP - bool(wilds)  # the highest rank that natural cards stand for
    have = [of_rank(hand, rank).bit_count() if rank <= last else 0 for rank in range(1, TOP + 1)]
    ranks: set[int] = set()
    for run, size, over in shapes(hand.bit_count(), standing, crazy):
        for top in range(max(over + 1, size if run else 1), TOP + 1):
            window = range(top - size + 1, top + 1) if run else (top,)
            short = sum(not have[rank - 1] for rank in window) if run else size - have[top - 1]
            if short <= wilds:
                ranks.update(window)
                ranks.update([TOP] * bool(wilds))
    return [card for card in cards_in(hand) if int(card[:-1]) in ranks]


# What people type


def _squeezed(move: str) -> str:
    """Return a text with capital letters for small ones and for signs of suits, and single spaces."""
    return " ".join(unicodedata.normalize("NFKC", move).upper().translate(PLAIN).split())


def is_double(move: str) -> bool:
    """Say whether a text says `double`, or `double or nothing`."""
    return _squeezed(move).replace(" ", "") in ("DOUBLE", "DOUBLEORNOTHING")


@lru_cache(maxsize=8192)
def read_move(move: str, wild: bool) -> Meld | str:
    """Return the meld that was typed, or `pass` or `double`. Raises `BadNotation`, `IllegalMove`."""
    typed = _squeezed(move)
    if typed == PASS.upper():
        return PASS
    if is_double(move):
        return DOUBLE
    return make_meld(_read_cards(typed.removeprefix("PLAY").strip(), move, wild), wild)


def read_line(line: str, wild: bool) -> str:
    """Return the canonical text of a line of an order. Raises `BadNotation`."""
    typed = _squeezed(line)
    match = LOWEST_LINE.fullmatch(typed)
    if match and (not match[1] or 1 <= int(match[1]) <= TOP):
        return f"{LOWEST} up to {int(match[1])}" if match[1] else LOWEST
    if typed.startswith(LOWEST.upper()) or is_double(line):
        wrong = N_(
            "“{line}” is no line of an order: write for example “{example}”, “pass”, “lowest” or “lowest up to 10”."
        )
        raise BadNotation(wrong, line=line[:80], example=EXAMPLE)
    try:
        found = read_move(line, True)
    except IllegalMove as error:
        wrong = N_("“{line}” is neither a kind (cards of one rank) nor a run (ranks in a row, one of each).")
        raise BadNotation(wrong, line=line[:80]) from error
    if not isinstance(found, Meld):
        return found
    if "=" in found.text and not wild:
        raise BadNotation(N_("15s are not wild in this match, as “{line}” takes them to be."), line=line[:80])
    return f"play {found.text}"


def _read_cards(typed: str, move: str, wild: bool) -> list[tuple[int, int, str]]:
    """Return rank stood for, bit and card of each card typed."""
    found, at = [], 0
    while at < len(typed) or not typed:
        match = TOKEN.match(typed, at)
        if not match:
            wrong = N_("“{move}” is not a move: write “play” and cards, for example “{example}”, or “pass”.")
            raise BadNotation(wrong, move=move[:80], example=EXAMPLE)
        at = match.end()
        found.append(_read_card(match, move, wild))
    if len({bit for _rank, bit, _card in found}) < len(found):
        raise BadNotation(N_("“{move}” names a card twice; there is one of each."), move=move[:80])
    return found


def _read_card(match: re.Match[str], move: str, wild: bool) -> tuple[int, int, str]:
    card, rank = f"{int(match[1])}{match[2]}", int(match[1])
    if card not in BIT:
        wrong = N_("There is no {card} in “{move}”: ranks go from 1 to 15, suits are C, D, H and S.")
        raise BadNotation(wrong, card=card, move=move[:80])
    if match[3] is None:
        return rank, BIT[card], card
    stands = int(match[3])
    if rank != TOP:
        wrong = N_("{card} is what it is in “{move}”: only a 15 can stand for another rank.")
        raise BadNotation(wrong, card=card, move=move[:80])
    if not 1 <= stands <= TOP:
        raise BadNotation(N_("In “{move}” {card} can stand for the ranks 1 to 15."), card=card, move=move[:80])
    if not wild and stands != TOP:
        raise BadNotation(N_("15s are not wild in this match: {card} is a 15."), card=card, move=move[:80])
    return stands, BIT[card], card


def make_meld(cards: Sequence[tuple[int, int, str]], wild: bool) -> Meld:
    """Return the meld of cards, each with the rank it stands for. Raises `IllegalMove` where they are none."""
    order = sorted((rank, card[:2] == "15", bit, card) for rank, bit, card in cards)
    ranks = [rank for rank, *_ in order]
    words = [_as(card, rank) if tagged else card for rank, tagged, _bit, card in order]
    run = len(ranks) > 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    if not run and len(set(ranks)) > 1:
        wrong = N_("{cards} is neither a kind (cards of one rank) nor a run (ranks in a row, one of each).")
        offer = _offer(order) if wild else ""
        if offer:
            wrong = N_("{cards} is neither a kind nor a run. A 15 says what it stands for: {offer}.")
        raise IllegalMove(wrong, cards=" ".join(words), offer=offer)
    return Meld(" ".join(words), sum(bit for _rank, bit, _card in cards), run, len(ranks), ranks[-1])


def _offer(order: Sequence[tuple[int, bool, int, str]]) -> str:
    """Say which ranks the bare 15s could stand for to make a meld of cards that are none; empty where none would."""
    wilds = [card for rank, _tagged, _bit, card in order if rank == TOP]
    ranks = {rank for rank, *_ in order if rank < TOP}
    size = len(order)
    low = min(*ranks, TOP + 1 - size)
    if len(ranks) == 1:
        missing = [*ranks] * len(wilds)
    else:
        missing = [rank for rank in range(low, low + size) if rank not in ranks]
    if len(missing) != len(wilds):
        return ""
    return ", ".join(_as(card, rank) for card, rank in zip(wilds, missing, strict=True))


def check_meld(meld: Meld, hand: int, standing: Meld | None, crazy: bool, wild: bool) -> None:
    """Raise `IllegalMove` for a meld that is not in the hand, or does not beat the one that stands."""
    if meld.cards & ~hand:
        missing = cards_in(meld.cards & ~hand)[0]
        raise IllegalMove(N_("You do not hold {card}: your hand is {hand}."), card=missing, hand=written(hand))
    if not standing or beats(meld, standing, crazy):
        return
    if meld.run and not standing.run:
        wrong = N_("{cards} is a run, and this trick is of kinds, cards of one rank. You could answer “{instead}”.")
    elif standing.run and not meld.run:
        wrong = N_("{cards} is a kind, and this trick is of runs, ranks in a row. You could answer “{instead}”.")
    elif meld.size != standing.size:
        wrong = N_("The number of cards must be {takes} here: {cards} is {size}. You could answer “{instead}”.")
        if crazy:
            wrong = N_("The number of cards must be {takes} or more: {cards} is {size}. You could answer “{instead}”.")
    else:
        wrong = N_("{cards} is not higher than {standing}. You could answer “{instead}”.")
    instead = next(plays(hand, standing, crazy, wild), PASS)
    facts = {"cards": meld.text, "size": meld.size, "standing": standing.text, "takes": standing.size}
    raise IllegalMove(wrong, instead=instead, **facts)


def written(cards: int) -> str:
    """Return a set of cards as text."""
    return " ".join(cards_in(cards))
