"""The clock, held against what it promises in every time zone and at every change of clocks."""

from __future__ import annotations

from datetime import date, datetime, timedelta, UTC
from itertools import islice
from zoneinfo import available_timezones, ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import clock
from service.clock import (
    after,
    ALWAYS,
    Availability,
    Clock,
    free_times,
    in_utc,
    NEVER,
    Pace,
    PRESETS,
    rest,
    RESTS,
    used,
)

ZONES = sorted(available_timezones())
MONDAY = datetime(2026, 11, 30, 12, tzinfo=UTC)
BERLIN = Availability("Europe/Berlin", (22, 8))
HOUR = 3600
DAY = timedelta(days=1)
DAILY = PRESETS["daily"]


def changes(zone: str, year: int = 2026) -> list[datetime]:
    """Return the hours of a year in which a zone changes its clocks."""
    place, hours = (
        ZoneInfo(zone),
        [datetime(year, 1, 1, tzinfo=UTC) + timedelta(hours=n) for n in range(0, 366 * 24, 6)],
    )
    offsets = [hour.astimezone(place).utcoffset() for hour in hours]
    return [hour for hour, a, b in zip(hours[1:], offsets, offsets[1:], strict=False) if a != b]


MOMENTS = [MONDAY, datetime(2026, 3, 29, 0, 30, tzinfo=UTC), datetime(2011, 12, 30, 3, tzinfo=UTC)]

zones = st.sampled_from(ZONES)
moments = st.integers(0, 20 * 365 * 24 * HOUR).map(
    lambda seconds: datetime(2015, 1, 1, tzinfo=UTC) + timedelta(0, seconds)
)
nights = st.none() | st.tuples(st.integers(0, 23), st.integers(0, 10)).map(lambda n: (n[0], (n[0] + n[1]) % 24))
weekdays = st.sets(st.integers(0, 6), max_size=2).map(lambda days: tuple(sorted(days)))
spans = st.integers(0, 30 * 24 * 3600)


@st.composite
def players(draw: st.DrawFn, near: datetime | None = None) -> Availability:
    """Draw somebody with nights, days off and holidays."""
    start = near or draw(moments)
    days = [start.date() + timedelta(days=draw(st.integers(-5, 40))) for _ in range(draw(st.integers(0, 2)))]
    holidays = tuple((day, day + timedelta(days=draw(st.integers(0, 20)))) for day in days)
    return Availability(draw(zones), draw(nights), draw(weekdays), holidays)


paces = st.builds(
    Pace,
    st.integers(60, 7 * 24 * HOUR),
    st.integers(0, 7 * 24 * HOUR),
    st.integers(0, 2 * HOUR),
    st.integers(0, 10 * 24 * HOUR),
    st.sets(st.sampled_from(RESTS)).map(lambda rests: tuple(sorted(rests))),
)


@pytest.mark.parametrize("zone", ZONES)
def test_days_follow_each_other_without_gap_in_every_zone(zone: str) -> None:
    """At both clock changes of the year the hours of the days before and after come in order and cover all time."""
    place = ZoneInfo(zone)
    for change in [*changes(zone), *MOMENTS]:
        first = change.date() - timedelta(days=2)
        hours = [in_utc(first + timedelta(days=n), hour, place) for n in range(4) for hour in range(25)]
        assert hours == sorted(hours)
        assert in_utc(first, 24, place) == in_utc(first + timedelta(days=1), 0, place)
        for moment in hours:
            assert moment.microsecond == 0
        always = islice(free_times(Availability(zone), change), 5)
        ends = [end for _begin, end in always]
        assert after(Availability(zone), change, (ends[-1] - change).total_seconds()) == ends[-1]


@pytest.mark.parametrize("zone", ZONES)
def test_nobody_is_out_of_time_at_night_in_any_zone(zone: str) -> None:
    player, place = Availability(zone, (22, 8)), ZoneInfo(zone)
    for change in [*changes(zone), MONDAY]:
        for hours in range(0, 60, 7):
            due = after(player, change - timedelta(hours=20), 3600 * hours + 1)
            local = due.astimezone(place)
            assert 8 <= local.hour < 22 or (local.hour, local.minute, local.second) == (22, 0, 0)


@given(players(), moments, spans)
def test_a_deadline_is_never_before_its_start(player: Availability, start: datetime, seconds: int) -> None:
    due = after(player, start, seconds)
    assert due >= start + timedelta(seconds=seconds)
    assert due.tzinfo == UTC


@given(players(), moments, spans)
def test_what_was_given_is_what_is_used(player: Availability, start: datetime, seconds: int) -> None:
    assert used(player, start, after(player, start, seconds)) == pytest.approx(seconds, abs=1e-3)


