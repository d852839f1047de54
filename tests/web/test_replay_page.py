"""The one page for all steps, with what it fetches, what stands beside it, and what it hides from who asks for that."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, delete, select

import games
from models.tables import Event, Match, Player
from service import matches, origins, replay
from service.history import Histories, History
from tests.conftest import Running, VirtualClock
from tests.service.table import match_of, new_player, open_and_invite, open_with_people, play_any
from tests.web.visitor import seat_link, Visitor, words

RECORDS = Path(__file__).parent.parent / "records"
LONG = "clubs-6-teams2-0"  # 669 steps
ADDRESSES = (
    *("replay", "replay?step=1", "step/1", "steps/0-1", "log", "log?part=1", "course", "course?step=1"),
    *("transcript.txt", "record"),
)
OTHER_EYES = ("replay?eyes={}", "step/1?eyes={}", "steps/0-1?eyes={}", "log?eyes={}", "course?eyes={}")


def signed_in(running: Running, name: str) -> Visitor:
    visitor = Visitor(running)
    visitor.sign_in(f"{name}@example.org", name)
    visitor.get("/")  # greets
    return visitor


def read_in(running: Running, clock: VirtualClock, name: str, open_to_all: bool = False) -> str:
    """Return the address of a finished match that is the reader's alone, where it is not open to all."""
    with running.service.store.reading() as session:
        reader = session.exec(select(Player).where(Player.name == "rea")).first()
    reader = reader or new_player(running.service, "rea", clock.now)
    data = (RECORDS / f"{name}.json").read_bytes()
    return origins.read_in(running.service, reader.id or 0, data, open_to_all, clock.now)


@pytest.fixture
def rea(running: Running) -> Visitor:
    return signed_in(running, "rea")


@pytest.fixture
def under_way(running: Running, clock: VirtualClock) -> str:
    """Return a match of Ann, Ben and Cho with some moves played."""
    match_id = open_with_people(running.service, clock.now)
    for _ in range(9):
        play_any(running.service, match_id, clock.now)
    return match_id


@pytest.fixture
def ben(running: Running, under_way: str) -> Visitor:
    """Return Ben, who came by a link of a mail."""
    visitor = Visitor(running)
    visitor.follow(seat_link(running, under_way, 2, 0))
    return visitor


def history_of(running: Running, match_id: str) -> History:
    with running.service.store.reading() as session:
        return running.service.histories.load(session, matches.find(session, match_id))


class TestThePage:
    @pytest.mark.parametrize("name", ["clubs-4-0", "katzenjammer-blues-4-0", "flohcati-4-0"])
    def test_it_is_the_same_under_both_addresses(
        self, running: Running, clock: VirtualClock, rea: Visitor, name: str
    ) -> None:
        base = f"/m/{read_in(running, clock, name)}"
        for query in ("", "eyes=open"):
            page = rea.get(f"{base}/replay?step=20{'&' if query else ''}{query}")
            assert page.status_code == 200
            assert page.text == rea.get(f"{base}/step/20?{query}".rstrip("?")).text
        assert rea.get(f"{base}/replay").text == rea.get(f"{base}/step/0").text

    def test_its_slider_is_a_form(self, ben: Visitor, under_way: str) -> None:
        page = ben.get(f"/m/{under_way}/2/step/4?eyes=2&spoilers=hide").text
        form = re.search(r'<form class="reel" action="([^"]+)">(.*?)</form>', page, re.S)
        assert form
        fields = dict(re.findall(r'name="(\w+)" (?:min="0" max="9" )?value="(\w+)"', form[2]))
        assert fields == {"eyes": "2", "spoilers": "hide", "step": "4"}
        assert "Step 7 of 9" in words(ben.get(f"{form[1]}?eyes=2&spoilers=hide&step=7"))

    @pytest.mark.parametrize("step", ["-1", "10", "", "x", "1.0", "9" * 40, "٣", "0x1", "1 "])
    @pytest.mark.parametrize("page", ["replay", "log", "course"])
    def test_a_step_that_is_none_is_not_found(self, ben: Visitor, under_way: str, page: str, step: str) -> None:
        if page == "course" and step == "10":
            step = "10&spoilers=hide"
        answer = ben.get(f"/m/{under_way}/2/{page}?step={step}")
        assert answer.status_code == 404
        assert "no such step" in words(answer)

    def test_who_plays_there_is_led_to_their_seat_with_all_that_they_asked(
        self, running: Running, under_way: str
    ) -> None:
        answer = signed_in(running, "cho").get(f"/m/{under_way}/replay?step=4&spoilers=hide&more=1")
        assert answer.headers["Location"] == f"/m/{under_way}/3/replay?step=4&spoilers=hide"

    def test_before_the_start_there_is_nothing(self, running: Running, clock: VirtualClock) -> None:
        match_id = open_and_invite(running.service, clock.now)
        ann = signed_in(running, "ann")
        for path in (*(f"1/{rest}" for rest in ADDRESSES[:-1]), "preview.png"):
            assert ann.get(f"/m/{match_id}/{path}").status_code == 404, path

    def test_no_page_has_scripts_or_styles_of_its_own(
        self, running: Running, clock: VirtualClock, rea: Visitor
    ) -> None:
        match_id = read_in(running, clock, "flohcati-3-0", open_to_all=True)
        for path in ("step/9", "log", "course", "steps/0-9"):
            page = rea.get(f"/m/{match_id}/{path}").text
            assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=", page)


