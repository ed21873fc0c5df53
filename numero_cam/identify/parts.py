"""Cards of parts of a picture, read beside what is known of the rest of the table: its plane, and the cards that were read before.

A table that is watched changes card by card. What a whole photo tells of each of its cards, their size, the plane and the colours that
they share, is known from earlier pictures here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from numero_cam.base import quality
from numero_cam.base.records import Corners, Detection
from numero_cam.identify.faces import Face, Labels
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.plane import Plane, corners, find_plane
from numero_cam.identify.seen import Candidate, Eyes, Seen, mend, see

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


@dataclass(frozen=True)
class PartCard:
    """A card as one look at a part of the picture tells it.

    Attributes:
        quad: ``(4, 2)`` float32 pixels of the picture, clockwise from the card's own top-left.
        chances: All faces that it may show, as cards are written, with the chance of each, the likeliest first. A number without a colour
            is a number in a colour that is none of the four.
        back: 0..1, the chance that it shows no face of the pack, as a card that lies face down.
        score: 0..1, how sure it is that a card lies there.
        covers: Places in the answer of the cards that it lies on.
        visible: 0..1, share of it that no other card hides and that lies inside the picture.
        fits: Whether it has the size that a card has there on this table.
        face: All that the reader knows of its face.
        outlined: What the reader knows of its outline.
    """

    quad: Corners
    chances: tuple[tuple[str, float], ...]
    back: float
    score: float
    covers: frozenset[int]
    visible: float
    fits: bool
    face: Face = field(repr=False)
    outlined: Outlined = field(repr=False)


@dataclass(frozen=True)
class Parts:
    """What was read of parts of a picture.

    Attributes:
        cards: In no order.
        plane: The table as these cards tell it, or as it was known.
    """

    cards: tuple[PartCard, ...] = ()
    plane: Plane | None = None


def see_parts(eyes: Eyes, found: Sequence[Detection], known: KnownTable, *, same_card: float) -> Seen:
    """Reads what was found in parts of a picture.

    Args:
        eyes: The networks and the whole picture.
        found: In the parts, the surest first.
        known: Of the table.
        same_card: IoU from which two mended outlines are of one card.

    Returns:
        The candidates, with their plane; those fit that have about the table's size.
    """
    return see(eyes, mend(eyes, found, same_card=same_card, plane=known.plane), nearly=NEARLY)


def part_cards(seen: Seen, labels: Labels, size: tuple[int, int], *, by_candidates: bool) -> tuple[PartCard, ...]:
    """What was read as cards with the chance of every face; what is hardly a card is left out.

    Args:
        seen: The candidates.
        labels: What the face network tells apart.
        size: Width and height of the picture.
        by_candidates: A deck narrowed what the cards may be, so their chances are those of the candidates.
    """
    return tuple(
        PartCard(
            quad=each.face.quad,
            chances=each.face.candidates if by_candidates else all_chances(each.face, labels),
            back=each.face.unknown,
            score=each.score,
            covers=each.covers,
            visible=(1 - each.face.hidden) * quality.inside_share(each.face.quad, size),
            fits=each.fits,
            face=each.face,
            outlined=each.outlined,
        )
        for each in seen.where(_is_card).candidates
    )


def _is_card(each: Candidate) -> bool:
    face, score = each.face, each.score
    if face.shown >= SURELY_READ:
        return True
    return each.fits and (face.shown >= 0.5 or score >= SURE_OUTLINE or (score >= ON_TABLE and face.unknown >= 0.5))


def all_chances(face: Face, labels: Labels) -> tuple[tuple[str, float], ...]:
    """Every face that a card may show with its chance, the likeliest first: values times colours, not the few that are printed.

    Args:
        face: As read.
        labels: What the face network tells apart.
    """
    faces, colours = face.chances
    numbers = labels.numbers
    told = [(labels.faces[k], float(faces[k])) for k, name in enumerate(labels.faces) if name != labels.unknown and k not in numbers]
    both = faces[numbers][:, None] * colours[None]
    told += [(labels.faces[numbers[i]] + labels.colours[c], float(both[i, c])) for i, c in np.argwhere(both >= LEAST_LIKELY).tolist()]
    return tuple(sorted((each for each in told if each[1] >= LEAST_LIKELY), key=lambda each: (-each[1], each[0])))


def margined(box: Box, by: int, size: tuple[int, int]) -> Box:
    """A box with so many pixels more on each side, inside a picture of this width and height."""
    left, top, right, bottom = box
    return max(0, left - by), max(0, top - by), min(size[0], right + by), min(size[1], bottom + by)


def plane_of(cards: Sequence[PartCard], size: tuple[int, int], before: Plane | None) -> Plane | None:
    """The table as cards tell it that were read at several times.

    Args:
        cards: Where they lay; they need not lie there at one time.
        size: Width and height of the picture.
        before: As it was known; None where it was not.

    Returns:
        ``before`` where these cards tell none.
    """
    outlined = [replace(card.outlined, quad=card.quad) for card in cards]
    return find_plane(*corners(outlined, size), before=before) or before
