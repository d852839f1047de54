"""A fourth game in one file, known to nothing but this test, is opened, played and replayed by pages and mails."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from sqlmodel import select

from games.record import check
from models.tables import Match
from service import links, matches, rebuild
from service.history import History
from tests.conftest import pass_time, Running, VirtualClock
from tests.e2e.people import Forms, links_in, text_of
from tests.games.toy import Toy
from tests.service.table import decision_of, events_of, match_of, open_with_people, play_any
from tests.test_host_commands import Host
from tests.web.visitor import seat_link, Visitor, words

pytestmark = pytest.mark.usefixtures("toy")
NAMES = ("Ann", "Ben", "Cho", "Dee")
PARTNERS = {"partners": True, "rounds": 2, "cards": 3}


def history_of(running: Running, match_id: str) -> History:
    with running.service.store.reading() as session:
        return running.service.histories.load(session, matches.find(session, match_id))


def newest(running: Running, name: str) -> EmailMessage:
    running.work()
    return running.tray.to(f"{name.lower()}@example.org")[-1]


def path_of(mail: EmailMessage, prefix: str) -> str:
    """Return the path of the first link in a mail that begins so; in HTML it is the same."""
    path = next(link for link in links_in(mail) if f"/{prefix}/" in link).partition("://")[2].partition("/")[2]
    html = mail.get_body(("html",))
    assert html
    assert f"/{path}" in html.get_content()
    return f"/{path}"


def open_by_form(running: Running) -> str:
    """Open a table of partners by the form, which first refuses what cannot be."""
    ann = Visitor(running)
    ann.sign_in("ann@example.org", "Ann")
    page = ann.get("/open/toy")
    for label in ("Partners", "Rounds", "Cards in a hand", "Seats 1 and 3 against 2 and 4."):
        assert label in words(page)
    form = {"seat-1": "me", "pace": "daily", "option-partners": "true", "option-rounds": "3", "option-cards": "4"}
    for seat, name in ((2, "ben"), (3, "cho")):
        form |= {f"seat-{seat}": "invite", f"address-{seat}": f"{name}@example.org"}
    for wrong, why in (
        ({}, "Partners need four seats, not 3."),
        ({"option-rounds": "9"}, "“9” is not a value for rounds: it takes 1–3."),
        ({"option-cards": "7"}, "“7” is not a value for cards: it takes 2, 3, 4."),
    ):
        page = ann.post("/open/toy", **{**form, **wrong})
        assert page.status_code == 422
        assert why in words(page)
        assert 'value="ben@example.org"' in page.text
        assert '<option value="true" selected>' in page.text
        assert f'name="option-rounds" value="{wrong.get("option-rounds", "3")}"' in page.text
    assert '<option value="4" selected>4</option>' in ann.post("/open/toy", **form).text
    form |= {"seat-4": "invite", "address-4": "dee@example.org", "option-rounds": "2", "option-cards": "3"}
    answer = ann.post("/open/toy", **form)
    assert answer.status_code == 303
    with running.service.store.reading() as session:
        (match,) = session.exec(select(Match)).all()
    lobby = words(ann.get(f"/m/{match.id}/1"))
    assert "Partners: yes" in lobby
    assert "team 1" in lobby
    assert ann.post(f"/m/{match.id}/announce", phrase="ann's luck").status_code == 303
    return match.id


def take_seats(running: Running, match_id: str) -> None:
    for seat, name in enumerate(NAMES[1:], 2):
        mail = newest(running, name)
        assert "Partners: yes" in text_of(mail)
        visitor = Visitor(running)
        visitor.follow(path_of(mail, "i"))
        assert visitor.post(f"/m/{match_id}/{seat}/join", name=name, phrase=f"luck of {name}").status_code == 303
    assert match_of(running.service, match_id).status == "running"


def answer_by_form(visitor: Visitor, match_id: str, seat: int, rng: Random) -> None:
    """Fill in the form of the table as it offers itself: a chip, or one of each list."""
    path = f"/m/{match_id}/{seat}"
    form = next(form for form in Forms(visitor.get(path).text).forms if ("asked" in dict(form.fields)))
    asked = dict(form.fields)["asked"]
    if form.radios:
        answer = visitor.post(f"{path}/play", asked=asked, part=rng.choice(form.radios["part"]))
    else:
        (what, seats, cards) = (pieces for _, pieces in form.selects)
        assert what == ["none", "rob"]
        parts = ["rob", rng.choice(seats[1:]), rng.choice(cards[1:])] if rng.random() < 0.7 else ["none", "", ""]
        answer = visitor.post(f"{path}/play", asked=asked, part=parts)
    assert answer.status_code == 303, words(answer)


def play_on(running: Running, match_id: str, rng: Random) -> None:
    """Let whoever is asked open the link in their mail and answer."""
    seat = decision_of(running.service, match_id).seat
    pass_time(running, minutes=10)  # who has just played is mailed later what they are asked next
    mail = newest(running, NAMES[seat - 1])
    assert "Your turn" in text_of(mail)
    visitor = Visitor(running)
    assert visitor.follow(path_of(mail, "k")).status_code == 200
    answer_by_form(visitor, match_id, seat, rng)


def finish(running: Running, match_id: str) -> None:
    rng = Random(3)
    while match_of(running.service, match_id).status == "running":
        play_on(running, match_id, rng)


def test_a_match_from_the_opening_to_the_record(running: Running, clock: VirtualClock, tmp_path: Path) -> None:
    match_id = open_by_form(running)
    take_seats(running, match_id)
    asked = decision_of(running.service, match_id).seat
    by_page, by_link = (seat for seat in (1, 2, 3, 4) if seat != asked and seat != asked % 4 + 1)

    start = newest(running, NAMES[by_page - 1])
    assert "You may, and need not: double" in text_of(start)
    visitor = Visitor(running)
    page = visitor.follow(path_of(start, "k"))
    assert "You may, and need not:" in words(page), "also while it is not this seat's turn"
    answer = visitor.post(f"/m/{match_id}/{by_page}/play", move="double")
    assert answer.status_code == 303
    page = visitor.get(f"/m/{match_id}/{by_page}")
    assert f"Played: {NAMES[by_page - 1]}: double" in words(page)
    assert "You may, and need not:" not in words(page)
    again = visitor.post(f"/m/{match_id}/{by_page}/play", move="double")
    assert again.status_code == 303
    assert "a second press changes nothing" in words(visitor.get(f"/m/{match_id}/{by_page}"))

    visitor = Visitor(running)
    path = path_of(newest(running, NAMES[by_link - 1]), "o")
    assert visitor.post(path).status_code == 303
    finish(running, match_id)

    moves = [event.move for event in events_of(running.service, match_id)]
    assert moves.count("double") == 2
    assert any(move and move.startswith("rob") for move in moves)
    assert [event.by for event in events_of(running.service, match_id) if event.by == "forced"] == ["forced"] * 2
    _the_result_is_told(running, match_id)
    _every_step_can_be_seen(running, match_id)
    _the_record_holds(running, match_id, tmp_path)


def _the_result_is_told(running: Running, match_id: str) -> None:
    result = history_of(running, match_id).position.result()
    assert result
    assert len(result.scores) == 2
    sides = {1: "Team 1: Ann, Cho", 2: "Team 2: Ben, Dee"}
    text = text_of(newest(running, "Dee"))
    page = words(_at(running, match_id, 4).get(f"/m/{match_id}/4"))
    html = newest(running, "Dee").get_body(("html",))
    assert html
    for team, name in sides.items():
        assert re.search(rf"{name} +{result.scores[team - 1]}\b", text), text
        assert f"{name} {result.scores[team - 1]}" in page
        assert name in html.get_content()
    if len(result.winners) == 2:
        names = "Ann, Cho" if 1 in result.winners else "Ben, Dee"
        won = f"Team {result.winners[0]} wins: {names}."
    else:
        won = "The victory is shared. Team 1: Ann, Cho. Team 2: Ben, Dee."
    assert f"The match is over. {won}" in " ".join(text.split())
    assert f"The match is over. {won}" in page


def _at(running: Running, match_id: str, seat: int) -> Visitor:
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, seat, 0, 0 if seat == 1 else 1))
    return visitor


def _every_step_can_be_seen(running: Running, match_id: str) -> None:
    events, history = events_of(running.service, match_id), history_of(running, match_id)
    visitor = _at(running, match_id, 2)
    for step, event in enumerate(events):
        for eyes in ("1", "2", "3", "4", "spectator", "open"):
            page = visitor.get(f"/m/{match_id}/2/step/{step}?eyes={eyes}")
            assert page.status_code == 200
            hands = [history.positions[step].view(seat)["hand"] for seat in (1, 2, 3, 4)]
            seen = hands if eyes == "open" else [hands[int(eyes) - 1]] if eyes.isdecimal() else []
            for hand in seen:
                assert f"Hand {' '.join(hand) or '–'}" in words(page)
            assert words(page).count(" Hand ") == len(seen)
            assert "<button" not in page.text.partition('<nav class="steps"')[0], "a step offers nothing to do"
        if event.move == "double":
            assert f"{NAMES[(event.seat or 0) - 1]}: double" in words(page)


def _the_record_holds(running: Running, match_id: str, tmp_path: Path) -> None:
    host = Host(tmp_path / "instance", str(running.service.store.engine.url))
    done = host.run("record", "export", match_id)
    assert done.exit_code == 0, done.output
    assert check(done.stdout_bytes).result() == history_of(running, match_id).position.result()
    file = tmp_path / "toy.json"
    file.write_bytes(done.stdout_bytes)
    assert host.run("record", "check", str(file)).output == f"{file}: ok\n"
    assert host.run("log", "check").output == f"{match_id}: ok, {len(events_of(running.service, match_id))} events\n"
    assert rebuild.rebuild(running.service.store, match_id).differences == ()


class TestALinkToWhatIsOptional:
    @pytest.fixture
    def match_id(self, running: Running, clock: VirtualClock) -> str:
        return open_with_people(running.service, clock.now, NAMES[1:], game=Toy.key, options=PARTNERS)

    def link(self, running: Running, match_id: str, seat: int, epoch: int | None = None, kind: str = "double") -> str:
        facts = [match_id, seat, kind, (0 if seat == 1 else 1) if epoch is None else epoch]
        return "/o/" + running.service.links.sign(links.OPTIONAL, facts, running.clock.now)

    def test_looking_changes_nothing_and_pressing_does_it_once(self, running: Running, match_id: str) -> None:
        before = decision_of(running.service, match_id)
        seat = before.seat % 4 + 1
        link = self.link(running, match_id, seat)
        for _ in range(5):
            page = Visitor(running).get(link)
            assert page.status_code == 200
            assert ">double</button>" in page.text
        assert len(events_of(running.service, match_id)) == 1
        visitor = Visitor(running)
        assert visitor.client.post(link).status_code == 400, "the button's form carries the mark of its session"
        assert visitor.post(link).headers["Location"] == link
        page = visitor.get(link)
        assert f"Played: {NAMES[seat - 1]}: double" in words(page)
        assert "You have done this: double." in words(page)
        assert "<button" not in page.text
        assert visitor.post(link).status_code == 303
        assert "a second press changes nothing" in words(visitor.get(link))
        assert [event.move for event in events_of(running.service, match_id)] == [None, "double"]
        assert decision_of(running.service, match_id) == before
        assert visitor.get(f"/m/{match_id}/{seat}").status_code == 403, "it opens no seat"

    def test_it_is_good_while_the_seat_may_do_it(self, running: Running, match_id: str, clock: VirtualClock) -> None:
        link = self.link(running, match_id, 3)
        for _ in range(3):
            play_any(running.service, match_id, clock.now)
            assert "<button" in Visitor(running).get(link).text
        while history_of(running, match_id).may(3, "double"):
            play_any(running.service, match_id, clock.now)
        visitor, before = Visitor(running), len(events_of(running.service, match_id))
        page = visitor.get(link)
        assert page.status_code == 200
        assert "This cannot be done now: double. Nothing was played." in words(page)
        assert "<button" not in page.text
        page = visitor.post(link)
        assert page.status_code == 422
        assert "Seat 3 cannot double any more." in words(page)
        assert len(events_of(running.service, match_id)) == before
        while match_of(running.service, match_id).status == "running":
            play_any(running.service, match_id, clock.now)
        assert "This cannot be done now" in words(visitor.get(link))
        assert visitor.post(link).status_code == 422

    def test_it_answers_no_decision(self, running: Running, match_id: str) -> None:
        seat = decision_of(running.service, match_id).seat
        answer = next(history_of(running, match_id).position.moves(seat))
        page = Visitor(running).post(self.link(running, match_id, seat, kind=answer))
        assert page.status_code == 409
        assert len(events_of(running.service, match_id)) == 1

    def test_a_link_that_was_voided_and_one_to_nowhere(self, running: Running, match_id: str) -> None:
        for link in (self.link(running, match_id, 2, epoch=0), self.link(running, "nosuchmatch", 2)):
            for page in (Visitor(running).get(link), Visitor(running).post(link)):
                assert page.status_code == 403
                assert "This link opens something else" in words(page)
        assert Visitor(running).get(self.link(running, match_id, 2)[:-3]).status_code == 400

    def test_one_of_a_frozen_match_says_so(self, running: Running, match_id: str) -> None:
        with running.service.store.writing() as session:
            match = session.get_one(Match, match_id)
            match.status = "frozen"
            session.add(match)
        visitor, link = Visitor(running), self.link(running, match_id, 2)
        assert "This cannot be done now" in words(visitor.get(link))
        assert visitor.post(link).status_code == 409


def test_an_old_link_offers_nothing(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now, NAMES[1:], game=Toy.key, options=PARTNERS)
    seat = decision_of(running.service, match_id).seat
    play_any(running.service, match_id, clock.now)
    old = Visitor(running)
    assert "The decision of that mail has been made" in words(
        old.follow(seat_link(running, match_id, seat, 0, 0 if seat == 1 else 1))
    )
    assert "You may, and need not:" not in words(old.get(f"/m/{match_id}/{seat}"))
    assert old.post(f"/m/{match_id}/{seat}/play", move="double").status_code == 403


def test_against_house_bots_at_once(running: Running, clock: VirtualClock) -> None:
    guest = Visitor(running)
    answer = guest.post("/play-now", game="toy", bots=3, name="Ann")
    match_id = answer.headers["Location"].split("/")[2]
    assert guest.post(f"/m/{match_id}/announce", phrase="").status_code == 303
    rng = Random(2)
    for _ in range(200):
        running.work()
        if match_of(running.service, match_id).status == "over":
            break
        answer_by_form(guest, match_id, 1, rng)
    page = words(guest.get(f"/m/{match_id}/1"))
    assert "The match is over." in page
    assert re.search(r"(wins|share the victory)\.", page)


def test_a_refused_combination_keeps_what_was_picked(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now, NAMES[1:], game=Toy.key, options=PARTNERS)
    while decision_of(running.service, match_id).kind != "rob":
        play_any(running.service, match_id, clock.now)
    decision = decision_of(running.service, match_id)
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, decision.seat, decision.asked, 0 if decision.seat == 1 else 1))
    victim, held = decision.seat % 4 + 1, history_of(running, match_id).position.view(decision.seat)["hand"][0]
    page = visitor.post(
        f"/m/{match_id}/{decision.seat}/play", asked=decision.asked, part=["none", str(victim), held]
    )  # fmt: skip
    assert page.status_code == 422
    assert "is no move: play CARD, rob SEAT CARD, none, or double." in words(page)
    for value in ("none", str(victim), held):
        assert f'<option value="{value}" selected>' in page.text
