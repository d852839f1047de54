"""When a mail is tried again, and what is known of those that do not get through."""

from __future__ import annotations

from datetime import datetime, timedelta, UTC
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.tables import Outbox, Seat
from service import matches, outbox
from service.base import Service
from service.outbox import (
    LAST_TRY,
    LONGEST_RETRY,
    MOST_ATTEMPTS,
    next_attempt,
    retry_delay,
    STUBBORN,
    Unreachable,
    unreachable,
)  # fmt: skip
from service.table import look
from tests.conftest import VirtualClock
from tests.service.table import decision_of, open_and_invite, open_with_people, outbox_of, play_any

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
ATTEMPTS = st.integers(1, 10_000)
SPANS = st.timedeltas(timedelta(days=-2), timedelta(days=40))


@given(ATTEMPTS, SPANS)
def test_never_in_the_past_and_never_after_the_last_try(attempts: int, left: timedelta) -> None:
    then = next_attempt(attempts, NOW, NOW + left)
    if then is None:
        assert left <= LAST_TRY, "as long as there is time, it is tried again"
    else:
        assert NOW < then <= NOW + left - LAST_TRY


@given(ATTEMPTS, SPANS)
def test_a_deadline_only_makes_it_earlier(attempts: int, left: timedelta) -> None:
    then = next_attempt(attempts, NOW, NOW + left)
    assert then is None or then <= NOW + retry_delay(attempts)
    assert then is None or then == NOW + retry_delay(attempts) or then == NOW + left - LAST_TRY


@given(ATTEMPTS)
def test_without_a_deadline_it_is_given_up_in_the_end(attempts: int) -> None:
    then = next_attempt(attempts, NOW, None)
    assert then == (NOW + retry_delay(attempts) if attempts < MOST_ATTEMPTS else None)


@given(ATTEMPTS)
def test_delays_double_up_to_the_longest(attempts: int) -> None:
    assert retry_delay(attempts + 1) == min(2 * retry_delay(attempts), LONGEST_RETRY)


@given(st.timedeltas(LAST_TRY, timedelta(days=30)))
def test_a_server_that_stays_away_is_tried_until_just_before_the_deadline(left: timedelta) -> None:
    tries = [NOW]
    while then := next_attempt(len(tries), tries[-1], NOW + left):
        tries.append(then)
    assert tries[-1] == NOW + left - LAST_TRY, "the last try"
    gaps = [later - earlier for earlier, later in pairwise(tries)]
    assert all(gap == retry_delay(n) for n, gap in enumerate(gaps[:-1], 1))


def test_three_days_are_tried_without_a_deadline() -> None:
    total = sum((retry_delay(n) for n in range(1, MOST_ATTEMPTS)), timedelta())
    assert timedelta(days=2, hours=12) < total < timedelta(days=3)


def fail(service: Service, row: Outbox, error: str, now: datetime, times: int = 1) -> None:
    """Let some attempts at a row go wrong in passing, each when it is due."""
    for _ in range(times):
        with service.store.writing() as session:
            now = max(now, session.get_one(Outbox, row.id).due_at)
            assert outbox.claim(session, row.id or 0, now)
            outbox.postpone(session, row.id or 0, now, error)


def settle(service: Service, row: Outbox, status: str, now: datetime, error: str = "") -> None:
    with service.store.writing() as session:
        outbox.settle(session, row.id or 0, status, now, error)


def lost_at(service: Service, match_id: str) -> tuple[Unreachable, ...]:
    with service.store.reading() as session:
        return unreachable(session, match_id)


@pytest.fixture
def match_id(service: Service, clock: VirtualClock) -> str:
    return open_with_people(service, clock.now)


def asked(service: Service, match_id: str) -> Outbox:
    """Return the row that asks for the open decision."""
    decision = decision_of(service, match_id)
    (row,) = [row for row in outbox_of(service, match_id, "turn") if row.number == decision.asked]
    return row


def test_the_last_try_of_a_decision_is_before_its_deadline(
    service: Service, match_id: str, clock: VirtualClock
) -> None:
    row, due_at = asked(service, match_id), decision_of(service, match_id).due_at
    clock.now = due_at - LAST_TRY - timedelta(seconds=1)
    fail(service, row, "451 later", clock.now)
    again = asked(service, match_id)
    assert (again.status, again.due_at) == ("queued", due_at - LAST_TRY)
    clock.now = again.due_at
    fail(service, row, "451 later", clock.now)
    last = asked(service, match_id)
    assert (last.status, last.last_error, last.attempts) == ("failed", "451 later", 2)


