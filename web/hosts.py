"""The hosts' pages: matches, mails and failures, always in the spectator's view."""

from __future__ import annotations

from flask import abort, Blueprint, flash, redirect, render_template, request
from flask_babel import gettext as _
from sqlalchemy import func
from sqlmodel import col, select, Session
from werkzeug.wrappers import Response

import games
from models.tables import Decision, Match, Outbox
from service import matches, outbox, seats
from web.access import is_host
from web.site import now, player, service

pages = Blueprint("hosts", __name__, url_prefix="/host")

Page = str | Response | tuple[str, int]
MOST_ROWS = 100


@pages.before_request
def only_hosts() -> None:
    """Answer 404 to everybody else: there is nothing for them here."""
    if not is_host(player()):
        abort(404)


@pages.get("/")
def overview() -> Page:
    """Show matches and mails, those that need somebody first."""
    status = request.args.get("status", "")
    with service().store.reading() as session:
        counts = dict(session.execute(select(Match.status, func.count()).group_by(Match.status)).all())  # type: ignore[arg-type]
        mail_counts = dict(session.execute(select(Outbox.status, func.count()).group_by(Outbox.status)).all())  # type: ignore[arg-type]
        query = select(Match).order_by(col(Match.created_at).desc()).limit(MOST_ROWS)
        found = session.exec(query.where(Match.status == status) if status else query).all()
        rows = [_row(session, match) for match in found]
        failures = outbox.failures(session, MOST_ROWS)
    return render_template(
        "host.html", rows=rows, counts=counts, mail_counts=mail_counts, failures=failures, status=status
    )


def _row(session: Session, match: Match) -> dict[str, object]:
    decisions = session.exec(select(Decision).where(Decision.match_id == match.id)).all()
    return {
        "match": match,
        "name": games.find(match.game, match.rules).name,
        "names": [seat.name or ("…" if seat.address else "–") for seat in matches.seats_of(session, match.id)],
        "due_at": min((decision.due_at for decision in decisions), default=None),
    }


@pages.post("/end/<match_id>")
def end(match_id: str) -> Page:
    """End a match with a reason, which is an event at the table."""
    who = player()
    assert who
    seats.end(service(), match_id, request.form.get("reason", ""), who.name, now())
    flash(_("The match has been ended, and its players are told."))
    return redirect("/host/", 303)


@pages.post("/retry/<int:mail_id>")
def retry(mail_id: int) -> Page:
    """Try a mail that failed once more."""
    with service().store.writing() as session:
        if not outbox.retry(session, mail_id, now()):
            abort(404)
    service().wake()
    flash(_("The mail is tried again."))
    return redirect("/host/", 303)
