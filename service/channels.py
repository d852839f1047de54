"""Other ways than mail to tell players that they are asked: what they have added, and what is to go by it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from importlib.util import find_spec
from typing import Any, NamedTuple

from sqlmodel import col, select, Session

from games.contract import N_
from models.store import take_turns
from models.tables import Channel, Decision, Outbox, Player, Seat
from service import clock, deadlines, outbox, throttle
from service.base import NotFound, Refused, Service
from service.deadlines import Deadline
from service.outbox import CHANNEL, Claimed

APPRISE, WEB_PUSH = "apprise", "webpush"
MOST = 5  # of a player
MOST_LETTERS = 500  # of an address
MOST_ATTEMPTS = 6  # in about half an hour
TESTS = throttle.HOUR, 10


def are_installed() -> bool:
    """Say whether the libraries are there that speak to channels: they are an extra."""
    return all(find_spec(name) for name in ("apprise", "pywebpush"))


def of(session: Session, player_id: int) -> list[Channel]:
    """Return the channels of a player, the oldest first."""
    return list(session.exec(select(Channel).where(Channel.player_id == player_id).order_by(col(Channel.id))))


def plugin(url: str) -> Any:
    """Return what speaks to the service of an address in Apprise's way of writing, `None` if nothing does."""
    from apprise import Apprise, AppriseAsset
    from apprise.common import PersistentStoreMode

    asset = AppriseAsset(secure_logging=True, storage_mode=PersistentStoreMode.MEMORY)
    return Apprise.instantiate(url, asset=asset, suppress_exceptions=True)


def add_service(service: Service, player_id: int, url: str, allowed: Sequence[str], now: datetime) -> Channel:
    """Add a service by its address in Apprise's way of writing. Raises `Refused`."""
    url = url.strip()
    if len(url) > MOST_LETTERS or not url.isprintable() or " " in url:
        raise Refused(N_("An address has up to {most} letters, and no spaces."), most=MOST_LETTERS)
    if "?" in url:  # by some, such as `template`, Apprise would read files of this machine
        raise Refused(N_("Options after a “?” are not taken here: please leave them out."))
    scheme, _colon, rest = url.partition("://")
    found = plugin(url) if scheme.lower() in (*allowed, "https") and rest.strip("/") else None
    schemes = {name for kind in (found.protocol, found.secure_protocol) for name in _names(kind)} if found else set()
    if not found or not schemes & set(allowed):
        named = ", ".join(f"{kind}://…" for kind in allowed if kind != WEB_PUSH)
        raise Refused(N_("That address cannot be used here: it should begin with one of {schemes}"), schemes=named)
    if len(found) > 1:
        raise Refused(N_("An address is for one receiver here: please add each by itself."))
    label = f"{found.service_name}: {found.url(privacy=True).partition('?')[0]}"
    return _add(service, Channel(player_id=player_id, kind=APPRISE, target={"url": url}, label=label, created_at=now))


def _names(kind: str | Sequence[str] | None) -> Sequence[str]:
    return (kind,) if isinstance(kind, str) else kind or ()


def add_browser(service: Service, player_id: int, text: str, label: str, key: str, now: datetime) -> Channel:
    """Add a browser by the subscription that it has made for the public `key`, as JSON. Raises `Refused`."""
    wrong = Refused(N_("Your browser has sent no subscription that can be used. Please try again."))
    try:
        given = json.loads(text[:4000])
        target = {"endpoint": given["endpoint"], "keys": {name: given["keys"][name] for name in ("p256dh", "auth")}}
        if not all(isinstance(value, str) for value in (target["endpoint"], *target["keys"].values())):
            raise TypeError
        _check_subscription(target)
    except (ValueError, TypeError, KeyError) as error:
        raise wrong from error
    return _add(
        service,
        Channel(player_id=player_id, kind=WEB_PUSH, target={**target, "key": key}, label=label[:60], created_at=now),
    )


def _check_subscription(target: dict[str, Any]) -> None:
    """Try whether something can be encrypted for a subscription. Raises `ValueError`."""
    from http_ece import ECEException
    from pywebpush import WebPusher, WebPushException

    if not target["endpoint"].startswith("https://") or len(target["endpoint"]) > MOST_LETTERS * 2:
        raise ValueError
    try:
        WebPusher(target).encode(b"{}")
    except (WebPushException, ECEException, IndexError) as error:
        raise ValueError from error


