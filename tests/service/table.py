"""Setting up matches for the tests of the service."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlmodel import select

from models.tables import Decision, Event, Match, Outbox, Player
from service import matches, people, play
from service.base import Service
from service.clock import Pace
from service.matches import BOT, Guest, INVITE, ME, Opening, Plan

GAME = "katzenjammer-blues"
DAY = Pace(24 * 3600)


def new_player(service: Service, name: str, now: datetime) -> Player:
    with service.store.writing() as session:
        return people.create(session, name, f"{name.lower()}@example.org", now)


def open_with_bots(service: Service, now: datetime, bots: int = 2, game: str = GAME, **opening: object) -> str:
    """Return a running match of Ann in seat 1 against house bots."""
    ann = new_player(service, "Ann", now)
    plan = Opening(game, {}, [Plan(ME), *[Plan(BOT)] * bots], DAY, **opening)  # type: ignore[arg-type]
    match_id = matches.open_match(service, ann.id or 0, plan, "test", now)
    matches.announce(service, match_id, "ann's phrase", now)
    return match_id


def open_with_people(
    service: Service,
    now: datetime,
    names: tuple[str, ...] = ("Ben", "Cho"),
    opener: str = "Ann",
    game: str = GAME,
    options: Mapping[str, object] = {},
) -> str:
    """Return a running match of the opener and others, all of them people."""
    match_id = open_and_invite(service, now, names, opener, game, options)
    for seat, name in enumerate(names, 2):
        matches.take_seat(service, match_id, seat, Guest(name, f"{name}'s phrase"), now)
    return match_id


def open_and_invite(
    service: Service,
    now: datetime,
    names: tuple[str, ...] = ("Ben", "Cho"),
    opener: str = "Ann",
    game: str = GAME,
    options: Mapping[str, object] = {},
) -> str:
    """Return a table that waits for those whom the opener invited."""
    ann = new_player(service, opener, now)
    plans = [Plan(ME), *[Plan(INVITE, f"{name.lower()}@example.org") for name in names]]
    match_id = matches.open_match(service, ann.id or 0, Opening(game, options, plans, DAY), "test", now)
    matches.announce(service, match_id, "ann's phrase", now)
    return match_id


def match_of(service: Service, match_id: str) -> Match:
    with service.store.reading() as session:
        return matches.find(session, match_id)


def events_of(service: Service, match_id: str) -> list[Event]:
    with service.store.reading() as session:
        return list(session.exec(select(Event).where(Event.match_id == match_id).order_by(Event.number)))  # type: ignore[arg-type]


def decision_of(service: Service, match_id: str) -> Decision:
    with service.store.reading() as session:
        return session.exec(select(Decision).where(Decision.match_id == match_id)).one()


def outbox_of(service: Service, match_id: str, kind: str) -> list[Outbox]:
    with service.store.reading() as session:
        return list(session.exec(select(Outbox).where(Outbox.match_id == match_id, Outbox.kind == kind)))


def play_any(service: Service, match_id: str, now: datetime) -> int:
    """Play the first legal move of whoever is to act; return its event's number."""
    decision = decision_of(service, match_id)
    with service.store.reading() as session:
        position = service.histories.load(session, matches.find(session, match_id)).position
    move = next(position.moves(decision.seat))
    return play.play(service, match_id, decision.seat, move, asked=decision.asked, now=now)
