"""What people do beside playing: habits, holidays, coming back, proposals, standing orders."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import games
from tests.simulation.browser import Browser
from tests.simulation.clock import START
from tests.simulation.diary import Days, Settings
from tests.simulation.habits import ZONES
from tests.simulation.letters import Letter
from tests.simulation.story import Story

if TYPE_CHECKING:
    from tests.simulation.people import Person

LENGTHS = ("3", "7", "14")  # days of a holiday by the link of a mail
SETS = 0.6  # of the people say when they can be asked
GOES_NOW = 0.04  # of the mails with a link to a holiday
CANCELS = 0.3  # of the holidays
COMES_BACK = 0.6  # of those who read that they are away
PROPOSES, AGREES = 0.02, 0.7
ORDERS, WITHDRAWS = 0.15, 0.2
SAT_DOWN = 0.8  # of those who are offered a seat
NONSENSE = ("take the moon", "pass pass; fly", "", "lowest up to Z")
LINES = ("pass", "lowest", "lowest up to 10", "bid up to 3x4", "pay least", "draw", "reveal", "end")
SCOPES = ("decision", "trick", "auction", "round", "game", "turn")


class Life:
    """What one person does beside playing."""

    def __init__(self, person: Person) -> None:
        self.person, self.world = person, person.world
        rng = self.world.rng
        if rng.random() < SETS:
            for day in (0.2, rng.uniform(0.3, max(self.world.plan.days, 1))):
                self._at(START + timedelta(days=day * rng.random()), self._set_habits)
        for begin, end in person.habits.holidays:
            if rng.random() < person.habits.announces:
                first, last = (each.date() + timedelta(days=1) for each in (begin, end))
                ahead = begin - timedelta(days=rng.choice((1, 3, 10)))
                self._at(max(ahead, START), partial(self._take_ahead, first, last))

    def _at(self, moment: datetime, what: Callable[[], None]) -> None:
        self.world.agenda.add(moment, partial(self.person.once_in, what))

    # When they can be asked

    def _set_habits(self) -> None:
        """Change quiet hours, days off and zone, and whether only moves are played at once."""
        rng, person = self.world.rng, self.person
        begin = rng.choice((20, 22, 23, 0, 12))
        quiet = (begin, (begin + rng.choice((0, 6, 9, 10))) % 24)
        off = frozenset(rng.sample(range(7), rng.choice((0, 1, 2))))
        form = {"quiet_from": quiet[0], "quiet_to": quiet[1], "days_off": [str(day) for day in sorted(off)]}
        form |= {"plays_forced": "true"} if rng.random() < 0.3 else {}
        if self._post("/account/availability", **form):
            person.diary.set(person.diary.settings._replace(quiet=quiet, days_off=off), self.world.clock.now)
            self.world.figures["changes of habits"] += 1
        if rng.random() < 0.15:
            zone = rng.choice(ZONES)
            if self._post("/account", name=person.name, language="en", zone=zone):
                person.diary.set(person.diary.settings._replace(zone=zone), self.world.clock.now)

    def _post(self, path: str, **form: object) -> bool:
        """Send a form of the account; say whether it was taken. Where nobody has answered, look what came of it."""
        answer = self.person.browser.post(path, **form)
        if answer is None:
            self._look_it_up()
            return False
        return answer.status_code == 303 and "/sign-in" not in answer.headers["Location"]

    def _look_it_up(self) -> None:
        """Look into the account for what became of a form that nobody has answered."""
        see, diary, now = self.world.observer, self.person.diary, self.world.clock.now
        row = see.one(
            "SELECT id, zone, quiet_from, quiet_to, days_off FROM player WHERE address = ?", self.person.address
        )
        if row:
            days = frozenset(int(day) for day in re.findall(r"\d", row[4]))
            diary.set(Settings(row[1], (row[2], row[3]), days), now)
            taken = see.all("SELECT first, last FROM holiday WHERE player_id = ?", row[0])
            diary.plan(frozenset((date.fromisoformat(a), date.fromisoformat(b)) for a, b in taken), now)

    def _take_ahead(self, first: date, last: date) -> None:
        """Take a holiday in advance, and perhaps cancel it."""
        world, diary = self.world, self.person.diary
        first = max(first, diary.today(world.clock.now))
        if self._post("/account/holidays", first=first.isoformat(), last=last.isoformat()):
            self._taken((first, last), "holidays taken in advance")

    def _taken(self, days: tuple[date, date], what: str) -> None:
        world = self.world
        self.person.diary.plan(self.person.diary.holidays | {days}, world.clock.now)
        world.audit.rests(self.person)
        world.figures[what] += 1
        world.note(f"{self.person.name} is on holiday from {days[0]} to {days[1]}")
        if world.chance(CANCELS):
            self._at(world.clock.now + timedelta(days=world.rng.uniform(0, 5)), partial(self._cancel, days))

    def _cancel(self, days: tuple[date, date]) -> None:
        world, diary = self.world, self.person.diary
        row = world.observer.one(
            "SELECT h.id FROM holiday h JOIN player p ON p.id = h.player_id WHERE p.address = ? AND h.first = ?",
            self.person.address, days[0].isoformat(),
        )  # fmt: skip
        today = diary.today(world.clock.now)
        if row and days in diary.holidays and days[1] >= today and self._post(f"/account/holidays/{row[0]}/cancel"):
            passed: Days = frozenset({(days[0], today)}) if days[0] <= today else frozenset()
            diary.plan(diary.holidays - {days} | passed, world.clock.now)
            world.audit.rests(self.person)
            world.figures["holidays cancelled"] += 1
            world.note(f"{self.person.name} cancels the holiday from {days[0]}")

    def go_now(self, letter: Letter) -> bool:
        """Take a holiday at once by the link of a mail, perhaps; say whether."""
        world, link = self.world, letter.link("h")
        if not link or not world.chance(GOES_NOW):
            return False
        choice = world.rng.choice(LENGTHS)
        today = self.person.diary.today(world.clock.now)
        answer = Browser(world, self.person.network).post(link, until=choice)
        if answer is None:
            self._look_it_up()
        elif answer.status_code == 303:
            self._taken((today, today + timedelta(days=int(choice) - 1)), "holidays by a mailed link")
        return answer is not None and answer.status_code == 303

    # Who is away

    def come_back(self, letter: Letter) -> None:
        """Come back to a table: by the button of a mail, by a visit, or by a move."""
        world, path = self.world, f"/m/{letter.match_id}/{letter.seat}"
        if not world.chance(COMES_BACK):
            return
        way = world.rng.choice(("button", "visit", "move"))
        link = letter.link("b")
        if way == "button" or not self.person.signed_in:
            browser = Browser(world, self.person.network)
            if link and browser.get(link) is not None:
                browser.post(link)
        elif way == "visit":
            self.person.browser.get(path)
        else:
            story = world.audit.story(letter.match_id or "")
            if self.person.sits_at(story, letter.seat or 0):
                self.person.move(self.person.browser, story, letter.seat or 0)
        world.figures[f"coming back by a {way}"] += 1

    def stand_in(self, letter: Letter) -> None:
        """Take over a seat that is offered."""
        link = letter.link("s")
        if link and self.world.chance(SAT_DOWN):
            browser = Browser(self.world, self.person.network)
            browser.get(link)
            answer = browser.post(link, name=self.person.name, zone=self.person.habits.zone)
            if answer is not None and answer.status_code == 303:
                self.world.figures["stand-ins who sat down"] += 1

    # What is proposed

    def at_table(self, browser: Browser, story: Story, seat: int) -> None:
        """Do something at a table that is before one, perhaps."""
        if self.world.chance(ORDERS):
            self._order(browser, story, seat)
        if self.world.chance(PROPOSES):
            self._propose(browser, story, seat)

    def _propose(self, browser: Browser, story: Story, seat: int) -> None:
        world = self.world
        kind = world.rng.choices(("pause", "end", "seat"), (6, 1, 3))[0]
        form: dict[str, object] = {"kind": kind}
        if kind == "seat":
            friend = world.rng.choice(list(world.people.values()))
            form |= {"place": str(world.rng.randint(1, story.position.seats)), "address": friend.address}
        answer = browser.post(f"{story.path(seat)}/propose", **form)
        if answer is not None and answer.status_code == 303:
            world.figures[f"proposals: {kind}"] += 1
            world.later(timedelta(hours=world.rng.choice((1, 20, 60))), partial(self._go_on, browser, story, seat))

    def _go_on(self, browser: Browser, story: Story, seat: int) -> None:
        """Let a paused match go on."""
        story.update()
        if story.status == "paused" and browser.post(f"{story.path(seat)}/go-on") is not None:
            self.world.figures["matches that were paused went on"] += 1

    def consider(self, letter: Letter) -> None:
        """Agree to what is proposed, or not."""
        world, link = self.world, letter.link("k")
        row = world.observer.one("SELECT kind FROM proposal WHERE match_id = ?", letter.match_id)
        browser = Browser(world, self.person.network)
        if not row or not link or browser.get(link) is None:
            return
        path = f"/m/{letter.match_id}/{letter.seat}"
        kind, _dash, place = row[0].partition("-")
        if world.chance(AGREES):
            form = {"kind": kind, "place": place, "address": "nobody@example.org"}
            browser.post(f"{path}/propose", **form)
            world.figures["proposals agreed to"] += 1
        else:
            browser.post(f"{path}/decline", kind=row[0])
            world.figures["proposals declined"] += 1

    # Standing orders

    def _order(self, browser: Browser, story: Story, seat: int) -> None:
        """Give a standing order, change it or take it back; at times it is nonsense."""
        world, path = self.world, f"{story.path(seat)}/order"
        story.update()
        if story.status != "running" or story.player(seat) is None:
            return
        if world.audit.has_order(story.id, seat) and world.chance(WITHDRAWS):
            world.audit.withdrew(story.id, seat)
            browser.post(path, act="withdraw")
            return
        lines = "\n".join(self._lines(story, seat))
        if world.chance(0.1):
            browser.get(path)
        world.audit.ordered(story.id, seat, lines)
        answer = browser.post(path, act="give", scope=world.rng.choice(SCOPES), lines=lines)
        if answer is not None:
            world.figures["standing orders given" if answer.status_code == 303 else "standing orders refused"] += 1
            if world.chance(0.1):  # a second click
                browser.post(path, act="give", scope="decision", lines=lines, since=str(story.number))

    def _lines(self, story: Story, seat: int) -> list[str]:
        rng = self.world.rng
        if rng.random() < 0.1:
            return [rng.choice(NONSENSE)]
        game = games.find(story.game)
        known = [line.example for line in game.order_lines]
        moves = list(islice(story.position.moves(seat), 40)) if story.asked_of(seat) is not None else []
        every = [*known, *LINES, *rng.sample(moves, min(len(moves), 3))]
        view = story.position.view(seat)
        good = [line for line in every if _reads(game, view, line)]
        return rng.sample(good, min(len(good), rng.choice((1, 2, 4))))


def _reads(game: games.Game, view: object, line: str) -> bool:
    try:
        game.read_order(view, line)  # type: ignore[arg-type]
    except ValueError:
        return False
    return True
