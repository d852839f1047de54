"""Clubs, clause by clause: what people type, and the canonical form of it."""

import pytest

from games.clubs_melds import read_move
from games.contract import BadNotation, IllegalMove
from tests.games.clubs import cards, fact, late, say


def text(typed, wild=False):
    """Return what was read, in canonical text."""
    found = read_move(typed, wild)
    return found if isinstance(found, str) else f"play {found.text}"


class TestReading:
    @pytest.mark.parametrize(
        ("typed", "move"),
        [
            ("play 7C 7H", "play 7C 7H"), ("PLAY 7c 7h", "play 7C 7H"), (" play  7c   7H ", "play 7C 7H"),
            ("7C 7H", "play 7C 7H"), ("7c7h", "play 7C 7H"), ("7♣ 7♥", "play 7C 7H"), ("7♧7♡", "play 7C 7H"),
            ("7♦ 7♠", "play 7D 7S"), ("7♢ 7♤", "play 7D 7S"), ("7♣️ 7♥️", "play 7C 7H"), ("7♠︎", "play 7S"),
            ("play 7H 7C", "play 7C 7H"), ("7 C 7 H", "play 7C 7H"), ("7c, 7h", "play 7C 7H"), ("7c,7h", "play 7C 7H"),
            ("7Ｃ　７h", "play 7C 7H"), ("play7c7h", "play 7C 7H"), ("play\t7c\n7h", "play 7C 7H"), ("07c", "play 7C"),
            ("5S 3C 4H", "play 3C 4H 5S"), ("10d9c11s", "play 9C 10D 11S"), ("15s", "play 15S"),
            ("1c2d3h", "play 1C 2D 3H"),
            ("11c1d", None), ("play 15S=15", "play 15S"), ("15s = 15", "play 15S"),
        ],
    )  # fmt: skip
    def test_leniently(self, typed, move):
        """Upper and lower case; extra spaces; the order of cards; `7c7h` and `7♣ 7♥` for `7C 7H`."""
        if move:
            assert text(typed) == move
        else:
            with pytest.raises(IllegalMove):
                text(typed)

    @pytest.mark.parametrize("typed", ["pass", "PASS", " Pass ", "ｐass", "pass\n"])
    def test_pass(self, typed):
        assert text(typed) == "pass"

    @pytest.mark.parametrize("typed", ["double", "DOUBLE", " Double ", "double or nothing", "Double  Or Nothing"])
    def test_double(self, typed):
        """Upper and lower case; extra spaces."""
        assert text(typed) == "double"

    @pytest.mark.parametrize(
        "typed",
        ["", "play", "hm", "7", "C", "7X", "7C 7", "7C x", "pass 7C", "play pass", "double 7C", "7C=7=7", "15S=", "=7",
         "15S=x", "7C-7H", "-7C", "1000C", "1 1C", "pa ss", "7C pass", "play play 7C", "7C.", ",7C", "c7"],
    )  # fmt: skip
    def test_anything_else_is_asked_back(self, typed):
        with pytest.raises(BadNotation) as error:
            text(typed, wild=True)
        assert str(error.value) == (
            f"“{typed}” is not a move: write “play” and cards, for example “play 7C 7H”, or “pass”."
        )

    @pytest.mark.parametrize("typed", ["z" * 81, "16C " + "1C " * 50, "7C 7C", "7C=3", "15C=16"])
    def test_eighty_characters_are_quoted(self, typed):
        typed = typed.ljust(90)
        with pytest.raises(BadNotation) as error:
            text(typed, wild=True)
        assert error.value.facts["move"] == typed[:80]

    def test_what_is_stored_is_the_canonical_form(self):
        position = late(["7C 7H 9D", "8C 12C"])
        assert position.read(1, " 7h7c") == "play 7C 7H"
        told = fact(position.play(1, "7♥7♣"), "play")
        assert told.about["cards"] == ["7C", "7H"]
        say(position, "2 Pass")
        assert position.view(None)["tricks"] == [[1, ["7C", "7H"]]]


