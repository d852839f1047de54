"""From facts, moments and errors to words in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, UTC
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date, format_datetime
from flask import Flask, g, has_app_context, has_request_context, request
from flask_babel import Babel, force_locale, get_locale, gettext, ngettext
from jinja2 import TemplateNotFound
from markupsafe import Markup

from games.contract import Option
from models.log import Entry
from service.clock import Pace
from service.people import LANGUAGES
from service.replay import Part
from service.table import Line, Side, Table
from web.site import reader

GENERIC = "games/generic"


def language() -> str:
    """Return the reader's language: the player's own, else what the browser prefers."""
    if not has_request_context():
        return LANGUAGES[0]
    who = reader()
    return who.language if who else request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def zone() -> str:
    """Return the time zone of whom a mail is written to, or who is looking; UTC where nobody is."""
    if has_app_context() and "zone" in g:
        return str(g.zone)
    who = reader() if has_request_context() else None
    return who.zone if who else "UTC"


def when(moment: datetime | str, zone_name: str | None = None, named: bool = True) -> str:
    """Return a moment, or one as a log has it, as the reader's clock shows it, by default with the zone's name."""
    name, zoned = _zoned(moment, zone_name)
    text = str(format_datetime(zoned, "EEE d MMM, HH:mm", locale=get_locale()))
    return f"{text} ({place(name)})" if named else text


def _zoned(moment: datetime | str, zone_name: str | None) -> tuple[str, datetime]:
    """Return a moment in a time zone, by default the reader's, and the zone's name: UTC where it is not known."""
    name = zone_name or zone()
    utc = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    try:
        return name, utc.astimezone(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError):
        return "UTC", utc.astimezone(UTC)


def hour(moment: datetime) -> str:
    """Return the time of day that the reader's clock shows at a moment."""
    return str(format_datetime(_zoned(moment, None)[1], "HH:mm", locale=get_locale()))


def day(value: date | str) -> str:
    """Return a day of the calendar, or one as a log has it."""
    found = date.fromisoformat(value) if isinstance(value, str) else value
    return str(format_date(found, "EEE d MMM y", locale=get_locale()))


def place(name: str) -> str:
    """Return the name of a time zone as people read it."""
    return name.replace("_", " ")


def moment(value: datetime, zone_name: str | None = None, named: bool = True) -> Markup:
    """Return a moment for a page, with what a machine reads of it."""
    return Markup('<time datetime="{}">{}</time>').format(value.isoformat(), when(value, zone_name, named))


def span(seconds: float) -> str:
    """Say a length of time in its two largest units, rounded down to them: `3 days`, `1 day 4 hours`, `10 seconds`."""
    if 1 <= seconds < 60:
        return str(ngettext("%(num)s second", "%(num)s seconds", int(seconds)))
    minutes, hours, days = int(seconds) // 60 % 60, int(seconds) // 3600 % 24, int(seconds) // 86400
    parts = [
        str(ngettext("%(num)s day", "%(num)s days", days)) if days else "",
        str(ngettext("%(num)s hour", "%(num)s hours", hours)) if hours else "",
        str(ngettext("%(num)s minute", "%(num)s minutes", minutes)) if minutes and not days else "",
    ]
    return " ".join(filter(None, parts)) or str(gettext("no time"))


def masked(address: str) -> str:
    """Return an address as those may see it whom it does not belong to: enough to know whose it may be."""
    local, _at, domain = address.rpartition("@")
    return f"{local[:2]}…@{domain}"


def explain(error: Any) -> str:
    """Return the message of a refused move or request in the reader's language."""
    return gettext(error.message).format(**error.facts)


def template_for(app: Flask, game: str, name: str) -> str:
    """Return the path of a game's own template, or of the one that serves every game."""
    path = f"games/{game}/{name}"
    try:
        app.jinja_env.get_template(path)
    except TemplateNotFound:
        return f"{GENERIC}/{name}"
    return path


