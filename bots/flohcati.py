"""The house bot of Zirkus Flohcati: it weighs what a hand is worth, and whether one more card is worth the risk.

Everything is counted in points. A hand is worth what it scores, most of what a trio in it would bring, something for
a trio begun, and something for each act on the way to a gala. The pile is what nobody has seen, so that the chance of
every card is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from games.contract import View
from games.flohcati_cards import cheapest_trio, cost, GALA, Hand, has_gala, minus, plus, TRIO, trio_numbers, WORTH

READY = 0.9  # of what it would bring, for a trio in hand
SHARE = 1.2  # how many of the cards to come a seat gets of those it wants, against an even share
FOURTH = 0.4  # of its number, what the third card of a trio begun is likely to cost
TURN = 3.0  # points that a turn spent on a card for a trio could have brought otherwise
PROMISE = 40.0  # points that all ten acts are worth before the gala is announced
FORFEIT = 0.5  # points that a forfeited turn gives away with the row
RIVAL = 0.3  # of a rival's loss or gain, what it is worth to this seat
LEADER = 0.7  # the same where the rival leads
NEAR = 0.05  # points that make no difference: chance decides


class Table(NamedTuple):
    """What of a view the worth of cards depends on."""

    row: Hand
    unseen: tuple[str, ...]  # the cards of the pile, in no order
    chances: tuple[float, ...]  # by number, how likely one card more of it is to come to this seat
    hope: float  # 1 with all the game to come, 0 at its end


def choose(view: View, rng: Random) -> str:
    """Return the move for the seat of `view`, always a legal one; `rng` decides between near-equal moves."""
    kind = view["to_act"][0]["kind"]
    hand, table = tuple(view["hand"]), read_table(view)
    if kind == "after":
        return finish(view, hand, table)
    if kind == "give":
        return f"give {gift(view, hand, table, rng)}"
    if kind in ("ask", "draw"):
        return f"{kind} {victim(view, hand, table, kind, rng)}"
    takes = {card: worth(plus(hand, card), table) - worth(hand, table) for card in table.row}
    if kind == "turn":
        trio = best_trio(hand, table)
        if trio:
            return f"trio {' '.join(trio)}"
        if not takes or (view["pile"] and worth_of_reveal(view, hand, table) > max(takes.values())):
            return "reveal"
    return f"take {best(takes, rng)}"


def best(values: Mapping[str, float], rng: Random) -> str:
    """Return what is worth most, any of those that are nearly so."""
    most = max(values.values())
    return rng.choice([choice for choice, value in values.items() if value >= most - NEAR])


# What the table tells


def read_table(view: View) -> Table:
    """Pick from a view what the worth of cards depends on."""
    gone = {*view["row"], *view["discard"], *(card for hand in view["hands"] for card in hand)}
    gone.update(card for laid in view["trios"] for trio in laid for card in trio)
    actions = [action for action in ("ask", "draw", "fanfare") for _ in range(3 - view["discard"].count(action))]
    unseen = (*(card for card in WORTH if card not in gone), *actions)
    coming = "".join([*unseen, *view["row"]])
    return Table(
        row=tuple(view["row"]),
        unseen=unseen,
        chances=tuple(1 - exp(-SHARE * coming.count(number) / view["seats"]) for number in "01234567"),
        hope=1 - exp(-view["pile"] / view["seats"] / 4),
    )


# What cards are worth


def worth(hand: Hand, table: Table) -> float:
    """Return the points that a hand has and promises."""
    score, acts = 0, 0
    losses: list[list[int]] = [[], [], [], [], [], [], [], []]  # by number: what the loss of each card would cost
    for card, before, after in zip(hand, ("", *hand), (*hand[1:], ""), strict=False):
        number, lower = WORTH[card], WORTH[before] if before[:1] == card[0] else 0
        if after[:1] == card[0]:
            losses[number].append(0)
        else:
            acts += 1
            score += number
            losses[number].append(number - lower)
    return score + trios_worth(losses, table) + PROMISE * table.hope * (acts / 10) ** 3


def trios_worth(losses: Sequence[Sequence[int]], table: Table) -> float:
    """Return what trios in hand, and those begun, are likely to bring, from what their cards would cost."""
    total = 0.0
    for number, cards in enumerate(losses):
        if len(cards) > 2:
            total += READY * max(TRIO - sum(sorted(cards)[:3]), 0)
        elif cards:
            missing = 3 - len(cards)
            bring = TRIO - sum(cards) - (FOURTH * number + TURN) * missing
            total += READY * table.hope * table.chances[number] ** (2 * missing - 1) * max(bring, 0)
    return total


def best_trio(hand: Hand, table: Table) -> Hand:
    """Return the trio that brings most, what its cards are worth in hand counted; none where none brings anything."""
    before = worth(hand, table)
    found = {three: TRIO + worth(minus(hand, three), table) - before for three in cheapest_trios(hand)}
    if not found:
        return ()
    three = max(found, key=lambda trio: found[trio])
    return three if found[three] > 0 else ()


def cheapest_trios(hand: Hand) -> list[Hand]:
    """Return for each number the trio that costs least."""
    return [cheapest_trio(hand, number) for number in trio_numbers(hand)]


# Revealing


def worth_of_reveal(view: View, hand: Hand, table: Table) -> float:
    """Return what one more card is worth on average, the best card of the row then taken."""
    before = worth(hand, table)
    held = max((worth(plus(hand, card), table) - before for card in table.row), default=0.0)
    acts = {card[0] for card in table.row}
    news = {
        card: worth(plus(hand, card), table) - before for card in table.unseen if len(card) == 2 and card[0] not in acts
    }
    actions = {
        "ask": max(asked(view, hand, table).values()),
        "draw": max(drawn(view, hand, table).values()),
        "fanfare": fanfare(list(news.values()), held, table),
    }
    total = 0.0
    for card in table.unseen:
        if card in actions:
            total += actions[card]
        elif card in news:
            total += max(news[card], held)
        else:
            total -= FORFEIT
    return total / len(table.unseen)


def fanfare(news: Iterable[float], held: float, table: Table) -> float:
    """Return roughly what a fanfare brings: the best of the row and of the cards likely to join it."""
    joining = 0.4 * (10 - len(table.row))
    ranked = sorted(news, reverse=True)
    if len(ranked) <= joining:
        return 0.0
    return max(held, ranked[int(len(ranked) / (joining + 1))])


# Action cards


def weights(view: View) -> dict[int, float]:
    """Return for each rival how much its loss is worth to this seat."""
    scores: list[int] = view["points"]
    rivals = [seat for seat in range(1, view["seats"] + 1) if seat != view["seat"]]
    most = max(scores[seat - 1] for seat in rivals)
    return {seat: LEADER if scores[seat - 1] == most else RIVAL for seat in rivals}


def moved(card: str, mine: Hand, theirs: Hand, table: Table, weight: float) -> float:
    """Return what it is worth that a card goes from a rival's hand to this one."""
    gain = worth(plus(mine, card), table) - worth(mine, table)
    loss = worth(theirs, table) - worth(minus(theirs, (card,)), table)
    return gain + weight * loss


