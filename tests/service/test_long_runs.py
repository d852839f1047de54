"""Whole matches of every game, played by everybody who may: people, bots, deadlines, stand-ins, in any order.

After everything that happens the summaries beside the log are those that the log alone gives.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from itertools import islice
from random import Random

import pytest
from sqlmodel import select

from games.contract import BadNotation
from models.tables import Decision, Outage, Outbox, Player
from service import absence, availability, course, due, holidays, orders, outages, outbox, play, rebuild, records, seats
from service.base import Refused, Service
from service.clock import Clock, HOUR, NEVER, Pace, PRESETS
from tests.conftest import VirtualClock
from tests.service import friends
from tests.service.friends import fix_the_secret, NAMES, open_among_friends, position_of
from tests.service.table import decision_of, events_of, match_of

VARIANTS = {
    "katzenjammer": ("katzenjammer-blues", 3, {}),
    "clubs of two": ("clubs", 2, {"target": 20}),
    "crazy clubs": ("clubs", 3, {"crazy": True, "target": 20}),
    "clubs in teams": ("clubs", 6, {"teams": 3, "crazy": True, "wild": True, "target": 20}),
    "flohcati": ("flohcati", 4, {}),
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # nothing here is asked of the database
@pytest.mark.parametrize("most", [course.MOST_AUTOMATIC, 1])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_summaries_follow_from_the_log(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, variant: str, most: int
) -> None:
    monkeypatch.setattr(course, "MOST_AUTOMATIC", most)
    monkeypatch.setattr(rebuild, "MOST_AUTOMATIC", most)
    fix_the_secret(monkeypatch, 15)
    game, seated, options = VARIANTS[variant]
    match_id, rng = open_among_friends(service, clock.now, game, NAMES[:seated], options), Random(15)
    gone: set[int] = set()
    for _ in range(150):
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
        if match_of(service, match_id).status != "running":
            break
        _go_on(service, match_id, clock, rng, gone)
    assert len({event.by for event in events_of(service, match_id)}) > 3
    assert rebuild.check(service.store, match_id).wrong == ""


def _go_on(service: Service, match_id: str, clock: VirtualClock, rng: Random, gone: set[int]) -> None:
    """Let somebody double, play, resign, or let time pass."""
    clock.advance(minutes=rng.choice((0, 0, 5, 300)))
    position, decision = position_of(service, match_id), decision_of(service, match_id)
    may = [offer for offer in position.optional() if offer.seat not in gone]
    what = rng.random()
    if may and what < 0.1:
        offer = rng.choice(may)
        play.play(service, match_id, offer.seat, offer.kind, asked=None, now=clock.now)
    elif what < 0.12 and len(gone) < position.seats - 1:
        seat = rng.choice([seat for seat in range(1, position.seats + 1) if seat not in gone])
        gone.add(seat)
        seats.resign(service, match_id, seat, rng.choice(seats.STAND_INS), clock.now)
    elif what < 0.13:
        records.revealed(service, match_id, "why", clock.now)
    elif decision.due_at <= clock.now or what < 0.3:
        clock.now = max(clock.now, decision.due_at)
        due.sweep(service, clock.now)
    else:
        move = rng.choice([move for move in islice(position.moves(decision.seat), 30) if move != "double"])
        play.play(service, match_id, decision.seat, move, asked=decision.asked, now=clock.now)


PACES = {**PRESETS, "a day": Pace(24 * HOUR), "tight": Pace(2 * HOUR, bank=HOUR, earn=600, most=3 * HOUR, away="bot")}
DEALS = {
    "scope": ("decision", "trick", "auction", "round", "game", "turn"),
    "text": ("pass", "lowest; pass", "take A6"),
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("variant", ["katzenjammer", "clubs in teams", "flohcati"])
def test_the_summaries_follow_from_the_log_whatever_people_do(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, variant: str, pace: str
) -> None:
    """People go away and come back, pause, take holidays, give orders; the service goes down; hosts step in."""
    seed = sum(map(ord, variant + pace))
    fix_the_secret(monkeypatch, seed)
    monkeypatch.setattr(friends, "DAY", PACES[pace])
    game, seated, options = VARIANTS[variant]
    match_id, rng = open_among_friends(service, clock.now, game, NAMES[:seated], options), Random(seed)
    kinds: set[str] = set()
    for _ in range(220):
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), "")
        match = match_of(service, match_id)
        if match.status not in course.UNDER_WAY:
            break
        _check_clocks(service, match_id, clock)
        clock.advance(minutes=rng.choice((0, 1, 5, 300)))
        if match.status != "running" or rng.random() < 0.25:
            _do_something(service, match_id, clock, rng, seated)
        else:
            _play_or_wait(service, match_id, clock, rng)
        kinds |= {event.kind for event in events_of(service, match_id)}
    assert len(kinds) > 4
    assert rebuild.check(service.store, match_id).wrong == ""


def _check_clocks(service: Service, match_id: str, clock: VirtualClock) -> None:
    """See that a row is due when its clock says so, and mails nobody who is away."""
    with service.store.reading() as session:
        rows = session.exec(select(Decision).where(Decision.match_id == match_id)).all()
    held = match_of(service, match_id).status in course.HELD
    for row in rows:
        ticking = Clock.read(row.clock)
        assert row.due_at == (NEVER if held else ticking.due_at)
        assert ticking.since <= ticking.runs_from
        assert ticking.runs_from <= ticking.due_at or not ticking.thinks
        assert row.remind_at is None or row.since < row.remind_at < row.due_at


def _play_or_wait(service: Service, match_id: str, clock: VirtualClock, rng: Random) -> None:
    position, decision = position_of(service, match_id), decision_of(service, match_id)
    if decision.due_at <= clock.now or rng.random() < 0.4:
        clock.now = max(clock.now, decision.due_at)
        due.sweep(service, clock.now)
        return
    move = rng.choice([move for move in islice(position.moves(decision.seat), 30) if move != "double"])
    play.play(service, match_id, decision.seat, move, asked=decision.asked, now=clock.now)


def _do_something(service: Service, match_id: str, clock: VirtualClock, rng: Random, seated: int) -> None:
    """Let somebody do anything but play; what is refused changes nothing."""
    seat, now = rng.randint(1, seated), clock.now
    day = now.date()

    def outage() -> None:
        with service.store.writing() as session:
            session.add(Outage(what="sweep", since=now - timedelta(hours=rng.randint(1, 50)), until=now))
        outages.apply(service, now)

    def all_propose() -> None:
        kind = absence.END if rng.random() < 0.02 else absence.PAUSE
        for number in range(1, seated + rng.choice((0, 1)) if kind == absence.PAUSE else seated):
            with suppress(Refused):
                absence.propose(service, match_id, number, kind, now)

    def habits() -> None:
        with service.store.reading() as session:
            player = rng.choice([row.id or 0 for row in session.exec(select(Player))])
        availability.change(service, player, 23, 7, {rng.randrange(7)}, plays_forced=rng.random() < 0.5)

    acts: list[Callable[[], object]] = [
        lambda: absence.come_back(service, match_id, seat, now),
        lambda: absence.go_on(service, match_id, seat, now),
        lambda: seats.pause(service, match_id, "why", "Hilda", now),
        lambda: seats.go_on(service, match_id, "why", "Hilda", now),
        lambda: seats.move_deadline(service, match_id, seat, now + timedelta(days=2), "why", "Hilda", now),
        lambda: holidays.take(service, seat, day, day + timedelta(days=rng.randint(0, 3)), now),
        lambda: orders.give(service, match_id, seat, rng.choice(DEALS["scope"]), rng.choice(DEALS["text"]), now),
        lambda: orders.withdraw(service, match_id, seat, now),
        lambda: due.remind(service, now),
        outage, all_propose, habits,
    ]  # fmt: skip
    if rng.random() < 0.03:
        acts.append(lambda: seats.replace(service, match_id, seat, "bot", "why", "Hilda", now))
    with suppress(Refused, BadNotation):
        rng.choice(acts)()
    with service.store.reading() as session:
        assert not session.exec(select(Outbox).where(Outbox.kind == outbox.RESULT, Outbox.match_id == match_id)).all()
