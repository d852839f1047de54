"""Katzenjammer Blues, clause by clause: what people type, and the canonical form of it."""

import pytest

from games.contract import BadNotation
from games.katzenjammer_hand import BID_TEXT, read_bid, read_settlement, squeeze
from tests.games.katzenjammer import asked, deal, fact, say


class TestReadingBids:
    @pytest.mark.parametrize(
        ("typed", "bid"),
        [
            ("bid 3x2", "3x2"), ("BID 3X2", "3x2"), (" bid  3 x 2 ", "3x2"), ("3x2", "3x2"), ("3×2", "3x2"),
            ("bid 3 × 2", "3x2"), ("3 x 2s", "3x2"), ("４mix", "4mix"), ("4 MIX", "4mix"), ("4mixed", "4mix"),
            ("Bid 4 Mixed", "4mix"), ("bid\t12x5\n", "12x5"), ("bid 03x2", "3x2"),
        ],
    )  # fmt: skip
    def test_leniently(self, typed, bid):
        """Read leniently: upper and lower case; extra spaces; `3 x 2` and `3×2` for `3x2`."""
        assert BID_TEXT[read_bid(typed)] == bid

    @pytest.mark.parametrize("typed", ["pass", "PASS", " Pass ", "p a s s"])
    def test_pass(self, typed):
        """Read leniently: upper and lower case; extra spaces."""
        assert read_bid(typed) == 0
        assert deal(("111222", "333444"), "11").read(2, typed) == "pass"

    def test_what_is_stored_is_the_canonical_form(self):
        """What is stored is the canonical form."""
        position = deal(("111222", "222444"), "11")
        assert position.read(2, "3 × 2S") == "bid 3x2"
        assert fact(position.play(2, "3 × 2S"), "bid").about == {"bid": "3x2"}

    @pytest.mark.parametrize(
        "typed",
        ["", "bid", "bid 3", "x2", "3x", "2-3", "passx", "bid pass", "-3x2", "3x2x1", "100x1", "mix",
         "4mixes", "4mix s", "bid bid 3x2", "3xJ", "settle 3", "bid 3x2 please"],
    )  # fmt: skip
    def test_anything_else_is_asked_back(self, typed):
        with pytest.raises(BadNotation, match="is not a bid: write for example “bid 3x2”, “bid 4mix” or “pass”") as e:
            read_bid(typed)
        assert f"“{typed}”" in str(e.value)

    @pytest.mark.parametrize("typed", ["3x6", "3x0", "3x22", "bid 3 x 9"])
    def test_a_number_that_no_card_has(self, typed):
        """90 cards: fifteen each of the numbers 1 2 3 4 5."""
        with pytest.raises(BadNotation, match="is no bid: the cards have the numbers 1 to 5") as error:
            read_bid(typed)
        assert f"“{typed}”" in str(error.value)

    @pytest.mark.parametrize(
        ("typed", "bid"),
        [("three 4s", "3x4"), ("one 5", "1x5"), ("Bid Two 1s", "2x1"), ("four mixed", "4mix"), ("five mix", "5mix")],
    )
    def test_a_bid_as_it_is_echoed_in_words(self, typed, bid):
        """A bid is always echoed in words (“three 2s”): what is shown so can be typed so."""
        assert BID_TEXT[read_bid(typed)] == bid

    @pytest.mark.parametrize("typed", ["z" * 81, "6mix" + " " * 100, "99x1" + " " * 100])
    def test_eighty_characters_are_quoted(self, typed):
        with pytest.raises(BadNotation) as error:
            read_bid(typed)
        assert error.value.facts["move"] == typed[:80]

    def test_squeeze(self):
        assert squeeze(" ＢｉＤ　３ × 2\n") == "bid3x2"


