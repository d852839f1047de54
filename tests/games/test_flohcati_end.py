"""Zirkus Flohcati, clause by clause: the end, the score, deadline moves and forced moves."""

import pytest

from games.contract import Forced, GameOver
from games.flohcati_cards import points
from tests.games.flohcati import asked, hand, kinds, moves, say, table, TEN, told, words


def final(*hands, trios=(), gala=False):
    """End a game with these hands, by the last card or by a gala of seat 1."""
    if gala:
        position = table(*hands, kind="after", trios=trios)
        say(position, "1 gala")
        return position
    position = table(*hands, row="I0 J0", pile="J3", last=True, trios=trios)
    say(position, "1 reveal")
    return position


class TestTheEnd:
    def test_by_take_after_the_last_card(self):
        """At the end of the turn in which the last card of the pile was revealed."""
        position = table("", "", "", row="A1", pile="B5", last=True)
        say(position, "1 reveal")
        assert (asked(position), moves(position)) == ((1, "turn"), ["take A1", "take B5"])
        facts = say(position, "1 take B5")
        assert kinds(facts) == ["take", "game over", "match over"]
        view = position.view(None)
        assert (view["over"], view["cause"], view["points"], view["row"]) == (True, "pile", [5, 0, 0], ["A1"])

    def test_by_forfeit(self):
        """At the end of the turn in which the last card of the pile was revealed."""
        position = table("A3 B3 C3", "", "", row="A1", pile="A5", last=True)
        facts = say(position, "1 reveal")
        assert kinds(facts) == ["reveal", "game over", "match over"]
        assert position.view(None)["cause"] == "pile"

    @pytest.mark.parametrize("card", ["ask", "draw"])
    def test_by_an_action(self, card):
        """That seat finishes its turn normally."""
        position = table("", "B4", "", pile=card, last=True, draws=[0])
        say(position, "1 reveal", f"1 {card} 2", *(["2 give B4"] if card == "ask" else []))
        assert (position.view(None)["cause"], hand(position, 1)) == ("pile", "B4")

    @pytest.mark.parametrize("card", ["ask", "draw"])
    def test_by_an_action_without_effect(self, card):
        """At the end of the turn in which the last card of the pile was revealed."""
        position = table("A1", "", "", pile=card, last=True)
        facts = say(position, "1 reveal")
        assert kinds(facts) == ["reveal", "no effect", "game over", "match over"]

    @pytest.mark.parametrize("answer", ["trio A3 B3 C3", "end"])
    def test_the_turn_is_finished_normally(self, answer):
        """That seat finishes its turn normally."""
        position = table("A3 B3", "", "", row="A1", pile="C3", last=True)
        say(position, "1 reveal", "1 take C3")
        assert (asked(position), position.result()) == ((1, "after"), None)
        say(position, f"1 {answer}")
        assert (position.view(None)["cause"], position.to_act()) == ("pile", [])

    def test_a_gala_in_the_last_turn(self):
        """A `gala`."""
        position = table(TEN[3:], "", "", pile="A3", last=True)
        say(position, "1 reveal", "1 take A3", "1 gala")
        assert (position.view(None)["cause"], position.view(None)["points"][0]) == ("gala", 42)

    def test_not_before_the_last_card(self):
        position = table("", "", "", row="A1", pile="B5 C5", last=True)
        say(position, "1 reveal", "1 take B5")
        assert asked(position) == (2, "turn")

    def test_a_trio_before_the_last_card_does_not_end_it(self):
        position = table("A3 B3 C3", "", "", row="A1", pile="D1", last=True)
        say(position, "1 reveal", "1 trio A3 B3 C3")
        assert moves(position) == ["take A1", "take D1"]

    def test_nothing_is_played_afterwards(self):
        position = final("A3", "", "")
        with pytest.raises(GameOver):
            say(position, "2 reveal")
        assert position.to_act() == []
        assert [list(position.moves(seat)) for seat in (1, 2, 3)] == [[], [], []]

    def test_what_is_told(self):
        position = table(TEN, "B6 B7", "A0", kind="after", trios=[(1, "A6 C6 J6"), (2, "E7 G7 H7"), (2, "E1 G1 H1")])
        facts = say(position, "1 gala")
        assert told(facts)[1:] == [
            (
                "game over", 1,
                {"cause": "gala", "cards": [32, 7, 0], "trios": [10, 20, 0], "gala": 1, "scores": [52, 27, 0]},
            ),
            ("match over", 1, {"scores": [52, 27, 0], "winners": [1]}),
        ]  # fmt: skip
        facts = final("A3", "", "B7").facts
        assert told(facts)[1:] == [
            (
                "game over", 1,
                {"cause": "pile", "cards": [3, 0, 7], "trios": [0, 0, 0], "gala": None, "scores": [3, 0, 7]},
            ),
            ("match over", 1, {"scores": [3, 0, 7], "winners": [3]}),
        ]  # fmt: skip


