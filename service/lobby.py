"""A table that is not full yet: who comes, who does not, and what its opener can do about it.

A seat waits for whoever was invited to it, or is *free*: then it is for whoever has the table's link.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from sqlmodel import col, select, Session

from games.chance import commitment
from games.contract import N_
from models.tables import Match, Player, Refusal, Seat
from service import outbox, people
from service.base import NotFound, Refused, Service
from service.matches import (
    BOT,
    BOT_NAMES,
    check_invitable,
    check_may_invite,
    FREE,
    Guest,
    hold,
    INVITE,
    OPEN_LIFE,
    Plan,
    read_phrase,
    seats_of,
    sit_down,
    start_if_full,
)

BATCH = 50


def is_free(seat: Seat) -> bool:
    """Say whether a seat is for whoever has the table's link."""
    return not seat.bot and seat.player_id is None and seat.address is None


def _open(session: Session, match_id: str) -> tuple[Match, list[Seat]]:
    """Return a table that waits for players. Raises `NotFound`, `Refused`."""
    match = hold(session, match_id)
    if match.status != "open":
        raise Refused(N_("This table is not waiting for players any more."))
    return match, seats_of(session, match_id)


def _seat(seats: Sequence[Seat], number: int) -> Seat:
    if not 1 <= number <= len(seats):
        raise NotFound(N_("There is no such seat at this table."))
    return seats[number - 1]


def _first_free(seats: Sequence[Seat]) -> Seat:
    seat = next((seat for seat in seats if is_free(seat)), None)
    if not seat:
        raise Refused(N_("Every seat of this table is taken or kept for somebody."))
    return seat


def ask_for_seat(service: Service, match_id: str, address: str, network: str, now: datetime) -> None:
    """Mail somebody who has the table's link a link to take a free seat with. Raises `Refused`, `Throttled`."""
    address = people.clean_address(address)
    with service.store.writing() as session:
        match, seats = _open(session, match_id)
        _first_free(seats)
        check_invitable(session, address, network, now)
        outbox.queue(session, outbox.CLAIM_SEAT, now, match_id=match.id, address=address)
    service.wake()


def take_free_seat(service: Service, match_id: str, who: int | str, guest: Guest, now: datetime) -> tuple[Player, int]:
    """Give a free seat to the player with this id, or to whoever has this (proven) address.

    Starts the match if nobody is missing. Returns the player and the seat's number. Raises `Refused`.
    """
    name, phrase, zone = people.clean_name(guest.name), read_phrase(guest.phrase), people.clean_zone(guest.zone)
    with service.store.writing() as session:
        match, seats = _open(session, match_id)
        if not match.announced_at:
            raise Refused(N_("The opener is still setting this table up. Please come back a little later."))
        seat = _first_free(seats)
        if isinstance(who, str):
            player = people.find_or_create(session, name, who, now, zone)
        else:
            player = session.get_one(Player, who)
        sit_down(seats, seat, player, name, phrase)
        start_if_full(session, match, seats, now)
    service.wake()
    return player, seat.seat


def decline(
    service: Service, match_id: str, number: int, now: datetime, never: bool = False, epoch: int | None = None
) -> None:
    """Give an invited seat back, and with `never` keep that address from ever being invited again.

    With `epoch` only while the seat is still kept as it was when that was read. Raises `Refused`.
    """
    with service.store.writing() as session:
        match, seats = _open(session, match_id)
        seat = _seat(seats, number)
        if not seat.address or epoch not in (None, seat.epoch):
            raise Refused(N_("This seat is not waiting for anybody any more."))
        if never and not session.get(Refusal, seat.address.casefold()):
            session.add(Refusal(address_key=seat.address.casefold(), at=now))
        _vacate(session, match, seat, now)
    service.wake()


def allow(service: Service, address: str) -> None:
    """Let an address be invited again."""
    with service.store.writing() as session:
        refusal = session.get(Refusal, address.casefold())
        if refusal:
            session.delete(refusal)


def leave(service: Service, match_id: str, number: int, now: datetime) -> None:
    """Give a taken seat back before the start. Raises `Refused` for the opener, who can cancel."""
    with service.store.writing() as session:
        match, seats = _open(session, match_id)
        seat = _seat(seats, number)
        if seat.player_id is None:
            raise Refused(N_("Nobody sits there."))
        if seat.player_id == match.opener_id:
            raise Refused(N_("You opened this table: cancel it instead, or replace yourself."))
        _vacate(session, match, seat, now)
    service.wake()


def _vacate(session: Session, match: Match, seat: Seat, now: datetime) -> None:
    """Make a seat free, its links void, and tell the opener."""
    seat.player_id = seat.address = seat.phrase = None
    seat.bot, seat.name = False, ""
    seat.epoch += 1
    outbox.queue(
        session, outbox.VACANT, now, match_id=match.id, seat=seat.seat, number=seat.epoch, player_id=match.opener_id
    )


def remind(service: Service, match_id: str, number: int, network: str, now: datetime) -> None:
    """Mail an invitation once more. Raises `Refused`, `Throttled`."""
    with service.store.writing() as session:
        match, seats = _open(session, match_id)
        seat = _seat(seats, number)
        if not seat.address or not match.announced_at:
            raise Refused(N_("This seat is not waiting for anybody who was invited."))
        check_invitable(session, seat.address, network, now)
        outbox.queue(session, outbox.INVITATION, now, match_id=match.id, seat=seat.seat, address=seat.address)
    service.wake()


