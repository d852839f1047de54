"""Zirkus Flohcati: what is seen, what is offered, the position as text, and copies."""

from random import Random

import pytest

from games.chance import NeedsChance
from games.contract import Choices
from games.flohcati import Flohcati
from tests.games.flohcati import deal, moves, say, table, TEN, told


def in_the_middle():
    """A turn of seat 2 after seat 1 was asked to give a card, with trios, a row and discarded cards."""
    position = table(
        "A3 B3", "B1 D0", "", row="E4 C5", pile="ask F2 E1", turn=3, trios=[(1, "A6 B6 C6"), (3, "D7 E7 F7")]
    )
    say(position, "3 reveal", "3 ask 1", "1 give B3")
    say(position, "1 reveal", "1 reveal")
    return position


class TestView:
    def test_whole(self):
        assert in_the_middle().view(2) == {
            "game": "flohcati", "rules": 1, "seats": 3, "seat": 2, "options": {}, "over": False,
            "to_act": [{"seat": 2, "kind": "turn", "serial": 12}], "optional": [],
            "first": in_the_middle().first, "turn": 2, "turns": 3,
            "row": ["E4", "C5", "F2"], "pile": 74, "discard": ["ask", "E1"],
            "hands": [["A3"], ["B1", "D0"], ["B3"]], "hand": ["B1", "D0"],
            "trios": [[["A6", "B6", "C6"]], [], [["D7", "E7", "F7"]]], "points": [13, 1, 13],
            "pending": None, "draws": 0, "gala": None, "cause": None, "result": None,
        }  # fmt: skip

    def test_everybody_sees_the_same(self):
        """Everything but the order of the pile; hands are shown."""
        position = in_the_middle()
        views = [position.view(seat) for seat in (None, 1, 2, 3)]
        assert [view.pop("seat") for view in views] == [None, 1, 2, 3]
        assert [view.pop("hand") for view in views] == [None, ["A3"], ["B1", "D0"], ["B3"]]
        assert all(view == views[0] for view in views)

    @pytest.mark.parametrize(
        ("kind", "of", "pending"),
        [
            ("turn", 0, None), ("after", 0, None), ("ask", 0, {"card": "ask", "of": None}),
            ("give", 2, {"card": "ask", "of": 2}), ("draw", 0, {"card": "draw", "of": None}),
            ("pick", 0, {"card": "fanfare", "of": None}),
        ],
    )  # fmt: skip
    def test_what_is_pending(self, kind, of, pending):
        position = table("A3 B3 C3", "D1 E1", "", row="F1", kind=kind, of=of)
        view = position.view(1)
        assert (view["pending"], view["turn"]) == (pending, 1)
        assert view["to_act"] == [{"seat": of or 1, "kind": kind, "serial": 7}]

    def test_when_it_is_over(self):
        position = table(TEN, "", "", kind="after")
        say(position, "1 gala")
        view = position.view(3)
        assert (view["over"], view["to_act"], view["cause"], view["gala"], view["turn"]) == (True, [], "gala", 1, 1)
        assert view["result"] == {"scores": [42, 0, 0], "winners": [1]}
        assert view["pending"] is None

    def test_no_gala_where_the_pile_ended_it(self):
        position = table(TEN, "", "", kind="after", last=True)
        say(position, "1 end")
        view = position.view(None)
        assert (view["cause"], view["gala"], view["points"]) == ("pile", None, [32, 0, 0])


class TestFacts:
    def test_all_is_open(self):
        """All is open: no fact has a private part."""
        position = in_the_middle()
        assert all(fact.private is None for fact in position.facts)
        assert position.facts[0].seen_by(1) == {"kind": "reveal", "seat": 1, "card": "E1", "what": "forfeits"}

    def test_they_are_of_the_last_move(self):
        position = table("", "", "", row="A1 B1")
        first = say(position, "1 take A1")
        second = say(position, "2 take B1")
        assert position.facts == second
        assert told(first) == [("take", 1, {"card": "A1"}), ("turn", 2, {"ended": 1})]


def offered(position, seat):
    return Flohcati.choices(position.view(seat))


