"""What is known of a calibrated table: its plane, its white, its zones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.calibrate.camera import Camera
from numero_cam.calibrate.table_plane import CARD, card_scale, congruence, plane_of_cards

Array = NDArray[np.float64]
Gains = tuple[float, float, float]
"""Of red, green and blue; green is 1."""

MOST_GAIN = 3.0
"""A light that needs more has lost a colour: no gain brings it back."""
CLIPPED = 250
"""Stored values from which light was cut off."""
_STOCK = 70
"""Percentile of brightness from which a pixel of a card is its stock."""
_LEAST_STOCK = 0.6
"""A card whose stock is darker than this share of the brightest card's is printed all over."""
_CROP = (40, 56)


def gains_of_patch(frame: Frame, corners: NDArray[np.floating]) -> Gains:
    """Gains from a patch that is neutral grey.

    Args:
        frame: The picture.
        corners: ``(4, 2)`` pixels of the patch, clockwise.

    Raises:
        CalibrationError: The patch is too bright or too dark, or the light has too little of a colour.
    """
    light = _light(_crop(frame, corners, 0.2))
    if not len(light):
        message = f"{frame.name}: the grey patch is too bright or too dark; change the exposure or the light"
        raise CalibrationError(message)
    return _gains(np.median(light, axis=0), frame.name)


def gains_of_stock(frame: Frame, quads: Sequence[NDArray[np.floating]]) -> Gains:
    """Gains from the stock of open cards, taken as white: the brightest part of each, cards printed all over left out.

    Args:
        frame: The picture.
        quads: Outlines of cards, each ``(4, 2)`` pixels.

    Raises:
        CalibrationError: No card that is well lit, or the light has too little of a colour.
    """
    stocks = []
    for quad in quads:
        light = _light(_crop(frame, quad, 0.04))
        brightness = light.sum(axis=1)
        if len(light):
            stocks.append(np.median(light[brightness >= np.percentile(brightness, _STOCK)], axis=0))
    if not stocks:
        message = f"{frame.name}: no card whose stock is well lit; light the table evenly"
        raise CalibrationError(message)
    whole = np.stack(stocks)
    bright = whole.sum(axis=1)
    return _gains(np.median(whole[bright >= _LEAST_STOCK * bright.max()], axis=0), frame.name)


def balance(frame: Frame, gains: Gains) -> Frame:
    """The picture under white light."""
    light = _to_light(np.arange(256))[:, None] * np.array(gains)
    # Divided by the largest gain nothing is cut off that was not before; a little of it is given up for brightness.
    table = _to_stored(np.clip(light / max(gains) ** 0.5, 0, 1))
    return replace(frame, pixels=np.asarray(cv2.LUT(frame.pixels, np.round(table * 255).astype(np.uint8)[None]), np.uint8))


def _crop(frame: Frame, corners: NDArray[np.floating], inset: float) -> NDArray[np.uint8]:
    """``(N, 3)`` pixels inside a quad, its rim left out."""
    width, height = _CROP
    x, y = inset * width, inset * height
    box = np.array([[-x, -y], [width + x, -y], [width + x, height + y], [-x, height + y]], np.float32)
    matrix = geometry.homography(corners, box)
    crop = cv2.warpPerspective(frame.pixels, matrix, _CROP, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0))
    return np.asarray(crop, np.uint8).reshape(-1, 3)


def _light(pixels: NDArray[np.uint8]) -> Array:
    """``(N, 3)`` light 0..1 of the pixels that are neither cut off nor black; none where there are too few."""
    fair = (pixels.max(axis=1) < CLIPPED) & (pixels.max(axis=1) > 20)
    return _to_light(pixels[fair]) if fair.sum() * 5 >= len(pixels) else np.zeros((0, 3))


def _gains(light: Array, name: str) -> Gains:
    red, green, blue = (float(light[1] / max(part, 1e-6)) for part in light)
    if max(red, blue, 1 / red, 1 / blue) > MOST_GAIN:
        message = f"{name}: the light lacks a colour (gains {red:.2f} and {blue:.2f}, at most {MOST_GAIN:.0f}); use whiter light"
        raise CalibrationError(message)
    return red, green, blue


def _to_light(stored: NDArray[np.integer]) -> Array:
    """The curve of sRGB (IEC 61966-2-1) undone: 0..255 to 0..1."""
    v = stored / 255
    return np.asarray(np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4))


