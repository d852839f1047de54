"""People: addresses, and who is taken for whom."""

from __future__ import annotations

import pytest

from service import links, people
from service.base import Service
from tests.conftest import Running, VirtualClock


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (" Ann@Example.org ", "Ann@example.org"),
        ("ann@bücher.example.org", "ann@xn--bcher-kva.example.org"),
        ("ann@straße.de", "ann@xn--strae-oqa.de"),
    ],
)
def test_an_address_is_one_that_any_mail_server_takes(typed: str, found: str) -> None:
    assert people.clean_address(typed) == found


def test_domains_that_differ_are_different_players(service: Service, clock: VirtualClock) -> None:
    """`ß` is a letter of its own in a domain, and `ss` in another case."""
    players = []
    for typed in ("ann@strasse.de", "ann@straße.de"):
        token = service.links.sign(links.SIGN_IN, [people.clean_address(typed), "/"], clock.now)
        players.append(people.sign_in(service, token, "Ann", "UTC", clock.now)[0].id)
    assert players[0] != players[1]


def test_mail_to_an_international_domain_is_in_ascii(running: Running, clock: VirtualClock) -> None:
    people.request_sign_in(running.service, "ann@bücher.example.org", "test", "/", clock.now)
    running.work()
    (mail,) = running.tray.mails
    assert b"To: ann@xn--bcher-kva.example.org\r\n" in mail.as_bytes()
