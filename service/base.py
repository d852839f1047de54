"""What the functions of the service work with, and the errors they raise."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.contract import N_
from models.store import Store
from service.history import Histories
from service.links import Links


def failure(error: BaseException) -> str:
    """Say what failed and by which way, for a log, without the words of the error: they may tell of hidden cards."""
    way = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return f"{type(error).__name__} ({' > '.join(way)})"


def nothing() -> None:
    """Wake nobody."""


def never() -> bool:
    """Go on for ever."""
    return False


@dataclass
class Service:
    """The database, the replayed matches, the link signer, and whom to wake when there is new work.

    When it is `stopping`, what is in hand is finished and nothing new is begun.
    """

    store: Store
    links: Links
    histories: Histories = field(default_factory=Histories)
    hosts: frozenset[str] = frozenset()  # addresses, to be mailed what only a host can mend
    wake: Callable[[], None] = nothing
    stopping: Callable[[], bool] = never


class Refused(Exception):
    """Something that cannot be done; `message` is a template to be translated, filled in by `facts`."""

    message = N_("That cannot be done.")

    def __init__(self, message: str = "", **facts: Any) -> None:
        self.message = message or self.message
        self.facts = facts
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message.format(**self.facts)


class NotFound(Refused):
    """There is no such match, seat or player."""

    message = N_("There is no such match.")


class NotRunning(Refused):
    """The match is not being played: it has not begun, is over, or is frozen."""

    message = N_("This match is not being played at the moment.")


class Held(NotRunning):
    """The match is paused, or everybody is away."""

    message = N_("This match stands still at the moment: it has to go on before anything can be played.")


class DecisionOver(Refused):
    """The decision that a move answered is over; `repeated` when it was this very move that was played before."""

    message = N_("This decision has been made already. Below is the table as it is now; nothing was played.")

    def __init__(self, repeated: bool = False) -> None:
        super().__init__()
        self.repeated = repeated


class Unasked(Refused):
    """A move that answers a decision, and does not say which."""

    message = N_(
        "That answers what the table asks, so it has to come from the form at the table or from a link of that mail. "
        "Nothing was played."
    )


class Throttled(Refused):
    """Too many times in too short a while."""

    message = N_("That was asked for too often. Please wait a while and try again.")
