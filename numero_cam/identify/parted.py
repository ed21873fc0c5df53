"""Outlines that hold two cards, or a part of one: large cards that lie edge on edge are outlined as one, a strip of a card as all of it.

Where no face is read, cards of the usual shape that share two corners with the outline are tried. One that
reads surely is a card.
"""

import numpy as np

from numero_cam.base import geometry
from numero_cam.identify import order, outlines
from numero_cam.identify.faces import Face, Quad
from numero_cam.identify.missed import SURE, Eyes, Missed
from numero_cam.identify.outlines import Outlined

FORM = 1.4
"""Height over width of most cards. A rough value is enough: the outline network mends what is off by a fifth."""
SHORTER, LONGER = (0.45, 0.92), (1.08, 2.2)
"""Ranges of how much shorter or longer than the outline's a card's side may be."""
MOST = 12
"""Only this many outlines, the surest, are looked at again: a keyboard has dozens of keys."""
OF_UNKNOWN_ORIGIN = 0.3
"""The score of a card that takes no other outline's place."""


def forms(quad: Quad) -> list[Quad]:
    """Cards of the usual form that have two corners, and the two sides from there, in common with an outline that is not of that form.

    Args:
        quad: ``(4, 2)`` pixels.
    """
    out = []
    for first in (0, 1):
        a, b, c, d = np.roll(np.asarray(quad, np.float64), -first, axis=0)
        across = float(np.linalg.norm(b - a) + np.linalg.norm(c - d)) / 2
        along = float(np.linalg.norm(d - a) + np.linalg.norm(c - b)) / 2
        for side in (along / FORM, along * FORM):
            share = side / max(across, 1.0)
            if SHORTER[0] < share < SHORTER[1] or LONGER[0] < share < LONGER[1]:
                out.append(np.array([a, a + share * (b - a), d + share * (c - d), d], np.float32))
                out.append(np.array([b + share * (a - b), b, c, c + share * (d - c)], np.float32))
    return out


def doubtful(faces: list[Face], least_side: float) -> list[int]:
    """Indices of the faces that are not sure, of cards whose side is so long at least, in pixels."""
    return [i for i, face in enumerate(faces) if face.shown < SURE and abs(geometry.area(face.quad)) > least_side**2]


def _share_in_common(a: Quad, b: Quad) -> float:
    """Of the smaller: an outline that holds two cards is twice as large as either, one of a strip a part of the card."""
    return geometry.intersection_area(a, b) / max(min(abs(geometry.area(a)), abs(geometry.area(b))), 1.0)


def _shown_by_another(face: Face, others: list[Face]) -> bool:
    """Whether a card that was read before, and has much in common with this one, shows the same face: it is that card."""
    label = face.candidates[0][0]
    return any(other.candidates[0][0] == label and _share_in_common(face.quad, other.quad) > geometry.SAME_PLACE for other in others)


def look_for_parts(
    eyes: Eyes, *, cards: list[Outlined], faces: list[Face], scores: list[float], which: list[int], further: list[Quad], once: bool
) -> Missed:
    """Finds the cards that doubtful outlines hold.

    Args:
        eyes: The networks and the picture.
        cards: As found.
        faces: Of each.
        scores: How sure it is that a card lies there, 0..1.
        which: Indices of the doubtful ones; no more than ``MOST`` are looked at.
        further: Places in which cards may lie too.
        once: Whether a card that shows the face of another one in its place is that card: where no table tells how large cards are.
    """
    places = [*(form for i in which[:MOST] for form in forms(faces[i].quad)), *further]
    places = [places[k] for k in geometry.without_doubles(np.stack(places), geometry.SAME_OUTLINE)] if places else []
    settled = [i for i, face in enumerate(faces) if face.shown >= SURE]
    known = [faces[i] for i in settled]
    looked = outlines.refine(eyes.outline, eyes.pyramid, places)
    found = [card for card in looked if all(geometry.iou(card.quad, face.quad) < geometry.SAME_OUTLINE for face in known)]
    above = order.above_each(found, [cards[i] for i in settled], [set() for _ in found])
    read = eyes.reader.read(eyes.pyramid, [card.quad for card in found], above)
    kept: list[int] = []
    for k in sorted(range(len(read)), key=lambda k: -read[k].certainty):
        # What lies beside a card that was just found is read again when it is known which of the two lies on the other.
        waits = any(order.near(found[k], found[j]) for j in kept)
        if read[k].shown >= SURE and not waits and not (once and _shown_by_another(read[k], known)):
            kept.append(k)
    places_of = [[i for i in which if _share_in_common(faces[i].quad, read[k].quad) > geometry.SAME_PLACE] for k in kept]
    its_scores = [max((scores[i] for i in its), default=OF_UNKNOWN_ORIGIN) for its in places_of]
    return Missed([found[k] for k in kept], [read[k] for k in kept], its_scores, sorted({i for its in places_of for i in its}), [])
