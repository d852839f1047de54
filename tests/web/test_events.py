"""Everything that happens at a table is said in words, by the clock of whoever reads it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from models.log import Entry
from tests.conftest import Running, START
from tests.web.friends import is_good

NAMES = ("Ann", "Ben", "Cho")
LATER = "2026-12-01T15:30:00+00:00"
EVENTS: list[tuple[str, str, int | None, dict[str, Any], str]] = [
    ("away", "service", 2, {"plays": "bot"}, "Ben is taken to be away"),
    ("away", "service", 2, {"plays": "deadline"}, "modest moves are played for them"),
    ("return", "player", 2, {}, "Ben is back."),
    ("adjourn", "service", None, {}, "Everybody is away"),
    ("pause", "host", None, {"host": "Hester", "reason": "a strike"}, "paused the match. The reason given: “a strike”"),
    ("pause", "players", None, {"seats": [1, 2]}, "as all who are there have agreed"),
    ("resume", "host", None, {"host": "Hester", "reason": "over"}, "Hester, the host, lets the match go on."),
    ("resume", "player", 1, {}, "Ann lets the match go on."),
    ("outage", "service", None, {"what": "sweep", "from": START.isoformat(), "to": LATER}, "The service did not work"),
    ("outage", "service", None, {"what": "mail", "from": START.isoformat(), "to": LATER}, "No mail could be sent"),
    ("holiday", "player", 3, {"first": "2026-12-24", "last": "2026-12-31"}, "from Thu 24 Dec 2026 to Thu 31 Dec 2026"),
    ("holiday", "player", 3, {"first": "2026-12-24", "cancelled": True}, "Cho has cancelled their holiday"),
    ("deadline", "host", 1, {"host": "Hester", "reason": "x", "due_at": LATER}, "has moved the deadline of Ann to"),
    ("replace", "host", 1, {"host": "Hester", "reason": "x", "to": "bot"}, "a house bot plays on in that seat."),
    ("replace", "host", 1, {"host": "Hester", "reason": "x", "to": "deadline"}, "the moves of a passed deadline"),
    ("replace", "player", 1, {"to": "player", "player": 7}, "Seat 1 has been taken over: Ann plays there"),
    ("offer", "host", 1, {"host": "Hester", "reason": "x"}, "Hester, the host, has offered the seat of Ann"),
    ("offer", "players", 1, {"seats": [2]}, "The seat of Ann has been offered"),
    ("propose", "player", 1, {"kind": "pause"}, "Ann proposes to pause the match."),
    ("propose", "player", 1, {"kind": "end"}, "Ann proposes to end the match now, without a result."),
    ("propose", "player", 1, {"kind": "seat-2"}, "Ann proposes to offer the seat of Ben to somebody else."),
    ("say", "player", 1, {"text": "Good luck"}, "Ann says: “Good luck”"),
    ("decline", "player", 2, {"kind": "seat-3"}, "Ben does not agree to offer the seat of Cho to somebody else."),
    ("end", "players", None, {"seats": [1]}, "The match is ended, as all who are there have agreed."),
    ("end", "host", None, {"host": "Hester", "reason": "x"}, "Hester, the host, has ended the match."),
    ("abandon", "service", None, {"why": "adjourned"}, "Nobody has come back for 30 days"),
    ("abandon", "service", None, {}, "Nobody is left who plays"),
]


def entry(kind: str, by: str, seat: int | None, detail: dict[str, Any]) -> Entry:
    return Entry(9, kind, seat, None, by, START, {}, detail, 1, "")


@pytest.mark.parametrize(("kind", "by", "seat", "detail", "said"), EVENTS, ids=[f"{e[0]}-{e[1]}" for e in EVENTS])
def test_an_event_is_said_in_words(
    running: Running, kind: str, by: str, seat: int | None, detail: dict[str, Any], said: str
) -> None:
    with running.app.test_request_context():
        text = running.app.jinja_env.globals["event_words"](entry(kind, by, seat, detail), NAMES)  # type: ignore[operator]
    assert said in text
    assert is_good(text)
    assert not re.search(r"something happened|\d{4}-\d\d", text, re.IGNORECASE)


def test_a_mail_says_its_times_by_its_reader_s_clock(running: Running) -> None:
    outage = entry("outage", "service", None, {"what": "mail", "from": START.isoformat(), "to": LATER})
    template = running.app.jinja_env.from_string("{{ event_words(outage, names) }}")
    assert running.worker.office.render(template, "en", "Asia/Tokyo", names=NAMES, outage=outage) == (
        "No mail could be sent from Tue 1 Dec, 21:00 (Asia/Tokyo) to Wed 2 Dec, 00:30 (Asia/Tokyo)."
        " That time counts for nobody."
    )


def test_short_times_are_said_in_seconds(running: Running) -> None:
    with running.app.test_request_context():
        span = running.app.jinja_env.filters["span"]
        assert [span(n) for n in (0, 1, 10, 60, 3600 * 25 + 61, 86400 * 3)] == [
            "no time", "1 second", "10 seconds", "1 minute", "1 day 1 hour", "3 days",
        ]  # fmt: skip
