"""Katzenjammer Blues, clause by clause: the end of a game, and a match of several."""

import pytest

from games.chance import MissingOutcome
from games.contract import GameOver, IllegalMove
from tests.games.katzenjammer import asked, deal, discard, fact, hand, lay, pass_on, row, say, sell

# Seat 2 takes 155 and 144 for a 1 each time: two mice are left, and it can show 5555 in its next settlement.
MICE_GO = ("222333", "555111")
ROWS = "155 155 155 144 144 144 144 155 155"
TAKEN = ["1 5555", "1", "1 5555", "1", "1 4444", "1", "1 4444", "1"]


def ending(hands, end="", **match):
    """Pass until the pile is gone; jokers that are in no hand are turned over, and discarded."""
    jokers = 15 - "".join((*hands, end)).count("J")
    position = deal(hands, ("J" + "453"[: len(hands)]) * jokers, end, **match)
    pass_on(position)
    return position


def two_mice_left():
    position = deal(MICE_GO, ROWS)
    for pay in TAKEN:
        sell(position, f"settle {pay}", seat=2)
    assert position.view(None)["left"] == 2
    say(position, "1 pass", "2 bid 1x1")
    return position


class TestPileEnds:
    @pytest.mark.parametrize("end", ["12", "11", "J", "1J", "1"])
    def test_with_a_card_turned_to_the_row(self, end):
        """At once when the last card of the pile is drawn, whether turned to the row ..."""
        position = ending(("111222", "111222"), "33" + end)
        view = position.view(None)
        assert (view["pile"], row(position), view["over"], position.to_act()) == (0, end, True, [])
        assert fact(position.facts, "game over").about["cause"] == "row"
        assert [f.kind for f in position.facts] == ["pass", "unsold", "reveal", "game over", "match over"]
        assert fact(position.facts, "reveal").about == {"cards": end}

    def test_the_row_belongs_to_nobody(self):
        """If the pile ends during a reveal, the row belongs to nobody."""
        position = ending(("111222", "111222"), "33 12")
        assert [h[:6] for h in position.view(None)["hands"]] == ["111222", "111222"]
        assert row(position) == "12"
        assert len(discard(position)) + 2 + sum(position.view(None)["sizes"]) == 90

    def test_nobody_draws_after_a_joker_that_is_last(self):
        """... and seats that had still to draw draw nothing."""
        before = ending(("111222", "111222"), "33 12")
        position = ending(("111222", "111222"), "33 J")
        assert sum(position.view(None)["sizes"]) == sum(before.view(None)["sizes"]) - 2
        assert position.view(None)["ended"][0]["cause"] == "row"

    @pytest.mark.parametrize(("drawn", "seats"), [("5", [2]), ("52", [2, 3]), ("521", [2, 3, 1])])
    def test_with_a_card_drawn_after_a_joker(self, drawn, seats):
        """... or drawn after a joker; seats that had still to draw draw nothing."""
        position = ending(("111222", "111222", "111222"), "J" + drawn)
        told = fact(position.facts, "draw")
        assert told.about == {"seats": seats}
        assert told.private == {seat: {"card": card} for seat, card in zip(seats, drawn, strict=True)}
        assert fact(position.facts, "game over").about["cause"] == "draw"
        assert position.view(None)["sizes"] == [6 + 14 + (seat in seats) for seat in (1, 2, 3)]
        assert position.view(None)["over"]

    def test_one_card_left_is_not_the_end(self):
        """At once when the last card of the pile is drawn."""
        position = deal(("111222", "111222"), ("J45" * 15), "33 1")
        pass_on(position, pile=1)
        assert (row(position), position.view(None)["pile"], asked(position)) == ("33", 1, (2, "bid"))

    def test_draws_that_leave_a_card_are_not_the_end(self):
        """At once when the last card of the pile is drawn."""
        position = deal(("111222", "111222"), ("J45" * 14), "33 J12 1")
        pass_on(position, pile=1)
        assert (row(position), position.view(None)["pile"], asked(position)) == ("J", 1, (2, "bid"))

    def test_when_the_winner_has_settled(self):
        """At once: the next reveal may be the end."""
        position = deal(("111222", "111222"), ("J45" * 15), "33 1")
        pass_on(position, pile=1)
        facts = sell(position, "settle 1", seat=2)
        assert [f.kind for f in facts] == ["settle", "reveal", "game over", "match over"]
        assert facts[1].seat == 2


