"""What a game is: the handful of verbs every game offers, and the values they speak in.

A game is one class that satisfies `Position`: its class attributes describe it, `deal` makes the first
position, and `play` moves on to the next. A move is a line of text everywhere. Nothing here knows a clock,
a database, a language or a source of randomness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, Protocol, Self

from games.chance import Chance, NEVER


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "mark, translate later"
    """Mark `message` for translation; whoever shows it translates it."""
    return message


class Option(NamedTuple):
    """One thing that can be set when a match is opened; forms are made from it.

    `kind` is `int` (from `low` to `high`), `bool`, or `choice` (one of `choices`, which `names` say in words).
    Where `default` is `None` it depends on the other options and the number of seats: `derived` gives it.
    """

    key: str
    kind: str
    default: int | bool | None
    label: str
    low: int = 0
    high: int = 0
    choices: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    help: str = ""
    derived: Callable[[Mapping[str, Any], int], int] | None = None

    def allows(self, value: object) -> bool:
        """Say whether `value` is of the right type (`True` is no integer) and in range."""
        if self.kind == "bool":
            return isinstance(value, bool)
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return value in self.choices if self.kind == "choice" else self.low <= value <= self.high


class Decision(NamedTuple):
    """A question waiting for a seat. `serial` changes whenever the question is a new one.

    What a seat may do and need not (`Position.optional`) is a decision too: there `kind` is the whole move.
    """

    seat: int
    kind: str
    serial: int


class Scope(NamedTuple):
    """A stretch of the game for which a standing order can hold, such as a trick; public.

    `serial` is another one when the next of its `kind` begins, and none comes twice in a match.
    """

    kind: str
    label: str
    serial: int


class OrderLine(NamedTuple):
    """A line that an order can have beside plain moves: how it is written, and what it does in words."""

    example: str
    label: str


class Forced(NamedTuple):
    """The only legal move; `public` when everybody at the table can know that it is the only one."""

    move: str
    public: bool


class Result(NamedTuple):
    """How a match ended: a score a team (a seat, where nobody has partners), and the winning seats in rising order.

    The score of team `n` is `scores[n - 1]`; of a team all seats win, or none.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Fact(NamedTuple):
    """One thing that happened, for the log line in any language.

    `about` is public. `private` maps a seat to what only that seat sees of it until the match is over.
    """

    kind: str
    seat: int
    about: Mapping[str, Any]
    private: Mapping[int, Mapping[str, Any]] | None = None

    def seen_by(self, seat: int | None, over: bool = False) -> dict[str, Any]:
        """Return this fact as `seat` (`None`: a spectator) may know it; all of it once the match is `over`.

        Private parts come under `own` (this seat's) and, when over, `all` (seat to part).
        """
        seen: dict[str, Any] = {"kind": self.kind, "seat": self.seat, **self.about}
        if self.private:
            if seat is not None and seat in self.private:
                seen["own"] = dict(self.private[seat])
            if over:
                seen["all"] = {s: dict(part) for s, part in self.private.items()}
        return seen


