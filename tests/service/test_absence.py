"""Being away and coming back, adjourned matches, stand-ins, and what those who are there agree on."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from models.tables import Decision, Match, Outbox, Proposal, Seat
from service import absence, due, holidays, links, orders, outbox, people, play, rebuild, seats
from service.base import Held, NotFound, NotRunning, Refused, Service, Throttled
from service.clock import NEVER, Pace
from tests.conftest import VirtualClock
from tests.service.table import (
    decision_of,
    events_of,
    match_of,
    open_with_bots,
    open_with_people,
    outbox_of,
    play_any,
)  # fmt: skip
from tests.service.test_pace import open_at


def seat_of(service: Service, match_id: str, number: int) -> Seat:
    with service.store.reading() as session:
        return session.get_one(Seat, (match_id, number))


def lapse(service: Service, match_id: str, clock: VirtualClock) -> int:
    """Let the deadline that runs pass; return whose it was."""
    decision = decision_of(service, match_id)
    clock.now = max(clock.now, decision.due_at)
    due.sweep(service, clock.now)
    return decision.seat


def go_away(service: Service, match_id: str, number: int, clock: VirtualClock) -> None:
    """Let a seat lapse until it is away, while the others play."""
    while not seat_of(service, match_id, number).away_since:
        asked = decision_of(service, match_id).seat
        if asked == number or seat_of(service, match_id, asked).away_since:
            lapse(service, match_id, clock)
        else:
            play_any(service, match_id, clock.now)


def kinds(service: Service, match_id: str) -> list[str]:
    return [event.kind for event in events_of(service, match_id)]


def holds(service: Service, match_id: str) -> bool:
    """Say whether the summaries are those that the log gives."""
    return rebuild.rebuild(service.store, match_id) == (match_id, (), "")


@pytest.fixture
def match_id(service: Service, clock: VirtualClock) -> str:
    return open_with_people(service, clock.now)


class TestAway:
    def test_after_two_lapses_running(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        first = lapse(service, match_id, clock)
        assert seat_of(service, match_id, first).lapses == 1
        while decision_of(service, match_id).seat != first:
            play_any(service, match_id, clock.now)
        assert lapse(service, match_id, clock) == first
        assert seat_of(service, match_id, first).away_since == clock.now
        event = next(event for event in events_of(service, match_id) if event.kind == "away")
        assert (event.seat, event.by, event.detail["plays"]) == (first, "service", "deadline")
        assert holds(service, match_id)

    def test_a_move_between_makes_it_one_again(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        first = lapse(service, match_id, clock)
        for _ in range(2):
            while decision_of(service, match_id).seat != first:
                play_any(service, match_id, clock.now)
            play_any(service, match_id, clock.now)
        assert seat_of(service, match_id, first).lapses == 0
        while decision_of(service, match_id).seat != first:
            play_any(service, match_id, clock.now)
        lapse(service, match_id, clock)
        assert not seat_of(service, match_id, first).away_since

    def test_one_who_passes_is_not_away(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        for _ in range(9):
            decision = decision_of(service, match_id)
            move = "pass" if decision.kind == "bid" else None
            if move:
                play.play(service, match_id, decision.seat, move, asked=decision.asked, now=clock.now)
            else:
                play_any(service, match_id, clock.now)
        assert "away" not in kinds(service, match_id)

    def test_they_are_played_for_at_once_and_mailed_once(
        self, service: Service, clock: VirtualClock, match_id: str
    ) -> None:
        go_away(service, match_id, 1, clock)
        mailed = len(outbox_all(service, match_id, 1))
        for _ in range(12):
            decision = decision_of(service, match_id)
            if decision.seat == 1:
                assert decision.due_at == clock.now
                due.sweep(service, clock.now)
                assert events_of(service, match_id)[-1].by in ("deadline", "forced")
            else:
                play_any(service, match_id, clock.now)
        assert [row.kind for row in outbox_all(service, match_id, 1)[mailed:]] == []
        assert len(outbox_of(service, match_id, outbox.AWAY)) == 1
        assert seat_of(service, match_id, 1).lapses == 2, "what is played for who is away is no lapse"
        assert holds(service, match_id)

    def test_a_bot_plays_where_that_was_set_up(
        self, service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from tests.service import table

        monkeypatch.setattr(table, "DAY", table.DAY._replace(away="bot"))
        match_id = open_with_people(service, clock.now)
        go_away(service, match_id, 2, clock)
        while decision_of(service, match_id).seat != 2:
            play_any(service, match_id, clock.now)
        due.sweep(service, clock.now)
        assert "bot" in {event.by for event in events_of(service, match_id) if event.seat == 2}

    def test_coming_back_gives_what_is_asked_its_time_again(
        self, service: Service, clock: VirtualClock, match_id: str
    ) -> None:
        go_away(service, match_id, 1, clock)
        while decision_of(service, match_id).seat != 1:
            play_any(service, match_id, clock.now)
        clock.advance(minutes=1)
        assert absence.come_back(service, match_id, 1, clock.now)
        decision = decision_of(service, match_id)
        assert decision.due_at == clock.now + timedelta(days=1)
        assert not seat_of(service, match_id, 1).away_since
        assert kinds(service, match_id)[-1] == "return"
        assert not absence.come_back(service, match_id, 1, clock.now), "once is enough"
        play_any(service, match_id, clock.now)
        assert holds(service, match_id)

    def test_a_move_brings_back_too(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        go_away(service, match_id, 1, clock)
        while decision_of(service, match_id).seat != 1:
            play_any(service, match_id, clock.now)
        play_any(service, match_id, clock.now)
        assert kinds(service, match_id)[-2:] == ["return", "move"]
        assert not seat_of(service, match_id, 1).away_since
        assert holds(service, match_id)


def outbox_all(service: Service, match_id: str, seat: int) -> list[Outbox]:
    with service.store.reading() as session:
        return list(session.exec(select(Outbox).where(Outbox.match_id == match_id, Outbox.seat == seat)))


class TestAdjourned:
    @pytest.fixture
    def adjourned(self, service: Service, clock: VirtualClock, match_id: str) -> str:
        for _ in range(30):
            if match_of(service, match_id).status != "running":
                return match_id
            lapse(service, match_id, clock)
        raise AssertionError("nobody is away")

    def test_where_everybody_is_away_nothing_is_played(
        self, service: Service, clock: VirtualClock, adjourned: str
    ) -> None:
        assert match_of(service, adjourned).status == "adjourned"
        number = match_of(service, adjourned).number
        assert decision_of(service, adjourned).due_at == NEVER
        clock.advance(days=20)
        assert due.sweep(service, clock.now) == 0
        assert match_of(service, adjourned).number == number
        assert holds(service, adjourned)

    def test_a_match_with_bots_alone_adjourns_as_well(self, service: Service, clock: VirtualClock) -> None:
        match_id = open_with_bots(service, clock.now)
        for _ in range(100):
            if match_of(service, match_id).status != "running":
                break
            lapse(service, match_id, clock)
        assert match_of(service, match_id).status == "adjourned"
        assert holds(service, match_id)
        clock.advance(hours=1)
        assert absence.come_back(service, match_id, 1, clock.now)
        assert match_of(service, match_id).status == "running"
        while decision_of(service, match_id).seat != 1:
            assert due.sweep(service, clock.now) == 1
        assert decision_of(service, match_id).due_at == clock.now + timedelta(days=1)

    def test_one_who_comes_back_lets_it_go_on(self, service: Service, clock: VirtualClock, adjourned: str) -> None:
        clock.advance(days=3)
        asked = decision_of(service, adjourned).seat
        other = asked % 3 + 1
        assert absence.come_back(service, adjourned, other, clock.now)
        assert match_of(service, adjourned).status == "running"
        assert holds(service, adjourned)
        assert due.sweep(service, clock.now) == 1, "who is still away is played for"
        assert holds(service, adjourned)

    def test_playing_lets_it_go_on(self, service: Service, clock: VirtualClock, adjourned: str) -> None:
        decision = decision_of(service, adjourned)
        play_any(service, adjourned, clock.now)
        assert match_of(service, adjourned).status == "running"
        assert kinds(service, adjourned)[-2:] == ["return", "move"]
        assert events_of(service, adjourned)[-1].seat == decision.seat
        assert holds(service, adjourned)

    def test_after_thirty_days_it_is_closed(self, service: Service, clock: VirtualClock, adjourned: str) -> None:
        assert absence.close_old(service, clock.now + timedelta(days=29)) == 0
        assert absence.close_old(service, clock.now + timedelta(days=30)) == 1
        assert match_of(service, adjourned).status == "abandoned"
        assert events_of(service, adjourned)[-1].detail["why"] == "adjourned"
        assert absence.close_old(service, clock.now + timedelta(days=90)) == 0
        assert holds(service, adjourned)
        assert not outbox_of(service, adjourned, outbox.ENDED), "who is away is mailed once and no more"

    def test_an_outage_changes_nothing_there(self, service: Service, clock: VirtualClock, adjourned: str) -> None:
        with service.store.writing() as session:
            from models.tables import Outage

            session.add(Outage(what="sweep", since=clock.now, until=clock.now + timedelta(days=2)))
        clock.advance(days=2)
        number = match_of(service, adjourned).number
        due.sweep(service, clock.now)
        assert match_of(service, adjourned).number == number


class TestAgreement:
    def test_all_who_are_there_agree_to_pause(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        before = decision_of(service, match_id)
        clock.advance(hours=4)
        assert not absence.propose(service, match_id, 1, absence.PAUSE, clock.now)
        assert not absence.propose(service, match_id, 1, absence.PAUSE, clock.now), "the same again changes nothing"
        assert not absence.propose(service, match_id, 2, absence.PAUSE, clock.now)
        assert match_of(service, match_id).status == "running"
        assert sorted(row.seat or 0 for row in outbox_of(service, match_id, outbox.PROPOSAL)) == [2, 3]
        assert absence.propose(service, match_id, 3, absence.PAUSE, clock.now)
        assert match_of(service, match_id).status == "paused"
        assert events_of(service, match_id)[-1].detail["seats"] == [1, 2, 3]
        assert holds(service, match_id)
        clock.advance(days=50)
        assert due.sweep(service, clock.now) == 0
        with pytest.raises(Held):
            play.play(service, match_id, before.seat, "pass", asked=before.asked, now=clock.now)
        absence.go_on(service, match_id, 2, clock.now)
        after = decision_of(service, match_id)
        assert after.due_at == clock.now + timedelta(hours=20), "four were used before the pause"
        assert (after.since, after.asked) == (before.since, before.asked)
        assert holds(service, match_id)
        play_any(service, match_id, clock.now)

    @pytest.mark.parametrize("hours", [0, 3])
    def test_a_pause_while_the_clock_rests_ends_too(self, service: Service, clock: VirtualClock, hours: int) -> None:
        """Nothing has shifted by it, and yet all is due again."""
        match_id = open_at(service, clock, Pace(24 * 3600, ignores=()), ("UTC", "UTC"))
        clock.now = clock.now.replace(hour=23)
        before = decision_of(service, match_id).due_at
        seats.pause(service, match_id, "wait", "Hilda", clock.now)
        assert decision_of(service, match_id).due_at == NEVER
        clock.advance(hours=hours)
        seats.go_on(service, match_id, "now", "Hilda", clock.now)
        assert decision_of(service, match_id).due_at == before
        assert holds(service, match_id)

    def test_who_is_away_is_not_asked(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        go_away(service, match_id, 3, clock)
        assert not absence.propose(service, match_id, 1, absence.END, clock.now)
        assert absence.propose(service, match_id, 2, absence.END, clock.now)
        assert match_of(service, match_id).status == "abandoned"
        assert events_of(service, match_id)[-1].by == "players"
        assert holds(service, match_id)
        with pytest.raises(NotRunning):
            absence.propose(service, match_id, 1, absence.PAUSE, clock.now)

    def test_one_alone_with_bots_need_ask_nobody(self, service: Service, clock: VirtualClock) -> None:
        match_id = open_with_bots(service, clock.now)
        assert absence.propose(service, match_id, 1, absence.PAUSE, clock.now)
        assert match_of(service, match_id).status == "paused"
        with pytest.raises(Refused):
            absence.propose(service, match_id, 1, absence.PAUSE, clock.now)
        absence.go_on(service, match_id, 1, clock.now)
        with pytest.raises(Refused):
            absence.go_on(service, match_id, 1, clock.now)

    def test_one_no_is_enough(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        absence.propose(service, match_id, 1, absence.PAUSE, clock.now)
        absence.propose(service, match_id, 2, absence.PAUSE, clock.now)
        absence.decline(service, match_id, 3, absence.PAUSE, clock.now)
        assert not absence.propose(service, match_id, 3, absence.PAUSE, clock.now), "it begins anew"
        assert match_of(service, match_id).status == "running"
        assert holds(service, match_id)

    def test_what_nobody_answered_is_forgotten(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        absence.propose(service, match_id, 1, absence.PAUSE, clock.now)
        absence.propose(service, match_id, 2, absence.PAUSE, clock.now)
        clock.advance(days=8)
        assert not absence.propose(service, match_id, 3, absence.PAUSE, clock.now)
        with service.store.reading() as session:
            assert session.exec(select(Proposal)).one().agreed == [3]

    def test_nobody_is_told_of_proposals_all_day(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        for _ in range(absence.MOST_PROPOSALS):
            absence.propose(service, match_id, 1, absence.PAUSE, clock.now)
            absence.decline(service, match_id, 1, absence.PAUSE, clock.now)
        with pytest.raises(Throttled):
            absence.propose(service, match_id, 1, absence.PAUSE, clock.now)
        assert not absence.propose(service, match_id, 2, absence.PAUSE, clock.now), "others still can"
        assert not absence.propose(service, match_id, 1, absence.PAUSE, clock.now), "and agreeing is no proposal"

    def test_it_is_for_who_sits_there(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        with pytest.raises(NotFound):
            absence.propose(service, match_id, 9, absence.PAUSE, clock.now)
        with pytest.raises(Refused):
            absence.propose(service, match_id, 1, "dance", clock.now)
        seats.resign(service, match_id, 2, "bot", clock.now)
        with pytest.raises(NotFound):
            absence.propose(service, match_id, 2, absence.PAUSE, clock.now)


class TestStandIn:
    def token(self, service: Service, match_id: str, clock: VirtualClock, place: int, address: str) -> str:
        (row,) = outbox_of(service, match_id, outbox.TAKE_OVER)
        assert row.address == address
        facts = [match_id, row.detail["seat"], row.detail["epoch"], row.address, row.detail["number"]]
        return service.links.sign(links.TAKE_OVER, facts, clock.now)

    def test_a_seat_away_for_a_week_can_be_taken_over(
        self, service: Service, clock: VirtualClock, match_id: str
    ) -> None:
        go_away(service, match_id, 1, clock)
        with pytest.raises(Refused):
            absence.propose(service, match_id, 2, absence.OFFER, clock.now, 1, "dee@example.org", "test")
        self._play_on(service, match_id, clock, days=7)
        assert not absence.propose(service, match_id, 2, absence.OFFER, clock.now, 1, "dee@example.org", "test")
        assert not outbox_of(service, match_id, outbox.TAKE_OVER), "the other has to agree: a hand is shown by this"
        assert absence.propose(service, match_id, 3, absence.OFFER, clock.now, 1)
        token = self.token(service, match_id, clock, 1, "dee@example.org")
        assert "dee@example.org" not in str([event.detail for event in events_of(service, match_id)])
        assert absence.take_over(service, token, "Dee", "UTC", clock.now) == (match_id, 1)
        seat = seat_of(service, match_id, 1)
        assert (seat.name, seat.away_since, seat.lapses) == ("Dee", None, 0)
        assert holds(service, match_id)
        with pytest.raises(Refused):
            absence.take_over(service, token, "Dee", "UTC", clock.now)
        while decision_of(service, match_id).seat != 1:
            play_any(service, match_id, clock.now)
        assert decision_of(service, match_id).due_at == clock.now + timedelta(days=1)

    def _play_on(self, service: Service, match_id: str, clock: VirtualClock, days: int) -> None:
        """Let days pass in which the others play, slowly."""
        until = clock.now + timedelta(days=days)
        while clock.now < until:
            clock.advance(hours=20)
            due.sweep(service, clock.now)
            if decision_of(service, match_id).seat != 1:
                play_any(service, match_id, clock.now)

    def test_who_comes_back_keeps_the_seat(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        go_away(service, match_id, 1, clock)
        self._play_on(service, match_id, clock, days=7)
        absence.propose(service, match_id, 2, absence.OFFER, clock.now, 1, "dee@example.org", "test")
        absence.propose(service, match_id, 3, absence.OFFER, clock.now, 1)
        token = self.token(service, match_id, clock, 1, "dee@example.org")
        absence.come_back(service, match_id, 1, clock.now)
        with pytest.raises(Refused):
            absence.take_over(service, token, "Dee", "UTC", clock.now)
        assert seat_of(service, match_id, 1).name == "Ann"
        go_away(service, match_id, 1, clock)
        clock.advance(days=7)
        with pytest.raises(Refused):  # that was another time
            absence.take_over(service, token, "Dee", "UTC", clock.now)

    def test_a_seat_given_up_too(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        seats.resign(service, match_id, 2, "bot", clock.now)
        with pytest.raises(Refused):
            absence.propose(service, match_id, 1, absence.OFFER, clock.now, 2, "cho@example.org", "test")
        with pytest.raises(Refused):
            absence.propose(service, match_id, 1, absence.OFFER, clock.now, 3, "dee@example.org", "test")
        absence.offer_by_host(service, match_id, 2, "dee@example.org", "Ben is ill", "Hilda", "test", clock.now)
        token = self.token(service, match_id, clock, 2, "dee@example.org")
        with pytest.raises(Refused):
            absence.take_over(service, token, "Ann", "UTC", clock.now)
        absence.take_over(service, token, "Dee", "UTC", clock.now)
        assert seat_of(service, match_id, 2).stand_in is None
        assert holds(service, match_id)
        with service.store.reading() as session:
            ben = people.find_by_address(session, "ben@example.org")
            assert ben
            assert people.given_up_by(session, ben.id or 0) == [], "the name that stands there now is not Ben's"

    def test_who_takes_over_has_agreed_to_nothing(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        for seat, kind in ((1, absence.END), (2, absence.END), (2, absence.PAUSE)):
            absence.propose(service, match_id, seat, kind, clock.now)
        seats.resign(service, match_id, 2, "bot", clock.now)
        with service.store.reading() as session:
            assert [row.kind for row in absence.proposals(session, match_id, clock.now)] == [absence.END]
        absence.offer_by_host(service, match_id, 2, "dee@example.org", "Ben is ill", "Hilda", "test", clock.now)
        absence.take_over(service, self.token(service, match_id, clock, 2, "dee@example.org"), "Dee", "UTC", clock.now)
        assert not absence.propose(service, match_id, 3, absence.END, clock.now)
        assert absence.propose(service, match_id, 2, absence.END, clock.now)

    def test_one_who_takes_over_lets_an_adjourned_match_go_on(
        self, service: Service, clock: VirtualClock, match_id: str
    ) -> None:
        while match_of(service, match_id).status == "running":
            lapse(service, match_id, clock)
        clock.advance(days=7)
        absence.offer_by_host(service, match_id, 1, "dee@example.org", "all are gone", "Hilda", "test", clock.now)
        absence.take_over(service, self.token(service, match_id, clock, 1, "dee@example.org"), "Dee", "UTC", clock.now)
        assert match_of(service, match_id).status == "running"
        assert holds(service, match_id)


class TestHost:
    def test_pause_and_go_on(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        before = decision_of(service, match_id)
        seats.pause(service, match_id, "the club is closed", "Hilda", clock.now)
        assert match_of(service, match_id).status == "paused"
        with pytest.raises(Refused):
            seats.pause(service, match_id, "again", "Hilda", clock.now)
        clock.advance(days=3)
        seats.go_on(service, match_id, "open again", "Hilda", clock.now)
        assert decision_of(service, match_id).due_at == before.due_at + timedelta(days=3)
        assert [event.detail.get("reason") for event in events_of(service, match_id)[1:]] == [
            "the club is closed",
            "open again",
        ]
        assert holds(service, match_id)

    @pytest.mark.parametrize("host", [True, False])
    def test_an_order_given_in_a_pause_plays_when_the_match_goes_on(
        self, service: Service, clock: VirtualClock, match_id: str, host: bool
    ) -> None:
        seat = decision_of(service, match_id).seat
        seats.pause(service, match_id, "wait", "Hilda", clock.now)
        assert not orders.give(service, match_id, seat, "decision", "pass", clock.now)
        if host:
            seats.go_on(service, match_id, "now", "Hilda", clock.now)
        else:
            absence.go_on(service, match_id, seat % 3 + 1, clock.now)
        assert [(event.seat, event.by) for event in events_of(service, match_id)[2:]] == [
            (None if host else seat % 3 + 1, "host" if host else "player"),
            (seat, "order"),
        ]
        assert holds(service, match_id)

    def test_a_moved_deadline(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        seat, later = decision_of(service, match_id).seat, clock.now + timedelta(days=5)
        seats.move_deadline(service, match_id, seat, later, "a funeral", "Hilda", clock.now)
        assert decision_of(service, match_id).due_at == later
        assert holds(service, match_id)
        for wrong in (clock.now, clock.now + timedelta(days=91)):
            with pytest.raises(Refused):
                seats.move_deadline(service, match_id, seat, wrong, "no", "Hilda", clock.now)
        with pytest.raises(Refused):
            seats.move_deadline(service, match_id, seat % 3 + 1, later, "no", "Hilda", clock.now)
        due.sweep(service, later - timedelta(seconds=1))
        assert kinds(service, match_id) == ["start", "deadline"]
        due.sweep(service, later)
        assert kinds(service, match_id) == ["start", "deadline", "move"]

    def test_a_seat_replaced(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        seat = decision_of(service, match_id).seat
        seats.replace(service, match_id, seat, "bot", "he asked for it", "Hilda", clock.now)
        assert seat_of(service, match_id, seat).player_id is None
        assert holds(service, match_id)
        due.sweep(service, clock.now)
        assert events_of(service, match_id)[-1].by == "bot"
        assert len(outbox_of(service, match_id, outbox.RESIGNED)) == 3, "all are told, also whose it was"
        with pytest.raises(Refused):
            seats.replace(service, match_id, seat, "bot", "again", "Hilda", clock.now)

    @pytest.mark.parametrize("held", [False, True])
    def test_an_end(self, service: Service, clock: VirtualClock, match_id: str, held: bool) -> None:
        if held:
            seats.pause(service, match_id, "wait", "Hilda", clock.now)
        seats.end(service, match_id, "enough", "Hilda", clock.now)
        assert match_of(service, match_id).status == "abandoned"
        assert match_of(service, match_id).held_at is None
        assert holds(service, match_id)

    def test_what_does_not_replay_at_all_can_be_closed(
        self, service: Service, clock: VirtualClock, match_id: str
    ) -> None:
        from models.tables import Event

        with service.store.writing() as session:
            session.get_one(Event, (match_id, 0)).fingerprint = "0" * 64
        service.histories._cached.clear()
        with pytest.raises(NotRunning):
            seats.pause(service, match_id, "look", "Hilda", clock.now)
        assert match_of(service, match_id).status == "frozen"
        seats.end(service, match_id, "it is broken", "Hilda", clock.now)
        assert match_of(service, match_id).status == "abandoned"

    def test_one_that_does_not_replay_keeps_nobody_from_a_holiday_and_no_other_from_being_closed(
        self, service: Service, clock: VirtualClock, match_id: str
    ) -> None:
        from models.tables import Event

        other = open_with_people(service, clock.now, ("Dee", "Eve"), "Flo")
        for each in (match_id, other):
            while match_of(service, each).status == "running":
                lapse(service, each, clock)
        with service.store.writing() as session:
            session.get_one(Event, (match_id, 0)).fingerprint = "0" * 64
            session.get_one(Match, match_id).status = "running"
        service.histories._cached.clear()
        holidays.take(service, 1, clock.now.date(), clock.now.date(), clock.now)
        with service.store.writing() as session:
            session.get_one(Match, match_id).status = "adjourned"
        absence.close_old(service, clock.now + timedelta(days=31))
        assert [match_of(service, each).status for each in (match_id, other)] == ["frozen", "abandoned"]

    def test_every_act_wants_a_reason(self, service: Service, clock: VirtualClock, match_id: str) -> None:
        later: datetime = clock.now + timedelta(days=2)
        for act in (
            lambda: seats.pause(service, match_id, " ", "Hilda", clock.now),
            lambda: seats.go_on(service, match_id, "", "Hilda", clock.now),
            lambda: seats.move_deadline(service, match_id, 1, later, "", "Hilda", clock.now),
            lambda: seats.replace(service, match_id, 1, "bot", "", "Hilda", clock.now),
            lambda: absence.offer_by_host(service, match_id, 1, "d@example.org", "", "Hilda", "test", clock.now),
        ):
            with pytest.raises(Refused, match="reason"):
                act()
        assert kinds(service, match_id) == ["start"]


def test_resigning_leaves_an_absent_rest_adjourned(service: Service, clock: VirtualClock, match_id: str) -> None:
    go_away(service, match_id, 1, clock)
    go_away(service, match_id, 2, clock)
    seats.resign(service, match_id, 3, "bot", clock.now)
    assert match_of(service, match_id).status == "adjourned"
    assert holds(service, match_id)
    with service.store.reading() as session:
        assert {row.due_at for row in session.exec(select(Decision))} == {NEVER}
