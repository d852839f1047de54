"""Katzenjammer Blues, clause by clause: bids, paying, quartets."""

from collections import Counter
from itertools import combinations, product

import pytest

from games.contract import BadNotation, IllegalMove
from games.katzenjammer_hand import (
    BID_MOVES,
    BID_TEXT,
    bids_over,
    next_strength,
    payable,
    payments,
    pays,
    quartet_lists,
    QUARTETS,
    read_bid,
    STRENGTHS,
    text,
)
from tests.games.katzenjammer import cards, deal, discard, fact, hand, say, sell

SMALL = [cards("".join(c * n for c, n in zip("12345J", sizes, strict=True))) for sizes in product(range(3), repeat=6)]


def strength(bid):
    return BID_MOVES[f"bid {bid}"]


def all_ways_to_pay(cards_held, bid):
    """Return every payment of `bid`, found by trying each set of cards with each number jokers may stand for."""
    size = int(bid[0])
    found = set()
    for chosen in set(combinations(cards_held, size)):
        naturals = [card for card in chosen if card != "J"]
        mixed = size >= 2 and len(set(naturals)) == len(naturals)
        same = set(naturals) <= {bid[-1]}
        if mixed if bid.endswith("mix") else same:
            found.add("".join(sorted(chosen)))
    return found


