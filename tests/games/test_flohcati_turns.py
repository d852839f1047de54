"""Zirkus Flohcati, clause by clause: the cards, the set-up, and a turn."""

from collections import Counter
from random import Random

import pytest

from games import find
from games.chance import Loose, MissingOutcome, Recorded
from games.contract import BadOptions, check_options, IllegalMove
from games.flohcati import Flohcati
from tests.games.flohcati import asked, deal, DECK, discard, hand, kinds, laid, moves, row, say, table, TEN, told


class TestMaterial:
    def test_cards(self):
        """80 circus cards: ten acts, each with the numbers 0 to 7; acts are the letters A to J."""
        acts = [card for card in DECK if len(card) == 2]
        assert len(acts) == len(set(acts)) == 80
        assert {card[0] for card in acts} == set("ABCDEFGHIJ")
        assert Counter(card[1] for card in acts) == dict.fromkeys("01234567", 10)

    def test_action_cards(self):
        """9 action cards: three `ask`, three `draw`, three `fanfare`."""
        actions = Counter(card for card in DECK if len(card) != 2)
        assert actions == {"ask": 3, "draw": 3, "fanfare": 3}
        assert len(DECK) == 89

    def test_canonical_deck_order(self):
        """`A0 … A7`, `B0 … B7`, … `J7`, then `ask` three times, `draw` three times, `fanfare` three times."""
        assert DECK[:9] == ("A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "B0")
        assert DECK[79:] == ("J7", *["ask"] * 3, *["draw"] * 3, *["fanfare"] * 3)
        assert list(DECK[:80]) == sorted(DECK[:80]), "card order: act, then number"


class TestSetUp:
    @pytest.mark.parametrize("seats", [3, 4, 5])
    def test_first_starts_with_empty_hands(self, seats):
        """`first` is the seat that starts. `deck/1` is the pile. Hands are empty."""
        for first in range(1, seats + 1):
            position = deal("C4 A1", seats=seats, first=first)
            assert asked(position) == (first, "turn")
            view = position.view(None)
            assert view["hands"] == [[]] * seats
            assert view["trios"] == [[]] * seats
            assert (view["pile"], view["row"], view["discard"], view["first"]) == (89, [], [], first)
            assert told(position.facts) == [("deal", first, {"pile": 89})]
            assert position.to_act()[0].serial == 0
            say(position, f"{first} reveal", f"{first} reveal")
            assert row(position) == "C4 A1"

    @pytest.mark.parametrize("seats", [1, 2, 6, 7])
    def test_seats(self, seats):
        """3–5 seats."""
        with pytest.raises(BadOptions, match=f"Zirkus Flohcati is for 3 to 5 seats, not {seats}"):
            check_options(Flohcati, {}, seats)
        assert all(check_options(Flohcati, {}, right) == {} for right in (3, 4, 5))

    def test_it_has_no_options(self):
        with pytest.raises(BadOptions, match="has no option “games”"):
            check_options(Flohcati, {"games": 1}, 3)

    def test_the_game_is_known(self):
        assert find("flohcati") is find("flohcati", 1) is Flohcati
        assert Flohcati.name == "Zirkus Flohcati"
        assert [Flohcati.team({}, 3, seat) for seat in (1, 2, 3)] == [1, 2, 3]

    def test_what_is_asked_of_chance(self):
        """`first`: a number below the number of seats; `deck/1`: the pile. Nothing else at the start."""
        for missing in ("first", "deck/1"):
            outcomes = {"first": 2, "deck/1": list(DECK)}
            del outcomes[missing]
            with pytest.raises(MissingOutcome, match=f"“{missing}”"):
                Flohcati.deal({}, 3, Recorded(outcomes))
        chance = Recorded({"first": 2, "deck/1": list(DECK)})
        Flohcati.deal({}, 3, chance)
        assert chance.used == {"first", "deck/1"}


class TestReveal:
    def test_one_at_a_time(self):
        """The seat may reveal cards one at a time: the top card of the pile."""
        position = deal("C4 A1 J0")
        for shown, left in (("C4", 88), ("C4 A1", 87), ("C4 A1 J0", 86)):
            facts = say(position, "1 reveal")
            assert told(facts) == [("reveal", 1, {"card": shown[-2:], "what": "joins"})]
            assert (row(position), position.view(None)["pile"]) == (shown, left)
            assert asked(position) == (1, "turn")

    @pytest.mark.parametrize("card", ["C0", "C5"])
    def test_an_act_that_is_not_in_the_row_joins_it(self, card):
        """An act that is not in the row: it joins the row; go on."""
        position = table("", "", "", row="A1 B5", pile=card)
        say(position, "1 reveal")
        assert row(position) == f"A1 B5 {card}"
        assert moves(position) == ["reveal", "take A1", "take B5", f"take {card}"]

    @pytest.mark.parametrize("card", ["A0", "A2", "B7"])
    def test_an_act_that_is_in_the_row_forfeits(self, card):
        """In the row already (whatever its number): the new card is discarded and the turn is forfeited."""
        position = table("", "", "", row="A1 B5", pile=card)
        facts = say(position, "1 reveal")
        assert told(facts) == [("reveal", 1, {"card": card, "what": "forfeits"}), ("turn", 2, {"ended": 1})]
        assert (row(position), discard(position), asked(position)) == ("A1 B5", card, (2, "turn"))

    def test_a_forfeited_turn_ends_at_once(self):
        """Forfeited: it ends at once, with no take, no trio, no gala."""
        held = "A3 A6 B5 C5 C6 D5 E0 F6 F7 G2 H4 I0 J1"
        position = table(held, "", "", row="A1", pile="A2")
        say(position, "1 reveal")
        assert asked(position) == (2, "turn")
        assert hand(position, 1) == held

    def test_the_row_stays_between_turns(self):
        """The row stays between turns, after a forfeit too."""
        position = table("", "", "", row="A1 B5 C7", pile="A2")
        say(position, "1 reveal", "2 take B5")
        assert (row(position), asked(position)) == ("A1 C7", (3, "turn"))

    def test_the_next_seat_follows(self):
        """Seats clockwise: the last seat's left neighbour is seat 1."""
        position = table("", "", "", "", row="A1 B5 C7 D4", turn=4)
        say(position, "4 take A1")
        assert asked(position) == (1, "turn")

    def test_a_card_in_hand_does_not_forfeit(self):
        position = table("A3", "A4", "", row="B5", pile="A2")
        say(position, "1 reveal")
        assert row(position) == "B5 A2"


class TestTake:
    def test_without_revealing(self):
        """With a card in the row a seat may take without revealing."""
        position = table("", "", "", row="B5 A1")
        assert moves(position) == ["reveal", "take B5", "take A1"]
        facts = say(position, "1 take A1")
        assert told(facts) == [("take", 1, {"card": "A1"}), ("turn", 2, {"ended": 1})]
        assert (hand(position, 1), row(position)) == ("A1", "B5")

    def test_with_none_it_must_reveal(self):
        """With none it must reveal."""
        position = table("A3", "", "")
        assert moves(position) == ["reveal"]

    def test_one_card_only(self):
        """... and then takes one."""
        position = table("", "", "", row="A1 B5")
        say(position, "1 take A1")
        assert asked(position)[0] == 2

    def test_taking_is_not_optional(self):
        """Taking is not optional; a turn ends by a take, an action or forfeit."""
        position = table("A6 C6 F6", "", "", row="A1")
        for move in ("end", "pass", "gala"):
            assert not position.is_legal(1, move)

    def test_only_a_card_of_the_row(self):
        """`take X`: a card of the row."""
        position = table("C1", "D1", "", row="A1", pile="B1")
        for card in ("B1", "C1", "D1", "A2", "E5"):
            assert not position.is_legal(1, f"take {card}")

    def test_the_hand_is_in_card_order(self):
        """Card order: act, then number."""
        position = table("A5 B3 C0", "", "", row="B1")
        say(position, "1 take B1")
        assert hand(position, 1) == "A5 B1 B3 C0"


class TestTrio:
    def test_three_cards_of_one_number(self):
        """`trio X Y Z`: lay down three cards of one number from the hand, face up."""
        position = table("A6 C6 D1 F6", "", "")
        facts = say(position, "1 trio A6 C6 F6")
        assert told(facts) == [("trio", 1, {"cards": ["A6", "C6", "F6"]})]
        assert (hand(position, 1), laid(position, 1), laid(position, 2)) == ("D1", ["A6 C6 F6"], [])
        assert position.view(None)["points"] == [11, 0, 0]

    @pytest.mark.parametrize("kind", ["turn", "after"])
    def test_which_three(self, kind):
        position = table("A6 B0 C0 C6 F6 J6", "", "", row="A1", kind=kind)
        trios = [move for move in moves(position) if move.startswith("trio")]
        assert trios == ["trio A6 C6 F6", "trio A6 C6 J6", "trio A6 F6 J6", "trio C6 F6 J6"]

    def test_any_number_of_trios(self):
        """Any number of trios."""
        position = table("A3 A7 B0 B7 C0 C3 C7 D0 F3", "", "", row="A1")
        say(position, "1 trio C0 D0 B0", "1 trio A7 B7 C7", "1 trio A3 C3 F3")
        assert laid(position, 1) == ["B0 C0 D0", "A7 B7 C7", "A3 C3 F3"]
        assert (asked(position), hand(position, 1)) == ((1, "turn"), "")

    def test_before_the_first_reveal_and_between(self):
        """At any time in the own turn before it ends (so also before the first reveal)."""
        position = table("A3 B0 C0 C3 D0 F3", "", "", pile="A1 B1")
        say(position, "1 trio A3 C3 F3", "1 reveal", "1 trio B0 C0 D0", "1 reveal", "1 take A1")
        assert asked(position)[0] == 2

    def test_not_in_anothers_turn(self):
        """In the own turn."""
        position = table("A3 C3 F3", "", "", row="A1", turn=2)
        assert list(position.moves(1)) == []
        assert not position.is_legal(1, "trio A3 C3 F3")

    @pytest.mark.parametrize(
        ("kind", "expected"),
        [("ask", ["ask 2", "ask 3"]), ("draw", ["draw 2", "draw 3"]), ("pick", ["take A1"])],
    )
    def test_not_while_a_choice_is_open(self, kind, expected):
        """Ruling: not while a choice below is open."""
        position = table("A3 C3 F3", "B1", "B2", row="A1", kind=kind)
        assert moves(position) == expected
        with pytest.raises(IllegalMove):
            say(position, "1 trio A3 C3 F3")

    def test_not_while_a_card_is_asked_for(self):
        """Ruling: not while a choice below is open."""
        position = table("A3 C3 F3", "B1 C1 D1", "B2", kind="give", of=2)
        assert moves(position) == ["give B1", "give C1", "give D1"]
        assert list(position.moves(1)) == []
        assert not position.is_legal(2, "trio B1 C1 D1")

    def test_a_trio_before_a_forfeiting_reveal_stands(self):
        """A trio laid before a forfeiting reveal stands."""
        position = table("A3 C3 F3", "", "", row="A1", pile="A2")
        say(position, "1 trio A3 C3 F3", "1 reveal")
        assert (laid(position, 1), asked(position)) == (["A3 C3 F3"], (2, "turn"))

    @pytest.mark.parametrize("cards", ["A6 C6 G6", "A6 C6 F5", "A6 C6", "A6 A6 C6", "A6 C6 F6 J6", "B0 C0 D0"])
    def test_no_trio(self, cards):
        position = table("A6 B0 C0 C6 F5 F6 J6", "", "")
        assert not position.is_legal(1, f"trio {cards}")

    def test_with_the_card_just_taken(self):
        """Holding three 3s and two 6s, with a 6 in the row: `take` it, then lay both trios in the same turn."""
        position = table("A3 B6 C3 D6 F3", "", "", row="J6 D1")
        say(position, "1 take J6")
        assert asked(position) == (1, "after")
        assert moves(position) == ["end", "trio A3 C3 F3", "trio B6 D6 J6"]
        say(position, "1 trio A3 C3 F3")
        assert asked(position) == (1, "after")
        facts = say(position, "1 trio B6 D6 J6")
        assert kinds(facts) == ["trio", "turn"]
        assert laid(position, 1) == ["A3 C3 F3", "B6 D6 J6"]
        assert asked(position) == (2, "turn")


class TestAfter:
    @pytest.mark.parametrize("held", ["A6 C6 F6", "A6 C6 F6 J6", "A0 B0 C0", "A7 B7 C7 D1", TEN])
    def test_end_when_something_is_possible_but_not_wanted(self, held):
        """`end`: after the take or the action, when a trio or a gala is still possible but not wanted."""
        position = table(held, "", "", row="A2")
        say(position, "1 take A2")
        assert asked(position) == (1, "after")
        assert "end" in moves(position)
        facts = say(position, "1 end")
        assert told(facts) == [("turn", 2, {"ended": 1})]
        assert asked(position) == (2, "turn")

    @pytest.mark.parametrize("held", ["", "A6 C6 F5", "A4 A5 A6", "B6 C6 D5 E5 F4 G4", "A3 B5 C5 D6 E0 F7 G2 H4 I1"])
    def test_the_turn_ends_by_itself(self, held):
        """The turn ends by itself when neither a trio nor a gala is possible."""
        position = table(held, "", "", row="A2")
        say(position, "1 take A2")
        assert asked(position) == (2, "turn")

    def test_it_ends_by_itself_after_a_trio(self):
        """... and again after each trio laid then."""
        position = table("A6 B6 C6 F6 J6", "", "", row="A2")
        say(position, "1 take A2", "1 trio A6 B6 C6")
        assert asked(position) == (2, "turn")

    def test_no_end_before_the_take(self):
        """`end`: after the take or the action."""
        assert not table("A6 C6 F6", "", "", row="A2").is_legal(1, "end")

    def test_nothing_is_taken_or_revealed_after_the_take(self):
        position = table("A6 C6 F6", "", "", row="A2 B1")
        say(position, "1 take A2")
        assert moves(position) == ["end", "trio A6 C6 F6"]
        for move in ("reveal", "take B1"):
            assert not position.is_legal(1, move)


class TestGala:
    def test_the_game_ends(self):
        """`gala`: at the end of the turn, with all ten acts in hand: the game ends; ten points."""
        position = table(TEN.replace("A3", "A0"), "B7", "", row="A3")
        say(position, "1 take A3")
        assert moves(position)[:2] == ["end", "gala"]
        facts = say(position, "1 gala")
        assert kinds(facts) == ["gala", "game over", "match over"]
        assert told(facts)[0] == ("gala", 1, {})
        view = position.view(None)
        assert (view["over"], view["cause"], view["gala"], view["points"]) == (True, "gala", 1, [42, 7, 0])

    def test_the_turn_does_not_end_where_only_a_gala_is_possible(self):
        """The turn ends by itself when neither a trio nor a gala is possible."""
        position = table("B3 C5 D5 E0 F7 G2 H4 I0 J1", "", "", row="A3 D7")
        say(position, "1 take A3")
        assert (asked(position), moves(position)) == ((1, "after"), ["end", "gala"])

    def test_not_before_the_take(self):
        """At the end of the turn."""
        assert not table(TEN, "", "", row="A2").is_legal(1, "gala")

    def test_nine_acts_are_none(self):
        """All ten acts."""
        position = table("A3 B5 C4 C5 D5 E0 F7 G5 H4 I0", "", "", kind="after")
        assert moves(position) == ["end", "trio B5 C5 D5", "trio B5 C5 G5", "trio B5 D5 G5", "trio C5 D5 G5"]
        assert not position.is_legal(1, "gala")

    def test_cards_in_trios_do_not_count(self):
        """Ruling: cards in trios do not count."""
        position = table("A3 B5 C5 D5 E0 F7 G2 H4 I0", "", "", kind="after", trios=[(1, "A6 C6 J6")])
        assert not position.is_legal(1, "gala")

    def test_beside_a_trio(self):
        """The rulebook's example has ten in hand beside a trio."""
        position = table(TEN, "", "", kind="after", trios=[(1, "A6 C6 J6")])
        say(position, "1 gala")
        assert position.view(None)["points"][0] == 52

    def test_a_trio_may_take_it_away(self):
        """After each trio laid then, the turn ends by itself when neither a trio nor a gala is possible."""
        position = table(TEN, "", "", kind="after")
        say(position, "1 trio B5 C5 D5")
        assert asked(position) == (2, "turn")

    def test_after_a_trio_of_spare_cards(self):
        position = table("A3 A6 B5 B6 C5 C6 D5 E0 F7 G2 H4 I0 J1", "", "", kind="after")
        say(position, "1 trio A6 B6 C6")
        assert moves(position) == ["end", "gala", "trio B5 C5 D5"]

    def test_only_who_announces_it_gets_the_points(self):
        """The seat gets the gala's ten points; another with ten acts gets none."""
        other = "A0 B1 C2 D3 E4 F5 G6 H7 I1 J2"
        position = table(TEN, other, "", kind="after")
        say(position, "1 gala")
        assert position.view(None)["points"] == [42, 31, 0]

    def test_it_need_not_be_announced(self):
        position = table(TEN, "", "", kind="after")
        say(position, "1 end")
        assert (position.view(None)["over"], asked(position)) == (False, (2, "turn"))


def test_serials_are_counted():
    position = table("", "", "", row="A1", pile="B1")
    assert position.to_act()[0].serial == 7
    say(position, "1 reveal")
    assert position.to_act()[0].serial == 8


def test_random_games_keep_every_card():
    """No card is made or lost, and no row shows an act twice."""
    for seed in range(20):
        rng = Random(seed)
        position = Flohcati.deal({}, 3 + seed % 3, Loose(rng))
        while position.to_act():
            seat = position.to_act()[0].seat
            position.play(seat, rng.choice(list(position.moves(seat))))
            view = position.view(None)
            seen = [*view["row"], *view["discard"], *(c for h in view["hands"] for c in h)]
            seen += [card for each in view["trios"] for trio in each for card in trio]
            assert len(seen) + view["pile"] == 89
            assert not Counter(seen) - Counter(DECK)
            assert len({card[0] for card in view["row"]}) == len(view["row"])
            assert view["hands"] == [sorted(held) for held in view["hands"]]
