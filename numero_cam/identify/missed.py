"""Cards that the detector missed: in the places that its cells mean, and where the stacks go on.

A place counts only where the outline network finds an outline of the table's size there, and the face reads surely.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.base.records import Votes
from numero_cam.extract import rectify
from numero_cam.identify import order, outlines
from numero_cam.identify.faces import Face, FaceReader, Quad
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.plane import FITS, Plane
from numero_cam.identify.steps import places_in_stacks
from numero_cam.identify.votes import unexplained

LEAST_SURE = 0.5
"""A face less sure than this makes no card of a place."""
SURELY_READ = 0.8
"""A face that another card shows so surely is not found a second time."""
DOUBTFUL = 0.5
"""A card whose face is less sure makes way for one that is found in its place, and explains none of the detector's cells."""
IN_ITS_PLACE = 0.5
"""IoU above which an outline lies in the place of another one."""
OTHER_PLACE = 0.75
"""IoU above which two outlines are of one card."""
SAME_OUTLINE = 0.85
"""IoU above which two places look alike, and two outlines read alike: only one of them is tried. Which of those less alike is the card, its
face tells."""
LEAST_SEEN = 0.3
"""Share of a card that must be seen."""
LEAST_IN_VIEW = 3
"""So many corners of a place must be in the picture."""


def _new(quad: Quad, others: list[Quad], most_alike: float = OTHER_PLACE) -> bool:
    return all(geometry.iou(quad, other) < most_alike for other in others)


def _worth_a_look(places: NDArray[np.float32], quads: list[Quad], size: tuple[int, int]) -> list[Quad]:
    kept: list[Quad] = []
    for quad in places:
        inside = ((quad > 0) & (quad < np.array(size) - 1)).all(axis=1).sum()
        if inside >= LEAST_IN_VIEW and geometry.is_sane(quad) and _new(quad, quads) and _new(quad, kept, SAME_OUTLINE):
            kept.append(quad)
    return kept


def _seen(card: Outlined) -> float:
    """Share of a card that is seen."""
    within = card.seen[geometry.contains(card.quad, card.points)]
    return float((within > 0).mean()) if len(within) else 0.0


def _outlined(network: Network, pyramid: rectify.Pyramid, plane: Plane, tried: list[Quad], known: list[Quad]) -> list[Outlined]:
    """Outlines of the table's size that are found in the places, the best fitting first."""
    if not tried:
        return []
    looked = outlines.refine(network, pyramid, tried, looks=1)
    fitted, off, _ = plane.fit(looked, pyramid.size)
    found: list[Outlined] = []
    for k in np.argsort(off, kind="stable"):
        quad = fitted[k].astype(np.float32)
        is_card = off[k] < FITS and _seen(looked[k]) >= LEAST_SEEN and _new(quad, known)
        if is_card and _new(quad, [f.quad for f in found], SAME_OUTLINE):
            found.append(replace(looked[k], quad=quad))
    return found


def look_for_missed(
    network: Network,
    reader: FaceReader,
    pyramid: rectify.Pyramid,
    table: tuple[Plane, Votes],
    *,
    cards: list[Outlined],
    faces: list[Face],
    covers: list[frozenset[int]],
    packs: int,
) -> tuple[list[Outlined], list[Face], list[int]]:
    """Finds cards that were missed.

    Args:
        network: The loaded model ``outline``.
        reader: Reads the faces.
        pyramid: The picture.
        table: The plane of these cards, and what the detector's cells mean.
        cards: As found.
        faces: Of each.
        covers: For each the indices of those that it lies on.
        packs: How many packs lie on the table; one pack has each card once.

    Returns:
        The further cards and their faces; and the indices of doubtful cards in whose place they lie.
    """
    plane, votes = table
    settled = [card for card, face in zip(cards, faces, strict=True) if face.certainty >= DOUBTFUL]
    known = [card.quad for card in settled]
    left = unexplained(plane, votes, known)
    in_stacks = places_in_stacks(plane, cards, covers).astype(np.float64)
    places = np.concatenate([left.places(), in_stacks[left.supported(in_stacks)]])
    found = _outlined(network, pyramid, plane, _worth_a_look(places.astype(np.float32), known, pyramid.size), known)
    read = reader.read(pyramid, [f.quad for f in found], order.above_each(found, cards))
    shown = [face.candidates[0][0] for face in faces if face.certainty >= SURELY_READ]
    kept: list[int] = []
    for k in sorted(range(len(found)), key=lambda k: -read[k].certainty):
        if read[k].certainty < LEAST_SURE or not _new(read[k].quad, [read[i].quad for i in kept]):
            continue
        label = read[k].candidates[0][0]
        if shown.count(label) < packs:
            kept.append(k)
            shown.append(label)
    replaced = [
        i
        for i, face in enumerate(faces)
        if face.certainty < DOUBTFUL and any(geometry.iou(face.quad, read[k].quad) > IN_ITS_PLACE for k in kept)
    ]
    return [replace(found[k], quad=read[k].quad) for k in kept], [read[k] for k in kept], replaced
