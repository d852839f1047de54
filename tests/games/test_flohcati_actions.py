"""Zirkus Flohcati, clause by clause: the action cards."""

import pytest

from games.chance import ImpossibleOutcome, MissingOutcome
from tests.games.flohcati import asked, discard, hand, kinds, moves, row, say, table, TEN, told


class TestActions:
    @pytest.mark.parametrize("card", ["ask", "draw", "fanfare"])
    def test_the_card_is_discarded(self, card):
        """The card is discarded."""
        position = table("", "B1", "", row="A1", pile=f"{card} A2")
        facts = say(position, "1 reveal")
        assert told(facts)[0] == ("reveal", 1, {"card": card, "what": "action"})
        assert discard(position).split()[0] == card
        assert row(position) == "A1"

    @pytest.mark.parametrize("card", ["ask", "draw", "fanfare"])
    def test_it_must_be_followed(self, card):
        """An action card: it must be followed. It cannot be refused."""
        position = table("A3 C3 F3", "B1", "", row="A1", pile=f"{card} A2")
        say(position, "1 reveal")
        for move in ("end", "reveal", "gala", "trio A3 C3 F3", "pass"):
            assert not position.is_legal(1, move)
        assert asked(position)[1] == {"fanfare": "pick"}.get(card, card)

    @pytest.mark.parametrize("card", ["ask", "draw"])
    def test_afterwards_the_turn_is_over(self, card):
        """Afterwards the turn is over, but for trios and gala."""
        position = table("A3 C3", "F3", "", row="A1 B6", pile=card, draws=[0])
        say(position, "1 reveal", f"1 {card} 2")
        if card == "ask":
            say(position, "2 give F3")
        assert (asked(position), moves(position)) == ((1, "after"), ["end", "trio A3 C3 F3"])
        say(position, "1 trio A3 C3 F3")
        assert asked(position) == (2, "turn")

    @pytest.mark.parametrize("card", ["ask", "draw"])
    def test_a_gala_after_an_action(self, card):
        """... but for trios and gala."""
        position = table(TEN[3:], "A1", "", pile=card, draws=[0])
        say(position, "1 reveal", f"1 {card} 2")
        if card == "ask":
            say(position, "2 give A1")
        assert "gala" in moves(position)

    @pytest.mark.parametrize("card", ["ask", "draw"])
    def test_without_effect_when_no_other_seat_holds_a_card(self, card):
        """Ruling: no effect, and asks for no choice, when no other seat holds a card."""
        position = table("A3", "", "", pile=card)
        facts = say(position, "1 reveal")
        assert told(facts)[1:] == [("no effect", 1, {"card": card}), ("turn", 2, {"ended": 1})]
        assert (asked(position), hand(position, 1)) == ((2, "turn"), "A3")

    @pytest.mark.parametrize("card", ["ask", "draw"])
    def test_a_trio_after_no_effect(self, card):
        """Afterwards the turn is over, but for trios and gala."""
        position = table("A3 C3 F3", "", "", pile=card)
        facts = say(position, "1 reveal")
        assert kinds(facts) == ["reveal", "no effect"]
        assert (asked(position), moves(position)) == ((1, "after"), ["end", "trio A3 C3 F3"])

    @pytest.mark.parametrize("card", ["ask", "draw"])
    @pytest.mark.parametrize(("turn", "seats"), [(1, [2, 3, 4]), (3, [4, 1, 2]), (4, [1, 2, 3])])
    def test_choose_another_seat(self, card, turn, seats):
        """Choose another seat; a seat without cards may be chosen."""
        hands = ["A0", "", "C0", "D0"]
        position = table(*hands, pile=card, turn=turn)
        say(position, f"{turn} reveal")
        assert asked(position) == (turn, card)
        assert moves(position) == [f"{card} {seat}" for seat in seats]
        for seat in (0, turn, 5):
            assert not position.is_legal(turn, f"{card} {seat}")


class TestAsk:
    def start(self):
        position = table("A3", "B1 B6 C2", "", row="J0", pile="ask")
        say(position, "1 reveal")
        return position

    def test_the_seat_chooses_a_card_and_gives_it(self):
        """`ask`: choose another seat; it chooses a card of its hand and gives it, openly."""
        position = self.start()
        facts = say(position, "1 ask 2")
        assert told(facts) == [("ask", 1, {"of": 2, "held": 3})]
        assert asked(position) == (2, "give")
        assert moves(position) == ["give B1", "give B6", "give C2"]
        assert position.view(None)["turn"] == 1
        facts = say(position, "2 give B6")
        assert told(facts) == [("give", 2, {"card": "B6", "to": 1}), ("turn", 2, {"ended": 1})]
        assert [hand(position, seat) for seat in (1, 2, 3)] == ["A3 B6", "B1 C2", ""]

    def test_only_a_card_of_its_hand(self):
        """A card of its hand."""
        position = self.start()
        say(position, "1 ask 2")
        for card in ("A3", "J0", "D4", "B2"):
            assert not position.is_legal(2, f"give {card}")
        assert list(position.moves(1)) == list(position.moves(3)) == []

    def test_nothing_is_given_out_of_an_empty_hand(self):
        """A seat without cards gives nothing."""
        position = self.start()
        facts = say(position, "1 ask 3")
        assert told(facts) == [("ask", 1, {"of": 3, "held": 0}), ("turn", 2, {"ended": 1})]
        assert asked(position) == (2, "turn")

    def test_a_trio_after_an_empty_hand_was_asked(self):
        """Afterwards the turn is over, but for trios and gala."""
        position = table("A3 C3 F3", "B1", "", pile="ask")
        say(position, "1 reveal", "1 ask 3")
        assert asked(position) == (1, "after")

    def test_what_remains_of_the_turn_is_the_askers(self):
        position = table("A3 C3", "B1 C1 D1", "F3 G4", turn=2, pile="ask")
        say(position, "2 reveal", "2 ask 3", "3 give F3")
        assert (asked(position), moves(position)) == ((2, "after"), ["end", "trio B1 C1 D1"])
        say(position, "2 end")
        assert asked(position) == (3, "turn")


