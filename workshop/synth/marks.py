"""The main print of a card as one mask: numerals, signs with numbers, fractions, powers and roots."""

import numpy as np

from workshop.synth import fonts, inks
from workshop.synth.inks import Mask
from workshop.synth.styles import WildStyle

#: Per cent and decimal of each fraction; `|` separates ways to write one.
SPELLINGS: dict[str, tuple[str, ...]] = {
    "1/2": ("50%", "0.5"),
    "1/3": ("33.3%|33%|33⅓%", "0.33|0.3333|0.333…"),
    "1/4": ("25%", "0.25"),
    "1/5": ("20%", "0.2"),
    "1/8": ("12½%|12.5%", "0.125"),
    "1/10": ("10%", "0.1"),
    "2/3": ("66.7%|67%|66⅔%", "0.67|0.6667|0.666…"),
    "3/4": ("75%", "0.75"),
    "2/5": ("40%", "0.4"),
    "3/5": ("60%", "0.6"),
    "4/5": ("80%", "0.8"),
    "3/2": ("150%", "1.5"),
    "5/2": ("250%", "2.5"),
}


def spelling(label: str, way: str, seed: int) -> str:
    """A fraction as `percent` or `decimal`; the seed of the deck decides where there are several ways."""
    ways = SPELLINGS[label][0 if way == "percent" else 1].split("|")
    return ways[seed % len(ways)]


def words(font: str, line: str, height: float) -> Mask:
    """Text, its fractions and signs drawn where the font lacks them."""
    if not set(line) & set("⅓⅔½"):
        return inks.text(font, line, height)
    parts: list[Mask] = []
    rest = ""
    for sign in line:
        if sign in "⅓⅔½":
            if rest:
                parts.append(inks.text(font, rest, height))
            rest = ""
            top, bottom = {"⅓": ("1", "3"), "⅔": ("2", "3"), "½": ("1", "2")}[sign]
            parts.append(slanted_fraction(font, top, bottom, height, 0.09))
        else:
            rest += sign
    return inks.across(*parts, *([inks.text(font, rest, height)] if rest else []), gap=0.08 * height)


def sign(name: str, height: float, weight: float) -> Mask:
    """A drawn sign for digits of `height`: minus, times or divide, its lines `weight` shares of the height thick."""
    thick = max(2.0, weight * height)
    wide = max(4, round(0.62 * height))
    if name == "minus":
        return inks.rounded(max(2, round(thick)), wide, thick * 0.12)
    size = (wide, wide)
    if name == "times":
        edge = thick * 0.62
        first = inks.line([(edge, edge), (wide - edge, wide - edge)], size, thick)
        return inks.trim(np.maximum(first, first[:, ::-1]))
    bar = inks.rounded(max(2, round(thick)), wide, thick * 0.12)
    dot = inks.shape("ellipse", max(3, round(thick * 1.35)), max(3, round(thick * 1.35)))
    return inks.down(dot, bar, dot, gap=max(1.0, 0.09 * height))


def operation(label: str, style: WildStyle, font: str, height: float) -> Mask:
    """Subtraction, multiplication or division: its sign with the number."""
    name = {"-": "minus", "x": "times", "/": "divide"}[label[0]]
    written = {"minus": style.minus, "times": style.times, "divide": style.divide}[name]
    number = inks.text(font, label[1:], height)
    usual = written in {"−", "×", "÷"}
    lacks = written in {"−", "–", "×", "÷"} and written not in fonts.get(font).symbols
    mark = sign(name, height, style.weight) if (style.drawn and usual) or lacks else _typed_sign(font, written, height)
    if style.layout == "disc" and usual:
        mark = _in_disc(mark, height)
    if style.layout == "stacked" and written in {"×", "÷"}:  # a minus over a number would be a line over it
        return inks.down(mark, number, gap=0.16 * height)
    return inks.across(mark, number, gap=(0.1 if style.layout == "disc" else 0.13) * height, align=1.0 if written in "xX" else 0.5)


def _typed_sign(font: str, written: str, height: float) -> Mask:
    """A sign from the font; hyphens are made long enough to be seen beside a numeral."""
    mask = inks.text(font, written, height)
    if written in {"-", "–"} and mask.shape[1] < 0.36 * height:
        mask = inks.stretched(mask, 0.36 * height / mask.shape[1])
    return mask


def _in_disc(mark: Mask, height: float) -> Mask:
    """The sign left open in a filled disc."""
    side = round(0.95 * height)
    disc = inks.shape("ellipse", side, side).copy()
    mark = inks.scaled(mark, 0.56 * side, width=0.56 * side)
    top, left = (side - mark.shape[0]) // 2, (side - mark.shape[1]) // 2
    part = disc[top : top + mark.shape[0], left : left + mark.shape[1]]
    np.minimum(part, 255 - mark, out=part)
    return disc


def stacked_fraction(font: str, top: str, bottom: str, height: float, weight: float) -> Mask:
    """A fraction with a level line; `height` is that of a single digit."""
    over, under = inks.text(font, top, height), inks.text(font, bottom, height)
    wide = round(max(over.shape[1], under.shape[1]) * 1.08 + 0.2 * height)
    bar = inks.rounded(max(2, round(weight * height)), wide, 0.0)
    return inks.down(over, bar, under, gap=max(2.0, 0.17 * height))


