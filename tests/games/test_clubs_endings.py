"""One whole recorded game for each way a match of Clubs can end, and each variant; one without fails by its name."""

import json

import pytest

from games.record import check
from tests.games.clubs_endings import ENDINGS, FOLDER


@pytest.mark.parametrize("name", ENDINGS)
def test_the_ending_has_a_record(name):
    path = FOLDER / f"{name}.json"
    missing = f"no game is recorded for the ending “{name}”: python -m tests.games.clubs_endings looks for one"
    assert path.exists(), missing
    position = check(path.read_bytes())
    assert ENDINGS[name].is_in(position)
    assert position.result()
    assert json.loads(path.read_bytes())["proof"], "it comes with its proof"


@pytest.mark.parametrize("name", ["wild", "crazy-wild"])
def test_a_15_stands_for_another_rank(name):
    moves = json.loads((FOLDER / f"{name}.json").read_bytes())["moves"]
    assert any("=" in move for move in moves)


@pytest.mark.parametrize("name", ["decided-by-double", "double-failed"])
def test_double_is_in_the_moves(name):
    moves = json.loads((FOLDER / f"{name}.json").read_bytes())["moves"]
    assert any(" double" in move for move in moves)


@pytest.mark.parametrize("name", ENDINGS)
def test_the_table_is_as_that_ending_leaves_it(name):
    """A total has reached the target, those with the highest have won, and no card is lost."""
    position = check((FOLDER / f"{name}.json").read_bytes())
    view = position.view(None)
    assert max(view["totals"]) >= view["options"]["target"]
    assert all(max(account["totals"]) < view["options"]["target"] for account in view["ended"][:-1])
    everything = [card for hand in view["hands"] for card in hand] + view["aside"]
    everything += [card for _, cards in view["tricks"] for card in cards]
    assert sorted(everything) == sorted(position.deck)


def test_every_record_is_that_of_an_ending():
    assert {path.stem for path in FOLDER.iterdir()} == set(ENDINGS)
    assert all(path.stat().st_size < 6144 for path in FOLDER.iterdir())
