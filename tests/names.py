"""A server of the DNS for the tests, which says what it is told to."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.message
import dns.rrset
from dns import rcode


class Names:
    """The texts of names; with `rcode` set to an error it gives that for all."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}
        self.rcode = rcode.NOERROR
        self.port = 0

    def answer(self, data: bytes) -> bytes:
        query = dns.message.from_wire(data)
        answer = dns.message.make_response(query)
        name = query.question[0].name.to_text()
        if self.rcode != rcode.NOERROR:
            answer.set_rcode(self.rcode)
        elif name in self.texts:
            quoted = [
                " ".join(f'"{text[at : at + 255]}"' for at in range(0, len(text), 255)) for text in self.texts[name]
            ]
            answer.answer.append(dns.rrset.from_text(name, 60, "IN", "TXT", *quoted))
        else:
            answer.set_rcode(rcode.NXDOMAIN)
        return answer.to_wire()


@contextmanager
def naming() -> Iterator[Names]:
    """Run a server for a while."""
    names, line = Names(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(("127.0.0.1", 0))
    names.port = line.getsockname()[1]

    def serve() -> None:
        while True:
            data, whom = line.recvfrom(4096)
            if not data:
                return
            line.sendto(names.answer(data), whom)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield names
    finally:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", ("127.0.0.1", names.port))
        thread.join()
        line.close()
