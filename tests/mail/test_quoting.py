"""What a reply says, as mail programs write it: `tests/mails` has one of each, written after a public example."""

from __future__ import annotations

from pathlib import Path

import pytest

from mail.inbound import parse, text_of
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
