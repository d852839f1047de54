"""What a seat may do and need not: it leaves open decisions, their links, deadlines and mails as they are."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from sqlmodel import select

from games.contract import IllegalMove, NotYourTurn
from models.tables import Decision, Outbox
from service import due, links, matches, outbox, play, rebuild
from service.base import DecisionOver, Service, Unasked
from service.history import History
from tests.conftest import Running, second_process, VirtualClock
from tests.games.toy import Toy
from tests.service.table import decision_of, events_of, match_of, open_with_bots, open_with_people, outbox_of, play_any

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def match_id(service: Service, clock: VirtualClock, toy: type[Toy]) -> str:
    return open_with_people(service, clock.now, game=Toy.key, options={"cards": 3, "rounds": 2})


def history_of(service: Service, match_id: str) -> History:
    with service.store.reading() as session:
        return service.histories.load(session, matches.find(session, match_id))


def others(service: Service, match_id: str) -> list[int]:
    return [seat for seat in (1, 2, 3) if seat != decision_of(service, match_id).seat]


def double(service: Service, match_id: str, seat: int, clock: VirtualClock) -> int:
    return play.play(service, match_id, seat, "double", asked=None, now=clock.now)


def test_out_of_turn_the_open_decision_stays(service: Service, clock: VirtualClock, match_id: str) -> None:
    before, mails = decision_of(service, match_id), len(outbox_of(service, match_id, outbox.TURN))
    clock.advance(hours=3)
    seat = others(service, match_id)[0]
    number = double(service, match_id, seat, clock)
    event = events_of(service, match_id)[number]
    assert (event.seat, event.move, event.by) == (seat, "double", "player")
    assert decision_of(service, match_id) == before, "asked by the same event, due at the same time"
    assert len(outbox_of(service, match_id, outbox.TURN)) == mails, "nobody is asked twice"
    history = history_of(service, match_id)
    assert history.is_open(before.seat, before.asked)
    assert history.is_open(seat, 0), "the link of the start is still good for who has answered nothing"
    play_any(service, match_id, clock.now)
    assert decision_of(service, match_id).seat == before.seat % 3 + 1


def test_in_turn_too(service: Service, clock: VirtualClock, match_id: str) -> None:
    before = decision_of(service, match_id)
    double(service, match_id, before.seat, clock)
    assert decision_of(service, match_id) == before
    with pytest.raises(DecisionOver) as again:
        play.play(service, match_id, before.seat, " DOUBLE", asked=before.asked, now=clock.now)
    assert again.value.repeated, "also when it is typed into the form of the decision"
    card = play_any(service, match_id, clock.now)
    move = events_of(service, match_id)[card].move or ""
    with pytest.raises(DecisionOver) as answered:
        play.play(service, match_id, before.seat, move, asked=before.asked, now=clock.now)
    assert answered.value.repeated, "a double click is known although something optional came between"


def test_a_double_click_plays_once(service: Service, clock: VirtualClock, match_id: str) -> None:
    seat = others(service, match_id)[0]
    double(service, match_id, seat, clock)
    with pytest.raises(DecisionOver) as again:
        double(service, match_id, seat, clock)
    assert again.value.repeated
    assert len(events_of(service, match_id)) == 2
    for _ in range(3):
        play_any(service, match_id, clock.now)
    with pytest.raises(IllegalMove):
        double(service, match_id, seat, clock)  # it has answered something since, so this is no double click


def test_out_of_turn_no_decision_is_answered(service: Service, clock: VirtualClock, match_id: str) -> None:
    decision = decision_of(service, match_id)
    answer = next(history_of(service, match_id).position.moves(decision.seat))
    with pytest.raises(Unasked, match="Nothing was played"):
        play.play(service, match_id, decision.seat, answer, asked=None, now=clock.now)
    with pytest.raises(NotYourTurn):
        play.play(service, match_id, others(service, match_id)[0], answer, asked=None, now=clock.now)
    play.play(service, match_id, decision.seat, answer, asked=decision.asked, now=clock.now)
    with pytest.raises(NotYourTurn):
        play.play(service, match_id, decision.seat, answer, asked=None, now=clock.now)
    assert len(events_of(service, match_id)) == 2


@pytest.mark.usefixtures("never_away")
def test_a_deadline_answers_and_does_nothing_optional(
    service: Service, clock: VirtualClock, match_id: str
) -> None:  # fmt: skip
    double(service, match_id, others(service, match_id)[0], clock)
    while match_of(service, match_id).status == "running":
        clock.advance(days=1, seconds=1)
        due.sweep(service, clock.now)
    events = events_of(service, match_id)
    assert [event.move for event in events].count("double") == 1
    assert {event.by for event in events[2:]} == {"deadline", "forced"}
    assert rebuild.check(service.store, match_id).wrong == ""
    assert rebuild.rebuild(service.store, match_id).differences == ()


def test_the_summaries_can_be_rebuilt_after_it(service: Service, clock: VirtualClock, match_id: str) -> None:
    for _ in range(3):
        clock.advance(hours=1)
        for seat in (1, 2, 3):
            if history_of(service, match_id).may(seat, "double"):
                double(service, match_id, seat, clock)
                break
        play_any(service, match_id, clock.now)
        assert rebuild.rebuild(service.store, match_id).differences == ()


def test_a_bot_at_once_after_it(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_bots(service, clock.now, game=Toy.key)
    double(service, match_id, 1, clock)
    due.sweep(service, clock.now)
    due.sweep(service, clock.now)
    assert decision_of(service, match_id).seat == 1


def test_after_a_new_deal_who_may_do_something_hears_of_it(
    running: Running, clock: VirtualClock, match_id: str
) -> None:  # fmt: skip
    service = running.service
    assert outbox_of(service, match_id, outbox.MAY) == [], "at the start the mail of the start says it"
    while history_of(service, match_id).position.view(None)["round"] == 1:
        play_any(service, match_id, clock.now)
    asked = decision_of(service, match_id).seat
    assert sorted(row.seat or 0 for row in outbox_of(service, match_id, outbox.MAY)) == others(service, match_id)
    double(service, match_id, others(service, match_id)[0], clock)
    running.work()
    assert all(row.status == "queued" for row in outbox_of(service, match_id, outbox.MAY)), "there is no hurry"
    clock.advance(hours=6)
    running.work()
    with service.store.reading() as session:
        rows = session.exec(select(Outbox).where(Outbox.match_id == match_id, Outbox.kind == outbox.MAY)).all()
    sent = {row.seat: row.status for row in rows}
    assert sent == {others(service, match_id)[0]: "dropped", others(service, match_id)[1]: "sent"}, sent
    assert asked not in sent


def test_who_is_asked_for_a_move_meanwhile_is_not_told_twice(
    running: Running, clock: VirtualClock, match_id: str
) -> None:  # fmt: skip
    service = running.service
    while history_of(service, match_id).position.view(None)["round"] == 1:
        play_any(service, match_id, clock.now)
    told = {row.seat for row in outbox_of(service, match_id, outbox.MAY)}
    play_any(service, match_id, clock.now)
    now_asked = decision_of(service, match_id).seat
    clock.advance(hours=6)
    running.work()
    sent = {row.seat: row.status for row in outbox_of(service, match_id, outbox.MAY)}
    assert sent[now_asked] == "dropped"
    assert {seat for seat, status in sent.items() if status == "sent"} == told - {now_asked}


def test_a_link_to_it_is_of_a_purpose_of_its_own(service: Service, clock: VirtualClock) -> None:
    token = service.links.sign(links.OPTIONAL, ["match", 2, "double", 1], clock.now)
    assert service.links.read(links.OPTIONAL, token, clock.now) == ["match", 2, "double", 1]
    for purpose in set(links.PURPOSES) - {links.OPTIONAL}:
        with pytest.raises(links.ForeignLink):
            service.links.read(purpose, token, clock.now)
    with pytest.raises(links.ExpiredLink):
        service.links.read(links.OPTIONAL, token, clock.now + links.LIFE[links.OPTIONAL] + timedelta(seconds=1))


def test_it_is_nobody_elses_deadline(service: Service, clock: VirtualClock, match_id: str) -> None:
    with service.store.reading() as session:
        rows = session.exec(select(Decision).where(Decision.match_id == match_id)).all()
    assert [row.kind for row in rows] == ["play"], "what is optional waits for nobody"


def test_an_answer_and_something_optional_at_once_both_count(
    running: Running, clock: VirtualClock, match_id: str
) -> None:  # fmt: skip
    service, other = running.service, second_process(running)
    decision, problems = decision_of(service, match_id), []
    answer, barrier = next(history_of(service, match_id).position.moves(decision.seat)), threading.Barrier(2)

    def go(process: Service, seat: int, move: str, asked: int | None) -> None:
        barrier.wait()
        try:
            play.play(process, match_id, seat, move, asked=asked, now=clock.now)
        except Exception as error:
            problems.append(error)

    threads = [
        threading.Thread(target=go, args=(service, decision.seat, answer, decision.asked)),
        threading.Thread(target=go, args=(other, others(service, match_id)[0], "double", None)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.store.close()
    assert problems == []
    assert {event.move for event in events_of(service, match_id)[1:]} == {answer, "double"}
    assert decision_of(service, match_id).seat == decision.seat % 3 + 1
    assert rebuild.rebuild(service.store, match_id).differences == ()