def plain(value: Any) -> str:
    """Say a value of a view, a fact or an option that no template knows."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return str(gettext("yes") if value else gettext("no"))
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {plain(inner)}" for key, inner in value.items()) or "–"
    if isinstance(value, list | tuple):
        nested = any(isinstance(inner, list | tuple | Mapping) for inner in value)
        return (", " if nested else " ").join(map(plain, value)) or "–"
    return str(value)


def option_words(option: Option, value: Any) -> str:
    """Say the value that an option of a match has, as the form says it where it is chosen."""
    named = dict(zip(option.choices, option.names, strict=False))
    return str(gettext(named[value])) if value in named else plain(value)


def line_kinds(line: Line) -> list[str]:
    """Return the kinds of things that happened by an event, each once; `table` where it was nothing in the game."""
    return list(dict.fromkeys(fact["kind"] for fact in line.facts)) or ["table"]


def set_up(app: Flask) -> None:
    """Give the templates their filters and functions."""
    Babel(app, locale_selector=language, timezone_selector=zone)

    def game_words(game: str) -> Any:
        return app.jinja_env.get_template(template_for(app, game, "words.txt")).module

    def words(game: str, fact: Mapping[str, Any], names: Sequence[str]) -> str:
        """Say a fact in words, as plain text; empty for what is not worth a line."""
        return " ".join(str(game_words(game).say(fact, names)).split())

    def move_words(game: str, move: str) -> str:
        """Say a move in words, as a button or a mail names it."""
        return " ".join(str(game_words(game).move(move)).split())

    def ask_words(game: str, view: Mapping[str, Any], names: Sequence[str]) -> str:
        """Say what the seat of a view is asked, in a sentence."""
        return " ".join(str(game_words(game).ask(view, names)).split())

    def blurb(game: str) -> str:
        """Say in a sentence or two what a game is like; nothing where its words do not say it."""
        words = getattr(game_words(game), "blurb", str)
        return " ".join(str(words()).split())

    def pace_words(pace: Mapping[str, Any]) -> str:
        """Say the pace of a match, as plain text."""
        module: Any = app.jinja_env.get_template("pace.txt").module
        return " ".join(str(module.say(Pace.read(pace))).split())

    def offer_words(game: str, move: str) -> str:
        """Say what a move out of turn would bring, in a sentence; nothing where the game's words do not say it."""
        words = getattr(game_words(game), "brings", None)
        return " ".join(str(words(move)).split()) if words else ""

    def order_words(game: str, line: str) -> str:
        """Say a line of a standing order in words; where the game's words do not, as a move."""
        module = game_words(game)
        return " ".join(str(getattr(module, "order", module.move)(line)).split())

    def event_words(line: Line | Entry, names: Sequence[str]) -> str:
        """Say an event that is neither the start nor a move in words, as plain text."""
        module: Any = app.jinja_env.get_template("events.txt").module
        return " ".join(str(module.say(line, names)).split())

    def result_words(table: Table) -> str:
        """Say who has won, as plain text."""
        module: Any = app.jinja_env.get_template("sides.txt").module
        return " ".join(str(module.won(table.sides, table.names)).split())

    def side_words(side: Side, names: Sequence[str]) -> str:
        """Say who a team is, or who sits alone, as plain text."""
        module: Any = app.jinja_env.get_template("sides.txt").module
        return " ".join(str(module.side(side, names)).split())

    def kind_words(game: str, kind: str) -> str:
        """Say what kind of things happened, as a filter names it."""
        if kind == "table":
            return str(gettext("beside the game"))
        said = getattr(game_words(game), "sort", str)
        return " ".join(str(said(kind)).split()) or kind

    def part_words(game: str, part: Part) -> str:
        """Say which part of a game is meant, as `Round 3`."""
        said = getattr(game_words(game), "part", None)
        return " ".join(str(said(part) if said else gettext("Part %(number)s", number=part.number)).split())

    def game_template(game: str, name: str) -> str:
        return template_for(app, game, name)

    app.jinja_env.globals.update(
        words=words,
        move_words=move_words,
        ask_words=ask_words,
        blurb=blurb,
        offer_words=offer_words,
        pace_words=pace_words,
        option_words=option_words,
        event_words=event_words,
        order_words=order_words,
        result_words=result_words,
        side_words=side_words,
        kind_words=kind_words,
        part_words=part_words,
        game_template=game_template,
        get_locale=get_locale,
    )
    app.jinja_env.filters.update(
        masked=masked,
        span=span,
        when=when,
        moment=moment,
        hour=hour,
        day=day,
        place=place,
        explain=explain,
        plain=plain,
        kinds=line_kinds,
    )


def render(app: Flask, template: str, language_name: str, zone_name: str, **values: Any) -> str:
    """Fill a template outside a request, for a mail in the reader's language and time."""
    with app.app_context(), force_locale(language_name):
        g.zone = zone_name
        return app.jinja_env.get_template(template).render(zone=zone_name, **values)
