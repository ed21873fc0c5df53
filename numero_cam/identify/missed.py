"""Cards that the detector missed: in the places that its cells mean, and where indices are seen.

A place counts only where the outline network finds an outline of the table's size there, and the face reads surely; or where an index
does.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.base.records import Votes, value_of
from numero_cam.extract import rectify
from numero_cam.identify import corners, order, outlines
from numero_cam.identify.corners import Indexed
from numero_cam.identify.faces import Face, FaceReader, Quad
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.plane import FITS, Plane
from numero_cam.identify.votes import LaidVotes

MISSED = 0.6
"""How sure the outline of a card is that was missed at first."""
DOUBTFUL, SURE = 0.5, 0.8
"""A face below the first is doubtful: its card gives way to one found in its place, and explains none of the detector's cells. From the
second on it is sure: none other of the pack shows it, and it may tell of cards and places beside it."""
COVERED = 0.6
"""If other cards hide more than this share of a place, its face must read surely: a gap between two cards looks like a card below both."""
MOSTLY_NONE = 0.9
"""From this chance of "no face of the pack" on, no index is read: letters of court cards look like numbers upside down."""
SAME_INDEX = 0.7
"""A refined outline replaces that of a card found by its index if it shows the same face with at least this share of its chance."""
LEAST_SEEN = 0.15
"""Share of a card that must be seen."""
MASK = (24, 33)
"""Width and height, pixels, of the mask that measures how much of a card others hide."""
LEAST_IN_VIEW = 3
"""So many corners of a place must be in the picture."""


@dataclass(frozen=True)
class Eyes:
    """What looks at a picture.

    Attributes:
        outline: The loaded model ``outline``.
        reader: Reads the faces.
        pyramid: The picture.
    """

    outline: Network
    reader: FaceReader
    pyramid: rectify.Pyramid


@dataclass(frozen=True)
class Missed:
    """What a look for missed cards found.

    Attributes:
        cards: The further cards.
        faces: Of each; their outlines are turned where a face was upside down.
        scores: How sure it is that a card lies there, 0..1.
        replaced: Indices of doubtful cards in whose place they lie.
        tried: All places that need not be looked at again. Where an outline was found whose face did not read surely, it may do so when
            more is known of what lies on it: it may be looked at again where a card that was found meets it.
        unread: Outlines that were found, and whose faces did not read surely.
    """

    cards: list[Outlined]
    faces: list[Face]
    scores: list[float]
    replaced: list[int]
    tried: list[Quad] = field(default_factory=list)
    unread: list[Outlined] = field(default_factory=list)


def _new(quads: NDArray[np.float32], others: list[Quad], most_alike: float) -> NDArray[np.bool_]:
    """Which of the quads ``(N, 4, 2)`` are not like any of the others, ``(N,)`` bool."""
    if not others or not len(quads):
        return np.ones(len(quads), np.bool_)
    return np.asarray(~geometry.alike(quads, np.stack(others), most_alike).any(axis=1))


def _worth_a_look(places: NDArray[np.float32], quads: list[Quad], tried: list[Quad], size: tuple[int, int]) -> list[Quad]:
    """The places that lie in the picture, are no known card's, and were not tried before."""
    inside = ((places > 0) & (places < np.array(size) - 1)).all(axis=2).sum(axis=1)
    places = places[(inside >= LEAST_IN_VIEW) & geometry.are_sane(places)]
    places = places[_new(places, [*quads, *tried], geometry.SAME_OUTLINE)]
    return [places[k] for k in geometry.without_doubles(places, geometry.SAME_OUTLINE)]


def _seen(card: Outlined) -> float:
    """Share of a card that is seen."""
    within = card.seen[geometry.contains(card.quad, card.points)]
    return float((within > 0).mean()) if len(within) else 0.0


def _outlined(eyes: Eyes, plane: Plane, tried: list[Quad], known: list[Quad]) -> list[Outlined]:
    """Outlines of the table's size that are found in the places, the best fitting first."""
    if not tried:
        return []
    looked = outlines.refine(eyes.outline, eyes.pyramid, tried, looks=1)
    fitted, off, _ = plane.fit(looked, eyes.pyramid.size)
    quads = fitted.astype(np.float32)
    is_card = (off < FITS) & [_seen(card) >= LEAST_SEEN for card in looked] & _new(quads, known, geometry.SAME_OUTLINE)
    cards = [k for k in np.argsort(off, kind="stable") if is_card[k]]
    return [replace(looked[k], quad=quads[k]) for k in (cards[i] for i in geometry.without_doubles(quads[cards], geometry.SAME_OUTLINE))]