class TestMiceEnd:
    def test_with_too_few_left_the_rest_of_them(self):
        """Two mice left, a seat shows 5555: it gets 2, and the game is over."""
        position = two_mice_left()
        facts = say(position, "2 settle 1 5555")
        assert [f.kind for f in facts] == ["settle", "game over", "match over"]
        assert facts[0].about["quartets"] == [{"cards": "5555", "mice": 2, "front": 0}]
        over = fact(facts, "game over")
        assert (over.seat, over.about["cause"], over.about["mice"]) == (2, "mice", [0, 20])
        view = position.view(None)
        assert (view["left"], view["row"], view["over"], view["leader"]) == (0, [], True, 2)
        assert "\nrow -\n" in position.canonical()

    def test_the_row_was_taken_before(self):
        """The winner pays the cards bid, takes the row into its hand: it is there when the last mouse is taken."""
        position = two_mice_left()
        say(position, "2 settle 1 5555")
        assert position.view(None)["hands"] == ["222333", "1115"]

    def test_the_last_mouse_exactly(self):
        """... or when the last mouse is taken."""
        position = deal(("222333", "555111"), "155 155 155 155 155 11 144 144")
        for pay in ["1 5555", "1", "1 5555", "1", "1 5555", "1 1111", "5", "1 4444"]:
            assert not position.view(None)["over"]
            sell(position, f"settle {pay}", seat=2)
        assert position.view(None)["mice"] == [0, 20]
        assert position.view(None)["ended"][0]["cause"] == "mice"

    def test_nothing_may_follow(self):
        """The moment the last mouse is taken the game is over: nothing may follow."""
        position = two_mice_left()
        with pytest.raises(IllegalMove, match="last mouse is taken before 4444, and that ends the game: leave it out"):
            position.play(2, "settle 1 5555 4444")

    def test_worthless_jokers_before_or_not_at_all(self):
        """Written before the quartet that takes the last mouse, or not at all."""
        position = two_mice_left()
        with pytest.raises(IllegalMove, match="The last mouse is taken before JJJJ=0"):
            position.play(2, "settle 1 5555 JJJJ=0")
        with pytest.raises(IllegalMove, match="There is no JJJJ=0 in"):
            position.play(2, "settle 1 JJJJ=0 5555")

    def test_a_mouse_left_is_not_the_end(self):
        """... or when the last mouse is taken."""
        position = two_mice_left()
        say(position, "2 settle 1")
        assert asked(position) == (1, "bid")
        assert position.view(None)["left"] == 2

    def test_mice_offered_while_they_last(self):
        """Each earns as many mice as its number, while mice last."""
        position = two_mice_left()
        assert position.choices(position.view(2)).parts["quartets"] == [
            {"cards": "5555", "mice": 2, "front": 0, "always": True}
        ]


