"""How a player is told, on pages: wishes, unsubscribing by one click, what became of each mail, and the next table."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from models.tables import Refusal, Seat
from service import links, outbox, wishes
from service.base import Service
from service.clock import HOUR, Pace
from tests.conftest import pass_time, Running, VirtualClock
from tests.mail.test_letters import text_of
from tests.mail.test_wishes import let_ask, open_another, rows, turns, work_until
from tests.service.table import decision_of, match_of, open_and_invite, play_any
from tests.web.absent import by_link, change_player, open_at, player_of, seat_row, signed_in
from tests.web.visitor import seat_link, Visitor, words

PACE = Pace(24 * HOUR)


@pytest.fixture
def match_id(running: Running) -> str:
    return open_at(running, PACE, ("Ann", "Ben"))


def seen_of(running: Running, match_id: str, seat: int) -> int:
    return seat_row(running, match_id, seat).seen


def forget(running: Running, match_id: str) -> None:
    """Let nobody have seen the table."""
    with running.service.store.writing() as session:
        for seat in (1, 2):
            row = session.get_one(Seat, (match_id, seat))
            row.seen = -1
            session.add(row)


def ask_ann(running: Running, match_id: str) -> int:
    """Let Ann be asked by a move of Ben's whose mail has not been sent; return the event that asked."""
    let_ask(running, match_id, "Ben")
    running.work()
    return let_ask(running, match_id, "Ann").asked


def test_who_is_signed_in_and_looks_has_seen_the_table(running: Running, match_id: str) -> None:
    asked = ask_ann(running, match_id)
    signed_in(running, "Ann").get(f"/m/{match_id}/1")
    assert seen_of(running, match_id, 1) == match_of(running.service, match_id).number >= asked
    work_until(running, running.clock.now + timedelta(hours=1))
    assert turns(running, "Ann") == []


def test_being_signed_in_elsewhere_is_no_look(running: Running, match_id: str) -> None:
    ask_ann(running, match_id)
    visitor = signed_in(running, "Ann")
    for path in ("/", "/account", f"/m/{match_id}"):
        visitor.get(path)
    assert seen_of(running, match_id, 1) == -1


@pytest.mark.parametrize("headers", [{"X-Follow": "1"}, {"Sec-Purpose": "prefetch"}, {"Purpose": "prefetch"}])
def test_a_page_that_follows_or_reads_ahead_is_no_look(
    running: Running, match_id: str, headers: dict[str, str]
) -> None:
    visitor = signed_in(running, "Ann")
    visitor.get(f"/m/{match_id}/1", **headers)
    assert seen_of(running, match_id, 1) == -1


def test_nobody_else_sees_for_a_seat(running: Running, match_id: str) -> None:
    ask_ann(running, match_id)
    signed_in(running, "Ben").get(f"/m/{match_id}/1")
    running.client().get(f"/m/{match_id}/1")
    assert seen_of(running, match_id, 1) == -1


def test_who_comes_by_the_latest_link_has_seen_the_table(running: Running, match_id: str) -> None:
    ask_ann(running, match_id)
    pass_time(running, minutes=20)
    running.work()
    by_link(running, match_id, 1)
    assert seen_of(running, match_id, 1) == match_of(running.service, match_id).number


def test_a_look_by_an_old_link_that_may_only_look_does_not_count(running: Running, match_id: str) -> None:
    let_ask(running, match_id, "Ann")
    play_any(running.service, match_id, running.clock.now)
    running.work()
    visitor = Visitor(running)
    page = visitor.follow(seat_link(running, match_id, 1, 0, seat_row(running, match_id, 1).epoch))
    assert page.status_code == 200
    assert seen_of(running, match_id, 1) == -1


def test_a_program_that_follows_a_good_link_cannot_suppress_a_mail(running: Running, match_id: str) -> None:
    """The link of the first mail is good until its seat has answered: also when its first turn comes."""
    ask_ann(running, match_id)
    forget(running, match_id)
    visitor = by_link(running, match_id, 1)
    assert 'name="asked"' in visitor.get(f"/m/{match_id}/1").text, "the link is good to act"
    assert seen_of(running, match_id, 1) == -1
    work_until(running, running.clock.now + timedelta(hours=1))
    assert len(turns(running, "Ann")) == 1