def replace(service: Service, match_id: str, number: int, plan: Plan, network: str, now: datetime) -> None:
    """Give a seat that nobody has taken to somebody else: invited, a house bot, or whoever has the link."""
    with service.store.writing() as session:
        match, seats = _open(session, match_id)
        seat = _seat(seats, number)
        if seat.player_id is not None:
            raise Refused(N_("{name} has taken this seat: only they can leave it."), name=seat.name)
        check_may_invite(session.get_one(Player, match.opener_id), [plan.kind])
        address = people.clean_address(plan.address) if plan.kind == INVITE else None
        if address:
            _check_new(session, match, seats, address, network, now)
        seat.address, seat.bot, seat.name, seat.phrase = address, False, "", None
        seat.epoch += 1
        if plan.kind == BOT:
            taken = {other.name for other in seats}
            seat.bot, seat.phrase = True, ""
            seat.name = next(name for name in BOT_NAMES if name not in taken)
        elif plan.kind not in (INVITE, FREE):
            raise Refused(N_("A seat can be for somebody invited, for a house bot, or for whoever has the link."))
        if address and match.announced_at:
            outbox.queue(session, outbox.INVITATION, now, match_id=match.id, seat=seat.seat, address=address)
        if match.announced_at:
            start_if_full(session, match, seats, now)
    service.wake()


def _check_new(
    session: Session, match: Match, seats: Sequence[Seat], address: str, network: str, now: datetime
) -> None:
    """Raise `Refused` for an address that is at the table already, or wants no invitations."""
    player = people.find_by_address(session, address)
    at_table = {seat.address.casefold() for seat in seats if seat.address}
    if address.casefold() in at_table or (player and any(seat.player_id == player.id for seat in seats)):
        raise Refused(N_("{address} is at this table already: one seat a player."), address=address)
    check_invitable(session, address, network, now)


def swap(service: Service, match_id: str, one: int, other: int, now: datetime) -> None:
    """Let two seats change places, before the start.

    The order of the seats is part of the proof. Where phrases have been given, or asked for, the host commits to a
    new secret, and all are asked anew: a host who saw them could otherwise choose the order.
    """
    with service.store.writing() as session:
        match, seats = _open(session, match_id)
        first, second = _seat(seats, one), _seat(seats, other)
        for name in ("player_id", "address", "name", "bot", "phrase"):
            mine, theirs = getattr(first, name), getattr(second, name)
            setattr(first, name, theirs)
            setattr(second, name, mine)
        for seat in (first, second):
            seat.epoch += 1
            if seat.address and match.announced_at:
                outbox.queue(session, outbox.INVITATION, now, match_id=match.id, seat=seat.seat, address=seat.address)
        if match.announced_at and any(seat.player_id is not None for seat in seats):
            _ask_phrases_anew(session, match, seats, now)
    service.wake()


def _ask_phrases_anew(session: Session, match: Match, seats: Sequence[Seat], now: datetime) -> None:
    server_seed = secrets.token_bytes(32)
    match.server_seed, match.commitment = server_seed.hex(), commitment(server_seed)
    for seat in seats:
        if seat.player_id is not None:
            seat.phrase = None
            seat.epoch += 1
            outbox.queue(
                session, outbox.PHRASE, now,
                match_id=match.id, seat=seat.seat, number=seat.epoch, player_id=seat.player_id,
            )  # fmt: skip


def give_phrase(service: Service, match_id: str, number: int, phrase: str, now: datetime) -> None:
    """Fix the phrase of a taken seat that has none yet, and start if nobody is missing. Raises `Refused`."""
    phrase = read_phrase(phrase)
    with service.store.writing() as session:
        match, seats = _open(session, match_id)
        seat = _seat(seats, number)
        if not match.announced_at:
            raise Refused(N_("The opener is still setting this table up. Please come back a little later."))
        if seat.player_id is None or seat.phrase is not None:
            raise Refused(N_("Your lucky phrase is fixed already."))
        seat.phrase = phrase
        start_if_full(session, match, seats, now)
    service.wake()


def cancel(service: Service, match_id: str, now: datetime) -> None:
    """Close a table that has not begun, and tell everybody who sits there."""
    with service.store.writing() as session:
        match, seats = _open(session, match_id)
        _close(session, match, seats, "cancelled", now)
    service.wake()


def _close(session: Session, match: Match, seats: Sequence[Seat], why: str, now: datetime) -> None:
    match.status, match.note, match.ended_at = "cancelled", why, now
    told = {seat.player_id: seat.seat for seat in seats if seat.player_id is not None}
    if why == "expired":
        told.setdefault(match.opener_id, 0)
    elif match.opener_id in told:
        del told[match.opener_id]  # they did it
    for player_id, seat in told.items():
        outbox.queue(session, outbox.CLOSED, now, match_id=match.id, seat=seat, number=0, player_id=player_id)


def expire(service: Service, now: datetime, limit: int = BATCH) -> int:
    """Close tables that have not filled in time; return how many were found."""
    old = now - OPEN_LIFE
    with service.store.reading() as session:
        query = select(Match.id).where(Match.status == "open", Match.created_at <= old).order_by(col(Match.created_at))
        found = list(session.exec(query.limit(limit)))
    for match_id in found:
        with service.store.writing() as session:
            match = hold(session, match_id)
            if match.status == "open":
                _close(session, match, seats_of(session, match_id), "expired", now)
    return len(found)