@given(st.data(), moments, spans)
def test_the_more_somebody_is_available_the_sooner_their_time_is_up(
    data: st.DataObject, start: datetime, seconds: int
) -> None:
    player = data.draw(players(start))
    due = after(player, start, seconds)
    freer = [
        player._replace(quiet=None),
        player._replace(days_off=player.days_off[:1]),
        player._replace(holidays=player.holidays[:1]),
    ]
    if player.quiet and player.quiet[0] != player.quiet[1]:
        freer.append(player._replace(quiet=((player.quiet[0] + 1) % 24, player.quiet[1])))
    for other in freer:
        assert after(other, start, seconds) <= due


@given(players(), moments, spans, spans)
def test_more_time_never_makes_it_earlier(player: Availability, start: datetime, a: int, b: int) -> None:
    assert after(player, start, min(a, b)) <= after(player, start, max(a, b))


@given(players(), moments)
def test_who_rests_has_a_reason_and_who_plays_has_none(player: Availability, now: datetime) -> None:
    reason = rest(player, now)
    assert (reason == "") == (used(player, now, now + timedelta(seconds=1)) > 0.9)


@given(players(), paces, moments, st.integers(0, 10 * 24 * HOUR))
def test_a_clock_gives_the_allowance_and_then_the_bank(
    player: Availability, pace: Pace, now: datetime, bank: int
) -> None:
    ticking = clock.begin(pace, player, now, bank)
    theirs = player.ignoring(pace.ignores)
    assert now == ticking.since == ticking.runs_from < ticking.bank_at <= ticking.due_at
    assert used(theirs, now, ticking.bank_at) == pytest.approx(pace.allowance, abs=1e-3)
    assert used(theirs, ticking.bank_at, ticking.due_at) == pytest.approx(bank, abs=1e-3)
    assert clock.bank_left(ticking, now) == clock.bank_left(ticking, ticking.bank_at) == bank
    assert clock.bank_left(ticking, ticking.due_at) == 0
    assert Clock.read(ticking.stored()) == ticking


@given(players(), players(), paces, moments, st.integers(0, 10 * 24 * HOUR), spans, spans)
def test_a_clock_that_stood_still_gains_and_loses_no_time(
    player: Availability, later: Availability, pace: Pace, now: datetime, bank: int, before: int, pause: int
) -> None:
    """What has been used up to a pause and what is left after it make up the whole, also for who is then less free."""
    ticking = clock.begin(pace, player, now, bank)
    stopped = min(now + timedelta(seconds=before), ticking.due_at)
    resumed = stopped + timedelta(seconds=pause)
    for then in (None, later):
        again = clock.restarted(ticking, stopped, resumed, then)
        if stopped == ticking.due_at:
            assert again == ticking, "what had run out stays so"
            continue
        free = then or ticking.availability
        spent = used(ticking.availability, now, stopped)
        assert spent + used(free, resumed, again.due_at) == pytest.approx(pace.allowance + bank, abs=1e-3)
        assert again.since == now
        assert again.due_at >= resumed
        assert clock.bank_left(again, resumed) <= clock.bank_left(ticking, stopped) <= bank
        assert clock.bank_left(again, resumed) == pytest.approx(clock.bank_left(ticking, stopped), abs=1)
        if not then:
            assert again.due_at >= ticking.due_at - timedelta(milliseconds=1)


@given(players(), paces, moments, st.integers(0, 10 * 24 * HOUR), st.floats(0, 1), st.floats(0, 1))
def test_a_run_is_one_deadline_and_gains_no_bank(
    player: Availability, pace: Pace, now: datetime, bank: int, first: float, second: float
) -> None:
    ticking = clock.begin(pace, player, now, bank)
    left = bank
    for share in (first, second):
        answered = now + (ticking.due_at - now) * share
        left = min(left, clock.bank_left(ticking, answered))
        after_it = clock.run_on(ticking, pace, answered)
        assert after_it.due_at >= ticking.due_at
        floor = used(ticking.availability, answered, after_it.due_at)
        assert floor >= min(pace.allowance, HOUR) - 1e-3
        assert after_it.due_at == ticking.due_at or floor <= HOUR + 1e-3
        assert clock.bank_left(after_it, answered) <= left
        assert clock.bank_left(after_it, after_it.due_at) == 0
        ticking, now = after_it, answered


@given(paces, st.integers(0, 10 * 24 * HOUR))
def test_a_bank_grows_up_to_what_it_can_hold_and_is_never_cut(pace: Pace, bank: int) -> None:
    credited = pace.credited(bank)
    assert bank <= credited <= bank + pace.earn
    assert credited <= max(bank, pace.most)


