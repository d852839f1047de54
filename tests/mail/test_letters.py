"""The mails: what stands in them, that they belong together, and that nothing stale or foreign is sent."""

from __future__ import annotations

import re
from collections import Counter
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from games import find
from mail.envelope import in_columns
from service import due, lobby, matches, outbox, people, seats
from service.clock import Pace
from tests.conftest import pass_time, Running, VirtualClock
from tests.service.table import decision_of, match_of, open_and_invite, open_with_people, outbox_of, play_any

NAMES = ("Ann", "Ben", "Cho")


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body
    return str(body.get_content())


def html_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    assert body
    return str(body.get_content())


def test_your_turn_holds_the_decision(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    running.work()
    decision = decision_of(running.service, match_id)
    with running.service.store.reading() as session:
        view = running.service.histories.load(session, matches.find(session, match_id)).position.view(decision.seat)
    (mail,) = [mail for mail in running.tray.mails if "Your turn" in text_of(mail)]
    text = text_of(mail)
    assert NAMES[decision.seat - 1] in str(mail["To"])
    assert text.startswith(f"Your turn, {NAMES[decision.seat - 1]}, until Wed 2 Dec, 12:00 (UTC).")
    assert "After that this is played for you: pass." in text
    assert f"Row: {' '.join(view['row'])}" in text
    assert f"Your hand: {' '.join(view['hand'])}" in text
    assert "No bid yet." in text
    assert "Since your last move:" in text
    assert "turns over" in text
    assert "20 mice left" in text
    html = html_of(mail)
    for name in NAMES:
        assert name in text
        assert name in html
    assert re.search(r"http://127.0.0.1:5000/k/\S+", text)
    assert re.search(r'href="http://127.0.0.1:5000/k/[^"]+"', html)


def test_the_time_is_the_readers_own(running: Running, clock: VirtualClock) -> None:
    from models.tables import Player

    match_id = open_and_invite(running.service, clock.now)
    for seat, name in ((2, "Ben"), (3, "Cho")):
        matches.take_seat(running.service, match_id, seat, matches.Guest(name, zone="Asia/Tokyo"), clock.now)
    with running.service.store.writing() as session:
        ann = session.get_one(Player, 1)
        ann.zone = "Asia/Tokyo"
        session.add(ann)
    running.work()
    (mail,) = [mail for mail in running.tray.mails if "Your turn" in text_of(mail)]
    assert "until Wed 2 Dec, 21:00 (Asia/Tokyo)" in text_of(mail)


def test_no_hand_but_the_readers_is_in_a_mail(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    for _ in range(10):
        running.work()
        with running.service.store.reading() as session:
            position = running.service.histories.load(session, matches.find(session, match_id)).position
        hands = {seat: " ".join(position.view(seat)["hand"]) for seat in (1, 2, 3)}
        for mail in running.tray.mails:
            seat = 1 + [name in str(mail["To"]) for name in NAMES].index(True)
            for other in {1, 2, 3} - {seat}:
                if len(hands[other]) > 7 and hands[other] != hands[seat]:
                    assert f": {hands[other]}\n" not in text_of(mail)
        running.tray.mails.clear()
        play_any(running.service, match_id, clock.now)


def test_all_mails_of_a_match_are_one_thread(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    running.work()
    pass_time(running, days=1, seconds=1)
    while match_of(running.service, match_id).status == "running":
        running.work()
        play_any(running.service, match_id, clock.now)
    running.work()
    mails = running.tray.mails
    kinds = Counter(str(mail["Message-ID"]).split(".")[2] for mail in mails)
    assert set(kinds) == {"start", "turn", "deadline", "result"}
    assert kinds["result"] == 3
    assert len({mail["Message-ID"] for mail in mails}) == len(mails)
    assert len({mail["Subject"] for mail in mails}) == 1
    assert {mail["In-Reply-To"] for mail in mails} == {mail["References"] for mail in mails}
    assert len({mail["References"] for mail in mails}) == 1
    assert {mail["Auto-Submitted"] for mail in mails} == {"auto-generated"}


def test_a_decision_that_is_over_is_not_mailed(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    first = decision_of(running.service, match_id)
    play_any(running.service, match_id, clock.now)
    running.work()
    row = next(row for row in outbox_of(running.service, match_id, "turn") if row.number == first.asked)
    assert row.status == "dropped"
    asked = [str(mail["Message-ID"]) for mail in running.tray.mails if "Your turn" in text_of(mail)]
    assert len(asked) == 1


def test_an_invitation_taken_back_is_not_mailed(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    matches.fill_with_bots(running.service, match_id, clock.now)
    running.work()
    assert not [mail for mail in running.tray.mails if "invites you" in text_of(mail)]


def test_an_invitation_has_all_that_is_needed(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    running.work()
    (mail,) = running.tray.to("ben@example.org")
    text = text_of(mail)
    assert "Ann invites you to a match of Katzenjammer Blues." in text
    assert match_of(running.service, match_id).commitment in text
    assert "cho@example.org" not in text, "nobody's address is told to others"
    assert re.search(r"/i/\S+", text)


def test_a_server_that_is_down_is_tried_again_with_doubling_delays(running: Running, clock: VirtualClock) -> None:
    open_with_people(running.service, clock.now)
    running.tray.down = True
    running.work()
    assert running.tray.mails == []
    running.work()
    clock.advance(seconds=59)
    running.tray.down = False
    running.work()
    assert running.tray.mails == [], "not before a minute"
    clock.advance(seconds=2)
    running.work()
    assert len(running.tray.mails) == 3


def test_a_worker_that_dies_after_sending_sends_the_same_again(
    running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_and_invite(running.service, clock.now, ("Ben",))

    def die(*args: object, **kwargs: object) -> None:
        raise SystemExit

    monkeypatch.setattr(outbox, "settle", die)
    with pytest.raises(SystemExit):
        running.work()
    monkeypatch.undo()
    running.work()
    assert len(running.tray.mails) == 1, "the claim holds for a while"
    clock.advance(minutes=6)
    running.work()
    first, second = running.tray.mails
    assert first["Message-ID"] == second["Message-ID"]
    clock.advance(days=1)
    due.sweep(running.service, clock.now)
    running.work()
    assert len(running.tray.mails) == 2


def test_long_headers_and_lines_survive(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now, ("Ben",))
    matches.take_seat(running.service, match_id, 2, matches.Guest("Ünïcödé 猫 " * 4, "ネズミ" * 20), clock.now)
    running.work()
    for mail in running.tray.mails:
        data = mail.as_bytes()
        assert all(len(line) <= 998 for line in data.split(b"\r\n"))
        assert data.isascii()


@pytest.mark.parametrize("name", ["Ann\r\nBcc: all@example.org", "Ann <x@example.org>", '"Ann"', "=?utf-8?q?Ann?="])
def test_a_name_cannot_add_a_header(running: Running, clock: VirtualClock, name: str) -> None:
    from service import people

    with running.service.store.writing() as session:
        people.create(session, people.clean_name(name), "ann@example.org", clock.now)
    opening = matches.Opening(
        "katzenjammer-blues", {}, [matches.Plan("me"), matches.Plan("invite", "ben@example.org")], Pace(3600)
    )
    match_id = matches.open_match(running.service, 1, opening, "test", clock.now)
    matches.announce(running.service, match_id, "", clock.now)
    running.work()
    (mail,) = running.tray.mails
    assert mail["Bcc"] is None
    assert len(mail.get_all("From", [])) == 1
    assert mail["From"].addresses[0].addr_spec == "mousepost@localhost"


def test_every_fact_of_the_game_has_words(running: Running, clock: VirtualClock) -> None:
    from random import Random

    from games.chance import Loose

    words = running.app.jinja_env.globals["words"]
    seen = set()
    for seed in range(6):
        position = find("katzenjammer-blues").deal({"games": 2}, 3, Loose(Random(seed)))
        rng = Random(seed)
        facts = list(position.facts)
        while position.to_act():
            seat = position.to_act()[0].seat
            moves = [move for _, move in zip(range(60), position.moves(seat), strict=False)]
            move = "pass" if "pass" in moves and rng.random() < seed / 6 else rng.choice(moves)
            facts += position.play(seat, move)
        with running.app.test_request_context():
            for fact in facts:
                for reader in (None, 1):
                    text = words("katzenjammer-blues", fact.seen_by(reader), NAMES)  # type: ignore[operator]
                    assert text, fact
                    assert not re.search(r"[{}\[\]%]|None|\s\.", text), text
                seen.add(fact.kind)
    assert seen >= {"deal", "reveal", "draw", "bid", "pass", "won", "unsold", "settle", "game over", "match over"}


@pytest.mark.parametrize(
    "name",
    [
        "=?utf-8?q?=0D=0ABcc:_eve@example.org?=",
        "=?utf-8?q?x?= =?utf-8?q?=0A=0A?=",
        "=?us-ascii?b?DQoNCmh0dHA6Ly9l?=",
        '"; Bcc: eve@example.org',
        "Ann, <eve@example.org>",
        "<b>Bö & Co</b>",
    ],
)
def test_a_name_adds_no_header_and_no_reader(running: Running, clock: VirtualClock, name: str) -> None:
    with running.service.store.writing() as session:
        ann = people.create(session, people.clean_name(name), "ann@example.org", clock.now)
    plans = [matches.Plan(matches.ME), matches.Plan(matches.INVITE, "ben@example.org")]
    opening = matches.Opening("katzenjammer-blues", {}, plans, Pace(3600))
    match_id = matches.open_match(running.service, ann.id or 0, opening, "test", clock.now)
    matches.announce(running.service, match_id, "", clock.now)
    matches.take_seat(running.service, match_id, 2, matches.Guest(people.clean_name(name + " 2")), clock.now)
    with running.service.store.writing() as session:
        outbox.queue(session, outbox.SIGN_IN, clock.now, address="ann@example.org", player_id=ann.id)
    running.work()
    assert len(running.tray.mails) >= 2
    for mail in running.tray.mails:
        read = message_from_bytes(mail.as_bytes(), policy=policy.default)
        assert sorted(read.keys()) == sorted(mail.keys())
        assert read["Bcc"] is None
        assert [address.addr_spec for address in read["To"].addresses] in (["ann@example.org"], ["ben@example.org"])
        assert len(read["From"].addresses) == 1
        assert read["From"].addresses[0].domain == "localhost"


def test_a_link_to_a_seat_is_only_for_who_sits_there_now(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    for seat in (1, 2):
        seats.revoke_links(running.service, match_id, seat, clock.now)
        seats.resign(running.service, match_id, seat, "deadline", clock.now)
    running.worker.post()
    assert {str(mail["To"]) for mail in running.tray.mails} == {"Cho <cho@example.org>"}


def test_a_late_invitation_does_not_open_a_seat_kept_for_somebody_else(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    plan = matches.Plan(matches.INVITE, "dan@example.org")
    lobby.replace(running.service, match_id, 2, plan, "here", clock.now)
    running.work()
    assert not running.tray.to("ben@example.org")
    assert len(running.tray.to("dan@example.org")) == 1


def test_a_reminder_is_a_mail_of_its_own(running: Running, clock: VirtualClock) -> None:
    match_id = open_and_invite(running.service, clock.now)
    running.work()
    lobby.remind(running.service, match_id, 2, "here", clock.now)
    running.work()
    first, second = running.tray.to("ben@example.org")
    assert first["Message-ID"] != second["Message-ID"], "programs that show mails drop the second of two with one id"


def test_long_lines_are_broken_and_indented_as_they_begin() -> None:
    words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    text = f"{words}\n\n  {words}\n- {words}\nsee https://example.org/{'a' * 90} {words}"
    lines = in_columns(text).splitlines()
    assert max(len(line) for line in lines if "://" not in line) <= 72
    assert [line[:3] for line in lines[:-1]] == ["one", "fou", "", "  o", "  t", "- o", "  t"]
    assert lines[-1].endswith(words), "an address stays in its line"
    assert " ".join(in_columns(text).split()) == " ".join(text.split())
