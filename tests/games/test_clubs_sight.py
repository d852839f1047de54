"""Clubs, clause by clause: who sees what, forced passes, deadline moves, what is offered."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from games.clubs import Clubs
from games.clubs_melds import set_of, useful
from games.contract import Choices, Forced
from tests.games.clubs import answers, cards, deal, fact, hand, late, lay, play_out, say


def in_the_middle():
    """Return a position with something of everything, seat 2 to answer seat 4."""
    position = deal(["7C 7D 1H", "8C 15C 2H", "9C 15D 3H", "10C 4H 15S"], 4, wild=True, teams=2, target=77)
    say(position, "3 double", "1 play 7C", "2 play 8C", "3 play 15D", "3 play 3H", "4 play 15S=4", "1 pass")
    return position


class TestView:
    def test_everything_public_and_nothing_else(self):
        """Public: all melds played, who holds how many cards, the cards each seat has won, bonus cards taken and left,
        who doubled, totals. Private: hands. Nobody: the cards out of play."""
        position = in_the_middle()
        view = {
            "game": "clubs", "rules": 1, "seats": 4, "seat": None, "over": False,
            "options": {"crazy": False, "wild": True, "teams": 2, "target": 77},
            "to_act": [{"seat": 2, "kind": "follow", "serial": 6}], "optional": [],
            "round": 1, "first": 4, "dealer": 4, "trick": [[3, "3H"], [4, "15S=4"], [1, "pass"]],
            "standing": {"seat": 4, "cards": ["15S=4"], "run": False, "size": 1, "top": 4},
            "hand": None, "hands": None, "aside": None, "sizes": [9, 9, 8, 9],
            "tricks": [[3, ["7C", "8C", "15D"]]], "clubs": [0, 0, 4, 0], "out": [], "bonus": [None] * 4,
            "left": [8, 5, 2, 0], "doubled": [3], "team": [1, 2, 1, 2], "totals": [0, 0], "ended": [], "result": None,
            "worth": [5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1],
        }  # fmt: skip
        assert position.view(None) == view
        for seat in (1, 2, 3, 4):
            assert position.view(seat) == {**view, "seat": seat, "hand": hand(position, seat).split()}
        assert hand(position, 2).split()[-1] == "15C"
        assert len(hand(position, 2).split()) == 9

    def test_what_may_be_doubled_is_public(self):
        position = deal(["1-10D", "1-10H", "1-10S"])
        say(position, "1 play 1D")
        optional = [{"seat": seat, "kind": "double", "serial": 1} for seat in (2, 3)]
        assert [position.view(seat)["optional"] for seat in (None, 1, 2)] == [optional] * 3

    def test_bonus_cards_taken_and_left(self):
        """Public: bonus cards taken and left."""
        position = late(["9D", "10D 5D", "11D 1C"])
        say(position, "1 play 9D")
        view = position.view(None)
        assert (view["bonus"], view["left"], view["out"]) == ([5, None, None], [2, 0], [1])

    def test_hands_and_the_cards_out_of_play_when_over(self):
        """Cards left in hand stay private until the match is over. Nobody, until the match is over: out of play."""
        position = late(["9D", "10D", "1D 1H"], totals=[45, 0, 0])
        say(position, "1 play 9D", "2 play 10D")
        assert (position.view(3)["hands"], position.view(3)["aside"]) == (None, None)
        say(position, "3 pass")
        view = position.view(None)
        assert view["hands"] == [[], [], ["1D", "1H"]]
        assert set(view["aside"]) == set(Clubs.deck) - set(cards("9D 10D 1D 1H"))
        assert (view["trick"], view["standing"], view["to_act"], view["optional"]) == ([], None, [], [])

    def test_cards_left_in_hand_at_a_rounds_end(self):
        """Private: cards left in hand at a round's end stay private until the match is over."""
        position = late(["9D", "10D", "1D 1H"])
        facts = say(position, "1 play 9D", "2 play 10D", "3 pass")
        told = fact(facts, "round over")
        assert told.private == {3: {"cards": ["1D", "1H"]}}
        assert "1H" not in str(told.seen_by(None)) + str(told.seen_by(1)) + str(told.about)
        assert told.seen_by(3)["own"] == {"cards": ["1D", "1H"]}
        assert "1H" not in str(position.view(None)["ended"])
        assert told.about == {
            "number": 1, "dealer": 3, "out": [1, 2], "clubs": [0, 0, 0], "bonus": [5, 2, 0], "doubled": [], "last": [3],
            "scores": [5, 2, 0], "totals": [5, 2, 0],
        }  # fmt: skip
        assert position.view(None)["ended"] == [told.about]
        assert told.seat == 3


