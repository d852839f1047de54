"""Clubs, clause by clause: a trick, going out, the end of a round."""

import pytest

from games.clubs import BONUS
from games.contract import IllegalMove, NotYourTurn
from tests.games.clubs import answers, asked, cards, fact, hand, late, pass_all, say

FOUR = ("5C 6D 7H 1C", "6C 7D 8S 7C 9C 2C", "8C 9D 4D 5D 14D 3C", "15S 14C 13C 12C 4C")


def standing(*hands, **options):
    """Return a position in which seat 1 has led `play 5C 6D 7H`, and seat 2 holds `hands[0]` and so on."""
    position = late(["5C 6D 7H 1C", *hands], **options)
    say(position, "1 play 5C 6D 7H")
    return position


class TestLead:
    def test_the_leader_must_play_a_meld(self):
        """The leader must play a meld."""
        position = late(FOUR)
        with pytest.raises(IllegalMove, match="You lead, so you cannot pass: play a meld, for example “play 1C”"):
            position.play(1, "pass")
        assert "pass" not in list(position.moves(1))

    def test_kinds_and_runs(self):
        """**Kind**: one or more cards of one rank. **Run**: two or more cards of consecutive ranks, one of each."""
        position = late(["1C 2D 2H 3S", "9C"])
        assert answers(position) == [
            "play 1C", "play 2D", "play 2H", "play 3S", "play 2D 2H", "play 1C 2D", "play 1C 2H", "play 2D 3S",
            "play 2H 3S", "play 1C 2D 3S", "play 1C 2H 3S",
        ]  # fmt: skip

    def test_no_upper_limit(self):
        """No upper limit."""
        position = late(["1-10C", "9D 9H", "15D"])
        assert f"play {' '.join(cards('1-10C'))}" in answers(position)
        position = late(["4CDHS", "9D 9H"])
        assert answers(position)[-1] == "play 4C 4D 4H 4S"

    def test_the_order_of_moves(self):
        """Small melds first, then low ones; runs after kinds."""
        position = late(["4CD 5C 6S", "9D 9H"])
        assert answers(position) == [
            "play 4C", "play 4D", "play 5C", "play 6S", "play 4C 4D", "play 4C 5C", "play 4D 5C", "play 5C 6S",
            "play 4C 5C 6S", "play 4D 5C 6S",
        ]  # fmt: skip

    def test_runs_do_not_go_round(self):
        position = late(["15C 1D 2H", "9D 9H"])
        assert "play 1D 2H" in answers(position)
        assert not position.is_legal(1, "play 15C 1D")
        assert not position.is_legal(1, "play 15C 1D 2H")

    def test_a_run_that_has_no_shorter_one_is_not_looked_for(self):
        position = late(["1C 3D 5H 7S", "9D 9H"])
        assert answers(position) == ["play 1C", "play 3D", "play 5H", "play 7S"]