class TestDraw:
    def start(self, *draws):
        position = table("B0", "A7 B1 C2", "", row="J0", pile="draw", draws=draws)
        say(position, "1 reveal")
        return position

    @pytest.mark.parametrize(("outcome", "card"), [(0, "A7"), (1, "B1"), (2, "C2")])
    def test_by_the_outcome(self, outcome, card):
        """`draw`: a card of its hand, by the outcome `draw/K`, an index from 0 into it in canonical order."""
        position = self.start(outcome)
        facts = say(position, "1 draw 2")
        assert told(facts) == [("draw", 1, {"of": 2, "card": card}), ("turn", 2, {"ended": 1})]
        assert hand(position, 1).split() == sorted(["B0", card])
        assert card not in hand(position, 2)

    @pytest.mark.parametrize("outcome", [-1, 3])
    def test_the_outcome_is_below_the_size_of_the_hand(self, outcome):
        """An index into that hand."""
        position = self.start(outcome)
        before = position.canonical()
        with pytest.raises(ImpossibleOutcome):
            say(position, "1 draw 2")
        assert position.canonical() == before
        assert asked(position) == (1, "draw")

    def test_no_outcome_for_an_empty_hand(self):
        """From a seat without cards nothing is drawn, and no outcome is used."""
        position = self.start()
        facts = say(position, "1 draw 3")
        assert told(facts) == [("draw", 1, {"of": 3, "card": None}), ("turn", 2, {"ended": 1})]
        assert position.chance.used == set()
        assert position.view(None)["draws"] == 0

    def test_an_outcome_for_one_card_too(self):
        """Used also when the hand has one card."""
        position = table("", "A7", "", pile="draw")
        say(position, "1 reveal")
        with pytest.raises(MissingOutcome, match="draw/1"):
            say(position, "1 draw 2")
        position = table("", "A7", "", pile="draw", draws=[0])
        say(position, "1 reveal", "1 draw 2")
        assert (hand(position, 1), position.chance.used) == ("A7", {"draw/1"})

    def test_draws_are_counted(self):
        """The K-th random draw from a hand."""
        position = table("A1 A2", "B1 B2", "", pile="draw draw draw", draws=[1, 0])
        say(position, "1 reveal", "1 draw 2", "2 reveal", "2 draw 3", "3 reveal", "3 draw 1")
        assert [hand(position, seat) for seat in (1, 2, 3)] == ["A2 B2", "B1", "A1"]
        assert position.view(None)["draws"] == 2

    def test_a_trio_after_nothing_was_drawn(self):
        """Afterwards the turn is over, but for trios and gala."""
        position = table("A3 C3 F3", "B1", "", pile="draw")
        say(position, "1 reveal", "1 draw 3")
        assert asked(position) == (1, "after")