class TestCanonical:
    def test_text(self):
        """The whole position as text, every hand and the cards out of play in it."""
        position = in_the_middle()
        hands = [",".join(hand(position, seat).split()) for seat in (1, 2, 3, 4)]
        shown = {card for seat in (1, 2, 3, 4) for card in hand(position, seat).split()}
        shown |= set(cards("7C 8C 15D 3H 15S"))
        aside = sorted(set(Clubs.deck) - shown, key=lambda card: (int(card[:-1]), "CDHS".index(card[-1])))
        assert position.canonical().splitlines() == [
            "clubs 1", "seats 4", "options crazy=false wild=true teams=2 target=77", "round 1 first 4 dealer 4",
            "phase follow 2", "trick 3:3H 4:15S=4 1:pass", "tricks 3:7C,8C,15D", "hands " + " ".join(hands),
            "aside " + ",".join(aside), "out -", "doubled 3", "totals 0 0",
        ]  # fmt: skip
        assert position.canonical().endswith("\n")

    def test_text_of_emptiness(self):
        """An empty hand or list is written `-`."""
        position = deal(["1-10D"] + [""] * 5)
        text = position.canonical()
        assert "\ntrick -\ntricks -\nhands 1D,2D," in text
        assert "\naside -\nout -\ndoubled -\n" in text
        say(position, "2 double", "3 double", f"1 play {' '.join(cards('1-10D'))}")
        assert "\ntrick 1:1D,2D,3D,4D,5D,6D,7D,8D,9D,10D\n" in position.canonical()
        assert "\nhands - " in position.canonical()
        assert "\nout 1\ndoubled 2 3\n" in position.canonical()

    def test_text_when_over(self):
        position = late(["9D", "10D", "1D 1H"], totals=[45, 0, 0])
        say(position, "1 play 9D", "2 play 10D", "3 pass")
        text = position.canonical()
        assert "\nphase over\ntrick -\ntricks 2:9D,10D\nhands - - 1D,1H\n" in text
        assert text.endswith("\nout 1 2\ndoubled -\ntotals 50 2 0\n")


class TestForced:
    def test_fewer_cards_than_the_meld_last_played(self):
        """A `pass` is publicly forced exactly when the hand holds fewer cards than the meld last played."""
        position = late(["5C 6D 7H 1C", "15C 15D", "8C 9D 10D"])
        say(position, "1 play 5C 6D 7H")
        assert position.forced(2) == Forced("pass", True)
        say(position, "2 pass")
        assert position.forced(3) is None

    def test_as_many_cards_are_not_public(self):
        position = late(["5C 6D 7H 1C", "15C 15D 1H", "8C 9D 10D"])
        say(position, "1 play 5C 6D 7H")
        assert position.forced(2) == Forced("pass", False)

    @pytest.mark.parametrize(("size", "public"), [(1, True), (2, True), (3, False), (4, False)])
    def test_crazy_with_top_15(self, size, public):
        """... or, in Crazy Clubs, as many while that meld's top is 15."""
        position = late(["15C 15D 1C", " ".join(["3C", "4D", "5D", "7D"][:size]), "9D"], crazy=True)
        say(position, "1 play 15C 15D")
        assert position.forced(2) == Forced("pass", public)

    def test_crazy_with_another_top(self):
        position = late(["14C 14D 1C", "3C 4D", "9D"], crazy=True)
        say(position, "1 play 14C 14D")
        assert position.forced(2) == Forced("pass", False)

    def test_crazy_where_more_cards_beat_it(self):
        position = late(["15C 15D 1C", "3CDH", "9D"], crazy=True)
        say(position, "1 play 15C 15D")
        assert position.forced(2) is None

    def test_a_wild_15_of_another_rank_is_no_top_15(self):
        position = late(["15C 1C", "3C", "9D"], crazy=True, wild=True)
        say(position, "1 play 15C=14")
        assert position.forced(2) == Forced("pass", False)
        position = late(["15C 1C", "3C", "9D"], crazy=True, wild=True)
        say(position, "1 play 15C")
        assert position.forced(2) == Forced("pass", True)

    def test_a_lead_never_is(self):
        """A lead never is: even one card left is known to its holder alone."""
        position = late(["5C", "15C 15D", "8C"])
        assert position.forced(1) == Forced("play 5C", False)
        assert late(["5C 7C", "15C 15D", "8C"]).forced(1) is None
        assert late(["15S", "15C 15D", "8C"], wild=True).forced(1) is None

    def test_optional_moves_do_not_count(self):
        """Forced: one legal move for the decision waited for (optional moves not counted)."""
        position = deal(["13CDHS 1H", "1-9D 2H"])
        say(position, "1 play 13C 13D")
        assert position.forced(2) == Forced("pass", False)
        assert list(position.moves(2)) == ["pass", "double"]

    def test_nobody_else(self):
        position = late(["5C 6D 7H 1C", "15C 15D", "8C 9D 10D"])
        say(position, "1 play 5C 6D 7H")
        assert [position.forced(seat) for seat in (1, 3)] == [None, None]


