"""Who may see and do what at a table.

A seat is opened by its player's session, or by a cookie that a mailed link was traded for: good for that seat
of that match only, for some hours, and never for an account.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import g, request, Response

from models.tables import Match, Player, Seat
from service import links
from web.site import now, player, service, site


@dataclass(frozen=True)
class Access:
    """What somebody may do at a table: as which seat they see it, and whether they may act for it."""

    seat: int | None
    may_act: bool = False
    invited: bool = False
    by_link: bool = False


def cookie_name(match_id: str, seat: int, may_act: bool) -> str:
    """Return the name of the cookie that opens a seat; that of an old link must not take the place of a good one."""
    return f"{'table' if may_act else 'look'}-{match_id}-{seat}"


def table_path(match_id: str, seat: int | None = None) -> str:
    """Return the address of a table."""
    return f"/m/{match_id}" + (f"/{seat}" if seat else "")


def open_seat(response: Response, match: Match, seat: Seat, may_act: bool) -> Response:
    """Give the reader the cookie for a seat."""
    token = service().links.sign(links.TABLE, [match.id, seat.seat, seat.epoch, may_act], now())
    response.set_cookie(
        cookie_name(match.id, seat.seat, may_act),
        token,
        max_age=int(links.LIFE[links.TABLE].total_seconds()),
        path=table_path(match.id, seat.seat),
        secure=site().settings.https,
        httponly=True,
        samesite="Lax",
    )
    return response


def access_to(match: Match, seat: Seat) -> Access | None:
    """Return what the reader may do at a seat, `None` if it is not theirs."""
    who = player()
    if who and seat.player_id == who.id:
        return Access(seat.seat, may_act=True)
    if who and seat.address and seat.address.casefold() == who.address_key and match.announced_at:
        return Access(seat.seat, may_act=True, invited=True)
    return _by_cookie(match, seat, may_act=True) or _by_cookie(match, seat, may_act=False)


def _by_cookie(match: Match, seat: Seat, may_act: bool) -> Access | None:
    try:
        token = request.cookies[cookie_name(match.id, seat.seat, may_act)]
        match_id, number, epoch, act = service().links.read(links.TABLE, token, now())
    except (KeyError, links.BadLink):
        return None
    if (match_id, number, epoch, act) != (match.id, seat.seat, seat.epoch, may_act):
        return None
    g.reader_id = seat.player_id  # words and times are those of whose seat it is
    return Access(seat.seat, may_act=may_act, invited=seat.address is not None, by_link=True)


def may_watch(match: Match, seats: list[Seat]) -> bool:
    """Say whether the reader may see the table as a spectator: the opener, a host, and all where it is open to all."""
    who = player()
    mine = who is not None and (who.id == match.opener_id or any(seat.player_id == who.id for seat in seats))
    return match.open_to_all or mine or is_host(who)


def is_host(who: Player | None) -> bool:
    """Say whether somebody runs this service: their address stands in the settings."""
    return who is not None and who.address_key is not None and who.address_key in site().settings.hosts
