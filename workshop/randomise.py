"""Texture, tone and shape of a crop made anew by chance, so that faces are told by the form of their print and by nothing else.

A network that learns on drawn designs learns their textures too: large plain numerals on waves that no design had were read wrongly, though
a person reads them at a glance. Decks of chance cannot show every ground. Domain randomisation (Tobin et al. 2017; random convolutions, Xu
et al. 2021) makes the ground of each sample one that no pack has.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Field = NDArray[np.float32]

#: So often a crop gets a pattern, has its texture made anew, light and dark swapped, its shape warped, or is exposed badly.
PATTERNED, CONVOLVED, INVERTED, WARPED, HARSH = 0.3, 0.12, 0.12, 0.3, 0.15


def _waves(rng: Rng, x: Field, y: Field) -> Field:
    length, turn = float(rng.uniform(4, 24)), float(rng.uniform(0, np.pi))
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    bent = across + float(rng.uniform(0, 6)) * np.sin(along * float(rng.uniform(0.1, 0.6)))
    return np.asarray(np.sin(bent * (2 * np.pi / length)), np.float32)


def _rings(rng: Rng, x: Field, y: Field) -> Field:
    middle = rng.uniform(-0.2, 1.2, 2) * (x.shape[1], x.shape[0])
    far = np.hypot(x - middle[0], y - middle[1])
    return np.asarray(np.sin(far * (2 * np.pi / float(rng.uniform(5, 24)))), np.float32)


def _blobs(rng: Rng, x: Field, _: Field) -> Field:
    height, width = x.shape
    cells = float(rng.uniform(3, 24))
    coarse = rng.normal(0, 1, (max(2, round(height / cells)), max(2, round(width / cells)))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _lattice(rng: Rng, x: Field, y: Field) -> Field:
    return np.asarray(_waves(rng, x, y) * _waves(rng, x, y), np.float32)


def patterned(rng: Rng, picture: Picture) -> Picture:
    """Waves, rings, blobs or a lattice over ``(H, W, 3)`` uint8 RGB, soft or with sharp edges, in one colour of chance."""
    y, x = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    field = (_waves, _rings, _blobs, _lattice)[int(rng.integers(4))](rng, x, y)
    if rng.random() < 0.5:
        field = np.tanh(4 * (field - np.float32(rng.uniform(-0.6, 0.6))))
    colour = np.abs(rng.normal(0, 1, 3)) if rng.random() < 0.5 else np.ones(3)
    strength = float(rng.uniform(0.1, 0.6)) * float(picture.std()) * colour / np.linalg.norm(colour) * 3**0.5
    return np.asarray(np.clip(picture + field[..., None] * strength.astype(np.float32), 0, 255), np.uint8)


def convolved(rng: Rng, picture: Picture) -> Picture:
    """A random convolution over space and colours, mixed with the picture: forms stay, textures and colours do not, ``(H, W, 3)`` uint8."""
    side = int(rng.choice([1, 3, 5]))
    kernels = rng.normal(0, 1 / (3 * side**2) ** 0.5, (3, 3, side, side)).astype(np.float32)
    floats = picture.astype(np.float32)
    new = np.dstack([sum(cv2.filter2D(floats[..., k], -1, kernels[c, k]) for k in range(3)) for c in range(3)])
    new = (new - new.mean()) / (new.std() + 1) * floats.std() + floats.mean()
    share = float(rng.uniform(0.2, 0.9))
    return np.asarray(np.clip((1 - share) * floats + share * new, 0, 255), np.uint8)


def inverted(picture: Picture) -> Picture:
    """Light for dark and dark for light, the channels' differences as before where they fit, ``(H, W, 3)`` uint8 RGB."""
    light = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32)
    return np.asarray(np.clip(picture + (255 - 2 * light)[..., None], 0, 255), np.uint8)


def warped(rng: Rng, crop: Picture) -> Picture:
    """Moved by up to some pixels, smoothly: numerals of fonts that nobody drew, ``(H, W, C)`` uint8."""
    height, width = crop.shape[:2]
    cells, far = int(rng.integers(4, 10)), float(rng.uniform(0.5, 2.2))
    coarse = rng.normal(0, far, (2, cells, cells)).astype(np.float32)
    field = [cv2.resize(each, (width, height), interpolation=cv2.INTER_CUBIC) for each in coarse]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    return np.asarray(cv2.remap(crop, x + field[0], y + field[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def harsh(rng: Rng, picture: Picture) -> Picture:
    """Bleached by too much light, or dark with the noise of a camera, ``(H, W, 3)`` uint8."""
    if rng.random() < 0.5:
        return np.asarray(np.clip(picture * np.float32(rng.uniform(1.3, 2.2)), 0, 255), np.uint8)
    dark = picture * np.float32(rng.uniform(0.12, 0.5)) + rng.normal(0, float(rng.uniform(1, 8)), picture.shape).astype(np.float32)
    return np.asarray(np.clip(dark, 0, 255), np.uint8)


def randomised(rng: Rng, picture: Picture) -> tuple[Picture, bool]:
    """A crop ``(H, W, 3)`` uint8 RGB, half of the time made as no pack and no camera of the workshop shows it.

    Second, whether its colours still mean what they did.
    """
    if rng.random() < INVERTED:
        picture = inverted(picture)
    if rng.random() < PATTERNED:
        picture = patterned(rng, picture)
    if rng.random() < HARSH:
        picture = harsh(rng, picture)
    if rng.random() < CONVOLVED:
        return convolved(rng, picture), False
    return picture, True
