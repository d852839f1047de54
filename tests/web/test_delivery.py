"""A mail that does not get through is seen at the table: by all that it is so, by its reader why."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from mail.transport import Bounced
from models.tables import Player
from service import links, outbox
from tests.conftest import Running, VirtualClock
from tests.service.table import decision_of, open_and_invite, open_with_people, outbox_of, play_any
from tests.web.test_languages import mark, unmarked
from tests.web.visitor import seat_link, Visitor, words

NAMES = ("Ann", "Ben", "Cho")
SAID = "550 5.1.1 <somebody@example.org>: no such mouse"


@pytest.fixture
def match_id(running: Running, clock: VirtualClock) -> str:
    return open_with_people(running.service, clock.now)


def lose(running: Running, match_id: str, error: str = SAID) -> int:
    """Let the mail for the open decision be refused; return its seat."""
    decision = decision_of(running.service, match_id)
    (row,) = [row for row in outbox_of(running.service, match_id, "turn") if row.number == decision.asked]
    with running.service.store.writing() as session:
        outbox.settle(session, row.id or 0, "failed", running.clock.now, error)
    return decision.seat


def at_seat(running: Running, match_id: str, seat: int) -> Visitor:
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, seat, 0, 0 if seat == 1 else 1))
    return visitor


def test_all_at_the_table_hear_of_it_and_one_reads_why(running: Running, match_id: str) -> None:
    seat = lose(running, match_id)
    name = NAMES[seat - 1]
    for other in {1, 2, 3} - {seat}:
        page = at_seat(running, match_id, other).get(f"/m/{match_id}/{other}")
        assert f"{name} could not be reached by mail." in words(page)
        assert "no such mouse" not in page.text
        assert "somebody@" not in page.text
    page = at_seat(running, match_id, seat).get(f"/m/{match_id}/{seat}")
    said = words(page).replace("&lt;", "<").replace("&gt;", ">")
    assert f"Your mail could not be delivered. The mail server said: “{SAID}”. Please check your address:" in said
    assert f"{name} could not be reached" not in said
    assert 'href="/account"' in page.text


def test_who_looks_through_an_old_link_reads_no_reason(running: Running, match_id: str, clock: VirtualClock) -> None:
    decision = decision_of(running.service, match_id)
    link = seat_link(running, match_id, decision.seat, decision.asked, 0 if decision.seat == 1 else 1)
    clock.advance(hours=1)
    for _ in range(3):
        play_any(running.service, match_id, clock.now)
        if decision_of(running.service, match_id).seat == decision.seat:
            break
    seat = lose(running, match_id)
    assert seat == decision.seat
    page = Visitor(running).follow(link)
    assert "could not be reached by mail" in words(page)
    assert "no such mouse" not in page.text


def test_what_is_the_hosts_to_set_right_is_not_told_at_the_table(running: Running, match_id: str) -> None:
    seat = lose(running, match_id, "mail.example.org:587: the login is refused: 535 ann")
    page = at_seat(running, match_id, seat).get(f"/m/{match_id}/{seat}")
    assert "Your mail could not be delivered." in words(page)
    assert "535" not in page.text
    assert "mail.example.org" not in page.text


def test_a_mail_still_tried_is_told_as_such(running: Running, match_id: str, clock: VirtualClock) -> None:
    decision = decision_of(running.service, match_id)
    with running.service.store.writing() as session:
        (row,) = [row for row in outbox_of(running.service, match_id, "turn") if row.number == decision.asked]
        row.attempts, row.last_error = outbox.STUBBORN, "452 4.2.2 mailbox full"
        session.merge(row)
    page = at_seat(running, match_id, decision.seat).get(f"/m/{match_id}/{decision.seat}")
    assert "Your mail could not be delivered so far; it is being tried again." in words(page)
    assert "“452 4.2.2 mailbox full”" in words(page)


def test_a_page_kept_is_renewed_when_delivery_changes(
    running: Running, match_id: str, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = decision_of(running.service, match_id).seat
    other, tags = seat % 3 + 1, []
    path = f"/m/{match_id}/{other}"
    visitor = at_seat(running, match_id, other)

    def changes(act: Callable[[], object]) -> bool:
        before = visitor.get(path)
        before = visitor.get(path)  # without the greeting
        act()
        after = visitor.get(path, If_None_Match=before.headers["ETag"])
        tags.append(after.headers.get("ETag"))
        return after.status_code == 200

    assert changes(lambda: lose(running, match_id))
    assert not changes(lambda: None)
    load = running.service.histories.load
    monkeypatch.setattr(running.service.histories, "load", lambda *args: 1 / 0)
    tag = [tag for tag in tags if tag][-1]
    assert visitor.get(path, If_None_Match=tag).status_code == 304, "and nothing is replayed for it"
    monkeypatch.setattr(running.service.histories, "load", load)

    def arrive() -> None:
        with running.service.store.writing() as session:
            outbox.try_again(session, seat, clock.now)
        running.work()

    assert changes(arrive)
    assert "could not be reached" not in words(visitor.get(path))


def test_the_opener_sees_which_invitation_does_not_arrive(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    take = running.tray.send

    def refuse(message: object) -> None:
        if "cho@" in str(message["To"]):  # type: ignore[index]
            raise Bounced(SAID)
        take(message)  # type: ignore[arg-type]

    running.tray.send = refuse  # type: ignore[method-assign]
    running.work()
    opener = Visitor(running)
    opener.sign_in("ann@example.org")
    page = words(opener.follow(f"/m/{match_id}"))
    assert re.search(r"cho@example\.org invited could not be reached by mail", page)
    assert page.count("could not be reached") == 1
    running.tray.send = take  # type: ignore[method-assign]
    token = running.service.links.sign(links.INVITATION, [match_id, 2, 0], clock.now)
    guest = words(Visitor(running).follow(f"/i/{token}"))
    assert "could not be reached" not in guest
    assert "cho@" not in guest


def test_these_words_go_through_gettext(running: Running, match_id: str) -> None:
    mark(running.app)
    seat = lose(running, match_id)
    for reader in (1, 2, 3):
        page = at_seat(running, match_id, reader).get(f"/m/{match_id}/{reader}")
        assert unmarked(page.text) - {"phrase", "ann"} == set(), f"seat {reader}, lost {seat}"


def test_a_guest_who_gives_an_address_is_mailed_what_was_asked(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    seat = lose(running, match_id)
    running.work()
    running.tray.mails.clear()
    with running.service.store.writing() as session:
        player = session.get_one(Player, seat)
        player.address = player.address_key = None
        session.add(player)
    token = running.service.links.sign(links.ADDRESS, [seat, "new@example.org"], clock.now)
    Visitor(running).post(f"/address/{token}")
    running.work()
    (mail,) = running.tray.to("new@example.org")
    assert "Your turn" in str(mail.get_body(("plain",)))