class TestFanfare:
    def test_until_an_act_comes_that_is_in_the_row(self):
        """Cards are revealed into the row until an act comes that is in the row already; that one is discarded."""
        position = table("", "", "", row="A1", pile="fanfare B5 C0 A7 D4")
        facts = say(position, "1 reveal")
        assert told(facts)[1:] == [("fanfare", 1, {"cards": ["B5", "C0"], "card": "A7", "what": "stops"})]
        assert (row(position), discard(position)) == ("A1 B5 C0", "fanfare A7")
        assert position.view(None)["pile"] == 89 - 5

    def test_then_it_takes_one(self):
        """... and then the seat takes one card of the row."""
        position = table("", "", "", row="A1", pile="fanfare B5 C0 A7 D4")
        say(position, "1 reveal")
        assert (asked(position), moves(position)) == ((1, "pick"), ["take A1", "take B5", "take C0"])
        assert not position.is_legal(1, "reveal")
        facts = say(position, "1 take B5")
        assert kinds(facts) == ["take", "turn"]
        assert (hand(position, 1), row(position), asked(position)) == ("B5", "A1 C0", (2, "turn"))

    def test_from_an_empty_row(self):
        position = table("", "", "", pile="fanfare B5 B6")
        say(position, "1 reveal")
        assert moves(position) == ["take B5"]

    def test_stopped_by_the_first_card(self):
        position = table("", "", "", row="A1 B5", pile="fanfare B6")
        facts = say(position, "1 reveal")
        assert told(facts)[1:] == [("fanfare", 1, {"cards": [], "card": "B6", "what": "stops"})]

    def test_trios_after_the_take(self):
        """Afterwards the turn is over, but for trios and gala."""
        position = table("A3 C3", "", "", pile="fanfare B3 B1")
        say(position, "1 reveal", "1 take B3")
        assert moves(position) == ["end", "trio A3 B3 C3"]

    @pytest.mark.parametrize("action", ["ask", "draw"])
    def test_another_action_card_replaces_it(self, action):
        """Another action card on the way replaces the fanfare and is followed instead."""
        position = table("", "J1", "", row="A1", pile=f"fanfare B5 {action} C0 A7", draws=[0])
        facts = say(position, "1 reveal")
        assert told(facts)[1:] == [("fanfare", 1, {"cards": ["B5"], "card": action, "what": "action"})]
        assert (asked(position), discard(position)) == ((1, action), f"fanfare {action}")
        say(position, f"1 {action} 2", *(["2 give J1"] if action == "ask" else []))
        assert (asked(position), hand(position, 1)) == ((2, "turn"), "J1"), "no card of the row is taken"

    def test_cards_already_revealed_stay_in_the_row(self):
        """Cards already revealed stay in the row."""
        position = table("", "", "", row="A1", pile="fanfare B5 ask C0 A7")
        facts = say(position, "1 reveal")
        assert kinds(facts) == ["reveal", "fanfare", "no effect", "turn"]
        assert (row(position), asked(position)) == ("A1 B5", (2, "turn"))

    def test_another_fanfare(self):
        """Another action card on the way replaces the fanfare."""
        position = table("", "", "", row="A1", pile="fanfare B5 fanfare fanfare C0 B7")
        facts = say(position, "1 reveal")
        assert told(facts)[1:] == [
            ("fanfare", 1, {"cards": ["B5"], "card": "fanfare", "what": "action"}),
            ("fanfare", 1, {"cards": [], "card": "fanfare", "what": "action"}),
            ("fanfare", 1, {"cards": ["C0"], "card": "B7", "what": "stops"}),
        ]
        assert (row(position), asked(position)) == ("A1 B5 C0", (1, "pick"))

    def test_if_the_pile_runs_out(self):
        """If the pile runs out first, nothing is taken and the game is over at once: no trio, no gala."""
        position = table(TEN, "", "", row="A1", pile="fanfare B4 C0", last=True)
        facts = say(position, "1 reveal")
        assert kinds(facts) == ["reveal", "fanfare", "game over", "match over"]
        assert told(facts)[1] == ("fanfare", 1, {"cards": ["B4", "C0"], "card": None, "what": "runs out"})
        view = position.view(None)
        assert (view["over"], view["cause"], view["gala"], view["points"]) == (True, "fanfare", None, [32, 0, 0])
        assert (row(position), hand(position, 1)) == ("A1 B4 C0", TEN)

    def test_the_fanfare_itself_the_last_card(self):
        """The same if the fanfare was itself the last card."""
        position = table("A3 B3 C3", "", "", row="A1", pile="fanfare", last=True)
        facts = say(position, "1 reveal")
        assert told(facts)[1] == ("fanfare", 1, {"cards": [], "card": None, "what": "runs out"})
        assert (position.view(None)["cause"], position.to_act()) == ("fanfare", [])

    def test_a_fanfare_on_the_way_the_last_card(self):
        """The same if the fanfare was itself the last card."""
        position = table("", "", "", row="A1", pile="fanfare B1 fanfare", last=True)
        facts = say(position, "1 reveal")
        assert kinds(facts) == ["reveal", "fanfare", "fanfare", "game over", "match over"]
        assert position.view(None)["cause"] == "fanfare"

    def test_stopped_by_the_last_card(self):
        """That one is discarded, and then the seat takes one card; that seat finishes its turn normally."""
        position = table("B3 C3", "", "", row="A3", pile="fanfare A2", last=True)
        say(position, "1 reveal")
        assert (asked(position), moves(position)) == ((1, "pick"), ["take A3"])
        say(position, "1 take A3")
        assert asked(position) == (1, "after")
        say(position, "1 trio A3 B3 C3")
        assert position.view(None)["cause"] == "pile"

    @pytest.mark.parametrize("action", ["ask", "draw"])
    def test_an_action_card_on_the_way_the_last_card(self, action):
        """Another action card on the way is followed instead; at the end of that turn the game is over."""
        position = table("", "J1", "", pile=f"fanfare B5 {action}", last=True, draws=[0])
        say(position, "1 reveal")
        assert asked(position) == (1, action)
        say(position, f"1 {action} 2", *(["2 give J1"] if action == "ask" else []))
        assert (position.view(None)["cause"], position.view(None)["points"]) == ("pile", [1, 0, 0])