def _add(service: Service, channel: Channel) -> Channel:
    """Add a channel, unless it is there already or there are enough. Raises `Refused`."""
    with service.store.writing() as session:
        take_turns(session, f"channels of {channel.player_id}")
        others = of(session, channel.player_id)
        same = next((each for each in others if _where(each) == _where(channel)), None)
        if same:
            same.target, same.failed_at, same.last_error = channel.target, None, ""
            session.add(same)
            return same
        if len(others) >= MOST:
            raise Refused(N_("You have {most} channels already: remove one first."), most=MOST)
        session.add(channel)
        session.flush()
    return channel


def _where(channel: Channel) -> tuple[str, Any]:
    return channel.kind, channel.target.get("url") or channel.target.get("endpoint")


def remove(service: Service, player_id: int, channel_id: int) -> None:
    """Remove a channel; what is still queued for it is dropped when it comes up."""
    with service.store.writing() as session:
        session.delete(_own(session, player_id, channel_id))


def test(service: Service, player_id: int, channel_id: int, now: datetime) -> None:
    """Queue a message that says that the channel works. Raises `NotFound`, `Throttled`."""
    with service.store.writing() as session:
        _own(session, player_id, channel_id)
        throttle.take(session, [throttle.Limit(f"channel/player:{player_id}", TESTS[1], TESTS[0])], now)
        outbox.queue(session, f"{CHANNEL}{channel_id}", now, player_id=player_id)
    service.wake()


def _own(session: Session, player_id: int, channel_id: int) -> Channel:
    found = session.get(Channel, channel_id)
    if not found or found.player_id != player_id:
        raise NotFound(N_("There is no such channel any more."))
    return found


def tell(
    session: Session, player: Player, match_id: str, seat: int, number: int, now: datetime, at: datetime
) -> None:  # fmt: skip
    """Queue for each channel of a player that they are asked something, whatever mail they want."""
    for channel in of(session, player.id or 0):
        outbox.queue(
            session, f"{CHANNEL}{channel.id}", now, at, match_id=match_id, seat=seat, number=number, player_id=player.id
        )  # fmt: skip


class Message(NamedTuple):
    """What is to go by a channel: that a player is asked something, or nothing but that the channel works."""

    channel: Channel
    player: Player
    deadline: Deadline | None


def message(session: Session, row: Claimed) -> Message | None:
    """Return what a row is to tell as things are now, `None` if that is over, or the channel gone."""
    channel = session.get(Channel, int(row.kind.removeprefix(CHANNEL)))
    player = session.get(Player, row.player_id) if row.player_id else None
    if not channel or not player or channel.player_id != player.id:
        return None
    if row.match_id is None:
        return Message(channel, player, None)
    seat = session.get(Seat, (row.match_id, row.seat))
    decision = session.get(Decision, (row.match_id, row.seat))
    if not seat or seat.player_id != player.id or not decision or decision.asked != row.number:
        return None
    found = deadlines.of_seat(session, seat)
    return Message(channel, player, found) if found else None


def quiet_until(player: Player, now: datetime) -> datetime | None:
    """Return when the quiet hours of a player end that are going on, `None` if none are or they want all at once."""
    if player.mail_at_night or player.quiet_from == player.quiet_to:
        return None
    hours = clock.next_quiet(clock.Availability(player.zone, (player.quiet_from, player.quiet_to)), now)
    return hours[1] if hours and hours[0] <= now else None


def wait(session: Session, row_id: int, until: datetime) -> None:
    """Put a row off without having tried it."""
    row = session.get_one(Outbox, row_id)
    row.due_at, row.claimed_until, row.attempts = until, None, row.attempts - 1
    session.add(row)


def note(session: Session, row: Claimed, now: datetime, error: str = "", for_good: bool = False) -> None:
    """Note how a try went, at the row and at its channel; what did not get through is tried again a few times."""
    channel = session.get(Channel, int(row.kind.removeprefix(CHANNEL)))
    if channel:
        channel.failed_at, channel.last_error = (now, error) if error else (None, "")
        session.add(channel)
    if not error or for_good or row.match_id is None or row.attempts >= MOST_ATTEMPTS:
        outbox.settle(session, row.id, "failed" if error else "sent", now, error)
    else:
        outbox.postpone(session, row.id, now, error)
