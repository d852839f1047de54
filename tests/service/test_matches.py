"""Setting matches up: what is fixed when, who may sit where, and what is refused."""

from __future__ import annotations

import pytest
from sqlmodel import select

from games.chance import commitment, match_seed, number_below
from games.contract import BadOptions
from models.tables import Match, Seat
from service import matches, people
from service.base import Refused, Service, Throttled
from service.matches import BOT, Guest, INVITE, ME, Opening, Plan
from tests.conftest import VirtualClock
from tests.service.table import DAY, events_of, GAME, match_of, new_player, open_and_invite, outbox_of


def seats_of(service: Service, match_id: str) -> list[Seat]:
    with service.store.reading() as session:
        return matches.seats_of(session, match_id)


def opening(*plans: Plan, **options: object) -> Opening:
    return Opening(GAME, options, plans, DAY)


def test_the_commitment_is_made_before_any_phrase_and_kept(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    match = match_of(service, match_id)
    assert match.commitment == commitment(bytes.fromhex(match.server_seed))
    matches.take_seat(service, match_id, 2, Guest("Ben", "ben's"), clock.now)
    matches.take_seat(service, match_id, 3, Guest("Cho", ""), clock.now)
    after = match_of(service, match_id)
    assert (after.server_seed, after.commitment) == (match.server_seed, match.commitment)
    seed = match_seed(bytes.fromhex(match.server_seed), ["ann's phrase", "ben's", ""])
    assert events_of(service, match_id)[0].chance["first"] == number_below(seed, "first", 3)


def test_the_openers_phrase_is_fixed_before_anyone_is_invited(service: Service, clock: VirtualClock) -> None:
    ann = new_player(service, "Ann", clock.now)
    plan = opening(Plan(ME), Plan(INVITE, "ben@example.org"))
    match_id = matches.open_match(service, ann.id or 0, plan, "test", clock.now)
    assert outbox_of(service, match_id, "invitation") == []
    with pytest.raises(Refused):
        matches.fill_with_bots(service, match_id, clock.now)
    matches.announce(service, match_id, "  first  ", clock.now)
    assert len(outbox_of(service, match_id, "invitation")) == 1
    with pytest.raises(Refused, match="fixed already"):
        matches.announce(service, match_id, "second", clock.now)
    assert seats_of(service, match_id)[0].phrase == "first"


def test_bots_have_the_empty_phrase(service: Service, clock: VirtualClock) -> None:
    ann = new_player(service, "Ann", clock.now)
    match_id = matches.open_match(service, ann.id or 0, opening(Plan(ME), Plan(BOT), Plan(BOT)), "test", clock.now)
    matches.announce(service, match_id, "mine", clock.now)
    assert events_of(service, match_id)[0].detail["phrases"] == ["mine", "", ""]


def test_a_match_starts_with_the_last_who_sits_down(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    matches.take_seat(service, match_id, 3, Guest("Cho"), clock.now)
    assert match_of(service, match_id).status == "open"
    matches.take_seat(service, match_id, 2, Guest("Ben"), clock.now)
    match = match_of(service, match_id)
    assert (match.status, match.number) == ("running", 0)
    told = {row.seat for kind in ("start", "turn") for row in outbox_of(service, match_id, kind)}
    assert told == {1, 2, 3}


def test_a_seat_is_taken_once(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ben"), clock.now)
    with pytest.raises(Refused):
        matches.take_seat(service, match_id, 2, Guest("Mallory"), clock.now)
    with pytest.raises(Refused):
        matches.take_seat(service, match_id, 1, Guest("Mallory"), clock.now)
    with pytest.raises(Refused):
        matches.take_seat(service, match_id, 9, Guest("Mallory"), clock.now)


def test_an_invited_address_becomes_its_player(service: Service, clock: VirtualClock) -> None:
    ben = new_player(service, "Benjamin", clock.now)
    match_id = open_and_invite(service, clock.now, ("Ben", "Cho"))
    with service.store.writing() as session:
        ben.address, ben.address_key = "Ben@Example.org", "ben@example.org"
        session.add(ben)
    player = matches.take_seat(service, match_id, 2, Guest("Ben"), clock.now)
    assert player.id == ben.id
    cho = matches.take_seat(service, match_id, 3, Guest("Cho", zone="Asia/Tokyo"), clock.now)
    assert (cho.address, cho.zone) == ("cho@example.org", "Asia/Tokyo")


def test_seats_still_empty_can_go_to_bots(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ben"), clock.now)
    matches.fill_with_bots(service, match_id, clock.now)
    assert [seat.bot for seat in seats_of(service, match_id)] == [False, False, True]
    assert match_of(service, match_id).status == "running"


REFUSED = {
    "two seats": (Plan(ME), Plan(ME)),
    "only bots": (Plan(BOT), Plan(BOT)),
    "the same address twice": (Plan(ME), Plan(INVITE, "ben@example.org"), Plan(INVITE, "BEN@example.org")),
    "the opener again": (Plan(ME), Plan(INVITE, "ann@example.org")),
    "no address": (Plan(ME), Plan(INVITE, "not an address")),
    "what is that": (Plan(ME), Plan("ghost")),
}


@pytest.mark.parametrize("plans", REFUSED.values(), ids=REFUSED.keys())
def test_tables_that_cannot_be(service: Service, clock: VirtualClock, plans: tuple[Plan, ...]) -> None:
    ann = new_player(service, "Ann", clock.now)
    with pytest.raises(Refused):
        matches.open_match(service, ann.id or 0, opening(*plans), "test", clock.now)
    with service.store.reading() as session:
        assert session.exec(select(Match)).all() == []


def test_impossible_options_are_refused_with_the_reason(service: Service, clock: VirtualClock) -> None:
    ann = new_player(service, "Ann", clock.now)
    with pytest.raises(BadOptions, match="1–10"):
        matches.open_match(service, ann.id or 0, opening(Plan(ME), Plan(BOT), games=11), "test", clock.now)
    with pytest.raises(BadOptions, match="2 to 6"):
        matches.open_match(service, ann.id or 0, opening(Plan(ME)), "test", clock.now)
    with pytest.raises(BadOptions, match="no option"):
        matches.open_match(service, ann.id or 0, opening(Plan(ME), Plan(BOT), speed=1), "test", clock.now)


def test_a_guest_plays_against_bots_only(service: Service, clock: VirtualClock) -> None:
    with service.store.writing() as session:
        guest = people.create(session, "Guest", None, clock.now)
    with pytest.raises(Refused, match="address"):
        matches.open_match(
            service, guest.id or 0, opening(Plan(ME), Plan(INVITE, "ben@example.org")), "test", clock.now
        )
    assert matches.open_match(service, guest.id or 0, opening(Plan(ME), Plan(BOT)), "test", clock.now)


@pytest.mark.parametrize("phrase", ["x" * 201, "é" * 101, "a\x00b", "a\nb", "\x1b[31m"])
def test_a_phrase_that_cannot_be_is_refused_and_nothing_is_lost(
    service: Service, clock: VirtualClock, phrase: str
) -> None:
    match_id = open_and_invite(service, clock.now)
    with pytest.raises(Refused, match="200 bytes"):
        matches.take_seat(service, match_id, 2, Guest("Ben", phrase), clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ben", "fine"), clock.now)


def test_invitations_are_throttled_by_address_and_network(service: Service, clock: VirtualClock) -> None:
    ann = new_player(service, "Ann", clock.now)
    plan = opening(Plan(ME), Plan(INVITE, "ben@example.org"))
    for _ in range(5):
        matches.open_match(service, ann.id or 0, plan, "here", clock.now)
    with pytest.raises(Throttled):
        matches.open_match(service, ann.id or 0, plan, "elsewhere", clock.now)
    clock.advance(hours=1, seconds=1)
    matches.open_match(service, ann.id or 0, plan, "here", clock.now)
    for n in range(29):
        other = opening(Plan(ME), Plan(INVITE, f"p{n}@example.org"))
        matches.open_match(service, ann.id or 0, other, "here", clock.now)
    with pytest.raises(Throttled):
        matches.open_match(service, ann.id or 0, opening(Plan(ME), Plan(INVITE, "new@example.org")), "here", clock.now)


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann "])
def test_two_at_a_table_are_not_called_the_same(service: Service, clock: VirtualClock, name: str) -> None:
    match_id = open_and_invite(service, clock.now)
    with pytest.raises(Refused, match="called"):
        matches.take_seat(service, match_id, 2, Guest(name), clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ann B"), clock.now)


@pytest.mark.parametrize("name", matches.BOT_NAMES)
def test_no_bot_is_called_like_the_opener(service: Service, clock: VirtualClock, name: str) -> None:
    opener = new_player(service, name, clock.now)
    plan = Opening(GAME, {}, [Plan(ME), *[Plan(BOT)] * 5], DAY)
    match_id = matches.open_match(service, opener.id or 0, plan, "test", clock.now)
    with service.store.reading() as session:
        names = [seat.name for seat in matches.seats_of(session, match_id)]
    assert len(set(names)) == 6
