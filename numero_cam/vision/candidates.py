"""Candidates: outlines that may be cards, which lies on which, and the faces read in them; for photos and for parts of a watched table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry, quality
from numero_cam.base.onnx import Network, sigmoid
from numero_cam.base.records import Corners, Detection, reindexed
from numero_cam.vision import outlines
from numero_cam.vision.candidate_features import MAX_CANDIDATES
from numero_cam.vision.faces import Face, FaceLabels, FaceReader
from numero_cam.vision.outlines import CardOutline, quads_of
from numero_cam.vision.plane import MAX_CORNER_ERROR, TablePlane, refine_by_plane, weighted_corners
from numero_cam.vision.rectify import Pyramid

if TYPE_CHECKING:
    from numero_cam.vision.decks.profile import DeckProfile

#: 0..1, maximum visible share of an overlap for the lower card. Two outlines of one card both show most of it: neither hides the other.
MAX_VISIBLE_SHARE = 0.25


def _visible_shares(cards: list[CardOutline], indices: NDArray[np.intp], others: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return for each pair of cards, ``indices`` and ``others`` of ``(P,)``, how much of their overlap shows the first.

    Returns:
        ``(P,)`` 0..1; 1 where no cell of the first card's crop lies in the overlap.
    """
    quads, points = np.stack([card.quad for card in cards]), np.stack([card.points for card in cards])
    visible = sigmoid(np.stack([card.visible_logits for card in cards]).astype(np.float64))
    common = geometry.contains(quads[np.stack([indices, others], axis=1)], points[indices, None]).all(axis=1)
    cells = common.sum(axis=1)
    return np.where(cells > 0, (visible[indices] * common).sum(axis=1) / np.maximum(cells, 1), 1.0)


def find_covers(cards: list[CardOutline]) -> list[frozenset[int]]:
    """Return for each card of a picture the indices of the cards that it lies on: they show less of the overlap than it does."""
    covers: list[set[int]] = [set() for _ in cards]
    first, second = np.nonzero(np.tril(geometry.shared_areas(quads_of(cards))))
    if len(first):
        shares = _visible_shares(cards, first, second), _visible_shares(cards, second, first)
        for i, j, share_i, share_j in zip(first, second, *shares, strict=True):
            if min(share_i, share_j) < MAX_VISIBLE_SHARE and share_i != share_j:
                covers[i if share_i > share_j else j].add(int(j if share_i > share_j else i))
    return [frozenset(c) for c in covers]


def quads_above(covers: list[frozenset[int]], quads: list[NDArray[np.float32]]) -> list[list[NDArray[np.float32]]]:
    """Return for each card the quads ``(4, 2)`` that lie on it, by ``covers`` of ``find_covers``."""
    return [[quads[j] for j, lower in enumerate(covers) if i in lower] for i in range(len(covers))]


PLANE_WEIGHT = 0.5  #: 0..1, weight of the outline predicted by the table plane in the final outline; the rest is the outline that was seen.


@dataclass(frozen=True)
class VisionContext:
    """The networks that read candidates, and the picture they read."""

    outline_network: Network  #: The loaded model ``outline``.
    face_reader: FaceReader  #: Reads faces.
    pyramid: Pyramid  #: The picture.


@dataclass(frozen=True)
class CardCandidate:
    """An outline that may be a card."""

    outline: CardOutline  #: The outline as the outline network sees it.
    face: Face  #: The face read in it; ``face.quad`` begins at the card's own top-left.
    score: float  #: 0..1, probability that a card lies there, by the detector or, after it, by the judge.
    by_index: bool = False  #: Whether the detector found it by its index only.
    covers: frozenset[int] = frozenset()  #: Indices of the candidates that it lies on.
    fits_plane: bool = False  #: Whether it has the size that a card has there on the table.

    @property
    def outline_as_read(self) -> CardOutline:
        """The outline with its corners in the order of the face."""
        return replace(self.outline, quad=self.face.quad)


