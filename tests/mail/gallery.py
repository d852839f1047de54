"""One mail of every kind, and of every game where a kind shows the table: for whoever looks at what all mails have."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import games
from models.tables import Player, Seat
from service import absence, lobby, matches, outbox, replies, seats, wishes
from service.addresses import Answered
from service.history import Diverged
from service.matches import Guest
from service.play import freeze
from tests.conftest import pass_time, Running
from tests.service.friends import address_of, NAMES, open_among_friends, play_until, position_of
from tests.service.table import decision_of, match_of, open_and_invite
from tests.web.absent import set_away

PUBLIC = {
    "BASE_URL": "https://cards.example.org",
    "SMTP_URL": "smtp://localhost",
    "MAIL_FROM": "Mousepost <mousepost@cards.example.org>",
    "REPLY_TO": "play@cards.example.org",
}
HOST = "Hester"
KINDS = {
    value
    for name, value in vars(outbox).items()
    if name.isupper() and isinstance(value, str) and value != outbox.CHANNEL
} | {*outbox.REMINDERS.values(), wishes.DIGEST}

Gallery = dict[str, EmailMessage]


def collect(running: Running) -> Gallery:
    """Return mails by what they are, such as `turn clubs`; a kind of the outbox that is missing fails by name."""
    _accounts(running)
    _lobby(running)
    for game in games.every():
        _play(running, game.key)
    _digest(running)
    _frozen(running)
    found: Gallery = {}
    for mail in running.tray.mails:
        first, *parts = str(mail["Message-ID"]).strip("<>").partition("@")[0].split(".")
        if len(parts) == 1 or first == wishes.DIGEST:
            found.setdefault(first, mail)
        else:
            found.setdefault(f"{parts[1]} {match_of(running.service, first).game}", mail)
    missing = KINDS - {name.split()[0] for name in found}
    assert not missing, f"no mail of these kinds: {missing}"
    return found


def _queue(running: Running, kind: str, **row: object) -> None:
    with running.service.store.writing() as session:
        outbox.queue(session, kind, running.clock.now, **row)  # type: ignore[arg-type]


def _accounts(running: Running) -> None:
    with running.service.store.writing() as session:
        zoe = Player(
            name="Zoë Öztürk", address="zoe@example.org", address_key="zoe@example.org", created_at=running.clock.now
        )
        session.add(zoe)
        session.flush()
        who = zoe.id
    _queue(running, outbox.SIGN_IN, address="zoe@example.org", detail={"where": "/"})
    _queue(running, outbox.ADDRESS, address="zoe@example.org", player_id=who)
    for kind in (outbox.CHANGE_OLD, outbox.CHANGE_NEW):
        _queue(running, kind, address="zoe@example.org", player_id=who, detail={"address": "zo@example.net"})
    _queue(running, outbox.ZONE, player_id=who, detail={"zone": "Atlantis/Capital"})
    running.work()


def _lobby(running: Running) -> None:
    service = running.service
    match_id = open_and_invite(service, running.clock.now)
    matches.take_seat(service, match_id, 2, Guest("Ben"), running.clock.now)
    opener = match_of(service, match_id).opener_id
    for kind in (outbox.VACANT, outbox.EXPIRING, outbox.PHRASE):
        _queue(running, kind, match_id=match_id, seat=1, number=0, player_id=opener)
    _queue(running, outbox.CLAIM_SEAT, match_id=match_id, address="dan@example.org")
    running.work()
    lobby.cancel(service, match_id, running.clock.now)
    running.work()


def _play(running: Running, game: str) -> None:
    service, clock = running.service, running.clock
    names = NAMES[:4]

    def play_modestly(match_id: str, until: Callable[[object], bool]) -> None:
        play_until(service, match_id, clock.now, until, lambda position, asked, _: position.deadline_move(asked.seat))

    over = open_among_friends(service, clock.now, game, names, {"target": 10} if game == "clubs" else {})
    play_modestly(over, lambda position: False)
    match_id = open_among_friends(service, clock.now, game, names)
    who = {seat.seat: seat.player_id for seat in _seats(running, match_id)}
    number = match_of(service, match_id).number
    free = {may.seat for may in position_of(service, match_id).optional()} - {decision_of(service, match_id).seat}
    for seat in list(free)[:1]:
        _queue(running, outbox.MAY, match_id=match_id, seat=seat, number=number, player_id=who[seat])
    running.work()
    play_modestly(match_id, lambda _: match_of(service, match_id).number > number + 6)
    asked = decision_of(service, match_id)
    other = asked.seat % 4 + 1
    pass_time(running, hours=2)
    running.work()
    for kind in outbox.REMINDERS.values():  # which are not sent within minutes of another mail
        pass_time(running, minutes=20)
        _queue(running, kind, match_id=match_id, seat=asked.seat, number=asked.asked, player_id=who[asked.seat])
        running.work()
    epoch = _seats(running, match_id)[asked.seat - 1].epoch
    reply = replies.Reply(f"{match_id} ?", "", ("?", "say Good luck, everybody", "nonsense 99"))
    replies.receive(service, Answered(match_id, asked.seat, asked.asked, epoch), reply, clock.now)
    number = match_of(service, match_id).number
    detail = {"lines": ["pass" if game != "flohcati" else "take A1"], "why": "over"}
    _queue(running, outbox.ORDER, match_id=match_id, seat=other, number=number, player_id=who[other], detail=detail)
    running.work()
    pass_time(running, hours=1)
    seats.revoke_links(service, match_id, other, clock.now)
    absence.propose(service, match_id, other, absence.PAUSE, clock.now)
    seats.pause(service, match_id, "a strike at the post", HOST, clock.now)
    running.work()
    seats.go_on(service, match_id, "it is over", HOST, clock.now)
    absence.propose(service, match_id, other, absence.PAUSE, clock.now)
    running.work()
    pass_time(running, decision_of(service, match_id).due_at + timedelta(seconds=1))
    running.work()
    set_away(running, match_id, asked.seat)
    running.work()
    seats.resign(service, match_id, other, "bot", clock.now)
    absence.offer_by_host(service, match_id, other, address_of("Dan"), "to go on", HOST, "here", clock.now)
    running.worker.post()
    seats.end(service, match_id, "the club is closed", HOST, clock.now)
    running.worker.post()


def _frozen(running: Running) -> None:
    service, clock = running.service, running.clock
    match_id = open_among_friends(service, clock.now, "clubs", ("Ann", "Jan"))
    service.hosts = frozenset(("hester@example.org",))
    freeze(service, Diverged(match_id, 3, "the position is not the one recorded"), clock.now)
    running.work()


def _digest(running: Running) -> None:
    """Let two tables wait for somebody who wants one mail in the morning."""
    service, clock = running.service, running.clock
    while clock.now.hour != 22:  # so late that half of the time is left in the morning
        pass_time(running, hours=1)
    opened = [open_among_friends(service, clock.now, game, ("Ann", "Ivo")) for game in ("clubs", "katzenjammer-blues")]
    seats_of_ivo = {_seats(running, match_id)[1].player_id for match_id in opened}
    (ivo,) = seats_of_ivo
    assert ivo
    wishes.change(service, ivo, wishes.DIGEST, [8], False, wishes.GROUPS, clock.now)
    for match_id in opened:
        play_until(
            service, match_id, clock.now, lambda position: position.to_act()[0].seat == 2,
            lambda position, asked, _: position.deadline_move(asked.seat),
        )  # fmt: skip
    for _ in range(30):
        pass_time(running, hours=1)
        running.work()


def _seats(running: Running, match_id: str) -> list[Seat]:
    with running.service.store.reading() as session:
        return list(matches.seats_of(session, match_id))
