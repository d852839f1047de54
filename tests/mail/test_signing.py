"""Mails that are signed: what a real server received is checked as other servers check it."""

from __future__ import annotations

import base64
import subprocess
from collections.abc import Callable, Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any

import dkim
import pytest

from mail.signing import HEADERS, public_record, signer
from mail.transport import Smtp
from service import outbox
from tests.conftest import Running, VirtualClock
from tests.mail.servers import Server, serving
from tests.mail.test_smtp import letter
from tests.service.table import open_with_people

FROM = "Mousepost <mousepost@example.org>"
ZONE = b"mouse._domainkey.example.org."


class Keeping(Server):
    """A server that keeps the bytes that came."""

    def __init__(self) -> None:
        super().__init__()
        self.came: list[bytes] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.came.append(envelope.content)
        return await super().handle_DATA(server, session, envelope)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keys") / "dkim.pem"
    subprocess.run(["openssl", "genrsa", "-out", str(path), "2048"], check=True, capture_output=True)
    return path


@pytest.fixture
def server() -> Iterator[Keeping]:
    with serving(Keeping()) as running:
        yield running


def holds(data: bytes, key: Path) -> bool:
    """Say whether the signature of a mail holds, by the record that the DNS would have."""
    record = public_record(key).encode()
    found: bool = dkim.verify(data, dnsfunc=lambda name, timeout=5: record if name == ZONE else None)
    return found


def test_what_arrives_of_a_match_is_signed(
    make_running: Callable[..., Running], server: Keeping, key: Path, clock: VirtualClock
) -> None:
    transport = Smtp(f"smtp://127.0.0.1:{server.port}", name="here.example.org", sign=signer(key, "mouse", FROM))
    running = make_running(transport, MAIL_FROM=FROM)
    open_with_people(running.service, clock.now)
    with running.service.store.writing() as session:
        outbox.queue(session, outbox.SIGN_IN, clock.now, address="ann@example.org", detail={"where": "/"})
    running.work()
    assert len(server.came) == 4, "a turn, two starts, a link to sign in"
    for data in server.came:
        assert holds(data, key)
        signature = str(message_from_bytes(data)["DKIM-Signature"])
        tags = dict(tag.split("=", 1) for tag in "".join(signature.split()).split(";"))
        assert (tags["d"], tags["s"], tags["c"]) == ("example.org", "mouse", "relaxed/relaxed")
        assert tags["h"] == ":".join(HEADERS).lower()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"The mice", b"The rats"),
        (b"Subject: Your turn", b"Subject: Your burn"),
        (b"To: ben@", b"To: eve@"),
        (b"From: Mousepost", b"From: Eve <eve@example.org>\r\nFrom: Mousepost"),
        (b"To: ben", b"List-Unsubscribe: <https://eve.example.org/>\r\nTo: ben"),
    ],
)
def test_what_was_changed_on_the_way_is_noticed(server: Keeping, key: Path, old: bytes, new: bytes) -> None:
    sender = Smtp(f"smtp://127.0.0.1:{server.port}", sign=signer(key, "mouse", FROM))
    sender.send(letter())
    sender.close()
    (data,) = server.came
    assert holds(data, key)
    assert old in data
    assert not holds(data.replace(old, new), key)


def test_the_record_holds_the_public_key_as_openssl_writes_it(key: Path) -> None:
    written = subprocess.run(
        ["openssl", "rsa", "-in", str(key), "-pubout", "-outform", "DER"], check=True, capture_output=True
    )
    assert public_record(key) == f"v=DKIM1; k=rsa; p={base64.b64encode(written.stdout).decode()}"


def test_without_a_key_nothing_is_signed(server: Keeping) -> None:
    sender = Smtp(f"smtp://127.0.0.1:{server.port}")
    sender.send(letter())
    sender.close()
    assert b"DKIM-Signature" not in server.came[0]
