"""Standing orders in a browser: lines are added by tapping, and the text, the list and the rehearsal stay in step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect, Page

from service import play
from service.course import orders_of
from tests.conftest import Running, VirtualClock
from tests.e2e.browser import violations
from tests.service.friends import fix_the_secret, NAMES, open_among_friends, position_of
from tests.service.table import decision_of, match_of
from tests.web.visitor import seat_link

KATZENJAMMER, CLUBS, FLOHCATI, TOY = GAMES = ("katzenjammer-blues", "clubs", "flohcati", "toy")

pytestmark = pytest.mark.usefixtures("toy")


class Desk:
    """The page where a seat writes its order while another is to act."""

    def __init__(self, running: Running, page: Page, match_id: str, seat: int) -> None:
        self.running, self.page, self.match_id, self.seat = running, page, match_id, seat

    def tap(self, text: str) -> None:
        self.page.get_by_role("button", name=text, exact=True).click()

    def pick(self, name: str, *values: str) -> None:
        """Tap boxes: of those with the same value one after the other."""
        for value in values:
            self.page.locator(f"label:has(> [name='{name}'][value='{value}']:not(:checked))").first.click()

    def expect(self, *lines: str) -> None:
        expect(self.page.locator("form .order-lines code")).to_have_text(list(lines))
        expect(self.page.locator("textarea")).to_have_value("\n".join(lines))

    def stored(self) -> list[str]:
        with self.running.service.store.reading() as session:
            order = orders_of(session, self.match_id).get(self.seat)
        return order.lines if order else []

    @property
    def hand(self) -> list[str]:
        hand: list[str] = position_of(self.running.service, self.match_id).view(self.seat)["hand"]
        return hand


Open = Callable[..., Desk]


@pytest.fixture
def open_desk(
    running: Running, clock: VirtualClock, address: str, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> Open:
    def open_it(game: str, **options: object) -> Desk:
        fix_the_secret(monkeypatch, 4)
        match_id = open_among_friends(running.service, clock.now, game, NAMES[:3], options)
        running.work()
        seat = decision_of(running.service, match_id).seat % 3 + 1
        page = context.new_page()
        page.goto(address + seat_link(running, match_id, seat, match_of(running.service, match_id).number, seat > 1))
        page.click("text=Answer before you are asked")
        page.click("text=Write a standing order")
        return Desk(running, page, match_id, seat)

    return open_it


def test_bids_and_payments_are_picked_by_tapping(open_desk: Open) -> None:
    desk = open_desk(KATZENJAMMER)
    desk.pick("count", "3")
    desk.pick("rank", "x4")
    desk.tap("Bid up to this")
    desk.expect("bid up to 3x4")
    assert desk.page.locator("input:checked:not([name=scope])").count() == 0, "what was picked is let go"
    two = sorted(desk.hand)[:2]
    desk.pick("pay", *two)
    desk.tap("Pay with these")
    expect(desk.page.locator("[role=alert], .order-lines li:nth-child(2)").first).to_be_visible()
    desk.tap("Pass")
    expect(desk.page.locator("textarea")).to_have_value(f"bid up to 3x4\nsettle {''.join(two)}\npass")
    expect(desk.page.locator("[role=status]")).to_contain_text("3 lines")
    expect(desk.page.locator(".cases li").first).to_contain_text("this is played for you: bid")
    desk.page.get_by_role("button", name="Move up: pass").click()
    desk.expect("bid up to 3x4", "pass", f"settle {''.join(two)}")
    desk.page.get_by_role("button", name="Take out: bid up to three 4s").click()
    desk.expect("pass", f"settle {''.join(two)}")
    desk.tap("Give this order")
    expect(desk.page.locator(".order h2")).to_contain_text("Your standing order")
    assert desk.stored() == ["pass", f"settle {''.join(two)}"]


def test_cards_and_the_lowest_are_ordered_and_played(open_desk: Open, clock: VirtualClock) -> None:
    desk = open_desk(CLUBS)
    card = desk.hand[-1]
    desk.pick("card", card)
    desk.tap("Play the picked cards")
    desk.expect(f"play {card}")
    desk.page.select_option("[name=rank]", "9")
    desk.tap("Add")
    desk.tap("Pass")
    desk.expect(f"play {card}", "lowest up to 9", "pass")
    desk.page.check("[name=scope][value=trick]", force=True)
    desk.tap("Give this order")
    expect(desk.page.locator(".order .hint").first).to_contain_text("this trick")
    decision = decision_of(desk.running.service, desk.match_id)
    move = position_of(desk.running.service, desk.match_id).deadline_move(decision.seat)
    play.play(desk.running.service, desk.match_id, decision.seat, move, asked=decision.asked, now=clock.now)
    expect(desk.page.locator(".log")).to_contain_text("standing order: ")


def test_cards_of_the_ring_are_tapped(open_desk: Open) -> None:
    desk = open_desk(FLOHCATI)
    row = position_of(desk.running.service, desk.match_id).view(None)["row"]
    desk.page.locator(f"[name=add][value='take {row[0]}']").click()
    desk.expect(f"take {row[0]}")
    desk.page.select_option("[name=act-letter]", "J")
    desk.page.select_option("[name=act-number]", "7")
    desk.tap("Add")
    desk.tap("Reveal a card")
    desk.expect(f"take {row[0]}", "take J7", "reveal")
    desk.tap("Give this order")
    expect(desk.page.locator(".order-lines li")).to_have_count(3)
    desk.page.click("text=Withdraw it")
    expect(desk.page.locator(".note")).to_contain_text("Your standing order is withdrawn")


def test_the_text_is_read_as_it_is_written(open_desk: Open) -> None:
    desk = open_desk(TOY)
    desk.page.click("text=Write it as text")
    desk.page.fill("textarea", "Lowest; none")
    desk.page.locator("textarea").blur()
    desk.expect("lowest", "none")
    assert desk.page.locator("textarea").is_visible(), "it stays open"
    desk.page.fill("textarea", "hop")
    desk.page.locator("textarea").blur()
    expect(desk.page.locator("[role=alert]")).to_contain_text("“hop” is no move of this game")
    expect(desk.page.locator("textarea")).to_have_value("hop")
    desk.page.fill("textarea", "lowest")
    desk.page.locator("textarea").blur()
    desk.expect("lowest")
    expect(desk.page.locator("[role=alert]")).to_have_count(0)
    desk.page.fill("[name=move]", "none")
    desk.page.locator("[name=move]").press("Enter")
    desk.expect("lowest", "none")
    expect(desk.page.locator("[name=move]")).to_have_value("")
    assert desk.stored() == [], "nothing is given by writing"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_writing_an_order_has_no_barrier(open_desk: Open, game: str, scheme: str) -> None:
    desk = open_desk(game, **({"wild": True} if game == CLUBS else {}))
    page = desk.page
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.click("text=Write it as text")
    page.locator("[name=add]:not([value*='|'])").last.click()
    expect(page.locator(".order-lines li")).to_have_count(1)
    assert violations(page) == []
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out"
    page.set_viewport_size({"width": 390, "height": 844})
    small = page.locator("form[data-order] button:visible:not(.unseen)").evaluate_all(
        "each => each.filter(b => b.getBoundingClientRect().height < 44 || b.getBoundingClientRect().width < 44)"
        ".map(b => b.outerHTML)"
    )
    assert small == []
    page.get_by_role("button", name="Give this order").click()
    expect(page.locator(".order h2")).to_contain_text("Your standing order")
    page.click("text=What it would do now")
    assert violations(page) == [], "the table"
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
