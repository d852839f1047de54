"""What goes by other channels than mail: rows of their own, beside those of mails."""

from __future__ import annotations

from datetime import timedelta

import pytest

from models.tables import Channel, Outbox, Player
from service import channels, deadlines, outbox
from service.base import Service
from tests.conftest import VirtualClock
from tests.service.table import decision_of, open_with_people, outbox_of, play_any


@pytest.fixture
def match_id(service: Service, clock: VirtualClock) -> str:
    """Return a match at which everybody has two channels, from the second decision on."""
    match_id = open_with_people(service, clock.now)
    with service.store.writing() as session:
        for player_id in (1, 2, 3):
            for name in ("mice", "rats"):
                target = {"url": f"ntfy://ntfy.sh/{name}{player_id}"}
                session.add(
                    Channel(player_id=player_id, kind="apprise", target=target, label=name, created_at=clock.now)
                )
    seat = decision_of(service, match_id).seat
    while decision_of(service, match_id).seat == seat:
        play_any(service, match_id, clock.now)
    return match_id


def claim(service: Service, clock: VirtualClock) -> outbox.Claimed:
    with service.store.writing() as session:
        row = outbox.claim(session, outbox.due(session, clock.now, 9, by_channels=True)[0], clock.now)
    assert row
    return row


def test_each_channel_of_who_is_asked_has_a_row(service: Service, match_id: str, clock: VirtualClock) -> None:
    asked = decision_of(service, match_id)
    with service.store.reading() as session:
        rows = [session.get_one(Outbox, each) for each in outbox.due(session, clock.now, 9, by_channels=True)]
        by_mail = [session.get_one(Outbox, each) for each in outbox.due(session, clock.now, 99)]
        names = [f"channel-{each.id}" for each in channels.of(session, rows[0].player_id or 0)]
    assert sorted(row.kind for row in rows) == sorted(names)
    assert {(row.seat, row.number) for row in rows} == {(asked.seat, asked.asked)}
    assert {row.kind for row in by_mail} == {"turn", "start", "invitation"}


def test_a_row_is_about_what_is_asked_now(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = claim(service, clock)
    with service.store.reading() as session:
        told = channels.message(session, row)
        assert told
        assert told.deadline
        assert told.deadline.decision.due_at == decision_of(service, match_id).due_at
        assert [each.match.id for each in deadlines.of_player(session, row.player_id or 0)] == [match_id]
    play_any(service, match_id, clock.now)
    with service.store.reading() as session:
        assert channels.message(session, row) is None


def test_a_row_that_waits_has_not_been_tried(service: Service, match_id: str, clock: VirtualClock) -> None:
    row = claim(service, clock)
    with service.store.writing() as session:
        channels.wait(session, row.id, clock.now + timedelta(hours=8))
    clock.advance(hours=8)
    assert claim(service, clock).attempts == 1


def test_a_row_that_fails_is_given_up_after_a_while(service: Service, match_id: str, clock: VirtualClock) -> None:
    first = claim(service, clock)
    for attempt in range(1, channels.MOST_ATTEMPTS + 1):
        with service.store.writing() as session:
            channels.note(session, first._replace(attempts=attempt), clock.now, "no answer")
    (row,) = outbox_of(service, match_id, first.kind)
    assert (row.status, row.last_error) == ("failed", "no answer")
    with service.store.reading() as session:
        channel = session.get_one(Channel, int(first.kind.removeprefix(outbox.CHANNEL)))
        assert channel.last_error == "no answer"
        assert outbox.failures(session) == []
        assert outbox.unreachable(session, match_id) == ()


@pytest.mark.parametrize(
    ("hours", "at_night", "until"),
    [((22, 8), False, 8), ((22, 8), True, None), ((8, 12), False, None), ((0, 0), False, None)],
)
def test_quiet_hours_end_by_the_players_clock(
    clock: VirtualClock, hours: tuple[int, int], at_night: bool, until: int | None
) -> None:
    player = Player(
        name="Ann", zone="Asia/Tokyo", quiet_from=hours[0], quiet_to=hours[1], mail_at_night=at_night,
        created_at=clock.now,
    )  # fmt: skip
    night = clock.now.replace(hour=15)  # midnight in Tokyo
    found = channels.quiet_until(player, night)
    assert found == (None if until is None else night + timedelta(hours=until))
