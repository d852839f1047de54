"""An invited seat, opened from the front page by whoever is signed in with the address it is kept for."""

from __future__ import annotations

import pytest

from service import account, lobby, matches, people
from service.clock import Pace
from service.matches import BOT, INVITE, Plan
from tests.conftest import Running, VirtualClock
from tests.service.table import match_of, new_player, open_and_invite
from tests.web.visitor import Visitor, words

KEPT = "a seat is kept for you"

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def match_id(running: Running, clock: VirtualClock) -> str:
    return open_and_invite(running.service, clock.now, ("Ben",))


def signed_in(running: Running, address: str) -> Visitor:
    visitor = Visitor(running)
    visitor.sign_in(address, "Somebody")
    return visitor


def is_let_in(visitor: Visitor, match_id: str, seat: int = 2) -> bool:
    """Say whether the seat is offered and can be looked from; both or neither."""
    offered = f"/m/{match_id}/{seat}" in visitor.get("/").text
    assert (visitor.get(f"/m/{match_id}/{seat}").status_code == 200) == offered
    assert (KEPT in words(visitor.get("/"))) == offered
    return offered


@pytest.mark.parametrize("address", ["ben@example.org", "Ben@Example.ORG"])
def test_who_is_invited_sits_down_however_the_address_is_written(
    running: Running, match_id: str, address: str
) -> None:  # fmt: skip
    ben = signed_in(running, address)
    assert is_let_in(ben, match_id)
    ben.post(f"/m/{match_id}/2/join", name="Ben")
    assert match_of(running.service, match_id).status == "running"


@pytest.mark.parametrize("address", ["ben@example.org.uk", "been@example.org", "b.en@example.org", "ann@example.org"])
def test_nobody_else_does(running: Running, match_id: str, address: str) -> None:
    other = signed_in(running, address)
    assert not is_let_in(other, match_id)
    assert other.post(f"/m/{match_id}/2/join", name="Ben").status_code == 403
    assert not is_let_in(Visitor(running), match_id)


def test_an_invitation_that_was_not_sent_yet_opens_nothing(running: Running, clock: VirtualClock) -> None:
    ann = new_player(running.service, "Ann", clock.now)
    plans = [Plan("me"), Plan(INVITE, "ben@example.org")]
    opening = matches.Opening("katzenjammer-blues", {}, plans, Pace(3600))
    match_id = matches.open_match(running.service, ann.id or 0, opening, "test", clock.now)
    assert not is_let_in(signed_in(running, "ben@example.org"), match_id)


@pytest.mark.parametrize("plan", [Plan(INVITE, "cho@example.org"), Plan(BOT), Plan("free")])
def test_a_seat_kept_for_somebody_else_by_now_is_closed(
    running: Running, match_id: str, clock: VirtualClock, plan: Plan
) -> None:
    ben = signed_in(running, "ben@example.org")
    assert is_let_in(ben, match_id)
    lobby.replace(running.service, match_id, 2, plan, "test", clock.now)
    assert not is_let_in(ben, match_id)
    assert ben.post(f"/m/{match_id}/2/join", name="Ben").status_code == 403


def test_the_seat_follows_the_address_and_not_the_player(running: Running, match_id: str, clock: VirtualClock) -> None:
    ben, cho = signed_in(running, "ben@example.org"), signed_in(running, "cho@example.org")
    with running.service.store.writing() as session:
        for old, new in (("ben@example.org", "bob@example.org"), ("cho@example.org", "ben@example.org")):
            player = people.find_by_address(session, old)
            assert player
            player.address = player.address_key = new
            session.add(player)
            session.flush()
    assert not is_let_in(ben, match_id)
    assert is_let_in(cho, match_id), "whoever has proven the address"


def test_before_sitting_down_there_is_nothing_else_to_do_with_the_seat(running: Running, match_id: str) -> None:
    ben = signed_in(running, "ben@example.org")
    for what, form in (
        ("leave", {}), ("phrase", {"phrase": "mine"}), ("play", {"move": "pass"}), ("revoke", {}),
        ("resign", {"sure": "true"}),
    ):  # fmt: skip
        assert ben.post(f"/m/{match_id}/2/{what}", **form).status_code in (409, 422), what
    assert is_let_in(ben, match_id)


def test_a_deleted_account_leaves_no_invitation_and_no_address(
    running: Running, match_id: str, clock: VirtualClock
) -> None:
    ben = signed_in(running, "Ben@example.org")
    with running.service.store.reading() as session:
        player = people.find_by_address(session, "ben@example.org")
    assert player
    account.delete(running.service, player.id or 0, clock.now)
    assert not is_let_in(ben, match_id)
    with running.service.store.reading() as session:
        seat = matches.seats_of(session, match_id)[1]
    assert seat.address is None, "the address is forgotten, and the opener sees that the seat is free"
    assert lobby.is_free(seat)


def test_nor_does_it_at_a_table_that_was_closed(running: Running, match_id: str, clock: VirtualClock) -> None:
    signed_in(running, "ben@example.org")
    lobby.cancel(running.service, match_id, clock.now)
    with running.service.store.reading() as session:
        player = people.find_by_address(session, "ben@example.org")
    assert player
    account.delete(running.service, player.id or 0, clock.now)
    with running.service.store.reading() as session:
        assert matches.seats_of(session, match_id)[1].address is None
