"""How players are told: at once, by a digest, not at night, not twice; and no flood after days without mail."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta, UTC
from email.message import EmailMessage

import pytest
from sqlmodel import select

from models.tables import Decision, Outbox, Seat
from service import absence, seats, wishes
from service.clock import HOUR, Pace
from tests.conftest import pass_time, Running
from tests.mail.test_letters import text_of
from tests.service.table import decision_of, play_any
from tests.web.absent import change_player, open_at, plain, player_of, seat_row

SLOW = Pace(72 * HOUR, ignores=())
EVENING = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
MORNING = datetime(2026, 12, 2, 8, 0, tzinfo=UTC)


def open_another(running: Running, pace: Pace = SLOW, others: tuple[str, ...] = ("Ben",)) -> str:
    """Return one more match of Ann with others, who are players already."""
    from service import matches
    from service.matches import Guest, INVITE, ME, Opening, Plan
    from tests.service.table import GAME

    now = running.clock.now
    plans = [Plan(ME), *[Plan(INVITE, f"{name.lower()}@example.org") for name in others]]
    ann = player_of(running, "Ann").id or 0
    match_id = matches.open_match(running.service, ann, Opening(GAME, {}, plans, pace), "test", now)
    matches.announce(running.service, match_id, "again", now)
    for seat, name in enumerate(others, 2):
        matches.take_seat(running.service, match_id, seat, Guest(name), now)
    return match_id


def let_ask(running: Running, match_id: str, name: str) -> Decision:
    """Play until somebody is asked."""
    for _ in range(30):
        decision = decision_of(running.service, match_id)
        if seat_row(running, match_id, decision.seat).name == name:
            return decision
        play_any(running.service, match_id, running.clock.now)
    raise AssertionError("never asked")


def turns(running: Running, name: str) -> list[EmailMessage]:
    """Return the mails to somebody that ask for a move: of a table, or of several."""
    words = r"^(Your turn|\S+, \d+ tables? waits? for you|\S+, the table waits for you)"
    return [m for m in running.tray.to(f"{name.lower()}@example.org") if re.match(words, text_of(m))]


def rows(running: Running, **about: object) -> list[Outbox]:
    with running.service.store.reading() as session:
        query = select(Outbox).order_by(Outbox.id)  # type: ignore[arg-type]
        return [row for row in session.exec(query) if all(getattr(row, key) == value for key, value in about.items())]


def work_until(running: Running, moment: datetime, **step: float) -> None:
    """Let the service work on the way to a moment, in steps of ten minutes."""
    while running.clock.now < moment:
        pass_time(running, min(running.clock.now + timedelta(**(step or {"minutes": 10})), moment))
        running.work()


@pytest.fixture
def both(running: Running) -> tuple[str, str]:
    """Return two slow matches of Ann and Ben that ask Ann, who wants a digest; no mail about them has been sent."""
    first = open_at(running, SLOW, ("Ann", "Ben"))
    change_player(running, "Ann", mail_mode="digest", quiet_from=22, quiet_to=7)
    second = open_another(running)
    for match_id in (first, second):
        let_ask(running, match_id, "Ann")
    return first, second


def test_a_digest_lists_all_that_waits_with_a_link_each(running: Running, both: tuple[str, str]) -> None:
    work_until(running, EVENING - timedelta(minutes=10))
    assert turns(running, "Ann") == []
    work_until(running, EVENING + timedelta(hours=1))
    (mail,) = turns(running, "Ann")
    text = text_of(mail)
    assert text.startswith("Ann, 2 tables wait for you.")
    assert mail["Subject"] == "2 tables wait for you"
    for match_id in both:
        assert f"table {match_id[:5]}" in text
    assert len(re.findall(r"Play: http://\S+/k/\S+", text)) == 2
    assert text.count("The time for the move ends on") == 2
    assert text.count("After that this is played for you: pass.") == 2
    links = re.findall(r"http://127.0.0.1:5000(/k/\S+)", text)
    opened = [running.client().get(link) for link in links]
    assert {answer.headers["Location"] for answer in opened} == {f"/m/{match_id}/1" for match_id in both}
    assert {row.status for row in rows(running, kind="turn", player_id=1)} == {"sent"}


def test_a_digest_of_one_is_the_ordinary_mail(running: Running, both: tuple[str, str]) -> None:
    play_any(running.service, both[1], running.clock.now)
    assert decision_of(running.service, both[1]).seat == 2
    work_until(running, EVENING)
    (mail,) = turns(running, "Ann")
    assert text_of(mail).startswith("Your turn, Ann")
    assert both[0][:5] in str(mail["Subject"])


def test_nothing_waits_and_nothing_comes(running: Running, both: tuple[str, str]) -> None:
    for match_id in both:
        play_any(running.service, match_id, running.clock.now)
    work_until(running, EVENING + timedelta(hours=1))
    assert turns(running, "Ann") == []
    assert {row.status for row in rows(running, kind="turn", player_id=1)} == {"dropped"}


def test_what_cannot_wait_for_the_digest_is_mailed_at_once(running: Running, both: tuple[str, str]) -> None:
    hasty = open_another(running, Pace(8 * HOUR, ignores=()))
    let_ask(running, hasty, "Ann")
    pass_time(running, minutes=10)
    running.work()
    (mail,) = turns(running, "Ann")
    assert text_of(mail).startswith("Your turn, Ann")
    assert hasty[:5] in str(mail["Subject"])


def test_a_digest_asks_anew_only_when_something_new_waits(running: Running, both: tuple[str, str]) -> None:
    work_until(running, MORNING - timedelta(hours=2))
    assert len(turns(running, "Ann")) == 1
    work_until(running, MORNING + timedelta(hours=1))
    assert len(turns(running, "Ann")) == 1
    third = open_another(running)
    let_ask(running, third, "Ann")
    work_until(running, datetime(2026, 12, 2, 18, 0, tzinfo=UTC))
    assert text_of(turns(running, "Ann")[-1]).startswith("Ann, 3 tables wait for you.")


def test_a_digest_comes_by_the_readers_own_clock(running: Running, both: tuple[str, str]) -> None:
    change_player(running, "Ann", zone="America/New_York", digest_at=[9])
    work_until(running, datetime(2026, 12, 1, 13, 50, tzinfo=UTC))
    assert turns(running, "Ann") == []
    work_until(running, datetime(2026, 12, 1, 14, 0, tzinfo=UTC))
    assert len(turns(running, "Ann")) == 1


def test_a_digest_that_is_not_taken_comes_once_the_server_is_back(running: Running, both: tuple[str, str]) -> None:
    running.work()
    running.tray.down = True
    work_until(running, EVENING + timedelta(minutes=30))
    running.tray.down = False
    work_until(running, EVENING + timedelta(hours=3))
    assert len(turns(running, "Ann")) == 1


def test_other_hours_count_at_once(running: Running, both: tuple[str, str]) -> None:
    running.work()
    now = running.clock.now
    pass_time(running, now + timedelta(hours=1))
    wishes.change(running.service, 1, "digest", [14], False, wishes.GROUPS, running.clock.now)
    work_until(running, now + timedelta(hours=2))
    assert len(turns(running, "Ann")) == 1


def test_beside_a_digest_only_the_last_reminder_is_sent(running: Running, both: tuple[str, str]) -> None:
    work_until(running, decision_of(running.service, both[0]).due_at - timedelta(minutes=30))
    sent = [row.kind for row in rows(running, player_id=1, match_id=both[0]) if row.status == "sent"]
    assert [kind for kind in sent if kind.startswith("reminder")] == ["reminder-late"]
    (half,) = rows(running, player_id=1, match_id=both[0], kind="reminder-half")
    assert (half.status, half.last_error) == ("dropped", wishes.NOT_LAST)


def test_who_wants_no_mails_about_turns_gets_all_others(running: Running) -> None:
    match_id = open_at(running, Pace(24 * HOUR), ("Ann", "Ben"))
    change_player(running, "Ann", mail_mode="none")
    let_ask(running, match_id, "Ann")
    work_until(running, running.clock.now + timedelta(hours=23))
    assert turns(running, "Ann") == []
    work_until(running, running.clock.now + timedelta(hours=2))
    assert any("Your time was up" in text_of(mail) for mail in running.tray.to("ann@example.org"))
    dropped = {row.kind: row.last_error for row in rows(running, player_id=1, status="dropped")}
    dropped.pop("start", None)  # who is asked at once needs none
    assert dropped == dict.fromkeys(("turn", "reminder-half", "reminder-late"), wishes.NO_TURNS)


NIGHT = datetime(2026, 12, 1, 23, 0, tzinfo=UTC)


def asked_at_night(running: Running, pace: Pace = SLOW, **wish: object) -> str:
    match_id = open_at(running, pace, ("Ann", "Ben"))
    change_player(running, "Ann", quiet_from=22, quiet_to=8, **wish)
    let_ask(running, match_id, "Ben")
    running.work()
    pass_time(running, NIGHT)
    let_ask(running, match_id, "Ann")
    running.work()
    return match_id


def test_no_mail_about_a_table_comes_at_night(running: Running) -> None:
    asked_at_night(running)
    work_until(running, MORNING - timedelta(minutes=10))
    assert turns(running, "Ann") == []
    work_until(running, MORNING)
    assert len(turns(running, "Ann")) == 1


def test_what_is_over_by_the_morning_is_not_mailed(running: Running) -> None:
    match_id = asked_at_night(running)
    play_any(running.service, match_id, running.clock.now)
    work_until(running, MORNING + timedelta(hours=1))
    assert turns(running, "Ann") == []


@pytest.mark.parametrize(("pace", "wish"), [(SLOW, {"mail_at_night": True}), (Pace(24 * HOUR), {})])
def test_a_mail_comes_at_night_where_it_is_wanted(running: Running, pace: Pace, wish: dict[str, object]) -> None:
    asked_at_night(running, pace, **wish)
    assert len(turns(running, "Ann")) == 1


def test_a_night_that_ends_earlier_lets_the_mail_out(running: Running) -> None:
    from service import availability

    asked_at_night(running)
    availability.change(running.service, 1, 0, 0, set(), False)
    running.work()
    assert len(turns(running, "Ann")) == 1


def test_what_somebody_asks_for_comes_at_night(running: Running) -> None:
    from service import people

    match_id = asked_at_night(running)
    people.request_sign_in(running.service, "ann@example.org", "test", "/", running.clock.now)
    seats.revoke_links(running.service, match_id, 1, running.clock.now)
    running.work()
    found = [plain(mail) for mail in running.tray.to("ann@example.org")[-2:]]
    assert "sign" in found[0]
    assert "This is the new one" in found[1]


def test_a_digest_hour_in_the_night_is_its_end(running: Running, both: tuple[str, str]) -> None:
    change_player(running, "Ann", digest_at=[5])
    work_until(running, datetime(2026, 12, 2, 6, 50, tzinfo=UTC))
    assert turns(running, "Ann") == []
    work_until(running, datetime(2026, 12, 2, 7, 0, tzinfo=UTC))
    assert len(turns(running, "Ann")) == 1


def test_a_mail_server_is_not_taken_to_be_down_for_what_waits_for_the_morning(running: Running) -> None:
    from service import heartbeat

    running.tray.down = True
    asked_at_night(running, mail_at_night=True)
    change_player(running, "Ann", mail_at_night=False)
    running.tray.down = False
    work_until(running, NIGHT + timedelta(hours=2))
    with running.service.store.reading() as session:
        assert heartbeat.down_since(session) is None
    work_until(running, MORNING)
    assert len(turns(running, "Ann")) == 1


def test_after_two_days_without_mail_nobody_gets_a_flood(running: Running) -> None:
    names = ("Ann", "Ben", "Cho")
    match_id = open_at(running, Pace(24 * HOUR, bank=24 * HOUR, most=24 * HOUR, ignores=()), names)
    running.tray.down = True
    running.work()
    for hours in range(48):
        if hours % 5 == 0:
            play_any(running.service, match_id, running.clock.now)
        if hours in (6, 20):
            for seat in (1, 2, 3):
                absence.propose(running.service, match_id, seat, "pause", running.clock.now)
        if hours in (8, 22):
            absence.go_on(running.service, match_id, 2, running.clock.now)
        if hours == 30:
            absence.propose(running.service, match_id, 1, "end", running.clock.now)
        work_until(running, running.clock.now + timedelta(hours=1), minutes=20)
    assert len(rows(running, match_id=match_id)) > 20
    running.tray.down = False
    running.tray.mails.clear()
    work_until(running, running.clock.now + timedelta(hours=3))
    got = Counter(str(mail["To"]) for mail in running.tray.mails)
    assert set(got.values()) == {1}, [(str(mail["To"]), text_of(mail)[:60]) for mail in running.tray.mails]
    (asked,) = {seat_row(running, match_id, decision_of(running.service, match_id).seat).name}
    assert [mail for mail in running.tray.mails if text_of(mail).startswith(f"Your turn, {asked}")]


def test_of_a_match_that_is_over_only_the_result_is_told(running: Running) -> None:
    match_id = open_at(running, Pace(24 * HOUR), ("Ann", "Ben"))
    running.tray.mails.clear()
    running.tray.down = True
    running.work()
    pass_time(running, hours=1)
    seats.pause(running.service, match_id, "maintenance", "Eve", running.clock.now)
    seats.go_on(running.service, match_id, "done", "Eve", running.clock.now)
    seats.end(running.service, match_id, "enough", "Eve", running.clock.now)
    pass_time(running, hours=30)
    running.tray.down = False
    work_until(running, running.clock.now + timedelta(hours=2))
    told = [mail for mail in running.tray.mails if match_id[:5] in str(mail["Subject"])]
    assert sorted(str(mail["To"]).split()[0] for mail in told) == ["Ann", "Ben"]
    assert all("ended" in plain(mail) for mail in told)


def test_a_turn_mail_takes_the_place_of_a_reminder_of_it(running: Running) -> None:
    match_id = open_at(running, Pace(24 * HOUR), ("Ann", "Ben"))
    let_ask(running, match_id, "Ann")
    running.tray.down = True
    work_until(running, running.clock.now + timedelta(hours=13))
    assert {row.kind for row in rows(running, match_id=match_id, seat=1)} >= {"turn", "reminder-half"}
    running.tray.down = False
    work_until(running, running.clock.now + timedelta(hours=2))
    assert [text_of(mail)[:9] for mail in turns(running, "Ann")] == ["Your turn"]


def test_a_reminder_that_is_new_is_sent_although_older_mail_waited(running: Running) -> None:
    open_at(running, Pace(24 * HOUR), ("Ann", "Ben"))
    work_until(running, running.clock.now + timedelta(hours=23))
    sent = [row.kind for row in rows(running) if row.status == "sent"]
    assert {"turn", "reminder-half", "reminder-late"} <= set(sent)


def look_at(running: Running, match_id: str, seat: int, number: int) -> None:
    with running.service.store.writing() as session:
        row = session.get_one(Seat, (match_id, seat))
        row.seen = number
        session.add(row)


def test_a_turn_that_has_been_looked_at_is_not_mailed_and_still_reminded_of(running: Running) -> None:
    match_id = open_at(running, Pace(24 * HOUR), ("Ann", "Ben"))
    decision = let_ask(running, match_id, "Ann")
    look_at(running, match_id, decision.seat, decision.asked)
    work_until(running, running.clock.now + timedelta(hours=13))
    (row,) = rows(running, match_id=match_id, seat=decision.seat, kind="turn", number=decision.asked)
    assert (row.status, row.last_error) == ("dropped", wishes.SEEN)
    assert [text_of(mail)[:30] for mail in turns(running, "Ann")] == ["Ann, the table waits for you. "[:30]]


def test_a_turn_asked_after_the_look_is_mailed(running: Running) -> None:
    match_id = open_at(running, Pace(24 * HOUR), ("Ann", "Ben"))
    decision = let_ask(running, match_id, "Ann")
    look_at(running, match_id, decision.seat, decision.asked - 1)
    work_until(running, running.clock.now + timedelta(minutes=20))
    assert len(turns(running, "Ann")) == 1
