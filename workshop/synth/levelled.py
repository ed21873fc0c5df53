"""Designs in which rare styles of print are frequent.

``chance`` draws each style about as often as packs are printed in it. What is rare there, a network sees too seldom to learn: coloured
corners, discs behind indices, numerals in outline, fractions as per cent, all four colours on one wild card, waves or stripes right
under the numeral. Cards that were not read on designs held out were mostly such.
"""

from dataclasses import replace

import numpy as np

from workshop.synth.chance import ground_size
from workshop.synth.styles import Design, GroundStyle, IndexStyle

Rng = np.random.Generator

SHARE = 0.5  #: Chance with which each choice of a design is made anew, all its ways equally likely; else ``chance``'s stays.
GROUNDS = ("paper", "field", "band", "shape", "inverse", "half", "header", "stripe", "corners", "gradient", "ghost")
LINES = ("waves", "stripes", "rings", "rays", "hatch", "grid")
#: Every deck has lines under its numerals, from such as hardly show to as dark as a pale numeral: edges that are not the numeral's.
LINE_STRENGTHS = (0.03, 0.4)
LAYOUTS = ("tl", "tl_tr", "tl_br", "tr_bl", "all", "ends")  #: Without ``none``: a card that has no index teaches nothing about indices.
MARKS = ("none", "shape", "badge")
EFFECTS = ("fill", "outline", "halo", "shadow", "inline")
FRACTIONS = ("stacked", "slanted", "inline", "percent", "decimal")
COLOURINGS = ("single", "quarters", "rainbow")
WILD_LAYOUTS = ("inline", "stacked", "disc")
LETTERS = ("N", "n", "x", "")


def levelled(rng: Rng, design: Design) -> Design:
    """The design with about half of its choices of style made anew, all ways alike, and with lines under it; colours and fonts stay.

    Tiles and playing cards have one form each and come back as they are.
    """
    if design.kind != "numbers":
        return design

    def choice(old: str, ways: tuple[str, ...]) -> str:
        return str(rng.choice(ways)) if rng.random() < SHARE else old

    def ground(old: GroundStyle) -> GroundStyle:
        name = choice(old.name, GROUNDS)
        size = old.size if name == old.name else ground_size(rng, name)
        return replace(old, name=name, size=size, pattern=str(rng.choice(LINES)), pattern_strength=float(rng.uniform(*LINE_STRENGTHS)))

    def index(old: IndexStyle) -> IndexStyle:
        return replace(old, layout=choice(old.layout, LAYOUTS), mark=choice(old.mark, MARKS))

    fraction = choice(design.wild.fraction, FRACTIONS)
    spelled = fraction in {"percent", "decimal"}
    small = ("fraction",) if spelled and design.wild.small else tuple(way for way in design.wild.small if way != "fraction")
    wild = replace(
        design.wild,
        ground=ground(design.wild.ground),
        index=index(design.wild.index),
        colouring=choice(design.wild.colouring, COLOURINGS),
        layout=choice(design.wild.layout, WILD_LAYOUTS),
        letter=choice(design.wild.letter, LETTERS),
        fraction=fraction,
        small=small,
    )
    number = replace(design.number, effect=choice(design.number.effect, EFFECTS))
    return replace(design, ground=ground(design.ground), index=index(design.index), number=number, wild=wild)
