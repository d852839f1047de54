"""Katzenjammer Blues, clause by clause: who sees what, forced passes, what is offered."""

from random import Random

import pytest

from games.chance import Loose, NeedsChance
from games.contract import Forced
from games.katzenjammer_blues import KatzenjammerBlues
from games.katzenjammer_hand import BID_MOVES, payable
from tests.games.katzenjammer import cards, deal, lay, pass_on, say, sell

THREE = ("111222", "333444", "55511J")


def in_the_middle():
    """Return a position with something of everything: seat 2 has bid and 3 has passed, in the second round."""
    position = deal(("111222", "33345J", "55511J"), "12J345 122 44", games=2, first=2)
    say(position, "3 pass", "1 pass", "2 bid 2x3", "2 settle 3J", "3 bid 1x5", "1 pass")
    return position


class TestView:
    def test_everything_public_and_nothing_else(self):
        """Public: the row, bids, who has passed, hand sizes, jokers in front, mice, the pile's size, the discard."""
        position = in_the_middle()
        view = {
            "game": "katzenjammer-blues", "rules": 1, "seats": 3, "seat": None, "options": {"games": 2}, "over": False,
            "optional": [], "to_act": [{"seat": 2, "kind": "bid", "serial": 6}], "number": 1, "first": 2, "leader": 2,
            "row": ["1", "2", "2"], "pile": 63, "bids": [[3, "1x5"], [1, "pass"]], "standing": "1x5", "bidder": 3,
            "passed": [1], "hand": None, "hands": None, "sizes": [7, 8, 7], "known": ["", "12J", ""],
            "front": [0, 1, 0], "mice": [0, 0, 0], "left": 20,
            "discard": {"1": 0, "2": 0, "3": 1, "4": 0, "5": 0, "J": 0},
            "totals": [0, 0, 0], "jokers": [0, 0, 0], "ended": [], "result": None,
        }  # fmt: skip
        assert position.view(None) == view
        assert position.view(2) == {**view, "seat": 2, "hand": list("1233455J")}
        assert position.view(3) == {**view, "seat": 3, "hand": list("113555J")}

    def test_canonical_text(self):
        """The whole position as text, the pile's order and every hand in it."""
        position = in_the_middle()
        pile = lay(("111222", "33345J", "55511J"), "12J345 122 44", first=2)[-63:]
        assert position.canonical().splitlines() == [
            "katzenjammer-blues 1", "seats 3", "options games=2", "game 1 first 2 leader 2", "phase bid 2", "row 122",
            "pile " + "".join(pile), "bids 3:1x5 1:pass", "hands 1112224 1233455J 113555J", "front 0 1 0",
            "mice 0 0 0 left 20", "discard 0 0 1 0 0 0", "totals 0 0 0", "jokers 0 0 0",
        ]  # fmt: skip
        assert position.canonical().endswith("\n")

    def test_canonical_text_of_emptiness(self):
        """An empty row, pile, hand or list of bids is written `-`."""
        position = deal(("111111", "222222"), "33")
        assert "\nbids -\n" in position.canonical()
        pass_on(position)
        assert "\npile -\n" in position.canonical()
        assert "\nphase over\n" in position.canonical()
        assert "\nrow -\n" not in position.canonical()

    def test_pile_is_written_from_the_top(self):
        """Nobody: the pile's order."""
        assert "\npile 55123" in deal(THREE, "11 55123").canonical()

    def test_hands_are_private_until_the_match_is_over(self):
        """A game's other cards stay private until the match is over."""
        deck = lay(("111222", "333444"), "11", first=2)
        position = deal(("111222", "333444"), "11", games=2, later=[deck])
        while position.view(None)["number"] == 1:
            assert position.view(None)["hands"] is None
            position.play(position.to_act()[0].seat, "pass")
        assert position.view(1)["hands"] is None
        pass_on(position)
        assert position.view(None)["hands"] == ["".join(position.view(seat)["hand"]) for seat in (1, 2)]

    def test_jokers_of_every_hand_are_public_at_a_games_end(self):
        """At a game's end the jokers of every hand are public; its other cards stay private until the match is over."""
        deck = lay(("111222", "333444"), "11", first=2)
        position = deal(("11122J", "3344JJ"), "J11" * 6 + "J22" * 6 + "33", games=2, later=[deck])
        while position.view(None)["number"] == 1:
            position.play(position.to_act()[0].seat, "pass")
        assert position.view(None)["ended"][0]["in_hand"] == [1, 2]

    def test_passed_in_rising_order(self):
        position = deal((*THREE, "22334J"), "11", first=2)
        say(position, "3 pass", "4 bid 1x2", "1 pass")
        assert position.view(None)["passed"] == [1, 3]


