"""Clubs in a browser: melds are picked by tapping, and the page says what can still join."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect, Page

from games.chance import Seeded
from games.clubs import Clubs
from service import play
from tests.conftest import Running, VirtualClock
from tests.e2e.browser import violations
from tests.service import friends
from tests.service.table import decision_of, match_of
from tests.web.visitor import seat_link

FIRST = ["7C", "7H", "8D", "9S", "3C", "4H", "12D", "2S", "14C", "15D"]  # of Ben, who leads
SECOND = ["6H", "15S", "8C", "7D", "7S", "15C", "2H", "2D", "10S", "11S"]  # of Ann
LED = "play 5C 6D"


Open = Callable[..., Page]


@pytest.fixture
def table(
    running: Running, clock: VirtualClock, address: str, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> Open:
    def open_table(first: list[str], second: list[str], led: str = "", **options: bool) -> Page:
        """Return the table as who is asked sees it: Ben leads from the first hand, or Ann follows what he `led`."""
        dealt = [card for pair in zip(first, second, strict=True) for card in pair]
        deck = (*dealt, *[card for card in Clubs.deck if card not in dealt])
        monkeypatch.setattr(Seeded, "shuffle", lambda chance, label, cards: chance.drawn.setdefault(label, deck))
        monkeypatch.setattr(Seeded, "below", lambda chance, label, n: chance.drawn.setdefault(label, 0))
        service = running.service
        match_id = friends.open_among_friends(service, clock.now, "clubs", friends.NAMES[:2], options)
        if led:
            play.play(service, match_id, 2, led, asked=0, now=clock.now)
        seat = decision_of(service, match_id).seat
        page = context.new_page()
        page.goto(address + seat_link(running, match_id, seat, match_of(service, match_id).number, int(seat > 1)))
        return page

    return open_table


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f"[data-card='{card}']").click(position={"x": 20, "y": 20})


def picked(page: Page) -> list[str]:
    return page.locator(".pick.taken").evaluate_all("picks => picks.map(pick => pick.dataset.card)")  # type: ignore[no-any-return]


def lit(page: Page) -> list[str]:
    return page.locator(".pick:not(.idle)").evaluate_all("picks => picks.map(pick => pick.dataset.card)")  # type: ignore[no-any-return]


def verdict(page: Page) -> str:
    return page.locator("[data-verdict]").inner_text()


def rank_of(page: Page, card: str) -> str:
    return page.locator(f"[data-card='{card}'] select").input_value()


def test_a_lead_is_picked_by_tapping(table: Open) -> None:
    page = table(FIRST, SECOND)
    hand = lit(page)
    assert sorted(hand) == sorted(FIRST), "whoever leads may begin with any card"
    tap(page, "7C")
    assert (picked(page), verdict(page)) == (["7C"], "A single card: it can be played.")
    assert lit(page) == ["7C", "7H", "8D", "9S"], "a pair, or a run"
    tap(page, "8D")
    assert verdict(page) == "A run of 2: it can be played."
    assert lit(page) == ["7C", "8D", "9S"], "of a run one of each rank"
    tap(page, "7H")
    assert picked(page) == ["7H"], "what cannot join takes the place of the others"
    tap(page, "7C")
    assert verdict(page) == "A pair: it can be played."
    tap(page, "12D", "12D")
    assert (picked(page), lit(page)) == ([], hand)
    assert verdict(page) == "Pick cards of one rank, or ranks in a row."
    page.click("button:has-text('Play them')")
    assert verdict(page) == "Pick cards first, then play them."
    tap(page, "3C", "2S", "7C")
    page.reload()
    assert picked(page) == ["7C"], "the draft is what was picked last, without what it took the place of"
    tap(page, "7H")
    page.click("button:has-text('Play them')")
    expect(page.locator(".note")).to_contain_text("Played: Ben plays a pair, 7♣ 7♥.")


def test_the_hand_is_picked_and_sorted_by_keyboard(table: Open) -> None:
    page = table(FIRST, SECOND)
    page.locator("[name=sort][value=rank]").focus()
    page.keyboard.press("ArrowRight")
    order = page.locator(".pick").evaluate_all(
        "picks => picks.sort((a, b) => getComputedStyle(a).order - getComputedStyle(b).order).map(p => p.dataset.card)"
    )  # fmt: skip
    assert order == ["3C", "7C", "14C", "8D", "12D", "15D", "4H", "7H", "2S", "9S"]
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.value")
    page.keyboard.press("Space")
    assert picked(page) == [focused]
    page.reload()
    assert page.locator("[name=sort][value=suit]").is_checked()
    assert picked(page) == [focused]


def test_a_wild_15_gets_the_rank_that_fits_and_it_can_be_changed(table: Open) -> None:
    page = table(["5C", "6D", "8D", "9S", "3C", "4H", "12D", "2S", "14C", "15D"], SECOND, LED, wild=True)
    assert set(lit(page)) == set(SECOND) - {"2H", "2D"}, "what can be part of a run of two with a top above 6"
    tap(page, "15S")
    assert page.locator("[data-card='15S'] select").is_visible()
    assert verdict(page) == "Not a meld that can be played yet."
    tap(page, "7D")
    assert rank_of(page, "15S") == "15S=8", "the highest"
    assert verdict(page) == "A run of 2: it can be played."
    page.locator("[data-card='15S'] select").select_option("15S=3")
    assert verdict(page) == "Not a meld that can be played yet."
    page.locator("[data-card='15S'] select").select_option("15S=6")
    assert verdict(page) == "A run of 2: it can be played."
    page.reload()
    assert (picked(page), rank_of(page, "15S")) == (["7D", "15S"], "15S=6")
    tap(page, "2H")
    assert picked(page) == ["2H"]
    page.locator("[data-card='15C'] .face").focus()
    page.keyboard.press("Enter")
    assert (picked(page), page.locator("[data-card='15C'] .face").get_attribute("aria-pressed")) == (["15C"], "true")
    tap(page, "15S")
    assert (rank_of(page, "15C"), rank_of(page, "15S")) == ("15C=14", "15S")
    idea = page.locator("[data-idea]").first
    words = (idea.get_attribute("data-idea") or "").split()
    idea.click()
    assert picked(page) == [card for card in lit(page) if any(word.startswith(card) for word in words)]
    assert verdict(page) == "A run of 2: it can be played."
    page.reload()
    assert len(picked(page)) == 2, "an idea is a draft too"
    page.click("button:has-text('Play them')")
    expect(page.locator(".note")).to_contain_text("Played: Ann plays a run of 2")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_and_the_rules_have_no_barrier(
    table: Open, address: str, context: BrowserContext, scheme: str
) -> None:
    page = table(["5C", "6D", "8D", "9S", "3C", "4H", "12D", "2S", "14C", "15D"], SECOND, LED, wild=True, crazy=True)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    assert violations(page) == []
    tap(page, "15S", "7D")
    assert violations(page) == [], "with cards picked"
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out"
    page.goto(re.sub(r"(/m/\w+/\d+).*", r"\1/step/1", page.url))
    assert violations(page) == [], "a step"
    page.goto(f"{address}/rules/clubs")
    assert violations(page) == [], "the rules"
