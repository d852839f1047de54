"""Katzenjammer Blues, clause by clause: material, set-up, reveal, auction, settling.

Each test carries the words of the rules page it is for.
"""

from collections import Counter

import pytest

from games.chance import ImpossibleOutcome, MissingOutcome, Recorded
from games.contract import BadOptions, check_options, IllegalMove, NotYourTurn, Option
from games.katzenjammer_blues import KatzenjammerBlues
from tests.games.katzenjammer import asked, deal, DECK, discard, fact, hand, lay, pass_on, row, say, sell

TWO = ("111222", "333444")
THREE = ("111222", "333444", "55511J")
FOUR = (*THREE, "22334J")
SIX = (*FOUR, "123451", "234512")


class TestMaterial:
    def test_deck(self):
        """90 cards: fifteen each of the numbers 1 2 3 4 5, and fifteen jokers J."""
        assert Counter(DECK) == dict.fromkeys("12345J", 15)

    def test_canonical_deck_order(self):
        """Canonical deck order: fifteen 1, then 2, 3, 4, 5, then fifteen J."""
        assert "".join(DECK) == "1" * 15 + "2" * 15 + "3" * 15 + "4" * 15 + "5" * 15 + "J" * 15

    @pytest.mark.parametrize(("hands", "mice"), [(SIX, 24), (SIX[:5], 24), (FOUR, 20), (THREE, 20), (TWO, 20)])
    def test_mice(self, hands, mice):
        """Mice: 24 with five or six seats, 20 with two to four."""
        assert deal(hands).view(None)["left"] == mice

    @pytest.mark.parametrize("games", [1, 2, 10])
    def test_option_games(self, games):
        """Option games (1 to 10, default 1): how many games make the match."""
        assert check_options(KatzenjammerBlues, {}, 2) == {"games": 1}
        assert check_options(KatzenjammerBlues, {"games": games}, 2) == {"games": games}
        assert deal(TWO, games=games).view(None)["options"] == {"games": games}

    @pytest.mark.parametrize("games", [0, 11, -1, True, "2", 2.0, None])
    def test_no_other_number_of_games(self, games):
        """Option games (1 to 10, default 1)."""
        with pytest.raises(BadOptions, match="1–10"):
            check_options(KatzenjammerBlues, {"games": games}, 2)

    @pytest.mark.parametrize(("seats", "good"), [(1, False), (2, True), (6, True), (7, False), (0, False)])
    def test_seats(self, seats, good):
        """2–6 seats."""
        if good:
            assert check_options(KatzenjammerBlues, {}, seats)
        else:
            with pytest.raises(BadOptions, match="2 to 6 seats"):
                check_options(KatzenjammerBlues, {}, seats)

    def test_version_and_name(self):
        """Katzenjammer Blues (rules version 1)."""
        game = KatzenjammerBlues
        assert (game.key, game.rules, game.name) == ("katzenjammer-blues", 1, "Katzenjammer Blues")
        assert [option.key for option in game.options] == ["games"]
        assert game.options[0] == Option("games", "int", 1, "Games in the match", low=1, high=10)


