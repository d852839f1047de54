"""The tables.

Everything that changes a running match is an `Event`; what else stands here about one (`Decision`, the last
number in `Match`) is a summary that the log alone can rebuild.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import Column, Index, JSON, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def json_column(empty: type = dict) -> Any:
    """Return a JSON column; its value is replaced, never changed in place."""
    return Field(default_factory=empty, sa_column=Column(JSON, nullable=False))


class Player(SQLModel, table=True):
    """A person. A guest has no address; raising `epoch` signs the player out everywhere.

    Nothing is expected of them between the hours `quiet_from` and `quiet_to` (equal: no such hours), on `days_off`
    (weekdays from 0, Monday) and on their holidays. With `plays_forced`, moves that only they can know to be the only
    ones are played for them at once.

    `mail_mode` is each (a mail for every decision), digest (what waits, at the full hours `digest_at`) or none;
    `mail_at_night` also in their quiet hours; `unwanted` are the kinds of mail that they have unsubscribed from. Since
    `bounced_at` no mail goes to their address, which has sent some back for good; `bounced_words` say why.
    `calendar_epoch` stands in the address of their private calendar: raising it gives that up.
    """

    id: int | None = Field(default=None, primary_key=True)
    name: str
    address: str | None = None
    address_key: str | None = Field(default=None, unique=True)
    language: str = "en"
    zone: str = "UTC"
    quiet_from: int = 22
    quiet_to: int = 8
    days_off: list[int] = json_column(list)
    plays_forced: bool = False
    mail_mode: str = "each"
    digest_at: list[int] = json_column(list)
    mail_at_night: bool = False
    unwanted: list[str] = json_column(list)
    bounced_at: datetime | None = None
    bounced_words: str = Field(default="", sa_column=Column(Text, nullable=False))
    calendar_epoch: int = 0
    epoch: int = 0
    created_at: datetime


class Holiday(SQLModel, table=True):
    """A stretch of days, by the player's own calendar, on which nothing is expected of them."""

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    first: date
    last: date


class Match(SQLModel, table=True):
    """A match, from the moment it is set up.

    `status` is open, running, paused, adjourned (everybody is away), over, cancelled, abandoned or frozen. Since
    `held_at` a match that is paused, adjourned or frozen stands still. `outage` is the last one that its clocks have
    stood still for. `origin` is empty but for a match that was read from a record (`kind` is record), or that is played
    on from a step of another (`branch`, with the `match` and the `step`): then `chance` and `moves` are its beginning.
    """

    __table_args__ = (Index("ix_match_status_outage", "status", "outage"),)

    id: str = Field(primary_key=True)
    game: str
    rules: int
    options: dict[str, Any] = json_column()
    seats: int
    pace: dict[str, Any] = json_column()  # see `service.clock.Pace`
    open_to_all: bool = False
    opener_id: int = Field(foreign_key="player.id", index=True)
    status: str = Field(default="open")
    note: str = ""
    server_seed: str  # secret until the match is over
    commitment: str
    created_at: datetime
    announced_at: datetime | None = None  # the opener's phrase is fixed and the invitations are sent
    started_at: datetime | None = None
    ended_at: datetime | None = None
    number: int = -1  # of the last event
    held_at: datetime | None = Field(default=None, index=True)
    outage: int = 0
    origin: dict[str, Any] = json_column()


class Seat(SQLModel, table=True):
    """Who sits where: a player, a house bot, somebody invited, or nobody yet. Raising `epoch` revokes its links.

    `stand_in` says who plays on for a seat given up: `bot`, or `deadline` for the deadline moves. `bank` is what the
    time bank holds, in seconds, `lapses` how many deadlines running have passed, and `away_since` tells when there
    were too many of them. `seen` is the last event up to which its player has looked at the table.
    """

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: int = Field(primary_key=True)
    name: str = ""
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    bot: bool = False
    address: str | None = None  # invited, not yet here
    phrase: str | None = None  # None: not given yet
    epoch: int = 0
    stand_in: str | None = None
    bank: int = 0
    lapses: int = 0
    away_since: datetime | None = None
    seen: int = -1


class Event(SQLModel, table=True):
    """One thing that changed a match. Only appended; the primary key is the lock.

    `kind` is start, move, or one of those that change seats, pauses and the like. `by` says who sent a move:
    player, deadline, order, forced or bot. `chance` holds the outcomes that this event needed first.
    """

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    kind: str
    seat: int | None = None
    move: str | None = None
    by: str
    at: datetime
    chance: dict[str, Any] = json_column()
    detail: dict[str, Any] = json_column()
    rules: int
    fingerprint: str


