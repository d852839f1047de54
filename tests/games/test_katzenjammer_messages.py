"""Katzenjammer Blues: a refusal quotes what was written and says what would be legal, word for word."""

import pytest

from games.contract import BadNotation, GameOver, IllegalMove, NotYourTurn
from tests.games.katzenjammer import deal, pass_on, say


def bidding():
    return deal(("111222", "333344"), "11")


def settling(bid="3x3", hand="3345JJ", row="55"):
    position = deal(("111222", hand), row)
    say(position, f"2 bid {bid}", "1 pass")
    return position


def standing():
    position = bidding()
    say(position, "2 bid 1x3")
    return position


def outbid():
    position = bidding()
    say(position, "2 bid 4x3")
    return position


def two_mice_left():
    position = deal(("222333", "555111"), "155 155 155 144 144 144 144 155 155")
    for pay in ["1 5555", "1", "1 5555", "1", "1 4444", "1", "1 4444", "1"]:
        while position.to_act()[0].kind == "bid":
            turn = position.to_act()[0].seat
            position.play(turn, "bid 1x1" if turn == 2 else "pass")
        position.play(2, f"settle {pay}")
    say(position, "1 pass", "2 bid 1x1")
    return position


def over():
    position = bidding()
    pass_on(position)
    return position


@pytest.mark.parametrize(
    ("start", "seat", "move", "error", "message"),
    [
        (bidding, 2, "hm", BadNotation, "“hm” is not a bid: write for example “bid 3x2”, “bid 4mix” or “pass”."),
        (bidding, 2, "6mix", BadNotation, "“6mix” is no bid: a mixed bid is of 2 to 5 cards."),
        (bidding, 2, "31x1", BadNotation, "“31x1” is no bid: it can be of 1 to 30 cards."),
        (bidding, 2, "5x3", IllegalMove, "Your hand 333344 cannot pay 5x3; your lowest bid now is 1x3."),
        (outbid, 1, "5mix", IllegalMove, "Your hand 111222 cannot pay 5mix, nor any other bid now: pass."),
        (outbid, 1, "1x1", IllegalMove, "1x1 does not beat 4x3, and your hand has no bid that does: pass."),
        (
            standing,
            1,
            "1x1",
            IllegalMove,
            "1x1 does not beat the standing bid 1x3; your lowest bid that does is 2mix.",
        ),
        (
            settling,
            2,
            "hm",
            BadNotation,
            "“hm” does not settle: write “settle”, the 3 cards that pay, and then quartets of four cards.",
        ),
        (settling, 2, "settle 33", BadNotation, "“settle 33” pays too little: the bid takes 3 cards."),
        (
            settling,
            2,
            "settle 33J JJJJ",
            BadNotation,
            "Four jokers need their value: JJJJ=5 earns five mice, JJJJ=0 discards them for none.",
        ),
        (
            settling,
            2,
            "settle 33J 5555=5",
            BadNotation,
            "5555 is what its number says; only four jokers take a value such as “=5”.",
        ),
        (
            settling,
            2,
            "settle 33J 555",
            BadNotation,
            "555 is no quartet: after the 3 cards that pay come four cards of one number, some may be jokers.",
        ),
        (
            settling,
            2,
            "settle 334",
            IllegalMove,
            "334 does not pay 3x3: that takes 3 cards, each 3 or J, for example 33J.",
        ),
        (
            lambda: settling("4mix"),
            2,
            "settle 334J",
            IllegalMove,
            "334J does not pay 4mix: that takes 4 cards, no number twice, for example 345J.",
        ),
        (settling, 2, "settle 333", IllegalMove, "You do not hold 333: your hand is 3345JJ. You could pay 33J."),
        (settling, 2, "settle 33J 5555", IllegalMove, "There is no 5555 in 4555J, your hand at that moment."),
        (
            two_mice_left,
            2,
            "settle 1 5555 4444",
            IllegalMove,
            "The last mouse is taken before 4444, and that ends the game: leave it out.",
        ),
        (bidding, 1, "pass", NotYourTurn, "It is not your turn: the table waits for seat 2."),
        (over, 1, "pass", GameOver, "The match is over: nothing can be played any more."),
    ],
)
def test_message(start, seat, move, error, message):
    position = start()
    with pytest.raises(error) as refused:
        position.play(seat, move)
    assert str(refused.value) == message
    assert refused.type is error
