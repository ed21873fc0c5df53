"""What is known of a deck."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import value_of
from numero_cam.decks.names import NUMERO
from numero_cam.identify.faces import of_length_one


@dataclass(frozen=True)
class Example:
    """How one card of a learned pack looked in a photo.

    Attributes:
        label: Canonical notation; None for what is seen and not read: a back, a joker, a court card.
        features: ``(F,)`` uint8, the face network's features by their largest.
        ink: Three numbers, see ``identify.hues.Print.ink``; None where it could not be measured.
    """

    label: str | None
    features: NDArray[np.uint8]
    ink: tuple[float, ...] | None


@dataclass(frozen=True)
class Profile:
    """A deck.

    Attributes:
        name: By which it is called.
        faces: Canonical notation of everything that the pack holds, whether it was seen or not.
        copies: How often one pack holds each face.
        examples: How its cards look; none for a built-in deck.
        model: SHA-256 of the face model that told the features; empty for a built-in deck.
        date: When it was learned, as 2026-11-21; empty for a built-in deck.
        game: Whose cards these are: a name of the program's games.
    """

    name: str
    faces: tuple[str, ...]
    copies: int = 1
    examples: tuple[Example, ...] = ()
    model: str = ""
    date: str = ""
    game: str = NUMERO

    def __post_init__(self) -> None:
        """Refuse what cannot be a deck."""
        if not self.faces or self.copies < 1:
            message = "a deck has faces, and each at least once"
            raise ValueError(message)
        if len({len(e.features) for e in self.examples}) > 1:
            message = "the cards have features of different length"
            raise ValueError(message)

    @cached_property
    def looks(self) -> NDArray[np.float32]:
        """``(examples, F)`` float32, the features at length 1; of a learned deck."""
        return of_length_one(np.array([e.features for e in self.examples], np.float32))

    @property
    def learned(self) -> bool:
        """Whether it was learned from photos."""
        return bool(self.examples)

    @property
    def seen(self) -> tuple[str, ...]:
        """The faces that were seen, in the order of ``faces``."""
        have = {e.label for e in self.examples}
        return tuple(face for face in self.faces if face in have)

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces that the pack should hold and that were not seen."""
        return tuple(face for face in self.faces if face not in self.seen)


def stored(features: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Features as they are kept: none is negative, and their length means nothing."""
    return np.asarray(np.round(features * (255 / max(float(features.max()), 1e-6))), np.uint8)


def split(label: str) -> tuple[str, str | None]:
    """A face as the network tells it: value and colour of a number (the colour may be empty); a wild card and None."""
    value = value_of(label)
    return value, label.removeprefix(value) if value.isdigit() else None