def test_a_decision_that_is_over_has_no_deadline(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = asked(service, match_id)
    play_any(service, match_id, clock.now)
    clock.advance(days=2)
    fail(service, row, "451 later", clock.now)
    (after,) = [each for each in outbox_of(service, match_id, "turn") if each.id == row.id]
    assert (after.status, after.due_at) == ("queued", clock.now + timedelta(minutes=1))


def test_a_newer_decision_of_the_seat_is_no_deadline_of_an_older(
    service: Service, match_id: str, clock: VirtualClock
) -> None:
    row = asked(service, match_id)
    for _ in range(3):
        play_any(service, match_id, clock.now)
        if decision_of(service, match_id).seat == row.seat:
            break
    assert decision_of(service, match_id).seat == row.seat
    clock.now = decision_of(service, match_id).due_at
    fail(service, row, "451 later", clock.now)
    (after,) = [each for each in outbox_of(service, match_id, "turn") if each.id == row.id]
    assert after.status == "queued"


def test_a_mail_servers_words_are_for_the_seat_alone(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = asked(service, match_id)
    settle(service, row, "failed", clock.now, "550 no such mouse")
    for reader in (1, 2, 3, None):
        with service.store.reading() as session:
            (lost,) = look(service, session, matches.find(session, match_id), reader).unreachable
        assert lost == Unreachable(row.seat or 0, True, "550 no such mouse" if reader == row.seat else "")


def test_what_was_sent_stays_sent(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = asked(service, match_id)
    settle(service, row, "sent", clock.now)
    settle(service, row, "failed", clock.now, "550 no")
    with service.store.writing() as session:
        outbox.postpone(session, row.id or 0, clock.now, "451 later")
    assert (asked(service, match_id).status, asked(service, match_id).last_error) == ("sent", "")


def test_a_mail_refused_for_good_makes_its_seat_unreachable(
    service: Service, match_id: str, clock: VirtualClock
) -> None:
    row = asked(service, match_id)
    assert lost_at(service, match_id) == ()
    settle(service, row, "failed", clock.now, "550 5.1.1 no such mouse")
    assert lost_at(service, match_id) == (Unreachable(row.seat or 0, True, "550 5.1.1 no such mouse"),)
    assert lost_at(service, "elsewhere") == ()


def test_a_mail_deferred_for_long_makes_its_seat_unreachable(
    service: Service, match_id: str, clock: VirtualClock
) -> None:
    row = asked(service, match_id)
    fail(service, row, "451 4.2.2 mailbox full", clock.now, STUBBORN - 1)
    assert lost_at(service, match_id) == (), "not after the first few tries"
    fail(service, row, "451 4.2.2 mailbox full", clock.now)
    assert lost_at(service, match_id) == (Unreachable(row.seat or 0, False, "451 4.2.2 mailbox full"),)


def test_what_is_the_hosts_problem_is_not_in_the_words(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = asked(service, match_id)
    for error in ("mail.example.org:587: the login is refused: 535 no", "the sender is refused: 554 5.7.1 no"):
        fail(service, row, error, clock.now, STUBBORN)
        assert lost_at(service, match_id) == (Unreachable(row.seat or 0, False, ""),)


def test_the_latest_mail_that_was_tried_counts(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = asked(service, match_id)
    settle(service, row, "failed", clock.now, "550 no")
    for _ in range(3):
        play_any(service, match_id, clock.now)
        if decision_of(service, match_id).seat == row.seat:
            break
    newer = asked(service, match_id)
    assert newer.seat == row.seat
    assert len(lost_at(service, match_id)) == 1, "the newer one has not been tried"
    settle(service, newer, "sent", clock.now)
    assert lost_at(service, match_id) == ()


def test_a_seat_that_changed_hands_is_not_unreachable(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = asked(service, match_id)
    settle(service, row, "failed", clock.now, "550 no")
    with service.store.writing() as session:
        seat = session.get_one(Seat, (match_id, row.seat))
        seat.player_id, seat.bot = None, True
        session.add(seat)
    assert lost_at(service, match_id) == ()


def test_an_invitation_that_does_not_arrive_is_known(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    row = next(row for row in outbox_of(service, match_id, "invitation") if row.address == "cho@example.org")
    settle(service, row, "failed", clock.now, "550 no")
    assert lost_at(service, match_id) == (Unreachable(3, True, "550 no"),)


def test_the_host_finds_every_failure_with_its_address(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = asked(service, match_id)
    fail(service, row, "451 later", clock.now, STUBBORN)
    with service.store.writing() as session:
        for address in ("one@example.org", "two@example.org"):
            outbox.queue(session, outbox.SIGN_IN, clock.now, address=address)
    with service.store.reading() as session:
        first, second = outbox.due(session, clock.now, 100)[-2:]
    with service.store.writing() as session:
        outbox.settle(session, first, "failed", clock.now, "550 no")
        outbox.settle(session, second, "sent", clock.now)
    with service.store.reading() as session:
        found = outbox.failures(session)
        assert outbox.failures(session, limit=1) == found[:1]
    assert [(f.kind, f.address, f.status, f.error) for f in found] == [
        ("sign-in", "one@example.org", "failed", "550 no"),
        ("turn", f"{['ann', 'ben', 'cho'][(row.seat or 0) - 1]}@example.org", "queued", "451 later"),
    ]
    assert (found[1].match_id, found[1].seat, found[1].attempts) == (match_id, row.seat, STUBBORN)


def test_a_new_address_is_tried_at_once(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = asked(service, match_id)
    settle(service, row, "failed", clock.now, "550 no")
    clock.advance(hours=1)
    with service.store.writing() as session:
        outbox.try_again(session, row.player_id or 0, clock.now)
    again = asked(service, match_id)
    assert (again.status, again.attempts, again.due_at) == ("queued", 0, clock.now)
    assert lost_at(service, match_id) == ()
    settle(service, row, "sent", clock.now)
    with service.store.writing() as session:
        outbox.try_again(session, row.player_id or 0, clock.now)
    assert asked(service, match_id).status == "sent", "what has arrived is not sent again"


def test_a_row_that_was_put_off_is_not_claimed_by_another_that_had_found_it(
    service: Service, match_id: str, clock: VirtualClock
) -> None:
    row = asked(service, match_id)
    fail(service, row, "451 later", clock.now)
    with service.store.writing() as session:
        assert outbox.claim(session, row.id or 0, clock.now) is None