@given(players(), players(), paces, moments, st.integers(0, 10 * 24 * HOUR))
def test_reminders_come_in_order_in_time_and_while_somebody_is_up(
    player: Availability, real: Availability, pace: Pace, now: datetime, bank: int
) -> None:
    ticking = clock.begin(pace, player, now, bank)
    last = now
    for reminder in clock.reminders(ticking, pace, real):
        assert last + clock.FIRST_REMINDER <= reminder.at < ticking.due_at
        assert rest(real, reminder.at) == ""
        last = reminder.at


def test_reminders_come_at_half_at_nine_tenths_and_before_the_bank_ends() -> None:
    ticking = clock.begin(DAILY, BERLIN, MONDAY, 10 * HOUR)  # 13:00 there: 24 waking hours end on Wednesday at nine
    local = [
        (r.kind, f"{r.at.astimezone(ZoneInfo('Europe/Berlin')):%a %H:%M}")
        for r in clock.reminders(ticking, DAILY, BERLIN)
    ]
    assert local == [("half", "Tue 11:00"), ("late", "Tue 20:36"), ("bank", "Wed 18:00")]
    assert ticking.due_at.astimezone(ZoneInfo("Europe/Berlin")).strftime("%a %H:%M") == "Wed 19:00"


def test_a_clock_that_goes_on_after_a_pause_does_not_remind_again_of_what_is_past() -> None:
    ticking = clock.begin(Pace(24 * HOUR), ALWAYS, MONDAY, 0)
    stopped, resumed = MONDAY + timedelta(hours=14), MONDAY + timedelta(hours=100)
    again = clock.restarted(ticking, stopped, resumed)
    assert again.due_at == resumed + timedelta(hours=10)
    assert [r.kind for r in clock.reminders(again, Pace(24 * HOUR), ALWAYS)] == ["late"]


def test_nobody_is_reminded_at_night_where_the_clock_does_not_rest() -> None:
    pace, evening = Pace(10 * HOUR), datetime(2026, 11, 30, 20, tzinfo=UTC)
    ticking = clock.begin(pace, BERLIN, evening, 0)
    assert ticking.due_at == evening + timedelta(hours=10)
    assert clock.reminders(ticking, pace, BERLIN) == [], "both would be at night, and in the morning it is too late"
    ticking = clock.begin(Pace(12 * HOUR), BERLIN, evening, 0)
    assert [(r.kind, r.at.hour) for r in clock.reminders(ticking, Pace(12 * HOUR), BERLIN)] == [("half", 7)]


@pytest.mark.parametrize(
    ("player", "now", "reason"),
    [
        (ALWAYS, MONDAY, ""),
        (BERLIN, MONDAY, ""),
        (BERLIN, datetime(2026, 11, 30, 21, tzinfo=UTC), "quiet"),
        (BERLIN, datetime(2026, 11, 30, 6, 59, 59, tzinfo=UTC), "quiet"),
        (BERLIN, datetime(2026, 11, 30, 7, tzinfo=UTC), ""),
        (BERLIN._replace(days_off=(0,)), MONDAY, "days_off"),
        (BERLIN._replace(days_off=(1,)), MONDAY, ""),
        (BERLIN._replace(holidays=((date(2026, 11, 30), date(2026, 11, 30)),)), MONDAY, "holidays"),
        (BERLIN._replace(holidays=((date(2026, 12, 1), date(2026, 12, 5)),)), MONDAY, ""),
    ],
)
def test_why_a_clock_rests(player: Availability, now: datetime, reason: str) -> None:
    assert rest(player, now) == reason


@pytest.mark.parametrize(
    ("player", "hours", "due"),
    [
        (ALWAYS, 24, "2026-12-01 12:00"),
        (BERLIN, 9, "2026-11-30 21:00"),  # up to ten at night
        (BERLIN, 10, "2026-12-01 08:00"),
        (BERLIN, 24, "2026-12-02 08:00"),
        (BERLIN._replace(quiet=(1, 6)), 24, "2026-12-01 17:00"),
        (BERLIN._replace(days_off=(1, 2)), 10, "2026-12-03 08:00"),
        (BERLIN._replace(holidays=((date(2026, 12, 1), date(2026, 12, 10)),)), 10, "2026-12-11 08:00"),
        (Availability("Asia/Tokyo", (22, 8)), 1, "2026-11-30 13:00"),
        (Availability("Asia/Tokyo", (22, 8)), 2, "2026-12-01 00:00"),
    ],
)
def test_a_deadline_is_when_they_have_been_awake_that_long(player: Availability, hours: int, due: str) -> None:
    assert after(player, MONDAY, hours * 3600) == datetime.fromisoformat(due).replace(tzinfo=UTC)


