"""Speaking to servers that players have named: only on the public internet, not for long, and hearing only a little.

A name is resolved once, and what is then connected to is the address that was looked at; so it is at every redirect,
and for a name that has another address at the second look. It holds for everything that goes through urllib3, which
the libraries that notify all do, within `careful` alone.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from ipaddress import ip_address, ip_network, IPv4Address, IPv6Address
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import connection

SECONDS = 15.0  # for all that one message takes
MOST_BYTES = 64 * 1024  # of an answer
UNICAST = ip_network("2000::/3")
NAT64 = ip_network("64:ff9b::/96")

_plain_connect = connection.create_connection
_plain_send = HTTPAdapter.send


class NotPublic(OSError):
    """A server that is not on the public internet: somewhere in our own network, perhaps."""


class Trip:
    """What is known of the connections of one message."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most  # bytes of an answer
        self.not_public = False
        self.timed_out = False
        self._lines: list[socket.socket] = []

    def keep(self, line: socket.socket) -> None:
        """Remember a connection, to be cut when time is up: TLS takes the socket, not what it leads to."""
        self._lines.append(line.dup())
        if self.timed_out:
            self.cut()

    def cut(self) -> None:
        """Cut all connections: time is up."""
        self.timed_out = True
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let go of the connections."""
        for line in self._lines:
            line.close()


_trip: ContextVar[Trip | None] = ContextVar("trip", default=None)


@contextmanager
def careful(seconds: float = SECONDS, most: int = MOST_BYTES) -> Iterator[Trip]:
    """Let this thread speak to public servers only, for `seconds` in all, and hear `most` bytes of each answer."""
    trip = Trip(most)
    token = _trip.set(trip)
    timer = threading.Timer(seconds, trip.cut)
    timer.daemon = True
    timer.start()
    try:
        yield trip
    finally:
        timer.cancel()
        _trip.reset(token)
        trip.close()


def is_public(address: str) -> bool:
    """Say whether an address is one that everybody can reach, and not ours alone.

    IPv6 has several ways to write an address of IPv4; it counts as what is written in it.
    """
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or (IPv4Address(int(found) & 0xFFFFFFFF) if found in NAT64 else None)
        if inner:
            return is_public(str(inner))
        if found not in UNICAST or found.sixtofour or found.teredo:
            return False
    return found.is_global and not found.is_multicast


def _connect(address: tuple[str, int], *options: Any, **more: Any) -> socket.socket:
    """Connect as urllib3 does; on a careful trip to a public address only. Raises `NotPublic`."""
    trip = _trip.get()
    if trip is None:
        return _plain_connect(address, *options, **more)
    host, port = address
    found = [str(each[4][0]) for each in socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)]
    if not all(is_public(each) for each in found):
        trip.not_public = True
        raise NotPublic(host)
    for each in found:
        try:
            line = _plain_connect((each, port), *options, **more)
        except OSError:
            if each == found[-1]:
                raise
        else:
            trip.keep(line)
            return line
    raise OSError("a name without an address")


def _send(adapter: HTTPAdapter, request: requests.PreparedRequest, *options: Any, **more: Any) -> requests.Response:
    """Send a request as requests does; on a careful trip only the beginning of the answer is read."""
    trip = _trip.get()
    if trip is None:
        return _plain_send(adapter, request, *options, **more)
    answer = _plain_send(adapter, request, *options, **{**more, "stream": True})
    content = b""
    for part in answer.iter_content(8192):
        content += part
        if len(content) > trip.most:
            break
    answer.close()
    answer._content = content[: trip.most]
    return answer


connection.create_connection = _connect
HTTPAdapter.send = _send  # type: ignore[method-assign, assignment]  # for the libraries that notify make their own adapters
