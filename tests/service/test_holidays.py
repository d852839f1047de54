"""Holidays: a yearly budget of days on which nothing is expected, also of what is asked already."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from service import due, holidays, rebuild
from service.base import NotFound, Refused, Service
from service.clock import HOUR, Pace, RESTS
from tests.conftest import VirtualClock
from tests.service.table import decision_of, events_of, match_of, play_any
from tests.service.test_pace import open_at

TODAY = date(2026, 12, 1)
PACE = Pace(24 * HOUR, ignores=("quiet",))


def days(first: int, last: int) -> tuple[date, date]:
    return TODAY + timedelta(days=first), TODAY + timedelta(days=last)


@pytest.fixture
def match_id(service: Service, clock: VirtualClock) -> str:
    """Return a match in which Ann is asked."""
    match_id = open_at(service, clock, PACE, ("UTC", "UTC"))
    while decision_of(service, match_id).seat != 1:
        play_any(service, match_id, clock.now)
    return match_id


def test_one_at_once_moves_what_is_asked(service: Service, clock: VirtualClock, match_id: str) -> None:
    clock.advance(hours=4)
    holidays.take(service, 1, *days(0, 6), clock.now)
    decision = decision_of(service, match_id)
    assert decision.due_at.date() == TODAY + timedelta(days=7)
    assert decision.due_at.hour == 20, "four of the hours were used"
    event = events_of(service, match_id)[-1]
    assert (event.kind, event.seat, event.detail["first"], event.detail["last"]) == (
        "holiday", 1, "2026-12-01", "2026-12-07",
    )  # fmt: skip
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
    due.sweep(service, decision.due_at - timedelta(seconds=1))
    assert match_of(service, match_id).number == event.number


def test_one_far_ahead_changes_nothing_yet(service: Service, clock: VirtualClock, match_id: str) -> None:
    before = match_of(service, match_id).number
    holidays.take(service, 1, *days(20, 25), clock.now)
    assert match_of(service, match_id).number == before


def test_one_of_somebody_else_moves_nothing(service: Service, clock: VirtualClock, match_id: str) -> None:
    before = decision_of(service, match_id).due_at
    holidays.take(service, 2, *days(0, 6), clock.now)
    assert decision_of(service, match_id).due_at == before
    play_any(service, match_id, clock.now)
    while decision_of(service, match_id).seat != 2:
        play_any(service, match_id, clock.now)
    assert decision_of(service, match_id).due_at.date() == TODAY + timedelta(days=8), "what comes next waits"


def test_a_match_may_ignore_them(service: Service, clock: VirtualClock) -> None:
    match_id = open_at(service, clock, Pace(24 * HOUR, ignores=RESTS), ("UTC", "UTC"))
    before = decision_of(service, match_id)
    holidays.take(service, 1, *days(0, 6), clock.now)
    holidays.take(service, 2, *days(0, 6), clock.now)
    assert decision_of(service, match_id).due_at == before.due_at


def test_one_taken_back_gives_the_time_back(service: Service, clock: VirtualClock, match_id: str) -> None:
    before = decision_of(service, match_id).due_at
    holiday = holidays.take(service, 1, *days(1, 6), clock.now)
    assert decision_of(service, match_id).due_at == before + timedelta(days=6)
    holidays.cancel(service, 1, holiday.id or 0, clock.now)
    assert decision_of(service, match_id).due_at == before
    with service.store.reading() as session:
        assert holidays.of(session, 1) == []
        assert holidays.days_left(session, 1, 2026) == 30
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")


def test_one_cut_short_keeps_the_days_that_were_had(service: Service, clock: VirtualClock, match_id: str) -> None:
    holiday = holidays.take(service, 1, *days(0, 6), clock.now)
    clock.advance(days=2)
    holidays.cancel(service, 1, holiday.id or 0, clock.now)
    assert decision_of(service, match_id).due_at.date() == TODAY + timedelta(days=4)
    with service.store.reading() as session:
        assert [(h.first, h.last) for h in holidays.of(session, 1)] == [days(0, 2)]
        assert holidays.days_left(session, 1, 2026) == 27


def test_a_day_given_back_before_it_ends_is_had_all_the_same(
    service: Service, clock: VirtualClock, match_id: str
) -> None:
    clock.now = clock.now.replace(hour=23, minute=59)
    for number in range(5):
        clock.advance(minutes=2)
        holiday = holidays.take(service, 1, *days(number + 1, number + 1), clock.now)
        clock.advance(hours=23, minutes=58)
        holidays.cancel(service, 1, holiday.id or 0, clock.now)
    with service.store.reading() as session:
        assert holidays.days_left(session, 1, 2026) == 25
    assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")


def test_by_the_own_calendar(service: Service, clock: VirtualClock) -> None:
    match_id = open_at(service, clock, PACE, ("Pacific/Kiritimati", "Pacific/Kiritimati"))
    with pytest.raises(Refused):
        holidays.take(service, 1, *days(0, 1), clock.now)  # it is the second there
    holidays.take(service, 1, *days(1, 2), clock.now)
    assert match_of(service, match_id).status == "running"


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (days(-1, 3), "today"),
        (days(3, 2), "ends on its first day or later"),
        (days(400, 401), "within a year"),
        (days(0, 30), "31 days of 2026, and 30 of your 30 are left"),
        ((date(2027, 1, 1), date(2027, 2, 15)), "46 days of 2027"),
    ],
)
def test_what_cannot_be_had(
    service: Service, clock: VirtualClock, match_id: str, wanted: tuple[date, date], says: str
) -> None:
    with pytest.raises(Refused) as refused:
        holidays.take(service, 1, *wanted, clock.now)
    assert says in str(refused.value)


def test_the_budget_is_counted_by_year(service: Service, clock: VirtualClock, match_id: str) -> None:
    holidays.take(service, 1, date(2026, 12, 10), date(2027, 1, 20), clock.now)
    with service.store.reading() as session:
        assert [holidays.days_left(session, 1, year) for year in (2026, 2027, 2028)] == [8, 10, 30]
    with pytest.raises(Refused, match="off already"):
        holidays.take(service, 1, date(2027, 1, 20), date(2027, 1, 21), clock.now)
    with pytest.raises(Refused, match="10 of your 30"):
        holidays.take(service, 1, date(2027, 3, 1), date(2027, 3, 11), clock.now)
    holidays.take(service, 1, date(2027, 3, 1), date(2027, 3, 10), clock.now)


def test_only_ones_own_can_be_cancelled(service: Service, clock: VirtualClock, match_id: str) -> None:
    holiday = holidays.take(service, 1, *days(0, 6), clock.now)
    for player, number in ((2, holiday.id or 0), (1, 99)):
        with pytest.raises(NotFound):
            holidays.cancel(service, player, number, clock.now)
    with pytest.raises(Refused, match="over"):
        holidays.cancel(service, 1, holiday.id or 0, clock.now + timedelta(days=8))
