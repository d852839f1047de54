"""What games share whose attributes are values that are replaced, never changed in place.

Then a copy is one shallow copy, and `play` can put everything back when something fails. A game need not be built so,
but one that inherits `Base` has the dull part of the contract for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Self

from games.chance import Chance, NEVER
from games.contract import (
    BadNotation,
    Decision,
    Fact,
    GameOver,
    IllegalMove,
    N_,
    NotYourTurn,
    OrderLine,
    Position,
    Scope,
    View,
)

LOOKED_AHEAD = 60  # moves of an imagined game, to try a line of an order at other kinds of decision


class Base:
    """A game without partners and without anything optional, of which every combination of options can be played."""

    order_lines: tuple[OrderLine, ...] = ()

    chance: Chance
    facts: tuple[Fact, ...]

    @classmethod
    def check(cls, options: Mapping[str, Any], seats: int) -> None:
        """Every combination can be played."""

    @classmethod
    def team(cls, options: Mapping[str, Any], seats: int, seat: int) -> int:
        """Everybody plays for themselves."""
        return seat

    @classmethod
    def tally(cls, view: View) -> Mapping[str, Sequence[int]]:
        """Nothing is counted."""
        return {}

    def optional(self) -> list[Decision]:
        """Nothing is done out of turn."""
        return []

    def copy(self, chance: Chance = NEVER) -> Self:
        """Return a copy that draws on `chance`; by default it can turn over no card."""
        new = self.__class__.__new__(self.__class__)
        new.__dict__ = self.__dict__.copy()
        new.chance = chance
        return new

    def read(self, seat: int, move: str) -> str:
        """Return the canonical text of a move typed leniently. Raises the errors of `Position.read`."""
        raise NotImplementedError  # every game reads its own notation

    def is_legal(self, seat: int, move: str) -> bool:
        """Say whether `seat` may play `move`."""
        try:
            self.read(seat, move)
        except (BadNotation, IllegalMove, NotYourTurn, GameOver):
            return False
        return True

    @classmethod
    def read_order(cls: type[Position], view: View, line: str) -> str:
        """Return a line that `read` takes for a move, as far as can be told without knowing the notation.

        It is tried at each kind of decision that comes up in an imagined game of deadline moves. What is legal there
        gets its canonical text; what is a move and not legal there stays as it was typed. Raises `BadNotation`.
        """
        position, tried, example = cls.imagine(view, Random(0)), set(), ""
        for _ in range(LOOKED_AHEAD):
            decision = next(iter(position.to_act()), None)
            if not decision:
                break
            move = position.deadline_move(decision.seat)
            if decision.kind not in tried:
                tried.add(decision.kind)
                example = example or move
                try:
                    found = position.read(decision.seat, line)
                except IllegalMove:
                    return " ".join(line.split())
                except BadNotation:
                    found = ""
                if found and found not in (extra.kind for extra in position.optional()):
                    return found
            position.play(decision.seat, move)
        wrong = N_("“{line}” is no move of this game that answers a question: write one such as “{example}”.")
        raise BadNotation(wrong, line=line[:80], example=example)

    def scopes(self) -> tuple[Scope, ...]:
        """No stretch of the game is told apart from the rest."""
        return ()

    def ordered(self: Position, seat: int, line: str) -> str | None:
        """A move stands for itself where it is a legal answer; nothing that is optional does."""
        if seat not in (decision.seat for decision in self.to_act()):
            return None
        try:
            move = self.read(seat, line)
        except (BadNotation, IllegalMove):
            return None
        return None if move in (extra.kind for extra in self.optional()) else move

    def _tell(self, kind: str, seat: int, /, own: Mapping[int, Mapping[str, Any]] | None = None, **about: Any) -> None:
        """Add a fact; `own` maps a seat to what only that seat sees of it."""
        self.facts += (Fact(kind, seat, about, own),)


def anew(account: Mapping[str, Any]) -> dict[str, Any]:
    """Return an account of what has ended with lists of its own: what is handed out may be written to."""
    return {key: list(value) if isinstance(value, list) else value for key, value in account.items()}
