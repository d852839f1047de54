"""Pages that read records in, and that play a match on from one of its steps; the schema of records."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.conftest import Running, VirtualClock
from tests.service.table import events_of, match_of, open_with_people
from tests.web.visitor import Visitor, words

RECORDS = Path(__file__).parent.parent / "records"
GOOD = sorted(RECORDS.glob("*.json"))
FLOHCATI = RECORDS / "flohcati-3-0.json"


@pytest.fixture
def ann(running: Running) -> Visitor:
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org", "Ann")
    return visitor


def read_in(ann: Visitor, data: bytes, **form: object) -> Any:
    answer = ann.post("/import", record=(io.BytesIO(data), "record.json"), **form)
    answer.request.environ["wsgi.input"].close()  # the client keeps what is large in a file
    return answer


def imported(ann: Visitor, path: Path = FLOHCATI, **form: object) -> str:
    answer = read_in(ann, path.read_bytes(), **form)
    assert answer.status_code == 303, words(answer)
    return str(answer.headers["Location"]).removeprefix("/m/")


def schema(ann: Visitor) -> Any:
    answer = ann.get("/schemas/record-1.json")
    assert answer.mimetype == "application/json"
    jsonschema.Draft202012Validator.check_schema(answer.json)
    return jsonschema.Draft202012Validator(answer.json)


class TestSchema:
    def test_all_records_agree_with_it(self, ann: Visitor) -> None:
        judge = schema(ann)
        assert len(GOOD) >= 63
        for path in GOOD:
            assert judge.is_valid(json.loads(path.read_bytes())), path.name

    def test_what_is_exported_agrees_with_it(self, ann: Visitor) -> None:
        match_id = imported(ann)
        assert schema(ann).is_valid(ann.get(f"/m/{match_id}/record").json)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"format": "mousepost-record/2"},
            {"game": "whist"},
            {"rules": "1"},
            {"players": ["Ann"]},
            {"players": [1, 2, 3]},
            {"moves": ["x reveal"]},
            {"chance": {"first": "2"}},
            {"chance": {"deck/1": [1]}},
            {"chance": {"dice/1": 1}},
            {"proof": {"commitment": "00", "server_seed": "0" * 64, "phrases": []}},
            {"result": {"scores": [1]}},
        ],
        ids=str,
    )
    def test_what_is_wrong_does_not(self, ann: Visitor, wrong: dict[str, object]) -> None:
        assert not schema(ann).is_valid(json.loads(FLOHCATI.read_bytes()) | wrong)


class TestReadingIn:
    def test_a_file_becomes_a_match_to_look_at(self, ann: Visitor, running: Running) -> None:
        match_id = imported(ann)
        page = ann.get(f"/m/{match_id}")
        assert "Read in from a record." in words(page)
        assert "The match is over." in words(page)
        assert "Check the proof" in words(page)
        assert ann.get(f"/m/{match_id}/step/5?eyes=open").status_code == 200
        assert Visitor(running).get(f"/m/{match_id}").status_code == 403, "it is its reader's alone"
        assert "over" in words(ann.get("/"))

    def test_anybody_may_look_where_that_is_wanted(self, ann: Visitor, running: Running) -> None:
        match_id = imported(ann, open_to_all="true")
        assert Visitor(running).get(f"/m/{match_id}").status_code == 200

    def test_a_text_will_do(self, ann: Visitor) -> None:
        answer = ann.post("/import", text=FLOHCATI.read_text())
        assert answer.status_code == 303

    def test_a_large_one_too(self, ann: Visitor) -> None:
        record = json.loads(FLOHCATI.read_bytes()) | {"more": "x" * 500_000}
        assert ann.post("/import", text=json.dumps(record)).status_code == 303

    @pytest.mark.parametrize(
        ("data", "why"),
        [
            (b"nonsense", "format: not UTF-8 JSON"),
            (b"", "Please choose the file"),
            ((RECORDS / "wrong" / "flohcati-4-wrong-score.json").read_bytes(), "result: "),
            ((RECORDS / "wrong" / "clubs-4-no-such-move.json").read_bytes(), "move "),
            (b"x" * (1024 * 1024 + 1), "larger than any record is"),
        ],
        ids=["nonsense", "nothing", "score", "move", "large"],
    )
    def test_what_does_not_hold_is_refused_in_words(self, ann: Visitor, data: bytes, why: str) -> None:
        answer = read_in(ann, data)
        assert answer.status_code == 422
        assert why in words(answer)

    def test_what_was_pasted_is_not_lost(self, ann: Visitor) -> None:
        answer = ann.post("/import", text="my own record", open_to_all="true")
        assert answer.status_code == 422
        assert "my own record</textarea>" in answer.text
        assert "checked" in answer.text

    def test_nobody_is_told_that_they_saw_the_commitment_of_a_record(self, ann: Visitor, running: Running) -> None:
        match_id = imported(ann, next(path for path in GOOD if json.loads(path.read_bytes())["proof"]))
        page = words(ann.get(f"/m/{match_id}/proof"))
        assert "whoever wrote the record may have chosen the secret" in page
        assert "everybody saw" not in page
        assert match_of(running.service, match_id).commitment in page

    def test_it_takes_an_account(self, running: Running) -> None:
        visitor = Visitor(running)
        assert visitor.get("/import").headers["Location"] == "/sign-in?where=/import"

    def test_too_many_are_too_many(self, ann: Visitor) -> None:
        for _ in range(30):
            match_id = imported(ann)
        answer = read_in(ann, FLOHCATI.read_bytes())
        assert answer.status_code == 429
        assert ann.post(f"/m/{match_id}/step/20/play-on", **TestPlayingOn.FORM).status_code == 429

    def test_many_accounts_at_one_network_are_one(self, running: Running) -> None:
        answers = []
        for number in range(3):
            visitor = Visitor(running)
            visitor.sign_in(f"p{number}@example.org", f"P{number}")
            answers += [read_in(visitor, FLOHCATI.read_bytes()).status_code for _ in range(21)]
        assert answers[:60] == [303] * 60
        assert set(answers[60:]) == {429}


class TestPlayingOn:
    FORM = {"seat-1": "me", "seat-2": "bot", "seat-3": "bot", "pace": "daily"}

    def test_from_a_step_by_the_button_there(self, ann: Visitor, running: Running) -> None:
        source = imported(ann)
        page = ann.get(f"/m/{source}/step/20")
        (link,) = re.findall(r'href="([^"]+/play-on)"', page.text)
        form = ann.get(link)
        assert "Play on from here" in words(form)
        assert "seat-4" not in form.text, "as many seats as there were"
        answer = ann.post(link, **self.FORM)
        assert answer.status_code == 303
        match_id = answer.headers["Location"].split("/")[2]
        assert ann.post(f"/m/{match_id}/announce", phrase="").status_code == 303
        events = events_of(running.service, match_id)
        assert [event.move for event in events[:21]] == [
            event.move for event in events_of(running.service, source)[:21]
        ]
        table = ann.get(f"/m/{match_id}/1")
        assert "Played on from step 20 of another match ." in words(table)
        assert "This match has no proof" in words(table)

    def test_the_end_is_no_place_to_play_on_from(self, ann: Visitor, running: Running) -> None:
        source = imported(ann)
        last = len(events_of(running.service, source)) - 1
        assert "play-on" not in ann.get(f"/m/{source}/step/{last}").text
        assert ann.get(f"/m/{source}/step/{last}/play-on").status_code == 422
        assert ann.get(f"/m/{source}/step/{last + 1}/play-on").status_code == 404

    def test_every_seat_needs_somebody(self, ann: Visitor) -> None:
        source = imported(ann)
        answer = ann.post(f"/m/{source}/step/3/play-on", **{"seat-1": "me", "seat-2": "bot", "pace": "daily"})
        assert answer.status_code == 422
        assert "each of the 3 seats" in words(answer)

    def test_a_match_being_played_and_one_of_others_are_not_played_on_from(
        self, ann: Visitor, running: Running, clock: VirtualClock
    ) -> None:
        match_id = open_with_people(running.service, clock.now, opener="Dee", names=("Eve", "Fay"))
        assert ann.get(f"/m/{match_id}/step/0/play-on").status_code in (403, 404)
        assert ann.post(f"/m/{match_id}/step/0/play-on", **self.FORM).status_code in (403, 404)
        dee = Visitor(running)
        dee.sign_in("dee@example.org")
        assert dee.get(f"/m/{match_id}/1/step/0/play-on").status_code == 403
        source = imported(ann)
        assert dee.get(f"/m/{source}/step/3/play-on").status_code == 404
        assert match_of(running.service, match_id).status == "running"
