"""Cards of parts of a picture, read beside what is known of the rest of the table: its plane, and the cards that were read before.

A table that is watched changes card by card. What a whole photo tells of each of its cards, their size, the plane and the colours that
they share, is known from earlier pictures here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from numero_cam.base import geometry, quality
from numero_cam.base.records import Corners, Detection, Votes
from numero_cam.extract.rectify import Pyramid
from numero_cam.identify import outlines
from numero_cam.identify.agree import agree, agree_with
from numero_cam.identify.faces import Face, Labels
from numero_cam.identify.missed import Eyes
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.plane import Plane, find_plane, quads_of, trust
from numero_cam.identify.seen import Seen, laid, see

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, pixels; right and bottom belong to it no more."""
LEAST_LIKELY = 1e-4
"""A face with a smaller chance is not named."""
SURELY_READ, LIKELY = 0.97, 0.5
"""A face read as surely as the first is a card whatever its outline is like; in an outline of the table's size the second is enough."""
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


def see_parts(eyes: Eyes, found: Sequence[Detection], votes: Votes, known: KnownTable, *, same_card: float) -> tuple[Seen, list[bool]]:
    """Reads what was found in parts of a picture.

    Args:
        eyes: The networks and the whole picture.
        found: In the parts, the surest first.
        votes: What single places of the parts tell.
        known: Of the table.
        same_card: IoU from which two refined outlines are one card.

    Returns:
        The cards, with their plane, and which of them have about the table's size.
    """
    cards = outlines.refine(eyes.outline, eyes.pyramid, [d.corners for d in found])
    scores = [d.score for d in found]
    cards, scores = _without_doubles(cards, scores, same_card)
    plane = known.plane
    if plane is None:
        agreed = agree(eyes.outline, eyes.pyramid, cards, scores)
        cards, plane = agreed.cards, agreed.plane
    else:
        cards = agree_with(eyes.outline, eyes.pyramid, plane, cards)
    cards, scores = _without_doubles(cards, scores, same_card)
    if not cards:
        return Seen([], [], [], [], plane), []
    seen = see(eyes, (plane, votes), (cards, scores))
    seen, fitting = laid(replace(seen, plane=known.plane or seen.plane), eyes.pyramid.size, mend=known.plane is None)
    if seen.plane is None:
        return seen, fitting
    _, off, _ = seen.plane.fit([replace(c, quad=f.quad) for c, f in zip(seen.cards, seen.faces, strict=True)], eyes.pyramid.size)
    return seen, [bool(miss < NEARLY) for miss in off]


def _without_doubles(cards: list[Outlined], scores: list[float], same: float) -> tuple[list[Outlined], list[float]]:
    kept = geometry.without_doubles(quads_of(cards), same) if cards else []
    return [cards[i] for i in kept], [scores[i] for i in kept]


def part_cards(seen: Seen, fitting: Sequence[bool], labels: Labels, pyramid: Pyramid, *, by_candidates: bool) -> tuple[PartCard, ...]:
    """What was read as cards with the chance of every face; what is hardly a card is left out.

    Args:
        seen: The cards.
        fitting: Which of them have the table's size.
        labels: What the face network tells apart.
        pyramid: The picture.
        by_candidates: A deck narrowed what the cards may be, so their chances are those of the candidates.
    """
    kept = [
        i for i, (face, score, fits) in enumerate(zip(seen.faces, seen.scores, fitting, strict=True)) if _is_card(face, score, fits=fits)
    ]
    place = {i: k for k, i in enumerate(kept)}
    return tuple(
        PartCard(
            quad=seen.faces[i].quad,
            chances=seen.faces[i].candidates if by_candidates else all_chances(seen.faces[i], labels),
            back=seen.faces[i].unknown,
            score=seen.scores[i],
            covers=frozenset(place[j] for j in seen.covers[i] if j in place),
            visible=(1 - seen.faces[i].hidden) * quality.inside_share(seen.faces[i].quad, pyramid.size),
            fits=fitting[i],
            face=seen.faces[i],
            outlined=seen.cards[i],
        )
        for i in kept
    )


def _is_card(face: Face, score: float, *, fits: bool) -> bool:
    if face.shown >= SURELY_READ:
        return True
    return fits and (face.shown >= LIKELY or score >= SURE_OUTLINE or (score >= ON_TABLE and face.unknown >= LIKELY))


def all_chances(face: Face, labels: Labels) -> tuple[tuple[str, float], ...]:
    """Every face that a card may show with its chance, the likeliest first: values times colours, not the few that are printed.

    Args:
        face: As read.
        labels: What the face network tells apart.
    """
    if face.chances is None:
        return face.candidates
    faces, colours = face.chances
    numbers = [k for k, name in enumerate(labels.faces) if name.isdigit()]
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
    return (find_plane(quads_of(outlined), trust(outlined, size), before=before) if outlined else None) or before