class TestBids:
    def test_ladder(self):
        """1x1 < 1x2 < … < 1x5 < 2mix < 2x1 < … < 2x5 < 3mix < …"""
        ladder = [f"1x{n}" for n in range(1, 6)]
        for size in range(2, 31):
            ladder += [f"{size}mix"] * (size <= 5) + [f"{size}x{n}" for n in range(1, 6)]
        assert [BID_TEXT[s] for s in sorted(STRENGTHS)] == ladder
        assert list(STRENGTHS) == sorted(STRENGTHS)
        assert [strength(bid) for bid in ladder] == list(STRENGTHS)

    @pytest.mark.parametrize(
        ("lower", "higher"),
        [("1x5", "2x2"), ("3x1", "3x2"), ("3mix", "4mix"), ("3mix", "5mix"), ("4mix", "4x1"), ("1x5", "2mix"),
         ("2mix", "2x1"), ("2x5", "3mix"), ("5mix", "5x1"), ("5x5", "6x1")],
    )  # fmt: skip
    def test_examples(self, lower, higher):
        """2x2 beats 1x5; 3x2 beats 3x1; after 3mix the next mixed bid is 4mix or 5mix; 4x1 beats 4mix."""
        assert strength(lower) < strength(higher)

    def test_a_higher_bid_may_follow_and_a_lower_may_not(self):
        """A seat bids higher than the standing bid."""
        position = deal(("12345J", "12345J"), "JJJJ 11")
        position.play(2, "bid 3mix")
        for bid in ("3mix", "2x5", "1x1"):
            assert not position.is_legal(1, f"bid {bid}")
        for bid in ("3x1", "4mix", "5mix"):
            assert position.is_legal(1, f"bid {bid}")

    def test_mixed_bids_are_of_two_to_five_cards(self):
        """A mixed bid is of 2 to 5 cards. Ruling: a single card is never "mixed". There is no 6mix."""
        assert [move for move in BID_MOVES if "mix" in move] == [f"bid {n}mix" for n in (2, 3, 4, 5)]
        for bid in ("1mix", "6mix", "0mix", "30mix"):
            with pytest.raises(BadNotation, match=f"“bid {bid}” is no bid: a mixed bid is of 2 to 5 cards"):
                read_bid(f"bid {bid}")

    @pytest.mark.parametrize("bid", ["31x1", "99x5", "0x3", "00x1"])
    def test_no_bid_of_more_cards_than_there_are(self, bid):
        """Fifteen of a number and fifteen jokers pay for thirty cards and no more."""
        with pytest.raises(BadNotation, match=f"“bid {bid}” is no bid: it can be of 1 to 30 cards"):
            read_bid(f"bid {bid}")
        assert read_bid("bid 30x5") == max(STRENGTHS)

    def test_example_hand(self):
        """Hand 3 J J J: 4x3, 3x5, 2mix, 3mix, 4mix; 4x1 is not payable, nor is 5mix."""
        held = cards("3JJJ")
        bids = [BID_TEXT[s] for s in bids_over(0, held)]
        mixed = [bid for bid in bids if "mix" in bid]
        same = [bid for bid in bids if "x" in bid and "mix" not in bid]
        assert mixed == ["2mix", "3mix", "4mix"]
        assert [bid for bid in same if bid[0] == "4"] == ["4x3"]
        assert max(bid for bid in same if bid[0] == "3") == "3x5"
        assert not payable(held, strength("4x1"))
        assert not payable(held, strength("5mix"))

    def test_payable_is_what_can_be_paid(self):
        """A joker counts as any number, as many as one likes, in both kinds of bid."""
        for held in SMALL:
            for bid in STRENGTHS[: STRENGTHS.index(strength("6x5")) + 1]:
                assert payable(held, bid) == bool(all_ways_to_pay(text(held), BID_TEXT[bid]))

    @pytest.mark.parametrize("standing", [0, *STRENGTHS[:27]])
    def test_bids_over(self, standing):
        """A bid must be payable from the hand at that moment."""
        for held in SMALL[::7]:
            assert list(bids_over(standing, held)) == [s for s in STRENGTHS if s > standing and payable(held, s)]

    def test_bids_over_with_the_largest_hand(self):
        """Fifteen of a number and fifteen jokers."""
        assert list(bids_over(strength("29x5"), cards("5" * 15 + "J" * 15))) == [strength("30x5")]
        assert list(bids_over(strength("29x5"), cards("5" * 15 + "J" * 15 + "1"))) == [strength("30x5")]
        assert list(bids_over(strength("30x5"), cards("5" * 15 + "J" * 15))) == []

    def test_next_strength(self):
        """The smallest bid that could still be made."""
        assert [next_strength(s) for s in (0, *STRENGTHS[:-1])] == list(STRENGTHS)

    def test_a_bid_that_cannot_be_paid(self):
        """A bid must be payable from the hand at that moment."""
        position = deal(("111222", "333344"), "11")
        with pytest.raises(IllegalMove, match="Your hand 333344 cannot pay 5x3; your lowest bid now is 1x3"):
            position.play(2, "bid 5x3")
        position.play(2, "bid 2x4")
        with pytest.raises(IllegalMove, match="Your hand 111222 cannot pay 4x1; your lowest bid now is 3x1"):
            position.play(1, "bid 4x1")

    def test_no_bid_is_left(self):
        """A seat bids higher than the standing bid, or passes."""
        position = deal(("111222", "333344"), "11")
        position.play(2, "bid 4x3")
        with pytest.raises(IllegalMove, match="1x1 does not beat 4x3, and your hand has no bid that does: pass"):
            position.play(1, "bid 1x1")
        with pytest.raises(IllegalMove, match="Your hand 111222 cannot pay 5mix, nor any other bid now: pass"):
            position.play(1, "bid 5mix")
        assert list(position.moves(1)) == ["pass"]

    def test_moves_from_the_lowest_then_pass(self):
        """`bid 3x2`, `bid 4mix`: bid. `pass`: leave this auction."""
        position = deal(("111222", "33344J"), "11")
        bids = ["1x1", "1x2", "1x3", "1x4", "1x5", "2mix", "2x3", "2x4", "3mix", "3x3", "3x4", "4x3"]
        assert list(position.moves(2)) == [*(f"bid {bid}" for bid in bids), "pass"]


