"""The forms of a page, as a browser without script would send them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations


@dataclass
class Form:
    """A form with its fields in order: name, type, value, and whether it is checked."""

    action: str
    fields: list[tuple[str, str, str, bool]] = field(default_factory=list)

    @property
    def is_typed(self) -> bool:
        """Say whether there is something to write."""
        return any(kind == "text" for _name, kind, _value, _checked in self.fields)

    def hidden(self, name: str) -> list[str]:
        return [value for named, kind, value, _checked in self.fields if named == name and kind == "hidden"]

    def ticks(self, kind: str) -> list[str]:
        return [value for _name, each, value, _checked in self.fields if each == kind]

    def moves(self) -> Iterator[list[tuple[str, str]]]:
        """Yield what can be sent: one of the radio buttons, any three of the boxes, or what is hidden."""
        fixed = [(name, value) for name, kind, value, _checked in self.fields if kind == "hidden"]
        for radio in self.ticks("radio") or [None]:
            for boxes in combinations(self.ticks("checkbox"), 3) if self.ticks("checkbox") else [()]:
                yield [*fixed, *[("part", each) for each in (radio, *boxes) if each]]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append(Form(given.get("action") or ""))
            self.inside = True
        elif tag == "input" and self.inside:
            name, kind = given.get("name") or "", given.get("type") or "text"
            self.forms[-1].fields.append((name, kind, given.get("value") or "", "checked" in given))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def forms_of(html: str) -> list[Form]:
    """Return the forms of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def text_of(sent: list[tuple[str, str]]) -> str:
    """Return the move that a form sends."""
    whole = [value for name, value in sent if name == "move"]
    return whole[0] if whole else " ".join(value for name, value in sent if name == "part")