def look_for_missed(
    eyes: Eyes,
    votes: LaidVotes,
    *,
    cards: list[Outlined],
    faces: list[Face],
    packs: int,
    tried: list[Quad],
) -> Missed:
    """Finds cards that were missed.

    Args:
        eyes: The networks and the picture.
        votes: What the detector's cells mean, on the table of these cards.
        cards: As found.
        faces: Of each.
        packs: How many packs lie on the table; one pack has each card once.
        tried: Places that were looked at before, and are not again.
    """
    plane = votes.plane
    doubtful, known = _doubtful_and_known(cards, faces)
    worth = _worth_a_look(votes.unexplained(known).places().astype(np.float32), known, tried, eyes.pyramid.size)
    found = _outlined(eyes, plane, worth, known)
    empty = [quad for quad, new in zip(worth, _new(np.array(worth), [f.quad for f in found], geometry.SAME_OUTLINE), strict=True) if new]
    missed = _read(eyes, found, (cards, faces, doubtful), packs)
    unread = [card.quad for card in missed.unread if not any(order.near(card, other) for other in missed.cards)]
    return replace(missed, tried=[*tried, *empty, *unread])


def look_at_indices(eyes: Eyes, plane: Plane, votes: Votes, *, cards: list[Outlined], faces: list[Face], packs: int) -> Missed:
    """Finds cards that were missed by their indices: below others and close in fans their outlines tell too little.

    Args:
        eyes: The networks and the picture.
        plane: The table.
        votes: Where the detector sees cards, and their indices.
        cards: As found.
        faces: Of each.
        packs: How many packs lie on the table; one pack has each card once.
    """
    doubtful, known = _doubtful_and_known(cards, faces) if cards else (set(), [])
    if votes.indices is None or not known:
        return Missed([], [], [], [])
    points = votes.indices.points
    backs = [card for card, face in zip(cards, faces, strict=True) if face.unknown > MOSTLY_NONE]
    read = [card for card, face in zip(cards, faces, strict=True) if face.shown >= DOUBTFUL]
    free = corners.of_no_card(points, known + [card.quad for card in backs]) & ~corners.shown_by(points, read + backs)
    left = votes.indices.some(free)
    told = corners.cards_at(eyes.reader, eyes.pyramid, plane, replace(votes, indices=left), known) if len(left.points) else []
    told = [index for index in told if index.chance >= SURE]
    return _read(eyes, _indexed(eyes, plane, told), (cards, faces, doubtful), packs, told)


def _indexed(eyes: Eyes, plane: Plane, told: list[Indexed]) -> list[Outlined]:
    """The cards that indices tell: their outlines are used if these have the index in the same place."""
    if not told:
        return []
    looked = outlines.refine(eyes.outline, eyes.pyramid, [i.quad for i in told], looks=1)
    fitted, off, _ = plane.fit(looked, eyes.pyramid.size)
    labels = eyes.reader.labels.faces
    chances = eyes.reader.chances_of_indices(eyes.pyramid, fitted)[0]
    fits = [
        miss < FITS and corners.is_index_of(index.quad, quad) and its[labels.index(index.label)] >= SAME_INDEX * index.chance
        for index, quad, its, miss in zip(told, fitted, chances, off, strict=True)
    ]
    quads = [quad.astype(np.float32) if fit else index.quad for index, quad, fit in zip(told, fitted, fits, strict=True)]
    return [replace(card, quad=quad) for card, quad in zip(looked, quads, strict=True)]


def _doubtful_and_known(cards: list[Outlined], faces: list[Face]) -> tuple[set[int], list[Quad]]:
    """Indices of the cards that do not read surely, and the outlines of the others."""
    doubtful = {i for i, face in enumerate(faces) if face.shown < DOUBTFUL}
    return doubtful, [card.quad for i, card in enumerate(cards) if i not in doubtful]


