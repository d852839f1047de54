"""Mails of every kind as machines see them: a spam filter, and programs that show mails."""

from __future__ import annotations

import mailbox
import os
import re
import shutil
import subprocess
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.mail.gallery import Gallery
from tests.mail.reading import too_long
from tests.mail.test_letters import html_of, text_of

MOST = 0.5  # of the 5 points from which a mail is taken for spam
NO_THREAD = {"sign-in", "address", "change-old", "change-new", "zone", "digest"}


def test_no_mail_looks_like_spam(gallery: Gallery, tmp_path: Path) -> None:
    program = shutil.which("spamassassin")
    if not program and os.environ.get("CI") != "true":
        pytest.skip("no spamassassin on this machine")
    assert program, "spamassassin is missing: .ci/run installs it"
    box = mailbox.mbox(tmp_path / "mails")
    for mail in gallery.values():
        box.add(message_from_bytes(mail.as_bytes()))
    box.close()
    with (tmp_path / "mails").open("rb") as file:
        done = subprocess.run([program, "--local", "-x", "--mbox"], stdin=file, check=True, capture_output=True)
    (tmp_path / "judged").write_bytes(done.stdout)
    box = mailbox.mbox(tmp_path / "judged")
    judged = {str(each["Message-ID"]): str(each["X-Spam-Status"]) for each in box}
    box.close()
    said = {name: judged[str(mail["Message-ID"])] for name, mail in gallery.items()}
    found = {name: re.search(r"score=(-?[\d.]+)", status) for name, status in said.items()}
    assert {name: said[name] for name, score in found.items() if not score or float(score[1]) > MOST} == {}


def test_each_has_the_headers_that_programs_look_for(gallery: Gallery) -> None:
    for name, mail in gallery.items():
        read = message_from_bytes(mail.as_bytes(), policy=policy.default)
        assert read["MIME-Version"] == "1.0", name
        answers = name.startswith("reply ")  # RFC 3834
        assert read["Auto-Submitted"] == ("auto-replied" if answers else "auto-generated"), name
        assert parsedate_to_datetime(read["Date"]).tzinfo, name
        (sender,) = read["From"].addresses
        assert (sender.addr_spec, "Mousepost" in sender.display_name) == ("mousepost@cards.example.org", True), name
        assert read["Message-ID"].endswith("@cards.example.org>"), name
        assert bool(read["References"]) == (name not in NO_THREAD), name
        suppress = {"X-Auto-Response-Suppress"} if answers else set()  # what Outlook looks at
        assert {key for key in read if key.lower().startswith("x-")} == suppress, name
        assert read.get_content_type() == "multipart/alternative", name
        body = mail.as_bytes().partition(b"\r\n\r\n")[2]
        assert max(len(line) for line in body.split(b"\r\n")) <= 76, f"{name}: quoted-printable has short lines"


class Watchful(HTMLParser):
    """Notes what a mail would fetch or run, and where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "img", "link", "iframe", "object", "embed", "form", "video", "audio", "base"):
            self.wrong.append(tag)
        for key, value in attrs:
            if key.startswith("on") or key in ("src", "background", "srcset"):
                self.wrong.append(f"{tag} {key}")
            if key == "style" and re.search(r"url\(|@import|expression", value or ""):
                self.wrong.append(f"{tag} {value}")
            if key == "href":
                self.links.add(value or "")

    def handle_data(self, data: str) -> None:
        if "@import" in data or "url(" in data:
            self.wrong.append(data)


def watched(mail: EmailMessage) -> Watchful:
    parser = Watchful()
    parser.feed(html_of(mail))
    return parser


def test_html_fetches_nothing_and_runs_nothing(gallery: Gallery) -> None:
    assert {name: found.wrong for name, mail in gallery.items() if (found := watched(mail)).wrong} == {}


def test_both_texts_have_the_same_links(gallery: Gallery) -> None:
    """Both are there for the same reader: what one lets them do the other does; only our own address is for HTML."""
    for name, mail in gallery.items():
        plain = set(re.findall(r"https?://\S+", text_of(mail)))
        assert watched(mail).links - {"https://cards.example.org/"} == plain - {"https://cards.example.org/"}, name


def test_plain_texts_have_72_columns(gallery: Gallery) -> None:
    assert {name: lines for name, mail in gallery.items() if (lines := too_long(mail))} == {}


def test_all_mails_of_a_match_fold_into_one_thread(gallery: Gallery) -> None:
    """Gmail wants one subject and a common reference; others want the reference alone."""
    threads: dict[str, set[str]] = {}
    for name, mail in gallery.items():
        if name not in NO_THREAD:
            assert mail["In-Reply-To"] == mail["References"], name
            threads.setdefault(str(mail["References"]), set()).add(str(mail["Subject"]))
    assert len(threads) > 6
    assert [subjects for subjects in threads.values() if len(subjects) > 1] == []
