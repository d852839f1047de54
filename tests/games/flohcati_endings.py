"""Whole recorded games, one for each way a game of Zirkus Flohcati can end, and the search that found them.

`python -m tests.games.flohcati_endings` plays seeded games of house bots and random moves, and writes for each ending
the smallest record that has it.
"""

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from bots import bot_for
from games.chance import commitment, match_seed, Recorded, Seeded
from games.contract import Fact
from games.flohcati import Flohcati
from games.record import build, dump, split_tag
from tests.games.endings import FOLDER as FOLDERS
from tests.games.walks import any_move

FOLDER = FOLDERS / "flohcati"
NAMES = ("Ann", "Ben", "Cho", "Dee")
PHRASES = ("blue cat", "", "Ärger im Zirkus", "")
SEEDS = 6_000
ATTEMPTS = 30  # games played with one deck, where a fanfare lies near its end


class Turn(NamedTuple):
    """The last turn of a game: its moves, what happened in it, and why the game ended."""

    moves: list[str]
    facts: list[Fact]
    cause: str

    def did(self, *words: str) -> bool:
        """Say whether the last moves of the turn begin with these words, and reveals go before them."""
        played = [move.split()[0] for move in self.moves]
        return played[-len(words) :] == list(words) and set(played[: -len(words)]) <= {"reveal"}

    def last_card(self) -> tuple[str, str, bool]:
        """Return the last card turned over in the turn, what it did, and whether it came in a fanfare."""
        shown = [fact for fact in self.facts if fact.kind in ("reveal", "fanfare")]
        if not shown:
            return "", "", False
        last = shown[-1]
        if last.kind == "fanfare" and last.about["what"] == "runs out" and not last.about["cards"]:
            return "fanfare", "action", len(shown) > 2
        if last.kind == "fanfare" and not last.about["card"]:
            return last.about["cards"][-1], "joins", True
        return last.about["card"], last.about["what"], last.kind == "fanfare"


def card(what: str, fanfare: bool = False, name: str = "") -> Callable[[Turn], bool]:
    """Return the condition that the last card did this, in a fanfare or not, and is the action card of this name."""

    def holds(turn: Turn) -> bool:
        shown = turn.last_card()
        return shown[1:] == (what, fanfare) and (not name or shown[0] == name)

    return holds


def did(*words: str) -> Callable[[Turn], bool]:
    """Return the condition that the turn ended with moves that begin with these words."""
    return lambda turn: turn.did(*words)


def drew(*words: str, empty: bool = False) -> Callable[[Turn], bool]:
    """Return the condition that the turn ended so, with a hand asked or drawn from that was empty or not."""

    def holds(turn: Turn) -> bool:
        chosen = [fact for fact in turn.facts if fact.kind in ("ask", "draw")]
        return turn.did(*words) and len(chosen) == 1 and empty == (
            chosen[0].about["held"] == 0 if chosen[0].kind == "ask" else chosen[0].about["card"] is None
        )  # fmt: skip

    return holds


