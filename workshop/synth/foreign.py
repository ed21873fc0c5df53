"""Cards on the table that are no number cards: nothing may be read from them."""

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from workshop.synth import doodles, fonts, grounds, inks, palette, playing, prints
from workshop.synth.design import Design, random_design
from workshop.synth.faces import cut
from workshop.synth.inks import Canvas, Mask
from workshop.synth.palette import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

_WORDS = [
    "PASS", "SKIP", "DRAW", "TAKE", "GIVE", "SWAP", "STOP", "LUCK", "TRADE", "HOME", "CITY", "RIVER", "FARM", "MOON", "STAR",
    "KNIGHT", "CASTLE", "DRAGON", "FOREST", "PIRATE", "ROBOT", "OCEAN", "BONUS", "RULES", "CARDS", "CHECKLIST", "POINTS", "SCORE",
    "TURN", "PLAYER", "THE", "A", "OF", "AND", "FOR", "WITH", "EACH", "FROM", "YOUR", "NEXT", "GAME", "BOARD", "CALL", "MEET",
    "OFFICE", "STREET",
]  # fmt: skip
_NUMBERS = (
    "0", "16", "18", "20", "21", "24", "25", "30", "36", "48", "50", "64", "72", "81", "99", "100", "144", "500", "1000", "+2", "+4",
)  # fmt: skip
#: What other cards show, with their shares.
KINDS = {
    "court": 0.26, "joker": 0.07, "picture": 0.16, "letter": 0.12, "number": 0.12, "blank": 0.08, "list": 0.1, "visiting": 0.05,
    "note": 0.04, "action": 0.06,
}  # fmt: skip
PICTURED = 0.6  #: Share of the cards that let draw whose middle shows so many cards; the sign is in the corners then.
ACTIONS = (
    "+1",
    "+2",
    "+3",
    "+4",
    "?",
    "W",
    "turn",
    "swap",
    "skip",
)  #: What action cards show: texts, and signs that ``_action_mask`` draws.
_SIGNS = ("!", "?", "&", "@", "#", "$", "*", "=", "+", "<", ">", "π")


def draw_foreign(rng: Rng, height: int = 320, kind: str | None = None) -> npt.NDArray[np.uint8]:
    """A card of some other kind of ``KINDS``, ``(H, W, 4)`` uint8 RGBA; alpha is the card's outline."""
    makers: list[Callable[[Rng, int], npt.NDArray[np.uint8]]] = [
        _court, _joker, _picture, _letter, _other_number, _blank, _list, _visiting, _note, _action,
    ]  # fmt: skip
    if kind is not None:
        return makers[list(KINDS).index(kind)](rng, height)
    odds = np.array(list(KINDS.values()))
    return makers[int(rng.choice(len(makers), p=odds / odds.sum()))](rng, height)


