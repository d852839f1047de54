"""Errors turned into pages with the right status, and the headers every answer carries."""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app, Flask, render_template, request, Response
from flask_babel import lazy_gettext as _l
from flask_babel import LazyString
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from games.contract import BadOptions
from service.base import Held, NotFound, NotRunning, Refused, Throttled
from service.history import Diverged
from service.links import ExpiredLink, ForeignLink, ForgedLink
from service.people import UsedLink
from service.records import Hidden
from web.access import is_host
from web.site import player, site
from web.words import explain

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " form-action 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'"
)
STATUS = {NotFound: 404, Hidden: 403, NotRunning: 409, Held: 409, Throttled: 429}  # of what is refused
STATUSES = {404: _l("There is no such page."), 405: _l("That cannot be done here."), 413: _l("That is too much text.")}


def page(
    status: int, title: LazyString | str, text: LazyString | str, advice: LazyString | str = ""
) -> tuple[str, int]:
    """Return a page that says what went wrong and what to do."""
    return render_template("error.html", title=title, text=text, advice=advice, status=status), status


def refused(error: Refused | BadOptions) -> tuple[str, int]:
    """Say why something cannot be done."""
    status = STATUS.get(type(error), 422)
    return page(status, _l("That did not work"), explain(error))


class Told(NamedTuple):
    """A page about an error: its status, what happened, what that means, and what to do."""

    status: int
    title: LazyString
    text: LazyString
    advice: LazyString | str = ""


TOLD: dict[type[Exception], Told] = {
    ForgedLink: Told(
        400,
        _l("This link is damaged"),
        _l("It was not made by this service, or a part of it got lost on the way."),
        _l("Open the link in the mail itself, or copy all of it, up to the last letter."),
    ),
    ExpiredLink: Told(
        410,
        _l("This link has expired"),
        _l("It was good for a while, and that is over. Nothing is lost."),
        _l("Open the latest mail about this match, or sign in to see all your tables."),
    ),
    ForeignLink: Told(
        403,
        _l("This link opens something else"),
        _l("It is a good link, but not for this place: it belongs to another page, or the seat has changed hands."),
        _l("Open the latest mail you got about this match, or sign in."),
    ),
    UsedLink: Told(
        410,
        _l("This link has been used"),
        _l("It works once, and it has been used already."),
        _l("If that was you, you are done. Otherwise ask for a new one."),
    ),
    Diverged: Told(
        500,
        _l("This match is frozen"),
        _l("Its log does not replay as it was played. Nothing has been changed; the host has to look at it."),
    ),
    CSRFError: Told(
        400,
        _l("This page was too old"),
        _l("Your browser did not send the mark that proves the form was yours, so nothing was done."),
        _l("Go back, reload the page and try once more. Cookies have to be allowed."),
    ),
    Exception: Told(
        500,
        _l("Something broke here"),
        _l("That was not your doing, and what was saved is safe."),
        _l("Please try again in a moment."),
    ),
}


def told(error: Exception) -> tuple[str, int]:
    """Answer with the page about an error; what is the service's own fault is logged."""
    about = next(TOLD[kind] for kind in type(error).__mro__ if kind in TOLD)
    if about.status >= 500:
        current_app.logger.error("a request failed", exc_info=error)
    return page(*about)


def http(error: HTTPException) -> tuple[str, int]:
    """Answer with a page for what the framework refuses."""
    status = error.code or 500
    title = _l("Not found") if status == 404 else _l("That did not work")
    return page(status, title, STATUSES.get(status, error.description or ""))


def headers(response: Response) -> Response:
    """Give an answer the headers that every answer carries."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers["Vary"] = "Cookie, Accept-Language"
    if site().settings.https:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    return response


def common() -> dict[str, object]:
    """Return what every template has at hand."""
    settings = site().settings
    return {
        "me": player(),
        "is_host": is_host(player()),
        "local_mailbox": settings.local_mailbox,
        "base_url": settings.base_url,
    }


def set_up(app: Flask) -> None:
    """Register the error pages and the headers."""
    for kind in TOLD:
        app.register_error_handler(kind, told)
    for kind in (Refused, BadOptions):
        app.register_error_handler(kind, refused)
    app.register_error_handler(HTTPException, http)
    app.after_request(headers)
    app.context_processor(common)
