"""HTML as plain text, with `>` before what is quoted."""

from __future__ import annotations

import re
from contextlib import suppress
from html.parser import HTMLParser

BLOCKS = {
    "p", "div", "br", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "blockquote", "pre", "section", "center",
}  # fmt: skip
SILENT = {"head", "style", "script", "title", "template"}
VOID = {"br", "hr", "img", "input", "meta", "link", "col", "wbr", "area", "base"}
QUOTES = ("gmail_quote", "moz-cite-prefix", "yahoo_quoted", "protonmail_quote", "zmail_extra", "ntes_reply")
CUTS = ("divrplyfwdmsg", "appendonsend", "mail-editor-reference-message-container", "qq_quote", "isreplycontent")
MOST_CHARACTERS = 15_000  # of a body: the parser needs time that grows with the square of what is not closed
MOST_TAGS = 5_000  # what a reply says comes first
DEEPEST = 200


class Text(HTMLParser):
    """Collects the text of a page: each block on a line, and `>` before the lines of a quotation."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._line = ""
        self._open: list[tuple[str, str]] = []  # tags with what they do: quote, silent, or nothing
        self._tags = 0
        self._over = False

    def finished(self) -> list[str]:
        """Return the lines, the one that was not ended included."""
        self._break()
        return self.lines

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, a quotation, or something that is not shown."""
        if self._over:
            return
        self._tags += 1
        marks = " ".join(value or "" for key, value in attrs if key in ("class", "id")).casefold()
        if self._tags > MOST_TAGS or len(self._open) > DEEPEST or any(mark in marks for mark in CUTS):
            self._break()
            self._over = True
        if tag in BLOCKS or tag == "hr":
            self._break()
        if tag == "hr":
            self._put("_" * 32)
            self._break()
        if tag in VOID:
            return
        quotes = tag == "blockquote" or any(mark in marks for mark in QUOTES)
        self._open.append((tag, "quote" if quotes else "silent" if tag in SILENT else ""))

    def handle_endtag(self, tag: str) -> None:
        """End what was begun, and all in it that was not ended."""
        if self._over:
            return
        if tag in BLOCKS:
            self._break()
        if any(each == tag for each, _does in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Add text to the line."""
        if self._over:
            return
        preformatted = any(tag == "pre" for tag, _does in self._open)
        for number, part in enumerate(data.splitlines() or [""] if preformatted else [data]):
            if number:
                self._break()
            self._put(part)

    def _put(self, text: str) -> None:
        if not any(does == "silent" for _tag, does in self._open):
            if not self._line.strip() and any(does == "quote" for _tag, does in self._open):
                self._line = "> "
            self._line += text

    def _break(self) -> None:
        self.lines.append(" ".join(self._line.split()))
        self._line = ""


def to_text(page: str) -> str:
    """Return the text of a page in HTML."""
    body = re.search("<body", page, re.IGNORECASE)  # some programs put styles before it that are longer than any reply
    start = body.start() if body else 0
    page = page[start : start + MOST_CHARACTERS]
    unclosed = page.find("<", page.rfind(">") + 1)
    text = Text()
    with suppress(AssertionError):  # so the parser calls some declarations that it cannot read
        text.feed(page if unclosed < 0 else page[:unclosed])
        text.close()
    return "\n".join(text.finished())
