"""A host: a clean copy of the project, `make serve`, people who play over HTTP, and an end that loses nothing."""

from __future__ import annotations

import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.conftest import free_port
from tests.e2e.clone import clone, make, wait_for
from tests.e2e.people import Page, Person
from tests.test_supervisor import still_running, wait_until_gone

KEY = "a key for this test alone"


class Served:
    """`make serve` in a copy, with its processes."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._output = folder / "output"
        self.make = make(folder, "serve", f"BIND=127.0.0.1:{self.port}", output=self._output, **environ)
        self.family: list[psutil.Process] = []

    def wait(self) -> None:
        wait_for(self.url, self.make, self._output)
        self.family = psutil.Process(self.make.pid).children(recursive=True)

    def process(self, word: str) -> psutil.Process:
        """Return the first process, parents before their children, whose command has a word."""
        return next(process for process in self.family if word in process.cmdline())

    def output(self) -> str:
        return self._output.read_text()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Return an address for MOUSEPOST_DATABASE_URL, empty for the file that is made by itself."""
    return "" if request.param == "sqlite" else request.getfixturevalue("postgresql")


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    made: list[Served] = []

    def start(**environ: str) -> Served:
        made.append(Served(clone(tmp_path), **environ))
        made[-1].wait()
        return made[-1]

    yield start
    for served in made:
        for process in still_running(served.family):
            process.kill()
        served.make.kill()
        served.make.wait()


def wait_for_page(person: Person, url: str, found: Callable[[Page], object]) -> Page:
    """Reload a page until something is found in it."""
    for _ in range(600):
        page = person.get(url)
        if found(page):
            return page
        time.sleep(0.1)
    raise AssertionError(page.words)


def asks(page: Page) -> bool:
    return any(form.radios.get("part") for form in page.forms)


def play_some(person: Person, served: Served) -> None:
    """Play at a table with two house bots, each of which answers before the next question."""
    front = person.get(served.url)
    form = next(form for form in front.forms if form.action.endswith("/play-now"))
    lobby = person.submit(front, form, [("game", "katzenjammer-blues"), ("bots", "2"), ("name", person.name)])
    form = next(form for form in lobby.forms if "phrase" in form.inputs)
    table = person.submit(lobby, form, [("phrase", "three blind mice")])
    for _ in range(3):
        page = wait_for_page(person, table.url, asks)
        form = next(form for form in page.forms if form.radios.get("part"))
        page = person.submit(page, form, [("part", form.radios["part"][-1])])
        assert page.status in (200, 422), page.words


def sign_in(person: Person, served: Served) -> str:
    """Sign in by the mail that the worker put into the local mailbox; return the token in it."""
    page = person.get(f"{served.url}/sign-in")
    person.submit(page, page.forms[-1], [("address", person.address)])
    inbox = wait_for_page(person, f"{served.url}/mailbox/", lambda page: person.address in page.words)
    (mail,) = set(re.findall(r'href="(/mailbox/[^"/?]+)"', inbox.text))
    link = re.search(r"/sign-in/([\w.-]+)", person.get(served.url + mail).text)
    assert link
    page = person.get(served.url + link[0])
    page = person.submit(page, page.forms[-1], [("name", person.name)])
    assert f"Welcome, {person.name}" in page.words
    return link[1]


def send(served: Served, data: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", served.port), timeout=60)
    connection.sendall(data)
    return connection


def receive(connection: socket.socket) -> str:
    with connection:
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()


def wait_for_word(served: Served, word: str) -> None:
    for _ in range(600):
        if word in served.output():
            return
        time.sleep(0.1)
    raise AssertionError(served.output())


def begin_a_form(served: Served) -> socket.socket:
    """Send the head of a form and half of its body; return when a web process is reading it."""
    head = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    connection = send(served, head + b"Content-Length: 22\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n")
    assert connection.recv(65536).startswith(b"HTTP/1.1 100 ")
    connection.sendall(b"address=ann")
    return connection


def test_people_play_and_the_end_loses_nothing(serve: Callable[..., Served], database_url: str) -> None:
    served = serve(MOUSEPOST_DATABASE_URL=database_url, MOUSEPOST_SECRET_KEYS=KEY)
    assert len(served.family) == 5, "supervisor, gunicorn with two processes, worker"
    ann = Person("Ann", "ann@example.org")
    play_some(Person("Guest", ""), served)
    token = sign_in(ann, served)
    ann.get(f"{served.url}/sign-in/{token}x")
    refused = receive(send(served, f"GET /sign-in/{token} HTTP/9.9.9\r\n\r\n".encode()))
    assert refused.startswith("HTTP/1.1 400 ")
    in_flight = begin_a_form(served)
    os.kill(served.make.pid, signal.SIGTERM)
    wait_for_word(served, "Worker exiting")  # the web process that had nothing in hand
    in_flight.sendall(b"@b.example.")
    answer = receive(in_flight)
    assert answer.startswith("HTTP/1.1 400 ")
    assert "This page was too old" in answer, "answered whole, though without the mark of a form"
    assert served.make.wait(60) == -signal.SIGTERM, "make passes the signal on and ends by it"
    assert still_running(served.family) == []
    output = served.output()
    assert "Invalid" in output, "what was damaged is logged"
    assert token not in output
    assert "Traceback" not in output
    assert (served.folder / "instance" / "mousepost.db").exists() is (not database_url)


def test_a_dead_web_server_takes_the_worker_along(serve: Callable[..., Served]) -> None:
    served = serve()
    served.process("gunicorn").kill()
    assert served.make.wait(60) == 2, "the recipe failed"
    assert "the web server ended by itself (killed by signal 9)" in served.output()
    wait_until_gone(served.family)


def test_a_database_out_of_reach_is_said_in_one_line(tmp_path: Path) -> None:
    served = Served(
        clone(tmp_path),
        MOUSEPOST_DATABASE_URL=f"postgresql://ann:hunter2@127.0.0.1:{free_port()}/mousepost",
        MOUSEPOST_SECRET_KEYS=KEY,
    )
    assert served.make.wait(60) == 2
    assert "Error: the database cannot be used" in served.output()
    assert "hunter2" not in served.output()
    assert "Traceback" not in served.output()
