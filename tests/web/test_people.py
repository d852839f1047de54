"""Guests, accounts, and the forms around them."""

from __future__ import annotations

import re

import pytest

from service import links, matches
from tests.conftest import Running, VirtualClock
from tests.service.table import new_player, open_and_invite
from tests.web.visitor import Visitor, words


def test_play_now_makes_a_guest_at_a_table_of_bots(running: Running) -> None:
    visitor = Visitor(running)
    page = visitor.post("/play-now", game="katzenjammer-blues", bots="2", name="Zoe")
    assert page.status_code == 303
    path = page.headers["Location"]
    lobby = words(visitor.get(path))
    assert "Zoe" in lobby
    assert lobby.count("house bot") == 2
    match_id = path.split("/")[2]
    visitor.post(f"/m/{match_id}/announce", phrase="so lucky")
    running.work()
    assert "The row" in words(visitor.get(path))
    assert running.tray.mails == [], "a guest has no address"


@pytest.mark.parametrize(
    "form",
    [{"game": "chess"}, {"bots": "6"}, {"bots": "-1"}, {"bots": "x"}, {"bots": "9" * 5000}, {"name": "x" * 41}],
)
def test_play_now_says_what_is_wrong(running: Running, form: dict[str, str]) -> None:
    page = Visitor(running).post("/play-now", **{"game": "katzenjammer-blues", "bots": "1", **form})
    assert page.status_code == 422
    assert 'role="alert"' in page.text


def test_a_guest_attaches_an_address_later(running: Running, clock: VirtualClock) -> None:
    visitor = Visitor(running)
    visitor.post("/play-now", game="katzenjammer-blues", bots="1", name="Zoe")
    page = visitor.post("/account/address", address="zoe@example.org")
    assert "on its way to zoe@example.org" in words(page)
    running.work()
    (mail,) = running.tray.to("zoe@example.org")
    path = re.findall(r"http://127.0.0.1:5000(/address/\S+)", str(mail.get_body(("plain",)).get_content()))[0]  # type: ignore[union-attr]
    assert "zoe@example.org" in words(visitor.get(path))
    assert visitor.post(path).status_code == 303
    assert "Mail goes to zoe@example.org" in words(visitor.get("/account"))
    assert "Your tables" in words(visitor.get("/")), "the guest's match came along"
    assert visitor.get(path).status_code == 410


def test_an_address_of_another_player_cannot_be_attached(running: Running, clock: VirtualClock) -> None:
    new_player(running.service, "Ann", clock.now)
    visitor = Visitor(running)
    visitor.post("/play-now", game="katzenjammer-blues", bots="1")
    token = running.service.links.sign(links.ADDRESS, [2, "ann@example.org"], clock.now)
    page = visitor.post(f"/address/{token}")
    assert page.status_code == 422
    assert "belongs to another player" in words(page)


def test_name_language_and_zone_can_be_changed(running: Running) -> None:
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org", "Ann")
    page = visitor.post("/account", name="Anna", language="en", zone="Asia/Tokyo")
    assert page.status_code == 303
    assert "Anna" in words(visitor.get("/account"))


@pytest.mark.parametrize(
    "form",
    [
        {"name": "", "language": "en", "zone": "UTC"},
        {"name": "Ann", "language": "xx", "zone": "UTC"},
        {"name": "Ann", "language": "en", "zone": "Mars/Olympus"},
        {"name": "x" * 41, "language": "en", "zone": "UTC"},
    ],
)
def test_wrong_account_values_are_said(running: Running, form: dict[str, str]) -> None:
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org", "Ann")
    page = visitor.post("/account", **form)
    assert page.status_code == 422
    assert 'role="alert"' in page.text


def test_a_new_player_needs_a_name(running: Running, clock: VirtualClock) -> None:
    token = running.service.links.sign(links.SIGN_IN, ["ann@example.org", "/"], clock.now)
    visitor = Visitor(running)
    page = visitor.post(f"/sign-in/{token}", name="   ")
    assert page.status_code == 422
    assert visitor.post(f"/sign-in/{token}", name="Ann").status_code == 303, "not used up"


