"""Cards of parts of a picture, read beside what is known of the rest of the table: its plane, and the cards that were read before.

A table that is watched changes card by card. What a whole photo tells of each of its cards, their size, the plane and the colours that
they share, is known from earlier pictures here.
"""

from dataclasses import dataclass

from numero_cam.base import quality
from numero_cam.base.records import Corners
from numero_cam.identify.faces import Face, Labels
from numero_cam.identify.plane import Plane
from numero_cam.identify.seen import Candidate, Seen

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
        cards: In no order.
        plane: The table as these cards tell it, or as it was known.
    """

    cards: tuple[PartCard, ...] = ()
    plane: Plane | None = None


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
