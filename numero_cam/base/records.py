"""The frozen records that stages hand to each other; their shapes are checked when they are made.

Pixel coordinates are those of the picture as shown (after its EXIF rotation): x to the right, y down, (0, 0) in the
centre of the first pixel.
Colour order is RGB everywhere; ``base.images`` has the only conversion.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float32]  #: ``(4, 2)`` float32, pixels, clockwise on the screen; may lie outside the picture.


LEAST_READ = 0.5  #: Minimum confidence of a reading. A label with a lower confidence is as likely wrong as right.


def _checked_corners(corners: Corners) -> Corners:
    """Return corners as float32; raise a ``ValueError`` where they have another shape."""
    if corners.shape != (4, 2):
        raise ValueError(f"corners must have shape (4, 2), but got {corners.shape}")
    return np.asarray(corners, dtype=np.float32)


def value_of(label: str) -> str:
    """Return a number's label without its colour; other labels as they are."""
    return label[:-1] if label[:-1].isdigit() and not label[-1].isdigit() else label


@dataclass(frozen=True)
class Frame:
    """A picture as shown."""

    name: str  #: Where it came from, as the user wrote it.
    pixels: NDArray[np.uint8] = field(repr=False)  #: ``(height, width, 3)`` uint8, RGB.
    damage: str = ""  #: What is wrong with its file, one line for the user; empty for a good file.

    def __post_init__(self) -> None:
        """Check shape and type."""
        if self.pixels.ndim != 3 or self.pixels.shape[2] != 3 or self.pixels.dtype != np.uint8:
            raise ValueError(f"a frame must be (height, width, 3) uint8, but got {self.pixels.shape} {self.pixels.dtype}")

    def mirrored(self) -> "Frame":
        """Return the picture as a mirror shows it."""
        return replace(self, pixels=np.ascontiguousarray(self.pixels[:, ::-1]))

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
    """A detected card whose face is not yet read."""

    corners: Corners  #: Outline of the whole card, covered parts included; any corner comes first.
    score: float  #: 0..1, probability that a card lies here or, for a card found by its index, that it is an index.
    anchor: NDArray[np.float32]  #: ``(2,)`` float32, a pixel at which the card itself is visible.
    by_index: bool = False  #: Whether it was found by its index, and not by the card's anchor.

    def __post_init__(self) -> None:
        """Check shapes."""
        object.__setattr__(self, "corners", _checked_corners(self.corners))


@dataclass(frozen=True)
class CardReading:
    """The reading of one card."""

    corners: Corners  #: Clockwise from the card's own top-left.
    label: str | None  #: Canonical notation of the face (``7r``, ``x3``, ``1/2``), or None where it is not known well enough.
    #: 0..1, calibrated probability that the label is right, at least ``LEAST_READ``; without a label that of the best guess.
    confidence: float
    #: Other labels with their probabilities, most likely first; without a label the best guess comes first.
    alternatives: tuple[tuple[str, float], ...] = ()
    score: float = 1.0  #: 0..1, probability that a card lies here.
    covers: frozenset[int] = field(default_factory=frozenset)  #: Indices of the readings of this picture that this card lies on top of.
    visible: float = 1.0  #: 0..1, share of the card that no other card hides and that lies inside the picture.
    reason: str = ""  #: Why there is no label, in words for the user; empty where there is one.

    def __post_init__(self) -> None:
        """Check the shape and the minimum confidence."""
        object.__setattr__(self, "corners", _checked_corners(self.corners))
        if self.label is not None and self.confidence < LEAST_READ:
            raise ValueError(f"{self.label} at {self.confidence:.2f} is a guess and no reading, which has {LEAST_READ} at least")


def reindexed(covers: frozenset[int], kept: Sequence[int]) -> frozenset[int]:
    """Return the positions in ``kept`` of the covered cards; those that are not in it are left out."""
    return frozenset(kept.index(j) for j in covers if j in kept)


@dataclass(frozen=True)
class TableCard:
    """A reading with its number, zone and stack on the table."""

    n: int  #: 1.., the number drawn on annotated pictures and used by corrections.
    reading: CardReading  #: Its reading.
    zone: str | None  #: ``hand``, ``opposite``, ``centre``, ``take`` or None (see contracts: zone).
    stack: int  #: Number of its stack; cards of one stack lie on each other.
    order: int  #: Position in its stack, 0 = bottom.

    @property
    def card(self) -> str | None:
        """Label in canonical notation, or None where it is not known well enough."""
        return self.reading.label

    @property
    def confidence(self) -> float:
        """0..1, calibrated, see ``CardReading``."""
        return self.reading.confidence

    @property
    def corners(self) -> Corners:
        """``(4, 2)`` float32 pixels, clockwise from the card's own top-left."""
        return self.reading.corners

    @property
    def alternatives(self) -> tuple[tuple[str, float], ...]:
        """Other labels with their probabilities, see ``CardReading``."""
        return self.reading.alternatives


@dataclass(frozen=True)
class TableState:
    """All cards of one picture."""

    name: str  #: Where the picture came from.
    width: int  #: Pixels, as shown.
    height: int  #: Pixels, as shown.
    cards: tuple[TableCard, ...]  #: In order of ``n``; ``covers`` of their readings are indices in this tuple.
    problems: tuple[str, ...] = ()  #: What cannot be in a real game, or hampers reading; one line each.
    milliseconds: dict[str, float] = field(default_factory=dict)  #: Milliseconds of each stage, and ``total``.
    deck: str | None = None  #: Name of the deck by which the cards were read; None where none is known.
