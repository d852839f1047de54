"""Tables of Zirkus Flohcati laid out card by card."""

from collections import Counter
from random import Random

from games.chance import Loose, Recorded
from games.flohcati import Flohcati

DECK = Flohcati.deck
TEN = "A3 B5 C5 D5 E0 F7 G2 H4 I0 J1"  # the ten acts of the rulebook's third example


def words(cards):
    """Return cards written with spaces between them as a tuple."""
    return tuple(cards.split())


def table(*hands, row="", pile="", last=False, turn=1, trios=(), kind="turn", of=0, draws=()):
    """Lay out a table in the middle of a game: hands, and trios as (seat, cards), in card order.

    `pile` lies on top of it, followed by the cards that are nowhere else in the order of the deck; with `last` they are
    discarded instead. `draws` are the outcomes of random draws to come.
    """
    hands = [words(hand) for hand in hands] or [()] * 3
    away = Counter([*words(row), *words(pile), *(card for hand in hands for card in hand)])
    away.update(card for _, laid in trios for card in words(laid))
    rest = Counter(DECK)
    rest.subtract(away)
    assert min(rest.values()) >= 0, f"more than there are: {rest}"
    rest = [card for card in dict.fromkeys(DECK) for _ in range(rest[card])]
    view = Flohcati.deal({}, len(hands), Loose(Random(0))).view(None)
    view |= {
        "hands": [list(hand) for hand in hands], "row": list(words(row)), "turn": turn,
        "trios": [[list(words(cards)) for s, cards in trios if s == seat] for seat in range(1, len(hands) + 1)],
        "discard": rest if last else [], "to_act": [{"seat": of or turn, "kind": kind, "serial": 7}],
    }  # fmt: skip
    position = Flohcati.imagine(view, Random(1))
    position.cards = (*words(pile), *([] if last else rest))
    position.chance = Recorded({f"draw/{number}": outcome for number, outcome in enumerate(draws, 1)})
    return position


def deal(pile="", seats=3, first=1, **chance):
    """Deal a game whose pile begins with these cards, and goes on in the order of the deck."""
    rest = Counter(DECK)
    rest.subtract(words(pile))
    deck = [*words(pile), *(card for card in dict.fromkeys(DECK) for _ in range(rest[card]))]
    return Flohcati.deal({}, seats, Recorded({"first": first - 1, "deck/1": deck, **chance}))


def say(position, *lines):
    """Play lines such as `2 take A6`, and return the facts of the last."""
    facts = ()
    for line in lines:
        seat, move = line.split(" ", 1)
        facts = position.play(int(seat), move)
    return facts


def asked(position):
    """Return the seat and the kind of the decision waited for."""
    [decision] = position.to_act()
    return decision.seat, decision.kind


def moves(position):
    """Return the moves of whoever is asked."""
    return list(position.moves(asked(position)[0]))


def hand(position, seat):
    """Return the hand of `seat`."""
    return " ".join(position.view(None)["hands"][seat - 1])


def row(position):
    """Return the row, in the order revealed."""
    return " ".join(position.view(None)["row"])


def discard(position):
    """Return the discard, the last card on top."""
    return " ".join(position.view(None)["discard"])


def laid(position, seat):
    """Return the trios of `seat`."""
    return [" ".join(trio) for trio in position.view(None)["trios"][seat - 1]]


def told(facts):
    """Return what happened: kind, seat and the rest of each fact."""
    return [(fact.kind, fact.seat, dict(fact.about)) for fact in facts]


def kinds(facts):
    """Return the kinds of what happened."""
    return [fact.kind for fact in facts]
