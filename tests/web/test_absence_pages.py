"""Being away and coming back, holidays, what is agreed at a table, and seats that are offered."""

from __future__ import annotations

from datetime import timedelta

import pytest
from werkzeug.test import TestResponse

from models.tables import Holiday
from service import absence, holidays, links, matches, outbox, seats
from tests.conftest import pass_time, Running, VirtualClock
from tests.service.table import decision_of, events_of, match_of, outbox_of
from tests.web.absent import (
    BANKED,
    by_link,
    change_player,
    NAMES,
    open_at,
    PLAIN,
    player_of,
    proposal_of,
    seat_row,
    set_away,
    signed_in,
)
from tests.web.visitor import Visitor, words


@pytest.fixture
def match_id(running: Running) -> str:
    return open_at(running)


def is_away(running: Running, match_id: str, seat: int) -> bool:
    return seat_row(running, match_id, seat).away_since is not None


def location(answer: TestResponse) -> str:
    assert answer.status_code == 303, words(answer)
    return answer.headers["Location"]


class TestComingBack:
    @pytest.fixture
    def path(self, running: Running, match_id: str) -> str:
        set_away(running, match_id, 2)
        return f"/m/{match_id}/2"

    def test_all_see_who_is_away_and_who_plays(self, running: Running, match_id: str, path: str) -> None:
        text = words(signed_in(running, "Ann").get(f"/m/{match_id}/1"))
        assert "Ben is taken to be away" in text
        assert "Away since" in text.partition("Clocks")[2]
        assert "a house bot plays for them" in text

    def test_who_is_signed_in_is_back_by_looking(self, running: Running, match_id: str, path: str) -> None:
        ben = signed_in(running, "Ben")
        assert is_away(running, match_id, 2), "the front page is not the table"
        assert "you are away at this table" in words(ben.get("/"))
        page = ben.get(path)
        assert "Welcome back, Ben" in words(page)
        assert not is_away(running, match_id, 2)
        assert "Welcome back" not in words(ben.get(path))
        assert "Ben is back." in words(ben.get(path))

    @pytest.mark.parametrize(
        "headers",
        [
            {"X_Follow": "yes"},
            {"Sec_Purpose": "prefetch"},
            {"Sec_Purpose": "prefetch;prerender"},
            {"Purpose": "prefetch"},
        ],
    )
    def test_a_page_that_only_follows_brings_nobody_back(
        self, running: Running, match_id: str, path: str, headers: dict[str, str]
    ) -> None:
        ben = signed_in(running, "Ben")
        assert ben.get(path, **headers).status_code == 200
        assert is_away(running, match_id, 2)

    def test_nor_does_asking_for_the_head_alone(self, running: Running, match_id: str, path: str) -> None:
        ben = signed_in(running, "Ben")
        assert ben.client.head(path).status_code == 200
        assert is_away(running, match_id, 2)

    def test_through_a_mailed_link_a_button_brings_back(self, running: Running, match_id: str, path: str) -> None:
        visitor = by_link(running, match_id, 2)
        page = visitor.get(path)
        assert is_away(running, match_id, 2), "a program that follows links is nobody who is back"
        assert f'action="{path}/back"' in page.text
        assert "You are taken to be away since" in words(page)
        assert location(visitor.post(f"{path}/back")) == path
        assert not is_away(running, match_id, 2)
        assert f'action="{path}/back"' not in visitor.get(path).text
        assert location(visitor.post(f"{path}/back")) == path, "a second press does no harm"

    def test_nobody_says_it_for_somebody_else(self, running: Running, match_id: str, path: str) -> None:
        assert signed_in(running, "Ann").post(f"{path}/back").status_code == 422
        assert Visitor(running).post(f"{path}/back").status_code == 422
        assert is_away(running, match_id, 2)