def test_who_has_pressed_a_button_is_no_program(running: Running, match_id: str) -> None:
    let_ask(running, match_id, "Ann")
    visitor = by_link(running, match_id, 1)
    decision = decision_of(running.service, match_id)
    answer = visitor.post(f"/m/{match_id}/1/play", asked=decision.asked, move="pass")
    assert answer.status_code == 303
    asked = ask_ann(running, match_id)
    visitor.get(f"/m/{match_id}/1")
    assert seen_of(running, match_id, 1) >= asked


def test_one_who_takes_a_seat_over_has_seen_nothing(running: Running, match_id: str) -> None:
    from service.play import changing

    signed_in(running, "Ann").get(f"/m/{match_id}/1")
    with changing(running.service, match_id, running.clock.now) as course:
        ben = player_of(running, "Ben")
        course.sit_down(1, ben, "Benny")
    assert seen_of(running, match_id, 1) == -1


def test_next_leads_from_one_table_to_another(running: Running, match_id: str) -> None:
    second = open_another(running, PACE)
    for each in (match_id, second):
        let_ask(running, each, "Ann")
    visitor = signed_in(running, "Ann")
    assert visitor.get(f"/next?after={match_id}").headers["Location"] == f"/m/{second}/1"
    assert visitor.get(f"/next?after={second}").headers["Location"] == f"/m/{match_id}/1"
    assert "/next" in visitor.get("/").text
    play_any(running.service, match_id, running.clock.now)
    page = visitor.get(f"/m/{match_id}/1")
    assert f'href="/next?after={match_id}"' in page.text
    assert "One other table waits for you." in words(page)
    play_any(running.service, second, running.clock.now)
    again = visitor.get(f"/m/{match_id}/1", If_None_Match=page.headers["ETag"])
    assert again.status_code == 200, "that nothing waits any more is seen, too"
    assert "other table" not in words(again)
    assert visitor.get("/next").headers["Location"] == "/"
    assert "No table waits for you at the moment." in words(visitor.get("/"))


def test_next_is_for_who_is_signed_in(running: Running, match_id: str) -> None:
    assert running.client().get("/next").headers["Location"] == "/sign-in?where=/next"


def test_by_a_link_nobody_learns_which_other_tables_wait(running: Running, match_id: str) -> None:
    second = open_another(running, PACE)
    let_ask(running, second, "Ann")
    let_ask(running, match_id, "Ben")
    page = by_link(running, match_id, 1).get(f"/m/{match_id}/1")
    assert "Other tables wait for you, too." in words(page)
    assert second not in page.text
    read_only = Visitor(running)
    other = by_link(running, match_id, 2).get(f"/m/{match_id}/2")
    assert "Other tables" not in words(other)
    assert read_only.get(f"/m/{match_id}/1").status_code == 403


def test_mails_say_that_others_wait(running: Running, match_id: str) -> None:
    second = open_another(running, PACE)
    for each in (match_id, second):
        let_ask(running, each, "Ann")
    pass_time(running, minutes=10)
    running.work()
    for mail in turns(running, "Ann"):
        assert "One other table waits for you: http://127.0.0.1:5000/next" in text_of(mail)


@pytest.fixture
def asked(running: Running, match_id: str) -> str:
    """Return a match whose mail that Ann is asked has been sent."""
    let_ask(running, match_id, "Ann")
    pass_time(running, minutes=10)
    running.work()
    return match_id


def unsubscribe_path(running: Running) -> str:
    (mail,) = turns(running, "Ann")
    found = re.fullmatch(r"<http://127.0.0.1:5000(/u/[^>]+)>", str(mail["List-Unsubscribe"]))
    assert found
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert found[1] in text_of(mail)
    return found[1]


