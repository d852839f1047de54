"""Records: their move lines, outcomes and result."""

from copy import deepcopy

import pytest

from games.record import check, split_tag
from tests.games.katzenjammer import deal, lay
from tests.games.test_record import BARE, changed, dump, FULL, line, refused


def table(hands, pile, moves, **keys):
    """Return the record of the first moves of a game laid out card by card."""
    return {
        "format": "mousepost-record/1", "game": "katzenjammer-blues", "rules": 1, "options": {},
        "players": ["Ann", "Ben", "Cho"][: len(hands)], "chance": {"first": 0, "deck/1": lay(hands, pile)},
        "moves": moves, "result": None, **keys,
    }  # fmt: skip


HANDS, PILE = ("111222", "111222"), "J45" * 15


def start(*moves):
    return table(("111222", "33344J"), "122 55", list(moves))


class TestMoves:
    """`move N`, N from 1."""

    def test_good(self):
        assert check(dump(start("2 bid 1x3", "1 pass", "2 settle 3")))

    @pytest.mark.parametrize(
        "text",
        ["1 pass", "3 pass", "99 pass", "0 pass", "-2 pass", "+2 pass", "02 pass", "²pass", "² pass", "２ pass",
         "٢ pass", "2.0 pass", "2pass", "2  pass", " 2 pass", "2 pass ", "2\tpass", "2\u00a0pass", "2 pass\n",
         "2 pass\u00a0",
         "2",
         "2 ", "", " ", "pass", "100 pass", "9" * 5000 + " pass", "2 pass pass", "2 pa ss", "2 Pass", "2 PASS", "2 1x3",
         "2 bid 1X3", "2 bid  1x3", "2 bid 1×3", "2 bid 01x3", "2 bid 1x3s", "2 Bid 1x3", "2 bid 5x5", "2 bid 1x6",
         "2 settle 3", "2 nonsense", "2 ２mix"],
    )  # fmt: skip
    def test_refused(self, text):
        """Not legal, not that seat's; not the canonical text to the letter: sign, leading zero, single spaces."""
        refused(start(text), "move 1")
        refused(start("2 pass", "1 pass", text), "move 3")

    def test_the_first_that_is_wrong_is_named(self):
        refused(start("2 pass", "1 pass", "2 nonsense", "nonsense"), "move 3")

    @pytest.mark.parametrize("text", ["2 settle J4", "2 settle 4J 222", "2 settle 4 J", "2 settle 4J ", "2 pay 4J"])
    def test_settlements_to_the_letter(self, text):
        """Not the canonical text to the letter."""
        refused(start("2 bid 2x4", "1 pass", text), "move 3")
        assert check(dump(start("2 bid 2x4", "1 pass", "2 settle 4J")))

    def test_after_the_end(self):
        """After the end."""
        for text in ("1 pass", "1 bid 1x1", "0 pass", "nonsense", "1 pass (deadline)", "1 pass (forced)"):
            refused(changed(FULL, moves=[*FULL["moves"], text]), f"move {len(FULL['moves']) + 1}")

    def test_after_the_end_before_the_result(self):
        refused(changed(FULL, moves=[*FULL["moves"], "1 pass"], result=None), f"move {len(FULL['moves']) + 1}")


