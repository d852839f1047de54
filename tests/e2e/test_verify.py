"""The check of a proof in a browser says of every record what the program says."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import BrowserContext, expect, Page

import verify
from tests.conftest import Running, VirtualClock
from tests.e2e.browser import violations
from tests.service.friends import open_among_friends
from tests.service.table import match_of, play_any

RECORDS = Path(__file__).parent.parent / "records"
VERDICTS = {verify.HOLDS: "holds", verify.BROKEN: "broken", verify.UNKNOWN: "unknown"}
FILES = sorted(RECORDS.glob("*-0.json")) + sorted((RECORDS / "wrong").glob("*deck-not-of*.json"))


def found_by(page: Page) -> dict[str, str | None]:
    rows = page.locator("[data-verify] tbody tr").all()
    return {row.locator("th").inner_text(): row.get_attribute("data-verdict") for row in rows}


def test_the_browser_says_what_the_program_says(context: BrowserContext, address: str, tmp_path: Path) -> None:
    page = context.new_page()
    page.goto(f"{address}/fairness")
    assert violations(page) == []
    unknown = json.loads((RECORDS / "flohcati-4-0.json").read_bytes()) | {"game": "whist"}
    (tmp_path / "unknown.json").write_text(json.dumps(unknown))
    verdicts = set()
    for path in [*FILES, tmp_path / "unknown.json"]:
        record = json.loads(path.read_bytes())
        page.locator("input[type=file]").set_input_files(path)
        program = {what: VERDICTS[verdict] for what, verdict, _why in verify.findings(record)}
        expect(page.locator("[data-verify] tbody tr")).to_have_count(len(program))
        expect(page.locator("[data-verify] table")).to_be_visible()
        assert found_by(page) == program, path.name
        verdicts |= set(program.values())
    assert verdicts == set(VERDICTS.values()), "each of them has been seen"


def test_nonsense_is_refused_in_words(context: BrowserContext, address: str, tmp_path: Path) -> None:
    page = context.new_page()
    page.goto(f"{address}/fairness")
    for name, text, words in (
        ("a.json", "nonsense", "This is no record"),
        ("b.json", '{"proof": null}', "This record has no proof"),
        ("c.json", '{"proof": {}}', "This is no record"),
    ):
        (tmp_path / name).write_text(text)
        page.locator("input[type=file]").set_input_files(tmp_path / name)
        expect(page.locator("[data-verify] output")).to_contain_text(words)
        expect(page.locator("[data-verify] table")).to_be_hidden()


def test_a_match_that_is_over_proves_itself(
    context: BrowserContext, address: str, running: Running, clock: VirtualClock
) -> None:
    match_id = open_among_friends(running.service, clock.now, "flohcati", ("Ann", "Ben", "Cho"))
    for what in ("record", "proof"):
        assert running.client().get(f"/m/{match_id}/{what}").status_code == 403, "nothing while it is played"
    page = context.new_page()
    while match_of(running.service, match_id).status == "running":
        play_any(running.service, match_id, clock.now)
    page.goto(f"{address}/m/{match_id}")
    page.get_by_text("The deal and its proof").click()
    page.get_by_role("link", name="Check the proof").click()
    page.get_by_role("button", name="Check it here").click()
    expect(page.locator("[data-verify] output")).to_contain_text("Everything holds")
    assert set(found_by(page).values()) == {"holds"}
    assert violations(page) == []
