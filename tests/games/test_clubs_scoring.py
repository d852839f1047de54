"""Clubs, clause by clause: double or nothing, scores, and the end of the match."""

import pytest

from games.chance import MissingOutcome, NeedsChance, NEVER
from games.contract import GameOver, IllegalMove, NotYourTurn
from tests.games.clubs import asked, deal, fact, late, lay, play_out, say


def ten(**options):
    """Return a position in which seat 1 has a run of nine and leads, all with ten cards."""
    return deal(["1-10D", "1-10H", "1-10S"], **options)


class TestWhoMayDouble:
    @pytest.mark.parametrize("seat", [1, 2, 3])
    def test_in_turn_or_not(self, seat):
        """A seat that holds its ten cards, not having played yet, may declare `double` at any time, in turn or not."""
        position = ten()
        before = position.to_act()
        facts = say(position, f"{seat} double")
        assert [(f.kind, f.seat, f.about, f.private) for f in facts] == [("double", seat, {}, None)]
        assert position.to_act() == before, "it answers nothing"
        assert position.view(None)["doubled"] == [seat]

    def test_in_the_middle_of_a_trick(self):
        """... at any time."""
        position = ten()
        say(position, "1 play 3D", "3 double", "2 play 4H", "3 play 5S")
        assert position.view(None)["doubled"] == [3]
        assert asked(position) == (1, "follow")

    def test_after_a_pass(self):
        """... not having played yet in this round: a pass is no play."""
        position = ten()
        say(position, "1 play 9D", "2 pass", "2 double")
        assert position.view(None)["doubled"] == [2]

    def test_once(self):
        """... once."""
        position = ten()
        say(position, "2 double")
        with pytest.raises(IllegalMove, match="You have doubled already, and once in a round is all"):
            position.play(2, "double")
        assert "double" not in list(position.moves(2))

    def test_several_may(self):
        """Several may."""
        position = ten()
        say(position, "3 double", "1 double", "2 double")
        assert position.view(None)["doubled"] == [1, 2, 3]
        assert position.optional() == []

    def test_not_after_playing(self):
        """... that holds its ten cards, not having played yet in this round."""
        position = ten()
        say(position, "1 play 3D")
        with pytest.raises(IllegalMove, match="too late to double: that is for who still holds all ten cards"):
            position.play(1, "double")
        assert [(d.seat, d.kind, d.serial) for d in position.optional()] == [(2, "double", 1), (3, "double", 1)]

    def test_not_after_somebody_went_out(self):
        """**Ruling**: while nobody has gone out (it could not succeed any more)."""
        position = ten()
        say(position, "1 play 1D 2D 3D 4D 5D 6D 7D 8D 9D 10D")
        assert position.optional() == []
        for seat in (2, 3):
            with pytest.raises(IllegalMove, match="It is too late to double: seat 1 has gone out first"):
                position.play(seat, "double")

    def test_who_went_out_first_is_named(self):
        position = deal(["1-10D", "2-11H", "1-10S"])
        say(position, "1 play 1D 2D 3D 4D 5D 6D 7D 8D 9D 10D", "2 play 2H 3H 4H 5H 6H 7H 8H 9H 10H 11H")
        with pytest.raises(IllegalMove, match="It is too late to double: seat 1 has gone out first"):
            position.play(3, "double")

    def test_again_in_the_next_round(self):
        """... in this round."""
        position = deal(["1-10C", "1-10H", "1-10D"], target=500, later=[lay(["1-10C", "1-10H", "1-10D"], 1)])
        say(position, "1 double")
        play_out(position)
        assert [(d.seat, d.serial) for d in position.optional()] == [(1, 2), (2, 2), (3, 2)]
        say(position, "1 double")
        assert position.view(None)["doubled"] == [1]

    def test_it_is_listed_last(self):
        position = ten()
        *_, last = position.moves(1)
        assert last == "double"
        assert list(position.moves(2)) == ["double"]

    def test_nobody_beside_the_table(self):
        position = ten()
        for seat in (0, 4, -1):
            with pytest.raises(IllegalMove):
                position.play(seat, "double")
            with pytest.raises(NotYourTurn):
                position.play(seat, "pass")

    def test_nothing_else_out_of_turn(self):
        position = ten()
        for move in ("play 1H", "pass", "hm", "play 1H 1H", "play 1H 3H"):
            with pytest.raises(NotYourTurn):
                position.play(2, move)
            assert not position.is_legal(2, move)

    def test_while_over(self):
        position = late(["9D", "10D", "1D 1H"], totals=[50, 0, 0])
        say(position, "1 play 9D", "2 play 10D", "3 pass")
        with pytest.raises(GameOver):
            position.play(3, "double")
        assert position.optional() == []

    def test_a_copy_may_double(self):
        position = ten()
        copy = position.copy()
        copy.play(2, "double")
        assert (copy.doubled, position.doubled) == ((2,), ())


