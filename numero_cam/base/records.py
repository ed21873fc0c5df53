"""The records that stages hand to each other; shapes are checked at birth, all are frozen.

Pixels are those of the picture as shown (after its EXIF turn), x to the right, y down, the centre of the first pixel at (0, 0).
Colour order is RGB everywhere; ``base.images`` has the only conversion.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float32]
"""``(4, 2)`` float32, pixels, clockwise on the screen; may lie outside the picture."""


LEAST_READ = 0.5
"""A face less sure than this is a guess: as likely wrong as right, or more. No reading has one."""


def _checked_corners(corners: Corners) -> Corners:
    if corners.shape != (4, 2):
        message = f"corners must have shape (4, 2), but got {corners.shape}"
        raise ValueError(message)
    return np.asarray(corners, dtype=np.float32)


def value_of(label: str) -> str:
    """A number without its colour; other labels as they are."""
    return label[:-1] if label[:-1].isdigit() and not label[-1].isdigit() else label


@dataclass(frozen=True)
class Frame:
    """A picture as shown.

    Attributes:
        name: Where it came from, as the user wrote it.
        pixels: ``(height, width, 3)`` uint8, RGB.
        damage: What is wrong with its file, a line for the user; empty where nothing is known to be.
    """

    name: str
    pixels: NDArray[np.uint8] = field(repr=False)
    damage: str = ""

    def __post_init__(self) -> None:
        """Refuse anything but an RGB picture."""
        if self.pixels.ndim != 3 or self.pixels.shape[2] != 3 or self.pixels.dtype != np.uint8:
            message = f"a frame must be (height, width, 3) uint8, but got {self.pixels.shape} {self.pixels.dtype}"
            raise ValueError(message)

    @property
    def width(self) -> int:
        """Pixels."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Pixels."""
        return int(self.pixels.shape[0])


@dataclass(frozen=True)
class Detection:
    """A card somewhere in the picture, its face not yet read.

    Attributes:
        corners: The whole card's outline, also the covered part; which corner comes first means nothing.
        score: 0..1, how sure it is that a card lies here; of a card that its index tells how surely that is one.
        at: ``(2,)`` float32, a pixel at which the card itself is seen.
        by_index: It was told by the index in its corner, not by what is seen of it as a whole.
    """

    corners: Corners
    score: float
    at: NDArray[np.float32]
    by_index: bool = False

    def __post_init__(self) -> None:
        """Check shapes."""
        object.__setattr__(self, "corners", _checked_corners(self.corners))


@dataclass(frozen=True)
class CardReading:
    """What is known of one card.

    Attributes:
        corners: Clockwise from the card's own top-left.
        label: Canonical notation of the face (``7r``, ``x3``, ``1/2``), or None where it is not known well enough.
        confidence: 0..1, calibrated: the share of readings with this confidence that are right; ``LEAST_READ`` at least. Of None: of
            the best guess.
        alternatives: Other faces with their chance, most likely first; where ``label`` is None, the best guess leads.
        score: 0..1, how sure it is that a card lies here.
        covers: Indices of the readings of this picture that this card lies on top of.
        visible: 0..1, share of the card that is neither covered by another card nor outside the picture.
        reason: Why the face is not known (``"blurred"``, ``"too small"``, ...), empty where it is.
    """

    corners: Corners
    label: str | None
    confidence: float
    alternatives: tuple[tuple[str, float], ...] = ()
    score: float = 1.0
    covers: frozenset[int] = field(default_factory=frozenset)
    visible: float = 1.0
    reason: str = ""

    def __post_init__(self) -> None:
        """Check shapes; refuse a guess."""
        object.__setattr__(self, "corners", _checked_corners(self.corners))
        if self.label is not None and self.confidence < LEAST_READ:
            message = f"{self.label} at {self.confidence:.2f} is a guess and no reading, which has {LEAST_READ} at least"
            raise ValueError(message)


def reindexed(covers: frozenset[int], kept: Sequence[int]) -> frozenset[int]:
    """Return the covered cards by their places in ``kept``; those that are not in it are left out."""
    return frozenset(kept.index(j) for j in covers if j in kept)


@dataclass(frozen=True)
class TableCard:
    """A card of the table: a reading with its number, zone and stack.

    Attributes:
        n: 1.., the number drawn on annotated pictures and used by corrections.
        reading: What was read.
        zone: ``hand``, ``opposite``, ``centre``, ``take`` or None (see contracts: zone).
        stack: Cards with one number lie on each other.
        order: 0 = bottom of its stack.
    """

    n: int
    reading: CardReading
    zone: str | None
    stack: int
    order: int

    @property
    def card(self) -> str | None:
        """Canonical notation of the face, or None where it is not known well enough."""
        return self.reading.label

    @property
    def confidence(self) -> float:
        """0..1, calibrated."""
        return self.reading.confidence

    @property
    def corners(self) -> Corners:
        """``(4, 2)`` float32 pixels, clockwise from the card's own top-left."""
        return self.reading.corners

    @property
    def alternatives(self) -> tuple[tuple[str, float], ...]:
        """Other faces with their chance, the likeliest first."""
        return self.reading.alternatives


@dataclass(frozen=True)
class TableState:
    """All cards of one picture.

    Attributes:
        name: Where the picture came from.
        width: Pixels, as shown.
        height: Pixels, as shown.
        cards: In order of ``n``; ``covers`` of their readings are places in this order.
        problems: One line each: what cannot be in a real game, or hampers reading.
        milliseconds: Time of each stage and ``total``.
        deck: The known deck by which the cards were read; None where they were read as they stand.
    """

    name: str
    width: int
    height: int
    cards: tuple[TableCard, ...]
    problems: tuple[str, ...] = ()
    milliseconds: dict[str, float] = field(default_factory=dict)
    deck: str | None = None
