"""Standing orders: as people write them, at tables of every game; where stretches of a game end; rehearsals."""

import json
from itertools import pairwise
from random import Random

import pytest

import games
from games.base import Base
from games.chance import Loose
from games.clubs import Clubs
from games.contract import BadNotation, Scope
from games.flohcati import Flohcati
from games.katzenjammer_blues import KatzenjammerBlues
from games.orders import (
    Case,
    first,
    holds,
    LONGEST,
    MOST_CASES,
    MOST_LINES,
    read_lines,
    Rehearsal,
    rehearse,
)
from tests.games import clubs, flohcati, katzenjammer
from tests.games.toy import Toy
from tests.games.walks import any_move, tables, walk

FOUR_SEATS = Toy.deal({"partners": False, "rounds": 2, "cards": 3}, 4, Loose(Random(1)))


def order(position, seat, text):
    """Return the lines of what was typed."""
    return read_lines(type(position), position.view(seat), text)


def fires(position, seat, lines):
    """Return the move that an order plays now, or `None`."""
    found = first(position, seat, lines)
    return found and found[1]


def cases(position, seat, lines, scope=None):
    """Return outcome and move after each next move, rehearsed from the view alone."""
    told = rehearse(type(position), json.loads(json.dumps(position.view(seat))), lines, Random(0), scope)
    found = {}
    for case in told.cases:
        found.setdefault(case.their_move, []).append((case.outcome, case.move))
    return found


def scope(position, kind):
    """Return the stretch of this kind that is going on."""
    [found] = [scope for scope in position.scopes() if scope.kind == kind]
    return found


class TestReading:
    def test_a_line_each_or_with_marks_between(self):
        position = katzenjammer.deal(["123455", "22J555", "111234"], pile="5 1 5")
        want = ("bid up to 3x4", "pass", "settle 22J 5555")
        for text in (
            "bid up to 3x4\npass\nsettle 22J 5555",
            "Bid up to three 4s, then pass; pay 22j, show 5555",
            "\r\n bid UP TO 3×4 ;;\r\nthen pass\n\n  pay J22 and show 5555 \n",
        ):
            assert order(position, 2, text) == want
        assert order(position, 2, " \n;\n") == ()

    def test_the_line_that_is_wrong_is_quoted(self):
        position = katzenjammer.deal(["123455", "22J555", "111234"], pile="5 1 5")
        with pytest.raises(BadNotation, match="“bid a lot”"):
            order(position, 2, "pass; bid a lot; pass")

    def test_an_order_is_short(self):
        assert order(FOUR_SEATS, 1, "none;" * MOST_LINES) == ("none",) * MOST_LINES
        with pytest.raises(BadNotation, match=f"{MOST_LINES} lines at most, and “lowest”"):
            order(FOUR_SEATS, 1, "none;" * MOST_LINES + "lowest")
        with pytest.raises(BadNotation, match=r"“play 1111.*…” is too long"):
            order(FOUR_SEATS, 1, "none; play " + "1" * LONGEST)

    def test_a_line_is_short_as_it_is_kept_too(self):
        position = clubs.late(["1-15C", "1D"], wild=True)
        typed = ",".join(f"{rank}c" for rank in range(1, 16)) + ",15d,15h"
        with pytest.raises(BadNotation):
            order(position, 1, typed + ",15s")
        assert len(order(position, 1, typed.rsplit(",", 2)[0])[0]) < LONGEST


