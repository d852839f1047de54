"""The forms of a page, as a browser without script would send them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations

KINDS = {"input": "text", "option": "option", "button": "submit"}
PICKED = ("radio", "checkbox", "option")


@dataclass
class Form:
    """A form with its fields in order: name, type, value, and whether it is checked or selected.

    An option of a list is a field too, with the name of its list; so is a button that sends something of its own.
    """

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

    def answer(self, move: str) -> list[tuple[str, str]] | None:
        """Return what is sent when the pieces of a move are ticked and chosen, or its button is pressed.

        Nothing where the move cannot be given like this.
        """
        hidden = [(name, value) for name, kind, value, _checked in self.fields if kind == "hidden"]
        if ("move", move) in hidden:
            return hidden
        if move in self.ticks("submit"):
            return [*hidden, ("move", move)]
        wanted = move.split()
        picked = [each for each in self.fields if each[1] in PICKED and each[2] in ("", *wanted)]
        given = [*hidden, *[(name, value) for name, _kind, value, _checked in picked if name == "part"]]
        return given if sorted(value for name, value in given if name == "part" and value) == sorted(wanted) else None

    def chosen(self) -> list[str]:
        """Return what is ticked and selected as the page comes."""
        return [value for _name, kind, value, on in self.fields if on and value and kind in ("checkbox", "option")]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside = False
        self.list = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append(Form(given.get("action") or ""))
            self.inside = True
        elif tag == "select":
            self.list = given.get("name") or ""
        elif tag in KINDS and self.inside:
            name, kind = given.get("name") or "", given.get("type") or KINDS[tag]
            name = self.list if tag == "option" else name
            on = "checked" in given or "selected" in given
            self.forms[-1].fields.append((name, kind, given.get("value") or "", on))

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
