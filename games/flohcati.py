"""Zirkus Flohcati, by Reiner Knizia: acts are drawn into the ring until one comes twice; trios and a gala pay.

Rules version 1. Seats are numbered from 1; tuples that hold something for each seat start with seat 1. Hands and
the text of moves are those of `flohcati_cards`. The docstrings carry the rules they implement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NoReturn, Self

from games.base import Base
from games.chance import Chance, Loose, NeedsChance, NEVER
from games.contract import (
    BadNotation,
    Choices,
    Decision,
    Fact,
    Forced,
    GameOver,
    IllegalMove,
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
from games.flohcati_cards import (
    ACTIONS,
    ACTS,
    ANSWERS,
    best_gift,
    best_take,
    cheapest_trio,
    cost,
    DECK,
    gain,
    GALA,
    Hand,
    has_gala,
    largest_hand,
    listed,
    minus,
    Move,
    MOVES,
    of_number,
    ORDER_LINES,
    plus,
    points,
    read_line,
    read_move,
    TRIO,
    trio_numbers,
    trios,
    VERBS,
)


class Flohcati(Base):
    """A game of Zirkus Flohcati. Every attribute is a value that is replaced, never changed in place."""

    key = "flohcati"
    rules = 1
    name = "Zirkus Flohcati"
    min_seats = 3
    max_seats = 5
    options: tuple[Option, ...] = ()
    deck = DECK
    order_lines: tuple[OrderLine, ...] = ORDER_LINES

    chance: Chance
    seats: int
    first: int
    turn: int  # whose turn it is, or was when the game ended
    turns: int  # how many have begun
    asked: int  # the seat that is to give a card, else 0
    phase: str  # turn, ask, draw, give, pick, after or over
    serial: int  # moves played
    cards: tuple[str, ...]  # the deck
    at: int  # index in it of the pile's top card
    row: Hand  # in the order revealed
    hands: tuple[Hand, ...]
    trios: tuple[tuple[Hand, ...], ...]  # those laid down
    discard: tuple[str, ...]  # the last one on top
    draws: int  # random draws made
    cause: str  # of the end: gala, pile or fanfare
    facts: tuple[Fact, ...]

    # What a game is asked

    @classmethod
    def deal(cls, options: Mapping[str, Any], seats: int, chance: Chance) -> Self:
        """`first` is the seat that starts, `deck/1` the pile; hands are empty."""
        position = cls()
        position.chance = chance
        position.seats = seats
        position.first = position.turn = chance.below("first", seats) + 1
        position.cards = chance.shuffle("deck/1", cls.deck)
        position.at = position.serial = position.asked = position.draws = 0
        position.turns = 1
        position.phase = "turn"
        position.cause = ""
        position.row = position.discard = position.facts = ()
        position.hands = position.trios = ((),) * seats
        position._tell("deal", position.first, pile=position.pile)
        return position

    def to_act(self) -> list[Decision]:
        """The game waits for one seat at a time: the one whose turn it is, or the one asked for a card."""
        return [] if self.phase == "over" else [Decision(self.asked or self.turn, self.phase, self.serial)]

    def moves(self, seat: int) -> Iterator[str]:
        """Yield the legal moves: `reveal`, `end`, cards, seats, and then trios."""
        kind = self.phase if seat == (self.asked or self.turn) else "over"
        hand = self.hands[seat - 1] if kind != "over" else ()
        return listed(kind, seat, self.seats, self.row, self.pile, hand)

    def read(self, seat: int, move: str) -> str:
        """Return the canonical text of a move typed leniently."""
        return self._check(seat, move).text

    def play(self, seat: int, move: str) -> tuple[Fact, ...]:
        """Play a move and return what happened; a move that fails changes nothing."""
        found = self._check(seat, move)
        before = self.__dict__.copy()
        self.facts = ()
        self.serial += 1
        try:
            self._do(found)
        except ValueError:
            self.__dict__ = before
            raise
        return self.facts

    @classmethod
    def read_order(cls, view: View, line: str) -> str:
        """Every move, its word left out only before cards; `trio 6` where exactly three are held."""
        return read_line(line, view["seat"], view["seats"])

    def scopes(self) -> tuple[Scope, ...]:
        """A turn is told by how many have begun."""
        if self.phase == "over":
            return ()
        return (Scope("turn", N_("this turn"), self.turns), Scope("game", N_("this game"), 1))

    def deadline_move(self, seat: int) -> str:
        """`turn`: take what adds most now, without a row `reveal`. `give`: what costs least. `after`: `end`."""
        hand = self.hands[seat - 1]
        if self.phase == "give":
            return "give " + best_gift(hand)
        if self.phase in ("ask", "draw"):
            return f"{self.phase} {largest_hand(seat, self.hands)}"
        if self.phase == "after":
            return "end"
        return "take " + best_take(self.row, hand) if self.row else "reveal"

    def forced(self, seat: int) -> Forced | None:
        """All is open, so every forced move is publicly forced."""
        moves = list(islice(self.moves(seat), 2))
        return Forced(moves[0], True) if len(moves) == 1 else None

    def result(self) -> Result | None:
        """Most points win; equal seats share."""
        if self.phase != "over":
            return None
        scores = self._scores()
        best = max(scores)
        return Result(scores, tuple(seat for seat, score in enumerate(scores, 1) if score == best))

    def view(self, seat: int | None) -> View:
        """Everything but the order of the pile."""
        result = self.result()
        pending = {"ask": "ask", "give": "ask", "draw": "draw", "pick": "fanfare"}.get(self.phase)
        return {
            "game": self.key, "rules": self.rules, "seats": self.seats, "seat": seat,
            "options": {}, "over": self.phase == "over",
            "to_act": [decision._asdict() for decision in self.to_act()], "optional": [],
            "first": self.first, "turn": self.turn, "turns": self.turns,
            "row": list(self.row), "pile": self.pile, "discard": list(self.discard),
            "hands": [list(hand) for hand in self.hands],
            "hand": list(self.hands[seat - 1]) if seat else None,
            "trios": [[list(trio) for trio in laid] for laid in self.trios],
            "points": list(self._scores()),
            "pending": {"card": pending, "of": self.asked or None} if pending else None,
            "draws": self.draws, "gala": self._gala or None, "cause": self.cause or None,
            "result": {"scores": list(result.scores), "winners": list(result.winners)} if result else None,
        }  # fmt: skip

    @classmethod
    def tally(cls, view: View) -> Mapping[str, Sequence[int]]:
        """Points with what has been laid down, and hands, which are open."""
        hands = view["hands"]
        return {
            N_("Points"): view["points"],
            N_("Acts in hand"): [len({card[0] for card in hand}) for hand in hands],
            N_("Cards in hand"): [len(hand) for hand in hands],
        }

    def canonical(self) -> str:
        """Return the position as text, as docs/notation.md lays down."""
        lines = [
            f"{self.key} {self.rules}",
            f"seats {self.seats}",
            "options -",
            f"first {self.first} turn {self.turn}",
            f"phase {self.phase} {self.asked or self.turn}" if self.phase != "over" else f"phase over {self.cause}",
            "row " + ("".join(self.row) or "-"),
            "pile " + ("".join(self.cards[self.at :]) or "-"),
            "hands " + " ".join("".join(hand) or "-" for hand in self.hands),
            "trios " + " ".join(",".join("".join(trio) for trio in laid) or "-" for laid in self.trios),
            "discard " + ("".join(self.discard) or "-"),
            f"draws {self.draws}",
        ]
        return "\n".join(lines) + "\n"

    @property
    def pile(self) -> int:
        """How many cards are left in the pile."""
        return len(self.cards) - self.at

    @property
    def _gala(self) -> int:
        """The seat that announced the gala, or 0."""
        return self.turn if self.cause == "gala" else 0

    def _scores(self) -> tuple[int, ...]:
        """For each act the highest number in hand; ten for each trio laid down; ten for the gala."""
        return tuple(
            points(hand) + TRIO * len(laid) + GALA * (seat == self._gala)
            for seat, (hand, laid) in enumerate(zip(self.hands, self.trios, strict=True), 1)
        )

    # What happens

    def _do(self, move: Move) -> None:
        verb = move.verb
        if verb == "reveal":
            self._reveal()
        elif verb == "take":
            self._take(move.cards[0])
        elif verb == "trio":
            self._lay(move.cards)
        elif verb == "ask":
            self._ask(move.seat)
        elif verb == "give":
            self._give(move.cards[0])
        elif verb == "draw":
            self._draw(move.seat)
        elif verb == "gala":
            self._tell("gala", self.turn)
            self._end_game("gala")
        else:
            self._end_turn()

    def _turn_over(self) -> str:
        """Turn over the top card of the pile; a copy of a live position does not: it raises `NeedsChance`."""
        if self.chance is NEVER:
            raise NeedsChance("deck/1")
        self.at += 1
        return self.cards[self.at - 1]

    def _reveal(self) -> None:
        """A new act joins the row; one that is in the row already is discarded, and the turn is forfeited.

        An action card must be followed.
        """
        card = self._turn_over()
        if card in ACTIONS:
            self.discard += (card,)
            self._tell("reveal", self.turn, card=card, what="action")
            self._follow(card)
        elif card[0] in "".join(self.row):
            self.discard += (card,)
            self._tell("reveal", self.turn, card=card, what="forfeits")
            self._end_turn()
        else:
            self.row += (card,)
            self._tell("reveal", self.turn, card=card, what="joins")

    def _follow(self, action: str) -> None:
        """An `ask` or `draw` has no effect, and asks for no choice, when no other seat holds a card."""
        if action == "fanfare":
            self._fanfare()
        elif any(self.hands[seat - 1] for seat in seats_after(self.turn, self.seats) if seat != self.turn):
            self.phase = action
        else:
            self._tell("no effect", self.turn, card=action)
            self._after()

    def _fanfare(self) -> None:
        """Cards are revealed until an act comes that is in the row already; that one is discarded, one is taken.

        Another action card on the way is followed instead; cards already revealed stay in the row. If the pile runs
        out first the game is over at once.
        """
        joined: Hand = ()
        while self.pile:
            card = self._turn_over()
            action = card in ACTIONS
            if action or card[0] in "".join(self.row):
                self.discard += (card,)
                self._tell("fanfare", self.turn, cards=list(joined), card=card, what="action" if action else "stops")
                if action:
                    self._follow(card)
                else:
                    self.phase = "pick"
                return
            self.row += (card,)
            joined += (card,)
        self._tell("fanfare", self.turn, cards=list(joined), card=None, what="runs out")
        self._end_game("fanfare")

    def _take(self, card: str) -> None:
        """A card of the row into the hand."""
        self.row = minus(self.row, (card,))
        self._set_hand(self.turn, plus(self.hands[self.turn - 1], card))
        self._tell("take", self.turn, card=card)
        self._after()

    def _lay(self, cards: Hand) -> None:
        """Lay down three cards of one number from the hand, face up, at any time in the own turn before it ends."""
        seat = self.turn
        self._set_hand(seat, minus(self.hands[seat - 1], cards))
        self.trios = (*self.trios[: seat - 1], (*self.trios[seat - 1], cards), *self.trios[seat:])
        self._tell("trio", seat, cards=list(cards))
        if self.phase == "after":
            self._after()

    def _ask(self, seat: int) -> None:
        """The seat chooses a card of its hand and gives it, openly. A seat without cards gives nothing."""
        held = len(self.hands[seat - 1])
        self._tell("ask", self.turn, of=seat, held=held)
        if held:
            self.phase = "give"
            self.asked = seat
        else:
            self._after()

    def _give(self, card: str) -> None:
        seat, self.asked = self.asked, 0
        self._hand_over(card, seat)
        self._tell("give", seat, card=card, to=self.turn)
        self._after()

    def _draw(self, seat: int) -> None:
        """A card of its hand, by the outcome `draw/K`, goes over openly; from an empty hand nothing is drawn."""
        hand, card = self.hands[seat - 1], None
        if hand:
            self.draws += 1
            card = hand[self.chance.below(f"draw/{self.draws}", len(hand))]
            self._hand_over(card, seat)
        self._tell("draw", self.turn, of=seat, card=card)
        self._after()

    def _hand_over(self, card: str, seat: int) -> None:
        self._set_hand(seat, minus(self.hands[seat - 1], (card,)))
        self._set_hand(self.turn, plus(self.hands[self.turn - 1], card))

    def _set_hand(self, seat: int, hand: Hand) -> None:
        self.hands = (*self.hands[: seat - 1], hand, *self.hands[seat:])

    def _after(self) -> None:
        """The turn ends by itself when neither a trio nor a gala is possible."""
        hand = self.hands[self.turn - 1]
        if trio_numbers(hand) or has_gala(hand):
            self.phase = "after"
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """The next seat follows, or the game is over when the last card of the pile has been revealed."""
        if not self.pile:
            self._end_game("pile")
            return
        self.phase = "turn"
        ended, self.turn = self.turn, self.turn % self.seats + 1
        self.turns += 1
        self._tell("turn", self.turn, ended=ended)

    def _end_game(self, cause: str) -> None:
        self.phase, self.cause = "over", cause
        result = self.result()
        assert result
        scores = list(result.scores)
        self._tell(
            "game over", self.turn, cause=cause, cards=[points(hand) for hand in self.hands],
            trios=[TRIO * len(laid) for laid in self.trios], gala=self._gala or None, scores=scores,
        )  # fmt: skip
        self._tell("match over", self.turn, scores=list(scores), winners=list(result.winners))

    # What may be played

    def _check(self, seat: int, move: str) -> Move:
        """Read a move and say what it is, if it may be played now."""
        if self.phase == "over":
            raise GameOver(N_("The match is over: nothing can be played any more."))
        turn = self.asked or self.turn
        if seat != turn:
            raise NotYourTurn(N_("It is not your turn: the table waits for seat {turn}."), seat=seat, turn=turn)
        hand = self.hands[seat - 1]
        found = MOVES.get(move) or read_move(move, self.phase, hand)
        if not found or found.verb not in VERBS[self.phase]:
            error = IllegalMove if found else BadNotation
            raise error(ANSWERS[self.phase], move=move[:80], example=next(self.moves(seat)))
        if not self._may(found, seat, hand):
            self._refuse(found, hand)
        return found

    def _may(self, move: Move, seat: int, hand: Hand) -> bool:
        """Say whether a move of the right kind can be played: its cards and seats are there."""
        verb = move.verb
        if verb == "reveal":
            return self.pile > 0
        if verb == "take":
            return move.cards[0] in self.row
        if verb in ("ask", "draw"):
            return move.seat != seat and 1 <= move.seat <= self.seats
        if verb == "gala":
            return has_gala(hand)
        return all(card in hand for card in move.cards)

    def _refuse(self, move: Move, hand: Hand) -> NoReturn:
        """Say what is wrong with a move whose cards or seats are not there, and what would be right."""
        facts: dict[str, Any] = {
            "cards": " ".join(move.cards),
            "hand": " ".join(hand),
            "row": " ".join(self.row),
            "seat": move.seat,
        }
        if move.verb == "reveal":
            wrong = N_("The pile is empty, and there is nothing to reveal: take a card of the ring, {row}.")
        elif move.verb == "take":
            wrong = N_("{cards} is not in the ring; you can take one of {row}.")
            if not self.row:
                wrong = N_("{cards} is not in the ring, for the ring is empty: reveal a card.")
        elif move.verb in ("ask", "draw"):
            wrong = N_("You cannot choose seat {seat}: choose one of the seats {seats}.")
            facts["seats"] = ", ".join(str(seat) for seat in range(1, self.seats + 1) if seat != self.turn)
        elif move.verb == "gala":
            wrong = N_("A gala takes all ten acts in hand, and you have no {acts}: lay a trio, or write “end”.")
            facts["acts"] = " ".join(act for act in ACTS if act not in "".join(hand))
        elif move.verb == "give":
            wrong = N_("You do not hold {cards}: give one of {hand}.")
        else:
            wrong = N_("You do not hold {cards}, nor any other three cards of one number: go on without a trio.")
            facts["example"] = next((f"trio {' '.join(three)}" for three in trios(hand)), "")
            if facts["example"]:
                wrong = N_("You do not hold {cards}; you could lay for example “{example}”.")
        raise IllegalMove(wrong, **facts)

    # What can be seen and what may lie behind it

    @classmethod
    def choices(cls, view: View) -> Choices:
        """Whole moves; and what each card, trio and seat would bring or cost."""
        seat = view["seat"]
        kind = next((d["kind"] for d in view["to_act"] if d["seat"] == seat), "")
        if not kind:
            return Choices("")
        row, hand, pile = tuple(view["row"]), tuple(view["hand"]), view["pile"]
        moves = tuple(islice(listed(kind, seat, view["seats"], row, pile, hand), MOST_CHOICES + 1))
        parts: dict[str, Any] = {}
        if kind in ("turn", "pick"):
            parts["row"] = [{"card": card, "gain": gain(hand, card)} for card in row]
        if kind in ("turn", "after"):
            parts["trios"] = [_trio_part(hand, number) for number in trio_numbers(hand)]
        if kind == "turn":
            parts["reveal"] = pile > 0
        if kind == "after":
            parts["gala"] = has_gala(hand)
        if kind in ("ask", "draw"):
            others = [other for other in seats_after(seat, view["seats"]) if other != seat]
            parts["seats"] = [{"seat": other, "held": len(view["hands"][other - 1])} for other in others]
        if kind == "give":
            parts["hand"] = [{"card": card, "cost": cost(hand, (card,))} for card in hand]
        return Choices(kind, moves[:MOST_CHOICES], len(moves) > MOST_CHOICES, parts)

    @classmethod
    def imagine(cls, view: View, rng: Random) -> Self:
        """Return a position with this view: the cards that are nowhere to be seen are the pile, in any order."""
        position = cls()
        position.chance = Loose(rng)
        position.seats, position.first = view["seats"], view["first"]
        position.turn, position.turns = view["turn"], view["turns"]
        asked = Decision(**view["to_act"][0]) if view["to_act"] else Decision(0, "over", 0)
        position.phase, position.serial = asked.kind, asked.serial
        position.asked = asked.seat if asked.kind == "give" else 0
        position.row, position.discard = tuple(view["row"]), tuple(view["discard"])
        position.hands = tuple(map(tuple, view["hands"]))
        position.trios = tuple(tuple(map(tuple, laid)) for laid in view["trios"])
        position.draws, position.cause, position.facts = view["draws"], view["cause"] or "", ()
        unseen = Counter(cls.deck)
        unseen.subtract([*view["row"], *view["discard"]])
        for hand, laid in zip(view["hands"], view["trios"], strict=True):
            unseen.subtract([*hand, *(card for trio in laid for card in trio)])
        position.at, position.cards = 0, tuple(rng.sample(list(unseen.elements()), unseen.total()))
        return position


def _trio_part(hand: Hand, number: str) -> dict[str, Any]:
    """Describe the trios of one number: the cards held, the three that cost least, and what they bring."""
    best = cheapest_trio(hand, number)
    return {
        "number": int(number), "cards": list(of_number(hand, number)),
        "best": list(best), "gain": TRIO - cost(hand, best),
    }  # fmt: skip
