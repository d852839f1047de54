"""The log: everything that happened is in it, and nothing that opens a door."""

from __future__ import annotations

import logging
import sys
from datetime import datetime, UTC

import pytest

import logs
from app import create_app
from logs import FORMAT, Redacting
from service import addresses
from service.addresses import Answered

TOKEN = "WzE3OTYwLCJtYXRjaCJd.x-_yZ"


def logged(message: str, *arguments: object, exc_info: object = None) -> str:
    record = logging.LogRecord("test", logging.ERROR, "file", 1, message, arguments, exc_info)  # type: ignore[arg-type]
    return Redacting(FORMAT).format(record)


@pytest.mark.parametrize("page", ["k", "p", "i", "u", "sign-in", "address"])
@pytest.mark.parametrize(
    "message",
    [
        "GET /{page}/{token} HTTP/1.1",
        "'/{page}/{token}'",
        "http://m.example:80/{page}/{token}?where=/x",
        "b'/{page}/{token}\\x00'",
    ],
)
def test_a_token_is_taken_out_and_its_page_stays(page: str, message: str) -> None:
    text = logged("failed: %s", message.format(page=page, token=TOKEN))
    assert TOKEN not in text
    assert f"/{page}/…" in text


def test_a_token_in_an_address_is_taken_out() -> None:
    about, now = Answered("abcdefghjkmn", 2, 17, 1), datetime(2026, 12, 1, tzinfo=UTC)
    for address in (
        addresses.reply_to([TOKEN], "play@cards.example.org", about, now),
        addresses.bounce_to([TOKEN], "play@cards.example.org", 7, now),
    ):
        text = logged("550 <%s>: no such user", address)
        assert address.split("+")[1].split("@")[0][1:] not in text
        assert f"<play+{address[5]}…@cards.example.org>" in text


def test_a_token_in_a_traceback_is_taken_out() -> None:
    try:
        raise ValueError(f"/k/{TOKEN}")
    except ValueError:
        text = logged("it broke", exc_info=sys.exc_info())
    assert "Traceback" in text
    assert TOKEN not in text


def test_everything_else_stays() -> None:
    for text in ("GET /m/abcdefgh/2/play", "/sign-in?where=/account", "/static/mousepost.css"):
        assert text in logged("%s", text)


def test_every_path_with_a_token_is_redacted() -> None:
    rules = [str(rule) for rule in create_app().url_map.iter_rules() if "<token>" in str(rule)]
    assert len(rules) >= 7
    for rule in rules:
        path = rule.replace("<token>", "WzE3OTU5.-f_sLhEN")
        assert "WzE3OTU5" not in logs.SECRET_PATHS.sub(r"\1…", f"GET {path} failed"), rule
