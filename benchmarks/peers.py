"""The engines of others that ours are measured beside, each at the fastest depth that is still a fair one.

Their packages are imported when their contestants are made; a type checker does not see them. A *step* does a
piece of work and returns how much it was: the moves of one game, or copies. A move is one decision of a player;
drawing cards is work, and no move.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

Step = Callable[[], int]

JOBS = {
    "play": "Random play, deal included: moves",
    "dealt": "Random play from deals that are ready: moves",
    "copy": "Copies of positions in mid-game",
    "replay": "Replay of recorded games: moves",
    "fingerprint": "Replay with a fingerprint of every position, which the others do not have: moves",
}
LOGS = 20  # recorded games of a contestant
COPIED = 5  # positions of each of them that are copied


class Contestant(NamedTuple):
    """An engine with one game, and a step for each of the jobs it can do."""

    name: str
    jobs: Mapping[str, Step]


def each(items: Iterable[Any], job: Callable[[Any], object]) -> Step:
    """Return a step that does `job` to every one of `items`."""
    every = list(items)

    def step() -> int:
        for item in every:
            job(item)
        return len(every)

    return step


def in_turn(items: Iterable[Any], job: Callable[[Any], int]) -> Step:
    """Return a step that does `job` to the next of `items`, round and round."""
    following = cycle(list(items))
    return lambda: job(next(following))


def rlcard(name: str) -> Iterator[Contestant]:
    """RLCard, twice: as its `env.run` lets its random agents play a game, and the bare rules, `game.step`.

    `env.run` is given `is_training=True`, which is the faster way: otherwise a random agent lists the
    probabilities of all actions at every move. `game.step` leaves out the features that RLCard makes for learning.
    RLCard keeps no log: a game is replayed by dealing from the same seed and playing the same moves.
    """
    made = import_module("rlcard").make(name, config={"seed": 7})
    agent = import_module("rlcard.agents").RandomAgent(num_actions=made.num_actions)
    generator = import_module("numpy.random").RandomState
    made.set_agents([agent] * made.num_players)
    game, rng = made.game, Random(7)

    def run() -> int:
        made.run(is_training=True)
        return len(made.action_recorder)

    def play() -> int:
        state, _ = game.init_game()
        moves = 0
        while not game.is_over():
            state, _ = game.step(rng.choice(state["actions"]))
            moves += 1
        return moves

    def record(seed: int) -> tuple[int, list[str], list[Any]]:
        game.np_random = generator(seed)
        state, _ = game.init_game()
        actions, seen = [], []
        while not game.is_over():
            seen.append(copy.deepcopy(game))
            actions.append(rng.choice(state["actions"]))
            state, _ = game.step(actions[-1])
        return seed, actions, rng.sample(seen, min(COPIED, len(seen)))

    def replay(log: tuple[int, list[str], list[Any]]) -> int:
        game.np_random = generator(log[0])
        game.init_game()
        for action in log[1]:
            game.step(action)
        return len(log[1])

    logs = [record(seed) for seed in range(LOGS)]
    copies = each((state for _, _, seen in logs for state in seen), copy.deepcopy)
    yield Contestant(f"RLCard {name}, `env.run`", {"play": run})
    jobs = {"play": play, "copy": copies, "replay": in_turn(logs, replay)}
    yield Contestant(f"RLCard {name}, `game.step`", jobs)


def open_spiel(name: str) -> Iterator[Contestant]:
    """OpenSpiel: legal actions of a state, any of them, `apply_action`; a log is its list of actions.

    Games named `python_…` are written in Python, the others in C++: no engine in Python gets there. `apply_action`
    takes what it is given; games in Python are replayed a second time with a check that the action is legal.
    """
    spiel = import_module("pyspiel")
    if name.startswith("python_"):
        import_module("open_spiel.python.games")  # registers them
    game = spiel.load_game(name)
    rng = Random(7)
    choice, choices = rng.choice, rng.choices

    def draw(state: Any) -> None:
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(choices(outcomes, chances)[0])

    def deal() -> Any:
        state = game.new_initial_state()
        while state.is_chance_node():
            draw(state)
        return state

    def to_the_end(state: Any) -> int:
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                draw(state)
            else:
                state.apply_action(choice(state.legal_actions()))
                moves += 1
        return moves

    def record() -> tuple[list[int], int, list[Any]]:
        state, seen = deal(), []
        while not state.is_terminal():
            if state.is_chance_node():
                draw(state)
            else:
                seen.append(state.clone())
                state.apply_action(choice(state.legal_actions()))
        return state.history(), len(seen), rng.sample(seen, min(COPIED, len(seen)))

    def replay(log: tuple[list[int], int, list[Any]]) -> int:
        state = game.new_initial_state()
        for action in log[0]:
            state.apply_action(action)
        return log[1]

    def checked_replay(log: tuple[list[int], int, list[Any]]) -> int:
        state = game.new_initial_state()
        for action in log[0]:
            state.apply_action_with_legality_check(action)
        return log[1]

    logs = [record() for _ in range(LOGS)]
    short = name.removeprefix("python_")
    jobs = {
        "play": lambda: to_the_end(deal()),
        "dealt": in_turn([deal() for _ in range(50)], lambda state: to_the_end(state.clone())),
        "copy": each((state for _, _, seen in logs for state in seen), lambda state: state.clone()),
        "replay": in_turn(logs, replay),
    }
    yield Contestant(f"OpenSpiel {short} ({'C++' if short == name else 'Python'})", jobs)
    if short != name:
        yield Contestant(f"OpenSpiel {short} (Python), moves checked", {"replay": in_turn(logs, checked_replay)})


KASPAROV_TOPALOV = """
e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 c1e3 f8g7 d1d2 c7c6 f2f3 b7b5 g1e2 b8d7 e3h6 g7h6 d2h6 c8b7 a2a3 e7e5 e1c1 d8e7 c1b1
a7a6 e2c1 e8c8 c1b3 e5d4 d1d4 c6c5 d4d1 d7b6 g2g3 c8b8 b3a5 b7a8 f1h3 d6d5 h6f4 b8a7 h1e1 d5d4 c3d5 b6d5 e4d5 e7d6
d1d4 c5d4 e1e7 a7b6 f4d4 b6a5 b2b4 a5a4 d4c3 d6d5 e7a7 a8b7 a7b7 d5c4 c3f6 a4a3 f6a6 a3b4 c2c3 b4c3 a6a1 c3d2 a1b2
d2d1 h3f1 d8d2 b7d7 d2d7 f1c4 b5c4 b2h8 d7d3 h8a8 c4c3 a8a4 d1e1 f3f4 f7f5 b1c1 d3d2 a4a7
"""


def python_chess(name: str) -> Iterator[Contestant]:
    """python-chess: random play of as many plies as the recorded game has, from UCI text with a check of legality."""
    chess = import_module(name)
    rng = Random(7)
    texts = KASPAROV_TOPALOV.split()

    def play() -> int:
        board = chess.Board()
        for ply in range(len(texts)):
            legal = list(board.legal_moves)
            if not legal:
                return ply
            board.push(rng.choice(legal))
        return len(texts)

    def replay() -> int:
        board = chess.Board()
        for text in texts:
            move = chess.Move.from_uci(text)
            if not board.is_legal(move):
                raise ValueError(text)
            board.push(move)
        return len(texts)

    def boards() -> Iterator[Any]:
        board = chess.Board()
        for text in texts:
            board.push_uci(text)
            yield board.copy(stack=False)

    copies = each(boards(), lambda board: board.copy(stack=False))
    yield Contestant("python-chess", {"play": play, "dealt": play, "copy": copies, "replay": replay})


PEERS: dict[str, tuple[Callable[[str], Iterator[Contestant]], Sequence[str]]] = {
    "rlcard": (rlcard, ["doudizhu"]),
    "open-spiel": (
        open_spiel,
        ["python_team_dominoes", "python_liars_poker", "python_kuhn_poker", "hearts", "dou_dizhu"],
    ),
    "chess": (python_chess, ["chess"]),
}


def peers_of(package: str) -> Iterator[Contestant]:
    """Yield the contestants that a package brings. Raises `ImportError` where it is not installed."""
    make, names = PEERS[package]
    for name in names:
        yield from make(name)
