"""What games share whose attributes are values that are replaced, never changed in place.

Then a copy is one shallow copy, and `play` can put everything back when something fails. A game need not be built so,
but one that inherits `Base` has the dull part of the contract for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from games.chance import Chance, NEVER
from games.contract import BadNotation, Decision, Fact, GameOver, IllegalMove, NotYourTurn


class Base:
    """A game without partners and without anything optional, of which every combination of options can be played."""

    chance: Chance
    facts: tuple[Fact, ...]

    @classmethod
    def check(cls, options: Mapping[str, Any], seats: int) -> None:
        """Every combination can be played."""

    @classmethod
    def team(cls, options: Mapping[str, Any], seats: int, seat: int) -> int:
        """Everybody plays for themselves."""
        return seat

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

    def _tell(self, kind: str, seat: int, /, own: Mapping[int, Mapping[str, Any]] | None = None, **about: Any) -> None:
        """Add a fact; `own` maps a seat to what only that seat sees of it."""
        self.facts += (Fact(kind, seat, about, own),)


def anew(account: Mapping[str, Any]) -> dict[str, Any]:
    """Return an account of what has ended with lists of its own: what is handed out may be written to."""
    return {key: list(value) if isinstance(value, list) else value for key, value in account.items()}