class TestScore:
    @pytest.mark.parametrize(
        ("held", "score"),
        [("", 0), ("A0", 0), ("A7", 7), ("A1 A7", 7), ("A6 A7 B0 B3", 10), ("A1 B2 C3 D4 E5 F6 G7 H0 I1 J2", 31)],
    )
    def test_the_highest_number_of_each_act(self, held, score):
        """For each act, the highest number in hand."""
        assert points(words(held)) == score
        assert table(held, "", "").view(None)["points"][0] == score

    def test_ten_for_each_trio(self):
        """Ten for each trio laid down; its cards count no more, and a trio in hand is none."""
        position = final("A3", "A4 B4 C4", "", trios=[(1, "A1 B1 C1"), (1, "D7 E7 F7"), (3, "D0 E0 F0")])
        assert position.result().scores == (23, 12, 10)

    def test_ten_for_the_gala(self):
        """Ten for the gala."""
        assert final(TEN, "A7", "", gala=True).result().scores == (42, 7, 0)

    def test_most_points_win(self):
        """Most points win."""
        assert final("A3", "B5", "C4").result().winners == (2,)

    def test_equal_seats_share(self):
        """Ruling: equal seats share."""
        assert final("A3", "B5", "C5").result().winners == (2, 3)
        assert final("", "", "", "").result().winners == (1, 2, 3, 4)

    def test_first_example(self):
        """Hand 6 4 4 and a 2 of an act already counted, two trios: 6+4+4+10+10 = 34."""
        position = final("A6 B4 C2 C4", "", "", trios=[(1, "A1 B1 C1"), (1, "D7 E7 F7")])
        assert position.result().scores[0] == 34

    def test_second_example(self):
        """7 3 4 3 3 5 and a 1 of an act already counted, one trio: 35."""
        position = final("A7 B3 C4 D3 E1 E3 F5", "", "", trios=[(1, "D7 E7 F7")])
        assert position.result().scores[0] == 35

    def test_third_example(self):
        """Ten acts 3 5 5 5 0 7 2 4 0 1, one trio, gala: 32+10+10 = 52."""
        position = final(TEN, "", "", trios=[(1, "D6 E6 F6")], gala=True)
        assert position.result().scores[0] == 52