@dataclass(frozen=True)
class CandidateSet:
    """The candidates of one picture."""

    candidates: tuple[CardCandidate, ...] = ()  #: Highest detector score first; outlines that a better one excludes come last.
    plane: TablePlane | None = None  #: The table plane; None where it is not known.

    @property
    def faces(self) -> list[Face]:
        """The face of each candidate."""
        return [each.face for each in self.candidates]

    @property
    def above(self) -> list[list[Corners]]:
        """For each candidate the quads that lie on it."""
        return quads_above([each.covers for each in self.candidates], [face.quad for face in self.faces])

    def with_faces(self, faces: Sequence[Face]) -> "CandidateSet":
        """Return the same candidates with other faces."""
        return replace(self, candidates=tuple(replace(c, face=face) for c, face in zip(self.candidates, faces, strict=True)))

    def where(self, keep: Callable[[CardCandidate], bool]) -> "CandidateSet":
        """Return the candidates for which ``keep`` is true, with ``covers`` reindexed."""
        return self.subset([i for i, each in enumerate(self.candidates) if keep(each)])

    def subset(self, kept: Sequence[int]) -> "CandidateSet":
        """Return the candidates with these indices, with ``covers`` reindexed."""
        some = (self.candidates[i] for i in kept)
        return replace(self, candidates=tuple(replace(each, covers=reindexed(each.covers, kept)) for each in some))


@dataclass(frozen=True)
class RefinedOutlines:
    """Refined outlines whose faces are not yet read."""

    outlines: list[CardOutline]  #: The outlines.
    detections: list[Detection]  #: For each outline the detection that it comes from.
    plane: TablePlane | None  #: The table plane; None where it is not known.
    rival_count: int = 0  #: Number of outlines at the end that a better one excludes. They hide nothing of the others.


def refine_detections(
    context: VisionContext, detections: Sequence[Detection], *, same_card: float, plane: TablePlane | None = None, rivals: bool = False
) -> RefinedOutlines:
    """Refine the outlines of detections with the outline network and the table plane, and suppress doubles.

    Args:
        context: The networks and the picture.
        detections: Highest score first.
        same_card: 0..1, minimum IoU of two refined outlines of one card.
        plane: The table plane from earlier pictures.
        rivals: Whether to append the outlines that a better one excludes, and each outline as it was before the plane moved it, for the
            judge to choose from; at most ``MAX_CANDIDATES`` together.
    """
    network, pyramid = context.outline_network, context.pyramid
    once = outlines.refine(network, pyramid, [each.corners for each in detections], [each.anchor for each in detections])
    once, detections = _suppress_doubles(once, detections, same_card)
    # The second crop is centred better than the first.
    refined = outlines.refine(network, pyramid, [each.quad for each in once], [each.anchor for each in once])
    best, origins = _subset(refined, detections, one_per_card(refined, same_card))
    best, plane = refine_by_plane(network, pyramid, best, [each.score for each in origins], plane)
    # The plane may have moved two outlines onto one card.
    best, origins = _subset(best, origins, one_per_card(best, same_card))
    if not rivals:
        return RefinedOutlines(best, origins, plane)
    every, every_origin = _suppress_doubles([*best, *refined], [*origins, *detections], same_card)
    others, other_origins = every[len(best) :], every_origin[len(best) :]
    by_plane = refine_by_plane(network, pyramid, others, [], plane)[0] if plane else others
    every, every_origin = _suppress_doubles([*best, *by_plane, *others], [*origins, *other_origins, *other_origins], same_card)
    limit = max(len(best), MAX_CANDIDATES)
    return RefinedOutlines(every[:limit], every_origin[:limit], plane, len(every[:limit]) - len(best))


def read_candidates(context: VisionContext, refined: RefinedOutlines, *, max_error: float = MAX_CORNER_ERROR) -> CandidateSet:
    """Find which outlines cover which, and read their faces.

    Args:
        context: The networks and the picture.
        refined: The outlines.
        max_error: See ``snap_to_plane``.
    """
    quads = [outline.quad for outline in refined.outlines]
    covers = find_covers(refined.outlines)
    hiding = [*covers[: len(quads) - refined.rival_count], *[frozenset[int]()] * refined.rival_count]
    faces = context.face_reader.read(context.pyramid, quads, quads_above(hiding, quads), refined.rival_count)
    rows = zip(refined.outlines, faces, refined.detections, covers, strict=True)
    candidates = tuple(CardCandidate(outline, face, origin.score, origin.by_index, lower) for outline, face, origin, lower in rows)
    return snap_to_plane(CandidateSet(candidates, refined.plane), context.pyramid.size, max_error=max_error)


