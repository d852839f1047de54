"""What a reply says, as mail programs write it: `tests/mails` has one of each, written after a public example."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from mail import quoting
from mail.bounce import MOST_REPORTS, read_report
from mail.inbound import digest_of, is_automatic, parse, Refusal, text_of
from mail.markup import to_text
from mail.quoting import written
from service.replies import lines_of, plain

MAILS = sorted((Path(__file__).parent.parent / "mails").glob("*.eml"))


def said(data: bytes) -> list[str]:
    return [text for line in lines_of("\n".join(written(text_of(parse(data))))) if (text := plain(line))]


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_of_a_reply_that_is_read_which_its_sender_wrote(path: Path) -> None:
    message = parse(path.read_bytes())
    told = path.read_bytes().split(b"\nX-Expected: ", 1)[1].split(b"\n", 1)[0].decode()
    assert str(message["X-Written-After"]), "the public example that it is like"
    assert said(path.read_bytes()) == told.split(" | ")


def test_there_is_a_mail_of_every_program() -> None:
    programs = {path.stem.split("-")[0] for path in MAILS}
    assert len(MAILS) >= 40
    assert programs >= {"gmail", "ios", "apple", "outlook", "thunderbird", "mutt", "k9", "yahoo", "gmx", "qq", "163"}


def test_whatever_comes_is_read_or_refused() -> None:
    rng = Random(7)
    for path in MAILS:
        for _ in range(20):
            data = bytearray(path.read_bytes())
            for _ in range(rng.randint(1, 30)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            with suppress(Refusal):
                message = parse(bytes(data))
                assert is_automatic(message, "") is True
                is_automatic(message, "a@example.net")
                digest_of(message, bytes(data), "x")
                read_report(message)
                said(bytes(data))


def test_the_text_of_html_is_what_is_seen() -> None:
    page = "<head><title>no</title></head><style>no</style><p>bid&nbsp;<b>3x2</b></p><pre>one\ntwo</pre><script>no"
    assert [line for line in to_text(page).split("\n") if line] == ["bid 3x2", "one", "two"]
    assert "no" not in to_text(page)
    deep = "<div>" * 100_000 + "pass"
    assert "pass" not in to_text(deep), "so deep nobody writes"
    styles = "a { color: red }" * 5_000
    assert "pass" in to_text(f"<html><head><style>{styles}</style></head><BODY>pass</body></html>")
    assert to_text("<div>a</div></div></p><p>b").split() == ["a", "b"], "tags that do not match"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("“Pass.”", "Pass"),
        ("ｂｉｄ　３ｘ２", "bid 3x2"),
        ("bid\u00a03x2。", "bid 3x2"),
        ("`pass`", "pass"),
        ("*pass*", "pass"),
        ("- pass", "pass"),
        ("?", "?"),
        ("？", "?"),
        ("“?”", "?"),
        ("...", ""),
    ],
)
def test_a_line_is_read_as_it_was_meant(typed: str, read: str) -> None:
    assert plain(typed) == read


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Type: text/plain" + b";" * 2_000,
        b'Content-type: multipart/mixed; a="' + b";" * 2_000,
        b'Subject: x\r\nCONTENT-TYPE: multipart/mixed; a="' + b";\r\n " * 500,
        b'Subject: x\rContent-Type: multipart/mixed; a="' + b";\r " * 500,
        b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\n\n" * 1_000,
    ],
    ids=["semicolons", "quoted", "folded", "old line ends", "parts"],
)
def test_a_mail_whose_reading_would_take_long_is_refused(head: bytes) -> None:
    with pytest.raises(Refusal, match="plain text"):
        parse(head + b"\n\npass\n")


def test_a_type_as_programs_write_it_is_read() -> None:
    head = b'Content-Type: text/plain;\r\n charset="utf-8";\r\n name="' + b"x" * 200 + b'"\r\nX-Long: ' + b";" * 5_000
    assert said(head + b"\r\n\r\npass\r\n") == ["pass"]


def test_of_a_report_only_the_first_recipients_are_read() -> None:
    head = b"Content-Type: multipart/report; boundary=a\n\n--a\nContent-Type: message/delivery-status\n\n"
    data = head + b"Action: failed\nStatus: 5.1.1\n\n" * 5_000 + b"--a--\n"
    assert len(read_report(parse(data))) == MOST_REPORTS


def test_the_text_is_looked_for_in_the_first_parts_only() -> None:
    part = b"--a\nContent-Type: text/html\n\n%b\n"
    head = b"Content-Type: multipart/mixed; boundary=a\n\n"
    assert said(head + part % b"<p>" + part % b"<p>pass") == ["pass"]
    assert said(head + part % b"<p>" * 30 + part % b"<p>pass") == []


@pytest.mark.parametrize(("charset", "text"), [("PunyCode!", "mnchen-3ya"), ("idna", "xn--mnchen-3ya")])
def test_the_character_sets_of_names_are_not_tried(charset: str, text: str) -> None:
    assert said(f"Content-Type: text/plain; charset={charset}\n\n{text}\n".encode()) == [text]


@pytest.mark.parametrize("page", ["<p>pass</p><a\n<a\n<a", "<p>pass</p><!--<!--", "<p>pass</p><![<!>"])
def test_what_is_broken_in_html_is_no_text(page: str) -> None:
    assert to_text(page).split() == ["pass"]


def test_what_does_not_end_like_an_introduction_is_not_tried_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Never:
        def match(self, text: str) -> None:
            raise AssertionError(text)

    monkeypatch.setattr(quoting, "WROTE", Never())
    lines = ["@1 " + "schrieb " * 20 + " " * 130 + "x"] * 3
    assert written("\n".join(lines)) == lines
