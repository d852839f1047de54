"""A table before its start: who comes, who does not, and what follows."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.chance import commitment
from models.tables import Seat
from service import lobby, matches, people
from service.base import Refused, Service, Throttled
from service.matches import BOT, FREE, Guest, INVITE, ME, Opening, Plan
from tests.conftest import Running, VirtualClock
from tests.service.table import DAY, GAME, match_of, new_player, open_and_invite, outbox_of
from tests.web.visitor import Visitor


def seats_of(service: Service, match_id: str) -> list[Seat]:
    with service.store.reading() as session:
        return matches.seats_of(session, match_id)


def shared_table(service: Service, clock: VirtualClock, free: int = 2) -> str:
    ann = new_player(service, "Ann", clock.now)
    plans = [Plan(ME), *[Plan(FREE)] * free]
    match_id = matches.open_match(service, ann.id or 0, Opening(GAME, {}, plans, DAY), "test", clock.now)
    matches.announce(service, match_id, "ann's", clock.now)
    return match_id


def test_free_seats_are_for_whoever_has_the_link(service: Service, clock: VirtualClock) -> None:
    match_id = shared_table(service, clock)
    ben = new_player(service, "Ben", clock.now)
    _player, first = lobby.take_free_seat(service, match_id, ben.id or 0, Guest("Ben", "b"), clock.now)
    cho, second = lobby.take_free_seat(service, match_id, "cho@example.org", Guest("Cho", "c"), clock.now)
    assert (first, second, cho.address) == (2, 3, "cho@example.org")
    assert match_of(service, match_id).status == "running"
    with pytest.raises(Refused):
        lobby.take_free_seat(service, match_id, "dee@example.org", Guest("Dee"), clock.now)


def test_nobody_takes_two_seats(service: Service, clock: VirtualClock) -> None:
    match_id = shared_table(service, clock)
    lobby.take_free_seat(service, match_id, "ben@example.org", Guest("Ben"), clock.now)
    for who in ("ben@example.org", "BEN@example.org", "ann@example.org"):
        with pytest.raises(Refused, match="already"):
            lobby.take_free_seat(service, match_id, who, Guest("Again"), clock.now)


def test_a_shared_table_is_closed_until_its_opener_is_done(service: Service, clock: VirtualClock) -> None:
    ann = new_player(service, "Ann", clock.now)
    plan = Opening(GAME, {}, [Plan(ME), Plan(FREE)], DAY)
    match_id = matches.open_match(service, ann.id or 0, plan, "test", clock.now)
    with pytest.raises(Refused):
        lobby.take_free_seat(service, match_id, "ben@example.org", Guest("Ben"), clock.now)


def test_asking_for_a_seat_mails_a_link_and_is_throttled(service: Service, clock: VirtualClock) -> None:
    match_id = shared_table(service, clock)
    for _ in range(5):
        lobby.ask_for_seat(service, match_id, "ben@example.org", "here", clock.now)
    with pytest.raises(Throttled):
        lobby.ask_for_seat(service, match_id, "ben@example.org", "here", clock.now)
    assert len(outbox_of(service, match_id, "claim")) == 5


def test_declining_frees_the_seat_and_tells_the_opener(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    lobby.decline(service, match_id, 2, clock.now)
    assert lobby.is_free(seats_of(service, match_id)[1])
    (row,) = outbox_of(service, match_id, "vacant")
    assert row.player_id == match_of(service, match_id).opener_id
    with pytest.raises(Refused):
        lobby.decline(service, match_id, 2, clock.now)


def test_never_means_never(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    lobby.decline(service, match_id, 2, clock.now, never=True)
    with pytest.raises(Refused, match="no invitations"):
        lobby.replace(service, match_id, 3, Plan(INVITE, "BEN@example.org"), "here", clock.now)
    plan = Opening(GAME, {}, [Plan(ME), Plan(INVITE, "ben@example.org")], DAY)
    with pytest.raises(Refused, match="no invitations"):
        matches.open_match(service, match_of(service, match_id).opener_id, plan, "here", clock.now)
    lobby.allow(service, "ben@example.org")
    lobby.replace(service, match_id, 2, Plan(INVITE, "ben@example.org"), "here", clock.now)


def test_leaving_frees_the_seat(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ben", "b"), clock.now)
    before = seats_of(service, match_id)[1].epoch
    lobby.leave(service, match_id, 2, clock.now)
    seat = seats_of(service, match_id)[1]
    assert (seat.player_id, seat.phrase, seat.name) == (None, None, "")
    assert seat.epoch > before, "links are void"
    with pytest.raises(Refused, match="cancel"):
        lobby.leave(service, match_id, 1, clock.now)


def test_the_opener_replaces_who_does_not_come(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    lobby.replace(service, match_id, 2, Plan(INVITE, "dee@example.org"), "here", clock.now)
    assert "dee@example.org" in {row.address for row in outbox_of(service, match_id, "invitation")}
    for address in ("cho@example.org", "ann@example.org"):
        with pytest.raises(Refused, match="already"):
            lobby.replace(service, match_id, 2, Plan(INVITE, address), "here", clock.now)
    lobby.replace(service, match_id, 3, Plan(BOT), "here", clock.now)
    matches.take_seat(service, match_id, 2, Guest("Dee"), clock.now)
    assert match_of(service, match_id).status == "running"


def test_a_taken_seat_is_not_replaced(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ben"), clock.now)
    with pytest.raises(Refused, match="Ben"):
        lobby.replace(service, match_id, 2, Plan(BOT), "here", clock.now)


def test_reminding_mails_once_more(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    lobby.remind(service, match_id, 2, "here", clock.now)
    assert sum(row.seat == 2 for row in outbox_of(service, match_id, "invitation")) == 2
    with pytest.raises(Refused):
        lobby.remind(service, match_id, 1, "here", clock.now)


def test_cancelling_tells_who_sits_there(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    matches.take_seat(running.service, match_id, 2, Guest("Ben"), clock.now)
    running.work()
    running.tray.mails.clear()
    lobby.cancel(running.service, match_id, clock.now)
    running.work()
    (mail,) = running.tray.mails
    assert "ben@example.org" in str(mail["To"])
    for act in (lobby.cancel,):
        with pytest.raises(Refused):
            act(running.service, match_id, clock.now)
    with pytest.raises(Refused):
        matches.take_seat(running.service, match_id, 3, Guest("Cho"), clock.now)


def test_a_table_that_does_not_fill_expires_and_says_so_a_day_before(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    running.work()
    running.tray.mails.clear()
    clock.now += matches.OPEN_LIFE - timedelta(days=1, seconds=1)
    running.work()
    assert running.tray.mails == []
    clock.advance(seconds=2)
    running.work()
    (warning,) = running.tray.mails
    assert "ann@example.org" in str(warning["To"])
    assert "Your table closes tomorrow" in warning.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    clock.advance(days=1)
    running.work()
    match = match_of(running.service, match_id)
    assert (match.status, match.note) == ("cancelled", "expired")
    assert "closed" in running.tray.mails[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]


def test_a_table_that_began_does_not_expire(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now, ("Ben",))
    matches.take_seat(running.service, match_id, 2, Guest("Ben"), clock.now)
    clock.advance(days=15)
    lobby.expire(running.service, clock.now)
    assert match_of(running.service, match_id).status == "running"


def test_swapping_before_any_phrase_keeps_the_commitment(service: Service, clock: VirtualClock) -> None:
    ann = new_player(service, "Ann", clock.now)
    plans = [Plan(ME), Plan(INVITE, "ben@example.org"), Plan(BOT)]
    match_id = matches.open_match(service, ann.id or 0, Opening(GAME, {}, plans, DAY), "test", clock.now)
    before = match_of(service, match_id).commitment
    lobby.swap(service, match_id, 1, 3, clock.now)
    seats = seats_of(service, match_id)
    assert (seats[0].bot, seats[2].player_id) == (True, ann.id)
    assert match_of(service, match_id).commitment == before


def test_swapping_after_a_phrase_asks_all_phrases_anew_for_a_new_secret(running: Running, clock: VirtualClock) -> None:
    service = running.service
    match_id = open_and_invite(service, clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ben", "b"), clock.now)
    before = match_of(service, match_id)
    lobby.swap(service, match_id, 1, 2, clock.now)
    after, seats = match_of(service, match_id), seats_of(service, match_id)
    assert after.commitment != before.commitment
    assert after.commitment == commitment(bytes.fromhex(after.server_seed))
    assert [seat.name for seat in seats[:2]] == ["Ben", "Ann"]
    assert [seat.phrase for seat in seats[:2]] == [None, None]
    matches.take_seat(service, match_id, 3, Guest("Cho", "c"), clock.now)
    assert match_of(service, match_id).status == "open", "phrases are missing"
    lobby.give_phrase(service, match_id, 1, "ben's second", clock.now)
    with pytest.raises(Refused, match="fixed already"):
        lobby.give_phrase(service, match_id, 1, "ben's third", clock.now)
    lobby.give_phrase(service, match_id, 2, "", clock.now)
    assert match_of(service, match_id).status == "running"


def test_phrases_are_given_once_the_table_is_announced_and_not_again(running: Running, clock: VirtualClock) -> None:
    service = running.service
    ann = new_player(service, "Ann", clock.now)
    plan = Opening(GAME, {"games": 2}, [Plan(ME), Plan(BOT)], DAY)
    match_id = matches.open_match(service, ann.id or 0, plan, "test", clock.now)
    with pytest.raises(Refused):
        lobby.give_phrase(service, match_id, 1, "too early", clock.now)
    matches.announce(service, match_id, "mine", clock.now)
    with pytest.raises(Refused):
        matches.announce(service, match_id, "another", clock.now)
    assert seats_of(service, match_id)[0].phrase == "mine"


def test_a_closed_table_is_not_announced(service: Service, clock: VirtualClock) -> None:
    ann = new_player(service, "Ann", clock.now)
    plan = Opening(GAME, {}, [Plan(ME), Plan(FREE)], DAY)
    match_id = matches.open_match(service, ann.id or 0, plan, "test", clock.now)
    lobby.cancel(service, match_id, clock.now)
    with pytest.raises(Refused):
        matches.announce(service, match_id, "mine", clock.now)


def test_who_was_swapped_gives_the_phrase_by_the_link_in_the_mail(running: Running, clock: VirtualClock) -> None:
    service = running.service
    match_id = open_and_invite(service, clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ben", "b"), clock.now)
    running.work()
    running.tray.mails.clear()
    lobby.swap(service, match_id, 1, 2, clock.now)
    lobby.swap(service, match_id, 2, 3, clock.now)
    lobby.swap(service, match_id, 2, 3, clock.now)
    running.work()
    text = running.tray.to("ben@example.org")[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    link = next(word for word in text.split() if "/k/" in word).removeprefix("http://127.0.0.1:5000")
    ben = Visitor(running)
    assert "Give the phrase" in ben.follow(link).text
    assert ben.post(f"/m/{match_id}/1/phrase", phrase="new luck").status_code == 303
    assert [seat.phrase for seat in seats_of(service, match_id)] == ["new luck", None, None]


@pytest.mark.parametrize("plan", [Plan(INVITE, "ben@example.org"), Plan(FREE)])
def test_a_guest_keeps_no_seats_for_others(service: Service, clock: VirtualClock, plan: Plan) -> None:
    guest = people.create_guest(service, "Gus", "UTC", "here", clock.now)
    opening = Opening(GAME, {}, [Plan(ME), Plan(BOT)], DAY)
    match_id = matches.open_match(service, guest.id or 0, opening, "test", clock.now)
    with pytest.raises(Refused, match="add your own e-mail address"):
        lobby.replace(service, match_id, 2, plan, "here", clock.now)
    assert seats_of(service, match_id)[1].bot


def test_a_seat_that_was_given_to_somebody_else_meanwhile_is_not_taken(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    seen = seats_of(service, match_id)[1].epoch
    lobby.replace(service, match_id, 2, Plan(INVITE, "dan@example.org"), "here", clock.now)
    with pytest.raises(Refused):
        matches.take_seat(service, match_id, 2, Guest("Ben"), clock.now, epoch=seen)
    with pytest.raises(Refused):
        lobby.decline(service, match_id, 2, clock.now, epoch=seen)
    assert seats_of(service, match_id)[1].address == "dan@example.org"
