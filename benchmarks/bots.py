"""How the house bot of Katzenjammer Blues fares: one bot against simple opponents, and bots among themselves.

    python -m benchmarks.bots --games 500

Every game is dealt and played from `--seed`, so that the same command prints the same tables.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from bots import bot_for
from games.chance import Loose
from games.katzenjammer_blues import KatzenjammerBlues

FIRST_MOVES = 300  # how many legal moves a random player picks from: settlements can be very many

Player = Callable[[KatzenjammerBlues, Random], str]

_house = bot_for(KatzenjammerBlues.key)


def house(position: KatzenjammerBlues, rng: Random) -> str:
    """Play as the house bot, which is given the view and nothing else."""
    return _house(position.view(position.turn), rng)


def at_random(position: KatzenjammerBlues, rng: Random) -> str:
    """Play any of the first 300 legal moves, each as likely as the others."""
    return rng.choice(list(islice(position.moves(position.turn), FIRST_MOVES)))


def at_deadline(position: KatzenjammerBlues, rng: Random) -> str:
    """Play what is played for a seat whose deadline passes."""
    return position.deadline_move(position.turn)


OPPONENTS: dict[str, Player] = {"random": at_random, "deadline": at_deadline}


class Figures(NamedTuple):
    """What one match gave the bot: its share of the win, its score, and the mean score of its opponents."""

    share: float
    score: float
    others: float


class Course(NamedTuple):
    """How a game among bots went."""

    cause: str
    moves: int
    rows: int
    sold: int
    quartets: int
    lead: int


def play(players: Sequence[Player], rng: Random) -> KatzenjammerBlues:
    """Return the final position of a match of one game between `players`, in seat order."""
    position = KatzenjammerBlues.deal({"games": 1}, len(players), Loose(rng))
    while position.to_act():
        position.play(position.turn, players[position.turn - 1](position, rng))
    return position


def match(opponent: Player, seats: int, number: int, seed: int) -> Figures:
    """Play the match of this `number`: the bot sits one seat further on in each."""
    rng = Random(f"{seed}/{seats}/{number}")
    seat = number % seats
    players = [opponent] * seats
    players[seat] = house
    result = play(players, rng).result()
    assert result
    share = (seat + 1 in result.winners) / len(result.winners)
    return Figures(share, result.scores[seat], mean(s for n, s in enumerate(result.scores) if n != seat))


def tournament(opponent: str, seats: int, games: int, seed: int = 1) -> list[Figures]:
    """Return the figures of `games` matches of one bot against `seats - 1` opponents of one kind."""
    return [match(OPPONENTS[opponent], seats, number, seed) for number in range(games)]


def course(seats: int, number: int, seed: int) -> Course:
    """Play the game of this `number` among bots only and say how it went."""
    rng = Random(f"{seed}/course/{seats}/{number}")
    position = KatzenjammerBlues.deal({"games": 1}, seats, Loose(rng))
    told = list(position.facts)
    while position.to_act():
        told += position.play(position.turn, house(position, rng))
    settled = [fact for fact in told if fact.kind == "settle"]
    scores = sorted(position.totals)
    return Course(
        cause=position.ended[0]["cause"],
        moves=position.serial,
        rows=len(settled) + sum(fact.kind == "unsold" for fact in told),
        sold=len(settled),
        quartets=sum(len(fact.about["quartets"]) for fact in settled),
        lead=scores[-1] - scores[-2],
    )


def courses(seats: int, games: int, seed: int = 1) -> list[Course]:
    """Return how `games` games among bots went."""
    return [course(seats, number, seed) for number in range(games)]


def margin(values: Sequence[float]) -> float:
    """Return half the width of the 95% interval of a mean, by the normal approximation."""
    return float(1.96 * stdev(values) / len(values) ** 0.5)


def print_tournaments(games: int, seed: int) -> None:
    """Print a line for each kind of opponents and number of seats."""
    print("| opponents | seats | even share | win share | bot's mean score | opponents' mean score | difference |")
    print("|---|---|---|---|---|---|---|")
    for opponent in OPPONENTS:
        for seats in range(2, 7):
            figures = tournament(opponent, seats, games, seed)
            shares, leads = [f.share for f in figures], [f.score - f.others for f in figures]
            print(
                f"| {opponent} | {seats} | {1 / seats:.3f} | {mean(shares):.3f} ± {margin(shares):.3f} "
                f"| {mean(f.score for f in figures):.2f} | {mean(f.others for f in figures):.2f} "
                f"| {mean(leads):.2f} ± {margin(leads):.2f} |",
                flush=True,
            )


def print_courses(games: int, seed: int) -> None:
    """Print a line for each number of seats with bots only."""
    print("| seats | ended by mice | by the pile | moves | rows | rows sold | quartets shown | winner's lead |")
    print("|---|---|---|---|---|---|---|---|")
    for seats in range(2, 7):
        played = courses(seats, games, seed)
        by_mice = mean(c.cause == "mice" for c in played)
        sold = sum(c.sold for c in played) / sum(c.rows for c in played)
        print(
            f"| {seats} | {by_mice:.1%} | {1 - by_mice:.1%} | {mean(c.moves for c in played):.1f} "
            f"| {mean(c.rows for c in played):.1f} | {sold:.1%} | {mean(c.quartets for c in played):.1f} "
            f"| {mean(c.lead for c in played):.1f} |",
            flush=True,
        )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=main.__doc__)
    parser.add_argument("--games", type=int, default=500, help="games for each line (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    given = parser.parse_args()
    print_tournaments(given.games, given.seed)
    print()
    print_courses(given.games, given.seed)


if __name__ == "__main__":
    main()
