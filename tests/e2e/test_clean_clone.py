"""A newcomer: a clean copy of the project, `make run`, and a browser that plays a match against bots to its end."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, Page

from games.record import check
from tests.conftest import free_port
from tests.e2e.browser import is_complaint, violations
from tests.e2e.clone import clone, make, wait_for

GAME = "katzenjammer-blues"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Copy what git tracks, run it with the command of the README, and give its address."""
    folder = clone(tmp_path_factory.mktemp("clone"))
    port, output = free_port(), folder / "output"
    server = make(folder, "run", f"PORT={port}", output=output)
    try:
        yield wait_for(f"http://127.0.0.1:{port}", server, output)
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)
    assert stat_of(folder / "instance" / "secret") == "600"


def stat_of(path: Path) -> str:
    return oct(path.stat().st_mode)[-3:]


def sit_down(page: Page, address: str, bots: int) -> None:
    page.goto(address)
    page.fill("input[name=name]", "Newcomer")
    page.select_option(f"select[name=bots-{GAME}]", str(bots))
    page.click(f"#{GAME} button:has-text('Play now')")
    expect(page.locator("input[name=phrase]")).to_have_value(re.compile(r"^(\w+ ){3}\w+$"))
    page.click("button:has-text('Deal the cards')")


def play_on(page: Page) -> dict[str, int]:
    """Win auctions where one can and show quartets, to the end; count both."""
    done = {"settled": 0, "quartets": 0}
    for _ in range(600):
        if page.locator("text=The match is over.").count():
            return done
        if page.locator("button:has-text('Settle')").count():
            refused = page.locator("[role=alert]").count() > 0
            select = page.locator("select[name=part]")
            if select.count():
                open_ones = select.first.locator("option:not([disabled])")
                value = open_ones.nth(min(1, open_ones.count() - 1)).get_attribute("value")
                select.first.select_option("" if refused else value)
            page.click("button:has-text('Settle')")
            page.wait_for_load_state("domcontentloaded")
            done["settled"] += not page.locator("[role=alert]").count()
            done["quartets"] += page.locator(".note:has-text('shows')").count()
        elif page.locator("button:has-text('Play it') >> visible=true").count():
            chips = page.locator(".chip input")
            chips.nth(min(chips.count() - 1, 2)).check()
            page.click("button:has-text('Play it') >> visible=true")
        else:
            page.wait_for_timeout(150)
            page.reload()
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_newcomer_plays_a_match_to_its_end(browser: Browser, address: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    done = {"settled": 0, "quartets": 0}
    for _ in range(4):
        sit_down(page, address, bots=1)
        for key, value in play_on(page).items():
            done[key] += value
        assert page.locator(".ranking .winner").count() >= 1
        assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out"
        if done["settled"] and done["quartets"]:
            break
        context.clear_cookies()
    assert done["settled"], "an auction was won"
    assert done["quartets"], "a quartet was shown"
    assert complaints == []
    context.close()


def test_the_table_follows_the_match_without_a_reload(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    sit_down(page, address, bots=3)
    page.wait_for_selector(".status.mine", timeout=30_000)
    context.close()


def test_everything_works_without_script(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.click("button:has-text('Play now')")
    page.click("summary:has-text('Add your own luck')")
    page.fill("input[name=phrase]", "typed by hand")
    page.click("button:has-text('Deal the cards')")
    play_on(page)
    context.close()


@pytest.mark.parametrize("width", [320, 1280])
def test_a_match_is_looked_at_step_by_step_without_script(browser: Browser, address: str, width: int) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 640})
    page = context.new_page()
    page.goto(address)
    page.click("button:has-text('Play now')")
    page.click("button:has-text('Deal the cards')")
    play_on(page)
    page.click("text=Replay")
    steps = page.locator("nav.steps")
    for link in steps.locator("a").all():
        box = link.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, "big enough for a thumb"
        assert box["y"] + box["height"] <= 640, "at hand without scrolling"
    steps.locator("text=Next").click()
    expect(page).to_have_url(re.compile(r"/step/1$"))
    steps.locator("text=Last").click()
    expect(page.locator(".ranking .winner").first).to_be_visible()
    steps.locator("text=Previous").click()
    page.click("nav.eyes >> text=open hands")
    expect(page.locator("h2:has-text('All hands')")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out"
    steps.locator("text=First").click()
    expect(page).to_have_url(re.compile(r"/step/0\?eyes=open$"))
    page.click("text=Back to the table")
    with page.expect_download() as download:
        page.click("text=Download the record")
    check(download.value.path().read_bytes())
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_barrier(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
    page = context.new_page()
    for path in ("/", "/sign-in", "/rules/katzenjammer-blues", "/fairness", "/mailbox/", "/nowhere"):
        page.goto(address + path)
        assert violations(page) == [], path
    sit_down(page, address, bots=3)
    page.wait_for_selector(".status.mine", timeout=30_000)
    assert violations(page) == []
    page.click("text=Replay")
    assert violations(page) == [], "a step"
    page.goto(address + "/account")
    assert violations(page) == []
    context.close()


def until_settling(page: Page) -> bool:
    """Bid what one can until a settlement is asked; say whether it came to that before the match was over."""
    for _ in range(200):
        if page.locator("[data-tray]").count():
            return True
        if page.locator("text=The match is over.").count():
            return False
        if page.locator("button:has-text('Play it') >> visible=true").count():
            chips = page.locator(".chip input")
            chips.nth(chips.count() - 1).check()
            page.click("button:has-text('Play it') >> visible=true")
        else:
            page.wait_for_timeout(150)
            page.reload()
    return False


def test_cards_are_picked_by_tapping_and_a_draft_survives_a_closed_tab(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    for _ in range(4):
        sit_down(page, address, bots=1)
        if until_settling(page):
            break
        context.clear_cookies()
    radios = page.locator(".chip input[name=part]")
    wanted = radios.nth(radios.count() - 1).input_value()
    for card in wanted:
        page.locator(f"[data-tray-cards] button:not(.fresh)[data-card='{card}'][aria-pressed=false]").first.click()
    assert page.locator(".chip input[name=part]:checked").input_value() == wanted
    assert page.locator("[data-left]").is_visible()
    where = page.url
    page.close()
    again = context.new_page()
    again.goto(where)
    expect(again.locator(".chip input[name=part]:checked")).to_have_value(wanted)
    again.click("button:has-text('Settle')")
    expect(again.locator(".note")).to_contain_text("pays")
    context.close()
