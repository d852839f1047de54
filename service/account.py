"""An account: its address, its data, and its end."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import func
from sqlmodel import col, select, Session

from games.contract import N_
from models.tables import (
    AddressChange,
    Event,
    Match,
    Outbox,
    Player,
    Proposal,
    ReceivedMail,
    Seat,
    StandingOrder,
)  # fmt: skip
from service import channels, holidays, links, lobby, outbox, people, seats, throttle
from service.base import NotFound, Refused, Service
from service.course import UNDER_WAY
from service.people import GONE

MAIL_FIELDS = {"kind", "match_id", "seat", "number", "queued_at", "sent_at", "sent_to", "status", "last_error"}
SIDES = {"old": outbox.CHANGE_OLD, "new": outbox.CHANGE_NEW}


def sign_out_everywhere(service: Service, player_id: int) -> Player:
    """End every session of a player, in all browsers."""
    with service.store.writing() as session:
        player = session.get_one(Player, player_id)
        player.epoch += 1
        session.add(player)
    return player


def request_change(service: Service, player_id: int, address: str, network: str, now: datetime) -> None:
    """Begin to change a player's address: both the old and the new one are asked, but one that mail comes back from.

    Raises `Refused`, `Throttled`.
    """
    address = people.clean_address(address)
    with service.store.writing() as session:
        player = session.get_one(Player, player_id)
        if not player.address:
            raise Refused(N_("Your account has no address yet: add one first."))
        if address.casefold() == player.address_key:
            raise Refused(N_("That is your address already."))
        throttle.take(session, throttle.mail_limits("change", address, network), now)
        lost = player.bounced_at is not None  # what comes back can agree to nothing
        session.merge(AddressChange(player_id=player_id, address=address, old_confirmed=lost, at=now))
        for side, kind in SIDES.items():
            if side == "old" and lost:
                continue
            whom = player.address if side == "old" else address
            outbox.queue(session, kind, now, address=whom, player_id=player_id, detail={"address": address})
    service.wake()


def confirm_change(service: Service, token: str, now: datetime) -> tuple[Player, bool]:
    """Note that one of the two addresses agrees; change it when both do.

    Returns the player, and whether the address has changed. Raises `BadLink`, `UsedLink`, `Refused`.
    """
    player_id, address, side, *mailed_to = service.links.read(links.CHANGE, token, now)
    with service.store.writing() as session:
        change = session.get(AddressChange, player_id, with_for_update=True)  # the other may agree just now
        if not change or change.address != address:
            raise people.UsedLink
        player = session.get_one(Player, player_id)
        if side == "old" and mailed_to != [player.address]:  # theirs no longer: it has no say any more
            raise people.UsedLink
        other = people.find_by_address(session, address)
        if other and other.id != player_id:
            raise people.ForeignAddress(address=address)
        people.use_up(session, token, links.LIFE[links.CHANGE], now)
        change.old_confirmed |= side == "old"
        change.new_confirmed |= side == "new"
        done = change.old_confirmed and change.new_confirmed
        if done:
            player.address, player.address_key = address, address.casefold()
            session.add(player)
            session.delete(change)
            people.flush_address(session, address)
            outbox.try_again(session, player_id, now)
        else:
            session.add(change)
    if done:
        _void_links(service, player_id, now)
    return player, done


def _void_links(service: Service, player_id: int, now: datetime) -> None:
    """Void the links to seats that were mailed to an old address, and mail new ones to the new."""
    with service.store.reading() as session:
        statuses = {match.id: match.status for match in _matches_of(session, player_id)}
        taken = people.seats_of(session, player_id)
    for seat in taken:
        if statuses[seat.match_id] in ("open", *UNDER_WAY):
            with suppress(Refused):  # given up in this very moment
                seats.revoke_links(service, seat.match_id, seat.seat, now)
    service.wake()


def export(service: Service, player_id: int) -> dict[str, Any]:
    """Return all that is stored about a player, as plain JSON values; no hand and no secret of a running match."""
    with service.store.reading() as session:
        player = session.get_one(Player, player_id)
        taken = [*people.seats_of(session, player_id), *people.given_up_by(session, player_id)]
        mails = session.exec(select(Outbox).where(Outbox.player_id == player_id).order_by(col(Outbox.queued_at)))
        received = session.exec(select(ReceivedMail).where(ReceivedMail.player_id == player_id))
        return {
            "format": "mousepost-account/1",
            "player": player.model_dump(mode="json", exclude={"epoch", "address_key", "calendar_epoch"}),
            "holidays": [
                each.model_dump(mode="json", include={"first", "last"}) for each in holidays.of(session, player_id)
            ],
            "channels": [
                each.model_dump(mode="json", exclude={"id", "player_id", "target"})  # the target holds keys
                for each in channels.of(session, player_id)
            ],
            "seats": [_export_seat(session, seat) for seat in taken],
            "opened": list(session.exec(select(Match.id).where(Match.opener_id == player_id))),
            "mails": [mail.model_dump(mode="json", include=MAIL_FIELDS) for mail in mails],
            "received": [mail.model_dump(mode="json", exclude={"digest", "player_id"}) for mail in received],
        }


def _export_seat(session: Session, seat: Seat) -> dict[str, Any]:
    """Return a seat with the moves made from it, which everybody at the table has seen."""
    query = select(Event).where(Event.match_id == seat.match_id, Event.seat == seat.seat, Event.kind == "move")
    moves = session.exec(query.order_by(col(Event.number)))
    order = session.get(StandingOrder, (seat.match_id, seat.seat))
    proposed = session.exec(select(Proposal).where(Proposal.match_id == seat.match_id, Proposal.seat == seat.seat))
    return {
        "match": seat.match_id,
        "seat": seat.seat,
        "name": seat.name,
        "phrase": seat.phrase,
        "seen": seat.seen,
        "standing_order": order.model_dump(mode="json", exclude={"match_id", "seat"}) if order else None,
        "proposals": [each.model_dump(mode="json", exclude={"match_id", "seat"}) for each in proposed],
        "moves": [{"number": e.number, "move": e.move, "by": e.by, "at": e.at.isoformat()} for e in moves],
    }


def delete(service: Service, player_id: int, now: datetime) -> None:
    """Delete an account: its seats are given up, its names and addresses forgotten, the histories kept.

    A seat that is kept for its address is free again, as if the invitation had been declined.
    """
    with service.store.reading() as session:
        player = session.get(Player, player_id)
        if not player:
            raise NotFound(N_("There is no such player any more."))
        statuses = {match.id: match for match in _matches_of(session, player_id)}
        taken = people.seats_of(session, player_id)
        kept = [(seat.match_id, seat.seat, seat.epoch) for seat in _kept_for(session, player)]
    for match in statuses.values():
        if match.status == "open" and match.opener_id == player_id:
            lobby.cancel(service, match.id, now)
    for seat in taken:
        match = statuses[seat.match_id]
        if match.status == "open" and match.opener_id != player_id:
            lobby.leave(service, seat.match_id, seat.seat, now)
        elif match.status in UNDER_WAY:
            seats.resign(service, seat.match_id, seat.seat, "bot", now)
    for match_id, number, epoch in kept:
        with suppress(Refused):  # given to somebody else in this very moment, or at a table that is closed
            lobby.decline(service, match_id, number, now, epoch=epoch)
    _forget(service, player_id)


def _kept_for(session: Session, player: Player) -> list[Seat]:
    """Return the seats that wait, or waited in vain, for the address of a player."""
    return list(session.exec(select(Seat).where(func.lower(col(Seat.address)) == (player.address_key or ""))))


def _matches_of(session: Session, player_id: int) -> list[Match]:
    ids = {seat.match_id for seat in people.seats_of(session, player_id)}
    return list(session.exec(select(Match).where((col(Match.id).in_(ids)) | (Match.opener_id == player_id))))


def _forget(service: Service, player_id: int) -> None:
    with service.store.writing() as session:
        for seat in people.given_up_by(session, player_id):
            seat.name = GONE
            session.add(seat)
        for seat in people.seats_of(session, player_id):
            seat.name, seat.player_id = GONE, None
            seat.epoch += 1
            session.add(seat)
            order = session.get(StandingOrder, (seat.match_id, seat.seat))
            if order:
                session.delete(order)
        for holiday in holidays.of(session, player_id):
            session.delete(holiday)
        for channel in channels.of(session, player_id):
            session.delete(channel)
        player = session.get_one(Player, player_id)
        for seat in _kept_for(session, player):
            seat.address = None
            seat.epoch += 1
            session.add(seat)
        for proposal in session.exec(
            select(Proposal).where(func.lower(col(Proposal.address)) == (player.address_key or ""))
        ):
            session.delete(proposal)
        mine = (col(Outbox.player_id) == player_id) | (func.lower(col(Outbox.address)) == (player.address_key or ""))
        for mail in session.exec(select(Outbox).where(mine)):
            mail.address, mail.sent_to, mail.detail, mail.last_error = None, None, {}, ""
            if mail.status == "queued":
                mail.status = "dropped"
            session.add(mail)
        for received in session.exec(select(ReceivedMail).where(ReceivedMail.player_id == player_id)):
            received.player_id = None
            session.add(received)
        change = session.get(AddressChange, player_id)
        if change:
            session.delete(change)
        player.bounced_at, player.bounced_words = None, ""
        player.name, player.address, player.address_key = GONE, None, None
        player.epoch += 1
        session.add(player)
