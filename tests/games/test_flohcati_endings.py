"""One whole recorded game for each way a game of Zirkus Flohcati can end; an ending without one fails by its name."""

import inspect
import json
import re

import pytest

from games import flohcati
from games.record import check
from tests.games.flohcati_endings import ENDINGS, FOLDER, is_in, last_turn


@pytest.mark.parametrize("name", ENDINGS)
def test_the_ending_has_a_record(name):
    path = FOLDER / f"{name}.json"
    missing = f"no game is recorded for the ending “{name}”: python -m tests.games.flohcati_endings looks for one"
    assert path.exists(), missing
    position = check(path.read_bytes())
    assert is_in(name, last_turn(path.read_bytes()))
    assert position.result()
    assert json.loads(path.read_bytes())["proof"], "it comes with its proof"


@pytest.mark.parametrize("name", ENDINGS)
def test_the_table_is_as_that_ending_leaves_it(name):
    """A gala: ten acts in hand, ten points. Else the pile is gone, after a fanfare whatever is in the row."""
    position = check((FOLDER / f"{name}.json").read_bytes())
    view, cause = position.view(None), ENDINGS[name][0]
    assert view["cause"] == cause
    assert (view["gala"] is not None) == (cause == "gala")
    if cause == "gala":
        assert len({card[0] for card in view["hands"][view["gala"] - 1]}) == 10
    else:
        assert view["pile"] == 0
    if name == "fanfare-runs-out":
        assert position.cards[-1] == view["row"][-1]
    if "fanfare" in name.split("-")[-1] and cause == "fanfare":
        assert view["discard"][-1] == "fanfare"


def test_there_is_no_other_ending():
    source = inspect.getsource(flohcati)
    assert set(re.findall(r'_end_game\("(\w+)"', source)) == {cause for cause, _ in ENDINGS.values()}


def test_every_record_is_that_of_an_ending():
    assert {path.stem for path in FOLDER.iterdir()} == set(ENDINGS)
    assert all(path.stat().st_size < 5120 for path in FOLDER.iterdir())
