"""Replies to mails: their lines are carried out one by one, each in a transaction of its own; a mail answers them.

The answer's row in the outbox is the journal: each line notes there, in the transaction that carries it out, that it is
done. So a mail that comes twice, at once or after a process has died, goes on where it was, and nothing is done twice.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import Any, NamedTuple

from sqlalchemy import delete
from sqlmodel import col, Session

import games
from games.contract import BadNotation, GameError, N_, Position
from models import log
from models.log import StaleMove
from models.tables import Match, Outbox, ReceivedMail, Seat
from service import notes, orders, outbox, play, throttle
from service.addresses import Answered
from service.base import DecisionOver, NotFound, NotRunning, Refused, Service, Throttled
from service.course import Course, deals
from service.history import Diverged, History
from service.orders import Outdated

LIMITS = ((30, timedelta(hours=1)), (200, timedelta(days=1)))  # replies of one seat: two robots do not talk for ever
UNFINISHED = timedelta(minutes=5)  # before the answer to a mail goes out that no process has finished
KEPT = timedelta(days=60)  # a mail server tries for some days, and then the same mail does not come any more
MOST_LINES = 40
LONGEST = 400

ASK, SAY, ORDER, MOVE = "ask", "say", "order", "move"
ASKS = ("?", "help", "position")
OFF = ("off", "none")
SAID = re.compile(r"say\s*[:\s]\s*(.*)", re.IGNORECASE | re.DOTALL)
ORDERED = re.compile(r"order\s*(?::|\s|$)\s*(?:(\w+)\s*:\s*)?(.*)", re.IGNORECASE | re.DOTALL)
GREETING = re.compile(
    r"(?:hi|hello|hey|dear|hallo|moin|servus|liebe[rs]?|guten|good (?:morning|day|evening)|thanks|danke)\b"
    r"|こんにちは|こんばんは|おはよう|お世話|您好|你好|大家好|嗨|.*[,，、:：]$|.*(?:様|さん|さま)[、,]?$",
    re.IGNORECASE,
)
MOVE_LIKE_WORDS = 8  # a longer line is a sentence
ALIKE = 0.7  # how close a word is to one that begins moves, to be taken for a slip of the pen
QUOTES = " \t\"'`´“”„‘’‚«»*_"
END = ".!,;。、"
DASHES = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-"})


class Reply(NamedTuple):
    """A mail that has come as a reply: its digest, by which it is known again, its Message-ID if any, and its lines."""

    digest: str
    message_id: str
    lines: tuple[str, ...]


class TooMany(Throttled):
    """So many replies have come for this seat that this one has to wait: nothing of it was carried out."""


class Unreadable(Refused):
    """A line is neither a move nor anything else that is understood."""


@dataclass
class Journal:
    """How far a reply has come: `done` are its lines that were carried out, `wrong` the one that could not be."""

    row: Outbox
    received: ReceivedMail
    at: int = 0  # the next line
    first: int | None = None  # the event of the first move that answered something
    last: int = -1  # the last event that it caused
    before: int = -1  # the last event before it
    done: list[dict[str, Any]] = field(default_factory=list)
    wrong: dict[str, Any] | None = None

    def write(self, session: Session, finished: bool, now: datetime) -> None:
        """Note how far the reply has come; when it is finished, its answer may go."""
        kept = ("at", "first", "last", "before", "done", "wrong")
        self.row.detail = {**self.row.detail, **{key: getattr(self, key) for key in kept}, "finished": finished}
        if finished:
            self.row.due_at = now
            self.received.outcome = "answered"
        session.add_all([self.row, self.received])


def plain(line: str) -> str:
    """Return a line as it was meant: no wide characters, no quotation marks that a keyboard adds, no full stop."""
    text = " ".join(unicodedata.normalize("NFKC", line).translate(DASHES).split())
    text = text.removeprefix("- ").removeprefix("• ")
    bare = text.strip(QUOTES).rstrip(END).strip(QUOTES)
    return bare or ("?" if "?" in text else "")


def receive(service: Service, about: Answered, reply: Reply, now: datetime) -> None:
    """Carry a reply out, line by line, up to the first that cannot be, and queue the answer.

    A mail that was answered already does nothing. Raises `NotFound` where the seat has no such links any more,
    `TooMany`.
    """
    while not _step(service, about, reply, now):
        pass
    service.wake()


def note_received(session: Session, digest: str, outcome: str, now: datetime, **about: Any) -> bool:
    """Note a mail and what came of it; say whether it is the first time that it comes."""
    if session.get(ReceivedMail, digest):
        return False
    session.execute(delete(ReceivedMail).where(col(ReceivedMail.at) < now - KEPT))
    session.add(ReceivedMail(digest=digest, at=now, outcome=outcome, **about))
    session.flush()
    return True


def _step(service: Service, about: Answered, reply: Reply, now: datetime) -> bool:
    """Carry the next line out; say whether the reply is finished."""
    try:
        with service.store.writing() as session:
            journal = _open(session, about, reply, now)
            if not journal:
                return True
            finished = _carry_out(service, session, about, reply, journal, now)
            journal.write(session, finished, now)
            return finished
    except TooMany:
        raise
    except StaleMove:
        return False
    except Diverged as error:
        play.freeze(service, error, now)
        return _refuse(service, about, reply, NotRunning(), now)
    except (GameError, Refused) as error:
        return _refuse(service, about, reply, error, now)


def _refuse(service: Service, about: Answered, reply: Reply, error: GameError | Refused, now: datetime) -> bool:
    """Note why the next line was not carried out: that ends the reply. What the line began is undone already."""
    with service.store.writing() as session:
        journal = _open(session, about, reply, now)
        if journal:
            line = next((line for line in reply.lines[journal.at :] if plain(line)), "")
            facts = {key: value if isinstance(value, str | int) else str(value) for key, value in error.facts.items()}
            journal.wrong = {"line": line[:LONGEST], "message": error.message, "facts": facts}
            journal.write(session, True, now)
    return True


def _open(session: Session, about: Answered, reply: Reply, now: datetime) -> Journal | None:
    """Return the journal of a reply, a new one where it comes for the first time; `None` where it is finished.

    Whoever has it holds the match, so that a mail that comes twice at once is carried out once.
    """
    match = log.hold(session, about.match_id)
    seat = session.get(Seat, (about.match_id, about.seat))
    if not match or not seat or seat.epoch != about.epoch or seat.player_id is None:
        raise NotFound
    received = session.get(ReceivedMail, reply.digest)
    if received:
        row = session.get(Outbox, int(received.outcome)) if received.outcome.isdecimal() else None
        return _read(row, received) if row else None
    limits = [throttle.Limit(f"reply/{match.id}/{seat.seat}/{most}", most, span) for most, span in LIMITS]
    try:
        throttle.take(session, limits, now)
    except Throttled as error:
        raise TooMany from error
    row = Outbox(
        kind=outbox.REPLY, match_id=match.id, seat=seat.seat, player_id=seat.player_id, queued_at=now,
        due_at=now + UNFINISHED, detail={"message_id": reply.message_id, "before": match.number},
    )  # fmt: skip
    session.add(row)
    session.flush()
    where = {"match_id": match.id, "seat": seat.seat, "player_id": seat.player_id}
    note_received(session, reply.digest, str(row.id), now, **where)
    return _read(row, session.get_one(ReceivedMail, reply.digest))


def _read(row: Outbox, received: ReceivedMail) -> Journal:
    known = {key: value for key, value in row.detail.items() if key in Journal.__dataclass_fields__}
    journal = Journal(row, received, **known)
    journal.done = list(journal.done)
    return journal


def _carry_out(
    service: Service, session: Session, about: Answered, reply: Reply, journal: Journal, now: datetime
) -> bool:
    """Carry the next line out that asks for something; say whether there is none any more."""
    match = session.get_one(Match, about.match_id)
    history = service.histories.sound(session, match)
    while journal.at < len(reply.lines):
        raw = reply.lines[journal.at]
        line = plain(raw)
        kind = _kind(history, match, about.seat, line, raw, begun=bool(journal.done)) if line else ""
        if kind is None:  # what follows is a signature or the like
            return True
        if not kind:  # a greeting, or nothing
            journal.at += 1
            continue
        _do(service, session, about, journal, history, kind, raw, line, now)
        journal.at += 1
        return False
    if not journal.done:
        raise Unreadable(N_("There is no move in your reply: write it as its first line, above what you quote."))
    return True


def _kind(history: History, match: Match, seat: int, line: str, raw: str, begun: bool) -> str | None:
    """Return what a line asks for, nothing for a greeting, `None` for what ends a reply. Raises `GameError`.

    A typo must not get lost: before anything is understood only a greeting is skipped, and after it only what does not
    look like a move ends the reply.
    """
    if line.casefold() in ASKS:
        return ASK
    if SAID.fullmatch(line) or line.casefold() == SAY:
        return SAY
    if ORDERED.fullmatch(line):
        return ORDER
    wrong = _wrong_with(history, match, seat, line)
    if not wrong:
        return MOVE
    if not _looks_like_move(history, match, seat, line):
        if begun:
            return None
        if GREETING.match(raw.strip()):
            return ""
    raise wrong


def _wrong_with(history: History, match: Match, seat: int, line: str) -> GameError | None:
    """Return why a line is no move of the game, be it legal now or not; `None` where it is one."""
    position = history.position
    if _is_optional(position, seat, line):
        return None
    wrong: GameError | None = None
    if history.asked_of(seat) is not None:
        try:
            position.read(seat, line)
            return None
        except BadNotation as error:
            wrong = error
        except GameError:
            return None
    try:
        games.find(match.game, match.rules).read_order(position.view(seat), line)
    except BadNotation as error:
        return wrong or error
    return None


def _looks_like_move(history: History, match: Match, seat: int, line: str) -> bool:
    """Say whether a line may have been meant as a move: it begins much like one, or is short and has a number."""
    words = line.casefold().split()
    if len(words) > MOVE_LIKE_WORDS:
        return False
    if any(char.isdecimal() for char in line):
        return True
    return bool(get_close_matches(words[0], _verbs(history, match, seat), cutoff=ALIKE))


def _verbs(history: History, match: Match, seat: int) -> list[str]:
    """Return the words with which moves begin, as far as this match shows them, and those of replies."""
    game = games.find(match.game, match.rules)
    known = [line.example for line in game.order_lines] + [event.move for event in history.events if event.move]
    known += game.choices(history.position.view(seat)).moves
    return [*{text.split()[0].casefold() for text in known}, SAY, ORDER]


def _do(
    service: Service, session: Session, about: Answered, journal: Journal, history: History, kind: str, raw: str,
    line: str, now: datetime,
) -> None:  # fmt: skip
    """Carry one line out and note it. Raises `GameError`, `Refused`, `StaleMove`, `Diverged`."""
    done: dict[str, Any] = {"kind": kind, "line": line[:LONGEST]}
    if kind == MOVE:
        asked = _asked(history, about, journal, line)
        number = _play(service, session, about, asked, line, now)
        done["number"] = journal.last = number
        if asked is not None and journal.first is None:
            journal.first = number
    elif kind == SAY:
        said = SAID.fullmatch(raw.strip()) or SAID.fullmatch(line)
        with play.changing_in(service, session, about.match_id, now) as course:
            notes.say_in(course, about.seat, said[1] if said else "")
    elif kind == ORDER:
        with play.changing_in(service, session, about.match_id, now) as course:
            since = max(about.asked, journal.last)
            scope, text = _order(course.position, line)
            if text.casefold() in OFF:
                done["kind"] = "withdrawn"
                orders.withdraw_in(course, about.seat)
            else:
                _give(course, about.seat, scope, text, since)
                journal.last = max(journal.last, course.match.number)
    journal.done = [*journal.done, done]


def _give(course: Course, seat: int, scope: str, text: str, since: int) -> None:
    """Give a standing order; one written for another position is refused in the words of a mail."""
    try:
        orders.give_in(course, seat, scope, text, since)
    except Outdated as error:
        raise Refused(
            N_("Your seat has moved since that mail, so the order was not taken: give it by a reply to the latest one.")
        ) from error


def _play(service: Service, session: Session, about: Answered, asked: int | None, line: str, now: datetime) -> int:
    """Play a move; what is over already is told in the words of a mail."""
    try:
        return play.play_in(
            service, session, about.match_id, about.seat, line, asked=asked, now=now, by="player"
        )  # fmt: skip
    except DecisionOver as error:
        if error.repeated:
            raise Refused(N_("“{line}” was played already: a second time changes nothing."), line=line) from error
        raise Refused(
            N_("What that mail asked is answered already, so “{line}” was not played: an old mail answers nothing."),
            line=line,
        ) from error


def _asked(history: History, about: Answered, journal: Journal, line: str) -> int | None:
    """Return the decision that a move answers: the one of the mail first, and then those of the same run.

    `None` is for what may be done and need not. Raises `Refused` for what its sender could not know of.
    """
    position, seat = history.position, about.seat
    if _is_optional(position, seat, line):
        return None
    if journal.first is None:
        return about.asked
    current = history.asked_of(seat)
    if current is None or not _is_same_run(history, seat, journal.first):
        raise Refused(
            N_("After your move it was not your turn any more, so “{line}” was not played: it may not fit any longer."),
            line=line,
        )
    return current


def _is_optional(position: Position, seat: int, line: str) -> bool:
    """Say whether a line is something that a seat may do now and need not."""
    offered = {decision.kind for decision in position.optional() if decision.seat == seat}
    try:
        return bool(offered) and position.read(seat, line) in offered
    except GameError:
        return False


def _is_same_run(history: History, seat: int, first: int) -> bool:
    """Say whether since a move of a seat nobody else has moved, but for what was forced, and nothing was dealt."""
    later = [event for event in history.events[first:] if event.kind == "move"]
    others = any(event.seat != seat and event.by != "forced" for event in later)
    return not others and not any(deals(event.chance) for event in later)


def _order(position: Position, line: str) -> tuple[str, str]:
    """Return the scope of an order, and its lines as text. Raises `Refused` for a scope that there is not now."""
    found = ORDERED.fullmatch(line)
    assert found
    known = [orders.NEXT.kind, *(scope.kind for scope in position.scopes())]
    scope = (found[1] or orders.NEXT.kind).casefold()
    if scope not in known:
        raise Refused(
            N_("An order cannot hold for “{scope}” here. It can for: {known}. Write for example “order {last}: …”."),
            scope=scope, known=", ".join(known), last=known[-1],
        )  # fmt: skip
    return scope, found[2]


def lines_of(text: str) -> tuple[str, ...]:
    """Return the first lines of a reply that have something on them."""
    found: Sequence[str] = [line.strip() for line in text.splitlines() if line.strip()]
    return tuple(line[: 4 * LONGEST] for line in found[:MOST_LINES])
