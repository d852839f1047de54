"""Four people with nothing but mailboxes play a match to its result, over a real SMTP server."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from sqlmodel import select
from werkzeug.serving import make_server, WSGIRequestHandler

from mail.transport import Smtp
from models.tables import Decision, Event, Match, Outbox
from tests.conftest import free_port, pass_time, Running
from tests.e2e.people import links_in, Person, text_of


class PostOffice:
    """A real SMTP server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.port = free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)

    async def handle_DATA(self, _server: object, _session: object, envelope: object) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.content, policy=policy.default)  # type: ignore[attr-defined]
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 taken"

    def take(self, address: str) -> list[EmailMessage]:
        mine = [mail for mail in self.mails if address in str(mail["To"])]
        for mail in mine:
            self.mails.remove(mail)  # one by one: another mail may come in meanwhile
        return mine


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    office.controller.start()
    yield office
    office.controller.stop()


class Quiet(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing."""


@pytest.fixture
def served(make_running: Callable[..., Running], post_office: PostOffice) -> Iterator[Running]:
    port = free_port()
    running = make_running(
        Smtp(f"smtp://127.0.0.1:{post_office.port}"),
        SMTP_URL=f"smtp://127.0.0.1:{post_office.port}",
        MAIL_FROM="Mousepost <mousepost@example.org>",
        BASE_URL=f"http://127.0.0.1:{port}",
    )
    server = make_server("127.0.0.1", port, running.app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    running.worker.start()
    yield running
    running.worker.stop()
    server.shutdown()
    server.server_close()
    thread.join()


def settle_down(running: Running) -> None:
    """Wait until the worker has nothing left to play and to send."""
    for _ in range(1500):
        with running.service.store.reading() as session:
            waiting = session.exec(
                select(Outbox).where(Outbox.status == "queued", Outbox.due_at <= running.clock())
            ).all()
            due = session.exec(select(Decision).where(Decision.due_at <= running.clock.now)).all()
        if not waiting and not due:
            return
        running.service.wake()
        time.sleep(0.02)
    raise AssertionError("mail is stuck")


def sign_in(person: Person, running: Running, post_office: PostOffice, base: str) -> None:
    page = person.get(f"{base}/sign-in")
    page = person.submit(page, page.forms[-1], [("address", person.address)])
    assert page.status == 200
    settle_down(running)
    (mail,) = post_office.take(person.address)
    page = person.follow_link(mail)
    assert person.address in page.words
    page = person.submit(page, page.forms[-1], [("name", person.name)])
    assert f"Welcome, {person.name}" in page.words


def open_table(person: Person, base: str, others: list[Person]) -> str:
    page = person.get(f"{base}/open/katzenjammer-blues")
    seats = [("seat-1", "me")]
    for n, other in enumerate(others, 2):
        seats += [(f"seat-{n}", "invite"), (f"address-{n}", other.address)]
    page = person.submit(page, page.forms[-1], [*seats, ("option-games", "1"), ("pace", "daily")])
    assert "The commitment" in page.words, page.words
    commitment = re.search(r"\b[0-9a-f]{64}\b", page.words)
    assert commitment
    form = next(form for form in page.forms if "phrase" in form.inputs)
    page = person.submit(page, form, [("phrase", "three blind mice")])
    assert "3 invitations are on their way" in page.words
    return commitment[0]


def take_seat(person: Person, mail: EmailMessage, commitment: str) -> None:
    assert commitment in text_of(mail), "the commitment stands in the invitation"
    page = person.follow_link(mail)
    form = next(form for form in page.forms if "name" in form.inputs)
    page = person.submit(page, form, [("name", person.name), ("phrase", f"{person.name} was here")])
    assert page.status == 200, page.words


def play_to_the_end(people: list[Person], running: Running, post_office: PostOffice) -> dict[str, list[EmailMessage]]:
    """Let everybody answer their mails; `Dee` falls silent from the third round on, and a house bot plays for her then.

    Return each one's mails.
    """
    got: dict[str, list[EmailMessage]] = {person.name: [] for person in people}
    rounds_seen: set[str] = set()
    patient = True
    for _ in range(900):
        settle_down(running)
        idle = True
        for person in people:
            for mail in post_office.take(person.address):
                idle = False
                got[person.name].append(mail)
                text = text_of(mail)
                rounds_seen.update(re.findall(r"- (\w+ turns over [^.]+)\.", text))
                if "Your turn" in text and not (person.name == "Dee" and len(rounds_seen) >= 3):
                    person.play(mail)
        if all(any("The match is over" in text_of(mail) for mail in got[name]) for name in ("Ann", "Ben", "Cho")):
            return got
        if idle:  # what somebody is asked after their own move is mailed a little later
            pass_time(running, minutes=11) if patient else pass_time(running, days=1, seconds=1)
            running.service.wake()
        patient = not (idle and patient)
    raise AssertionError("the match did not end")


def test_four_mailboxes_play_a_match_to_its_result(served: Running, post_office: PostOffice) -> None:
    base = served.worker.office.base_url
    ann, ben, cho, dee = people = [
        Person(name, f"{name.lower()}@example.org", seed) for seed, name in enumerate(["Ann", "Ben", "Cho", "Dee"])
    ]
    sign_in(ann, served, post_office, base)
    commitment = open_table(ann, base, [ben, cho, dee])
    settle_down(served)
    for person in (ben, cho, dee):
        (invitation,) = post_office.take(person.address)
        take_seat(person, invitation, commitment)
    got = play_to_the_end(people, served, post_office)

    everything = [mail for mails in got.values() for mail in mails]
    assert len({mail["Subject"] for mail in everything}) == 1, "one subject a match"
    assert len({mail["References"] for mail in everything}) == 1, "one thread a match"
    assert len({mail["Message-ID"] for mail in everything}) == len(everything)
    assert any("Your time was up" in text_of(mail) for mail in got["Dee"])
    assert "You seem to be away, Dee" in text_of(got["Dee"][-1])
    assert all("Your time was up" not in text_of(mail) for name in ("Ann", "Ben", "Cho") for mail in got[name])
    for mail in everything:
        assert mail.get_body(("html",)) is not None
        assert links_in(mail)
    with served.service.store.reading() as session:
        (match,) = session.exec(select(Match)).all()
        events = session.exec(select(Event).where(Event.match_id == match.id)).all()
    assert match.status == "over"
    moved = {event.by for event in events if event.kind == "move" and event.seat == 4 and event.number > 12}
    assert moved <= {"deadline", "forced", "player", "bot"}
    assert any(event.by == "deadline" for event in events)
    assert all(event.seat == 4 for event in events if event.by == "deadline")
    assert any(event.move and event.move.startswith("settle") for event in events)
