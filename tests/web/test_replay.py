"""Replay: every step at its address, and nobody sees before the end what they could not see at the table."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from games.katzenjammer_blues import KatzenjammerBlues
from games.record import check
from models.tables import Event, Match
from service import absence, due, matches, records
from service.clock import Pace
from service.table import look
from tests.conftest import Running, second_process, VirtualClock
from tests.service.table import events_of, match_of, open_with_bots, open_with_people, play_any
from tests.web.visitor import seat_link, Visitor, words

HAND = r'aria-label="Your hand: ([^"]*)"'


@pytest.fixture
def match_id(running: Running, clock: VirtualClock) -> str:
    """Return a running match of Ann, Ben and Cho with some moves played."""
    match_id = open_with_people(running.service, clock.now)
    for _ in range(9):
        play_any(running.service, match_id, clock.now)
    return match_id


@pytest.fixture
def over(running: Running, match_id: str, clock: VirtualClock) -> str:
    """Return the match when it is over."""
    finish(running, match_id, clock)
    return match_id


def finish(running: Running, match_id: str, clock: VirtualClock) -> None:
    """Let deadlines play the match to its end, for people who come back again and again."""
    for _ in range(400):
        if match_of(running.service, match_id).status == "over":
            return
        for seat in (1, 2, 3):
            absence.come_back(running.service, match_id, seat, clock.now)
        clock.advance(days=1, seconds=1)
        due.sweep(running.service, clock.now)
    raise AssertionError("the match did not end")


def by_link(running: Running, match_id: str, seat: int) -> Visitor:
    """Return a visitor who came by a mailed link to a seat."""
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, seat, 0, 0 if seat == 1 else 1))
    return visitor


def signed_in(running: Running, name: str) -> Visitor:
    visitor = Visitor(running)
    visitor.sign_in(f"{name}@example.org", name)
    visitor.get("/")  # greets
    return visitor


def view_at(running: Running, match_id: str, seat: int | None, step: int) -> dict[str, Any]:
    with running.service.store.reading() as session:
        history = running.service.histories.load(session, matches.find(session, match_id))
    return history.positions[step].view(seat)


def shown(cards: list[str] | str) -> str:
    return ", ".join(cards).replace("J", "joker")


class TestSteps:
    @pytest.mark.parametrize("seat", [1, 2, 3])
    def test_each_step_shows_the_table_as_the_seat_saw_it(self, running: Running, match_id: str, seat: int) -> None:
        visitor = by_link(running, match_id, seat)
        for step in range(10):
            page = visitor.get(f"/m/{match_id}/{seat}/step/{step}")
            assert page.status_code == 200
            view = view_at(running, match_id, seat, step)
            assert re.findall(HAND, page.text) == [shown(view["hand"])]
            assert f"{view['pile']} cards in the pile" in words(page)
            assert f"Step {step} of 9" in words(page)

    def test_it_says_what_happened_who_did_it_and_when(self, running: Running, match_id: str) -> None:
        visitor = by_link(running, match_id, 1)
        start = words(visitor.get(f"/m/{match_id}/1/step/0"))
        assert "Six cards are dealt to each" in start
        assert "You get" in start
        event = events_of(running.service, match_id)[1]
        name = ["Ann", "Ben", "Cho"][(event.seat or 0) - 1]
        page = visitor.get(f"/m/{match_id}/1/step/1")
        assert f"{name} bids one" in words(page)
        assert f'<time datetime="{event.at.isoformat()}">' in page.text

    def test_links_lead_to_the_neighbours_and_the_ends(self, running: Running, match_id: str) -> None:
        visitor, base = by_link(running, match_id, 2), f"/m/{match_id}/2"

        def ways(step: int) -> list[str]:
            page = visitor.get(f"{base}/step/{step}").text
            return re.findall(rf'href="{base}/step/(\d+)"', page)

        assert ways(0) == ["1", "9"]
        assert ways(4) == ["0", "3", "5", "9"]
        assert ways(9) == ["0", "8"]
        assert f'href="{base}/step/' in visitor.get(base).text, "from the table"

    def test_it_is_read_only(self, running: Running, match_id: str) -> None:
        for seat in (1, 2, 3):
            visitor = by_link(running, match_id, seat)
            for step in range(10):
                page = visitor.get(f"/m/{match_id}/{seat}/step/{step}").text
                assert "<form" not in page
                assert "<input" not in page
                assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=", page)

    def test_an_address_names_the_same_step_for_ever(
        self, running: Running, match_id: str, clock: VirtualClock
    ) -> None:
        def body() -> str:
            page = by_link(running, match_id, 2).get(f"/m/{match_id}/2/step/4").text
            page = re.sub(r'<nav class="(steps|eyes)".*?</nav>', "", page, flags=re.S)
            page = re.sub(r' <a [^>]*/play-on">.*?</a>', "", page)  # a way on, when the match is over
            return " ".join(re.sub(r"Step 4 of \d+", "", page).split())

        before = body()
        finish(running, match_id, clock)
        assert body() == before

    def test_a_step_costs_no_replay_of_its_own(
        self, running: Running, over: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        visitor = by_link(running, over, 1)
        monkeypatch.setattr(KatzenjammerBlues, "play", lambda *args: 1 / 0)
        for step in (0, 5, match_of(running.service, over).number):
            assert visitor.get(f"/m/{over}/1/step/{step}").status_code == 200

    @pytest.mark.parametrize(
        "step", ["-1", "10", "9" * 40, "1" * 5000, "1.0", "one", "", "%00", "0x1", "1/2", "1e0", "+1", "٣٣"]
    )
    def test_a_step_that_is_none_is_not_found(self, running: Running, match_id: str, step: str) -> None:
        for visitor, base in ((by_link(running, match_id, 1), f"/m/{match_id}/1"), (signed_in(running, "ann"), "")):
            assert visitor.get(f"{base or f'/m/{match_id}/1'}/step/{step}").status_code == 404

    def test_before_the_start_there_is_no_step(self, running: Running, clock: VirtualClock) -> None:
        from tests.service.table import open_and_invite

        match_id = open_and_invite(running.service, clock.now)
        visitor = signed_in(running, "ann")
        for path in (f"/m/{match_id}/1/step/0", f"/m/{match_id}/step/0"):
            assert visitor.follow(path).status_code == 404


class TestWhileItRuns:
    def test_a_seat_opens_no_other_seat(self, running: Running, match_id: str) -> None:
        for visitor in (by_link(running, match_id, 1), signed_in(running, "ann")):
            for step in (0, 5, 9):
                for path in (f"{match_id}/2/step/{step}", f"{match_id}/3/step/{step}", f"{match_id}/2/record"):
                    assert visitor.get(f"/m/{path}").status_code == 403
                for eyes in ("2", "3", "open", "spectator"):
                    page = visitor.follow(f"/m/{match_id}/1/step/{step}?eyes={eyes}")
                    assert page.status_code == 403
                    assert "its cards stay hidden" in words(page)
                    assert 'aria-label="' not in page.text.partition("<main")[2], "no card"

    @pytest.mark.parametrize("eyes", ["0", "4", "-1", "99999999999999999999", "01", "", "all", "1,2", "None", "٢"])
    def test_eyes_that_nobody_has_are_not_found(self, running: Running, match_id: str, eyes: str) -> None:
        assert by_link(running, match_id, 1).get(f"/m/{match_id}/1/step/1?eyes={eyes}").status_code == 404

    @pytest.mark.parametrize("seat", ["0", "4", "-1", "9" * 40])
    def test_a_seat_that_is_none_is_not_found(self, running: Running, match_id: str, seat: str) -> None:
        visitor = by_link(running, match_id, 1)
        for rest in ("step/1", "record"):
            assert visitor.get(f"/m/{match_id}/{seat}/{rest}").status_code == 404

    def test_ones_own_eyes_may_be_named(self, running: Running, match_id: str) -> None:
        page = by_link(running, match_id, 2).get(f"/m/{match_id}/2/step/3?eyes=2")
        assert re.findall(HAND, page.text) == [shown(view_at(running, match_id, 2, 3)["hand"])]

    def test_strangers_see_nothing(self, running: Running, match_id: str) -> None:
        for path in (f"{match_id}/step/3", f"{match_id}/2/step/3", f"{match_id}/record", f"{match_id}/1/record"):
            page = Visitor(running).get(f"/m/{path}")
            assert page.status_code == 403
            assert "This table is private" in words(page)
        for path in ("step/0", "1/step/0", "record"):
            assert Visitor(running).get(f"/m/nowhere/{path}").status_code == 404

    def test_a_seat_of_another_match_opens_nothing(self, running: Running, match_id: str, clock: VirtualClock) -> None:
        ann = match_of(running.service, match_id).opener_id
        plan = matches.Opening("katzenjammer-blues", {}, [matches.Plan("me"), matches.Plan("bot")], Pace(3600))
        other = matches.open_match(running.service, ann, plan, "test", clock.now)
        matches.announce(running.service, other, "", clock.now)
        ben = by_link(running, match_id, 2)
        for path in ("step/0", "1/step/0", "2/step/0", "1/step/0?eyes=open", "record"):
            assert ben.get(f"/m/{other}/{path}").status_code == 403

    def test_a_player_at_the_table_s_own_address_is_led_to_their_seat(self, running: Running, match_id: str) -> None:
        ben = signed_in(running, "ben")
        answer = ben.get(f"/m/{match_id}/step/4")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{match_id}/2/step/4")
        answer = ben.get(f"/m/{match_id}/step/4?eyes=open%26x")
        assert answer.headers["Location"] == f"/m/{match_id}/2/step/4?eyes=open%26x"

    def test_spectators_see_no_hand_at_any_step(self, running: Running, clock: VirtualClock) -> None:
        match_id = open_with_bots(running.service, clock.now, open_to_all=True)
        for _ in range(6):
            play_any(running.service, match_id, clock.now)
        visitor = Visitor(running)
        for step in range(7):
            page = visitor.get(f"/m/{match_id}/step/{step}")
            assert page.status_code == 200
            text = words(page)
            assert "The row" in text
            assert "hand of" not in text.lower()
            assert "your hand" not in text.lower()
            assert 'class="hand"' not in page.text
            assert "You get" not in text
        assert visitor.get(f"/m/{match_id}/step/3?eyes=spectator").status_code == 200
        for eyes in ("1", "2", "open"):
            assert visitor.get(f"/m/{match_id}/step/3?eyes={eyes}").status_code == 403
        assert visitor.get(f"/m/{match_id}/1/step/3").status_code == 403

    def test_open_hands_are_refused_below_the_pages_too(self, running: Running, match_id: str) -> None:
        with running.service.store.reading() as session, pytest.raises(records.Hidden):
            look(running.service, session, matches.find(session, match_id), None, 3, opened=True)

    @pytest.mark.parametrize("status", ["running", "frozen", "cancelled"])
    def test_no_record_and_no_seed(self, running: Running, match_id: str, status: str) -> None:
        with running.service.store.writing() as session:
            match = session.get_one(Match, match_id)
            match.status = status
            secret = match.server_seed
        visitor = by_link(running, match_id, 1)
        answer = visitor.get(f"/m/{match_id}/1/record")
        assert answer.status_code == 403
        pages = [answer, visitor.get(f"/m/{match_id}/1"), visitor.get(f"/m/{match_id}/1/step/5")]
        for page in pages:
            assert secret not in page.text
            assert "deck/1" not in page.text
            assert "/record" not in page.text


class TestWhenItIsOver:
    def test_any_seat_s_eyes(self, running: Running, over: str) -> None:
        visitor = by_link(running, over, 1)
        for seat, name in enumerate(("Ann", "Ben", "Cho"), 1):
            page = visitor.get(f"/m/{over}/1/step/4?eyes={seat}")
            hand = shown(view_at(running, over, seat, 4)["hand"])
            label = "Your hand" if seat == 1 else f"The hand of {name}"
            assert f'aria-label="{label}: {hand}"' in page.text
            assert page.text.count('class="hand"') == 1

    def test_what_another_seat_was_told_is_told_of_it(self, running: Running, over: str) -> None:
        page = words(by_link(running, over, 1).get(f"/m/{over}/1/step/0?eyes=2"))
        hand = " ".join(view_at(running, over, 2, 0)["hand"])
        assert "Ben gets" in page
        assert "You get" not in page
        assert "Cho gets" not in page
        assert "Ann gets" not in page
        if "joker" not in page:
            assert f"Ben gets {hand}." in page

    def test_open_hands(self, running: Running, over: str) -> None:
        page = by_link(running, over, 1).get(f"/m/{over}/1/step/0?eyes=open")
        for seat, name in enumerate(("Ann", "Ben", "Cho"), 1):
            hand = view_at(running, over, seat, 0)["hand"]
            assert f'aria-label="{name}: {shown(hand)}"' in page.text
            assert f"{name} gets" in words(page)

    def test_a_game_without_templates_of_its_own_is_shown_too(
        self, running: Running, over: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("web.words.template_for", lambda app, game, name: f"games/generic/{name}")
        visitor = by_link(running, over, 1)
        for eyes in ("1", "2", "3", "open"):
            page = words(visitor.get(f"/m/{over}/1/step/0?eyes={eyes}"))
            for seat, name in enumerate(("Ann", "Ben", "Cho"), 1):
                hand = " ".join(view_at(running, over, seat, 0)["hand"])
                assert (f"Hand {hand}" in page) == (eyes in (str(seat), "open"))
                assert (f"({name}: cards" in page) == (eyes == "open" or eyes == str(seat) != "1")

    def test_the_eyes_stay_from_step_to_step(self, running: Running, over: str) -> None:
        page = by_link(running, over, 1).get(f"/m/{over}/1/step/4?eyes=open").text
        assert f'href="/m/{over}/1/step/5?eyes=open"' in page
        assert f'href="/m/{over}/1/step/4?eyes=2"' in page

    def test_a_spectator_s_eyes_see_no_hand_before_the_end(self, running: Running, over: str) -> None:
        page = by_link(running, over, 1).get(f"/m/{over}/1/step/4?eyes=spectator")
        assert 'class="hand"' not in page.text

    def test_another_player_s_address_opens(self, running: Running, over: str) -> None:
        ben = signed_in(running, "ben")
        page = ben.get(f"/m/{over}/1/step/4")
        assert page.status_code == 200
        assert f"The hand of Ann: {shown(view_at(running, over, 1, 4)['hand'])}" in page.text

    def test_strangers_still_see_nothing(self, running: Running, over: str) -> None:
        for path in ("step/4", "1/step/4", "1/step/4?eyes=open", "record", "1/record"):
            assert Visitor(running).get(f"/m/{over}/{path}").status_code == 403
        assert by_link(running, over, 2).get(f"/m/{over}/1/step/4").status_code == 403, "a link is for one seat"

    def test_the_record_is_a_file_that_holds(self, running: Running, over: str) -> None:
        answer = by_link(running, over, 2).get(f"/m/{over}/2/record")
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        disposition = f'attachment; filename="katzenjammer-blues-{over}.json"'
        assert answer.headers["Content-Disposition"] == disposition
        assert check(answer.data).result() is not None
        proof = json.loads(answer.data)["proof"]
        assert proof["phrases"] == ["ann's phrase", "Ben's phrase", "Cho's phrase"]

    def test_the_seed_stands_at_the_table_with_the_record(self, running: Running, over: str) -> None:
        page = by_link(running, over, 2).get(f"/m/{over}/2").text
        match = match_of(running.service, over)
        assert match.server_seed in page
        assert match.commitment in page
        assert f'href="/m/{over}/2/record"' in page
        assert f'href="/m/{over}/2/step/0"' in page

    def test_a_match_given_up_is_open_too(self, running: Running, match_id: str) -> None:
        with running.service.store.writing() as session:
            session.get_one(Match, match_id).status = "abandoned"
        visitor = by_link(running, match_id, 1)
        position = check(visitor.get(f"/m/{match_id}/1/record").data)
        assert position.result() is None
        assert match_of(running.service, match_id).server_seed in visitor.get(f"/m/{match_id}/1").text
        assert "All hands" in words(visitor.get(f"/m/{match_id}/1/step/3?eyes=open"))


def test_a_frozen_match_can_be_looked_at_up_to_its_last_proven_step(running: Running, match_id: str) -> None:
    with running.service.store.writing() as session:
        session.get_one(Event, (match_id, 6)).fingerprint = "0" * 64
    cold = second_process(running)
    running.service.histories, cold.histories = cold.histories, running.service.histories
    cold.store.close()
    visitor = by_link(running, match_id, 1)
    assert "Step 5 of 5" in words(visitor.get(f"/m/{match_id}/1/step/5"))
    assert visitor.get(f"/m/{match_id}/1/step/6").status_code == 404
