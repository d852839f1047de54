"""The house bot of Clubs: it sees a view and nothing else, plays legal moves, and has sense."""

import json
from collections.abc import Iterator
from random import Random
from statistics import mean

import pytest

import bots
from benchmarks.bots import courses, doubles_won, tournament
from bots.clubs import all_melds, choose, first_melds, less, Player, state_of, strength
from games.chance import Loose
from games.clubs import Clubs
from games.contract import check_options, View
from tests.games.clubs import cards, deal, late, say

VARIANTS = [
    *[(seats, {}) for seats in (2, 3, 4, 5, 6)],
    (3, {"crazy": True}), (4, {"wild": True}), (2, {"crazy": True, "wild": True}), (4, {"teams": 2}), (6, {"teams": 3}),
    (6, {"teams": 2, "wild": True}),
]  # fmt: skip
EACH = pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)


def views(seats: int, options: dict, seed: int) -> Iterator[tuple[Clubs, View, str]]:
    """Play a match of one bot in every seat and yield each position with the view and the move."""
    rng = Random(seed)
    position = Clubs.deal(check_options(Clubs, {"target": 30, **options}, seats), seats, Loose(rng))
    while position.to_act():
        view = json.loads(json.dumps(position.view(position.turn)))
        move = bots.bot_for(position.key)(view, rng)
        yield position, view, move
        position.play(position.turn, move)


def ask(position: Clubs) -> str:
    """Return what the bot does for the seat that is to act; it must say the same whatever chance decides for it."""
    moves = {choose(position.view(position.turn), Random(seed)) for seed in range(5)}
    assert len(moves) == 1, moves
    return moves.pop()


@EACH
def test_every_move_is_legal_and_canonical(seats, options):
    for position, _, move in views(seats, options, seed=seats):
        assert position.read(position.turn, move) == move
    assert position.result()


@EACH
def test_the_same_view_and_chance_give_the_same_move(seats, options):
    for _, view, _ in views(seats, options, seed=20 + seats):
        assert choose(view, Random(5)) == choose(view, Random(5))


@EACH
def test_the_view_is_left_as_it_was(seats, options):
    for _, view, _ in views(seats, options, seed=30 + seats):
        before = json.dumps(view)
        choose(view, Random(5))
        assert json.dumps(view) == before


def test_the_game_has_its_bot():
    assert bots.bot_for("clubs") is choose


def test_four_wild_15s_are_no_trouble():
    """There may be tens of thousands of moves; melds of the same ranks are looked at as one."""
    state = state_of([*cards("15CDHS"), *cards("2C 4D 6H 8S 10C 12D")], wild=True)
    assert len(list(all_melds(state))) < 100
    position = deal(["15CDHS 2C 4D 6H 8S 10C 12D", "", ""], wild=True, crazy=True)
    say(position, "1 double")
    assert choose(position.view(1), Random(1)).startswith("play")


# Reading a hand


def test_melds_are_told_by_their_ranks():
    state = state_of(cards("4CD 5H 7S"), wild=False)
    shapes = {(way.shape.run, way.shape.size, way.shape.top) for way in all_melds(state)}
    assert shapes == {(False, 1, 4), (False, 2, 4), (False, 1, 5), (False, 1, 7), (True, 2, 5)}


def test_a_wild_15_fills_a_gap():
    state = state_of(cards("4C 6H 15S"), wild=True)
    shapes = {(way.shape.run, way.shape.size, way.shape.top): way.wild for way in all_melds(state)}
    assert shapes[True, 3, 6] == (5,)
    assert shapes[False, 2, 4] == (4,)
    assert shapes[False, 1, 15] == (15,)


def test_what_is_left_without_a_meld():
    state = state_of(cards("4C 6H 15S"), wild=True)
    way = next(way for way in first_melds(state) if way.shape.size == 3)
    assert sum(less(state, way)) == 0


def test_what_a_rival_can_beat():
    held = strength(state_of(cards("4CD 5H 6S 9C"), wild=False))
    assert held.kinds == (0, 9, 4)
    assert held.runs == (0, 0, 6, 6)
    wild = strength(state_of(cards("4CD 6S 15H"), wild=True))
    assert wild.kinds == (0, 15, 6, 4)
    assert wild.runs[2] == 7
    assert wild.runs[3] == 6