class TestKatzenjammerBlues:
    """Bid up to `3x4`, then pass; if I win, pay `22J` and show `5555`."""

    LINES = ("bid up to 3x4", "pass", "settle 22J 5555")

    def auction(self, third="111J34"):
        return katzenjammer.deal(["123455", "22J555", third], pile="5 1 5")

    def test_bid_up_to(self):
        position = self.auction()
        assert fires(position, 2, self.LINES) == "bid 1x1", "the joker is a 1"
        katzenjammer.say(position, "2 bid 1x1", "3 bid 3x1", "1 pass")
        assert first(position, 2, self.LINES) == ("bid up to 3x4", "bid 3x2")
        katzenjammer.say(position, "2 bid 3x2", "3 bid 4x1")
        assert first(position, 2, self.LINES) == ("pass", "pass")

    def test_the_limit_may_be_bid_and_nothing_above(self):
        position = self.auction()
        katzenjammer.say(position, "2 bid 1x1", "3 bid 3mix", "1 pass")
        assert position.ordered(2, "bid up to 3x1") is None
        assert position.ordered(2, "bid up to 3x2") == "bid 3x2"
        assert position.ordered(2, "bid up to 9x1") == "bid 3x2"

    def test_settling(self):
        position = self.auction()
        katzenjammer.say(position, "2 bid 1x1", "3 bid 3x1", "1 pass", "2 bid 3x2", "3 pass")
        assert first(position, 2, self.LINES) == ("settle 22J 5555", "settle 22J 5555")
        position.play(2, "settle 22J 5555")
        assert position.view(2)["mice"] == [0, 5, 0]

    def test_a_payment_of_another_bid_is_not_cut_up_anew(self):
        position = katzenjammer.deal(["123455", "222221", "113445"], pile="5 1 5")
        katzenjammer.say(position, "2 bid 1x2", "3 pass", "1 pass")
        assert position.read(2, "settle 22222") == "settle 2 2222"
        assert position.ordered(2, "settle 22222") is None
        assert position.ordered(2, "settle 2 2222") == "settle 2 2222"

    def test_pay_least(self):
        """As few jokers as can be, then low numbers; with quartets, what leaves them."""
        position = self.auction()
        assert position.ordered(2, "pay least") is None
        katzenjammer.say(position, "2 bid 3mix", "3 pass", "1 pass")
        assert position.ordered(2, "pay least") == "settle 25J" == position.deadline_move(2)
        assert position.ordered(2, "pay least 5555") == "settle 25J 5555"
        assert position.ordered(2, "pay least 4444") is None
        position = self.auction()
        katzenjammer.say(position, "2 bid 2x5", "3 pass", "1 pass")
        assert position.ordered(2, "pay least") == "settle 55"
        assert position.ordered(2, "pay least 555J") == "settle 55 555J", "one 5 is left, and two are in the row"
        assert position.ordered(2, "pay least 5555") == "settle 5J 5555"
        position = katzenjammer.deal(["123455", "2255JJ", "113445"], pile="5 1 5")
        katzenjammer.say(position, "2 bid 2x5", "3 pass", "1 pass")
        assert position.ordered(2, "pay least 5555") == "settle JJ 5555", "the 5s are needed"

    @pytest.mark.parametrize(
        ("typed", "line"),
        [
            ("up to 4mix", "bid up to 4mix"), ("bid up to four mixed", "bid up to 4mix"), ("three 2s", "bid 3x2"),
            ("pay 22J", "settle 22J"), ("settle 134J,5555,22JJ", "settle 134J 5555 22JJ"),
            ("pay 3, show jjjj=5", "settle 3 JJJJ=5"), ("Pay least, show J555 and JJJJ=0", "pay least 555J JJJJ=0"),
            ("settle least", "pay least"),
        ],
    )  # fmt: skip
    def test_how_it_is_typed(self, typed, line):
        assert KatzenjammerBlues.read_order({}, typed) == line

    @pytest.mark.parametrize(
        "typed",
        [
            "bid up to", "bid up to pass", "bid up to 3x6", "bid up to 6mix", "pay", "settle", "pay 1122", "pay 6",
            "pay 22 555", "pay 22 JJJJ", "pay least 1234", "pay least 5555=5", "pay leastwise", "pay all",
        ],
    )  # fmt: skip
    def test_what_can_never_come(self, typed):
        with pytest.raises(BadNotation) as error:
            KatzenjammerBlues.read_order({}, typed)
        assert typed.removeprefix("bid up to ") in str(error.value)

    def test_rehearsed(self):
        position = self.auction()
        katzenjammer.say(position, "2 bid 1x1")
        told = cases(position, 2, self.LINES)
        assert told["pass"] == [("asks", "")], "the auction is won for one card, and 22J does not pay it"
        assert told["bid 2x1"] == [("plays", "bid 2x2")]
        katzenjammer.say(position, "3 bid 3x1", "1 pass")
        assert first(position, 2, self.LINES)[1] == "bid 3x2"
        katzenjammer.say(position, "2 bid 3x2")
        told = cases(position, 2, self.LINES)
        assert told["pass"] == [("plays", "settle 22J 5555")]
        assert told["bid 3x5"] == [("plays", "pass")]

    def test_rehearsed_as_it_comes(self):
        """Where others pass, what was told of the move that came is what is then played."""
        lines, seen = ("bid up to 3x4", "pay least"), 0
        for position in walk(KatzenjammerBlues.deal({"games": 1}, 3, Loose(Random(5))), Random(5)):
            for seat in {1, 2, 3} - {position.turn} if position.to_act() else ():
                stretch = scope(position, "auction")
                told = cases(position, seat, lines)
                for move in [move for move in told if position.is_legal(position.turn, move)]:
                    copy = position.copy(Loose(Random(1)))
                    copy.play(copy.turn, move)
                    while holds(copy, stretch) and not self.is_asked(copy, seat):
                        copy.play(copy.turn, copy.deadline_move(copy.turn))
                    plays = fires(copy, seat, lines)
                    outcome = ("plays", plays) if plays else ("asks", "")
                    assert (outcome if holds(copy, stretch) else ("over", "")) in told[move]
                    seen += holds(copy, stretch)
        assert seen > 200

    def is_asked(self, position, seat):
        forced = position.forced(seat)
        return position.turn == seat and not (forced and forced.public)


