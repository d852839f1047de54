"""The people of the simulation: they read their mail, follow the links in it, and play, each in their own way."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TYPE_CHECKING

from service.seats import STAND_INS
from tests.simulation.browser import Browser
from tests.simulation.clock import minutes, START
from tests.simulation.diary import Diary
from tests.simulation.habits import Habits, make_habits
from tests.simulation.letters import Letter
from tests.simulation.life import Life
from tests.simulation.opening import Wish
from tests.simulation.plan import MOVES_AWAY
from tests.simulation.story import Story
from tests.web.forms import forms_of

if TYPE_CHECKING:
    from tests.simulation.world import World

NAMES = ("Ada", "Ben", "Cho", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kay", "Leo", "Mia", "Ned", "Ona", "Pip")
ASKED = ("turn", "start", "deadline", "may", "new-link", "reminder-half", "reminder-late", "reminder-bank")
TOLD = ("result", "ended", "resigned", "closed", "expiring", "held", "order")
LOOKED_AT = 40  # legal moves; a game may have thousands
TRIES = 6  # of who finds that nobody answers
KEPT = 30  # mails a person may come back to
DECLINES = 0.04
SCANNED_PAGES = 0.1  # of the links that a scanner opens are followed to the page they lead to
READS_FORMS = 0.3  # of those who come by a link look at the page and use its forms; the others know the form's fields
ACCEPTS_OFFERS = 0.3
REVOKES = 0.002
SECONDS = (-60, -1, 0, 1, 30)  # from a deadline, for who waits for it


class Kept(NamedTuple):
    """A mail, and the epoch of its seat when it came: a higher one has voided its link."""

    letter: Letter
    epoch: int


class Person:
    """Somebody with an address, habits and a browser."""

    def __init__(self, world: World, number: int, habits: Habits, moves_away: datetime | None) -> None:
        self.world, self.habits, self.moves_away = world, habits, moves_away
        self.name = f"{NAMES[number % len(NAMES)]} {number}"
        self.address = f"{self.name.lower().replace(' ', '')}@example.org"
        self.network = f"10.0.{number // 200}.{number % 200}"
        self.browser = Browser(world, self.network, self)
        self.signed_in = False
        self.diary = Diary(habits.zone)
        self._inbox: list[Kept] = []
        self._archive: list[Kept] = []
        self._once_in: list[Callable[[], None]] = []
        self._looks = False
        self.life = Life(self)

    def is_gone(self, now: datetime) -> bool:
        """Say whether their address has ceased to be."""
        return self.moves_away is not None and now >= self.moves_away

    # Mail

    def receive(self, letter: Letter) -> None:
        """Get a mail; the scanner of the mail server opens its links before anybody reads it."""
        world, kept = self.world, Kept(letter, self._epoch(letter))
        for _ in range(self.habits.scanner):
            world.later(timedelta(seconds=world.rng.randrange(1, 200)), partial(self._scan, letter))
        if letter.kind == "sign-in":
            world.later(minutes(world.rng.randrange(1, 20)), partial(self._enter, letter))
            return
        self._inbox.append(kept)
        if letter.link("k"):
            self._archive = [*self._archive[-KEPT:], kept]
        self._plan_look()

    def _epoch(self, letter: Letter) -> int:
        row = self.world.observer.one(
            "SELECT epoch FROM seat WHERE match_id = ? AND seat = ?", letter.match_id, letter.seat
        )
        return row[0] if row else 0

    def _scan(self, letter: Letter) -> None:
        """Open every link, as a scanner does: without any cookies, at times following where it is led."""
        scanner = Browser(self.world, "192.0.2.1")
        for link in letter.links:
            if not link.startswith("/rules/"):
                self._follow(scanner, link) if self.world.chance(SCANNED_PAGES) else scanner.get(link)
        self.world.figures["mails scanned"] += 1

    def _follow(self, browser: Browser, link: str) -> Any:
        answer = browser.get(link)
        return browser.get(answer.headers["Location"]) if answer is not None and answer.status_code == 303 else answer

    def _plan_look(self) -> None:
        if not self._looks:
            self._looks = True
            self.world.agenda.add(self.habits.next_look(self.world.clock.now, self.world.rng), self._look)

    def _look(self) -> None:
        """Read the mail that has come, and perhaps an old one."""
        self._looks = False
        mails, self._inbox = self._inbox, []
        for kept in mails:
            self._read(kept)
        if self._archive and self.world.chance(self.habits.old):
            self._open_old(self.world.rng.choice(self._archive))

    def _read(self, kept: Kept) -> None:
        world, letter = self.world, kept.letter
        if letter.kind == "invitation":
            self._accept(kept) if not world.chance(DECLINES) else self._decline(letter)
        elif letter.kind == "away":
            self.life.come_back(letter)
        elif letter.kind == "take-over":
            self.life.stand_in(letter)
        elif letter.kind == "proposal":
            self.life.consider(letter)
        elif letter.kind == "vacant":
            self._fill(letter.match_id)
        elif letter.kind in TOLD and world.chance(0.3):
            self._follow(self.browser, letter.links[0])
        elif letter.kind in ASKED:
            self._read_question(kept)

    def _read_question(self, kept: Kept) -> None:
        world, letter = self.world, kept.letter
        if self.life.go_now(letter) or world.chance(self.habits.forgets):
            return
        if world.chance(self.habits.dawdles):
            self._inbox.append(kept)
            self._plan_look()
        elif world.chance(self.habits.waits):
            waits = world.observer.waiting(letter.match_id or "").get(letter.seat or 0)
            at = (waits.due_at if waits else world.clock.now) + timedelta(seconds=world.rng.choice(SECONDS))
            world.agenda.add(max(at, world.clock.now), partial(self._answer, kept, self.browser))
        elif world.chance(self.habits.forwards):
            friend = world.rng.choice(list(world.people.values()))
            world.figures["links forwarded"] += 1
            self._answer(kept, Browser(world, friend.network))
        else:
            self._answer(kept, self.browser)

    # Tables

    def open_table(self, wish: Wish) -> None:
        """Open a table, after signing in where that has not been done."""
        if not self.signed_in:
            self.once_in(partial(self.open_table, wish))
            return
        answer = self.browser.post(f"/open/{wish.game.key}", **wish.form())
        if answer is None:
            self.world.later(minutes(30), partial(self.open_table, wish))
            return
        assert answer.status_code == 303, answer.text
        match_id = answer.headers["Location"].split("/")[2]
        self.world.note(f"{self.name} opened {match_id}, {wish.game.key}")
        self._announce(match_id)
        self.world.later(timedelta(days=self.world.rng.choice((3, 5, 20))), partial(self._fill, match_id))

    def _announce(self, match_id: str) -> None:
        answer = self.browser.post(f"/m/{match_id}/announce", phrase=self.world.rng.choice(("", f"by {self.name}")))
        if answer is None:
            self.world.later(minutes(30), partial(self._announce, match_id))

    def once_in(self, what: Callable[[], None]) -> None:
        """Do something when signed in."""
        if self.signed_in:
            what()
        else:
            self._once_in.append(what)
            self._ask_to_sign_in()

    def _ask_to_sign_in(self) -> None:
        if not self.signed_in:
            self.browser.post("/sign-in", address=self.address)
            self.world.later(timedelta(hours=5), self._ask_to_sign_in)

    def _enter(self, letter: Letter) -> None:
        link = letter.link("sign-in")
        if self.signed_in or not link or self._follow(self.browser, link) is None:
            return
        answer = self.browser.post(link, name=self.name, zone=self.habits.zone)
        self.browser.forget_mark()
        if answer is None or answer.status_code != 303:
            return
        self.signed_in = True
        waiting, self._once_in = self._once_in, []
        for what in waiting:
            what()

    def _fill(self, match_id: str | None) -> None:
        """Give what seats are still empty to house bots."""
        row = self.world.observer.one("SELECT status, announced_at FROM match WHERE id = ?", match_id)
        if row and row[0] == "open" and row[1]:
            self.browser.post(f"/m/{match_id}/fill")

    def _accept(self, kept: Kept, left: int = TRIES) -> None:
        """Take the seat one was invited to."""
        letter = kept.letter
        link = letter.link("i")
        if not link or self.browser.get(link) is None:
            self._try_later(left, partial(self._accept, kept))
            return
        form = {"name": self.name, "phrase": self.world.rng.choice(("", "a phrase")), "zone": self.habits.zone}
        path = f"/m/{letter.match_id}/{letter.seat}/join"
        answer = self._send(self.browser, path, form)
        if answer is None:
            self._try_later(left, partial(self._accept, kept))

    def _decline(self, letter: Letter) -> None:
        link = letter.link("i")
        if link:
            self.browser.post(f"{link}/decline")

    # Moves

    def _try_later(self, left: int, what: Any) -> None:
        if left:
            self.world.later(minutes(self.world.rng.choice((1, 10, 120))), partial(what, left=left - 1))

    def _answer(self, kept: Kept, browser: Browser, left: int = TRIES) -> None:
        """Follow the link of a mail and play what one is asked, if that still stands."""
        letter, world = kept.letter, self.world
        link = letter.link("k")
        if not link:
            return
        answer = browser.get(link)
        if answer is None:
            self._try_later(left, partial(self._answer, kept, browser))
            return
        story = world.audit.story(letter.match_id or "")
        is_void = self._epoch(letter) != kept.epoch
        world.audit.opened(letter, answer.status_code, is_void)
        if is_void or not letter.seat or story.status != "running":
            return
        offer = letter.link("o")
        if offer and world.chance(ACCEPTS_OFFERS):
            self._accept_offer(browser, story, letter.seat, offer)
        if world.chance(self.habits.resigns):
            self._resign(browser, story, letter.seat)
        elif world.chance(REVOKES):
            self._send(browser, f"{story.path(letter.seat)}/revoke", {})
        elif story.is_good(letter.seat, letter.number):
            self.move(browser, story, letter.seat)
            self.life.at_table(browser, story, letter.seat)

    def _open_old(self, kept: Kept) -> None:
        """Open an old mail in a browser that knows nothing else, and try to play what is asked now."""
        letter, world = kept.letter, self.world
        story, browser = world.audit.story(letter.match_id or ""), Browser(world, self.network)
        answer = self._follow(browser, letter.link("k") or "/")
        if answer is None or not letter.seat:
            return
        seat = letter.seat
        if letter.kind not in ASKED or letter.kind in ("deadline", "new-link"):
            return  # its link is good for what was asked when it was written, which its name does not say
        if story.is_good(seat, letter.number) and self._epoch(letter) == kept.epoch:
            return
        world.figures["links that were over tried"] += 1
        asked = story.asked_of(seat)
        if asked is not None:
            self._send(browser, f"{story.path(seat)}/play", {"asked": asked, "move": self._choose(story, seat)})

    def _choose(self, story: Story, seat: int) -> str:
        """Choose a move: often any, at times the one that a deadline would play."""
        position = story.position
        if self.world.chance(0.2):
            return str(position.deadline_move(seat))
        extra = {decision.kind for decision in position.optional()}
        return self.world.rng.choice([move for move in islice(position.moves(seat), LOOKED_AT) if move not in extra])

    def sits_at(self, story: Story, seat: int) -> bool:
        """Say whether a seat is theirs still."""
        player = story.player(seat)
        return player is not None and self.world.person(player) is self

    def move(self, browser: Browser, story: Story, seat: int) -> None:
        """Play what one is asked, and perhaps what one is asked after that."""
        world, asked = self.world, story.asked_of(seat)
        if asked is None or story.player(seat) is None or story.status not in ("running", "adjourned"):
            return
        move = self._choose(story, seat)
        form = self._form(browser, story, seat, move) or {"asked": asked, "move": move}
        world.audit.permit(story.id, seat, asked, move)
        world.note(f"{self.name} answers {asked} of {story.id} as seat {seat}: {move}")
        answer = self._send(browser, f"{story.path(seat)}/play", form)
        if answer is not None:
            world.audit.answered(story, seat, asked, answer.status_code)
            if world.chance(self.habits.stays):
                world.later(timedelta(seconds=world.rng.randrange(20, 300)), partial(self._go_on, browser, story, seat))

    def _go_on(self, browser: Browser, story: Story, seat: int) -> None:
        """Play on at a table that is still before one."""
        story.update()
        if story.status == "running" and self.sits_at(story, seat):
            self.move(browser, story, seat)

    def _form(self, browser: Browser, story: Story, seat: int, move: str) -> dict[str, Any] | None:
        """Return what a form of the page sends, where one looks at the page and a form of it can say the move."""
        page = browser.get(story.path(seat)) if self.world.chance(READS_FORMS) else None
        for form in forms_of(page.text) if page is not None and page.status_code == 200 else ():
            given = form.answer(move) if "/play" in form.action else None
            if given:
                sent: dict[str, Any] = {}
                for name, value in given:
                    sent.setdefault(name, []).append(value)
                self.world.figures["moves by the forms of a page"] += 1
                return sent
        return None

    def _send(self, browser: Browser, path: str, form: dict[str, Any], left: int = TRIES) -> Any:
        """Send a form, at times twice: while the first is on its way, right after it, or from a page kept for long.

        Where nobody answers it is sent once more later.
        """
        world = self.world
        alive, twice = world.alive(), world.chance(self.habits.doubles)
        how = world.rng.choice(("during", "after", "long after")) if twice else ""
        first = None
        if how == "during" and len(alive) > 1:
            first = alive[0]
            world.at_once = lambda: _ignore(browser.post(path, process=alive[1], **form))
        answer = browser.post(path, process=first, **form)
        world.at_once = None
        if how == "after":
            browser.post(path, **form)
        elif how == "long after":
            world.later(minutes(world.rng.choice((5, 600, 3000))), lambda: _ignore(browser.post(path, **form)))
        if twice:
            world.figures["double clicks"] += 1
        if answer is None and left:
            world.later(minutes(3), lambda: _ignore(browser.post(path, **form)))
        return answer

    def _accept_offer(self, browser: Browser, story: Story, seat: int, offer: str) -> None:
        """Do what one may do and need not, if that can still be done."""
        for decision in story.position.optional():
            if decision.seat == seat:
                self.world.audit.permit(story.id, seat, None, decision.kind)
                self._send(browser, offer, {})
                return

    def _resign(self, browser: Browser, story: Story, seat: int) -> None:
        self.world.audit.permit(story.id, seat, None, "resign")
        form = {"sure": "true", "to": self.world.rng.choice(STAND_INS)}
        self._send(browser, f"{story.path(seat)}/resign", form)


def _ignore(_answer: object) -> None:
    """Take no notice."""


def make_people(world: World) -> dict[str, Person]:
    """Return the people of a world by their addresses: half as many as there are matches, and not too few."""
    rng, gone, people = world.rng, min(world.plan.chance(MOVES_AWAY), 0.5), []
    for number in range(max(8, world.plan.matches // 2)):
        moves = START + timedelta(days=rng.uniform(0, world.plan.days)) if rng.random() < gone else None
        people.append(Person(world, number, make_habits(rng, world.plan), moves))
    return {person.address: person for person in people}