def test_many_melds_cost_more_than_few():
    many = Player(deal(["1C 3D 5H 7S 9C 11D 13H 2S 4C 6D", "", ""]).view(1), Random(1))
    few = Player(deal(["1-5C 7CDH 9DH", "", ""]).view(1), Random(1))
    assert few.cost(few.state) < many.cost(many.state) - 1


# Sense


def test_it_goes_out_where_it_can():
    assert ask(late(["8C 9D 10H", "1C 2C 3C", "4C 5C"])) == "play 8C 9D 10H"
    position = late(["7C 1H", "8D", "14C 13H 12S"])
    say(position, "1 play 7C")
    assert ask(position) == "play 8D"


def test_it_leads_what_nobody_beats_before_its_last_card():
    assert ask(late(["15D 3H", "9C 8D 14S", "4C 5C 14H"])) == "play 15D"


def test_it_leads_more_cards_than_its_rivals_hold():
    assert ask(late(["3C 3D 9H 1S", "14C", "13H"])) == "play 3C 3D"


def test_it_does_not_lead_single_low_cards_out_of_a_run():
    assert ask(late(["3C 4D 5H 6S 7C 9D", "14C 13D 2H 2C 8S", "13H 14S 1C 9S 10S"])) == "play 3C 4D 5H 6S 7C"


def test_it_plays_over_where_clubs_lie():
    rich = late(["1C 9D 9H", "14D 6S 6H 2S", "8H 10S"])
    say(rich, "1 play 1C")
    assert ask(rich).startswith("play")


def test_it_does_not_play_over_its_partner():
    position = late(["9C 9D 1H", "1D 2D 4S", "14D 3H 6S", "1S 2S 4D"], teams=2)
    say(position, "1 play 9C", "2 pass")
    assert ask(position) == "pass"


def test_it_plays_over_its_partner_to_go_out():
    position = late(["9C 9D 1H", "1D 2D 4S", "14D", "1S 2S 4D"], teams=2)
    say(position, "1 play 9C", "2 pass")
    assert ask(position) == "play 14D"


def test_it_doubles_with_a_hand_that_goes_through():
    position = deal(["15CDHS 14CDHS 13CD", "", "", ""])
    assert ask(position) == "double"
    say(position, "1 double")
    assert ask(position).startswith("play")


def test_it_does_not_double_with_a_weak_hand():
    position = deal(["1C 3D 5H 7S 1S 9C 3H 7D 9S 11C", "", "", ""])
    assert all(choose(position.view(1), Random(seed)) != "double" for seed in range(5))


def test_it_does_not_double_when_it_cannot_succeed():
    position = deal(["1-10C", "15CDHS 14CDHS 13CD", ""])
    say(position, f"1 play {' '.join(cards('1-10C'))}", "2 pass", "3 pass")
    assert ask(position).startswith("play")


def test_it_leads_clubs_where_it_holds_the_trick_and_others_where_it_does_not():
    assert ask(late(["14C 14D", "9C 8D 3S", "4C 5C 3H"], won=[(2, "15CDHS")])) == "play 14C 14D"
    assert ask(late(["12C 12D 2S", "13C", "13D"], won=[(2, "15CDHS")])).startswith("play 12C 12D")


# Strength: one bot, seat-rotated, against opponents of one kind


@EACH
@pytest.mark.parametrize("opponent", ["random", "deadline"])
def test_it_beats_simple_opponents(opponent, seats, options):
    figures = tournament("clubs", opponent, seats, 12, options=options)
    assert mean(f.share for f in figures) > 1.5 / (options.get("teams") or seats)
    assert mean(f.score for f in figures) > mean(f.others for f in figures) + 10


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_bots_among_themselves_play_a_real_game(seats):
    played = courses("clubs", seats, games=5)
    assert mean(c.count("round over") for c in played) < 9
    assert 0 <= doubles_won(played) <= 1
    assert all(c.count("double") < 3 * c.count("round over") for c in played)
