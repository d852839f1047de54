"""Every word a reader sees goes through gettext."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

import games
from models import log
from models.tables import Event, Match
from service import links, records
from tests.conftest import Running, VirtualClock
from tests.service.table import decision_of, open_and_invite, open_with_people, play_any
from tests.web.visitor import seat_link, Visitor

NOT_WORDS = {"Mousepost", "Katzenjammer", "Blues", "Ann", "Ben", "Cho", "UTC", "English"}


def mark(app) -> None:  # type: ignore[no-untyped-def]
    """Make gettext put marks around whatever it is given."""

    def one(message: str) -> str:
        return f"⟦{message}⟧"

    def many(single: str, plural: str, n: int) -> str:
        return f"⟦{single if n == 1 else plural}⟧"

    app.jinja_env.install_gettext_callables(one, many, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.cache.clear()


def unmarked(page: str) -> set[str]:
    """Return the words of a page that stand outside all marks."""
    page = re.sub(
        r"<(head|script|code|time|select name=\"zone\")[\s>].*?</(head|script|code|time|select)>", " ", page, flags=re.S
    )
    text = re.sub(r"<[^>]+>", " ", page)
    while "⟦" in text:
        shorter = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
        assert shorter != text
        text = shorter
    return (
        set(re.findall(r"[A-Za-z]{3,}", text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'")))
        - NOT_WORDS
    )


GAME = "katzenjammer-blues"


@pytest.mark.parametrize(
    "path", ["/", "/sign-in", "/fairness", f"/rules/{GAME}", "/mailbox/", "/account", f"/open/{GAME}"]
)
def test_pages_speak_through_gettext(running: Running, path: str) -> None:
    mark(running.app)
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org", "Ann")
    visitor.get("/")  # the greeting has been marked by no template
    found = unmarked(visitor.get(path).text)
    allowed = {word for game in games.every() for word in game.name.split()}
    if path.startswith("/open"):
        allowed |= {"Games", "the", "match", "hour", "hours", "day", "days", "week"}  # marked where they are declared
    assert found - allowed == set()


def test_the_table_speaks_through_gettext(running: Running, clock: VirtualClock) -> None:
    mark(running.app)
    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    visitor = Visitor(running)
    page = visitor.follow(seat_link(running, match_id, decision.seat, decision.asked, 0 if decision.seat == 1 else 1))
    assert unmarked(page.text) - {"phrase", "ann"} == set()


@pytest.mark.parametrize("status", ["running", "abandoned"])
def test_the_steps_speak_through_gettext(running: Running, clock: VirtualClock, status: str) -> None:
    mark(running.app)
    match_id = open_with_people(running.service, clock.now)
    for _ in range(3):
        play_any(running.service, match_id, clock.now)
    records.revealed(running.service, match_id, "why", clock.now)
    with running.service.store.writing() as session:
        match = session.get_one(Match, match_id)
        match.status = status
        for kind, seat in (("host", None), ("note", None), ("note", 2)):
            event = session.get_one(Event, (match_id, match.number))
            log.append(
                session, match, kind=kind, by="host", seat=seat, at=clock.now, fingerprint=event.fingerprint
            )  # fmt: skip
    visitor = Visitor(running)
    visitor.follow(seat_link(running, match_id, 2, 0))
    allowed = {"phrase", "ann", "why", "note"}
    pages = [f"/m/{match_id}/2", *(f"/m/{match_id}/2/step/{step}" for step in range(8))]
    if status == "abandoned":
        pages += [f"/m/{match_id}/2/step/0?eyes={eyes}" for eyes in ("1", "open", "spectator")]
    for path in pages:
        assert unmarked(visitor.get(path).text) - allowed == set(), path


def test_the_lobby_and_what_surrounds_it_speak_through_gettext(running: Running, clock: VirtualClock) -> None:
    mark(running.app)
    match_id = open_and_invite(running.service, clock.now)
    links_of = running.service.links
    visitor = Visitor(running)
    visitor.sign_in("ann@example.org", "Ann")
    visitor.get("/")
    paths = [
        f"/m/{match_id}",
        "/j/" + links_of.sign(links.SHARE, [match_id], clock.now),
        "/c/" + links_of.sign(links.CLAIM, [match_id, "dee@example.org"], clock.now),
        "/i/" + links_of.sign(links.INVITATION, [match_id, 2, 0], clock.now) + "/decline",
        "/change/" + links_of.sign(links.CHANGE, [1, "anna@example.org", "old"], clock.now),
    ]
    for path in paths:
        found = unmarked(visitor.follow(path).text)
        assert found - {"example", "org", "dee", "ben", "cho", "anna", "days", "day"} == set(), path


def test_all_messages_can_be_extracted() -> None:
    from babel.messages.catalog import Catalog
    from babel.messages.frontend import parse_mapping_cfg

    with open("babel.cfg") as file:
        methods, options = parse_mapping_cfg(file)
    keywords = {"_": None, "N_": None, "_l": None, "gettext": None, "ngettext": (1, 2), "lazy_gettext": None}
    catalog = Catalog()
    for file_name, line, message, _comments, context in extract_from_dir(".", methods, options, keywords):
        catalog.add(message, None, [(file_name, line)], context=context)
    ids = {message.id for message in catalog if message.id}
    assert "Games in the match" in ids, "from a game's options"
    assert "Your hand {hand} cannot pay {bid}; your lowest bid now is {lowest}." in ids, "from a refused move"
    assert "%(name)s passes." in ids, "from a game's words"
    assert "The host printed the record of this match, with all hidden cards." in ids, "from the words of events"
    assert "There is no such step in this match." in ids, "from the service"
    assert any(isinstance(each, tuple) for each in ids), "plurals"
    write_po(BytesIO(), catalog)
