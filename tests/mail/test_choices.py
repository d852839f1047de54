"""Choices in mails: each legal move its own link, whose page shows it and plays it at one press."""

from __future__ import annotations

import re

import pytest

from games.contract import MOST_CHOICES as MOST_LISTED
from mail.letter import MOST_CHOICES
from models.tables import Decision
from service import matches
from tests.conftest import Running, VirtualClock
from tests.mail.test_letters import html_of, text_of
from tests.service.table import decision_of, events_of, open_with_people, play_any
from tests.web.visitor import seat_link, Visitor, words

CHOICE = re.compile(r"^- .*\[(.+)\]\n  http://127\.0\.0\.1:5000(/p/\S+)$", re.M)
GAMES = ("katzenjammer-blues", "clubs", "flohcati")


def asked(running: Running, match_id: str) -> tuple[Decision, str, str]:
    """Send what is due; return the decision that is asked, and the text and the HTML of its mail."""
    running.clock.advance(minutes=30)  # who has just played is not mailed at once
    running.work()
    decision = decision_of(running.service, match_id)
    wanted = f"<{match_id}.{decision.seat}.turn.{decision.asked}@"
    (mail,) = [mail for mail in running.tray.mails if str(mail["Message-ID"]).startswith(wanted)]
    return decision, text_of(mail), html_of(mail)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_a_link(running: Running, clock: VirtualClock, game: str) -> None:
    match_id = open_with_people(running.service, clock.now, game=game)
    for _ in range(12):
        decision, text, html = asked(running, match_id)
        with running.service.store.reading() as session:
            position = running.service.histories.load(session, matches.find(session, match_id)).position
        choices = position.choices(position.view(decision.seat))
        offered = dict(CHOICE.findall(text))
        assert tuple(offered)[:-1] == choices.moves[: len(offered) - 1]
        assert all(f'href="http://127.0.0.1:5000{link}"' in html for link in offered.values())
        legal = [move for move in position.moves(decision.seat) if move not in {d.kind for d in position.optional()}]
        if len(legal) <= MOST_CHOICES:
            assert sorted(offered) == sorted(legal), "few enough: all of them"
            assert "all your moves are at the table" not in text
        else:
            assert len(offered) == MOST_CHOICES <= MOST_LISTED
            assert position.deadline_move(decision.seat) in offered
            assert "all your moves are at the table" in text
        play_any(running.service, match_id, clock.now)


def test_a_choice_is_played_by_one_press_and_by_nothing_else(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    decision, text, _html = asked(running, match_id)
    move, link = CHOICE.findall(text)[-1]
    for _ in range(3):
        assert Visitor(running).follow(link).status_code == 200
    assert len(events_of(running.service, match_id)) == 1, "looking plays nothing"
    visitor = Visitor(running)
    answer = visitor.get(link)
    assert answer.status_code == 303
    assert link[3:] not in answer.headers["Location"], "the token does not stay in the address bar"
    page = visitor.get(answer.headers["Location"])
    assert "Something else: to the table" in words(page)
    assert page.text.count('class="button big"') == 1
    (form,) = re.findall(r'<form method="post" action="(/m/[^"]+/play)">', page.text)
    fields = dict(re.findall(r'name="(asked|move)" value="([^"]*)"', page.text))
    assert fields == {"asked": str(decision.asked), "move": move}
    assert visitor.post(form, **fields).status_code == 303
    assert events_of(running.service, match_id)[1].move == move
    assert visitor.post(form, **fields).status_code == 303, "a double click"
    assert [event.move for event in events_of(running.service, match_id)[1:]].count(move) == 1


def test_a_choice_of_a_decision_that_is_over_shows_the_table_and_says_so(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    _decision, text, _html = asked(running, match_id)
    _move, link = CHOICE.findall(text)[0]
    play_any(running.service, match_id, clock.now)
    page = Visitor(running).follow(link)
    assert "The decision of that mail has been made." in words(page)
    assert 'class="button big"' not in page.text


def test_a_choice_opens_no_other_seat_and_no_changed_move(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    decision, text, _html = asked(running, match_id)
    _move, link = CHOICE.findall(text)[0]
    assert Visitor(running).get(f"{link}x").status_code == 400
    assert Visitor(running).get(link.replace("/p/", "/k/")).status_code == 403, "it is no link to the seat"
    stranger = Visitor(running)
    assert stranger.get(f"/m/{match_id}/{decision.seat}/choose?asked=0&move=pass").status_code == 403
    reader = Visitor(running)
    reader.follow(seat_link(running, match_id, decision.seat, decision.asked, 0 if decision.seat == 1 else 1))
    answer = reader.get(f"/m/{match_id}/{decision.seat}/choose?asked={decision.asked}&move=bid+9x9")
    assert answer.status_code == 422
    assert "9x9" in words(answer)
    for wrong in ("", "x", "999999999999", "-1", "٣"):
        assert reader.get(f"/m/{match_id}/{decision.seat}/choose?asked={wrong}&move=pass").status_code == 303