class TestClubs:
    """Follow with the lowest that beats, else pass; pass until the trick is over."""

    LINES = ("lowest", "pass")

    def test_the_lowest_that_beats(self):
        position = clubs.late(["5C 1D", "6H 4S 12D", "11C 15D", "9S 10D"])
        assert position.ordered(1, "lowest") is None, "nothing lies there to be beaten"
        clubs.say(position, "1 play 5C")
        assert first(position, 2, self.LINES) == ("lowest", "play 6H")
        clubs.say(position, "2 play 6H", "3 play 11C")
        assert first(position, 4, self.LINES) == ("pass", "pass")

    def test_up_to_a_rank(self):
        position = clubs.late(["5C 1D", "6H 4S 12D", "11C 15D"])
        clubs.say(position, "1 play 5C", "2 play 6H")
        assert position.ordered(3, "lowest up to 10") is None
        assert position.ordered(3, "lowest up to 11") == "play 11C"
        assert position.ordered(3, "lowest") == "play 11C"

    def test_of_equals_a_spade_first_and_a_club_last(self):
        position = clubs.late(["5C 5D 1D", "9CDS 10C"])
        clubs.say(position, "1 play 5C 5D")
        assert position.ordered(2, "lowest") == "play 9D 9S"
        position = clubs.late(["2C 3D 15D", "4CH 5CDS"])
        clubs.say(position, "1 play 2C 3D")
        assert position.ordered(2, "lowest") == "play 4H 5S"

    def test_wild_cards_are_kept(self):
        """Fewest 15s; with a limit none at all, for a 15 is above it, whatever it stands for."""
        position = clubs.late(["7C 1D", "12C 15S", "1H 15D"], wild=True)
        clubs.say(position, "1 play 7C")
        assert position.ordered(2, "lowest") == "play 12C"
        assert position.ordered(2, "lowest up to 11") is None
        clubs.say(position, "2 pass")
        assert position.ordered(3, "lowest") == "play 15D=8"
        assert position.ordered(3, "lowest up to 14") is None
        assert position.ordered(3, "lowest up to 15") == "play 15D=8"

    def test_crazy_takes_few_cards_first(self):
        position = clubs.late(["7C 1D", "12C 12D 1H 1S", "1C 2H 2S"], crazy=True)
        clubs.say(position, "1 play 7C")
        assert position.ordered(2, "lowest") == "play 12D"
        clubs.say(position, "2 play 12D")
        assert position.ordered(3, "lowest") == "play 2H 2S"

    def test_pass_until_the_trick_is_over(self):
        position = clubs.late(["5C 1D", "6H 7S 12D", "11C 14D"])
        clubs.say(position, "1 play 5C")
        trick = scope(position, "trick")
        assert fires(position, 2, ("pass",)) == "pass"
        clubs.say(position, "2 pass", "3 play 11C", "1 pass")
        assert holds(position, trick)
        assert fires(position, 2, ("pass",)) == "pass"
        clubs.say(position, "2 pass")
        assert not holds(position, trick)
        assert fires(position, 3, ("pass",)) is None, "who leads cannot pass"

    def test_double_is_no_answer(self):
        position = clubs.deal(["", ""])
        assert position.ordered(1, "double") is None
        with pytest.raises(BadNotation, match="“double or nothing” is no line of an order"):
            Clubs.read_order(position.view(1), "double or nothing")

    @pytest.mark.parametrize(
        ("typed", "line"),
        [("Lowest to 9", "lowest up to 9"), ("7♥ 7♣", "play 7C 7H"), ("pass", "pass"), ("lowest up to 015", "")],
    )
    def test_how_it_is_typed(self, typed, line):
        view = clubs.deal(["", ""]).view(1)
        if line:
            assert Clubs.read_order(view, typed) == line
        else:
            with pytest.raises(BadNotation):
                Clubs.read_order(view, typed)

    @pytest.mark.parametrize("typed", ["lowest up to 16", "lowest up to 0", "lowest card", "7C 9H", "15C=3", "16C"])
    def test_what_can_never_come(self, typed):
        with pytest.raises(BadNotation) as error:
            Clubs.read_order(clubs.deal(["", ""]).view(1), typed)
        assert f"“{typed}”" in str(error.value)

    def test_rehearsed(self):
        position = clubs.late(["5C 1D 3D", "6H 4S 12D", "11C 15D 2H"])
        told = cases(position, 2, self.LINES)
        assert told["play 1D"] == [("plays", "play 4S")]
        assert told["play 5C"] == [("plays", "play 6H")]
        clubs.say(position, "1 play 5C", "2 play 6H")
        told = cases(position, 2, self.LINES)
        assert told["pass"] == [("over", "")], "seat 1 passes too, and the trick is over"
        assert told["play 8D"] == [("plays", "play 12D")]


