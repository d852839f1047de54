"""What every page has at hand: the service, the clock, and who is looking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any
from urllib.parse import quote

from flask import current_app, Flask, g, redirect, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin

from config import Settings
from models.tables import Player
from service.base import Service

Clock = Callable[[], datetime]


def no_mail(_address: str, _sender: str, _mail: bytes) -> str:
    """Take no mail."""
    return "550 5.7.1 No mail is taken here"


@dataclass(frozen=True)
class Site:
    """One running service with its pages.

    `receive(address, sender, mail)` takes a mail that did not come by a mail server, and returns why it is refused.
    """

    service: Service
    settings: Settings
    clock: Clock
    receive: Callable[[str, str, bytes], str] = no_mail


class Sessions(SecureCookieSessionInterface):
    """Sessions that last from the last look on.

    A page that only follows renews none: its answer may come after that to a form, and would undo what that has said.
    """

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Say whether an answer has the session's cookie."""
        return session.modified or ("X-Follow" not in request.headers and super().should_set_cookie(app, session))


def site() -> Site:
    """Return the site that the current request is for."""
    found: Site = current_app.extensions["mousepost"]
    return found


def service() -> Service:
    """Return the service."""
    return site().service


def now() -> datetime:
    """Return the time of the clock (UTC)."""
    return site().clock()


def network() -> str:
    """Return where a request comes from, for throttling."""
    return request.remote_addr or "unknown"


def player() -> Player | None:
    """Return the player who is signed in."""
    if "player" not in g:
        g.player = None
        if "player" in session:
            with service().store.reading() as database:
                found = database.get(Player, session["player"])
            if found and found.epoch == session.get("epoch"):
                g.player = found
    found_player: Player | None = g.player
    return found_player


def reader() -> Player | None:
    """Return whose language and time zone a page is in: of who is signed in, or whose seat a link has opened."""
    who = player()
    if who or g.get("reader_id") is None:
        return who
    if g.get("reader_found") != g.reader_id:
        with service().store.reading() as database:
            g.reader, g.reader_found = database.get(Player, g.reader_id), g.reader_id
    found: Player | None = g.reader
    return found


def for_players(view: Callable[..., Any]) -> Callable[..., Any]:
    """Let only somebody signed in see a page, who is its first argument; others sign in first and then come back."""

    @wraps(view)
    def guarded(**arguments: Any) -> Any:
        who = player()
        if not who or who.id is None:
            where = request.path if request.method == "GET" else "/account"
            return redirect(f"/sign-in?where={quote(where)}", 303)
        return view(who, **arguments)

    return guarded


def sign_in(who: Player) -> None:
    """Begin a session for a player."""
    session.clear()
    session.permanent = True
    session["player"], session["epoch"] = who.id, who.epoch
    g.player = who


def local_path(path: str) -> str:
    """Return `path` when it leads to a page of this site, else the front page."""
    good = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and "\\" not in path
    return path if good else "/"
