"""People at a table, each with a browser of their own, and what is said to them; of any game."""

from __future__ import annotations

import re
from typing import Any

from tests.conftest import Running
from tests.service.table import match_of
from tests.web.forms import Form, forms_of
from tests.web.visitor import seat_link, Visitor


def said_of(running: Running, game: str, macro: str, *about: object) -> str:
    """Return what a game's words say of a fact, a move or a decision."""
    with running.app.test_request_context():
        return str(running.app.jinja_env.globals[macro](game, *about))  # type: ignore[operator]


def is_good(text: str) -> bool:
    """Tell a sentence from one with a gap, or with something that is for machines."""
    return bool(text) and not re.search(r"[{}\[\]%]|None|\s[.,]|  ", text)


def play_forms(page: str) -> list[Form]:
    """Return the forms of a page that play a move, without the one where an answer is typed."""
    found = [form for form in forms_of(page) if "/play" in form.action]
    assert sum(form.is_typed for form in found) <= 1
    return [form for form in found if not form.is_typed]


class People:
    """All who sit at a table, each with a browser of their own."""

    def __init__(self, running: Running, match_id: str) -> None:
        self.running, self.match_id = running, match_id
        self.visitors: dict[int, Visitor] = {}

    def page(self, seat: int) -> Any:
        """Return the table as the seat sees it, who came by the link of a mail."""
        if seat not in self.visitors:
            self.visitors[seat] = Visitor(self.running)
            asked = match_of(self.running.service, self.match_id).number
            self.visitors[seat].follow(seat_link(self.running, self.match_id, seat, asked, int(seat > 1)))
        return self.visitors[seat].get(f"/m/{self.match_id}/{seat}")

    def forms(self, seat: int) -> list[Form]:
        """Return the forms that play a move, without the one where an answer is typed."""
        return play_forms(self.page(seat).text)

    def send(self, seat: int, form: Form, sent: list[tuple[str, str]]) -> Any:
        data: dict[str, list[str]] = {}
        for name, value in sent:
            data.setdefault(name, []).append(value)
        return self.visitors[seat].client.post(form.action.split("#")[0], data=data)
