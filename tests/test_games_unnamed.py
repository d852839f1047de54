"""Nothing knows which games exist but their own files: not the service, the pages, the mails, nor the scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games

ROOT = Path(__file__).parent.parent
KINDS = {".py", ".html", ".txt", ".js", ".css", ".svg", ".ini", ".mako"}
OWN = ("games", "bots", "templates/games", "static/games", "tests", "docs", "benchmarks")  # where games may be named
SHARED = ("__init__", "base", "chance", "contract", "orders", "record")  # modules of `games/` that are of no one game
ALONE = ("verify.py", "static/verify.js")  # they check proofs without anything else of ours, so they know the decks
EVERYBODYS = (*(f"games/{name}.py" for name in SHARED[1:]), "templates/games/generic")  # and yet not here


def is_own(path: str) -> bool:
    return path.startswith(tuple(f"{folder}/" for folder in OWN)) and not path.startswith(EVERYBODYS)


def sources() -> list[str]:
    paths = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.suffix in KINDS]
    kept = [path.as_posix() for path in paths if not path.as_posix().startswith((".", "instance/", "requirements"))]
    return sorted(path for path in kept if not is_own(path) and path not in ALONE)


def names() -> set[str]:
    """Return how games are called: keys, classes and modules, in every version, and the names on their pages."""
    found = {path.stem for path in (ROOT / "games").glob("*.py")} - {*SHARED}
    for game in (each for versions in games._games.values() for each in versions.values()):
        found |= {game.key, game.key.replace("-", "_"), game.__name__, game.name}
    return found


def named_in(text: str) -> set[str]:
    """Return the games that a text names."""
    return {name for name in names() if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)}


@pytest.mark.parametrize("path", sources())
def test_no_game_is_named(path: str) -> None:
    assert not named_in((ROOT / path).read_text())


def test_every_part_was_looked_at() -> None:
    parts = {path.split("/")[0] for path in sources()}
    assert parts >= {"service", "web", "mail", "models", "templates", "static", "games", "app.py", "worker.py"}
    assert "templates/table.html" in sources()
    assert "static/mousepost.js" in sources()


def test_a_name_would_be_found() -> None:
    for text in ('if key == "katzenjammer-blues":', "from games.katzenjammer_hand import count", "KatzenjammerBlues()"):
        assert named_in(text), text
    assert not named_in("the blues of a cat")
