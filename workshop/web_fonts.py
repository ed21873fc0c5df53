"""Unpacks the fonts of npm's ``@fontsource`` packages, which come as WOFF, for drawing cards.

Debian's fonts alone are a narrow sample of what packs of cards are printed in: few condensed, few heavy and few narrow numerals. The
packages of ``synth/npm_fonts.txt`` have free licences (OFL 1.1, Apache 2.0 or MIT) and are used to draw, never shipped. The judge is
trained in them, because they are new to the networks that it judges.
"""

from pathlib import Path

JUDGE_LIST = Path(__file__).parent / "synth" / "npm_fonts.txt"  #: Packages with the fonts for the judge and for measuring.
#: Neighbours of these look alike, and hairlines vanish on a card seen from a metre away.
WEIGHTS = frozenset({"300", "400", "600", "700", "900"})


def families(listing: Path) -> frozenset[str]:
    """The families of a list, as their files' names begin: ``Anton`` is ``anton`` and its files are ``anton-latin-400-normal.ttf``."""
    lines = listing.read_text(encoding="utf-8").splitlines()
    return frozenset(line.removeprefix("@fontsource/").split("@")[0] for line in lines if line.startswith("@"))


def unpack(modules: Path, target: Path) -> int:
    """Writes the upright latin fonts of a ``node_modules`` folder as TrueType files; returns how many lie there for these packages.

    Those that are there are kept.
    """
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - only where fonts are unpacked

    target.mkdir(parents=True, exist_ok=True)
    files = sorted(modules.glob("@fontsource/*/files/*-latin-*-normal.woff"))
    if not files:
        raise FileNotFoundError(f"{modules} holds no @fontsource package; install those of npm_fonts.txt there")
    some = [file for file in files if file.stem.split("-latin-")[1].split("-")[0] in WEIGHTS]
    for file in some:
        out = target / f"{file.stem}.ttf"
        if not out.exists():
            with TTFont(file) as font:
                font.flavor = None
                font.save(out)
    return len(some)
