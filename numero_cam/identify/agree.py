"""Outlines that agree with each other: all cards of a table have one size, so an outline of another size is wrong somewhere."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.onnx import Network
from numero_cam.extract import rectify
from numero_cam.identify import outlines
from numero_cam.identify.outlines import Outlined, quads_of
from numero_cam.identify.plane import FITS, Plane, find_plane, trust


@dataclass(frozen=True)
class Agreed:
    """The outlines, and the table that they agree on.

    Attributes:
        cards: In the order in which they were given.
        plane: None where no common plane was found.
    """

    cards: list[Outlined]
    plane: Plane | None


def _weights(cards: list[Outlined], scores: list[float], size: tuple[int, int]) -> NDArray[np.float64]:
    return np.asarray(trust(cards, size) * np.array(scores)[:, None], np.float64)


def _blended(card: Outlined, laid: NDArray[np.float64], weights: NDArray[np.float64]) -> Outlined:
    """Corners as they are seen, and where they are hidden as the other cards' size has them."""
    share = np.clip(weights, 0, 1)[:, None]
    return replace(card, quad=(share * card.quad + (1 - share) * laid).astype(np.float32))


def _looked_at_in_place(
    network: Network, pyramid: rectify.Pyramid, plane: Plane, cards: list[Outlined], weights: NDArray[np.float64]
) -> list[Outlined]:
    """Cards of which a corner is hardly believed, or that are not of the table's size, looked at once more with that size.

    A network that knows the size looks only for the place: an edge that hardly shows, or that is another card's, misleads it less.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        plane: Of these cards.
        cards: As they are laid so far.
        weights: ``(N, 4)`` trust in their corners; from ``agree`` times the detector's score.
    """
    doubtful = [i for i, weight in enumerate(weights) if weight.min() < 0.5 or plane.off[i] >= FITS]
    if not doubtful:
        return cards
    as_laid = [plane.quads[i].astype(np.float32) for i in doubtful]
    looked = outlines.refine(network, pyramid, as_laid, [cards[i].at for i in doubtful], looks=1, sized=True)
    quads, off, trusts = plane.fit(looked, pyramid.size)
    out = list(cards)
    for i, card, quad, trusted, miss in zip(doubtful, looked, quads, trusts, off, strict=True):
        if miss < FITS:
            out[i] = _blended(card, quad, trusted)
    return out


def agree(network: Network, pyramid: rectify.Pyramid, cards: list[Outlined], scores: list[float]) -> Agreed:
    """Mends outlines by those of the other cards; where no common plane is found they stay as they are.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        cards: Outlines, each clockwise from the card's own top-left.
        scores: How sure it is that a card lies there, 0..1.
    """
    if not cards:
        return Agreed([], None)
    weights = _weights(cards, scores, pyramid.size)
    plane = find_plane(quads_of(cards), weights)
    if plane is None:
        return Agreed(cards, None)
    out = [_blended(c, q, w) if off < FITS else c for c, q, w, off in zip(cards, plane.quads, weights, plane.off, strict=True)]
    # Cards that were mended tell more of the table, most where few lie open.
    weights = _weights(out, scores, pyramid.size)
    plane = find_plane(quads_of(out), weights, before=plane) or plane
    return Agreed(_looked_at_in_place(network, pyramid, plane, out, weights), plane)


def agree_with(network: Network, pyramid: rectify.Pyramid, plane: Plane, cards: list[Outlined]) -> list[Outlined]:
    """Mends outlines by the table that other cards have told.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        plane: Of the table.
        cards: Outlines, each clockwise from the card's own top-left.
    """
    if not cards:
        return []
    quads, off, weights = plane.fit(cards, pyramid.size)
    out = [_blended(c, q, w) if miss < FITS else c for c, q, w, miss in zip(cards, quads, weights, off, strict=True)]
    quads, off, weights = plane.fit(out, pyramid.size)
    return _looked_at_in_place(network, pyramid, replace(plane, quads=quads, off=off), out, weights)