class TestTheLinkOfTheMail:
    def link(self, running: Running, match_id: str) -> str:
        epoch = seat_row(running, match_id, 2).epoch
        return "/b/" + running.service.links.sign(links.BACK, [match_id, 2, epoch], running.clock.now)

    def test_it_asks_and_only_its_button_brings_back(self, running: Running, match_id: str) -> None:
        set_away(running, match_id, 2)
        link, visitor, number = (
            self.link(running, match_id),
            Visitor(running),
            match_of(running.service, match_id).number,
        )
        for _ in range(3):
            page = visitor.get(link)
            assert "Are you back, Ben?" in words(page)
            assert page.text.count("<form") == 1
        assert match_of(running.service, match_id).number == number
        assert visitor.get(f"/m/{match_id}/2").status_code == 403, "and opens no seat"
        assert location(visitor.post(link)) == f"/m/{match_id}/2"
        assert not is_away(running, match_id, 2)
        assert "Give my seat up" in words(visitor.get(f"/m/{match_id}/2")), "it may act there"
        assert "you are there already" in words(visitor.get(link))
        assert location(visitor.post(link)) == f"/m/{match_id}/2"
        assert "Give my seat up" in words(visitor.get(f"/m/{match_id}/2")), "a second press takes nothing away"
        later = Visitor(running)
        assert location(later.post(link)) == f"/m/{match_id}/2"
        assert "Give my seat up" not in words(later.get(f"/m/{match_id}/2")), "who finds the link later only looks"

    def test_it_is_void_with_all_links_of_the_seat(self, running: Running, match_id: str) -> None:
        set_away(running, match_id, 2)
        link = self.link(running, match_id)
        seats.revoke_links(running.service, match_id, 2, running.clock.now)
        assert Visitor(running).get(link).status_code == 403
        assert Visitor(running).post(link).status_code == 403
        assert is_away(running, match_id, 2)

    def test_when_the_match_is_over_it_says_so(self, running: Running, match_id: str) -> None:
        set_away(running, match_id, 2)
        link = self.link(running, match_id)
        seats.end(running.service, match_id, "enough", "Hester", running.clock.now)
        visitor = Visitor(running)
        assert "has ended in the meantime" in words(visitor.get(link))
        assert "ended before its end" in words(visitor.follow(location(visitor.post(link))))


class TestAdjourned:
    @pytest.fixture(autouse=True)
    def everybody_away(self, running: Running, match_id: str) -> None:
        set_away(running, match_id, 1, 2, 3)
        assert match_of(running.service, match_id).status == "adjourned"

    def test_it_says_so_and_when_it_closes(self, running: Running, match_id: str) -> None:
        closes = match_of(running.service, match_id).held_at
        assert closes
        text = words(by_link(running, match_id, 1).get(f"/m/{match_id}/1"))
        assert "Everybody is away: the match stands still until somebody is back." in text
        assert f"closed when nobody is back by {closes + timedelta(days=30):%a} " in text
        assert "9000" not in text
        assert "adjourned: everybody is away" in words(signed_in(running, "Ann").get("/"))

    def test_a_link_opens_the_table_and_playing_brings_back(self, running: Running, match_id: str) -> None:
        decision = decision_of(running.service, match_id)
        path = f"/m/{match_id}/{decision.seat}"
        visitor = by_link(running, match_id, decision.seat)
        page = visitor.get(path)
        assert "old link" not in words(page)
        assert match_of(running.service, match_id).status == "adjourned"
        assert location(visitor.post(f"{path}/play", asked=decision.asked, move="pass")) == path
        assert match_of(running.service, match_id).status == "running"

    def test_coming_back_lets_it_go_on(self, running: Running, match_id: str) -> None:
        signed_in(running, "Cho").get(f"/m/{match_id}/3")
        assert match_of(running.service, match_id).status == "running"

    def test_it_is_closed_in_words(self, running: Running, match_id: str) -> None:
        pass_time(running, days=31)
        absence.close_old(running.service, running.clock.now)
        assert "Nobody has come back for 30 days: the match is closed." in words(
            signed_in(running, "Ann").get(f"/m/{match_id}/1")
        )


