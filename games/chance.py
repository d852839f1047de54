"""Chance by label, and the proof that nobody steered it.

A game asks for an outcome by its label; where it comes from is the business of the `Chance` it was given.
The construction of commitment, seed and outcomes is "Chance: the proof" in docs/notation.md.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator, KeysView, Mapping, Sequence
from random import Random
from typing import Any, Protocol

Outcome = int | list[str]

PHRASE_BYTES = 200


class ChanceError(ValueError):
    """An outcome that cannot be had; `label` names it."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


class NeedsChance(ChanceError):
    """A copy was asked for an outcome, and copies draw none."""

    def __str__(self) -> str:
        return f"the outcome of “{self.label}” is not known here"


class MissingOutcome(ChanceError):
    """The outcome is needed and was not recorded."""

    def __str__(self) -> str:
        return f"the outcome of “{self.label}” is needed and missing"


class ImpossibleOutcome(ChanceError):
    """The recorded outcome is not one that could have come."""

    def __str__(self) -> str:
        return f"the outcome recorded for “{self.label}” cannot be"


class UnprovenOutcome(ChanceError):
    """The recorded outcome is not what the seed gives."""

    def __str__(self) -> str:
        return f"the outcome recorded for “{self.label}” is not what the seed gives"


class Chance(Protocol):
    """Where outcomes come from."""

    def below(self, label: str, n: int) -> int:
        """Return the outcome of `label`, a number from 0 and below `n`."""
        ...

    def shuffle(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the outcome of `label`, an order of `cards` (given in canonical order), top first."""
        ...


class Never:
    """No chance at all: what a copy of a live position has, so that nobody can look ahead."""

    def below(self, label: str, n: int) -> int:
        """Raise `NeedsChance`."""
        raise NeedsChance(label)

    def shuffle(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Raise `NeedsChance`."""
        raise NeedsChance(label)


NEVER = Never()


class Loose:
    """Chance from a random generator, for imagined positions, bots and tests: nothing to be proven."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def below(self, label: str, n: int) -> int:
        """Return any number below `n`."""
        return self.rng.randrange(n)

    def shuffle(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return `cards` in any order."""
        return tuple(self.rng.sample(cards, len(cards)))


class Seeded:
    """Chance from the seed of a match; what was drawn is kept in `drawn`, by label."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.drawn: dict[str, Outcome] = {}

    def below(self, label: str, n: int) -> int:
        """Return the number that the seed gives for `label`."""
        number = number_below(self.seed, label, n)
        self.drawn[label] = number
        return number

    def shuffle(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the order that the seed gives for `label`."""
        order = shuffled(self.seed, label, cards)
        self.drawn[label] = order
        return tuple(order)


class Continued(Seeded):
    """Chance of which the first outcomes are given; what is not among these comes from the seed."""

    def __init__(self, outcomes: Mapping[str, Any], seed: bytes) -> None:
        super().__init__(seed)
        self.given = Recorded(outcomes)

    def below(self, label: str, n: int) -> int:
        """Return the number given for `label`, else that of the seed. Raises `ImpossibleOutcome`."""
        if label not in self.given.outcomes:
            return super().below(label, n)
        self.drawn[label] = number = self.given.below(label, n)
        return number

    def shuffle(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the order given for `label`, else that of the seed. Raises `ImpossibleOutcome`."""
        if label not in self.given.outcomes:
            return super().shuffle(label, cards)
        order = self.given.shuffle(label, cards)
        self.drawn[label] = list(order)
        return order


class Recorded:
    """Chance read from a log or a record; `used` collects the labels asked for, in that order.

    Where a `seed` is given every outcome must also be what that seed gives.
    """

    def __init__(self, outcomes: Mapping[str, Any], seed: bytes | None = None) -> None:
        self.outcomes = outcomes
        self.seed = seed
        self._used: dict[str, None] = {}

    @property
    def used(self) -> KeysView[str]:
        """The labels that have been asked for, in the order in which they were first."""
        return self._used.keys()

    def _outcome(self, label: str) -> Any:
        if label not in self.outcomes:
            raise MissingOutcome(label)
        self._used[label] = None
        return self.outcomes[label]

    def below(self, label: str, n: int) -> int:
        """Return the recorded number. Raises `MissingOutcome`, `ImpossibleOutcome`, `UnprovenOutcome`."""
        number = self._outcome(label)
        if self.seed is not None and number != number_below(self.seed, label, n):
            raise UnprovenOutcome(label)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < n:
            raise ImpossibleOutcome(label)
        return number

    def shuffle(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the recorded order. Raises `MissingOutcome`, `ImpossibleOutcome`, `UnprovenOutcome`."""
        order = self._outcome(label)
        if self.seed is not None and order != shuffled(self.seed, label, cards):
            raise UnprovenOutcome(label)
        if not isinstance(order, list) or not all(isinstance(card, str) for card in order):
            raise ImpossibleOutcome(label)
        if sorted(order) != sorted(cards):
            raise ImpossibleOutcome(label)
        return tuple(order)


def commitment(server_seed: bytes) -> str:
    """Return what is published when a match is set up: a SHA-256 over the 32-byte `server_seed`, in hex."""
    return hashlib.sha256(b"mousepost-commit/1\0" + server_seed).hexdigest()


def match_seed(server_seed: bytes, phrases: Sequence[str]) -> bytes:
    """Return the 32-byte seed of a match from the host's secret and the phrases in seat order, as they stand."""
    digest = hashlib.sha256(b"mousepost-seed/1\0" + server_seed)
    for phrase in phrases:
        data = phrase.encode()
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()


def clean_phrase(text: str) -> str:
    """Return a lucky phrase trimmed and in NFC. Raises `ValueError` for control characters or over 200 bytes."""
    phrase = unicodedata.normalize("NFC", text.strip())
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in phrase):
        raise ValueError("control character")
    if len(phrase.encode()) > PHRASE_BYTES:
        raise ValueError("too long")
    return phrase


def stream(seed: bytes, label: str) -> Iterator[int]:
    """Yield the unsigned 64-bit numbers of a label: HMAC-SHA256 blocks, each cut in four, big-endian."""
    block = 0
    while True:
        message = label.encode() + b"\0" + block.to_bytes(4, "big")
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


def _below(numbers: Iterator[int], n: int) -> int:
    """Return the next number that is fair below `n`: those at or over the last full multiple are skipped."""
    limit = 2**64 // n * n
    return next(x for x in numbers if x < limit) % n


def number_below(seed: bytes, label: str, n: int) -> int:
    """Return the number from 0 and below `n` that `seed` gives for `label`."""
    return _below(stream(seed, label), n)


def shuffled(seed: bytes, label: str, cards: Sequence[str]) -> list[str]:
    """Return `cards` in the order that `seed` gives for `label` (Fisher and Yates, from the last card down)."""
    order = list(cards)
    numbers = stream(seed, label)
    for i in range(len(order) - 1, 0, -1):
        j = _below(numbers, i + 1)
        order[i], order[j] = order[j], order[i]
    return order
