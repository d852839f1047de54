"""Clubs: lines of legal moves, counted, and every text that the notation can write tried in small hands."""

from collections import Counter
from itertools import combinations, islice, product
from random import Random

import pytest

from games.chance import Loose, Seeded
from games.clubs import Clubs
from games.clubs_melds import beats, read_move
from games.contract import check_options, GameError
from tests.games.clubs import answers, cards, DECK, late

SIGNS = {"crazy": {"crazy": True}, "wild": {"wild": True}, "both": {"crazy": True, "wild": True}, "plain": {}}


def deal(seed, seats, options):
    return Clubs.deal(check_options(Clubs, options, seats), seats, Seeded(bytes([seed] * 32)))


def short(seed, seats, held, options):
    """Return a position late in a round, each seat with `held` cards, the 15s among them where they are wild."""
    rng = Random(seed)
    deck = list(DECK)
    rng.shuffle(deck)
    if options.get("wild"):
        deck = [*cards("15CD"), *(card for card in deck if card not in ("15C", "15D"))]
    if options.get("crazy"):
        deck.sort(key=lambda card: int(card[:-1]) not in (3, 4, 5, 15))
    deal = deck[: seats * held]
    position = late([" ".join(deal[seat::seats]) for seat in range(seats)], **options)
    position.chance = Loose(Random(0))
    return position


def children(position):
    """Yield the positions after each legal move of who must and who may act; a round's end is an end."""
    for seat in range(1, position.seats + 1):
        for move in position.moves(seat):
            after = position.copy(Loose(Random(1)))
            after.play(seat, move)
            yield after


def perft(position, depth):
    """Return how many lines of 1, 2, … `depth` legal moves begin here, none going on in another round."""
    if not depth:
        return []
    after = list(children(position))
    below = [perft(child, depth - 1) for child in after if child.round == position.round]
    return [len(after), *(sum(lines[at] for lines in below) for at in range(depth - 1))]


# seed, seats, variant, teams -> lines by depth from the deal
FROM_THE_DEAL = {
    (1, 2, "plain", 0): [30, 205, 1658, 11330],
    (2, 3, "plain", 0): [33, 330, 2434, 15568],
    (3, 4, "plain", 0): [33, 332, 2323, 13975],
    (4, 5, "plain", 0): [24, 305, 3042, 25345],
    (5, 6, "plain", 0): [24, 286, 2549, 18370],
    (6, 2, "crazy", 0): [26, 322, 2050, 13858],
    (7, 4, "crazy", 0): [19, 219, 1832, 11817],
    (8, 2, "wild", 0): [426, 2238, 22847],
    (9, 3, "both", 0): [66, 674],
    (10, 4, "plain", 2): [31, 306, 2323, 16213],
    (11, 6, "crazy", 2): [42, 1018, 14239],
    (12, 6, "plain", 3): [51, 604, 5077],
}
# seed, seats, cards in each hand, variant, teams -> lines by depth until the round is over
LATE = {
    (1, 2, 4, "plain", 0): [5, 19, 46, 143, 269, 659, 946, 1783, 1598, 2028, 932, 760],
    (2, 3, 3, "plain", 0): [3, 4, 14, 21, 25, 72, 88, 97, 211, 285, 480, 607],
    (3, 4, 3, "plain", 0): [4, 6, 14, 42, 54, 62, 104, 294, 390, 438, 722, 1682],
    (4, 5, 2, "plain", 0): [2, 3, 4, 4, 5, 7, 10, 12, 16, 27, 51, 70],
    (5, 6, 2, "plain", 0): [2, 3, 4, 4, 7, 13, 24, 25, 28, 29, 37, 61],
    (6, 2, 5, "crazy", 0): [9, 46, 133, 483, 1202, 3455, 7166, 16172],
    (7, 3, 3, "crazy", 0): [4, 15, 50, 61, 115, 291, 335, 554, 1073, 1434, 2261, 2938],
    (8, 2, 3, "wild", 0): [23, 168, 398, 1634, 3016, 6539, 7580, 6504, 4254],
    (9, 3, 2, "wild", 0): [19, 149, 177, 359, 1041, 1212, 2912, 3512, 3991, 3987, 2081, 440],
    (10, 2, 3, "both", 0): [87, 512, 2885, 14565],
    (11, 3, 2, "both", 0): [19, 153, 940, 1295, 3408, 8344],
    (12, 4, 2, "plain", 2): [3, 7, 16, 46, 47, 59, 80, 160, 174, 216, 354, 402],
    (13, 6, 2, "plain", 2): [3, 5, 9, 17, 19, 26, 27, 32, 60, 101, 118, 158],
    (14, 6, 2, "crazy", 3): [2, 3, 4, 8, 12, 16, 16, 17, 20, 46, 78, 106],
    (15, 4, 2, "wild", 2): [19, 134, 158, 216, 428, 1208, 1414, 1960, 4663, 7230, 10182],
}


@pytest.mark.parametrize("start", FROM_THE_DEAL, ids=str)
def test_lines_from_the_deal(start):
    seed, seats, variant, teams = start
    position = deal(seed, seats, {**SIGNS[variant], "teams": teams})
    lines = FROM_THE_DEAL[start]
    assert perft(position, len(lines)) == lines


