"""Two people, or two processes, at the same moment: whatever both would like to do is done once.

A `Crossing` makes them meet: whoever has read what the other is about to change waits a moment for the other to
read it too. Where they are kept out of each other's way, nobody comes, and it goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from types import ModuleType

import pytest
from sqlmodel import select, Session

from models import log
from models.tables import Decision, Player, Seat
from service import account, availability, due, holidays, links, matches, outbox, people, play
from service.base import DecisionOver, Refused, Service, Throttled
from service.clock import Availability, HOUR, Pace
from service.history import Diverged
from service.matches import Guest
from service.people import ForeignAddress, UsedLink
from tests.conftest import Running, second_process, VirtualClock
from tests.service.table import (
    decision_of,
    events_of,
    match_of,
    new_player,
    open_and_invite,
    open_with_people,
    play_any,
)  # fmt: skip
from tests.service.test_pace import open_at

MOMENT = 0.3


class Crossing:
    """Makes those who call a function meet when they come out of it."""

    def __init__(self, patch: pytest.MonkeyPatch, module: ModuleType, name: str) -> None:
        self._meeting = threading.Barrier(2)
        self._function = getattr(module, name)
        patch.setattr(module, name, self._pass)

    def _pass(self, *args: object, **kwargs: object) -> object:
        result = self._function(*args, **kwargs)
        self.wait()
        return result

    def wait(self) -> None:
        with suppress(threading.BrokenBarrierError):
            self._meeting.wait(MOMENT)


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Call all at the same time; return what each gave back or raised, in order."""
    outcomes: dict[int, object] = {}
    start = threading.Barrier(len(calls))

    def run(number: int, call: Callable[[], object]) -> None:
        start.wait()
        try:
            outcomes[number] = call()
        except Exception as error:
            outcomes[number] = error

    threads = [threading.Thread(target=run, args=each) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [outcomes[number] for number in range(len(calls))]


@pytest.fixture
def other(running: Running) -> Iterator[Service]:
    """Give the service as another process has it."""
    service = second_process(running)
    yield service
    service.store.close()


def kinds(outcomes: list[object]) -> list[str]:
    return sorted(type(outcome).__name__ for outcome in outcomes)


def seats_of(service: Service, match_id: str) -> list[Seat]:
    with service.store.reading() as session:
        return matches.seats_of(session, match_id)


def test_a_seat_has_room_for_one(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_and_invite(service, clock.now)
    Crossing(monkeypatch, matches, "seats_of")
    names = ("Ben", "Benjamin")
    outcomes = at_once(
        lambda: matches.take_seat(service, match_id, 2, Guest(names[0]), clock.now),
        lambda: matches.take_seat(other, match_id, 2, Guest(names[1]), clock.now),
    )
    assert kinds(outcomes) == ["Player", "Refused"]
    winner = names[[isinstance(outcome, Player) for outcome in outcomes].index(True)]
    seat = seats_of(service, match_id)[1]
    assert (seat.name, seat.epoch) == (winner, 1)


def test_the_last_two_to_sit_down_start_the_match_once(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_and_invite(service, clock.now)
    Crossing(monkeypatch, matches, "seats_of")
    outcomes = at_once(
        lambda: matches.take_seat(service, match_id, 2, Guest("Ben", "ben's"), clock.now),
        lambda: matches.take_seat(other, match_id, 3, Guest("Cho", "cho's"), clock.now),
    )
    assert kinds(outcomes) == ["Player", "Player"]
    assert match_of(service, match_id).status == "running"
    (start,) = events_of(service, match_id)
    assert start.detail["phrases"] == ["ann's phrase", "ben's", "cho's"]


def test_a_seat_goes_to_the_guest_or_to_a_bot(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_and_invite(service, clock.now, ("Ben",))
    Crossing(monkeypatch, matches, "seats_of")
    sat, filled = at_once(
        lambda: matches.take_seat(service, match_id, 2, Guest("Ben"), clock.now),
        lambda: matches.fill_with_bots(other, match_id, clock.now),
    )
    assert isinstance(sat, Refused) != isinstance(filled, Refused)
    seat = seats_of(service, match_id)[1]
    (start,) = events_of(service, match_id)
    assert seat.bot is isinstance(sat, Refused)
    assert start.detail["players"][1] == {"player": seat.player_id, "bot": seat.bot}


def test_the_openers_phrase_is_fixed_once(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = new_player(service, "Ann", clock.now)
    plans = [matches.Plan(matches.ME), matches.Plan(matches.BOT)]
    match_id = matches.open_match(
        service, ann.id or 0, matches.Opening("katzenjammer-blues", {}, plans, Pace(3600)), "test", clock.now
    )
    Crossing(monkeypatch, matches, "seats_of")
    outcomes = at_once(
        lambda: matches.announce(service, match_id, "first", clock.now),
        lambda: matches.announce(other, match_id, "second", clock.now),
    )
    assert kinds(outcomes) == ["NoneType", "Refused"]
    (start,) = events_of(service, match_id)
    assert start.detail["phrases"] == [["first", "second"][outcomes.index(None)], ""]


def test_a_deadline_and_a_player_at_once_are_one_move(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_with_people(service, clock.now)
    decision = decision_of(service, match_id)
    clock.advance(days=1)
    Crossing(monkeypatch, log, "hold")
    played, _swept = at_once(
        lambda: play.play(service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now),
        lambda: due.sweep(other, clock.now),
    )
    event = events_of(service, match_id)[-1]
    assert (event.number, event.move) == (1, "pass")
    assert (event.by == "player") is (played == 1)
    assert isinstance(played, DecisionOver) is (event.by == "deadline")


def test_a_match_that_freezes_while_somebody_plays_asks_nobody_anything(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_with_people(service, clock.now)
    decision = decision_of(service, match_id)
    crossing = Crossing(monkeypatch, log, "append")

    def freeze() -> None:
        play.freeze(other, Diverged(match_id, 1, "a test"), clock.now)
        crossing.wait()

    at_once(
        lambda: play.play(service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now),
        freeze,
    )
    assert match_of(service, match_id).status == "frozen"
    with service.store.reading() as session:
        assert session.exec(select(Decision).where(Decision.match_id == match_id)).all() == []


def test_the_last_use_that_is_free_is_used_once(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        people.request_sign_in(service, "ann@example.org", "here", "/", clock.now)
    Crossing(monkeypatch, outbox, "queue")
    outcomes = at_once(
        lambda: people.request_sign_in(service, "ann@example.org", "here", "/", clock.now),
        lambda: people.request_sign_in(other, "Ann@example.org", "there", "/", clock.now),
    )
    assert kinds(outcomes) == sorted(["NoneType", Throttled.__name__])


def test_a_link_opened_twice_at_once_works_once(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = service.links.sign(links.SIGN_IN, ["ann@example.org", "/"], clock.now)
    Crossing(monkeypatch, people, "is_used")
    outcomes = at_once(
        lambda: people.sign_in(service, token, "Ann", "UTC", clock.now),
        lambda: people.sign_in(other, token, "Ann", "UTC", clock.now),
    )
    assert kinds(outcomes) == sorted([UsedLink.__name__, "tuple"])


def test_two_links_for_a_new_address_make_one_player(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = [service.links.sign(links.SIGN_IN, ["ann@example.org", where], clock.now) for where in ("/", "/account")]
    Crossing(monkeypatch, people, "find_by_address")
    outcomes = at_once(
        lambda: people.sign_in(service, tokens[0], "Ann", "UTC", clock.now)[0].id,
        lambda: people.sign_in(other, tokens[1], "Anna", "UTC", clock.now)[0].id,
    )
    with service.store.reading() as session:
        (player,) = session.exec(select(Player)).all()
    assert outcomes == [player.id, player.id]


def test_an_address_that_two_guests_attach_belongs_to_one(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with service.store.writing() as session:
        guests = [people.create(session, name, None, clock.now).id for name in ("One", "Two")]
    tokens = [service.links.sign(links.ADDRESS, [guest, "ann@example.org"], clock.now) for guest in guests]
    Crossing(monkeypatch, people, "find_by_address")
    outcomes = at_once(
        lambda: people.attach_address(service, tokens[0], clock.now),
        lambda: people.attach_address(other, tokens[1], clock.now),
    )
    assert kinds(outcomes) == sorted([ForeignAddress.__name__, "Player"])
    with service.store.reading() as session:
        assert len(session.exec(select(Player).where(Player.address == "ann@example.org")).all()) == 1


def test_both_addresses_may_agree_at_once(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = new_player(service, "Ann", clock.now)
    account.request_change(service, ann.id or 0, "new@example.org", "here", clock.now)
    facts = [ann.id, "new@example.org"]
    tokens = [service.links.sign(links.CHANGE, [*facts, side, "ann@example.org"], clock.now) for side in ("old", "new")]
    Crossing(monkeypatch, people, "use_up")
    outcomes = at_once(
        lambda: account.confirm_change(service, tokens[0], clock.now)[1],
        lambda: account.confirm_change(other, tokens[1], clock.now)[1],
    )
    assert sorted(outcomes, key=str) == [False, True]
    with service.store.reading() as session:
        assert session.get_one(Player, ann.id).address == "new@example.org"


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # SQLite has one writer at a time anyway
def test_a_sweep_leaves_a_match_that_somebody_has_in_hand(
    service: Service, other: Service, clock: VirtualClock
) -> None:
    match_id = open_with_people(service, clock.now)
    clock.advance(days=1)
    with service.store.writing() as session:
        assert log.hold(session, match_id)
        assert due.sweep(other, clock.now) == 0
    assert len(events_of(service, match_id)) == 1
    assert due.sweep(other, clock.now) == 1
    assert len(events_of(service, match_id)) == 2


def test_a_holiday_counts_for_what_is_asked_in_that_very_moment(
    service: Service, other: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_at(service, clock, Pace(24 * HOUR, ignores=("quiet",)), ("UTC", "UTC"))
    while (decision := decision_of(service, match_id)).seat != 2:
        play_any(service, match_id, clock.now)
    days, looked, taken = availability.of, threading.Event(), threading.Event()

    def slowly(session: Session, player: Player) -> Availability:
        found = days(session, player)
        looked.set()
        taken.wait(MOMENT)
        return found

    def take() -> None:
        looked.wait()
        holidays.take(other, 1, clock.now.date(), clock.now.date() + timedelta(days=6), clock.now)
        taken.set()

    monkeypatch.setattr(availability, "of", slowly)
    at_once(lambda: play.play(service, match_id, 2, "pass", asked=decision.asked, now=clock.now), take)
    after = decision_of(service, match_id)
    assert (after.seat, after.due_at) == (1, clock.now.replace(hour=0) + timedelta(days=8))
