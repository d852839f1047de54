"""Standing orders: reading them, which of their lines stands now, and what they would do.

An order is a list of lines, each the canonical text of a move or of one of the game's `order_lines`. The first line
that stands for a legal move is played; where none does, the player is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from games.chance import Loose
from games.contract import BadNotation, N_, Position, Scope, View

MOST_LINES = 12
LONGEST = 80  # characters of a line

MOST_CASES = 12
WORLDS = 24  # positions that are imagined
TRIES = 5  # of them that go on after the same move
MOST_PLAYS = 400

BREAK = re.compile(r"[;\r\n]|,\s*then\b", re.IGNORECASE)
THEN = re.compile(r"^then\b", re.IGNORECASE)
DIGITS = re.compile(r"([0-9]+)")


class Case(NamedTuple):
    """What an order comes to once `actor` has played `their_move`; or at once, and then they are 0 and empty.

    `outcome` is `plays` (`line` stands for `move`), `asks` (no line stands) or `over` (the scope or the match ends
    before the seat is asked anything).
    """

    actor: int
    their_move: str
    line: str
    move: str
    outcome: str


class Rehearsal(NamedTuple):
    """What an order would do: in one case where the seat is asked `now`, else after what may be played next.

    There are several cases of one move where it depends on what the seat does not see. `more` says that these are not
    all: more moves were found than are told, or others play on for too long.
    """

    now: bool
    cases: tuple[Case, ...]
    more: bool


def read_lines(game: type[Position], view: View, text: str) -> tuple[str, ...]:
    """Return the lines of an order in canonical text: one in each line typed, or with `;` or `, then` between them.

    Raises `BadNotation`, which quotes the line that is wrong.
    """
    parts = [THEN.sub("", " ".join(part.split())).strip() for part in BREAK.split(text)]
    lines = [line for line in parts if line]
    if len(lines) > MOST_LINES:
        wrong = N_("An order has {most} lines at most, and “{line}” is one too many.")
        raise BadNotation(wrong, most=MOST_LINES, line=lines[MOST_LINES][:LONGEST])
    return tuple(_read(game, view, line) for line in lines)


def _read(game: type[Position], view: View, line: str) -> str:
    wrong = N_("“{line}…” is too long: a line of an order has {most} characters at most.")
    if len(line) > LONGEST:
        raise BadNotation(wrong, most=LONGEST, line=line[: LONGEST // 2])
    found = game.read_order(view, line)
    if len(found) > LONGEST:
        raise BadNotation(wrong, most=LONGEST, line=found[: LONGEST // 2])
    return found


def first(position: Position, seat: int, lines: Iterable[str]) -> tuple[str, str] | None:
    """Return the first line that stands for a legal answer of `seat` now, and that move; `None` where none does."""
    for line in lines:
        move = position.ordered(seat, line)
        if move is not None:
            return line, move
    return None


def holds(position: Position, scope: Scope) -> bool:
    """Say whether a stretch of the game is still going on; its label does not matter."""
    return (scope.kind, scope.serial) in ((other.kind, other.serial) for other in position.scopes())


def rehearse(
    game: type[Position], view: View, lines: Sequence[str], rng: Random, scope: Scope | None = None
) -> Rehearsal:
    """Return what an order of the seat of `view` would do, as far as that seat can know.

    Where it is not asked now, what may be played next is tried in positions imagined from the view, and others go on
    with what a deadline would play. The order holds for `scope`, by default the shortest that is going on; in a game
    without any, for the match.
    """
    seat = view["seat"]
    worlds = [game.imagine(view, rng) for _ in range(WORLDS)]
    decisions = worlds[0].to_act()
    scope = scope or next(iter(worlds[0].scopes()), None)
    if not decisions or (scope and not holds(worlds[0], scope)):
        return Rehearsal(False, (), False)
    if seat in (decision.seat for decision in decisions):
        return Rehearsal(True, (_answer(worlds[0], seat, lines),), False)
    actor = decisions[0].seat
    moves, more = _next_moves(worlds, actor)
    budget = iter(range(MOST_PLAYS))
    found: dict[Case, None] = {}
    for world, move in _tries(worlds, actor, moves):
        end = world.copy(Loose(rng))
        end.play(actor, move)
        if not _go_on(end, seat, scope, budget):
            more = True
        elif end.to_act() and _lasts(end, scope):
            found[_answer(end, seat, lines, actor, move)] = None
        else:
            found[Case(actor, move, "", "", "over")] = None
    return Rehearsal(False, tuple(sorted(found, key=lambda case: moves.index(case.their_move))), more)


def _lasts(position: Position, scope: Scope | None) -> bool:
    return scope is None or holds(position, scope)


def _answer(position: Position, seat: int, lines: Sequence[str], actor: int = 0, their_move: str = "") -> Case:
    """Say what an order does where its seat is asked."""
    found = first(position, seat, lines)
    return Case(actor, their_move, *found, "plays") if found else Case(actor, their_move, "", "", "asks")


def _next_moves(worlds: Sequence[Position], actor: int) -> tuple[list[str], bool]:
    """Return what `actor` may play in one of the `worlds`, and whether that is not all.

    What is short comes first, such as a pass, and then what has low numbers in its text.
    """
    found, more = {world.deadline_move(actor) for world in worlds}, False
    for world in worlds:
        optional = [decision.kind for decision in world.optional() if decision.seat == actor]
        moves = [*islice((move for move in world.moves(actor) if move not in optional), MOST_CASES + 1)]
        more = more or len(moves) > MOST_CASES
        found.update(moves)
    order = sorted(found, key=lambda move: (move.count(" "), _numbered(move)))
    return order[:MOST_CASES], more or len(order) > MOST_CASES


def _numbered(move: str) -> list[str | int]:
    """Return a text so that it sorts by its numbers: what is between them and they take turns."""
    return [int(part) if at % 2 else part for at, part in enumerate(DIGITS.split(move))]


def _tries(worlds: Sequence[Position], actor: int, moves: Sequence[str]) -> Iterator[tuple[Position, str]]:
    """Yield worlds in which a move is legal: one for each move, then a second, up to five."""
    legal = [[world for world in worlds if world.is_legal(actor, move)] for move in moves]
    for number in range(TRIES):
        yield from ((fit[number], move) for fit, move in zip(legal, moves, strict=True) if len(fit) > number)


def _go_on(position: Position, seat: int, scope: Scope | None, budget: Iterator[int]) -> bool:
    """Play on until `seat` is asked, or the scope or the match ends; say whether the budget lasted.

    A publicly forced move is played without asking, as at a table.
    """
    while (decisions := position.to_act()) and _lasts(position, scope):
        asked = next((decision.seat for decision in decisions if decision.seat == seat), decisions[0].seat)
        forced = position.forced(asked)
        if asked == seat and not (forced and forced.public):
            return True
        if next(budget, None) is None:
            return False
        position.play(asked, position.deadline_move(asked))
    return True
