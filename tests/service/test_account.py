"""Accounts: a new address agreed to by both, one's data, and being forgotten."""

from __future__ import annotations

import json
import re
from datetime import datetime

import pytest
from sqlmodel import select

from models.tables import Outbox, Player
from service import account, links, lobby, matches, people, seats
from service.base import NotFound, Refused, Service
from service.matches import INVITE, ME, Opening, Plan
from service.people import UsedLink
from tests.conftest import Running, VirtualClock
from tests.service.table import DAY, events_of, GAME, match_of, new_player, open_and_invite, open_with_people, play_any
from tests.web.visitor import Visitor


def player(running: Running, player_id: int) -> Player:
    with running.service.store.reading() as session:
        return session.get_one(Player, player_id)


def tokens(running: Running) -> dict[str, str]:
    """Return the tokens that were mailed, by address."""
    running.work()
    found = {}
    for mail in running.tray.mails:
        text = mail.get_body(("plain",)).get_content()  # type: ignore[union-attr]
        for token in re.findall(r"/change/(\S+)", text):
            found[mail["To"].addresses[0].addr_spec] = token
    return found


def links_to_seats(running: Running, address: str) -> list[str]:
    """Return the links to seats that were mailed to an address, the oldest first."""
    texts = [mail.get_body(("plain",)).get_content() for mail in running.tray.to(address)]  # type: ignore[union-attr]
    return [link for text in texts for link in re.findall(r"http://127.0.0.1:5000(/k/\S+)", text)]


def test_an_address_changes_when_both_agree(running: Running, clock: VirtualClock) -> None:
    ann = new_player(running.service, "Ann", clock.now)
    account.request_change(running.service, ann.id or 0, "anna@example.org", "here", clock.now)
    mailed = tokens(running)
    assert set(mailed) == {"ann@example.org", "anna@example.org"}
    _who, done = account.confirm_change(running.service, mailed["anna@example.org"], clock.now)
    assert not done
    assert player(running, 1).address == "ann@example.org"
    with pytest.raises(UsedLink):
        account.confirm_change(running.service, mailed["anna@example.org"], clock.now)
    _who, done = account.confirm_change(running.service, mailed["ann@example.org"], clock.now)
    assert done
    assert player(running, 1).address == "anna@example.org"
    assert player(running, 1).address_key == "anna@example.org"


def test_a_change_begun_anew_voids_the_first(running: Running, clock: VirtualClock) -> None:
    ann = new_player(running.service, "Ann", clock.now)
    account.request_change(running.service, ann.id or 0, "one@example.org", "here", clock.now)
    first = tokens(running)
    account.request_change(running.service, ann.id or 0, "two@example.org", "here", clock.now)
    with pytest.raises(UsedLink):
        account.confirm_change(running.service, first["one@example.org"], clock.now)


def test_an_address_of_somebody_else_cannot_be_taken(running: Running, clock: VirtualClock) -> None:
    ann = new_player(running.service, "Ann", clock.now)
    new_player(running.service, "Ben", clock.now)
    with pytest.raises(Refused, match="already"):
        account.request_change(running.service, ann.id or 0, "ANN@example.org", "here", clock.now)
    account.request_change(running.service, ann.id or 0, "ben@example.org", "here", clock.now)
    with pytest.raises(Refused, match="belongs to another"):
        account.confirm_change(running.service, tokens(running)["ben@example.org"], clock.now)


