"""What is known of a deck: how the face network sees its cards."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import value_of
from numero_cam.vision.faces import SUIT_LETTERS, Face, FaceLabels, l2_normalize, rank_candidates

NUMERO = "numero"
"""The project's own deck; read by it, number cards of any make. Also the game whose cards a deck holds where its file names none."""
PLAYING = "playing"
"""Playing cards."""


@dataclass(frozen=True)
class DeckExample:
    """How one card of a learned pack looked in a photo.

    Attributes:
        label: Canonical notation; None for what is seen and not read: a back, a joker, a court card.
        features: ``(F,)`` uint8, the face network's features by their largest.
        ink: Three numbers, see ``vision.ink.Print.ink``; None where it could not be measured.
    """

    label: str | None
    features: NDArray[np.uint8]
    ink: tuple[float, ...] | None


@dataclass(frozen=True)
class DeckProfile:
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
    examples: tuple[DeckExample, ...] = ()
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
        return l2_normalize(np.array([e.features for e in self.examples], np.float32))

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


def quantize_features(features: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Features as they are kept: none is negative, and their length means nothing."""
    return np.asarray(np.round(features * (255 / max(float(features.max()), 1e-6))), np.uint8)


def split_label(label: str) -> tuple[str, str | None]:
    """A face as the network tells it: value and colour of a number (the colour may be empty); a wild card and None."""
    value = value_of(label)
    return value, label.removeprefix(value) if value.isdigit() else None


def playing_deck() -> DeckProfile:
    """Playing cards: 1-10 in four suits."""
    return DeckProfile(PLAYING, tuple(f"{value}{suit}" for suit in SUIT_LETTERS for value in range(1, 11)))


def restrict_to_deck(face: Face, profile: DeckProfile, labels: FaceLabels) -> Face:
    """The card as one of this deck.

    What was likely for faces that the deck lacks is likely for no face at all, and nothing is made likelier by that. A number whose colour
    does not show is one of the deck's in a colour that is not known, or in none if the deck has such.

    Args:
        face: As read.
        profile: The deck.
        labels: What the face network tells apart.
    """
    told = labels.label_probabilities(face.probabilities)
    own: dict[str, dict[str, float]] = {}
    for label in profile.faces:
        value, _ = split_label(label)
        if label in told.get(value, ()):
            own.setdefault(value, {})[label] = told[value][label]
    sums = {value: sum({**of, value: told[value].get(value, 0.0)}.values()) for value, of in own.items()}
    return replace(face, candidates=rank_candidates(sums, own), unknown=float(np.clip(1 - sum(sums.values()), 0, 1)))
