"""Learns a deck from cards whose faces are known."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import DeckError
from numero_cam.vision.decks.match import MIN_PROBABILITY
from numero_cam.vision.decks.profile import NUMERO, DeckExample, DeckProfile, quantize_features, split_label
from numero_cam.vision.faces import FaceLabels, FaceOutput
from numero_cam.vision.ink import measure_print

SURE_CONFIDENCE = 0.9
"""A reading as sure as this is not asked about."""
MAX_LEARNED_CARDS = 400
"""More examples than this make reading slower and no better."""


@dataclass(frozen=True)
class LabelledCard:
    """A card of a learn photo.

    Attributes:
        photo: Its name.
        n: The card's number in it.
        label: What it is: canonical notation; None for what is to be seen and not read.
        told: What the face network tells of it.
    """

    photo: str
    n: int
    label: str | None
    told: FaceOutput


def build_profile(
    name: str,
    known: Sequence[LabelledCard],
    labels: FaceLabels,
    *,
    copies: int,
    faces: Sequence[str],
    model: str,
    date: str,
    game: str = NUMERO,
) -> DeckProfile:
    """Makes a profile.

    Args:
        name: Of the deck.
        known: The cards.
        labels: What the face network tells apart.
        copies: How often one pack holds each face.
        faces: What the pack holds, in canonical notation.
        model: SHA-256 of the face model.
        date: Of today.
        game: Whose cards these are.

    Raises:
        DeckError: A photo shows a face more often than a pack holds it, or there are too few or too many cards to learn.
    """
    _refuse_doubles(known, copies)
    seen = {card.label for card in known if card.label is not None}
    if len(seen) <= 1:
        message = f"{len(seen)} different faces are known: nothing to learn from; lay the cards out open, in rows, and fill the photo"
        raise DeckError(message)
    if len(known) > MAX_LEARNED_CARDS:
        message = f"{len(known)} cards are too many to learn from; give photos of at most {MAX_LEARNED_CARDS}"
        raise DeckError(message)
    examples = tuple(_example(card, labels) for card in known)
    return DeckProfile(name, tuple(faces), copies, examples, model, date, game)


def _refuse_doubles(known: Sequence[LabelledCard], copies: int) -> None:
    counts = Counter((card.photo, card.label) for card in known if card.label is not None)
    for (photo, label), count in counts.items():
        if count > copies:
            which = " and ".join(str(card.n) for card in known if (card.photo, card.label) == (photo, label))
            message = (
                f"{photo}: cards {which} are both {label}; mend the answers, or say how many a pack holds of each, as --copies {count}"
            )
            raise DeckError(message)


def label_cost(told: FaceOutput, label: str | None, labels: FaceLabels) -> float:
    """What it costs that a card is this one: the negative logarithm of its chance, whichever way it lies.

    Args:
        told: What the network tells of the card.
        label: Canonical notation; None for what is seen and not read.
        labels: What the network tells apart.
    """
    return -float(np.log(max(float(_label_likelihoods(told, label, labels).max()), MIN_PROBABILITY)))


def _label_likelihoods(told: FaceOutput, label: str | None, labels: FaceLabels) -> NDArray[np.float64]:
    """``(2,)``, each way's chance that a card is this one; its colour counts half, for it is the lamp's too."""
    value, colour = (labels.unknown, None) if label is None else split_label(label)
    chance = told.faces[:, labels.faces.index(value)].astype(np.float64) if value in labels.faces else np.full(2, MIN_PROBABILITY)
    if colour in labels.colours:
        chance = chance * np.sqrt(told.colours[:, labels.colours.index(colour)])
    return np.asarray(chance)


def _example(card: LabelledCard, labels: FaceLabels) -> DeckExample:
    """The card as it lies the right way up: a 6 that was taken for a 9 is one that lies on its head."""
    way = int(np.argmax(np.maximum(_label_likelihoods(card.told, card.label, labels), MIN_PROBABILITY) * np.sqrt(card.told.upright)))
    seen = measure_print(card.told.crop)
    ink = None if seen is None else tuple(round(part, 4) for part in seen.ink.tolist())
    return DeckExample(card.label, quantize_features(card.told.features[way]), ink)