def _read(
    eyes: Eyes, found: list[Outlined], beside: tuple[list[Outlined], list[Face], set[int]], packs: int, told: list[Indexed] | None = None
) -> Missed:
    """What outlines show, of which those that read surely are cards.

    Args:
        eyes: The networks and the picture.
        found: The outlines.
        beside: The cards found before, their faces, and which of them are doubtful.
        packs: See ``look_for_missed``.
        told: What their indices tell alone, if that was asked for.
    """
    cards, faces, doubtful = beside
    # Doubtful cards in the place of one that was found are the same card, outlined wrongly, and do not lie on it.
    own = [{i for i in doubtful if _in_its_place(faces[i].quad, card.quad, indexed=told is not None)} for card in found]
    above = order.above_each(found, cards, own)
    legible = [k for k, card in enumerate(found) if told is not None or is_legible(card, above[k])]
    illegible = [card for k, card in enumerate(found) if k not in legible]
    found, above = [found[k] for k in legible], [above[k] for k in legible]
    read = eyes.reader.read(eyes.pyramid, [f.quad for f in found], above)
    if told is not None:
        read = [_surer(eyes.reader, face, card.quad, index) for face, card, index in zip(read, found, told, strict=True)]
    shown = [face.candidates[0][0] for face in faces if face.certainty >= SURE]
    kept = _surely_read(found, read, shown, packs)
    replaced = [i for i in sorted(doubtful) if any(_in_its_place(faces[i].quad, read[k].quad, indexed=told is not None) for k in kept)]
    unread = illegible + [card for k, card in enumerate(found) if k not in kept]
    return Missed([found[k] for k in kept], [read[k] for k in kept], [MISSED] * len(kept), replaced, unread=unread)


def is_legible(card: Outlined, above: list[Quad]) -> bool:
    """Return whether something of a card may be read: others leave an index of it in view, or do not hide most of it.

    Args:
        card: Its outline ``(4, 2)``, pixels, clockwise from its own top-left.
        above: The outlines of the cards that lie on it, ``(4, 2)`` each.
    """
    spots = rectify.index_spots(card.quad[None])[0]
    covered = np.array([geometry.contains(quad.astype(np.float64), spots) for quad in above]).reshape(-1, 2).any(axis=0)
    return not covered.all() or bool((rectify.hidden_mask(card.quad, above, *MASK, 0.0) > 0).mean() <= COVERED)


def _in_its_place(doubtful: Quad, found: Quad, *, indexed: bool) -> bool:
    """Whether a card that was found is what a doubtful outline was meant to be; in fans others have nearly the same outline."""
    least = geometry.SAME_OUTLINE if indexed and not corners.is_index_of(found, doubtful) else geometry.SAME_PLACE
    return geometry.iou(doubtful, found) > least


def _surer(reader: FaceReader, face: Face, quad: Quad, index: Indexed) -> Face:
    """The face of a card that was found by its index: that is in view, so what hides it in the face that was read does not lie on it."""
    same = bool(face.candidates) and value_of(face.candidates[0][0]) == index.label
    as_told = same and face.quad is quad  # The index tells which way up the card lies, too.
    return replace(face, indexed=True) if as_told and face.shown >= index.chance else reader.by_index(face, quad, index.chances)


def of_one_card(a: tuple[Outlined, Face], b: tuple[Outlined, Face]) -> bool:
    """Whether two outlines are of one card; of those found by their indices these tell, or the same value in about one place."""
    if a[1].indexed or b[1].indexed:
        first, second = (a, b) if a[1].indexed else (b, a)
        same = bool(a[1].candidates and b[1].candidates) and value_of(a[1].candidates[0][0]) == value_of(b[1].candidates[0][0])
        in_one_place = geometry.iou(a[0].quad, b[0].quad) > geometry.SAME_OUTLINE
        return corners.is_index_of(first[0].quad, second[0].quad) or (same and in_one_place)
    return order.of_one_card(a[0], b[0])


def _surely_read(found: list[Outlined], read: list[Face], labels: list[str], packs: int) -> list[int]:
    """Indices of the faces that are cards: read surely, each in a place of its own, and none that was shown before, the surest first."""
    labels = list(labels)
    kept: list[int] = []
    for k in sorted(range(len(read)), key=lambda k: -read[k].certainty):
        least = DOUBTFUL if read[k].indexed or read[k].hidden <= COVERED else SURE
        if read[k].shown < least or any(of_one_card((found[k], read[k]), (found[i], read[i])) for i in kept):
            continue
        if not read[k].indexed and read[k].shown < SURE and any(order.near(found[k], found[i]) for i in kept):
            continue  # It is read again when it is known whether that card lies on it.
        label = read[k].candidates[0][0]
        if labels.count(label) < packs:
            kept.append(k)
            labels.append(label)
    return kept