class TestFollow:
    @pytest.mark.parametrize(("move", "crazy"), [("6C 7D 8S", True), ("7C 7D 7S", False), ("8C 9D", False)])
    def test_the_same_type_and_number_with_a_higher_top(self, move, crazy):
        """On `play 5C 6D 7H`: `play 6C 7D 8S` is allowed; `play 7C 7D 7S` is not (a kind), nor is `play 8C 9D`."""
        assert standing(move, "9H").is_legal(2, f"play {move}") == crazy
        assert standing(move, "9H", crazy=True).is_legal(2, f"play {move}") == crazy

    def test_more_cards_in_crazy_clubs_only(self):
        """`play 4D 5D 6D 7D` — not 6D here — is not allowed in Clubs (four cards) and is in Crazy Clubs."""
        assert not standing("4-5D 6-7S", "9H").is_legal(2, "play 4D 5D 6S 7S")
        assert standing("4-5D 6-7S", "9H", crazy=True).is_legal(2, "play 4D 5D 6S 7S")

    @pytest.mark.parametrize("crazy", [False, True])
    def test_equal_tops_do_not_beat(self, crazy):
        """... with a higher top."""
        position = standing("5D 6C 7C 8C", "9H", crazy=crazy)
        assert not position.is_legal(2, "play 5D 6C 7C")
        assert position.is_legal(2, "play 6C 7C 8C")

    def test_fewer_cards_never(self):
        position = standing("14C 15C 14D", "9H", crazy=True)
        assert answers(position) == ["pass"]

    @pytest.mark.parametrize(
        ("led", "answer"), [("15S", "1C 1D"), ("14C 15D", "1C 2D 3H"), ("15C 15D", "2C 2D 2H"), ("13C 14C 15D", "1-4C")]
    )
    def test_crazy_examples(self, led, answer):
        """`15S` alone is beaten by `1C 1D`; `14C 15D` by `1C 2D 3H`; `15C 15D` by any kind of three."""
        position = late([f"{led} 9H", f"{answer} 9S", "9D"], crazy=True)
        say(position, f"1 play {' '.join(cards(led))}")
        assert asked(position) == (2, "follow")
        assert answers(position)[:-1] == [f"play {' '.join(cards(answer))}"]
        say(position, f"2 play {' '.join(cards(answer))}")
        assert position.view(None)["standing"]["seat"] == 2

    def test_crazy_type_stays(self):
        """In Crazy Clubs also: the same type with *more* cards than the meld last played."""
        position = late(["7C 9H", "8C 9C 10C 3D", "9D"], crazy=True)
        say(position, "1 play 7C")
        assert not position.is_legal(2, "play 8C 9C")
        assert not position.is_legal(2, "play 8C 9C 10C")

    def test_more_than_the_meld_last_played(self):
        """Not more than the lead: the meld last played counts."""
        position = late(["7C 9H", "8CD 1D", "12S 13S 14CD 1H"], crazy=True)
        say(position, "1 play 7C", "2 play 8C 8D")
        assert not position.is_legal(3, "play 12S")
        assert position.is_legal(3, "play 14C 14D")

    def test_what_may_be_played_in_order(self):
        position = late(["7C 9H", "6CD 8CD 9C", "1D"], crazy=True)
        say(position, "1 play 7C")
        assert answers(position) == ["play 8C", "play 8D", "play 9C", "play 6C 6D", "play 8C 8D", "pass"]

    def test_runs_with_more_cards_where_the_same_number_has_none(self):
        position = late(["9C 10C 9H", "2-5D", "1D"], crazy=True)
        say(position, "1 play 9C 10C")
        assert answers(position) == ["play 2D 3D 4D", "play 3D 4D 5D", "play 2D 3D 4D 5D", "pass"]


class TestPass:
    def test_it_binds_to_nothing(self):
        """It binds to nothing: a seat that passed may play when its turn comes again."""
        position = late(["7C 9H 11D", "8C 12C", "10D 1H"])
        say(position, "1 play 7C", "2 pass", "3 play 10D", "1 pass")
        assert asked(position) == (2, "follow")
        say(position, "2 play 12C")
        assert asked(position) == (3, "follow")
        say(position, "3 pass", "1 pass")
        assert asked(position) == (2, "lead")

    def test_always_allowed_but_to_the_leader(self):
        """**Pass**: always allowed but to the leader."""
        position = late(["7C 9H 11D", "8C 12C", "10D 1H"])
        told = say(position, "1 play 7C", "2 pass")
        assert [(f.kind, f.seat, f.about) for f in told] == [("pass", 2, {})]

    def test_the_seat_that_played_last_is_not_asked_again(self):
        """The seat that played last is not asked again until someone has played over it."""
        position = late(["7C 9H 11D", "8C 12C", "10D 1H"])
        say(position, "1 play 7C", "2 play 8C", "3 pass", "1 play 9H", "2 pass", "3 play 10D", "1 play 11D")
        say(position, "2 play 12C")
        assert position.view(None)["trick"] == [
            [1, "7C"], [2, "8C"], [3, "pass"], [1, "9H"], [2, "pass"], [3, "10D"], [1, "11D"], [2, "12C"],
        ]  # fmt: skip

    def test_nobody_else(self):
        position = late(["7C 9H 11D", "8C 12C", "10D 1H"])
        say(position, "1 play 7C")
        for seat in (1, 3):
            with pytest.raises(NotYourTurn, match="It is not your turn: the table waits for seat 2"):
                position.play(seat, "pass")


