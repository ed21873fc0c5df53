"""What a deck that nobody learned is called: playing cards by their suits, the project's own deck by its looks."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from numero_cam.base.files import model_entry
from numero_cam.decks.choose import FEW
from numero_cam.decks.files import load_own
from numero_cam.decks.names import NUMERO, PLAYING
from numero_cam.decks.profile import Profile, split
from numero_cam.identify.faces import COVERED, SUITS, Face

READ = 0.85
"""A card tells of its deck whose face is so sure; this is as much as a doubtful outline is asked for."""
ALIKE = 0.93
"""So like its drawings the cards of the project's own deck are in the median; docs/adr/0011-decks.md says how others are."""
VERY_ALIKE = 0.95
"""So like they are where they are few."""


def name_of(faces: Sequence[Face], own: Profile | None = None) -> str | None:
    """The name of the built-in deck that lies there.

    Args:
        faces: The cards as they were read.
        own: Looks of the project's own deck; those that come with the program if not given.

    Returns:
        None for cards of another make, and where too few are read.
    """
    read = [face for face in faces if face.certainty >= READ]
    if not read:
        return None
    colours = [colour for colour in (split(face.candidates[0][0])[1] for face in read) if colour is not None]
    if sum(bool(colour) and colour in SUITS for colour in colours) > len(colours) / 2:
        return PLAYING
    own = own or _own()
    return NUMERO if own is not None and _is_own(own, read) else None


def _is_own(own: Profile, read: Sequence[Face]) -> bool:
    """Whether the open cards are as like the likeliest drawing of their value as the deck's own; colours are the lamp's too."""
    opened = [(face.features, split(face.candidates[0][0])[0]) for face in read if face.hidden < COVERED and face.features is not None]
    if not opened:
        return False
    values = np.array([split(example.label or "")[0] for example in own.examples])
    like = np.stack([features for features, _ in opened]) @ own.looks.T
    best = np.where(np.array([value for _, value in opened])[:, None] == values, like, 0.0).max(axis=1)
    return float(np.median(best)) >= (ALIKE if len(opened) >= FEW else VERY_ALIKE)


@cache
def _own() -> Profile | None:
    """Looks of the project's own deck; None where they are those of another face model."""
    return load_own(model=model_entry("face").sha256)
