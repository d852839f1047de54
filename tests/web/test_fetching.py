"""Records read in by their address: from public servers alone, and never from what stands in our own network."""

from __future__ import annotations

from pathlib import Path

import pytest
import requests

from mail import fetching, outside
from service import channels
from service.base import Refused
from tests.conftest import Running
from tests.web.visitor import Visitor, words

RECORD = (Path(__file__).parent.parent / "records" / "flohcati-3-0.json").read_bytes()


class Answer:
    """What a server answers."""

    def __init__(self, status: int, content: bytes) -> None:
        self.status_code, self.content = status, content


@pytest.fixture
def ann(running: Running) -> Visitor:
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org", "Ann")
    return visitor


def test_a_record_is_fetched_and_becomes_a_match(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def get(url: str, **options: object) -> Answer:
        trip = outside._trip.get()
        assert trip, "only with care"
        asked.append((url, trip.most))
        return Answer(200, RECORD)

    monkeypatch.setattr(requests, "get", get)
    answer = ann.post("/import", url="https://cards.example.org/m/abc/record")
    assert answer.status_code == 303
    assert asked == [("https://cards.example.org/m/abc/record", 1024 * 1024 + 1)]
    assert "Read in from a record." in words(ann.get(answer.headers["Location"]))


@pytest.mark.parametrize(
    "url", ["http://cards.example.org/record", "file:///etc/passwd", "https://" + "x" * 500, "ftp://example.org", "x"]
)
def test_other_addresses_are_refused_in_words(ann: Visitor, url: str) -> None:
    answer = ann.post("/import", url=url)
    assert answer.status_code == 422
    assert "begins with https://" in words(answer)


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/record", "https://[::1]/", "https://10.0.0.1:8443/x", "https://0x7f.1/"]
)
def test_nothing_is_fetched_from_our_own_network(ann: Visitor, url: str) -> None:
    answer = ann.post("/import", url=url)
    assert answer.status_code == 422
    assert "Nothing could be fetched from there." in words(answer)
    assert f'value="{url}"' in answer.text, "what was typed is not lost"


def test_what_is_no_record_there_is_said(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "get", lambda url, **options: Answer(404, b""))
    assert "answers with 404" in words(ann.post("/import", url="https://cards.example.org/x"))
    monkeypatch.setattr(requests, "get", lambda url, **options: Answer(200, b"<html>"))
    assert "format: " in words(ann.post("/import", url="https://cards.example.org/x"))


def test_without_the_extra_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "are_installed", lambda: False)
    with pytest.raises(Refused, match="download the record"):
        fetching.fetch("https://cards.example.org/m/abc/record")
