"""Setting a match up: opening, inviting, taking seats, starting."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlmodel import col, func, select, Session

import games
from games.chance import clean_phrase, commitment, Continued, PHRASE_BYTES, Seeded
from games.contract import check_options, N_, Position
from games.record import fingerprint, split_tag
from models import log
from models.tables import Match, Player, Refusal, Seat
from service import heartbeat, outbox, people, throttle
from service.base import NotFound, Refused, Service
from service.clock import HOUR, Pace, RESTS
from service.course import Course
from service.history import Asked, carry
from service.play import seed_of

AWAY = ("bot", "deadline")  # who plays for somebody who is away
ME = "me"
BOT = "bot"
INVITE = "invite"
FREE = "free"

BOT_NAMES = ("Ella", "Duke", "Billie", "Miles", "Nina", "Django")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SHORTEST, LONGEST = 60, 30 * 24 * HOUR  # seconds for a move
MOST_BANK = 60 * 24 * HOUR
OPEN_LIFE = timedelta(days=14)  # a table that is not full by then is closed
WARNING = timedelta(days=1)


class Plan(NamedTuple):
    """Who is to sit somewhere: the opener (`me`), a house bot, whoever has `address`, or who has the link (`free`)."""

    kind: str
    address: str = ""


class Opening(NamedTuple):
    """What a match is to be: its game, options, the seats in order, and how fast it is played."""

    game: str
    options: Mapping[str, Any]
    plans: Sequence[Plan]
    pace: Pace
    open_to_all: bool = False
    rules: int | None = None  # the version; by default the newest
    origin: Mapping[str, Any] = {}  # see `Match`


def open_match(service: Service, opener_id: int, opening: Opening, network: str, now: datetime) -> str:
    """Set a match up and return its address; the order of seats and the commitment are fixed by this.

    Nobody is told before the opener has given a phrase (`give_phrase`). Raises `Refused`, `BadOptions`,
    `Throttled`.
    """
    game = games.find(opening.game, opening.rules)
    options = check_options(game, opening.options, len(opening.plans))
    check_pace(opening.pace)
    server_seed = secrets.token_bytes(32)
    with service.store.writing() as session:
        opener = session.get_one(Player, opener_id)
        _check_plans(opener, opening.plans)
        match = Match(
            id=new_address(),
            game=game.key,
            rules=game.rules,
            options=options,
            seats=len(opening.plans),
            pace=opening.pace.stored(),
            open_to_all=opening.open_to_all,
            opener_id=opener_id,
            server_seed=server_seed.hex(),
            commitment=commitment(server_seed),
            created_at=now,
            origin=dict(opening.origin),
        )
        session.add(match)
        session.flush()
        for seat in _seats(match, opener, opening.plans):
            session.add(seat)
            if seat.address:
                check_invitable(session, seat.address, network, now)
    return match.id


def check_pace(pace: Pace) -> None:
    """Raise `Refused` for a pace that nobody could play at."""
    if not SHORTEST <= pace.allowance <= LONGEST:
        raise Refused(N_("The time for a move can be from a minute to 30 days."))
    if not 0 <= pace.bank <= MOST_BANK or not 0 <= pace.earn <= pace.allowance or not 0 <= pace.most <= MOST_BANK:
        raise Refused(
            N_("A time bank can hold up to 60 days, and a turn can earn as much as its own time at the most.")
        )
    if pace.bank > pace.most:
        raise Refused(N_("A time bank cannot hold more at the start than the most it can hold."))
    if set(pace.ignores) - set(RESTS) or pace.away not in AWAY:
        raise Refused(N_("That is no way to play at."))


def new_address() -> str:
    """Return a random address for a match: 59 bits, in letters and digits that are not mistaken for each other."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def check_invitable(session: Session, address: str, network: str, now: datetime) -> None:
    """Count an invitation to `address`. Raises `Throttled`, and `Refused` where that address wants none."""
    if session.get(Refusal, address.casefold()):
        raise Refused(N_("{address} has asked for no invitations from here."), address=address)
    throttle.take(session, throttle.mail_limits(outbox.INVITATION, address, network), now)


def check_may_invite(opener: Player, kinds: Sequence[str]) -> None:
    """Raise `Refused` where a guest, who could not be reached, would keep seats for other people."""
    if set(kinds) & {INVITE, FREE} and not opener.address:
        raise Refused(N_("To invite people, add your own e-mail address to your account first."))


