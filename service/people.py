"""People: players, guests, signing in by mailed link."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from zoneinfo import available_timezones

from email_validator import EmailNotValidError, validate_email
from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select, Session
from sqlmodel.sql.expression import SelectOfScalar

from games.contract import N_
from models.tables import Event, Player, Seat, UsedToken
from service import links, outbox, throttle
from service.base import NotFound, Refused, Service

GONE = "–"  # the name of a player who has deleted their account
MOST_NAME = 40
LANGUAGES = ("en",)
GUEST = "Guest"


class UsedLink(Refused):
    """A link that works once and has been used."""

    message = N_("This link has been used already.")


class ForeignAddress(Refused):
    """An address that belongs to another player."""

    message = N_("{address} belongs to another player here: sign in with it instead.")


def clean_address(text: str) -> str:
    """Return an e-mail address in its normal form, an international domain in ASCII: any mail server takes that.

    Raises `Refused`, saying what is wrong with it.
    """
    try:
        return validate_email(text.strip(), check_deliverability=False, allow_smtputf8=False).ascii_email or ""
    except EmailNotValidError as error:
        raise Refused(
            N_("“{address}” is not an e-mail address: {why}"), address=text.strip()[:80], why=str(error)
        ) from error


def clean_name(text: str) -> str:
    """Return a name without superfluous spaces. Raises `Refused` when it is empty or too long."""
    name = " ".join("".join(char for char in text if char.isprintable() or char.isspace()).split())
    if not name:
        raise Refused(N_("Please give a name: it is what the others at the table see."))
    if len(name) > MOST_NAME:
        raise Refused(N_("That name has {length} characters; {most} is the most."), length=len(name), most=MOST_NAME)
    return name


@cache
def zones() -> frozenset[str]:
    """Return the names of the time zones known here."""
    return frozenset(available_timezones())


def clean_zone(text: str) -> str:
    """Return a time zone's name. Raises `Refused` for one that is not known."""
    if text not in zones():
        raise Refused(
            N_("“{zone}” is not a time zone known here: it should be one such as Europe/Berlin."), zone=text[:80]
        )
    return text


def known_zone(text: str) -> str:
    """Return a zone that a browser named, UTC when it is not known here."""
    return text if text in zones() else "UTC"


def find_by_address(session: Session, address: str) -> Player | None:
    """Return the player with this address."""
    return session.exec(_by_address(address)).first()


def _by_address(address: str) -> SelectOfScalar[Player]:
    return select(Player).where(Player.address_key == address.casefold())


def create(session: Session, name: str, address: str | None, now: datetime, zone: str = "UTC") -> Player:
    """Create a player; one without an address is a guest."""
    key = address.casefold() if address else None
    player = Player(name=name, address=address, address_key=key, zone=zone, created_at=now)
    session.add(player)
    session.flush()
    return player


def create_guest(service: Service, name: str, zone: str, network: str, now: datetime) -> Player:
    """Create a player without an address. Raises `Throttled`."""
    with service.store.writing() as session:
        throttle.take(session, [throttle.Limit(f"guest/network:{network}", 60, throttle.HOUR)], now)
        return create(session, name, None, now, zone)


def find_or_create(session: Session, name: str, address: str, now: datetime, zone: str) -> Player:
    """Return the player with this address, created now if there is none, even where somebody else does so at once."""
    player = find_by_address(session, address)
    if player:
        return player
    try:
        with session.begin_nested():
            return create(session, name, address, now, zone)
    except IntegrityError:
        return session.exec(_by_address(address)).one()


def request_sign_in(service: Service, address: str, network: str, where: str, now: datetime) -> None:
    """Queue a mail with a sign-in link; `where` is the local path to go to afterwards. Raises `Throttled`."""
    address = clean_address(address)
    with service.store.writing() as session:
        throttle.take(session, throttle.mail_limits(outbox.SIGN_IN, address, network), now)
        outbox.queue(session, outbox.SIGN_IN, now, address=address, detail={"where": where})
    service.wake()