class TestWild:
    @pytest.mark.parametrize(
        ("typed", "move"),
        [
            ("play 6H 15S=7 8D", "play 6H 15S=7 8D"), ("15s=7 8d 6h", "play 6H 15S=7 8D"),
            ("15S = 7 6h 8d", "play 6H 15S=7 8D"),
            ("15s=76h8d", "play 6H 15S=7 8D"), ("15s=7,6h,8d", "play 6H 15S=7 8D"), ("15♠=7", "play 15S=7"),
            ("15S=15", "play 15S"), ("15S", "play 15S"), ("15S=14 13C 15C", "play 13C 15S=14 15C"),
            ("15S=15 15C=14", "play 15C=14 15S"), ("15S=07", "play 15S=7"), ("15S ＝ 7", "play 15S=7"),
            ("15C=14D", "play 15C=1 4D"), ("15C=1 1D", "play 15C=1 1D"), ("15C=14 14D", "play 15C=14 14D"),
            ("15C=1414D", "play 15C=14 14D"), ("15C=1515D", "play 15C 15D"), ("15C=115D=1", "play 15C=1 15D=1"),
        ],
    )  # fmt: skip
    def test_leniently(self, typed, move):
        """With `wild`: `play 6H 15S=7 8D`. A 15 without `=` is a 15; `=15` is read, and written without."""
        if move == "play 15C=1 4D":
            with pytest.raises(IllegalMove, match="15C=1 4D is neither"):
                text(typed, wild=True)
        elif move in ("play 15C=1 1D", "play 15C=14 14D"):
            assert text(typed, wild=True) == move.replace(move[5:], " ".join(reversed(move[5:].split())))
        elif move == "play 15C=14 14D" or typed == "15C=1414D":
            assert text(typed, wild=True) == "play 14D 15C=14"
        else:
            assert text(typed, wild=True) == move

    def test_canonical_order(self):
        """By the rank stood for; then naturals before wild cards; then suit order."""
        assert text("15H=7 15C=7 7S 7D", wild=True) == "play 7D 7S 15C=7 15H=7"
        assert text("8S 15C=7 6H", wild=True) == "play 6H 15C=7 8S"
        assert text("15S=14 13S 15C=12", wild=True) == "play 15C=12 13S 15S=14"
        assert text("15S 15H 15D 15C", wild=True) == "play 15C 15D 15H 15S"

    def test_which_15_stands_for_which_rank_is_free(self):
        """`15C=4 15D=5` and `15C=5 15D=4` are both canonical, and two moves."""
        position = late(["15C 15D 9H", "8C 12C"], wild=True)
        both = ["play 15C=4 15D=5", "play 15D=4 15C=5"]
        assert [position.read(1, move) for move in both] == both
        assert set(both) <= set(position.moves(1))
        assert text("15C=5 15D=4", wild=True) == "play 15D=4 15C=5"

    def test_only_a_15_stands_for_another_rank(self):
        """With `wild`, a card of rank 15 may be played as any rank 1 to 15; it is said which."""
        for typed in ("7C=8", "7C=7"):
            with pytest.raises(BadNotation) as error:
                text(typed, wild=True)
            assert str(error.value) == f"7C is what it is in “{typed}”: only a 15 can stand for another rank."

    @pytest.mark.parametrize("rank", range(1, 16))
    def test_any_rank(self, rank):
        """... any rank 1 to 15."""
        assert text(f"15C={rank}", wild=True) == ("play 15C" if rank == 15 else f"play 15C={rank}")

    @pytest.mark.parametrize("rank", [0, 16, 99, 100, 999])
    def test_no_such_rank(self, rank):
        with pytest.raises(BadNotation) as error:
            text(f"15C={rank}", wild=True)
        assert str(error.value) == f"In “15C={rank}” 15C can stand for the ranks 1 to 15."

    def test_without_wild(self):
        """With `wild`."""
        with pytest.raises(BadNotation, match="15s are not wild in this match: 15S is a 15"):
            text("6H 15S=7 8D")

    def test_what_is_said_in_one_match_is_not_what_it_is_in_another(self):
        """A text is read anew where 15s are wild."""
        assert text("14C 15S=15") == text("14C 15S=15", wild=True) == "play 14C 15S"
        assert text("15S=7", wild=True) == "play 15S=7"
        with pytest.raises(BadNotation):
            text("15S=7")


class TestCards:
    @pytest.mark.parametrize("card", ["0C", "16C", "99S", "100D"])
    def test_no_such_card(self, card):
        """Ranks 1–15 in four suits."""
        with pytest.raises(BadNotation) as error:
            text(f"play 7D {card}")
        wrong = f"There is no {card} in “play 7D {card}”: ranks go from 1 to 15, suits are C, D, H and S."
        assert str(error.value) == wrong

    def test_a_card_twice(self):
        for typed in ("7C 7C", "7C 8C 7c", "15S=7 15S=8"):
            with pytest.raises(BadNotation) as error:
                text(typed, wild=True)
            assert str(error.value) == f"“{typed}” names a card twice; there is one of each."

    def test_every_card(self):
        for card in cards("1-15CDHS"):
            assert text(card.lower()) == f"play {card}"
            assert text(card, wild=True) == f"play {card}"
