"""Speaking to servers that players have named: where we go and where not, for how long, and how much we hear."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import requests

from mail import outside
from mail.outside import careful, is_public, MOST_BYTES
from tests.mail.servers import hanging

PRIVATE = [
    "127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%eth0",
    "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1",
    "64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::1", "2001:0:1::1",
]  # fmt: skip
PUBLIC = ["9.9.9.9", "192.88.99.2", "2620:fe::fe", "2a00:1450:4001::1", "64:ff9b::909:909", "::ffff:9.9.9.9"]


class Web:
    """A web server that notes what it is asked, and answers as it is told: with a status, and where else to go."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.status = 200
        self.location = ""
        self.endless = False
        self.port = 0


@contextmanager
def web(host: str = "127.0.0.1", context: Any = None) -> Iterator[Web]:
    """Run a web server for a while."""
    told = Web()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            told.asked.append(
                (self.command, self.path, {key.lower(): value for key, value in self.headers.items()}, body)
            )
            self.send_response(told.status)
            if told.location:
                self.send_header("Location", told.location)
            if not told.endless:
                self.send_header("Content-Length", "2")
            self.end_headers()
            try:
                while told.endless:
                    self.wfile.write(b"x" * 8192)
                self.wfile.write(b"{}")
            except OSError:
                self.close_connection = True

        do_GET = do_POST  # noqa: N815

        def log_message(self, *_about: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer((host, 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    told.port = server.server_port
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this machine count as public."""
    monkeypatch.setattr(outside, "is_public", lambda address: True)


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_for_everybody_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_what_everybody_can_reach_is(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "0177.0.0.1"])
def test_nothing_is_asked_of_this_machine_however_it_is_written(host: str) -> None:
    with web() as server, careful() as trip:
        with pytest.raises(requests.ConnectionError):
            requests.post(f"http://{host}:{server.port}/", timeout=20)
        assert trip.not_public
    assert server.asked == []


def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 80)) for each in ("9.9.9.9", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: found)
    with careful() as trip, pytest.raises(requests.ConnectionError):
        requests.post("http://two-faced.example.org/", timeout=20)
    assert trip.not_public


def test_a_redirect_to_this_machine_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "is_public", lambda address: address == "127.0.0.2")
    with web("127.0.0.2") as public, web() as private, careful() as trip:
        public.status, public.location = 307, f"http://127.0.0.1:{private.port}/secret"
        with pytest.raises(requests.ConnectionError):
            requests.post(f"http://127.0.0.2:{public.port}/", timeout=20)
        assert trip.not_public
    assert len(public.asked) == 1
    assert private.asked == []


def test_a_name_is_resolved_once_and_that_address_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is public when it is looked at and ours when it is connected to would come in by the back door."""
    real, asked = socket.getaddrinfo, []

    def resolve(host: Any, *options: Any, **more: Any) -> Any:
        if host != "changing.example.org":
            return real(host, *options, **more)
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (f"127.0.0.{3 - len(asked)}", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(outside, "is_public", lambda address: address == "127.0.0.2")
    with web("127.0.0.2") as public, careful():
        answer = requests.post(f"http://changing.example.org:{public.port}/", timeout=20)
    assert answer.status_code == 200
    assert asked == ["changing.example.org"]
    assert len(public.asked) == 1


@pytest.mark.usefixtures("loopback")
def test_only_the_beginning_of_an_answer_is_heard() -> None:
    with web() as server, careful():
        server.endless = True
        assert len(requests.post(f"http://127.0.0.1:{server.port}/", timeout=20).content) == MOST_BYTES


@pytest.mark.usefixtures("loopback")
def test_who_never_answers_is_left(tmp_path: Path) -> None:
    with hanging() as port, careful(seconds=0.5) as trip:
        with pytest.raises(requests.ConnectionError):
            requests.post(f"http://127.0.0.1:{port}/", timeout=None)
        assert trip.timed_out


def test_what_is_not_for_players_is_as_it_was() -> None:
    with web() as server:
        assert requests.post(f"http://127.0.0.1:{server.port}/", timeout=20).status_code == 200
