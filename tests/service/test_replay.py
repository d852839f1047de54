"""Looking back below the pages: parts of the game, its numbers, and how long everybody took."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import record
from models.tables import Match
from service import absence, matches, origins, replay
from service import clock as clocks
from service.base import NotFound, Service
from service.history import History
from service.replay import Eyes
from tests.conftest import pass_time, Running, VirtualClock
from tests.service import table
from tests.service.table import decision_of, new_player, open_with_people, play_any

RECORDS = Path("tests/records")
PUBLIC = Eyes(None)
HOUR = 3600


def read_in(service: Service, clock: VirtualClock, name: str) -> tuple[Match, History]:
    reader = new_player(service, "Reader", clock.now)
    match_id = origins.read_in(service, reader.id or 0, (RECORDS / f"{name}.json").read_bytes(), False, clock.now)
    return history_of(service, match_id)


def history_of(service: Service, match_id: str) -> tuple[Match, History]:
    with service.store.reading() as session:
        match = matches.find(session, match_id)
        return match, service.histories.load(session, match)


class TestParts:
    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("clubs-3-0", "round"),
            ("katzenjammer-blues-3-games3-0", "game"),
            ("katzenjammer-blues-4-0", "auction"),
            ("flohcati-4-0", "turn"),
        ],
    )
    def test_they_are_the_longest_stretch_that_ends_before_the_match(
        self, service: Service, clock: VirtualClock, name: str, kind: str
    ) -> None:
        _match, history = read_in(service, clock, name)
        log = replay.log_of(history, PUBLIC)
        assert {part.kind for part in log.parts} == {kind}
        assert [part.number for part in log.parts] == list(range(1, len(log.parts) + 1))
        assert log.part_of == sorted(log.part_of), "one after the other"
        assert [log.part_of.index(part.number) for part in log.parts] == [part.first for part in log.parts]

    def test_a_move_belongs_to_the_round_in_which_it_was_made(self, service: Service, clock: VirtualClock) -> None:
        _match, history = read_in(service, clock, "clubs-3-0")
        log = replay.log_of(history, PUBLIC)
        for line, part in zip(log.lines, log.part_of, strict=True):
            ended = [fact["number"] for fact in line.facts if fact["kind"] == "round over"]
            assert ended in ([], [part])

    def test_up_to_a_step_there_are_no_later_ones(self, service: Service, clock: VirtualClock) -> None:
        _match, history = read_in(service, clock, "clubs-3-0")
        whole = replay.log_of(history, PUBLIC)
        second = whole.parts[1].first
        log = replay.log_of(history, PUBLIC, second)
        assert len(log.lines) == second + 1
        assert log.parts == whole.parts[:2]
        with pytest.raises(NotFound):
            replay.log_of(history, PUBLIC, history.number + 1)


class TestCourse:
    @pytest.mark.parametrize("name", ["clubs-4-teams2-0", "katzenjammer-blues-3-games3-0", "flohcati-4-0"])
    def test_it_has_numbers_for_every_step_that_a_spectator_sees(
        self, service: Service, clock: VirtualClock, name: str
    ) -> None:
        match, history = read_in(service, clock, name)
        found = replay.course(history, match)
        for label, values in found.series.items():
            assert len(values) == history.number + 1, label
            assert len({len(each) for each in values}) == 1, label
        data = record.canonical((RECORDS / f"{name}.json").read_bytes())
        assert list(data["result"]["scores"]) in [list(values[-1]) for values in found.series.values()]

    def test_up_to_a_step_it_ends_there(self, service: Service, clock: VirtualClock) -> None:
        match, history = read_in(service, clock, "clubs-3-0")
        whole, part = replay.course(history, match), replay.course(history, match, 7)
        assert part.series == {label: values[:8] for label, values in whole.series.items()}


class TestTimes:
    def test_they_are_from_being_asked_to_answering(self, running: Running, clock: VirtualClock) -> None:
        match_id = open_with_people(running.service, clock.now)
        taken: dict[int, list[int]] = {1: [], 2: [], 3: []}
        for hours in (1, 2, 3, 4, 5, 6, 7):
            seat = decision_of(running.service, match_id).seat
            pass_time(running, hours=hours)
            play_any(running.service, match_id, clock.now)
            taken[seat].append(hours * HOUR)
        _match, history = history_of(running.service, match_id)
        found = {time.seat: time for time in replay.times(history, 3)}
        assert {seat: (time.answers, time.longest) for seat, time in found.items()} == {
            seat: (len(each), max(each)) for seat, each in taken.items() if each
        }
        for seat, each in taken.items():
            if len(each) % 2:
                assert found[seat].median == sorted(each)[len(each) // 2]

    def test_what_a_clock_rests_does_not_count(
        self, running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(table, "DAY", clocks.PRESETS["relaxed"])
        match_id = open_with_people(running.service, clock.now)  # at noon; everybody is left alone from 22 to 8
        pass_time(running, hours=21)
        play_any(running.service, match_id, clock.now)
        _match, history = history_of(running.service, match_id)
        (time,) = replay.times(history, 3)
        assert time.longest == 11 * HOUR

    def test_what_others_play_for_a_seat_does_not_count(self, running: Running, clock: VirtualClock) -> None:
        match_id = open_with_people(running.service, clock.now)
        pass_time(running, days=2)
        running.work()
        absence.come_back(running.service, match_id, 1, clock.now)
        _match, history = history_of(running.service, match_id)
        assert "deadline" in [event.by for event in history.events]
        assert replay.times(history, 3) == []
