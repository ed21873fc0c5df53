"""Draws how to place camera, lamp and cards, with what was measured, as one SVG; called by `placing.py`."""

import math
from collections.abc import Mapping
from xml.sax.saxutils import escape

CARD_CENTIMETRES = 6.3  #: Width of a card of the usual size.
WIDTH = 920
HEIGHT = 620
GOOD = 0.95  #: From this share of cards read right on, a condition is called good.
FAIR = 0.85  #: From this share on, it is called fair.
INK = "#22303a"
#: Ground, ink and sign of each verdict: a verdict is never told by colour alone.
LOOKS = {"good": ("#dcefe0", "#1c6b3a", "✓"), "fair": ("#fdf0d5", "#8a5a00", "~"), "bad": ("#fbe3e0", "#a3261e", "✗")}
PICTURE_PIXELS = 1280  #: Width of the webcam's picture.

Measured = Mapping[str, Mapping[str, Mapping[str, float]]]


def _text(x: float, y: float, words: str, *, size: int = 14, anchor: str = "start", bold: bool = False, colour: str = INK) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight}>{escape(words)}</text>'


def _verdict(share: float) -> str:
    return "good" if share >= GOOD else "fair" if share >= FAIR else "bad"


def _row(y: float, title: str, cells: list[tuple[str, float]]) -> list[str]:
    """A condition: its name, and a box for each value with the share of the cards read right."""
    parts = [_text(24, y + 27, title, bold=True)]
    left, wide = 190, (WIDTH - 190 - 24) / len(cells)
    for n, (words, share) in enumerate(cells):
        ground, ink, sign = LOOKS[_verdict(share)]
        x = left + n * wide
        parts.append(f'<rect x="{x + 3:.0f}" y="{y}" width="{wide - 6:.0f}" height="44" rx="8" fill="{ground}"/>')
        parts.append(_text(x + wide / 2, y + 18, words, size=13, anchor="middle"))
        parts.append(_text(x + wide / 2, y + 36, f"{sign} {share * 100:.0f} %", size=13, anchor="middle", bold=True, colour=ink))
    return parts


def _scene() -> list[str]:
    """The table from its side: camera on a stand, its view, the lamp aside, cards."""
    table, eye = 262.0, (330.0, 66.0)
    parts = [f'<rect x="90" y="{table}" width="560" height="12" rx="4" fill="#b98b5e"/>']
    parts += [f'<rect x="{x}" y="{table + 12}" width="14" height="40" fill="#a3764c"/>' for x in (120, 606)]
    parts.append(f'<path d="M{eye[0]} {eye[1]} L170 {table} H560 Z" fill="#2f6f9f" fill-opacity="0.12"/>')
    parts += [
        f'<rect x="{x}" y="{table - 4}" width="34" height="4" rx="1" fill="#fff" stroke="{INK}"/>' for x in (190, 232, 330, 376, 470, 512)
    ]
    # The stand stands beside the table, its arm holds the camera over the players' side.
    parts.append(f'<path d="M70 {table + 52} V50 H{eye[0]}" fill="none" stroke="{INK}" stroke-width="5"/>')
    parts.append(f'<rect x="{eye[0] - 16}" y="46" width="32" height="20" rx="4" fill="{INK}" transform="rotate(-8 {eye[0]} 56)"/>')
    parts.append(f'<path d="M{eye[0]} {eye[1]} V{table}" stroke="{INK}" stroke-dasharray="4 5"/>')
    end = eye[1] + 120 * math.cos(math.radians(20)), eye[0] + 120 * math.sin(math.radians(20))
    parts.append(f'<path d="M{eye[0]} {eye[1] + 120} A120 120 0 0 0 {end[1]:.0f} {end[0]:.0f}" fill="none" stroke="{INK}"/>')
    parts.append(_text(eye[0] + 46, eye[1] + 112, "angle", size=13))
    aim = eye[0] + (table - eye[1]) * math.tan(math.radians(20))
    parts.append(f'<path d="M{eye[0]} {eye[1]} L{aim:.0f} {table}" stroke="{INK}" stroke-dasharray="4 5"/>')
    parts += [_text(84, 150, "Height: about 0.8 of", size=13), _text(84, 168, "the table in view", size=13)]
    # A lamp from the side lights the table, and its reflection goes past the camera.
    parts.append('<path d="M640 96 l46 -22 l18 38 l-46 22 z" fill="#f2c14e" stroke="#8a5a00"/>')
    parts.append(f'<path d="M654 124 L470 {table - 8}" stroke="#d79a1c" stroke-width="2" stroke-dasharray="6 5"/>')
    parts += [
        _text(720, 92, "A lamp from the side,", size=13),
        _text(720, 110, "not from behind the camera", size=13),
        _text(720, 196, "Cards of different groups", size=13),
        _text(720, 214, "do not touch", size=13),
    ]
    return parts


def _card_words(pixels: str) -> str:
    return f"{PICTURE_PIXELS / int(pixels) * CARD_CENTIMETRES:.0f} cm"


#: For each condition its name, and how a value is told.
WORDS = {
    "card": ("Table in view", _card_words),
    "tilt": ("Angle", lambda value: f"{value}°"),
    "white": ("White paper (0-255)", str),
    "reflection": ("Reflected lamp", lambda value: "none" if value == "0" else f"+{value}"),
    "cloth": ("Table", str),
}


def placing_picture(found: Measured) -> str:
    """Return the picture as SVG, of the share of the cards that are read as they are, by condition and value."""
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf8"/>', *_scene()]
    y = 336
    for name, cells in found.items():
        title, words = WORDS[name]
        parts += _row(y, title, [(words(value), cell["right"]) for value, cell in cells.items()])
        y += 52
    parts.append(
        _text(
            24,
            HEIGHT - 12,
            "Share of the cards of drawn deals that are read right, 1280 x 720 pixels, no pack learned. "
            f"✓ from {GOOD * 100:.0f} %, ~ from {FAIR * 100:.0f} %.",
            size=12,
        )
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, sans-serif">'
    return head + "\n".join(parts) + "</svg>\n"