class TestTrickEnd:
    def test_when_every_other_seat_has_passed(self):
        """The trick ends when every other seat that holds cards has passed since the last meld."""
        position = late(["7C 9H 11D", "8C 12C", "10D 1H"])
        say(position, "1 play 7C", "2 play 8C", "3 pass")
        facts = say(position, "1 pass")
        assert [(f.kind, f.seat) for f in facts] == [("pass", 1), ("trick", 2)]
        assert fact(facts, "trick").about == {"cards": ["7C", "8C"], "points": 4}
        view = position.view(None)
        assert (view["tricks"], view["clubs"], view["trick"]) == ([[2, ["7C", "8C"]]], [0, 4, 0], [])
        assert asked(position) == (2, "lead")

    def test_cards_won_never_come_into_the_hand(self):
        """The seat that played last wins the trick, takes all its cards before it (never into the hand)."""
        position = late(["7C 9H 11D", "8C 12C", "10D 1H"])
        say(position, "1 play 7C")
        pass_all(position)
        assert (hand(position, 1), position.view(None)["sizes"]) == ("9H 11D", [2, 2, 2])

    @pytest.mark.parametrize("led", ["15S", "14C 15S", "15CS", "13C 14C 15S"])
    def test_at_once_with_top_15(self, led):
        """(not in Crazy Clubs) a meld with top 15 is played."""
        text = " ".join(cards(led))
        position = late([f"{led} 9H", "8C 12C", "10D 1H"])
        facts = say(position, f"1 play {text}")
        assert [f.kind for f in facts] == ["play", "trick"]
        assert asked(position) == (1, "lead")
        position = late([f"{led} 9H", "8C 12C", "10D 1H"], crazy=True)
        facts = say(position, f"1 play {text}")
        assert [f.kind for f in facts] == ["play"]
        assert asked(position) == (2, "follow")

    def test_a_15_in_the_middle_of_a_trick(self):
        position = late(["7C 9H 11D", "15C 12C", "10D 1H"])
        facts = say(position, "1 play 7C", "2 play 15C")
        assert fact(facts, "trick").about == {"cards": ["7C", "15C"], "points": 3}
        assert asked(position) == (2, "lead")

    def test_a_wild_15_of_another_rank_does_not_end_it(self):
        """**Ruling**: with `wild`, a 15 standing for another rank does not do this; only a declared top of 15 does."""
        for move, ends in [("15S=7", False), ("15S", True), ("15S=14", False), ("6H 15S=7", False)]:
            position = late(["15S 6H 9H", "8C 12C", "10D 1H"], wild=True)
            say(position, f"1 play {move}")
            assert asked(position) == ((1, "lead") if ends else (2, "follow"))
        position = late(["15CS 13H 9H", "8C 12C", "10D 1H"], wild=True)
        say(position, "1 play 13H 15C=14 15S")
        assert asked(position) == (1, "lead")
        position = late(["15CS 13H 9H", "8C 12C", "10D 1H"], wild=True, crazy=True)
        say(position, "1 play 13H 15C=14 15S")
        assert asked(position) == (2, "follow")

    def test_at_once_where_no_other_seat_holds_cards(self):
        """(at once, where no other seat holds cards)"""
        position = late(["", "9C", "10C", "7D 11D"], lead=2, out=[1])
        say(position, "2 play 9C", "3 play 10C")
        facts = say(position, "4 play 11D")
        assert [f.kind for f in facts][:2] == ["play", "trick"]

    def test_the_last_one_may_play_over_who_went_out(self):
        """The trick goes on among the others: who still holds cards is asked."""
        position = late(["", "9C", "10C", "7D 11D"], lead=2, out=[1])
        say(position, "2 play 9C", "3 play 10C")
        assert asked(position) == (4, "follow")
        facts = say(position, "4 pass")
        assert (fact(facts, "trick").seat, fact(facts, "round over").about["last"]) == (3, [4])

    def test_a_winner_without_cards(self):
        """If it has no cards left, the next seat to its left that has leads."""
        position = late(["7D 11D", "9C", "", "10C 3C", "5C"], lead=2, out=[3])
        say(position, "2 play 9C", "4 pass", "5 pass")
        facts = say(position, "1 pass")
        assert (fact(facts, "trick").seat, fact(facts, "lead").seat) == (2, 4)
        assert asked(position) == (4, "lead")

    def test_a_winner_without_cards_at_the_end_of_the_row(self):
        position = late(["", "9D 9H", "8C 3C", "10C"], lead=4, out=[1])
        say(position, "4 play 10C", "2 pass", "3 pass")
        assert asked(position) == (2, "lead")

    def test_points_of_a_wild_15_stay_its_own(self):
        """Its points stay its own."""
        position = late(["15C 15D 9H", "8C 12C", "10D 1H"], wild=True)
        say(position, "1 play 15C=1 15D=1")
        facts = pass_all(position)
        assert fact(facts, "trick").about == {"cards": ["15C", "15D"], "points": 1}

    def test_play_is_told(self):
        position = late(["15S 6H 9H", "8C 12C", "10D 1H"], wild=True)
        [told] = say(position, "1 play 6H 15S=7")
        assert (told.kind, told.seat, told.private) == ("play", 1, None)
        assert told.about == {"cards": ["6H", "15S=7"], "run": True, "left": 1}
        assert position.view(None)["standing"] == {
            "seat": 1, "cards": ["6H", "15S=7"], "run": True, "size": 2, "top": 7,
        }  # fmt: skip