def slanted_fraction(font: str, top: str, bottom: str, height: float, weight: float) -> Mask:
    """A fraction with a slanted line, about as high as a digit of `height` would be."""
    small = 0.58 * height
    over, under = inks.text(font, top, small), inks.text(font, bottom, small)
    tall = round(height * 1.1)
    slope = round(0.52 * height)
    thick = max(1.5, weight * height)
    bar = inks.line([(thick / 2 + slope, thick / 2), (thick / 2, tall - thick / 2)], (tall, slope + round(thick) + 1), thick)
    lap = round(0.3 * slope)
    out = np.zeros((tall, max(1, over.shape[1] + bar.shape[1] + under.shape[1] - 2 * lap)), np.uint8)
    for mask, y, x in ((over, 0, 0), (bar, 0, over.shape[1] - lap), (under, tall - under.shape[0], out.shape[1] - under.shape[1])):
        part = out[max(0, y) : y + mask.shape[0], max(0, x) : max(0, x) + mask.shape[1]]
        np.maximum(part, mask[: part.shape[0], : part.shape[1]], out=part)
    return out


def fraction(label: str, style: WildStyle, font: str, height: float, way: str | None = None) -> Mask:
    """A fraction, whole digits ``height`` high, in the deck's way of writing it, or stacked, slanted or inline."""
    way = way or style.fraction
    top, bottom = label.split("/")
    whole = ""
    if style.mixed and int(top) > int(bottom):
        whole, top = str(int(top) // int(bottom)), str(int(top) % int(bottom))
    if way == "inline" and not whole:
        return inks.text(font, f"{top}/{bottom}", height)
    if way == "slanted":
        part = slanted_fraction(font, top, bottom, height * (1.0 if whole else 1.45), style.weight * 0.6)
    else:
        part = stacked_fraction(font, top, bottom, height * (0.62 if whole else 0.8), style.weight * 0.8)
    return inks.across(inks.text(font, whole, height), part, gap=0.14 * height) if whole else part


def power(label: str, style: WildStyle, font: str, height: float) -> Mask:
    """N squared or cubed: a raised digit, or a caret."""
    letter = inks.text(font, style.letter or "N", height)
    if style.letter in {"n", "x"}:
        height *= 0.85
    if style.caret:
        return inks.text(font, f"{style.letter or 'N'}^{label[1]}", height)
    small = inks.text(font, label[1], 0.56 * height)
    rise = inks.down(small, np.zeros((round(0.62 * letter.shape[0]), 1), np.uint8), gap=0)
    return inks.across(letter, rise, gap=0.06 * height, align=1.0)


def root(label: str, style: WildStyle, font: str, height: float) -> Mask:
    """The root sign drawn over a letter or over nothing, with a small 3 for the cube root."""
    inner = (
        inks.text(font, style.letter, height * 0.82) if style.letter else np.zeros((round(0.7 * height), round(0.55 * height)), np.uint8)
    )
    thick = max(1.5, style.weight * 0.62 * height)
    tall, hook = round(1.16 * height), 0.55 * height
    pad = 0.1 * height
    wide = round(hook + inner.shape[1] + 2 * pad + thick)
    half = thick / 2 + 0.5
    path = [(half, 0.56 * tall), (0.3 * hook, 0.5 * tall), (0.58 * hook, tall - half), (hook, half), (wide - half, half)]
    mask = inks.line(path, (tall, wide), thick)
    y, x = tall - inner.shape[0] - round(0.02 * tall), round(hook + pad)
    part = mask[max(0, y) : max(0, y) + inner.shape[0], x : x + inner.shape[1]]
    np.maximum(part, inner[: part.shape[0], : part.shape[1]], out=part)
    if label == "sqrt":
        return mask
    three = inks.text(font, "3", 0.42 * height)
    out = np.zeros((tall + round(0.05 * height), wide + max(0, three.shape[1] - round(0.4 * hook))), np.uint8)
    out[out.shape[0] - tall :, out.shape[1] - wide :] = mask
    low = max(0, out.shape[0] - tall + round(0.42 * tall) - three.shape[0])
    part = out[low : low + three.shape[0], : three.shape[1]]
    np.maximum(part, three[: part.shape[0]], out=part)
    return out


def wild(label: str, style: WildStyle, font: str, height: float, seed: int) -> Mask:
    """The main print of a wild card, digits about `height` high."""
    if label in SPELLINGS:
        if style.fraction in {"percent", "decimal"}:
            return words(font, spelling(label, style.fraction, seed), height * 0.85)
        return fraction(label, style, font, height)
    if label in {"N2", "N3"}:
        return power(label, style, font, height)
    if label in {"sqrt", "cbrt"}:
        return root(label, style, font, height)
    if label[:1] in {"-", "x", "/"} and label[1:] in {"2", "3", "4", "5"}:
        return operation(label, style, font, height)
    raise ValueError(f"{label!r} is no wild card")