class TestDeadline:
    @pytest.mark.parametrize(
        ("held", "move"),
        [("5C 5D 5H 5S 9H", "5S"), ("5C 5D 5H 9H", "5H"), ("5C 5D 9H", "5D"), ("5C 9H", "5C"), ("1C 2S", "1C"),
         ("15CD", "15D"), ("14C 15S", "14C"), ("10H 9C", "9C")],
    )  # fmt: skip
    def test_lead(self, held, move):
        """`lead`: the single card of the lowest rank, of equals a spade before a heart, a diamond, a club."""
        for options in ({}, {"wild": True}, {"crazy": True}):
            position = late([held, "6C 7C"], **options)
            assert position.deadline_move(1) == f"play {move}"

    def test_follow(self):
        """`follow`: `pass`."""
        position = late(["5C 1C", "6C 7C"])
        say(position, "1 play 5C")
        assert position.deadline_move(2) == "pass"

    def test_a_bare_15_wins_at_once(self):
        """A deadline lead of a bare 15 wins at once (not in Crazy Clubs) and the seat leads again: a new decision."""
        for options, kinds in (({}, ["play", "trick"]), ({"crazy": True}, ["play"])):
            position = late(["15CD", "6C 7C"], wild=True, **options)
            [before] = position.to_act()
            facts = position.play(1, position.deadline_move(1))
            assert [f.kind for f in facts] == kinds
            [after] = position.to_act()
            assert after.serial == before.serial + 1
            assert (after.seat, after.kind) == ((2, "follow") if options else (1, "lead"))

    def test_never_double(self):
        """Never `double`."""
        position = deal(["1-10C", "1-10D", "1-10H"], target=500, later=[lay([""] * 3, 1)])
        play_out(position)
        assert position.view(None)["ended"][0]["doubled"] == []


