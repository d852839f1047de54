"""Standing orders: the page where they are written, what they would do, giving one and taking it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, flash, redirect, render_template, request
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.wrappers import Response

import games
from games.contract import BadNotation, N_, Scope
from games.orders import Case, read_lines, Rehearsal
from models.tables import Match, StandingOrder
from service import matches, orders
from service.base import NotRunning, Refused
from service.course import orders_of, UNDER_WAY
from service.orders import Outdated
from service.table import look, Table
from web.access import Access, table_path
from web.seats import own_seat
from web.site import now, service
from web.tables import flash_move, MOST_DIGITS
from web.words import explain

pages = Blueprint("orders", __name__)

Page = str | Response | tuple[str, int]
Fields = MultiDict[str, str]
NOTHING: Fields = ImmutableMultiDict()
GIVEN_ALREADY = N_("That order was given already: a second press changes nothing.")
STATUSES = {NotRunning: 409, Outdated: 409}


class Group(NamedTuple):
    """Moves of another seat after which an order does the same."""

    moves: tuple[str, ...]
    line: str
    move: str
    outcome: str


@dataclass(frozen=True)
class Foreseen:
    """What an order would do, in groups; `unsure` where the same move is in several, for it depends on hidden cards."""

    now: bool
    actor: int
    groups: tuple[Group, ...]
    unsure: bool
    more: bool


@dataclass(frozen=True)
class Standing:
    """The order of a seat as its table shows it."""

    lines: Sequence[str]
    scope: str
    foreseen: Foreseen


@dataclass(frozen=True)
class Draft:
    """An order that is being written: its lines as far as they could be read, its text, and what was picked besides."""

    scope: str
    text: str
    lines: tuple[str, ...] = ()
    picked: Fields = NOTHING
    said: str = ""
    error: str = ""
    status: int = 200


def foreseen(told: Rehearsal) -> Foreseen:
    """Put cases with the same outcome together, in the order in which they come first."""
    found: dict[Case, list[str]] = {}
    for case in told.cases:
        moves = found.setdefault(case._replace(their_move=""), [])
        if case.their_move not in moves:
            moves.append(case.their_move)
    groups = tuple(Group(tuple(moves), case.line, case.move, case.outcome) for case, moves in found.items())
    named = [move for group in groups for move in group.moves]
    actor = told.cases[0].actor if told.cases else 0
    return Foreseen(told.now, actor, groups, len(set(named)) < len(named), told.more)


def standing(table: Table) -> Standing | None:
    """Return the order of the reader's seat, and what it would do now."""
    order = table.order
    if not order or table.seat is None:
        return None
    with service().store.reading() as database:
        scopes = orders.scopes(service(), database, table.match)
        told = orders.rehearsal(service(), database, table.match, table.seat, order.scope, order.lines)
    label = next((scope.label for scope in scopes if scope.kind == order.scope), "")
    return Standing(order.lines, label, foreseen(told))


@pages.app_context_processor
def common() -> dict[str, object]:
    """Return what the table needs to show an order."""
    return {"standing_order": standing}


@pages.get("/m/<match_id>/<int:number>/order")
def write(match_id: str, number: int) -> Page:
    """Show the standing order of a seat, to be written or changed."""
    match, _seat = own_seat(match_id, number)
    if match.status not in UNDER_WAY:
        return redirect(table_path(match_id, number), 303)
    order = _order_of(match, number)
    lines = tuple(order.lines) if order else ()
    return _show(match, number, Draft(order.scope if order else orders.NEXT.kind, "\n".join(lines), lines))


@pages.post("/m/<match_id>/<int:number>/order")
def change(match_id: str, number: int) -> Page:
    """Add a line, move one up, take one out, say what the order would do, give it, or take it back."""
    match, _seat = own_seat(match_id, number)
    act = request.form.get("act", "rehearse")
    try:
        if act == "withdraw":
            return _withdraw(match, number)
        if match.status not in UNDER_WAY:
            raise NotRunning
    except Refused as error:
        return _again(match, number, error)
    order = _order_of(match, number)
    scope = request.form.get("scope") or (order.scope if order else orders.NEXT.kind)
    text = request.form.get("lines", "\n".join(order.lines) if order else "")
    draft = _edited(match, number, scope, text, act)
    return _give(match, number, draft) if act == "give" and not draft.error else _show(match, number, draft)


def _order_of(match: Match, number: int) -> StandingOrder | None:
    with service().store.reading() as database:
        return orders_of(database, match.id).get(number)


