"""Outlines of letters from the program's own font, for letters such as √, ⅓ and ā that the fonts of PDF readers and OpenCV lack.

Letters that this font lacks are drawn in a font of the system; where no font has them, that is an error instead of a question mark.
"""

import os
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont, features

from numero_cam.catalogue import tr
from numero_cam.printing.paper import FilledArea, PaperError, Ring, TextLine

_MAX_FONTS = 5000  #: Maximum number of font files that are looked at.
_SUFFIXES = {".ttf", ".otf", ".ttc"}
#: Parts of the names of fonts that have many scripts, in the order in which they are tried; all others follow by name.
_FIRST_NAMES = ("noto", "dejavu", "droid", "arial", "msyh", "pingfang", "wqy", "ipaex", "nanum")
_TRIED_SIZE = 20  #: Size of a font while its letters are looked for, pixels.
_NO_LETTERS = ("\uffff", "\U0010fffe")  #: Code points that are no letters; some fonts draw a blank for the one and a box for the other.
#: First and last letter of the scripts whose letters change beside each other or run from right to left.
_SHAPED_BLOCKS = ((0x0590, 0x08FF), (0x0900, 0x109F), (0x1780, 0x17FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF))


def has_letter(font: ImageFont.FreeTypeFont, letter: str) -> bool:
    """Return whether a font has a letter: it draws something, and another picture than for letters that no font has."""
    drawn = bytes(font.getmask(letter))
    return any(drawn) and all(drawn != bytes(font.getmask(missing)) for missing in _NO_LETTERS)


def can_shape(text: str) -> bool:
    """Return whether this computer can lay out the letters of a text; Arabic or Hindi letters need the library Raqm."""
    return not any(low <= ord(letter) <= high for letter in text for low, high in _SHAPED_BLOCKS) or bool(features.check("raqm"))


def system_font(text: str) -> Path | None:
    """Return a font of this computer that has every letter of a text; None where there is none."""
    letters = "".join(sorted({letter for letter in text if not letter.isspace() and unicodedata.category(letter) != "Cf"}))
    return _font_with(letters, font_files()) if can_shape(text) else None


@cache
def _font_with(letters: str, files: tuple[Path, ...]) -> Path | None:
    """Return the first font that has all of these letters."""
    return next((path for path in files if _has_all(path, letters)), None)


def _has_all(path: Path, letters: str) -> bool:
    """Return whether a font has all of these letters; False for a file that is no usable font."""
    try:
        font = ImageFont.truetype(str(path), _TRIED_SIZE, layout_engine=ImageFont.Layout.BASIC)
        return all(has_letter(font, letter) for letter in letters)
    except (OSError, ValueError):  # a font of pictures, or one that is damaged
        return False


@cache
def font_files() -> tuple[Path, ...]:
    """Return the font files of this computer, those with many scripts first."""
    found: list[Path] = []
    for folder in font_folders():
        for place, _, names in os.walk(folder):
            found += [Path(place, name) for name in names if Path(name).suffix.lower() in _SUFFIXES]
            if len(found) > _MAX_FONTS:
                break
    return tuple(sorted(found, key=_order))


def _order(path: Path) -> tuple[int, bool, bool, bool, str]:
    """Return the sort key of a font file: known names first, then upright and regular, sans serif, by name."""
    name = path.name.lower()
    known = next((place for place, part in enumerate(_FIRST_NAMES) if part in name), len(_FIRST_NAMES))
    slanted_or_bold = any(part in name for part in ("italic", "oblique", "bold", "mono"))
    return known, slanted_or_bold, "sans" not in name, "regular" not in name, name


def font_folders() -> Iterable[Path]:
    """Return the folders in which this system keeps fonts."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("WINDIR", "C:\\Windows"), "Fonts"), home / "AppData" / "Local" / "Microsoft" / "Windows" / "Fonts"
    if sys.platform == "darwin":
        return Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"
    return Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local" / "share" / "fonts", home / ".fonts"


_FONT_FOLDER = Path(__file__).parents[1] / "base" / "fonts"
_TRACED_SIZE = 200  #: Size of the font in pixels when its letters are traced; a pixel is a hundredth of a millimetre in the largest text.
_CAPITAL_HEIGHT = 0.73  #: Height of a capital letter, as a share of the font's size.


def missing_letters(text: str, *, font: Path | None = None) -> str:
    """Return the letters of a text, each once, that a font does not have; by default the program's own font."""
    return "".join(
        dict.fromkeys(letter for letter in text if not letter.isspace() and not _has_letter(letter, font or _own_font(bold=False)))
    )