class TestGoingOut:
    @pytest.mark.parametrize("seats", [3, 4, 5, 6])
    def test_all_in_the_last_trick(self, seats):
        """A seat that plays its last card takes the highest bonus card left.

        If it too got rid of its cards in that last trick, it took the 0 for going out last. The holder of the 0
        scores nothing in this round, clubs included.
        """
        position = late([f"{rank}C" for rank in range(1, seats + 1)])
        for seat in range(1, seats):
            facts = say(position, f"{seat} play {seat}C")
            assert fact(facts, "out").about == {"place": seat, "bonus": BONUS[seats][seat - 1]}
            assert position.view(None)["left"] == list(BONUS[seats][seat:])
        facts = say(position, f"{seats} play {seats}C")
        assert [f.kind for f in facts][:4] == ["play", "out", "trick", "round over"]
        account = fact(facts, "round over").about
        assert account["bonus"] == list(BONUS[seats])
        assert account["out"] == list(range(1, seats + 1))
        assert account["last"] == [seats]
        assert account["clubs"][-1] > 0
        assert account["scores"] == list(BONUS[seats])

    @pytest.mark.parametrize("seats", [3, 4, 5, 6])
    def test_one_seat_holds_cards(self, seats):
        """When at most one seat holds cards. That seat takes the 0 bonus card. It scores nothing, clubs included."""
        position = late([f"{rank}C" for rank in range(2, seats + 1)] + ["1C 1D"], won=[(seats, "15C")])
        for seat in range(1, seats):
            facts = say(position, f"{seat} play {seat + 1}C")
        assert asked(position) == (seats, "follow")
        facts = say(position, f"{seats} pass")
        account = fact(facts, "round over").about
        assert account["bonus"] == list(BONUS[seats])
        assert account["out"] == list(range(1, seats))
        assert (account["last"], account["clubs"][-1], account["scores"][-1]) == ([seats], 1, 0)
        assert fact(facts, "round over").private == {seats: {"cards": ["1C", "1D"]}}

    def test_example(self):
        """Four seats: first out takes 8, then 5, then 2; the last takes 0 and scores nothing."""
        position = late(["9D", "10D", "11D", "1D 1H"], won=[(1, "1C"), (2, "2C"), (4, "3C")])
        say(position, "1 play 9D", "2 play 10D", "3 play 11D", "4 pass")
        [account] = position.view(None)["ended"]
        assert account["scores"] == [8 + 5, 5 + 4, 2, 0]
        assert (account["clubs"], account["bonus"]) == ([5, 4, 0, 4], [8, 5, 2, 0])

    def test_the_trick_goes_on_among_the_others(self):
        """The trick goes on among the others."""
        position = late(["9D", "10D 2D", "11D 3D", "12D 1H"])
        say(position, "1 play 9D", "2 play 10D", "3 pass", "4 play 12D")
        assert asked(position) == (2, "follow"), "seat 1 is asked no more"
        assert position.view(None)["sizes"] == [0, 1, 2, 1]

    def test_the_round_never_ends_in_the_middle_of_a_trick(self):
        """The round ends after a trick (never in the middle of one)."""
        position = late(["9D", "10D", "2D 12C"], won=[(1, "1C")])
        say(position, "1 play 9D", "2 play 10D")
        assert asked(position) == (3, "follow")
        facts = say(position, "3 play 12C")
        account = fact(facts, "round over").about
        assert (account["clubs"], account["last"]) == ([5, 0, 1], [3])

    def test_the_last_in_the_lead_may_still_go_out(self):
        position = late(["9D", "10D", "12C"])
        facts = say(position, "1 play 9D", "2 play 10D", "3 play 12C")
        assert fact(facts, "out").about == {"place": 3, "bonus": 0}


class TestTwoSeats:
    def test_when_a_seat_has_gone_out(self):
        """When a seat has gone out. The first out takes the 5; there is no 0; both count their clubs."""
        position = late(["9C", "2C 2D"], won=[(1, "1C"), (2, "3C 7C")])
        say(position, "1 play 9C")
        assert asked(position) == (2, "follow")
        facts = say(position, "2 pass")
        account = fact(facts, "round over").about
        assert (account["clubs"], account["bonus"], account["last"]) == ([7, 6], [5, None], [])
        assert (account["scores"], account["out"]) == ([12, 6], [1])

    def test_a_second_seat_to_go_out_finds_no_bonus_card(self):
        """A second seat to go out in that trick finds no bonus card."""
        position = late(["9C", "10D"], won=[(1, "1C"), (2, "3C 7C")])
        facts = say(position, "1 play 9C", "2 play 10D")
        assert fact(facts, "out").about == {"place": 2, "bonus": None}
        account = fact(facts, "round over").about
        assert (account["scores"], account["bonus"], account["out"]) == ([10, 8], [5, None], [1, 2])

    def test_not_in_the_middle(self):
        position = late(["9C 1D", "10D"], won=[(2, "3C 7C")])
        say(position, "1 play 9C", "2 play 10D")
        assert asked(position) == (1, "follow")
        assert position.view(None)["ended"] == []


