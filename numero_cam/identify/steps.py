"""Places where the stacks go on: in a fan or a build each card lies to the next as others lie to theirs.

Where two cards lie on each other, a third is looked for at the same step beyond either of them, and halfway between.
"""

import numpy as np
from numpy.typing import NDArray

from numero_cam.identify.outlines import Outlined
from numero_cam.identify.plane import UNIT, Complex, Plane, quads_of

MOST_TURNED = np.radians(25)
"""Cards of a stack are turned less than this to each other."""
LONGEST, HALVED = 0.95, 0.3
"""In card widths. A step longer than the first does not belong to a fan; a shorter one than the second has no room for a card between."""


def places_in_stacks(plane: Plane, cards: list[Outlined], covers: list[frozenset[int]]) -> NDArray[np.float32]:
    """Where further cards of the same stacks would lie.

    Args:
        plane: The table.
        cards: As found.
        covers: For each the indices of those that it lies on.

    Returns:
        ``(N, 4, 2)`` float32 pixels.
    """
    laid = plane.lay(quads_of(cards))
    origin, along = laid[:, 0], laid[:, 1] - laid[:, 0]
    places: list[tuple[complex, complex]] = []
    for upper, below in enumerate(covers):
        for lower in below:
            turn = along[upper] / along[lower]
            step = (origin[upper] - origin[lower]) / along[lower]
            if abs(np.angle(turn)) > MOST_TURNED:
                continue
            half = turn**0.5
            back = origin[lower] - step / turn * along[lower]
            if abs(step) < LONGEST:
                places += [(origin[upper] + step * along[upper], along[upper] * turn), (back, along[lower] / turn)]
            if abs(step) > HALVED:
                places += [(origin[lower] + step / 2 * along[lower], along[lower] * half)]
                places += [(origin[upper] + step / 2 * along[upper], along[upper] * half)]
                places += [(origin[lower] - step / 2 / half * along[lower], along[lower] / half)]
    card: Complex = UNIT.real + 1j * plane.aspect * UNIT.imag
    return plane.seen(np.array([start + direction * card for start, direction in places]).reshape(-1, 4)).astype(np.float32)
