"""The clocks at a table: until when who is asked, which of them rest and why, and that pages know of changes."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from models.tables import Event, StandingOrder
from service import holidays
from tests.conftest import pass_time, Running, VirtualClock
from tests.service.table import decision_of, match_of, play_any
from tests.web.absent import BANKED, by_link, change_player, NAMES, open_at, PLAIN, player_of, signed_in
from tests.web.visitor import Visitor, words


@pytest.fixture
def match_id(running: Running) -> str:
    return open_at(running, BANKED)


def at_turn(running: Running, match_id: str) -> tuple[Visitor, int, str]:
    seat = decision_of(running.service, match_id).seat
    return signed_in(running, NAMES[seat - 1]), seat, f"/m/{match_id}/{seat}"


def another(seat: int) -> int:
    return seat % 3 + 1


class TestUntilWhen:
    def test_who_is_asked_reads_the_time_for_the_move_and_then_the_bank(self, running: Running, match_id: str) -> None:
        visitor, _seat, path = at_turn(running, match_id)
        text = words(visitor.get(path))
        assert "Your turn, until Wed 2 Dec, 12:00 ; then your time bank runs until Sat 5 Dec, 12:00 (UTC)" in text
        assert "After that this is played for you: pass." in text
        pass_time(running, days=1, hours=2)
        text = words(visitor.get(path))
        assert "Your turn: the time for the move is used up, and your time bank runs until Sat 5 Dec, 12:00" in text
        assert "then your time bank" not in text

    def test_without_a_bank_there_is_one_time(self, running: Running) -> None:
        visitor, _seat, path = at_turn(running, open_at(running, PLAIN))
        text = words(visitor.get(path))
        assert "Your turn, until Wed 2 Dec, 12:00 (UTC) ." in text
        assert "bank" not in text

    def test_the_others_read_who_is_waited_for_and_until_when(self, running: Running, match_id: str) -> None:
        seat = decision_of(running.service, match_id).seat
        other = another(seat)
        change_player(running, NAMES[other - 1], zone="Asia/Tokyo")
        text = words(signed_in(running, NAMES[other - 1]).get(f"/m/{match_id}/{other}"))
        assert f"Waiting for {NAMES[seat - 1]} since Tue 1 Dec, 21:00 ." in text
        assert "ends on Wed 2 Dec, 21:00 ; then the time bank runs until Sat 5 Dec, 21:00 (Asia/Tokyo)" in text


class TestPanel:
    def test_all_banks_and_zones_are_there(self, running: Running, match_id: str) -> None:
        change_player(running, "Ben", zone="America/New_York")
        visitor, _seat, path = at_turn(running, match_id)
        text = words(visitor.get(path)).partition("Clocks")[2]
        assert text.count("Time bank: 3 days.") == 3
        assert "Time zone: America/New York." in text or decision_of(running.service, match_id).seat == 2

    def test_a_bank_that_runs_shows_its_end(self, running: Running, match_id: str) -> None:
        visitor, _seat, path = at_turn(running, match_id)
        pass_time(running, days=2)
        text = words(visitor.get(path)).partition("Clocks")[2]
        assert "The time bank runs, until Sat 5 Dec, 12:00" in text
        assert text.count("Time bank: 3 days.") == 2

    def test_quiet_hours_are_by_the_reader_s_clock(self, running: Running, match_id: str) -> None:
        seat = decision_of(running.service, match_id).seat
        other = another(seat)
        change_player(running, NAMES[other - 1], quiet_from=22, quiet_to=7, zone="Asia/Tokyo")
        text = words(signed_in(running, NAMES[seat - 1]).get(f"/m/{match_id}/{seat}"))
        assert "Quiet hours 13:00 to 22:00 by your clock." in text

    def test_who_sleeps_is_said_and_until_when(self, running: Running, match_id: str) -> None:
        seat = decision_of(running.service, match_id).seat
        other = another(seat)
        change_player(running, NAMES[other - 1], quiet_from=9, quiet_to=15)
        text = words(signed_in(running, NAMES[seat - 1]).get(f"/m/{match_id}/{seat}"))
        assert "asleep The clock rests in quiet hours, until Tue 1 Dec, 15:00" in text
        own = words(signed_in(running, NAMES[other - 1]).get(f"/m/{match_id}/{other}"))
        assert "Your clock rests in your quiet hours, until Tue 1 Dec, 15:00" in own

    def test_who_has_a_day_off_is_said(self, running: Running, match_id: str) -> None:
        seat = decision_of(running.service, match_id).seat
        change_player(running, NAMES[another(seat) - 1], days_off=[1])
        text = words(signed_in(running, NAMES[seat - 1]).get(f"/m/{match_id}/{seat}"))
        assert "day off The clock rests for a day off, until Wed 2 Dec, 00:00" in text

    def test_a_holiday_is_said_with_what_is_asked(self, running: Running, match_id: str) -> None:
        visitor, seat, path = at_turn(running, match_id)
        who = player_of(running, NAMES[seat - 1])
        holidays.take(running.service, who.id or 0, date(2026, 12, 1), date(2026, 12, 3), running.clock.now)
        text = words(visitor.get(path))
        assert "Your clock rests, for you are on holiday, until Fri 4 Dec, 00:00" in text.partition("Clocks")[0]
        assert "takes a holiday from Tue 1 Dec 2026 to Thu 3 Dec 2026: their clock rests on these days." in text
        other = another(seat)
        text = words(signed_in(running, NAMES[other - 1]).get(f"/m/{match_id}/{other}"))
        assert "on holiday The clock rests for a holiday, until Fri 4 Dec, 00:00" in text

    def test_a_clock_of_a_paused_match_stands(self, running: Running, match_id: str) -> None:
        from service import seats

        visitor, _seat, path = at_turn(running, match_id)
        pass_time(running, days=2)
        seats.pause(running.service, match_id, "a strike", "Hester", running.clock.now)
        pass_time(running, days=1)
        text = words(visitor.get(path)).partition("Clocks")[2]
        assert text.count("Time bank: 2 days.") == 1
        assert text.count("Time bank: 3 days.") == 2


class TestWhatAPageKnows:
    """The tag of a page changes with all that is seen, and with the time alone only when that changes something."""

    def tag(self, visitor: Visitor, path: str) -> str:
        return str(visitor.get(path).headers["ETag"])

    def test_time_alone_changes_nothing(self, running: Running, match_id: str) -> None:
        visitor, _seat, path = at_turn(running, match_id)
        tag = self.tag(visitor, path)
        pass_time(running, hours=3)
        assert visitor.get(path, If_None_Match=tag).status_code == 304
        pass_time(running, hours=22)
        running_bank = self.tag(visitor, path)
        assert running_bank != tag, "the bank has begun to run"
        pass_time(running, minutes=7)
        assert visitor.get(path, If_None_Match=running_bank).status_code == 304

    def test_falling_asleep_and_quiet_hours_change_it(self, running: Running, match_id: str) -> None:
        visitor, seat, path = at_turn(running, match_id)
        tags = [self.tag(visitor, path)]
        change_player(running, NAMES[another(seat) - 1], quiet_from=20, quiet_to=6)
        tags.append(self.tag(visitor, path))
        pass_time(running, hours=9)
        tags.append(self.tag(visitor, path))
        assert len(set(tags)) == 3

    def test_proposals_and_agreeing_change_it(self, running: Running, match_id: str) -> None:
        visitor, seat, path = at_turn(running, match_id)
        tags = [self.tag(visitor, path)]
        others = [n for n in (1, 2, 3) if n != seat]
        for other in others:
            by_link(running, match_id, other).post(f"/m/{match_id}/{other}/propose", kind="end")
            tags.append(self.tag(visitor, path))
        assert len(set(tags)) == 3

    def test_an_order_changes_that_of_its_own_seat_only(self, running: Running, match_id: str) -> None:
        seat = decision_of(running.service, match_id).seat
        other = another(seat)
        mine, theirs = signed_in(running, NAMES[other - 1]), signed_in(running, NAMES[seat - 1])
        paths = f"/m/{match_id}/{other}", f"/m/{match_id}/{seat}"
        tags = self.tag(mine, paths[0]), self.tag(theirs, paths[1])
        order = StandingOrder(
            match_id=match_id, seat=other, scope="decision", serial=0, lines=["pass"],
            number=match_of(running.service, match_id).number, at=running.clock.now,
        )  # fmt: skip
        with running.service.store.writing() as session:
            session.add(order)
        assert self.tag(mine, paths[0]) != tags[0]
        assert self.tag(theirs, paths[1]) == tags[1]


def test_the_line_of_an_order_is_its_own_seat_s_until_the_end(running: Running, clock: VirtualClock) -> None:
    from service import orders, seats

    match_id = open_at(running, PLAIN)
    with running.service.store.writing() as session:
        match = match_of(running.service, match_id)
        match.open_to_all = True
        session.merge(match)
    first = decision_of(running.service, match_id).seat
    other = first % 3 + 1
    orders.give(running.service, match_id, other, "decision", "pass", clock.now)
    while decision_of(running.service, match_id).seat != other:
        play_any(running.service, match_id, clock.now)
        if any(line.by == "order" for line in _lines(running, match_id)):
            break
    (line,) = [line for line in _lines(running, match_id) if line.by == "order"]
    step = f"/step/{line.number}"
    own = signed_in(running, NAMES[other - 1])
    for path in (f"/m/{match_id}/{other}", f"/m/{match_id}/{other}{step}"):
        assert "standing order: pass" in words(own.get(path))
    rest = [(signed_in(running, NAMES[n - 1]), f"/m/{match_id}/{n}") for n in (1, 2, 3) if n != other]
    for visitor, path in [*rest, (Visitor(running), f"/m/{match_id}")]:
        for each in (path, path + step):
            text = words(visitor.get(each))
            assert "standing order" in text
            assert "standing order:" not in text
    seats.end(running.service, match_id, "enough", "Hester", clock.now)


def _lines(running: Running, match_id: str) -> list[Event]:
    from tests.service.table import events_of

    return events_of(running.service, match_id)


def test_a_page_of_a_table_knows_by_minutes(running: Running, match_id: str) -> None:
    """No page shows a time that would be another a minute later, but for when something ends."""
    visitor, _seat, path = at_turn(running, match_id)
    pass_time(running, days=1, minutes=1)
    before = words(visitor.get(path))
    pass_time(running, running.clock.now + timedelta(minutes=1))
    assert words(visitor.get(path)) == before
