"""Finds a font of this computer for names in scripts that the program's own font lacks."""

import os
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from PIL import ImageFont, features

_MAX_FONTS = 5000
"""Maximum number of font files that are looked at."""
_SUFFIXES = {".ttf", ".otf", ".ttc"}
_FIRST_NAMES = ("noto", "dejavu", "droid", "arial", "msyh", "pingfang", "wqy", "ipaex", "nanum")
"""Parts of the names of fonts that have many scripts, in the order in which they are tried; all others follow by name."""
_TRIED_SIZE = 20
"""Size of a font while its letters are looked for, pixels."""
_NO_LETTERS = ("\uffff", "\U0010fffe")
"""Code points that are no letters; some fonts draw a blank for the one and a box for the other."""
_SHAPED_BLOCKS = ((0x0590, 0x08FF), (0x0900, 0x109F), (0x1780, 0x17FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF))
"""First and last letter of the scripts whose letters change beside each other or run from right to left."""


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
