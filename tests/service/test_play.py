"""Playing: one decision is answered once, whoever is fastest, and everything that follows is one transaction."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import select

import games
from games.contract import GameError, IllegalMove
from games.record import check, fingerprint
from models import log, tables
from models.tables import Match, Seat
from service import due, matches, play
from service.base import DecisionOver, NotFound, NotRunning, Service, Unasked
from service.clock import Pace
from service.history import Histories
from tests.conftest import Running, second_process, VirtualClock
from tests.service.table import (
    decision_of,
    events_of,
    match_of,
    open_and_invite,
    open_with_bots,
    open_with_people,
    outbox_of,
    play_any,
)


def test_the_start_is_event_0_with_everything_a_replay_needs(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    (start,) = events_of(service, match_id)
    assert (start.number, start.kind, start.rules) == (0, "start", 1)
    assert start.detail["phrases"] == ["ann's phrase", "Ben's phrase", "Cho's phrase"]
    assert [player["bot"] for player in start.detail["players"]] == [False] * 3
    assert "Ben" not in str(start.detail["players"]), "names may have to be forgotten, and the log is never rewritten"
    assert set(start.chance) == {"first", "deck/1"}
    assert sorted(start.chance["deck/1"]) == sorted(games.find("katzenjammer-blues").deck)


def test_a_move_is_appended_with_its_fingerprint_and_asks_the_next_seat(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    first = decision_of(service, match_id)
    number = play.play(service, match_id, first.seat, "PASS", asked=first.asked, now=clock.now)
    event = events_of(service, match_id)[number]
    assert (event.kind, event.seat, event.move, event.by) == ("move", first.seat, "pass", "player")
    history = _history(service, match_id)
    assert event.fingerprint == fingerprint(history.position)
    after = decision_of(service, match_id)
    assert (after.seat, after.asked) == (first.seat % 3 + 1, number)
    assert after.due_at == clock.now + timedelta(days=1)


def _history(service: Service, match_id: str):  # type: ignore[no-untyped-def]
    with service.store.reading() as session:
        return service.histories.load(session, matches.find(session, match_id))


def test_an_illegal_move_changes_nothing(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    decision = decision_of(service, match_id)
    with pytest.raises(IllegalMove):
        play.play(service, match_id, decision.seat, "bid 30x5", asked=decision.asked, now=clock.now)
    assert len(events_of(service, match_id)) == 1
    assert decision_of(service, match_id) == decision


@pytest.mark.parametrize("text", ["", "x" * 10_000, "\x00", "bid", "settle", "0x3", "💥"])
def test_nonsense_is_refused_by_name(service: Service, clock: VirtualClock, text: str) -> None:
    match_id = open_with_people(service, clock.now)
    decision = decision_of(service, match_id)
    with pytest.raises(GameError):
        play.play(service, match_id, decision.seat, text, asked=decision.asked, now=clock.now)


def test_a_decision_is_answered_once(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    decision = decision_of(service, match_id)
    play.play(service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now)
    with pytest.raises(DecisionOver) as again:
        play.play(service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now)
    assert again.value.repeated, "the same move again is a double click"
    with pytest.raises(DecisionOver) as other:
        play.play(service, match_id, decision.seat, "bid 1x1", asked=decision.asked, now=clock.now)
    assert not other.value.repeated


def test_an_answer_must_name_its_decision(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    decision = decision_of(service, match_id)
    with pytest.raises(Unasked):
        play.play(service, match_id, decision.seat, "pass", asked=None, now=clock.now)
    assert len(events_of(service, match_id)) == 1


def test_two_at_once_and_one_plays(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    other = second_process(running)
    outcomes: list[str] = []
    barrier = threading.Barrier(6)

    def go(service: Service, move: str) -> None:
        barrier.wait()
        try:
            play.play(service, match_id, decision.seat, move, asked=decision.asked, now=clock.now)
            outcomes.append("played")
        except DecisionOver:
            outcomes.append("over")

    threads = [
        threading.Thread(target=go, args=(service, move))
        for service in (running.service, other)
        for move in ("pass", "pass", "pass")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.store.close()
    assert sorted(outcomes) == ["over"] * 5 + ["played"]
    assert len(events_of(running.service, match_id)) == 2


def test_a_stale_number_is_refused_by_the_key(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    stale = match_of(service, match_id)
    stale.number = -1

    def write() -> None:
        with service.store.writing() as session:
            log.append(session, stale, kind="note", by="player", at=clock.now, fingerprint="")

    with pytest.raises(log.StaleMove):
        write()
    assert len(events_of(service, match_id)) == 1


def test_a_move_that_lost_the_race_for_its_number_is_tried_again(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_with_people(service, clock.now)
    decision = decision_of(service, match_id)
    append, tries = log.append, []

    def contested(*args: object, **kwargs: object) -> int:
        tries.append(1)
        if len(tries) == 1:
            raise log.StaleMove("a note came first")
        return append(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "append", contested)
    play.play(service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now)
    assert len(tries) == 2
    assert len(events_of(service, match_id)) == 2


def test_mail_is_queued_with_the_move_and_once_for_each_decision(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    asked = {(decision_of(service, match_id).seat, 0)}
    for _ in range(12):
        number = play_any(service, match_id, clock.now)
        decision = decision_of(service, match_id)
        assert decision.asked <= match_of(service, match_id).number
        assert number <= decision.asked
        asked.add((decision.seat, decision.asked))
    rows = outbox_of(service, match_id, "turn")
    assert sorted((row.seat, row.number) for row in rows) == sorted(asked)


def test_nothing_of_a_failed_transaction_stays(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_with_people(service, clock.now)
    decision = decision_of(service, match_id)
    before = len(outbox_of(service, match_id, "turn"))
    monkeypatch.setattr(play.Course, "settle", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        play.play(service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now)
    assert len(events_of(service, match_id)) == 1
    assert len(outbox_of(service, match_id, "turn")) == before
    monkeypatch.undo()
    play.play(service, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now)
    assert len(events_of(service, match_id)) == 2


@pytest.mark.parametrize(("match_id", "seat"), [("nowhere", 1), ("\x00", 1), (None, 0), (None, 4), (None, -1)])
def test_an_unknown_match_or_seat_is_not_found(
    service: Service, clock: VirtualClock, match_id: str | None, seat: int
) -> None:
    known = open_with_people(service, clock.now)
    with pytest.raises(NotFound):
        play.play(service, match_id or known, seat, "pass", asked=0, now=clock.now)


def test_a_table_still_being_set_up_cannot_be_played(service: Service, clock: VirtualClock) -> None:
    match_id = open_and_invite(service, clock.now)
    with pytest.raises(NotRunning):
        play.play(service, match_id, 1, "pass", asked=0, now=clock.now)


def test_a_cold_process_replays_to_the_same_position(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    for _ in range(15):
        play_any(running.service, match_id, clock.now)
    warm = _history(running.service, match_id)
    cold = second_process(running)
    fresh = _history(cold, match_id)
    cold.store.close()
    assert fresh.position.canonical() == warm.position.canonical()
    assert fresh.asked == warm.asked
    assert fresh.answered == warm.answered


def test_a_warm_history_replays_only_what_is_new(
    service: Service, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = open_with_people(service, clock.now)
    for _ in range(10):
        play_any(service, match_id, clock.now)
    asked_for: list[int] = []
    events = log.events

    def counted(session: object, match: str, after: int = -1) -> list[log.Entry]:
        found = events(session, match, after)  # type: ignore[arg-type]
        asked_for.append(len(found))
        return found

    monkeypatch.setattr(log, "events", counted)
    play_any(service, match_id, clock.now)
    assert sum(asked_for) <= 2


@pytest.mark.parametrize("histories", [lambda: Histories(most=1), lambda: Histories(most_events=1)])
def test_the_cache_forgets_the_oldest(
    service: Service, clock: VirtualClock, histories: Callable[[], Histories]
) -> None:
    service.histories = histories()
    first = open_with_bots(service, clock.now)
    history = _history(service, first)
    second = matches.open_match(
        service, match_of(service, first).opener_id,
        matches.Opening("katzenjammer-blues", {}, [matches.Plan("me"), matches.Plan("bot")], Pace(3600)),
        "test", clock.now,
    )  # fmt: skip
    matches.announce(service, second, "", clock.now)
    assert _history(service, second).match_id == second
    assert _history(service, first) is not history


def test_a_log_that_does_not_replay_freezes_the_match_and_changes_nothing(
    running: Running, clock: VirtualClock
) -> None:
    match_id = open_with_people(running.service, clock.now)
    for _ in range(4):
        play_any(running.service, match_id, clock.now)
    with running.service.store.writing() as session:
        event = session.get_one(tables.Event, (match_id, 3))
        event.fingerprint = "0" * 64
        session.add(event)
    cold = second_process(running)
    decision = decision_of(cold, match_id)
    with pytest.raises(NotRunning):
        play.play(cold, match_id, decision.seat, "pass", asked=decision.asked, now=clock.now)
    match = match_of(cold, match_id)
    assert match.status == "frozen"
    assert "event 3" in match.note
    assert len(events_of(cold, match_id)) == 5
    history = _history(cold, match_id)
    assert history.number == 2, "the last proven position"
    clock.advance(days=3)
    due.sweep(cold, clock.now)
    assert len(events_of(cold, match_id)) == 5
    cold.store.close()


@pytest.mark.parametrize(
    ("number", "wrong"),
    [(0, {"chance": {"first": 0, "deck/1": [1, "2"]}}), (0, {"detail": {}}), (2, {"seat": None}), (2, {"move": None})],
    ids=str,
)
def test_a_log_damaged_in_any_way_freezes_the_match(
    running: Running, clock: VirtualClock, number: int, wrong: dict[str, object]
) -> None:
    match_id = open_with_people(running.service, clock.now)
    for _ in range(4):
        play_any(running.service, match_id, clock.now)
    with running.service.store.writing() as session:
        event = session.get_one(tables.Event, (match_id, number))
        for key, value in wrong.items():
            setattr(event, key, value)
        session.add(event)
    cold = second_process(running)
    clock.advance(days=3)
    due.sweep(cold, clock.now)
    assert match_of(cold, match_id).status == "frozen"
    assert f"event {number}" in match_of(cold, match_id).note
    cold.store.close()


def test_a_frozen_match_notes_nobodys_hand(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    seat = decision_of(running.service, match_id).seat
    hand = _history(running.service, match_id).position.view(seat)["hand"]
    play_any(running.service, match_id, clock.now)
    with running.service.store.writing() as session:
        event = session.get_one(tables.Event, (match_id, 1))
        event.move = "bid 9x5"
        session.add(event)
    cold = second_process(running)
    clock.advance(days=3)
    due.sweep(cold, clock.now)
    note = match_of(cold, match_id).note
    assert "the rules do not allow the move" in note
    assert "".join(hand) not in note
    cold.store.close()


def test_a_history_given_out_is_not_changed(service: Service, clock: VirtualClock) -> None:
    """Another thread may be writing a page from it."""
    match_id = open_with_people(service, clock.now)
    before = _history(service, match_id)
    kept = (before.number, before.position, before.asked, dict(before.answered), len(before.facts))
    outcomes = dict(before._outcomes)
    for _ in range(12):
        play_any(service, match_id, clock.now)
    after = _history(service, match_id)
    assert after.number > before.number
    assert (before.number, before.position, before.asked, before.answered, len(before.facts)) == kept
    assert before._outcomes == outcomes
    assert after.positions[: before.number + 1] == before.positions


@pytest.mark.usefixtures("never_away")
def test_a_whole_match_ends_as_a_record_that_holds(service: Service, clock: VirtualClock) -> None:
    import json

    from games.record import build

    match_id = open_with_bots(service, clock.now)
    for _ in range(2000):
        clock.advance(days=1, seconds=1)
        if not due.sweep(service, clock.now):
            break
    match = match_of(service, match_id)
    assert match.status == "over"
    events = events_of(service, match_id)
    with service.store.reading() as session:
        seats = session.exec(select(Seat).where(Seat.match_id == match_id)).all()
        stored = session.get_one(Match, match_id)
    chance = {label: outcome for event in events for label, outcome in event.chance.items()}
    tags = {"player": "", "bot": " (bot)", "deadline": " (deadline)", "forced": " (forced)"}
    record = build(
        _history(service, match_id).position,
        options=match.options,
        players=[seat.name for seat in seats],
        chance=chance,
        proof={
            "commitment": stored.commitment,
            "server_seed": stored.server_seed,
            "phrases": [seat.phrase for seat in seats],
        },
        moves=[f"{event.seat} {event.move}{tags[event.by]}" for event in events if event.kind == "move"],
    )
    assert check(json.dumps(record).encode()).result() is not None
    assert len(outbox_of(service, match_id, "result")) == 1, "one player, two bots"


def _cold(running: Running, match_id: str):  # type: ignore[no-untyped-def]
    """Return the history as a process sees it that has replayed nothing yet."""
    with running.service.store.reading() as session:
        return Histories().load(session, matches.find(session, match_id))


def test_a_log_with_an_event_missing_does_not_replay_beyond_it(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    for _ in range(5):
        play_any(running.service, match_id, clock.now)
    with running.service.store.writing() as session:
        session.delete(session.get_one(tables.Event, (match_id, 3)))
    history = _cold(running, match_id)
    assert history.number == 2
    assert "event 3 is missing" in str(history.broken)


def test_why_a_log_does_not_replay_names_no_card(running: Running, clock: VirtualClock) -> None:
    match_id = open_with_people(running.service, clock.now)
    play_any(running.service, match_id, clock.now)
    with running.service.store.writing() as session:
        session.get_one(tables.Event, (match_id, 1)).move = "bid 29x5"
    broken = str(_cold(running, match_id).broken)
    assert broken.endswith("at event 1: the rules do not allow the move (IllegalMove)")
