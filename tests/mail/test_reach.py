"""At a real server: an address that is refused for good twice running gets no more mail, and its player can mend it."""

from __future__ import annotations

from collections.abc import Callable

from mail.transport import Smtp
from models.tables import Outbox
from service import people, reach
from service.clock import HOUR, Pace
from tests.conftest import Running
from tests.mail.servers import Server, serving
from tests.mail.test_wishes import let_ask, open_another, rows
from tests.web.absent import open_at, player_of

GONE = "550 5.1.1 <ann@example.org>: no such mouse"
LATER = "451 4.7.1 greylisted"


def sending(make_running: Callable[..., Running], server: Server) -> Running:
    url = f"smtp://127.0.0.1:{server.port}"
    return make_running(Smtp(url, seconds=20), SMTP_URL=url, MAIL_FROM="Mousepost <m@example.org>")


def ask_ann_at(running: Running, tables: int) -> None:
    """Let Ann be asked at so many tables, and the mails about it be tried."""
    for number in range(tables):
        match_id = open_another(running) if number else open_at(running, Pace(24 * HOUR), ("Ann", "Ben"))
        let_ask(running, match_id, "Ann")
        running.clock.advance(minutes=2)
        running.worker.post()
        running.clock.advance(minutes=20)
        running.worker.post()


def tried(running: Running) -> list[Outbox]:
    """Return what was to be told to Ann, but for what was over by then."""
    mine = rows(running, player_id=player_of(running, "Ann").id)
    return [row for row in mine if row.attempts and row.status != "dropped"]


def test_twice_running_ends_it(make_running: Callable[..., Running]) -> None:
    with serving(Server()) as server:
        running = sending(make_running, server)
        server.to_rcpt["ann@example.org"] = [GONE] * 99
        ask_ann_at(running, 3)
        who = player_of(running, "Ann")
        assert who.bounced_words == GONE
        refused = 99 - len(server.to_rcpt["ann@example.org"])
        assert refused == 2, "the third is not even tried"
        assert {row.status for row in tried(running)} == {"failed"}
        server.to_rcpt["ann@example.org"].clear()
        people.request_sign_in(running.service, "ann@example.org", "test", "/", running.clock.now)
        running.worker.post()
        assert server.recipients.count("Ann <ann@example.org>") + server.recipients.count("ann@example.org") == 1
        reach.try_again(running.service, who.id or 0, running.clock.now)
        running.worker.post()
        assert player_of(running, "Ann").bounced_at is None
        assert len([row for row in tried(running) if row.status == "sent" and row.kind == "turn"]) == 3


def test_once_and_what_is_deferred_end_nothing(make_running: Callable[..., Running]) -> None:
    with serving(Server()) as server:
        running = sending(make_running, server)
        server.to_rcpt["ann@example.org"] = [GONE, LATER]
        ask_ann_at(running, 3)
        assert player_of(running, "Ann").bounced_at is None
        assert {row.status for row in tried(running)} == {"failed", "sent"}
        assert all(row.sent_to == "ann@example.org" for row in tried(running))


def test_a_full_mailbox_is_no_missing_one(make_running: Callable[..., Running]) -> None:
    with serving(Server()) as server:
        running = sending(make_running, server)
        server.to_rcpt["ann@example.org"] = ["552 5.2.2 mailbox full"] * 99
        ask_ann_at(running, 3)
        assert player_of(running, "Ann").bounced_at is None