class TestScoring:
    def test_example(self):
        """Six seats, before the penalty 6 6 5 1 1 5 (24 mice), the sixth alone with most jokers: it ends at 0."""
        hands = ("333312", "444411", "555511", "111124", "111124", "5JJJ44")
        position = deal(hands, "33 33 22 22 44 44 44 55")
        for seat, settlement in [(1, "1 3333"), (1, "2 3333"), (2, "1 4444"), (2, "1 2222"), (3, "1 5555"),
                                 (4, "2 1111"), (5, "2 1111"), (6, "4 5JJJ")]:  # fmt: skip
            facts = sell(position, f"settle {settlement}", seat=seat)
        over = fact(facts, "game over").about
        assert over == {
            "number": 1, "cause": "mice", "mice": [6, 6, 5, 1, 1, 5], "front": [0, 0, 0, 0, 0, 3],
            "in_hand": [0] * 6, "jokers": [0, 0, 0, 0, 0, 3], "punished": [6], "scores": [6, 6, 5, 1, 1, 0],
        }  # fmt: skip
        assert position.result() == ((6, 6, 5, 1, 1, 0), (1, 2))
        assert fact(facts, "match over").about == {"scores": [6, 6, 5, 1, 1, 0], "winners": [1, 2]}
        assert fact(facts, "match over").seat == 6

    @pytest.mark.parametrize(
        ("hands", "scores", "winners"),
        [
            (("111122", "1111JJ", "22222J"), (0, -5, 0), (1,)),
            (("11112J", "1111JJ", "22222J"), (0, -5, 0), (1, 3)),
            (("1111JJ", "1111JJ", "22222J"), (-5, -5, 0), (3,)),
            (("11112J", "11112J", "22222J"), (-5, -5, -5), (1, 2, 3)),
            (("111122", "11112J", "222222"), (0, -5, 0), (1, 3)),
            (("111111", "111122", "222222"), (0, 0, 0), (1, 2, 3)),
        ],
    )
    def test_penalty_and_winners(self, hands, scores, winners):
        """Most jokers: five mice; tied seats each lose five; scores can be negative; nobody has any: nobody loses any.

        Winner: most mice; among equals, fewest jokers; still equal, shared.
        """
        assert ending(hands).result() == (scores, winners)

    def test_jokers_in_hand_are_added_to_those_in_front(self):
        """Then each seat adds the jokers in its hand to those in front of it."""
        position = deal(("1111JJ", "22224J", "22225J"), "33 44 55" + "J345" * 11, "11")
        sell(position, "settle J", bid="1x2", seat=1)
        sell(position, "settle J", bid="1x2", seat=2)
        pass_on(position)
        [game] = position.view(None)["ended"]
        assert (game["front"], game["in_hand"], game["jokers"]) == ([1, 1, 0], [1, 0, 1], [2, 1, 1])
        assert (game["punished"], game["scores"], game["mice"]) == ([1], [-5, 0, 0], [0, 0, 0])
        assert position.view(None)["jokers"] == [2, 1, 1]

    def test_worthless_jokers_are_rid_of(self):
        """Four jokers worthless: the only way to be rid of jokers."""
        position = deal(("111122", "2JJJJJ", "11222J"), "33" + "J345" * 9, "11")
        sell(position, "settle 2 JJJJ=0", seat=2)
        pass_on(position)
        assert position.view(None)["ended"][0]["jokers"] == [0, 1, 1]

    def test_over(self):
        """The match is over: nothing can be played any more."""
        position = ending(("111222", "111222"))
        assert position.view(None)["result"] == {"scores": [0, 0], "winners": [1, 2]}
        with pytest.raises(GameOver, match="The match is over: nothing can be played any more"):
            position.play(1, "pass")