def _check_plans(opener: Player, plans: Sequence[Plan]) -> None:
    kinds = [plan.kind for plan in plans]
    if kinds.count(ME) > 1 or set(kinds) - {ME, BOT, INVITE, FREE}:
        raise Refused(N_("You can take one seat yourself; the others are for house bots and people you invite."))
    if not set(kinds) & {ME, INVITE, FREE}:
        raise Refused(N_("Somebody should play: take a seat or invite a player."))
    check_may_invite(opener, kinds)
    addresses = [people.clean_address(plan.address).casefold() for plan in plans if plan.kind == INVITE]
    for address in addresses:
        if addresses.count(address) > 1 or address == opener.address_key:
            raise Refused(N_("{address} is at this table already: one seat a player."), address=address)


def _seats(match: Match, opener: Player, plans: Sequence[Plan]) -> list[Seat]:
    """Return the seats as planned; bots have the empty phrase."""
    seats = []
    free = [name for name in BOT_NAMES if name.casefold() != opener.name.casefold()]
    names = iter(secrets.SystemRandom().sample(free, len(free)))
    for number, plan in enumerate(plans, 1):
        seat = Seat(match_id=match.id, seat=number)
        if plan.kind == ME:
            seat.player_id, seat.name = opener.id, opener.name
        elif plan.kind == BOT:
            seat.bot, seat.name, seat.phrase = True, next(names), ""
        elif plan.kind == INVITE:
            seat.address = people.clean_address(plan.address)
        seats.append(seat)
    return seats


def read_phrase(text: str) -> str:
    """Return a lucky phrase as it will be hashed. Raises `Refused`."""
    try:
        return clean_phrase(text)
    except ValueError as error:
        raise Refused(
            N_("A lucky phrase has at most {most} bytes and no control characters."), most=PHRASE_BYTES
        ) from error


def seats_of(session: Session, match_id: str) -> list[Seat]:
    """Return the seats of a match in order."""
    return list(session.exec(select(Seat).where(Seat.match_id == match_id).order_by(col(Seat.seat))))


def kept_for(session: Session, address_key: str) -> list[tuple[Match, Seat]]:
    """Return the announced tables at which a seat is kept for an address (in lower case), newest first."""
    query = select(Match, Seat).join(Seat, col(Seat.match_id) == Match.id)
    invited = query.where(func.lower(Seat.address) == address_key, Match.status == "open")
    rows = session.exec(invited.where(col(Match.announced_at).is_not(None)).order_by(col(Match.created_at).desc()))
    return [(match, seat) for match, seat in rows]


def announce(service: Service, match_id: str, phrase: str, now: datetime) -> None:
    """Fix the opener's phrase, send the invitations, and start if nobody is missing. Raises `Refused`."""
    phrase = read_phrase(phrase)
    with service.store.writing() as session:
        match = hold(session, match_id)
        seats = seats_of(session, match_id)
        if match.status != "open":
            raise Refused(N_("This table is not waiting for players any more."))
        if match.announced_at:
            raise Refused(N_("Your lucky phrase is fixed already."))
        match.announced_at = now
        warn_at = max(now, match.created_at + OPEN_LIFE - WARNING)
        outbox.queue(
            session,
            outbox.EXPIRING,
            now,
            due_at=warn_at,
            match_id=match.id,
            seat=0,
            number=0,
            player_id=match.opener_id,
        )
        for seat in seats:
            if seat.player_id == match.opener_id:
                seat.phrase = phrase
            if seat.address:
                outbox.queue(session, outbox.INVITATION, now, match_id=match.id, seat=seat.seat, address=seat.address)
        start_if_full(session, match, seats, now)
    service.wake()


class Guest(NamedTuple):
    """Who sits down: the name for the table, a lucky phrase, and the time zone of a player not known yet."""

    name: str
    phrase: str = ""
    zone: str = "UTC"


def take_seat(
    service: Service, match_id: str, number: int, guest: Guest, now: datetime, epoch: int | None = None
) -> Player:
    """Sit down whoever the seat's invitation was sent to, and start if nobody is missing.

    With `epoch` only while the seat is still kept as it was when that was read. Returns the player, made now if
    their address is new. Raises `NotFound`, `Refused`.
    """
    name, phrase, zone = people.clean_name(guest.name), read_phrase(guest.phrase), people.clean_zone(guest.zone)
    with service.store.writing() as session:
        match = hold(session, match_id)
        seats = seats_of(session, match_id)
        seat = next((seat for seat in seats if seat.seat == number), None)
        if not seat or match.status != "open" or not seat.address or epoch not in (None, seat.epoch):
            raise Refused(N_("This seat is not waiting for anybody any more."))
        player = people.find_or_create(session, name, seat.address, now, zone)
        sit_down(seats, seat, player, name, phrase)
        start_if_full(session, match, seats, now)
    service.wake()
    return player