class TestChoices:
    def test_a_turn(self):
        position = table("A3 A5 C3 F3 H7 J3", "", "", row="A6 B2 H1")
        assert offered(position, 1) == Choices(
            "turn",
            (
                "reveal", "take A6", "take B2", "take H1",
                "trio A3 C3 F3", "trio A3 C3 J3", "trio A3 F3 J3", "trio C3 F3 J3",
            ),
            False,
            {
                "row": [{"card": "A6", "gain": 1}, {"card": "B2", "gain": 2}, {"card": "H1", "gain": 0}],
                "trios": [{"number": 3, "cards": ["A3", "C3", "F3", "J3"], "best": ["A3", "C3", "F3"], "gain": 4}],
                "reveal": True,
            },
        )  # fmt: skip

    def test_a_turn_with_an_empty_pile(self):
        choices = offered(table("", "", "", row="A6", last=True), 1)
        assert (choices.moves, choices.parts["reveal"]) == (("take A6",), False)

    def test_a_turn_with_the_last_card_to_come(self):
        choices = offered(table("", "", "", row="A6", pile="B1", last=True), 1)
        assert (choices.moves, choices.parts["reveal"]) == (("reveal", "take A6"), True)

    def test_a_pick(self):
        choices = offered(table("A3 C3 F3", "", "", row="A6 B2", kind="pick"), 1)
        assert choices == Choices(
            "pick", ("take A6", "take B2"), False, {"row": [{"card": "A6", "gain": 3}, {"card": "B2", "gain": 2}]}
        )

    @pytest.mark.parametrize("kind", ["ask", "draw"])
    def test_whom_to_choose(self, kind):
        choices = offered(table("A3", "B1 B2", "", "D1", turn=3, kind=kind), 3)
        held = [{"seat": 4, "held": 1}, {"seat": 1, "held": 1}, {"seat": 2, "held": 2}]
        assert choices == Choices(kind, (f"{kind} 4", f"{kind} 1", f"{kind} 2"), False, {"seats": held})

    def test_what_to_give(self):
        choices = offered(table("", "A3 A5 B2", "", kind="give", of=2), 2)
        costs = [{"card": "A3", "cost": 0}, {"card": "A5", "cost": 2}, {"card": "B2", "cost": 2}]
        assert choices == Choices("give", ("give A3", "give A5", "give B2"), False, {"hand": costs})

    def test_after(self):
        choices = offered(table("A3 B5 C5 D5 E0 F7 G2 H4 I0 J1", "", "", kind="after"), 1)
        trio = {"number": 5, "cards": ["B5", "C5", "D5"], "best": ["B5", "C5", "D5"], "gain": -5}
        assert choices == Choices("after", ("end", "gala", "trio B5 C5 D5"), False, {"trios": [trio], "gala": True})
        choices = offered(table("A3 B3 C3", "", "", kind="after"), 1)
        assert (choices.moves, choices.parts["gala"]) == (("end", "trio A3 B3 C3"), False)

    def test_the_cheapest_three(self):
        """Cards of an act of which a higher one is held cost nothing."""
        [part] = offered(table("A3 B3 B4 C3 D3 D7 E3 E5", "", "", kind="after"), 1).parts["trios"]
        assert (part["best"], part["gain"]) == (["B3", "D3", "E3"], 10)

    @pytest.mark.parametrize(("acts", "moves", "more"), [("ABCDEFG", 37, False), ("ABCDEFGH", 50, True)])
    def test_fifty_at_most(self, acts, moves, more):
        choices = offered(table(" ".join(f"{act}3" for act in acts), "", "", row="J1"), 1)
        assert (len(choices.moves), choices.more) == (moves, more)
        assert choices.moves[:3] == ("reveal", "take J1", "trio A3 B3 C3")

    def test_exactly_fifty_are_all(self):
        """35 trios of seven cards, ten of five, and five moves more."""
        held = " ".join(sorted([*(f"{act}3" for act in "ABCDEFG"), *(f"{act}5" for act in "ABCDE")]))
        choices = offered(table(held, "", "", row="G1 H1 I1 J1"), 1)
        assert (len(choices.moves), choices.more) == (50, False)
        choices = offered(table(held, "", "", row="F1 G1 H1 I1 J1"), 1)
        assert (len(choices.moves), choices.more) == (50, True)

    def test_nobody_else(self):
        position = table("A3 B3 C3", "", "", row="A1")
        assert [offered(position, seat) for seat in (None, 2, 3)] == [Choices("")] * 3

    def test_they_are_the_legal_moves(self):
        position = in_the_middle()
        assert list(offered(position, 2).moves) == moves(position)


class TestCanonical:
    def test_whole(self):
        position = in_the_middle()
        first = position.first
        pile = "".join(position.cards[position.at :])
        assert position.canonical() == (
            f"flohcati 1\nseats 3\noptions -\nfirst {first} turn 2\nphase turn 2\nrow E4C5F2\npile {pile}\n"
            "hands A3 B1D0 B3\ntrios A6B6C6 - D7E7F7\ndiscard askE1\ndraws 0\n"
        )
        assert pile.startswith("A0A1A2A4")
        assert pile.endswith("J7askaskdrawdrawdrawfanfarefanfarefanfare")

    def test_nothing_yet(self):
        text = deal("ask A1", seats=4, first=3).canonical()
        head, tail = text.split("pile ")
        assert head == "flohcati 1\nseats 4\noptions -\nfirst 3 turn 3\nphase turn 3\nrow -\n"
        assert tail.endswith("\nhands - - - -\ntrios - - - -\ndiscard -\ndraws 0\n")
        assert tail.startswith("askA1A0A2")

    def test_who_is_asked(self):
        """`phase`: the decision and the seat that is to act."""
        text = table("A3", "B1", "", kind="give", of=2, last=True, trios=[(3, "A1 C1 D1"), (3, "E2 F2 G2")]).canonical()
        assert " turn 1\nphase give 2\nrow -\npile -\nhands A3 B1 -\ntrios - - A1C1D1,E2F2G2\n" in text

    @pytest.mark.parametrize(
        ("start", "line", "cause"),
        [
            (lambda: table(TEN, "", "", kind="after"), "1 gala", "gala"),
            (lambda: table(TEN, "", "", kind="after", last=True), "1 end", "pile"),
            (lambda: table(TEN, "", "", pile="fanfare", last=True), "1 reveal", "fanfare"),
        ],
    )
    def test_over(self, start, line, cause):
        position = start()
        say(position, line)
        assert f" turn 1\nphase over {cause}\n" in position.canonical()


