"""Tables of Katzenjammer Blues laid out card by card."""

from collections import Counter

from games.chance import Recorded
from games.katzenjammer_blues import KatzenjammerBlues
from games.katzenjammer_hand import count

DECK = KatzenjammerBlues.deck


def lay(hands, pile="", end="", first=1):
    """Return the order of a deck that deals `hands`, then `pile`, and `end` last; what is left lies between.

    Hands stand in seat order, each in the order dealt. What is left lies jokers first, then 5 down to 1.
    """
    pile, end = pile.replace(" ", ""), end.replace(" ", "")
    clockwise = [hands[(first + n) % len(hands)] for n in range(len(hands))]
    dealt = [hand[n] for n in range(6) for hand in clockwise]
    left = Counter(DECK)
    left.subtract(Counter([*dealt, *pile, *end]))
    assert min(left.values()) >= 0, f"more than fifteen: {left}"
    return [*dealt, *pile, *sorted(left.elements(), reverse=True), *end]


def deal(hands, pile="", end="", first=1, games=1, later=()):
    """Deal a match: `hands` and `pile` of its first game as in `lay`, the decks of `later` games after it."""
    decks = [lay(hands, pile, end, first), *later]
    chance = {"first": first - 1, **{f"deck/{number}": deck for number, deck in enumerate(decks, 1)}}
    return KatzenjammerBlues.deal({"games": games}, len(hands), Recorded(chance))


def say(position, *lines):
    """Play lines such as `2 bid 1x1`, and return the facts of the last."""
    facts = ()
    for line in lines:
        seat, move = line.split(" ", 1)
        facts = position.play(int(seat), move)
    return facts


def sell(position, settlement, bid="", seat=None):
    """Let `seat`, by default the first to bid, bid what it pays, everybody else pass, and settle."""
    seat = seat or position.to_act()[0].seat
    bid = bid or f"1x{settlement.split()[1]}"
    while position.to_act()[0].kind == "bid":
        turn = position.to_act()[0].seat
        position.play(turn, f"bid {bid}" if turn == seat else "pass")
    return position.play(seat, settlement)


def pass_on(position, pile=0):
    """Let everybody pass until `pile` cards are left, or the match is over."""
    while position.to_act() and position.view(None)["pile"] > pile:
        position.play(position.to_act()[0].seat, "pass")


def hand(position, seat):
    """Return the hand of `seat`, in card order."""
    return "".join(position.view(seat)["hand"])


def row(position):
    """Return the row, in the order revealed."""
    return "".join(position.view(None)["row"])


def asked(position):
    """Return the seat and the kind of the decision waited for."""
    [decision] = position.to_act()
    return decision.seat, decision.kind


def discard(position):
    """Return the discard, in card order."""
    return "".join(card * n for card, n in position.view(None)["discard"].items())


def fact(facts, kind):
    """Return the one fact of this kind."""
    [found] = [f for f in facts if f.kind == kind]
    return found


def cards(text):
    """Return counted cards."""
    return count(text)
