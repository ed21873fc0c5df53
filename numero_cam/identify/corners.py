"""Cards by the indices in their corners: of cards that lie close in a fan, and below another one, nothing else is seen whole.

The detector tells where indices are. With the table known, a card whose index lies there can only be turned about it; of all these ways
the index network reads one.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry, quality
from numero_cam.base.records import Corners as Quad
from numero_cam.base.records import Votes
from numero_cam.extract import rectify
from numero_cam.identify.faces import Chances, FaceReader
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.plane import Complex, Plane, quads_of

OF_A_CARD = 0.17
"""An index belongs to a card if it is nearer than this, in card widths, to a place where that card has one."""
TURNED = np.exp(1j * np.radians((-16, -8, 0, 8, 16, 90, -90, 180)))
"""Turns that are tried from the direction that the detector tells: small ones, and large ones in case the index is another corner's."""
BESIDE = np.exp(1j * np.radians((-8, 8)))
"""Turns that are tried from the directions of the cards beside it."""
SAME_PLACE = 0.1
"""Two outlines belong to one card if their indices are nearer than this, in card widths."""
SURELY_SEEN = 1.0
"""Logit from which on a card is surely seen at a place."""
NEIGHBOURS = 2
"""How many neighbours are asked for their direction."""
BEST_WAYS = 3
"""How many of the best ways are looked at again with the index a little off."""
AGREEING = 4
"""How many of the shifts must show the face; its chances are their mean. A single sure shift would read many court cards as numbers."""
LEAST_SHOWN = 0.3
"""There is an index only if some way shows it at least this surely."""
LEAST_ON_CARDS = 0.7
"""Least share of a place that must show this card, or cards on top of it. A place with bare table in it is wrong."""
SHIFTS = 0.05 * np.array([a + 1j * b for a in (-1, 0, 1) for b in (-1, 0, 1)], np.complex128)
"""How far the index may lie from where it was seen, in card widths."""
MOST_INDICES = 60
"""No more indices than these are looked at."""


@dataclass(frozen=True)
class Indexed:
    """A card as its index tells it.

    Attributes:
        quad: ``(4, 2)`` float32 pixels, clockwise from the card's own top-left.
        label: The face, without a colour.
        chance: 0..1, how sure that is.
        chances: Of all faces and colours.
    """

    quad: Quad
    label: str
    chance: float
    chances: Chances


def of_no_card(points: NDArray[np.float32], quads: list[Quad], near: float = OF_A_CARD) -> NDArray[np.bool_]:
    """Which indices are none of these cards', ``(M,)`` bool.

    Args:
        points: ``(M, 2)`` pixels.
        quads: The cards, clockwise from their own top-left.
        near: How near to where a card has an index these are its, in card widths.
    """
    if not quads or not len(points):
        return np.ones(len(points), np.bool_)
    cards = np.stack(quads).astype(np.float64)
    widths = np.linalg.norm(cards[:, 1] - cards[:, 0], axis=1)
    far = np.linalg.norm(points[:, None, None] - rectify.index_spots(cards)[None], axis=3).min(axis=2)
    return np.asarray((far > near * widths).all(axis=1))


def shown_by(points: NDArray[np.float32], cards: list[Outlined]) -> NDArray[np.bool_]:
    """Which points of the picture show one of these cards, as the outline network sees it, ``(M,)`` bool.

    Args:
        points: ``(M, 2)`` pixels.
        cards: Their outlines, and where each is seen.
    """
    shown = np.zeros(len(points), np.bool_)
    if not cards:
        return shown
    for card, inside in zip(cards, geometry.contains(quads_of(cards), points.astype(np.float64)), strict=True):
        left = np.flatnonzero(inside & ~shown)
        nearest = np.square(points[left, None] - card.points[None]).sum(axis=2).argmin(axis=1)
        shown[left] = card.seen[nearest] > SURELY_SEEN
    return shown


def is_index_of(own: Quad, other: Quad) -> bool:
    """Whether the top-left index of a card is one of another outline's: both are then of one card."""
    return not of_no_card(rectify.index_spots(own[None])[0, :1].astype(np.float32), [other], SAME_PLACE)[0]


def _ways(plane: Plane, quads: NDArray[np.float64], points: NDArray[np.float64]) -> Complex:
    """Directions on the table of the cards that have an index in the nearest corner, ``(M,)`` of length 1.

    Args:
        plane: The table.
        quads: ``(M, 4, 2)`` pixels; which corner comes first means nothing.
        points: ``(M, 2)`` pixels, the indices.
    """
    first = np.linalg.norm(quads - points[:, None], axis=2).argmin(axis=1)
    laid = plane.lay(np.take_along_axis(quads, geometry.STARTS[first][..., None], axis=1))
    along = laid[:, 1] - laid[:, 0]
    return np.asarray(along / np.maximum(np.abs(along), 1e-9))