class TestAgreements:
    def test_a_pause_comes_about_when_all_agree(self, running: Running, match_id: str) -> None:
        ann, ben, cho = (signed_in(running, name) for name in NAMES)
        assert location(ann.post(f"/m/{match_id}/1/propose", kind="pause")) == f"/m/{match_id}/1"
        text = words(ann.get(f"/m/{match_id}/1"))
        assert "Ann proposes to pause the match. Agreed so far: Ann." in text
        assert "Take it back" in text
        assert "I agree" in words(ben.get(f"/m/{match_id}/2"))
        assert "I agree" not in words(ann.get(f"/m/{match_id}/1"))
        ben.post(f"/m/{match_id}/2/propose", kind="pause")
        assert "Agreed so far: Ann, Ben." in words(cho.get(f"/m/{match_id}/3"))
        assert match_of(running.service, match_id).status == "running"
        cho.post(f"/m/{match_id}/3/propose", kind="pause")
        assert match_of(running.service, match_id).status == "paused"
        for visitor, seat in ((ann, 1), (ben, 2), (cho, 3)):
            page = visitor.get(f"/m/{match_id}/{seat}")
            assert "The match is paused, as all who are there have agreed. All clocks stand still." in words(page)
            assert "Your turn" not in words(page)
            assert "/play" not in page.text, "nothing can be played"
        assert "paused" in words(ann.get("/"))
        decision = decision_of(running.service, match_id)
        owner = (ann, ben, cho)[decision.seat - 1]
        answer = owner.post(f"/m/{match_id}/{decision.seat}/play", asked=decision.asked, move="pass")
        assert answer.status_code == 409
        assert "This match stands still at the moment" in words(answer)
        assert location(ben.post(f"/m/{match_id}/2/go-on")) == f"/m/{match_id}/2"
        assert match_of(running.service, match_id).status == "running"
        assert "Ben lets the match go on." in words(ann.get(f"/m/{match_id}/1"))
        assert location(ben.post(f"/m/{match_id}/2/go-on")) == f"/m/{match_id}/2", "a double click"

    def test_who_says_no_takes_it_off_the_table(self, running: Running, match_id: str) -> None:
        ann, ben = signed_in(running, "Ann"), signed_in(running, "Ben")
        ann.post(f"/m/{match_id}/1/propose", kind="end")
        assert "to end the match now, without a result" in words(ben.get(f"/m/{match_id}/2"))
        ben.post(f"/m/{match_id}/2/decline", kind="end")
        assert proposal_of(running, match_id, "end") is None
        assert "Ben does not agree to end the match now, without a result." in words(ann.get(f"/m/{match_id}/1"))
        assert "I agree" not in words(ben.get(f"/m/{match_id}/2"))

    def test_an_end_ends(self, running: Running, match_id: str) -> None:
        for seat, name in enumerate(NAMES, 1):
            signed_in(running, name).post(f"/m/{match_id}/{seat}/propose", kind="end")
        assert match_of(running.service, match_id).status == "abandoned"
        assert "The match is ended, as all who are there have agreed." in words(
            signed_in(running, "Ann").get(f"/m/{match_id}/1")
        )

    def test_who_plays_alone_with_bots_is_told_that_it_happens_at_once(self, running: Running) -> None:
        match_id = open_at(running, PLAIN, names=("Ann",), bots=2)
        ann = signed_in(running, "Ann")
        text = words(ann.get(f"/m/{match_id}/1"))
        assert "Pause at once" in text
        assert "End it at once" in text
        assert "Propose" not in text
        ann.post(f"/m/{match_id}/1/propose", kind="pause")
        assert match_of(running.service, match_id).status == "paused"

    def test_spectators_and_strangers_have_no_say(self, running: Running, match_id: str) -> None:
        match = match_of(running.service, match_id)
        match.open_to_all = True
        with running.service.store.writing() as session:
            session.merge(match)
        signed_in(running, "Ann").post(f"/m/{match_id}/1/propose", kind="pause")
        spectator = Visitor(running)
        page = spectator.get(f"/m/{match_id}")
        assert page.status_code == 200
        assert "/propose" not in page.text
        assert "Agreed so far" not in words(page)
        for act in ("propose", "decline", "go-on", "back"):
            assert spectator.post(f"/m/{match_id}/2/{act}", kind="pause").status_code in (403, 422)
        proposal = proposal_of(running, match_id, "pause")
        assert proposal
        assert proposal.agreed == [1]

    @pytest.mark.parametrize("form", [{"kind": "party"}, {}, {"kind": "seat", "place": "x" * 9}, {"kind": "seat"}])
    def test_what_cannot_be_proposed_is_refused(self, running: Running, match_id: str, form: dict[str, str]) -> None:
        page = signed_in(running, "Ann").post(f"/m/{match_id}/1/propose", **form)
        assert page.status_code == 422
        assert "The row" in words(page), "at the table"


