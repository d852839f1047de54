"""The clock: how long somebody may take, and when they are not asked to hurry. Pure; time is an argument.

Time runs for a seat only while its player is available: not in their quiet hours, on their days off or on holiday,
as far as the match respects these. A decision has the allowance of the pace, and when that is used up, the seat's
time bank. Moments are aware datetimes and come out in UTC; lengths of time are seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta, UTC
from typing import Any, NamedTuple, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = timedelta(days=1)
HOUR = 3600
MOST_QUIET = 10  # hours of a day
MOST_DAYS_OFF = 2  # of a week
HOLIDAYS_A_YEAR = 30  # days
HORIZON = timedelta(days=3 * 366)  # who is not available for so long is taken never to be
NEVER = datetime(9000, 1, 1, tzinfo=UTC)  # when a clock that stands still runs out
RUN_FLOOR = HOUR  # what who answers at the last moment has for what follows from it
QUIET, DAYS_OFF, HOLIDAYS = "quiet", "days_off", "holidays"
RESTS = (QUIET, DAYS_OFF, HOLIDAYS)  # why a clock may rest; a match can ignore any of these
FIRST_REMINDER = timedelta(minutes=10)  # nobody is reminded of what they have only just been told


class Pace(NamedTuple):
    """How fast a match is played.

    `allowance` is for a move, `bank` what a seat's time bank holds at the start, `earn` what each turn in time adds,
    `most` what it can hold, all in seconds. `ignores` names what does not let a clock rest. Who is `away` has a house
    bot (`bot`) or the moves of a passed deadline (`deadline`) play for them.
    """

    allowance: int
    bank: int = 0
    earn: int = 0
    most: int = 0
    ignores: tuple[str, ...] = RESTS
    away: str = "deadline"

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return the pace of a match as it is stored; what is left out, as by old matches, has its default."""
        given = {key: stored[key] for key in cls._fields if key in stored}
        return cls(**given | {"ignores": tuple(given.get("ignores", RESTS))})

    def stored(self) -> dict[str, Any]:
        """Return this pace as it is stored."""
        return self._asdict() | {"ignores": list(self.ignores)}

    def quarter(self) -> timedelta:
        """Return a quarter of the time for a move: how long what is only offered waits for a better occasion."""
        return timedelta(seconds=self.allowance) / 4

    def credited(self, bank: int) -> int:
        """Return what a time bank of `bank` seconds holds after a turn in time."""
        return max(bank, min(self.most, bank + self.earn))


