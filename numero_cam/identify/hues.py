"""The colours of a table's cards, compared with each other: what one pack calls blue another calls green, and lamps tint both.

The face network names each card's colour alone. Cards of one colour on one table have the same print under the same light, so a card
whose print is like that of the sure greens is green, also where it looked more blue than green.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

EDGE = 0.08
"""Share of each side that is left out: where the outline is a little off, the table shows."""
LEAST_PIXELS = 100
"""A card with fewer visible pixels tells no ink."""
MOST_COLOURFUL, LEAST_PRINT = 0.1, 10
"""Share of the pixels that is taken for print, or for a coloured ground, and the fewest pixels."""
FAINTEST = 0.05
"""Print that takes less light has no ink to speak of; the unit is that of ``Print.ink`` before it is brought to length 1."""
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + 4.0)
"""Of all values, 4 added: the darkest are the camera's noise."""
THIRDS = np.full(3, 1 / 3, np.float32)
"""A row times these is its mean, faster than ``mean`` of many short rows."""
PALE, COLOURFUL, UNLIKELY = 0.1, 0.25, 0.02
"""Print is black or grey up to about the first chroma and has a colour from about the second on. The third: the chance of an exception."""
EVERY = 2
"""One in this many rows and columns is looked at."""
NETWORK_SHARE, INK_SHARE = 0.5, 0.5
"""Powers of the two opinions, chosen on the development photos: a network that sees a palette for the first time is too sure of itself."""
LEAST_OF_NETWORK, MOST_BY_INK = 1e-4, 6.0
"""Limits of how much network and ink may say against a colour; the second is a logarithm."""
ALIKE = 0.16
"""Inks no farther apart are the same. On one table 90 in 100 pairs of cards of one colour lie 0.12 apart or less, 97 in 100 of two
colours 0.28 or more, in renders as in photos of tiles (benchmarks/colours.py)."""
SPREAD, FREEDOM = 0.12, 2.0
"""Scale and degrees of freedom of the t distribution by which inks of one colour differ. Its long tails allow for wrong outlines."""
MOST_UNLIKE = 3.0
"""The highest cost, as a logarithm, of two cards of one colour with different inks: glare or a wrong outline may be the cause."""
LEAST_CHANCE = 0.0005
"""The least chance that one card may give a colour: a deck may have colours that the network never saw."""
MOST_GROUPS = 5
"""This many of the largest groups are weighed together; smaller ones follow, given the result."""
AGREED = 3
"""Power of the count of the other cards that have colours, or suits: five that agree tell more than five times what one does."""


@dataclass(frozen=True)
class Print:
    """What a card's print or coloured ground looks like.

    Attributes:
        ink: ``(3,)`` float32 of length 1: of which light the print takes how much, red, green and blue, as logarithms of the card's
            brightest parts less those of the print. Blur, a thin stroke and dim light change its length and leave its direction, and a
            lamp's tint is in both. About (0.6, 0.6, 0.6) for black, (0.1, 0.8, 0.6) for red, (0.8, 0.3, 0.6) for green.
        chroma: How far the print's hue is from that of the brightest parts: 0.05 for black on white, 0.2 for a very dark green, 1 for
            a bright red.
    """

    ink: NDArray[np.float32]
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
        None where too little of the card is seen, or its print takes hardly any light.
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
    brightest = np.argpartition(means, -count)[-count:]
    stock = _median(light[brightest])
    # Under a warm lamp the stock itself is the most colourful: print is what differs from it.
    off = light - stock
    strength = np.einsum("ij,ij->i", off, off)
    printed = np.argpartition(strength, -count)[-count:]
    hue = _median(light[printed])
    taken = stock - hue + np.median(means[brightest]) - np.median(means[printed])
    length = float(np.linalg.norm(taken))
    if length < FAINTEST:
        return None
    return Print(np.asarray(taken / length, np.float32), float(np.linalg.norm(hue - stock)))


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


def features(printed: Print) -> Array:
    """What the regression by ink is given, ``(15,)``: 1, the ink, half the logarithm of the chroma, and their products two by two."""
    told = np.array([*printed.ink, np.log(printed.chroma + 0.05) / 2], np.float64)
    return np.concatenate([[1.0], told, np.outer(told, told)[np.triu_indices(len(told))]])


