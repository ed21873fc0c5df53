"""How cards of a picture are marked: colours and forms, so that none says anything by its colour alone.

The colours are those of Okabe and Ito, "Color Universal Design" (2008), which colour-blind people can tell apart. Each set has a letter, a
form of badge and a line of its own besides; after six sets colours and forms come again, the letters go on.
"""

from dataclasses import dataclass

from numero_cam.annotate.drawing import BadgeShape, Colour

ORANGE: Colour = (230, 159, 0)
SKY_BLUE: Colour = (86, 180, 233)
BLUISH_GREEN: Colour = (0, 158, 115)
YELLOW: Colour = (240, 228, 66)
BLUE: Colour = (0, 114, 178)
VERMILLION: Colour = (213, 94, 0)
REDDISH_PURPLE: Colour = (204, 121, 167)

INK: Colour = (24, 24, 28)
SOFT_INK: Colour = (96, 96, 104)
PAPER: Colour = (252, 252, 248)
GREY_INK: Colour = (206, 206, 210)
DOUBT_PAPER: Colour = (255, 236, 170)


@dataclass(frozen=True)
class CardStyle:
    """How a card is marked.

    Attributes:
        colour: Of its outline and badge.
        width: Of its outline, in widths of a plain one.
        dashes: Of its outline: lengths of dash and gap by turns in widths; none for a solid line.
        shape: Of its badge; None where it has none.
        letter: What stands on the badge.
    """

    colour: Colour
    width: float
    dashes: tuple[float, ...] = ()
    shape: BadgeShape | None = None
    letter: str = ""

    @property
    def ink(self) -> Colour:
        """What is written on the colour: dark on light ones, white on dark ones, by their brightness (Rec. 601)."""
        red, green, blue = self.colour
        return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 125 else (255, 255, 255)


PLAIN_STYLE = CardStyle((255, 255, 255), 1.0)
"""A known card that is not taken."""
UNKNOWN_STYLE = CardStyle(GREY_INK, 1.0, (4.0, 4.0))
TAKER_STYLE = CardStyle(YELLOW, 3.0, (), BadgeShape.STAR)

_SET_STYLES = (
    (SKY_BLUE, BadgeShape.CIRCLE, ()),
    (VERMILLION, BadgeShape.SQUARE, (5.0, 2.0)),
    (BLUISH_GREEN, BadgeShape.DIAMOND, (1.4, 1.7)),
    (REDDISH_PURPLE, BadgeShape.HEXAGON, (5.0, 1.8, 1.2, 1.8)),
    (BLUE, BadgeShape.CIRCLE, (9.0, 2.5)),
    (ORANGE, BadgeShape.SQUARE, (2.6, 1.8)),
)


def set_style(place: int) -> CardStyle:
    """How the cards of a set are marked; ``place`` counts from 0."""
    colour, shape, dashes = _SET_STYLES[place % len(_SET_STYLES)]
    letter = chr(ord("A") + place) if place < 26 else str(place + 1)
    return CardStyle(colour, 2.4, dashes, shape, letter)
