"""From what the detector proposes to candidates: each outline is mended, and read, once. Which of them are cards is judged afterwards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.base.records import Corners, Detection
from numero_cam.extract.rectify import Pyramid
from numero_cam.identify import order, outlines
from numero_cam.identify.agree import agree
from numero_cam.identify.evidence import MOST
from numero_cam.identify.faces import Face, FaceReader
from numero_cam.identify.outlines import Outlined, quads_of
from numero_cam.identify.plane import FITS, Plane, corners

OF_TABLE = 0.5
"""Weight of the table's card in the outline that is given back; the rest is what was seen."""


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
    pyramid: Pyramid


@dataclass(frozen=True)
class Candidate:
    """An outline that may be a card's, and what is seen there.

    Attributes:
        outlined: As the outline network sees it.
        face: What is read there; its outline begins at the card's own top-left.
        score: 0..1, how sure the detector, and after it the judge, is that a card lies there.
        by_index: Only its index told the detector of it.
        covers: Places of the candidates that it lies on.
        fits: It has the size that a card has there on the table.
    """

    outlined: Outlined
    face: Face
    score: float
    by_index: bool = False
    covers: frozenset[int] = frozenset()
    fits: bool = False

    @property
    def as_read(self) -> Outlined:
        """The outline as its face lies."""
        return replace(self.outlined, quad=self.face.quad)


@dataclass(frozen=True)
class Seen:
    """The candidates of a picture.

    Attributes:
        candidates: Those of which the detector is surer first; of ``mend``, what these exclude stands behind them.
        plane: The table, if it is known.
    """

    candidates: tuple[Candidate, ...] = ()
    plane: Plane | None = None

    @property
    def faces(self) -> list[Face]:
        """What is read on each."""
        return [each.face for each in self.candidates]

    @property
    def above(self) -> list[list[Corners]]:
        """For each the outlines that lie on it."""
        return order.above([each.covers for each in self.candidates], [face.quad for face in self.faces])

    def with_faces(self, faces: Sequence[Face]) -> "Seen":
        """The same candidates with other faces."""
        return replace(self, candidates=tuple(replace(c, face=face) for c, face in zip(self.candidates, faces, strict=True)))

    def where(self, stays: Callable[[Candidate], bool]) -> "Seen":
        """Only some of the candidates; what these cover is renumbered."""
        kept = [i for i, each in enumerate(self.candidates) if stays(each)]
        some = (self.candidates[i] for i in kept)
        return replace(self, candidates=tuple(replace(each, covers=order.renumbered(each.covers, kept)) for each in some))


@dataclass(frozen=True)
class Mended:
    """Outlines as the outline network sees them, before their faces are read.

    Attributes:
        cards: The outlines.
        found: For each the detection that it came of.
        plane: The table, if it is known.
        rivals: So many of the last outlines are those that surer ones exclude: they hide nothing of the others.
    """

    cards: list[Outlined]
    found: list[Detection]
    plane: Plane | None
    rivals: int = 0


def mend(eyes: Eyes, found: Sequence[Detection], *, same_card: float, plane: Plane | None = None, rivals: bool = False) -> Mended:
    """Looks for the true outlines of what the detector proposes.

    Args:
        eyes: The networks and the picture.
        found: Outlines, the surest first.
        same_card: IoU from which two mended outlines are of one card.
        plane: The table, where earlier pictures told it.
        rivals: Outlines that a surer one excludes follow, and each as it was before the others mended it, for a judge to choose among
            them: together no more than it sees at once.
    """
    once = outlines.refine(eyes.outline, eyes.pyramid, [each.corners for each in found], [each.at for each in found])
    once, found = _differing(once, found, same_card)
    # The second look sees the card where the first has put it.
    refined = outlines.refine(eyes.outline, eyes.pyramid, [each.quad for each in once], [each.at for each in once])
    cards, left = _some(refined, found, one_of_each(refined, same_card))
    cards, plane = agree(eyes.outline, eyes.pyramid, cards, [each.score for each in left], plane)
    # Outlines that differed may be one card's once they agree with the others in size.
    cards, left = _some(cards, left, one_of_each(cards, same_card))
    if not rivals:
        return Mended(cards, left, plane)
    every, of = _differing([*cards, *refined], [*left, *found], same_card)
    others, its = every[len(cards) :], of[len(cards) :]
    laid = agree(eyes.outline, eyes.pyramid, others, [], plane)[0] if plane else others
    every, of = _differing([*cards, *laid, *others], [*left, *its, *its], same_card)
    most = max(len(cards), MOST)
    return Mended(every[:most], of[:most], plane, len(every[:most]) - len(cards))


