"""The styles in which cards are marked in a picture: no style differs from another by its colour alone.

The colours are those of Okabe and Ito, "Color Universal Design" (2008), which colour-blind people can distinguish. Each set also has its
own letter, shape of badge and dashes; after six sets colours and shapes repeat, and the letters continue.
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
    """The style in which a card is marked."""

    colour: Colour  #: Colour of its outline and badge, RGB.
    width: float  #: Width of its outline, in widths of a plain one.
    dashes: tuple[float, ...] = ()  #: Lengths of dash and gap in turn, in widths of the outline; empty for a solid line.
    shape: BadgeShape | None = None  #: Shape of its badge; None for no badge.
    letter: str = ""  #: Letter on the badge.

    @property
    def ink(self) -> Colour:
        """Colour of a letter on the style's colour: dark on a light one, white on a dark one, by its brightness (Rec. 601)."""
        red, green, blue = self.colour
        return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 125 else (255, 255, 255)


PLAIN_STYLE = CardStyle((255, 255, 255), 1.0)  #: Style of a known card that is not taken.
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
    """Return the style of the set with this index."""
    colour, shape, dashes = _SET_STYLES[place % len(_SET_STYLES)]
    letter = chr(ord("A") + place) if place < 26 else str(place + 1)
    return CardStyle(colour, 2.4, dashes, shape, letter)
