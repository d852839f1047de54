"""People with nothing but a mailbox and a browser: this module imports nothing of the project.

A `Person` reads mails, follows the links in them, and fills in the forms that the pages hold.
"""

from __future__ import annotations

import re
import urllib.error
import urllib.parse
import urllib.request
from email.message import EmailMessage
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from random import Random


class Form:
    """A form found in a page: where it goes, its fields as they stand, and what can be picked."""

    def __init__(self, action: str, method: str) -> None:
        self.action = action
        self.method = method
        self.fields: list[tuple[str, str]] = []
        self.radios: dict[str, list[str]] = {}
        self.selects: list[tuple[str, list[str]]] = []
        self.inputs: list[str] = []


class Forms(HTMLParser):
    """Collects the forms and the visible text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._form: Form | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._form = Form(have.get("action", ""), have.get("method", "get"))
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "input":
            self._input(self._form, have)
        elif tag == "select":
            self._form.selects.append((have["name"], []))
        elif tag == "option" and self._form.selects:
            self._form.selects[-1][1].append(have.get("value", ""))

    def _input(self, form: Form, have: dict[str, str]) -> None:
        name = have.get("name", "")
        if have.get("type") == "radio":
            form.radios.setdefault(name, []).append(have["value"])
        elif have.get("type") == "hidden":
            form.fields.append((name, have.get("value", "")))
        elif have.get("type") != "checkbox":
            form.inputs.append(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)


class Page:
    """An answer: its address, status, text and forms."""

    def __init__(self, url: str, status: int, text: str) -> None:
        self.url = url
        self.status = status
        self.text = text
        found = Forms(text)
        self.forms = found.forms
        self.words = " ".join(" ".join(found.words).split())


class Person:
    """Somebody with an address and a browser of their own."""

    def __init__(self, name: str, address: str, seed: int = 0) -> None:
        self.name = name
        self.address = address
        self.rng = Random(seed)
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, url: str) -> Page:
        return self._fetch(urllib.request.Request(url))

    def submit(self, page: Page, form: Form, values: list[tuple[str, str]]) -> Page:
        data = urllib.parse.urlencode(form.fields + values).encode()
        return self._fetch(urllib.request.Request(urllib.parse.urljoin(page.url, form.action or page.url), data))

    def _fetch(self, request: urllib.request.Request) -> Page:
        try:
            with self._opener.open(request, timeout=30) as answer:
                return Page(answer.url, answer.status, answer.read().decode())
        except urllib.error.HTTPError as error:
            return Page(error.url or "", error.code, error.read().decode())

    def follow_link(self, mail: EmailMessage) -> Page:
        return self.get(links_in(mail)[0])

    def play(self, mail: EmailMessage) -> Page:
        """Open the link of a mail and play something sensible enough."""
        page = self.follow_link(mail)
        while True:
            form = next((form for form in page.forms if form.radios.get("part")), None)
            if not form:
                return page
            again = page.status == 422  # what was chosen did not go together
            page = self.submit(page, form, self.choose(form, careful=again))
            assert page.status == 200 or not again, page.words

    def choose(self, form: Form, careful: bool) -> list[tuple[str, str]]:
        options = form.radios["part"]
        if ("part", "settle") in form.fields:
            shown = [
                ("part", quartets[1] if n == 0 and not careful else "")
                for n, (_name, quartets) in enumerate(form.selects)
            ]
            return [("part", options[0]), *shown]
        bids = [option for option in options if option != "pass"]
        if bids and self.rng.random() < 0.6:
            return [("part", bids[0])]
        return [("part", "pass")]


def text_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail."""
    body = mail.get_body(("plain",))
    assert body
    return str(body.get_content())


def links_in(mail: EmailMessage) -> list[str]:
    """Return the addresses in the plain text of a mail."""
    return re.findall(r"https?://\S+", text_of(mail))