Conditions = tuple[str, list[Callable[[Turn], bool]]]
ENDINGS: dict[str, Conditions] = {
    "gala-after-a-take": ("gala", [card("joins"), did("reveal", "take", "gala")]),
    "gala-without-a-reveal": ("gala", [lambda turn: turn.moves[0].startswith("take"), did("take", "gala")]),
    "gala-after-a-trio": ("gala", [did("take", "trio", "gala")]),
    "gala-after-an-ask": ("gala", [did("ask", "give", "gala")]),
    "gala-after-a-draw": ("gala", [did("draw", "gala")]),
    "gala-after-a-fanfare": ("gala", [card("stops", True), did("take", "gala")]),
    "last-card-joins-and-a-card-is-taken": ("pile", [card("joins"), did("take")]),
    "last-card-joins-then-take-and-trio": ("pile", [card("joins"), did("take", "trio")]),
    "last-card-joins-then-take-and-end": ("pile", [card("joins"), did("take", "end")]),
    "last-card-forfeits": ("pile", [card("forfeits")]),
    "last-card-forfeits-after-a-trio": ("pile", [card("forfeits"), did("trio", "reveal")]),
    "last-card-is-an-ask": ("pile", [card("action", name="ask"), did("ask", "give")]),
    "last-card-is-an-ask-then-trio": ("pile", [card("action", name="ask"), did("ask", "give", "trio")]),
    "last-card-is-an-ask-then-end": ("pile", [card("action", name="ask"), did("ask", "give", "end")]),
    "last-card-is-a-draw": ("pile", [card("action", name="draw"), drew("draw")]),
    "last-card-is-a-draw-then-trio": ("pile", [card("action", name="draw"), drew("draw", "trio")]),
    "last-card-is-a-draw-then-end": ("pile", [card("action", name="draw"), drew("draw", "end")]),
    "last-card-is-an-ask-in-a-fanfare": ("pile", [card("action", True, "ask"), did("ask", "give")]),
    "last-card-is-a-draw-in-a-fanfare": ("pile", [card("action", True, "draw"), drew("draw")]),
    "last-card-stops-a-fanfare": ("pile", [card("stops", True), did("take")]),
    "last-card-stops-a-fanfare-then-trio": ("pile", [card("stops", True), did("take", "trio")]),
    "last-card-stops-a-fanfare-then-end": ("pile", [card("stops", True), did("take", "end")]),
    "fanfare-runs-out": ("fanfare", [card("joins", True)]),
    "last-card-is-a-fanfare": ("fanfare", [card("action", False, "fanfare")]),
    "last-card-is-a-fanfare-in-a-fanfare": ("fanfare", [card("action", True, "fanfare")]),
}


def last_turn(data: bytes) -> Turn:
    """Replay a record and return its last turn."""
    record = json.loads(data)
    position = Flohcati.deal({}, len(record["players"]), Recorded(record["chance"]))
    moves: list[str] = []
    facts: list[Fact] = []
    for line in record["moves"]:
        seat, move = split_tag(line)[0].split(" ", 1)
        moves.append(move)
        facts += position.play(int(seat), move)
        if facts[-1].kind == "turn":
            moves, facts = [], []
    return Turn(moves, facts, position.cause)


def is_in(name: str, turn: Turn) -> bool:
    """Say whether a game whose last turn this is has the ending of this name."""
    cause, conditions = ENDINGS[name]
    return turn.cause == cause and all(condition(turn) for condition in conditions)


def played(seed: int, attempt: int = 0) -> bytes:
    """Return the record of a game of 3 or 4 seats, as the service plays it; a bot sits in the first attempt only."""
    rng, seats = Random(seed + SEEDS * attempt), 3 + seed % 2
    server_seed = hashlib.sha256(f"flohcati endings {seed}".encode()).digest()
    chance = Seeded(match_seed(server_seed, PHRASES[:seats]))
    position = Flohcati.deal({}, seats, chance)
    moves = []
    while position.to_act():
        seat, move, tag = _next(position, rng, bot=0 if attempt else seats)
        moves.append(f"{seat} {move}{tag}")
        position.play(seat, move)
    proof = {"commitment": commitment(server_seed), "server_seed": server_seed.hex(), "phrases": PHRASES[:seats]}
    return dump(build(
        position, options={}, players=NAMES[:seats], chance=chance.drawn, proof=proof, moves=moves
    ))  # fmt: skip


def _next(position: Flohcati, rng: Random, bot: int) -> tuple[int, str, str]:
    """Return seat, move and tag: what is publicly forced, a bot's choice for one seat, else any move."""
    seat = position.to_act()[0].seat
    forced = position.forced(seat)
    if forced:
        return seat, forced.move, " (forced)"
    if seat == bot:
        return seat, position.read(seat, bot_for(position.key)(position.view(seat), rng)), " (bot)"
    return *any_move(position, rng), ""


def search(seeds: int) -> dict[str, bytes]:
    """Return the smallest record found for each ending."""
    found: dict[str, bytes] = {}
    for seed in range(seeds):
        attempts = 2
        for attempt in range(ATTEMPTS):
            if attempt == attempts:
                break
            data = played(seed, attempt)
            if "fanfare" in json.loads(data)["chance"]["deck/1"][-6:-1]:
                attempts = ATTEMPTS
            turn = last_turn(data)
            for name in ENDINGS:
                if is_in(name, turn) and len(data) < len(found.get(name, data + b" ")):
                    found[name] = data
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, data in search(SEEDS).items():
        (FOLDER / f"{name}.json").write_bytes(data)
        print(name, len(data))