def test_opening_keeps_what_was_typed_and_says_what_is_wrong(running: Running) -> None:
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org", "Ann")
    path = "/open/katzenjammer-blues"
    form = {"seat-1": "me", "seat-2": "invite", "address-2": "ben@@example", "option-games": "4", "pace": "daily"}
    page = visitor.post(path, **form)
    assert page.status_code == 422
    assert "is not an e-mail address" in words(page)
    assert 'value="ben@@example"' in page.text
    assert 'value="4"' in page.text
    page = visitor.post(path, **{**form, "address-2": "ben@example.org", "option-games": "99"})
    assert "“99” is not a value for games: it takes 1–10." in words(page)
    page = visitor.post(path, **{**form, "address-2": "ben@example.org", "pace": "soon"})
    assert "how fast the match is to be played" in words(page)
    page = visitor.post(path, **{**form, "address-2": ""})
    assert "please give their address" in words(page)
    assert visitor.post(path, **{**form, "address-2": "ben@example.org"}).status_code == 303


def test_opening_needs_an_account(running: Running) -> None:
    answer = Visitor(running).get("/open/katzenjammer-blues")
    assert answer.headers["Location"] == "/sign-in?where=/open/katzenjammer-blues"
    assert Visitor(running).get("/open/chess").status_code in (303, 404)


def test_only_the_opener_does_what_is_the_openers(running: Running, clock: VirtualClock) -> None:
    from tests.service.table import open_and_invite

    match_id = open_and_invite(running.service, clock.now)
    stranger = Visitor(running)
    stranger.sign_in("mallory@example.org", "Mallory")
    for act in ("announce", "fill"):
        assert stranger.post(f"/m/{match_id}/{act}").status_code == 422
    assert stranger.post(f"/m/{match_id}/2/join", name="Mallory").status_code == 403


def test_the_address_of_somebody_invited_is_known_to_the_opener_only(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    matches.take_seat(running.service, match_id, 2, matches.Guest("Ben"), clock.now)
    ann, ben = Visitor(running), Visitor(running)
    ann.sign_in("ann@example.org")
    ben.sign_in("ben@example.org")
    for path in ("/", f"/m/{match_id}/2"):
        page = ben.get(path)
        assert page.status_code == 200
        assert "cho@example.org" not in page.text
        assert "somebody invited" in words(page)
    assert "cho@example.org" in words(ann.get("/"))


@pytest.mark.parametrize("path", ["/open/no-such-game", "/open/x%0d%0aSet-Cookie:a=b", "/open/%00"])
def test_opening_what_is_no_game_is_not_found(running: Running, path: str) -> None:
    assert Visitor(running).get(path).status_code == 404


def test_who_asked_for_an_address_is_signed_out_when_its_owner_agrees(running: Running, clock: VirtualClock) -> None:
    guest = Visitor(running)
    guest.post("/play-now", game="katzenjammer-blues", bots="1", name="Mallory")
    tokens = [
        running.service.links.sign(links.ADDRESS, [1, f"{name}@example.org"], clock.now) for name in ("ann", "ben")
    ]
    owner = Visitor(running)
    assert "“Mallory”" in words(owner.get(f"/address/{tokens[0]}"))
    assert owner.post(f"/address/{tokens[0]}").status_code == 303
    assert guest.get("/account").status_code == 303, "the old session is over"
    assert owner.get("/account").status_code == 200
    assert owner.post(f"/address/{tokens[1]}").status_code == 422, "one address, and it stays"


def test_guests_are_throttled_by_network(running: Running) -> None:
    for _ in range(60):
        Visitor(running).post("/play-now", game="katzenjammer-blues", bots="1")
    page = Visitor(running).post("/play-now", game="katzenjammer-blues", bots="1")
    assert "too often" in words(page)
