"""One browser for the tests that look at pages as people do."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import CHROMIUM, FLAGS


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not CHROMIUM and os.environ.get("CI") != "true":
        pytest.skip("no Chromium on this machine")
    assert CHROMIUM, "Chromium is missing: .ci/run installs it"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()