class GameError(ValueError):
    """A move that cannot be played.

    `message` is a template to be translated, `facts` fill it in; `str()` gives it in English.
    """

    def __init__(self, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return self.message.format(**self.facts)


class BadNotation(GameError):
    """The text is not a move of this game."""


class IllegalMove(GameError):
    """The text is a move, but not one that may be played now."""


class NotYourTurn(GameError):
    """The game waits for another seat."""


class GameOver(GameError):
    """The match is over; nothing can be played."""


class BadOptions(GameError):
    """The options, or the number of seats, are not ones the game can be played with."""


@dataclass(frozen=True)
class Choices:
    """What a page or a mail offers a seat for the decision that it is asked; empty where it is asked nothing.

    `moves` lists whole moves, 50 at the most, cheapest first; `more` says that legal moves are missing from
    it. `parts` describes, for games with moves put together from pieces, what can be picked: where its values
    are lists of texts, one of each, in that order and with spaces between, makes a move (an empty text picks
    nothing), and any table can offer them. What is optional is in neither.
    """

    kind: str
    moves: tuple[str, ...] = ()
    more: bool = False
    parts: Mapping[str, Any] = field(default_factory=dict)


MOST_CHOICES = 50

View = dict[str, Any]


class Position(Protocol):
    """A game in play. Seats are numbered from 1 clockwise."""

    key: str
    rules: int
    name: str
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    deck: tuple[str, ...]
    order_lines: tuple[OrderLine, ...]

    chance: Chance

    @classmethod
    def check(cls, options: Mapping[str, Any], seats: int) -> None:
        """Raise `BadOptions` for a combination of `options` and `seats` that cannot be played.

        Types and ranges of single options have been checked already.
        """
        ...

    @classmethod
    def team(cls, options: Mapping[str, Any], seats: int, seat: int) -> int:
        """Return the number of the seat's team, from 1 without a gap; where nobody has partners, the seat itself."""
        ...

    @classmethod
    def deal(cls, options: Mapping[str, Any], seats: int, chance: Chance) -> Self:
        """Return the first position; `facts` tells of the deal."""
        ...

    @classmethod
    def imagine(cls, view: View, rng: Random) -> Self:
        """Return a whole position that has this `view`, what is hidden made up by `rng`."""
        ...

    @classmethod
    def choices(cls, view: View) -> Choices:
        """Describe what the seat of `view` may choose from."""
        ...

    @classmethod
    def read_order(cls, view: View, line: str) -> str:
        """Return the canonical text of one line of an order, whether or not it stands for a legal move now.

        Of `view` only what everybody sees matters, and whose it is. Raises `BadNotation`, which quotes the line and
        says what would be right, for what is never an answer of this game, nor one of its order lines.
        """
        ...

    @property
    def seats(self) -> int:
        """How many seats there are."""
        ...

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What happened in the last `play`, or in the deal."""
        ...

    def to_act(self) -> list[Decision]:
        """Return the decisions the game waits for; none when it is over."""
        ...

    def optional(self) -> list[Decision]:
        """Return what seats may do and need not, whoever's turn it is: everybody can know of it.

        The `kind` of such a decision is the move itself, in canonical text. Playing it answers no decision:
        those that are open stay open, with their serials.
        """
        ...

    def moves(self, seat: int) -> Iterator[str]:
        """Yield the legal moves of `seat` in canonical text, lazily.

        First what answers the decision that it is asked, cheapest first, and last what it may do besides
        (`optional`); of who is asked nothing only that.
        """
        ...

    def is_legal(self, seat: int, text: str) -> bool:
        """Say whether `seat` may play `text`, as an answer or optionally, without listing moves."""
        ...

    def read(self, seat: int, text: str) -> str:
        """Return the canonical text of what `seat` typed. Raises `BadNotation` and the errors of `play`."""
        ...

    def play(self, seat: int, text: str) -> tuple[Fact, ...]:
        """Play `text` for `seat`, as an answer or optionally, and return what happened.

        Everything is checked before anything changes. Raises `BadNotation`, `IllegalMove`, `NotYourTurn`,
        `GameOver`, and `NeedsChance` on a copy where the move would show what nobody has seen.
        """
        ...

    def view(self, seat: int | None) -> View:
        """Return all that `seat` (or a spectator) may know, as plain JSON values.

        Of every game it has `game`, `rules`, `seats`, `seat`, `options`, `over`, `to_act` and `optional` (lists
        of decisions as dicts) and `result` (a dict, or `None`).
        """
        ...

    @classmethod
    def tally(cls, view: View) -> Mapping[str, Sequence[int]]:
        """Return the numbers that tell how the game goes, by what they are called: one a seat, or one a team.

        There are the same series in every position, made from what everybody sees: `view` is a spectator's.
        """
        ...

    def deadline_move(self, seat: int) -> str:
        """Return what is played for `seat` if its deadline passes: an answer, nothing optional."""
        ...

    def forced(self, seat: int) -> Forced | None:
        """Return the only move with which `seat` can answer, where there is only one; optional moves do not count."""
        ...

    def scopes(self) -> tuple[Scope, ...]:
        """Return the stretches of the game that are going on, the shortest first; none when it is over.

        When a stretch ends, so do those before it. All of it is public.
        """
        ...

    def ordered(self, seat: int, line: str) -> str | None:
        """Return the move with which the canonical `line` of an order answers what `seat` is asked now.

        `None` where it stands for no legal answer, or `seat` is asked nothing. It depends on nothing but what that
        seat may see, draws no chance and changes nothing.
        """
        ...

    def result(self) -> Result | None:
        """Return how the match ended, or `None` while it has not."""
        ...

    def canonical(self) -> str:
        """Return the whole position as text, the same for equal positions (docs/notation.md)."""
        ...

    def copy(self, chance: Chance = NEVER) -> Self:
        """Return an independent copy that draws on `chance`: by default it can draw nothing."""
        ...


def check_options(game: type[Position], given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return `given` with defaults filled in. Raises `BadOptions`, naming what was wrong and what is right."""
    known = {option.key: option for option in game.options}
    for key, value in given.items():
        if key not in known:
            raise BadOptions(N_("{game} has no option “{key}”."), game=game.name, key=key)
        if not known[key].allows(value):
            raise BadOptions(
                N_("“{value}” is not a value for {key}: it takes {range}."),
                value=str(value)[:80], key=key, range=describe_range(known[key]),
            )  # fmt: skip
    if not game.min_seats <= seats <= game.max_seats:
        raise BadOptions(
            N_("{game} is for {low} to {high} seats, not {seats}."),
            game=game.name, low=game.min_seats, high=game.max_seats, seats=seats,
        )  # fmt: skip
    options = {option.key: given.get(option.key, option.default) for option in game.options}
    game.check(options, seats)
    derived = [option for option in game.options if option.derived and options[option.key] is None]
    return options | {option.key: option.derived(options, seats) for option in derived if option.derived}


def describe_range(option: Option) -> str:
    """Say in a few words which values an option takes."""
    if option.kind == "bool":
        return "true / false"
    if option.kind == "choice":
        return ", ".join(str(choice) for choice in option.choices)
    return f"{option.low}–{option.high}"


def seats_after(seat: int, seats: int) -> Iterator[int]:
    """Yield the seats clockwise from the left neighbour of `seat`, and `seat` itself last."""
    for step in range(1, seats + 1):
        yield (seat - 1 + step) % seats + 1
