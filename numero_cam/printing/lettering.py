"""Letters as outlines, from the font that comes with the program: for what the fonts of PDF readers and of OpenCV cannot write.

So √, ⅓ and ā are printed as they are, and what no font here has is an error instead of a question mark.
"""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from numero_cam.catalogue import tr
from numero_cam.printing.paper import FilledArea, PaperError, Ring, TextLine

_FONT = Path(__file__).parents[1] / "base" / "fonts"
_SIZE = 200
"""Pixels of the font when its letters are traced: a hundredth of a millimetre of the largest words."""
_CAPITAL = 0.73
"""Height of a capital letter, in sizes of the font."""
_UNKNOWN = "\uffff"


def missing_letters(text: str, *, font: Path | None = None) -> str:
    """The letters of a text that the program's font, or another one, does not have, each once."""
    return "".join(
        dict.fromkeys(letter for letter in text if not letter.isspace() and not _is_there(letter, font or _own_font(bold=False)))
    )


def text_outlines(words: TextLine, *, bold: bool = False, font: Path | None = None) -> FilledArea:
    """Words as an area to fill.

    Args:
        words: What is written.
        bold: In the heavier of the program's own two fonts.
        font: Another font than these.

    Raises:
        PaperError: A letter that the font does not have.
    """
    path = font or _own_font(bold)
    if unknown := missing_letters(words.text, font=path):
        message = tr('"{text}" cannot be printed: the font has no {letter}', text=words.text, letter=unknown[0])
        raise PaperError(message)
    scale = words.height / (_SIZE * _CAPITAL)
    rings: list[Ring] = []
    for place, letter in enumerate(words.text):
        along = float(_font(path).getlength(words.text[:place]))
        rings += [
            ((ring + np.array([along, 0])) * scale + np.array([words.x, words.y])).astype(np.float32) for ring in _traced(letter, path)
        ]
    return FilledArea(words.colour, tuple(rings))


@cache
def _traced(letter: str, path: Path) -> tuple[Ring, ...]:
    """Outlines of a letter in pixels of a font of ``_SIZE``, from its origin on the baseline."""
    left, top, right, bottom = (round(edge) for edge in _font(path).getbbox(letter, anchor="ls"))
    if right <= left or bottom <= top:
        return ()
    sheet = Image.new("L", (right - left + 4, bottom - top + 4))
    ImageDraw.Draw(sheet).text((2 - left, 2 - top), letter, fill=255, font=_font(path), anchor="ls")
    found, _ = cv2.findContours((np.asarray(sheet) > 127).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    rings = [cv2.approxPolyDP(ring, 0.6, closed=True).reshape(-1, 2) for ring in found]
    return tuple((ring + np.array([left - 1.5, top - 1.5])).astype(np.float32) for ring in rings if len(ring) > 2)


@cache
def _is_there(letter: str, path: Path) -> bool:
    return bytes(_font(path).getmask(letter)) != bytes(_font(path).getmask(_UNKNOWN))


def _own_font(bold: bool) -> Path:  # noqa: FBT001 - the one thing that it is asked
    return _FONT / ("DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf")


@cache
def _font(path: Path) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), _SIZE, layout_engine=ImageFont.Layout.BASIC)
