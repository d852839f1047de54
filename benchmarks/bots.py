"""How the house bots fare: one bot against simple opponents, and bots among themselves.

    python -m benchmarks.bots katzenjammer-blues --games 500
    python -m benchmarks.bots clubs --options wild teams=2

Every game is dealt and played from `--seed`, so that the same command prints the same tables.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

from bots import bot_for
from games import every, find
from games.chance import Loose
from games.contract import BadOptions, check_options, Fact, Position

FIRST_MOVES = 300  # how many legal moves a random player picks from: there can be very many

Player = Callable[[Position, int, Random], str]


def house(position: Position, seat: int, rng: Random) -> str:
    """Play as the house bot, which is given the view and nothing else."""
    return bot_for(position.key)(position.view(seat), rng)


def at_random(position: Position, seat: int, rng: Random) -> str:
    """Play any of the first 300 legal moves, each as likely as the others."""
    return rng.choice(list(islice(position.moves(seat), FIRST_MOVES)))


def at_deadline(position: Position, seat: int, rng: Random) -> str:
    """Play what is played for a seat whose deadline passes."""
    return position.deadline_move(seat)


OPPONENTS: dict[str, Player] = {"random": at_random, "deadline": at_deadline}


class Figures(NamedTuple):
    """What one match gave the bot: its share of the win, its score, and the mean score of its opponents."""

    share: float
    score: float
    others: float


class Course(NamedTuple):
    """How a match among bots went: all that happened, the moves, and the lead of the best score."""

    facts: tuple[Fact, ...]
    moves: int
    lead: int

    @property
    def cause(self) -> str:
        """Why the (first) game ended."""
        return str(next(fact for fact in self.facts if fact.kind == "game over").about["cause"])

    def count(self, *kinds: str, **about: Any) -> int:
        """Return how many facts there are of these kinds, with this about them."""
        return sum(fact.kind in kinds and about.items() <= fact.about.items() for fact in self.facts)


def quartets(played: Sequence[Course]) -> float:
    """Return the mean number of quartets shown."""
    return mean(sum(len(f.about["quartets"]) for f in c.facts if f.kind == "settle") for c in played)


def doubles_won(played: Sequence[Course]) -> float:
    """Return the share of doubles that were declared by who then was the first to go out."""
    rounds = [fact.about for course in played for fact in course.facts if fact.kind == "round over"]
    declared = [seat == about["out"][0] for about in rounds for seat in about["doubled"]]
    return mean(declared) if declared else 0.0


Column = Callable[[Sequence[Course]], str]

COLUMNS: dict[str, dict[str, Column]] = {
    "katzenjammer-blues": {
        "ended by mice": lambda played: f"{mean(c.cause == 'mice' for c in played):.1%}",
        "by the pile": lambda played: f"{mean(c.cause != 'mice' for c in played):.1%}",
        "moves": lambda played: f"{mean(c.moves for c in played):.1f}",
        "rows": lambda played: f"{mean(c.count('settle', 'unsold') for c in played):.1f}",
        "rows sold": lambda played: (
            f"{sum(c.count('settle') for c in played) / sum(c.count('settle', 'unsold') for c in played):.1%}"
        ),
        "quartets shown": lambda played: f"{quartets(played):.1f}",
        "winner's lead": lambda played: f"{mean(c.lead for c in played):.1f}",
    },
    "flohcati": {
        "ended by a gala": lambda played: f"{mean(c.cause == 'gala' for c in played):.1%}",
        "by the pile": lambda played: f"{mean(c.cause == 'pile' for c in played):.1%}",
        "in a fanfare": lambda played: f"{mean(c.cause == 'fanfare' for c in played):.1%}",
        "moves": lambda played: f"{mean(c.moves for c in played):.1f}",
        "turns": lambda played: f"{mean(c.count('turn') + 1 for c in played):.1f}",
        "forfeited": lambda played: f"{mean(c.count('reveal', what='forfeits') for c in played):.1f}",
        "trios": lambda played: f"{mean(c.count('trio') for c in played):.1f}",
        "winner's lead": lambda played: f"{mean(c.lead for c in played):.1f}",
    },
    "clubs": {
        "rounds": lambda played: f"{mean(c.count('round over') for c in played):.1f}",
        "moves": lambda played: f"{mean(c.moves for c in played):.1f}",
        "tricks a round": lambda played: (
            f"{sum(c.count('trick') for c in played) / sum(c.count('round over') for c in played):.1f}"
        ),
        "doubles a round": lambda played: (
            f"{sum(c.count('double') for c in played) / sum(c.count('round over') for c in played):.2f}"
        ),
        "doubles won": lambda played: f"{doubles_won(played):.1%}",
        "winner's lead": lambda played: f"{mean(c.lead for c in played):.1f}",
    },
}


def deal(key: str, seats: int, options: Mapping[str, Any], rng: Random) -> Position:
    """Deal a match of this game; options left out have their defaults."""
    game = find(key)
    return game.deal(check_options(game, options, seats), seats, Loose(rng))


def play(position: Position, players: Sequence[Player], rng: Random) -> Course:
    """Play a match between `players`, in seat order, to its end and say how it went."""
    told, moves = list(position.facts), 0
    while position.to_act():
        seat = position.to_act()[0].seat
        told += position.play(seat, players[seat - 1](position, seat, rng))
        moves += 1
    result = position.result()
    assert result
    scores = sorted(result.scores)
    return Course(tuple(told), moves, scores[-1] - scores[-2])


def match(key: str, opponent: Player, seats: int, number: int, seed: int, options: Mapping[str, Any]) -> Figures:
    """Play the match of this `number`: the bot sits one seat further on in each. In teams it is all of its team."""
    rng = Random(f"{seed}/{seats}/{number}")
    position = deal(key, seats, options, rng)
    given = position.view(None)["options"]
    sides = [position.team(given, seats, seat) for seat in range(1, seats + 1)]
    side = sides[number % seats]
    play(position, [house if other == side else opponent for other in sides], rng)
    result = position.result()
    assert result
    winners = {sides[seat - 1] for seat in result.winners}
    others = [score for n, score in enumerate(result.scores, 1) if n != side]
    return Figures((side in winners) / len(winners), result.scores[side - 1], mean(others))


def tournament(
    key: str, opponent: str, seats: int, games: int, seed: int = 1, options: Mapping[str, Any] | None = None
) -> list[Figures]:
    """Return the figures of `games` matches of one bot against `seats - 1` opponents of one kind."""
    return [match(key, OPPONENTS[opponent], seats, number, seed, options or {}) for number in range(games)]


def course(key: str, seats: int, number: int, seed: int, options: Mapping[str, Any]) -> Course:
    """Play the match of this `number` among bots only and say how it went."""
    rng = Random(f"{seed}/course/{seats}/{number}")
    return play(deal(key, seats, options, rng), [house] * seats, rng)


def courses(key: str, seats: int, games: int, seed: int = 1, options: Mapping[str, Any] | None = None) -> list[Course]:
    """Return how `games` matches among bots went."""
    return [course(key, seats, number, seed, options or {}) for number in range(games)]


def margin(values: Sequence[float]) -> float:
    """Return half the width of the 95% interval of a mean, by the normal approximation."""
    return float(1.96 * stdev(values) / len(values) ** 0.5)


def sizes(key: str, options: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of seats that a game can be played by with these options, and how many sides that makes."""
    game = find(key)
    for seats in range(game.min_seats, game.max_seats + 1):
        try:
            given = check_options(game, options, seats)
        except BadOptions:
            continue
        yield seats, len({game.team(given, seats, seat) for seat in range(1, seats + 1)})