def test_one_click_ends_the_mails_of_a_kind(running: Running, asked: str) -> None:
    path = unsubscribe_path(running)
    page = running.client().get(path)
    assert page.status_code == 200
    assert player_of(running, "Ann").unwanted == [], "a look changes nothing"
    for _ in range(2):
        answer = running.client().post(path, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
    assert player_of(running, "Ann").unwanted == ["turns"]
    play_any(running.service, asked, running.clock.now)
    let_ask(running, asked, "Ann")
    work_until(running, running.clock.now + timedelta(hours=1))
    assert len(turns(running, "Ann")) == 1
    assert rows(running, kind="turn", player_id=player_of(running, "Ann").id)[-1].last_error == wishes.UNWANTED


def test_the_page_of_the_link_ends_all_and_takes_it_back(running: Running, asked: str) -> None:
    path = unsubscribe_path(running)
    client = running.client()
    page = client.post(path, data={"act": "kind"}, follow_redirects=True)
    assert "moves are played for you" in words(page)
    client.post(path, data={"act": "all"})
    assert player_of(running, "Ann").unwanted == ["turns", "reminders", "news", "offers"]
    with running.service.store.reading() as session:
        assert session.get(Refusal, "ann@example.org")
    client.post(path, data={"act": "again"})
    assert player_of(running, "Ann").unwanted == []
    with running.service.store.reading() as session:
        assert not session.get(Refusal, "ann@example.org")


@pytest.mark.parametrize("form", [{}, {"act": "everything"}, {"List-Unsubscribe": "yes"}])
def test_a_post_that_says_nothing_changes_nothing(running: Running, asked: str, form: dict[str, str]) -> None:
    answer = running.client().post(unsubscribe_path(running), data=form)
    assert answer.status_code == 422
    assert "Please choose one of the buttons" in words(answer)
    assert player_of(running, "Ann").unwanted == []


def test_only_this_route_goes_without_a_mark(running: Running, asked: str) -> None:
    visitor = signed_in(running, "Ann")
    for path in ("/account/mail", "/account/mail/again", f"/m/{asked}/1/play"):
        assert visitor.client.post(path, data={"mode": "none"}).status_code == 400
    assert player_of(running, "Ann").mail_mode == "each"


def test_a_link_that_is_damaged_or_of_another_purpose_unsubscribes_nobody(running: Running, asked: str) -> None:
    path = unsubscribe_path(running)
    assert running.client().post(path[:-2], data={"List-Unsubscribe": "One-Click"}).status_code == 400
    other = running.service.links.sign(links.HOLIDAY, [1, 0], running.clock.now)
    assert running.client().post(f"/u/{other}", data={"List-Unsubscribe": "One-Click"}).status_code == 403
    running.clock.advance(days=367)
    assert running.client().post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 410


def test_somebody_invited_who_is_no_player_refuses_by_one_click(running: Running, clock: VirtualClock) -> None:
    open_and_invite(running.service, clock.now, ("Zoe",))
    running.work()
    (mail,) = running.tray.to("zoe@example.org")
    path = str(mail["List-Unsubscribe"])[len("<http://127.0.0.1:5000") : -1]
    assert running.client().post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    with running.service.store.reading() as session:
        assert session.get(Refusal, "zoe@example.org")


def test_what_was_asked_for_has_no_such_header(running: Running, asked: str) -> None:
    Visitor(running).post("/sign-in", address="ann@example.org")
    running.work()
    assert running.tray.mails[-1]["List-Unsubscribe"] is None


def test_wishes_are_kept(running: Running, match_id: str) -> None:
    visitor = signed_in(running, "Ann")
    answer = visitor.post(
        "/account/mail", mode="digest", hours=["7", "12", "19"], at_night="true", wanted=["turns", "news"]
    )
    assert answer.status_code == 303
    who = player_of(running, "Ann")
    assert (who.mail_mode, who.digest_at, who.mail_at_night) == ("digest", [7, 12, 19], True)
    assert who.unwanted == ["reminders", "offers"]
    page = visitor.get("/account/mail").text
    checked = re.findall(r'value="(\w+)" checked', page)
    assert checked == ["digest", "7", "12", "19", "true", "turns", "news"]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"mode": "weekly"}, "Please choose one of the ways"),
        ({"mode": "digest"}, "Please choose from one to 4 hours"),
        ({"mode": "digest", "hours": ["1", "2", "3", "4", "5"]}, "Please choose from one to 4 hours"),
        ({"mode": "digest", "hours": ["24"]}, "from 0 to 23"),
        ({"mode": "digest", "hours": ["٣"]}, "from 0 to 23"),
    ],
)
def test_wishes_that_cannot_be_are_named(running: Running, match_id: str, form: dict[str, object], said: str) -> None:
    answer = signed_in(running, "Ann").post("/account/mail", wanted=["turns"], **form)
    assert answer.status_code == 422
    assert said in words(answer)
    assert 'value="turns" checked' in answer.text, "what was chosen is kept"
    assert (player_of(running, "Ann").mail_mode, player_of(running, "Ann").unwanted) == ("each", [])


def test_a_player_sees_what_became_of_their_mails_only(running: Running, asked: str) -> None:
    page = signed_in(running, "Ann").get("/account/mail/sent")
    assert "your turn" in words(page)
    assert "ann@example.org" in page.text
    assert asked in page.text
    assert "ben@example.org" not in page.text


