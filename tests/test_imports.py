"""Imports go one way: each part of the house may use what stands below it, and nothing above."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {
    "games", "bots", "models", "service", "mail", "web", "config", "commands", "commands_mail", "logs", "supervisor",
    "worker", "app",
}  # fmt: skip
MAY_IMPORT = {
    "games": set(),
    "bots": {"games"},
    "models": set(),
    "service": {"games", "bots", "models"},
    "mail": {"games", "models", "service"},
    "web": {"games", "models", "service", "mail", "config"},  # config: the page needs to know how it is served
    "commands": {"games", "models", "service", "config"},
    "commands_mail": {"mail", "config"},
    "config": set(),
    "logs": set(),
    "supervisor": set(),
    "worker": {"service", "mail", "web"},  # web: the type of a clock
}
STANDARD_ONLY = ("games", "bots")


def imports_of(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names.add((node.module or "").partition(".")[0])
    return names


def modules() -> list[Path]:
    return [path for part in MAY_IMPORT for path in [*ROOT.glob(f"{part}/**/*.py"), *ROOT.glob(f"{part}.py")]]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_what_stands_below_it(path: Path) -> None:
    part = path.relative_to(ROOT).parts[0].removesuffix(".py")
    above = (imports_of(path) & OURS) - MAY_IMPORT[part] - {part}
    assert not above, f"{path.name} may not import {sorted(above)}"


@pytest.mark.parametrize("path", [p for p in modules() if p.relative_to(ROOT).parts[0] in STANDARD_ONLY], ids=str)
def test_games_and_bots_need_only_the_standard_library(path: Path) -> None:
    import sys

    assert imports_of(path) - OURS <= sys.stdlib_module_names


def test_every_part_was_looked_at() -> None:
    assert {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in modules()} == set(MAY_IMPORT)
