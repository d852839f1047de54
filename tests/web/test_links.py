"""Mailed links: looking changes nothing, only a pressed button does; and each kind of bad link says what it is."""

from __future__ import annotations

from service import links
from tests.conftest import Running, VirtualClock
from tests.service.table import decision_of, events_of, open_and_invite, open_with_people, play_any
from tests.web.visitor import seat_link, Visitor, words


def test_a_scanner_changes_nothing(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    link = seat_link(running, match_id, decision.seat, decision.asked, _epoch(decision.seat))
    for _ in range(10):
        assert Visitor(running).follow(link).status_code == 200
    assert len(events_of(running.service, match_id)) == 1
    assert decision_of(running.service, match_id) == decision
    visitor = Visitor(running)
    visitor.follow(link)
    answer = _play(visitor, match_id, decision.seat, decision.asked, "pass")
    assert answer.status_code == 303
    assert len(events_of(running.service, match_id)) == 2


def _epoch(seat: int) -> int:
    return 0 if seat == 1 else 1  # an invited seat's links are renewed when it is taken


def _play(visitor: Visitor, match_id: str, seat: int, asked: int, move: str):  # type: ignore[no-untyped-def]
    return visitor.post(f"/m/{match_id}/{seat}/play", asked=asked, part=move)


def test_a_link_leaves_a_clean_address_and_a_cookie_for_this_seat_only(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    visitor = Visitor(running)
    answer = visitor.get(seat_link(running, match_id, decision.seat, decision.asked, _epoch(decision.seat)))
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/m/{match_id}/{decision.seat}"
    cookie = answer.headers["Set-Cookie"]
    assert f"Path=/m/{match_id}/{decision.seat}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=43200" in cookie
    other = decision.seat % 3 + 1
    assert visitor.get(f"/m/{match_id}/{other}").status_code == 403
    assert "Sign in" in words(visitor.get("/account")) or visitor.get("/account").status_code == 303


def test_the_cookie_lasts_12_hours(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, decision.seat, decision.asked, _epoch(decision.seat)))
    clock.advance(hours=12)
    assert visitor.get(f"/m/{match_id}/{decision.seat}").status_code == 200
    clock.advance(seconds=1)
    assert visitor.get(f"/m/{match_id}/{decision.seat}").status_code == 403


def test_an_answered_link_shows_the_table_read_only(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    link = seat_link(running, match_id, decision.seat, decision.asked, _epoch(decision.seat))
    for _ in range(3):
        play_any(running.service, match_id, clock.now)
    visitor = Visitor(running)
    page = visitor.follow(link)
    assert page.status_code == 200
    assert "The decision of that mail has been made" in words(page)
    assert 'class="chip"' not in page.text
    now_asked = decision_of(running.service, match_id)
    before = len(events_of(running.service, match_id))
    answer = visitor.post(f"/m/{match_id}/{decision.seat}/play", asked=now_asked.asked, part="pass")
    assert answer.status_code == 403
    assert len(events_of(running.service, match_id)) == before


def test_an_expired_link_has_its_own_page(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    link = seat_link(running, match_id, 1, 0, 0)
    clock.advance(days=121)
    page = Visitor(running).get(link)
    assert page.status_code == 410
    assert "This link has expired" in words(page)


def test_a_forged_link_has_its_own_page(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    page = Visitor(running).get(seat_link(running, match_id, 1, 0, 0)[:-4])
    assert page.status_code == 400
    assert "This link is damaged" in words(page)


def test_a_foreign_link_has_its_own_page(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    sign_in = running.service.links.sign(links.SIGN_IN, ["ann@example.org", "/"], clock.now)
    revoked = seat_link(running, match_id, 2, 0, 0)
    nowhere = seat_link(running, "nosuchmatch", 1, 0)
    for path in (f"/k/{sign_in}", revoked, nowhere):
        page = Visitor(running).get(path)
        assert page.status_code == 403, path
        assert "This link opens something else" in words(page)


def test_a_used_sign_in_link_has_its_own_page(running: Running, clock: VirtualClock) -> None:
    token = running.service.links.sign(links.SIGN_IN, ["ann@example.org", "/"], clock.now)
    path = f"/sign-in/{token}"
    visitor = Visitor(running)
    for _ in range(10):
        assert Visitor(running).get(path).status_code == 200, "looking does not use it up"
    assert visitor.post(path, name="Ann").status_code == 303
    for answer in (visitor.get(path), Visitor(running).post(path, name="Mallory")):
        assert answer.status_code == 410
        assert "This link has been used" in words(answer)


def test_an_invitation_opens_the_lobby_and_then_points_to_the_table(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    path = "/i/" + running.service.links.sign(links.INVITATION, [match_id, 2, 0], clock.now)
    ben = Visitor(running)
    assert "Take the seat" in words(ben.follow(path))
    answer = ben.post(f"/m/{match_id}/2/join", name="Ben", phrase="hello")
    assert answer.status_code == 303
    assert ben.get(f"/m/{match_id}/2").status_code == 200
    stranger = Visitor(running)
    page = stranger.follow(path)
    assert page.status_code == 403
    assert "This invitation has been accepted" in words(page)


def test_where_a_sign_in_leads_is_always_this_site(running: Running, clock: VirtualClock) -> None:
    for where in ("https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/a\nb"):
        token = running.service.links.sign(links.SIGN_IN, ["ann@example.org", where], clock.now)
        visitor = Visitor(running)
        answer = visitor.post(f"/sign-in/{token}", name="Ann")
        assert answer.headers["Location"] == "/", where


def test_an_old_link_takes_nothing_away_from_a_good_one(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    first = decision_of(running.service, match_id)
    old = seat_link(running, match_id, first.seat, first.asked, _epoch(first.seat))
    for _ in range(40):
        play_any(running.service, match_id, clock.now)
        latest = decision_of(running.service, match_id)
        if latest.seat == first.seat:
            break
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, first.seat, latest.asked, _epoch(first.seat)))
    assert "This is the table as it is now" in words(visitor.follow(old))
    assert _play(visitor, match_id, first.seat, latest.asked, "pass").status_code in (303, 422)


def test_times_are_those_of_whose_seat_it_is(running: Running, clock: VirtualClock) -> None:
    from models.tables import Player

    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    with running.service.store.writing() as session:
        player = session.get_one(Player, decision.seat)
        player.zone = "Asia/Tokyo"
        session.add(player)
    page = Visitor(running).follow(seat_link(running, match_id, decision.seat, decision.asked, _epoch(decision.seat)))
    assert "Wed 2 Dec, 21:00 (Asia/Tokyo)" in words(page)


def test_signing_in_twice_by_a_double_click_alarms_nobody(running: Running, clock: VirtualClock) -> None:
    token = running.service.links.sign(links.SIGN_IN, ["ann@example.org", "/account"], clock.now)
    visitor = Visitor(running)
    for _ in range(2):
        assert visitor.post(f"/sign-in/{token}", name="Ann").headers["Location"] == "/account"