def test_what_goes_by_other_channels_is_no_mail_and_each_mail_has_a_name(running: Running, asked: str) -> None:
    player = player_of(running, "Ann")
    with running.service.store.writing() as session:
        for kind in (outbox.REPLY, outbox.FROZEN, f"{outbox.CHANNEL}7"):
            outbox.queue(session, kind, running.clock.now, player_id=player.id)
    page = words(signed_in(running, "Ann").get("/account/mail/sent"))
    assert "answer to your reply" in page
    assert "a match is frozen" in page
    assert "channel-" not in page


def test_hosts_find_each_mail(make_running: Callable[..., Running]) -> None:
    running = make_running(HOSTS="ann@example.org")
    match_id = open_at(running, PACE, ("Ann", "Ben"))
    running.work()
    host = signed_in(running, "Ann")
    everything = words(host.get("/host/mails"))
    assert "ben@example.org" in everything
    assert match_id in everything
    theirs = host.get("/host/mails?q=BEN@example.org")
    assert "ben@example.org" in theirs.text
    assert not re.search(r"</span> ann@example.org", theirs.text)
    assert "None." in words(host.get("/host/mails?state=bounced"))
    assert "ben@example.org" in words(host.get(f"/host/mails?state=sent&q={match_id}"))
    assert host.get("/host/mails?state=odd&page=99999999999&q=%27").status_code == 200
    assert signed_in(running, "Ben").get("/host/mails").status_code == 404


def test_lists_have_pages(running: Running, asked: str) -> None:
    with running.service.store.writing() as session:
        for _ in range(60):
            outbox.queue(session, outbox.ZONE, running.clock.now, player_id=1, detail={"zone": "UTC"})
    visitor = signed_in(running, "Ann")
    first, second = (visitor.get(f"/account/mail/sent?page={n}") for n in (0, 1))
    assert "page=1" in first.text
    assert "page=2" not in second.text
    assert first.text.count("your time zone") == 50
    assert "your turn" in words(second)


def bounce(running: Running, name: str = "Ann") -> None:
    change_player(running, name, bounced_at=running.clock.now, bounced_words="550 5.1.1 no such mouse")


def test_an_address_that_came_back_gets_no_mail_until_its_owner_says_so(running: Running, match_id: str) -> None:
    bounce(running)
    let_ask(running, match_id, "Ann")
    pass_time(running, minutes=20)
    running.work()
    assert turns(running, "Ann") == []
    other = signed_in(running, "Ben").get(f"/m/{match_id}/2")
    assert "Ann could not be reached by mail." in words(other)
    assert "no such mouse" not in other.text
    Visitor(running).post("/sign-in", address="ann@example.org")
    running.work()
    assert len(running.tray.to("ann@example.org")) == 1, "what is asked for is tried"
    visitor = signed_in(running, "Ann")
    for path in ("/", "/account", f"/m/{match_id}/1"):
        assert "Mail to ann@example.org came back" in words(visitor.get(path))
    forget(running, match_id)  # else what has just been looked at would need no mail
    visitor.post("/account/mail/again")
    assert "came back" not in words(visitor.get("/"))
    running.work()
    assert len(turns(running, "Ann")) == 1
    assert "could not be reached" not in words(signed_in(running, "Ben").get(f"/m/{match_id}/2"))


def test_who_cannot_be_reached_changes_the_address_by_the_new_one_alone(running: Running, match_id: str) -> None:
    bounce(running)
    signed_in(running, "Ann").post("/account/change-address", address="new@example.org")
    running.work()
    (mail,) = running.tray.to("new@example.org")
    found = re.search(r"http://127.0.0.1:5000(/change/\S+)", text_of(mail))
    assert found
    Visitor(running).post(found[1])
    who = player_of(running, "Ann")
    assert (who.address, who.bounced_at) == ("new@example.org", None)


def test_a_player_takes_their_wishes_along(running: Running, service: Service, match_id: str) -> None:
    import json

    from service import account

    change_player(running, "Ann", mail_mode="digest", digest_at=[9], unwanted=["news"])
    told = account.export(service, player_of(running, "Ann").id or 0)
    assert (told["player"]["mail_mode"], told["player"]["digest_at"], told["player"]["unwanted"]) == (
        "digest", [9], ["news"],
    )  # fmt: skip
    assert told["channels"] == told["received"] == []
    json.dumps(told)


def test_a_deleted_account_is_told_nothing(running: Running, asked: str) -> None:
    path = unsubscribe_path(running)
    visitor = signed_in(running, "Ann")
    visitor.post("/account/delete", sure="true")
    assert running.client().post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 404
    assert all(row.sent_to is None for row in rows(running, player_id=1))