class TestPaying:
    def test_payments_are_those_that_pay(self):
        """3x2: three cards, each a 2 or a J. 4mix: four cards, no number twice, the rest jokers."""
        for held in SMALL[::2]:
            for bid in STRENGTHS[: STRENGTHS.index(strength("5x5")) + 1]:
                found = [text(pay) for pay in payments(held, bid)]
                assert len(found) == len(set(found))
                assert set(found) == all_ways_to_pay(text(held), BID_TEXT[bid])

    @pytest.mark.parametrize("held", ["JJJJJJ", "1JJJJ", "1123JJJJJ"])
    def test_payments_with_jokers_to_spare(self, held):
        """The rest jokers: as many as the bid still needs, and no more."""
        for bid in STRENGTHS[: STRENGTHS.index(strength("5x5")) + 1]:
            found = [text(pay) for pay in payments(cards(held), bid)]
            assert sorted(found) == sorted(all_ways_to_pay(held, BID_TEXT[bid]))

    def test_pays(self):
        """3x2: three cards, each a 2 or a J. 4mix: four cards, no number twice, the rest jokers."""
        for paid in SMALL:
            for bid in ("1x1", "2x1", "3x2", "3x5", "4x4", "2mix", "4mix", "5mix"):
                fits = text(paid) in all_ways_to_pay(text(paid), bid) and len(text(paid)) == int(bid[0])
                assert pays(paid, strength(bid)) == fits, (text(paid), bid)

    def test_order_of_payments(self):
        """Pay with as few jokers as possible, in a mixed bid with the lowest numbers first."""
        assert [text(p) for p in payments(cards("22JJJ"), strength("3x2"))] == ["22J", "2JJ", "JJJ"]
        mixed = ["134", "13J", "14J", "34J", "1JJ", "3JJ", "4JJ"]
        assert [text(p) for p in payments(cards("1134JJ"), strength("3mix"))] == mixed

    def test_example(self):
        """Hand 3 J J J, bid 2x3 won: it may pay 3J or JJ."""
        assert [text(p) for p in payments(cards("3JJJ"), strength("2x3"))] == ["3J", "JJ"]

    @pytest.mark.parametrize(
        ("held", "bid", "move"),
        [
            ("123444", "3x4", "settle 444"), ("1234JJ", "3x4", "settle 4JJ"), ("1123JJ", "4mix", "settle 123J"),
            ("4455JJ", "3mix", "settle 45J"), ("44455J", "1x4", "settle 4"), ("1JJJJJ", "2x1", "settle 1J"),
            ("5JJJJJ", "2x1", "settle JJ"), ("JJJJJJ", "4mix", "settle JJJJ"),
        ],
    )  # fmt: skip
    def test_deadline_move(self, held, bid, move):
        """Pay with as few jokers as possible, in a mixed bid with the lowest numbers first; no quartets."""
        position = deal(("111222", held), "55")
        assert position.deadline_move(2) == "pass"
        say(position, f"2 bid {bid}", "1 pass")
        assert position.deadline_move(2) == move

    def test_numbers_to_the_discard_jokers_in_front(self):
        """Numbers go face up to the discard. Jokers stay face up in front of the payer, and cannot be used again."""
        position = deal(("111222", "335JJJ"), "55 44")
        sell(position, "settle 33JJ", bid="4x3")
        view = position.view(None)
        assert (discard(position), view["front"], hand(position, 2)) == ("33", [0, 2], "555J")
        sell(position, "settle J", bid="1x2", seat=2)
        assert (discard(position), position.view(None)["front"]) == ("33", [0, 3])

    def test_which_cards_pay_is_chosen_when_settling(self):
        """Which cards exactly will pay is chosen when settling."""
        position = deal(("111222", "335JJJ"), "55")
        say(position, "2 bid 2x3", "1 pass")
        heads = [move for move in position.moves(2) if len(move.split()) == 2]
        assert heads == ["settle 33", "settle 3J", "settle JJ"]

    def test_a_payment_that_is_not_the_bids(self):
        """3x2: three cards, each a 2 or a J."""
        position = deal(("111222", "3345JJ"), "55")
        say(position, "2 bid 3x3", "1 pass")
        with pytest.raises(IllegalMove, match="334 does not pay 3x3: that takes 3 cards, each 3 or J, for example 33J"):
            position.play(2, "settle 334")

    def test_a_mixed_payment_that_is_not_the_bids(self):
        """4mix: four cards, no number twice, the rest jokers."""
        position = deal(("111222", "3345JJ"), "55")
        say(position, "2 bid 4mix", "1 pass")
        with pytest.raises(IllegalMove, match=r"334J .* 4mix: that takes 4 cards, no number twice, for example 345J"):
            position.play(2, "settle 334J")

    def test_a_payment_that_is_not_held(self):
        """A bid must be payable from the hand at that moment: the row comes after paying."""
        position = deal(("111222", "3345JJ"), "33")
        say(position, "2 bid 3x3", "1 pass")
        with pytest.raises(IllegalMove, match=r"You do not hold 333: your hand is 3345JJ\. You could pay 33J"):
            position.play(2, "settle 333")


