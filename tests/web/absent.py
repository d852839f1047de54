"""Tables at a pace, whose people are away, asleep or on holiday."""

from __future__ import annotations

import re
from datetime import datetime
from email.message import EmailMessage
from itertools import count

from models.tables import Match, Player, Proposal, Seat
from service import links, matches, play
from service.clock import HOUR, Pace
from service.matches import BOT, Guest, INVITE, ME, Opening, Plan
from tests.conftest import pass_time, Running
from tests.mail.test_letters import text_of
from tests.service.table import decision_of, GAME, match_of, new_player
from tests.web.visitor import seat_link, Visitor

COUNT = count()
NAMES = ("Ann", "Ben", "Cho")
BANKED = Pace(24 * HOUR, bank=72 * HOUR, most=72 * HOUR, ignores=())
PLAIN = Pace(24 * HOUR, away="bot")


def open_at(
    running: Running, pace: Pace = PLAIN, names: tuple[str, ...] = NAMES, bots: int = 0, game: str = GAME
) -> str:
    """Return a running match at some pace; the players have no quiet hours."""
    service, now = running.service, running.clock.now
    ann = new_player(service, names[0], now)
    plans = [Plan(ME), *[Plan(INVITE, f"{name.lower()}@example.org") for name in names[1:]], *[Plan(BOT)] * bots]
    match_id = matches.open_match(service, ann.id or 0, Opening(game, {}, plans, pace), "test", now)
    with service.store.writing() as session:
        for name in names[1:]:
            session.add(
                Player(
                    name=name, address=f"{name.lower()}@example.org", address_key=f"{name.lower()}@example.org",
                    quiet_from=0, quiet_to=0, created_at=now,
                )
            )  # fmt: skip
        ann = session.get_one(Player, ann.id)
        ann.quiet_from = ann.quiet_to = 0
        session.add(ann)
    matches.announce(service, match_id, "ann's phrase", now)
    for seat, name in enumerate(names[1:], 2):
        matches.take_seat(service, match_id, seat, Guest(name, f"{name}'s phrase"), now)
    return match_id


def player_of(running: Running, name: str) -> Player:
    with running.service.store.reading() as session:
        return next(session.get_one(Player, n) for n in range(1, 9) if session.get_one(Player, n).name == name)


def change_player(running: Running, name: str, **values: object) -> None:
    who = player_of(running, name)
    with running.service.store.writing() as session:
        who = session.get_one(Player, who.id)
        for key, value in values.items():
            setattr(who, key, value)
        session.add(who)


def seat_row(running: Running, match_id: str, seat: int) -> Seat:
    with running.service.store.reading() as session:
        return session.get_one(Seat, (match_id, seat))


def proposal_of(running: Running, match_id: str, kind: str) -> Proposal | None:
    with running.service.store.reading() as session:
        return session.get(Proposal, (match_id, kind))


def signed_in(running: Running, name: str) -> Visitor:
    visitor = Visitor(running)
    facts = [f"{name.lower()}@example.org", f"/?{next(COUNT)}"]  # a link works once
    visitor.post(f"/sign-in/{running.service.links.sign(links.SIGN_IN, facts, running.clock.now)}", name=name)
    visitor.get("/")  # greets
    return visitor


def by_link(running: Running, match_id: str, seat: int) -> Visitor:
    """Return a visitor who came by a link that is good for what the seat is asked now."""
    visitor, number = Visitor(running), match_of(running.service, match_id).number
    visitor.follow(seat_link(running, match_id, seat, number, seat_row(running, match_id, seat).epoch))
    return visitor


def set_away(running: Running, match_id: str, *seats: int, since: datetime | None = None) -> None:
    """Let deadlines pass until just these seats are away, whose others pass at once."""
    for _ in range(40):
        away = [n for n in range(1, 9) if _is_away(running, match_id, n)]
        if set(seats) <= set(away):
            return
        decision = decision_of(running.service, match_id)
        if decision.seat in seats and decision.seat not in away:
            pass_time(running, max(decision.due_at, running.clock.now))
            running.worker.sweep()
        else:
            _play_modestly(running, match_id)
    raise AssertionError("they did not go away")


def _is_away(running: Running, match_id: str, seat: int) -> bool:
    with running.service.store.reading() as session:
        row = session.get(Seat, (match_id, seat))
    return row is not None and row.away_since is not None


def _play_modestly(running: Running, match_id: str) -> None:
    decision = decision_of(running.service, match_id)
    with running.service.store.reading() as session:
        found = session.get_one(Match, match_id)
        move = running.service.histories.load(session, found).position.deadline_move(decision.seat)
    play.play(running.service, match_id, decision.seat, move, asked=decision.asked, now=running.clock.now)


def mails_to(running: Running, name: str, part: str) -> list[EmailMessage]:
    """Return the mails to somebody whose text has some words in it."""
    return [mail for mail in running.tray.to(f"{name.lower()}@example.org") if part in plain(mail)]


def plain(mail: EmailMessage) -> str:
    """Return the plain text of a mail in one line."""
    return " ".join(text_of(mail).split())


def path_in(mail: EmailMessage, purpose: str) -> str:
    """Return the path of the link for some purpose in a mail."""
    found = re.search(rf"http://[^/]+(/{purpose}/\S+)", text_of(mail))
    assert found, text_of(mail)
    return found[1]