class TestWhatItCounts:
    def test_success(self):
        """If it then is the first to go out, its points of the round (clubs and bonus) count twice."""
        position = late(["9D", "10D", "1D 1H"], doubled=[1], won=[(1, "1C"), (2, "2C")])
        say(position, "1 play 9D", "2 play 10D", "3 pass")
        assert position.view(None)["ended"][0]["scores"] == [2 * (5 + 5), 2 + 4, 0]

    def test_failure(self):
        """Otherwise they count nothing."""
        position = late(["9D", "10D", "1D 1H"], doubled=[2], won=[(1, "1C"), (2, "2C")])
        say(position, "1 play 9D", "2 play 10D", "3 pass")
        assert position.view(None)["ended"][0]["scores"] == [5 + 5, 0, 0]
        assert position.view(None)["ended"][0]["doubled"] == [2]

    def test_several(self):
        position = late(["9D", "10D", "1D 1H"], doubled=[1, 2, 3], won=[(1, "1C"), (2, "2C"), (3, "3C")])
        say(position, "1 play 9D", "2 play 10D", "3 pass")
        assert position.view(None)["ended"][0]["scores"] == [20, 0, 0]

    def test_clubs_won_later_count_too(self):
        """Its points of the round: also those of the trick in which it went out."""
        position = late(["9C", "10D", "8C 1H"], doubled=[1])
        say(position, "1 play 9C", "2 pass", "3 pass")
        assert position.view(None)["clubs"] == [2, 0, 0]
        say(position, "2 play 10D", "3 pass")
        assert position.view(None)["ended"][0]["scores"] == [14, 2, 0]

    def test_two_seats(self):
        position = late(["9D", "10D 1D"], doubled=[1, 2], won=[(1, "1C"), (2, "2C")])
        say(position, "1 play 9D", "2 pass")
        assert position.view(None)["ended"][0]["scores"] == [20, 0]

    def test_two_seats_go_out_and_the_second_doubled(self):
        position = late(["9D", "10D"], doubled=[2], won=[(1, "1C"), (2, "2C")])
        say(position, "1 play 9D", "2 play 10D")
        assert position.view(None)["ended"][0]["scores"] == [10, 0]

    def test_before_the_teams_sum(self):
        """In teams this comes before the team's sum."""
        won = [(4, "1C"), (2, "2C")]
        position = late(["9D", "10D", "1D 1H", "11D"], teams=2, doubled=[2, 4], won=won, totals=[3, 4])
        say(position, "1 play 9D", "2 play 10D", "3 pass", "4 play 11D", "3 pass")
        [account] = position.view(None)["ended"]
        assert (account["scores"], account["totals"]) == ([0, 0, 0, 0], [3, 4])
        position = late(["1D 1H", "9D", "10D", "11D"], lead=2, teams=2, doubled=[2], won=[(4, "1C"), (2, "2C")])
        say(position, "2 play 9D", "3 play 10D", "4 play 11D", "1 pass")
        [account] = position.view(None)["ended"]
        assert account["scores"] == [0, 2 * (8 + 4), 0, 2 + 5]
        assert account["totals"] == [0, 31]

    def test_of_a_team_that_scores_nothing(self):
        """That team scores nothing in this round, members who had gone out included: nor twice nothing."""
        position = late(["9D", "10D", "1D 1H", "11D"], teams=2, doubled=[1], won=[(1, "1C")])
        say(position, "1 play 9D", "2 play 10D", "3 pass", "4 play 11D", "3 pass")
        [account] = position.view(None)["ended"]
        assert (account["last"], account["scores"]) == ([1, 3], [0, 5, 0, 2])

    def test_whole_from_the_deal(self):
        position = deal(["1-10C", "1-10H", "1-10D"])
        say(position, "1 double", "1 play 1C 2C 3C 4C 5C 6C 7C 8C 9C 10C", "2 pass", "3 pass")
        play_out(position)
        assert position.view(None)["totals"][0] == 2 * (5 + 29)
        assert position.result().winners == (1,)


