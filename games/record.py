"""Records of games, `mousepost-record/1`: reading, and refusing at the first thing that is wrong.

The format and the order of the checks are "Records" in docs/notation.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import games
from games.chance import (
    ChanceError,
    commitment,
    match_seed,
    number_below,
    PHRASE_BYTES,
    Recorded,
    shuffled,
    UnprovenOutcome,
)
from games.contract import BadOptions, check_options, GameError, Position

FORMAT = "mousepost-record/1"
TAGS = ("deadline", "order", "forced", "bot")
MOST_BYTES = 16 * 1024 * 1024
NEEDED = ("format", "game", "rules", "options", "players", "chance", "moves", "result")
MOVE_LINE = re.compile(r"([1-9][0-9]*) (\S(?:.*\S)?)", re.ASCII)
TAG = re.compile(r"(.*?) \(([^()]+)\)")
HEX = re.compile(r"[0-9a-f]{64}")


class BadRecord(ValueError):
    """A record that does not hold. `where` is the place: `format`, `proof`, `move N`, `chance` or `result`."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why


def refuse(where: str, why: str) -> NoReturn:
    """Raise `BadRecord`."""
    raise BadRecord(where, why)


def fingerprint(position: Position) -> str:
    """Return the SHA-256 of the position's canonical text, in hex."""
    return hashlib.sha256(position.canonical().encode()).hexdigest()


def parse(data: bytes) -> dict[str, Any]:
    """Return the JSON object in `data`. Raises `BadRecord` at `format` for anything else."""
    if len(data) > MOST_BYTES:
        refuse("format", f"the file is larger than {MOST_BYTES // 1024 // 1024} MiB, which no record is")
    try:
        record = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
        json.dumps(record, ensure_ascii=False).encode("utf-8")  # half a surrogate pair is no text
    except (ValueError, RecursionError) as error:
        refuse("format", f"not UTF-8 JSON ({type(error).__name__})")
    if not isinstance(record, dict):
        refuse("format", "not a JSON object")
    return record


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def check(data: bytes) -> Position:
    """Replay the record in `data` and return its last position. Raises `BadRecord` at the first thing wrong."""
    return _replay(parse(data))


def canonical(data: bytes) -> dict[str, Any]:
    """Return the record in `data` in its canonical form, which `dump` writes: equal records give equal bytes.

    Keys stand in the order of `build`, options whole and in that of the game, outcomes in that in which they were
    needed first; other keys are left out ("Records" in docs/notation.md). Raises `BadRecord`.
    """
    record = parse(data)
    position = _replay(record)
    game = type(position)
    options = check_options(game, record["options"], len(record["players"]))
    assert isinstance(position.chance, Recorded)
    proof = record.get("proof")
    return build(
        position,
        options=options,
        players=record["players"],
        chance={label: record["chance"][label] for label in position.chance.used},
        proof=proof and {key: proof[key] for key in ("commitment", "server_seed", "phrases")},
        moves=record["moves"],
    )


def _replay(record: dict[str, Any]) -> Position:
    game, options = _check_format(record)
    seed = _check_proof(record, game)
    chance = Recorded(record["chance"], seed)
    try:
        position = game.deal(options, len(record["players"]), chance)
    except ChanceError as error:
        _refuse_outcome(error)
    for number, line in enumerate(record["moves"], 1):
        _play_line(position, number, line)
    for label in record["chance"]:
        if label not in chance.used:
            refuse("chance", f"the outcome of “{label}” was never needed")
    _check_result(record["result"], position)
    return position


def _refuse_outcome(error: ChanceError) -> NoReturn:
    refuse("proof" if isinstance(error, UnprovenOutcome) else "chance", str(error))


def split_tag(line: str) -> tuple[str, str]:
    """Return a move line without its tag, and the tag, which may be empty."""
    match = TAG.fullmatch(line)
    return (match[1], match[2]) if match else (line, "")


def _play_line(position: Position, number: int, line: str) -> None:
    """Play one line, `SEAT MOVE` or `SEAT MOVE (TAG)`, which must be canonical to the letter."""
    where = f"move {number}"
    body, tag = split_tag(line)
    match = MOVE_LINE.fullmatch(body)
    if not match:
        refuse(where, f"“{line[:80]}” is not a seat, a space and a move")
    if tag not in ("", *TAGS):
        refuse(where, f"the tag “({tag[:80]})” is none of {', '.join(f'({t})' for t in TAGS)}")
    if len(match[1]) > 2:
        refuse(where, f"there is no seat {match[1][:80]}")
    seat, move = int(match[1]), match[2]
    try:
        canonical = position.read(seat, move)
        if canonical != move:
            refuse(where, f"“{move[:80]}” is written “{canonical}”")
        _check_tag(position, where, seat, move, tag)
        position.play(seat, move)
    except ChanceError as error:
        _refuse_outcome(error)
    except GameError as error:
        refuse(where, str(error))


def _check_tag(position: Position, where: str, seat: int, move: str, tag: str) -> None:
    if tag == "deadline" and (not _waits_for(position, seat) or move != position.deadline_move(seat)):
        refuse(where, f"“{move}” is not the deadline move")
    if tag == "forced":
        forced = position.forced(seat) if _waits_for(position, seat) else None
        if not forced or not forced.public or forced.move != move:
            refuse(where, f"“{move}” was not publicly forced")


