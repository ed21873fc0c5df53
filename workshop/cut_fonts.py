"""Cuts the usable fonts of this machine to the signs that cards use: a few MB, with which a machine without fonts draws cards."""

import string
from pathlib import Path

from workshop.synth import fonts

SIGNS = string.printable.strip() + " ÷×−–½⅓⅔√∛²³π…"  #: What is printed on cards, boxes and papers.


def cut_fonts(target: Path) -> int:
    """Writes each font of the catalogue with nothing but ``SIGNS`` in it, those that are there are kept; returns how many lie there."""
    from fontTools import subset  # noqa: PLC0415 - only where fonts are cut
    from fontTools.ttLib import TTLibError  # noqa: PLC0415

    options = subset.Options(hinting=False, layout_features=[], name_IDs=[1, 2, 4, 6, 16, 17], notdef_outline=True, glyph_names=False)
    target.mkdir(parents=True, exist_ok=True)
    count = 0
    for font in fonts.catalogue().values():
        out = target / f"{font.name}{Path(font.path).suffix.lower()}"
        if not out.exists():
            try:
                with subset.load_font(font.path, options) as whole:
                    cutter = subset.Subsetter(options)
                    cutter.populate(text=SIGNS)
                    cutter.subset(whole)
                    subset.save_font(whole, str(out), options)
            except (TTLibError, KeyError, AttributeError, AssertionError):  # A few files are read by FreeType and by nothing else.
                continue
        count += 1
    return count