def text_outlines(words: TextLine, *, bold: bool = False, font: Path | None = None) -> FilledArea:
    """Return a line of text as an area to fill, in one of the program's own two fonts or in that of another file."""
    path = font or _own_font(bold)
    scale = words.height / (_TRACED_SIZE * _CAPITAL_HEIGHT)
    rings: list[Ring] = []
    along = 0.0
    for run in _runs(words.text, path):
        of_system = system_font(run) if font is None and missing_letters(run, font=path) else None
        if of_system is None and (unknown := missing_letters(run, font=path)):
            raise PaperError(tr('"{text}" cannot be printed: the font has no {letter}', text=words.text, letter=unknown[0]))
        traced, width = _traced_run(run, of_system) if of_system else _own_run(run, path)
        rings += [((ring + np.array([along, 0])) * scale + np.array([words.x, words.y])).astype(np.float32) for ring in traced]
        along += width
    return FilledArea(words.colour, tuple(rings))


def _runs(text: str, path: Path) -> list[str]:
    """Return a text in parts, each of letters that a font has, or of letters that it lacks with the spaces between them."""
    runs: list[str] = []
    lacking = False
    for letter in text:
        lacks = lacking if letter.isspace() else not _has_letter(letter, path)
        if runs and lacks == lacking:
            runs[-1] += letter
        else:
            runs.append(letter)
        lacking = lacks
    return runs


def _own_run(text: str, path: Path) -> tuple[list[Ring], float]:
    """Return the outlines of letters that a font has, and their width, in pixels of ``_TRACED_SIZE``."""
    font, rings = _font(path), list[Ring]()
    for place, letter in enumerate(text):
        along = float(font.getlength(text[:place]))
        rings += [ring + np.array([along, 0], np.float32) for ring in _letter_outlines(letter, path)]
    return rings, float(font.getlength(text))


def _traced_run(text: str, path: Path) -> tuple[list[Ring], float]:
    """Return the outlines of letters, which may change beside each other, in a font of the system, and their width, pixels."""
    font = ImageFont.truetype(str(path), _TRACED_SIZE)
    return list(_traced(text, font)), float(font.getlength(text))


def text_width(text: str, height: float) -> float:
    """Return the width of a line with capitals of this height, millimetres, by the program's font, about as wide as Helvetica."""
    return float(_font(_own_font(bold=False)).getlength(text)) * height / (_TRACED_SIZE * _CAPITAL_HEIGHT)


def can_be_printed(text: str) -> bool:
    """Return whether the fonts of a print, or one of this computer, have every letter of a text."""
    lacking = [run for run in _runs(text, _own_font(bold=False)) if missing_letters(run)]
    return text.encode("cp1252", "ignore").decode("cp1252") == text or all(system_font(run) is not None for run in lacking)


@cache
def _letter_outlines(letter: str, path: Path) -> tuple[Ring, ...]:
    """Return the outlines of a letter, ``(N, 2)`` float32 pixels of a font of ``_TRACED_SIZE``, from its origin on the baseline."""
    return _traced(letter, _font(path))


def _traced(text: str, font: ImageFont.FreeTypeFont) -> tuple[Ring, ...]:
    """Return the outlines of a text, ``(N, 2)`` float32 pixels of its font, from its origin on the baseline."""
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text, anchor="ls"))
    if right <= left or bottom <= top:
        return ()
    sheet = Image.new("L", (right - left + 4, bottom - top + 4))
    ImageDraw.Draw(sheet).text((2 - left, 2 - top), text, fill=255, font=font, anchor="ls")
    found, _ = cv2.findContours((np.asarray(sheet) > 127).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    rings = [cv2.approxPolyDP(ring, 0.6, closed=True).reshape(-1, 2) for ring in found]
    return tuple((ring + np.array([left - 1.5, top - 1.5])).astype(np.float32) for ring in rings if len(ring) > 2)


@cache
def _has_letter(letter: str, path: Path) -> bool:
    """Return whether a font has a letter."""
    return has_letter(_font(path), letter)


def _own_font(bold: bool) -> Path:  # noqa: FBT001 - the only choice
    """Return the file of the program's own font."""
    return _FONT_FOLDER / ("DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf")


@cache
def _font(path: Path) -> ImageFont.FreeTypeFont:
    """Return a font in the size in which letters are traced."""
    return ImageFont.truetype(str(path), _TRACED_SIZE, layout_engine=ImageFont.Layout.BASIC)