class TestReadingSettlements:
    @pytest.mark.parametrize(
        ("typed", "size", "move"),
        [
            ("settle 22J", 3, "settle 22J"), ("settle J22", 3, "settle 22J"), ("SETTLE 2 2 j", 3, "settle 22J"),
            ("settle 134J 5555 22JJ", 4, "settle 134J 5555 22JJ"), ("settle 3 JJJJ=5", 1, "settle 3 JJJJ=5"),
            ("settle 5 JJJJ=0 444J", 1, "settle 5 JJJJ=0 444J"), ("settle 2 2 J 5 5 5 5", 3, "settle 22J 5555"),
            ("settle22J5555", 3, "settle 22J 5555"), ("settle 22J J 2 J 2", 3, "settle 22J 22JJ"),
            ("settle 3 jjjj = 5", 1, "settle 3 JJJJ=5"), ("pay 3", 1, "settle 3"), ("22J", 3, "settle 22J"),
            ("settle 3 JJJJ=0 J444", 1,
             "settle 3 JJJJ=0 444J"), ("settle 5 4444 3333", 1, "settle 5 4444 3333"), ("ｓettle　２", 1, "settle 2"),
        ],
    )  # fmt: skip
    def test_leniently(self, typed, size, move):
        """Split by the bid: its number of cards pays, then groups of four, =N closing its four."""
        assert str(read_settlement(typed, size)) == move

    @pytest.mark.parametrize("typed", ["", "settl 3", "settle 226", "settle 22X", "pass", "settle 3 JJJJ=6",
                                       "settle 22J, 5555", "settle 0", "setle 3", "settle 3 ="])  # fmt: skip
    def test_no_settlement(self, typed):
        wrong = "does not settle: write “settle”, the 3 cards that pay, and then quartets of four cards"
        with pytest.raises(BadNotation, match=wrong) as error:
            read_settlement(typed, 3)
        assert f"“{typed}”" in str(error.value)

    @pytest.mark.parametrize("typed", ["settle", "settle 22", "pay J", "settle 22=5", "settle =5 22"])
    def test_too_little(self, typed):
        """Split by the bid: its number of cards pays."""
        with pytest.raises(BadNotation, match=f"“{typed}” pays too little: the bid takes 3 cards"):
            read_settlement(typed, 3)

    def test_four_jokers_are_asked_back(self):
        """JJJJ alone is asked back (=5? =0?)."""
        with pytest.raises(BadNotation, match="Four jokers need their value: JJJJ=5 earns five mice, JJJJ=0 discards"):
            read_settlement("settle 3 JJJJ", 1)

    def test_only_four_jokers_take_a_value(self):
        """=N follows four jokers only."""
        with pytest.raises(BadNotation, match=r"444J is what its number says; only four jokers take .* “=4”"):
            read_settlement("settle 3 444J=4", 1)

    @pytest.mark.parametrize(
        ("typed", "named"),
        [("settle 3 4445", "4445"), ("settle 3 444", "444"), ("settle 3 4444 1", "1"), ("settle 3 1234=5", "1234=5"),
         ("settle 3 =5JJJJ", "=5JJJ")],
    )  # fmt: skip
    def test_no_quartet(self, typed, named):
        """Then groups of four."""
        wrong = f"^{named} is no quartet: after the 1 cards that pay come four cards of one number, some may be jokers"
        with pytest.raises(BadNotation, match=wrong):
            read_settlement(typed, 1)

    @pytest.mark.parametrize("typed", ["settle x" + "1" * 100, "settle" + " " * 100])
    def test_eighty_characters_are_quoted(self, typed):
        with pytest.raises(BadNotation) as error:
            read_settlement(typed, 2)
        assert error.value.facts["move"] == typed[:80]
        assert error.value.facts["size"] == 2

    def test_play_reads_leniently(self):
        """What is stored is the canonical form."""
        position = deal(("111222", "33335J"), "122")
        say(position, "2 BID 2 × 3", "1 Pass")
        assert asked(position) == (2, "settle")
        assert position.read(2, "pay J 3") == "settle 3J"
        assert fact(position.play(2, "Pay j3"), "settle").about["pay"] == "3J"
