"""How players wish to be told: a row of the outbox is judged when it is about to be sent, by what they wish then.

What waits, for a digest or for the end of the night, is put off and judged anew; so nothing depends on what was wished
when it was queued. What a newer mail tells as well is dropped: after days without mail nobody gets a flood.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlmodel import col, select, Session

from games.contract import N_
from models.tables import Decision, Match, Outbox, Player, Refusal, Seat
from service import clock, outbox, people, waiting
from service.base import Refused, Service
from service.clock import Availability, Pace, QUIET, zone_of
from service.course import clock_of
from service.outbox import Claimed

EACH, DIGEST, NONE = "each", "digest", "none"
MODES = (EACH, DIGEST, NONE)
DIGEST_AT = (8, 18)  # where a player has not chosen
MOST_DIGESTS = 4  # a day

TURNS, REMINDERS, NEWS, OFFERS, INVITATIONS = "turns", "reminders", "news", "offers", "invitations"
GROUPS = (TURNS, REMINDERS, NEWS, OFFERS, INVITATIONS)  # of what one can do without; an address refuses invitations
ASKED_FOR = (
    outbox.SIGN_IN, outbox.ADDRESS, outbox.CHANGE_OLD, outbox.CHANGE_NEW, outbox.NEW_LINK, outbox.CLAIM_SEAT,
)  # fmt: skip
_GROUP_OF = {
    outbox.TURN: TURNS,
    **dict.fromkeys(outbox.REMINDERS.values(), REMINDERS),
    outbox.MAY: OFFERS,
    **dict.fromkeys((outbox.INVITATION, outbox.TAKE_OVER), INVITATIONS),
    **dict.fromkeys(
        (
            outbox.START, outbox.DEADLINE, outbox.RESULT, outbox.VACANT, outbox.EXPIRING, outbox.CLOSED,
            outbox.PHRASE, outbox.RESIGNED, outbox.ENDED, outbox.AWAY, outbox.ORDER, outbox.ZONE, outbox.PROPOSAL,
            outbox.HELD,
        ),
        NEWS,
    ),
}  # fmt: skip

# Which of the mails about a match says most about how it stands; what has waited is replaced by what says more.
SAYS = {
    outbox.START: 0, outbox.DEADLINE: 0, outbox.RESIGNED: 0, outbox.INVITATION: 0, outbox.HELD: 1, outbox.PROPOSAL: 1,
    **dict.fromkeys(outbox.REMINDERS.values(), 2), outbox.TURN: 3, outbox.AWAY: 4, outbox.ENDED: 5, outbox.RESULT: 5,
}  # fmt: skip
KEPT = timedelta(minutes=15)  # longer than who has just played is given to go on
JUST_TOLD = clock.FIRST_REMINDER

OVER = N_("What it was about was over.")
UNWANTED = N_("Mails of this kind are not wanted.")
NO_TURNS = N_("Mails about turns are not wanted.")
SEEN = N_("The table had been looked at by then.")
NOT_LAST = N_("Beside a digest only the last reminder is sent.")
REPLACED = N_("A newer mail says it too.")
PAUSED = N_("The address has sent mail back, so none is sent there.")


class Verdict(NamedTuple):
    """What is to become of a row: dropped or failed, and why; or put off. Else it is to be sent."""

    status: str = ""
    why: str = ""
    until: datetime | None = None


def group_of(kind: str) -> str | None:
    """Return the group of a kind of mail, `None` for one that somebody has just asked for."""
    return _GROUP_OF.get(kind)


def ready(session: Session, row: Claimed, now: datetime) -> Claimed | None:
    """Return a claimed row as it is to be told now; else put it off, or be done with it, and return `None`.

    A row that is told in a digest has all that this lists in its `detail`: match, seat and number of each.
    """
    player = _whom(session, row)
    verdict = judge(session, row, player, now)
    if verdict.status:
        outbox.settle(session, row.id, verdict.status, now, verdict.why)
    elif verdict.until:
        outbox.hold(session, row.id, verdict.until)
    elif player and _is_for_digest(session, row, player, now):
        return _at_digest(session, row, player, now)
    else:
        return row
    return None


def _whom(session: Session, row: Claimed) -> Player | None:
    """Return the player to whom a row is told; one who is invited may be one already."""
    if row.player_id is not None:
        return session.get(Player, row.player_id)
    return people.find_by_address(session, row.address) if row.address else None


def judge(session: Session, row: Claimed, player: Player | None, now: datetime) -> Verdict:
    """Say what is to become of a row that could be sent now."""
    if player and player.bounced_at and row.kind not in ASKED_FOR and row.address in (None, player.address):
        return Verdict("failed", player.bounced_words or PAUSED)
    if group_of(row.kind) is None:
        return Verdict()
    why = _needless(session, row, player, now)
    return Verdict("dropped", why) if why else Verdict(until=_not_before(session, row, player, now))


def _needless(session: Session, row: Claimed, player: Player | None, now: datetime) -> str:
    """Say why a row need not be told; empty where it must."""
    group, why = group_of(row.kind), ""
    if group == INVITATIONS and session.get(Refusal, (row.address or "").casefold()) is not None:
        why = UNWANTED
    elif player and not _is_wanted(player, row.kind):
        why = UNWANTED if group in player.unwanted else NO_TURNS
    elif _is_repeated(session, row, player, now) or _is_replaced(session, row, player, now):
        why = REPLACED
    elif row.kind == outbox.TURN and _has_seen(session, row):
        why = SEEN
    elif player and player.mail_mode == DIGEST and group == REMINDERS and _is_another_to_come(session, row):
        why = NOT_LAST
    return why


def _is_wanted(player: Player, kind: str) -> bool:
    group = group_of(kind)
    return group not in player.unwanted and not (player.mail_mode == NONE and group in (TURNS, REMINDERS))


def _others(session: Session, row: Claimed) -> list[Outbox]:
    """Return what else is told about a match to whom a row is for, as far as it is not over and done with."""
    query = select(Outbox).where(Outbox.match_id == row.match_id, Outbox.seat == row.seat, Outbox.id != row.id)
    query = query.where(col(Outbox.player_id).is_not_distinct_from(row.player_id))
    query = query.where(col(Outbox.address).is_not_distinct_from(row.address))
    return list(session.exec(query.where(col(Outbox.status).in_(("queued", "sent")))))


def _will_be_told(session: Session, row: Outbox, player: Player | None) -> bool:
    """Say whether a row that is queued has something to tell that is wanted."""
    if player and not _is_wanted(player, row.kind):
        return False
    return row.kind not in outbox.ASKING or _decision(session, row) is not None


def _decision(session: Session, row: Outbox | Claimed) -> Decision | None:
    """Return the decision that a row asks for, if it is still open."""
    found = session.get(Decision, (row.match_id, row.seat))
    return found if found and found.asked == row.number else None


def _is_repeated(session: Session, row: Claimed, player: Player | None, now: datetime) -> bool:
    """Say whether a reminder would follow another mail about its decision, or come before one, within minutes."""
    if group_of(row.kind) != REMINDERS:
        return False
    for other in _others(session, row):
        if other.kind not in outbox.ASKING or other.number != row.number:
            continue
        if other.sent_at:
            if now - other.sent_at < JUST_TOLD:
                return True
        elif other.due_at > now + outbox.LONGEST_RETRY:  # put off, to when it will have been reminded of long ago
            continue
        elif (other.kind == outbox.TURN or (other.id or 0) > row.id) and _will_be_told(session, other, player):
            return True
    return False


def _is_replaced(session: Session, row: Claimed, player: Player | None, now: datetime) -> bool:
    """Say whether what a row that has waited for long tells is told by another that says more, or is newer."""
    queued_at = session.get_one(Outbox, row.id).queued_at
    if row.kind not in SAYS or now - queued_at < KEPT:
        return False
    return any(
        (SAYS.get(other.kind, -1), other.id or 0) > (SAYS[row.kind], row.id)
        and (other.sent_at >= queued_at if other.sent_at else _will_be_told(session, other, player))
        for other in _others(session, row)
    )


def _has_seen(session: Session, row: Claimed) -> bool:
    """Say whether the player has looked at the table since they were asked."""
    seat = session.get(Seat, (row.match_id, row.seat))
    return seat is not None and seat.seen >= (row.number or 0)


def _is_another_to_come(session: Session, row: Claimed) -> bool:
    decision = _decision(session, row)
    return decision is not None and decision.remind_at is not None


def _not_before(session: Session, row: Claimed, player: Player | None, now: datetime) -> datetime | None:
    """Return until when a row has to wait; `None` when it has not."""
    match, then = session.get(Match, row.match_id or ""), now
    if not player or not match:
        return None
    if row.kind == outbox.TURN and player.mail_mode == DIGEST:
        moment = digest_of(session, row, player)
        decision = _decision(session, row)
        if moment > now and decision and not _is_urgent(session, decision, moment):
            then = moment
    if QUIET not in Pace.read(match.pace).ignores:
        then = awake(player, then)
    return then if then > now else None


def awake(player: Player, moment: datetime) -> datetime:
    """Return the first moment from `moment` on at which a player may be mailed about a table."""
    quiet = clock.next_quiet(Availability(player.zone, (player.quiet_from, player.quiet_to)), moment)
    if player.mail_at_night or not quiet or moment < quiet[0]:
        return moment
    return quiet[1]


def next_digest(player: Player, start: datetime) -> datetime:
    """Return when the next digest comes, from `start` on; one of the night comes at its end."""
    zone = zone_of(player.zone)
    day = start.astimezone(zone).date() - clock.DAY
    while True:
        for hour in sorted(player.digest_at or DIGEST_AT):
            moment = awake(player, clock.in_utc(day, hour, zone))
            if moment >= start:
                return moment
        day += clock.DAY


def digest_of(session: Session, row: Claimed, player: Player) -> datetime:
    """Return the digest to which a turn belongs: the first since it could be sent, however often that has failed."""
    stored = session.get_one(Outbox, row.id)
    return next_digest(player, stored.due_at if row.attempts <= 1 else stored.queued_at)


def _is_urgent(session: Session, decision: Decision, moment: datetime) -> bool:
    """Say whether at `moment` more than half of the time for a move would be used up."""
    ticking, match = clock_of(decision), session.get_one(Match, decision.match_id)
    left = clock.used(ticking.availability, moment, ticking.bank_at) if moment < ticking.bank_at else 0
    return left < Pace.read(match.pace).allowance / 2


def _is_for_digest(session: Session, row: Claimed, player: Player, now: datetime) -> bool:
    """Say whether a row that is to be sent belongs into a digest; else it is only urgent."""
    return row.kind == outbox.TURN and player.mail_mode == DIGEST and digest_of(session, row, player) <= now


def _at_digest(session: Session, row: Claimed, player: Player, now: datetime) -> Claimed | None:
    """Return a row with all that waits for its player; of several that are due at once, one is sent, for all."""
    first = min((each.id or 0 for each in _turns(session, player) if each.due_at <= now), default=row.id)
    if first < row.id and _decision(session, row):
        outbox.hold(session, row.id, now + outbox.CLAIM, tried=True)
        return None
    listed = [[each.match_id, each.seat, each.asked] for each in waiting.decisions(session, player.id or 0)]
    return row._replace(detail={DIGEST: listed})


def _turns(session: Session, player: Player) -> list[Outbox]:
    """Return the rows about turns of a player that are queued, and not about what is over."""
    query = select(Outbox).where(Outbox.player_id == player.id, Outbox.kind == outbox.TURN, Outbox.status == "queued")
    return [each for each in session.exec(query) if _decision(session, each)]


def note_digest(session: Session, row: Claimed, now: datetime, address: str) -> None:
    """Note of all that a digest has listed that it is told."""
    listed = {(match_id, number) for match_id, _seat, number in row.detail[DIGEST]}
    query = select(Outbox).where(
        Outbox.player_id == row.player_id, Outbox.kind == outbox.TURN, Outbox.status == "queued"
    )
    for each in session.exec(query).all():
        if (each.match_id, each.number) in listed and each.id is not None:
            outbox.settle(session, each.id, "sent", now, sent_to=address)


def change(
    service: Service, player_id: int, mode: str, hours: Iterable[int], at_night: bool, wanted: Iterable[str],
    now: datetime,
) -> None:  # fmt: skip
    """Change how a player wishes to be told, and which groups of mails; what waits is judged anew. Raises `Refused`."""
    hours = sorted(set(hours))
    if mode not in MODES:
        raise Refused(N_("Please choose one of the ways to be told of your turns."))
    if mode == DIGEST and not (0 < len(hours) <= MOST_DIGESTS):
        raise Refused(N_("Please choose from one to {most} hours of the day for the digest."), most=MOST_DIGESTS)
    if any(not 0 <= hour < 24 for hour in hours):
        raise Refused(N_("A digest comes at a full hour of the day, from 0 to 23."))
    with service.store.writing() as session:
        player = session.get_one(Player, player_id)
        player.mail_mode, player.mail_at_night = mode, at_night
        player.digest_at = hours[:MOST_DIGESTS] if mode == DIGEST else player.digest_at
        session.add(player)
        outbox.look_again(session, player_id)
        _want(session, player, set(wanted), now)
    service.wake()


def want(service: Service, who: int | str, group: str, wanted: bool, now: datetime) -> None:
    """Let a player, or an address, have the mails of a group from now on or no more; of all, where `group` is empty.

    An address that is nobody's can refuse invitations only.
    """
    with service.store.writing() as session:
        about = {group} if group else set(GROUPS)
        player = session.get(Player, who) if isinstance(who, int) else people.find_by_address(session, who)
        if player and player.address:
            wished = set(GROUPS) - unwanted_by(session, player)
            _want(session, player, wished | about if wanted else wished - about, now)
        elif isinstance(who, str):
            _refuse(session, who.casefold(), not wanted, now)


def unwanted_by(session: Session, player: Player) -> set[str]:
    """Return the groups of mails that a player does not want."""
    return {*player.unwanted, *refused_by(session, player.address_key or "")}


def refused_by(session: Session, address: str) -> set[str]:
    """Return what an address that is nobody's does not want: invitations, or nothing."""
    return {INVITATIONS} if session.get(Refusal, address.casefold()) else set()


def _want(session: Session, player: Player, wanted: set[str], now: datetime) -> None:
    player.unwanted = [group for group in GROUPS if group not in wanted and group != INVITATIONS]
    session.add(player)
    if player.address_key:
        _refuse(session, player.address_key, INVITATIONS not in wanted, now)


def _refuse(session: Session, address_key: str, refused: bool, now: datetime) -> None:
    known = session.get(Refusal, address_key)
    if refused and not known:
        session.add(Refusal(address_key=address_key, at=now))
    if known and not refused:
        session.delete(known)