class TestChoices:
    def test_answers_only(self):
        """Melds and `pass`; `double` stands apart."""
        position = deal(["1C 1D 3H 5S 7H 9S 11C 13D 15C 15D", "2H 4H 6H 8H"])
        choices = position.choices(position.view(1))
        assert choices.kind == "lead"
        assert "double" not in choices.moves
        assert choices.moves == tuple(answers(position))
        assert not choices.more
        say(position, "1 play 3H")
        choices = position.choices(position.view(2))
        assert (choices.kind, choices.moves[-1], choices.more) == ("follow", "pass", False)
        assert choices.moves == tuple(answers(position))

    @pytest.mark.parametrize(
        ("held", "count"),
        [("3S 4CDH 5H 6CDS 8HS", 49), ("3DH 5CHS 6DH 7CDS", 50), ("4CDHS 5CS 6D 7H 9C 11C", 51), ("1-10C", 55)],
    )
    def test_fifty_at_most(self, held, count):
        """Whole moves, 50 at the most; `more` says that legal moves are missing."""
        position = late([held, "1D 1H"])
        choices = position.choices(position.view(1))
        assert len(answers(position)) == count
        assert choices.moves == tuple(answers(position)[:50])
        assert choices.more == (count > 50)

    @pytest.mark.parametrize(
        ("held", "count"), [("3H 4D 5C 6CHS 7CDH 9S", 49), ("3CDHS 4D 5C 6DH 7CH", 50), ("3S 5D 6CS 7CS 8CDHS", 51)]
    )
    def test_fifty_at_most_with_a_pass(self, held, count):
        position = late(["1S 2D", held], crazy=True)
        say(position, "1 play 1S 2D")
        choices = position.choices(position.view(2))
        assert len(answers(position)) == count
        assert choices.moves == (*answers(position)[: min(count - 1, 49)], "pass")
        assert choices.more == (count > 50)

    def test_nothing_for_others(self):
        position = deal(["1-10D", "1-10H", "1-10S"])
        for seat in (None, 2, 3):
            assert position.choices(position.view(seat)) == Choices("")

    def test_parts(self):
        """`parts` tells which cards are part of some meld that may be played."""
        position = late(["5C 5D 1C", "1H 2S 6C 6D 9S", "1D"])
        say(position, "1 play 5C 5D")
        assert position.choices(position.view(2)).parts == {"useful": ["6C", "6D"], "wilds": False}
        position = late(["5C 5D 1C", "1H 6C 15D", "1D"], wild=True)
        say(position, "1 play 5C 5D")
        assert position.choices(position.view(2)).parts == {"useful": ["6C", "15D"], "wilds": True}


def random_standing(rng, crazy, wild):
    """Return a position of two seats with random hands, in which one is to lead or to answer a random lead."""
    deck = list(Clubs.deck)
    if wild:
        deck = [*cards("15CDHS"), *rng.sample(deck, 20)]
        deck = list(dict.fromkeys(deck))
    rng.shuffle(deck)
    size = rng.choice([1, 2, 3, 4, 5, 6, 8, 10])
    one, two = deck[:8], deck[8 : 8 + size]
    position = late([" ".join(one), " ".join(two), ""], crazy=crazy, wild=wild, out=[3])
    if rng.random() < 0.75:
        led = [move for move in islice(position.moves(1), 200) if len(move.split()) < 9]
        position.play(1, rng.choice(led))
    return position


class TestUseful:
    @pytest.mark.parametrize("crazy", [False, True])
    @pytest.mark.parametrize("wild", [False, True])
    def test_the_cards_of_all_moves(self, crazy, wild):
        """The cards lit up on the page are those of all moves together, over random hands."""
        rng, lit = Random(crazy * 2 + wild), 0
        for _ in range(300):
            position = random_standing(rng, crazy, wild)
            seat = position.turn
            held = position.hands[seat - 1]
            moves = [move.split()[1:] for move in islice(position.moves(seat), 20_000) if move.startswith("play")]
            if len(moves) == 20_000:
                continue
            union = {card.split("=")[0] for move in moves for card in move}
            lights = useful(held, position.standing, crazy, wild)
            assert lights == [card for card in hand(position, seat).split() if card in union]
            lit += bool(lights) and set_of(lights) != held
        assert lit > 10


def test_the_example_of_the_specification():
    """docs/notation.md shows the text of a position as it is made."""
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    example = page.split("### Clubs, rules version 1\n```\n")[1].split("```")[0]
    won = [(2, "7C 15D"), (4, "1S 2D")]
    position = late(
        ["9C 10D 11D 3C 4D", "6H 8D 15S 2C 2H 12S", "", "5C 5D"],
        lead=2, won=won, out=[3], doubled=[2], totals=[31, 12], dealer=1, wild=True, teams=2,
    )  # fmt: skip
    position.first, position.round = 4, 2
    say(position, "2 play 6H 15S=7 8D", "4 pass", "1 play 9C 10D 11D")
    aside = position.canonical().split("\naside ")[1].split("\n")[0]
    assert example.replace("1C,1D,1H,…", aside) == position.canonical()
    assert aside.startswith("1C,1D,1H,")
