"""The postman at real servers: what is refused for good, what is tried again, and that no row is another's fate."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

import pytest
from sqlmodel import select

from mail import post
from mail.transport import Smtp
from models.tables import Outbox
from tests.certificates import Certificates
from tests.conftest import free_port, Running, VirtualClock
from tests.mail.servers import BREAK_OFF, hanging, Server, serving, tls
from tests.service.table import decision_of, open_and_invite, open_with_people

NAMES = ("Ben", "Cho", "Dee", "Eve")
PASSWORD = "hunter2"


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(Server()) as running:
        yield running


@pytest.fixture
def sending(make_running: Callable[..., Running]) -> Callable[..., Running]:
    """Return what makes a service that sends its mail to a port."""

    def make(port: int, seconds: float = 20, prefix: str = "smtp://", **options: object) -> Running:
        url = f"{prefix}127.0.0.1:{port}"
        return make_running(
            Smtp(url, seconds=seconds, **options),  # type: ignore[arg-type]
            SMTP_URL=url, MAIL_FROM="Mousepost <m@example.org>",
        )  # fmt: skip

    return make


def rows_of(running: Running) -> dict[str, Outbox]:
    """Return the invitations by the address they go to."""
    with running.service.store.reading() as session:
        return {row.address or "": row for row in session.exec(select(Outbox).where(Outbox.kind == "invitation"))}


def states(running: Running) -> dict[str, str]:
    return {address.partition("@")[0]: row.status for address, row in rows_of(running).items()}


def test_a_batch_goes_by_one_connection(server: Server, sending: Callable[..., Running], clock: VirtualClock) -> None:
    running = sending(server.port)
    open_and_invite(running.service, clock.now, NAMES)
    running.work()
    assert sorted(server.recipients) == [f"{name.lower()}@example.org" for name in NAMES]
    assert (len(server.connections), server.quits) == (1, 1)


def test_one_refused_for_good_affects_no_other(
    server: Server, sending: Callable[..., Running], clock: VirtualClock
) -> None:
    running = sending(server.port)
    server.to_rcpt["cho@example.org"] = ["550 5.1.1 no such mouse"]
    open_and_invite(running.service, clock.now, NAMES)
    running.work()
    assert states(running) == {"ben": "sent", "cho": "failed", "dee": "sent", "eve": "sent"}
    row = rows_of(running)["cho@example.org"]
    assert (row.last_error, row.attempts) == ("550 5.1.1 no such mouse", 1)
    clock.advance(days=2)
    running.work()
    assert len(server.mails) == 3, "it is not tried again"


def test_one_refused_in_passing_is_taken_later(
    server: Server, sending: Callable[..., Running], clock: VirtualClock
) -> None:
    running = sending(server.port)
    server.to_rcpt["cho@example.org"] = ["451 4.7.1 greylisted", "451 4.7.1 greylisted"]
    open_and_invite(running.service, clock.now, NAMES)
    waits = []
    for _ in range(3):
        running.work()
        row = rows_of(running)["cho@example.org"]
        if row.status == "queued":
            assert row.last_error == "451 4.7.1 greylisted"
            waits.append((row.due_at - clock.now).total_seconds())
            clock.now = row.due_at
    assert states(running) == dict.fromkeys(("ben", "cho", "dee", "eve"), "sent")
    assert waits == [60, 120]


def test_a_server_that_dies_mid_batch_costs_no_other_mail(
    server: Server, sending: Callable[..., Running], clock: VirtualClock
) -> None:
    running = sending(server.port)
    server.to_data["cho@example.org"] = [BREAK_OFF]
    open_and_invite(running.service, clock.now, NAMES)
    running.work()
    assert states(running) == {"ben": "sent", "cho": "queued", "dee": "sent", "eve": "sent"}
    assert len(server.connections) == 2
    clock.advance(minutes=1)
    running.work()
    assert states(running)["cho"] == "sent"


def test_a_server_that_goes_away_mid_batch_puts_the_rest_off(
    sending: Callable[..., Running], clock: VirtualClock
) -> None:
    with serving(Server()) as server:
        running = sending(server.port)
        open_and_invite(running.service, clock.now, NAMES)
        post.send_due(running.service, running.worker.office, running.worker.transport, clock, limit=2)
    running.work()
    assert states(running) == {"ben": "sent", "cho": "sent", "dee": "queued", "eve": "queued"}
    rest = [row for row in rows_of(running).values() if row.status == "queued"]
    assert {(row.attempts, row.claimed_until) for row in rest} == {(1, None)}
    assert all("refused" in row.last_error for row in rest)


@pytest.mark.parametrize("there", [True, False])
def test_a_server_that_cannot_be_used_is_waited_for_once_a_batch(
    sending: Callable[..., Running], clock: VirtualClock, there: bool
) -> None:
    place: AbstractContextManager[int] = hanging() if there else nullcontext(free_port())
    with place as port:
        running = sending(port, seconds=0.1)
        open_and_invite(running.service, clock.now, NAMES)
        asked = []
        sender = running.worker.transport
        take = sender.send
        sender.send = lambda message: (asked.append(message), take(message))[1]  # type: ignore[method-assign, func-returns-value]
        running.work()
    assert len(asked) == 1
    assert set(states(running).values()) == {"queued"}
    assert {row.attempts for row in rows_of(running).values()} == {1}


def test_a_bad_login_is_retried_and_its_password_is_nowhere(
    certificates: Certificates,
    sending: Callable[..., Running],
    clock: VirtualClock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with serving(Server(tls_context=tls(certificates), auth_required=True)) as server:
        server.password = "another"
        running = sending(
            server.port, prefix=f"smtp+starttls://ann:{PASSWORD}@", ca=certificates.ca, name="m.example.org"
        )
        open_and_invite(running.service, clock.now, NAMES)
        with caplog.at_level(logging.DEBUG):
            running.work()
        rows = rows_of(running).values()
        assert {row.status for row in rows} == {"queued"}
        assert all("the login is refused: 535" in row.last_error for row in rows)
        ours = [record.getMessage() for record in caplog.records if record.name.startswith("mousepost")]
        assert ours
        assert PASSWORD not in "".join([*ours, *(row.last_error for row in rows)])
        server.password = PASSWORD
        clock.advance(minutes=1)
        running.work()
        assert set(states(running).values()) == {"sent"}
        assert server.encrypted == {True}


def test_a_decision_that_cannot_be_mailed_is_tried_up_to_its_deadline(
    server: Server, sending: Callable[..., Running], clock: VirtualClock
) -> None:
    running = sending(server.port)
    match_id = open_with_people(running.service, clock.now)
    decision = decision_of(running.service, match_id)
    address = ("ann@example.org", "ben@example.org", "cho@example.org")[decision.seat - 1]
    server.to_rcpt[address] = ["451 4.2.2 mailbox full"] * 1000
    tried = []
    while clock.now < decision.due_at:
        before = len(server.to_rcpt[address])
        running.worker.post()
        if len(server.to_rcpt[address]) < before:
            tried.append(decision.due_at - clock.now)
        clock.advance(minutes=1)
    assert min(tried).total_seconds() == 5 * 60
    with running.service.store.reading() as session:
        (row,) = session.exec(select(Outbox).where(Outbox.match_id == match_id, Outbox.kind == "turn"))
    assert (row.status, row.last_error) == ("failed", "451 4.2.2 mailbox full")


def test_a_letter_that_cannot_be_written_is_no_others_fate(
    server: Server,
    sending: Callable[..., Running],
    clock: VirtualClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    running = sending(server.port)
    open_and_invite(running.service, clock.now, NAMES)
    write = post.compose

    def stumble(*args: object) -> object:
        if args[3].address == "cho@example.org":  # type: ignore[attr-defined]
            raise KeyError("the hand is 1 2 3")
        return write(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(post, "compose", stumble)
    running.work()
    assert states(running) == {"ben": "sent", "cho": "queued", "dee": "sent", "eve": "sent"}
    assert rows_of(running)["cho@example.org"].last_error == "not written: KeyError"
    assert "could not be written" in caplog.text


def test_a_postman_who_is_to_stop_begins_no_further_mail(
    server: Server, sending: Callable[..., Running], clock: VirtualClock
) -> None:
    running = sending(server.port)
    open_and_invite(running.service, clock.now, NAMES)
    worker = running.worker
    sent = iter([True, True, False])
    post.send_due(running.service, worker.office, worker.transport, clock, go_on=lambda: next(sent))
    worker.transport.close()
    assert len(server.mails) == 2
    assert sorted(states(running).values()) == ["queued", "queued", "sent", "sent"]
