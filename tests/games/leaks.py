"""What a seat can observe of a match, and what must not change when unseen cards change places.

The code under test is not asked what is hidden: whoever uses this says which places of a deck a seat has not
seen. Their cards are swapped, the same moves are played, and everything the seat can observe must be the same
bytes.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from games.chance import Recorded, Seeded
from games.contract import GameError, Position
from tests.games import unseen_clubs, unseen_flohcati, unseen_katzenjammer, unseen_toy
from tests.games.walks import any_move, Table

Place = tuple[str, int]  # the label of a deck, and an index in it; or the label of a draw, and what it could have been
BAD_MOVES = ("?!", "pass pass", "bid 15x5", "bid 5mix", "settle JJJJJ", "settle 5 JJJJ=5", "take A8", "trio 7", "ask 9")


class Played(NamedTuple):
    """A match as it was played: its outcomes, and seat and move of each move."""

    table: Table
    outcomes: dict[str, Any]
    moves: list[tuple[int, str]]


Unseen = Callable[[Played, int, int | None], Sequence[Place]]

# For each game: the places of its decks, and its draws, that a seat (`None`: a spectator) has not seen after so many
# moves. It is told from outcomes and moves, not from the code under test. What is left out is left as it is.
UNSEEN: dict[str, Unseen] = {
    "clubs": unseen_clubs.unseen,
    "flohcati": unseen_flohcati.unseen,
    "katzenjammer-blues": unseen_katzenjammer.unseen,
    "toy": unseen_toy.unseen,
}


def unseen(match: Played, cut: int, seat: int | None) -> Sequence[Place]:
    """Return the places that `seat` has not seen after `cut` moves of a match, of any game."""
    key = match.table.game.key
    assert key in UNSEEN, f"tests/games/leaks.py does not know which cards of {key} a seat has not seen"
    return UNSEEN[key](match, cut, seat)


def played(table: Table, seed: int) -> Played:
    """Play a match at random."""
    chance, rng, moves = Seeded(seed.to_bytes(32, "big")), Random(seed), []
    position = table.game.deal(table.options, table.seats, chance)
    while position.to_act():
        moves.append(any_move(position, rng))
        position.play(*moves[-1])
    return Played(table, chance.drawn, moves)


def refusals(position: Position, seat: int) -> list[str]:
    """Return what the seat is told of moves that cannot be played."""
    told = []
    for move in BAD_MOVES:
        try:
            position.read(seat, move)
        except GameError as error:
            told.append(str(error))
    return told


def observation(position: Position, seat: int | None) -> list[Any]:
    """Return what `seat` can find out about the position as it is."""
    waiting = [position.forced(decision.seat) for decision in position.to_act()]
    own = None
    if seat:
        own = [list(islice(position.moves(seat), 30)), position.forced(seat), refusals(position, seat)]
    return [
        position.view(seat),
        [fact.seen_by(seat) for fact in position.facts],
        [forced for forced in waiting if forced and forced.public],
        position.to_act(),
        position.optional(),
        position.scopes(),
        own,
    ]


def observed(match: Played, outcomes: Mapping[str, Any], cut: int, seat: int | None) -> bytes:
    """Return all that `seat` observes of the first `cut` moves, as bytes.

    Raises `GameError` where the moves do not fit the outcomes.
    """
    position = match.table.game.deal(match.table.options, match.table.seats, Recorded(outcomes))
    story = [observation(position, seat)]
    for mover, move in match.moves[:cut]:
        position.play(mover, move)
        story.append(observation(position, seat))
    return json.dumps(story).encode()


def shifted(outcomes: Mapping[str, Any], places: Sequence[Place], rng: Random) -> dict[str, Any]:
    """Return the outcomes with the cards at some of `places`, all of one deck, in another order, or another draw."""
    if not places:
        return dict(outcomes)
    label = rng.choice(sorted({label for label, _ in places}))
    inside = [index for deck, index in places if deck == label]
    if isinstance(outcomes[label], int):
        return {**outcomes, label: rng.choice(inside)}
    chosen = rng.sample(inside, min(len(inside), rng.choice([2, 2, 3, 5, 40])))
    cards = [outcomes[label][index] for index in chosen]
    rng.shuffle(cards)
    deck = list(outcomes[label])
    for index, card in zip(chosen, cards, strict=True):
        deck[index] = card
    return {**outcomes, label: deck}


def check_unseen(match: Played, places: Sequence[Place], cut: int, seat: int | None, rng: Random) -> int:
    """Assert that `seat` cannot tell how the cards at `places` lie; return how many ways were tried."""
    truth, tried = observed(match, match.outcomes, cut, seat), 0
    for _ in range(8):
        outcomes = shifted(match.outcomes, places, rng)
        try:
            again = observed(match, outcomes, cut, seat)
        except GameError:  # somebody could not have played what they played
            continue
        tried += outcomes != match.outcomes
        assert again == truth, f"{places} can be told apart by seat {seat}"
    return tried
