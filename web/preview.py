"""The picture that a chat program shows of a link to a match."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any, TYPE_CHECKING

if TYPE_CHECKING:
    from web.course import Chart, Frame

SIZE = (1200, 630)
FINER = 2  # drawn so much larger, for smooth edges
PAPER, SHEET, INK, FAINT, RULE = "#f6f1e6", "#fffdf8", "#23262d", "#605d53", "#d8d0bd"
TONES = ("#1f5673", "#a63a28", "#35691a", "#6b3d8f", "#7d5200", "#4a4f57")
LEFT, RIGHT, TOP, BOTTOM = 80, 1120, 230, 560  # where the lines lie
PLACES = re.compile(r"([MHV])([\d.]+)(?: ([\d.]+))?")


def draw(name: str, chart: Chart | None, frame: Frame) -> bytes:
    """Return a PNG with the name of a game, and how a match of it went as lines without names."""
    from PIL import Image, ImageDraw  # needed here alone: that saves a start

    image = Image.new("RGB", (SIZE[0] * FINER, SIZE[1] * FINER), PAPER)
    pen = ImageDraw.Draw(image)
    _write(pen, (LEFT, 60), name, 84, INK)
    _write(pen, (LEFT, 165), "Mousepost", 36, FAINT)
    pen.rounded_rectangle(_scaled(40, 215, 1160, 590), 16 * FINER, SHEET, RULE, 2 * FINER)
    for line in chart.lines if chart else ():
        pen.line(_points(line.path, frame), TONES[line.style - 1], 6 * FINER, joint="curve")
    saved = BytesIO()
    image.resize(SIZE, Image.Resampling.LANCZOS).quantize(64).save(saved, "PNG", optimize=True)
    return saved.getvalue()


def _write(pen: Any, where: tuple[int, int], text: str, size: int, colour: str) -> None:
    from PIL import ImageFont

    pen.text(_scaled(*where), text, colour, ImageFont.load_default(size * FINER))


def _scaled(*places: int) -> tuple[int, ...]:
    return tuple(place * FINER for place in places)


def _points(path: str, frame: Frame) -> list[tuple[float, float]]:
    """Return the corners of a line of a chart, where they lie in the picture."""
    corners: list[tuple[float, float]] = []
    for kind, first, second in PLACES.findall(path):
        x, y = corners[-1] if corners else (0.0, 0.0)
        x, y = (float(first), float(second)) if kind == "M" else (float(first), y) if kind == "H" else (x, float(first))
        corners.append((x, y))
    wide, high = (RIGHT - LEFT) / (frame.right - frame.left), (BOTTOM - TOP) / (frame.bottom - frame.top)
    return [
        (FINER * (LEFT + (x - frame.left) * wide), FINER * (TOP + (y - frame.top) * high)) for x, y in corners
    ]  # fmt: skip
