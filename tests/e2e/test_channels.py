"""The page of other channels in a browser, and what the browser does with what is pushed to it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, expect, Page

from models.tables import Channel
from service import channels, links
from tests.conftest import Running
from tests.e2e.browser import violations
from tests.web.absent import open_at, player_of

Enter = Callable[[BrowserContext], Page]


@pytest.fixture
def enter(running: Running, address: str) -> Enter:
    """Sign Ben in, with a channel that has failed, and lead him to the page."""
    open_at(running)
    who = player_of(running, "Ben").id or 0
    added = channels.add_service(running.service, who, "ntfy://ntfy.sh/mice", ["ntfy"], running.clock.now)
    with running.service.store.writing() as session:
        row = session.get_one(Channel, added.id)
        row.last_error, row.failed_at = "Its server could not be reached.", running.clock.now
        session.add(row)
    token = running.service.links.sign(links.SIGN_IN, ["ben@example.org", "/account/channels"], running.clock.now)

    def open_it(context: BrowserContext) -> Page:
        page = context.new_page()
        page.goto(f"{address}/sign-in/{token}")
        page.click("main button")
        expect(page.get_by_role("heading", name="Other channels")).to_be_visible()
        return page

    return open_it


def test_the_page_has_no_barrier_and_fits(context: BrowserContext, enter: Enter) -> None:
    page = enter(context)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert violations(page) == []


def test_a_channel_is_removed_by_its_button(context: BrowserContext, enter: Enter) -> None:
    page = enter(context)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You have added none.")).to_be_visible()


def test_who_denies_it_is_told(context: BrowserContext, enter: Enter) -> None:
    page = enter(context)
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Show messages in this browser").click()
    expect(page.get_by_text("The browser did not allow it.")).to_be_visible()


def test_what_is_subscribed_is_sent_as_a_form(running: Running, context: BrowserContext, enter: Enter) -> None:
    """The push service of a browser is far away: here the browser has a subscription without it."""
    from tests.web.test_channels import Browser as Subscriber

    page = enter(context)
    subscription = json.loads(Subscriber("https://push.example.org/abc").subscription)
    page.evaluate(
        """given => {
          Notification.requestPermission = async () => 'granted';
          PushManager.prototype.getSubscription = async () => null;
          PushManager.prototype.subscribe = async (options) => ({ toJSON: () => given, options });
        }""",
        subscription,
    )
    page.get_by_role("button", name="Show messages in this browser").click()
    expect(page.get_by_text("Added. Try it with a test.")).to_be_visible()
    with running.service.store.reading() as session:
        row = session.get_one(Channel, 2)
    assert row.kind == channels.WEB_PUSH
    assert row.target["endpoint"] == "https://push.example.org/abc"


def test_what_is_pushed_is_shown_once(browser: Browser, address: str, enter: Enter) -> None:
    context = browser.new_context()
    context.grant_permissions(["notifications"], origin=address)
    page = enter(context)
    session = context.new_cdp_session(page)
    registration = registered(page, session)
    told = {"title": "Clubs: your turn", "body": "A table waits for you.", "url": f"{address}/m/x/1", "tag": "one"}
    for _ in range(2):
        message = {"origin": address, "registrationId": registration, "data": json.dumps(told)}
        session.send("ServiceWorker.deliverPushMessage", message)
    page.wait_for_function(f"async () => ({SHOWN})().then(shown => shown.length > 0)")
    shown = page.evaluate(f"({SHOWN})()")
    assert shown == [{"title": told["title"], "body": told["body"], "url": told["url"]}]
    context.close()


SHOWN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration('/static/push.js');
  const found = await registration.getNotifications();
  return found.map(each => ({ title: each.title, body: each.body, url: each.data.url }));
}"""


def registered(page: Page, session: CDPSession) -> str:
    """Register the service worker as the page does; return what the browser calls it."""
    found: list[str] = []

    def note(event: dict[str, Any]) -> None:
        found.extend(each["registrationId"] for each in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    page.evaluate(
        """async () => {
          const form = document.querySelector('form[data-worker]');
          const registration = await navigator.serviceWorker.register(form.dataset.worker);
          const worker = registration.installing || registration.waiting || registration.active;
          if (worker.state !== 'activated') await new Promise(done => worker.addEventListener('statechange', () => {
            if (worker.state === 'activated') done();
          }));
        }"""
    )
    assert found
    return found[0]
