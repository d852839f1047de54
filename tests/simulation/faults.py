"""Faults to be planted in the service: each is a line of it written otherwise, as somebody might have written it.

To add one, name the function, the text in it, and the text that takes its place. Where the text is not there any more,
planting fails: no fault goes away unnoticed.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, ExitStack
from datetime import datetime
from types import FunctionType
from typing import Any, NamedTuple

from sqlmodel import select, Session

import web.links
from games.katzenjammer_blues import KatzenjammerBlues
from mail import letter, post
from models.tables import Outbox
from service import clock, course, due, holidays, play, table
from service.base import Service
from service.outbox import Claimed

ANNOTATIONS = annotations.compiler_flag  # they are not evaluated, as in every module here


class Change(NamedTuple):
    """A function, and a piece of its text that is to be another."""

    function: Callable[..., Any]
    old: str
    new: str


class Fault(NamedTuple):
    """A fault, and a pattern for how the simulation says that it has found it."""

    found: str
    changes: tuple[Change, ...]


def fault(found: str, *changes: tuple[Callable[..., Any], str, str]) -> Fault:
    return Fault(found, tuple(Change(*change) for change in changes))


FAULTS = {
    "mail is sent before the commit": fault(
        "nothing that is committed says so|no claim to it",
        (
            play.play_in,
            "    course.settle()\n",
            "    course.settle()\n"
            "    from tests.simulation.faults import send_within\n"
            "    send_within(service, session, now)\n",
        ),
    ),
    "a sweep claims nothing and plays whatever is asked": fault(
        "too early|logged an error",
        (due._claim, "return result.rowcount == 1", "return True"),
        (
            due._play_due,
            "asked=due.asked",
            "asked=service.histories.sound(session, session.get_one(Match, due.match_id)).asked_of(due.seat)",
        ),
    ),
    "a deadline is played early": fault(
        "too early",
        (due.sweep, "Decision.due_at <= now", "Decision.due_at <= now + timedelta(minutes=5)"),
        (due._claim, "col(Decision.due_at) <= now", "col(Decision.due_at) <= now + timedelta(minutes=5)"),
    ),
    "what is asked next is not mailed": fault(
        "no mail says so",
        (course.Course._ask, "self._tell(outbox.TURN,", "goes_on or self._tell(outbox.TURN,"),
    ),
    "a mail is composed though its decision is over": fault(
        "composed for a decision that is over",
        (letter._is_stale, "not table.own or table.own.asked != row.number or", "not table.own or"),
    ),
    "a link plays when it is looked at": fault(
        "GET /o/.* changed the database",
        (web.links.offer, "    return _show_offer(match, number, kind)", "    return accept(token)"),
    ),
    "a link whose decision is over opens its seat": fault(
        "asked for by nobody",
        (web.links._open, "good = service().histories.load(database, match).is_open(number, asked)", "good = True"),
    ),
    "an old page answers what is asked now": fault(
        "asked for by nobody",
        (play.play_in, "history.asked_of(seat) != asked", "history.asked_of(seat) is None"),
    ),
    "the deadline of a run is begun anew": fault(
        "runs out at .* by the pace",
        (
            course.Course._ask,
            "clock.run_on(run, self.pace, self.now)",
            "clock.begin(self.pace, run.availability, self.now, run.bank)",
        ),
    ),
    "a refused mail is settled as sent": fault(
        "settled as sent, and the server never took it",
        (
            post._send,
            'outbox.settle(session, row.id, "failed", clock(), str(error))',
            'outbox.settle(session, row.id, "sent", clock(), str(error))',
        ),
    ),
    "a deferred mail is dropped": fault(
        "was dropped, and its decision is still open",
        (
            post._postpone,
            "outbox.postpone(session, row.id, clock(), error, give_up=not of_all)",
            'outbox.settle(session, row.id, "dropped", clock(), error)',
        ),
    ),
    "a view shows the pile": fault(
        "depends on cards that its reader has not seen",
        (KatzenjammerBlues.view, "list(self.row)", "list(self.cards[self.at : self.at + 6])"),
    ),
    "who resigns keeps the deadline": fault(
        "where nobody is, has time until",
        (course.Course.give_up, "    self._play_at_once(number)", "    pass"),
    ),
    "a clock that refills at weekends": fault(
        "the time bank of seat .* by its clock",
        (
            course.Course._count_time,
            "    if left != seat.bank:",
            "    left = self.pace.bank if self.now.weekday() >= 5 else left\n    if left != seat.bank:",
        ),
    ),
    "a bank that is not used up": fault(
        "the time bank of seat .* by its clock",
        (
            clock.bank_left,
            "return min(clock.bank, int(used(clock.availability, now, clock.due_at)))",
            "return clock.bank",
        ),
    ),
    "quiet hours that count in part": fault(
        "runs out at .* by the pace",
        (clock._awake, "(end, start)", "(end - 1, start)"),
    ),
    "an outage that is not applied to clocks": fault(
        "is not counted for seat",
        (course.Course.catch_up, "if outage.since < until and self.restart(outage.since, until):", "if False:"),
    ),
    "a holiday that counts from the next decision only": fault(
        "in spite of a holiday",
        (holidays._tell_matches, 'if match.status != "running" or', "if True or"),
    ),
    "a reminder at night": fault(
        "is reminded at .* when its player rests",
        (
            clock.reminders,
            "moment = next_free(player, after(theirs, start, seconds)) if seconds > 0 else NEVER",
            "moment = after(theirs, start, seconds) if seconds > 0 else NEVER",
        ),
    ),
    "an away seat that still gets mails": fault(
        "is away, and is mailed",
        (
            course.Course._tell,
            "if place.player_id is None or (place.away_since and kind != outbox.AWAY):",
            "if not place.player_id:",
        ),
        (course.Course.present_people, "if not seat.away_since", "if True"),
    ),
    "one deadline is enough to be away": fault(
        "has let 1 deadlines pass, away: True",
        (course.Course._count_lapses, "seat.lapses >= MOST_LAPSES", "seat.lapses >= 1"),
    ),
    "a paused match that is swept": fault(
        "too early|the decisions of .* by its log",
        (course.Course._stand_still, "row.due_at, row.remind_at = NEVER, None", "row.remind_at = None"),
        (play.play_in, 'if match.status == PAUSED or (match.status == ADJOURNED and by != "player"):', "if False:"),
    ),
    "an order that also mails": fault(
        "is mailed a decision .* that never was",
        (
            course.Course._append,
            'if by == "order":\n',
            'if by == "order":\n        self._tell(outbox.TURN, seat, max(0, number - 1))\n',
        ),
    ),
    "an order that all can read": fault(
        "depends on what somebody else has ordered",
        (
            table._detail,
            'hidden = {"clocks", "banks"} if mine else {"clocks", "banks", "order"}',
            'hidden = {"clocks", "banks"}',
        ),
    ),
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Plant a fault for a while; none has no name."""
    changes = FAULTS[name].changes if name else ()
    with ExitStack() as stack:
        for change in changes:
            stack.enter_context(_changed(change))
        yield


@contextmanager
def _changed(change: Change) -> Iterator[None]:
    """Give a function the code of its changed text, for whoever has imported it."""
    function = change.function
    assert isinstance(function, FunctionType)
    text = textwrap.dedent(inspect.getsource(function))
    assert text.count(change.old) == 1, f"{function.__qualname__} does not have “{change.old}” once"
    made: dict[str, Any] = {}
    undecorated = text[re.search(r"^def ", text, re.M).start() :].replace(change.old, change.new)  # type: ignore[union-attr]
    exec(compile(undecorated, "a fault", "exec", ANNOTATIONS), function.__globals__, made)
    honest, function.__code__ = function.__code__, made[function.__name__].__code__
    try:
        yield
    finally:
        function.__code__ = honest


def send_within(service: Service, session: Session, now: datetime) -> None:
    """Send what has just been queued, from within the transaction that has queued it."""
    process = service.wake.__self__.busy()  # type: ignore[attr-defined]
    for row in session.exec(select(Outbox).where(Outbox.status == "queued", Outbox.queued_at == now)):
        claimed = Claimed(*(getattr(row, name) for name in Claimed._fields))
        message = letter.compose(service, process.worker.office, session, claimed, now)
        if message:
            process.worker.transport.send(message)
