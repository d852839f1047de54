"""Katzenjammer Blues, by Reiner Knizia: managers bid cards for cards, quartets earn mice, jokers cost.

Rules version 1. Seats are numbered from 1; tuples that hold something for each seat start with seat 1. Hands
and bids are those of `katzenjammer_hand`. The docstrings carry the rules they implement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Self, TypeVar

from games.base import anew, Base
from games.chance import Chance, Loose, NeedsChance, NEVER
from games.contract import (
    Choices,
    Decision,
    Fact,
    Forced,
    GameOver,
    MOST_CHOICES,
    N_,
    NotYourTurn,
    Option,
    OrderLine,
    Result,
    Scope,
    seats_after,
    View,
)
from games.katzenjammer_hand import (
    BID_MOVES,
    BID_TEXT,
    bids_over,
    CARDS,
    check_bid,
    check_settlement,
    count,
    Counts,
    deals,
    JOKER,
    less,
    minus,
    next_strength,
    NONE,
    payments,
    plus,
    Quartet,
    quartet_lists,
    quartets_in,
    read_bid,
    read_settlement,
    Settlement,
    text,
)
from games.katzenjammer_orders import LEAST, LINES, read_line, UP_TO

HAND = 6
PENALTY = 5


T = TypeVar("T")


def put(items: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return `items`, one a seat, with that of `seat` replaced."""
    return (*items[: seat - 1], value, *items[seat:])


def worth(quartet: Quartet) -> tuple[int, int]:
    """Order quartets as they are offered: those that bring most mice first, of equals those with few jokers."""
    return (-quartet.value, quartet.front)


