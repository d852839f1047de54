"""Toy: a small game with everything that a game can have, in one file; nothing but tests knows it.

A round: everybody holds a few cards, and each in turn plays one. The highest card wins the trick, of equals the
first. Its winner may rob somebody of a card drawn blindly, for one of their own. Whoever has two cards or more may
double, in turn or not: the tricks that they win from then on count twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Self

from games.base import Base
from games.chance import Chance, Loose
from games.contract import (
    BadNotation,
    BadOptions,
    Choices,
    Decision,
    Fact,
    Forced,
    GameOver,
    IllegalMove,
    N_,
    NotYourTurn,
    Option,
    OrderLine,
    Result,
    Scope,
    seats_after,
    View,
)

MOST_QUOTED = 80


def put(items: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Return `items`, one a seat (or team), with that of `seat` replaced."""
    return (*items[: seat - 1], value, *items[seat:])


class Toy(Base):
    """A match of Toy. Hands are texts of cards in rising order."""

    key = "toy"
    rules = 1
    name = "Toy"
    min_seats = 2
    max_seats = 4
    options: tuple[Option, ...] = (
        Option("partners", "bool", False, N_("Partners"), help=N_("Seats 1 and 3 against 2 and 4.")),
        Option("rounds", "int", 2, N_("Rounds"), low=1, high=3),
        Option("cards", "choice", 3, N_("Cards in a hand"), choices=(2, 3, 4)),
    )
    deck = tuple(sorted("123456" * 4))
    order_lines = (OrderLine("lowest", N_("the lowest card")),)

    chance: Chance
    seats: int
    set: Mapping[str, Any]  # the options
    first: int
    round: int
    turn: int
    phase: str  # play, rob or over
    serial: int  # answers given
    draws: int
    hands: tuple[str, ...]
    rest: str  # what was not dealt, as it lies
    trick: tuple[tuple[int, str], ...]
    played: str  # in this round
    doubled: tuple[int, ...]
    scores: tuple[int, ...]  # one a team
    facts: tuple[Fact, ...]

    @classmethod
    def check(cls, options: Mapping[str, Any], seats: int) -> None:
        """Partners are four."""
        if options["partners"] and seats != 4:
            raise BadOptions(N_("Partners need four seats, not {seats}."), seats=seats)

    @classmethod
    def team(cls, options: Mapping[str, Any], seats: int, seat: int) -> int:
        """Partners sit opposite."""
        return (seat - 1) % 2 + 1 if options["partners"] else seat

    @classmethod
    def deal(cls, options: Mapping[str, Any], seats: int, chance: Chance) -> Self:
        """`first` is the seat that leads the first round."""
        position = cls()
        position.chance, position.seats, position.set = chance, seats, dict(options)
        position.first = chance.below("first", seats) + 1
        position.serial = position.draws = 0
        position.scores = (0,) * (2 if options["partners"] else seats)
        position.facts = ()
        position._begin(1)
        return position

    def to_act(self) -> list[Decision]:
        """The game waits for one seat at a time."""
        return [] if self.phase == "over" else [Decision(self.turn, self.phase, self.serial)]

    def optional(self) -> list[Decision]:
        """Whoever has two cards or more may double, once a round."""
        return [
            Decision(seat, "double", self.round)
            for seat, hand in enumerate(self.hands, 1)
            if len(hand) >= 2 and seat not in self.doubled and self.phase != "over"
        ]

    def moves(self, seat: int) -> Iterator[str]:
        """Yield the cards of the hand, or what the winner of a trick may do, and at last `double`."""
        if self.phase == "play" and seat == self.turn:
            yield from (f"play {card}" for card in sorted(set(self.hands[seat - 1])))
        elif self.phase == "rob" and seat == self.turn:
            yield "none"
            for victim in seats_after(seat, self.seats):
                if victim != seat and self.hands[victim - 1]:
                    yield from (f"rob {victim} {card}" for card in sorted(set(self.hands[seat - 1])))
        yield from (decision.kind for decision in self.optional() if decision.seat == seat)

    def read(self, seat: int, text: str) -> str:
        """Return the canonical text of what was typed."""
        return " ".join(self._check(seat, text))

    def play(self, seat: int, text: str) -> tuple[Fact, ...]:
        """Play a move; one that fails changes nothing."""
        word, *words = self._check(seat, text)
        before = self.__dict__.copy()
        self.facts = ()
        self.serial += word != "double"
        try:
            {"play": self._play, "rob": self._rob, "none": self._go_on, "double": self._double}[word](seat, *words)
        except ValueError:
            self.__dict__ = before
            raise
        return self.facts

    @classmethod
    def read_order(cls, view: View, line: str) -> str:
        """`lowest`; moves are read as in every game."""
        return "lowest" if line.lower().split() == ["lowest"] else super().read_order(view, line)

    def scopes(self) -> tuple[Scope, ...]:
        """A trick takes an answer of every seat and one of its winner."""
        if self.phase == "over":
            return ()
        trick = Scope("trick", N_("this trick"), self.serial // (self.seats + 1))
        return (trick, Scope("round", N_("this round"), self.round))

    def ordered(self, seat: int, line: str) -> str | None:
        """`lowest` is a card to play."""
        if line != "lowest":
            return super().ordered(seat, line)
        return f"play {self.hands[seat - 1][0]}" if seat == self.turn and self.phase == "play" else None

    def deadline_move(self, seat: int) -> str:
        """The lowest card; nobody is robbed."""
        return f"play {self.hands[seat - 1][0]}" if self.phase == "play" else "none"

    def forced(self, seat: int) -> Forced | None:
        """Everybody knows that who has no card cannot rob; which the last card is only its holder knows."""
        if self.phase == "over" or seat != self.turn:
            return None
        if self.phase == "rob":
            return None if self.hands[seat - 1] else Forced("none", True)
        cards = set(self.hands[seat - 1])
        return Forced(f"play {cards.pop()}", False) if len(cards) == 1 else None

    def result(self) -> Result | None:
        """The team with the highest score wins, or those with as much."""
        if self.phase != "over":
            return None
        best = max(self.scores)
        winners = (s for s in range(1, self.seats + 1) if self.scores[self._team(s) - 1] == best)
        return Result(self.scores, tuple(winners))

    def view(self, seat: int | None) -> View:
        """Hands are private."""
        result = self.result()
        return {
            "game": self.key, "rules": self.rules, "seats": self.seats, "seat": seat, "options": dict(self.set),
            "over": self.phase == "over",
            "to_act": [decision._asdict() for decision in self.to_act()],
            "optional": [decision._asdict() for decision in self.optional()],
            "result": {"scores": list(result.scores), "winners": list(result.winners)} if result else None,
            "first": self.first, "round": self.round, "draws": self.draws, "scores": list(self.scores),
            "hand": list(self.hands[seat - 1]) if seat else None,
            "sizes": [len(hand) for hand in self.hands], "rest": len(self.rest),
            "trick": [list(each) for each in self.trick], "played": list(self.played),
            "doubled": list(self.doubled),
        }  # fmt: skip

    @classmethod
    def tally(cls, view: View) -> Mapping[str, Sequence[int]]:
        return {N_("Scores"): view["scores"]}

    def canonical(self) -> str:
        """Return the position as text."""
        options = " ".join(f"{option.key}={self.set[option.key]}".lower() for option in self.options)
        lines = [
            f"{self.key} {self.rules}", f"seats {self.seats} {options}", f"first {self.first} round {self.round}",
            f"phase {self.phase} {self.turn} answers {self.serial} draws {self.draws}",
            "hands " + " ".join(hand or "-" for hand in self.hands), f"rest {self.rest}",
            "trick " + (" ".join(f"{seat}:{card}" for seat, card in self.trick) or "-"),
            f"played {self.played or '-'}", f"doubled {' '.join(map(str, self.doubled)) or '-'}",
            f"scores {' '.join(map(str, self.scores))}",
        ]  # fmt: skip
        return "\n".join(lines) + "\n"

    @classmethod
    def choices(cls, view: View) -> Choices:
        """Cards to play are whole moves; robbing is put together: what, from whom, and for which card."""
        [kind] = [d["kind"] for d in view["to_act"] if d["seat"] == view["seat"]] or [""]
        cards = sorted(set(view["hand"] or ()))
        if kind == "play":
            return Choices(kind, tuple(f"play {card}" for card in cards))
        if kind == "rob":
            victims = [str(s) for s, size in enumerate(view["sizes"], 1) if size and s != view["seat"]]
            return Choices(kind, parts={"what": ["none", "rob"], "from seat": ["", *victims], "for card": ["", *cards]})
        return Choices("")

    @classmethod
    def imagine(cls, view: View, rng: Random) -> Self:
        """Deal what is not seen to the hands that are not."""
        position = cls()
        position.chance, position.seats, position.set = Loose(rng), view["seats"], dict(view["options"])
        position.first, position.round, position.draws = view["first"], view["round"], view["draws"]
        asked = Decision(**view["to_act"][0]) if view["to_act"] else Decision(0, "over", 0)
        position.turn, position.phase, position.serial = asked
        position.trick = tuple((seat, card) for seat, card in view["trick"])
        position.played, position.doubled = "".join(view["played"]), tuple(view["doubled"])
        position.scores, position.facts = tuple(view["scores"]), ()
        own = "".join(view["hand"] or ())
        unseen = sorted((Counter(cls.deck) - Counter(own + position.played)).elements())
        rng.shuffle(unseen)
        hands = []
        for seat, size in enumerate(view["sizes"], 1):
            hands.append(own if seat == view["seat"] else "".join(sorted(unseen[:size])))
            unseen = unseen if seat == view["seat"] else unseen[size:]
        position.hands, position.rest = tuple(hands), "".join(unseen)
        return position

    def _team(self, seat: int) -> int:
        return self.team(self.set, self.seats, seat)

    def _begin(self, number: int) -> None:
        order, size = "".join(self.chance.shuffle(f"deck/{number}", self.deck)), self.set["cards"]
        self.hands = tuple("".join(sorted(order[s * size : (s + 1) * size])) for s in range(self.seats))
        self.rest = order[self.seats * size :]
        self.round, self.phase, self.trick, self.played, self.doubled = number, "play", (), "", ()
        self.turn = (self.first + number - 2) % self.seats + 1
        self._tell("deal", self.turn, own={s: {"cards": hand} for s, hand in enumerate(self.hands, 1)}, round=number)

    def _play(self, seat: int, card: str) -> None:
        self.hands = put(self.hands, seat, self.hands[seat - 1].replace(card, "", 1))
        self.trick += ((seat, card),)
        self.played = "".join(sorted(self.played + card))
        self.turn = seat % self.seats + 1
        self._tell("play", seat, card=card)
        if len(self.trick) == self.seats:
            winner, _ = max(self.trick, key=lambda played: played[1])
            points = 2 if winner in self.doubled else 1
            self.scores = put(self.scores, self._team(winner), self.scores[self._team(winner) - 1] + points)
            self.turn, self.phase, self.trick = winner, "rob", ()
            self._tell("trick", winner, points=points)

    def _rob(self, seat: int, text: str, card: str) -> None:
        victim = int(text)
        hand = self.hands[victim - 1]
        got = hand[self.chance.below(f"draw/{self.draws + 1}", len(hand))]
        self.draws += 1
        self.hands = put(self.hands, victim, "".join(sorted(hand.replace(got, "", 1) + card)))
        self.hands = put(self.hands, seat, "".join(sorted(self.hands[seat - 1].replace(card, "", 1) + got)))
        self._tell("rob", seat, own={s: {"card": got, "for": card} for s in (seat, victim)}, of=victim)
        self.phase = "play"

    def _go_on(self, seat: int) -> None:
        self.phase = "play"
        self._tell("none", seat)
        if any(self.hands):
            return
        if self.round < self.set["rounds"]:
            self._begin(self.round + 1)
            return
        self.phase, self.turn = "over", 0
        self._tell("match over", seat, scores=list(self.scores))

    def _double(self, seat: int) -> None:
        self.doubled += (seat,)
        self._tell("double", seat)

    def _check(self, seat: int, text: str) -> list[str]:
        """Return the words of a move that `seat` may play."""
        if self.phase == "over":
            raise GameOver(N_("The match is over."))
        words = text.lower().split()
        if words[:1] == ["double"] and len(words) == 1:
            if seat not in (decision.seat for decision in self.optional()):
                raise IllegalMove(N_("Seat {seat} cannot double any more."), seat=seat)
            return words
        if seat != self.turn:
            raise NotYourTurn(N_("It is not your turn: the table waits for seat {turn}."), turn=self.turn)
        shape = words[:1] + [" "] * (len(words) - 1)
        if shape not in (["play", " "], ["rob", " ", " "], ["none"]):
            raise BadNotation(
                N_("“{text}” is no move: play CARD, rob SEAT CARD, none, or double."), text=text[:MOST_QUOTED]
            )
        if (words[0] == "play") != (self.phase == "play"):
            raise IllegalMove(N_("Now you are asked to {what}."), what=self.phase)
        if words[1:] and (len(words[-1]) != 1 or words[-1] not in self.hands[seat - 1]):
            raise IllegalMove(N_("You hold no {card}."), card=words[-1])
        victims = [str(s) for s, hand in enumerate(self.hands, 1) if hand and s != seat]
        if words[0] == "rob" and words[1] not in victims:
            raise IllegalMove(N_("There is nobody to rob in seat {seat}."), seat=words[1])
        return words
