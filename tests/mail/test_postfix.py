"""A real postfix brings replies and bounces, set up as docs/hosting.md says."""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from mail import server
from mail.transport import Smtp
from models.tables import Outbox, Player
from service import addresses
from service.addresses import Answered
from tests.conftest import free_port, Running
from tests.mail.post_box import BASE, PostBox
from tests.mail.servers import Server, serving
from tests.mail.test_replies import moves
from tests.service.friends import fix_the_secret

PATIENCE = 60.0  # seconds at the most; a test goes on as soon as what it waits for has happened
HOSTING = Path(__file__).parent.parent.parent / "docs" / "hosting.md"

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example.org
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
"""
MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""
GONE = "gone.example.net smtp:[127.0.0.1]:{port}"  # a server that knows nobody


def shown(name: str) -> str:
    """Return the lines of a file that docs/hosting.md shows."""
    text = HOSTING.read_text().split(f"`{name}`", 1)[1]
    return text.split("```", 2)[1].partition("\n")[2]


@pytest.fixture
def postfix() -> None:
    """Skip where there is no postfix, or it may not be started; where everything is to be tested that is a failure."""
    reason = ""
    if not shutil.which("postfix", path="/usr/sbin:/usr/bin"):
        reason = "postfix is missing: .ci/run installs it"
    elif os.geteuid():
        reason = "only root can start postfix"
    if reason and os.environ.get("CI") != "true":
        pytest.skip(reason)
    assert not reason, reason


@pytest.fixture
def ports() -> tuple[int, int]:
    return free_port(), free_port()


@pytest.fixture
def gone() -> Iterator[Server]:
    """Give a mail server where there is nobody."""
    server = Server()
    server.to_rcpt["ann@gone.example.net"] = ["550 5.1.1 no such mouse"] * 10
    with serving(server):
        yield server


@pytest.fixture
def box(
    postfix: None,
    ports: tuple[int, int],
    gone: Server,
    make_running: Callable[..., Running],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[PostBox]:
    """Give a match whose mail goes out by postfix, and to which postfix brings what comes."""
    fix_the_secret(monkeypatch, 4)
    smtp, lmtp = ports
    url = f"smtp://127.0.0.1:{smtp}"
    sender = {"SMTP_URL": url, "MAIL_FROM": "Mousepost <mousepost@cards.example.org>"}
    running = make_running(Smtp(url), REPLY_TO=BASE, **sender)
    listening = server.listen(running.service, BASE, running.clock, "lmtp", "127.0.0.1", lmtp)
    with tempfile.TemporaryDirectory(prefix="mousepost-postfix-", ignore_cleanup_errors=True) as folder:
        set_up(Path(folder), smtp, lmtp, gone.port)
        listening.start()
        command = ["/usr/sbin/postfix", "-c", f"{folder}/etc"]
        subprocess.run([*command, "start"], check=True, capture_output=True)
        try:
            yield PostBox(running)
        finally:
            subprocess.run([*command, "stop"], check=False, capture_output=True)
            listening.stop()


def set_up(folder: Path, smtp: int, lmtp: int, gone: int) -> None:
    """Write the settings of a postfix of its own."""
    folder.chmod(0o755)
    for name in ("etc", "queue", "data"):
        (folder / name).mkdir()
    shutil.chown(folder / "data", "postfix", "postfix")
    etc = folder / "etc"
    ours = shown("/etc/postfix/main.cf").replace("/etc/postfix", str(etc))
    (etc / "main.cf").write_text(MAIN.format(folder=folder) + ours)
    (etc / "master.cf").write_text(MASTER.format(port=smtp))
    (etc / "transport").write_text(
        shown("/etc/postfix/transport").replace("2525", str(lmtp)) + GONE.format(port=gone) + "\n"
    )
    (etc / "replies").write_text(shown("/etc/postfix/replies"))
    for name in ("transport", "replies"):
        subprocess.run(["/usr/sbin/postmap", "-c", str(etc), str(etc / name)], check=True, capture_output=True)


def wait_for(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until, "postfix has not brought the mail"
        time.sleep(0.05)


def reply_address(box: PostBox) -> str:
    """Return the address that a mail to the player who is asked would have."""
    epoch = 0 if box.seat == 1 else 1
    about = Answered(box.match_id, box.seat, 0, epoch)
    return addresses.reply_to(box.running.service.links.keys, BASE, about, box.running.clock.now)


def test_postfix_brings_a_reply(box: PostBox, ports: tuple[int, int]) -> None:
    with smtplib.SMTP("127.0.0.1", ports[0]) as client:
        client.sendmail("ann@example.net", [reply_address(box)], b"Subject: Re: x\r\n\r\nbid 1x1\r\n")
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            client.sendmail("ann@example.net", ["nobody@cards.example.org"], b"Subject: x\r\n\r\nbid 1x1\r\n")
    wait_for(lambda: moves(box) == ["bid 1x1"])


def test_postfix_brings_back_what_cannot_be_delivered(box: PostBox) -> None:
    running = box.running
    with running.service.store.writing() as session:
        player = session.exec(select(Player).where(Player.name == box.name)).one()
        player.address = player.address_key = "ann@gone.example.net"
        session.add(player)
    box.deliver()

    def bounced() -> bool:
        with running.service.store.reading() as session:
            query = select(Outbox.status).where(Outbox.sent_to == "ann@gone.example.net")
            return "bounced" in session.exec(query).all()

    wait_for(bounced)
    with running.service.store.reading() as session:
        found = session.exec(select(Player).where(Player.name == box.name)).one()
    assert found.bounced_at
    assert "no such mouse" in found.bounced_words