class TestTags:
    @pytest.mark.parametrize("tag", [" (deadline)", " (order)", " (bot)", ""])
    def test_known(self, tag):
        """A move that no person sent ends in one tag."""
        assert check(dump(start(f"2 pass{tag}")))

    @pytest.mark.parametrize(
        "tag", ["()", "(robot)", "(Deadline)", "( deadline)", "(deadline )", "(deadline) (bot)", "(bot) (bot)",
                "((bot))",
                "(bot", "bot)", "(bot).", "(Bot)", "(orders)", "(\n)"],
    )  # fmt: skip
    def test_none_of_the_four(self, tag):
        """A tag that is none of the four."""
        refused(start(f"2 pass {tag}"), "move 1")

    @pytest.mark.parametrize("text", ["2 pass(bot)", "2 pass  (bot)", "2 (bot)", "(bot)", " (bot)", "2 pass (bot) "])
    def test_a_tag_is_after_one_space(self, text):
        """Single spaces."""
        refused(start(text), "move 1")

    def test_deadline_on_what_is_not_the_deadline_move(self):
        """`(deadline)` on what is not the deadline move."""
        assert "not the deadline move" in refused(start("2 bid 1x3 (deadline)"), "move 1")
        refused(start("2 bid 2x4", "1 pass", "2 settle 4J (deadline)"), "move 3")
        assert check(dump(start("2 bid 2x4", "1 pass", "2 settle 44 (deadline)")))

    def test_forced_on_what_was_not_publicly_forced(self):
        """`(forced)` on what was not publicly forced."""
        hands = ("111444", "444JJJ", "555222")
        assert "not publicly forced" in refused(table(hands, "11", ["2 pass (forced)"]), "move 1")
        refused(table(hands, "11", ["2 bid 6x4", "3 pass (forced)"]), "move 2")
        hands = ("111444", "555JJJ", "333222")
        assert check(dump(table(hands, "11", ["2 bid 6x5", "3 pass (forced)", "1 pass (forced)"])))
        assert check(dump(table(hands, "11", ["2 bid 6x5", "3 pass", "1 pass"])))
        refused(table(hands, "11", ["2 bid 6x5 (forced)"]), "move 1")

    def test_forced_on_the_only_settlement(self):
        """The winner is always asked to settle, even with one legal settlement."""
        moves = ["2 bid 1x3", "1 pass", "2 settle 3 (forced)"]
        refused(start(*moves), "move 3")

    def test_a_tag_of_the_wrong_seat(self):
        for tag in ("deadline", "forced", "order", "bot"):
            refused(start(f"1 pass ({tag})"), "move 1")

    def test_split_tag(self):
        assert split_tag("2 pass (bot)") == ("2 pass", "bot")
        assert split_tag("2 pass (x y)") == ("2 pass", "x y")
        assert split_tag("2 pass") == ("2 pass", "")
        assert split_tag("2 pass (a) (b)") == ("2 pass (a)", "b")


class TestChance:
    """`chance`: needed and missing or impossible; or, after the last move, never needed."""

    @pytest.mark.parametrize("first", [3, -1, 10**30])
    def test_impossible_first(self, first):
        refused(changed(BARE, chance={**BARE["chance"], "first": first}), "chance")

    @pytest.mark.parametrize("break_", [lambda d: d[:-1], lambda d: [*d, "1"], lambda d: ["6", *d[1:]], lambda d: []])
    def test_impossible_deck(self, break_):
        refused(changed(BARE, chance={**BARE["chance"], "deck/1": break_(BARE["chance"]["deck/1"])}), "chance")

    @pytest.mark.parametrize("label", ["first", "deck/1"])
    def test_missing(self, label):
        record = deepcopy(BARE)
        del record["chance"][label]
        refused(record, "chance")

    @pytest.mark.parametrize(
        ("label", "value"), [("deck/2", []), ("draw/1", 0), ("other", None), ("", {}), ("first ", 1)]
    )
    def test_never_needed(self, label, value):
        record = changed(BARE, chance={**BARE["chance"], label: value})
        assert f"“{label}” was never needed" in refused(record, "chance")

    def test_before_the_result(self):
        refused(changed(BARE, chance={**BARE["chance"], "other": 1}, result=None), "chance")

    def test_after_the_moves(self):
        record = line(BARE, len(BARE["moves"]), "nonsense")
        refused(changed(record, chance={**BARE["chance"], "other": 1}), f"move {len(BARE['moves'])}")

    def test_before_the_first_move(self):
        """An outcome that is needed (also before the first move)."""
        record = line(BARE, 1, "nonsense")
        del record["chance"]["deck/1"]
        refused(record, "chance")


class TestResult:
    """`result`: not what the replay gives; `winners` in rising order."""

    def test_missing(self):
        assert "missing" in refused(changed(FULL, result=None), "result")

    @pytest.mark.parametrize(
        "result",
        [{"scores": [-4, 5, 0, 4], "winners": [2]}, {"scores": [-4, 5, 0], "winners": [2]},
         {"scores": [], "winners": [2]},
         {"scores": [-4, 5, 0, 3], "winners": []}, {"scores": [-4, 5, 0, 3], "winners": [1, 2]},
         {"scores": [-4, 5, 0, 3], "winners": [2, 2]}, {"scores": [-4, 5, 0, 3], "winners": [10**100]}],
    )  # fmt: skip
    def test_differs(self, result):
        assert FULL["result"] == {"scores": [-4, 5, 0, 3], "winners": [2]}
        refused(changed(FULL, result=result), "result")

    def test_winners_in_rising_order(self):
        """`winners` in rising order."""
        position, moves = deal(HANDS, PILE), []
        while position.to_act():
            moves.append(f"{position.to_act()[0].seat} pass")
            position.play(position.to_act()[0].seat, "pass")
        record = table(HANDS, PILE, moves, result={"scores": [0, 0], "winners": [1, 2]})
        assert check(dump(record))
        for winners in ([2, 1], [1], [2], [1, 2, 2], []):
            refused(changed(record, result={"scores": [0, 0], "winners": winners}), "result")
