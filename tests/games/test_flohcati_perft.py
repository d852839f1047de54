"""Zirkus Flohcati: lines of legal moves, counted, and every text that the notation has tried everywhere."""

from itertools import combinations, permutations

import pytest

from games.chance import Seeded
from games.flohcati import Flohcati
from tests.games.flohcati import table, TEN

CARDS = [act + number for act in "ABCDEFGHIJ" for number in "01234567"]
UNIVERSE = (
    "reveal", "gala", "end", "pass", "", *(f"take {card}" for card in CARDS), *(f"give {card}" for card in CARDS),
    *(f"{verb} {seat}" for verb in ("ask", "draw") for seat in range(8)),
    *("trio " + " ".join(act + n for act in three) for n in "01234567" for three in combinations("ABCDEFGHIJ", 3)),
    *("trio " + " ".join(card) for card in combinations(CARDS[:24], 3)),
)  # fmt: skip


def deal(seed, seats):
    return Flohcati.deal({}, seats, Seeded(bytes([seed] * 32)))


def children(position):
    """Yield the positions after each legal move, `position` with its chance going on in each."""
    seat = position.to_act()[0].seat if position.to_act() else 1
    for move in position.moves(seat):
        after = position.copy(position.chance)
        after.play(seat, move)
        yield after


def perft(position, depth):
    """Return how many lines of `depth` legal moves begin here."""
    return sum(perft(after, depth - 1) for after in children(position)) if depth else 1


def later(position, moves):
    """Play on by the last of the legal moves, which lays trios and takes cards."""
    for _ in range(moves):
        seat = position.to_act()[0].seat
        position.play(seat, list(position.moves(seat))[-1])
    return position


# seed, seats, moves played before the count -> lines by depth
COUNTS = {
    (1, 3, 0): [1, 2, 4, 9, 18, 43, 110, 331, 1315, 5861, 26516],
    (2, 4, 0): [1, 2, 4, 9, 18, 44, 119, 337, 979, 2929, 9293, 29940],
    (3, 5, 0): [1, 2, 3, 6, 14, 36, 102, 308, 995, 3348, 11485, 38127],
    (1, 3, 60): [1, 2, 4, 9, 18, 41, 103, 283, 760, 2152, 6441],
    (2, 4, 90): [1, 2, 6, 20, 86, 334, 1240, 4585, 16924],
    (3, 5, 100): [2, 4, 6, 14, 33, 84, 219, 570, 1566, 4668, 16264],
    (4, 3, 120): [1, 2, 4, 10, 26, 76, 239, 764, 2524, 8407, 29714, 109155],
}


@pytest.mark.parametrize("start", COUNTS, ids=str)
def test_lines_by_depth(start):
    seed, seats, played = start
    position = later(deal(seed, seats), played)
    assert [perft(position, depth) for depth in range(1, len(COUNTS[start]) + 1)] == COUNTS[start]


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (lambda: table("A3 B3 C3 D3", "E1", "", row="F2", pile="ask F1 G0"), [6, 15, 23, 45, 75, 124, 286, 747, 2004]),
        (
            lambda: table(TEN, "A1 B1 C1", "", row="D1 E1", pile="draw ask", draws=[0, 0, 0]),
            [4, 11, 26, 75, 135, 312, 585, 1854, 4368],
        ),
        (lambda: table("A3 B3", "C3", "E5", row="F3 G3", pile="fanfare F1 H3", last=True), [3, 6, 12, 14, 14, 6, 0]),
    ],
)
def test_lines_from_tables_laid_out(position, counts):
    """Trios before and after, a gala, action cards, and the last cards of a pile."""
    assert [perft(position(), depth) for depth in range(1, len(counts) + 1)] == counts


def check_universe(position):
    """Assert that the moves listed are exactly those that are legal, of all there are."""
    for seat in range(1, position.seats + 1):
        listed = list(position.moves(seat))
        assert len(set(listed)) == len(listed)
        if listed or seat == 1:
            assert {text for text in UNIVERSE if position.is_legal(seat, text)} == set(listed)
        else:
            assert not any(position.is_legal(seat, text) for text in UNIVERSE[:200])


def line(position, depth, check):
    """Visit every position up to `depth` moves on."""
    check(position)
    if depth:
        for after in children(position):
            line(after, depth - 1, check)


@pytest.mark.parametrize(("seed", "seats"), [(1, 3), (2, 4), (3, 5)])
def test_every_text_there_is(seed, seats):
    """The moves listed are those that are legal: at every fourth position of a game to its end."""
    position, number = deal(seed, seats), 0
    while position.to_act():
        if number % 4 == 0:
            check_universe(position)
        later(position, 1)
        number += 1
    check_universe(position)


@pytest.mark.parametrize(
    "position",
    [
        lambda: table("A3 B3 C3 D3", "E1 H1", "", row="F2", pile="ask F1 G0"),
        lambda: table(TEN, "A1 B1 C1", "", row="D1 E1", pile="draw ask", draws=[0, 0, 0]),
        lambda: table("A3 B3", "C3", "E5", row="F3 G3", pile="fanfare F1 H3", last=True),
    ],
)
def test_every_text_on_every_line(position):
    """The moves listed are those that are legal: everywhere within three moves."""
    line(position(), 3, check_universe)


def test_cards_of_a_trio_stand_in_card_order():
    """The three cards of a trio are written in card order."""
    position = table("A6 C6 F6", "", "")
    for three in permutations(["A6", "C6", "F6"]):
        assert position.read(1, "trio " + " ".join(three)) == "trio A6 C6 F6"
    assert list(position.moves(1)) == ["reveal", "trio A6 C6 F6"]