class TestTeams:
    def test_when_all_who_hold_cards_are_of_one_team(self):
        """When all seats still holding cards are of one team. That team scores nothing in this round, members who had
        gone out included."""
        position = late(["", "5D", "7D 7H", "8D"], lead=2, teams=2, out=[1], won=[(1, "1C"), (3, "2C"), (4, "3C")])
        say(position, "2 play 5D", "3 pass")
        facts = say(position, "4 play 8D", "3 pass")
        account = fact(facts, "round over").about
        assert (account["last"], account["out"]) == ([1, 3], [1, 2, 4])
        assert account["bonus"] == [8, 5, None, 2]
        assert account["scores"] == [0, 5, 0, 2 + 4]
        assert account["totals"] == [0, 11]

    def test_several_of_a_team_may_hold_cards(self):
        position = late(["1D 2D", "5D", "7D 7H", ""], lead=2, teams=2, out=[4], won=[(1, "1C")])
        facts = say(position, "2 play 5D", "3 pass", "1 pass")
        account = fact(facts, "round over").about
        assert (account["last"], account["scores"]) == ([1, 3], [0, 5, 0, 8])
        assert fact(facts, "round over").private == {1: {"cards": ["1D", "2D"]}, 3: {"cards": ["7D", "7H"]}}

    def test_while_two_teams_hold_cards_it_goes_on(self):
        position = late(["1D 2D", "", "7D", "2H 2S"], lead=3, teams=2, out=[2])
        say(position, "3 play 7D")
        facts = pass_all(position)
        assert [f.kind for f in facts] == ["pass", "trick", "lead"]
        assert asked(position) == (4, "lead")

    @pytest.mark.parametrize(("hands", "last"), [(["5D", "6D", "", ""], [2, 4]), (["5D", "", "6D", ""], [1, 3])])
    def test_nobody_holds_a_card_after_that_trick(self, hands, last):
        """**Ruling**: after the trick, as above; and if nobody holds a card after that trick, the team of the seat that
        went out last is the one."""
        out = [seat for seat in (1, 2, 3, 4) if not hands[seat - 1]]
        position = late(hands, teams=2, out=out, won=[(1, "1C"), (2, "2C"), (3, "3C"), (4, "4C")])
        seat = 2 if hands[1] else 3
        facts = say(position, "1 play 5D", f"{seat} play 6D")
        account = fact(facts, "round over").about
        assert (account["last"], account["out"]) == (last, [*out, 1, seat])
        assert [score > 0 for score in account["scores"]] == [s not in last for s in (1, 2, 3, 4)]

    def test_never_in_the_middle_of_a_trick(self):
        """After the trick, as above: partners left alone may still play in it."""
        position = late(["1D 8D", "5D", "6D 9D", ""], lead=2, teams=2, out=[4])
        say(position, "2 play 5D", "3 play 6D")
        assert asked(position) == (1, "follow")
        say(position, "1 play 8D")
        assert asked(position) == (3, "follow")
        facts = say(position, "3 play 9D", "1 pass")
        assert fact(facts, "round over").about["out"] == [4, 2, 3]

    @pytest.mark.parametrize("teams", [2, 3])
    def test_six_seats(self, teams):
        """2 or 3 with six."""
        position = late(["", "", "5D", "9D 9H", "", "10D 10H"], lead=3, teams=teams, out=[5, 2, 1])
        facts = say(position, "3 play 5D", "4 pass", "6 pass")
        if teams == 2:
            assert fact(facts, "round over").about["last"] == [2, 4, 6], "seats 4 and 6 are partners"
        else:
            assert [f.kind for f in facts] == ["pass", "trick", "lead"]
        position = late(["5D 5H", "", "", "9D 9H", "", "8D"], lead=6, teams=teams, out=[5, 2, 3])
        facts = say(position, "6 play 8D", "1 pass", "4 pass")
        if teams == 3:
            account = fact(facts, "round over").about
            assert account["last"] == [1, 4], "seats 1 and 4 are partners"
            assert account["totals"] == [0, 10 + 12, 8 + 5]
        else:
            assert [f.kind for f in facts] == ["pass", "trick", "lead"]