class TestKnown:
    """Public: every payment and quartet, and so which cards must be in a hand."""

    def test_the_row_taken_is_known(self):
        position = deal(("111222", "333445"), "133 55")
        sell(position, "settle 4")
        assert position.view(None)["known"] == ["", "133"]

    def test_what_is_paid_or_shown_is_no_more(self):
        position = deal(("111222", "333445"), "133 155 44")
        sell(position, "settle 4", seat=2)
        sell(position, "settle 1 3333", seat=2)
        assert position.view(None)["known"] == ["", "155"]

    def test_a_payment_comes_before_the_row(self):
        position = deal(("111222", "333345"), "122 144 55")
        sell(position, "settle 3", seat=2)
        sell(position, "settle 4", seat=2)
        assert position.view(None)["known"] == ["", "112244"]

    def test_quartets_take_from_the_row(self):
        position = deal(("111222", "333345"), "133 55")
        sell(position, "settle 5 3333")
        assert position.view(None)["known"] == ["", "1"]


class TestForced:
    def test_public(self):
        """... smaller than the smallest bid that could still be made: after 6x5 that is seven cards."""
        position = deal(("111444", "555JJJ"), "11")
        say(position, "2 bid 6x5")
        assert position.forced(1) == Forced("pass", True)
        assert position.forced(2) is None
        assert list(position.moves(1)) == ["pass"]

    def test_not_public_with_as_many_cards(self):
        """After 6x4 there is 6x5: six cards might pay it."""
        position = deal(("111444", "444JJJ"), "11")
        say(position, "2 bid 6x4")
        assert position.forced(1) == Forced("pass", False)

    def test_not_forced_while_a_bid_is_left(self):
        """Forced: one legal move for the decision waited for."""
        position = deal(("55555J", "444JJJ"), "11")
        say(position, "2 bid 6x4")
        assert position.forced(1) is None
        assert list(position.moves(1)) == ["bid 6x5", "pass"]

    @pytest.mark.parametrize("bid", ["5mix", "2x5"])
    def test_not_public_below_the_size_of_the_hand(self, bid):
        """Nothing finer is deduced: that no bid can be paid only the hand itself tells."""
        position = deal(("111444", "12355J"), "11")
        say(position, f"2 bid {bid}")
        assert position.forced(1) == (Forced("pass", False) if bid == "5mix" else None)

    def test_an_empty_hand(self):
        """... smaller than the smallest bid: without a bid yet that is one card."""
        position = deal(("111222", "333345"), "44 44 22")
        sell(position, "settle 5 3333", seat=2)
        sell(position, "settle 4 4444", seat=2)
        assert position.view(None)["sizes"] == [6, 0]
        assert position.forced(1) is None
        say(position, "1 pass")
        assert position.forced(2) == Forced("pass", True)
        assert position.choices(position.view(2)).moves == ("pass",)
        assert "\nhands 111222 -\n" in position.canonical()