@pytest.mark.parametrize("start", LATE, ids=str)
def test_lines_late_in_a_round(start):
    seed, seats, held, variant, teams = start
    position = short(seed, seats, held, {**SIGNS[variant], "teams": teams})
    lines = LATE[start]
    assert perft(position, len(lines)) == lines


# Every text that the notation can write


def texts(universe, wild):
    """Yield `pass`, `double` and every set of cards of the universe, each 15 standing for each rank."""
    yield from ("pass", "double")
    for size in range(1, len(universe) + 1):
        for some in combinations(universe, size):
            tags = [["", *(f"={n}" for n in range(1, 15))] if wild and card.startswith("15") else [""] for card in some]
            for stands in product(*tags):
                yield "play " + " ".join(card + tag for card, tag in zip(some, stands, strict=True))


def accepted(position, seat, universe):
    """Return the canonical form of every text that is accepted."""
    found = set()
    for text in texts(universe, position.wild):
        try:
            found.add(position.read(seat, text))
        except GameError:
            assert not position.is_legal(seat, text)
            continue
        assert position.is_legal(seat, text)
    return found


@pytest.mark.parametrize("variant", SIGNS)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_listed_is_what_is_accepted(variant, seed):
    """set(moves(seat)) is what `is_legal` accepts of all texts, in positions on the way through small hands."""
    rng = Random(seed)
    pool = cards("3-6CD 5HS 14D") if seed % 2 else cards("2-9C 4D 14C 14H 13H 15HS")
    rng.shuffle(pool)
    if SIGNS[variant].get("wild"):
        pool = [*cards("15CD"), *[card for card in pool if not card.startswith("15")]]
    hands = [" ".join(pool[0:9:2]), " ".join(pool[1:8:2]), ""]
    position = late(hands, out=[3], **SIGNS[variant])
    position.chance = Loose(rng)
    for _ in range(12):
        if position.round > 1:
            break
        seat = position.turn
        universe = [*position.view(seat)["hand"], "9D"]
        assert accepted(position, seat, universe) == set(position.moves(seat))
        moves = list(position.moves(seat))
        position.play(seat, rng.choice(moves))


# A checker of melds written another way


def ranks_of(some):
    """Return the ranks that cards stand for, counted."""
    return Counter(int(card.split("=")[1]) if "=" in card else int(card[:-1]) for card in some)


def is_kind(ranks):
    return len(ranks) == 1


def is_run(ranks):
    low, high = min(ranks), max(ranks)
    return len(ranks) > 1 and all(ranks[rank] == 1 for rank in range(low, high + 1))


def may_follow(some, last, crazy):
    """Say whether cards may be played on others, by the words of the rules."""
    mine, theirs = ranks_of(some), ranks_of(last)
    same_type = is_run(mine) if is_run(theirs) else is_kind(mine)
    if len(some) == len(last):
        return same_type and max(mine) > max(theirs)
    return crazy and same_type and len(some) > len(last)


def sample_hands():
    rng = Random(8)
    for _ in range(14):
        width = rng.choice([4, 6, 15])
        deck = [card for card in DECK if int(card[:-1]) <= width]
        yield rng.sample(deck, 8)
    yield cards("4CDHS 5C 6D 7H 8S")
    yield cards("12C 13D 14CH 15CDHS")


@pytest.mark.parametrize("held", list(sample_hands()), ids=" ".join)
def test_melds_are_told_from_all_sets_of_cards(held):
    """Each set of cards of a hand is a meld, or is none, as the checker says."""
    position = late([" ".join(held), "15C" if "15C" not in held else "1D"])
    listed = {frozenset(move.split()[1:]) for move in answers(position)}
    for size in range(1, len(held) + 1):
        for some in combinations(held, size):
            ranks = ranks_of(some)
            assert (is_kind(ranks) or is_run(ranks)) == (frozenset(some) in listed)
            try:
                meld = read_move(" ".join(some), False)
            except GameError:
                assert frozenset(some) not in listed
            else:
                assert (meld.run, meld.size, meld.top) == (not is_kind(ranks), size, max(ranks))


@pytest.mark.parametrize("crazy", [False, True])
def test_what_beats_what(crazy):
    """Each meld of a hand against each of another, as the checker says."""
    rng = Random(9)
    for _ in range(12):
        deck = [card for card in DECK if int(card[:-1]) <= 6]
        rng.shuffle(deck)
        one, two = late([" ".join(deck[:7]), ""]), late([" ".join(deck[7:14]), ""])
        for led, move in product(answers(one), answers(two)):
            told = beats(read_move(move, False), read_move(led, False), crazy)
            assert told == may_follow(move.split()[1:], led.split()[1:], crazy)


@pytest.mark.parametrize("crazy", [False, True])
def test_what_beats_what_with_wild_15s(crazy):
    rng = Random(10)
    for _ in range(6):
        deck = [card for card in DECK if int(card[:-1]) <= 5]
        rng.shuffle(deck)
        one = late([" ".join(["15C", *deck[:4]]), ""], wild=True)
        two = late([" ".join(["15D", "15H", *deck[4:6]]), ""], wild=True)
        follow = list(islice(answers(two), 400))
        for led, move in product(rng.sample(answers(one), 20), follow):
            told = beats(read_move(move, True), read_move(led, True), crazy)
            assert told == may_follow(move.split()[1:], led.split()[1:], crazy)
