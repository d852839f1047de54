"""One whole recorded game for each way a game can end; an ending without one fails by its name."""

import inspect
import json
import re

import pytest

from games import katzenjammer_blues
from games.record import check
from tests.games.endings import CAUSES, ENDINGS, FOLDER


@pytest.mark.parametrize("name", ENDINGS)
def test_the_ending_has_a_record(name):
    path = FOLDER / f"{name}.json"
    assert path.exists(), f"no game is recorded for the ending “{name}”: python -m tests.games.endings looks for one"
    position = check(path.read_bytes())
    assert ENDINGS[name].is_in(position)
    assert position.result()
    assert json.loads(path.read_bytes())["proof"], "it comes with its proof"


@pytest.mark.parametrize("name", [name for name, ending in ENDINGS.items() if ending.game == ending.games])
def test_the_table_is_as_that_ending_leaves_it(name):
    """The last mouse is taken; or the pile is gone, with the last card in the row, or in a hand after a joker."""
    position = check((FOLDER / f"{name}.json").read_bytes())
    view, cause = position.view(None), ENDINGS[name].cause
    assert (view["left"] == 0) == (cause == "mice")
    assert (view["pile"] == 0) == (cause != "mice")
    drawn = [fact for fact in position.facts if fact.kind == "draw"]
    assert bool(drawn) == (cause == "draw")
    if cause == "draw":
        assert view["row"][-1] == "J"
    if cause == "row":
        assert view["row"][-1] == position.cards[-1]


def test_there_is_no_other_ending():
    source = inspect.getsource(katzenjammer_blues)
    assert set(re.findall(r'_end_game\("(\w+)"', source)) == set(CAUSES.values())


def test_every_record_is_that_of_an_ending():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ENDINGS)
    assert all(path.stat().st_size < 4096 for path in FOLDER.glob("*.json"))
