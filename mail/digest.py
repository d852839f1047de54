"""The digest: one mail about all the tables that wait for a player."""

from __future__ import annotations

from email.message import EmailMessage
from typing import NamedTuple

from mail.envelope import Errand, fill, message_id, message_to
from models.tables import Match, Seat
from service import links, wishes
from service.table import look, Table

MOST_CHOICES = 6  # links for each table; where there are more, all of them are at the table


class Asked(NamedTuple):
    """What a player is asked at one of the tables: the link to it, and one for each choice if these are few."""

    table: Table
    link: str
    choices: list[tuple[str, str]]


def asked(errand: Errand) -> list[Asked]:
    """Return what a digest lists, as far as it still waits; nothing where what it is sent for does not."""
    row = errand.row
    found = {(match_id, number): _asked(errand, match_id, seat, number) for match_id, seat, number in
             row.detail[wishes.DIGEST]}  # fmt: skip
    return [each for each in found.values() if each] if found.get((row.match_id or "", row.number or 0)) else []


def _asked(errand: Errand, match_id: str, number: int, decision: int) -> Asked | None:
    match = errand.session.get_one(Match, match_id)
    seat = errand.session.get_one(Seat, (match_id, number))
    if match.status != "running" or seat.player_id != errand.row.player_id or seat.away_since:
        return None
    table = look(errand.service, errand.session, match, number)
    if not table.own or table.own.asked != decision:
        return None
    moves = table.choices.moves if not table.choices.more and len(table.choices.moves) <= MOST_CHOICES else ()
    facts = [match_id, number, decision]
    return Asked(
        table,
        errand.link("k", links.SEAT, [*facts, seat.epoch]),
        [(move, errand.link("p", links.CHOICE, [*facts, move, seat.epoch])) for move in moves],
    )


def digest(errand: Errand, tables: list[Asked]) -> EmailMessage:
    """Write one mail about several tables."""
    assert errand.player
    message = message_to(errand)
    hour = wishes.digest_of(errand.session, errand.row, errand.player)
    message["Message-ID"] = message_id(errand.office, f"digest.{errand.row.player_id}.{hour:%Y%m%d%H%M}")
    return fill(errand, message, "digest", tables=tables)
