"""The table: what it shows to whom, and that a wrong or repeated move loses and changes nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from service import matches
from tests.conftest import Running, VirtualClock
from tests.service.friends import fix_the_secret
from tests.service.table import (
    decision_of,
    events_of,
    match_of,
    open_with_bots,
    open_with_people,
    play_any,
)  # fmt: skip
from tests.web.visitor import seat_link, Visitor, words


@pytest.fixture
def match_id(running: Running, clock: VirtualClock) -> str:
    return open_with_people(running.service, clock.now)


def at_seat(running: Running, match_id: str) -> tuple[Visitor, int, int]:
    """Return a visitor at the seat that is to act, the seat, and the decision."""
    decision = decision_of(running.service, match_id)
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, decision.seat, decision.asked, 0 if decision.seat == 1 else 1))
    return visitor, decision.seat, decision.asked


def hand_of(running: Running, match_id: str, seat: int) -> list[str]:
    with running.service.store.reading() as session:
        history = running.service.histories.load(session, matches.find(session, match_id))
    hand: list[str] = history.position.view(seat)["hand"]
    return hand


def test_the_table_shows_what_a_player_needs(running: Running, match_id: str) -> None:
    visitor, seat, _asked = at_seat(running, match_id)
    text = words(visitor.get(f"/m/{match_id}/{seat}"))
    for part in ("Your turn, until", "The row", "Your hand", "20 mice left", "Ann", "Ben", "Cho", "passed" and "pass"):
        assert part in text
    assert "After that this is played for you: pass." in text


def test_a_wrong_move_says_what_is_right_and_keeps_what_was_typed(running: Running, match_id: str) -> None:
    visitor, seat, asked = at_seat(running, match_id)
    page = visitor.post(f"/m/{match_id}/{seat}/play", asked=asked, move="bid 29x5")
    assert page.status_code == 422
    assert "cannot pay 29x5; your lowest bid now is" in words(page)
    assert 'value="bid 29x5"' in page.text
    assert len(events_of(running.service, match_id)) == 1


def test_no_move_chosen_is_said(running: Running, match_id: str) -> None:
    visitor, seat, asked = at_seat(running, match_id)
    page = visitor.post(f"/m/{match_id}/{seat}/play", asked=asked)
    assert page.status_code == 422
    assert "Please choose a move." in words(page)


def test_a_double_click_plays_once_and_alarms_nobody(running: Running, match_id: str) -> None:
    visitor, seat, asked = at_seat(running, match_id)
    path = f"/m/{match_id}/{seat}"
    first = visitor.post(f"{path}/play", asked=asked, part="pass")
    second = visitor.post(f"{path}/play", asked=asked, part="pass")
    assert (first.status_code, second.status_code) == (303, 303)
    assert len(events_of(running.service, match_id)) == 2


def test_another_move_for_a_decision_that_is_over_shows_the_table_as_it_is(running: Running, match_id: str) -> None:
    visitor, seat, asked = at_seat(running, match_id)
    path = f"/m/{match_id}/{seat}"
    visitor.post(f"{path}/play", asked=asked, part="pass")
    page = visitor.post(f"{path}/play", asked=asked, part="bid 1x1")
    assert page.status_code == 409
    assert "This decision has been made already" in words(page)
    assert "The row" in words(page)
    assert len(events_of(running.service, match_id)) == 2


def test_of_two_requests_at_once_one_plays_and_the_other_sees_the_new_position(running: Running, match_id: str) -> None:
    visitors = [at_seat(running, match_id) for _ in range(2)]
    lowest = hand_of(running, match_id, visitors[0][1])[0].replace("J", "1")
    barrier = threading.Barrier(2)
    answers: list[TestResponse] = []

    def press(visitor: Visitor, seat: int, asked: int, move: str) -> None:
        form = {"csrf_token": visitor.mark(), "asked": asked, "part": move}
        barrier.wait()
        answers.append(visitor.client.post(f"/m/{match_id}/{seat}/play", data=form))

    moves = ["pass", f"bid 1x{lowest}"]
    threads = [threading.Thread(target=press, args=(*who, move)) for who, move in zip(visitors, moves, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    (late,) = [answer for answer in answers if answer.status_code == 409]
    event = events_of(running.service, match_id)[1]
    played = "passes." if event.move == "pass" else f"bids one {lowest}."
    assert played in words(late), "the position with the other's move in it"
    assert len(events_of(running.service, match_id)) == 2


def test_a_move_is_said_back_in_words(running: Running, match_id: str) -> None:
    visitor, seat, asked = at_seat(running, match_id)
    lowest = hand_of(running, match_id, seat)[0]
    path = f"/m/{match_id}/{seat}"
    bid = "bid 1x" + (lowest if lowest != "J" else "1")
    visitor.post(f"{path}/play", asked=asked, move=bid.upper())
    assert f"bids one {bid[-1]}." in words(visitor.get(path))


def test_nobody_plays_for_another_seat(running: Running, match_id: str) -> None:
    decision = decision_of(running.service, match_id)
    other = decision.seat % 3 + 1
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, other, 0, 0 if other == 1 else 1))
    answer = visitor.post(f"/m/{match_id}/{decision.seat}/play", asked=decision.asked, part="pass")
    assert answer.status_code == 403
    answer = visitor.post(f"/m/{match_id}/{other}/play", asked=decision.asked, part="pass")
    assert answer.status_code == 409
    assert len(events_of(running.service, match_id)) == 1


def test_a_private_table_is_closed_to_strangers(running: Running, match_id: str) -> None:
    for path in (f"/m/{match_id}", f"/m/{match_id}/1"):
        page = Visitor(running).get(path)
        assert page.status_code == 403
        assert "This table is private" in words(page)
    assert Visitor(running).get("/m/nowhere").status_code == 404
    assert Visitor(running).get(f"/m/{match_id}/7").status_code == 404


def test_a_table_open_to_all_shows_spectators_no_hand(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_bots(running.service, clock.now, open_to_all=True)
    page = Visitor(running).get(f"/m/{match_id}")
    assert page.status_code == 200
    assert "The row" in words(page)
    assert "Your hand" not in words(page)
    assert "You get" not in words(page)
    assert Visitor(running).get(f"/m/{match_id}/1").status_code == 403


def test_the_server_seed_is_on_no_page_while_the_match_runs(running: Running, match_id: str) -> None:
    secret = match_of(running.service, match_id).server_seed
    visitor, seat, _asked = at_seat(running, match_id)
    for path in (f"/m/{match_id}/{seat}", "/", "/fairness"):
        assert secret not in visitor.get(path).text


def test_an_unchanged_table_is_answered_by_304_without_a_replay(
    running: Running, match_id: str, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, seat, _asked = at_seat(running, match_id)
    path = f"/m/{match_id}/{seat}"
    tag = visitor.get(path).headers["ETag"]
    monkeypatch.setattr(running.service.histories, "load", lambda *args: 1 / 0)
    assert visitor.get(path, If_None_Match=tag).status_code == 304
    assert Visitor(running).get(path, If_None_Match=tag).status_code == 403, "after the question who is asking"
    monkeypatch.undo()
    play_any(running.service, match_id, clock.now)
    fresh = visitor.get(path, If_None_Match=tag)
    assert fresh.status_code == 200
    assert fresh.headers["ETag"] != tag


def test_a_page_whose_forms_have_gone_stale_is_not_answered_by_304(
    make_running: Callable[..., Running], clock: VirtualClock
) -> None:
    """Who is told to reload must get a form that works."""
    running = make_running(SECRET_KEYS="the very first key of all")
    match_id = open_with_people(running.service, clock.now)
    visitor, seat, _asked = at_seat(running, match_id)
    path = f"/m/{match_id}/{seat}"
    tag = visitor.get(path).headers["ETag"]
    assert visitor.get(path, If_None_Match=tag).status_code == 304

    later = Visitor(make_running(SECRET_KEYS="a second and fresher key,the very first key of all"))
    later.client._cookies = dict(visitor.client._cookies or {})
    assert later.get(path, If_None_Match=tag).status_code == 200, "the key is another"

    visitor.client.delete_cookie("mousepost")
    fresh = visitor.get(path, If_None_Match=tag)
    assert fresh.status_code == 200, "the browser was closed, and its session is another"
    assert visitor.get(path, If_None_Match=fresh.headers["ETag"]).status_code == 304


def test_the_result_shows_winner_and_hands(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_bots(running.service, clock.now, bots=1)
    running.work()
    while match_of(running.service, match_id).status == "running":
        play_any(running.service, match_id, clock.now)
        running.work()
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org")
    page = words(visitor.follow(f"/m/{match_id}"))
    assert "The match is over." in page
    assert "winner" in page


def test_a_settlement_that_fails_keeps_what_was_chosen(
    running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_the_secret(monkeypatch, 1)  # by some deals these cards can be paid
    match_id = open_with_people(running.service, clock.now)
    for _ in range(2):
        play_any_pass(running, match_id, clock)
    decision = decision_of(running.service, match_id)
    play_any(running.service, match_id, clock.now)
    decision = decision_of(running.service, match_id)
    assert decision.kind == "settle"
    visitor, seat, asked = at_seat(running, match_id)
    path = f"/m/{match_id}/{seat}"
    page = visitor.post(f"{path}/play", asked=asked, part=["settle", "J", "5555"])
    assert page.status_code == 422
    assert 'value="settle J 5555"' in page.text


def play_any_pass(running: Running, match_id: str, clock: VirtualClock) -> None:
    from service import play

    decision = decision_of(running.service, match_id)
    play.play(running.service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now)


def test_what_is_said_once_waits_for_who_looks(running: Running, clock: VirtualClock) -> None:
    """A page that only follows the match, asking for it again and again, does not use it up."""
    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    visitor = Visitor(running)
    visitor.sign_in(f"{('Ann', 'Ben', 'Cho')[decision.seat - 1].lower()}@example.org")
    visitor.get("/")  # the greeting
    path = f"/m/{match_id}/{decision.seat}"
    assert visitor.post(f"{path}/play", asked=str(decision.asked), move="pass").status_code == 303
    for _ in range(2):
        assert "Played:" not in words(visitor.get(path, X_Follow="yes"))
    assert "Played:" in words(visitor.get(path))


def test_a_page_that_follows_does_not_bring_an_older_session_back(running: Running, clock: VirtualClock) -> None:
    """Its answer may be on the way while a form is sent: with a cookie it would undo what the form has said."""
    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    visitor = Visitor(running)
    visitor.sign_in(f"{('Ann', 'Ben', 'Cho')[decision.seat - 1].lower()}@example.org")
    path = f"/m/{match_id}/{decision.seat}"
    assert "mousepost=" in visitor.get(path).headers["Set-Cookie"], "who looks stays signed in"
    assert "mousepost=" not in visitor.get(path, X_Follow="yes").headers.get("Set-Cookie", "")