class TestEnd:
    @pytest.mark.parametrize(("total", "over"), [(44, False), (45, True), (46, True)])
    def test_when_a_total_has_reached_the_target(self, total, over):
        """When a total has reached the target after a round, the game ends."""
        position = late(["9D", "10D", "1D 1H"], totals=[total, 20, 30])
        facts = say(position, "1 play 9D", "2 play 10D", "3 pass")
        assert (position.phase == "over") == over
        assert fact(facts, "round over").about["totals"] == [total + 5, 22, 30]
        if over:
            assert position.result() == ((total + 5, 22, 30), (1,))
            assert fact(facts, "match over").about == {"scores": [total + 5, 22, 30], "winners": [1]}
            assert [f.kind for f in facts] == ["pass", "trick", "round over", "match over"]
        else:
            assert position.result() is None
            assert [f.kind for f in facts] == ["pass", "trick", "round over", "deal"]

    def test_not_before_the_round_is_over(self):
        """... after a round."""
        position = late(["9C 1D", "8D", "2D 1H"], totals=[49, 0, 0])
        say(position, "1 play 9C", "2 pass", "3 pass")
        assert position.view(None)["clubs"] == [2, 0, 0]
        assert position.to_act()

    @pytest.mark.parametrize("target", [10, 17, 18])
    def test_target(self, target):
        """`target`: 10 to 500, points that end the game."""
        position = late(["9D", "10D", "1D 1H"], totals=[12, 0, 0], target=target)
        say(position, "1 play 9D", "2 play 10D", "3 pass")
        assert (position.phase == "over") == (target <= 17)

    def test_the_highest_total_wins(self):
        """The highest total wins, whoever was out first."""
        position = late(["9D", "10D", "1D 1H"], totals=[45, 20, 52])
        say(position, "1 play 9D", "2 play 10D", "3 pass")
        assert position.result() == ((50, 22, 52), (3,))

    @pytest.mark.parametrize(
        ("totals", "winners"), [([45, 48, 20], (1, 2)), ([45, 20, 50], (1, 3)), ([45, 48, 50], (1, 2, 3))]
    )
    def test_equal_totals_share(self, totals, winners):
        """**Ruling**: equal totals share."""
        position = late(["9D", "10D", "1D 1H"], totals=totals)
        say(position, "1 play 9D", "2 play 10D", "3 pass")
        assert position.result().winners == winners
        assert position.view(None)["result"] == {"scores": list(position.totals), "winners": list(winners)}

    def test_a_total_of_a_team_in_teams(self):
        """When a total (of a team, in teams) has reached the target; in teams 50 for each seat of a team."""
        for total, over in ((88, False), (89, True)):
            position = late(["1D 1H", "9D", "10D", "11D"], lead=2, teams=2, totals=[20, total], won=[(4, "10C")])
            say(position, "2 play 9D", "3 play 10D", "4 play 11D", "1 pass")
            assert (position.phase == "over") == over
        assert position.result() == ((20, 100), (2, 4))

    def test_a_member_alone_does_not_reach_it(self):
        position = late(["1D 1H", "9D", "10D", "11D"], lead=2, teams=2, totals=[20, 60])
        say(position, "2 play 9D", "3 play 10D", "4 play 11D", "1 pass")
        assert position.phase != "over"

    def test_equal_teams_share(self):
        position = late(["1D 1H", "9D", "10D", "11D"], lead=2, teams=2, totals=[100, 90])
        say(position, "2 play 9D", "3 play 10D", "4 play 11D", "1 pass")
        assert position.result() == ((100, 100), (1, 2, 3, 4))

    def test_of_three_teams_two_share(self):
        position = late(["5D 5H", "", "", "9D 9H", "", "8D"], lead=6, teams=3, out=[5, 2, 3], totals=[101, 79, 88])
        say(position, "6 play 8D", "1 pass", "4 pass")
        assert position.result() == ((101, 101, 101), (1, 2, 3, 4, 5, 6))

    def test_over(self):
        position = late(["9D", "10D", "1D 1H"], totals=[45, 0, 0])
        say(position, "1 play 9D", "2 play 10D", "3 pass")
        for move in ("pass", "play 1D", "hm"):
            with pytest.raises(GameOver) as error:
                position.play(3, move)
            assert str(error.value) == "The match is over: nothing can be played any more."
        assert position.to_act() == []
        assert position.forced(3) is None
        for seat in range(5):
            assert (list(position.moves(seat)), position.forced(seat)) == ([], None)

    def test_totals_add_up(self):
        later = [lay(["1-10D", "1-10C", "1-10H"], 1), lay([""] * 3, 2)]
        position = deal(["1-10C", "1-10H", "1-10D"], target=500, later=later)
        play_out(position)
        play_out(position)
        one, two = position.view(None)["ended"]
        assert two["totals"] == [a + b for a, b in zip(one["scores"], two["scores"], strict=True)]
        assert position.totals == tuple(two["totals"])


class TestChance:
    def test_a_copy_ends_no_round(self):
        """A copy of a live position may not look on: it shows neither what is left in hands nor a score."""
        position = late(["9D", "10D", "1D 1H"], totals=[45, 0, 0])
        say(position, "1 play 9D", "2 play 10D")
        copy = position.copy()
        before = copy.canonical()
        with pytest.raises(NeedsChance) as error:
            copy.play(3, "pass")
        assert error.value.label == "deck/2"
        assert copy.canonical() == before
        assert copy.chance is NEVER

    def test_what_fails_changes_nothing(self):
        """A deck that is missing leaves everything as it was."""
        position = deal(["1-10C", "1-10H", "1-10D"], target=500)
        with pytest.raises(MissingOutcome, match="deck/2"):
            play_out(position)
        before = position.canonical()
        with pytest.raises(MissingOutcome):
            play_out(position)
        assert position.canonical() == before
        assert position.view(None)["ended"] == []
