"""What hands look like: skin from pale to dark, nails, gloves, sleeves in colours and patterns, rings and watches."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.synth import tables

Rng = np.random.Generator
Picture = NDArray[np.uint8]

_SKIN = np.array(
    [(255, 228, 206), (246, 205, 176), (231, 180, 143), (205, 148, 108), (168, 110, 76), (128, 80, 54), (92, 56, 38), (62, 38, 28)],
    np.float32,
)
_METAL = ((214, 178, 96), (198, 200, 206), (120, 116, 112), (224, 168, 150))


@dataclass(frozen=True)
class Wear:
    """The looks of a person's hands and arms."""

    skin: NDArray[np.float32]  #: ``(3,)`` float32 RGB 0..255, of a glove where there is one.
    glove: bool  #: Whether it is a glove: no nails, rough.
    rough: float  #: How uneven the skin is, about 0.03.
    nails: NDArray[np.float32]  #: ``(3,)`` RGB of the nails.
    sleeve: Picture  #: Texture ``(512, 512, 3)`` uint8 of the sleeve.
    sleeve_from: float  #: Distance of the sleeve's hem from the wrist in card widths; beyond the arm's length there is none.
    loose: float  #: By how much wider than the arm the sleeve is.
    folds: float  #: How strong its folds are.
    rings: tuple[int, ...]  #: Fingers that wear a ring, 0 is the index finger.
    metal: tuple[int, int, int]  #: RGB of rings and watch.
    watch: float  #: Radius of a watch in card widths, 0 for none; its strap has the colour ``strap``.
    strap: NDArray[np.float32]  #: RGB.


def skin_tone(rng: Rng) -> NDArray[np.float32]:
    """Any human skin ``(3,)`` float32 RGB, all tones equally often."""
    at = rng.uniform(0, len(_SKIN) - 1)
    low = int(at)
    tone = _SKIN[low] + (_SKIN[min(low + 1, len(_SKIN) - 1)] - _SKIN[low]) * (at - low)
    return np.asarray(np.clip(tone * rng.normal(1, 0.04, 3) * rng.normal(1, 0.05), 8, 255), np.float32)


def _nails(rng: Rng, skin: NDArray[np.float32]) -> NDArray[np.float32]:
    if rng.random() < 0.22:  # Painted.
        return tables.colour(rng)
    return np.asarray(np.clip(skin * np.array([1.06, 0.98, 0.98]) + rng.uniform(0, 25), 0, 255), np.float32)


def random_wear(rng: Rng) -> Wear:
    """Somebody's hands and arms."""
    glove = bool(rng.random() < 0.06)
    skin = tables.colour(rng) if glove else skin_tone(rng)
    _, sleeve = tables.random_table(rng)
    if rng.random() < 0.45:
        sleeve = np.clip(tables.plain(rng), 0, 255).astype(np.uint8)
    part = sleeve[: int(rng.integers(64, 512)), : int(rng.integers(64, 512))]
    sleeve = np.asarray(cv2.resize(part, (512, 512), interpolation=cv2.INTER_LINEAR), np.uint8)
    bare = rng.random() < 0.3
    return Wear(
        skin=skin,
        glove=glove,
        rough=float(rng.uniform(0.01, 0.05) if not glove else rng.uniform(0.05, 0.2)),
        nails=_nails(rng, skin),
        sleeve=sleeve,
        sleeve_from=99.0 if bare else float(rng.choice([rng.uniform(-0.1, 0.4), rng.uniform(0.4, 3.5)])),
        loose=float(rng.uniform(0.04, 0.3)),
        folds=float(rng.uniform(0.1, 0.6)),
        rings=tuple(int(f) for f in range(4) if rng.random() < 0.08),
        metal=_METAL[int(rng.integers(len(_METAL)))],
        watch=float(rng.uniform(0.22, 0.34)) if rng.random() < 0.15 else 0.0,
        strap=tables.colour(rng),
    )