def _waits_for(position: Position, seat: int) -> bool:
    return any(decision.seat == seat for decision in position.to_act())


def _check_result(result: Mapping[str, Any] | None, position: Position) -> None:
    found = position.result()
    if found is None:
        if result is not None:
            refuse("result", "the match is not over, so there is no result yet")
        return
    if result is None:
        refuse("result", "the match is over, and its result is missing")
    if result["scores"] != list(found.scores):
        refuse("result", f"the scores are {list(found.scores)}, not {result['scores']}")
    if result["winners"] != list(found.winners):
        refuse("result", f"the winners are {list(found.winners)}, not {result['winners']}")


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) and not isinstance(item, bool) for item in value)


def _check_format(record: Mapping[str, Any]) -> tuple[games.Game, dict[str, Any]]:
    """Check keys, types, game, version, options and seats; return the game and the whole options."""
    for key in NEEDED:
        if key not in record:
            refuse("format", f"the key “{key}” is missing")
    if record["format"] != FORMAT:
        refuse("format", f"the format is not “{FORMAT}”")
    if not isinstance(record["game"], str) or not _is_int(record["rules"]):
        refuse("format", "“game” is a text and “rules” an integer")
    _check_types(record)
    try:
        game = games.find(record["game"], record["rules"])
    except KeyError:
        refuse("format", f"no game “{record['game'][:80]}” with rules version {record['rules']} is known")
    try:
        options = check_options(game, record["options"], len(record["players"]))
    except BadOptions as error:
        refuse("format", str(error))
    return game, options


def _check_types(record: Mapping[str, Any]) -> None:
    if not isinstance(record["options"], dict):
        refuse("format", "“options” is not an object")
    for key in ("players", "moves"):
        if not _is_list(record[key], str):
            refuse("format", f"“{key}” is not a list of texts")
    _check_chance_types(record["chance"])
    result = record["result"]
    if result is not None and not _is_result(result):
        refuse("format", "“result” is neither null nor an object with the lists of integers “scores” and “winners”")
    if record.get("proof") is not None:
        _check_proof_types(record["proof"], len(record["players"]))


def _is_result(result: object) -> bool:
    return isinstance(result, dict) and all(_is_list(result.get(key), int) for key in ("scores", "winners"))


def _check_chance_types(chance: object) -> None:
    if not isinstance(chance, dict):
        refuse("format", "“chance” is not an object")
    for label, outcome in chance.items():
        if label.startswith("deck/"):
            if not _is_list(outcome, str):
                refuse("format", f"the outcome of “{label[:80]}” is not a list of texts")
        elif (label == "first" or label.startswith("draw/")) and not _is_int(outcome):
            refuse("format", f"the outcome of “{label[:80]}” is not an integer")


def _check_proof_types(proof: object, seats: int) -> None:
    if not isinstance(proof, dict):
        refuse("format", "“proof” is neither null nor an object")
    for key in ("commitment", "server_seed"):
        value = proof.get(key)
        if not isinstance(value, str) or not HEX.fullmatch(value):
            refuse("format", f"the proof's “{key}” is not 64 lower-case hexadecimal digits")
    phrases = proof.get("phrases")
    if not isinstance(phrases, list) or not _is_list(phrases, str) or len(phrases) != seats:
        refuse("format", "the proof's “phrases” are not one text a seat")
    for phrase in phrases:
        if len(phrase.encode()) > PHRASE_BYTES:
            refuse("format", f"a phrase has over {PHRASE_BYTES} bytes")


def _check_proof(record: Mapping[str, Any], game: games.Game) -> bytes | None:
    """Check the commitment and every `first` and `deck/K` given; return the seed, or `None` without a proof."""
    proof = record.get("proof")
    if proof is None:
        return None
    server_seed = bytes.fromhex(proof["server_seed"])
    if commitment(server_seed) != proof["commitment"]:
        refuse("proof", "the commitment is not that of the server seed")
    seed = match_seed(server_seed, proof["phrases"])
    for label, outcome in record["chance"].items():
        if label == "first":
            right = outcome == number_below(seed, label, len(record["players"]))
        else:
            right = not label.startswith("deck/") or outcome == shuffled(seed, label, game.deck)
        if not right:
            refuse("proof", str(UnprovenOutcome(label)))
    return seed


def dump(record: Mapping[str, Any]) -> bytes:
    """Return a record as a file holds it: JSON in UTF-8, a line a key."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in record.items()]
    return ("{" + ",\n ".join(lines) + "}\n").encode()


def build(
    position: Position, *, options: Mapping[str, Any], players: Sequence[str], chance: Mapping[str, Any],
    proof: Mapping[str, Any] | None, moves: Sequence[str],
) -> dict[str, Any]:  # fmt: skip
    """Return the record of a match whose last position is `position`; `moves` are its lines with their tags."""
    result = position.result()
    return {
        "format": FORMAT,
        "game": position.key,
        "rules": position.rules,
        "options": dict(options),
        "players": list(players),
        "chance": dict(chance),
        "proof": dict(proof) if proof else None,
        "moves": list(moves),
        "result": {"scores": list(result.scores), "winners": list(result.winners)} if result else None,
    }
