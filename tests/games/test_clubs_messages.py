"""Clubs: a refusal quotes what was written and says what would be legal, word for word."""

import pytest

from games.contract import BadNotation, GameOver, IllegalMove, NotYourTurn
from tests.games.clubs import deal, late, say


def leading(**options):
    return late(["7C 7H 8D 9S 15S 6H", "8C 12C"], **options)


def wild():
    return leading(wild=True)


def following(led, hand, **options):
    position = late([f"{led} 1C 2C", hand, "1D 1H"], **options)
    say(position, f"1 play {led}")
    return position


def kinds(**options):
    return following("7C 7H", "6S 6D 8D 8H 9S 10H 11C 12CDHS", **options)


def runs(**options):
    return following("7C 8H", "6S 6D 8D 8S 9S 10H 1S", **options)


def ten():
    return deal(["1-10D", "1-10H", "1-10S"])


def doubled():
    position = ten()
    say(position, "2 double")
    return position


def played():
    position = ten()
    say(position, "1 play 3D")
    return position


def gone():
    position = ten()
    say(position, "1 play 1D 2D 3D 4D 5D 6D 7D 8D 9D 10D")
    return position


def over():
    position = late(["9D", "10D", "1D 1H"], totals=[45, 0, 0])
    say(position, "1 play 9D", "2 play 10D", "3 pass")
    return position


NEITHER = "is neither a kind (cards of one rank) nor a run (ranks in a row, one of each)."
STANDS = "is neither a kind nor a run. A 15 says what it stands for:"


@pytest.mark.parametrize(
    ("start", "seat", "move", "error", "message"),
    [
        (
            leading, 1, "hm", BadNotation,
            "“hm” is not a move: write “play” and cards, for example “play 7C 7H”, or “pass”.",
        ),
        (leading, 1, "7C 7C", BadNotation, "“7C 7C” names a card twice; there is one of each."),
        (leading, 1, "16C", BadNotation, "There is no 16C in “16C”: ranks go from 1 to 15, suits are C, D, H and S."),
        (wild, 1, "7C=8", BadNotation, "7C is what it is in “7C=8”: only a 15 can stand for another rank."),
        (wild, 1, "15S=16", BadNotation, "In “15S=16” 15S can stand for the ranks 1 to 15."),
        (leading, 1, "15S=8", BadNotation, "15s are not wild in this match: 15S is a 15."),
        (leading, 1, "9S 7C", IllegalMove, f"7C 9S {NEITHER}"),
        (leading, 1, "7C 7H 8D", IllegalMove, f"7C 7H 8D {NEITHER}"),
        (leading, 1, "6H 15S 8D", IllegalMove, f"6H 8D 15S {NEITHER}"),
        (wild, 1, "6H 15S 8D", IllegalMove, f"6H 8D 15S {STANDS} 15S=7."),
        (wild, 1, "7C 15S 7H", IllegalMove, f"7C 7H 15S {STANDS} 15S=7."),
        (wild, 1, "6H 15S 9S", IllegalMove, f"6H 9S 15S {NEITHER}"),
        (wild, 1, "6H 15S=9 8D", IllegalMove, f"6H 8D 15S=9 {NEITHER}"),
        (leading, 1, "pass", IllegalMove, "You lead, so you cannot pass: play a meld, for example “play 6H”."),
        (leading, 1, "7D", IllegalMove, "You do not hold 7D: your hand is 6H 7C 7H 8D 9S 15S."),
        (leading, 1, "9H 10H", IllegalMove, "You do not hold 9H: your hand is 6H 7C 7H 8D 9S 15S."),
        (
            kinds, 2, "8D 9S", IllegalMove,
            "8D 9S is a run, and this trick is of kinds, cards of one rank. You could answer “play 8D 8H”.",
        ),
        (
            runs, 2, "8D 8S", IllegalMove,
            "8D 8S is a kind, and this trick is of runs, ranks in a row. You could answer “play 8D 9S”.",
        ),
        (kinds, 2, "9S", IllegalMove, "The number of cards must be 2 here: 9S is 1. You could answer “play 8D 8H”."),
        (
            kinds, 2, "12C 12D 12H", IllegalMove,
            "The number of cards must be 2 here: 12C 12D 12H is 3. You could answer “play 8D 8H”.",
        ),
        (runs, 2, "8D 9S 10H", IllegalMove,
         "The number of cards must be 2 here: 8D 9S 10H is 3. You could answer “play 8D 9S”."),
        (runs, 2, "7C 8H", IllegalMove, "You do not hold 7C: your hand is 1S 6D 6S 8D 8S 9S 10H."),
        (kinds, 2, "6D 6S", IllegalMove, "6D 6S is not higher than 7C 7H. You could answer “play 8D 8H”."),
        (
            lambda: kinds(crazy=True), 2, "9S", IllegalMove,
            "The number of cards must be 2 or more: 9S is 1. You could answer “play 8D 8H”.",
        ),
        (
            lambda: following("7C 7H", "6S 6D 8D", crazy=True), 2, "6S 6D", IllegalMove,
            "6D 6S is not higher than 7C 7H. You could answer “pass”.",
        ),
        (
            lambda: following("7C", "15C 15D 1S", wild=True), 2, "1S", IllegalMove,
            "1S is not higher than 7C. You could answer “play 15C=8”.",
        ),
        (ten, 2, "pass", NotYourTurn,
         "It is not your turn: the table waits for seat 1. All you may say now is “double”."),
        (played, 1, "pass", NotYourTurn, "It is not your turn: the table waits for seat 2."),
        (doubled, 2, "double", IllegalMove, "You have doubled already, and once in a round is all."),
        (played, 1, "double", IllegalMove, "It is too late to double: that is for who still holds all ten cards."),
        (gone, 3, "Double!", NotYourTurn, "It is not your turn: the table waits for seat 2."),
        (gone, 3, "double", IllegalMove, "It is too late to double: seat 1 has gone out first."),
        (over, 1, "pass", GameOver, "The match is over: nothing can be played any more."),
    ],
)  # fmt: skip
def test_message(start, seat, move, error, message):
    position = start()
    with pytest.raises(error) as refused:
        position.play(seat, move)
    assert str(refused.value) == message
    assert refused.type is error