class TestWhoMayLook:
    @pytest.mark.parametrize("path", ADDRESSES)
    def test_strangers_see_nothing(self, running: Running, under_way: str, path: str) -> None:
        for place in ("", "2/"):
            answer = Visitor(running).get(f"/m/{under_way}/{place}{path}")
            assert answer.status_code == 403
            assert "Ben" not in answer.text

    @pytest.mark.parametrize("path", OTHER_EYES)
    @pytest.mark.parametrize("eyes", ["1", "3", "open", "spectator"])
    def test_while_it_runs_there_are_ones_own_eyes(self, ben: Visitor, under_way: str, path: str, eyes: str) -> None:
        answer = ben.get(f"/m/{under_way}/2/{path.format(eyes)}")
        assert answer.status_code == 403
        assert "its cards stay hidden" in words(answer)
        assert ben.get(f"/m/{under_way}/1/{path.format(eyes)}").status_code == 403

    def test_a_tag_opens_nothing(self, running: Running, ben: Visitor, under_way: str) -> None:
        for path in ("steps/0-5", "log", "course", "transcript.txt"):
            tag = ben.get(f"/m/{under_way}/2/{path}").headers["ETag"]
            assert ben.get(f"/m/{under_way}/2/{path}", If_None_Match=tag).status_code == 304
            assert Visitor(running).get(f"/m/{under_way}/2/{path}", If_None_Match=tag).status_code == 403
            assert ben.get(f"/m/{under_way}/2/{path}?eyes=1", If_None_Match=tag).status_code == 403

    def test_a_tag_is_one_of_whose_eyes(self, running: Running, clock: VirtualClock, rea: Visitor) -> None:
        base = f"/m/{read_in(running, clock, 'clubs-3-0')}"
        tags = {rea.get(f"{base}/steps/0-5?eyes={eyes}").headers["ETag"] for eyes in ("1", "2", "open", "spectator")}
        assert len(tags) == 4

    def test_a_move_makes_a_tag_old(self, running: Running, clock: VirtualClock, ben: Visitor, under_way: str) -> None:
        tag = ben.get(f"/m/{under_way}/2/log").headers["ETag"]
        play_any(running.service, under_way, clock.now)
        assert ben.get(f"/m/{under_way}/2/log", If_None_Match=tag).status_code == 200

    def test_what_only_another_seat_was_told_is_in_no_text(self, ben: Visitor, under_way: str) -> None:
        for path in ("log", "transcript.txt", "steps/0-0"):
            text = ben.get(f"/m/{under_way}/2/{path}").text
            assert text.count("You get") == 1
            assert "Ann gets" not in text
            assert "Cho gets" not in text