class TestSeatsOffered:
    @pytest.fixture
    def given_up(self, running: Running, match_id: str) -> str:
        seats.resign(running.service, match_id, 3, "bot", running.clock.now)
        return match_id

    def offer(self, running: Running, match_id: str, address: str = "dan@example.org") -> str:
        """Return the link that is mailed when Ann and Ben offer the seat of Cho."""
        signed_in(running, "Ann").post(f"/m/{match_id}/1/propose", kind="seat", place="3", address=address)
        signed_in(running, "Ben").post(f"/m/{match_id}/2/propose", kind="seat", place="3")
        (row,) = outbox_of(running.service, match_id, outbox.TAKE_OVER)
        facts = [match_id, 3, row.detail["epoch"], address, row.detail["number"]]
        return "/s/" + running.service.links.sign(links.TAKE_OVER, facts, running.clock.now)

    def test_a_wrong_address_is_said_and_kept(self, running: Running, given_up: str) -> None:
        ann = signed_in(running, "Ann")
        assert "Offer the seat of Cho" in words(ann.get(f"/m/{given_up}/1"))
        page = ann.post(f"/m/{given_up}/1/propose", kind="seat", place="3", address="dan@@example")
        assert page.status_code == 422
        assert "is not an e-mail address" in words(page)
        assert 'value="dan@@example"' in page.text

    def test_only_seats_that_are_free_are_offered(self, running: Running, match_id: str) -> None:
        ann = signed_in(running, "Ann")
        assert "Offer the seat of" not in words(ann.get(f"/m/{match_id}/1"))
        page = ann.post(f"/m/{match_id}/1/propose", kind="seat", place="2", address="dan@example.org")
        assert page.status_code == 422
        assert outbox_of(running.service, match_id, outbox.TAKE_OVER) == []

    def test_of_the_address_enough_is_shown_to_know_whose_it_may_be(self, running: Running, given_up: str) -> None:
        signed_in(running, "Ann").post(f"/m/{given_up}/1/propose", kind="seat", place="3", address="dan@example.org")
        page = signed_in(running, "Ben").get(f"/m/{given_up}/2")
        assert "Ann proposes to offer the seat of Cho to somebody else." in words(page)
        assert "dan@" not in page.text
        assert "da…@example.org would see the hand" in words(page)

    def test_looking_changes_nothing_and_shows_no_hand(self, running: Running, given_up: str) -> None:
        link, number = self.offer(running, given_up), match_of(running.service, given_up).number
        visitor = Visitor(running)
        for _ in range(3):
            page = visitor.get(link)
            assert "You are asked to play on in seat 3, for Cho." in words(page)
            assert "You see the hand only when you have taken the seat." in words(page)
        assert "Your hand" not in words(page)
        assert match_of(running.service, given_up).number == number
        assert visitor.get(f"/m/{given_up}/3").status_code == 403
        assert seat_row(running, given_up, 3).player_id is None

    def test_somebody_new_gives_a_name_and_plays(self, running: Running, given_up: str) -> None:
        link, visitor = self.offer(running, given_up), Visitor(running)
        page = visitor.post(link, name="Ben")
        assert page.status_code == 422
        assert "called Ben already" in words(page)
        assert 'value="Ben"' in page.text
        assert location(visitor.post(link, name="Dan", zone="Asia/Tokyo")) == f"/m/{given_up}/3"
        text = words(visitor.get(f"/m/{given_up}/3"))
        assert "Your hand" in text
        assert "Seat 3 has been taken over: Dan plays there from now on." in text
        assert player_of(running, "Dan").zone == "Asia/Tokyo"
        assert "not free any more" in words(Visitor(running).get(link)) or "You sit here already" in words(
            Visitor(running).get(link)
        )
        again = Visitor(running)
        assert again.post(link, name="Dan").status_code == 422
        assert again.get(f"/m/{given_up}/3").status_code == 403, "the link opens no seat that is taken"

    def test_somebody_known_keeps_their_name_or_gives_another(self, running: Running, given_up: str) -> None:
        signed_in(running, "Zoe")
        link = self.offer(running, given_up, "zoe@example.org")
        assert 'value="Zoe"' in Visitor(running).get(link).text
        Visitor(running).post(link, name="Zoë")
        assert seat_row(running, given_up, 3).name == "Zoë"
        assert seat_row(running, given_up, 3).player_id == player_of(running, "Zoe").id

    def test_a_stranger_s_link_is_refused(self, running: Running, given_up: str) -> None:
        self.offer(running, given_up)
        assert Visitor(running).get("/s/nonsense").status_code == 400
        token = running.service.links.sign(links.BACK, [given_up, 3, 1], running.clock.now)
        assert Visitor(running).get(f"/s/{token}").status_code == 403


