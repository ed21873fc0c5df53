"""Draws designs by chance."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from workshop.synth import fonts, palette
from workshop.synth.palette import Rng
from workshop.synth.styles import BackStyle, Design, GroundStyle, IndexStyle, NumberStyle, PlayingStyle, WildStyle

if TYPE_CHECKING:
    from workshop.synth.inks import Colour

_SIZES = ((63, 88), (57, 87), (56, 86), (58, 89), (63, 89), (44, 67), (54, 86), (70, 120), (66, 91), (59, 91), (61, 85), (68, 88))
_SIZE_WEIGHTS = (0.3, 0.16, 0.12, 0.06, 0.08, 0.05, 0.05, 0.04, 0.04, 0.04, 0.04, 0.02)
_TILES = ((30, 40), (26, 38), (29, 37))
_SHAPES = (
    "ellipse", "rounded", "pill", "diamond", "hexagon", "octagon", "star", "burst", "shield", "flower", "pentagon", "rectangle", "mark",
)  # fmt: skip
_PATTERNS = ("dots", "stripes", "grid", "waves", "triangles", "confetti", "rays", "rings", "clouds", "hatch")
_BACKS = (
    "solid", "plain", "lattice", "stripes", "dots", "checker", "rings", "rays", "scales", "logo", "medallion", "zigzag", "photo",
    "letters", "shapes",
)  # fmt: skip
_MARKS = ("ellipse", "rectangle", "triangle", "diamond", "star", "hexagon", "cross", "flower", "shield", "pentagon", "drop", "burst")
_BRANDS = ("", "NUMBERS", "SUMMIT", "count!", "MathDuel", "PLUSMINUS", "Zahlen", "Quinta", "primo", "addition", "take it", "LOGICA")
PALE_WILD = 0.3  #: Share of the decks whose wild cards are paler where others have their colour.


def random_design(rng: Rng, kind: str | None = None) -> Design:
    """A deck of numbers, playing cards or tiles; by chance if not given, and then mostly numbers."""
    kind = kind or str(rng.choice(["numbers", "playing", "tiles"], p=[0.8, 0.12, 0.08]))
    seed = int(rng.integers(2**31))
    stock = palette.paper(rng)
    if kind == "playing" and rng.random() < 0.9:
        stock = palette.hsv(rng.uniform(30, 60), rng.uniform(0, 0.06), rng.uniform(0.94, 1))
    ground, index, number = _ground(rng), _index(rng), _number(rng)
    main, wild_font = fonts.pick(rng), fonts.pick(rng)
    design = Design(
        kind=kind,
        seed=seed,
        aspect=_aspect(rng, kind),
        radius=float(
            rng.choice([0.0, rng.uniform(0.02, 0.05), rng.uniform(0.045, 0.09), rng.uniform(0.09, 0.14)], p=[0.06, 0.3, 0.5, 0.14])
        ),
        paper=stock,
        colours=palette.four(rng, stock),
        other=palette.plain(rng, stock),
        wild_colour=palette.wild(rng, stock),
        main=main,
        index_font=fonts.pick(rng, heavy=True),
        wild_font=main if rng.random() < 0.6 else wild_font,
        small=fonts.pick(rng, legible=True),
        ground=ground,
        index=index,
        number=number,
        wild=_wild(rng, ground, index, number),
        playing=_playing(rng),
        back=random_back(rng),
    )
    return _tile(rng, design) if kind == "tiles" else _upright(rng, design)


def _aspect(rng: Rng, kind: str) -> float:
    if kind == "tiles":
        width, height = _TILES[int(rng.integers(len(_TILES)))]
    else:
        width, height = _SIZES[int(rng.choice(len(_SIZES), p=_SIZE_WEIGHTS))]
    return float(width / height * rng.uniform(0.985, 1.015))


def _tile(rng: Rng, design: Design) -> Design:
    """A tile: cream, one numeral in the upper half, nothing in the corners."""
    paper = palette.hsv(rng.uniform(35, 60), rng.uniform(0.02, 0.14), rng.uniform(0.9, 1))
    below = ((), ("brand",), ("mark",), ("mark", "brand"))[int(rng.integers(4))]
    number = replace(
        design.number, place="centre", height=float(rng.uniform(0.27, 0.42)), middle=float(rng.uniform(0.27, 0.38)), below=below, above=(),
        effect="fill", slant=0.0, tilt=0.0, badge="none", widest=0.7, nine="none" if rng.random() < 0.7 else design.number.nine,
    )  # fmt: skip
    ground = GroundStyle(name="paper", pattern="none") if rng.random() < 0.7 else GroundStyle(name="emboss", size=0.8, seed=design.seed)
    index = replace(design.index, layout="none")
    wild = replace(design.wild, ground=GroundStyle(), index=index, middle=0.4, word="" if rng.random() < 0.6 else design.wild.word)
    colours = palette.four(rng, paper)
    radius = float(rng.uniform(0.04, 0.12))
    return replace(design, paper=paper, number=number, ground=ground, index=index, wild=wild, colours=colours, radius=radius)


def _upright(rng: Rng, design: Design) -> Design:
    """Give a deck whose 6 and 9 nothing would tell apart a line or a dot below them."""
    number = design.number
    shows = design.index.layout in {"tl", "tl_tr"} or number.place == "twin" or abs(number.middle - 0.5) > 0.06 or "word" in number.below
    if number.place == "art":  # its corners are all that shows the number
        number = replace(number, nine="underline")
    elif number.nine == "none" and not shows:
        number = replace(number, nine=str(rng.choice(["underline", "dot"])))
    return replace(design, number=number)


def ground_size(rng: Rng, name: str) -> float:
    """Size of a ground, see `styles.GroundStyle`: narrow for a band, a stripe, a header and corners, wide for what lies under a numeral."""
    return float(rng.uniform(0.1, 0.5) if name in {"band", "stripe", "header", "corners"} else rng.uniform(0.66, 0.94))


def _ground(rng: Rng) -> GroundStyle:
    name = str(
        rng.choice(
            ["paper", "field", "band", "shape", "inverse", "half", "header", "stripe", "corners", "gradient", "ghost"],
            p=[0.18, 0.16, 0.26, 0.09, 0.08, 0.08, 0.04, 0.03, 0.02, 0.03, 0.03],
        )
    )
    frames = ["none", "line", "double", "thick", "dashed", "paper"]
    odds = [0.55, 0.15, 0.07, 0.08, 0.05, 0.1] if name not in {"field", "gradient", "inverse"} else [0.4, 0.1, 0.03, 0.04, 0.03, 0.4]
    return GroundStyle(
        name=name,
        shape=str(rng.choice(_SHAPES, p=np.array([5, 3, 3, 1.5, 1.5, 1, 0.8, 0.8, 1, 1, 0.7, 0.7, 2]) / 22)),
        angle=float(rng.choice([0.0, 90.0, rng.uniform(-60, 60), rng.uniform(0, 360)], p=[0.25, 0.1, 0.5, 0.15])),
        size=ground_size(rng, name),
        offset=float(rng.uniform(0.25, 0.8)),
        tint=float(rng.choice([0.0, rng.uniform(0.05, 0.3)], p=[0.75, 0.25])),
        frame=str(rng.choice(frames, p=odds)),
        frame_inset=float(rng.uniform(0.02, 0.075)),
        frame_width=float(rng.uniform(0.006, 0.03)),
        pale=float(rng.choice([0.0, rng.uniform(0.4, 0.9)], p=[0.85, 0.15])),
        pattern=str(rng.choice(["none", *_PATTERNS], p=[0.64] + [0.036] * 10)),
        pattern_strength=float(rng.uniform(0.05, 0.26)),
        seed=int(rng.integers(2**31)),
    )


def _index(rng: Rng) -> IndexStyle:
    layouts = ["none", "tl", "tl_tr", "tl_br", "tr_bl", "all", "ends"]
    return IndexStyle(
        layout=str(rng.choice(layouts, p=[0.18, 0.09, 0.03, 0.36, 0.04, 0.26, 0.04])),
        turn=bool(rng.random() < 0.85),
        height=float(rng.choice([rng.uniform(0.05, 0.09), rng.uniform(0.08, 0.13), rng.uniform(0.13, 0.19)], p=[0.4, 0.45, 0.15])),
        margin=float(rng.uniform(0.035, 0.1)),
        mark=str(rng.choice(["none", "shape", "badge"], p=[0.72, 0.16, 0.12])),
        own_font=bool(rng.random() < 0.3),
    )


def _number(rng: Rng) -> NumberStyle:
    order = rng.permutation(len(_MARKS))[:4]
    extras = ["word", "dots", "brand", "mark", "colour", "track"]
    below = tuple(str(extra) for extra in rng.choice(extras, size=int(rng.choice([0, 1, 2], p=[0.6, 0.32, 0.08])), replace=False))
    return NumberStyle(
        place=str(rng.choice(["centre", "twin", "pips", "art"], p=[0.91, 0.05, 0.03, 0.01])),
        height=float(rng.choice([rng.uniform(0.2, 0.32), rng.uniform(0.28, 0.42), rng.uniform(0.4, 0.62)], p=[0.25, 0.5, 0.25])),
        middle=float(rng.choice([0.5, rng.uniform(0.3, 0.46), rng.uniform(0.54, 0.6)], p=[0.62, 0.3, 0.08])),
        across=float(rng.choice([0.5, rng.uniform(0.34, 0.66)], p=[0.9, 0.1])),
        widest=float(rng.uniform(0.55, 0.86)),
        stretch=float(rng.choice([1.0, rng.uniform(0.78, 1.22)], p=[0.7, 0.3])),
        slant=float(rng.choice([0.0, rng.uniform(-0.08, 0.28)], p=[0.87, 0.13])),
        tilt=float(rng.choice([0.0, rng.uniform(-14, 14)], p=[0.93, 0.07])),
        effect=str(rng.choice(["fill", "outline", "halo", "shadow", "inline"], p=[0.7, 0.06, 0.1, 0.09, 0.05])),
        line=float(rng.uniform(0.03, 0.08)),
        nine=str(rng.choice(["underline", "dot", "none"], p=[0.5, 0.14, 0.36])),
        below=below,
        above=(str(rng.choice(extras)),) if rng.random() < 0.08 else (),
        small=float(rng.uniform(0.03, 0.065)),
        badge=str(rng.choice(["none", "ellipse", "pill", "star", "shield", "rounded"], p=[0.45, 0.2, 0.15, 0.08, 0.05, 0.07])),
        badge_place=str(rng.choice(["tr", "bl", "bottom", "top"], p=[0.2, 0.2, 0.45, 0.15])),
        dot=bool(rng.random() < 0.15),
        marks=(_MARKS[order[0]], _MARKS[order[1]], _MARKS[order[2]], _MARKS[order[3]]),
        brand=str(rng.choice(_BRANDS)),
        capitals=bool(rng.random() < 0.6),
    )


def _wild(rng: Rng, ground: GroundStyle, index: IndexStyle, number: NumberStyle) -> WildStyle:
    spellings = [
        (),
        ("percent", "decimal"),
        ("decimal", "percent"),
        ("percent",),
        ("decimal",),
        ("fraction", "decimal"),
        ("fraction", "percent"),
    ]
    fraction = str(rng.choice(["stacked", "slanted", "inline", "percent", "decimal"], p=[0.58, 0.2, 0.1, 0.07, 0.05]))
    pool = spellings[:5] if fraction not in {"percent", "decimal"} else [(), *spellings[5:]]
    own = ground if rng.random() < 0.6 else _ground(rng)
    return WildStyle(
        # Wild cards often have the form of the others in a paler colour.
        ground=replace(own, pale=float(rng.uniform(0.5, 0.93))) if rng.random() < PALE_WILD else own,
        index=index if rng.random() < 0.65 else _index(rng),
        colouring=str(rng.choice(["single", "quarters", "rainbow"], p=[0.84, 0.09, 0.07])),
        height=float(rng.uniform(0.17, 0.36)),
        middle=float(number.middle if rng.random() < 0.4 else rng.uniform(0.4, 0.52)),
        minus=str(rng.choice(["−", "–", "-"], p=[0.7, 0.2, 0.1])),
        times=str(rng.choice(["×", "x", "X"], p=[0.84, 0.13, 0.03])),
        divide=str(rng.choice(["÷", "/", ":"], p=[0.86, 0.1, 0.04])),
        drawn=bool(rng.random() < 0.35),
        weight=float(rng.uniform(0.07, 0.18)),
        layout=str(rng.choice(["inline", "stacked", "disc"], p=[0.87, 0.06, 0.07])),
        letter=str(rng.choice(["N", "n", "x", ""], p=[0.78, 0.1, 0.04, 0.08])),
        caret=bool(rng.random() < 0.06),
        fraction=fraction,
        mixed=bool(rng.random() < 0.5),
        small=pool[int(rng.choice(len(pool), p=([0.15, 0.5, 0.15, 0.1, 0.1] if len(pool) == 5 else [0.2, 0.4, 0.4])))],
        small_place=str(rng.choice(["below", "above", "sides"], p=[0.72, 0.14, 0.14])),
        word=str(rng.choice(["WILD", "Wild", "wild", "W", "WILD CARD", ""], p=[0.52, 0.1, 0.05, 0.05, 0.04, 0.24])),
        word_place=str(rng.choice(["below", "above", "foot"], p=[0.62, 0.2, 0.18])),
        points=str(rng.choice(["10", "", "5", "20"], p=[0.6, 0.34, 0.04, 0.02])),
        badge=str(rng.choice(["ellipse", "pill", "star", "shield", "rounded", "rectangle"])),
        badge_place=str(rng.choice(["tr", "bl", "bottom", "top"], p=[0.45, 0.25, 0.2, 0.1])),
        filled=bool(rng.random() < 0.4),
        spoken=bool(rng.random() < 0.1),
        emblem=bool(rng.random() < 0.1),
    )


def _playing(rng: Rng) -> PlayingStyle:
    red = palette.hsv(rng.uniform(-14, 10), rng.uniform(0.75, 1), rng.uniform(0.65, 0.95))
    shade = int(rng.integers(0, 50))
    black: Colour = (shade, shade, shade)
    blue, green = palette.hsv(rng.uniform(205, 240), 0.85, 0.75), palette.hsv(rng.uniform(100, 150), 0.85, 0.5)
    return PlayingStyle(
        red=red,
        black=black,
        four=(black, red, blue, green) if rng.random() < 0.12 else (),
        corners=int(rng.choice([2, 4], p=[0.75, 0.25])),
        index=float(rng.choice([rng.uniform(0.065, 0.1), rng.uniform(0.1, 0.2)], p=[0.7, 0.3])),
        squeeze=float(rng.uniform(0.7, 1.0)),
        inner=str(rng.choice(["pips", "suit", "number", "plain"], p=[0.78, 0.1, 0.08, 0.04])),
        pip=float(rng.uniform(0.15, 0.23)),
        ace=float(rng.uniform(0.18, 0.55)),
        ornate=bool(rng.random() < 0.3),
        one="A" if rng.random() < 0.95 else "1",
        suits=int(rng.integers(2**31)),
        frame=bool(rng.random() < 0.12),
        columns=bool(rng.random() < 0.4),
    )


def random_back(rng: Rng) -> BackStyle:
    """Draw a back."""
    hue = rng.uniform(0, 360)
    colour = palette.hsv(hue, rng.uniform(0.3, 1), rng.uniform(0.25, 0.9))
    if rng.random() < 0.15:
        colour = palette.hsv(hue, rng.uniform(0, 0.1), rng.uniform(0.1, 0.7))
    second = palette.WHITE if rng.random() < 0.5 else palette.hsv(hue + rng.uniform(-180, 180), rng.uniform(0.1, 0.9), rng.uniform(0.4, 1))
    words = ("", "NUMBERS", "SUMMIT", "+ − × ÷", "PLUSMINUS", "?", "!", "MathDuel", "Cards", "M")
    return BackStyle(
        kind=str(rng.choice(_BACKS, p=np.array([1, 0.7, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.7, 1.3]) / 16.7)),
        colour=colour,
        second=second,
        rim=float(rng.choice([0.0, rng.uniform(0.02, 0.1)], p=[0.35, 0.65])),
        pitch=float(rng.uniform(0.03, 0.16)),
        angle=float(rng.choice([0.0, 45.0, rng.uniform(0, 90)])),
        words=str(rng.choice(words)),
        seed=int(rng.integers(2**31)),
    )