class TestMatch:
    HANDS = ("1111JJ", "11222J", "122222")

    def later(self, first, hands=HANDS, end="1"):
        """Lay a later game in which every joker of the pile is discarded."""
        return lay(hands, "J345" * (15 - "".join(hands).count("J")), end, first)

    @pytest.mark.parametrize("first", [1, 2, 3])
    def test_first_leader_of_each_game(self, first):
        """Ruling: the K-th game's first leader is K-1 seats to the left of the first one's."""
        leaders = [(first - 1 + game) % 3 + 1 for game in range(4)]
        position = ending(self.HANDS, first=first, games=4, later=[self.later(s) for s in leaders[1:]])
        assert [game["number"] for game in position.view(None)["ended"]] == [1, 2, 3, 4]
        position = deal(self.HANDS, "J345" * 12, first=first, games=4, later=[self.later(s) for s in leaders[1:]])
        for number, leader in enumerate(leaders, 1):
            view = position.view(None)
            assert (view["number"], view["leader"], view["first"]) == (number, leader, first)
            assert asked(position) == (leader % 3 + 1, "bid")
            while position.to_act() and position.view(None)["number"] == number:
                position.play(position.to_act()[0].seat, "pass")
        assert position.view(None)["over"]

    def test_scores_and_jokers_add_up(self):
        """Scores of the games are added up; the highest total, then the fewest jokers over all games."""
        second = self.later(2, ("1111JJ", "11222J", "122222"))
        third = self.later(3, ("111122", "11222J", "1222JJ"))
        position = ending(self.HANDS, games=3, later=[second, third])
        view = position.view(None)
        assert [game["scores"] for game in view["ended"]] == [[-5, 0, 0], [-5, 0, 0], [0, 0, -5]]
        assert (view["totals"], view["jokers"]) == ([-10, 0, -5], [4, 3, 2])
        assert position.result() == ((-10, 0, -5), (2,))

    def test_fewest_jokers_over_all_games(self):
        """The winner has the highest total, then the fewest jokers over all games."""
        second = self.later(2, ("111122", "112JJJ", "1222JJ"))
        position = ending(("1111JJ", "112222", "12222J"), games=2, later=[second])
        assert position.result() == ((-5, -5, 0), (3,))
        second = self.later(2, ("111122", "112JJJ", "122222"))
        position = ending(("1111JJ", "112222", "122JJJ"), games=2, later=[second])
        assert position.view(None)["jokers"] == [2, 3, 3]
        assert position.result() == ((0, -5, -5), (1,))

    def test_a_tie_on_total_goes_to_fewer_jokers_of_all_games(self):
        """... then the fewest jokers over all games, then shared."""
        second = self.later(2, ("11112J", "1122JJ", "122JJJ"))
        position = ending(("11112J", "112222", "122JJJ"), games=2, later=[second])
        assert position.view(None)["jokers"] == [2, 2, 6]
        assert position.result() == ((0, 0, -10), (1, 2))
        second = self.later(2, ("11112J", "11222J", "122JJJ"))
        position = ending(("11112J", "112222", "122JJJ"), games=2, later=[second])
        assert position.result() == ((0, 0, -10), (2,))

    def test_nothing_carries_over(self):
        """A game's hands, pile, mice and jokers do not carry over."""
        hands = ("222333", "555111")
        second = lay(("112233", "445511"), "1 2 1", first=2)
        position = deal(hands, ROWS, games=2, later=[second])
        for pay in [*TAKEN, "1 5555"]:
            facts = sell(position, f"settle {pay}", seat=2)
        assert [f.kind for f in facts] == ["settle", "game over", "deal", "reveal"]
        assert fact(facts, "deal").about == {"number": 2, "of": 2, "each": 6}
        view = position.view(None)
        assert (view["mice"], view["left"], view["front"], view["known"]) == ([0, 0], 20, [0, 0], ["", ""])
        assert (hand(position, 1), hand(position, 2), row(position)) == ("112233", "114455", "121")
        assert (view["bids"], view["standing"], view["bidder"], view["passed"]) == ([], None, None, [])
        assert (view["pile"], set(view["discard"].values())) == (75, {0})
        assert (view["totals"], view["over"], position.result()) == ([0, 20], False, None)

    def test_a_missing_deck_leaves_the_game_before_its_last_move(self):
        """A later deck that is not known stops the move that needs it, and nothing has changed."""
        position = deal(("111222", "111222"), "J45" * 15, "1", games=2)
        pass_on(position, pile=1)
        position.play(2, "pass")
        before, facts = position.canonical(), position.facts
        with pytest.raises(MissingOutcome, match="deck/2"):
            position.play(1, "pass")
        assert (position.canonical(), position.facts) == (before, facts)
        assert asked(position) == (1, "bid")
