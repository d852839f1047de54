"""What stands beside a replay, each at an address of its own: all lines, the course in pictures, a text, a picture.

All of it is made as the steps are, with the same eyes, and is refused where they would be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

import games
from service import replay
from service.replay import Course
from web import preview
from web.replay import asked_step, enter, hides_spoilers, KEPT, kept, look_into, Place, unless_known
from web.words import line_kinds, zone

pages = Blueprint("course", __name__)

MOST_MARKS = 6  # on a line
LABEL = 13  # between two labels


class Frame(NamedTuple):
    """Where the lines of a chart lie in it."""

    width: int = 360
    height: int = 190
    left: int = 30
    right: int = 262
    top: int = 8
    bottom: int = 168

    def x(self, step: int, whole: int) -> float:
        """Return where a step lies, of `whole` ones."""
        return round(self.left + (self.right - self.left) * step / (whole or 1), 1)


FRAME = Frame()


class Way(NamedTuple):
    """The line of a side: `style` is its dashes and the shape of its marks, which come evenly along it."""

    style: int
    name: str
    value: int
    path: str
    marks: list[tuple[float, float]]
    end: float
    label_y: float


class Chart(NamedTuple):
    """One series of a match as lines, one for each side, over a `scale` of values and where they lie."""

    label: str
    lines: list[Way]
    scale: list[tuple[int, float]]
    values: list[Sequence[int]]


@pages.get("/m/<match_id>/log")
@pages.get("/m/<match_id>/<int:number>/log")
def log(match_id: str, number: int | None = None) -> Response:
    """Show all lines of a match, or those of a part of the game, of a seat, or of a kind."""
    place = enter(match_id, number)
    until = asked_step()

    def made() -> Response:
        found = replay.log_of(look_into(place), place.eyes, until)
        wish = {name: request.args.get(name, "") for name in ("part", "seat", "kind")}
        lines = [
            (line, part)
            for line, part in zip(found.lines, found.part_of, strict=True)
            if wish["part"] in ("", str(part))
            and wish["seat"] in ("", str(line.seat))
            and (not wish["kind"] or wish["kind"] in line_kinds(line))
        ]
        kinds = list(dict.fromkeys(kind for line in found.lines for kind in line_kinds(line)))
        return _page("log", place, lines=lines, parts=found.parts, kinds=kinds, wish=wish)

    return unless_known(place, made)


@pages.get("/m/<match_id>/course")
@pages.get("/m/<match_id>/<int:number>/course")
def course(match_id: str, number: int | None = None) -> Response:
    """Show how a match went, in numbers that everybody can see: as lines, and as tables."""
    place = enter(match_id, number)
    step = asked_step()

    def made() -> Response:
        history = look_into(place)
        until = step if hides_spoilers() else None
        found = replay.course(history, place.match, until)
        return _page(
            "course", place,
            charts=charts_of(place, found, history.number), frame=FRAME, whole=history.number, last=found.last,
            now=FRAME.x(replay.check(history, step or 0), history.number), rows=_rows(found),
            times=replay.times(history, len(place.seats), until),
        )  # fmt: skip

    return unless_known(place, made)


@pages.get("/m/<match_id>/transcript.txt")
@pages.get("/m/<match_id>/<int:number>/transcript.txt")
def transcript(match_id: str, number: int | None = None) -> Response:
    """Give all lines of a match as plain text."""
    place = enter(match_id, number)

    def made() -> Response:
        lines = replay.log_of(look_into(place), place.eyes).lines
        text = render_template("replay/transcript.txt", place=place, name=_name(place), lines=lines, zone=zone())
        tidy = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
        return Response(tidy, content_type="text/plain; charset=utf-8")

    return unless_known(place, made)


@pages.get("/m/<match_id>/preview.png")
def picture(match_id: str) -> Response:
    """Give a picture for chat programs: how the match went, without any names and cards."""
    place = enter(match_id, None)

    def made() -> Response:
        history = look_into(place)
        found = replay.course(history, place.match)
        charts = charts_of(place, found, history.number)
        return Response(preview.draw(_name(place), charts[0] if charts else None, FRAME), content_type="image/png")

    return unless_known(place, made)


def _name(place: Place) -> str:
    return games.find(place.match.game, place.match.rules).name


def _page(name: str, place: Place, **values: object) -> Response:
    return make_response(
        render_template(f"replay/{name}.html", place=place, name=_name(place), query=kept(*KEPT), **values)
    )


def _rows(found: Course) -> list[tuple[int, str | replay.Part]]:
    """Return the steps that the tables show: the ends of the parts of the game, or where there are none all changes."""
    if found.parts:
        ends = [part.first - 1 for part in found.parts[1:]] + [found.last]
        return list(zip(ends, found.parts, strict=True))
    series = list(found.series.values())
    return [(n, "") for n in range(found.last + 1) if n == 0 or any(each[n] != each[n - 1] for each in series)]


def charts_of(place: Place, found: Course, whole: int) -> list[Chart]:
    """Return the series of a match as lines; a match has `whole` steps after the first."""
    return [_chart(place, label, values, whole) for label, values in found.series.items()]


def _chart(place: Place, label: str, values: list[Sequence[int]], whole: int) -> Chart:
    low = min(0, *(min(each) for each in values))
    high = max(1, *(max(each) for each in values))

    def y(value: int) -> float:
        return round(FRAME.bottom - (FRAME.bottom - FRAME.top) * (value - low) / (high - low), 1)

    last, names = len(values) - 1, _names(place, len(values[0]))
    middle = [(low + high) // 2] if high - low > 1 and low == 0 else []
    lines = []
    for n, name in enumerate(names):
        own = [each[n] for each in values]
        marked = sorted({round(last * (k + n / len(names)) / MOST_MARKS) for k in range(MOST_MARKS)})
        marks = [(FRAME.x(step, whole), y(own[step])) for step in marked if step <= last]
        path = _path([(FRAME.x(step, whole), y(value)) for step, value in enumerate(own)])
        lines.append(Way(n % 6 + 1, name, own[-1], path, marks, FRAME.x(last, whole), y(own[-1])))
    return Chart(label, _apart(lines), [(value, y(value)) for value in sorted({low, 0, *middle, high})], values)


def _path(points: list[tuple[float, float]]) -> str:
    """Return a line that stays as it is from step to step, and then changes at once."""
    path, height = f"M{points[0][0]} {points[0][1]}", points[0][1]
    for x, y in points[1:]:
        if y != height:
            path += f"H{x}V{y}"
            height = y
    return f"{path}H{points[-1][0]}"


def _apart(lines: list[Way]) -> list[Way]:
    """Return the lines with labels that do not cover each other."""
    order = sorted(lines, key=lambda line: line.label_y)
    below = float(FRAME.top)
    placed = {}
    for n, line in enumerate(order):
        room = FRAME.bottom - LABEL * (len(order) - 1 - n)
        placed[line.style] = min(max(line.label_y, below), room)
        below = placed[line.style] + LABEL
    return [line._replace(label_y=round(placed[line.style], 1)) for line in lines]


def _names(place: Place, sides: int) -> list[str]:
    """Return what the lines of a series are called: seats, or teams."""
    if sides == len(place.seats):
        return list(place.names)
    return [_("Team %(number)s", number=number) for number in range(1, sides + 1)]