class TestFlohcati:
    """Take `A6` if it is still there."""

    def test_take_it_if_it_is_there(self):
        position = flohcati.table("", "B2", "", row="A6 C1 D4", turn=1)
        lines = order(position, 2, "take A6")
        assert lines == ("take A6",)
        assert first(position, 2, lines) is None, "it is not their turn"
        copy = position.copy()
        flohcati.say(copy, "1 take C1")
        assert fires(copy, 2, lines) == "take A6"
        flohcati.say(position, "1 take A6")
        assert fires(position, 2, lines) is None

    def test_rehearsed(self):
        position = flohcati.table("", "B2", "", row="A6 C1 D4", turn=1)
        told = cases(position, 2, ("take A6",), scope(position, "game"))
        assert told["take A6"] == [("asks", "")]
        assert told["take C1"] == [("plays", "take A6")]
        assert cases(position, 2, ("take A6",))["take C1"] == [("over", "")], "by default it holds for this turn"

    def test_three_of_a_number(self):
        position = flohcati.table("A6 B6 C6 D1", "", "", row="E6", kind="after")
        assert position.ordered(1, "trio 6") == "trio A6 B6 C6"
        position = flohcati.table("A6 B6 C6 D6", "", "", row="E6", kind="after")
        assert position.ordered(1, "trio 6") is None, "which three is for the player to say"
        assert position.ordered(1, "trio 1") is None
        assert position.ordered(1, "trio A6 B6 D6") == "trio A6 B6 D6"

    @pytest.mark.parametrize(
        ("typed", "line"),
        [
            ("a6", "take A6"), ("c6, a6, b6", "trio A6 B6 C6"), ("Trio 6s", "trio 6"), ("ask seat 2", "ask 2"),
            ("draw 3", "draw 3"), ("give b3", "give B3"), ("END", "end"), ("gala", "gala"), ("reveal", "reveal"),
        ],
    )  # fmt: skip
    def test_how_it_is_typed(self, typed, line):
        assert Flohcati.read_order(flohcati.table().view(1), typed) == line

    @pytest.mark.parametrize(
        "typed", ["A8", "trio 8", "trio A6 B6 C7", "ask 1", "draw 4", "ask 0", "2", "give", "take"]
    )
    def test_what_can_never_come(self, typed):
        with pytest.raises(BadNotation, match=f"“{typed}” is no line of an order.*“ask 2”"):
            Flohcati.read_order(flohcati.table().view(1), typed)


