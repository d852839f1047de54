"""The clocks of a match kept once more, from its log, its pace and what its players know of themselves.

Nothing of `service.clock` is used. What the service has written down must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import product
from typing import TYPE_CHECKING

from models.log import Entry
from service.clock import Pace
from service.course import ADJOURNED, HELD, MOST_AUTOMATIC, MOST_LAPSES
from service.rebuild import Summary
from tests.simulation.diary import Days, Diary, freedom, IsFree, Settings
from tests.simulation.observer import to_moment
from tests.simulation.stopwatch import Stopwatch

if TYPE_CHECKING:
    from tests.simulation.story import Story
    from tests.simulation.world import World

CLOSE = 2  # seconds: banks are kept in whole ones


class Ledger:
    """Who sits where, who is away, what clocks and time banks hold; `fail` is told what differs."""

    def __init__(self, world: World, match_id: str, start: Entry, fail: Callable[[str], None]) -> None:
        self.world, self.id, self.fail = world, match_id, fail
        self.pace = Pace.read(start.detail["pace"])
        players = dict(enumerate(start.detail["players"], 1))
        self.sitting: dict[int, int | None] = {seat: each["player"] for seat, each in players.items()}
        self.bots = {seat for seat, each in players.items() if each["bot"]}
        self.banks: dict[int, float] = {seat: self.pace.bank for seat in players if seat not in self.bots}
        self.lapses = dict.fromkeys(players, 0)
        self.away: dict[int, datetime] = {}
        self.watches: dict[int, Stopwatch] = {}
        self.settings: dict[int, Settings] = {}  # of who is asked, as they were then
        self.rested: dict[int, Days] = {}  # with which holidays a clock was wound
        self.asked: dict[tuple[int, int], datetime] = {}  # every decision that somebody had to think about
        self.status = "running"
        self.began, self.outage = start.at, 0
        self.told: set[tuple[datetime, datetime]] = set()  # outages that the log has told of

    def people(self) -> list[int]:
        """Return the seats that somebody plays for who is there."""
        return [seat for seat, player in self.sitting.items() if player is not None and seat not in self.away]

    def take(self, story: Story, before: dict[int, Summary], written: Sequence[Entry]) -> None:
        """Go on by the events of one transaction."""
        now, after = written[-1].at, story.open
        welcomed = {seat for event in written if (seat := self._change(event)) is not None}
        movers: dict[int, set[str]] = {}
        for event in written:
            if event.kind == "move" and event.seat:
                movers.setdefault(event.seat, set()).add(event.by)
        answered = [seat for seat in before if seat not in after or after[seat].asked != before[seat].asked]
        runs = {seat: self.watches.pop(seat) for seat in answered if seat in self.watches}
        for seat, watch in runs.items():
            mail_down = self.world.observer.mail_down()
            if mail_down:  # what was asked in it, or before, has not run since
                watch.skip(min(now, mail_down), now, watch.is_free)
            self._count_time(story, seat, watch, movers.get(seat, set()), now)
        if story.position.result() is None:
            self._count_lapses(story, movers, written)
        moves = [event for event in written if event.kind == "move"]
        dealt = bool(moves) and any(label.startswith("deck/") for label in moves[-1].chance)
        goes_on = moves[-1].seat if moves and not dealt else None
        for seat in after:
            if seat not in before or seat in answered or seat in welcomed:
                run = None if seat in welcomed else runs.get(seat)
                lapses_on = seat == goes_on and moves[-1].by == "deadline"
                at_once = lapses_on or len(moves) > MOST_AUTOMATIC or self._is_automatic(story, seat)
                self._ask(seat, after[seat], now, run if seat == goes_on else None, at_once)
        if self.status == "running":
            self._compare(after, written)

    def _change(self, event: Entry) -> int | None:
        """Take from an event what it changes; return the seat whose player has come by it."""
        seat, kind = event.seat or 0, event.kind
        if kind == "return":
            self.away.pop(seat, None)
            self.lapses[seat] = 0
            self._go_on(event.at, if_status=ADJOURNED)
            self.watches.pop(seat, None)
            return seat
        if kind in ("resign", "replace"):
            self.sitting[seat] = event.detail.get("player")
            self.away.pop(seat, None)
            self.lapses[seat] = 0
            self.watches.pop(seat, None)
            if self.sitting[seat] is not None:
                self._go_on(event.at, if_status=ADJOURNED)
                return seat
        elif kind in ("pause", "adjourn"):
            self._hold(event)
        elif kind == "resume":
            self._go_on(event.at, if_status=self.status)
        elif kind == "outage":
            begin, end = (datetime.fromisoformat(event.detail[key]) for key in ("from", "to"))
            self.skip(begin, end, event.at)
        elif kind == "holiday" and seat in self.watches:
            self.rest(seat, event.at)
        elif kind == "deadline" and seat in self.watches:
            self.watches[seat].move(event.at, datetime.fromisoformat(event.detail["due_at"]))
        elif kind in ("end", "abandon"):
            self.status = "abandoned"
        return None

    def rest(self, seat: int, now: datetime) -> None:
        """Count from now on with the holidays of now."""
        if self.rested.get(seat) != self._diary(seat).holidays:
            self.watches[seat].stop(min(now, self.world.audit.mail_down or now))
            self.watches[seat].go_on(now, self._free(seat, now))

    def check_holidays(self, seat: int, now: datetime) -> None:
        """Check that a holiday that has just been taken, or cancelled, counts for what is asked already."""
        waits = self.world.observer.waiting(self.id).get(seat)
        watch = self.watches.get(seat)
        if self.status == "running" and watch and waits and waits.asked == watch.asked:
            self.rest(seat, now)
            if not _is_close(watch.due(), waits.due_at):
                self.fail(f"the clock of seat {seat} of {self.id} runs out at {waits.due_at} in spite of a holiday")

    def check_outages(self, latest: int, after: dict[int, Summary]) -> None:
        """Check that an outage of which the log tells nothing has changed no clock."""
        query = "SELECT since, until FROM outage WHERE id > ? AND id <= ? ORDER BY id"
        for since, until in self.world.observer.all(query, self.outage, latest):
            begin, end = to_moment(since) or self.began, to_moment(until) or self.began
            if (begin, end) not in self.told and end > self.began and self.status == "running":
                self.skip(begin, end, self.world.clock.now)
                for seat, watch in self.watches.items():
                    if seat in after and not _is_close(watch.due(), after[seat].clock.due_at):
                        self.fail(f"the outage from {begin} to {end} is not counted for seat {seat} of {self.id}")
        self.outage = max(self.outage, latest)

    def skip(self, begin: datetime, end: datetime, now: datetime) -> None:
        """Count an outage for nobody."""
        self.told.add((begin, end))
        for seat, watch in self.watches.items():
            watch.skip(begin, end, self._free(seat, now))

    def _hold(self, event: Entry) -> None:
        held_at = datetime.fromisoformat(event.detail["held_at"])
        self.status = "paused" if event.kind == "pause" else ADJOURNED
        for watch in self.watches.values():
            watch.stop(held_at)

    def _go_on(self, now: datetime, if_status: str) -> None:
        if self.status in HELD and self.status == if_status:
            self.status = "running"
            for seat, watch in self.watches.items():
                watch.go_on(now, self._free(seat, now))

    def _is_automatic(self, story: Story, seat: int) -> bool:
        """Say whether a seat may be asked what is played for it at once: it has no choice, or has given an order."""
        return story.position.forced(seat) is not None or self.world.audit.has_order(self.id, seat)

    def _diary(self, seat: int) -> Diary:
        return self.world.person(self.sitting[seat]).diary

    def _free(self, seat: int, now: datetime) -> IsFree:
        """Return when who is asked is available: as it was when they were asked, with the holidays of now."""
        self.rested[seat] = self._diary(seat).holidays_at(now)[0]
        return freedom(self.settings[seat], self._diary(seat).holidays_at(now)[0], self.pace.ignores)

    def _count_time(self, story: Story, seat: int, watch: Stopwatch, by: set[str], now: datetime) -> None:
        """Compare a time bank after an answer; it has what is left, and something for a turn in time."""
        bank = 0.0 if "deadline" in by else watch.bank_left(now)
        if "deadline" not in by and by & {"player", "order"}:
            bank = max(bank, min(self.pace.most, bank + self.pace.earn))
        found = story.seats[seat].bank
        if abs(found - bank) > CLOSE:
            self.fail(f"the time bank of seat {seat} of {self.id} holds {found} seconds, by its clock {bank:.0f}")
        self.banks[seat] = found
        self.world.figures["time banks recomputed"] += 1

    def _count_lapses(self, story: Story, movers: dict[int, set[str]], written: Sequence[Entry]) -> None:
        """Count deadlines that passed running: who lets two pass is away, and is told so, or of the deadline."""
        gone = {event.seat: event for event in written if event.kind == "away"}
        lapsed = {seat for seat, by in movers.items() if "deadline" in by and seat in self.people()}
        for seat in self.people():
            by = movers.get(seat, set())
            if "player" in by:
                self.lapses[seat] = 0
            elif seat in lapsed:
                self.lapses[seat] += 1
            if (self.lapses[seat] >= MOST_LAPSES) != (seat in gone):
                self.fail(f"seat {seat} of {self.id} has let {self.lapses[seat]} deadlines pass, away: {seat in gone}")
        for seat, event in gone.items():
            self.away[seat or 0] = event.at
        if self.status == ADJOURNED and self.people():
            self.fail(f"{self.id} is adjourned though seats {self.people()} are there")
        if self.status == "running" and any(player for player in self.sitting.values()) and not self.people():
            self.fail(f"{self.id} goes on though everybody is away")
        for seat in lapsed:
            first = next(e.number for e in written if (e.kind, e.seat, e.by) == ("move", seat, "deadline"))
            about = gone[seat].number if seat in gone else first
            kind = "away" if seat in gone else "deadline"
            if not self.world.observer.is_queued(self.id, seat, kind, about):
                self.fail(f"a deadline of seat {seat} of {self.id} was played, and no mail says so")

    def _ask(self, seat: int, summary: Summary, now: datetime, run: Stopwatch | None, at_once: bool) -> None:
        """Wind the clock of a decision that is new, or put anew to who is back."""
        self.watches.pop(seat, None)
        thinks, since = summary.clock.thinks, summary.clock.since
        if seat not in self.people():
            return
        if not thinks:
            if not at_once:
                self.fail(f"seat {seat} of {self.id} is asked by event {summary.asked}, and has no time for it")
            return
        if run:
            run.run_on(summary.asked, now, self.pace.allowance)
        self.asked[seat, summary.asked] = since
        self.watches[seat] = run or self._begin(seat, summary)

    def _begin(self, seat: int, summary: Summary) -> Stopwatch:
        """Return a new clock; of what its player changed at just this time, what fits."""
        diary, since = self._diary(seat), summary.clock.since
        bank = self.banks.get(seat, 0)
        found: list[tuple[Settings, Stopwatch, Days]] = []
        for settings, holidays in product(diary.settings_at(since), diary.holidays_at(since)):
            is_free = freedom(settings, holidays, self.pace.ignores)
            watch = Stopwatch(summary.asked, since, is_free, self.pace.allowance, bank)
            found.append((settings, watch, holidays))
            if _is_close(found[-1][1].due(), summary.clock.due_at):
                break
        self.settings[seat], self.rested[seat] = found[-1][0], found[-1][2]
        return found[-1][1]

    def _compare(self, after: dict[int, Summary], written: Sequence[Entry]) -> None:
        """Compare when everything is due."""
        for seat in after.keys() - set(self.people()):
            if after[seat].clock.thinks and after[seat].clock.due_at > written[-1].at:
                self.fail(f"seat {seat} of {self.id}, where nobody is, has time until {after[seat].clock.due_at}")
        for seat, watch in self.watches.items():
            if seat not in after:
                continue
            due = watch.due()
            if not _is_close(due, after[seat].clock.due_at):
                kinds = {event.kind for event in written}
                self.fail(
                    f"the clock of seat {seat} of {self.id} runs out at {after[seat].clock.due_at} after {kinds}, by"
                    f" the pace at {due}"
                )
            self.world.figures["deadlines recomputed"] += 1


def _is_close(one: datetime | None, other: datetime) -> bool:
    return one is not None and abs((one - other).total_seconds()) <= CLOSE
