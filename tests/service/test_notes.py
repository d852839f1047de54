"""Notes at the table are events like any other: the log with them replays, and gives the same summaries."""

from __future__ import annotations

import pytest

from service import absence, notes, rebuild, records
from service.base import NotFound, NotRunning, Refused, Service
from tests.conftest import VirtualClock
from tests.service.table import decision_of, events_of, match_of, open_with_people, play_any


def test_a_log_with_notes_gives_the_same_summaries(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    for n in range(6):
        notes.say(service, match_id, n % 3 + 1, f"note {n}", clock.now)
        play_any(service, match_id, clock.now)
        clock.advance(minutes=5)
    before = decision_of(service, match_id)
    found = rebuild.rebuild(service.store, match_id)
    assert (found.differences, found.wrong) == ((), "")
    assert rebuild.check(service.store, match_id).wrong == ""
    assert decision_of(service, match_id) == before
    assert sum(event.kind == notes.SAY for event in events_of(service, match_id)) == 6


def test_a_record_has_moves_only(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    notes.say(service, match_id, 1, "not for the record", clock.now)
    for seat in (1, 2, 3):
        absence.propose(service, match_id, seat, absence.END, clock.now)
    assert "not for the record" not in str(records.published(service, match_id))
    with pytest.raises(NotRunning):
        notes.say(service, match_id, 1, "too late", clock.now)


def test_a_note_while_the_match_stands_still_lets_it_stand(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now)
    for seat in (1, 2, 3):
        absence.propose(service, match_id, seat, absence.PAUSE, clock.now)
    notes.say(service, match_id, 2, "when do we go on?", clock.now)
    assert match_of(service, match_id).status == "paused"
    assert rebuild.rebuild(service.store, match_id).differences == ()


@pytest.mark.parametrize("text", ["", " \n ", "\u200b\u200b", "x" * 301])
def test_what_cannot_be_said(service: Service, clock: VirtualClock, text: str) -> None:
    match_id = open_with_people(service, clock.now)
    with pytest.raises(Refused):
        notes.say(service, match_id, 1, text, clock.now)
    with pytest.raises(NotFound):
        notes.say(service, match_id, 4, "nobody sits there", clock.now)
    assert len(events_of(service, match_id)) == 1
