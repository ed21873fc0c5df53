"""From outlines to faces: reads cards, finds those that were missed, and drops outlines that show no card of their own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.extract import rectify
from numero_cam.identify import order
from numero_cam.identify.beneath import look_beneath
from numero_cam.identify.faces import Face, FaceReader, Quad
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.plane import Plane, trust

BENEATH = 0.6
"""How sure the outline of a card is that was found by the step of its stack."""
ALIKE = 0.4
"""IoU above which two outlines that read alike are one card's: a band or a frame was taken for its edge."""
READ = 0.5
"""A face less sure than this says little."""
LEAST_SEEN = 0.08
"""Unread outlines of which less is seen are dropped: often they are the card above, outlined once more."""


@dataclass(frozen=True)
class Seen:
    """The cards of a picture, all lists in one order.

    Attributes:
        cards: Outlines and where they are seen.
        faces: What is read on them; their outlines are turned where a face was upside down.
        scores: 0..1, how sure it is that a card lies there.
        covers: For each the indices of those that it lies on.
    """

    cards: list[Outlined]
    faces: list[Face]
    scores: list[float]
    covers: list[frozenset[int]]

    @property
    def above(self) -> list[list[Quad]]:
        """For each the outlines that lie on it."""
        return order.above(self.covers, [face.quad for face in self.faces])


def see(
    network: Network, reader: FaceReader, pyramid: rectify.Pyramid, plane: Plane | None, found: tuple[list[Outlined], list[float]]
) -> Seen:
    """Reads cards.

    Args:
        network: The loaded model ``outline``.
        reader: Reads the faces.
        pyramid: The picture.
        plane: The table, if it is known.
        found: Outlines, and for each how sure it is that a card lies there.
    """
    cards, scores = found
    covers = order.find_covers(cards)
    quads = [c.quad for c in cards]
    seen = Seen(cards, reader.read(pyramid, quads, order.above(covers, quads)), scores, covers)
    if plane is not None:
        seen = _with_missed(network, reader, pyramid, plane, seen)
    return _each_once(reader, pyramid, seen, _misfits(seen, plane, (pyramid.pixels.shape[1], pyramid.pixels.shape[0])))


def _with_missed(network: Network, reader: FaceReader, pyramid: rectify.Pyramid, plane: Plane, seen: Seen) -> Seen:
    more, faces, replaced = look_beneath(network, reader, pyramid, plane, cards=seen.cards, faces=seen.faces, covers=seen.covers)
    if not more:
        return seen
    left = [i for i in range(len(seen.cards)) if i not in replaced]
    cards = [replace(seen.cards[i], quad=seen.faces[i].quad) for i in left] + more
    scores = [seen.scores[i] for i in left] + [BENEATH] * len(more)
    return Seen(cards, [seen.faces[i] for i in left] + faces, scores, order.find_covers(cards))


def _misfits(seen: Seen, plane: Plane | None, size: tuple[int, int]) -> Sequence[float]:
    """How badly each outline fits the table; where that is not known, how unsure it is."""
    if plane is None or not seen.cards:
        return [-score for score in seen.scores]
    quads = np.stack([face.quad for face in seen.faces]).astype(np.float64)
    _, off = plane.fit(quads, np.stack([trust(replace(c, quad=f.quad), size) for c, f in zip(seen.cards, seen.faces, strict=True)]))
    return [float(miss) for miss in off]


def _each_once(reader: FaceReader, pyramid: rectify.Pyramid, seen: Seen, misfits: Sequence[float]) -> Seen:
    """The cards without outlines that show no card of their own; what they hid is read again."""
    stays = doubles(seen.faces, misfits)
    gone = stays.keys() | hardly_seen(seen.faces)
    if not gone:
        return seen
    scores = list(seen.scores)
    for i, j in stays.items():
        scores[j] = max(scores[j], scores[i])
    left = [i for i in range(len(seen.cards)) if i not in gone]
    covers = [frozenset(left.index(j) for j in seen.covers[i] if j not in gone) for i in left]
    out = Seen([seen.cards[i] for i in left], [seen.faces[i] for i in left], [scores[i] for i in left], covers)
    uncovered = {j for i in gone for j in seen.covers[i]} - gone
    again = [k for k, i in enumerate(left) if i in uncovered]
    above = out.above
    read = dict(zip(again, reader.read(pyramid, [out.faces[k].quad for k in again], [above[k] for k in again]), strict=True))
    return replace(out, faces=[read.get(k, face) for k, face in enumerate(out.faces)])


def doubles(faces: Sequence[Face], misfits: Sequence[float]) -> dict[int, int]:
    """Finds outlines of cards that another outline shows better.

    Args:
        faces: As read.
        misfits: The smaller, the better the outline.

    Returns:
        For each outline that is to go the one that stays.
    """
    best_first = sorted(range(len(faces)), key=lambda i: misfits[i])
    gone: dict[int, int] = {}
    for k, i in enumerate(best_first):
        if i not in gone:
            gone.update((j, i) for j in best_first[k + 1 :] if j not in gone and _one_card(faces[i], faces[j]))
    return gone


def _certainty(face: Face) -> float:
    return face.candidates[0][1] if face.candidates else 0.0


def _one_card(a: Face, b: Face) -> bool:
    if max(_certainty(a), _certainty(b)) < READ or not (a.candidates and b.candidates) or a.candidates[0][0] != b.candidates[0][0]:
        return False
    return geometry.iou(a.quad, b.quad) > ALIKE


def hardly_seen(faces: Sequence[Face]) -> set[int]:
    """Indices of the unread outlines that others hide nearly whole."""
    return {i for i, face in enumerate(faces) if face.hidden > 1 - LEAST_SEEN and _certainty(face) < READ}
