"""Katzenjammer Blues: positions that may lie behind a view, every bid of the auction payable in them."""

from collections import Counter
from itertools import islice
from random import Random

from games.katzenjammer_blues import KatzenjammerBlues
from games.katzenjammer_hand import BID_MOVES, deals, draws, minus, NONE, payable, plus, text
from tests.games.katzenjammer import cards, deal, DECK, hand, pass_on, say, sell
from tests.games.test_katzenjammer_sight import in_the_middle

THREE = ("111222", "333444", "55511J")
SIX_FIVES = BID_MOVES["bid 6x5"]


class TestImagine:
    def test_bids_of_the_auction_can_be_paid(self):
        """A bid must be payable from the hand at that moment."""
        position = deal(("55555J", "JJ4444", "1JJ355"), "11")
        say(position, "2 bid 3x4", "3 bid 3x5", "1 bid 6x5", "2 pass")
        for seed in range(30):
            imagined = KatzenjammerBlues.imagine(position.view(2), Random(seed))
            one, two, three = (imagined.hands[seat] for seat in range(3))
            assert payable(one, BID_MOVES["bid 6x5"])
            assert payable(three, BID_MOVES["bid 3x5"])
            assert two == cards("4444JJ")

    def test_two_bids_of_one_seat(self):
        """A bid must be payable from the hand at that moment."""
        position = deal(("22222J", "111444"), "33")
        say(position, "2 bid 3x1", "1 bid 3x2", "2 bid 3x4")
        for seed in range(30):
            imagined = KatzenjammerBlues.imagine(position.view(None), Random(seed))
            assert all(payable(imagined.hands[1], BID_MOVES[f"bid {bid}"]) for bid in ("3x1", "3x4"))

    def test_known_cards_are_there(self):
        """Public: every payment and quartet."""
        position = deal(("111222", "333445"), "133 55")
        sell(position, "settle 4")
        for seed in range(10):
            imagined = KatzenjammerBlues.imagine(position.view(1), Random(seed))
            assert not Counter("133") - Counter(hand(imagined, 2))
            assert hand(imagined, 1) == "111222"
            assert imagined.view(1) == position.view(1)

    def test_no_card_is_made_or_lost(self):
        """90 cards: fifteen each."""
        position = in_the_middle()
        for seat in (None, 1, 2, 3):
            imagined = KatzenjammerBlues.imagine(position.view(seat), Random(1))
            away = imagined.canonical().split("\npile ")[1].split("\n")[0]
            everything = away + imagined.row + "".join(hand(imagined, s) for s in (1, 2, 3)) + "3" + "J"
            assert Counter(everything) == Counter(DECK)

    def test_plays_on(self):
        """A position imagined draws its own chance."""
        imagined = KatzenjammerBlues.imagine(deal(THREE, "11").view(1), Random(1))
        pass_on(imagined, pile=30)
        assert imagined.to_act()


class TestDeals:
    def test_nobody_wants_cards(self):
        hands = (cards("111"), cards("222"))
        assert list(deals(hands, cards("345"), [], {}, [3, 3], Random(1))) == [(hands, cards("345"))]

    def test_hands_are_filled_to_their_sizes(self):
        hands = (cards("1"), NONE, cards("3"))
        unseen = cards("1122334455JJ")
        for filled, rest in islice(deals(hands, unseen, [1, 2], {}, [4, 2, 1], Random(1)), 30):
            assert [sum(held) for held in filled] == [4, 2, 1]
            assert filled[0][0] >= 1
            assert filled[2] == hands[2]
            assert plus(plus(filled[0], filled[1]), rest) == plus(unseen, hands[0])

    def test_who_must_hold_certain_cards_is_dealt_first(self):
        """Sixty cards dealt to seat 2 at random would hardly ever leave the six fives."""
        unseen = cards("555555" + "1" * 15 + "2" * 15 + "3" * 15 + "4" * 15)
        for wanted in ([1, 2], [2, 1]):
            filled, rest = next(deals((NONE, NONE), unseen, wanted, {1: [SIX_FIVES]}, [6, 60], Random(1)))
            assert (text(filled[0]), rest) == ("555555", NONE)

    def test_draws_by_chance_first(self):
        """Without bids to pay any draw will do, and different ones come."""
        found = list(islice(draws(NONE, cards("112345JJ"), 3, (), Random(1)), 40))
        assert all(sum(drawn) == 3 for drawn in found)
        assert len(set(found)) > 10

    def test_chance_goes_by_cards(self):
        """One `1` among fifteen cards is drawn as rarely as it would be at a table."""
        firsts = [text(next(draws(NONE, cards("1" + "2" * 14), 1, (), Random(seed)))) for seed in range(60)]
        assert 0 < firsts.count("1") < 12

    def test_then_every_draw_there_is(self):
        """The only draws that pay are found, however rare, each of them, and in any order."""
        unseen = cards("555JJJJ" + "1" * 15 + "2" * 15 + "3" * 15 + "4" * 15)
        orders = set()
        for seed in range(12):
            found = [text(drawn) for drawn in draws(cards("5"), unseen, 5, [SIX_FIVES], Random(seed))]
            assert set(found) == {"555JJ", "55JJJ", "5JJJJ"}
            orders.add(tuple(found))
        assert len(orders) > 2

    def test_every_bid_must_be_payable(self):
        """Six fives and three ones of six cards: three of them are jokers."""
        unseen = cards("555JJJ" + "1" * 15 + "2" * 15 + "3" * 15 + "4" * 15)
        for seed in range(5):
            found = draws(NONE, unseen, 6, [SIX_FIVES, BID_MOVES["bid 3x1"]], Random(seed))
            assert {text(drawn) for drawn in found} == {"555JJJ"}

    def test_none_where_none_can_pay(self):
        assert list(draws(NONE, cards("555JJ1111"), 6, [SIX_FIVES], Random(1))) == []

    def test_what_is_drawn_was_there(self):
        unseen = cards("5J5J5J1")
        for drawn in draws(NONE, unseen, 6, [SIX_FIVES, BID_MOVES["bid 2x5"]], Random(1)):
            assert min(minus(unseen, drawn)) >= 0
            assert sum(drawn) == 6
