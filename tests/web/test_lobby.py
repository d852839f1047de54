"""The lobby's pages: the shared link, declining, the opener's seats, leaving, cancelling; and the hosts' pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from games.katzenjammer_blues import KatzenjammerBlues
from mail.transport import Deferred
from models.tables import Seat
from service import lobby, matches
from service.matches import INVITE, ME, Opening, Plan
from tests.conftest import Running, VirtualClock
from tests.service.table import (
    DAY,
    events_of,
    GAME,
    match_of,
    new_player,
    open_and_invite,
    open_with_people,
    outbox_of,
)  # fmt: skip
from tests.web.visitor import Visitor, words


def ann(running: Running) -> Visitor:
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org", "Ann")
    return visitor


def seats_of(running: Running, match_id: str) -> list[Seat]:
    with running.service.store.reading() as session:
        return matches.seats_of(session, match_id)


def open_shared(running: Running, opener: Visitor) -> tuple[str, str]:
    """Open a table with a free seat by the pages; return its address and the shared path."""
    form = {"seat-1": "me", "seat-2": "free", "option-games": "1", "pace": "daily"}
    answer = opener.post("/open/katzenjammer-blues", **form)
    match_id = answer.headers["Location"].split("/")[2]
    opener.post(f"/m/{match_id}/announce", phrase="mine")
    page = opener.follow(f"/m/{match_id}")
    found = re.search(r'value="http://127.0.0.1:5000(/j/[^"]+)"', page.text)
    assert found, words(page)
    return match_id, found[1]


def test_a_stranger_with_the_link_takes_a_seat_by_mail(running: Running, clock: VirtualClock) -> None:
    match_id, path = open_shared(running, ann(running))
    ben = Visitor(running)
    assert "Ann invites you" in words(ben.get(path))
    answer = ben.post(path, address="ben@@example.org")
    assert answer.status_code == 422
    assert 'value="ben@@example.org"' in answer.text
    assert "on its way to ben@example.org" in words(ben.post(path, address="ben@example.org"))
    running.work()
    (mail,) = running.tray.to("ben@example.org")
    claim = re.findall(r"http://127.0.0.1:5000(/c/\S+)", mail.get_body(("plain",)).get_content())[0]  # type: ignore[union-attr]
    for _ in range(5):
        assert "Take a seat" in words(Visitor(running).get(claim)), "looking takes nothing"
    assert ben.post(claim, name="", phrase="x").status_code == 422
    answer = ben.post(claim, name="Ben", phrase="x")
    assert answer.headers["Location"] == f"/m/{match_id}/2"
    assert ben.get(f"/m/{match_id}/2").status_code == 200
    assert match_of(running.service, match_id).status == "running"
    assert "no free seat" in words(Visitor(running).get(path))


def test_who_is_signed_in_takes_a_seat_at_once(running: Running) -> None:
    match_id, path = open_shared(running, ann(running))
    ben = Visitor(running)
    ben.sign_in("ben@example.org", "Ben")
    assert ben.post(path, name="Ben", phrase="x").status_code == 303
    assert match_of(running.service, match_id).status == "running"


def test_a_shared_link_serves_nothing_else(running: Running, clock: VirtualClock) -> None:
    _match_id, path = open_shared(running, ann(running))
    token = path.removeprefix("/j/")
    for other in ("/c/", "/k/", "/i/", "/sign-in/"):
        assert Visitor(running).get(other + token).status_code == 403


def test_an_invitation_is_declined_by_button_only(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    running.work()
    (mail,) = running.tray.to("ben@example.org")
    path = re.findall(r"http://127.0.0.1:5000(/i/\S+/decline)", mail.get_body(("plain",)).get_content())[0]  # type: ignore[union-attr]
    visitor = Visitor(running)
    for _ in range(10):
        assert "Decline?" in words(visitor.get(path))
    assert seats_of(running, match_id)[1].address == "ben@example.org"
    assert "Nobody can invite your address" in words(visitor.post(path, never="true"))
    assert seats_of(running, match_id)[1].address is None
    assert "not open any more" in words(visitor.get(path))
    assert visitor.post(path).status_code == 422
    ben = Visitor(running)
    ben.sign_in("ben@example.org", "Ben")
    assert "no more invitations" in words(ben.get("/account"))
    ben.post("/account/invitations")
    assert "no more invitations" not in words(ben.get("/account"))


def test_the_opener_arranges_seats_and_nobody_else(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    path = f"/m/{match_id}/seats/2"
    stranger = Visitor(running)
    stranger.sign_in("mallory@example.org", "Mallory")
    assert stranger.post(path, act="bot").status_code == 422
    assert stranger.post(f"/m/{match_id}/cancel").status_code == 422
    opener = ann(running)
    assert opener.post(path, act="remind").status_code == 303
    assert len(outbox_of(running.service, match_id, "invitation")) == 3
    assert opener.post(path, act="invite", address="").status_code == 422
    assert opener.post(path, act="invite", address="dee@example.org").status_code == 303
    assert seats_of(running, match_id)[1].address == "dee@example.org"
    assert opener.post(path, act="bot").status_code == 303
    assert opener.post(f"/m/{match_id}/seats/9", act="bot").status_code == 404
    assert opener.post(f"/m/{match_id}/seats/3", act="dance").status_code == 422
    opener.post(f"/m/{match_id}/cancel")
    assert match_of(running.service, match_id).status == "cancelled"
    assert "This table has been closed" in words(opener.follow(f"/m/{match_id}"))


def test_every_mail_about_a_table_leads_somewhere(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    lobby.decline(running.service, match_id, 2, clock.now)
    running.work()
    clock.now += matches.OPEN_LIFE - timedelta(days=1)
    running.work()
    clock.advance(days=1)
    running.work()
    mails = running.tray.to("ann@example.org")
    assert len(mails) == 3, "a seat is free, the table closes tomorrow, it is closed"
    opener = ann(running)
    for mail in mails:
        paths = re.findall(r"http://127.0.0.1:5000(\S+)", mail.get_body(("plain",)).get_content())  # type: ignore[union-attr]
        assert len(paths) == 2, "what it is about, and how to have no more of these"
        assert [opener.follow(path).status_code for path in paths] == [200, 200]


def test_seats_of_a_game_with_teams_are_swapped(
    running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_and_invite(running.service, clock.now)
    monkeypatch.setattr(KatzenjammerBlues, "team", classmethod(lambda cls, options, seats, seat: (seat - 1) % 2 + 1))
    opener = ann(running)
    page = words(opener.follow(f"/m/{match_id}"))
    assert "team 1" in page
    assert "Swap with seat 3" in page
    assert opener.post(f"/m/{match_id}/seats/2", act="swap-3").status_code == 303
    assert [seat.address for seat in seats_of(running, match_id)] == [None, "cho@example.org", "ben@example.org"]
    opener.post(f"/m/{match_id}/seats/1", act="swap-2")
    assert "please give a phrase for it" in words(opener.follow(f"/m/{match_id}"))
    assert opener.post(f"/m/{match_id}/2/phrase", phrase="once more").status_code == 303
    assert seats_of(running, match_id)[1].phrase == "once more"


def test_leaving_before_the_start(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    matches.take_seat(running.service, match_id, 2, matches.Guest("Ben"), clock.now)
    ben = Visitor(running)
    ben.sign_in("ben@example.org")
    assert "Leave the table" in words(ben.follow(f"/m/{match_id}"))
    assert Visitor(running).post(f"/m/{match_id}/2/leave").status_code == 422
    assert ben.post(f"/m/{match_id}/2/leave").status_code == 303
    assert seats_of(running, match_id)[1].player_id is None


def test_resigning_needs_to_be_meant(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    visitor = ann(running)
    assert visitor.post(f"/m/{match_id}/1/resign", to="bot").status_code == 422
    assert visitor.post(f"/m/{match_id}/2/resign", to="bot", sure="true").status_code == 422
    assert len(events_of(running.service, match_id)) == 1
    assert visitor.post(f"/m/{match_id}/1/resign", to="bot", sure="true").status_code == 303
    assert events_of(running.service, match_id)[1].kind == "resign"


class TestHosts:
    @pytest.fixture
    def hosted(self, make_running: Callable[..., Running]) -> Running:
        return make_running(HOSTS="Hester@example.org")

    def test_nobody_else_finds_the_page(self, hosted: Running) -> None:
        assert Visitor(hosted).get("/host/").status_code == 404
        assert ann(hosted).get("/host/").status_code == 404
        assert ann(hosted).post("/host/end/x", reason="y").status_code == 404

    def test_a_host_sees_matches_without_hands_and_ends_them(self, hosted: Running, clock: VirtualClock) -> None:
        match_id = open_with_people(hosted.service, clock.now)
        hester = Visitor(hosted)
        hester.sign_in("hester@example.org", "Hester")
        page = hester.get("/host/")
        assert match_id in page.text
        table = words(hester.follow(f"/m/{match_id}"))
        assert "The row" in table
        assert "Your hand" not in table
        assert "You get" not in table
        assert hester.get(f"/m/{match_id}/1").status_code == 403
        assert hester.post(f"/host/end/{match_id}", reason="").status_code == 422
        assert hester.post(f"/host/end/{match_id}", reason="the club closed").status_code == 303
        assert "the club closed" in words(ann(hosted).follow(f"/m/{match_id}"))

    def test_a_host_sees_mails_that_failed_and_tries_again(
        self, hosted: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(message: object) -> None:
            raise Deferred("451 the mailbox is busy")

        hester = Visitor(hosted)
        hester.sign_in("hester@example.org", "Hester")
        hester.post("/sign-in", address="zoe@example.org")
        monkeypatch.setattr(hosted.tray, "send", refuse)
        for _ in range(80):
            hosted.work()
            clock.advance(hours=1, seconds=1)
        page = hester.get("/host/")
        assert "451 the mailbox is busy" in words(page)
        path = re.search(r'action="(/host/retry/\d+)"', page.text)
        assert path
        monkeypatch.undo()
        assert hester.post(path[1]).status_code == 303
        hosted.work()
        assert len(hosted.tray.to("zoe@example.org")) == 1
        assert "451 the mailbox is busy" not in words(hester.get("/host/"))
        assert hester.post(path[1]).status_code == 404


@pytest.mark.parametrize("act", ["swap-" + "9" * 5000, "swap-99", "swap-²", "swap-", ""])
def test_a_seat_that_cannot_be_swapped_with_is_refused(running: Running, clock: VirtualClock, act: str) -> None:
    match_id = open_and_invite(running.service, clock.now)
    assert ann(running).post(f"/m/{match_id}/seats/2", act=act).status_code in (404, 422)


class TestAnInvitationThatWaits:
    def test_it_is_on_the_front_page_of_its_address(self, running: Running, clock: VirtualClock) -> None:
        match_id = open_and_invite(running.service, clock.now)
        ben = Visitor(running)
        ben.sign_in("Ben@Example.org", "Benjamin")
        page = ben.get("/")
        assert "You are invited" in words(page)
        assert f'href="/m/{match_id}/2"' in page.text
        seat = ben.get(f"/m/{match_id}/2")
        assert seat.status_code == 200
        assert ben.post(f"/m/{match_id}/2/join", name="Ben", phrase="hello").status_code == 303
        assert match_of(running.service, match_id).status == "open"
        assert "You are invited" not in words(ben.get("/"))
        assert "Your tables" in words(ben.get("/"))

    def test_nobody_else_sees_it(self, running: Running, clock: VirtualClock) -> None:
        match_id = open_and_invite(running.service, clock.now)
        zoe = Visitor(running)
        zoe.sign_in("zoe@example.org", "Zoe")
        assert "You are invited" not in words(zoe.get("/"))
        assert zoe.get(f"/m/{match_id}/2").status_code == 403
        assert zoe.post(f"/m/{match_id}/2/join", name="Ben", phrase="hello").status_code == 403

    def test_it_waits_until_it_is_sent(self, running: Running, clock: VirtualClock) -> None:
        ann = new_player(running.service, "Ann", clock.now)
        plans = [Plan(ME), Plan(INVITE, "ben@example.org")]
        match_id = matches.open_match(running.service, ann.id or 0, Opening(GAME, {}, plans, DAY), "test", clock.now)
        ben = Visitor(running)
        ben.sign_in("ben@example.org", "Ben")
        assert "You are invited" not in words(ben.get("/"))
        assert ben.get(f"/m/{match_id}/2").status_code == 403