class TestChoices:
    def test_bids(self):
        """`bid 3x2`, `bid 4mix`: bid; `pass`."""
        position = deal(THREE, "11")
        choices = position.choices(position.view(2))
        assert choices.kind == "bid"
        assert choices.moves == tuple(position.moves(2))
        assert choices.moves[-1] == "pass"
        assert not choices.more
        assert choices.parts == {}

    def test_over_the_standing_bid(self):
        position = deal(THREE, "11")
        say(position, "2 bid 2x3")
        assert position.choices(position.view(3)).moves == tuple(position.moves(3))

    def test_nothing_for_others(self):
        position = deal(THREE, "11")
        for seat in (None, 1, 3):
            assert position.choices(position.view(seat)) == position.choices(deal(THREE, "11").view(1))
            assert position.choices(position.view(seat)).kind == ""

    def test_forty_nine_bids_and_pass_are_all_listed(self):
        """Nothing shown to a person lists more than 50; `more` says that legal moves are missing."""
        view = deal(("111222", "333444"), "11").view(2)
        found = {}
        hands = ["12345" * n + "J" + more for n in range(1, 12) for more in "12345"]
        hands += ["12345" * 8 + "1" * (n // 2) + "5" * (n - n // 2) for n in range(15)]
        for held in hands:
            choices = KatzenjammerBlues.choices({**view, "hand": list(held)})
            bids = sum(payable(cards(held), strength) for strength in BID_MOVES.values())
            assert len(choices.moves) == min(bids + 1, 50)
            assert choices.moves[-1] == "pass"
            assert choices.more == (bids > 49)
            found[bids] = choices
        assert {49, 50} <= set(found)

    def test_settling(self):
        """Payments with the jokers they cost; quartets that bring most first, of equals those with few jokers."""
        position = deal(("111222", "1155JJ"), "155 44")
        say(position, "2 bid 1x1", "1 pass")
        choices = position.choices(position.view(2))
        assert choices.parts["pays"] == [{"cards": "1", "front": 0}, {"cards": "J", "front": 1}]
        quartets = [(q["cards"], q["mice"], q["front"]) for q in choices.parts["quartets"]]
        assert quartets == [("5555", 5, 0), ("555J", 5, 1), ("55JJ", 5, 2), ("111J", 1, 1), ("11JJ", 1, 2)]
        assert choices.parts["slots"] == 2
        assert (choices.kind, choices.moves, choices.more) == ("settle", (), False)
        assert choices.parts.keys() == {"pays", "quartets", "slots"}

    def test_settling_without_quartets(self):
        """May show quartets: here there are none."""
        position = deal(("111222", "123455"), "122 44")
        say(position, "2 bid 1x1", "1 pass")
        parts = position.choices(position.view(2)).parts
        assert parts == {"pays": [{"cards": "1", "front": 0}], "quartets": [], "slots": 0}

    @pytest.mark.parametrize(("cards_held", "slots"), [(8 * 4, 5), (5 * 4, 5), (5 * 4 - 1, 4), (5, 1), (4, 0)])
    def test_slots(self, cards_held, slots):
        """A quartet is of four cards of the hand, the row in it, after paying; five at the most are offered."""
        position = deal(("111222", "123455"), "122 44")
        say(position, "2 bid 1x1", "1 pass")
        view = {**position.view(2), "hand": list("1" + "2" * (cards_held - 3))}
        assert position.choices(view).parts["slots"] == slots

    @pytest.mark.parametrize(("twos", "slots"), [(2, 1), (5, 1), (6, 2)])
    def test_slots_after_a_large_payment(self, twos, slots):
        """A quartet is of four cards of the hand, the row in it, after paying."""
        position = deal(("111222", "333322"), "22 44")
        say(position, "2 bid 4x3", "1 pass")
        view = {**position.view(2), "hand": list("2" * twos + "3333")}
        assert position.choices(view).parts["slots"] == slots


class TestCopies:
    """A copy of a live position turns over no card and shows no jokers."""

    def test_a_settlement_that_reveals(self):
        position = deal(THREE, "11 55")
        say(position, "2 bid 1x3", "3 pass", "1 pass")
        copy = position.copy()
        with pytest.raises(NeedsChance, match="deck/1"):
            copy.play(2, "settle 3")
        assert copy.canonical() == position.canonical()
        assert (copy.facts, copy.to_act()) == (position.facts, position.to_act())
        assert copy.view(2) == position.view(2)

    def test_the_last_pass(self):
        position = deal(THREE, "11 55")
        say(position, "2 pass", "3 pass")
        with pytest.raises(NeedsChance, match="deck/1"):
            position.copy().play(1, "pass")
        assert position.copy().play(1, "bid 1x1")

    def test_copies_with_chance_play_on(self):
        position = deal(THREE, "11 55")
        say(position, "2 pass", "3 pass")
        assert position.copy(Loose(Random(1))).play(1, "pass")