class TestSetUp:
    @pytest.mark.parametrize("first", [1, 2, 3])
    def test_first(self, first):
        """`first` is the seat of the first band leader."""
        view = deal(THREE, first=first).view(None)
        assert (view["first"], view["leader"]) == (first, first)

    def test_first_is_below_the_number_of_seats(self):
        """`first`: a number from 0 (seat 1), below the number of seats."""
        with pytest.raises(ImpossibleOutcome, match="first"):
            deal(THREE, first=4)

    def test_deck_of_each_game(self):
        """`deck/K` is the deck of the match's K-th game."""
        with pytest.raises(MissingOutcome, match="deck/1"):
            KatzenjammerBlues.deal({"games": 1}, 2, Recorded({"first": 0, "deck/2": list(DECK)}))

    def test_six_cards_each(self):
        """Six cards go to each seat, one at a time, the band leader's left neighbour first."""
        order = ["1", "2", "3", "4", "5", "J"]  # of what is dealt to seats 3, 1, 2 in turn
        deck = [card for card in order for _ in range(3)]
        deck[:3] = ["5", "4", "3"]
        rest = list((Counter(DECK) - Counter(deck)).elements())
        position = KatzenjammerBlues.deal({"games": 1}, 3, Recorded({"first": 1, "deck/1": deck + rest}))
        assert [hand(position, seat) for seat in (3, 1, 2)] == ["23455J", "23445J", "23345J"]

    @pytest.mark.parametrize("first", [1, 2, 3])
    def test_hands_as_laid_out(self, first):
        """Six cards go to each seat."""
        position = deal(THREE, "11", first=first)
        assert [hand(position, seat) for seat in (1, 2, 3)] == ["111222", "333444", "11555J"]

    @pytest.mark.parametrize("hands", [TWO, THREE, FOUR, SIX])
    def test_pile(self, hands):
        """The rest is the pile."""
        assert deal(hands, "11").view(None)["pile"] == 90 - 6 * len(hands) - 2

    def test_nothing_else_lies_anywhere(self):
        """The rest is the pile."""
        view = deal(THREE, "11").view(None)
        assert (view["front"], view["mice"], view["totals"], view["jokers"]) == ([0] * 3,) * 4
        assert (set(view["discard"].values()), view["ended"], view["known"]) == ({0}, [], [""] * 3)
        assert (view["number"], view["bids"], view["standing"], view["bidder"]) == (1, [], None, None)

    def test_deal_is_told(self):
        """Six cards go to each seat: public that they do, private which."""
        told = fact(deal(THREE, games=3).facts, "deal")
        assert (told.seat, told.about) == (1, {"number": 1, "of": 3, "each": 6})
        assert told.private == {1: {"cards": "111222"}, 2: {"cards": "333444"}, 3: {"cards": "11555J"}}


class TestReveal:
    @pytest.mark.parametrize(
        ("pile", "shown"),
        [("11", "11"), ("1213", "121"), ("123455", "123455"), ("543211", "543211"), ("1233", "1233")],
    )
    def test_until_a_number_shows_for_the_second_time(self, pile, shown):
        """The leader turns cards into the row until a number shows for the second time; that card is in the row too."""
        position = deal(THREE, pile)
        assert row(position) == shown
        assert [f.kind for f in position.facts] == ["deal", "reveal"]
        assert (position.facts[1].seat, position.facts[1].about) == (1, {"cards": shown})

    @pytest.mark.parametrize(("pile", "shown"), [("J345", "J"), ("12J345", "12J"), ("12345J111", "12345J")])
    def test_or_a_joker_shows(self, pile, shown):
        """... or a joker shows; that card is in the row too."""
        assert row(deal(THREE, pile)) == shown

    def test_in_this_row(self):
        """... for the second time in this row."""
        position = deal(THREE, "122 1344")
        pass_on(position, position.view(None)["pile"] - 1)
        assert row(position) == "1344"

    def test_reveal_is_no_decision(self):
        """Reveal (no decision)."""
        assert asked(deal(THREE, "11")) == (2, "bid")

    @pytest.mark.parametrize("first", [1, 2, 3])
    def test_every_seat_draws_the_leader_last(self, first):
        """Every seat then draws one card. Ruling: the leader's left neighbour draws first and the leader last."""
        hands = ("111111", "222222", "333333")
        position = deal(hands, "J345 1", first=first)
        drawn = dict(zip([first % 3 + 1, (first + 1) % 3 + 1, first], "345", strict=True))
        assert [hand(position, seat) for seat in (1, 2, 3)] == [hands[s - 1] + drawn[s] for s in (1, 2, 3)]
        assert position.view(None)["sizes"] == [7, 7, 7]
        assert position.view(None)["pile"] == 90 - 18 - 4
        told = fact(position.facts, "draw")
        assert told.about == {"seats": list(drawn)}
        assert told.private == {seat: {"card": card} for seat, card in drawn.items()}
        assert told.seat == first

    def test_no_joker_no_draw(self):
        """If it was a joker, every seat then draws."""
        assert deal(THREE, "11").view(None)["sizes"] == [6, 6, 6]

    def test_a_drawn_joker_is_like_any_card(self):
        """Every seat then draws one card from the pile into its hand."""
        position = deal(TWO, "JJJ 1")
        assert (row(position), hand(position, 1), hand(position, 2)) == ("J", "111222J", "333444J")
        assert position.view(None)["front"] == [0, 0]


