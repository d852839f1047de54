"""Whole recorded games, one for each way a match of Clubs can end and for each variant, and the search that found them.

`python -m tests.games.clubs_endings` plays seeded matches of house bots and random moves, and writes for each ending
the smallest record that has it.
"""

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from bots import bot_for
from games.chance import commitment, match_seed, Seeded
from games.clubs import Clubs
from games.contract import check_options
from games.record import build, check, dump
from tests.games.endings import FOLDER as FOLDERS
from tests.games.walks import any_move

FOLDER = FOLDERS / "clubs"
NAMES = ("Ann", "Ben", "Cho", "Dee", "Eli", "Fay")
PHRASES = ("blue cat", "", "Kreuz ist Trumpf? Ärger!", "", "", "five")
SEEDS = 60

Account = dict[str, Any]


class Ending(NamedTuple):
    """How many sit down to what, and what is true of the last round and the result."""

    seats: int
    options: dict[str, Any]
    holds: Callable[[Clubs, Account], bool]

    def is_in(self, position: Clubs) -> bool:
        """Say whether a match that is over is such a one."""
        given = position.view(None)["options"]
        rest = {"crazy": False, "wild": False, "teams": 0, **self.options}
        if position.seats != self.seats or any(given[key] != value for key, value in rest.items()):
            return False
        return self.holds(position, position.view(None)["ended"][-1])


def all_out(position: Clubs, account: Account) -> bool:
    """Say whether nobody holds a card."""
    return len(account["out"]) == position.seats


def one_left(position: Clubs, account: Account) -> bool:
    """Say whether one seat holds cards."""
    return len(account["out"]) == position.seats - 1


def team_left(position: Clubs, account: Account) -> bool:
    """Say whether a whole team holds cards."""
    return len(account["out"]) == position.seats - len(account["last"])


def member_left(position: Clubs, account: Account) -> bool:
    """Say whether some of a team hold cards, and some of it do not."""
    return position.seats - len(account["last"]) < len(account["out"]) < position.seats


def decided_by_double(position: Clubs, account: Account) -> bool:
    """Say whether the match would not have ended so without the points that count twice."""
    first = account["out"][0]
    if first not in account["doubled"] or not account["scores"][first - 1]:
        return False
    totals = list(position.totals)
    totals[first - 1] -= account["scores"][first - 1] // 2
    return position.result().winners == (first,) and totals[first - 1] < max(totals)


def double_failed(position: Clubs, account: Account) -> bool:
    """Say whether a seat doubled, was not first, nor among the last, and has lost points."""
    lost = [seat for seat in account["doubled"] if seat != account["out"][0] and seat not in account["last"]]
    return any(account["clubs"][seat - 1] + (account["bonus"][seat - 1] or 0) for seat in lost)


def shared(position: Clubs, account: Account) -> bool:
    """Say whether equal totals share."""
    return len(position.result().winners) > 1


def several_rounds(position: Clubs, account: Account) -> bool:
    """Say whether the first round did not end the match."""
    return account["number"] == 2


def wild_used(position: Clubs, account: Account) -> bool:
    """Say whether a wild 15 is among the cards of the last trick; the rest is seen in the moves."""
    return any(card.startswith("15") for _, cards in position.view(None)["tricks"] for card in cards)


SHORT = {"target": 10}
LONG = {"target": 20}
ENDINGS = {
    "one-seat-holds-cards": Ending(3, SHORT, one_left),
    "all-out-in-the-last-trick": Ending(3, SHORT, all_out),
    "two-seats-one-out": Ending(2, SHORT, one_left),
    "two-seats-both-out": Ending(2, SHORT, all_out),
    "whole-team-left": Ending(4, {**SHORT, "teams": 2}, team_left),
    "part-of-a-team-left": Ending(4, {**SHORT, "teams": 2}, member_left),
    "teams-nobody-holds-cards": Ending(4, {**SHORT, "teams": 2}, all_out),
    "decided-by-double": Ending(3, SHORT, decided_by_double),
    "double-failed": Ending(3, SHORT, double_failed),
    "tie-shared": Ending(3, SHORT, shared),
    "teams-tie-shared": Ending(6, {"teams": 3, "target": 12}, lambda p, a: len(p.result().winners) == 4),
    "second-round-ends-it": Ending(3, LONG, several_rounds),
    "five-seats": Ending(5, SHORT, one_left),
    "six-seats": Ending(6, SHORT, one_left),
    "crazy": Ending(4, {**SHORT, "crazy": True}, one_left),
    "wild": Ending(4, {**SHORT, "wild": True}, wild_used),
    "crazy-wild": Ending(3, {**SHORT, "crazy": True, "wild": True}, wild_used),
    "four-in-two-teams": Ending(4, {"teams": 2, "target": 20}, several_rounds),
    "six-in-two-teams": Ending(6, {**SHORT, "teams": 2}, member_left),
    "six-in-three-teams": Ending(6, {**SHORT, "teams": 3}, team_left),
    "usual-target": Ending(2, {"target": 50}, one_left),
}  # fmt: skip


def played(ending: Ending, seed: int) -> bytes:
    """Return the record of a match, as the service would have played it."""
    rng = Random(seed)
    given = {key: value for key, value in ending.options.items() if (key, value) != ("target", 50)}
    server_seed = hashlib.sha256(f"clubs endings {seed}".encode()).digest()
    chance = Seeded(match_seed(server_seed, PHRASES[: ending.seats]))
    position = Clubs.deal(check_options(Clubs, given, ending.seats), ending.seats, chance)
    moves = []
    while position.to_act():
        seat, move, tag = _next(position, rng)
        moves.append(f"{seat} {move}{tag}")
        position.play(seat, move)
    phrases = PHRASES[: ending.seats]
    proof = {"commitment": commitment(server_seed), "server_seed": server_seed.hex(), "phrases": phrases}
    return dump(build(
        position, options=given, players=NAMES[: ending.seats], chance=chance.drawn, proof=proof, moves=moves
    ))  # fmt: skip


def _next(position: Clubs, rng: Random) -> tuple[int, str, str]:
    """Return seat, move and tag: what is publicly forced, a bot's choice for every other seat, else any move."""
    may = position.optional()
    if may and rng.random() < 0.03:
        return rng.choice(may).seat, "double", ""
    seat = position.turn
    forced = position.forced(seat)
    if forced and forced.public:
        return seat, forced.move, " (forced)"
    if seat % 2:
        return seat, position.read(seat, bot_for(position.key)(position.view(seat), rng)), " (bot)"
    if rng.random() < 0.1:
        return seat, position.deadline_move(seat), " (deadline)"
    found, move = any_move(position, rng)
    return found, move, ""


def search(seeds: int) -> dict[str, bytes]:
    """Return the smallest record found for each ending."""
    found: dict[str, bytes] = {}
    for name, ending in ENDINGS.items():
        tries = 0
        while tries < seeds or (name not in found and tries < 100 * seeds):
            data = played(ending, tries)
            position: Any = check(data)
            if ending.is_in(position) and len(data) < len(found.get(name, data + b" ")):
                found[name] = data
            tries += 1
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, data in search(SEEDS).items():
        (FOLDER / f"{name}.json").write_bytes(data)
        print(name, len(data))