def sit_down(seats: Sequence[Seat], seat: Seat, player: Player, name: str, phrase: str | None) -> None:
    """Give a seat to a player. Raises `Refused` where they have one at this table already, or their name is taken."""
    check_place(seats, seat, player, name)
    seat.player_id, seat.name, seat.phrase, seat.address = player.id, name, phrase, None
    seat.epoch += 1


def check_place(seats: Sequence[Seat], seat: Seat, player: Player, name: str) -> None:
    """Raise `Refused` where a player who wants a seat has one at this table, or somebody else is called that."""
    if any(other.player_id == player.id for other in seats):
        raise Refused(N_("You have a seat at this table already."))
    if any(other.name.casefold() == name.casefold() for other in seats if other is not seat):
        wrong = N_("Somebody at this table is called {name} already: please sit down under another name.")
        raise Refused(wrong, name=name)


def fill_with_bots(service: Service, match_id: str, now: datetime) -> None:
    """Give the seats that still wait for somebody to house bots, and start. Raises `NotFound`, `Refused`."""
    with service.store.writing() as session:
        match = hold(session, match_id)
        seats = seats_of(session, match_id)
        if match.status != "open" or not match.announced_at:
            raise Refused(N_("This table is not waiting for players."))
        taken = {seat.name for seat in seats}
        names = iter(name for name in BOT_NAMES if name not in taken)
        for seat in seats:
            if not seat.bot and not seat.player_id:
                seat.bot, seat.name, seat.phrase, seat.address = True, next(names), "", None
                seat.epoch += 1
        start_if_full(session, match, seats, now)
    service.wake()


def teams_of(match: Match) -> list[int] | None:
    """Return the team of each seat, `None` where everybody plays for themselves."""
    game = games.find(match.game, match.rules)
    teams = [game.team(match.options, match.seats, seat) for seat in range(1, match.seats + 1)]
    return teams if len(set(teams)) < len(teams) else None


def find(session: Session, match_id: str) -> Match:
    """Return the match with this address. Raises `NotFound`."""
    match = session.get(Match, match_id) if match_id.isprintable() else None
    if not match:
        raise NotFound
    return match


def hold(session: Session, match_id: str) -> Match:
    """Return the match with this address, which nobody else changes before this is done. Raises `NotFound`."""
    match = log.hold(session, match_id)
    if not match:
        raise NotFound
    return match


def start_if_full(session: Session, match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Start the match when every seat has somebody and every phrase is given."""
    if all(seat.phrase is not None and (seat.bot or seat.player_id) for seat in seats) and match.status == "open":
        start(session, match, seats, now)


def start(session: Session, match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Deal, and write event 0 and, where the match has a beginning, that; then everything goes on from there."""
    seed = seed_of(match, seats)
    match.status, match.started_at, match.outage = "running", now, heartbeat.latest_outage(session)
    chance = Continued(match.origin.get("chance", {}), seed)
    position, asked = write_beginning(session, match, seats, chance, match.origin.get("moves", []), now)
    Course(session, match, seats, position.copy(Seeded(seed)), asked, now).begin()


def write_beginning(
    session: Session, match: Match, seats: Sequence[Seat], chance: Continued, lines: Sequence[str], now: datetime
) -> tuple[Position, Asked]:
    """Write event 0 (who sits where, options, phrases, outcomes of the deal), and moves as a record has them.

    Return the position then, and what it asks.
    """
    position = games.find(match.game, match.rules).deal(match.options, match.seats, chance)
    detail = {
        "game": match.game,
        "options": match.options,
        "players": [{"player": seat.player_id, "bot": seat.bot} for seat in seats],  # names may have to be forgotten
        "phrases": [seat.phrase for seat in seats],
        "pace": match.pace,
    }
    log.append(
        session, match, kind="start", by="service", at=now,
        chance=chance.drawn, detail=detail, fingerprint=fingerprint(position),
    )  # fmt: skip
    asked = carry({}, position, 0)
    for line in lines:
        body, tag = split_tag(line)
        seat, _space, move = body.partition(" ")
        chance.drawn = {}
        position.play(int(seat), move)
        number = log.append(
            session, match, kind="move", seat=int(seat), move=move, by=tag or "player", at=now,
            chance=chance.drawn, fingerprint=fingerprint(position),
        )  # fmt: skip
        asked = carry(asked, position, number)
    return position, asked
