"""The marks of a slip: which circles are shaded, and how sure that is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.marking.flatten import DOTS, FlatSlip, place_circles
from numero_cam.marking.layout import Form, Use, circles_of
from numero_cam.marking.measure import measures
from numero_cam.marking.model import KINDS, chances

CLEAR = 0.95
"""A mark is clear where it is empty or shaded with at least this chance."""
LIKELY = 0.5
"""With at least this chance it is more likely so than otherwise, and something else may make it certain."""


@dataclass(frozen=True)
class ReadMarks:
    """What is marked on a slip.

    Attributes:
        shaded: Places in ``circles_of`` of the circles that are more likely shaded than empty.
        doubtful: Those that are not clear, the least clear first.
        unlikely: Those of the doubtful ones of which nothing is likely, or that cannot be seen.
        outside: Whether a circle lies outside of the photo.
        places: ``(N, 2)`` float64 pixels of the flattened slip, the middle of each circle.
        chances: ``(N, 3)`` float64, see ``model.KINDS``.
    """

    shaded: frozenset[int]
    doubtful: tuple[int, ...]
    unlikely: tuple[int, ...]
    outside: bool
    places: NDArray[np.float64]
    chances: NDArray[np.float64]


def read_marks(slip: FlatSlip, form: Form) -> ReadMarks:
    """Reads the circles of a slip.

    Args:
        slip: Flattened.
        form: Which circles it has.
    """
    circles = circles_of(form)
    places = place_circles(slip, circles)
    told = chances(measures(slip, circles, places))
    marks = [place for place, circle in enumerate(circles) if circle.use is not Use.INK]
    shaded = frozenset(place for place in marks if told[place, KINDS.index("shaded")] > told[place, KINDS.index("empty")])
    sure = told[:, :2].max(axis=1)
    hidden = [place for place in marks if not _is_seen(slip, places[place], circles[place].radius)]
    doubtful = sorted((place for place in marks if sure[place] < CLEAR or place in hidden), key=lambda place: float(sure[place]))
    unlikely = tuple(place for place in doubtful if sure[place] < LIKELY or place in hidden)
    return ReadMarks(shaded, tuple(doubtful), unlikely, bool(hidden), places, told)


def _is_seen(slip: FlatSlip, place: NDArray[np.float64], radius: float) -> bool:
    half = round(radius * DOTS)
    x, y = np.round(place).astype(int)
    there = slip.seen[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
    return there.shape == (2 * half + 1, 2 * half + 1) and bool(there.all())
