"""The hosts' pages: matches, mails and failures, always in the spectator's view.

What a host does at a table is an event there, with a reason that everybody at the table reads.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, UTC
from typing import NamedTuple

from flask import abort, Blueprint, flash, redirect, render_template, request
from flask_babel import gettext as _
from sqlalchemy import func, or_, true
from sqlmodel import col, select, Session
from werkzeug.wrappers import Response

import games
from games.contract import N_
from models.tables import Decision, Match, Outbox, Player
from service import absence, matches, outbox, seats
from service.base import NotFound, Refused
from service.clock import zone_of
from service.course import clock_of, UNDER_WAY
from web import mailing
from web.access import is_host
from web.errors import STATUS
from web.site import network, now, player, service
from web.words import explain

pages = Blueprint("hosts", __name__, url_prefix="/host")

Page = str | Response | tuple[str, int]
MOST_ROWS = 100
MOST_DIGITS = 4


class Wrong(NamedTuple):
    """What was wrong with a form: of which match, for what, and how that is said."""

    match_id: str
    act: str
    error: str
    status: int


@pages.before_request
def only_hosts() -> None:
    """Answer 404 to everybody else: there is nothing for them here."""
    if not is_host(player()):
        abort(404)


@pages.get("/")
def overview() -> Page:
    """Show matches and mails, those that need somebody first."""
    return _overview(None)


def _overview(wrong: Wrong | None) -> Page:
    status = request.args.get("status", "")
    with service().store.reading() as session:
        counts = dict(session.execute(select(Match.status, func.count()).group_by(Match.status)).all())  # type: ignore[arg-type]
        mail_counts = dict(session.execute(select(Outbox.status, func.count()).group_by(Outbox.status)).all())  # type: ignore[arg-type]
        query = select(Match).order_by(col(Match.created_at).desc()).limit(MOST_ROWS)
        found = session.exec(query.where(Match.status == status) if status.isalpha() else query).all()
        rows = [_row(session, match) for match in found]
        failures = outbox.failures(session, MOST_ROWS)
        if wrong and wrong.match_id not in [match.id for match in found]:
            rows.insert(0, _row(session, matches.find(session, wrong.match_id)))
    page = render_template(
        "host.html", rows=rows, counts=counts, mail_counts=mail_counts, failures=failures, status=status,
        wrong=wrong, form=request.form,
    )  # fmt: skip
    return (page, wrong.status) if wrong else page


def _row(session: Session, match: Match) -> dict[str, object]:
    decisions = session.exec(select(Decision).where(Decision.match_id == match.id)).all()
    places = matches.seats_of(session, match.id)
    under_way = match.status in UNDER_WAY
    thinking = {decision.seat: decision.due_at for decision in decisions if clock_of(decision).thinks}
    return {
        "match": match,
        "name": games.find(match.game, match.rules).name,
        "names": [seat.name or ("…" if seat.address else "–") for seat in places],
        "due_at": min(thinking.values(), default=None) if match.status == "running" else None,
        "deadlines": thinking if match.status == "running" else {},
        "people": [seat for seat in places if under_way and seat.player_id is not None],
        "away": [seat for seat in places if under_way and seat.away_since],
        "offerable": [seat for seat in places if under_way and absence.is_offerable(seat, now())],
    }


def _act(match_id: str, act: str, do: Callable[[str, str], None], said: str) -> Page:
    """Do something at a table with the reason that was given, or say what is wrong and keep what was typed."""
    who = player()
    assert who
    try:
        do(request.form.get("reason", ""), who.name)
    except Refused as error:
        if type(error) is NotFound and error.message == NotFound.message:
            raise
        return _overview(Wrong(match_id, act, explain(error), STATUS.get(type(error), 422)))
    flash(said)
    return redirect("/host/", 303)


@pages.post("/end/<match_id>")
def end(match_id: str) -> Page:
    """End a match with a reason, which is an event at the table."""
    said = _("The match has been ended, and its players are told.")
    return _act(match_id, "end", lambda reason, host: seats.end(service(), match_id, reason, host, now()), said)


@pages.post("/pause/<match_id>")
def pause(match_id: str) -> Page:
    """Let all clocks of a match stand still."""
    said = _("The match is paused, and its players are told.")
    return _act(match_id, "pause", lambda reason, host: seats.pause(service(), match_id, reason, host, now()), said)


@pages.post("/go-on/<match_id>")
def go_on(match_id: str) -> Page:
    """Let a paused match go on."""
    said = _("The match goes on, and its players are told.")
    return _act(match_id, "go-on", lambda reason, host: seats.go_on(service(), match_id, reason, host, now()), said)


@pages.post("/thaw/<match_id>")
def thaw(match_id: str) -> Page:
    """Let a frozen match go on whose log replays again."""
    said = _("The match goes on, and its players are told.")
    return _act(match_id, "thaw", lambda reason, host: seats.thaw(service(), match_id, reason, host, now()), said)


@pages.post("/deadline/<match_id>")
def move_deadline(match_id: str) -> Page:
    """Move the deadline of what a seat is asked."""

    def do(reason: str, host: str) -> None:
        seats.move_deadline(service(), match_id, _seat(), _moment(), reason, host, now())

    return _act(match_id, "deadline", do, _("The deadline is moved, and the players are told."))


@pages.post("/replace/<match_id>")
def replace(match_id: str) -> Page:
    """Give a seat to a house bot or the deadline moves."""

    def do(reason: str, host: str) -> None:
        seats.replace(service(), match_id, _seat(), request.form.get("to", ""), reason, host, now())

    return _act(match_id, "replace", do, _("The seat has been given away, and the players are told."))


@pages.post("/offer/<match_id>")
def offer(match_id: str) -> Page:
    """Offer a seat to whoever has an address."""

    def do(reason: str, host: str) -> None:
        address = request.form.get("address", "")
        absence.offer_by_host(service(), match_id, _seat(), address, reason, host, network(), now())
        service().wake()

    return _act(match_id, "offer", do, _("The seat is offered: the invitation is on its way."))


def _seat() -> int:
    """Return the seat that was chosen. Raises `Refused`."""
    text = request.form.get("seat", "")
    if not text.isascii() or not text.isdecimal() or len(text) > MOST_DIGITS:
        raise Refused(N_("Please choose a seat."))
    return int(text)


def _moment() -> datetime:
    """Return the moment that was typed, by the host's own clock. Raises `Refused`."""
    who, text = player(), request.form.get("due_at", "").strip()
    assert who
    try:
        return datetime.fromisoformat(text).replace(tzinfo=zone_of(who.zone)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        wrong = N_("“{text}” is not a day and time: it should be one such as 2026-08-31T18:00.")
        raise Refused(wrong, text=text[:30]) from error


@pages.get("/mails")
def list_mails() -> Page:
    """Show what became of each mail, all or as far as asked for."""
    state, q = request.args.get("state", ""), request.args.get("q", "").strip()
    about = mailing.in_state(state) if state in mailing.STATES else true()
    if q:
        about &= or_(
            func.lower(func.coalesce(Outbox.sent_to, Outbox.address, Player.address)) == q.lower(),
            col(Outbox.match_id) == q, col(Outbox.kind) == q,
        )  # fmt: skip
    with service().store.reading() as session:
        counts = {
            name: session.exec(select(func.count()).select_from(Outbox).where(mailing.in_state(name))).one()
            for name in mailing.STATES
        }
        found, more = mailing.mails(session, about, mailing.page_number())
    return render_template(
        "host_mails.html", mails=found, more=more, page=mailing.page_number(), counts=counts, state=state, q=q,
        states=mailing.STATES,
    )  # fmt: skip


@pages.post("/retry/<int(max=2147483647):mail_id>")
def retry(mail_id: int) -> Page:
    """Try a mail that failed once more."""
    with service().store.writing() as session:
        if not outbox.retry(session, mail_id, now()):
            abort(404)
    service().wake()
    flash(_("The mail is tried again."))
    return redirect("/host/", 303)
