"""The fonts of this machine that print readable numerals.

A design names its fonts by file stem (`Lato-Bold`), so it is the same on every machine that has them. What Debian
offers under free licences stands in `debian_fonts.txt` beside this file:

    apt-get install -y --no-install-recommends $(grep -v '^#' workshop/synth/debian_fonts.txt)

No list of good fonts is kept. A font is used where its ten digits are lining figures, differ from each other, and each
is nearer to the average of that digit over all fonts than to any other digit's average: scripts, symbols and old-style
figures fall out by themselves, on any machine.
"""

import hashlib
import json
import os
import sys
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

Mask = npt.NDArray[np.uint8]

FEWEST = 20
HEAVY = 0.33  #: Fonts with at least this share of ink still show it when they are printed small.
_LEAST_INK = 0.14  #: Hairlines below this share vanish on a card seen from a metre away, for people too.
#: Lining figures: the lowest has so much of the highest one's height, and all end at one line but for so many of `_PROBE` pixels.
EVEN, LINED = 0.86, 4
_VERSION = 7
_PROBE = 40
_CELL = (16, 24)
_SLAB = ("slab", "rockwell", "mekanus", "courier", "typewriter", "bitter", "memphis", "aleo", "arvo", "zilla")
_ROUND = ("round", "comfortaa", "quicksand", "nunito", "varela", "dosis", "averia", "fredoka", "baloo", "maru", "manjari", "leckerli")
_HAND = ("hand", "comic", "humor", "purisa", "ecolier", "kiloji", "script", "staypuft", "brush", "pen", "klee", "lobster", "kaushan", "dkg")
_MONO = ("mono", "code", "hack", "console", "typewriter", "courier", "inconsolata", "agave", "ocr")
_SERIF = (
    "serif",
    "roman",
    "times",
    "garamond",
    "bodoni",
    "didot",
    "book",
    "tinos",
    "caladea",
    "gentium",
    "charis",
    "doulos",
    "stix",
    "cmu",
    "libertine",
    "vollkorn",
    "oldstandard",
    "romande",
    "accanthis",
    "baskerv",
    "berenis",
    "libris",
    "termes",
    "pagella",
    "bonum",
    "schola",
)
_NOT_SERIF = ("sans", "heros", "adventor", "gothic", "grotesk")
_WEIGHTS = {"sans": 0.5, "serif": 0.16, "slab": 0.07, "round": 0.1, "hand": 0.07, "mono": 0.1}


class FontsMissingError(RuntimeError):
    """Too few usable fonts: training would learn these few by heart."""


@dataclass(frozen=True)
class Font:
    """One usable font file."""

    name: str  #: The file's stem, unique in the catalogue.
    path: str  #: Where it lies on this machine.
    family: str  #: Name of the family, for a draw that does not favour families with many styles.
    style: str  #: sans, serif, slab, round, hand or mono; a rough guess from the names.
    digit: float  #: Height of its digits at size 1.
    ink: float  #: Share of the digits' boxes that is ink: the weight of the font.
    symbols: str  #: Those of `÷×−–√%.½∛²³` that the font draws itself.