PRESETS = {
    "relaxed": Pace(72 * HOUR, bank=168 * HOUR, most=168 * HOUR, ignores=()),
    "daily": Pace(24 * HOUR, bank=72 * HOUR, earn=HOUR, most=72 * HOUR, ignores=()),
    "lively": Pace(8 * HOUR, bank=24 * HOUR, earn=HOUR // 2, most=24 * HOUR, ignores=()),
    "live": Pace(300, bank=1800, earn=10, most=1800),
}


class Availability(NamedTuple):
    """When a player can be asked to play.

    `quiet` are the hours (0 to 24) between which nothing is expected, local time, `None` for no such hours;
    `days_off` weekdays from 0 (Monday); `holidays` the first and last day of each.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    days_off: tuple[int, ...] = ()
    holidays: tuple[tuple[date, date], ...] = ()

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return what `stored` gave."""
        quiet = stored.get(QUIET)
        days = [(date.fromisoformat(first), date.fromisoformat(last)) for first, last in stored.get(HOLIDAYS, ())]
        return cls(
            zone=stored.get("zone", "UTC"),
            quiet=(quiet[0], quiet[1]) if quiet else None,
            days_off=tuple(stored.get(DAYS_OFF, ())),
            holidays=tuple(days),
        )

    def stored(self) -> dict[str, Any]:
        """Return this as plain JSON values."""
        holidays = [[first.isoformat(), last.isoformat()] for first, last in self.holidays]
        return self._asdict() | {DAYS_OFF: list(self.days_off), HOLIDAYS: holidays, QUIET: self.quiet and [*self.quiet]}

    def ignoring(self, rests: tuple[str, ...]) -> Self:
        """Return the availability that is left of this where some reasons to rest do not count."""
        return self._replace(
            quiet=None if QUIET in rests else self.quiet,
            days_off=() if DAYS_OFF in rests else self.days_off,
            holidays=() if HOLIDAYS in rests else self.holidays,
        )

    def on_holiday(self, day: date) -> bool:
        """Say whether a day is one of the holidays."""
        return any(first <= day <= last for first, last in self.holidays)


ALWAYS = Availability()


class Clock(NamedTuple):
    """The clock of a decision: asked at `since`, it runs from `runs_from` to `due_at`, from `bank_at` on the time bank.

    `bank` is how many seconds the seat's time bank held; `availability` is as it was when the decision was asked,
    for changes count from the next one.
    """

    since: datetime
    runs_from: datetime
    bank_at: datetime
    due_at: datetime
    bank: int = 0
    availability: Availability = ALWAYS

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return what `stored` gave."""
        since, runs_from, bank_at, due_at = (datetime.fromisoformat(stored[name]) for name in cls._fields[:4])
        player = Availability.read(stored.get("availability", {}))
        return cls(since, runs_from, bank_at, due_at, stored.get("bank", 0), player)

    def stored(self) -> dict[str, Any]:
        """Return this as plain JSON values."""
        moments = {name: getattr(self, name).isoformat() for name in self._fields[:4]}
        return moments | {"bank": self.bank, "availability": self.availability.stored()}

    @property
    def thinks(self) -> bool:
        """Say whether there was time to think: not so where a bot, or nobody, does."""
        return self.due_at > self.since


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by name, UTC where no such zone is known (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def is_zone(name: str) -> bool:
    """Say whether a time zone of this name is known here."""
    return name == "UTC" or zone_of(name).key == name


def in_utc(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """Return the moment when clocks in `zone` first show `hour` (0 to 24) of a day; skipped hours are when they skip.

    Later hours never come before earlier ones, also where clocks are put forward or back.
    """
    wall = datetime.combine(day, time(), zone) + timedelta(hours=hour)
    early, late = (wall.replace(fold=fold).astimezone(UTC) for fold in (1, 0))
    if late <= early:  # shown once, or twice: then `late`, of the first time, is the earlier
        return late
    before = early.astimezone(zone).utcoffset()
    while late - early > timedelta(seconds=1):  # never shown: look for the moment of the change
        middle = early + (late - early) / 2
        if middle.astimezone(zone).utcoffset() == before:
            early = middle
        else:
            late = middle
    return late.replace(microsecond=0)


def _awake(quiet: tuple[int, int] | None) -> list[tuple[int, int]]:
    """Return the hours of a day that are not quiet."""
    if not quiet or quiet[0] == quiet[1]:
        return [(0, 24)]
    start, end = quiet
    spans = [(end, start)] if end < start else [(0, start), (end, 24)]
    return [(a, b) for a, b in spans if a < b]


def free_times(player: Availability, start: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the spans in which a player is available from `start` on, in order, up to the horizon."""
    zone, awake = zone_of(player.zone), _awake(player.quiet)
    day = start.astimezone(zone).date() - DAY
    until = day + HORIZON
    while day < until:
        if day.weekday() not in player.days_off and not player.on_holiday(day):
            for first, last in awake:
                begin, end = max(in_utc(day, first, zone), start), in_utc(day, last, zone)
                if begin < end:
                    yield begin.astimezone(UTC), end
        day += DAY


def after(player: Availability, start: datetime, seconds: float) -> datetime:
    """Return when a player has been available for `seconds` since `start`; never before `start`.

    The more a player is available, the sooner that is. `NEVER` where they are not, as far as can be seen.
    """
    left = timedelta(seconds=seconds)
    if left <= timedelta():
        return start.astimezone(UTC)
    for begin, end in free_times(player, start):
        if left <= end - begin:
            return begin + left
        left -= end - begin
    return NEVER


def used(player: Availability, start: datetime, end: datetime) -> float:
    """Return for how many seconds a player is available from `start` to `end`."""
    total = timedelta()
    for begin, stop in free_times(player, start):
        if begin >= end:
            break
        total += min(stop, end) - begin
    return total.total_seconds()


def next_free(player: Availability, moment: datetime) -> datetime:
    """Return the first moment, from `moment` on, at which a player is available."""
    return next((begin for begin, _end in free_times(player, moment)), NEVER)


def rest(player: Availability, now: datetime) -> str:
    """Say why a player's clock rests now: `holidays`, `days_off` or `quiet`; empty while it runs."""
    if next_free(player, now) <= now:
        return ""
    day = now.astimezone(zone_of(player.zone)).date()
    if player.on_holiday(day):
        return HOLIDAYS
    return DAYS_OFF if day.weekday() in player.days_off else QUIET


def next_quiet(player: Availability, now: datetime) -> tuple[datetime, datetime] | None:
    """Return from when to when the quiet hours are that are going on or come next; `None` where there are none."""
    if not player.quiet or player.quiet[0] == player.quiet[1]:
        return None
    zone, (first, last) = zone_of(player.zone), player.quiet
    day = now.astimezone(zone).date() - DAY
    while True:
        begin, end = in_utc(day, first, zone), in_utc(day + (DAY if last < first else timedelta()), last, zone)
        if end > now:
            return begin, end
        day += DAY


def at_once(now: datetime) -> Clock:
    """Return the clock of a decision that a bot, or nobody, thinks about."""
    return Clock(now, now, now, now)


def begin(pace: Pace, player: Availability, now: datetime, bank: int) -> Clock:
    """Return the clock of a decision asked at `now`, where the seat's time bank holds `bank` seconds."""
    player = player.ignoring(pace.ignores)
    bank_at = after(player, now, pace.allowance)
    return Clock(now, now, bank_at, after(player, now, pace.allowance + bank), bank, player)


def run_on(clock: Clock, pace: Pace, now: datetime) -> Clock:
    """Return the clock of a decision that follows at `now` from the seat's own answer to the one `clock` ran for.

    Such a run is one deadline. But who answered at the last moment has an hour for what follows, or the whole
    allowance if that is less; the time bank gains nothing by it.
    """
    floor = after(clock.availability, now, min(pace.allowance, RUN_FLOOR))
    if floor <= clock.due_at:
        return clock
    return clock._replace(bank_at=max(clock.bank_at, min(now, floor)), due_at=floor, bank=bank_left(clock, now))


def bank_left(clock: Clock, now: datetime) -> int:
    """Return how many whole seconds are left in the time bank of who answers at `now`."""
    if now <= clock.bank_at:
        return clock.bank
    return min(clock.bank, int(used(clock.availability, now, clock.due_at)))


def restarted(clock: Clock, stopped: datetime, resumed: datetime, player: Availability | None = None) -> Clock:
    """Return a clock that stood still from `stopped` to `resumed`, with what was left then; `player` is as from now on.

    Nothing is gained or lost by that. Where it had run out before it was stopped, it is as it was. A deadline that a
    host has moved into a rest is a moment and no length of time: it comes as much later as the clock stood still, and
    the end of the rest brings it no nearer.
    """
    stopped = max(stopped, clock.runs_from)
    if clock.due_at <= stopped or clock.due_at == NEVER or resumed < stopped:
        return clock
    then = player or clock.availability
    allowance, whole = (used(clock.availability, stopped, moment) for moment in (clock.bank_at, clock.due_at))
    due_at = after(then, resumed, whole)
    if not used(clock.availability, clock.due_at - timedelta(seconds=1), clock.due_at):
        due_at = max(due_at, clock.due_at + (resumed - stopped))
    bank_at = after(then, resumed, allowance) if clock.bank_at > stopped else clock.bank_at
    bank_at = due_at if clock.bank_at == clock.due_at else bank_at
    return clock._replace(runs_from=resumed, bank_at=bank_at, due_at=due_at, availability=then)


def moved(clock: Clock, due_at: datetime, now: datetime) -> Clock:
    """Return a clock that runs out at another moment, as is said `now`; the time bank gains nothing by it.

    It runs anew from now on: what it has stood still before is in the moment that was said.
    """
    return clock._replace(runs_from=max(now, clock.runs_from), bank_at=min(clock.bank_at, due_at), due_at=due_at)


class Reminder(NamedTuple):
    """When somebody is to be reminded, and of what: `half`, `late` (nine tenths of the time) or `bank`."""

    kind: str
    at: datetime


def reminders(clock: Clock, pace: Pace, player: Availability) -> list[Reminder]:
    """Return the reminders of a decision: at half and nine tenths of the allowance, and before the time bank ends.

    The last is when a tenth of the bank is left, where anything was in it. They come while the `player` is up, also
    where the match does not care, and none comes too late or within minutes of the last.
    """
    if clock.due_at == NEVER:
        return []
    theirs = clock.availability
    left = used(theirs, clock.runs_from, clock.bank_at)
    banked = used(theirs, max(clock.bank_at, clock.runs_from), clock.due_at)
    wanted = [
        ("half", clock.runs_from, left - pace.allowance * 0.5),
        ("late", clock.runs_from, left - pace.allowance * 0.1),
    ]
    if clock.bank > 0:
        wanted.append(("bank", max(clock.bank_at, clock.runs_from), banked - min(banked, clock.bank) * 0.1))
    found, earliest = [], clock.runs_from + FIRST_REMINDER
    for kind, start, seconds in wanted:
        moment = next_free(player, after(theirs, start, seconds)) if seconds > 0 else NEVER
        if earliest <= moment < clock.due_at:
            found.append(Reminder(kind, moment))
            earliest = moment + FIRST_REMINDER
    return found
