"""Mails about clocks, absence and what is agreed: what stands in them, and when they are dropped."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage

import pytest

from service import absence, orders, outbox, seats
from tests.conftest import pass_time, Running, VirtualClock
from tests.mail.reading import too_long
from tests.mail.test_letters import html_of, text_of
from tests.service.table import decision_of, events_of, match_of, outbox_of, play_any
from tests.web.absent import (
    BANKED,
    change_player,
    mails_to,
    NAMES,
    open_at,
    path_in,
    plain,
    player_of,
    seat_row,
    set_away,
)
from tests.web.visitor import Visitor, words


@pytest.fixture
def match_id(running: Running) -> str:
    match_id = open_at(running, BANKED)
    running.work()
    return match_id


def asked(running: Running, match_id: str) -> tuple[int, str]:
    seat = decision_of(running.service, match_id).seat
    return seat, NAMES[seat - 1]


def only(mails: list[EmailMessage]) -> EmailMessage:
    (mail,) = mails
    assert too_long(mail) == []
    assert "None" not in text_of(mail)
    assert "None" not in re.sub(r"<style.*?</style>", "", html_of(mail), flags=re.S)
    return mail


class TestTurns:
    def test_they_state_the_clock(self, running: Running, match_id: str) -> None:
        _seat, name = asked(running, match_id)
        mail = only(mails_to(running, name, "Your turn"))
        assert (
            f"Your turn, {name}, until Wed 2 Dec, 12:00; then your time bank runs until Sat 5 Dec, 12:00 (UTC)."
        ) in plain(mail)
        assert "The time for the move ends on Wed 2 Dec, 12:00; then your time bank runs until" in html_of(mail)

    def test_every_mail_of_a_match_leads_to_a_holiday_in_two_clicks(self, running: Running, match_id: str) -> None:
        assert len(running.tray.mails) == 3
        for mail in running.tray.mails:
            name = str(mail["To"]).split()[0]
            assert "Going away? Take a holiday:" in plain(mail)
            link = path_in(mail, "h")
            assert f"{link}" in html_of(mail)
            visitor = Visitor(running)
            assert f"Going away, {name}?" in words(visitor.get(link))
            assert visitor.post(link, until="3").status_code == 303

    def test_no_other_mail_does(self, running: Running, match_id: str) -> None:
        running.tray.mails.clear()
        Visitor(running).post("/sign-in", address="zoe@example.org")
        seats.end(running.service, match_id, "enough", "Hester", running.clock.now)
        running.work()
        assert len(running.tray.mails) == 4
        assert not [mail for mail in running.tray.mails if "/h/" in text_of(mail)]


class TestReminders:
    def remind(self, running: Running, match_id: str, after: timedelta) -> None:
        running.tray.mails.clear()
        pass_time(running, running.clock.now + after)
        running.work()

    def test_at_half_the_time(self, running: Running, match_id: str) -> None:
        _seat, name = asked(running, match_id)
        self.remind(running, match_id, timedelta(hours=13))
        mail = only(mails_to(running, name, "the table waits for you"))
        text = plain(mail)
        assert "You have 11 hours left for your move. After that there is your time bank with 3 days." in text
        assert "The time for the move ends on Wed 2 Dec, 12:00; then your time bank runs until" in text
        assert "After that this is played for you: pass." in text
        assert "Your hand:" in text
        assert Visitor(running).get(path_in(mail, "k")).status_code == 303

    def test_before_the_bank_is_empty(self, running: Running, match_id: str) -> None:
        _seat, name = asked(running, match_id)
        self.remind(running, match_id, timedelta(hours=91))
        mail = only(mails_to(running, name, "the table waits for you"))
        assert "The time for the move is used up; 5 hours are left in your time bank." in plain(mail)
        assert "your time bank runs until Sat 5 Dec, 12:00 (UTC)." in plain(mail)

    def test_not_when_the_decision_is_over(self, running: Running, match_id: str) -> None:
        running.tray.mails.clear()
        pass_time(running, hours=13)
        running.worker.sweep()
        play_any(running.service, match_id, running.clock.now)
        running.work()
        assert [row.status for row in outbox_of(running.service, match_id, "reminder-half")] == ["dropped"]
        assert not [mail for mail in running.tray.mails if "waits for you" in text_of(mail)]

    def test_not_while_the_match_stands_still(self, running: Running, match_id: str) -> None:
        running.tray.mails.clear()
        pass_time(running, hours=13)
        running.worker.sweep()
        seats.pause(running.service, match_id, "a strike", "Hester", running.clock.now)
        running.work()
        assert [row.status for row in outbox_of(running.service, match_id, "reminder-half")] == ["dropped"]


class TestAway:
    def test_it_tells_what_was_played_and_leads_back(self, running: Running, match_id: str) -> None:
        set_away(running, match_id, 2)
        running.work()
        mail = only(mails_to(running, "Ben", "You seem to be away, Ben"))
        text = plain(mail)
        assert "two deadlines running have passed. This was played for you: pass." in text
        assert "From now on modest moves are played for you at once, until you are back." in text
        visitor, link = Visitor(running), path_in(mail, "b")
        assert seat_row(running, match_id, 2).away_since
        visitor.get(link)
        assert seat_row(running, match_id, 2).away_since
        visitor.post(link)
        assert not seat_row(running, match_id, 2).away_since

    def test_it_says_that_everybody_is_away(self, running: Running, match_id: str) -> None:
        set_away(running, match_id, 1, 2, 3)
        running.work()
        mails = [mail for mail in running.tray.mails if "You seem to be away" in text_of(mail)]
        assert len(mails) == 3
        for mail in mails:
            assert "Everybody is away, so the match stands still until somebody is back." in plain(mail)
            assert "When nobody comes back for 30 days it is closed." in plain(mail)

    def test_who_is_back_meanwhile_gets_none(self, running: Running, match_id: str) -> None:
        set_away(running, match_id, 2)
        absence.come_back(running.service, match_id, 2, running.clock.now)
        running.work()
        assert [row.status for row in outbox_of(running.service, match_id, outbox.AWAY)] == ["dropped"]


class TestHeld:
    def test_a_pause_is_told_with_its_reason(self, running: Running, match_id: str) -> None:
        running.tray.mails.clear()
        seats.pause(running.service, match_id, "a strike", "Hester", running.clock.now)
        running.work()
        assert len(running.tray.mails) == 3
        text = plain(only(mails_to(running, "Ben", "The match is paused.")))
        assert "Hester, the host, has paused the match. The reason given: “a strike” All clocks stand still." in text

    def test_going_on_tells_who_is_asked_what_and_until_when(self, running: Running, match_id: str) -> None:
        seats.pause(running.service, match_id, "a strike", "Hester", running.clock.now)
        pass_time(running, days=2)
        running.tray.mails.clear()
        seats.go_on(running.service, match_id, "it is over", "Hester", running.clock.now)
        running.work()
        _seat, name = asked(running, match_id)
        for other in NAMES:
            text = plain(only(mails_to(running, other, "The match goes on.")))
            assert ("The time for the move ends on Fri 4 Dec, 12:00; then" in text) == (other == name)

    def test_a_moved_deadline_is_told_by_the_reader_s_clock(self, running: Running, match_id: str) -> None:
        seat, name = asked(running, match_id)
        change_player(running, name, zone="Asia/Tokyo")
        until = running.clock.now + timedelta(days=20)
        seats.move_deadline(running.service, match_id, seat, until, "a fair", "Hester", running.clock.now)
        running.tray.mails.clear()
        running.work()
        text = plain(only(mails_to(running, name, "A deadline has been moved.")))
        assert f"has moved the deadline of {name} to Mon 21 Dec, 21:00 (Asia/Tokyo). The reason given: “a fair”" in text

    def test_a_new_link_is_mailed_where_a_match_stands_still(self, running: Running, match_id: str) -> None:
        seats.pause(running.service, match_id, "a strike", "Hester", running.clock.now)
        seats.revoke_links(running.service, match_id, 2, running.clock.now)
        running.work()
        mail = only(mails_to(running, "Ben", "All earlier links to your seat are void."))
        page = Visitor(running).follow(path_in(mail, "k"))
        assert "Let the match go on" in words(page)


class TestAgreements:
    def test_a_proposal_is_mailed_to_the_others(self, running: Running, match_id: str) -> None:
        running.tray.mails.clear()
        absence.propose(running.service, match_id, 1, absence.PAUSE, running.clock.now)
        running.work()
        assert len(running.tray.mails) == 2
        mail = only(mails_to(running, "Ben", "Ann proposes something."))
        assert "Ann proposes to pause the match. It comes about when everybody who is there has agreed" in plain(mail)
        visitor = Visitor(running)
        assert "I agree" in words(visitor.follow(path_in(mail, "k")))
        assert visitor.post(f"/m/{match_id}/2/propose", kind="pause").status_code == 303

    def test_one_that_is_over_is_not(self, running: Running, match_id: str) -> None:
        absence.propose(running.service, match_id, 1, absence.PAUSE, running.clock.now)
        absence.decline(running.service, match_id, 2, absence.PAUSE, running.clock.now)
        running.work()
        assert {row.status for row in outbox_of(running.service, match_id, outbox.PROPOSAL)} == {"dropped"}

    def test_an_end_that_all_wanted_is_said_to_be_that(self, running: Running, match_id: str) -> None:
        running.tray.mails.clear()
        for seat in (1, 2, 3):
            absence.propose(running.service, match_id, seat, absence.END, running.clock.now)
        running.work()
        text = plain(only(mails_to(running, "Ben", "ended before its end")))
        assert "The match is ended, as all who are there have agreed." in text
        assert "Nobody was left" not in text


class TestSeats:
    def test_whoever_is_replaced_is_told_and_gets_no_link_to_the_seat(self, running: Running, match_id: str) -> None:
        running.tray.mails.clear()
        seats.replace(running.service, match_id, 2, "bot", "no sign of life", "Hester", running.clock.now)
        running.work()
        mail = only(mails_to(running, "Ben", "Your seat has been given to somebody else."))
        assert "takes the seat of Ben from its player: a house bot plays on" in plain(mail)
        assert "The reason given: “no sign of life”" in plain(mail)
        assert "/k/" not in text_of(mail)
        text = plain(only(mails_to(running, "Ann", "The seat of Ben has been given to somebody else.")))
        assert "/k/" in text

    def test_an_offered_seat_is_mailed_without_its_hand(self, running: Running, match_id: str) -> None:
        seats.resign(running.service, match_id, 3, "bot", running.clock.now)
        for seat in (1, 2):
            absence.propose(
                running.service, match_id, seat, absence.OFFER, running.clock.now, place=3, address="dan@example.org"
            )
        running.tray.mails.clear()
        running.worker.post()
        mail = only(running.tray.to("dan@example.org"))
        text = plain(mail)
        assert "Ann, Ben offer you the seat of Cho at a match of Katzenjammer Blues." in text
        assert "You see the hand only when you have taken the seat." in text
        assert "3. Cho (this seat)" in text
        assert "0 moves have been played." in text or "One move" in text or "moves have been played." in text
        assert "Your hand" not in text
        assert "You get" not in text
        assert "/h/" not in text_of(mail), "who is no player yet has no holidays"
        visitor = Visitor(running)
        assert "You are asked to play on in seat 3" in words(visitor.get(path_in(mail, "s")))
        running.tray.mails.clear()
        assert visitor.post(path_in(mail, "s"), name="Dan").status_code == 303
        running.worker.post()
        told = plain(only(mails_to(running, "Ann", "Dan plays with you from now on.")))
        assert "Seat 3 has been taken over: Dan plays there from now on." in told

    def test_the_offer_of_a_seat_that_is_taken_is_dropped(self, running: Running, match_id: str) -> None:
        seats.resign(running.service, match_id, 3, "bot", running.clock.now)
        now = running.clock.now
        for address in ("dan@example.org", "eve@example.org"):
            absence.offer_by_host(running.service, match_id, 3, address, "to go on", "Hester", "here", now)
        running.tray.mails.clear()
        running.worker.post()
        link = path_in(only(running.tray.to("dan@example.org")), "s")
        Visitor(running).post(link, name="Dan")
        running.tray.mails.clear()
        with running.service.store.writing() as session:
            for mail in outbox_of(running.service, match_id, outbox.TAKE_OVER):
                mail.status = "queued"
                session.merge(mail)
        running.worker.post()
        assert {mail.status for mail in outbox_of(running.service, match_id, outbox.TAKE_OVER)} == {"dropped"}
        assert running.tray.to("eve@example.org") == []


def test_a_zone_that_is_gone_is_told(running: Running, match_id: str) -> None:
    seat, _name = asked(running, match_id)
    nxt = NAMES[seat % 3]
    change_player(running, nxt, zone="Atlantis/Capital")
    running.tray.mails.clear()
    while asked(running, match_id)[1] != nxt:
        play_any(running.service, match_id, running.clock.now)
    running.work()
    mail = only(mails_to(running, nxt, "is not known here any more"))
    assert "“Atlantis/Capital”" in plain(mail)
    assert "/account" in text_of(mail)
    assert player_of(running, nxt).zone == "UTC"


def test_an_order_that_was_of_no_use_is_told(running: Running, match_id: str, clock: VirtualClock) -> None:
    seat, name = asked(running, match_id)
    other = seat % 3 + 1
    lines = ["bid up to 1x2", "pass"]
    with running.service.store.writing() as session:
        number = match_of(running.service, match_id).number
        outbox.queue(
            session, outbox.ORDER, clock.now, match_id=match_id, seat=other, number=number,
            player_id=player_of(running, NAMES[other - 1]).id, detail={"lines": lines, "why": "over"},
        )  # fmt: skip
        outbox.queue(
            session, outbox.ORDER, clock.now, match_id=match_id, seat=seat, number=number,
            player_id=player_of(running, name).id, detail={"lines": ["pass"], "why": "failed"},
        )  # fmt: skip
    running.work()
    text = plain(only(mails_to(running, NAMES[other - 1], "Your standing order is over.")))
    assert "What it was for has passed without it having been of use. The order was: bid up to one 2; pass." in text
    assert "It could not be followed" in plain(only(mails_to(running, name, "Your standing order is over.")))


def test_no_mail_tells_others_what_an_order_says(running: Running, match_id: str, clock: VirtualClock) -> None:
    seat, _name = asked(running, match_id)
    other = seat % 3 + 1
    orders.give(running.service, match_id, other, "decision", "pass", clock.now)
    while not any(event.by == "order" for event in events_of(running.service, match_id)):
        play_any(running.service, match_id, clock.now)
    running.tray.mails.clear()
    pass_time(running, hours=1)
    running.work()
    told = [mail for mail in running.tray.mails if "(standing order)" in plain(mail)]
    assert told
    assert not [mail for mail in running.tray.mails if "standing order:" in plain(mail)]
