"""Words in pictures: the only place that draws letters with Pillow. They are in a font that comes with the program, for × ÷ √ ⅓."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Pixels = NDArray[np.uint8]

CAPITAL = 0.73
"""Height of a capital letter or a digit, in sizes of the font."""
_FONTS = Path(__file__).parents[1] / "base" / "fonts"


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Width in pixels of a line of text whose font is ``size`` pixels high."""
    return float(_font(round(size), bold).getlength(text))


def write(picture: Pixels, text: str, place: tuple[float, float], size: float, colour: Colour, *, bold: bool = False) -> None:
    """Writes a line of text into a picture; what does not fit into it is cut off.

    Args:
        picture: ``(height, width, 3)`` uint8 RGB, changed.
        text: One line.
        place: Left end and baseline in pixels.
        size: Of the font in pixels; a capital letter is ``CAPITAL`` of it high.
        colour: RGB.
        bold: Whether the letters are heavy.
    """
    font = _font(round(size), bold)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text, anchor="ls"))
    if right <= left or bottom <= top:
        return
    sheet = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(sheet).text((-left, -top), text, fill=255, font=font, anchor="ls")
    x, y = round(place[0]) + left, round(place[1]) + top
    height, width = picture.shape[:2]
    ink = np.asarray(sheet)[max(0, -y) : max(0, height - y), max(0, -x) : max(0, width - x)]
    under = picture[max(0, y) : max(0, y) + ink.shape[0], max(0, x) : max(0, x) + ink.shape[1]]
    share = ink[..., None].astype(np.float32) / 255
    under[:] = np.round(under * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """The text in lines that are no wider than ``width`` pixels, parted at its spaces; a longer word stands alone."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size, bold=bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:  # noqa: FBT001 - a key of the cache
    """A font of ``size`` pixels, with the plain layout that every installation of Pillow has."""
    name = "DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf"
    return ImageFont.truetype(str(_FONTS / name), max(1, size), layout_engine=ImageFont.Layout.BASIC)