class TestHolidays:
    def link(self, running: Running, name: str = "Ann") -> str:
        who = player_of(running, name)
        return "/h/" + running.service.links.sign(links.HOLIDAY, [who.id, who.epoch], running.clock.now)

    def taken(self, running: Running, name: str = "Ann") -> list[Holiday]:
        with running.service.store.reading() as session:
            return holidays.of(session, player_of(running, name).id or 0)

    def test_one_press_takes_one_and_looking_none(self, running: Running) -> None:
        open_at(running, BANKED)
        link, visitor = self.link(running), Visitor(running)
        for _ in range(3):
            page = visitor.get(link)
            assert "Going away, Ann?" in words(page)
            assert "30 of 30 days are left this year." in words(page)
        assert self.taken(running) == []
        assert visitor.get("/account").status_code == 303, "it signs nobody in"
        assert location(visitor.post(link, until="7")) == link
        (holiday,) = self.taken(running)
        assert ((holiday.last - holiday.first).days, holiday.first.isoformat()) == (6, "2026-12-01")
        assert "You are on holiday up to Mon 7 Dec 2026" in words(visitor.get(link))
        page = visitor.post(link, until="7")
        assert page.status_code == 422
        assert len(self.taken(running)) == 1

    def test_up_to_a_day_of_one_s_own(self, running: Running, match_id: str) -> None:
        link, visitor = self.link(running), Visitor(running)
        page = visitor.post(link, until="other", last="2027-02-31")
        assert page.status_code == 422
        assert "“2027-02-31” is not a day of the calendar: it should be one such as 2026-08-31." in words(page)
        assert 'value="2027-02-31"' in page.text
        assert '<input type="radio" name="until" value="other" checked>' in page.text
        page = visitor.post(link, until="other", last="2027-03-31")
        assert page.status_code == 422
        assert "days of 2026, and 30 of your 30 are left" in words(page) or "days of 2027" in words(page)
        assert visitor.post(link, until="soon").status_code == 422
        assert location(visitor.post(link, until="other", last="2026-12-04")) == link
        assert self.taken(running)[0].last.isoformat() == "2026-12-04"

    def test_it_begins_today_by_the_player_s_calendar(self, running: Running, match_id: str) -> None:
        change_player(running, "Ann", zone="Pacific/Kiritimati")
        Visitor(running).post(self.link(running), until="3")
        assert self.taken(running)[0].first.isoformat() == "2026-12-02"

    def test_tables_that_go_on_all_the_same_are_named(self, running: Running, match_id: str) -> None:
        assert "Some of your tables go on all the same" in words(Visitor(running).get(self.link(running)))

    def test_signing_out_everywhere_voids_it(self, running: Running, match_id: str) -> None:
        link = self.link(running)
        signed_in(running, "Ann").post("/account/sign-out-everywhere")
        assert Visitor(running).get(link).status_code == 403
        assert Visitor(running).post(link, until="7").status_code == 403
        assert self.taken(running) == []

    def test_in_advance_and_cancelled_in_the_account(self, running: Running, match_id: str) -> None:
        ann = signed_in(running, "Ann")
        page = ann.post("/account/holidays", first="2026-12-20", last="2026-12-10")
        assert page.status_code == 422
        assert 'value="2026-12-20"' in page.text
        assert 'value="2026-12-10"' in page.text
        assert location(ann.post("/account/holidays", first="2026-12-28", last="2027-01-03")) == "/account"
        text = words(ann.get("/account"))
        assert "Mon 28 Dec 2026 – Sun 3 Jan 2027" in text
        assert "26 of 30 days are left in 2026. 27 of 30 days are left in 2027." in text
        (holiday,) = self.taken(running)
        ben = signed_in(running, "Ben")
        assert ben.post(f"/account/holidays/{holiday.id}/cancel").status_code == 303
        assert len(self.taken(running)) == 1, "it is not theirs"
        ann.post(f"/account/holidays/{holiday.id}/cancel")
        assert self.taken(running) == []
        assert ann.post(f"/account/holidays/{holiday.id}/cancel").status_code == 303, "a double click"


