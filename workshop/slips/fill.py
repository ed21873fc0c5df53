"""Slips filled in: the print as pixels, and marks in some of its circles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.classroom.slip_prints import SlipContent, slip_items
from numero_cam.marking import slip_layout
from numero_cam.marking.slip_layout import SlipCircle
from numero_cam.printing.paper import MM_PER_INCH, Drawing, PaperPage
from numero_cam.printing.raster import page_pixels
from workshop.slips import hands
from workshop.slips.hands import DOTS, Layer, Rng, Tool, World

Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Marks:
    """What is to be done to the circles of a slip, by their places in ``SlipContent.circles``."""

    shaded: frozenset[int]  #: These are chosen.
    erased: frozenset[int] = frozenset()  #: These were shaded and rubbed out.
    stray: frozenset[int] = frozenset()  #: A line or a dot went through these.
    crossed: frozenset[int] = frozenset()  #: A cross or a tick, where shading is asked for.


def printed(slip: SlipContent, art: Mapping[str, Drawing]) -> Picture:
    """A slip as it comes from the printer, ``(height, width, 3)`` uint8 RGB, ``DOTS`` times its size in millimetres."""
    return page_pixels(PaperPage(*slip.layout.size, slip_items(slip, art)), DOTS * MM_PER_INCH)


def filled(rng: Rng, picture: Picture, slip: SlipContent, marks: Marks, *, tool: Tool, world: World) -> Picture:
    """A copy of a ``printed`` slip with marks in its circles, made with a tool of a world."""
    circles = slip.circles
    out = picture.astype(np.float32)
    kinds = ((marks.shaded, hands.shaded), (marks.stray, hands.stray), (marks.crossed, hands.crossed))
    for places, draw in kinds:
        for circle in (circles[place] for place in sorted(places)):
            _lay(out, circle, draw(rng, circle.radius, tool, world), tool)
    for circle in (circles[place] for place in sorted(marks.erased)):
        pencil = tool if tool.name != "pen" else hands.tool(rng, "pencil")  # a pen cannot be rubbed out
        _lay(out, circle, hands.rubbed_out(rng, hands.shaded(rng, circle.radius, pencil, world), world), pencil)
    if not slip.spare and rng.random() < 0.6:
        _work(rng, out, tool, slip.layout.size[1] - 22.5)
    return np.clip(out, 0, 255).astype(np.uint8)


def _lay(out: NDArray[np.float32], circle: SlipCircle, layer: Layer, tool: Tool) -> None:
    half = layer.shape[0] // 2
    left, top = round(circle.x * DOTS) - half, round(circle.y * DOTS) - half
    there = out[max(0, top) : top + layer.shape[0], max(0, left) : left + layer.shape[1]]
    cover = layer[max(0, -top) :, max(0, -left) :][: there.shape[0], : there.shape[1], None]
    there[:] = there * (1 - cover) + np.array(tool.colour, np.float32) * cover


def _work(rng: Rng, out: NDArray[np.float32], tool: Tool, line: float) -> None:
    """Scribbled sums on the line to work on, at this height, millimetres."""
    for x in _letters(rng):
        layer = hands.stray(rng, 1.6, tool, "held")
        _lay(out, SlipCircle(slip_layout.CircleUse.CENTRE, 0, 0, x, line + float(rng.normal(0, 1)), 1.6), layer, tool)


def _letters(rng: Rng) -> Iterable[float]:
    return np.arange(10, 10 + 4.2 * int(rng.integers(2, 18)), 4.2).tolist()
