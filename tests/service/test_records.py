"""Records of matches: whole when a match is over, and before that only by an act that everybody at the table sees."""

from __future__ import annotations

import pytest

from games.record import check, dump
from models.tables import Match
from service import due, links, matches, records
from service.base import NotFound, NotRunning, Refused, Service
from service.history import Histories
from service.table import look, Table
from tests.conftest import Running, VirtualClock
from tests.service.table import (
    decision_of,
    events_of,
    match_of,
    open_and_invite,
    open_with_bots,
    open_with_people,
    play_any,
)  # fmt: skip


@pytest.fixture
def match_id(service: Service, clock: VirtualClock) -> str:
    """Return a running match of people with some moves played."""
    match_id = open_with_people(service, clock.now)
    for _ in range(7):
        play_any(service, match_id, clock.now)
    return match_id


def finish(service: Service, match_id: str, clock: VirtualClock) -> None:
    for _ in range(400):
        if match_of(service, match_id).status == "over":
            return
        clock.advance(days=1, seconds=1)
        due.sweep(service, clock.now)
    raise AssertionError("the match did not end")


def table_of(service: Service, match_id: str, seat: int | None) -> Table:
    with service.store.reading() as session:
        return look(service, session, matches.find(session, match_id), seat)


@pytest.mark.usefixtures("never_away")
@pytest.mark.parametrize("bots", [0, 2])
def test_the_record_of_a_match_that_is_over_holds(service: Service, clock: VirtualClock, bots: int) -> None:
    match_id = open_with_bots(service, clock.now, bots) if bots else open_with_people(service, clock.now)
    finish(service, match_id, clock)
    record = records.published(service, match_id)
    assert check(dump(record)).result() is not None
    match = match_of(service, match_id)
    assert record["proof"]["server_seed"] == match.server_seed
    assert record["proof"]["commitment"] == match.commitment
    assert record["players"][0] == "Ann"
    tags = {line.rpartition(" ")[2] for line in record["moves"] if line.endswith(")")}
    assert tags <= {"(deadline)", "(forced)", "(bot)"}
    assert tags & {"(deadline)"}


def test_the_record_of_a_match_given_up_holds_too(service: Service, match_id: str) -> None:
    with service.store.writing() as session:
        session.get_one(Match, match_id).status = "abandoned"
    record = records.published(service, match_id)
    assert check(dump(record)).result() is None
    assert len(record["moves"]) == 7


@pytest.mark.parametrize("status", ["open", "running", "frozen", "cancelled"])
def test_before_that_it_is_not_published(service: Service, match_id: str, status: str) -> None:
    with service.store.writing() as session:
        session.get_one(Match, match_id).status = status
    with pytest.raises(records.Hidden):
        records.published(service, match_id)
    assert table_of(service, match_id, 1).server_seed is None


def test_an_unknown_match_has_no_record(service: Service, clock: VirtualClock) -> None:
    with pytest.raises(NotFound):
        records.published(service, "nowhere")
    with pytest.raises(NotFound):
        records.revealed(service, "nowhere", "why", clock.now)


class TestRevealed:
    def test_the_table_is_told(self, service: Service, match_id: str, clock: VirtualClock) -> None:
        before = events_of(service, match_id)
        record = records.revealed(service, match_id, "  a quarrel\nabout a bid ", clock.now)
        event = events_of(service, match_id)[len(before)]
        assert (event.kind, event.by, event.seat, event.move) == ("host", "host", None, None)
        assert event.detail == {"act": "record", "reason": "a quarrel about a bid"}
        assert event.fingerprint == before[-1].fingerprint
        assert check(dump(record)).result() is None
        assert record["proof"] is None, "the server seed tells the decks to come"
        assert match_of(service, match_id).server_seed not in dump(record).decode()
        for seat in (None, 1, 2, 3):
            line = table_of(service, match_id, seat).lines[-1]
            assert (line.kind, line.facts, line.detail["reason"]) == ("host", (), "a quarrel about a bid")

    @pytest.mark.parametrize("reason", ["", "   ", "\x00\x1b", "x" * 201])
    def test_not_without_a_reason(self, service: Service, match_id: str, clock: VirtualClock, reason: str) -> None:
        with pytest.raises(Refused, match="reason"):
            records.revealed(service, match_id, reason, clock.now)
        assert len(events_of(service, match_id)) == 8

    @pytest.mark.parametrize("status", ["over", "frozen", "cancelled", "abandoned"])
    def test_only_of_a_match_being_played(
        self, service: Service, match_id: str, clock: VirtualClock, status: str
    ) -> None:
        with service.store.writing() as session:
            session.get_one(Match, match_id).status = status
        with pytest.raises(NotRunning):
            records.revealed(service, match_id, "why", clock.now)
        assert len(events_of(service, match_id)) == 8

    def test_not_before_the_start(self, service: Service, clock: VirtualClock) -> None:
        with pytest.raises(NotRunning):
            records.revealed(service, open_and_invite(service, clock.now), "why", clock.now)

    @pytest.mark.usefixtures("never_away")
    def test_decisions_links_and_answers_stay_good(self, running: Running, match_id: str, clock: VirtualClock) -> None:
        service, decision = running.service, decision_of(running.service, match_id)
        with service.store.reading() as session:
            before = service.histories.load(session, matches.find(session, match_id))
            asked, answered, own = dict(before.asked), dict(before.answered), before.last_own(decision.seat)
        service.links.sign(links.SEAT, [match_id, decision.seat, decision.asked, 1], clock.now)
        records.revealed(service, match_id, "why", clock.now)
        assert decision_of(service, match_id) == decision
        for histories in (service.histories, Histories()):
            with service.store.reading() as session:
                after = histories.load(session, matches.find(session, match_id))
            assert (after.asked, after.answered, after.last_own(decision.seat)) == (asked, answered, own)
            assert after.is_open(decision.seat, decision.asked)
        number = play_any(service, match_id, clock.now)
        assert number == 9
        finish(service, match_id, clock)
        assert check(dump(records.published(service, match_id))).result() is not None

    def test_a_turn_is_still_mailed_with_the_reason_in_it(self, running: Running, match_id: str) -> None:
        records.revealed(running.service, match_id, "a quarrel <b>", running.clock.now)
        running.work()
        mail = running.tray.mails[-1]
        text, html = (mail.get_body((kind,)).get_content() for kind in ("plain", "html"))  # type: ignore[union-attr]
        said = "The host printed the record of this match, with all hidden cards."
        assert f"- {said} The reason given: “a quarrel <b>”" in " ".join(text.split())
        assert said in html
        assert "a quarrel <b>" not in html


@pytest.mark.usefixtures("never_away")
def test_a_note_after_the_end_leaves_the_result_what_it_is(
    service: Service, match_id: str, clock: VirtualClock
) -> None:
    from models import log

    finish(service, match_id, clock)
    last = events_of(service, match_id)[-1]
    with service.store.writing() as session:
        match = matches.find(session, match_id)
        log.append(session, match, kind="note", by="player", seat=2, at=clock.now, fingerprint=last.fingerprint)
    table = table_of(service, match_id, 1)
    assert table.lines[-1].kind == "note"
    assert table.end.number == last.number
    assert [fact["kind"] for fact in table.end.facts][-1] == "match over"
