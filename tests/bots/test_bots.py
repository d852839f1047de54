"""The house bots: they see a view and nothing else, play legal moves, and have sense."""

import json
from collections.abc import Iterator
from random import Random
from statistics import mean

import pytest

import bots
import games
from benchmarks.bots import courses, quartets, tournament
from bots.katzenjammer_blues import choose
from games.chance import Loose
from games.contract import View
from games.katzenjammer_blues import KatzenjammerBlues

SEATS = range(2, 7)


def views(seats: int, matches: int, seed: int) -> Iterator[tuple[KatzenjammerBlues, View, str]]:
    """Play matches of one bot in every seat and yield each position with the view and the move."""
    rng = Random(seed)
    position = KatzenjammerBlues.deal({"games": matches}, seats, Loose(rng))
    while position.to_act():
        view = json.loads(json.dumps(position.view(position.turn)))
        move = bots.bot_for(position.key)(view, rng)
        yield position, view, move
        position.play(position.turn, move)


def ask(hand: str, row: str, *, seed: int = 1, **changes: object) -> str:
    """Ask the bot, in seat 1 of three in mid-game, with these cards and what else is changed in the view."""
    view = KatzenjammerBlues.deal({"games": 1}, 3, Loose(Random(0))).view(1)
    nobody = {"known": ["", "", ""], "front": [0, 0, 0], "mice": [0, 0, 0], "bids": [], "passed": [], "bidder": None}
    view |= nobody | {"hand": list(hand), "row": list(row), "sizes": [len(hand), 6, 6], "standing": None}
    view["to_act"] = [{"seat": 1, "kind": "bid", "serial": 0}]
    return choose(view | changes, Random(seed))


def ask_to_settle(hand: str, row: str, bid: str, **changes: object) -> str:
    settling = {"to_act": [{"seat": 1, "kind": "settle", "serial": 9}], "standing": bid, "bidder": 1}
    return ask(hand, row, **settling, **changes)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("matches", [1, 3])
def test_every_move_is_legal_and_canonical(seats, matches):
    for position, _, move in views(seats, matches, seed=seats):
        assert position.read(position.turn, move) == move
    assert position.result()


@pytest.mark.parametrize("seats", SEATS)
def test_the_same_view_and_chance_give_the_same_move(seats):
    for _, view, _ in views(seats, 1, seed=20 + seats):
        assert choose(view, Random(5)) == choose(view, Random(5))


@pytest.mark.parametrize("seats", SEATS)
def test_the_view_is_left_as_it_was(seats):
    for _, view, _ in views(seats, 1, seed=30 + seats):
        before = json.dumps(view)
        choose(view, Random(5))
        assert json.dumps(view) == before


def test_a_huge_hand_is_no_trouble():
    assert ask_to_settle("11111222223333344444555555JJJJJJJJ", "123J", "3mix").startswith("settle ")


# Finding a bot


def test_the_game_has_its_bot():
    assert bots.bot_for("katzenjammer-blues") is choose


class Toy(KatzenjammerBlues):
    key = "toy-blues"
    name = "Toy Blues"


def test_a_game_without_a_bot_is_played_sensibly(monkeypatch):
    monkeypatch.setattr(games, "_games", dict(games._games))
    games.register(Toy)
    assert bots.bot_for(Toy.key) is bots.sensible
    position = Toy.deal({"games": 1}, 3, Loose(Random(2)))
    view = json.loads(json.dumps(position.view(position.turn)))
    assert bots.bot_for(Toy.key)(view, Random(3)) == position.deadline_move(position.turn)


# Sense


def test_a_row_that_completes_fives_is_worth_a_bid():
    assert ask("125553", "5415") != "pass"


def test_a_row_is_not_worth_a_quartet_of_fives():
    assert ask("5555", "11", standing="3x5", bids=[[2, "3x5"]], bidder=2) == "pass"


def test_it_bids_with_what_it_can_spare():
    assert ask("155552", "5345") in ("bid 1x1", "bid 1x2", "bid 2mix")


def test_it_pays_with_numbers_rather_than_jokers():
    assert ask_to_settle("2235J", "455", "2x2").split()[1] == "22"


def test_it_shows_a_quartet_when_the_pile_is_about_to_end():
    assert ask_to_settle("1555", "352", "1x1", pile=2).split()[2:] == ["5555"]


def test_it_takes_the_last_mice_when_that_wins():
    assert ask_to_settle("1444", "341", "1x1", left=4, mice=[8, 4, 4]).split()[2:] == ["4444"]


def test_it_bids_high_for_a_row_that_wins_the_game():
    lost = {"standing": "3x1", "bids": [[2, "3x1"]], "bidder": 2}
    assert ask("555333", "454", left=4, mice=[8, 6, 2], pile=20, **lost) != "pass"


def test_it_throws_away_jokers_when_it_has_most():
    shown = ask_to_settle("1JJJ", "34J", "1x1", left=1, pile=20, front=[3, 3, 3], mice=[4, 8, 7])
    assert shown.split()[2:] == ["JJJJ=0"]


def test_it_throws_away_jokers_before_the_quartet_that_ends_the_game():
    shown = ask_to_settle("1555JJJ", "25J", "1x1", left=5, pile=20, front=[0, 2, 2], mice=[6, 5, 4])
    assert shown.split()[2:] == ["JJJJ=0", "5555"]


# Strength: one bot, seat-rotated, against opponents of one kind


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("opponent", ["random", "deadline"])
def test_it_beats_simple_opponents(opponent, seats):
    figures = tournament("katzenjammer-blues", opponent, seats, games=40)
    assert mean(f.share for f in figures) > 1.5 / seats
    assert mean(f.score for f in figures) > mean(f.others for f in figures) + 1


@pytest.mark.parametrize("seats", SEATS)
def test_bots_among_themselves_play_a_real_game(seats):
    played = courses("katzenjammer-blues", seats, games=20)
    assert sum(c.count("settle") for c in played) > 0.7 * sum(c.count("settle", "unsold") for c in played)
    assert quartets(played) > 3
    assert any(c.cause == "mice" for c in played)
