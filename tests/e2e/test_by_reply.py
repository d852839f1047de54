"""A whole match of each game by plain replies alone: by SMTP out, and by SMTP in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mail import server
from mail.transport import Smtp
from service import clock as clocks
from tests.conftest import free_port, pass_time, Running
from tests.e2e.repliers import Replier
from tests.e2e.test_by_mail import post_office, PostOffice
from tests.service import friends
from tests.service.friends import address_of, fix_the_secret, open_among_friends
from tests.service.table import events_of, match_of

__all__ = ["post_office"]

BASE = "play@cards.example.org"
GAMES = {
    "katzenjammer-blues": (("Ann", "Ben", "Cho"), {}),
    "clubs": (("Ann", "Ben", "Cho"), {"target": 10}),
    "flohcati": (("Ann", "Ben", "Cho"), {}),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_by_replies_alone(
    make_running: Callable[..., Running], post_office: PostOffice, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_the_secret(monkeypatch, 11)
    monkeypatch.setattr(friends, "DAY", clocks.Pace(30 * 24 * 3600))
    url = f"smtp://127.0.0.1:{post_office.port}"
    running = make_running(
        Smtp(url), SMTP_URL=url, MAIL_FROM="Mousepost <mousepost@cards.example.org>", REPLY_TO=BASE
    )  # fmt: skip
    port = free_port()
    listening = server.listen(running.service, BASE, running.clock, "smtp", "127.0.0.1", port)
    listening.start()
    names, options = GAMES[game]
    match_id = open_among_friends(running.service, running.clock.now, game, names, options)
    people = [Replier(name, address_of(name), port, seed) for seed, name in enumerate(names)]
    try:
        play_to_the_end(running, post_office, people, match_id)
    finally:
        listening.stop()
    events = events_of(running.service, match_id)
    moved = {event.by for event in events if event.kind == "move"}
    assert moved <= {"player", "forced"}, "nobody's deadline passed, and nothing but replies played"
    assert all(person.sent for person in people)
    assert all("The match is over" in person.read[-1] for person in people)


def play_to_the_end(running: Running, post_office: PostOffice, people: list[Replier], match_id: str) -> None:
    """Let everybody reply to what asks them something, until the match is over."""
    for _ in range(2500):
        running.work()
        mails = [(person, mail) for person in people for mail in post_office.take(person.address)]
        for person, mail in mails:
            person.take(mail)
        if not mails and match_of(running.service, match_id).status == "over":
            return
        pass_time(running, minutes=11)  # what somebody is asked after their own move is mailed a little later
    raise AssertionError("the match did not end")