def weigh_ink(chances: Array, columns: list[int], printed: Print, weights: Array) -> Array:
    """Chances of colours by the network and by the ink together (a logarithmic opinion pool).

    Args:
        chances: ``(C,)`` by the network.
        columns: Red, blue, green, orange and none of them; what else there is, as suits, stays.
        printed: What the card's print looks like.
        weights: ``(15, 5)`` of the regression, see ``workshop.inks``.

    Returns:
        ``(C,)`` with the same sum.
    """
    share = chances[columns].sum()
    alone = np.log(np.maximum(chances[columns] / max(float(share), 1e-12), LEAST_OF_NETWORK))
    by_ink = features(printed) @ weights
    out = chances.copy()
    out[columns] = share * _shares(NETWORK_SHARE * alone + INK_SHARE * np.maximum(by_ink - by_ink.max(), -MOST_BY_INK))
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


def compare(chances: Array, inks: Array, prior: Array | None = None) -> Array:
    """Chances of the colours of a table's cards, given which of them have the same ink.

    Cards of alike ink form groups (average linkage); all ways to give the large groups colours are weighed. A network errs alike for
    all cards of one ink under one lamp, so a group's cards do not count as so many witnesses, but as the square root of that.

    Args:
        chances: ``(N, C)``, each row adding up to 1: of each card's colours as the card alone tells them.
        inks: ``(N, 3)`` of ``Print.ink``.
        prior: ``(C,)``, how likely each colour is in such a pack, once for all cards of an ink; equally likely if not given.

    Returns:
        ``(N, C)``, each row adding up to 1.
    """
    logs = np.log(np.maximum(np.asarray(chances, np.float64), LEAST_CHANCE))
    groups, off = _groups(np.asarray(inks, np.float64))
    weight = np.sqrt([len(group) for group in groups])
    told = np.stack([logs[group].sum(axis=0) for group in groups]) / weight[:, None]
    told += 0.0 if prior is None else np.log(prior)
    unlike = np.minimum((FREEDOM + 1) / 2 * np.log1p((off / SPREAD) ** 2 / FREEDOM), MOST_UNLIKE)
    cost = unlike * np.minimum(weight[:, None], weight[None])
    order = np.argsort(-weight, kind="stable")
    large, small = order[:MOST_GROUPS], order[MOST_GROUPS:]
    known = _weighed(told[large], cost[np.ix_(large, large)])
    out = np.empty_like(logs)
    for k, its in zip(large, known, strict=True):
        out[groups[k]] = its
    for k in small:
        out[groups[k]] = _shares(told[k] - cost[k, large] @ known)
    return out


def _shares(logs: Array) -> Array:
    out = np.exp(logs - logs.max())
    return np.asarray(out / out.sum())


def _groups(inks: Array) -> tuple[list[list[int]], Array]:
    """Cards of alike ink by average linkage (Lance and Williams 1967), and how far the groups lie apart, ``(G, G)``."""
    groups = [[i] for i in range(len(inks))]
    off = np.linalg.norm(inks[:, None] - inks[None], axis=2)
    np.fill_diagonal(off, np.inf)
    while len(groups) > 1:
        i, j = sorted(divmod(int(off.argmin()), len(groups)))
        if off[i, j] > ALIKE:
            break
        a, b = len(groups[i]), len(groups[j])
        off[i] = off[:, i] = (a * off[i] + b * off[j]) / (a + b)
        off = np.delete(np.delete(off, j, axis=0), j, axis=1)
        groups[i] += groups.pop(j)
    return groups, off


def _weighed(told: Array, cost: Array) -> Array:
    """Chances ``(G, C)`` of each group's colours, over all ways to colour them.

    Args:
        told: ``(G, C)`` logarithms of what the groups' own cards tell.
        cost: ``(G, G)``, what it costs that two groups have one colour.
    """
    count, colours = told.shape
    ways = _ways(count, colours)
    scores = told[np.arange(count), ways].sum(axis=1)
    for i in range(count):
        for j in range(i):
            scores -= cost[i, j] * (ways[:, i] == ways[:, j])
    shares = _shares(scores)
    return np.stack([np.bincount(ways[:, k], shares, colours) for k in range(count)])


@cache
def _ways(count: int, colours: int) -> NDArray[np.intp]:
    return np.indices((colours,) * count).reshape(count, -1).T.copy()