class KatzenjammerBlues(Base):
    """A match of Katzenjammer Blues. Every attribute is a value that is replaced, never changed in place."""

    key = "katzenjammer-blues"
    rules = 1
    name = "Katzenjammer Blues"
    min_seats = 2
    max_seats = 6
    options: tuple[Option, ...] = (Option("games", "int", 1, N_("Games in the match"), low=1, high=10),)
    deck = tuple(card for card in CARDS for _ in range(15))
    order_lines: tuple[OrderLine, ...] = LINES

    chance: Chance
    seats: int
    games: int  # how many make the match
    game: int  # which one this is, from 1
    first: int  # the first leader of the first game
    leader: int
    phase: str  # bid, settle or over
    turn: int
    serial: int  # moves played
    cards: tuple[str, ...]  # this game's deck
    at: int  # index in it of the pile's top card
    row: str
    hands: tuple[Counts, ...]
    known: tuple[Counts, ...]  # cards that everybody can prove to be in a hand
    front: tuple[int, ...]
    mice: tuple[int, ...]
    left: int
    discard: Counts
    bids: tuple[tuple[int, int], ...]  # of this auction: seat and strength, 0 for a pass
    standing: int
    bidder: int
    passed: tuple[int, ...]
    totals: tuple[int, ...]  # mice of the games that have ended
    jokers: tuple[int, ...]  # jokers of the games that have ended
    ended: tuple[Mapping[str, Any], ...]
    facts: tuple[Fact, ...]

    # What a game is asked

    @classmethod
    def deal(cls, options: Mapping[str, Any], seats: int, chance: Chance) -> Self:
        """`first` is the seat of the first band leader."""
        position = cls()
        position.chance = chance
        position.seats = seats
        position.games = options["games"]
        position.first = chance.below("first", seats) + 1
        position.totals = position.jokers = (0,) * seats
        position.serial = 0
        position.ended = position.facts = ()
        position._set_up(1)
        return position

    def to_act(self) -> list[Decision]:
        """The game waits for one seat at a time."""
        return [] if self.phase == "over" else [Decision(self.turn, self.phase, self.serial)]

    def moves(self, seat: int) -> Iterator[str]:
        """Yield the legal moves: bids from the lowest and then `pass`, or settlements."""
        if seat != self.turn or self.phase == "over":
            return
        hand = self.hands[seat - 1]
        if self.phase == "bid":
            for strength in bids_over(self.standing, hand):
                yield f"bid {BID_TEXT[strength]}"
            yield "pass"
        else:
            for pay in payments(hand, self.standing):
                head = f"settle {text(pay)}"
                yield head
                rest = plus(minus(hand, pay), count(self.row))
                for shown in quartet_lists(rest, self.left):
                    yield f"{head} {shown}"

    def read(self, seat: int, move: str) -> str:
        """Return the canonical text of a move typed leniently."""
        found = self._check(seat, move)
        if isinstance(found, Settlement):
            return str(found)
        return f"bid {BID_TEXT[found]}" if found else "pass"

    def play(self, seat: int, move: str) -> tuple[Fact, ...]:
        """Play a move and return what happened; a move that fails changes nothing."""
        found = self._check(seat, move)
        before = self.__dict__.copy()
        self.facts = ()
        self.serial += 1
        try:
            if isinstance(found, Settlement):
                self._settle(found)
            elif found:
                self._bid(found)
            else:
                self._pass()
        except ValueError:
            self.__dict__ = before
            raise
        return self.facts

    @classmethod
    def read_order(cls, view: View, line: str) -> str:
        """Bids, `pass` and settlements; `bid up to 3x4`, `pay least` and `pay least 5555`."""
        return read_line(line)

    def scopes(self) -> tuple[Scope, ...]:
        """The auction, up to its settlement, is told by the move before it; the game by its number."""
        if self.phase == "over":
            return ()
        return (
            Scope("auction", N_("this auction"), self.serial - len(self.bids)),
            Scope("game", N_("this game"), self.game),
        )

    def ordered(self, seat: int, line: str) -> str | None:
        """`bid up to` is the lowest bid, if it is no higher; `pay least` the first payment that leaves the quartets."""
        if seat != self.turn or self.phase == "over":
            return None
        if line.startswith(UP_TO):
            lowest = next(bids_over(self.standing, self.hands[seat - 1]), 0) if self.phase == "bid" else 0
            highest = BID_MOVES.get(f"bid{line.removeprefix(UP_TO)}", 0)
            return f"bid {BID_TEXT[lowest]}" if 0 < lowest <= highest else None
        if line.startswith(LEAST):
            pays = payments(self.hands[seat - 1], self.standing) if self.phase == "settle" else ()
            moves = (f"settle {text(pay)}{line.removeprefix(LEAST)}" for pay in pays)
            return next((move for move in moves if self.is_legal(seat, move)), None)
        return line if super().ordered(seat, line) == line else None

    def deadline_move(self, seat: int) -> str:
        """`bid`: pass. `settle`: as few jokers as possible, low numbers first in a mixed bid; no quartets."""
        if self.phase == "settle":
            return f"settle {text(next(payments(self.hands[seat - 1], self.standing)))}"
        return "pass"

    def forced(self, seat: int) -> Forced | None:
        """A pass is publicly forced exactly when the hand is smaller than the smallest bid still possible.

        The winner of an auction is always asked to settle.
        """
        if self.phase != "bid" or seat != self.turn:
            return None
        hand = self.hands[seat - 1]
        if sum(hand) < next_strength(self.standing) // 6:
            return Forced("pass", True)
        return None if next(bids_over(self.standing, hand), 0) else Forced("pass", False)

    def result(self) -> Result | None:
        """The highest total wins, then the fewest jokers over all games, then shared."""
        if self.phase != "over":
            return None
        order = [(-total, jokers) for total, jokers in zip(self.totals, self.jokers, strict=True)]
        best = min(order)
        return Result(self.totals, tuple(seat for seat, rank in enumerate(order, 1) if rank == best))

    def view(self, seat: int | None) -> View:
        """Hands are private until the match is over; nobody sees the order of the pile."""
        over = self.phase == "over"
        result = self.result()
        return {
            "game": self.key, "rules": self.rules, "seats": self.seats, "seat": seat,
            "options": {"games": self.games}, "over": over,
            "to_act": [decision._asdict() for decision in self.to_act()], "optional": [],
            "number": self.game, "first": self.first, "leader": self.leader,
            "row": list(self.row), "pile": self.pile,
            "bids": [[by, BID_TEXT.get(strength, "pass")] for by, strength in self.bids],
            "standing": BID_TEXT.get(self.standing), "bidder": self.bidder or None, "passed": sorted(self.passed),
            "hand": list(text(self.hands[seat - 1])) if seat else None,
            "hands": [text(hand) for hand in self.hands] if over else None,
            "sizes": [sum(hand) for hand in self.hands],
            "known": [text(cards) for cards in self.known],
            "front": list(self.front), "mice": list(self.mice), "left": self.left,
            "discard": dict(zip(CARDS, self.discard, strict=True)),
            "totals": list(self.totals), "jokers": list(self.jokers), "ended": [anew(game) for game in self.ended],
            "result": {"scores": list(result.scores), "winners": list(result.winners)} if result else None,
        }  # fmt: skip

    @classmethod
    def tally(cls, view: View) -> Mapping[str, Sequence[int]]:
        """Mice, jokers and cards of this game, and the mice of all games where there are several."""
        totals = {N_("Mice of all games"): view["totals"]} if view["options"]["games"] > 1 else {}
        return {
            N_("Mice"): view["mice"], N_("Jokers in front"): view["front"],
            N_("Cards in hand"): view["sizes"], **totals,
        }  # fmt: skip

    def canonical(self) -> str:
        """Return the position as text, as docs/notation.md lays down."""
        each = " ".join
        lines = [
            f"{self.key} {self.rules}",
            f"seats {self.seats}",
            f"options games={self.games}",
            f"game {self.game} first {self.first} leader {self.leader}",
            f"phase {self.phase} {self.turn}" if self.phase != "over" else "phase over",
            f"row {self.row or '-'}",
            f"pile {''.join(self.cards[self.at :]) or '-'}",
            "bids " + (each(f"{by}:{BID_TEXT.get(s, 'pass')}" for by, s in self.bids) or "-"),
            "hands " + each(text(hand) or "-" for hand in self.hands),
            "front " + each(map(str, self.front)),
            "mice " + each(map(str, self.mice)) + f" left {self.left}",
            "discard " + each(map(str, self.discard)),
            "totals " + each(map(str, self.totals)),
            "jokers " + each(map(str, self.jokers)),
        ]
        return "\n".join(lines) + "\n"

    @property
    def pile(self) -> int:
        """How many cards are left in the pile."""
        return len(self.cards) - self.at

    # What happens

    def _set_up(self, game: int) -> None:
        """Six cards go to each seat, one at a time, the band leader's left neighbour first."""
        self.cards = self.chance.shuffle(f"deck/{game}", self.deck)
        self.game = game
        self.leader = (self.first + game - 2) % self.seats + 1
        hands = [NONE] * self.seats
        for n, seat in enumerate(seats_after(self.leader, self.seats)):
            hands[seat - 1] = count("".join(self.cards[n : HAND * self.seats : self.seats]))
        self.hands = tuple(hands)
        self.at = HAND * self.seats
        self.known = (NONE,) * self.seats
        self.front = self.mice = (0,) * self.seats
        self.left = 24 if self.seats > 4 else 20
        self.discard = NONE
        dealt = {seat: {"cards": text(hand)} for seat, hand in enumerate(hands, 1)}
        self._tell("deal", self.leader, own=dealt, number=game, of=self.games, each=HAND)
        self._reveal()

    def _reveal(self) -> None:
        """Turn cards into the row until a number shows for the second time, or a joker; that card is in it too."""
        self.bids = self.passed = ()
        self.standing = self.bidder = 0
        self.phase = "bid"
        self.turn = self.leader % self.seats + 1
        self.row = ""
        while True:
            card = self.cards[self.at]
            self.at += 1
            again = card in self.row
            self.row += card
            if not self.pile:
                self._tell("reveal", self.leader, cards=self.row)
                self._end_game("row")
                return
            if card == "J" or again:
                break
        self._tell("reveal", self.leader, cards=self.row)
        if card == "J":
            self._draw()

    def _draw(self) -> None:
        """After a joker every seat draws one card, the leader's left neighbour first and the leader last."""
        drawn = {}
        for seat in seats_after(self.leader, self.seats):
            card = self.cards[self.at]
            self.at += 1
            drawn[seat] = {"card": card}
            self._set_hand(seat, plus(self.hands[seat - 1], count(card)))
            if not self.pile:
                break
        self._tell("draw", self.leader, own=drawn, seats=list(drawn))
        if not self.pile:
            self._end_game("draw")

    def _bid(self, strength: int) -> None:
        self.bids += ((self.turn, strength),)
        self.standing = strength
        self.bidder = self.turn
        self._tell("bid", self.turn, bid=BID_TEXT[strength])
        self._next_bidder()

    def _pass(self) -> None:
        self.bids += ((self.turn, 0),)
        self.passed += (self.turn,)
        self._tell("pass", self.turn)
        self._next_bidder()

    def _next_bidder(self) -> None:
        """The auction ends when all but the holder of the standing bid have passed, or when all have passed."""
        waiting = self.seats - len(self.passed)
        if self.bidder and waiting == 1:
            self.phase = "settle"
            self.turn = self.bidder
            self._tell("won", self.bidder, bid=BID_TEXT[self.standing], row=self.row)
        elif waiting:
            self.turn = next(s for s in seats_after(self.turn, self.seats) if s not in self.passed)
        else:
            self._refuse_peeking()
            self._tell("unsold", self.leader, cards=self.row)
            self.discard = plus(self.discard, count(self.row))
            self._reveal()

    def _settle(self, settlement: Settlement) -> None:
        """Pay, take the row, show quartets, and lead next; the game is over the moment the last mouse is taken."""
        seat, pay = self.turn, settlement.pay
        hand = plus(minus(self.hands[seat - 1], pay), count(self.row))
        known = plus(less(self.known[seat - 1], pay), count(self.row))
        front, discard, left = pay[JOKER], plus(self.discard, (*pay[:JOKER], 0)), self.left
        shown = []
        for quartet in settlement.quartets:
            hand, known = minus(hand, quartet.cards), less(known, quartet.cards)
            front += quartet.front
            discard = plus(discard, minus(quartet.cards, (*NONE[:JOKER], quartet.front)))
            mice = min(quartet.value, left)
            left -= mice
            shown.append({"cards": quartet.text, "mice": mice, "front": quartet.front})
        self._set_hand(seat, hand)
        self.known = put(self.known, seat, known)
        self.front = put(self.front, seat, self.front[seat - 1] + front)
        self.mice = put(self.mice, seat, self.mice[seat - 1] + self.left - left)
        self.discard, self.left, self.leader = discard, left, seat
        self._tell("settle", seat, pay=text(pay), row=self.row, quartets=shown)
        self._refuse_peeking()
        if left:
            self._reveal()
        else:
            self.row = ""
            self._end_game("mice")

    def _refuse_peeking(self) -> None:
        """A copy of a live position turns over no pile and shows no jokers: it raises `NeedsChance`."""
        if self.chance is NEVER:
            raise NeedsChance(f"deck/{self.game}")

    def _set_hand(self, seat: int, hand: Counts) -> None:
        self.hands = put(self.hands, seat, hand)

    def _end_game(self, cause: str) -> None:
        """Jokers in hand are added to those in front; whoever has most loses five mice, tied seats each five."""
        in_hand = [hand[JOKER] for hand in self.hands]
        jokers = [front + more for front, more in zip(self.front, in_hand, strict=True)]
        most = max(jokers)
        punished = [seat for seat, n in enumerate(jokers, 1) if n == most > 0]
        scores = [mice - PENALTY * (seat in punished) for seat, mice in enumerate(self.mice, 1)]
        self.totals = tuple(map(sum, zip(self.totals, scores, strict=True)))
        self.jokers = tuple(map(sum, zip(self.jokers, jokers, strict=True)))
        ended: dict[str, Any] = {
            "number": self.game, "cause": cause, "mice": list(self.mice), "front": list(self.front),
            "in_hand": in_hand, "jokers": jokers, "punished": punished, "scores": scores,
        }  # fmt: skip
        self.ended += (ended,)
        self._tell("game over", self.leader, **anew(ended))
        if self.game < self.games:
            self._set_up(self.game + 1)
            return
        self.phase, self.turn = "over", 0
        result = self.result()
        assert result
        self._tell("match over", self.leader, scores=list(result.scores), winners=list(result.winners))

    # What may be played

    def _check(self, seat: int, move: str) -> int | Settlement:
        """Read a move and say what it is: a bid's strength, 0 for a pass, or a settlement."""
        if self.phase == "over":
            raise GameOver(N_("The match is over: nothing can be played any more."))
        if seat != self.turn:
            raise NotYourTurn(N_("It is not your turn: the table waits for seat {turn}."), seat=seat, turn=self.turn)
        hand = self.hands[seat - 1]
        if self.phase == "settle":
            settlement = read_settlement(move, self.standing // 6)
            check_settlement(settlement, hand, count(self.row), self.standing, self.left)
            return settlement
        strength = BID_MOVES.get(move)
        if strength is None:
            strength = read_bid(move)
        if strength:
            check_bid(strength, hand, self.standing)
        return strength

    # What can be seen and what may lie behind it

    @classmethod
    def choices(cls, view: View) -> Choices:
        """Bids and `pass`; for a settlement the payments, and the quartets with what they would bring.

        `always` says that a quartet can be shown whatever pays.
        """
        seat = view["seat"]
        kind = next((d["kind"] for d in view["to_act"] if d["seat"] == seat), "")
        if not kind:
            return Choices("")
        hand, standing = count("".join(view["hand"])), BID_MOVES.get(f"bid {view['standing']}", 0)
        if kind == "bid":
            bids = [f"bid {BID_TEXT[strength]}" for strength in bids_over(standing, hand)]
            return Choices(kind, (*bids[: MOST_CHOICES - 1], "pass"), len(bids) >= MOST_CHOICES)
        after = {pay: plus(minus(hand, pay), count("".join(view["row"]))) for pay in payments(hand, standing)}
        made = Counter(quartet for rest in after.values() for quartet in quartets_in(rest))
        return Choices(kind, parts={
            "pays": [{"cards": text(pay), "front": pay[JOKER]} for pay in after],
            "quartets": [
                {"cards": q.text, "mice": min(q.value, view["left"]), "front": q.front, "always": made[q] == len(after)}
                for q in sorted(made, key=worth)
            ],
            "slots": min((sum(hand) - standing // 6 + len(view["row"])) // 4, 5) if made else 0,
        })  # fmt: skip

    @classmethod
    def imagine(cls, view: View, rng: Random) -> Self:
        """Return a position with this view: unseen cards are dealt so that every bid of the auction can be paid."""
        position = cls()
        position.chance = Loose(rng)
        position.seats, position.games = view["seats"], view["options"]["games"]
        position.game, position.first, position.leader = view["number"], view["first"], view["leader"]
        asked = Decision(**view["to_act"][0]) if view["to_act"] else Decision(0, "over", 0)
        position.turn, position.phase, position.serial = asked
        position.row = "".join(view["row"])
        position.known = tuple(map(count, view["known"]))
        position.front, position.mice, position.left = tuple(view["front"]), tuple(view["mice"]), view["left"]
        position.discard = tuple(view["discard"][card] for card in CARDS)
        position.bids = tuple((by, BID_MOVES.get(f"bid {bid}", 0)) for by, bid in view["bids"])
        position.standing, position.bidder = BID_MOVES.get(f"bid {view['standing']}", 0), view["bidder"] or 0
        position.passed = tuple(by for by, strength in position.bids if not strength)
        position.totals, position.jokers = tuple(view["totals"]), tuple(view["jokers"])
        position.ended, position.facts = tuple(map(anew, view["ended"])), ()
        position._imagine_cards(view, rng)
        return position

    def _imagine_cards(self, view: View, rng: Random) -> None:
        """Deal the unseen cards to the hands that are hidden, and lay the rest as the pile."""
        fixed = {seat: count(hand) for seat, hand in enumerate(view["hands"] or [], 1)}
        if view["seat"]:
            fixed[view["seat"]] = count("".join(view["hand"]))
        hands = tuple(fixed.get(seat, self.known[seat - 1]) for seat in range(1, self.seats + 1))
        away = plus(self.discard, (*NONE[:JOKER], sum(self.front)))
        for cards in (count(self.row), *hands):
            away = plus(away, cards)
        needs: dict[int, list[int]] = {}
        for by, strength in self.bids:
            if strength:
                needs.setdefault(by, []).append(strength)
        wanted = [seat for seat in range(1, self.seats + 1) if seat not in fixed]
        unseen = minus(count("".join(self.deck)), away)
        self.hands, rest = next(deals(hands, unseen, wanted, needs, view["sizes"], rng))
        self.at, self.cards = 0, tuple(rng.sample(text(rest), sum(rest)))