class TestQuartets:
    def test_all_there_are(self):
        """Four cards of one number, any of them jokers; at least one natural card, unless all four are jokers."""
        made = {n * k + "J" * (4 - k): (int(n), 4 - k) for n in "12345" for k in (1, 2, 3, 4)}
        valued = {f"JJJJ={n}": (n, 4) for n in (1, 2, 3, 4, 5)}
        expected = {**made, **valued, "JJJJ=0": (0, 0)}
        assert {key: (q.value, q.front) for key, q in QUARTETS.items()} == expected
        assert all(key == q.text and Counter(text(q.cards)) == Counter(key[:4]) for key, q in QUARTETS.items())

    @pytest.mark.parametrize(
        ("quartet", "mice", "front", "gone"),
        [("5555", 5, 0, "5555"), ("555J", 5, 1, "555"), ("55JJ", 5, 2, "55"), ("5JJJ", 5, 3, "5"), ("JJJJ=1", 1, 4, ""),
         ("JJJJ=4", 4, 4, ""), ("JJJJ=5", 5, 4, ""), ("JJJJ=0", 0, 0, "JJJJ")],
    )  # fmt: skip
    def test_each_kind(self, quartet, mice, front, gone):
        """Mice as its number; numbers are discarded; jokers stay in front; worthless: no mice, discarded."""
        held = quartet[:4].replace("5", "", 2)
        position = deal(("111222", (held + "4444444")[:6]), "55 122" if "5" in quartet[:4] else "122")
        facts = sell(position, f"settle 4 {quartet}")
        view = position.view(None)
        assert (view["mice"], view["left"], view["front"]) == ([0, mice], 20 - mice, [0, front])
        assert Counter(discard(position)) == Counter("4" + gone)
        shown = {"cards": quartet, "mice": mice, "front": front}
        assert fact(facts, "settle").about["quartets"] == [shown]

    def test_two_in_one_settlement(self):
        """A seat shows 3333 and 4444 in one settlement: 7 mice. Several quartets are shown in the order written."""
        position = deal(("111222", "333445"), "344 55", first=1)
        facts = sell(position, "settle 5 3333 4444")
        assert position.view(None)["mice"] == [0, 7]
        assert [q["cards"] for q in fact(facts, "settle").about["quartets"]] == ["3333", "4444"]
        again = deal(("111222", "333445"), "344 55", first=1)
        facts = sell(again, "settle 5 4444 3333")
        assert [q["cards"] for q in fact(facts, "settle").about["quartets"]] == ["4444", "3333"]

    def test_only_from_the_hand_at_that_moment(self):
        """... may show quartets from its whole hand: after paying, and after those shown before."""
        position = deal(("111222", "33335J"), "122")
        say(position, "2 bid 1x3", "1 pass")
        with pytest.raises(IllegalMove, match="There is no 3333 in 1223335J, your hand at that moment"):
            position.play(2, "settle 3 3333")
        with pytest.raises(IllegalMove, match="There is no 222J in 1225, your hand at that moment"):
            position.play(2, "settle 3 333J 222J")

    def test_every_way_to_show(self):
        """Several quartets are shown in the order written, while mice last."""
        held = cards("3333JJJJ")
        lists = list(quartet_lists(held, 20))
        assert len(lists) == len(set(lists))
        assert {"3333 JJJJ=5", "JJJJ=5 3333", "33JJ 33JJ", "3JJJ 333J", "333J 3JJJ", "JJJJ=0"} <= set(lists)
        for shown in lists:
            assert Counter("".join(q[:4] for q in shown.split())) <= Counter(text(held))

    def test_none_after_the_last_mouse(self):
        """The moment the last mouse is taken the game is over: nothing may follow."""
        held = cards("33334444JJJJ")
        assert "3333 4444" in quartet_lists(held, 4)
        assert "3333 4444" not in quartet_lists(held, 3)
        assert "4444 JJJJ=0" not in quartet_lists(held, 4)
        assert "4444 JJJJ=0" in quartet_lists(held, 5)
        assert "JJJJ=0 3333" in quartet_lists(held, 1)
        assert "1111 2222 3333" in quartet_lists(cards("111122223333"), 4)
        assert "1111 2222 3333" not in quartet_lists(cards("111122223333"), 3)
