"""The program that checks a proof without Mousepost, held against records, and against what was changed in them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import games
import verify
from games.chance import shuffled

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))
PROVEN = [path for path in RECORDS if json.loads(path.read_bytes()).get("proof")]
COMMITMENT = "0" * 64


def run(path: Path, *arguments: str) -> tuple[int, str]:
    """Run the program as anybody would: by a bare Python, in a folder that holds nothing else."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", verify.__file__, str(path), *arguments],
        capture_output=True, text=True, encoding="utf-8", cwd="/", timeout=60, check=False,
    )  # fmt: skip
    assert not done.stderr
    return done.returncode, done.stdout


def changed(tmp_path: Path, change: Callable[[dict[str, Any]], object], name: str = "flohcati-4-0.json") -> Path:
    record = json.loads((RECORDS[0].parent / name).read_bytes())
    change(record)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    return path


def test_it_knows_the_decks() -> None:
    assert {game.key: list(game.deck) for game in games.every()} == verify.DECKS


@pytest.mark.parametrize("path", PROVEN, ids=lambda path: path.stem)
def test_a_proof_that_holds(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(path.read_bytes())
    assert verify.main([str(path), "--commitment", record["proof"]["commitment"].upper()]) == 0
    told = capsys.readouterr().out
    assert "Everything holds" in told
    assert all(f"  {label:<12} holds" in told for label in ("commitment", "noted", "seed", *record["chance"]))


def test_it_runs_alone() -> None:
    status, told = run(PROVEN[0])
    assert status == 0
    assert "Everything holds" in told


def _swap(record: dict[str, Any]) -> None:
    deck = record["chance"]["deck/1"]
    deck[0], deck[-1] = deck[-1], deck[0]


def _other_phrase(record: dict[str, Any]) -> None:
    record["proof"]["phrases"][0] += "x"


def _other_secret(record: dict[str, Any]) -> None:
    record["proof"]["server_seed"] = "00" * 32


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "two cards swapped": (_swap, "deck/1"),
    "another start": (lambda r: r["chance"].update(first=(r["chance"]["first"] + 1) % 4), "first"),
    "a start that is no number": (lambda r: r["chance"].update(first=str(r["chance"]["first"])), "first"),
    "another card drawn": (lambda r: r["chance"].update({"draw/2": (r["chance"]["draw/2"] + 1) % 7}), "draw/2"),
    "another phrase": (_other_phrase, "deck/1"),
    "another secret": (_other_secret, "commitment"),
    "a phrase too many": (lambda r: r["proof"]["phrases"].append(""), "seed"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_changed_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    change, label = CHANGES[name]
    assert verify.main([str(changed(tmp_path, change))]) == 1
    assert f"  {label:<12} DOES NOT HOLD" in capsys.readouterr().out


def test_another_commitment_than_the_one_noted(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.main([str(PROVEN[0]), "--commitment", COMMITMENT]) == 1
    assert "noted        DOES NOT HOLD" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: r.update(proof=None), "has no proof"),
        (lambda r: r["proof"].update(server_seed="x"), "cannot be read"),
        (lambda r: r["proof"].pop("phrases"), "is no record"),
        (lambda r: r.update(moves=["nonsense"]), "cannot be read"),
        (lambda r: r["chance"].update({"draw/99": 1}), "not everything could"),
    ],
    ids=["no proof", "no secret", "no phrases", "no moves", "a draw that never was"],
)
def test_what_cannot_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[dict[str, Any]], object], words: str
) -> None:
    assert verify.main([str(changed(tmp_path, change))]) == 2
    assert words in capsys.readouterr().out


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    status, told = run(tmp_path / "nothing.json")
    assert status == 2
    assert "cannot be read" in told


def test_a_game_that_it_does_not_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = changed(tmp_path, lambda record: record.update(game="whist"))
    assert verify.main([str(path)]) == 2
    assert "deck/1       not checked" in capsys.readouterr().out


def test_a_shuffle_is_that_of_the_games() -> None:
    cards = [str(n) for n in range(52)]
    assert verify.shuffled(b"seed", "deck/9", cards) == shuffled(b"seed", "deck/9", cards)
