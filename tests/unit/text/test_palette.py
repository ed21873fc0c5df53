"""The palette by day and by night against WCAG 2.2: text has a contrast of 4.5, forms that matter have 3; and the forms of the colours."""

import re

import pytest

from numero_cam.text.page_templates import STYLES

LOOK = (STYLES / "look.css").read_text(encoding="utf-8")
ROOTS = re.findall(r":root \{(.*?)\n\s*\}", LOOK, re.DOTALL)
DAY, NIGHT, BOTH = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", root)) for root in ROOTS[:3])
GROUNDS = ("ground", "paper", "sunk")
COLOURS = ("red", "blue", "green", "orange")
#: What is drawn, on what, and the least contrast.
PAIRS = [
    *[("ink", each, 4.5) for each in (*GROUNDS, "sun-soft", "ask-soft", "good-soft", "bad-soft")],
    *[("soft", each, 4.5) for each in (*GROUNDS, "ask-soft", "sun-soft")],
    *[("link", each, 4.5) for each in (*GROUNDS, "sun-soft")],
    *[("edge", each, 3) for each in GROUNDS],
    *[("good", each, 4.5) for each in (*GROUNDS, "good-soft", "sun-soft")],
    *[("bad", each, 4.5) for each in (*GROUNDS, "bad-soft")],
    *[("ask", each, 4.5) for each in (*GROUNDS, "ask-soft")],
    *[("go-ink", each, 4.5) for each in ("go", "go-press")],
    *[("go", each, 3) for each in ("ground", "paper", "sun-soft")],
    *[("sun", each, 3) for each in ("felt", "felt-deep")],
    *[("felt-ink", each, 4.5) for each in ("felt", "felt-deep", "felt-button")],
    *[("felt-soft", each, 4.5) for each in ("felt", "felt-deep")],
    *[(each, "felt", 3) for each in ("set-a", "set-b", "card")],
    ("sun-ink", "sun", 4.5),
    ("wild-ink", "wild", 4.5),
    ("card-ink", "card", 4.5),
    *[(each, "card", 4.5) for each in COLOURS],
    *[(each, f"{each}-tint", 3) for each in COLOURS],
    *[(f"{each}-lit", "wild", 3) for each in COLOURS],
]


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, 0 to 1."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("palette", [DAY | BOTH, DAY | NIGHT | BOTH], ids=["day", "night"])
def test_everything_can_be_told_from_what_it_stands_on(palette: dict[str, str]) -> None:
    faint = {}
    for ink, ground, least in PAIRS:
        dark, light = sorted((luminance(palette[ink]), luminance(palette[ground])))
        contrast = (light + 0.05) / (dark + 0.05)
        if contrast < least:
            faint[f"{ink} on {ground}"] = round(contrast, 2)
    assert not faint


def test_only_the_look_names_a_colour_of_text() -> None:
    """A page takes its colours from the palette, so that the night has a pair for each."""
    assert re.findall(r"(?<![\w-])color: #[0-9a-f]+", "".join(path.read_text(encoding="utf-8") for path in STYLES.glob("*.css"))) == []
