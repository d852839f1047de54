"""What players are asked at the moment, and until when: of one seat, or of all seats of a player."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import col, select, Session

from models.tables import Decision, Match, Player, Seat
from service.base import Service


class Deadline(NamedTuple):
    """A decision that somebody thinks about, with the match and the seat that it is asked at."""

    match: Match
    seat: Seat
    decision: Decision


def of_player(session: Session, player_id: int) -> list[Deadline]:
    """Return what a player is asked, the earliest deadline first; where they are away or a match rests, nothing is."""
    query = (
        select(Match, Seat, Decision)
        .join(Seat, col(Seat.match_id) == col(Match.id))
        .join(Decision, (col(Decision.match_id) == col(Seat.match_id)) & (col(Decision.seat) == col(Seat.seat)))
        .where(Seat.player_id == player_id, Match.status == "running", col(Seat.away_since).is_(None))
    )
    rows = session.exec(query.order_by(col(Decision.due_at), col(Match.id)))
    return [Deadline(*row) for row in rows]


def of_seat(session: Session, seat: Seat) -> Deadline | None:
    """Return what the player of a seat is asked there."""
    found = of_player(session, seat.player_id) if seat.player_id is not None else []
    return next((each for each in found if (each.match.id, each.seat.seat) == (seat.match_id, seat.seat)), None)


def renew_calendar(service: Service, player_id: int) -> None:
    """Give a player's calendar a new address; the old one shows nothing any more."""
    with service.store.writing() as session:
        player = session.get_one(Player, player_id)
        player.calendar_epoch += 1
        session.add(player)