class TestHours:
    FORM = {"quiet_from": "23", "quiet_to": "7", "days_off": ["5", "6"], "plays_forced": "true"}

    def test_they_are_changed_and_shown(self, running: Running, match_id: str) -> None:
        ann = signed_in(running, "Ann")
        assert location(ann.post("/account/availability", **self.FORM)) == "/account"
        who = player_of(running, "Ann")
        assert (who.quiet_from, who.quiet_to, who.days_off, who.plays_forced) == (23, 7, [5, 6], True)
        page = ann.get("/account").text
        assert '<option value="23" selected>23:00</option>' in page
        assert page.count("checked") == 3
        assert "a move that comes at once tells them that you had no other" in page
        ann.post("/account/availability", quiet_from="0", quiet_to="0")
        who = player_of(running, "Ann")
        assert (who.quiet_from, who.quiet_to, who.days_off, who.plays_forced) == (0, 0, [], False)

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"quiet_to": "12"}, "10 of them at most"),
            ({"days_off": ["4", "5", "6"]}, "2 days of the week off at most"),
            ({"quiet_from": "99"}, "“99” is not one of the hours or days"),
            ({"days_off": ["8"]}, "“8” is not one of the hours or days"),
        ],
    )
    def test_what_is_wrong_is_said_and_what_was_chosen_kept(
        self, running: Running, match_id: str, change: dict[str, object], said: str
    ) -> None:
        page = signed_in(running, "Ann").post("/account/availability", **{**self.FORM, **change})
        assert page.status_code == 422
        assert said in words(page)
        assert 'name="plays_forced" value="true" checked' in page.text
        assert 'value="6" checked' in page.text or change.get("days_off") == ["8"]
        assert player_of(running, "Ann").days_off == []


def test_a_link_to_a_seat_opens_a_paused_table(running: Running, match_id: str, clock: VirtualClock) -> None:
    seats.pause(running.service, match_id, "a strike", "Hester", clock.now)
    page = by_link(running, match_id, 2).get(f"/m/{match_id}/2")
    assert "Let the match go on" in words(page)
    assert "Hester, the host, has paused the match. The reason given: “a strike”" in words(page)
    assert "old link" not in words(page)


def test_deleting_an_account_forgets_holidays_and_resigns_where_a_match_stands_still(
    running: Running, match_id: str, clock: VirtualClock
) -> None:
    ann = signed_in(running, "Ann")
    ann.post("/account/holidays", first="2026-12-28", last="2026-12-29")
    ann.post(f"/m/{match_id}/1/propose", kind="pause")
    data = ann.get("/account/data.json").get_json()
    assert data["holidays"] == [{"first": "2026-12-28", "last": "2026-12-29"}]
    assert [each["kind"] for each in data["seats"][0]["proposals"]] == ["pause"]
    seats.pause(running.service, match_id, "a strike", "Hester", clock.now)
    who = player_of(running, "Ann").id or 0
    ann.post("/account/delete", sure="true")
    with running.service.store.reading() as session:
        assert holidays.of(session, who) == []
        assert matches.find(session, match_id).status == "paused"
    assert seat_row(running, match_id, 1).stand_in == "bot"
    assert [event.kind for event in events_of(running.service, match_id)][-1] == "resign"