def _to_stored(light: Array) -> Array:
    return np.asarray(np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055))


Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom in millimetres of the table."""

NAMES = ("pile", "pile opposite", "hand", "opposite", "centre")
"""A card in two zones lies in the first of them."""
REACH = 700.0
"""Millimetres from the middle of the picture to the farthest edge of a zone."""
_HAND_DEPTH = 130.0
_PILE_WIDTH, _PILE_GAP = 90.0, 15.0
_NEAR_CARD = 30.0


@dataclass(frozen=True)
class _Rows:
    """Where cards of one zone lie on the table: their outermost edges, millimetres."""

    left: float
    top: float
    right: float
    bottom: float


def make_zones(plane: Array, size: tuple[int, int], cards: Sequence[TableCard] = ()) -> dict[str, Rectangle]:
    """Parts the table into zones: a band for each hand, the centre between, a pile at the right end of each band.

    Args:
        plane: Pixels to millimetres, see ``plane``.
        size: Width and height of the picture.
        cards: What lies there; the bands end halfway between the hands and the centre. Without, they are 130 mm deep.

    Returns:
        A rectangle for each of ``NAMES``.
    """
    left, top, right, bottom = seen_table(plane, size)
    lie = {zone: _rows(plane, [card for card in cards if card.zone == zone]) for zone in ("hand", "opposite", "centre")}
    hand, other, centre = lie["hand"], lie["opposite"], lie["centre"]
    depth = min(_HAND_DEPTH, 0.3 * (bottom - top))
    near = _edge(hand.top if hand else None, centre.bottom if centre else None, bottom - depth, -1)
    far = _edge(other.bottom if other else None, centre.top if centre else None, top + depth, 1)
    far, near = min(far, near - 1), max(far + 1, near)
    top, bottom = min(top, far - 1), max(bottom, near + 1)
    pile = max(right - _PILE_WIDTH, hand.right + _PILE_GAP) if hand else right - _PILE_WIDTH
    other_pile = min(left + _PILE_WIDTH, other.left - _PILE_GAP) if other else left + _PILE_WIDTH
    return {
        "pile": (pile, near, max(right, pile + _PILE_WIDTH), bottom),
        "pile opposite": (min(left, other_pile - _PILE_WIDTH), top, other_pile, far),
        "hand": (left, near, right, bottom),
        "opposite": (left, top, right, far),
        "centre": (left, far, right, near),
    }


def zone_at(zones: Mapping[str, Rectangle], plane: Array, corners: NDArray[np.floating]) -> str | None:
    """The zone in which the middle of a card, or of several, lies.

    Args:
        zones: See ``make_zones``.
        plane: Pixels to millimetres.
        corners: ``(4, 2)`` pixels of a card; ``(4 K, 2)`` of several.

    Returns:
        One of ``NAMES``, or None outside of all.
    """
    places = geometry.transform(plane, corners)
    x, y = places.mean(axis=0)
    return next((name for name in NAMES if _inside(zones[name], x, y)), None)


def outline_in_picture(zone: Rectangle, plane: Array, size: tuple[int, int]) -> NDArray[np.float32]:
    """A zone's outline as ``(N, 2)`` float32 pixels, cut at the picture's edges; no point where it lies outside."""
    back = geometry.inverse(plane)
    left, top, right, bottom = zone
    ring = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    ahead = np.column_stack([ring, np.ones(4)]) @ back[2] / back[2, 2]
    if ahead.min() <= 0:  # a part of it lies behind the camera: at most by zones that people wrote
        return np.zeros((0, 2), np.float32)
    width, height = size
    frame = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    share, shared = cv2.intersectConvexConvex(geometry.transform(back, ring).astype(np.float32), frame)
    return np.asarray(shared, np.float32).reshape(-1, 2) if share > 0 else np.zeros((0, 2), np.float32)


def seen_table(plane: Array, size: tuple[int, int]) -> Rectangle:
    """The part of the table that zones may take up: what the picture shows in its middle row and column, up to ``REACH``."""
    width, height = size
    ways = {
        "left": np.column_stack([np.linspace(width / 2, 0, 60), np.full(60, height / 2)]),
        "right": np.column_stack([np.linspace(width / 2, width, 60), np.full(60, height / 2)]),
        "up": np.column_stack([np.full(60, width / 2), np.linspace(height / 2, 0, 60)]),
        "down": np.column_stack([np.full(60, width / 2), np.linspace(height / 2, height, 60)]),
    }
    ends = {}
    for name, way in ways.items():
        ahead = np.column_stack([way, np.ones(60)]) @ plane[2]
        before_horizon = int(np.argmin(ahead / ahead[0] > 0.05)) or 60
        ends[name] = np.clip(geometry.transform(plane, way[:before_horizon])[-1], -REACH, REACH)
    return float(ends["left"][0]), float(ends["up"][1]), float(ends["right"][0]), float(ends["down"][1])


def _edge(hand: float | None, centre: float | None, usual: float, away: int) -> float:
    """Where a hand's band ends: halfway between its cards and the centre's, or just beside those that are there.

    Args:
        hand: The edge of the hand's cards that faces the centre, if there are any.
        centre: The edge of the centre's cards that faces the hand, if there are any.
        usual: Where it ends without cards.
        away: 1 where the centre lies at larger y than the hand, else -1.
    """
    if hand is not None and centre is not None and (centre - hand) * away > 0:
        return (hand + centre) / 2
    if hand is not None:
        return hand + away * _NEAR_CARD
    if centre is not None:
        return away * min(away * usual, away * centre - _NEAR_CARD)
    return usual


def _rows(plane: Array, cards: Sequence[TableCard]) -> _Rows | None:
    if not cards:
        return None
    places = geometry.transform(plane, np.concatenate([card.reading.corners for card in cards]))
    (left, top), (right, bottom) = places.min(axis=0), places.max(axis=0)
    return _Rows(float(left), float(top), float(right), float(bottom))


def _inside(zone: Rectangle, x: float, y: float) -> bool:
    return bool(zone[0] <= x <= zone[2] and zone[1] <= y <= zone[3])


OPEN = 0.9
"""Share of a card that must be visible for its outline to be trusted."""
MOST_BENT = 0.04
"""Median share of its height by which a card may be no card on the table; more, and the camera has moved."""


@dataclass(frozen=True)
class Table:
    """A calibrated table.

    Attributes:
        width: Pixels of the pictures, as shown.
        height: Pixels.
        plane: ``(3, 3)`` float64, pixels of the straight picture to millimetres of the table.
        error: Root mean square, pixels.
        made_by: ``board``, ``sheet`` or ``cards``.
        zones: Rectangles by ``zones.NAMES``.
        date: Day on which it was made.
        white: Gains of the white balance, or None.
        camera: The camera whose pictures these are, or None where they are taken as straight.
        card: Width and height of the cards, millimetres.
    """

    width: int
    height: int
    plane: NDArray[np.float64]
    error: float
    made_by: str
    zones: Mapping[str, Rectangle]
    date: str
    white: Gains | None = None
    camera: Camera | None = None
    card: tuple[float, float] = field(default=CARD)

    def __post_init__(self) -> None:
        """Refuse what is no table."""
        fine = self.plane.shape == (3, 3) and np.isfinite(self.plane).all() and abs(np.linalg.det(self.plane)) > 1e-12
        if not fine or set(self.zones) != set(NAMES) or any(z[0] >= z[2] or z[1] >= z[3] for z in self.zones.values()):
            message = "no table has this plane and these zones"
            raise CalibrationError(message)
        if self.camera and (self.camera.width, self.camera.height) != (self.width, self.height):
            message = "the table and its camera are of different picture sizes"
            raise CalibrationError(message)


def table_from_cards(frame: Frame, state: TableState, date: str, camera: Camera | None = None, card: tuple[float, float] = CARD) -> Table:
    """Calibrates a table by the cards that lie open on it.

    Args:
        frame: The photo, made straight where there is a camera.
        state: Its cards.
        date: Day, for the record.
        camera: The camera, if it is calibrated.
        card: Width and height of a card, millimetres.

    Raises:
        CalibrationError: Too few open cards, or they do not lie on one plane.
    """
    size = frame.width, frame.height
    quads = [c.reading.corners for c in open_cards(state.cards)]
    plane, error = plane_of_cards(quads, frame.name, size, card)
    try:
        gains = gains_of_stock(frame, quads)
    except CalibrationError:  # a table is a table without them
        gains = None
    return Table(*size, plane, error, "cards", make_zones(plane, size, state.cards), date, gains, camera, card)


def moved(table: Table, cards: Sequence[TableCard]) -> str | None:
    """Whether the camera was moved since the table was calibrated: cards on it are then no longer of a card's size and form.

    A camera moved along the table without being turned or raised is not noticed: cards look the same everywhere.

    Args:
        table: The calibration.
        cards: Of a photo, their corners in pixels of the straight picture.

    Returns:
        A line that says so, or None.
    """
    shown = open_cards(cards)
    quads = [card.reading.corners for card in shown]
    if len(quads) < 2:
        return None
    bent = _bent(table.plane, quads, table.card)
    if bent <= MOST_BENT:
        return None
    cause = f", or its {table.made_by} was not printed at 100 %" if _only_scaled(table, shown) else ""
    return f"the camera has moved since the table was calibrated{cause} (cards are off by {bent:.0%} of their height): calibrate it anew"


def open_cards(cards: Sequence[TableCard]) -> list[TableCard]:
    """Those that are known and lie open, whose outlines can be trusted."""
    return [card for card in cards if card.reading.label is not None and card.reading.visible >= OPEN]


def _only_scaled(table: Table, cards: Sequence[TableCard]) -> bool:
    """Whether cards on a table made by a print are of their form, but all too large or too small: so a wrong print shows too."""
    scale = None if table.made_by == "cards" else card_scale(table.plane, cards)
    if scale is None:
        return False
    right = np.diag([1 / scale, 1 / scale, 1]) @ table.plane
    return _bent(right, [card.reading.corners for card in cards], table.card) <= MOST_BENT


def _bent(plane: NDArray[np.float64], quads: Sequence[NDArray[np.floating]], card: tuple[float, float]) -> float:
    """Median distance of corners from those of a card, as a share of its height."""
    rectangle = np.array([[0, 0], [card[0], 0], [card[0], card[1]], [0, card[1]]])
    places = geometry.transform(plane, np.concatenate(quads)).reshape(-1, 4, 2)
    return float(np.median(np.linalg.norm(congruence(places, rectangle), axis=2).mean(axis=1)) / card[1])
