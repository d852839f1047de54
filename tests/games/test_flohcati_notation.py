"""Zirkus Flohcati: what people type, and the canonical form of it."""

import pytest

from games.contract import BadNotation, IllegalMove
from games.flohcati_cards import MOVES, squeeze
from tests.games.flohcati import asked, say, table


def at(kind, held="A6 B0 C6 F6", row="A1 B5"):
    """A table at which seat 1 is asked for a decision of this kind, or gives a card to seat 2."""
    if kind == "give":
        return table(held, "", "", kind="give", of=1, turn=2)
    return table(held, "D1", "", row=row, kind=kind, draws=[0])


@pytest.mark.parametrize(
    ("kind", "typed", "move"),
    [
        ("turn", "reveal", "reveal"), ("turn", "REVEAL", "reveal"), ("turn", " Re veal ", "reveal"),
        ("turn", "take A1", "take A1"), ("turn", "takeA1", "take A1"), ("turn", "TAKE a1", "take A1"),
        ("turn", "take a 1", "take A1"), ("turn", "a1", "take A1"), ("turn", "  A1\n", "take A1"),
        ("turn", "B 5", "take B5"), ("turn", "ｔａｋｅ　Ａ１", "take A1"), ("turn", "take\tA1", "take A1"),
        ("turn", "trio A6 C6 F6", "trio A6 C6 F6"), ("turn", "trio F6 A6 C6", "trio A6 C6 F6"),
        ("turn", "trio c6a6f6", "trio A6 C6 F6"), ("turn", "TRIO f6, c6, a6", "trio A6 C6 F6"),
        ("turn", "a6 c6 f6", "trio A6 C6 F6"), ("turn", "F6C6A6", "trio A6 C6 F6"),
        ("turn", "trio 6", "trio A6 C6 F6"), ("turn", "trio6", "trio A6 C6 F6"), ("turn", "Trio 6s", "trio A6 C6 F6"),
        ("turn", "trio ６", "trio A6 C6 F6"),
        ("pick", "take B5", "take B5"), ("pick", "b5", "take B5"), ("pick", "Take b 5", "take B5"),
        ("ask", "ask 2", "ask 2"), ("ask", "ASK 2", "ask 2"), ("ask", "ask2", "ask 2"), ("ask", "2", "ask 2"),
        ("ask", "ask seat 3", "ask 3"), ("ask", "Seat 3", "ask 3"), ("ask", "ask 02", "ask 2"), ("ask", "３", "ask 3"),
        ("draw", "draw 2", "draw 2"), ("draw", "Draw2", "draw 2"), ("draw", "3", "draw 3"),
        ("draw", "seat 2", "draw 2"),
        ("give", "give C6", "give C6"), ("give", "GIVEc6", "give C6"), ("give", "c6", "give C6"),
        ("give", "b 0", "give B0"),
        ("after", "end", "end"), ("after", "END", "end"), ("after", " e n d ", "end"),
        ("after", "trio 6", "trio A6 C6 F6"), ("after", "f6 a6 c6", "trio A6 C6 F6"),
    ],
)  # fmt: skip
def test_leniently(kind, typed, move):
    """Read leniently: case, extra spaces, the order of cards; `trio 6` where exactly three are held."""
    position = at(kind)
    assert position.read(1, typed) == move
    assert position.is_legal(1, typed)
    assert say(position, f"1 {typed}") == say(at(kind), f"1 {move}")


def test_gala_and_end():
    position = table("A3 B5 C5 D5 E0 F7 G2 H4 I0 J1", "", "", kind="after")
    assert position.read(1, "GALA") == "gala"
    assert position.read(1, "End") == "end"


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("turn", "take"), ("turn", "take A1 B5"), ("turn", "A1 B5"), ("turn", "take 1"), ("turn", "take A"),
        ("turn", "trio"), ("turn", "trio A6 C6"), ("turn", "trio A6"), ("turn", "trio A6 C6 F6 A6"),
        ("turn", "trio 66"), ("turn", "reveal A1"), ("turn", "reveal reveal"), ("turn", "1"), ("turn", "ask"),
        ("turn", "trio six"), ("turn", "take A1!"), ("turn", "take -A1"), ("turn", "end turn"), ("turn", "A1 trio"),
        ("turn", "gala 1"), ("turn", "draw A1"), ("turn", "abc"), ("turn", "abcdef"),
        ("ask", "ask"), ("ask", "ask A1"), ("ask", "A1"), ("ask", "ask 2 3 1"), ("ask", "seat"), ("ask", "ask -2"),
        ("ask", "ask 2.0"), ("ask", "ask ٢"), ("ask", "reveal 2"),
        ("draw", "draw"), ("draw", "B5"), ("draw", "draw two"),
        ("pick", "take"), ("pick", "5"), ("pick", "trio 6"), ("pick", "A1 B5"),
        ("give", "give"), ("give", "give 6"), ("give", "give A6 C6"), ("give", "A6 C6 F6"), ("give", "6"),
        ("after", "pass"), ("after", "gala end"), ("after", "trio"), ("after", "end A1"),
    ],
)  # fmt: skip
def test_anything_else_is_asked_back(kind, typed):
    position = at(kind)
    with pytest.raises(BadNotation, match="is no answer here: write ") as error:
        position.read(1, typed)
    assert f"“{typed}”" in str(error.value)
    assert not position.is_legal(1, typed)


