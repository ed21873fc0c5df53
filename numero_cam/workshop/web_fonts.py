"""Unpacks the fonts of npm's ``@fontsource`` packages, which come as WOFF, for drawing cards.

Debian's fonts alone are a narrow sample of what packs of cards are printed in: few condensed, few heavy and few narrow numerals. The
packages of ``synth/npm_fonts.txt`` have free licences (OFL 1.1 or Apache 2.0) and are used to draw, never shipped.
"""

from pathlib import Path

from fontTools.ttLib import TTFont

WEIGHTS = frozenset({"300", "400", "600", "700", "900"})
"""Neighbours of these look alike, and hairlines vanish on a card seen from a metre away."""


def unpack(modules: Path, target: Path) -> int:
    """Writes the upright latin fonts of installed packages as TrueType files; those that are there are kept.

    Args:
        modules: A ``node_modules`` folder.
        target: Folder for the fonts, to be named in NUMERO_CAM_FONTS.

    Returns:
        How many fonts lie there for these packages.

    Raises:
        FileNotFoundError: The folder holds no such package.
    """
    target.mkdir(parents=True, exist_ok=True)
    files = sorted(modules.glob("@fontsource/*/files/*-latin-*-normal.woff"))
    if not files:
        message = f"{modules} holds no @fontsource package; install those of npm_fonts.txt there"
        raise FileNotFoundError(message)
    some = [file for file in files if file.stem.split("-latin-")[1].split("-")[0] in WEIGHTS]
    for file in some:
        out = target / f"{file.stem}.ttf"
        if not out.exists():
            with TTFont(file) as font:
                font.flavor = None
                font.save(out)
    return len(some)