def select_cards(candidates: CandidateSet, *, least: float, same_card: float) -> CandidateSet:
    """Keep the candidates with a score of at least ``least``, and of each card only its best outline (see ``one_per_card``)."""
    likely = sorted((each for each in candidates.candidates if each.score >= least), key=lambda each: -each.score)
    kept = {id(likely[i]) for i in one_per_card([each.outline_as_read for each in likely], same_card)}
    return candidates.where(lambda each: id(each) in kept)


def drop_repeated_faces(candidates: CandidateSet) -> CandidateSet:
    """Drop candidates that overlap a more confident one with the same label; for tables on which each face lies once."""
    ranked = sorted(candidates.candidates, key=lambda each: (-each.face.confidence, -each.score))
    kept: list[CardCandidate] = []
    for one in ranked:
        named = one.face.best and not one.face.best.isdigit()  # a number without a colour names no single card
        same = [other.face.quad for other in kept if named and other.face.best == one.face.best]
        if not any(geometry.iou(one.face.quad, quad) > geometry.SAME_PLACE for quad in same):
            kept.append(one)
    ids = {id(each) for each in kept}
    return candidates.where(lambda each: id(each) in ids)


def one_per_card(cards: list[CardOutline], same_card: float) -> list[int]:
    """Return the indices of one outline for each card.

    Two outlines belong to one card where their IoU is high, or where each contains the other's anchor in a visible part.

    Args:
        cards: Best outlines first.
        same_card: 0..1, minimum IoU of two outlines of one card.
    """
    if not cards:
        return []
    quads = quads_of(cards)
    visible = outlines.visibility_at(cards, np.stack([card.anchor for card in cards])[None]) > 0.5
    same = geometry.alike(quads, quads, same_card) | (visible & visible.T)
    kept: list[int] = []
    for i, row in enumerate(same):
        if not row[kept].any():
            kept.append(i)
    return kept


def _subset(cards: list[CardOutline], detections: Sequence[Detection], kept: list[int]) -> tuple[list[CardOutline], list[Detection]]:
    """Return the outlines with the indices ``kept``, and their detections."""
    return [cards[i] for i in kept], [detections[i] for i in kept]


def _suppress_doubles(
    cards: list[CardOutline], detections: Sequence[Detection], same_card: float
) -> tuple[list[CardOutline], list[Detection]]:
    """Drop each outline that has an IoU of at least ``same_card`` with an earlier one, and its detection."""
    return _subset(cards, detections, geometry.without_doubles(quads_of(cards), same_card))


def snap_to_plane(candidates: CandidateSet, size: tuple[int, int], *, max_error: float = MAX_CORNER_ERROR) -> CandidateSet:
    """Move the outlines that fit the table plane towards the outlines that it predicts, and set ``fits_plane``.

    Faces stay as they were read in the unmoved outlines. Without a plane nothing changes.

    Args:
        candidates: The candidates.
        size: Width and height of the picture, pixels.
        max_error: Maximum mean corner error of a candidate that fits the plane, in card sides.
    """
    if candidates.plane is None:
        return candidates
    plane = candidates.plane.snap(*weighted_corners([each.outline_as_read for each in candidates.candidates], size))
    out = []
    for each, quad, error in zip(candidates.candidates, plane.quads, plane.corner_errors.tolist(), strict=True):
        face = each.face
        if error < MAX_CORNER_ERROR:
            face = replace(face, quad=(face.quad + PLANE_WEIGHT * (quad - face.quad)).astype(np.float32))
        out.append(replace(each, fits_plane=error < max_error, face=face))
    return CandidateSet(tuple(out), plane)