@pytest.mark.parametrize(
    ("kind", "moves"),
    [
        ("turn", ["ask 2", "draw 3", "give A6", "gala", "end"]),
        ("ask", ["reveal", "take A1", "draw 2", "give A6", "trio A6 C6 F6", "gala", "end"]),
        ("draw", ["reveal", "take A1", "ask 2", "give A6", "trio A6 C6 F6", "gala", "end"]),
        ("give", ["reveal", "take A6", "ask 2", "draw 3", "trio A6 C6 F6", "gala", "end"]),
        ("pick", ["reveal", "ask 2", "draw 3", "give A6", "trio A6 C6 F6", "gala", "end"]),
        ("after", ["reveal", "take A1", "ask 2", "draw 3", "give A6"]),
    ],
)
def test_a_move_of_another_decision(kind, moves):
    position = at(kind)
    for move in moves:
        with pytest.raises(IllegalMove, match="is no answer here: write ") as error:
            position.read(1, move)
        assert f"“{move}”" in str(error.value)


@pytest.mark.parametrize("typed", ["take K1", "k1", "take A8", "a9", "take A66", "trio A6 C6 K6", "trio A8 B8 C8"])
def test_there_is_no_such_card(typed):
    with pytest.raises(BadNotation, match="is no card: the acts are A to J, and each has the numbers 0 to 7"):
        at("turn").read(1, typed)


@pytest.mark.parametrize("typed", ["trio A6 C6 F5", "trio A6 A6 C6", "a6 b6 c5", "trio A6 A6 A6"])
def test_it_takes_three_different_cards_of_one_number(typed):
    """Three cards of one number."""
    with pytest.raises(BadNotation, match="are no trio: it takes three different cards of one number"):
        at("turn").read(1, typed)


def test_four_of_a_number_are_asked_back():
    """`trio 6` where exactly three are held."""
    with pytest.raises(BadNotation, match="You hold A6 C6 F6 G6: name the three that you lay down"):
        at("turn", "A6 C6 F6 G6").read(1, "trio 6")


@pytest.mark.parametrize("number", ["0", "7", "8", "9"])
def test_too_few_of_a_number(number):
    with pytest.raises(IllegalMove, match=f"You do not hold {number} {number} {number}"):
        at("turn").read(1, f"trio {number}")


@pytest.mark.parametrize("seat", ["0", "1", "4", "5", "6", "99", "ask 0", "ask 00"])
def test_seats_that_cannot_be_chosen(seat):
    """Choose another seat."""
    with pytest.raises(IllegalMove, match=r"You cannot choose seat \d+: choose one of the seats 2, 3\."):
        at("ask").read(1, seat)


@pytest.mark.parametrize("typed", ["100", "ask 100", "ask 1000000"])
def test_no_number_of_a_seat(typed):
    with pytest.raises(BadNotation):
        at("ask").read(1, typed)


def test_every_move_reads_as_itself():
    """What is stored is the canonical form."""
    assert len(MOVES) == 3 + 2 * 80 + 8 * 120 + 2 * 5
    assert all(text == move.text for text, move in MOVES.items())
    assert MOVES["trio A6 C6 F6"].cards == ("A6", "C6", "F6")
    assert [MOVES[f"{verb} {seat}"].seat for verb in ("ask", "draw") for seat in (1, 5)] == [1, 5, 1, 5]


def test_squeeze():
    assert squeeze(" ＴＲｉＯ　６,\n") == "trio6"


def test_eighty_characters_are_quoted():
    with pytest.raises(BadNotation) as error:
        at("turn").read(1, "z" * 81)
    assert error.value.facts["move"] == "z" * 80
    with pytest.raises(BadNotation) as error:
        at("turn").read(1, "take A" + "6" * 100)
    assert error.value.facts["card"] == "A" + "6" * 79


def test_a_move_typed_leniently_is_told_as_the_canonical_one():
    position = at("turn")
    [fact] = say(position, "1 f6 c6 a6")
    assert fact.about == {"cards": ["A6", "C6", "F6"]}
    assert asked(position) == (1, "turn")