class Decision(SQLModel, table=True):
    """A decision waited for: a summary, and the row that the sweep finds when it is due.

    `asked` is the number of the event that first asked it; a bot's decision is due at once. `clock` (see
    `service.clock.Clock`) says why it is due when it is; old decisions have none.
    """

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: int = Field(primary_key=True)
    kind: str
    asked: int
    since: datetime
    due_at: datetime = Field(index=True)
    attempts: int = 0
    clock: dict[str, Any] = json_column()
    remind_at: datetime | None = Field(default=None, index=True)


class StandingOrder(SQLModel, table=True):
    """What a seat wants played when it is to act: the first of `lines` that stands for a legal move.

    It holds for the decision that is asked next (`scope` is decision) or as long as the game's scope of that kind is
    the one with this `serial`; `number` is the last event when it was given. Nobody else learns of it: it is in no log.
    """

    __tablename__ = "standing_order"

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    seat: int = Field(primary_key=True)
    scope: str
    serial: int
    lines: list[str] = json_column(list)
    number: int
    at: datetime
    fired: int = 0


class Proposal(SQLModel, table=True):
    """What somebody at a table proposes to all who are there; `agreed` are the seats that have said yes.

    `kind` is pause, end, or `seat-N`: to offer that seat to whoever has `address`.
    """

    match_id: str = Field(primary_key=True, foreign_key="match.id")
    kind: str = Field(primary_key=True)
    seat: int
    agreed: list[int] = json_column(list)
    address: str | None = None
    at: datetime


class Heartbeat(SQLModel, table=True):
    """When a part of the service last worked (`sweep`, `mail`); since `down_since` it is known not to."""

    name: str = Field(primary_key=True)
    at: datetime
    down_since: datetime | None = None


class Outage(SQLModel, table=True):
    """A time in which the service did not work; it counts for nobody."""

    id: int | None = Field(default=None, primary_key=True)
    what: str
    since: datetime
    until: datetime


class Outbox(SQLModel, table=True):
    """Something to be told to somebody: what and to whom, without text.

    `status` is queued, sent, failed, dropped (there was nothing to tell any more) or bounced (taken, and sent back for
    good). `last_error` begins with the code of a mail server's answer where that was about this mail; else it is the
    host's. `sent_to` is the address that it went to.
    """

    __table_args__ = (
        UniqueConstraint("match_id", "seat", "kind", "number"),
        Index("ix_outbox_status_due_at", "status", "due_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    kind: str
    match_id: str | None = Field(default=None, foreign_key="match.id")
    seat: int | None = None
    number: int | None = None
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    address: str | None = None  # for somebody who is no player yet
    detail: dict[str, Any] = json_column()
    queued_at: datetime
    due_at: datetime
    status: str = "queued"
    attempts: int = 0
    claimed_until: datetime | None = None
    last_error: str = Field(default="", sa_column=Column(Text, nullable=False))
    sent_at: datetime | None = None
    sent_to: str | None = None


class ReceivedMail(SQLModel, table=True):
    """A mail that has come, by the SHA-256 of its Message-ID, so that none counts twice; nothing of its text is kept.

    `outcome` says what came of it, for the host; `player_id` whose reply it was.
    """

    __tablename__ = "received_mail"

    digest: str = Field(primary_key=True)
    at: datetime = Field(index=True)
    outcome: str
    match_id: str | None = Field(default=None, foreign_key="match.id")
    seat: int | None = None
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)


class Channel(SQLModel, table=True):
    """Another way than mail to tell a player that they are asked: `kind` is apprise or webpush, `target` where to.

    `last_error` says why the last try, at `failed_at`, did not get through; both are empty once one does.
    """

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    kind: str
    target: dict[str, Any] = json_column()
    label: str
    created_at: datetime
    failed_at: datetime | None = None
    last_error: str = Field(default="", sa_column=Column(Text, nullable=False))


class UsedToken(SQLModel, table=True):
    """A link that works once and has been used; kept until it would have expired anyway."""

    __tablename__ = "used_token"

    token: str = Field(primary_key=True)  # SHA-256 in hex
    until: datetime = Field(index=True)


class Refusal(SQLModel, table=True):
    """An address that wants no invitations from here."""

    address_key: str = Field(primary_key=True)
    at: datetime


class AddressChange(SQLModel, table=True):
    """A change of a player's address, waiting to be confirmed from the old and from the new one."""

    __tablename__ = "address_change"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    address: str
    old_confirmed: bool = False
    new_confirmed: bool = False
    at: datetime


class Attempt(SQLModel, table=True):
    """One use of something throttled, by a key such as `address:…`."""

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(index=True)
    at: datetime = Field(index=True)
