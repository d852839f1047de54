"""Clubs, clause by clause: material and options, the set-up of a round."""

import json
from random import Random

import pytest

from games.chance import Loose, Recorded
from games.clubs import BONUS, Clubs
from games.clubs_melds import club_points, set_of
from games.contract import BadOptions, check_options
from tests.games.clubs import asked, cards, deal, DECK, fact, hand, late, lay, play_out, say


class TestMaterial:
    def test_sixty_cards(self):
        """60 cards: ranks 1–15 in four suits. Canonical deck order: `1C … 15C`, `1D … 15D`, `1H …`, `1S … 15S`."""
        assert list(DECK) == cards("1-15C 1-15D 1-15H 1-15S")
        assert (DECK[0], DECK[14], DECK[15], DECK[30], DECK[45], DECK[59]) == ("1C", "15C", "1D", "1H", "1S", "15S")

    @pytest.mark.parametrize(
        ("ranks", "points"), [("1", 5), ("2 3", 4), ("4 5 6", 3), ("7 8 9", 2), ("10 11 12 13 14 15", 1)]
    )
    def test_points_of_the_clubs(self, ranks, points):
        """Rank 1: 5; 2–3: 4; 4–6: 3; 7–9: 2; 10–15: 1."""
        for rank in ranks.split():
            assert club_points(set_of([f"{rank}C"])) == points

    def test_points_in_all(self):
        """34 in all. Other suits: 0."""
        assert club_points(set_of(DECK)) == 34
        assert club_points(set_of(cards("1-15DHS"))) == 0
        assert Clubs.club_points[1] == 5
        assert list(Clubs.club_points) == list(range(1, 16))

    @pytest.mark.parametrize(
        ("seats", "bonus"), [(6, "12 10 8 5 2 0"), (5, "10 8 5 2 0"), (4, "8 5 2 0"), (3, "5 2 0"), (2, "5")]
    )
    def test_bonus_cards(self, seats, bonus):
        """12 10 8 5 2 0 with six seats, 10 8 5 2 0 with five, 8 5 2 0 with four, 5 2 0 with three, 5 alone with two."""
        assert list(BONUS[seats]) == [int(n) for n in bonus.split()]
        assert late(["1C"] + [""] * (seats - 1)).view(None)["left"] == list(BONUS[seats])
        assert Clubs.bonus is BONUS


class TestOptions:
    def test_they_are_four(self):
        """`crazy` false, true; `wild` false, true; `teams` 0, 2, 3; `target` 10 to 500."""
        kinds = [(o.key, o.kind, o.default, o.choices, o.low, o.high) for o in Clubs.options]
        assert kinds == [
            ("crazy", "bool", False, (), 0, 0), ("wild", "bool", False, (), 0, 0),
            ("teams", "choice", 0, (0, 2, 3), 0, 0),
            ("target", "int", None, (), 10, 500),
        ]  # fmt: skip

    def test_they_are_told_in_words(self):
        assert [(option.label, option.names, option.help) for option in Clubs.options] == [
            ("Crazy Clubs", (), "More cards beat fewer, and a 15 ends no trick."),
            ("15s are wild", (), "A 15 may stand for any rank from 1 to 15."),
            (
                "Teams", ("everybody alone", "two teams", "three teams"),
                "Two teams with four or six seats, three with six. Partners sit evenly spaced.",
            ),
            ("Points that end the match", (), "Left empty: 50, and in teams 50 for each seat of a team."),
        ]  # fmt: skip

    @pytest.mark.parametrize(("teams", "seats"), [(0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (2, 4), (2, 6), (3, 6)])
    @pytest.mark.parametrize("crazy", [False, True])
    @pytest.mark.parametrize("wild", [False, True])
    def test_they_combine_freely(self, teams, seats, crazy, wild):
        """2 with four seats; 2 or 3 with six; 0 none. Options combine freely."""
        options = check_options(Clubs, {"teams": teams, "crazy": crazy, "wild": wild}, seats)
        position = Clubs.deal(options, seats, Loose(Random(1)))
        assert position.view(None)["options"] == options
        assert (position.crazy, position.wild, position.teams) == (crazy, wild, teams)

    @pytest.mark.parametrize(("teams", "seats"), [(2, 2), (2, 3), (2, 5), (3, 2), (3, 3), (3, 4), (3, 5)])
    def test_teams_that_cannot_be_made(self, teams, seats):
        """2 with four seats; 2 or 3 with six."""
        with pytest.raises(BadOptions) as error:
            check_options(Clubs, {"teams": teams}, seats)
        assert str(error.value) == (
            f"{teams} teams cannot be made of {seats} seats: two teams take four or six, three take six."
        )

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ({"teams": 1}, "“1” is not a value for teams: it takes 0, 2, 3."),
            ({"teams": True}, "“True” is not a value for teams: it takes 0, 2, 3."),
            ({"target": 9}, "“9” is not a value for target: it takes 10–500."),
            ({"target": 501}, "“501” is not a value for target: it takes 10–500."),
            ({"target": None}, "“None” is not a value for target: it takes 10–500."),
            ({"crazy": 1}, "“1” is not a value for crazy: it takes true / false."),
            ({"wild": "yes"}, "“yes” is not a value for wild: it takes true / false."),
            ({"rounds": 3}, "Clubs has no option “rounds”."),
        ],
    )
    def test_values_refused(self, given, message):
        with pytest.raises(BadOptions) as error:
            check_options(Clubs, given, 6)
        assert str(error.value) == message

    @pytest.mark.parametrize("seats", [0, 1, 7])
    def test_seats_refused(self, seats):
        """2–6 seats."""
        with pytest.raises(BadOptions, match=f"Clubs is for 2 to 6 seats, not {seats}"):
            check_options(Clubs, {}, seats)

    @pytest.mark.parametrize(
        ("teams", "seats", "target"), [(0, 2, 50), (0, 6, 50), (2, 4, 100), (3, 6, 100), (2, 6, 150)]
    )
    def test_default_target(self, teams, seats, target):
        """Points that end the game; default 50, in teams 50 for each seat of a team."""
        assert check_options(Clubs, {"teams": teams}, seats)["target"] == target
        assert check_options(Clubs, {"teams": teams, "target": 11}, seats)["target"] == 11

    @pytest.mark.parametrize(
        ("teams", "seats", "sides"),
        [(2, 4, [1, 2, 1, 2]), (2, 6, [1, 2, 1, 2, 1, 2]), (3, 6, [1, 2, 3, 1, 2, 3]), (0, 3, [1, 2, 3])],
    )
    def test_partners_sit_evenly_spaced(self, teams, seats, sides):
        """**Ruling**: in teams seat *s* is in team ((s-1) mod teams)+1, so that partners sit evenly spaced."""
        options = check_options(Clubs, {"teams": teams}, seats)
        assert [Clubs.team(options, seats, seat) for seat in range(1, seats + 1)] == sides
        position = Clubs.deal(options, seats, Loose(Random(1)))
        assert position.view(None)["team"] == (sides if teams else None)
        assert len(position.totals) == max(sides)

    def test_what_it_is_called(self):
        assert (Clubs.key, Clubs.rules, Clubs.name, Clubs.min_seats, Clubs.max_seats) == ("clubs", 1, "Clubs", 2, 6)


