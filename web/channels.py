"""Other ways than mail to hear that a table waits: added, tested and removed by their player."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, flash, redirect, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from config import is_loopback
from games.contract import N_
from models.tables import Player
from service import channels, push_keys
from service.base import NotFound, Refused, Throttled
from service.channels import WEB_PUSH
from web.site import for_players, now, service, site
from web.words import explain

pages = Blueprint("channels", __name__)

Page = str | Response | tuple[str, int]
STATUS = {NotFound: 404, Throttled: 429}


@pages.get("/account/channels")
@for_players
def show(who: Player) -> Page:
    """Show the channels of a player, and what can be added."""
    return _page(who, None)


def _page(who: Player, error: Refused | None) -> Page:
    settings, ready = site().settings, channels.are_installed()
    with service().store.reading() as database:
        taken = channels.of(database, who.id or 0)
    page = render_template(
        "channels.html", channels=taken, ready=ready, error=error and explain(error), form=request.form,
        services=[kind for kind in settings.channels if kind != WEB_PUSH],
        push_key=push_keys.public_key(settings.secret_keys[0]) if ready and WEB_PUSH in settings.channels else None,
        secure=settings.https or is_loopback(urlsplit(settings.base_url).hostname or ""),
    )  # fmt: skip
    return (page, STATUS.get(type(error), 422)) if error else page


def _need(kind: str) -> None:
    """Let pass what this service sends. Raises `Refused`."""
    if not channels.are_installed() or kind not in (*site().settings.channels, channels.APPRISE):
        raise Refused(N_("This service does not send by that channel."))


@pages.post("/account/channels")
@for_players
def add(who: Player) -> Page:
    """Add a service by its address."""
    try:
        _need(channels.APPRISE)
        allowed = [kind for kind in site().settings.channels if kind != WEB_PUSH]
        channels.add_service(service(), who.id or 0, request.form.get("url", ""), allowed, now())
    except Refused as error:
        return _page(who, error)
    flash(_("Added. Try it with a test."))
    return redirect("/account/channels", 303)


@pages.post("/account/channels/push")
@for_players
def add_browser(who: Player) -> Page:
    """Add the browser that has sent its subscription."""
    try:
        _need(WEB_PUSH)
        label = f"{_('Browser')}: {request.user_agent.string.rpartition(' ')[2]}"
        key = push_keys.public_key(site().settings.secret_keys[0])
        channels.add_browser(service(), who.id or 0, request.form.get("subscription", ""), label, key, now())
    except Refused as error:
        return _page(who, error)
    flash(_("Added. Try it with a test."))
    return redirect("/account/channels", 303)


@pages.post("/account/channels/<int(max=2147483647):channel_id>/test")
@for_players
def test(who: Player, channel_id: int) -> Page:
    """Send a message that says that the channel works."""
    try:
        channels.test(service(), who.id or 0, channel_id, now())
    except Refused as error:
        return _page(who, error)
    flash(_("A message is on its way. If it does not come, look here again in a moment: what went wrong stands here."))
    return redirect("/account/channels", 303)


@pages.post("/account/channels/<int(max=2147483647):channel_id>/remove")
@for_players
def remove(who: Player, channel_id: int) -> Page:
    """Remove a channel."""
    try:
        channels.remove(service(), who.id or 0, channel_id)
    except NotFound:
        return redirect("/account/channels", 303)  # a double click
    flash(_("Removed."))
    return redirect("/account/channels", 303)
