"""What must hold after every step, and at the end.

Only what a step has touched is looked at after it. `everything` looks at all matches, with `service.rebuild`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from itertools import product
from random import Random
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from werkzeug.test import TestResponse

from games.record import fingerprint
from mail.letter import TABLE_KINDS
from models.log import Entry
from models.store import Store
from service import outbox, rebuild
from service.course import HELD, UNDER_WAY
from service.heartbeat import BLIP, SILENCE
from service.outbox import Claimed
from service.rebuild import Summary
from tests.simulation import leaks, terms
from tests.simulation.browser import Browser
from tests.simulation.clock import START
from tests.simulation.diary import cell_of, freedom
from tests.simulation.ledger import Ledger
from tests.simulation.letters import Letter
from tests.simulation.observer import to_moment, to_text, Waits
from tests.simulation.plan import SWEEP, Violation
from tests.simulation.process import make_quick, Process
from tests.simulation.story import Story

if TYPE_CHECKING:
    from tests.simulation.people import Person
    from tests.simulation.world import World

ORDERS_LOOKED_AT = 0.2  # of the mails and pages of a table with orders
TABLE = re.compile(r"/m/(\w+)/(\d+)")
SHIFTS = ("deadline", "holiday", "outage", "resume", "return")  # after which something may be due earlier than was told
ROW = (
    "SELECT id, kind, match_id, seat, number, player_id, address, detail, attempts, status, claimed_until FROM outbox "
)


class Audit:
    """Follows every match by its log, and compares what else there is with that."""

    def __init__(self, world: World) -> None:
        self.world, self.observer = world, world.observer
        self.rng = Random(f"{world.plan.seed} of the checks")  # of its own: to look changes nothing
        self.store = Store(world.settings.database_url)
        make_quick(self.store)
        self._stories: dict[str, Story] = {}
        self._orders: dict[tuple[str, int], set[str]] = {}  # lines that were ever given
        self._queued: set[int] = set()  # mails that were looked at
        self._standing: dict[str, dict[int, int]] = {}  # since when orders stand, by match and seat
        self._withdrawn: set[tuple[str, int]] = set()
        self._ledgers: dict[str, Ledger] = {}
        self._permits: dict[tuple[str, int, int | None], set[str]] = {}
        self._told: dict[tuple[str, int, int], datetime] = {}  # until when a mail said that a decision waits
        self._began = START
        self.mail_down: datetime | None = None  # since when, as of the last step
        self._no_mail = START  # when the mail server was found down for the last time
        self._in_hand: dict[int, str] = {}  # the mail that each process has handed over last, in this step

    def close(self) -> None:
        self.store.close()

    def fail(self, what: str) -> None:
        raise Violation(what)

    def story(self, match_id: str) -> Story:
        """Return a match as its log tells it now."""
        if match_id not in self._stories:
            self._stories[match_id] = Story(self.observer, match_id, self._heard)
        self._stories[match_id].update()
        return self._stories[match_id]

    def ledger(self, story: Story) -> Ledger:
        """Return the clocks of a match as they are kept here."""
        if story.id not in self._ledgers:
            self._ledgers[story.id] = Ledger(self.world, story.id, self._events(story)[0], self.fail)
        return self._ledgers[story.id]

    def stories(self) -> list[Story]:
        return list(self._stories.values())

    # What people do

    def permit(self, match_id: str, seat: int, asked: int | None, text: str) -> None:
        """Note that somebody asks for this once, however often they click."""
        self._permits.setdefault((match_id, seat, asked), set()).add(text)

    def answered(self, story: Story, seat: int, asked: int, status: int) -> None:
        """Check that a good answer was taken, unless the decision was over before."""
        story.update()
        if story.status == "running" and story.asked_of(seat) == asked:
            self.fail(f"a good answer of seat {seat} to event {asked} of {story.id} was not taken: {status}")

    def opened(self, letter: Letter, status: int, is_void: bool) -> None:
        """Check that a link opens its seat, and no seat that has changed hands."""
        if status != (403 if is_void else 303):
            self.fail(f"the link of mail {letter.id} was answered by {status}, void: {is_void}")

    def has_order(self, match_id: str, seat: int) -> bool:
        """Say whether somebody has given a standing order."""
        return (match_id, seat) in self._orders

    def ordered(self, match_id: str, seat: int, lines: str) -> None:
        """Note that somebody gives a standing order."""
        self._orders.setdefault((match_id, seat), set()).update(lines.splitlines())

    def withdrew(self, match_id: str, seat: int) -> None:
        """Note that somebody takes a standing order back."""
        self._withdrawn.add((match_id, seat))

    def rests(self, person: Person) -> None:
        """Check that what somebody has just changed in their holidays counts at all their tables."""
        for match_id, ledger in self._ledgers.items():
            self.story(match_id)
            for seat in ledger.people():
                if self.world.person(ledger.sitting[seat]) is person:
                    ledger.check_holidays(seat, self.world.clock.now)

    def comes_back(self, person: Person, path: str) -> bool:
        """Say whether somebody who looks at a page comes back to their table by that."""
        found = TABLE.fullmatch(path)
        row = found and self.observer.one(
            "SELECT p.address FROM seat s JOIN player p ON p.id = s.player_id JOIN match m ON m.id = s.match_id WHERE"
            " s.match_id = ? AND s.seat = ? AND s.away_since IS NOT NULL"
            " AND m.status IN ('running', 'paused', 'adjourned')",
            found[1], int(found[2]),
        )  # fmt: skip
        return bool(row) and person.signed_in and row == (person.address,)

    # What is sent and shown

    def died(self, process: Process) -> None:
        """Note that a mail which was taken may be sent once more: whoever sent it cannot note it any more."""
        if process.number in self._in_hand:
            self.world.excuses[self._in_hand[process.number]] += 1

    def hung(self) -> None:
        """Note that the claims to all mails in hand have lapsed, so that others may send them too."""
        for letter_id in self._in_hand.values():
            self.world.excuses[letter_id] += 1

    def sending(self, letter: Letter, message: EmailMessage) -> None:
        """Check a mail at the moment at which it is handed to the server."""
        found = self._row(letter)
        if not found:
            self.fail(f"mail {letter.id} is sent, and nothing that is committed says so")
            return
        row, status, claimed_until = found
        if status != "queued" or not claimed_until or claimed_until < self.world.clock.now:
            self.fail(f"mail {letter.id} is sent by somebody who has no claim to it: it is {status}")
        if self.world.server.taken[letter.id] > self.world.excuses[letter.id]:
            self.fail(f"mail {letter.id} is sent again, though nothing went wrong")
        self._in_hand[self.world.busy().number] = letter.id
        if row.match_id and letter.kind in TABLE_KINDS and row.seat:
            self._about_table(letter, row, message)
        self._search(row.match_id, row.seat, str(message), f"mail {letter.id}")

    def _about_table(self, letter: Letter, row: Claimed, message: EmailMessage) -> None:
        story, seat = self.story(row.match_id or ""), row.seat or 0
        if letter.kind in outbox.ASKING and seat not in self.ledger(story).people():
            self.fail(f"mail {letter.id} asks somebody who is away")
        if story.player(seat) != row.player_id:
            self.fail(f"mail {letter.id} goes to somebody who does not sit there")
        waits = self.observer.waiting(story.id).get(seat)
        if letter.kind in outbox.ASKING:
            self._asks(letter, row, waits)
        right = {
            "start": waits is None,
            "may": any(decision.seat == seat for decision in story.position.optional()),
            "result": story.status == "over",
            "deadline": (seat, "deadline") in {(e.seat, e.by) for e in self._events(story)[row.number or 0 :][:1]},
        }
        if not right.get(letter.kind, True):
            self.fail(f"mail {letter.id} was composed, and there was nothing of the kind to tell")
        if self._has_others_orders(story, seat):
            process, history = self.world.busy(), leaks.ordered_otherwise(story, seat)
            with self.observer.other_orders(story.id, seat):
                self._compare_orders(leaks.in_mail(process, history, row, message), f"mail {letter.id}")
        if story.status == "running" and self.rng.random() < self.world.plan.leaks:
            history = leaks.told_otherwise(story, seat, self.rng)
            process = self.world.busy()
            self._compare(history is not None and leaks.in_mail(process, history, row, message), f"mail {letter.id}")
            self.world.figures["mails composed again with other unseen cards"] += history is not None

    def _asks(self, letter: Letter, row: Claimed, waits: Waits | None) -> None:
        """Check that what a mail asks is still asked, and that it says until when."""
        if not waits or waits.asked != row.number:
            self.fail(f"mail {letter.id} was composed for a decision that is over")
            return
        zone = self.observer.all("SELECT zone FROM player WHERE id = ?", row.player_id)[0][0]
        local = format_datetime(waits.due_at.astimezone(ZoneInfo(zone)), "EEE d MMM, HH:mm", locale="en")
        if not re.search(rf"(until|ends on) {local}", " ".join(letter.text.split())):
            self.fail(f"mail {letter.id} does not say that the decision waits until {local}")
        self._told[letter.match_id or "", letter.seat or 0, waits.asked] = waits.due_at

    def page(self, browser: Browser, path: str, answer: TestResponse) -> None:
        """Check a page that somebody got."""
        if answer.status_code >= 500:
            self.fail(f"GET {path[:40]} was answered by {answer.status_code}")
        found = TABLE.fullmatch(path)
        if not found or answer.status_code != 200:
            return
        self._search(found[1], int(found[2]), answer.text, path)
        story, process = self.story(found[1]), next(iter(self.world.alive()), None)
        if process and self._has_others_orders(story, int(found[2])):
            history = leaks.ordered_otherwise(story, int(found[2]))
            honest = browser.again(process, path)
            with self.observer.other_orders(story.id, int(found[2])):
                self._compare_orders(leaks.in_page(process, history, browser, path, honest), path)
        if process and self.rng.random() < self.world.plan.leaks:
            history = leaks.told_otherwise(story, int(found[2]), self.rng) if story.status == "running" else None
            self._compare(
                history is not None and leaks.in_page(process, history, browser, path, browser.again(process, path)),
                path,
            )
            self.world.figures["pages made again with other unseen cards"] += history is not None

    def _compare(self, leaks_out: bool, what: str) -> None:
        if leaks_out:
            self.fail(f"{what} depends on cards that its reader has not seen")

    def _has_others_orders(self, story: Story, seat: int) -> bool:
        """Say whether somebody else at a table has given a standing order; of some mails and pages it matters."""
        others = any(key[0] == story.id and key[1] != seat for key in self._orders)
        return others and story.status in UNDER_WAY and self.rng.random() < ORDERS_LOOKED_AT

    def _compare_orders(self, leaks_out: bool, what: str) -> None:
        self.world.figures["mails and pages made again with other orders"] += 1
        if leaks_out:
            self.fail(f"{what} depends on what somebody else has ordered")

    def _search(self, match_id: str | None, seat: int | None, text: str, what: str) -> None:
        """Check that what never is for anybody while a match is played stands in no mail and on no page."""
        row = self.observer.one("SELECT server_seed, status FROM match WHERE id = ?", match_id)
        if not row or row[1] not in ("open", "running"):
            return
        secrets = [row[0]]
        if match_id in self._stories and self._stories[match_id].number >= 0:
            secrets.append(self._events(self._stories[match_id])[-1].fingerprint)
        if any(secret in text for secret in secrets):
            self.fail(f"{what} holds the server seed or a fingerprint of a match that is being played")
        self.world.figures["mails and pages searched for secrets"] += 1

    # What is written

    def begin(self) -> None:
        """Note that a step begins."""
        self._began, self._in_hand = self.world.clock.now, {}

    def step(self) -> None:
        """Check all that a step has touched."""
        if self.world.errors:
            self.fail(f"the service logged an error: {self.world.errors[0]}")
        changes = self.observer.changes()
        for match_id in changes.matches:
            self._check(match_id)
        for row_id in changes.mails:
            self._check_mail(row_id)
        self.mail_down = self.observer.mail_down()
        if self.mail_down:
            self._no_mail = self.world.clock.now

    def nothing_is_due(self) -> None:
        """Check that a worker who has done all that was due has left nothing."""
        now = to_text(self.world.clock.now)
        free = "(claimed_until IS NULL OR claimed_until < ?)"
        thought = "AND due_at = since" if self.observer.mail_down() else ""
        left = self.observer.all(f"SELECT match_id, seat FROM decision WHERE due_at <= ? {thought}", now)
        left += self.observer.all("SELECT match_id, seat FROM decision WHERE remind_at <= ?", now)
        mails = self.observer.all(
            f"SELECT id, kind FROM outbox WHERE status = 'queued' AND due_at <= ? AND {free}", now, now
        )
        if left or mails:
            self.fail(f"after a sweep these are still due: decisions {left[:3]}, mails {mails[:3]}")

    def _heard(self, story: Story, before: dict[int, Summary], written: Sequence[Entry]) -> None:
        """Check events of one transaction against what was waiting before it."""
        first, figures = written[0], self.world.figures
        figures["events"] += len(written)
        if not self._began <= first.at <= self.world.clock.now:
            self.fail(f"event {first.number} of {story.id} bears the time {first.at}")
        self.ledger(story).take(story, before, written)
        for event in written:
            if event.kind == "resign":
                self._use_permit(story, event, None, "resign")
            if event.kind in SHIFTS:
                self._told = {key: told for key, told in self._told.items() if key[0] != story.id}
            figures[f"events: {event.kind}"] += event.kind != "move"
        moves = [event for event in written if event.kind == "move"]
        for number, event in enumerate(moves):
            figures[f"moves by {event.by}"] += 1
            if event.by == "order":
                self._check_order(story, event)
            elif number == 0:
                self._check_move(story, event, before.get(event.seat or 0))
            elif event.by == "player" or (event.by == "deadline" and event.seat != moves[0].seat):
                self.fail(f"event {event.number} of {story.id} was played by {event.by} along with others")

    def _check_move(self, story: Story, event: Entry, waited: Summary | None) -> None:
        """Check that the first move of a transaction was asked for, or was due."""
        if event.by == "player":
            optional = waited is None or story.asked_of(event.seat or 0) == waited.asked
            self._use_permit(story, event, None if optional else waited and waited.asked, event.move or "")
        elif waited is None:
            self.fail(f"event {event.number} of {story.id} was played by {event.by}, and nothing was asked")
        else:
            self._check_time(story, event, waited)

    def _check_order(self, story: Story, event: Entry) -> None:
        """Check that an order played which its player has given."""
        seat = event.seat or 0
        if (
            event.detail["order"] not in self._orders.get((story.id, seat), ())
            or self.ledger(story).sitting[seat] is None
        ):
            self.fail(f"event {event.number} of {story.id} was played by an order that nobody has given")

    def _use_permit(self, story: Story, event: Entry, asked: int | None, text: str) -> None:
        permits = self._permits.get((story.id, event.seat or 0, asked), set())
        if text not in permits:
            self.fail(f"event {event.number} of {story.id} ({text}) was asked for by nobody, or once more than that")
        permits.discard(text) if asked is None else permits.clear()

    def _check_time(self, story: Story, event: Entry, waited: Summary) -> None:
        """Check that what nobody played was played when it was due: not early, and not more than a sweep late."""
        seat = event.seat or 0
        told = self._told.get((story.id, seat, waited.asked))
        term = terms.term(waited, told, given_up=story.player(seat) is None)
        if event.at < term.due_at:
            self.fail(f"event {event.number} of {story.id} was played {term.due_at - event.at} too early")
        late = event.at - max(term.due_at, self.world.trouble, self._no_mail)
        if late > SWEEP + BLIP:
            self.fail(f"event {event.number} of {story.id} was played {late} too late")
        if event.by == "deadline":
            self._check_outages(story, event, waited)
            self.world.figures["longest lateness of a deadline in seconds"] = max(
                self.world.figures["longest lateness of a deadline in seconds"], round(late.total_seconds())
            )

    def _check_outages(self, story: Story, event: Entry, waited: Summary) -> None:
        """Check that no time is over in which the service was down, or knew that it could send no mail."""
        spans = [
            (dark.since, dark.until or dark.since, "nobody worked") for dark in self.world.pulse.darks if dark.counts
        ]
        for since, until in self.observer.all("SELECT since, until FROM outage WHERE what = 'mail'"):
            spans.append((to_moment(since) or START, to_moment(until) or START, "no mail could be sent"))
        for since, until, why in spans:
            if since < waited.clock.due_at < until:
                self.fail(f"event {event.number} of {story.id} was due while {why}, at {waited.clock.due_at}")

    def _check(self, match_id: str) -> None:
        """Check a match: its row, its decisions, and what was queued about them."""
        story = self.story(match_id)
        row = self.observer.one(
            "SELECT status, number, started_at, ended_at, announced_at, outage FROM match WHERE id = ?", match_id
        )
        assert row
        status, number, started_at, ended_at, announced_at, outage = row
        if number != story.number:
            self.fail(f"match {match_id} is at event {number}, its log at {story.number}")
        if status == "open":
            self._check_open(match_id, announced_at is not None)
        if not story.fold:
            return
        if (status, to_moment(ended_at)) != (story.fold.status, story.fold.ended_at):
            self.fail(f"match {match_id} is {status} since {ended_at}, by its log {story.fold.status}")
        if to_moment(started_at) != story.fold.history.events[0].at:
            self.fail(f"match {match_id} began at another time than its log")
        waiting = self.observer.waiting(match_id)
        open_now = story.open.items() if status in UNDER_WAY else ()
        expected = {seat: Waits(each.kind, each.asked, each.clock.since, each.due_at) for seat, each in open_now}
        if waiting != expected:
            self.fail(f"the decisions of {match_id} are {waiting}, by its log {expected}")
        if terms.stands_still(status, waiting):
            self.fail(f"match {match_id} is {status}, and nothing of it is ever due")
        self.ledger(story).check_outages(outage, story.open)
        self._check_news(story, waiting)
        self._check_orders(story)
        self._check_caches(story)

    def _check_open(self, match_id: str, announced: bool) -> None:
        """Check that a table whose seats are all taken does not wait for anybody."""
        seats = self.observer.all("SELECT player_id, bot, phrase FROM seat WHERE match_id = ?", match_id)
        if announced and all((player or bot) and phrase is not None for player, bot, phrase in seats):
            self.fail(f"everybody sits at {match_id}, and it does not begin")

    def _check_news(self, story: Story, waiting: dict[int, Waits]) -> None:
        """Check that whoever is asked is mailed so, and that whoever missed a deadline, or the end, is told."""
        rows = self.observer.all("SELECT kind, seat, number FROM outbox WHERE match_id = ?", story.id)
        queued = {(kind, seat, number) for kind, seat, number in rows}
        for kind, seat, number in queued:
            if kind == "turn" and (seat, number) not in story.asked:
                self.fail(f"seat {seat} of {story.id} is mailed a decision of event {number} that never was")
        there = self.ledger(story).people()
        for seat, waits in waiting.items():
            if terms.is_awaited(waits) and seat in there and ("turn", seat, waits.asked) not in queued:
                self.fail(f"seat {seat} of {story.id} is asked by event {waits.asked}, and no mail says so")
        if story.status == "over":
            told = {seat for kind, seat, _ in queued if kind == "result"}
            if set(self.ledger(story).people()) - told:
                self.fail(f"match {story.id} is over, and not everybody is told")

    def _check_orders(self, story: Story) -> None:
        """Check that whoever has given an order that never fired is told when it is over."""
        rows = self.observer.all("SELECT seat, number, fired FROM standing_order WHERE match_id = ?", story.id)
        standing, before = {seat: number for seat, number, _ in rows}, self._standing.get(story.id, {})
        self._standing[story.id] = standing
        for seat, number in before.items():
            later = [e for e in self._events(story)[number + 1 :] if e.seat == seat]
            acted = {(e.kind, e.by) for e in later} & {("move", "player"), ("move", "order"), ("resign", "player")}
            if seat in standing or acted or any(e.kind == "replace" for e in later):
                continue
            if (story.id, seat) in self._withdrawn or story.status not in UNDER_WAY:
                continue
            row = self.observer.one(
                "SELECT id FROM outbox WHERE match_id = ? AND seat = ? AND kind = 'order' AND number >= ?",
                story.id, seat, number,
            )  # fmt: skip
            if not row and seat in self.ledger(story).people():
                self.fail(f"the order of seat {seat} of {story.id} is over and never fired, and no mail says so")
        self._withdrawn = {key for key in self._withdrawn if key[0] != story.id}

    def _check_caches(self, story: Story) -> None:
        """Check that what the processes keep in memory is what the log gives."""
        for process in self.world.alive():
            history = process.service.histories._cached.get(story.id)
            last = self._events(story)[-1].fingerprint
            if history and history.number == story.number and fingerprint(history.position) != last:
                self.fail(f"process {process.number} has another position of {story.id} than the log")

    def _check_mail(self, row_id: int) -> None:
        """Check what became of a mail."""
        row = self.observer.one(
            "SELECT kind, match_id, seat, number, player_id, status, last_error, queued_at FROM outbox WHERE id = ?",
            row_id,
        )
        if not row:
            return
        kind, match_id, seat, number, player_id, status, last_error, queued_at = row
        name = (
            f"{match_id}.{seat}.{kind}.{f'mail-{row_id}' if number is None else number}"
            if match_id
            else f"{kind}.{row_id}"
        )
        if status == "sent" and not self.world.server.taken[name]:
            self.fail(f"mail {name} is settled as sent, and the server never took it")
        if status == "failed" and not last_error:
            self.fail(f"mail {name} has failed, and nobody knows why")
        story = self.story(match_id) if match_id else None
        if story and story.fold and seat and player_id and row_id not in self._queued:
            self._queued.add(row_id)
            self._check_queued(story, row_id, kind, seat, to_moment(queued_at) or START)
        if status == "dropped" and kind == "turn":
            waits = self.observer.waiting(match_id).get(seat)
            if (
                story
                and waits
                and waits.asked == number
                and story.player(seat) == player_id
                and not self._has_rested(story, seat)
            ):
                self.fail(f"mail {name} was dropped, and its decision is still open")

    def _has_rested(self, story: Story, seat: int) -> bool:
        """Say whether a seat stands still, or has been told that it goes on; or else its player has seen to that."""
        resumes = [event for event in self._events(story) if event.kind == "resume"]
        told = any(e.seat == seat or self.observer.is_queued(story.id, seat, "held", e.number) for e in resumes)
        return story.status in HELD or told or seat not in self.ledger(story).people()

    def _check_queued(self, story: Story, row_id: int, kind: str, seat: int, at: datetime) -> None:
        """Check that who is away is left alone, and that nobody is reminded while they rest."""
        ledger = self.ledger(story)
        if seat in ledger.away and kind not in (outbox.AWAY, outbox.NEW_LINK):
            told = self.observer.one(
                "SELECT max(id) FROM outbox WHERE match_id = ? AND seat = ? AND kind = 'away'", story.id, seat
            )
            if told and told[0] and told[0] < row_id:
                self.fail(f"seat {seat} of {story.id} is away, and is mailed: {kind}")
        if kind in outbox.REMINDERS.values() and ledger.sitting[seat] is not None:
            self.world.figures["reminders"] += 1
            diary = self.world.person(ledger.sitting[seat]).diary
            known = product(diary.settings_at(at), diary.holidays_at(at), (at - SILENCE, at))
            if not any(freedom(settings, days)(cell_of(moment)) for settings, days, moment in known):
                self.fail(f"seat {seat} of {story.id} is reminded at {at}, when its player rests: {kind}")

    # Everything

    def everything(self) -> None:
        """Check every match, and every mail that somebody waits for."""
        self.step()
        for (match_id,) in self.observer.all("SELECT id FROM match ORDER BY id"):
            self._check(match_id)
            result = rebuild.rebuild(self.store, match_id)
            if result.differences or result.wrong:
                self.fail(f"match {match_id} differs from its log: {result.wrong or result.differences}")
        for (row_id,) in self.observer.all("SELECT id FROM outbox"):
            self._check_mail(row_id)
        for match_id, seat in self.observer.all(
            "SELECT o.match_id, o.seat FROM outbox o JOIN decision d ON (d.match_id, d.seat, d.asked) = "
            "(o.match_id, o.seat, o.number) JOIN seat s ON (s.match_id, s.seat, s.player_id) = "
            "(o.match_id, o.seat, o.player_id) WHERE o.kind = 'turn' AND o.status = 'failed'"
        ):
            self._check_shown(match_id, seat)
        self.world.figures["checks of everything"] += 1

    def _check_shown(self, match_id: str, seat: int) -> None:
        """Check that who waits for a seat that its mail does not reach is shown that."""
        with self.store.reading() as session:
            lost = {each.seat for each in outbox.unreachable(session, match_id)}
        if seat not in lost:
            self.fail(f"the mail that asks seat {seat} of {match_id} failed, and the table does not show it")

    def _events(self, story: Story) -> list[Entry]:
        assert story.fold
        return story.fold.history.events

    def _row(self, letter: Letter) -> tuple[Claimed, str, datetime | None] | None:
        """Return the committed outbox row of a mail."""
        last = letter.id.rpartition(".")[2].removeprefix("mail-")
        if letter.match_id and letter.number is not None:
            found = self.observer.one(
                f"{ROW} WHERE match_id = ? AND seat = ? AND kind = ? AND number = ?",
                letter.match_id, letter.seat, letter.kind, letter.number,
            )  # fmt: skip
        else:
            found = self.observer.one(f"{ROW} WHERE id = ?", int(last))
        if not found:
            return None
        *fields, detail, attempts, status, claimed_until = found
        return Claimed(*fields, json.loads(detail), attempts), status, to_moment(claimed_until)


def days_of(world: World) -> float:
    """Return the match-days of a run: how long each match ran, summed."""
    rows = world.observer.all("SELECT started_at, ended_at FROM match WHERE started_at IS NOT NULL")
    spans = [(to_moment(ended) or world.end) - (to_moment(started) or world.end) for started, ended in rows]
    return sum(spans, timedelta()) / timedelta(days=1)