PixelBox = tuple[int, int, int, int]  #: Left, top, right and bottom in pixels; right and bottom are exclusive.
MIN_LABEL_PROBABILITY = 1e-4  #: Labels with a lower probability are left out.
SURE_FACE_PROBABILITY = 0.97  #: From this probability of its value a candidate is a card whatever its outline.
#: Maximum mean corner error in parts of a picture, in card sides. It is larger there because few cards define the plane far from them.
LOOSE_CORNER_ERROR = 0.1
MIN_OUTLINE_SCORE = 0.6  #: From this score an outline that fits the plane is a card whatever its face.
MIN_FACE_DOWN_SCORE = 0.4  #: From this score an outline that fits the plane and shows no face is a card that lies face down.


@dataclass(frozen=True)
class KnownTable:
    """What earlier pictures showed of a watched table."""

    plane: TablePlane | None = None  #: The table plane; None where it is not known.
    faces: tuple[Face, ...] = ()  #: Faces of the cards outside the part that is read now.


@dataclass(frozen=True, kw_only=True)
class PartCard(CardCandidate):
    """A card read in a part of a picture; ``covers`` are indices in the same ``PartialReading``."""

    #: All labels that it may show with their probabilities, most likely first. A number without a colour is a number whose colour is none
    #: of the four.
    label_probabilities: tuple[tuple[str, float], ...]
    visible: float  #: 0..1, share of it that no other card hides and that lies inside the picture.

    @property
    def quad(self) -> Corners:
        """``(4, 2)`` float32 pixels of the picture, clockwise from the card's own top-left."""
        return self.face.quad

    @property
    def back(self) -> float:
        """0..1, probability that it shows no known face: it lies face down, or is no card of the pack."""
        return self.face.unknown


@dataclass(frozen=True)
class PartialReading:
    """The cards read in parts of a picture."""

    cards: tuple[PartCard, ...] = ()  #: In no particular order.
    plane: TablePlane | None = None  #: The table plane fitted to these cards, or the one that was known before.
    deck: "DeckProfile | None" = None  #: The deck by which the cards were read; None where none is known.
    problems: tuple[str, ...] = ()  #: Messages of one line for the user, about the deck that they named.
    mirrored: bool = False  #: Whether the picture is mirrored; False where only parts were read.


def part_cards(candidates: CandidateSet, labels: FaceLabels, size: tuple[int, int], *, by_candidates: bool) -> tuple[PartCard, ...]:
    """Keep the candidates that are cards, each with the probabilities of all its labels.

    Args:
        candidates: The candidates.
        labels: The classes of the face network.
        size: Width and height of the picture, pixels.
        by_candidates: Whether the labels are those of ``Face.candidates``, because a deck has restricted them.
    """
    cards = candidates.where(_is_card)
    return tuple(
        PartCard(
            **vars(each),
            label_probabilities=each.face.candidates if by_candidates else _label_probabilities(each.face, labels),
            visible=(1 - each.face.hidden) * quality.inside_share(each.face.quad, size),
        )
        for each in cards.candidates
    )


def _is_card(candidate: CardCandidate) -> bool:
    """Return whether a candidate is a card: its face is read surely, or it fits the plane and looks like an open or a face-down card."""
    face, score = candidate.face, candidate.score
    face_down = score >= MIN_FACE_DOWN_SCORE and face.unknown >= 0.5
    looks_like_card = face.value_confidence >= 0.5 or score >= MIN_OUTLINE_SCORE or face_down
    return face.value_confidence >= SURE_FACE_PROBABILITY or (candidate.fits_plane and looks_like_card)


def _label_probabilities(face: Face, labels: FaceLabels) -> tuple[tuple[str, float], ...]:
    """Return all labels of a face with their probabilities, most likely first; ``Face.candidates`` holds a few only."""
    by_value = labels.label_probabilities(face.probabilities).values()
    likely = [item for of_value in by_value for item in of_value.items() if item[1] >= MIN_LABEL_PROBABILITY]
    return tuple(sorted(likely, key=lambda item: (-item[1], item[0])))