def see(eyes: Eyes, mended: Mended, *, nearly: float = FITS) -> Seen:
    """Reads what outlines show.

    Args:
        eyes: The networks and the picture.
        mended: The outlines.
        nearly: See ``laid``.
    """
    cards, quads = mended.cards, [card.quad for card in mended.cards]
    covers = order.find_covers(cards)
    hide = [*covers[: len(cards) - mended.rivals], *[frozenset[int]()] * mended.rivals]
    faces = eyes.reader.read(eyes.pyramid, quads, order.above(hide, quads))
    told = zip(cards, faces, mended.found, covers, strict=True)
    candidates = tuple(Candidate(card, face, of.score, of.by_index, lower) for card, face, of, lower in told)
    return laid(Seen(candidates, mended.plane), eyes.pyramid.size, nearly=nearly)


def chosen(seen: Seen, *, least: float, same_card: float) -> Seen:
    """Of each card the likeliest outline, of those that are judged cards with a chance of at least ``least``; see ``mend``."""
    likely = sorted((each for each in seen.candidates if each.score >= least), key=lambda each: -each.score)
    stays = {id(likely[i]) for i in one_of_each([each.as_read for each in likely], same_card)}
    return seen.where(lambda each: id(each) in stays)


def without_seconds(seen: Seen) -> Seen:
    """The candidates, of a table on which no face lies twice, without those that read the face of a surer one in its place."""
    every = sorted(seen.candidates, key=lambda each: (-each.face.certainty, -each.score))
    kept: list[Candidate] = []
    for one in every:
        named = one.face.best and not one.face.best.isdigit()
        same = [other.face.quad for other in kept if named and other.face.best == one.face.best]
        if not any(geometry.iou(one.face.quad, quad) > geometry.SAME_PLACE for quad in same):
            kept.append(one)
    stays = {id(each) for each in kept}
    return seen.where(lambda each: id(each) in stays)


def one_of_each(cards: list[Outlined], same: float) -> list[int]:
    """Places of one outline of each card: two are of one where they are alike, or where each is seen where the other one is meant.

    Args:
        cards: Outlines, the surest first.
        same: IoU from which two are alike.
    """
    if not cards:
        return []
    quads = quads_of(cards)
    sees = outlines.seen_at(cards, np.stack([card.at for card in cards])[None]) > 0.5
    one = geometry.alike(quads, quads, same) | (sees & sees.T)
    kept: list[int] = []
    for i, row in enumerate(one):
        if not row[kept].any():
            kept.append(i)
    return kept


def _some(cards: list[Outlined], found: Sequence[Detection], kept: list[int]) -> tuple[list[Outlined], list[Detection]]:
    return [cards[i] for i in kept], [found[i] for i in kept]


def _differing(cards: list[Outlined], found: Sequence[Detection], same: float) -> tuple[list[Outlined], list[Detection]]:
    return _some(cards, found, geometry.without_doubles(quads_of(cards), same))


def laid(seen: Seen, size: tuple[int, int], *, nearly: float = FITS) -> Seen:
    """The cards as they lie in the table with the size of the others; where no table is known they stay as they are.

    Faces were read in the outlines as they were found; what is told of a card's place is a mean of that and of the table's card there,
    which the corners of all cards tell together.

    Args:
        seen: The candidates.
        size: Width and height of the picture.
        nearly: A card has the size that one has there if its trusted corners are off by less, in shares of its side.
    """
    if seen.plane is None:
        return seen
    plane = seen.plane.under(*corners([each.as_read for each in seen.candidates], size))
    told = []
    for each, quad, off in zip(seen.candidates, plane.quads, plane.off.tolist(), strict=True):
        face = each.face
        if off < FITS:
            face = replace(face, quad=(face.quad + OF_TABLE * (quad - face.quad)).astype(np.float32))
        told.append(replace(each, fits=off < nearly, face=face))
    return Seen(tuple(told), plane)
