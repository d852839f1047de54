"""The replay in a browser: by slider, keys, buttons, lines, charts and swipes, with what changed marked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, Page

from service import origins
from tests.conftest import Running, VirtualClock
from tests.e2e.browser import violations
from tests.service.table import match_of, new_player

RECORDS = Path("tests/records")
GAMES = ["clubs-4-0", "katzenjammer-blues-4-0", "flohcati-4-0"]

Open = Callable[..., Page]


@pytest.fixture
def finished(running: Running, clock: VirtualClock) -> Callable[[str], str]:
    """Return what reads a record in, as a match that anybody may look at, and returns its address."""
    reader = new_player(running.service, "Rea", clock.now).id or 0

    def read_in(name: str) -> str:
        data = (RECORDS / f"{name}.json").read_bytes()
        return origins.read_in(running.service, reader, data, True, clock.now)

    return read_in


@pytest.fixture
def replay(address: str, context: BrowserContext, finished: Callable[[str], str]) -> Open:
    def open_page(name: str = "clubs-4-0", step: int = 0, query: str = "") -> Page:
        """Return the replay, ready: the log and the course have come."""
        page = context.new_page()
        page.goto(f"{address}/m/{finished(name)}/step/{step}{query}")
        expect(page.locator("[data-log] form")).to_be_visible()
        expect(page.locator("[data-chart]").first).to_be_visible()
        return page

    return open_page


def expect_step(page: Page, step: int) -> None:
    """Expect all of the page to be at a step: heading, address, slider, line and charts."""
    expect(page.locator("[data-said] h2")).to_have_text(re.compile(rf"^Step {step} of \d+$"))
    expect(page).to_have_url(re.compile(rf"/step/{step}(\?|$)"))
    expect(page.locator("[data-slider]")).to_have_value(str(step))
    expect(page).to_have_title(re.compile(rf"^Step {step} of "))
    for chart in page.locator("[data-chart]").all():
        expect(chart).to_have_attribute("aria-valuenow", str(step))


def last_of(page: Page) -> int:
    return int(page.locator("[data-replay]").get_attribute("data-last") or 0)


def test_keys(replay: Open) -> None:
    page = replay()
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowLeft", 0), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        expect_step(page, step)
    page.keyboard.press("End")
    expect_step(page, last_of(page))
    page.keyboard.press("ArrowRight")
    expect_step(page, last_of(page))
    page.keyboard.press("Home")
    expect_step(page, 0)
    for _ in range(45):
        page.keyboard.press("ArrowRight")
    expect_step(page, 45)


def test_keys_are_left_to_who_fills_a_field_in(replay: Open) -> None:
    page = replay(step=5)
    page.locator("[data-log] select[name=seat]").focus()
    page.keyboard.press("ArrowRight")
    page.locator("[data-speed]").focus()
    page.keyboard.press("Home")
    expect_step(page, 5)


def test_the_page_of_each_step_is_the_same_as_from_the_server(
    replay: Open, browser: Browser, address: str, running: Running
) -> None:
    plain = browser.new_context(java_script_enabled=False)
    for name in GAMES:
        page, other = replay(name, 18), plain.new_page()
        for step in (19, 20, 21):  # over the end of a block
            page.keyboard.press("ArrowRight")
            expect_step(page, step)
            other.goto(page.url)
            shown, served = (
                [each.inner_text() for each in one.locator("[data-board] .panel:not(.log)").all()]
                for one in (page, other)
            )
            assert shown == served
    plain.close()


def test_slider(replay: Open) -> None:
    page = replay()
    page.locator("[data-slider]").fill("60")
    expect_step(page, 60)
    page.locator("[data-slider]").focus()
    page.keyboard.press("ArrowRight")
    expect_step(page, 61)


def test_buttons(replay: Open) -> None:
    page = replay(step=3)
    for label, step in (("Next", 4), ("Previous", 3), ("First", 0), ("Last", last_of(page))):
        page.locator(".steps").get_by_role("link", name=label).click()
        expect_step(page, step)
    for control in page.locator(".steps a, .steps button:not([hidden]), .steps select, .steps input[type=range]").all():
        box = control.bounding_box()
        assert box
        assert box["height"] >= 44, control.inner_text()


def test_playing_goes_on_until_it_is_stopped_or_over(replay: Open) -> None:
    page = replay(step=2)
    page.locator("[data-speed]").select_option("600")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator("[data-said] h2")).to_have_text(re.compile("^Step 4 "))
    page.locator("[data-replay] h1").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    stopped = int(page.locator("[data-slider]").input_value())
    expect_step(page, stopped)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect_step(page, last_of(page) - 1)
    page.keyboard.press(" ")
    expect_step(page, last_of(page))
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_words_of_a_step_are_read_out(replay: Open) -> None:
    page = replay(step=4)
    page.keyboard.press("ArrowRight")
    expect_step(page, 5)
    said = page.locator("[data-said] [data-words]").inner_text()
    assert " ".join((page.locator("#live[aria-live=polite]").text_content() or "").split()) == " ".join(said.split())


def test_the_log(replay: Open) -> None:
    page = replay(step=10)
    lines = page.locator("[data-log] li")
    assert lines.count() == last_of(page) + 1
    expect(page.locator("[data-log] li[aria-current=step]")).to_have_attribute("value", "10")
    page.locator("[data-log] select[name=kind]").select_option(label="tricks")
    shown = page.locator("[data-log] li:visible")
    assert 0 < shown.count() < last_of(page)
    assert all("trick" in (each.get_attribute("data-kinds") or "") for each in shown.all())
    page.locator("[data-log] select[name=part]").select_option(label="Round 2")
    assert {each.get_attribute("data-part") for each in shown.all()} == {"2"}
    page.locator("[data-log] select[name=seat]").select_option(label="Ann")
    assert {each.get_attribute("data-seat") for each in shown.all()} == {"1"}
    first = int(shown.first.get_attribute("value") or 0)
    shown.first.locator("a").click()
    expect_step(page, first)
    expect(page.locator("[data-log] li[aria-current=step]")).to_have_attribute("value", str(first))


def test_a_click_on_a_chart_goes_to_that_step(replay: Open) -> None:
    page = replay()
    chart = page.locator("[data-chart]").first
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box
    left, right = (float(chart.get_attribute(f"data-{side}") or 0) for side in ("left", "right"))
    chart.click(position={"x": (left + right) / 2 * box["width"] / 360, "y": box["height"] / 2})
    expect(page.locator("[data-said] h2")).not_to_have_text(re.compile("^Step 0 "))
    step = int(page.locator("[data-slider]").input_value())
    assert abs(step - last_of(page) / 2) <= 1
    expect_step(page, step)
    x = left + (right - left) * step / last_of(page)
    drawn = re.match(r"M([\d.]+)", chart.locator("[data-now]").get_attribute("d") or "")
    assert drawn
    assert abs(float(drawn[1]) - x) < 0.1
    chart.focus()
    page.keyboard.press("ArrowRight")
    expect_step(page, step + 1)


def test_what_changed_is_marked(replay: Open) -> None:
    page = replay("katzenjammer-blues-4-0")
    page.keyboard.press("ArrowRight")
    expect_step(page, 1)
    marked = page.locator("[data-board] [data-changed]")
    said = page.locator("[data-said] [data-words]").inner_text()
    assert "bids" in said
    assert any("Standing bid" in text for text in marked.all_inner_texts())
    assert page.locator("[data-board] .people tbody [data-changed]").count() == 1, "one cell: the bid"
    assert marked.first.evaluate("element => getComputedStyle(element).outlineStyle") == "dashed"


def test_without_spoilers(replay: Open) -> None:
    page = replay(step=12, query="?spoilers=hide")
    expect(page.locator("[data-log] li:visible").last).to_have_attribute("value", "12")
    expect(page.locator("[data-chart]").first).to_have_attribute("aria-valuenow", "12")
    assert page.locator("[data-log] select[name=part] option:not([disabled])").count() == 2, "all, and the first round"
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-log] li:visible").last).to_have_attribute("value", "13")
    expect(page).to_have_url(re.compile(r"/step/13\?spoilers=hide$"))
    expect(page.locator("[data-chart]").first).to_have_attribute("aria-label", re.compile("to step 13;"))
    now = page.locator("[data-chart] [data-now]").first
    way = page.locator("[data-chart] .way").first
    expect(way).to_have_attribute("d", re.compile(rf"H{re.findall(r'M([0-9.]+)', now.get_attribute('d') or '')[0]}"))
    page.get_by_role("link", name="Show everything").click()
    expect(page.locator("[data-log] form")).to_be_visible()
    assert page.locator("[data-log] li:visible").count() == last_of(page) + 1


def test_the_eyes_change_at_the_step_that_is_looked_at(replay: Open) -> None:
    page = replay(step=3)
    page.keyboard.press("ArrowRight")
    expect_step(page, 4)
    page.get_by_role("link", name="open hands").click()
    expect(page).to_have_url(re.compile(r"/step/4\?eyes=open$"))
    expect(page.locator("[data-log] form")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect_step(page, 5)
    expect(page.locator("[data-board]")).to_contain_text("All hands")


def test_a_swipe_steps_and_scrolling_does_not(replay: Open) -> None:
    page = replay(step=5)
    swipe = """(board, [dx, dy]) => {
      const at = (x, y) => new Touch({ identifier: 1, target: board, clientX: x, clientY: y });
      const tell = (kind, more) => board.dispatchEvent(new TouchEvent(kind, { touches: [], bubbles: true, ...more }));
      tell("touchstart", { touches: [at(200, 300)] });
      tell("touchend", { changedTouches: [at(200 + dx, 300 + dy)] });
    }"""
    board = page.locator("[data-board]")
    for move, step in (([-120, 10], 6), ([-20, 0], 6), ([-120, 90], 6), ([10, -300], 6), ([120, -20], 5)):
        board.evaluate(swipe, move)
        expect_step(page, step)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_has_no_barriers(replay: Open, name: str, scheme: str) -> None:
    page = replay(name, 30, "?eyes=open")
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.keyboard.press("ArrowRight")
    expect_step(page, 31)
    page.locator("[data-course] details summary").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing sticks out"


def test_the_pages_beside_it_have_no_barriers(
    address: str, context: BrowserContext, finished: Callable[[str], str]
) -> None:
    page, match_id = context.new_page(), finished("clubs-6-teams2-0")
    for path in ("log", "course"):
        page.goto(f"{address}/m/{match_id}/{path}")
        assert violations(page) == []


def test_it_works_under_the_policy_of_the_site(
    browser: Browser, address: str, finished: Callable[[str], str], running: Running
) -> None:
    match_id = finished("flohcati-4-0")
    strict = browser.new_context(viewport={"width": 1280, "height": 900})
    complaints: list[str] = []
    strict.on("console", lambda message: complaints.append(message.text))
    page = strict.new_page()
    page.goto(f"{address}/m/{match_id}/step/4")
    expect(page.locator("[data-chart]").first).to_be_visible()
    page.keyboard.press("End")
    expect_step(page, match_of(running.service, match_id).number)
    assert complaints == []
    strict.close()


def test_without_scripts_links_and_the_form_do_the_same(
    browser: Browser, address: str, finished: Callable[[str], str]
) -> None:
    plain = browser.new_context(java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"{address}/m/{finished('clubs-4-0')}/replay?spoilers=hide")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("[data-said] h2")).to_have_text(re.compile("^Step 1 "))
    page.locator("[data-slider]").focus()
    page.keyboard.press("End")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("[data-said] h2")).to_have_text(re.compile(r"^Step (\d+) of \1$"))
    page.get_by_role("link", name="The course in pictures").click()
    expect(page.locator("svg").nth(1)).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="All lines up to this step").click()
    page.locator("select[name=kind]").select_option(label="tricks")
    page.get_by_role("button", name="Show these").click()
    assert all("trick" in (each.get_attribute("data-kinds") or "") for each in page.locator("li[data-kinds]").all())
    plain.close()
