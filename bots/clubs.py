"""The house bot of Clubs: it counts the turns that it needs to be rid of its cards.

A hand is split into melds so that they cost least: a meld that nobody is likely to beat costs next to nothing, for its
holder goes on leading. How likely that is comes from a few deals of the unseen cards. A move is worth the turns it
saves, the lead where it holds, and the clubs it wins, less those it gives away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.clubs_melds import (
    BIT,
    CARDS,
    CLUB_POINTS,
    DOUBLE,
    make_meld,
    Meld,
    PASS,
    SUITS,
    TOP,
)
from games.contract import View

DEALS = 8  # of the unseen cards, to see what rivals may hold
HELD = 0.9  # of a turn, what a meld saves that nobody beats
LEAD = 0.35  # turns that the lead is worth
POINT = 0.12  # turns that a point of clubs is worth
SPARED = 0.5  # of a point of one's own that goes to somebody else
DARE = 0.5  # how likely a rival that could beat a meld does it
PARTNER = 0.8  # turns, what it costs to play over a partner
NEAR_OUT = 2  # cards: who holds no more is about to go out
HURRY = 0.3  # turns, what the lead is worth more then
OUT = 5.0  # turns, for the last card
MOST = 30  # moves weighed to the end
NEAR = 0.02  # turns that make no difference: chance decides
# Double with a hand that costs no more than so many turns, by the number of seats
BOLD = {2: 1.5, 3: 1.5, 4: 1.2, 5: 0.6, 6: 0.4}

State = tuple[int, ...]  # cards by rank; first the wild 15s


class Shape(NamedTuple):
    """What of a meld matters for what beats it."""

    run: bool
    size: int
    top: int


class Way(NamedTuple):
    """A meld by ranks: those of its natural cards, and those its wild 15s stand for."""

    shape: Shape
    ranks: tuple[int, ...]
    wild: tuple[int, ...]


def choose(view: View, rng: Random) -> str:
    """Return the move for the seat of `view`, always a legal one; `rng` decides between near-equal moves."""
    return Player(view, rng).choose()


class Player:
    """One seat at one moment, and what it thinks of its hand."""

    def __init__(self, view: View, rng: Random) -> None:
        self.view = view
        self.rng = rng
        self.seat: int = view["seat"]
        self.crazy: bool = view["options"]["crazy"]
        self.wild: bool = view["options"]["wild"]
        self.hand: list[str] = view["hand"]
        self.state = state_of(self.hand, self.wild)
        self.sides: Sequence[int] = view["team"] or range(1, view["seats"] + 1)
        self.rivals = [
            seat for seat in range(1, view["seats"] + 1) if not self._is_friend(seat) and view["sizes"][seat - 1]
        ]
        self.deals = list(self._deals())
        self.holds: dict[Shape, float] = {}
        self.costs: dict[State, float] = {}

    def _is_friend(self, seat: int) -> bool:
        return self.sides[seat - 1] == self.sides[self.seat - 1]

    # What others may hold

    def _deals(self) -> Iterator[list[Strength]]:
        """Yield what the rivals can do in a few deals of the cards that this seat has not seen."""
        seen = {*self.hand, *(card for _, cards in self.view["tricks"] for card in cards)}
        seen.update(card.split("=")[0] for _, move in self.view["trick"] if move != PASS for card in move.split())
        unseen = [card for card in CARDS if card not in seen]
        sizes = [self.view["sizes"][seat - 1] for seat in self.rivals]
        for _ in range(DEALS):
            cards = self.rng.sample(unseen, sum(sizes))
            hands = []
            for size in sizes:
                hands.append(strength(state_of(cards[:size], self.wild)))
                cards = cards[size:]
            yield hands

    def hold(self, shape: Shape) -> float:
        """Return how likely it is that no rival plays over a meld of this shape."""
        if shape not in self.holds:
            if shape.top == TOP and not self.crazy:
                self.holds[shape] = 1.0
            else:
                chance = [(1 - DARE) ** sum(hand.beats(shape, self.crazy) for hand in hands) for hands in self.deals]
                self.holds[shape] = sum(chance) / len(chance)
        return self.holds[shape]

    # What a hand costs

    def price(self, shape: Shape) -> float:
        """Return the turns that a meld costs when it is led."""
        return 1 - HELD * self.hold(shape)

    def cost(self, state: State) -> float:
        """Return the turns that it takes to be rid of these cards, the last of them not counted."""
        return max(self._cost(state) - 1, 0.0)

    def _cost(self, state: State) -> float:
        if state not in self.costs:
            self.costs[state] = min(
                (self.price(way.shape) + self._cost(less(state, way)) for way in first_melds(state)), default=0.0
            )
        return self.costs[state]

    # Choosing

    def choose(self) -> str:
        """Return a move."""
        now = self.cost(self.state)
        if self._may_double() and now <= BOLD[self.view["seats"]]:
            return DOUBLE
        standing = self._standing()
        ways = {way: now - self.cost(less(self.state, way)) for way in self._ways(standing)}
        best, found = -99.0, []
        if standing:
            best, found = 0.0, [PASS]
        for way, saved in ways.items():
            meld = self._meld(way)
            value = saved + self._worth(meld, way)
            if value > best + NEAR:
                best, found = value, [f"play {meld.text}"]
            elif value > best - NEAR:
                found.append(f"play {meld.text}")
        return self.rng.choice(found)

    def _may_double(self) -> bool:
        return any(decision["seat"] == self.seat for decision in self.view["optional"])

    def _standing(self) -> Shape | None:
        standing = self.view["standing"]
        return Shape(standing["run"], standing["size"], standing["top"]) if standing else None

    def _ways(self, standing: Shape | None) -> list[Way]:
        """Return the melds that may be played, those with many cards and few wild ones first."""
        ways = [way for way in all_melds(self.state) if not standing or beats(way.shape, standing, self.crazy)]
        return sorted(ways, key=lambda way: 3 * len(way.wild) - way.shape.size)[:MOST]

    def _worth(self, meld: Meld, way: Way) -> float:
        """Return what a meld is worth beside the turns it saves: the lead, the clubs, the end."""
        holds = self.hold(way.shape)
        held = self.view["sizes"][self.seat - 1] - meld.size
        own = sum(CLUB_POINTS[int(card[:-1])] for card in self.hand if card.endswith("C") and BIT[card] & meld.cards)
        near = any(self.view["sizes"][seat - 1] <= NEAR_OUT for seat in self.rivals)
        lead = LEAD + HURRY * near if held else 0.0
        value = holds * lead + OUT * (not held)
        value += POINT * (holds * (own + self._at_stake()) - (1 - holds) * SPARED * own)
        standing = self.view["standing"]
        if standing and self._is_friend(standing["seat"]) and held:
            value -= PARTNER
        return value

    def _at_stake(self) -> int:
        """Return the points of the trick so far, where they are not on the way to a partner."""
        standing = self.view["standing"]
        if standing and self._is_friend(standing["seat"]):
            return 0
        played = [card.split("=")[0] for _, move in self.view["trick"] if move != PASS for card in move.split()]
        return sum(CLUB_POINTS[int(card[:-1])] for card in played if card.endswith("C"))

    def _meld(self, way: Way) -> Meld:
        """Return the cards for a meld: clubs where it is likely to hold, others where it is not."""
        suits = SUITS if self.hold(way.shape) >= SPARED else SUITS[::-1]
        free = sorted(self.hand, key=lambda card: suits.index(card[-1]))
        cards = []
        for rank, stands in [*((rank, rank) for rank in way.ranks), *((TOP, rank) for rank in way.wild)]:
            card = next(card for card in free if card[:-1] == str(rank))
            free.remove(card)
            cards.append((stands, BIT[card], card))
        return make_meld(cards, self.wild)


# Melds by ranks


def state_of(cards: Sequence[str], wild: bool) -> State:
    """Return how many cards there are of each rank, and first how many wild ones."""
    counts = [0] * (TOP + 1)
    for card in cards:
        rank = int(card[:-1])
        counts[0 if wild and rank == TOP else rank] += 1
    return tuple(counts)


def less(state: State, way: Way) -> State:
    """Return what is left without a meld."""
    counts = list(state)
    counts[0] -= len(way.wild)
    for rank in way.ranks:
        counts[rank] -= 1
    return tuple(counts)


def beats(shape: Shape, standing: Shape, crazy: bool) -> bool:
    """Say whether a meld of one shape may be played over one of another."""
    if shape.run != standing.run:
        return False
    if shape.size == standing.size:
        return shape.top > standing.top
    return crazy and shape.size > standing.size


def kinds(state: State, rank: int) -> Iterator[Way]:
    """Yield the kinds of a rank that use natural cards of it, wild ones only beside all of these."""
    held = state[rank]
    for size in range(1, held + 1):
        yield Way(Shape(False, size, rank), (rank,) * size, ())
    for more in range(1, state[0] + 1 if held else 1):
        yield Way(Shape(False, held + more, rank), (rank,) * held, (rank,) * more)


def wild_kinds(state: State) -> Iterator[Way]:
    """Yield the kinds of 15s that could stand for others."""
    for size in range(1, state[0] + 1):
        yield Way(Shape(False, size, TOP), (), (TOP,) * size)


def runs(state: State, low: int) -> Iterator[Way]:
    """Yield the runs from a rank that is held, wild cards only where no natural one is."""
    ranks: tuple[int, ...] = ()
    wild: tuple[int, ...] = ()
    for rank in range(low, TOP + 1):
        if state[rank]:
            ranks += (rank,)
        elif len(wild) < state[0]:
            wild += (rank,)
        else:
            return
        if rank > low:
            yield Way(Shape(True, rank - low + 1, rank), ranks, wild)


def all_melds(state: State) -> Iterator[Way]:
    """Yield the melds of a hand that are of different shapes or use different ranks."""
    for rank in range(1, TOP + 1):
        if state[rank]:
            yield from kinds(state, rank)
            yield from runs(state, rank)
    yield from wild_kinds(state)


def first_melds(state: State) -> Iterator[Way]:
    """Yield sensible melds with the lowest card: a hand is split by taking one after the other."""
    low = next((rank for rank in range(1, TOP + 1) if state[rank]), 0)
    if not low:
        if state[0]:
            yield Way(Shape(False, 1, TOP), (), (TOP,))
        return
    held = state[low]
    for size in {1, held}:
        yield Way(Shape(False, size, low), (low,) * size, ())
    if state[0]:
        yield Way(Shape(False, held + 1, low), (low,) * held, (low,))
    yield from runs(state, low)


class Strength(NamedTuple):
    """The highest kind and run of each size in a hand, by size; 0 where there is none."""

    kinds: tuple[int, ...]
    runs: tuple[int, ...]

    def beats(self, shape: Shape, crazy: bool) -> bool:
        """Say whether there is something to play over a meld."""
        tops = self.runs if shape.run else self.kinds
        if shape.size < len(tops) and tops[shape.size] > shape.top:
            return True
        return crazy and shape.size + 1 < len(tops)


def strength(state: State) -> Strength:
    """Return the strength of a hand."""
    most = max(state[1:]) + state[0]
    high = [0] * (most + 1)
    if state[0]:
        high[1 : state[0] + 1] = [TOP] * state[0]
    for rank in range(1, TOP + 1):
        for size in range(state[0] + 1, state[0] + state[rank] + 1):
            high[size] = rank
    return Strength(tuple(high), _run_tops(state))


def _run_tops(state: State) -> tuple[int, ...]:
    """Return the highest top of a run of each size; a run that is longer has shorter ones in it."""
    found = [0, 0]
    for top in range(2, TOP + 1):
        spare, size = state[0], 0
        for rank in range(top, 0, -1):
            if not state[rank]:
                spare -= 1
                if spare < 0:
                    break
            size += 1
        if size > 1:
            found += [0] * (size + 1 - len(found))
            found[2 : size + 1] = [top] * (size - 1)
    return tuple(found)
