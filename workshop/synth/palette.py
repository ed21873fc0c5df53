"""Colours of a deck: four that people tell apart, papers, and a colour for the wild cards."""

import colorsys

import numpy as np

from workshop.synth.inks import Colour, contrast, luminance, mix

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (18, 18, 20)
Rng = np.random.Generator

_HUES = {"r": (-26.0, 11.0), "b": (192.0, 256.0), "g": (84.0, 184.0), "o": (17.0, 50.0)}
#: Degrees of hue between red and orange at least, the pair that light and cameras mix up first, and between green and blue.
#:
#: Palettes made for colour-blind players have bluish greens (Okabe and Ito's lies at 164), which a blue lamp or a bluish camera makes teal.
_APART, _TEAL_APART = 18.0, 36.0


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour from degrees of hue (any turn) and shares of saturation and value."""
    red, green, blue = colorsys.hsv_to_rgb((hue % 360) / 360, min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0))
    return round(red * 255), round(green * 255), round(blue * 255)


def four(rng: Rng, paper: Colour) -> tuple[Colour, Colour, Colour, Colour]:
    """Red, blue, green and orange of one deck, each seen well on `paper`."""
    common = rng.uniform(0.62, 1.0), rng.uniform(0.62, 1.0)
    hues = {}
    for name, (low, high) in _HUES.items():
        middle = (low + high) / 2
        # The mean of two draws: more decks lie near the middle of a colour's name than at its edge.
        hues[name] = float(0.7 * rng.uniform(low, high) + 0.3 * rng.triangular(low, middle, high))
    hues["o"] = max(hues["o"], hues["r"] + _APART)
    hues["b"] = max(hues["b"], hues["g"] + _TEAL_APART)
    found = [_readable(_vary(rng, hues[name], common, name), paper, 1.6 if name == "o" else 2.2) for name in "rbgo"]
    return found[0], found[1], found[2], found[3]


def _vary(rng: Rng, hue: float, common: tuple[float, float], name: str) -> Colour:
    saturation = common[0] * rng.uniform(0.85, 1.1)
    value = common[1] * rng.uniform(0.8, 1.08)
    if name == "o":  # dark orange is brown
        saturation, value = max(saturation, 0.76), max(value, 0.86)
    if name == "r":  # pale red is pink
        saturation = max(saturation, 0.72)
    return hsv(hue, saturation, value)


def _readable(colour: Colour, paper: Colour, least: float) -> Colour:
    """The colour, moved towards black or white until it stands out from the paper."""
    away = BLACK if luminance(paper) > 0.18 else WHITE
    for _ in range(12):
        if contrast(colour, paper) >= least:
            break
        colour = mix(colour, away, 0.09)
    return colour


def ink_on(ground: Colour, *, light: Colour = WHITE, dark: Colour = BLACK) -> Colour:
    """`light` or `dark`, whichever stands out; light first, as printers do on saturated colour."""
    return light if contrast(light, ground) >= 1.9 else dark


def paper(rng: Rng) -> Colour:
    """A stock: mostly white or near it, now and then cream, a pastel, grey, kraft or nearly black."""
    kind = rng.random()
    if kind < 0.55:
        shade = int(rng.integers(244, 256))
        return shade, shade, shade
    if kind < 0.75:
        return hsv(rng.uniform(30, 60), rng.uniform(0.02, 0.16), rng.uniform(0.92, 1.0))
    if kind < 0.86:
        return hsv(rng.uniform(0, 360), rng.uniform(0.03, 0.14), rng.uniform(0.92, 1.0))
    if kind < 0.91:
        return hsv(rng.uniform(25, 45), rng.uniform(0.2, 0.4), rng.uniform(0.75, 0.9))
    if kind < 0.94:
        shade = int(rng.integers(205, 240))
        return shade, shade, shade
    return hsv(rng.uniform(0, 360), rng.uniform(0.0, 0.5), rng.uniform(0.06, 0.2))


def plain(rng: Rng, stock: Colour) -> Colour:
    """The colour of numbers that have none of the four colours: black, mostly, or grey, purple or brown."""
    kind = rng.random()
    if kind < 0.68:
        shade = int(rng.integers(5, 55))
        colour = shade, shade, min(255, shade + int(rng.integers(0, 12)))
    elif kind < 0.78:
        shade = int(rng.integers(60, 125))
        colour = shade, shade, shade
    elif kind < 0.92:
        colour = hsv(rng.uniform(272, 312), rng.uniform(0.4, 0.95), rng.uniform(0.35, 0.75))
    else:
        colour = hsv(rng.uniform(15, 32), rng.uniform(0.4, 0.7), rng.uniform(0.2, 0.4))
    return _readable(colour, stock, 2.6 if luminance(stock) > 0.1 else 4.5)


def wild(rng: Rng, stock: Colour) -> Colour:
    """The colour of the wild cards: black, grey, navy, purple, brown, or now and then any."""
    kind = rng.random()
    if kind < 0.34:
        shade = int(rng.integers(8, 62))
        colour = shade, shade, min(255, shade + int(rng.integers(0, 14)))
    elif kind < 0.5:
        shade = int(rng.integers(70, 130))
        colour = shade, shade, shade
    elif kind < 0.7:
        colour = hsv(rng.uniform(262, 312), rng.uniform(0.4, 0.95), rng.uniform(0.35, 0.75))
    elif kind < 0.8:
        colour = hsv(rng.uniform(210, 250), rng.uniform(0.3, 0.9), rng.uniform(0.15, 0.35))
    elif kind < 0.86:
        colour = hsv(rng.uniform(15, 35), rng.uniform(0.4, 0.8), rng.uniform(0.25, 0.5))
    elif kind < 0.92:
        colour = hsv(rng.uniform(165, 190), rng.uniform(0.5, 1), rng.uniform(0.35, 0.6))
    else:
        colour = hsv(rng.uniform(0, 360), rng.uniform(0.5, 1), rng.uniform(0.4, 0.95))
    return _readable(colour, stock, 2.6 if luminance(stock) > 0.1 else 4.5)