class TestCopies:
    @pytest.mark.parametrize("pile", ["A1", "ask", "draw", "fanfare"])
    def test_nothing_is_revealed(self, pile):
        """A copy of a live position turns over no card."""
        position = table("A3", "B1", "", row="A2", pile=pile)
        copy = position.copy()
        with pytest.raises(NeedsChance) as error:
            copy.play(1, "reveal")
        assert error.value.label == "deck/1"
        assert (copy.canonical(), copy.view(1)) == (position.canonical(), position.view(1))
        say(position, "1 reveal")

    def test_nothing_is_drawn(self):
        """... nor draws a card."""
        position = table("A3", "B1", "", kind="draw", draws=[0])
        copy = position.copy()
        with pytest.raises(NeedsChance) as error:
            copy.play(1, "draw 2")
        assert error.value.label == "draw/1"
        assert copy.view(1) == position.view(1)
        assert told(copy.play(1, "draw 3"))[0] == ("draw", 1, {"of": 3, "card": None})

    @pytest.mark.parametrize(
        ("kind", "of", "move"),
        [("turn", 0, "1 take A2"), ("turn", 0, "1 trio B3 C3 D3"), ("pick", 0, "1 take A2"), ("ask", 0, "1 ask 2"),
         ("give", 2, "2 give E1"), ("after", 0, "1 trio B3 C3 D3"), ("after", 0, "1 end")],
    )  # fmt: skip
    def test_what_is_open_is_played(self, kind, of, move):
        position = table("B3 C3 D3", "E1 F1", "", row="A2", kind=kind, of=of)
        copy = position.copy()
        assert told(say(copy, move)) == told(say(position, move))
        assert copy.canonical() == position.canonical()

    def test_a_gala_is_open(self):
        copy = table(TEN, "", "", kind="after").copy()
        say(copy, "1 gala")
        assert copy.result()


class TestImagine:
    def test_what_is_unseen_is_the_pile(self):
        position = in_the_middle()
        pile = sorted(position.cards[position.at :])
        orders = set()
        for seed in range(10):
            imagined = Flohcati.imagine(position.view(seed % 4 or None), Random(seed))
            assert sorted(imagined.cards) == pile
            assert imagined.view(1) == position.view(1)
            orders.add(imagined.cards)
        assert len(orders) == 10

    @pytest.mark.parametrize(
        ("kind", "of"), [("turn", 0), ("ask", 0), ("draw", 0), ("give", 2), ("pick", 0), ("after", 0)]
    )
    def test_every_decision(self, kind, of):
        position = table("A3 B3 C3", "D1 E1", "", row="F1", kind=kind, of=of, trios=[(2, "A0 B0 C0")])
        for seat in (None, 1, 2, 3):
            imagined = Flohcati.imagine(position.view(seat), Random(3))
            assert imagined.view(seat) == position.view(seat)
            assert moves(imagined) == moves(position)

    def test_draws_go_on_counting(self):
        position = table("A1", "B1", "", pile="draw draw", draws=[0])
        say(position, "1 reveal", "1 draw 2", "2 reveal")
        imagined = Flohcati.imagine(position.view(2), Random(1))
        assert imagined.draws == 1
        say(imagined, "2 draw 1")
        assert imagined.view(None)["draws"] == 2

    def test_it_draws_its_own_chance(self):
        position = table("A1", "B1 B2 B3 B4", "", kind="draw")
        drawn = set()
        for seed in range(20):
            imagined = Flohcati.imagine(position.view(1), Random(seed))
            drawn.add(told(say(imagined, "1 draw 2"))[0][2]["card"])
        assert drawn == {"B1", "B2", "B3", "B4"}

    @pytest.mark.parametrize(("held", "pile", "move"), [(TEN, "", "gala"), ("", "fanfare", "reveal")])
    def test_a_match_that_is_over(self, held, pile, move):
        position = table(held, "B1", "", kind="turn" if pile else "after", pile=pile, last=bool(pile))
        say(position, f"1 {move}")
        imagined = Flohcati.imagine(position.view(2), Random(1))
        assert imagined.view(2) == position.view(2)
        assert imagined.result() == position.result()
        assert imagined.to_act() == []
        assert imagined.facts == ()