def test_ones_data_hold_what_is_stored_and_no_secret(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    for _ in range(6):
        play_any(running.service, match_id, clock.now)
    data = account.export(running.service, 1)
    text = json.dumps(data)
    assert data["player"]["address"] == "ann@example.org"
    assert data["opened"] == [match_id]
    own = [event.move for event in events_of(running.service, match_id) if event.seat == 1]
    assert [move["move"] for move in data["seats"][0]["moves"]] == own
    assert match_of(running.service, match_id).server_seed not in text
    assert "ben@example.org" not in text
    assert "Ben's phrase" not in text


def test_a_deleted_player_is_forgotten_and_the_history_kept(running: Running, clock: VirtualClock) -> None:
    running_id = open_with_people(running.service, clock.now)
    for _ in range(5):
        play_any(running.service, running_id, clock.now)
    before = len(events_of(running.service, running_id))
    account.delete(running.service, 1, clock.now)
    gone = player(running, 1)
    assert (gone.name, gone.address, gone.address_key) == (account.GONE, None, None)
    with running.service.store.reading() as session:
        seats = matches.seats_of(session, running_id)
        history = running.service.histories.load(session, matches.find(session, running_id))
    assert (seats[0].name, seats[0].player_id, seats[0].stand_in) == (account.GONE, None, "bot")
    assert history.broken is None
    assert len(events_of(running.service, running_id)) >= before + 1
    dump = running.service.store.engine.raw_connection()
    try:
        cursor = dump.cursor()
        for table in ("player", "seat", "outbox", "event"):
            cursor.execute(f"SELECT * FROM {table}")
            assert "ann@example.org" not in repr(cursor.fetchall()), table
        cursor.execute("SELECT detail FROM event")
        assert '"Ann"' not in repr(cursor.fetchall())
    finally:
        dump.close()


def test_deleting_closes_ones_open_tables_and_leaves_others(running: Running, clock: VirtualClock) -> None:
    own = open_and_invite(running.service, clock.now)
    matches.take_seat(running.service, own, 2, matches.Guest("Ben"), clock.now)
    account.delete(running.service, 2, clock.now)
    with running.service.store.reading() as session:
        assert matches.seats_of(session, own)[1].player_id is None
    account.delete(running.service, 1, clock.now)
    assert match_of(running.service, own).status == "cancelled"


def test_deleting_forgets_the_name_in_seats_given_up_before_and_an_address_never_agreed_to(
    running: Running, clock: VirtualClock
) -> None:
    match_id = open_with_people(running.service, clock.now)
    seats.resign(running.service, match_id, 2, "bot", clock.now)
    with running.service.store.reading() as session:
        ben = people.find_by_address(session, "ben@example.org")
    assert ben
    assert [seat["name"] for seat in account.export(running.service, ben.id or 0)["seats"]] == ["Ben"]
    account.request_change(running.service, ben.id or 0, "benjamin@example.org", "here", clock.now)
    account.delete(running.service, ben.id or 0, clock.now)
    with running.service.store.reading() as session:
        names = [seat.name for seat in matches.seats_of(session, match_id)]
        assert names == ["Ann", account.GONE, "Cho"]
        for mail in session.exec(select(Outbox)):
            assert "ben" not in repr((mail.address, mail.detail, mail.last_error)), mail.kind


def test_a_link_that_attaches_an_address_does_not_bring_a_deleted_account_back(
    running: Running, clock: VirtualClock
) -> None:
    guest = people.create_guest(running.service, "Gus", "UTC", "here", clock.now)
    token = running.service.links.sign(links.ADDRESS, [guest.id, "gus@example.org"], clock.now)
    account.delete(running.service, guest.id or 0, clock.now)
    with pytest.raises(NotFound):
        people.attach_address(running.service, token, clock.now)


def test_deleting_leaves_a_seat_alone_that_somebody_else_takes_meanwhile(
    running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_and_invite(running.service, clock.now)
    matches.take_seat(running.service, match_id, 2, matches.Guest("Ben"), clock.now)
    leave = lobby.leave

    def leave_and_be_followed(service: Service, match_id: str, number: int, now: datetime) -> None:
        leave(service, match_id, number, now)
        lobby.take_free_seat(service, match_id, "dan@example.org", matches.Guest("Dan"), now)

    monkeypatch.setattr(lobby, "leave", leave_and_be_followed)
    account.delete(running.service, 2, clock.now)
    with running.service.store.reading() as session:
        seat = matches.seats_of(session, match_id)[1]
        assert (seat.name, seat.player_id) == ("Dan", 3)


def test_deleting_forgets_an_address_however_it_was_written(running: Running, clock: VirtualClock) -> None:
    new_player(running.service, "Ben", clock.now)
    ann = new_player(running.service, "Ann", clock.now)
    plans = [Plan(ME), Plan(INVITE, "BEN@example.org")]
    match_id = matches.open_match(running.service, ann.id or 0, Opening(GAME, {}, plans, DAY), "here", clock.now)
    matches.announce(running.service, match_id, "", clock.now)
    matches.take_seat(running.service, match_id, 2, matches.Guest("Ben"), clock.now)
    account.delete(running.service, 1, clock.now)
    with running.service.store.reading() as session:
        assert [mail.address for mail in session.exec(select(Outbox).where(Outbox.kind == "invitation"))] == [None]


def test_links_mailed_to_an_old_address_open_nothing_when_it_has_changed(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    running.work()
    old = links_to_seats(running, "ben@example.org")
    assert Visitor(running).follow(old[-1]).status_code == 200
    account.request_change(running.service, 2, "benjamin@example.net", "here", clock.now)
    for token in tokens(running).values():
        account.confirm_change(running.service, token, clock.now)
    running.work()
    assert {Visitor(running).get(link).status_code for link in old} == {403}
    new = links_to_seats(running, "benjamin@example.net")
    assert Visitor(running).follow(new[-1]).status_code == 200
    assert match_of(running.service, match_id).status == "running"


def test_who_owes_a_phrase_and_voids_all_links_gets_a_new_one(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    matches.take_seat(running.service, match_id, 2, matches.Guest("Ben"), clock.now)
    lobby.swap(running.service, match_id, 1, 2, clock.now)
    running.work()
    (old,) = links_to_seats(running, "ben@example.org")
    seats.revoke_links(running.service, match_id, 1, clock.now)
    running.work()
    assert Visitor(running).get(old).status_code == 403
    assert "Give the phrase" in Visitor(running).follow(links_to_seats(running, "ben@example.org")[-1]).text


def test_an_address_given_up_agrees_to_nothing_any_more(running: Running, clock: VirtualClock) -> None:
    new_player(running.service, "Ann", clock.now)
    account.request_change(running.service, 1, "third@example.org", "here", clock.now)
    kept = tokens(running)["ann@example.org"]
    running.tray.mails.clear()
    account.request_change(running.service, 1, "second@example.org", "here", clock.now)
    for token in tokens(running).values():
        account.confirm_change(running.service, token, clock.now)
    running.tray.mails.clear()
    account.request_change(running.service, 1, "third@example.org", "here", clock.now)
    assert not account.confirm_change(running.service, tokens(running)["third@example.org"], clock.now)[1]
    with pytest.raises(UsedLink):
        account.confirm_change(running.service, kept, clock.now)
    assert player(running, 1).address == "second@example.org"
