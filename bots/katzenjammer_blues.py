"""The house bot of Katzenjammer Blues: it weighs what a hand is worth before and after a settlement.

Everything is counted in mice. A hand is worth the quartets that lie ready in it, something for those begun, and
something for every card, since cards buy rows; all of it less as the end comes near. Jokers in hand help with
quartets, and jokers anywhere cost what having most of them at the end is likely to cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from games.contract import View
from games.katzenjammer_blues import PENALTY
from games.katzenjammer_hand import (
    BID_MOVES,
    BID_TEXT,
    bids_over,
    CARDS,
    count,
    Counts,
    JOKER,
    minus,
    payments,
    plus,
    Quartet,
    QUARTETS,
    Settlement,
)

READY = 0.8  # of its mice, for a quartet in hand that could be shown
BEGUN = (0.0, 0.1, 0.3, 0.6)  # of its mice, for a quartet of which one, two or three cards are there
CARD = 0.2  # mice, for any card: it can buy
SPARE = 0.6  # mice, more for a joker that completes nothing yet
WIN = 20.0  # mice, for ending the last game as its winner
PACE = 0.6  # auctions each seat must still expect for hopes to be two thirds of full
NEAR = 0.1  # mice that make no difference: chance decides
SHORTLIST = 8  # bids of which every way to settle is weighed

ROW = 2.8  # cards turned in a round, and
DRAWN = 0.35  # drawn by each seat, as the deck has it on average
TAKEN = 2.0  # mice taken in a round


class Table(NamedTuple):
    """What of a view the worth of cards depends on. Tuples of rivals leave out the seat itself."""

    row: Counts
    left: int
    mice: int
    front: int
    hope: float  # 1 with all the game to come, 0 at its end
    last: bool  # whether no other game follows
    totals: tuple[float, ...]  # rivals' mice, less what they lead by from earlier games
    jokers: tuple[float, ...]  # rivals' jokers, as far as they can be told


def choose(view: View, rng: Random) -> str:
    """Return the move for the seat of `view`, always a legal one; `rng` decides between near-equal moves."""
    hand, table = count("".join(view["hand"])), read_table(view)
    standing = BID_MOVES.get(f"bid {view['standing']}", 0)
    if view["to_act"][0]["kind"] == "settle":
        return str(settle(hand, standing, table, rng))
    return choose_bid(hand, standing, table, rng)


# What the table tells


def read_table(view: View) -> Table:
    """Pick from a view what the worth of cards depends on."""
    me = view["seat"] - 1
    rivals = [seat for seat in range(view["seats"]) if seat != me]
    rate = joker_rate(view)
    return Table(
        row=count("".join(view["row"])),
        left=view["left"],
        mice=view["mice"][me],
        front=view["front"][me],
        hope=1 - exp(-auctions_left(view) / view["seats"] / PACE),
        last=view["number"] == view["options"]["games"],
        totals=tuple(view["mice"][s] + view["totals"][s] - view["totals"][me] for s in rivals),
        jokers=tuple(jokers_of(view, s, rate) for s in rivals),
    )


def auctions_left(view: View) -> float:
    """Return how many more rows can be expected, from the pile and from the mice."""
    seats: int = view["seats"]
    pile: int = view["pile"]
    left: int = view["left"]
    return min(pile / (ROW + DRAWN * seats), left / TAKEN)


def joker_rate(view: View) -> float:
    """Return the share of jokers among the cards that this seat has not seen."""
    known = [cards for seat, cards in enumerate(view["known"], 1) if seat != view["seat"]]
    away = sum(view["front"])
    seen = plus(count("".join([*view["hand"], *view["row"], *known])), tuple(view["discard"][card] for card in CARDS))
    return (15 - seen[JOKER] - away) / max(90 - sum(seen) - away, 1)


def jokers_of(view: View, seat: int, rate: float) -> float:
    """Return how many jokers a rival is likely to have, in front and in hand."""
    known: str = view["known"][seat]
    return float(view["front"][seat] + known.count("J") + (view["sizes"][seat] - len(known)) * rate)


# What cards are worth


def hand_worth(hand: Counts, left: int, hope: float) -> float:
    """Return the mice that a hand promises while `left` of them last."""
    ready, begun, spare = quartets_of(hand)
    return hope * (READY * min(ready, left) + min(begun, left) + CARD * sum(hand) + SPARE * spare)


def quartets_of(hand: Counts) -> tuple[int, float, int]:
    """Return the mice of quartets that are ready, the promise of those begun, and the jokers left over."""
    jokers, ready, begun = hand[JOKER], 0, 0.0
    for number in range(5, 0, -1):
        full, rest = divmod(hand[number - 1], 4)
        ready += full * number
        if rest > 1 and 4 - rest <= jokers:
            jokers -= 4 - rest
            ready += number
        else:
            begun += BEGUN[rest] * number
    return ready, begun, jokers


def joker_cost(jokers: int, table: Table) -> float:
    """Return the mice that having most jokers is likely to cost a seat with so many, against its rivals."""
    return PENALTY * shares(jokers, table)[0]


def shares(jokers: int, table: Table) -> list[float]:
    """Return how likely each seat is to have most jokers: this one first, then its rivals."""
    spread = 0.5 + table.hope
    most = max(jokers, *table.jokers)
    weights = [exp((n - most) / spread) for n in (jokers, *table.jokers)]
    return [weight / sum(weights) for weight in weights]


def worth(hand: Counts, front: int, mice: int, left: int, table: Table) -> float:
    """Return what a seat has with these cards, jokers in front and mice, with `left` mice for all to take."""
    jokers = front + hand[JOKER]
    score = mice - joker_cost(jokers, table)
    if left:
        return score + hand_worth(hand, left, table.hope)
    # A loser does not hold the last mice back: in 750 games that changed no win share by more than chance, and of
    # 80 among six bots 34 ended by mice instead of 65.
    wins = table.last and final_lead(mice, jokers, table) > 0
    return score + WIN * wins


def final_lead(mice: int, jokers: int, table: Table) -> float:
    """Return by how many mice this seat would be ahead of its best rival if the game ended here."""
    mine, *theirs = shares(jokers, table)
    rivals = [total - PENALTY * share for total, share in zip(table.totals, theirs, strict=True)]
    return mice - PENALTY * mine - max(rivals)


# Settling


def showings(hand: Counts, left: int, numbers: str = "J54321") -> Iterator[tuple[Quartet, ...]]:
    """Yield sensible ways to show quartets: of each number with as few jokers as can be.

    Four jokers come first: nothing may follow the quartet that takes the last mouse.
    """
    if not numbers or not left:
        yield ()
        return
    yield from showings(hand, left, numbers[1:])
    for quartet in quartets_with(numbers[0], hand):
        rest = minus(hand, quartet.cards)
        for more in showings(rest, left - min(quartet.value, left), numbers):
            yield (quartet, *more)


def quartets_with(card: str, hand: Counts) -> list[Quartet]:
    """Return the quartet of this number with the fewest jokers, or the two ways to be rid of four jokers."""
    if card == "J":
        return [QUARTETS["JJJJ=5"], QUARTETS["JJJJ=0"]] if hand[JOKER] >= 4 else []
    naturals = min(hand[CARDS.index(card)], 4)
    if not naturals or naturals + hand[JOKER] < 4:
        return []
    return [QUARTETS[card * naturals + "J" * (4 - naturals)]]


def settlements(hand: Counts, standing: int, table: Table) -> Iterator[tuple[float, Settlement]]:
    """Yield the sensible settlements of a bid, each with what it leaves the seat with."""
    for pay in payments(hand, standing):
        after = plus(minus(hand, pay), table.row)
        for shown in showings(after, table.left):
            yield settled(after, table.front + pay[JOKER], shown, table), Settlement(pay, shown)


def settled(hand: Counts, front: int, shown: Sequence[Quartet], table: Table) -> float:
    """Return what a seat has after showing quartets from `hand`."""
    mice = min(sum(quartet.value for quartet in shown), table.left)
    for quartet in shown:
        hand, front = minus(hand, quartet.cards), front + quartet.front
    return worth(hand, front, table.mice + mice, table.left - mice, table)


def settle(hand: Counts, standing: int, table: Table, rng: Random) -> Settlement:
    """Return the settlement that leaves the seat with most."""
    weighed = list(settlements(hand, standing, table))
    best = max(value for value, _ in weighed)
    return rng.choice([settlement for value, settlement in weighed if value >= best - NEAR])


# Bidding


def choose_bid(hand: Counts, standing: int, table: Table, rng: Random) -> str:
    """Return the bid that, if it wins, leaves the seat with most; `pass` if none is better than the row lost."""
    bids = {bid: best_settled(hand, bid, table) for bid in shortlist(hand, standing, table)}
    best = max(bids.values(), default=0.0)
    if not bids or best <= passed(hand, table):
        return "pass"
    return f"bid {BID_TEXT[rng.choice([bid for bid, value in bids.items() if value >= best - NEAR])]}"


def shortlist(hand: Counts, standing: int, table: Table) -> list[int]:
    """Return the bids that look best before any quartet is shown."""
    looks = {bid: max(unshown(hand, bid, table)) for bid in bids_over(standing, hand)}
    return sorted(looks, key=lambda bid: -looks[bid])[:SHORTLIST]


def unshown(hand: Counts, bid: int, table: Table) -> Iterator[float]:
    """Yield what each payment of a bid leaves the seat with, no quartet shown."""
    for pay in payments(hand, bid):
        yield settled(plus(minus(hand, pay), table.row), table.front + pay[JOKER], (), table)


def best_settled(hand: Counts, bid: int, table: Table) -> float:
    """Return what the best settlement of a bid leaves the seat with."""
    return max(value for value, _ in settlements(hand, bid, table))


def passed(hand: Counts, table: Table) -> float:
    """Return what a bid must be better than: what the seat has when a rival takes the row."""
    jokers = tuple(n + table.row[JOKER] / len(table.jokers) for n in table.jokers)
    return worth(hand, table.front, table.mice, table.left, table._replace(jokers=jokers))