def test_an_hour_that_is_skipped_counts_for_nobody() -> None:
    night = datetime(2026, 3, 29, 0, 0, tzinfo=UTC)  # 1:00 in Berlin; at 1:00 UTC it becomes 3:00
    assert in_utc(date(2026, 3, 29), 2, ZoneInfo("Europe/Berlin")) == night + timedelta(hours=1)
    assert after(Availability("Europe/Berlin", (2, 3)), night, 7200) == night + timedelta(hours=2)
    assert in_utc(date(2011, 12, 30), 5, ZoneInfo("Pacific/Apia")) == datetime(2011, 12, 30, 10, tzinfo=UTC)


def test_a_zone_that_is_unknown_is_utc() -> None:
    for name in ("Mars/Olympus", "", "../etc/passwd", "\0"):
        assert clock.zone_of(name).key == "UTC"
        assert not clock.is_zone(name)
    assert clock.is_zone("UTC")
    assert clock.is_zone("Europe/Berlin")


def test_who_is_never_there_is_never_late() -> None:
    gone = Availability(holidays=((date(2020, 1, 1), date.max),))
    assert after(gone, MONDAY, 1) == NEVER
    assert rest(gone, MONDAY) == "holidays"
    ticking = clock.begin(DAILY, gone, MONDAY, 60)
    assert ticking.due_at == NEVER
    assert clock.reminders(ticking, DAILY, gone) == []
    assert clock.restarted(ticking, MONDAY, MONDAY + timedelta(days=1)) == ticking


def test_presets_and_stored_paces() -> None:
    assert list(PRESETS) == ["relaxed", "daily", "lively", "live"]
    assert PRESETS["live"].ignores == RESTS
    for pace in PRESETS.values():
        assert Pace.read(pace.stored()) == pace
        assert pace.bank <= pace.most
    assert Pace.read({"allowance": 60}) == Pace(60, 0, 0, 0, RESTS), "a match of before keeps its clock"


def test_a_moved_deadline_gives_the_bank_nothing() -> None:
    ticking = clock.begin(DAILY, BERLIN, MONDAY, HOUR)
    later = clock.moved(ticking, ticking.due_at + timedelta(days=5), MONDAY)
    assert clock.bank_left(later, ticking.due_at) == HOUR
    sooner = clock.moved(ticking, MONDAY + timedelta(hours=2), MONDAY)
    assert sooner.bank_at == sooner.due_at
    assert clock.bank_left(sooner, MONDAY + timedelta(hours=1)) == HOUR


NIGHT = MONDAY + timedelta(hours=14)  # in Berlin three in the morning


def test_standing_still_brings_a_deadline_that_a_host_has_moved_into_the_night_no_nearer() -> None:
    evening = MONDAY + timedelta(hours=8)
    moved = clock.moved(clock.begin(DAILY, BERLIN, MONDAY, 0), NIGHT, MONDAY)
    assert clock.restarted(moved, evening, evening + timedelta(hours=1)).due_at == NIGHT + timedelta(hours=6)
    resting = MONDAY + timedelta(hours=11)
    assert clock.restarted(moved, resting, resting + timedelta(hours=1)).due_at == NIGHT + timedelta(hours=1)


def test_a_deadline_that_a_host_has_moved_into_the_night_is_not_passed_when_the_service_is_back() -> None:
    resting, back = MONDAY + timedelta(hours=11), MONDAY + timedelta(days=2)
    moved = clock.moved(clock.begin(DAILY, BERLIN, MONDAY, HOUR), NIGHT, MONDAY)
    again = clock.restarted(moved, resting, back)
    assert again.due_at == back + timedelta(hours=3)
    assert clock.bank_left(again, again.due_at) == HOUR, "a moved deadline takes nothing out of the bank"


def test_a_holiday_that_is_cancelled_brings_a_deadline_that_a_host_has_moved_no_nearer() -> None:
    away = BERLIN._replace(holidays=((MONDAY.date(), MONDAY.date() + timedelta(days=9)),))
    moved = clock.moved(clock.begin(DAILY, away, MONDAY, HOUR), MONDAY + timedelta(days=2), MONDAY)
    tomorrow = MONDAY + timedelta(days=1)
    assert clock.restarted(moved, tomorrow, tomorrow, BERLIN).due_at == moved.due_at


@pytest.mark.parametrize("player", [ALWAYS, BERLIN._replace(holidays=((MONDAY.date(), MONDAY.date() + 9 * DAY),))])
def test_a_deadline_moved_in_an_outage_has_stood_still_only_since_then(player: Availability) -> None:
    due_at = MONDAY + timedelta(days=2)
    moved = clock.moved(clock.begin(DAILY, player, MONDAY, HOUR), due_at, MONDAY + timedelta(hours=5))
    outage = MONDAY + timedelta(hours=1), MONDAY + timedelta(hours=6)
    assert clock.restarted(moved, *outage).due_at == due_at + timedelta(hours=1)
    over = MONDAY + timedelta(hours=1), MONDAY + timedelta(hours=4)
    assert clock.restarted(moved, *over) == moved
