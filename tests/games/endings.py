"""Whole recorded games, one for each way a game of Katzenjammer Blues can end, and the search that found them.

`python -m tests.games.endings` plays seeded matches of house bots and random moves, and writes for each ending the
smallest record that has it.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bots import bot_for
from games.chance import commitment, match_seed, Seeded
from games.contract import Position
from games.katzenjammer_blues import KatzenjammerBlues
from games.record import build, check, dump
from tests.games.walks import any_move

FOLDER = Path(__file__).parent.parent / "records" / "endings"
NAMES = ("Ann", "Ben", "Cho")
PHRASES = ("blue cat", "", "Ärger im Proberaum")
SEEDS = 150


class Ending(NamedTuple):
    """Why a game ended, and which of how many it was."""

    cause: str
    game: int
    games: int

    def is_in(self, position: Position) -> bool:
        """Say whether a match that is over has this ending, and in that game only."""
        causes = [game["cause"] for game in position.view(None)["ended"]]
        return len(causes) == self.games and [causes[self.game - 1], causes.count(self.cause)] == [self.cause, 1]


CAUSES = {
    "last-mouse": "mice",
    "pile-runs-out-in-the-row": "row",
    "pile-runs-out-in-the-draw-after-a-joker": "draw",
}
GAMES = {"only-game": (1, 1), "first-of-two": (1, 2), "last-of-two": (2, 2)}
ENDINGS = {
    f"{how}-{where}": Ending(cause, *game) for how, cause in CAUSES.items() for where, game in GAMES.items()
}  # fmt: skip


def played(seed: int, games: int) -> bytes:
    """Return the record of a match of 2 or 3 seats, as the service would have played it."""
    rng, seats = Random(seed), 2 + seed % 2
    server_seed = hashlib.sha256(f"endings {seed}".encode()).digest()
    chance = Seeded(match_seed(server_seed, PHRASES[:seats]))
    position = KatzenjammerBlues.deal({"games": games}, seats, chance)
    choose, moves = bot_for(position.key), []
    while position.to_act():
        seat, move, tag = _next(position, rng, choose)
        moves.append(f"{seat} {move}{tag}")
        position.play(seat, move)
    proof = {"commitment": commitment(server_seed), "server_seed": server_seed.hex(), "phrases": PHRASES[:seats]}
    return dump(build(
        position, options={"games": games}, players=NAMES[:seats], chance=chance.drawn, proof=proof, moves=moves
    ))  # fmt: skip


def _next(position: Position, rng: Random, choose: Callable[..., str]) -> tuple[int, str, str]:
    """Return seat, move and tag: what is publicly forced, a bot's choice for the last seat, else any move."""
    seat = position.to_act()[0].seat
    forced = position.forced(seat)
    if forced and forced.public:
        return seat, forced.move, " (forced)"
    if seat == position.seats:
        return seat, position.read(seat, choose(position.view(seat), rng)), " (bot)"
    return *any_move(position, rng), ""


def search(seeds: int) -> dict[str, bytes]:
    """Return the smallest record found for each ending."""
    found: dict[str, bytes] = {}
    for seed in range(seeds):
        for games in (1, 2):
            data = played(seed, games)
            position: Any = check(data)
            for name, ending in ENDINGS.items():
                if ending.is_in(position) and len(data) < len(found.get(name, data + b" ")):
                    found[name] = data
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, data in search(SEEDS).items():
        (FOLDER / f"{name}.json").write_bytes(data)
        print(name, len(data))
