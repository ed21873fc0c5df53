"""Outlines that agree with each other: all cards of a table have one size, so an outline of another size is wrong somewhere."""

from dataclasses import replace

import numpy as np

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.extract import rectify
from numero_cam.identify import outlines
from numero_cam.identify.outlines import Outlined, quads_of
from numero_cam.identify.plane import FITS, Array, Plane, corners, find_plane


def _mended(plane: Plane, cards: list[Outlined], weights: Array) -> list[Outlined]:
    """Corners as they are seen, and where they are hidden as the other cards' size has them; cards of another size stay as they are."""
    quads = (plane.quads + weights[..., None] * (quads_of(cards) - plane.quads)).astype(np.float32)
    return [replace(card, quad=quad) if off < FITS else card for card, quad, off in zip(cards, quads, plane.off, strict=True)]


def _looked_at_in_place(network: Network, pyramid: rectify.Pyramid, plane: Plane, cards: list[Outlined], weights: Array) -> list[Outlined]:
    """Cards of which a corner is hardly believed, or that are not of the table's size, looked at once more with that size.

    A network that knows the size looks only for the place: an edge that hardly shows, or that is another card's, misleads it less.
    What the plane lays as no quad, at its horizon, is not looked at.
    """
    unsure = (weights.min(axis=1) < 0.5) | (plane.off >= FITS)
    doubtful = np.flatnonzero(unsure & geometry.are_sane(plane.quads)).tolist()
    as_laid = [plane.quads[i].astype(np.float32) for i in doubtful]
    looked = outlines.refine(network, pyramid, as_laid, [cards[i].at for i in doubtful], sized=True)
    quads, trusted = corners(looked, pyramid.size)
    again = plane.under(quads, trusted)
    mended = zip(doubtful, _mended(again, looked, trusted), again.off, strict=True)
    better = {i: card for i, card, off in mended if off < FITS}
    return [better.get(i, card) for i, card in enumerate(cards)]


def agree(
    network: Network, pyramid: rectify.Pyramid, cards: list[Outlined], scores: list[float], known: Plane | None = None
) -> tuple[list[Outlined], Plane | None]:
    """Mends outlines by those of the other cards; where no common plane is found they stay as they are.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        cards: Outlines, each clockwise from the card's own top-left.
        scores: How sure it is that a card lies there, 0..1; asked where the table is not known.
        known: The table, where other cards have told it.

    Returns:
        The outlines, and the table; None where no common plane was found.
    """

    def weighed(cards: list[Outlined]) -> tuple[Array, Array]:
        quads, weights = corners(cards, pyramid.size)
        return quads, weights if known else weights * np.array(scores)[:, None]

    quads, weights = weighed(cards)
    plane = known.under(quads, weights) if known else find_plane(quads, weights)
    if plane is None:
        return cards, None
    mended = _mended(plane, cards, weights)
    # Cards that were mended tell more of the table, most where few lie open.
    quads, weights = weighed(mended)
    plane = plane.under(quads, weights) if known else find_plane(quads, weights, before=plane) or plane
    return _looked_at_in_place(network, pyramid, plane, mended, weights), plane