class TestAuction:
    @pytest.mark.parametrize(("first", "turns"), [(1, [2, 3, 4, 1]), (3, [4, 1, 2, 3]), (4, [1, 2, 3, 4])])
    def test_left_neighbour_begins_then_clockwise(self, first, turns):
        """The leader's left neighbour begins, then clockwise."""
        position, found = deal(FOUR, "11", first=first), []
        for _ in range(4):
            found.append(position.to_act()[0].seat)
            position.play(found[-1], "pass")
        assert found == turns

    def test_skipping_seats_that_have_passed(self):
        """... skipping seats that have passed; passes and is out of this auction."""
        position = deal(FOUR, "11")
        say(position, "2 bid 1x3", "3 pass", "4 bid 1x4", "1 pass", "2 bid 2x3")
        assert asked(position) == (4, "bid")
        assert position.view(None)["passed"] == [1, 3]
        say(position, "4 bid 3x2")
        assert asked(position) == (2, "bid")

    def test_bids_higher_than_the_standing_bid(self):
        """A seat bids higher than the standing bid, or passes."""
        position = deal(THREE, "11")
        say(position, "2 bid 1x4")
        for lower in ("bid 1x4", "bid 1x1"):
            with pytest.raises(
                IllegalMove, match=r"does not beat the standing bid 1x4; .* lowest bid that does is 1x5"
            ):
                position.play(3, lower)
        say(position, "3 bid 1x5")

    def test_only_the_seat_whose_turn_it_is(self):
        """Every game here waits for exactly one seat at a time."""
        with pytest.raises(NotYourTurn, match="waits for seat 2") as error:
            deal(THREE).play(3, "pass")
        assert error.value.facts == {"seat": 3, "turn": 2}

    def test_others_have_no_moves(self):
        """Every game here waits for exactly one seat at a time."""
        position = deal(THREE, "11")
        assert [list(position.moves(seat)) for seat in (1, 3)] == [[], []]
        pass_on(position)
        assert [list(position.moves(seat)) for seat in (0, 1, 2, 3)] == [[]] * 4

    def test_ends_when_all_but_the_holder_have_passed(self):
        """It ends when all but the holder of the standing bid have passed."""
        position = deal(THREE, "122")
        facts = say(position, "2 bid 1x3", "3 pass", "1 pass")
        assert asked(position) == (2, "settle")
        assert fact(facts, "won").about == {"bid": "1x3", "row": "122"}
        assert fact(facts, "won").seat == 2

    def test_a_later_bid_may_win(self):
        """It ends when all but the holder of the standing bid have passed."""
        position = deal(THREE, "122")
        say(position, "2 bid 1x3", "3 bid 1x5", "1 pass", "2 pass")
        assert asked(position) == (3, "settle")

    def test_with_no_bid_yet_the_last_one_may_still_bid(self):
        """Ruling: with no bid yet, that one may still bid."""
        position = deal(THREE, "11")
        say(position, "2 pass", "3 pass")
        assert asked(position) == (1, "bid")
        say(position, "1 bid 1x2")
        assert asked(position) == (1, "settle")

    def test_all_passed(self):
        """All passed, no bid: the row is discarded; the same leader reveals again."""
        position = deal(THREE, "1233 144")
        facts = say(position, "2 pass", "3 pass", "1 pass")
        assert [f.kind for f in facts] == ["pass", "unsold", "reveal"]
        assert (facts[1].seat, facts[1].about) == (1, {"cards": "1233"})
        assert (discard(position), row(position), position.view(None)["leader"]) == ("1233", "144", 1)
        assert asked(position) == (2, "bid")
        assert position.view(None)["passed"] == []

    def test_jokers_in_the_row_are_discarded_too(self):
        """... the row is discarded, jokers in it too."""
        position = deal(THREE, "12J345 144")
        say(position, "2 pass", "3 pass", "1 pass")
        assert discard(position) == "12J"
        assert position.view(None)["front"] == [0, 0, 0]

    def test_what_is_told(self):
        """Public: the standing bid and all bids, who has passed."""
        position = deal(THREE, "11")
        [bid] = say(position, "2 bid 2x3")
        assert bid == ("bid", 2, {"bid": "2x3"}, None)
        [passed] = say(position, "3 pass")
        assert passed == ("pass", 3, {}, None)
        view = position.view(None)
        assert (view["standing"], view["bidder"], view["passed"]) == ("2x3", 2, [3])
        assert view["bids"] == [[2, "2x3"], [3, "pass"]]