class TestDeadline:
    @pytest.mark.parametrize(
        ("held", "row", "move"),
        [
            ("", "A1 B5 C3", "take B5"), ("B5", "A1 B6 C3", "take C3"), ("B2", "A3 B6", "take B6"),
            ("B3 C1", "A3 B6 C4", "take B6"), ("", "C4 A4 B4", "take A4"), ("C0", "A4 C4", "take A4"),
            ("A7 B7", "A1 B6", "take B6"), ("A7 B7 C7", "C6 B6 A3", "take B6"), ("A7 B0", "A6 B1", "take B1"),
            ("A5 B6", "A6 B7", "take B7"), ("", "J0 A0", "take A0"), ("A3 B3", "B0 A0 C0", "take A0"),
            ("A1 A2", "A3 B2", "take B2"),
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("kind", ["turn", "pick"])
    def test_take_what_adds_most(self, held, row, move, kind):
        """The card that adds most to the own score now; of equals the highest number, then the first in card order."""
        assert table(held, "", "", row=row, kind=kind).deadline_move(1) == move

    def test_reveal_without_a_row(self):
        """Without, `reveal`."""
        assert table("A3 B3 C3", "", "").deadline_move(1) == "reveal"

    @pytest.mark.parametrize("kind", ["ask", "draw"])
    @pytest.mark.parametrize(
        ("turn", "hands", "seat"),
        [
            (1, ["A1 A2 A3", "B1", "B2 B3", "C1"], 3), (1, ["", "B1", "B2", "C1"], 2), (3, ["A1", "B1", "", "C1"], 4),
            (3, ["A1 A2", "B1 B2", "", "C1"], 1), (4, ["A1", "B1", "C1", ""], 1), (2, ["A1", "", "C1", "D1"], 3),
            (2, ["A1 A2", "", "C1", "D1 D2"], 4), (2, ["A1", "B1 B2 B3", "", ""], 1),
        ],
    )  # fmt: skip
    def test_the_seat_with_most_cards(self, kind, turn, hands, seat):
        """`ask`, `draw`: the seat with most cards; of equals the nearest to the left."""
        assert table(*hands, turn=turn, kind=kind).deadline_move(turn) == f"{kind} {seat}"

    @pytest.mark.parametrize(
        ("held", "card"),
        [
            ("A3 B2 C5", "B2"), ("A3 A5 B1", "A3"), ("A4 A5 B1 B7", "B1"), ("A5 A6 B1", "A5"), ("A5 A6 B0", "B0"),
            ("A2 B2 C2", "A2"), ("A7", "A7"), ("A3 A4 B3 B4", "A3"), ("A6 A7 B5 B6", "B5"), ("A4 A7 B5", "A4"),
            ("A3 A4 B1", "A3"), ("A1 A3 B2", "A1"), ("A3 B1", "B1"),
        ],
    )  # fmt: skip
    def test_give_what_costs_least(self, held, card):
        """`give`: the card whose loss costs the own score least; of equals the lowest, then the first in card order."""
        assert table("", held, "", kind="give", of=2).deadline_move(2) == f"give {card}"

    def test_end(self):
        """`after`: `end`."""
        assert table(TEN, "", "", kind="after").deadline_move(1) == "end"


class TestForced:
    @pytest.mark.parametrize(
        ("position", "move"),
        [
            (lambda: table("", "", ""), "reveal"),
            (lambda: table("A3 B3", "", "", row=""), "reveal"),
            (lambda: table("", "A3", "", kind="give", of=2), "give A3"),
            (lambda: table("", "", "", row="A3", kind="pick"), "take A3"),
            (lambda: table("", "", "", row="A3", pile="", last=True), "take A3"),
            (lambda: table("A3 B3 C3", "", ""), None),
            (lambda: table("", "", "", row="A3"), None),
            (lambda: table("", "A3 B3", "", kind="give", of=2), None),
            (lambda: table("", "", "", row="A3 B3", kind="pick"), None),
            (lambda: table("A3", "B3", "", kind="ask"), None),
            (lambda: table("A3", "B3", "", kind="draw"), None),
            (lambda: table(TEN, "", "", kind="after"), None),
            (lambda: table("A3 B3 C3", "", "", row="A1", last=True), None),
        ],
    )
    def test_one_legal_move(self, position, move):
        """Forced: one legal move for the decision waited for. All is open, so it is publicly forced."""
        position = position()
        seat = asked(position)[0]
        assert position.forced(seat) == (Forced(move, True) if move else None)
        assert all(position.forced(other) is None for other in {1, 2, 3} - {seat})
