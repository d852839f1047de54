"""Clubs: positions that may lie behind a view."""

import json
from random import Random

import pytest

from games.clubs import Clubs
from games.clubs_melds import set_of
from games.contract import check_options
from tests.games.clubs import asked, deal, DECK, hand, late, say
from tests.games.walks import any_move, everybody, Table

VARIANTS = [(2, {}), (3, {"crazy": True}), (4, {"wild": True}), (6, {"teams": 3}), (4, {"teams": 2, "wild": True})]


def imagined(position, seat, seed=1):
    return Clubs.imagine(json.loads(json.dumps(position.view(seat))), Random(seed))


def assert_whole(position):
    """Assert that each of the 60 cards is somewhere, once."""
    won = [cards for _, cards in position.tricks]
    parts = [*position.hands, position.aside, *won, *(meld.cards for _, meld in position.trick if meld)]
    assert sum(parts) == set_of(DECK)
    assert sum(part.bit_count() for part in parts) == 60


def in_a_trick():
    position = deal(["7C 7D 1H", "8C 15C 2H", "9C 15D 3H", "10C 4H 15S"], 4, wild=True, target=77)
    say(position, "3 double", "1 play 7C", "2 play 8C", "3 play 15D", "3 play 3H", "4 play 15S=4", "1 pass")
    return position


def test_what_is_seen_stays():
    """The trick, the tricks won, the own hand, who is to act, who doubled."""
    position = in_a_trick()
    for seat in everybody(position):
        guess = imagined(position, seat)
        assert guess.view(seat) == position.view(seat)
        assert guess.trick == position.trick
        assert (guess.standing, guess.holder, guess.tricks) == (position.standing, position.holder, position.tricks)
        assert (guess.phase, guess.turn, guess.serial) == ("follow", 2, 6)
        assert (guess.doubled, guess.out, guess.facts, guess.target) == ((3,), (), (), 77)
        if seat:
            assert hand(guess, seat) == hand(position, seat)


def test_no_card_is_made_or_lost():
    """60 cards, each of them once."""
    position = in_a_trick()
    for seat in everybody(position):
        guess = imagined(position, seat)
        assert_whole(guess)


def test_unseen_cards_lie_anywhere():
    position = late(["1C 2C", "3C", "4C"], won=[(1, "5C")])
    where = {card: set() for card in DECK}
    for seed in range(400):
        guess = imagined(position, 1, seed)
        for card in hand(guess, 2).split():
            where[card].add(2)
        for card in hand(guess, 3).split():
            where[card].add(3)
    assert where["1C"] == where["2C"] == where["5C"] == set()
    assert sum(where[card] == {2, 3} for card in DECK) > 50


def test_who_plays_last_is_kept():
    """The trick ends where it would have ended."""
    position = late(["7C 9H 11D", "8C 12C", "10D 1H"])
    say(position, "1 play 7C", "2 pass")
    guess = imagined(position, None)
    say(guess, "3 pass")
    assert asked(guess) == (1, "lead")


def test_nothing_stands_where_a_seat_leads():
    position = late(["7C 9H 11D", "8C 12C", "10D 1H"])
    guess = imagined(position, 2)
    assert (guess.standing, guess.holder, guess.trick) == (None, 0, ())


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
@pytest.mark.parametrize("seat", [None, 1])
def test_play_from_it_never_meets_an_illegal_state(seats, options, seat):
    """Random play from it: sizes, points and cards stay what they can be, up to the end."""
    table = Table(Clubs, check_options(Clubs, {"target": 15, **options}, seats), seats)
    rng = Random(3)
    for seed in range(4):
        position = table.deal(seed)
        for _ in range(rng.randrange(25)):
            if position.to_act():
                position.play(*any_move(position, rng))
        guess = imagined(position, seat, seed)
        while guess.to_act():
            assert_whole(guess)
            assert [held == 0 for held in guess.hands] == [s in guess.out for s in range(1, seats + 1)]
            assert guess.hands[guess.turn - 1]
            guess.play(*any_move(guess, rng))
        assert guess.result()
        assert max(guess.totals) >= 15


def test_a_match_that_is_over():
    """All hands and the cards out of play are shown, and kept."""
    position = late(["9D", "10D", "1D 1H"], totals=[45, 0, 0])
    say(position, "1 play 9D", "2 play 10D", "3 pass")
    guess = imagined(position, None)
    assert guess.view(2) == position.view(2)
    assert guess.canonical() == position.canonical()


def test_accounts_are_its_own():
    position = late(["9D", "10D", "1D 1H"])
    say(position, "1 play 9D", "2 play 10D", "3 pass")
    view, before = position.view(1), json.dumps(position.view(1)["ended"])
    guess = Clubs.imagine(view, Random(1))
    view["ended"][0]["scores"][0] = 99
    position.view(1)["ended"][0]["totals"].clear()
    assert json.dumps(position.view(1)["ended"]) == json.dumps(guess.view(1)["ended"]) == before