def asked(view: View, hand: Hand, table: Table) -> dict[int, float]:
    """Return for each rival what asking it brings, if it gives the card whose loss costs it least."""
    found = {}
    for seat, weight in weights(view).items():
        theirs = tuple(view["hands"][seat - 1])
        given = min(theirs, key=lambda card: (cost(theirs, (card,)), WORTH[card]), default="")
        found[seat] = moved(given, hand, theirs, table, weight) if given else 0.0
    return found


def drawn(view: View, hand: Hand, table: Table) -> dict[int, float]:
    """Return for each rival what drawing from its hand brings on average."""
    found = {}
    for seat, weight in weights(view).items():
        theirs = tuple(view["hands"][seat - 1])
        values = [moved(card, hand, theirs, table, weight) for card in theirs]
        found[seat] = sum(values) / len(values) if values else 0.0
    return found


def victim(view: View, hand: Hand, table: Table, kind: str, rng: Random) -> str:
    """Return the seat to ask, or to draw from."""
    values = (asked if kind == "ask" else drawn)(view, hand, table)
    return best({str(seat): value for seat, value in values.items()}, rng)


def gift(view: View, hand: Hand, table: Table, rng: Random) -> str:
    """Return the card whose loss, and whose gain to the seat that asks, hurt least."""
    theirs = tuple(view["hands"][view["turn"] - 1])
    weight = weights(view)[view["turn"]]
    before, have = worth(hand, table), worth(theirs, table)
    values = {
        card: worth(minus(hand, (card,)), table) - before - weight * (worth(plus(theirs, card), table) - have)
        for card in hand
    }
    return best(values, rng)


# The end of a turn


def finish(view: View, hand: Hand, table: Table) -> str:
    """Announce a gala that wins, or that is the last chance; lay the trios that leave more than they cost; end."""
    rivals = max(view["points"][seat] for seat in range(view["seats"]) if seat + 1 != view["seat"])
    mine = view["points"][view["seat"] - 1]
    if has_gala(hand) and (mine + GALA >= rivals or not view["pile"]):
        spare = [three for three in cheapest_trios(hand) if has_gala(minus(hand, three)) and cost(hand, three) < TRIO]
        return f"trio {' '.join(spare[0])}" if spare else "gala"
    trio = best_trio(hand, table)
    return f"trio {' '.join(trio)}" if trio else "end"