def _posed(plane: Plane, at: complex, ways: Complex, shifts: Complex) -> NDArray[np.float64]:
    """Cards whose index lies at a place of the table, ``(K * S, 4, 2)`` pixels.

    Args:
        plane: The table.
        at: The place.
        ways: ``(K,)`` the cards' directions.
        shifts: ``(S,)`` how far from there the index lies, in card widths.
    """
    card = np.array([0, 1, 1 + 1j * plane.aspect, 1j * plane.aspect])
    corner = shifts - complex(rectify.INDEX_AT[0], rectify.INDEX_AT[1] * plane.aspect)
    return plane.seen((at + ways[:, None, None] * (corner[None, :, None] + card)).reshape(-1, 4))


def _turned(plane: Plane, at: Complex, told: Complex, quads: list[Quad]) -> Complex:
    """Directions in which the cards of indices may lie: as the detector tells, and as the cards beside them, ``(M, K)`` of length 1."""
    laid = plane.lay(np.stack(quads).astype(np.float64))
    along = laid[:, 1] - laid[:, 0]
    along /= np.maximum(np.abs(along), 1e-9)
    nearest = np.argsort(np.abs(laid.mean(axis=1) - at[:, None]), axis=1)[:, :NEIGHBOURS]
    # A 6 turned over is a 9: the way that the detector tells decides which way up a card lies.
    beside = along[nearest] * np.where((along[nearest] * told[:, None].conj()).real < 0, -1, 1)
    return np.concatenate([told[:, None] * TURNED, (beside[:, :, None] * BESIDE).reshape(len(at), -1)], axis=1)


def _share_on_cards(quads: NDArray[np.float64], votes: Votes, size: tuple[int, int]) -> NDArray[np.float64]:
    """Share of each quad ``(N, 4, 2)`` that shows some card, its own or one on it, of what lies in the picture, ``(N,)``."""
    areas = geometry.areas(quads) * [quality.inside_share(quad.astype(np.float32), size) for quad in quads]
    seen = geometry.contains(quads, votes.points).sum(axis=1) * votes.area
    return np.asarray(seen / np.maximum(areas, 1.0), np.float64)


def cards_at(reader: FaceReader, pyramid: rectify.Pyramid, plane: Plane, votes: Votes, quads: list[Quad]) -> list[Indexed]:
    """Cards that indices tell, each the way it reads surest of all ways that it may lie.

    Args:
        reader: Reads the indices.
        pyramid: The picture.
        plane: The table.
        votes: Where cards and their indices are seen.
        quads: Of cards that were found, one or more, clockwise from their own top-left.
    """
    assert votes.indices is not None  # noqa: S101 - for the type checker
    points, told = (values[:MOST_INDICES].astype(np.float64) for values in (votes.indices.points, votes.indices.quads))
    at = plane.at(points)
    ways = _turned(plane, at, _ways(plane, told, points), quads)
    middle = np.zeros(1, np.complex128)
    first = np.concatenate([_posed(plane, place, its, middle) for place, its in zip(at.tolist(), ways, strict=True)])
    known = [k for k, face in enumerate(reader.labels.faces) if face != reader.labels.unknown]
    may_be = np.isfinite(first).all(axis=(1, 2)) & geometry.are_sane(first)  # Far from the card that tells its plane some are not.
    first = np.where(may_be[:, None, None], first, quads[0])
    may_be &= _share_on_cards(first, votes, pyramid.size) >= LEAST_ON_CARDS
    shown = np.where(may_be, reader.chances_of_indices(pyramid, first)[0][:, known].max(axis=1), 0.0).reshape(ways.shape)
    best = np.argsort(-shown, axis=1, kind="stable")[:, :BEST_WAYS]
    return [
        _best(reader, pyramid, known, _posed(plane, place, its[order[its_shown[order] > 0]], SHIFTS))
        for place, its, order, its_shown in zip(at.tolist(), ways, best, shown, strict=True)
        if its_shown.max() >= LEAST_SHOWN
    ]


def _best(reader: FaceReader, pyramid: rectify.Pyramid, known: list[int], posed: NDArray[np.float64]) -> Indexed:
    """The card of those that may lie about an index which shows it best with several shifts.

    Args:
        reader: Reads the indices.
        pyramid: The picture.
        known: The faces that a card may have, as places among the reader's labels.
        posed: ``(K * S, 4, 2)`` pixels, the cards with all shifts, way by way.
    """
    faces, colours = (told.reshape(-1, len(SHIFTS), told.shape[1]) for told in reader.chances_of_indices(pyramid, posed))
    surest = np.sort(faces[:, :, known], axis=1)[:, -AGREEING:].mean(axis=1)
    way, which = np.unravel_index(int(surest.argmax()), surest.shape)
    label = known[which]
    agreeing = np.argsort(-faces[way, :, label], kind="stable")[:AGREEING]
    quad = posed[way * len(SHIFTS) + agreeing[0]].astype(np.float32)
    chances = faces[way, agreeing].mean(axis=0), colours[way, agreeing].mean(axis=0)
    return Indexed(quad, reader.labels.faces[label], float(surest[way, which]), chances)