class TestSetUp:
    @pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
    @pytest.mark.parametrize("first", [0, 1])
    def test_ten_cards_to_each_seat_one_at_a_time(self, seats, first):
        """`first` is the seat of the first dealer. Ten cards go to each seat, one at a time, the dealer's left
        neighbour first; what is left is out of play, unseen. The dealer's left neighbour leads."""
        deck = list(DECK)
        Random(seats).shuffle(deck)
        chance = Recorded({"first": first, "deck/1": deck})
        position = Clubs.deal(check_options(Clubs, {}, seats), seats, chance)
        left = (first + 1) % seats + 1
        for n in range(seats):
            seat = (left - 1 + n) % seats + 1
            assert set(hand(position, seat).split()) == set(deck[n : 10 * seats : seats])
        assert position.aside == set_of(deck[10 * seats :])
        assert asked(position) == (left, "lead")
        view = position.view(None)
        assert (view["first"], view["dealer"], view["round"], view["sizes"]) == (first + 1, first + 1, 1, [10] * seats)
        assert (view["trick"], view["standing"], view["tricks"], view["out"], view["doubled"]) == ([], None, [], [], [])
        assert (view["ended"], view["totals"], view["result"]) == ([], [0] * seats, None)
        assert chance.used == {"first", "deck/1"}

    def test_the_deal_is_told(self):
        """Private: hands."""
        position = deal(["1-10C", "1-10D", "1-10H"])
        told = fact(position.facts, "deal")
        assert (told.seat, told.about) == (3, {"round": 1, "each": 10})
        assert told.private == {seat: {"cards": cards(f"1-10{suit}")} for seat, suit in enumerate("CDH", 1)}

    @pytest.mark.parametrize("dealer", [1, 2, 3])
    def test_each_later_rounds_dealer(self, dealer):
        """Each later round's dealer is the left neighbour of the last one's. `deck/K` is the deck of round K."""
        dealers = [(dealer - 1 + n) % 3 + 1 for n in range(4)]
        later = [lay(["1-10C", "1-10D", "1-10H"], by) for by in dealers[1:]]
        position = deal(["1-10H", "1-10C", "1-10D"], dealer, later, target=500)
        for number, by in enumerate(dealers[:-1], 1):
            view = position.view(None)
            assert (view["round"], view["dealer"], view["first"]) == (number, by, dealer)
            assert asked(position) == (by % 3 + 1, "lead")
            play_out(position)
            told = fact(position.facts, "deal")
            assert (told.seat, told.about["round"]) == (dealers[number], number + 1)
        assert hand(position, 1) == " ".join(cards("1-10C"))
        assert [account["dealer"] for account in position.view(None)["ended"]] == dealers[:-1]
        assert [account["number"] for account in position.view(None)["ended"]] == [1, 2, 3]

    def test_a_new_round_begins_anew(self):
        later = [lay(["1-10C", "1-10D", "1-10H"], 1)]
        position = deal(["1-10H", "1-10C", "1-10D"], 3, later, target=500)
        say(position, "3 double")
        play_out(position)
        view = json.loads(json.dumps(position.view(None)))
        assert (view["doubled"], view["out"], view["tricks"], view["clubs"]) == ([], [], [], [0, 0, 0])
        assert (view["bonus"], view["left"], view["sizes"]) == ([None] * 3, [5, 2, 0], [10] * 3)
