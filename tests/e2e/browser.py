"""What is asked of a page in a browser: that it has no barrier, and that nothing complains."""

from __future__ import annotations

import shutil

from playwright.sync_api import ConsoleMessage, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def is_complaint(message: ConsoleMessage) -> bool:
    """Tell an error of the page from the browser's word that a move was refused, which a player may cause."""
    return message.type in ("error", "warning") and "status of 422" not in message.text


def violations(page: Page) -> list[str]:
    """Return the barriers that axe finds on a page; its context has to let scripts in."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes']]}" for each in found]