def _court(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    return draw_court(rng, random_design(rng, kind="playing"), height)


def _size(rng: Rng, height: int) -> tuple[int, int]:
    return height, round(height * rng.choice([63 / 88, 57 / 87, 56 / 86, 70 / 120, 0.75, rng.uniform(0.55, 0.8)]))


def draw_court(rng: Rng, design: Design, height: int = 320) -> npt.NDArray[np.uint8]:
    """A jack, queen or king as ``draw_foreign``: indices, a frame, and a figure that is the same on its head."""
    size = height, max(8, round(height * design.aspect))
    canvas = inks.sheet(*size, design.paper)
    sheet = prints.Sheet(canvas, (255, 255, 255), 0.0)
    suit, rank = "shdc"[int(rng.integers(4))], str(rng.choice(list("JQKJQKJQKBDVCN")))
    playing.print_indices(sheet, design, rank, suit)
    wide, tall = round((0.62 if rng.random() < 0.7 else 0.56) * size[1]), round(0.84 * height)
    if design.playing.index > 0.11:
        wide, tall = round(0.46 * size[1]), round(0.8 * height)
    kind = rng.random()
    if kind < 0.75:
        half = doodles.figure(rng, (tall // 2, wide), rank)
        panel = np.concatenate([half, half[::-1, ::-1]])
        top, left = (height - panel.shape[0]) // 2, (size[1] - wide) // 2
        canvas[top : top + panel.shape[0], left : left + wide] = panel
        if rng.random() < 0.8:
            rim = inks.rounded(panel.shape[0], wide, 2.0)
            inks.stamp(canvas, inks.outline(rim, 1.0), (size[1] / 2, height / 2), (30, 40, 110))
    elif kind < 0.9:
        mask = inks.text(fonts.pick(rng, heavy=True), rank, 0.4 * height)
        inks.stamp(
            canvas, inks.scaled(mask, mask.shape[0], width=0.6 * size[1]), (size[1] / 2, height / 2), playing.suit_colour(design, suit)
        )
    else:
        doodles.doodle(rng, canvas, (size[1] / 2, height / 2), 0.6 * size[1])
    return cut(canvas, design.radius)


def _joker(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    size = _size(rng, height)
    canvas = inks.sheet(*size, palette.hsv(45, rng.uniform(0, 0.06), 1.0))
    doodles.doodle(rng, canvas, (size[1] / 2, height / 2), 0.7 * size[1])
    font = fonts.pick(rng)
    mask = inks.text(font, "JOKER", 0.055 * height)
    if rng.random() < 0.6:
        mask = inks.down(*(inks.text(font, letter, 0.06 * height) for letter in "JOKER"), gap=0.01 * height)
    margin = 0.05 * size[1]
    ink = (200, 20, 30) if rng.random() < 0.5 else (20, 20, 20)
    inks.stamp(canvas, mask, (margin + mask.shape[1] / 2, margin + mask.shape[0] / 2), ink)
    inks.stamp(canvas, inks.turned(mask, 180), (size[1] - margin - mask.shape[1] / 2, height - margin - mask.shape[0] / 2), ink)
    return cut(canvas, 0.06)


def _photo(rng: Rng, size: tuple[int, int]) -> Canvas:
    """Soft colours as in a painted or photographed picture."""
    rough = rng.uniform(0, 255, (int(rng.integers(3, 8)), int(rng.integers(3, 7)), 3)).astype(np.float32)
    fine = rng.normal(0, 40, (24, 18, 1)).astype(np.float32)
    wide = (size[1], size[0])
    picture = cv2.resize(rough, wide, interpolation=cv2.INTER_CUBIC) + cv2.resize(fine, wide, interpolation=cv2.INTER_CUBIC)[..., None]
    return np.clip(picture * rng.uniform(0.5, 1) + rng.uniform(0, 80), 0, 255).astype(np.uint8)


def _picture(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    """A card of a picture game: art in a frame, a title, some text."""
    size = _size(rng, height)
    canvas = inks.sheet(*size, doodles.any_colour(rng) if rng.random() < 0.6 else palette.paper(rng))
    rim = round(rng.uniform(0, 0.09) * size[1])
    bottom = round(height * rng.choice([1.0, rng.uniform(0.5, 0.85)])) - rim
    art = canvas[rim:bottom, rim : size[1] - rim]
    if rng.random() < 0.6:
        art[:] = _photo(rng, (art.shape[0], art.shape[1]))
    else:
        art[:] = doodles.any_colour(rng)
    doodles.doodle(rng, art, (art.shape[1] / 2, art.shape[0] / 2), float(min(art.shape[:2])))
    font = fonts.pick(rng)
    ink = palette.ink_on((int(canvas[-1, size[1] // 2, 0]), int(canvas[-1, size[1] // 2, 1]), int(canvas[-1, size[1] // 2, 2])))
    y = bottom + 0.03 * height
    while y < height - 0.06 * height:
        mask = inks.text(font, " ".join(rng.choice(_WORDS, 4)), 0.028 * height)
        inks.stamp(canvas, inks.scaled(mask, mask.shape[0], width=0.8 * size[1]), (size[1] / 2, y + 0.02 * height), ink)
        y += 0.05 * height
    if rng.random() < 0.5:
        _title(rng, canvas, font, float(rng.choice([0.09, 0.5, 0.9])))
    return cut(canvas, float(rng.uniform(0, 0.1)))


def _title(rng: Rng, canvas: Canvas, font: str, high: float) -> None:
    height, width = canvas.shape[:2]
    mask = inks.text(font, str(rng.choice(_WORDS[:24])), 0.05 * height)
    mask = inks.scaled(mask, mask.shape[0], width=0.8 * width)
    plate = inks.rounded(round(mask.shape[0] * 1.8), round(mask.shape[1] * 1.2), 4.0)
    place = width / 2, high * height
    ground = doodles.any_colour(rng)
    inks.stamp(canvas, plate, place, ground)
    inks.stamp(canvas, mask, place, palette.ink_on(ground))


def _letter(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    """A letter or a sign where a number card has its numeral, in the layout of a deck."""
    line = str(rng.choice(list("ABCDEFGHJKLMPQRSTUVWXYZaefhkmnrt"))) if rng.random() < 0.75 else str(rng.choice(_SIGNS[:11]))
    return _as_deck(rng, height, line)


def _other_number(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    """A number that no card of the pack has."""
    return _as_deck(rng, height, str(rng.choice(_NUMBERS)))


def _action(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    return draw_action(rng, random_design(rng), height)


def draw_action(rng: Rng, design: Design, height: int = 320) -> npt.NDArray[np.uint8]:
    """A card of action as ``draw_foreign`` in the layout of a deck, its sign in the corners too: draw two, skip, turn round."""
    name = str(rng.choice(ACTIONS))
    pictured = name[0] == "+" and rng.random() < PICTURED
    middle = _small_cards(int(name[1])) if pictured else None
    return _printed(rng, height, design, lambda high: _action_mask(design.main, name, high), middle)


def _small_cards(count: int) -> Mask:
    """So many little cards, each a little over the one before."""
    card = inks.turned(np.maximum(inks.outline(inks.rounded(90, 60, 8.0), 6.0), 0), 15)
    out = np.zeros((card.shape[0] + 30 * (count - 1), card.shape[1] + 34 * (count - 1)), np.uint8)
    body = inks.turned(inks.padded(inks.rounded(90, 60, 8.0), 1), 15)
    for k in range(count):
        top, left = 30 * (count - 1 - k), 34 * k
        part = out[top : top + card.shape[0], left : left + card.shape[1]]
        part[body[: part.shape[0], : part.shape[1]] > 127] = 0
        np.maximum(part, card, out=part)
    return out


def _action_mask(font: str, name: str, height: float) -> Mask:
    side = max(8, round(height))
    if name == "skip":
        ring = inks.outline(inks.shape("ellipse", side, side), 0.14 * side)
        return np.maximum(ring, inks.line([(0.2 * side, 0.8 * side), (0.8 * side, 0.2 * side)], ring.shape[:2], 0.14 * side))
    if name not in {"turn", "swap"}:
        return inks.text(font, name, height)
    head = inks.polygon([(0.2 * side, 0), (0.4 * side, 0.4 * side), (0, 0.4 * side)], (side, round(0.4 * side)))
    arrow = np.maximum(head, inks.line([(0.2 * side, 0.3 * side), (0.2 * side, side)], head.shape, 0.14 * side))
    both = inks.across(arrow, inks.turned(arrow, 180), gap=0.05 * side)
    return inks.turned(both, 45) if name == "turn" else both


def _as_deck(rng: Rng, height: int, line: str) -> npt.NDArray[np.uint8]:
    design = random_design(rng)
    return _printed(rng, height, design, lambda high: inks.text(design.main, line, high))


def _printed(rng: Rng, height: int, design: Design, mark: "Callable[[float], Mask]", middle: Mask | None = None) -> npt.NDArray[np.uint8]:
    """A card with the mark in its corners, and in its middle unless something else is there."""
    size = height, round(height * design.aspect)
    tone = design.colours[int(rng.integers(4))]
    index = replace(design.index, mark="none" if design.index.mark == "shape" else design.index.mark)
    ground = grounds.paint(design.ground, size, tone, design.paper, (design.number.across, design.number.middle))
    sheet = prints.Sheet(ground.canvas, design.paper, ground.edge)
    small = inks.scaled(mark(design.index.height * height), 0.15 * height, width=0.25 * size[1])
    prints.print_corners(sheet, index, small, ground.small, None)
    mask = _fit(mark(design.number.height * height) if middle is None else inks.scaled(middle, 0.4 * height), sheet)
    prints.print_main(sheet, mask, (design.number.across * size[1], design.number.middle * height), ground.main, design.number)
    return cut(ground.canvas, design.radius)


def _fit(mask: Mask, sheet: prints.Sheet) -> Mask:
    return inks.scaled(mask, min(mask.shape[0], 0.5 * sheet.height), width=0.55 * sheet.width)


def _blank(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    """A blank card of a pack: stock, ground, perhaps a frame."""
    design = random_design(rng)
    size = height, round(height * design.aspect)
    colour = design.colours[int(rng.integers(4))]
    if rng.random() < 0.5:
        return cut(inks.sheet(*size, design.paper), design.radius)
    return cut(grounds.paint(design.ground, size, colour, design.paper, (0.5, 0.5)).canvas, design.radius)


def _list(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    """A card of rules or a checklist: a title, lines of text, boxes, some numbers at their ends."""
    size = _size(rng, height)
    paper = palette.paper(rng)
    canvas = inks.sheet(*size, paper)
    ink, font = palette.ink_on(paper, light=palette.BLACK, dark=palette.WHITE), fonts.pick(rng, legible=True)
    _title(rng, canvas, font, 0.09)
    left, y, step = 0.1 * size[1], 0.17 * height, float(rng.uniform(0.045, 0.08)) * height
    boxes, numbers = rng.random() < 0.4, rng.random() < 0.5
    while y < 0.93 * height:
        mask = inks.text(font, " ".join(rng.choice(_WORDS, int(rng.integers(2, 5)))).lower(), 0.4 * step)
        mask = inks.scaled(mask, mask.shape[0], width=0.7 * size[1])
        inks.stamp(canvas, mask, (left * 1.6 + mask.shape[1] / 2, y), ink)
        if boxes:
            inks.stamp(canvas, inks.outline(inks.rounded(8, 8, 0.0), 1.0), (left, y), ink)
        if numbers:
            inks.stamp(canvas, inks.text(font, str(rng.integers(1, 21)), 0.45 * step), (0.9 * size[1], y), ink)
        y += step
    return cut(canvas, float(rng.uniform(0, 0.1)))


def _visiting(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    """A visiting or membership card, its text across the longer side."""
    width = round(height * 55 / 88)
    paper = palette.paper(rng) if rng.random() < 0.6 else doodles.any_colour(rng)
    canvas = inks.sheet(width, height, paper)
    ink = palette.ink_on(paper, light=palette.BLACK, dark=palette.WHITE)
    if rng.random() < 0.6:
        inks.stamp(canvas, inks.shape("flower", width // 4, width // 4), (0.82 * height, 0.3 * width), doodles.any_colour(rng))
    font = fonts.pick(rng, legible=True)
    for row in range(int(rng.integers(3, 6))):
        line = " ".join(rng.choice(_WORDS, 3)).title() if row < 2 else "".join(str(digit) for digit in rng.integers(0, 10, 9))
        mask = inks.text(font, line, width * (0.1 if row == 0 else 0.06))
        mask = inks.scaled(mask, mask.shape[0], width=0.6 * height)
        inks.stamp(canvas, mask, (0.08 * height + mask.shape[1] / 2, (0.25 + 0.14 * row) * width), ink)
    return cut(np.ascontiguousarray(np.rot90(canvas)), float(rng.choice([0.0, 0.05])))


def _note(rng: Rng, height: int) -> npt.NDArray[np.uint8]:
    """A sticky note or a piece of paper with some writing."""
    size = height, round(height * rng.uniform(0.7, 1.0))
    canvas = inks.sheet(*size, palette.hsv(float(rng.choice([50, 55, 330, 190, 90, 0])), rng.uniform(0.05, 0.5), rng.uniform(0.9, 1)))
    font = fonts.pick(rng)
    for row in range(int(rng.integers(0, 5))):
        mask = inks.text(font, " ".join(rng.choice(_WORDS, int(rng.integers(1, 4)))).lower(), 0.07 * height)
        inks.stamp(canvas, inks.scaled(mask, mask.shape[0], width=0.8 * size[1]), (size[1] / 2, (0.2 + 0.15 * row) * height), (40, 40, 90))
    return cut(canvas, 0.0)