ENDINGS = {
    "katzenjammer-blues": {"auction": {"reveal"}, "game": {"deal"}},
    "clubs": {"trick": {"trick"}, "round": {"deal"}},
    "flohcati": {"turn": {"turn"}, "game": set()},
    "toy": {"trick": {"none", "rob"}, "round": {"deal"}},
}  # what is told when the next one begins
TABLES = [table for game in [*games.every(), Toy] for table in tables(game)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_scope_ends_when_its_stretch_does(table):
    position, rng = table.deal(4), Random(4)
    while position.to_act():
        before = {scope.kind: scope.serial for scope in position.scopes()}
        assert list(before) == list(ENDINGS[table.game.key])
        facts = {fact.kind for fact in position.play(*any_move(position, rng))}
        for scope in position.scopes():
            ended = bool(facts & ENDINGS[table.game.key][scope.kind])
            assert ended == (scope.serial != before[scope.kind]), scope
            assert ended == (not holds(position, Scope(scope.kind, "", before[scope.kind])))


def test_serials_rise():
    position = Flohcati.deal({}, 3, Loose(Random(3)))
    turns = [position.scopes()[0].serial for position in walk(position, Random(3)) if position.to_act()]
    assert turns[0] == 1
    assert all(after - before in (0, 1) for before, after in pairwise(turns))


class Plain(Toy):
    """A game that says nothing about orders."""

    order_lines = Base.order_lines
    scopes = Base.scopes
    ordered = Base.ordered
    read_order = classmethod(Base.read_order.__func__)


class TestAGameThatSaysNothing:
    def deal(self):
        return Plain.deal({"partners": False, "rounds": 1, "cards": 3}, 3, Loose(Random(2)))

    def test_its_moves_are_lines(self):
        position = self.deal()
        for line in ("play 4", "PLAY  4", "rob 2 5", "none"):
            assert Plain.read_order(position.view(1), line).lower() == " ".join(line.lower().split())
        for line in ("lowest", "double", "?!", ""):
            with pytest.raises(BadNotation, match=r"is no move of this game that answers a question: .*“play"):
                Plain.read_order(position.view(1), line)

    def test_a_move_stands_for_itself(self):
        position = self.deal()
        [decision] = position.to_act()
        move = position.deadline_move(decision.seat)
        assert position.ordered(decision.seat, move) == move
        assert position.ordered(decision.seat, "none") is None
        assert position.ordered(decision.seat, "double") is None
        assert position.ordered(decision.seat % 3 + 1, move) is None

    def test_its_orders_are_rehearsed_to_the_end_of_the_match(self):
        position = self.deal()
        assert position.scopes() == ()
        [decision] = position.to_act()
        told = rehearse(Plain, position.view(decision.seat % 3 + 1), ("none",), Random(0))
        assert not told.now
        assert {case.outcome for case in told.cases} == {"asks"}


class TestRehearsal:
    def test_at_once(self):
        seat = FOUR_SEATS.turn
        told = rehearse(Toy, FOUR_SEATS.view(seat), ("none", "lowest"), Random(0))
        move = f"play {FOUR_SEATS.hands[seat - 1][0]}"
        assert told == Rehearsal(True, (Case(0, "", "lowest", move, "plays"),), False)
        assert rehearse(Toy, FOUR_SEATS.view(seat), (), Random(0)).cases == (Case(0, "", "", "", "asks"),)

    def test_a_scope_that_is_over(self):
        told = rehearse(Toy, FOUR_SEATS.view(1), ("lowest",), Random(0), Scope("trick", "", 77))
        assert told == Rehearsal(False, (), False)

    def test_both_are_told_where_it_depends_on_what_is_hidden(self):
        """Who wins the trick may rob, which the order leaves to its player; who does not is not asked any more."""
        position = Toy.deal({"partners": False, "rounds": 1, "cards": 3}, 3, Loose(Random(2)))
        leader = position.turn
        position.hands = ("134", "134", "134")
        position.play(leader, "play 1")
        outcomes = cases(position, leader, ("lowest",))
        assert sorted(outcomes["play 1"]) == [("asks", ""), ("over", "")]

    def test_other_moves_are_hinted_at(self):
        position = clubs.deal(["", "", ""], dealer=1)
        told = rehearse(Clubs, position.view(1), ("pass",), Random(0))
        assert len({case.their_move for case in told.cases}) == MOST_CASES
        assert told.more
        assert told.cases[0].their_move.count(" ") == 1, "the short ones come first"
