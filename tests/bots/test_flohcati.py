"""The house bot of Zirkus Flohcati: it sees a view and nothing else, plays legal moves, and has sense."""

import json
from collections.abc import Iterator
from random import Random
from statistics import mean

import pytest

import bots
from benchmarks.bots import courses, tournament
from bots.flohcati import choose
from games.chance import Loose
from games.contract import View
from games.flohcati import Flohcati
from tests.games.flohcati import table, TEN

SEATS = range(3, 6)


def views(seats: int, seed: int) -> Iterator[tuple[Flohcati, int, View, str]]:
    """Play a game of one bot in every seat and yield each position with the seat, its view and the move."""
    rng = Random(seed)
    position = Flohcati.deal({}, seats, Loose(rng))
    while position.to_act():
        seat = position.to_act()[0].seat
        view = json.loads(json.dumps(position.view(seat)))
        move = choose(view, rng)
        yield position, seat, view, move
        position.play(seat, move)


def ask(*hands: str, seat: int = 1, **laid: object) -> str:
    """Ask the bot at a table laid out card by card."""
    position = table(*hands, **laid)
    return choose(position.view(seat), Random(1))


def test_the_game_has_its_bot():
    assert bots.bot_for("flohcati") is choose


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(4))
def test_every_move_is_legal_and_canonical(seats, seed):
    for position, seat, _, move in views(seats, seed):
        assert position.read(seat, move) == move
    assert position.result()


@pytest.mark.parametrize("seats", SEATS)
def test_the_same_view_and_chance_give_the_same_move(seats):
    for _, _, view, _ in views(seats, seed=20):
        assert choose(view, Random(5)) == choose(view, Random(5))


@pytest.mark.parametrize("seats", SEATS)
def test_the_view_is_left_as_it_was(seats):
    for _, _, view, _ in views(seats, seed=30):
        before = json.dumps(view)
        choose(view, Random(5))
        assert json.dumps(view) == before


def test_it_plays_after_anybody():
    """Whatever stands on the table after random play, it has a legal move."""
    rng = Random(7)
    for seats in SEATS:
        position = Flohcati.deal({}, seats, Loose(rng))
        while position.to_act():
            seat = position.to_act()[0].seat
            assert position.is_legal(seat, choose(position.view(seat), rng))
            position.play(seat, rng.choice(list(position.moves(seat))))


# Sense


def test_it_takes_a_good_card_rather_than_risk_it():
    row = "A7 B1 C2 D0 E3 F2 G1 H0"
    assert ask("B4 C5", "", "", row=row) == "take A7"


def test_it_reveals_where_there_is_no_risk():
    assert ask("A6", "", "", row="A0") == "reveal"


def test_it_reveals_where_the_row_is_worth_nothing():
    assert ask("A7 B7 C6 D6", "", "", row="A0 B1") == "reveal"


def test_it_takes_what_completes_a_trio():
    assert ask("A1 A7 B1 B6 C5", "", "", row="D1 C3 A4 B2 E1 F0 G0") in ("take D1", "take E1")


def test_it_lays_a_trio_that_costs_nothing():
    assert ask("A1 A7 B1 B6 C1 C5", "", "", kind="after") == "trio A1 B1 C1"


def test_it_keeps_sevens():
    assert ask("A7 B7 C7", "", "", kind="after") == "end"


def test_it_lays_a_trio_before_the_last_card():
    assert ask("A1 B1 C1", "", "", row="A2", last=True) == "trio A1 B1 C1"


def test_it_announces_a_gala_that_wins():
    assert ask(TEN, "A7", "", kind="after") == "gala"


def test_it_lays_what_it_can_spare_before_a_gala():
    assert ask("A3 A4 B5 C4 C5 D5 E0 F7 G2 H4 H6 I0 J1", "A7", "", kind="after") == "trio A4 C4 H4"


def test_it_does_not_end_a_game_that_it_loses():
    lead = [(2, "A7 B7 C7"), (2, "D7 E7 F7"), (2, "A6 B6 C6"), (2, "D6 E6 F6"), (2, "G6 H6 I6")]
    hand = "A3 B4 C5 D3 E0 F4 G2 H4 I0 J1"
    assert ask(hand, "G7 H7 I7 J7", "", kind="after", trios=lead) != "gala"


def test_a_gala_is_the_last_chance():
    lead = [(2, "A7 B7 C7"), (2, "D7 E7 F7"), (2, "A6 B6 C6"), (2, "D6 E6 F6"), (2, "G6 H6 I6")]
    hand = "A3 B4 C5 D3 E0 F4 G2 H4 I0 J1"
    assert ask(hand, "G7 H7 I7 J7", "", kind="after", trios=lead, last=True) == "gala"


def test_it_gives_what_it_does_not_need():
    assert ask("A2 A7 B5 C6", "D1", "", kind="give", of=1, turn=2) == "give A2"


def test_it_does_not_give_the_card_of_a_trio():
    assert ask("A3 D1 D5", "A7 B3 B7 C3 C7", "", kind="give", of=1, turn=2) == "give D1"


@pytest.mark.parametrize("kind", ["ask", "draw"])
def test_it_chooses_a_seat_that_has_something(kind):
    assert ask("A1 B1", "", "C1 D6", "", kind=kind, row="A0") == f"{kind} 3"


def test_it_draws_where_the_cards_are_good():
    assert ask("A1 B1", "A0 B0 C0 D0", "C7 D6 E7", kind="draw") == "draw 3"


# Strength: one bot, seat-rotated, against opponents of one kind


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("opponent", ["random", "deadline"])
def test_it_beats_simple_opponents(opponent, seats):
    figures = tournament("flohcati", opponent, seats, games=40)
    assert mean(f.share for f in figures) > 2 / seats
    assert mean(f.score for f in figures) > mean(f.others for f in figures) + 8


@pytest.mark.parametrize("seats", SEATS)
def test_bots_among_themselves_play_a_real_game(seats):
    played = courses("flohcati", seats, games=15)
    assert mean(c.cause == "gala" for c in played) > 0.5
    assert mean(c.count("reveal", what="forfeits") for c in played) < 0.2 * mean(c.count("turn") for c in played)
    assert mean(c.lead for c in played) > 2
