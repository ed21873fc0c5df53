"""Builds the profile of a deck from photographed cards with known labels."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import DeckError
from numero_cam.catalogue import and_list, tr
from numero_cam.vision.decks.match import MIN_PROBABILITY
from numero_cam.vision.decks.profile import OWN_DECK, DeckExample, DeckProfile, quantize_features, split_label
from numero_cam.vision.faces import FaceLabels, FaceOutput
from numero_cam.vision.ink import measure_print

SURE_CONFIDENCE = 0.9  #: Minimum confidence of a reading that the user is not asked about, and of one that helps to recognise a deck.
MAX_LEARNED_CARDS = 400  #: Maximum number of cards to learn from; more make reading slower and no better.


@dataclass(frozen=True)
class LabelledCard:
    """A photographed card with its label."""

    photo: str  #: Name of the photo.
    n: int  #: Number of the card in the photo.
    label: str | None  #: Canonical notation; None for a card that is to be recognised but not read, such as a back.
    output: FaceOutput  #: The face network's outputs for it.


def build_profile(
    name: str,
    known: Sequence[LabelledCard],
    labels: FaceLabels,
    *,
    copies: int,
    faces: Sequence[str],
    model: str,
    date: str,
    game: str = OWN_DECK,
) -> DeckProfile:
    """Build a deck profile.

    Args:
        name: Of the deck.
        known: The cards.
        labels: The classes of the face network.
        copies: Number of copies of each face in one pack.
        faces: Every face of the pack, in canonical notation.
        model: SHA-256 of the face model.
        date: Today, as 2026-11-21.
        game: Name of the game that the cards belong to.
    """
    _refuse_doubles(known, copies)
    faces_seen = {card.label for card in known if card.label is not None}
    if len(faces_seen) <= 1:
        raise DeckError(
            tr(
                "{n} different faces are known: nothing to learn from; lay the cards out open, in rows, and fill the photo",
                n=len(faces_seen),
            )
        )
    if len(known) > MAX_LEARNED_CARDS:
        raise DeckError(tr("{n} cards are too many to learn from; give photos of at most {most}", n=len(known), most=MAX_LEARNED_CARDS))
    examples = tuple(_example(card, labels) for card in known)
    return DeckProfile(name, tuple(faces), copies, examples, model, date, game)


def _refuse_doubles(known: Sequence[LabelledCard], copies: int) -> None:
    """Raise an error where one photo shows a label more often than a pack holds it."""
    counts = Counter((card.photo, card.label) for card in known if card.label is not None)
    for (photo, label), count in counts.items():
        if count > copies:
            which = and_list(card.n for card in known if (card.photo, card.label) == (photo, label))
            raise DeckError(
                tr(
                    "{photo}: cards {which} are both {label}; mend the answers, or say how many a pack holds of each, as --copies {count}",
                    photo=photo,
                    which=which,
                    label=label,
                    count=count,
                )
            )


def label_cost(output: FaceOutput, label: str | None, labels: FaceLabels) -> float:
    """Return the negative log likelihood that a card has this label, in the better of its two orientations.

    Args:
        output: The face network's outputs for the card.
        label: Canonical notation; None for a card that is not to be read.
        labels: The classes of the face network.
    """
    return -float(np.log(max(float(_label_likelihoods(output, label, labels).max()), MIN_PROBABILITY)))


def _label_likelihoods(output: FaceOutput, label: str | None, labels: FaceLabels) -> NDArray[np.float64]:
    """``(2,)``, likelihood of the label in each orientation. The colour counts half, because it depends on the lamp too."""
    value, colour = (labels.unknown, None) if label is None else split_label(label)
    likelihood = output.faces[:, labels.faces.index(value)].astype(np.float64) if value in labels.faces else np.full(2, MIN_PROBABILITY)
    if colour in labels.colours:
        likelihood = likelihood * np.sqrt(output.colours[:, labels.colours.index(colour)])
    return np.asarray(likelihood)


def _example(card: LabelledCard, labels: FaceLabels) -> DeckExample:
    """Make an example of the card in the orientation that fits its label: a 6 that was read as a 9 is upside down."""
    way = int(np.argmax(np.maximum(_label_likelihoods(card.output, card.label, labels), MIN_PROBABILITY) * np.sqrt(card.output.upright)))
    measured = measure_print(card.output.crop)
    ink = None if measured is None else tuple(round(part, 4) for part in measured.ink.tolist())
    return DeckExample(card.label, quantize_features(card.output.features[way]), ink)
