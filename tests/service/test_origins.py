"""Matches read from records, and matches played on from a step of another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import games
from games import record
from games.chance import commitment, match_seed, Seeded
from games.contract import check_options
from games.record import BadRecord
from models.tables import Match
from service import matches, origins, rebuild, records
from service.base import NotFound, Refused, Service
from service.clock import PRESETS
from service.matches import BOT, INVITE, ME, Opening, Plan
from service.records import Hidden
from tests.conftest import Running, VirtualClock
from tests.service.table import (
    decision_of,
    events_of,
    match_of,
    new_player,
    open_with_people,
    outbox_of,
    play_any,
)

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.json"))
SOME = [path for path in RECORDS if path.stem.endswith("-0")] + [path for path in RECORDS if path.stem.endswith("3-2")]


@pytest.fixture
def ann(service: Service, clock: VirtualClock) -> int:
    return new_player(service, "Ann", clock.now).id or 0


def cut(path: Path, moves: int) -> bytes:
    """Return the beginning of a record: so many moves, and the outcomes that they needed."""
    whole = json.loads(path.read_bytes())
    short = whole | {"moves": whole["moves"][:moves], "result": None}
    while True:
        try:
            record.check(json.dumps(short).encode())
        except BadRecord as error:
            label = error.why.split("“")[1].split("”")[0]
            short = short | {"chance": {key: value for key, value in short["chance"].items() if key != label}}
        else:
            return json.dumps(short).encode()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_canonical_form_is_the_same_for_ever(path: Path) -> None:
    found = record.canonical(path.read_bytes())
    once = record.dump(found)
    assert record.dump(record.canonical(once)) == once
    given = json.loads(path.read_bytes())
    assert {key: given[key] for key in ("moves", "players", "result", "chance")} == {
        key: found[key] for key in ("moves", "players", "result", "chance")
    }
    shuffled = json.dumps({"more": 1, **dict(reversed(given.items()))}, indent=3).encode()
    assert record.dump(record.canonical(shuffled)) == once


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.stem)
def test_a_record_becomes_a_match_and_the_same_record_again(
    service: Service, clock: VirtualClock, ann: int, path: Path
) -> None:
    data = path.read_bytes()
    match_id = origins.read_in(service, ann, data, open_to_all=False, now=clock.now)
    match = match_of(service, match_id)
    assert (match.status, match.opener_id) == ("over", ann)
    assert record.dump(records.published(service, match_id)) == record.dump(record.canonical(data))
    assert rebuild.check(service.store, match_id).wrong == ""
    assert rebuild.rebuild(service.store, match_id).differences == ()
    assert not outbox_of(service, match_id, "result"), "nobody is told"


def test_an_unfinished_record_ends_where_it_ends(service: Service, clock: VirtualClock, ann: int) -> None:
    data = cut(RECORDS[0], 7)
    match_id = origins.read_in(service, ann, data, open_to_all=True, now=clock.now)
    assert match_of(service, match_id).status == "abandoned"
    assert [event.kind for event in events_of(service, match_id)] == ["start", *["move"] * 7, "abandon"]
    assert record.dump(records.published(service, match_id)) == record.dump(record.canonical(data))
    assert rebuild.rebuild(service.store, match_id).differences == ()


def test_what_is_no_record_leaves_nothing_behind(service: Service, clock: VirtualClock, ann: int) -> None:
    with pytest.raises(BadRecord):
        origins.read_in(service, ann, RECORDS[0].read_bytes()[:-40], open_to_all=False, now=clock.now)
    good = json.loads(RECORDS[0].read_bytes())
    for name in ("x" * 81, "two\nlines"):
        players = [name, *good["players"][1:]]
        data = json.dumps(good | {"players": players}).encode()
        with pytest.raises(BadRecord, match="a name"):
            origins.read_in(service, ann, data, open_to_all=False, now=clock.now)
    with service.store.reading() as session:
        assert session.get(Match, "x") is None
        assert not list(session.exec(matches.select(Match)))


def opened_from(service: Service, clock: VirtualClock, source: str, step: int, plans: list[Plan], ann: int) -> str:
    with service.store.reading() as session:
        match = matches.find(session, source)
        origin = origins.branch_at(service, session, match, step)
    opening = Opening(
        match.game, match.options, plans, PRESETS["daily"], rules=match.rules, origin=origin, open_to_all=True
    )
    match_id = matches.open_match(service, ann, opening, "test", clock.now)
    matches.announce(service, match_id, "", clock.now)
    return match_id


def position_of(service: Service, match_id: str, step: int = -1) -> Any:
    with service.store.reading() as session:
        return service.histories.load(session, matches.find(session, match_id)).positions[step]


@pytest.mark.parametrize("name", ["katzenjammer-blues-3-games3-0", "clubs-3-0", "flohcati-3-0"])
def test_any_step_is_played_on_from_to_the_end(running: Running, clock: VirtualClock, ann: int, name: str) -> None:
    service = running.service
    data = next(path for path in RECORDS if path.stem == name).read_bytes()
    source = origins.read_in(service, ann, data, open_to_all=False, now=clock.now)
    last = len(events_of(service, source)) - 1
    for step in (0, 1, last // 2, last - 1):
        match_id = opened_from(service, clock, source, step, [Plan(ME), Plan(BOT), Plan(BOT)], ann)
        assert position_of(service, match_id, step).canonical() == position_of(service, source, step).canonical()
        for _ in range(2000):
            running.work()
            if match_of(service, match_id).status != "running":
                break
            decision = decision_of(service, match_id)
            if decision.seat == 1:
                play_any(service, match_id, clock.now)
        assert match_of(service, match_id).status == "over"
        assert rebuild.check(service.store, match_id).wrong == ""
        assert rebuild.rebuild(service.store, match_id).differences == ()
        found = records.published(service, match_id)
        assert found["proof"] is None, "its beginning is not of its seed"
        record.check(record.dump(found))


def test_what_is_asked_there_is_asked_again_with_a_mail_and_a_link_that_is_good(
    running: Running, clock: VirtualClock, ann: int
) -> None:
    service = running.service
    source = origins.read_in(service, ann, RECORDS[-1].read_bytes(), open_to_all=False, now=clock.now)
    seats = match_of(service, source).seats
    plans = [Plan(ME), Plan(INVITE, "ben@example.org"), *[Plan(BOT)] * (seats - 2)]
    match_id = opened_from(service, clock, source, 12, plans, ann)
    assert match_of(service, match_id).status == "open"
    matches.take_seat(service, match_id, 2, matches.Guest("Ben"), clock.now)
    asked = position_of(service, source, 12).to_act()[0]
    waits = decision_of(service, match_id)
    assert (waits.seat, waits.kind) == (asked.seat, asked.kind)
    with service.store.reading() as session:
        history = service.histories.load(session, matches.find(session, match_id))
    assert waits.asked == history.asked_of(asked.seat)
    running.work()
    assert len(running.tray.mails) >= 2


def test_a_match_that_is_played_or_over_there_is_not_played_on_from(
    service: Service, clock: VirtualClock, ann: int
) -> None:
    running_match = open_with_people(service, clock.now, opener="Dee", names=("Eve", "Fay"))
    over = origins.read_in(service, ann, RECORDS[0].read_bytes(), open_to_all=False, now=clock.now)
    last = len(events_of(service, over)) - 1
    for match_id, step, error in (
        (running_match, 0, Hidden),
        (over, last, Refused),
        (over, last + 1, NotFound),
        (over, -1, NotFound),
    ):
        with service.store.reading() as session, pytest.raises(error):
            origins.branch_at(service, session, matches.find(session, match_id), step)


def proven(phrase: str) -> bytes:
    """Return the beginning of a match that a seed proves, with a phrase."""
    seed, phrases = b"\1" * 32, [phrase, ""]
    game = games.find("katzenjammer-blues")
    chance = Seeded(match_seed(seed, phrases))
    options = check_options(game, {}, 2)
    position = game.deal(options, 2, chance)
    proof = {"commitment": commitment(seed), "server_seed": seed.hex(), "phrases": phrases}
    players = ["Ann", "Ben"]
    return record.dump(
        record.build(position, options=options, players=players, chance=chance.drawn, proof=proof, moves=[])
    )


def test_a_phrase_that_cannot_be_kept_or_shown_is_refused(service: Service, clock: VirtualClock, ann: int) -> None:
    assert origins.read_in(service, ann, proven("Glück 👩\u200d🌾"), False, clock.now)
    for phrase in ("\0", "a\nb", "\x1b[2J"):
        with pytest.raises(BadRecord, match="format: a phrase"):
            origins.read_in(service, ann, proven(phrase), False, clock.now)


def test_a_player_without_a_name_is_refused(service: Service, clock: VirtualClock, ann: int) -> None:
    with pytest.raises(BadRecord, match="format: a name"):
        origins.read_in(service, ann, proven("x").replace(b"Ben", b" "), False, clock.now)


def test_an_unfinished_record_is_played_on_from_its_end(running: Running, clock: VirtualClock, ann: int) -> None:
    service = running.service
    source = origins.read_in(service, ann, cut(RECORDS[-1], 30), open_to_all=False, now=clock.now)
    last = len(events_of(service, source)) - 1
    seats = match_of(service, source).seats
    match_id = opened_from(service, clock, source, last, [Plan(ME), *[Plan(BOT)] * (seats - 1)], ann)
    for _ in range(2000):
        running.work()
        if match_of(service, match_id).status != "running":
            break
        if decision_of(service, match_id).seat == 1:
            play_any(service, match_id, clock.now)
    assert match_of(service, match_id).status == "over"
    found = records.published(service, match_id)
    assert found["moves"][:30] == records.published(service, source)["moves"]
    record.check(record.dump(found))