class TestBlocks:
    @pytest.mark.parametrize("name", ["clubs-4-0", "katzenjammer-blues-4-0", "flohcati-4-0"])
    def test_a_step_of_a_block_is_that_of_its_page(
        self, running: Running, clock: VirtualClock, rea: Visitor, name: str
    ) -> None:
        base = f"/m/{read_in(running, clock, name)}"
        for query in ("", "?eyes=2", "?eyes=open"):
            block = rea.get(f"{base}/steps/20-29{query}").json
            assert (block["first"], len(block["steps"])) == (20, 10)
            for step, parts in enumerate(block["steps"], 20):
                page = bare(rea.get(f"{base}/step/{step}{query}").text)
                assert bare(parts["said"]) in page
                assert bare(parts["board"]) in page

    @pytest.mark.parametrize(
        ("steps", "status"),
        [("0-9", 200), ("9-9", 200), ("0-10", 404), ("5-4", 404), ("0-49", 404), ("0-50", 422), ("x-1", 404)],
    )
    def test_there_are_only_steps_that_there_are(self, ben: Visitor, under_way: str, steps: str, status: int) -> None:
        answer = ben.get(f"/m/{under_way}/2/steps/{steps}")
        assert answer.status_code == status
        if status == 422:
            assert "At most 50 steps" in words(answer)


