"""A match as it goes on within one transaction: events are appended, then everything is settled once.

Settling brings the summaries up to date, queues what is to be told, and writes into the last event what the clocks
are now: so the log alone says when everything is due.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete
from sqlmodel import col, select, Session

from games.chance import Seeded
from games.contract import Decision, Position, Scope
from games.orders import first, holds
from games.record import fingerprint
from models import log, tables
from models.tables import Match, Player, Proposal, Seat, StandingOrder
from service import availability, channels, clock, heartbeat, outbox
from service.base import failure, Unasked
from service.clock import Clock, NEVER, Pace
from service.history import Asked, carry

logger = logging.getLogger("mousepost.course")

PAUSED, ADJOURNED = "paused", "adjourned"
HELD = (PAUSED, ADJOURNED)  # a match that stands still, and can go on
UNDER_WAY = ("running", *HELD)
MOST_AUTOMATIC = 20  # moves that follow of themselves in one transaction; the rest is left to the sweep
PATIENCE = timedelta(minutes=10)  # before who has just played is mailed what they are asked next
DECISION = "decision"  # the scope of an order for what is asked next
MOST_LAPSES = 2  # deadlines running that pass before somebody is taken to be away


def deals(chance: Mapping[str, Any]) -> bool:
    """Say whether an event with these outcomes dealt a deck: what is asked after it is a new beginning."""
    return any(label.startswith("deck/") for label in chance)


def clock_of(row: tables.Decision) -> Clock:
    """Return the clock of a decision; an old one has only its deadline."""
    return Clock.read(row.clock) if row.clock else Clock(row.since, row.since, row.due_at, row.due_at)


def orders_of(session: Session, match_id: str) -> dict[int, StandingOrder]:
    """Return the standing orders of a match by seat."""
    rows = session.exec(select(StandingOrder).where(StandingOrder.match_id == match_id))
    return {row.seat: row for row in rows}


def is_going_on(order: StandingOrder, position: Position) -> bool:
    """Say whether the scope of an order is still going on; that of a single decision ends only with its answer."""
    return order.scope == DECISION or holds(position, Scope(order.scope, "", order.serial))


def stop(
    session: Session, match: Match, seats: Sequence[Seat], kind: str, by: str, now: datetime, mark: str,
    detail: Mapping[str, Any] | None = None,
) -> None:  # fmt: skip
    """Write the end of a match that has no result; `mark` is the fingerprint of where it stands."""
    number = log.append(session, match, kind=kind, by=by, at=now, detail=detail, fingerprint=mark)
    match.status, match.ended_at, match.held_at = "abandoned", now, None
    session.add(match)
    for table in (tables.Decision, StandingOrder, Proposal):
        session.execute(delete(table).where(col(table.match_id) == match.id))
    for seat in seats:
        if seat.player_id is not None and not seat.away_since:
            outbox.queue(
                session, outbox.ENDED, now, match_id=match.id, seat=seat.seat, number=number, player_id=seat.player_id
            )


class Automatic(NamedTuple):
    """A move that is played without asking, by what, and what only its own seat is to know of it."""

    move: str
    by: str
    detail: Mapping[str, Any] = {}


class Course:
    """A running match that somebody holds (`models.log.hold`), at `now`."""

    def __init__(
        self, session: Session, match: Match, seats: Sequence[Seat], position: Position, asked: Asked, now: datetime
    ) -> None:
        self.session = session
        self.match = match
        self.pace = Pace.read(match.pace)
        self.seats = {seat.seat: seat for seat in seats}
        self.position = position
        self.asked = asked
        self.now = now
        self.lapsed: dict[int, int] = {}  # seat to the event of the first move that a deadline played for it
        self.present: tuple[int, datetime] | None = None  # the seat that a person has played for last, and when
        self.mover = 0
        self.by = ""
        self.dealt = False
        self.offered = self._offers()
        self.orders = orders_of(session, match.id)
        self._began_at = match.number
        self._failed: set[int] = set()  # seats whose order could not be followed
        self._movers: dict[int, set[str]] = {}  # seat to all by what it has moved
        self._answered: dict[int, str] = {}  # seat to by what a decision of it was answered
        self._clocks: dict[int, Clock | None] = {}
        self._banks: dict[int, int] = {}
        self._welcomed: set[int] = set()

    def begin(self) -> None:
        """Settle the deal, which is written: everybody not asked at once hears that it has begun."""
        for seat in self.people():
            seat.bank = self.pace.bank
        self._began_at = -1
        self.settle()
        for number in set(self.seats) - {decision.seat for decision in self.asked}:
            self._tell(outbox.START, number, self.match.number)

    @property
    def has_changed(self) -> bool:
        """Say whether any clock has been changed."""
        return bool(self._clocks)

    def people(self) -> list[Seat]:
        """Return the seats that somebody plays for."""
        return [seat for seat in self.seats.values() if seat.player_id is not None]

    def present_people(self) -> list[Seat]:
        """Return the seats that somebody plays for who is not away."""
        return [seat for seat in self.people() if not seat.away_since]

    def move(self, seat: int, text: str, by: str, out_of_turn: bool = False) -> int:
        """Play and append one move; return its number. What follows of itself is played as well.

        That is what is forced, and what a standing order says. A deadline plays on until the decision is another
        seat's, or cards are dealt anew. Raises `Unasked` where a move made `out_of_turn` would answer a decision: that
        must be named.
        """
        before = self.asked
        if by == "player":
            self.present = seat, self.now
        automatic = self.automatic(seat) if by == "order" else None
        number = self._append(seat, text, by, automatic.detail if automatic else None)
        if out_of_turn and not before.keys() <= self.asked.keys():
            raise Unasked
        self.follow(by)
        return number

    def follow(self, by: str = "") -> None:
        """Play what follows of itself, up to `MOST_AUTOMATIC` moves; `by` is what played the last."""
        last = self.mover
        for _ in range(MOST_AUTOMATIC):
            found = next(((d.seat, move) for d in self.asked if (move := self.automatic(d.seat))), None)
            if found:
                seat, automatic = found
                self._append(seat, automatic.move, automatic.by, automatic.detail)
            elif by == "deadline" and not self.dealt and any(decision.seat == last for decision in self.asked):
                self._append(last, self.position.deadline_move(last), by)
            else:
                break

    def automatic(self, number: int) -> Automatic | None:
        """Return what is played for a seat that is asked, without asking its player."""
        forced = self.position.forced(number)
        if forced and forced.public:
            return Automatic(forced.move, "forced")
        seat = self.seats[number]
        if seat.player_id is None:
            return None
        ordered = self._ordered(number)
        if ordered:
            return ordered
        if forced and not seat.away_since and self._player(seat).plays_forced:
            return Automatic(forced.move, "forced")
        return None

    def _ordered(self, number: int) -> Automatic | None:
        """Return what the standing order of a seat says, if it says anything; one that fails is not asked again."""
        order = self.orders.get(number)
        if not order or number in self._failed or not self._is_alive(order):
            return None
        try:
            found = first(self.position, number, order.lines)
            if found and not self.position.is_legal(number, found[1]):
                raise ValueError("an order stands for what is no move")
        except Exception as error:
            logger.error("the order of seat %s of match %s failed: %s", number, self.match.id, failure(error))
            self._failed.add(number)
            return None
        return Automatic(found[1], "order", {"order": found[0]}) if found else None

    def _is_alive(self, order: StandingOrder) -> bool:
        return is_going_on(order, self.position) and not (order.scope == DECISION and order.seat in self._answered)

    def _append(self, seat: int, text: str, by: str, detail: Mapping[str, Any] | None = None) -> int:
        move = self.position.read(seat, text)
        chance = self.position.chance
        assert isinstance(chance, Seeded)
        chance.drawn = {}
        self.position.play(seat, move)
        number = log.append(
            self.session, self.match, kind="move", seat=seat, move=move, by=by, at=self.now,
            chance=chance.drawn, detail=detail, fingerprint=fingerprint(self.position),
        )  # fmt: skip
        before, self.asked = self.asked, carry(self.asked, self.position, number)
        if by != "forced":  # nobody was asked that
            self._answered |= {decision.seat: by for decision in before if decision not in self.asked}
        self.mover, self.by, self.dealt = seat, by, deals(chance.drawn)
        self._movers.setdefault(seat, set()).add(by)
        if by == "deadline":
            self.lapsed.setdefault(seat, number)
        if by == "order":
            self.orders[seat].fired += 1
        return number

    def note(self, kind: str, by: str, seat: int | None = None, detail: Mapping[str, Any] | None = None) -> int:
        """Append an event that leaves the position as it is; return its number."""
        return log.append(
            self.session, self.match, kind=kind, by=by, at=self.now, seat=seat, detail=detail,
            fingerprint=fingerprint(self.position),
        )  # fmt: skip

    def welcome(self, number: int) -> bool:
        """Note that the player of a seat who was away is back; say whether there was anything to note."""
        seat = self.seats[number]
        if not seat.away_since or self.match.status not in UNDER_WAY:
            return False
        seat.away_since, seat.lapses = None, 0
        self.session.add(seat)
        self._welcomed.add(number)
        self.present = number, self.now
        self.note("return", "player", number)
        if self.match.status == ADJOURNED:
            self.resume()
        return True

    def catch_up(self) -> None:
        """Let the clocks have stood still in the outages that the match does not know of yet."""
        for outage in heartbeat.outages(self.session, self.match.outage):
            self.match.outage = outage.id or 0
            self.session.add(self.match)
            until = min(outage.until, self.match.held_at or outage.until)  # from then on it stood still anyway
            if outage.since < until and self.restart(outage.since, until):
                detail = {"what": outage.what, "from": outage.since.isoformat(), "to": outage.until.isoformat()}
                self.note("outage", "service", detail=detail)

    def stands_since(self) -> datetime:
        """Return since when clocks stand still that are stopped now: since no mail can be sent, if none can."""
        return min(self.now, heartbeat.down_since(self.session) or self.now)

    def hold(self, kind: str, by: str, seat: int | None = None, detail: Mapping[str, Any] | None = None) -> int:
        """Let the match stand still (`pause`, `adjourn`)."""
        held_at = self.stands_since()
        self.match.status, self.match.held_at = (PAUSED if kind == "pause" else ADJOURNED), held_at
        return self.note(kind, by, seat, {"held_at": held_at.isoformat(), **(detail or {})})

    def resume(self) -> None:
        """Let the match go on: clocks have stood still as long as it did."""
        assert self.match.held_at
        self.restart(self.match.held_at, self.now)
        self.match.status, self.match.held_at = "running", None

    def give_up(self, number: int, stand_in: str) -> None:
        """Take a seat from its player, void its links, and let what waits for it be played at once."""
        seat = self.seats[number]
        seat.player_id, seat.stand_in, seat.away_since, seat.lapses = None, stand_in, None, 0
        seat.epoch += 1
        self.session.add(seat)
        self._play_at_once(number)
        self._forget_agreed(number)

    def _forget_agreed(self, number: int) -> None:
        """Forget what a seat has proposed, and agreed to: somebody else, or nobody, sits there now."""
        for proposal in self.session.exec(select(Proposal).where(Proposal.match_id == self.match.id)).all():
            if proposal.seat == number:
                self.session.delete(proposal)
            elif number in proposal.agreed:
                proposal.agreed = [seat for seat in proposal.agreed if seat != number]
                self.session.add(proposal)

    def _play_at_once(self, number: int) -> None:
        row = self.session.get(tables.Decision, (self.match.id, number))
        if row:
            self.wind(row, clock.at_once(self.now))
        if number in self.orders:
            self.session.delete(self.orders.pop(number))

    def sit_down(self, number: int, player: Player, name: str) -> None:
        """Give a seat to another player, who is asked what it is asked."""
        seat = self.seats[number]
        seat.player_id, seat.name, seat.stand_in, seat.away_since, seat.lapses = player.id, name, None, None, 0
        seat.seen = -1
        seat.epoch += 1
        self.session.add(seat)
        self._play_at_once(number)
        self._forget_agreed(number)
        self._welcomed.add(number)
        if self.match.status == ADJOURNED:
            self.resume()

    def move_deadline(self, number: int, due_at: datetime) -> bool:
        """Let what a seat is asked be due at another moment; say whether anybody thinks about anything there."""
        row = self.session.get(tables.Decision, (self.match.id, number))
        if not row or not self._player_of(number) or not clock_of(row).thinks:
            return False
        self.wind(row, clock.moved(clock_of(row), due_at, self.now))
        return True

    def stop(self, kind: str, by: str, detail: Mapping[str, Any] | None = None) -> None:
        """End the match without a result (`end` or `abandon`), and publish its secret by it."""
        mark = fingerprint(self.position)
        stop(self.session, self.match, list(self.seats.values()), kind, by, self.now, mark, detail)

    def restart(self, stopped: datetime, resumed: datetime, only: int | None = None) -> bool:
        """Let clocks have stood still from `stopped` to `resumed`, all or that of a seat; say whether any differs.

        Holidays count as they are now.
        """
        changed = False
        for row in self._rows().values():
            if only not in (None, row.seat):
                continue
            old = clock_of(row)
            player = self._player_of(row.seat)
            if not player or not old.thinks:
                new = clock.at_once(self.now) if self.match.status in HELD else old
            else:
                free = availability.with_holidays(self.session, old.availability, player, self.pace)
                new = clock.restarted(old, stopped, resumed, free)
            if self.match.status in HELD or (new.bank_at, new.due_at) != (old.bank_at, old.due_at):
                self.wind(row, new)
                changed = True
        return changed

    def wind(self, row: tables.Decision, new: Clock) -> None:
        """Give a decision another clock."""
        self._clocks[row.seat] = new if new.thinks else None
        row.clock, row.since, row.due_at = new.stored(), new.since, new.due_at
        row.remind_at = self._first_reminder(row.seat, new)
        self.session.add(row)

    def settle(self) -> None:
        """Bring the summaries up to date and queue what is to be told."""
        if self.match.status == "abandoned":
            return
        old = self._rows()
        new = {decision.seat: (decision, number) for decision, number in self.asked.items()}
        answered = {seat: row for seat, row in old.items() if seat not in new or new[seat][1] != row.asked}
        for seat, row in answered.items():
            self._count_time(seat, self._clock_of(row))
            self.session.delete(row)
        self.session.flush()
        over = self.position.result() is not None
        if not over:
            self._count_lapses()
        fresh = [seat for seat in new if seat not in old or seat in answered]
        for seat in fresh:
            self._ask(*new[seat], answered.get(seat))
        for seat in self._welcomed & old.keys() - answered.keys():
            self._ask(*new[seat], None, old[seat])
        for seat in {seat for seat, _ in self._offers() - self.offered} - set(fresh):
            self._tell(outbox.MAY, seat, self.match.number, self.now + self.pace.quarter())
        for seat, number in self.lapsed.items():
            self._tell(outbox.DEADLINE, seat, number)
        if over:
            self.match.status, self.match.ended_at = "over", self.now
            self.session.execute(delete(Proposal).where(col(Proposal.match_id) == self.match.id))
            for seat in self.seats:
                self._tell(outbox.RESULT, seat, self.match.number)
        self._drop_orders(over)
        self._stand_still()
        self._write_clocks()
        self.session.add(self.match)

    def _rows(self) -> dict[int, tables.Decision]:
        rows = self.session.exec(select(tables.Decision).where(tables.Decision.match_id == self.match.id))
        return {row.seat: row for row in rows}

    def _stand_still(self) -> None:
        """Let nothing be due in a match that is held."""
        if self.match.status in HELD:
            for row in self._rows().values():
                row.clock = row.clock or clock_of(row).stored()
                row.due_at, row.remind_at = NEVER, None
                self.session.add(row)

    def _write_clocks(self) -> None:
        """Write into the last event what the clocks and time banks are that have changed."""
        if self.match.number == self._began_at:
            return
        clocks = {str(seat): new.stored() if new else None for seat, new in sorted(self._clocks.items())}
        detail: dict[str, Any] = {"clocks": clocks}
        if self._banks:
            detail["banks"] = {str(seat): bank for seat, bank in sorted(self._banks.items())}
        log.annotate(self.session, self.match, detail)

    def _clock_of(self, row: tables.Decision) -> Clock:
        """Return the clock of a decision that is answered now: while no mail can be sent it has stood still."""
        down_since = heartbeat.down_since(self.session)
        return clock.restarted(clock_of(row), down_since, self.now) if down_since else clock_of(row)

    def _count_time(self, number: int, ticking: Clock) -> None:
        """Take what an answered decision has used from the time bank; who has moved in time has earned some."""
        seat = self.seats[number]
        if seat.player_id is None or not ticking.thinks:
            return
        left = 0 if number in self.lapsed else clock.bank_left(ticking, self.now)
        if number not in self.lapsed and self._movers.get(number, set()) & {"player", "order"}:
            left = self.pace.credited(left)
        if left != seat.bank:
            seat.bank = self._banks[number] = left
            self.session.add(seat)

    def _count_lapses(self) -> None:
        """Count deadlines that passed; after two running somebody is away, and where all are, the match adjourns."""
        for seat in self.people():
            if "player" in self._movers.get(seat.seat, ()):
                seat.lapses = 0
            elif seat.seat in self.lapsed and not seat.away_since:
                seat.lapses += 1
                if seat.lapses >= MOST_LAPSES:
                    seat.away_since = self.now
                    self._tell(
                        outbox.AWAY, seat.seat, self.note("away", "service", seat.seat, {"plays": self.pace.away})
                    )
            self.session.add(seat)
        if self.match.status == "running" and self.people() and not self.present_people():
            self.hold("adjourn", "service")

    def _drop_orders(self, over: bool) -> None:
        """Forget standing orders that are over or have failed, and tell whose never fired."""
        for number, order in self.orders.items():
            failed = number in self._failed
            if not over and not failed and self._is_alive(order):
                self.session.add(order)
                continue
            self.session.delete(order)
            unfired = not order.fired and self._answered.get(number) != "player"
            if failed or (unfired and not over):
                detail = {"lines": order.lines, "why": "failed" if failed else "over"}
                self._tell(outbox.ORDER, number, self.match.number, detail=detail)

    def _offers(self) -> set[tuple[int, str]]:
        """Return which seat may do what and need not."""
        return {(decision.seat, decision.kind) for decision in self.position.optional()}

    def _ask(
        self, decision: Decision, number: int, before: tables.Decision | None, row: tables.Decision | None = None
    ) -> None:
        """Note a new decision, and when it is due; tell the player, unless it is played at once anyway.

        Who has just played, and no other person since, has the table before them: they are mailed only if they do not
        answer for a while. `row` is that of a decision whose player was away and is back.
        """
        goes_on = self.mover == decision.seat and not self.dealt
        row = row or tables.Decision(
            match_id=self.match.id,
            seat=decision.seat,
            kind=decision.kind,
            asked=number,
            since=self.now,
            due_at=self.now,
        )
        player = self._player_of(decision.seat)
        lapses_on = goes_on and self.by == "deadline"
        if not player or lapses_on or self.automatic(decision.seat):
            self.wind(row, clock.at_once(self.now))
            return
        run = self._clock_of(before) if before and goes_on else None
        if run and run.thinks:
            waits = clock.run_on(run, self.pace, self.now)
        else:
            if not clock.is_zone(player.zone):
                self._tell_of_zone(player)
            free = availability.of(self.session, player)
            waits = clock.begin(self.pace, free, self.now, self.seats[decision.seat].bank)
        self.wind(row, waits)
        if decision.seat not in self._welcomed or not outbox.is_queued(
            self.session, outbox.TURN, self.match.id, decision.seat, number
        ):
            at = self._mail_at(decision.seat, waits.due_at)
            self._tell(outbox.TURN, decision.seat, number, at)
            channels.tell(self.session, player, self.match.id, decision.seat, number, self.now, at)

    def _tell_of_zone(self, player: Player) -> None:
        """Put a player whose time zone is not known any more on UTC, and tell them."""
        outbox.queue(self.session, outbox.ZONE, self.now, player_id=player.id, detail={"zone": player.zone})
        player.zone = "UTC"
        self.session.add(player)

    def _first_reminder(self, seat: int, waits: Clock) -> datetime | None:
        player = self._player_of(seat)
        if not player or not waits.thinks:
            return None
        coming = availability.reminders(self.session, player, waits, self.pace, self.now)
        return coming[0].at if coming else None

    def _mail_at(self, seat: int, due_at: datetime) -> datetime:
        """Return when a seat is to be mailed what it is asked until `due_at`."""
        played, at = self.present or (0, self.now)
        return max(self.now, min(at + PATIENCE, self.now + (due_at - self.now) / 4)) if played == seat else self.now

    def _player_of(self, number: int) -> Player | None:
        """Return the player who thinks for a seat: nobody where a bot does, or its player is away."""
        seat = self.seats[number]
        return self._player(seat) if seat.player_id is not None and not seat.away_since else None

    def _player(self, seat: Seat) -> Player:
        return self.session.get_one(Player, seat.player_id)

    def tell(self, kind: str, number: int, but: int | None = None) -> None:
        """Queue a mail about an event for everybody who is there, but for a seat whose doing it was."""
        for seat in self.present_people():
            if seat.seat != but:
                self._tell(kind, seat.seat, number)

    def _tell(
        self, kind: str, seat: int, number: int, due_at: datetime | None = None, detail: dict[str, Any] | None = None
    ) -> None:
        """Queue a mail for a seat; who is away gets none but the one that says so."""
        place = self.seats[seat]
        if place.player_id is None or (place.away_since and kind != outbox.AWAY):
            return
        outbox.queue(
            self.session, kind, self.now, due_at, match_id=self.match.id, seat=seat, number=number,
            player_id=place.player_id, detail=detail or {},
        )  # fmt: skip