def print_tournaments(key: str, games: int, seed: int, options: Mapping[str, Any]) -> None:
    """Print a line for each kind of opponents and number of seats."""
    print("| opponents | seats | even share | win share | bot's mean score | opponents' mean score | difference |")
    print("|---|---|---|---|---|---|---|")
    for opponent in OPPONENTS:
        for seats, sides in sizes(key, options):
            figures = tournament(key, opponent, seats, games, seed, options)
            shares, leads = [f.share for f in figures], [f.score - f.others for f in figures]
            print(
                f"| {opponent} | {seats} | {1 / sides:.3f} | {mean(shares):.3f} ± {margin(shares):.3f} "
                f"| {mean(f.score for f in figures):.2f} | {mean(f.others for f in figures):.2f} "
                f"| {mean(leads):.2f} ± {margin(leads):.2f} |",
                flush=True,
            )


def print_courses(key: str, games: int, seed: int, options: Mapping[str, Any]) -> None:
    """Print a line for each number of seats with bots only."""
    print(" | ".join(["| seats", *COLUMNS[key]]) + " |")
    print("|---" * (len(COLUMNS[key]) + 1) + "|")
    for seats, _ in sizes(key, options):
        played = courses(key, seats, games, seed, options)
        print(" | ".join([f"| {seats}", *(column(played) for column in COLUMNS[key].values())]) + " |", flush=True)


def read_options(words: Sequence[str]) -> dict[str, int | bool]:
    """Return options from words such as `wild` and `teams=2`."""
    pairs = [word.split("=") for word in words]
    return {pair[0]: int(pair[1]) if pair[1:] else True for pair in pairs}


def main() -> None:
    """Print both tables of each game asked for."""
    keys = [game.key for game in every() if game.key in COLUMNS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=main.__doc__)
    parser.add_argument("key", nargs="*", metavar="game", help=f"default: {' '.join(keys)}")
    parser.add_argument("--games", type=int, default=500, help="games for each line (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--options", nargs="+", default=[], help="such as: wild teams=2")
    given = parser.parse_args()
    options = read_options(given.options)
    for key in given.key or keys:
        print(f"{' '.join([find(key).name, *given.options])}\n")
        print_tournaments(key, given.games, given.seed, options)
        print()
        print_courses(key, given.games, given.seed, options)
        print()


if __name__ == "__main__":
    main()