@pytest.mark.parametrize(
    ("move", "offer"),
    [
        ("7C 15S", "15S=7"), ("6H 15S 8D", "15S=7"), ("7C 15C 15S", "15C=7, 15S=7"), ("4C 15D 15S 7H", "15D=5, 15S=6"),
        ("12C 13D 15S", "15S=14"), ("12C 14D 15S", "15S=13"), ("13C 15D 15S", "15D=13, 15S=13"),
        ("7C 8C 15S", "15S=9"), ("11C 12D 15C 15S", "15C=13, 15S=14"), ("10C 11D 15C 15S", "15C=12, 15S=13"),
        ("14C 15C=12 15S", "15S=13"), ("15C=4 15S", "15S=4"), ("12D 15C=14 15S", "15S=13"),
        ("1C 2D 15S", "15S=3"), ("11C 13D 15C 15S", "15C=12, 15S=14"), ("13D 13S 15C", "15C=13"),
        ("9C 11D 15C 15S", "15C=10, 15S=12"), ("13C 14D 15H 15S", "15H=12, 15S"), ("12C 14D 15H 15S", "15H=13, 15S"),
        ("12D 13S 15C 15H", "15C=14, 15H"),
    ],
)  # fmt: skip
def test_what_a_15_could_stand_for_is_offered(move, offer):
    """The message offers `15S=7`: and what it offers is a meld."""
    position = late(["1-14C 1-14D 15C 15D 6H 7H 8D 15S 13S 15H".replace("8D ", ""), "9H"], wild=True)
    with pytest.raises(IllegalMove) as error:
        position.read(1, move)
    assert error.value.facts["offer"] == offer
    for part in offer.split(", "):
        move = move.replace(part.split("=")[0] + " ", part + " ") if part.split("=")[0] + " " in move else (
            move.replace(part.split("=")[0], part)
        )  # fmt: skip
    assert position.read(1, move)


@pytest.mark.parametrize("move", ["7C 9D 12H 15S", "7C 7D 8C 15S", "1C 5D 15S", "2C 14D 15S", "15C=3 15S=7", "7C 9H"])
def test_nothing_is_offered_where_nothing_would_do(move):
    position = late(["1-14C 1-14D 15CDHS", "9H 12H 8H"], wild=True)
    with pytest.raises(IllegalMove) as error:
        position.read(1, move)
    assert error.value.facts["offer"] == ""
    assert str(error.value).endswith(NEITHER)
