"""Whether a sheet was printed at the right size: by the line that people measure on it, the edges of its paper, the cards beside it.

A ruler and the paper are right to a part of a hundred; outlines of read cards are off by one or two parts, and by five where a design has
a second outline in it. So what people measured counts, then the paper, then the cards.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import TableCard
from numero_cam.calibrate.plane import CARD

Array = NDArray[np.float64]

RULER = 100
"""Length in millimetres of the line on board and sheet where they are printed at 100 %."""
RULERS = (50.0, 200.0)
"""What it can measure in millimetres; less and more was measured in other units, or is another line."""
LEAST_CARDS = 2
MOST_OFF_PAPER = 0.015
"""A print may be off by this share by the edges of its paper; printers that fit a page into their margins shrink it by 3 and more."""
MOST_OFF = 0.03
"""Cards beside a print that nobody measured and whose paper is not seen may be off by this share."""
MOST_OFF_MEASURED = 0.1
"""And beside one that was measured, or whose paper has its size: more, and the measure is wrong, or these are other cards."""
_FORM = 0.04
"""Cards whose ratio of height to width is off by more than this share are of another make: their size is not known."""


def print_scale(ruler: float | None) -> float:
    """Size of a print by the line on it: 1 at 100 %, and where nobody measured.

    Args:
        ruler: Length of the line, millimetres.

    Raises:
        CalibrationError: No print is so small or so large.
    """
    if ruler is None:
        return 1.0
    least, most = RULERS
    if not least <= ruler <= most:
        message = f"the line on the sheet cannot be {ruler:g} mm long: measure it from end to end, in millimetres (about {RULER})"
        raise CalibrationError(message)
    return ruler / RULER


def check_print(name: str, what: str, *, ruler: float | None, paper: float | None, cards: float | None) -> None:
    """Refuses a print of another size than was said, or than 100 % where nothing was said.

    Args:
        name: Of the picture.
        what: The print, in words.
        ruler: Length in millimetres of the line on it, where somebody measured it: that counts.
        paper: Size of the print by the edges of its paper, see ``paper_edge``; asked where nobody measured.
        cards: How large cards beside it are by the print, see ``card_scale``; asked last, and for gross mistakes of the others.

    Raises:
        CalibrationError: It is; what to do is said.
    """
    if ruler is not None and cards is not None and abs(cards - 1) > MOST_OFF_MEASURED:
        message = (
            f"{name}: the line on {what} cannot be {ruler:g} mm long, by the cards beside it it is about {ruler / cards:.0f} mm: "
            f"measure it again, or lay no cards beside it if yours are not {CARD[0]:g} x {CARD[1]:g} mm"
        )
        raise CalibrationError(message)
    if ruler is not None:
        return
    if paper is not None and abs(paper - 1) > MOST_OFF_PAPER:
        scale, told_by = paper, "the edges of its paper"
    elif cards is not None and abs(cards - 1) > (MOST_OFF if paper is None else MOST_OFF_MEASURED):
        scale, told_by = 1 / cards, "the cards beside it"
    else:
        return
    message = (
        f"{name}: {what} was printed at the wrong size, about {scale:.0%} of the right one by {told_by}: "
        f"measure its line; print it at 100 % if that is not {RULER} mm long, or tell its length (--ruler MM)"
    )
    raise CalibrationError(message)


def card_scale(plane: Array, cards: Sequence[TableCard]) -> float | None:
    """How large cards are on the plane, 1 where they are of the usual size.

    Args:
        plane: Pixels to millimetres.
        cards: Open ones.

    Returns:
        The median of their sizes, or None where there are too few or they are of another form than the usual card.
    """
    if len(cards) < LEAST_CARDS:
        return None
    edges = np.stack([geometry.edge_lengths(geometry.transform(plane, card.reading.corners)) for card in cards])
    width, height = edges[:, [0, 2]].mean(axis=1), edges[:, [1, 3]].mean(axis=1)
    if abs(float(np.median(height / width)) / (CARD[1] / CARD[0]) - 1) > _FORM:
        return None
    return float(np.median(np.sqrt(width * height / (CARD[0] * CARD[1]))))
