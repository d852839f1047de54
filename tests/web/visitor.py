"""A visitor for the tests of pages: a test client that finds the forms in what it gets."""

from __future__ import annotations

import re

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import links
from tests.conftest import Running


class Visitor:
    """A browser at the service, with cookies of its own."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.client: FlaskClient = running.client()

    def get(self, path: str, **headers: str) -> TestResponse:
        answer = self.client.get(path, headers={key.replace("_", "-"): value for key, value in headers.items()})
        answer.get_data()
        answer.close()  # a file that was sent stays open until then
        return answer

    def follow(self, path: str) -> TestResponse:
        return self.client.get(path, follow_redirects=True)

    def post(self, path: str, **form: object) -> TestResponse:
        """Post a form, with the mark of this visitor's session."""
        return self.client.post(path, data={"csrf_token": self.mark(), **form})

    def mark(self) -> str:
        """Return the mark that proves a form to be this visitor's; every form of a session has the same."""
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/sign-in").text)
        assert found
        return found[1]

    def sign_in(self, address: str, name: str = "") -> TestResponse:
        token = self.running.service.links.sign(links.SIGN_IN, [address, "/"], self.running.clock.now)
        return self.post(f"/sign-in/{token}", name=name)


def words(response: TestResponse) -> str:
    """Return the visible text of a page."""
    text = re.sub(r"<(head|script).*?</\1>", " ", response.text, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", text).replace("&#39;", "'").split())


def seat_link(running: Running, match_id: str, seat: int, asked: int, epoch: int = 1) -> str:
    """Return a link as a mail would hold it."""
    return "/k/" + running.service.links.sign(links.SEAT, [match_id, seat, asked, epoch], running.clock.now)
