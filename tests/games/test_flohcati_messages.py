"""Zirkus Flohcati: a refusal quotes what was written and says what would be legal, word for word."""

import pytest

from games.contract import BadNotation, GameOver, IllegalMove, NotYourTurn
from tests.games.flohcati import say, table

TRIOS = "A6 B0 C6 F6"


def turn():
    return table(TRIOS, "D1", "", row="A1 B5")


def plain():
    return table("A6 C6 F5", "D1", "", row="A1 B5")


def empty():
    return table(TRIOS, "D1", "")


def last():
    return table("", "D1", "", row="A1 B5", last=True)


def four():
    return table("A6 B5 B6 C6 F6 F7", "D1", "", row="A1 C5")


def ask():
    return table(TRIOS, "D1", "", "", turn=2, kind="ask")


def draw():
    return table(TRIOS, "D1", "", "", turn=4, kind="draw")


def give():
    return table(TRIOS, "D1 E5", "", kind="give", of=2)


def pick():
    return table(TRIOS, "D1", "", row="A1 B5", kind="pick")


def after():
    return table("A3 B3 C3 D5 E0 F7", "", "", kind="after")


def over():
    position = table("", "", "", pile="fanfare", last=True)
    say(position, "1 reveal")
    return position


@pytest.mark.parametrize(
    ("start", "seat", "move", "error", "message"),
    [
        (
            turn, 1, "hm", BadNotation,
            "“hm” is no answer here: write “reveal”, “take” and a card of the ring, "
            "or “trio” and three cards of one number.",
        ),
        (
            turn, 1, "end", IllegalMove,
            "“end” is no answer here: write “reveal”, “take” and a card of the ring, "
            "or “trio” and three cards of one number.",
        ),
        (
            ask, 2, "hm", BadNotation,
            "“hm” is no answer here: write “ask” and the seat that shall give you a card, as in “ask 3”.",
        ),
        (
            draw, 4, "end", IllegalMove,
            "“end” is no answer here: write “draw” and the seat from which you draw, as in “draw 1”.",
        ),
        (
            give, 2, "take D1", IllegalMove,
            "“take D1” is no answer here: write “give” and a card of your hand, as in “give D1”.",
        ),
        (
            pick, 1, "reveal", IllegalMove,
            "“reveal” is no answer here: write “take” and a card of the ring, as in “take A1”.",
        ),
        (
            after, 1, "reveal", IllegalMove,
            "“reveal” is no answer here: write “trio” and three cards of one number, “gala” with all ten acts in hand, "
            "or “end”.",
        ),
        (
            turn, 1, "take k9", BadNotation,
            "K9 is no card: the acts are A to J, and each has the numbers 0 to 7.",
        ),
        (
            turn, 1, "trio f6 a6 c5", BadNotation,
            "A6 C5 F6 are no trio: it takes three different cards of one number.",
        ),
        (
            four, 1, "trio 6", BadNotation,
            "You hold A6 B6 C6 F6: name the three that you lay down, as in “trio A6 B6 F6”.",
        ),
        (
            last, 1, "reveal", IllegalMove,
            "The pile is empty, and there is nothing to reveal: take a card of the ring, A1 B5.",
        ),
        (turn, 1, "take C1", IllegalMove, "C1 is not in the ring; you can take one of A1 B5."),
        (empty, 1, "c1", IllegalMove, "C1 is not in the ring, for the ring is empty: reveal a card."),
        (ask, 2, "ask 2", IllegalMove, "You cannot choose seat 2: choose one of the seats 1, 3, 4."),
        (draw, 4, "9", IllegalMove, "You cannot choose seat 9: choose one of the seats 1, 2, 3."),
        (give, 2, "give A6", IllegalMove, "You do not hold A6: give one of D1 E5."),
        (
            turn, 1, "trio A5 B5 C5", IllegalMove,
            "You do not hold A5 B5 C5; you could lay for example “trio A6 C6 F6”.",
        ),
        (
            plain, 1, "trio A6 C6 F6", IllegalMove,
            "You do not hold A6 C6 F6, nor any other three cards of one number: go on without a trio.",
        ),
        (plain, 1, "trio 6", IllegalMove,
         "You do not hold 6 6 6, nor any other three cards of one number: go on without a trio."),
        (
            after, 1, "gala", IllegalMove,
            "A gala takes all ten acts in hand, and you have no G H I J: lay a trio, or write “end”.",
        ),
        (turn, 2, "reveal", NotYourTurn, "It is not your turn: the table waits for seat 1."),
        (give, 1, "give A6", NotYourTurn, "It is not your turn: the table waits for seat 2."),
        (over, 1, "reveal", GameOver, "The match is over: nothing can be played any more."),
    ],
)  # fmt: skip
def test_message(start, seat, move, error, message):
    position = start()
    for refused in (position.play, position.read):
        with pytest.raises(error) as told:
            refused(seat, move)
        assert str(told.value) == message
        assert told.type is error
    assert position.canonical() == start().canonical()
