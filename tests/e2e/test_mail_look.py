"""Mails of every kind in a browser: at the width of small and large screens, by day and by night."""

from __future__ import annotations

from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page

from tests.mail.gallery import Gallery
from tests.mail.test_letters import html_of

WIDTHS = (320, 390, 600)
TAP = 44  # pixels: what a thumb needs
PALE = """() => [...document.querySelectorAll('.sheet *')].flatMap(node => {
  const shade = text => {
    const [r, g, b] = text.match(/[\\d.]+/g).map(Number).slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = node => {
    for (; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if (!/, 0\\)$/.test(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  if (![...node.childNodes].some(each => each.nodeType === 3 && each.data.trim())) return [];
  const pair = [shade(getComputedStyle(node).color), shade(behind(node))].sort((a, b) => b - a);
  const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
  return ratio < 4.5 ? [`${node.textContent.trim().slice(0, 30)}: ${ratio.toFixed(1)}`] : [];
})"""


def small_taps(page: Page) -> list[str]:
    """Return the links to moves that are too small to tap."""
    script = f"nodes => nodes.filter(n => n.getBoundingClientRect().height < {TAP}).map(n => n.textContent)"
    return cast("list[str]", page.eval_on_selector_all(".choices a, .button", script))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_mail_fits_and_can_be_read(gallery: Gallery, browser: Browser, scheme: Any) -> None:
    for width in WIDTHS:
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
        page = context.new_page()
        for name, mail in gallery.items():
            page.set_content(html_of(mail))
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, f"{name} at {width}"
            assert small_taps(page) == [], name
            if width == WIDTHS[0]:
                assert page.evaluate(PALE) == [], f"{name} in {scheme}"
        context.close()


def test_cards_are_dark_by_night_and_light_by_day(gallery: Gallery, browser: Browser) -> None:
    for name, card in (
        ("turn clubs", ".card.black"),
        ("turn katzenjammer-blues", ".n1, .n2, .n3, .n4, .n5"),
        ("turn flohcati", ".act"),
    ):
        shades = {}
        for scheme in ("light", "dark"):
            context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
            page = context.new_page()
            page.set_content(html_of(gallery[name]))
            colour = page.eval_on_selector(card, "node => getComputedStyle(node).backgroundColor")
            shades[scheme] = sum(map(int, colour.removeprefix("rgb(").rstrip(")").split(",")))
            context.close()
        assert shades["light"] > 600, name
        assert shades["dark"] < 300, name
