"""A second chance for cards whose face is not clear: their outline may have stopped at a print inside the card, or gone beyond its edge."""

import numpy as np

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.extract import rectify
from numero_cam.identify import outlines
from numero_cam.identify.faces import Face, FaceReader, Quad

UNSURE = 0.8
"""A face less sure than this is looked at again."""
SURELY_OTHER = 0.9
"""A card that is so surely no face of the pack is left alone."""
GROW = (0.3, 0.6)
"""By how much one side of the outline is pushed out, in shares of the card."""
MOST_HIDDEN = 0.1
"""A card that others cover more is left alone: its larger outlines would read as those others."""
SAME_OUTLINE = 0.9
"""IoU above which two outlines read alike: most of those that are tried end in the same one."""
MOST_CARDS = 8
"""No more cards of one picture than these get a second chance."""


def _variants(quad: Quad) -> list[Quad]:
    """Outlines that may be the true one's neighbours: each side pushed out, and the whole a little larger."""
    box = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    onto = geometry.homography(box, quad)
    moved = []
    for axis in (0, 1):
        for end in (0.0, 1.0):
            for grow in GROW:
                wide = box.copy()
                wide[box[:, axis] == end, axis] += grow if end else -grow
                moved.append(wide)
    moved.append(box * 1.25 - 0.125)
    quads = [geometry.transform(onto, points).astype(np.float32) for points in moved]
    return [q for q in quads if geometry.is_sane(q)]


def _distinct(tried: list[tuple[int, Quad]], read: dict[int, Quad]) -> list[tuple[int, Quad]]:
    """Of each card's outlines those that are neither the one already read nor like another one."""
    kept: list[tuple[int, Quad]] = []
    for i, quad in tried:
        others = [read[i], *(q for k, q in kept if k == i)]
        if all(geometry.iou(quad, other) < SAME_OUTLINE for other in others):
            kept.append((i, quad))
    return kept


def look_again(
    network: Network, reader: FaceReader, pyramid: rectify.Pyramid, faces: list[Face], *, above: list[list[Quad]], worth: list[bool]
) -> list[Face]:
    """Tries other outlines where a face is unsure, and keeps the one under which the card reads surely.

    Args:
        network: The loaded model ``outline``.
        reader: Reads the faces.
        pyramid: The picture.
        faces: As read at first.
        above: For each the outlines that lie on it.
        worth: Which of them are surely cards; in a hand or a pattern some outline always reads as something.

    Returns:
        The faces, those that now read surely in their new outline.
    """
    unsure = [i for i, f in enumerate(faces) if worth[i] and f.certainty < UNSURE and f.unknown < SURELY_OTHER and f.hidden < MOST_HIDDEN]
    tried = [(i, quad) for i in unsure[:MOST_CARDS] for quad in _variants(faces[i].quad)]
    mended = [card.quad for card in outlines.refine(network, pyramid, [quad for _, quad in tried], looks=1)]
    new = _distinct([(i, quad) for (i, _), quad in zip(tried, mended, strict=True)], {i: faces[i].quad for i in unsure})
    again = reader.read(pyramid, [quad for _, quad in new], [above[i] for i, _ in new])
    out = list(faces)
    for (i, _), face in zip(new, again, strict=True):
        if face.certainty > max(UNSURE, out[i].certainty):
            out[i] = face
    return out
