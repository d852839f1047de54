"""One browser for the tests that look at pages as people do."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from werkzeug.serving import make_server, WSGIRequestHandler

from tests.conftest import Running
from tests.e2e.browser import CHROMIUM, FLAGS, is_complaint


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not CHROMIUM and os.environ.get("CI") != "true":
        pytest.skip("no Chromium on this machine")
    assert CHROMIUM, "Chromium is missing: .ci/run installs it"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


class Quiet(WSGIRequestHandler):
    def log_request(self, *_about: object) -> None:
        """Say nothing."""


@pytest.fixture
def address(running: Running) -> Iterator[str]:
    """Serve the pages on a port of this machine."""
    server = make_server("127.0.0.1", 0, running.app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """Give a phone on which no page complains; it is put away before the server at `address` is."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True)
    context.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert complaints == []
