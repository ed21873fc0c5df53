"""The profile of a deck: its faces, and embeddings of example cards."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import value_of
from numero_cam.vision.faces import SUIT_LETTERS, Face, FaceLabels, l2_normalize, rank_candidates

#: Name of the project's own deck, with the faces of every make of the game; also the game of a deck whose file names none.
OWN_DECK = "numero"
PLAYING = "playing"  #: Name of the deck of playing cards.


@dataclass(frozen=True)
class DeckExample:
    """One photographed card of a learned pack."""

    label: str | None  #: Canonical notation; None for a card that is recognised but not read: a back, a joker, a court card.
    features: NDArray[np.uint8]  #: ``(F,)`` uint8, the face network's embedding, see ``quantize_features``.
    ink: tuple[float, ...] | None  #: RGB direction of the light that its print absorbs, of length 1; None where it was not measured.


@dataclass(frozen=True)
class DeckProfile:
    """A known deck."""

    name: str  #: Its name.
    faces: tuple[str, ...]  #: Every face of the pack in canonical notation, photographed or not.
    copies: int = 1  #: Number of copies of each face in one pack.
    examples: tuple[DeckExample, ...] = ()  #: Photographed cards; empty for a deck that was not learned.
    model: str = ""  #: SHA-256 of the face model that computed the embeddings; empty without examples.
    date: str = ""  #: Day on which it was learned, as 2026-11-21; empty without examples.
    game: str = OWN_DECK  #: Name of the game that the cards belong to.

    def __post_init__(self) -> None:
        """Check that the profile is consistent."""
        if not self.faces or self.copies < 1:
            raise ValueError("a deck has faces, and each at least once")
        if len({len(e.features) for e in self.examples}) > 1:
            raise ValueError("the cards have features of different length")

    @cached_property
    def embeddings(self) -> NDArray[np.float32]:
        """``(examples, F)`` float32, the examples' embeddings scaled to length 1."""
        return l2_normalize(np.array([e.features for e in self.examples], np.float32))

    @property
    def learned(self) -> bool:
        """Whether it has examples."""
        return bool(self.examples)

    @property
    def seen(self) -> tuple[str, ...]:
        """The faces with an example, in the order of ``faces``."""
        have = {e.label for e in self.examples}
        return tuple(face for face in self.faces if face in have)

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces without an example."""
        return tuple(face for face in self.faces if face not in self.seen)


def quantize_features(features: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Scale an embedding ``(F,)`` to 0..255 as it is stored; its elements are not negative, and its length means nothing."""
    return np.asarray(np.round(features * (255 / max(float(features.max()), 1e-6))), np.uint8)


def split_label(label: str) -> tuple[str, str | None]:
    """Split a label into value and colour. The colour is empty for a number without one, and None for a wild card."""
    value = value_of(label)
    return value, label.removeprefix(value) if value.isdigit() else None


def playing_deck() -> DeckProfile:
    """Return the deck of playing cards: 1-10 in four suits."""
    return DeckProfile(PLAYING, tuple(f"{value}{suit}" for suit in SUIT_LETTERS for value in range(1, 11)))


def restrict_to_deck(face: Face, profile: DeckProfile, labels: FaceLabels) -> Face:
    """Restrict a card's candidates to the faces of a deck.

    The probability of faces that the deck lacks goes to ``unknown``, so no candidate gains by it. A number without a visible colour stands
    for the deck's colours of that number, or for "no colour" if the deck has such cards.
    """
    every = labels.label_probabilities(face.probabilities)
    possible: dict[str, dict[str, float]] = {}
    for label in profile.faces:
        value, _ = split_label(label)
        if label in every.get(value, ()):
            possible.setdefault(value, {})[label] = every[value][label]
    values = {value: sum({**own, value: every[value].get(value, 0.0)}.values()) for value, own in possible.items()}
    return replace(face, candidates=rank_candidates(values, possible), unknown=float(np.clip(1 - sum(values.values()), 0, 1)))