def bare(html: str) -> str:
    return re.sub(r"\s+", "", html)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count moves played, views made, and lines said."""
    calls: Counter[str] = Counter()

    def count(owner: Any, name: str) -> None:
        honest = getattr(owner, name)

        def counting(*arguments: Any, **named: Any) -> Any:
            calls[name] += 1
            return honest(*arguments, **named)

        monkeypatch.setattr(owner, name, counting)

    count(games.find("clubs", 1), "play")
    count(games.find("clubs", 1), "view")
    count(replay, "line_at")
    return calls


class TestWhatItCosts:
    """Looking at a long match is one replay of it, when it is not known yet; a step costs the same wherever it is."""

    def test_to_open_is_one_replay_and_to_step_is_none(
        self, running: Running, clock: VirtualClock, rea: Visitor, counted: Counter[str]
    ) -> None:
        match_id = read_in(running, clock, LONG)
        last = match_of(running.service, match_id).number
        running.service.histories = Histories()
        counted.clear()
        rea.get(f"/m/{match_id}/step/{last}")
        assert counted["play"] == last
        for path in ("step/0", f"step/{last}", "steps/0-19", f"steps/{last - 19}-{last}", "log", "course", "replay"):
            assert rea.get(f"/m/{match_id}/{path}").status_code == 200
        assert counted["play"] == last

    def test_a_step_near_the_end_makes_no_more_than_one_near_the_start(
        self, running: Running, clock: VirtualClock, rea: Visitor, counted: Counter[str]
    ) -> None:
        match_id = read_in(running, clock, LONG)
        last = history_of(running, match_id).number
        seen = []
        for path in ("step/40", f"step/{last - 40}", "steps/20-39", f"steps/{last - 59}-{last - 40}"):
            counted.clear()
            rea.get(f"/m/{match_id}/{path}?eyes=open")
            seen.append(dict(counted))
        assert seen[0] == seen[1] == {"view": 1 + 6, "line_at": 1 + 8}
        assert seen[2] == seen[3] == {"view": 20 * 7, "line_at": 20}

    def test_what_is_known_already_is_not_made_again(
        self, running: Running, clock: VirtualClock, rea: Visitor, counted: Counter[str]
    ) -> None:
        base = f"/m/{read_in(running, clock, LONG)}"
        for path in ("steps/20-39", "log", "course", "transcript.txt"):
            tag = rea.get(f"{base}/{path}").headers["ETag"]
            counted.clear()
            assert rea.get(f"{base}/{path}", If_None_Match=tag).status_code == 304
            assert not counted


class TestWithoutSpoilers:
    def test_the_table_leads_there_when_it_is_over(
        self, running: Running, clock: VirtualClock, rea: Visitor, ben: Visitor, under_way: str
    ) -> None:
        base = f"/m/{read_in(running, clock, 'clubs-3-0')}"
        assert f'href="{base}/replay?spoilers=hide"' in rea.get(base).text
        assert "spoilers" not in ben.get(f"/m/{under_way}/2").text

    @pytest.mark.parametrize("name", ["clubs-3-0", "katzenjammer-blues-3-0", "flohcati-3-0"])
    def test_nothing_after_the_step_is_told(
        self, running: Running, clock: VirtualClock, rea: Visitor, name: str
    ) -> None:
        """What comes a while after the step is cut off, and all comes out the same."""
        match_id = read_in(running, clock, name, open_to_all=True)
        last = match_of(running.service, match_id).number
        paths = [f"/m/{match_id}/{path}" for path in ("replay?step=12&spoilers=hide", "log?step=12&spoilers=hide")]
        paths += [f"/m/{match_id}/course?step=12&spoilers=hide"]
        before = [rea.get(path).text.replace(str(last), "14") for path in paths]
        assert all(re.search(r"wins\.|share the victory|[Ww]inner|is over", page) is None for page in before)
        with running.service.store.writing() as session:
            session.get_one(Match, match_id).number = 14
            session.exec(delete(Event).where(col(Event.match_id) == match_id, col(Event.number) > 14))
        running.service.histories = Histories()
        assert history_of(running, match_id).number == 14
        after = [rea.get(path).text for path in paths]
        assert before[:2] == after[:2]
        assert re.findall(r"<td>.*?</td>", before[2]) == re.findall(r"<td>.*?</td>", after[2]) != []

    def test_it_stays_so_from_step_to_step(self, running: Running, clock: VirtualClock, rea: Visitor) -> None:
        base = f"/m/{read_in(running, clock, 'clubs-3-0')}"
        page = rea.get(f"{base}/replay?spoilers=hide&eyes=2").text
        ways = re.findall(rf'href="{base}/(?:step/\d+|log|course)(?:\?[^"]*)?"', page)
        assert len(ways) > 8
        asked = [way for way in ways if "spoilers=hide" not in way]
        assert asked == [f'href="{base}/step/0?eyes=2"'], "until it is asked for"
        assert "Show everything" in page

    def test_the_course_ends_at_the_step(self, running: Running, clock: VirtualClock, rea: Visitor) -> None:
        base = f"/m/{read_in(running, clock, 'clubs-3-0')}"
        hidden = rea.get(f"{base}/course?step=30&spoilers=hide").text
        steps = [int(step) for step in re.findall(rf'href="{base}/step/(\d+)', hidden)]
        assert max(steps) == 30
        ends = [float(x) for x in re.findall(r'class="way" d="M[^"]*H([\d.]+)"', hidden)]
        shown = float(re.findall(r'data-now d="M([\d.]+)', hidden)[0])
        assert set(ends) == {shown}


class TestTheLog:
    def test_it_has_every_line_once(self, running: Running, clock: VirtualClock, rea: Visitor) -> None:
        match_id = read_in(running, clock, "clubs-3-0")
        last = match_of(running.service, match_id).number
        page = rea.get(f"/m/{match_id}/log").text
        assert re.findall(r'<li value="(\d+)"', page) == [str(n) for n in range(last + 1)]
        assert re.findall(rf'href="/m/{match_id}/step/(\d+)"', page) == [str(n) for n in range(last + 1)]

    def test_it_can_be_told_by_round_seat_and_kind(self, running: Running, clock: VirtualClock, rea: Visitor) -> None:
        match_id = read_in(running, clock, "clubs-3-0")
        base, history = f"/m/{match_id}/log", history_of(running, match_id)

        def lines(**wish: object) -> list[int]:
            query = "&".join(f"{name}={value}" for name, value in wish.items())
            return [int(n) for n in re.findall(r'<li value="(\d+)"', rea.get(f"{base}?{query}").text)]

        for seat in (1, 2, 3):
            assert lines(seat=seat) == [event.number for event in history.events if event.seat == seat]
        tricks = [n for n, facts in enumerate(history.facts) if "trick" in [fact.kind for fact in facts]]
        assert lines(kind="trick") == tricks
        parts = re.findall(r'<option value="(\d+)" data-first', rea.get(base).text)
        assert [line for part in parts for line in lines(part=part)] == list(range(history.number + 1))
        assert lines(kind="trick", part=2, seat=1) == [
            n for n in tricks if history.events[n].seat == 1 and n in lines(part=2)
        ]
        assert "Round 2" in words(rea.get(base))

    @pytest.mark.parametrize("query", ["part=99", "seat=x", "kind=%3Cb%3E", "part=-1&seat=1"])
    def test_no_line_is_said_to_be_none(self, running: Running, clock: VirtualClock, rea: Visitor, query: str) -> None:
        page = rea.get(f"/m/{read_in(running, clock, 'clubs-3-0')}/log?{query}")
        assert page.status_code == 200
        assert "<li value" not in page.text
        assert not re.search(r"data-none hidden", page.text)

    @pytest.mark.parametrize("game", games.every(), ids=lambda game: game.key)
    def test_every_kind_and_part_has_words(
        self, running: Running, clock: VirtualClock, rea: Visitor, game: games.Game
    ) -> None:
        for path in sorted(RECORDS.glob(f"{game.key}-*-0.json")):
            page = rea.get(f"/m/{read_in(running, clock, path.stem)}/log").text
            kinds = re.findall(r'<select name="kind">(.*?)</select>', page, re.S)[0]
            known = {"deal"} - set(kinds)
            for kind, said in re.findall(r'<option value="([\w ]+)">(.*?)</option>', kinds):
                assert said
                assert said != kind or kind in known, kind


class TestTheCourse:
    @pytest.mark.parametrize("game", games.every(), ids=lambda game: game.key)
    def test_its_tables_have_the_numbers_that_everybody_saw(
        self, running: Running, clock: VirtualClock, rea: Visitor, game: games.Game
    ) -> None:
        name = next(RECORDS.glob(f"{game.key}-4-*.json")).stem
        match_id = read_in(running, clock, name)
        history, page = history_of(running, match_id), rea.get(f"/m/{match_id}/course").text
        tables = re.findall(r"<caption>(.*?)</caption>.*?<tbody>(.*?)</tbody>", page, re.S)
        assert [label for label, _rows in tables] == list(game.tally(history.positions[0].view(None)))
        for label, body in tables:
            rows = re.findall(r"/step/(\d+)\">.*?</th>(.*?)</tr>", body, re.S)
            assert int(rows[-1][0]) == history.number
            for step, cells in rows:
                numbers = [int(cell) for cell in re.findall(r"<td>(-?\d+)</td>", cells)]
                assert numbers == list(game.tally(history.positions[int(step)].view(None))[label])

    def test_lines_are_told_apart_without_colours(self, running: Running, clock: VirtualClock, rea: Visitor) -> None:
        match_id = read_in(running, clock, "clubs-6-0")
        page = rea.get(f"/m/{match_id}/course").text
        chart = page.split("<figure>")[1]
        assert re.findall(r'<g class="line-(\d)"', chart) == ["1", "2", "3", "4", "5", "6"]
        labels = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)">[A-Z]', chart)]
        assert len(labels) == 6
        assert min(b - a for a, b in zip(sorted(labels), sorted(labels)[1:], strict=False)) >= 12, "none on another"
        css = (Path(__file__).parents[2] / "static/replay.css").read_text()
        dashes = re.findall(r"\.line-\d \.way \{ stroke-dasharray: ([^;]+);", css)
        assert len(set(dashes)) == 5, "and one without"

    def test_teams_have_a_line_each(self, running: Running, clock: VirtualClock, rea: Visitor) -> None:
        page = rea.get(f"/m/{read_in(running, clock, LONG)}/course").text
        chart = page.split("<figure>")[1]
        assert re.findall(r">(Team \d) \d+</text>", chart) == ["Team 1", "Team 2"]

    def test_a_game_that_counts_nothing_has_none(
        self, running: Running, clock: VirtualClock, rea: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(games.find("clubs", 1), "tally", lambda view: {})
        match_id = read_in(running, clock, "clubs-3-0", open_to_all=True)
        page = rea.get(f"/m/{match_id}/course")
        assert "no numbers are counted" in words(page)
        assert "<svg" not in page.text.partition("<main")[2]
        assert rea.get(f"/m/{match_id}/preview.png").status_code == 200

    def test_how_long_everybody_took(self, running: Running, clock: VirtualClock) -> None:
        match_id = open_with_people(running.service, clock.now)
        for hours in (1, 3, 2):
            clock.advance(hours=hours)
            play_any(running.service, match_id, clock.now)
        seats = [event.seat for event in history_of(running, match_id).events[1:]]
        page = signed_in(running, "ann").get(f"/m/{match_id}/1/course")
        for seat, hours in zip(seats, ("1 hour", "3 hours", "2 hours"), strict=True):
            name = ("Ann", "Ben", "Cho")[(seat or 0) - 1]
            assert f"{name} 1 {hours} {hours}" in words(page)


class TestSharing:
    def test_what_is_open_to_all_tells_what_it_is(self, running: Running, clock: VirtualClock) -> None:
        match_id = read_in(running, clock, "clubs-3-0", open_to_all=True)
        stranger = Visitor(running)
        for path in (f"/m/{match_id}", f"/m/{match_id}/replay"):
            told = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', stranger.get(path).text))
            assert told["og:title"] == "Clubs: Ann, Ben, Cho"
            assert told["description"].startswith("Clubs: Ann, Ben, Cho – ")
            assert told["og:image"].endswith(f"/m/{match_id}/preview.png")
            assert told["og:image"].startswith("http")

    def test_the_replay_does_not_tell_the_result(self, running: Running, clock: VirtualClock) -> None:
        match_id = read_in(running, clock, "clubs-3-0", open_to_all=True)
        head = Visitor(running).get(f"/m/{match_id}/replay").text.partition("</head>")[0]
        assert "over" not in head
        assert "win" not in head

    def test_the_picture_is_of_the_size_that_it_says(self, running: Running, clock: VirtualClock) -> None:
        for name in ("clubs-6-0", "katzenjammer-blues-3-0", "flohcati-3-0"):
            match_id = read_in(running, clock, name, open_to_all=True)
            answer = Visitor(running).get(f"/m/{match_id}/preview.png")
            assert answer.mimetype == "image/png"
            assert answer.data[:8] == b"\x89PNG\r\n\x1a\n"
            assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)
            assert len(answer.data) < 80_000

    def test_a_private_match_tells_strangers_nothing(self, running: Running, clock: VirtualClock, rea: Visitor) -> None:
        match_id = read_in(running, clock, "clubs-3-0")
        for path in ("", "/replay", "/preview.png", "/transcript.txt"):
            answer = Visitor(running).get(f"/m/{match_id}{path}")
            assert answer.status_code == 403
            assert "og:" not in answer.text
            assert "Clubs" not in answer.text
        assert rea.get(f"/m/{match_id}/preview.png").status_code == 200
        assert "og:" not in rea.get(f"/m/{match_id}/replay").text

    def test_the_text_has_what_every_step_says(self, running: Running, clock: VirtualClock, rea: Visitor) -> None:
        match_id = read_in(running, clock, "katzenjammer-blues-3-0")
        answer = rea.get(f"/m/{match_id}/transcript.txt?eyes=2")
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        lines = answer.text.splitlines()
        assert lines[:2] == ["Katzenjammer Blues", "Ann, Ben, Cho"]
        assert lines[2].endswith(f"/m/{match_id}")
        assert lines[3] == "As Ben saw it."
        told = [line for line in lines if re.match(r" *\d+  ", line)]
        assert len(told) == match_of(running.service, match_id).number + 1
        for step in (0, 7, len(told) - 1):
            said = re.search(r"<p data-words>(.*?)</p>", rea.get(f"/m/{match_id}/step/{step}?eyes=2").text, re.S)
            assert said
            assert " ".join(re.sub(r"<[^>]+>", " ", said[1]).split()) in " ".join(told[step].split())

    def test_the_text_of_a_match_given_up(self, running: Running, ben: Visitor, under_way: str) -> None:
        with running.service.store.writing() as session:
            session.get_one(Match, under_way).status = "abandoned"
        text = ben.get(f"/m/{under_way}/2/transcript.txt?eyes=open").text
        assert all(f"{name} gets" in text for name in ("Ann", "Ben", "Cho"))