def font_folders() -> list[Path]:
    """Folders that are searched: NUMERO_CAM_FONTS (separated as PATH is), then those of the operating system."""
    own = [Path(part) for part in os.environ.get("NUMERO_CAM_FONTS", "").split(os.pathsep) if part]
    home = Path.home()
    if sys.platform == "win32":
        system = [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts", home / "AppData/Local/Microsoft/Windows/Fonts"]
    elif sys.platform == "darwin":
        system = [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    else:
        system = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts"]
    return own + system


@lru_cache(maxsize=1)
def catalogue() -> dict[str, Font]:
    """The usable fonts by name, sorted; looked up once a process, kept in the user's cache folder."""
    files = sorted({path.stem: path for folder in font_folders() for path in _font_files(folder)}.items())
    key = hashlib.sha256(repr((_VERSION, [(str(path), path.stat().st_size) for _, path in files])).encode()).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "numero_cam" / f"fonts-{key}.json"
    fonts = _load(cache)
    if fonts is None:
        fonts = _usable([path for _, path in files])
        _save(cache, fonts)
    if len(fonts) < FEWEST:
        where = ", ".join(str(folder) for folder in font_folders())
        raise FontsMissingError(
            f"{len(fonts)} usable fonts found in {where}; at least {FEWEST} are needed to draw varied cards. "
            "Install those of workshop/synth/debian_fonts.txt, or name a folder of fonts in NUMERO_CAM_FONTS."
        )
    return {font.name: font for font in fonts}


def get(name: str) -> Font:
    """The font called `name`."""
    return catalogue()[name]


def nearest(*names: str) -> str:
    """The first of `names` that this machine has, else a sans font of middle weight (for decks drawn by hand)."""
    fonts = catalogue()
    for name in names:
        if name in fonts:
            return name
    sans = [font for font in fonts.values() if font.style == "sans"] or list(fonts.values())
    return min(sans, key=lambda font: (abs(font.ink - 0.45), font.name)).name


def pick(rng: np.random.Generator, *, heavy: bool = False, legible: bool = False) -> str:
    """A font by chance: first a style, then a family, then a file.

    ``heavy``: only such as still show ink when printed small; ``legible``: neither handwriting nor other display faces.
    """
    groups = _families(heavy=heavy)
    styles = [style for style in _WEIGHTS if groups.get(style) and not (legible and style == "hand")]
    weights = np.array([_WEIGHTS[style] for style in styles])
    families = groups[styles[int(rng.choice(len(styles), p=weights / weights.sum()))]]
    members = families[int(rng.integers(len(families)))]
    return members[int(rng.integers(len(members)))]


@lru_cache(maxsize=2)
def _families(*, heavy: bool) -> dict[str, list[list[str]]]:
    groups: dict[str, dict[str, list[str]]] = {}
    for font in catalogue().values():
        if font.ink < (HEAVY if heavy else _LEAST_INK):
            continue
        groups.setdefault(font.style, {}).setdefault(font.family, []).append(font.name)
    return {style: [sorted(names) for _, names in sorted(families.items())] for style, families in groups.items()}


@lru_cache(maxsize=512)
def truetype(name: str, size: int) -> ImageFont.FreeTypeFont:
    """The opened font in `size` pixels."""
    return ImageFont.truetype(get(name).path, size, layout_engine=ImageFont.Layout.BASIC)


def _font_files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [path for path in folder.rglob("*") if path.suffix.lower() in {".ttf", ".otf"}]


def _load(cache: Path) -> list[Font] | None:
    try:
        return [Font(**entry) for entry in json.loads(cache.read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return None


def _save(cache: Path, fonts: list[Font]) -> None:
    """Keep the catalogue; several processes may write at once, and a read-only home is no reason to stop."""
    part = cache.with_suffix(f".{os.getpid()}.part")
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps([asdict(font) for font in fonts]), encoding="utf-8")
        part.replace(cache)
    except OSError:
        return


def _usable(paths: list[Path]) -> list[Font]:
    """The readable fonts among `paths`, each look of the digits once."""
    seen: set[bytes] = set()
    found: list[tuple[Font, Mask]] = []
    for path in paths:
        probed = _probe(path)
        if probed is None:
            continue
        font, cells = probed
        look = hashlib.sha256((cells // 32).tobytes()).digest()
        if look not in seen:  # the Noto families of other scripts all carry one set of digits
            seen.add(look)
            found.append((font, cells))
    if not found:
        return []
    stack = np.stack([cells for _, cells in found]).astype(np.float32).reshape(len(found), 10, -1)
    stack -= stack.mean(axis=2, keepdims=True)
    stack /= np.linalg.norm(stack, axis=2, keepdims=True) + 1e-6
    alike = (np.einsum("fdp,ep->fde", stack, stack.mean(axis=0)).argmax(axis=2) == np.arange(10)).all(axis=1)
    return sorted((font for (font, _), is_alike in zip(found, alike, strict=True) if is_alike), key=lambda font: font.name)


def _probe(path: Path) -> tuple[Font, Mask] | None:
    """The font's entry and its digits as `(10, 24, 16)` uint8; None where it is of no use or these are no lining figures."""
    try:
        font = ImageFont.truetype(str(path), _PROBE, layout_engine=ImageFont.Layout.BASIC)
        boxes = [font.getbbox(digit) for digit in "0123456789"]
        missing = _glyph(font, "\U0010fffd")
        digits = [_glyph(font, digit) for digit in "0123456789"]
        letters = all(_has(font, letter, missing) for letter in "NWILDnxafk.%/-")
    except (OSError, ValueError):
        return None
    heights = np.array([box[3] - box[1] for box in boxes])
    bottoms = np.array([box[3] for box in boxes])
    if not letters or min(glyph.size for glyph in digits) < 20 or heights.min() < EVEN * heights.max() or np.ptp(bottoms) > LINED:
        return None
    if any(not glyph.any() or (glyph.shape == missing.shape and (glyph == missing).all()) for glyph in digits):
        return None
    cells = np.stack([cv2.resize(glyph, _CELL, interpolation=cv2.INTER_AREA) for glyph in digits])
    family = str(font.getname()[0] or path.stem)
    symbols = "".join(sign for sign in "÷×−–√%.½∛²³" if _has(font, sign, missing))
    ink = float(np.mean([glyph.mean() / 255 for glyph in digits]))
    style = _style(f"{family} {path.stem}".lower(), font)
    entry = Font(path.stem, str(path), family, style, float(heights.max()) / _PROBE, round(ink, 3), symbols)
    return entry, cells.astype(np.uint8)


def _glyph(font: ImageFont.FreeTypeFont, text: str) -> Mask:
    left, top, right, bottom = (int(side) for side in font.getbbox(text))
    image = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(image).text((-left, -top), text, fill=255, font=font)
    return np.asarray(image)


def _has(font: ImageFont.FreeTypeFont, sign: str, missing: Mask) -> bool:
    glyph = _glyph(font, sign)
    return bool(glyph.any()) and not (glyph.shape == missing.shape and (glyph == missing).all())


def _style(names: str, font: ImageFont.FreeTypeFont) -> str:
    if any(word in names for word in _MONO) or abs(font.getlength("i") - font.getlength("W")) < 1:
        return "mono"
    for style, words in (("slab", _SLAB), ("hand", _HAND), ("round", _ROUND)):
        if any(word in names for word in words):
            return style
    if any(word in names for word in _NOT_SERIF):
        return "sans"
    return "serif" if any(word in names for word in _SERIF) else "sans"
