"""Cards of a stack that the detector missed: in a fan or a build each card lies to the next as others lie to theirs.

Where two cards lie on each other, a third is looked for at the same step beyond either of them, and halfway between. A place counts only
where the outline network finds an outline of the table's size there, and the face reads surely.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.extract import rectify
from numero_cam.identify import order, outlines
from numero_cam.identify.faces import Face, FaceReader, Quad
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.plane import FITS, UNIT, Complex, Plane, quads_of

LEAST_SURE = 0.6
"""A face less sure than this makes no card of a place."""
SURELY_READ = 0.8
"""A face that another card shows so surely is not found a second time."""
DOUBTFUL = 0.5
"""A card whose face is less sure makes way for one that is found in its place."""
IN_ITS_PLACE = 0.5
"""IoU above which an outline lies in the place of another one."""
OTHER_PLACE = 0.75
"""IoU above which two outlines are of one card."""
LEAST_SHARED = 0.05
"""Share of a card that lies on another one or below it, where they touch."""
MOST_TURNED = np.radians(25)
"""Cards of a stack are turned less than this to each other."""
LONGEST, HALVED = 0.95, 0.3
"""In card widths: a step longer than the first is none of a fan, a step shorter than the second has nothing between."""
LEAST_SEEN = 0.3
"""Share of a card that must be seen."""
LEAST_IN_VIEW = 3
"""So many corners of a place must be in the picture."""


def places_in_stacks(plane: Plane, cards: list[Outlined], covers: list[frozenset[int]]) -> NDArray[np.float32]:
    """Where further cards of the same stacks would lie.

    Args:
        plane: The table.
        cards: As found.
        covers: For each the indices of those that it lies on.

    Returns:
        ``(N, 4, 2)`` float32 pixels.
    """
    laid = plane.lay(quads_of(cards))
    origin, along = laid[:, 0], laid[:, 1] - laid[:, 0]
    places: list[tuple[complex, complex]] = []
    for upper, below in enumerate(covers):
        for lower in below:
            turn = along[upper] / along[lower]
            step = (origin[upper] - origin[lower]) / along[lower]
            if abs(np.angle(turn)) > MOST_TURNED:
                continue
            half = turn**0.5
            back = origin[lower] - step / turn * along[lower]
            if abs(step) < LONGEST:
                places += [(origin[upper] + step * along[upper], along[upper] * turn), (back, along[lower] / turn)]
            if abs(step) > HALVED:
                places += [(origin[lower] + step / 2 * along[lower], along[lower] * half)]
                places += [(origin[upper] + step / 2 * along[upper], along[upper] * half)]
                places += [(origin[lower] - step / 2 / half * along[lower], along[lower] / half)]
    card: Complex = UNIT.real + 1j * plane.aspect * UNIT.imag
    return plane.seen(np.array([start + direction * card for start, direction in places]).reshape(-1, 4)).astype(np.float32)


def _new(quad: Quad, others: list[Quad]) -> bool:
    return all(geometry.iou(quad, other) < OTHER_PLACE for other in others)


def _worth_a_look(places: NDArray[np.float32], quads: list[Quad], size: tuple[int, int]) -> list[Quad]:
    kept: list[Quad] = []
    for quad in places:
        inside = ((quad > 0) & (quad < np.array(size) - 1)).all(axis=1).sum()
        if inside >= LEAST_IN_VIEW and geometry.is_sane(quad) and _new(quad, quads + kept):
            kept.append(quad)
    return kept


def _touches(quad: Quad, others: list[Quad]) -> bool:
    least = LEAST_SHARED * geometry.area(quad)
    return any(geometry.intersection_area(quad, other) > least for other in others)


def _seen(card: Outlined) -> float:
    """Share of a card that is seen."""
    within = card.seen[geometry.contains(card.quad, card.points)]
    return float((within > 0).mean()) if len(within) else 0.0


def _outlined(
    network: Network, pyramid: rectify.Pyramid, plane: Plane, cards: list[Outlined], covers: list[frozenset[int]]
) -> list[Outlined]:
    """Outlines of the table's size that are found at the steps of the stacks, the best fitting first."""
    quads = [c.quad for c in cards]
    tried = _worth_a_look(places_in_stacks(plane, cards, covers), quads, pyramid.size)
    if not tried:
        return []
    looked = outlines.refine(network, pyramid, tried, looks=1)
    fitted, off, _ = plane.fit(looked, pyramid.size)
    found: list[Outlined] = []
    for k in np.argsort(off, kind="stable"):
        quad = fitted[k].astype(np.float32)
        if off[k] < FITS and _seen(looked[k]) >= LEAST_SEEN and _touches(quad, quads) and _new(quad, quads + [f.quad for f in found]):
            found.append(replace(looked[k], quad=quad))
    return found


def look_beneath(
    network: Network,
    reader: FaceReader,
    pyramid: rectify.Pyramid,
    plane: Plane,
    *,
    cards: list[Outlined],
    faces: list[Face],
    covers: list[frozenset[int]],
) -> tuple[list[Outlined], list[Face], list[int]]:
    """Finds cards that were missed.

    Args:
        network: The loaded model ``outline``.
        reader: Reads the faces.
        pyramid: The picture.
        plane: The table of these cards.
        cards: As found.
        faces: Of each.
        covers: For each the indices of those that it lies on.

    Returns:
        The further cards and their faces; and the indices of doubtful cards in whose place they lie.
    """
    found = _outlined(network, pyramid, plane, cards, covers)
    read = reader.read(pyramid, [f.quad for f in found], order.above_each(found, cards))
    known = {face.candidates[0][0] for face in faces if face.certainty >= SURELY_READ}
    kept: list[int] = []
    for k in sorted(range(len(found)), key=lambda k: -read[k].certainty):
        if read[k].certainty >= LEAST_SURE and read[k].candidates[0][0] not in known and _new(read[k].quad, [read[i].quad for i in kept]):
            kept.append(k)
            known.add(read[k].candidates[0][0])
    replaced = [
        i
        for i, face in enumerate(faces)
        if face.certainty < DOUBTFUL and any(geometry.iou(face.quad, read[k].quad) > IN_ITS_PLACE for k in kept)
    ]
    return [replace(found[k], quad=read[k].quad) for k in kept], [read[k] for k in kept], replaced
