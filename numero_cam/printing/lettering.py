"""Outlines of letters from the program's own font, for letters such as √, ⅓ and ā that the fonts of PDF readers and OpenCV lack.

A letter that the program's font lacks too is an error instead of a question mark.
"""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from numero_cam.catalogue import tr
from numero_cam.printing.paper import FilledArea, PaperError, Ring, TextLine

_FONT_FOLDER = Path(__file__).parents[1] / "base" / "fonts"
_TRACED_SIZE = 200
"""Size of the font in pixels when its letters are traced; a pixel is a hundredth of a millimetre in the largest text."""
_CAPITAL_HEIGHT = 0.73
"""Height of a capital letter, as a share of the font's size."""
_MISSING_LETTER = "\uffff"


def missing_letters(text: str, *, font: Path | None = None) -> str:
    """Return the letters of a text, each once, that a font does not have; by default the program's own font."""
    return "".join(
        dict.fromkeys(letter for letter in text if not letter.isspace() and not _has_letter(letter, font or _own_font(bold=False)))
    )


def text_outlines(words: TextLine, *, bold: bool = False, font: Path | None = None) -> FilledArea:
    """Return a line of text as an area to fill.

    Args:
        words: The text with its place and height.
        bold: Whether to use the bold one of the program's own two fonts.
        font: File of another font.

    Raises:
        PaperError: The font does not have a letter.
    """
    path = font or _own_font(bold)
    if unknown := missing_letters(words.text, font=path):
        message = tr('"{text}" cannot be printed: the font has no {letter}', text=words.text, letter=unknown[0])
        raise PaperError(message)
    scale = words.height / (_TRACED_SIZE * _CAPITAL_HEIGHT)
    rings: list[Ring] = []
    for place, letter in enumerate(words.text):
        along = float(_font(path).getlength(words.text[:place]))
        rings += [
            ((ring + np.array([along, 0])) * scale + np.array([words.x, words.y])).astype(np.float32)
            for ring in _letter_outlines(letter, path)
        ]
    return FilledArea(words.colour, tuple(rings))


@cache
def _letter_outlines(letter: str, path: Path) -> tuple[Ring, ...]:
    """Return the outlines of a letter, ``(N, 2)`` float32 pixels of a font of ``_TRACED_SIZE``, from its origin on the baseline."""
    left, top, right, bottom = (round(edge) for edge in _font(path).getbbox(letter, anchor="ls"))
    if right <= left or bottom <= top:
        return ()
    sheet = Image.new("L", (right - left + 4, bottom - top + 4))
    ImageDraw.Draw(sheet).text((2 - left, 2 - top), letter, fill=255, font=_font(path), anchor="ls")
    found, _ = cv2.findContours((np.asarray(sheet) > 127).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    rings = [cv2.approxPolyDP(ring, 0.6, closed=True).reshape(-1, 2) for ring in found]
    return tuple((ring + np.array([left - 1.5, top - 1.5])).astype(np.float32) for ring in rings if len(ring) > 2)


@cache
def _has_letter(letter: str, path: Path) -> bool:
    """Return whether a font has a letter: it draws another picture than for a missing one."""
    return bytes(_font(path).getmask(letter)) != bytes(_font(path).getmask(_MISSING_LETTER))


def _own_font(bold: bool) -> Path:  # noqa: FBT001 - the only choice
    """Return the file of the program's own font."""
    return _FONT_FOLDER / ("DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf")


@cache
def _font(path: Path) -> ImageFont.FreeTypeFont:
    """Return a font in the size in which letters are traced."""
    return ImageFont.truetype(str(path), _TRACED_SIZE, layout_engine=ImageFont.Layout.BASIC)
