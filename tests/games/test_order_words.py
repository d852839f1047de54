"""Every line that an order of a game can have is said in words by the game's templates, or by the generic ones."""

from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

import games
from tests.games.toy import Toy
from tests.games.walks import answers, Table

TEMPLATES = Path(__file__).parent.parent.parent / "templates"


def words(key):
    """Return the macros of a game's words, in English."""
    environment = Environment(loader=FileSystemLoader(TEMPLATES), extensions=["jinja2.ext.i18n"], autoescape=False)
    environment.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    environment.filters["plain"] = str
    return environment.get_template(f"games/{key}/words.txt").module


def say(key, line):
    return " ".join(str(words(key).order(line)).split())


@pytest.mark.parametrize(
    ("key", "line", "said"),
    [
        ("katzenjammer-blues", "bid up to 3x4", "bid up to three 4s"),
        ("katzenjammer-blues", "bid up to 4mix", "bid up to four mixed"),
        ("katzenjammer-blues", "pass", "pass"),
        ("katzenjammer-blues", "settle 22J 5555", "pay 2 2 J, show 5 5 5 5"),
        ("katzenjammer-blues", "pay least", "pay with as few jokers as can be, show no quartet"),
        ("katzenjammer-blues", "pay least 5555", "pay with as few jokers as can be, show 5 5 5 5"),
        ("clubs", "lowest", "play the lowest that beats what lies there"),
        ("clubs", "lowest up to 10", "play the lowest that beats what lies there, no card above 10"),
        ("clubs", "play 7C 7H", "play 7♣ 7♥"),
        ("flohcati", "take A6", "take Acrobats 6 (A6)"),
        ("flohcati", "trio 6", "lay the three 6s, where there are exactly three"),
        ("flohcati", "trio A6 C6 F6", "lay a trio of 6s (A6 C6 F6)"),
        ("generic", "lowest", "lowest"),
    ],
)
def test_a_line_in_words(key, line, said):
    assert say(key, line) == said


@pytest.mark.parametrize("game", [*games.every(), Toy], ids=lambda game: game.key)
def test_every_example_and_every_move_is_said(game):
    key = game.key if (TEMPLATES / "games" / game.key).exists() else "generic"
    options = {option.key: option.default for option in game.options} | {"target": 50}
    position = Table(game, options, game.min_seats).deal(1)
    for line in game.order_lines:
        assert say(key, line.example)
    for move in answers(position, position.to_act()[0].seat)[:5]:
        assert say(key, move) == " ".join(str(words(key).move(move)).split())
