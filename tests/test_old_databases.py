"""Databases that older releases have left: they migrate, replay, play on, and the links in people's mailboxes work."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import select

from mail import inbound
from models.tables import Decision, Seat
from service import due, heartbeat, links, matches, play, rebuild, records
from tests.conftest import Running, VirtualClock
from tests.service.table import events_of, match_of
from tests.web.visitor import Visitor

FOLDER = Path(__file__).parent / "databases"
KEY = "the key of an old release"
RELEASES = ["0001", "0002", "0004"]


@pytest.fixture(params=RELEASES)
def left(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return what is known of a database: its time, its matches, and links that were mailed."""
    known: dict[str, Any] = json.loads((FOLDER / f"{request.param}.json").read_text())
    return {**known, "release": request.param}


@pytest.fixture
def old(left: dict[str, Any], tmp_path: Path, make_running: Callable[..., Running], clock: VirtualClock) -> Running:
    """Return the service of today on a database of then."""
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((FOLDER / f"{left['release']}.sql").read_text())
    connection.close()
    clock.now = datetime.fromisoformat(left["now"])
    return make_running(DATABASE_URL=f"sqlite:///{path}", SECRET_KEYS=KEY)


def test_every_match_replays_and_its_summaries_follow_from_its_log(old: Running, left: dict[str, Any]) -> None:
    for name, match_id in left["matches"].items():
        assert rebuild.check(old.service.store, match_id).wrong == "", name
        assert rebuild.rebuild(old.service.store, match_id) == (match_id, (), ""), name


def decisions(running: Running, match_id: str) -> list[Decision]:
    with running.service.store.reading() as session:
        return list(session.exec(select(Decision).where(Decision.match_id == match_id)))


def test_deadlines_are_what_they_were(old: Running, left: dict[str, Any]) -> None:
    """Nobody who was promised a day has more or less by a new release."""
    query = "SELECT match_id, seat, asked, due_at FROM decision ORDER BY match_id, seat"
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript((FOLDER / f"{left['release']}.sql").read_text())
        then = connection.execute(query).fetchall()
    with old.service.store.reading() as session:
        now = [tuple(row) for row in session.execute(text(query))]
    assert now == then
    assert len(then) >= 4


@pytest.mark.usefixtures("never_away")
def test_matches_are_played_to_their_end(old: Running, left: dict[str, Any], clock: VirtualClock) -> None:
    service = old.service
    for name in ("blues", "clubs", "flohcati", "resigned"):
        match_id = left["matches"][name]
        for step in range(3000):
            if match_of(service, match_id).status != "running":
                break
            (row,) = decisions(old, match_id)
            if row.due_at <= clock.now or step % 7 == 0:
                clock.now = max(clock.now, row.due_at)
                due.sweep(service, clock.now)
            else:
                with service.store.reading() as session:
                    position = service.histories.load(session, matches.find(session, match_id)).position
                move = next(move for move in islice(position.moves(row.seat), 2) if move != "double")
                play.play(service, match_id, row.seat, move, asked=row.asked, now=clock.now)
                clock.advance(minutes=5)
            if step % 40 == 0:
                assert rebuild.rebuild(service.store, match_id) == (match_id, (), ""), (name, step)
        assert match_of(service, match_id).status == "over", name
        assert rebuild.rebuild(service.store, match_id) == (match_id, (), ""), name
        assert records.published(service, match_id)["moves"]


def test_the_links_of_then_open_and_play(old: Running, left: dict[str, Any], clock: VirtualClock) -> None:
    for name in ("blues", "clubs", "flohcati", "resigned"):
        match_id, token = left["matches"][name], left["tokens"].get(name)
        (row,) = decisions(old, match_id)
        if not token:
            continue
        visitor = Visitor(old)
        page = visitor.follow(f"/k/{token}")
        assert page.status_code == 200, name
        with old.service.store.reading() as session:
            position = old.service.histories.load(session, matches.find(session, match_id)).position
        move = next(position.moves(row.seat))
        answer = visitor.post(f"/m/{match_id}/{row.seat}/play", asked=row.asked, move=move)
        assert answer.status_code == 303, name
        later = events_of(old.service, match_id)[row.asked + 1 :]
        assert next(event.move for event in later if event.kind == "move") == move


def test_an_invitation_of_then_can_be_accepted(old: Running, left: dict[str, Any]) -> None:
    match_id, visitor = left["matches"]["open"], Visitor(old)
    assert visitor.follow(f"/i/{left['tokens']['invitation']}").status_code == 200
    answer = visitor.post(f"/m/{match_id}/2/join", name="Cho", phrase="")
    assert answer.status_code == 303
    with old.service.store.reading() as session:
        assert session.get_one(Seat, (match_id, 2)).name == "Cho"


def test_what_was_due_while_the_release_was_changed_is_played(
    old: Running, left: dict[str, Any], clock: VirtualClock
) -> None:
    """There is no heartbeat of an older release: its silence is no outage."""
    clock.advance(days=3)
    heartbeat.beat(old.service, clock.now)
    old.work()
    for name in ("blues", "clubs", "flohcati", "resigned"):
        assert match_of(old.service, left["matches"][name]).number >= 0
        assert all(row.due_at > clock.now for row in decisions(old, left["matches"][name])), name
    assert links.SEAT


def test_what_mails_of_then_offer_still_works(old: Running, left: dict[str, Any], clock: VirtualClock) -> None:
    """The choices in them, replies to them, their calendars, and how to have no more of them."""
    tokens, match_id = left["tokens"], left["matches"]["blues"]
    if "choice" not in tokens:
        assert left["release"] < "0004"
        return
    visitor = Visitor(old)
    assert 'class="button big"' in visitor.follow(f"/p/{tokens['choice']}").text
    assert "BEGIN:VCALENDAR" in visitor.get(f"/calendar/{tokens['calendar']}.ics").text
    assert visitor.follow(f"/u/{tokens['unsubscribe']}").status_code == 200
    before = match_of(old.service, match_id).number
    mail = b"From: ann@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nsay Still here\r\npass\r\n"
    inbound.take(old.service, "play@cards.example.org", tokens["reply"], "ann@example.org", mail, clock.now)
    said, played = events_of(old.service, match_id)[before + 1 : before + 3]
    assert (said.kind, said.detail["text"]) == ("say", "Still here")
    assert (played.kind, played.move, played.by) == ("move", "pass", "player")


def test_matches_that_began_elsewhere_are_what_they_were(old: Running, left: dict[str, Any]) -> None:
    if "branch" not in left["matches"]:
        assert left["release"] < "0004"
        return
    branch = match_of(old.service, left["matches"]["branch"])
    assert branch.origin["match"] == left["matches"]["read-in"]
    source = events_of(old.service, left["matches"]["read-in"])
    own = events_of(old.service, branch.id)
    step = branch.origin["step"]
    assert [event.move for event in own[: step + 1]] == [event.move for event in source[: step + 1]]
    assert records.published(old.service, left["matches"]["read-in"])["proof"]
