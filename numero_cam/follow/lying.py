"""What lies on a followed table, for who draws it: outlines in the picture with what is known of each card."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.games.shared.sight import Place


@dataclass(frozen=True)
class LyingCard:
    """One card, or a pile that lies face down.

    Attributes:
        id: Its number, that of the sights.
        quad: ``(4, 2)`` float64, pixels of the picture, clockwise from its own top-left; of a pile its uppermost card.
        faces: What its best look says, as the game writes cards, likeliest first, with the chance of each; empty face down.
        place: Where it lies.
        unclear: Whether nothing can be said of it now, because a hand is over it or it moves.
    """

    id: int
    quad: NDArray[np.float64]
    faces: tuple[tuple[str, float], ...]
    place: Place
    unclear: bool = False
