"""What waits for a player: at which tables they are asked for a move."""

from __future__ import annotations

from sqlmodel import col, select, Session

from models.tables import Decision, Match, Seat


def decisions(session: Session, player_id: int) -> list[Decision]:
    """Return what a player is asked for at all of their tables, the first due first."""
    theirs = (col(Seat.match_id) == col(Decision.match_id)) & (col(Seat.seat) == col(Decision.seat))
    query = select(Decision).join(Seat, theirs).join(Match, col(Match.id) == col(Decision.match_id))
    query = query.where(Seat.player_id == player_id, col(Seat.away_since).is_(None), Match.status == "running")
    thinks = col(Decision.due_at) > col(Decision.since)  # else it is played at once, by whatever it may be
    return list(session.exec(query.where(thinks).order_by(col(Decision.due_at), col(Decision.match_id))))


def elsewhere(session: Session, player_id: int | None, match_id: str | None) -> int:
    """Return at how many tables but that of a match a player is asked for a move."""
    if player_id is None:
        return 0
    return sum(row.match_id != match_id for row in decisions(session, player_id))
