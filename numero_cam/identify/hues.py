"""The colours of a table's cards, compared with each other: what one pack calls blue another calls green, and lamps tint both.

The face network names each card's colour alone. Cards of one colour on one table have the same print under the same light, so a card
whose print is like that of the sure greens is green, also where it looked more blue than green.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

EDGE = 0.08
"""Share of each side that is left out: where the outline is a little off, the table shows."""
LEAST_PIXELS = 100
"""A card of which less is seen tells no hue."""
MOST_COLOURFUL, LEAST_PRINT = 0.1, 10
"""So large a share of the pixels is taken for print or for the coloured ground, and so many at least."""
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + 4.0)
"""Of all values, 4 added: the darkest are the camera's noise."""
THIRDS = np.full(3, 1 / 3, np.float32)
"""A row times these is its mean, faster than ``mean`` of many short rows."""
PALE, COLOURFUL, UNLIKELY = 0.1, 0.25, 0.02
"""Up to about which chroma print is black or grey, from about which it has a colour, and how likely anything else is.

Of 57 black numbers of tiles 95 in 100 have less than 0.24, of 73 greens of the renders 95 in 100 more than 0.23 (a script that is not
committed).
"""
EVERY = 2
"""Of so many rows and columns one is looked at."""
SPREAD, FREEDOM = 0.15, 2.0
"""How hues of one colour differ on one table, and degrees of freedom of the t distribution: some outlines are wrong."""
UNSEEN = 0.6
"""A colour that no other card shows is taken to be so far off."""
LEAST_SHOWN = 0.5
"""So many other cards, counted by their chances, make a colour known."""
LEAST_CHANCE = 0.3
"""A card whose chance of a colour is less tells nothing of it."""
AGREED = 3
"""Power of the count of the other cards that have colours, or suits: five that agree tell more than five times what one does."""
ROUNDS = 3
"""Chances and hues of the colours are told from each other so often."""


@dataclass(frozen=True)
class Print:
    """What a card's print or coloured ground looks like.

    Attributes:
        hue: ``(3,)`` float32, logarithms of red, green and blue less their mean: how bright the light is does not count, and its tint
            shifts all cards alike.
        chroma: How far that is from the hue of the card's brightest parts: 0.05 for black on white, 0.2 for a very dark green, 1 for a
            bright red.
    """

    hue: NDArray[np.float32]
    chroma: float


def _median(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of each column: numpy's own, which thinks of missing numbers, takes four times as long for so few."""
    low, high = (len(rows) - 1) // 2, len(rows) // 2
    middle = np.partition(rows, [low, high], axis=0)
    return np.asarray((middle[low] + middle[high]) / 2, np.float32)


def print_of(crop: NDArray[np.uint8]) -> Print | None:
    """The print of a card, or its coloured ground.

    Args:
        crop: ``(H, W, 4)`` uint8 from ``rectify.face_crop``.

    Returns:
        None where too little of the card is seen.
    """
    height, width = crop.shape[:2]
    dy, dx = round(height * EDGE), round(width * EDGE)
    inner = crop[dy : height - dy : EVERY, dx : width - dx : EVERY]
    pixels = inner[..., :3][inner[..., 3] == 0]
    if len(pixels) * EVERY**2 < LEAST_PIXELS:
        return None
    light = LOGARITHMS[pixels]
    means = light @ THIRDS
    light -= means[:, None]
    count = max(LEAST_PRINT, int(MOST_COLOURFUL * len(means)))
    stock = _median(light[np.argpartition(means, -count)[-count:]])
    # Under a warm lamp the stock itself is the most colourful: print is what differs from it.
    off = light - stock
    strength = np.einsum("ij,ij->i", off, off)
    hue = _median(light[np.argpartition(strength, -count)[-count:]])
    return Print(hue, float(np.linalg.norm(hue - stock)))


def weigh_plain(chances: Array, inks: list[int], plain: int, chroma: float) -> Array:
    """Chances of colours, given how colourful the print is: dark greens look black to a network that sees one card.

    Args:
        chances: ``(C,)``.
        inks: Which of them are colours.
        plain: Which is "none of them".
        chroma: See ``Print``.

    Returns:
        ``(C,)`` with the same sum; what is no colour and not ``plain``, as suits, stays.
    """
    out = chances.copy()
    out[plain] *= max(UNLIKELY, float(np.exp(-((chroma / PALE) ** 2) / 2)))
    out[inks] *= max(UNLIKELY, 1 - float(np.exp(-((chroma / COLOURFUL) ** 2) / 2)))
    both = [*inks, plain]
    out[both] *= chances[both].sum() / max(float(out[both].sum()), 1e-12)
    return out


def of_one_kind(chances: Array, kinds: list[list[int]]) -> Array:
    """Chances of colours and suits, given that the cards of a table have either.

    Args:
        chances: ``(N, C)``, each row adding up to 1.
        kinds: Columns that are of one kind; other columns stay as they are.

    Returns:
        ``(N, C)``, each row adding up to 1.
    """
    shown = np.stack([chances[:, kind].sum(axis=1) for kind in kinds], axis=1)
    # Each card is compared with the others only, and with half a card of each kind: few cards tell little.
    others = (shown.sum(axis=0)[None] - shown + 0.5) ** AGREED
    weight = others / others.sum(axis=1, keepdims=True)
    out = chances.copy()
    for k, kind in enumerate(kinds):
        out[:, kind] *= weight[:, k : k + 1]
    total = shown.sum(axis=1)
    of_kinds = sum(out[:, kind].sum(axis=1) for kind in kinds)
    for kind in kinds:
        out[:, kind] *= (total / np.maximum(of_kinds, 1e-12))[:, None]
    return np.asarray(out)


def compare(chances: Array, hues: Array) -> Array:
    """Chances of the colours of a table's cards, given what the hues of the others tell.

    Args:
        chances: ``(N, C)``, each row adding up to 1: of each card's colours as the card alone tells them.
        hues: ``(N, 3)`` of ``Print.hue``.

    Returns:
        ``(N, C)``, each row adding up to 1.
    """
    alone = np.maximum(np.asarray(chances, np.float64), 1e-4)
    now = alone / alone.sum(axis=1, keepdims=True)
    for _ in range(ROUNDS):
        told = np.where(now < LEAST_CHANCE, 0.0, now)
        # Each card is compared with the others only.
        shown = told.sum(axis=0)[None] - told
        middles = ((told.T @ hues)[None] - told[:, :, None] * hues[:, None]) / np.maximum(shown, 1e-9)[:, :, None]
        off = np.linalg.norm(hues[:, None] - middles, axis=2)
        off = np.where(shown > LEAST_SHOWN, off, UNSEEN) / SPREAD
        logs = np.log(alone) - (FREEDOM + 1) / 2 * np.log1p(off**2 / FREEDOM)
        now = np.exp(logs - logs.max(axis=1, keepdims=True))
        now /= now.sum(axis=1, keepdims=True)
    return np.asarray(now)