def sign_in(service: Service, token: str, name: str, zone: str, now: datetime) -> tuple[Player, str]:
    """Use up a sign-in token; return the player, made now if new, and the path to go to.

    Raises `BadLink`, `UsedLink`, and `Refused` for a bad name of a new player.
    """
    address, where = service.links.read(links.SIGN_IN, token, now)
    with service.store.writing() as session:
        use_up(session, token, links.LIFE[links.SIGN_IN], now)
        player = find_by_address(session, address)
        player = player or find_or_create(session, clean_name(name), address, now, clean_zone(zone))
    return player, where


def use_up(session: Session, token: str, life: timedelta, now: datetime) -> None:
    """Remember that a token has been used. Raises `UsedLink` when it had been."""
    session.execute(delete(UsedToken).where(col(UsedToken.until) < now))
    if is_used(session, token):
        raise UsedLink
    session.add(UsedToken(token=links.digest(token), until=now + life))
    try:
        session.flush()
    except IntegrityError as error:  # somebody else uses it just now
        raise UsedLink from error


def is_used(session: Session, token: str) -> bool:
    """Say whether a token has been used up."""
    return session.get(UsedToken, links.digest(token)) is not None


def request_address(service: Service, player_id: int, address: str, network: str, now: datetime) -> None:
    """Queue a mail to `address` with a link that attaches it to the player. Raises `Throttled`, `Refused`."""
    address = clean_address(address)
    with service.store.writing() as session:
        throttle.take(session, throttle.mail_limits(outbox.ADDRESS, address, network), now)
        outbox.queue(session, outbox.ADDRESS, now, address=address, player_id=player_id)
    service.wake()


def attach_address(service: Service, token: str, now: datetime) -> Player:
    """Give a guest the address that the token proves.

    Raises `BadLink`, `UsedLink`, and `Refused` when another player has that address.
    """
    player_id, address = service.links.read(links.ADDRESS, token, now)
    with service.store.writing() as session:
        player = session.get(Player, player_id)
        if not player or player.name == GONE:
            raise NotFound(N_("There is no such player any more."))
        if player.address:
            raise Refused(N_("{name} has an address already."), name=player.name)
        other = find_by_address(session, address)
        if other and other.id != player.id:
            raise ForeignAddress(address=address)
        use_up(session, token, links.LIFE[links.ADDRESS], now)
        player.address, player.address_key = address, address.casefold()
        player.epoch += 1  # whoever asked may not be who agrees: only who opened the link stays signed in
        session.add(player)
        flush_address(session, address)
        outbox.try_again(session, player_id, now)
    service.wake()
    return player


def flush_address(session: Session, address: str) -> None:
    """Write that an address has a new owner. Raises `ForeignAddress` when somebody else takes it just now."""
    try:
        session.flush()
    except IntegrityError as error:
        raise ForeignAddress(address=address) from error


def change(service: Service, player_id: int, name: str, language: str, zone: str) -> None:
    """Change how a player is called and addressed. Raises `Refused`."""
    name, zone = clean_name(name), clean_zone(zone)
    if language not in LANGUAGES:
        raise Refused(N_("The language “{language}” is not spoken here yet."), language=language[:20])
    with service.store.writing() as session:
        player = session.get_one(Player, player_id)
        player.name, player.language, player.zone = name, language, zone
        session.add(player)
        outbox.look_again(session, player_id)


def seats_of(session: Session, player_id: int) -> list[Seat]:
    """Return every seat of a player, in all matches."""
    return list(session.exec(select(Seat).where(Seat.player_id == player_id)))


def given_up_by(session: Session, player_id: int) -> list[Seat]:
    """Return the seats that a player has given up, and nobody has taken; who sat there stands in the log only."""
    query = select(Seat, Event).join(Event, col(Event.match_id) == col(Seat.match_id))
    rows = session.exec(query.where(col(Seat.stand_in).is_not(None), Event.number == 0))
    return [seat for seat, start in rows if _last_player(session, seat, start) == player_id]


def _last_player(session: Session, seat: Seat, start: Event) -> int | None:
    """Return who sat last where nobody sits now: who took the seat over, or had it at the start."""
    query = select(Event).where(Event.match_id == seat.match_id, Event.seat == seat.seat, Event.kind == "replace")
    changes = session.exec(query.order_by(col(Event.number).desc()))
    found = next((event.detail["player"] for event in changes if event.detail["to"] == "player"), None)
    player: int | None = found if found is not None else start.detail["players"][seat.seat - 1]["player"]
    return player
