"""Candidates: outlines with what the networks say of each; and those of parts of a picture of a table that is tracked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from numero_cam.base import geometry, quality
from numero_cam.base.onnx import Network
from numero_cam.base.records import Corners, Detection, reindexed
from numero_cam.vision import occlusion, outlines
from numero_cam.vision.candidate_features import MOST
from numero_cam.vision.faces import Face, FaceReader, Labels
from numero_cam.vision.outlines import Outlined, quads_of
from numero_cam.vision.plane import FITS, Plane, agree, corners
from numero_cam.vision.rectify import Pyramid

if TYPE_CHECKING:
    from numero_cam.vision.decks.profile import Profile

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
        return occlusion.above([each.covers for each in self.candidates], [face.quad for face in self.faces])

    def with_faces(self, faces: Sequence[Face]) -> "Seen":
        """The same candidates with other faces."""
        return replace(self, candidates=tuple(replace(c, face=face) for c, face in zip(self.candidates, faces, strict=True)))

    def where(self, stays: Callable[[Candidate], bool]) -> "Seen":
        """Only some of the candidates; what these cover is reindexed."""
        kept = [i for i, each in enumerate(self.candidates) if stays(each)]
        some = (self.candidates[i] for i in kept)
        return replace(self, candidates=tuple(replace(each, covers=reindexed(each.covers, kept)) for each in some))


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
    covers = occlusion.find_covers(cards)
    hide = [*covers[: len(cards) - mended.rivals], *[frozenset[int]()] * mended.rivals]
    faces = eyes.reader.read(eyes.pyramid, quads, occlusion.above(hide, quads))
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


Box = tuple[int, int, int, int]
"""Left, top, right and bottom, pixels; right and bottom belong to it no more."""
LEAST_LIKELY = 1e-4
"""A face with a smaller chance is not named."""
SURELY_READ = 0.97
"""A face read as surely is a card whatever its outline is like; in an outline of the table's size it need only be likelier than not."""
NEARLY = 0.1
"""A card has the size that one has there if its trusted corners are off by less, in shares of its side: a plane that few cards told is less
sure far from them."""
SURE_OUTLINE, ON_TABLE = 0.6, 0.4
"""An outline of the table's size is a card from the first score on whatever its face, and from the second on one that lies face down."""


@dataclass(frozen=True)
class KnownTable:
    """What is known of a table before a part of it is read.

    Attributes:
        plane: Where it lies in the picture; None where too few cards have told it.
        faces: Of the cards outside the part, as they were read.
    """

    plane: Plane | None = None
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PartCard(Candidate):
    """A card as one look at a part of the picture tells it; it lies on those in their places in the answer.

    Attributes:
        chances: All faces that it may show, as cards are written, with the chance of each, the likeliest first. A number without a colour
            is a number in a colour that is none of the four.
        visible: 0..1, share of it that no other card hides and that lies inside the picture.
    """

    chances: tuple[tuple[str, float], ...]
    visible: float

    @property
    def quad(self) -> Corners:
        """``(4, 2)`` float32 pixels of the picture, clockwise from the card's own top-left."""
        return self.face.quad

    @property
    def back(self) -> float:
        """0..1, the chance that it shows no face of the pack, as a card that lies face down."""
        return self.face.unknown


@dataclass(frozen=True)
class Parts:
    """What was read of parts of a picture.

    Attributes:
        cards: In no occlusion.
        plane: The table as these cards tell it, or as it was known.
        deck: The known deck by which they were read, with the cards that were known before; None where they were read as they stand.
        problems: Of a deck that was named, one line each.
    """

    cards: tuple[PartCard, ...] = ()
    plane: Plane | None = None
    deck: "Profile | None" = None
    problems: tuple[str, ...] = ()


def part_cards(seen: Seen, labels: Labels, size: tuple[int, int], *, by_candidates: bool) -> tuple[PartCard, ...]:
    """What was read as cards with the chance of every face; what is hardly a card is left out.

    Args:
        seen: The candidates.
        labels: What the face network tells apart.
        size: Width and height of the picture.
        by_candidates: A deck narrowed what the cards may be, so their chances are those of the candidates.
    """
    cards = seen.where(_is_card)
    return tuple(
        PartCard(
            **vars(each),
            chances=each.face.candidates if by_candidates else _all_chances(each.face, labels),
            visible=(1 - each.face.hidden) * quality.inside_share(each.face.quad, size),
        )
        for each in cards.candidates
    )


def _is_card(each: Candidate) -> bool:
    face, score = each.face, each.score
    like_one = face.shown >= 0.5 or score >= SURE_OUTLINE or (score >= ON_TABLE and face.unknown >= 0.5)
    return face.shown >= SURELY_READ or (each.fits and like_one)


def _all_chances(face: Face, labels: Labels) -> tuple[tuple[str, float], ...]:
    """Every face that a card may show with its chance, the likeliest first: values times colours, not the few that are printed."""
    told = [each for its in labels.by_value(face.chances).values() for each in its.items() if each[1] >= LEAST_LIKELY]
    return tuple(sorted(told, key=lambda each: (-each[1], each[0])))