def _edited(match: Match, number: int, scope: str, text: str, act: str) -> Draft:
    """Return the order with what a button adds to it, or moves in it."""
    added, typed = _added(request.form), _typed(request.form)
    game = games.find(match.game, match.rules)
    with service().store.reading() as database:
        view = service().histories.load(database, match).position.view(number)
    try:
        lines = list(read_lines(game, view, text))
    except BadNotation as error:
        kept = f"{text}\n{typed}" if typed else text
        return Draft(scope, kept, picked=request.form, error=explain(error), status=422)
    try:
        more = [line for line in read_lines(game, view, f"{added}\n{typed}") if line not in lines]
        lines = list(read_lines(game, view, "\n".join([*lines, *more])))
    except BadNotation as error:
        kept = "\n".join([*lines, *([typed] if typed else [])])
        return Draft(scope, kept, tuple(lines), request.form, error=explain(error), status=422)
    lines = _moved(lines, act)
    said = ngettext("One line was added.", "%(num)s lines were added.", len(more)) if more else ""
    return Draft(scope, "\n".join(lines), tuple(lines), said=said)


def _added(form: Fields) -> str:
    """Return the line that a button adds: its text, and what was picked in the fields that it names.

    `play|card` is “play” and all cards picked; by `bid up to|count+rank` what two fields say stands together.
    """
    text, _bar, fields = form.get("add", "").partition("|")
    words = [text]
    for group in fields.split():
        values = [value for name in group.split("+") for value in form.getlist(name) if value]
        words.append(("" if "+" in group else " ").join(values))
    return " ".join(word for word in words if word)


def _typed(form: Fields) -> str:
    """Return what was typed to be added, or picked in a form of the table."""
    return form.get("move", "").strip() or " ".join(part for part in form.getlist("part") if part)


def _moved(lines: list[str], act: str) -> list[str]:
    """Return lines with one moved up, or taken out."""
    verb, _space, text = act.partition(" ")
    at = int(text) - 1 if text.isdecimal() and len(text) < MOST_DIGITS else -1
    if verb == "out" and 0 <= at < len(lines):
        return lines[:at] + lines[at + 1 :]
    if verb == "up" and 0 < at < len(lines):
        return [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]]
    return lines


def _give(match: Match, number: int, draft: Draft) -> Page:
    since = request.form.get("since", "")
    known = int(since) if since.isdecimal() and len(since) < MOST_DIGITS else None
    before = match.number
    try:
        played = orders.give(service(), match.id, number, draft.scope, draft.text, now(), known)
    except (BadNotation, Refused) as error:
        if known is not None and isinstance(error, Outdated | NotRunning) and _has_fired(match, number, known, draft):
            flash(_(GIVEN_ALREADY))
            return redirect(table_path(match.id, number), 303)
        return _again(match, number, error, draft)
    moves = [line.number for line in _own_lines(match, number) if line.number > before] if played else []
    for event in moves:
        flash_move(match, number, event)
    if _order_of(match, number):
        flash(_("Your standing order holds: what it says is played when you are asked."))
    elif not moves:
        flash(_("Your standing order is over already: what you were asked could be answered in one way only."))
    return redirect(table_path(match.id, number), 303)


def _own_lines(match: Match, number: int) -> list[Any]:
    """Return the lines of the log in which the order of a seat played."""
    with service().store.reading() as database:
        table = look(service(), database, matches.find(database, match.id), number)
    return [line for line in table.lines if line.seat == number and line.by == "order"]


def _has_fired(match: Match, number: int, known: int, draft: Draft) -> bool:
    """Say whether this very order has played since an event: its form was sent twice."""
    return any(
        line.number > known and line.detail.get("order") in draft.lines for line in _own_lines(match, number)
    )  # fmt: skip


def _withdraw(match: Match, number: int) -> Page:
    if orders.withdraw(service(), match.id, number, now()):
        flash(_("Your standing order is withdrawn: you are asked as usual."))
    return redirect(table_path(match.id, number), 303)


def _again(match: Match, number: int, error: Refused | BadNotation, draft: Draft | None = None) -> Page:
    """Show the page again with why something did not happen, and with what was written."""
    if match.number < 0:
        raise error
    text, scope = request.form.get("lines", ""), request.form.get("scope", "")
    kept = draft or Draft(scope, text)
    status = next((code for kind, code in STATUSES.items() if isinstance(error, kind)), 422)
    return _show(match, number, Draft(kept.scope, kept.text, kept.lines, kept.picked, "", explain(error), status))


def _show(match: Match, number: int, draft: Draft) -> Page:
    """Show the page where an order is written."""
    with service().store.reading() as database:
        fresh = matches.find(database, match.id)
        table = look(service(), database, fresh, number, now=now())
        scopes: Sequence[Scope] = orders.scopes(service(), database, fresh) if fresh.status in UNDER_WAY else ()
        told = None
        if draft.lines and scopes:
            told = orders.rehearsal(service(), database, fresh, number, draft.scope, draft.lines)
    page = render_template(
        "order.html",
        table=table,
        access=Access(number, may_act=True),
        draft=draft,
        scopes=scopes,
        foreseen=told and foreseen(told),
        examples=games.find(match.game, match.rules).order_lines,
    )
    return page, draft.status