class TestSettle:
    def test_one_move(self):
        """The winner pays the cards bid, takes the row into its hand, may show quartets, and is the next leader."""
        position = deal(("111222", "333445"), "133 55")
        facts = sell(position, "settle 4 3333")
        settled = fact(facts, "settle")
        quartet = {"cards": "3333", "mice": 3, "front": 0}
        assert (settled.seat, settled.about) == (2, {"pay": "4", "row": "133", "quartets": [quartet]})
        assert hand(position, 2) == "1345"
        assert position.view(None)["mice"] == [0, 3]
        assert position.view(None)["left"] == 17
        assert discard(position) == "33334"
        assert (position.view(None)["leader"], row(position), asked(position)) == (2, "55", (1, "bid"))

    def test_quartets_need_not_be_shown(self):
        """... may show quartets from its whole hand."""
        position = deal(("111222", "333345"), "122 55")
        sell(position, "settle 5")
        assert (hand(position, 2), position.view(None)["mice"]) == ("12233334", [0, 0])

    def test_the_same_leader_again(self):
        """... and is the next leader."""
        position = deal(THREE, "122 55")
        sell(position, "settle 1", seat=1)
        assert (position.view(None)["leader"], asked(position)) == (1, (2, "bid"))

    def test_the_winner_is_always_asked(self):
        """The winner is always asked to settle, even with one legal settlement."""
        position = deal(TWO, "155 22")
        say(position, "2 bid 1x3", "1 pass")
        assert list(position.moves(2)) == ["settle 3"]
        assert position.forced(2) is None

    def test_forced_or_not_the_winner_is_asked(self):
        """The winner is always asked to settle, even with one legal settlement and no bid above its own."""
        position = deal(("111444", "555JJJ"), "11")
        say(position, "2 bid 6x5", "1 pass")
        assert list(position.moves(2)) == ["settle 555JJJ"]
        assert position.forced(2) is None

    def test_every_settlement_is_listed(self):
        """Pay, then show quartets: few jokers first, no quartets first."""
        position = deal(("111222", "33335J"), "122 55")
        say(position, "2 bid 1x5", "1 pass")
        moves = ["settle 5", "settle 5 3333", "settle 5 333J", "settle J", "settle J 3333"]
        assert list(position.moves(2)) == moves

    def test_mice_add_up(self):
        """Each earns as many mice as its number."""
        position = deal(("111222", "333335"), "133 344 22")
        sell(position, "settle 5 3333")
        sell(position, "settle 1 3333", seat=2)
        assert position.view(None)["mice"] == [0, 6]
        assert position.view(None)["left"] == 14

    def test_the_builder_lays_fifteen_of_each(self):
        assert Counter(lay(SIX, "12J")) == Counter(DECK)
