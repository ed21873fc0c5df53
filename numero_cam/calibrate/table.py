"""A calibrated table: its plane, its white balance and its zones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.calibrate.camera import CameraCalibration
from numero_cam.calibrate.table_plane import CARD, card_scale, congruence, plane_of_cards
from numero_cam.catalogue import tr

Array = NDArray[np.float64]
Gains = tuple[float, float, float]  #: Gains of red, green and blue in linear light; green is 1.

MAX_GAIN = 3.0  #: Maximum gain; light that needs more lacks a colour.
CLIPPED_LEVEL = 250  #: Level, 0..255, from which a pixel counts as overexposed.
DARK_LEVEL = 20  #: Level up to which a pixel counts as black.
_PAPER_PERCENTILE = 70  #: Percentile of brightness from which a pixel of a card is its white paper.
_MIN_PAPER_BRIGHTNESS = 0.6  #: A card whose paper is darker than this share of the brightest card's is printed all over and left out.
_CROP_SIZE = (40, 56)  #: Width and height of the crops, pixels.


def gains_from_patch(frame: Frame, corners: NDArray[np.floating]) -> Gains:
    """Compute white balance gains from a patch that is neutral grey, with corners ``(4, 2)`` pixels, clockwise."""
    light = _usable_light(_crop(frame, corners, 0.2))
    if not len(light):
        raise CalibrationError(tr("{photo}: the grey patch is too bright or too dark; change the exposure or the light", photo=frame.name))
    return _gains_of_white(np.median(light, axis=0), frame.name)


def gains_from_cards(frame: Frame, quads: Sequence[NDArray[np.floating]]) -> Gains:
    """Compute white balance gains from the white paper of open cards with outlines ``(4, 2)`` pixels."""
    stocks = []
    for quad in quads:
        light = _usable_light(_crop(frame, quad, 0.04))
        brightness = light.sum(axis=1)
        if len(light):
            stocks.append(np.median(light[brightness >= np.percentile(brightness, _PAPER_PERCENTILE)], axis=0))
    if not stocks:
        raise CalibrationError(tr("{photo}: no card whose stock is well lit; light the table evenly", photo=frame.name))
    whole = np.stack(stocks)
    bright = whole.sum(axis=1)
    return _gains_of_white(np.median(whole[bright >= _MIN_PAPER_BRIGHTNESS * bright.max()], axis=0), frame.name)


def apply_gains(frame: Frame, gains: Gains) -> Frame:
    """Return the picture with its colours corrected by white balance gains."""
    light = _to_light(np.arange(256))[:, None] * np.array(gains)
    # Dividing by the largest gain would avoid all clipping but darken the picture, so its square root is used.
    table = _to_srgb(np.clip(light / max(gains) ** 0.5, 0, 1))
    return replace(frame, pixels=np.asarray(cv2.LUT(frame.pixels, np.round(table * 255).astype(np.uint8)[None]), np.uint8))


def _crop(frame: Frame, corners: NDArray[np.floating], inset: float) -> NDArray[np.uint8]:
    """Return the pixels inside a quad, ``(N, 3)`` uint8 RGB, without its rim.

    Args:
        frame: The picture.
        corners: ``(4, 2)`` pixels, clockwise.
        inset: Width of the rim, as a share of each side.
    """
    width, height = _CROP_SIZE
    x, y = inset * width, inset * height
    box = np.array([[-x, -y], [width + x, -y], [width + x, height + y], [-x, height + y]], np.float32)
    matrix = geometry.homography(corners, box)
    crop = cv2.warpPerspective(
        frame.pixels, matrix, _CROP_SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0)
    )
    return np.asarray(crop, np.uint8).reshape(-1, 3)


def _usable_light(pixels: NDArray[np.uint8]) -> Array:
    """Return the linear light, ``(N, 3)`` 0..1, of pixels that are neither overexposed nor black; none if they are under a fifth of all."""
    usable = (pixels.max(axis=1) < CLIPPED_LEVEL) & (pixels.max(axis=1) > DARK_LEVEL)
    return _to_light(pixels[usable]) if usable.sum() * 5 >= len(pixels) else np.zeros((0, 3))


def _gains_of_white(light: Array, name: str) -> Gains:
    """Return the gains that make a measured white, ``(3,)`` linear light, neutral; ``name`` is that of the picture."""
    red, green, blue = (float(light[1] / max(part, 1e-6)) for part in light)
    if max(red, blue, 1 / red, 1 / blue) > MAX_GAIN:
        raise CalibrationError(
            tr(
                "{photo}: the light lacks a colour (gains {red:.2f} and {blue:.2f}, at most {most:.0f}); use whiter light",
                photo=name,
                red=red,
                blue=blue,
                most=MAX_GAIN,
            )
        )
    return red, green, blue


def _to_light(stored: NDArray[np.integer]) -> Array:
    """Convert sRGB levels 0..255 to linear light 0..1 (IEC 61966-2-1)."""
    v = stored / 255
    return np.asarray(np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4))


def _to_srgb(light: Array) -> Array:
    """Convert linear light 0..1 to sRGB 0..1."""
    return np.asarray(np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055))


Rectangle = tuple[float, float, float, float]  #: Left, top, right, bottom in millimetres of the table.

ZONE_NAMES = ("pile", "pile opposite", "hand", "opposite", "centre")  #: Names of the zones; a card in two zones belongs to the first.
MAX_ZONE_DISTANCE = 700.0  #: Maximum distance of a zone's edge from the middle of the picture, millimetres.
_HAND_DEPTH = 130.0  #: Depth of the zone of a hand without cards, millimetres.
_PILE_WIDTH = 90.0  #: Width of the zone of a pile, millimetres.
_PILE_GAP = 15.0  #: Gap between the cards of a hand and its pile, millimetres.
_CARD_MARGIN = 30.0  #: Distance of a zone's edge from the cards inside, millimetres.


@dataclass(frozen=True)
class _Extent:
    """The bounding rectangle of the cards of one zone, millimetres of the table."""

    left: float  #: Least x.
    top: float  #: Least y.
    right: float  #: Greatest x.
    bottom: float  #: Greatest y.


def make_zones(plane: Array, size: tuple[int, int], cards: Sequence[TableCard] = ()) -> dict[str, Rectangle]:
    """Divide the table into zones: a band for each hand, the centre between them, a pile at the right end of each band.

    Args:
        plane: ``(3, 3)`` homography from pixels to millimetres.
        size: Width and height of the picture, pixels.
        cards: The cards on the table; the bands end halfway between the hands and the centre. Without cards they are 130 mm deep.

    Returns:
        A rectangle for each of ``ZONE_NAMES``.
    """
    left, top, right, bottom = visible_table(plane, size)
    extents = {zone: _card_extent(plane, [card for card in cards if card.zone == zone]) for zone in ("hand", "opposite", "centre")}
    hand, other, centre = extents["hand"], extents["opposite"], extents["centre"]
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
    """Return the zone in which the middle of one or more cards lies.

    Args:
        zones: A rectangle for each of ``ZONE_NAMES``.
        plane: ``(3, 3)`` homography from pixels to millimetres.
        corners: ``(4, 2)`` pixels of a card; ``(4 K, 2)`` of several.

    Returns:
        One of ``ZONE_NAMES``; None outside all zones.
    """
    places = geometry.transform(plane, corners)
    x, y = places.mean(axis=0)
    rectangles = ((name, *zones[name]) for name in ZONE_NAMES)
    return next((name for name, left, top, right, bottom in rectangles if left <= x <= right and top <= y <= bottom), None)


def zone_outline(zone: Rectangle, plane: Array, size: tuple[int, int]) -> NDArray[np.float32]:
    """Return a zone's outline, ``(N, 2)`` float32 pixels, clipped to the picture; no point where it lies outside."""
    back = geometry.inverse(plane)
    left, top, right, bottom = zone
    ring = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    ahead = np.column_stack([ring, np.ones(4)]) @ back[2] / back[2, 2]
    if ahead.min() <= 0:  # a part of it is behind the camera, which can only be in a file that people edited
        return np.zeros((0, 2), np.float32)
    width, height = size
    frame = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    share, shared = cv2.intersectConvexConvex(geometry.transform(back, ring).astype(np.float32), frame)
    return np.asarray(shared, np.float32).reshape(-1, 2) if share > 0 else np.zeros((0, 2), np.float32)


def visible_table(plane: Array, size: tuple[int, int]) -> Rectangle:
    """Return the extent of the table along the picture's middle row and column, millimetres, at most ``MAX_ZONE_DISTANCE`` each way."""
    width, height = size
    rays = {
        "left": np.column_stack([np.linspace(width / 2, 0, 60), np.full(60, height / 2)]),
        "right": np.column_stack([np.linspace(width / 2, width, 60), np.full(60, height / 2)]),
        "up": np.column_stack([np.full(60, width / 2), np.linspace(height / 2, 0, 60)]),
        "down": np.column_stack([np.full(60, width / 2), np.linspace(height / 2, height, 60)]),
    }
    ends = {}
    for name, ray in rays.items():
        ahead = np.column_stack([ray, np.ones(60)]) @ plane[2]
        before_horizon = int(np.argmin(ahead / ahead[0] > 0.05)) or 60
        ends[name] = np.clip(geometry.transform(plane, ray[:before_horizon])[-1], -MAX_ZONE_DISTANCE, MAX_ZONE_DISTANCE)
    return float(ends["left"][0]), float(ends["up"][1]), float(ends["right"][0]), float(ends["down"][1])


def _edge(hand: float | None, centre: float | None, default: float, away: int) -> float:
    """Return the y, millimetres, at which a hand's band ends: halfway between its cards and the centre's, or beside those that are there.

    Args:
        hand: y of the edge of the hand's cards that faces the centre; None without cards.
        centre: y of the edge of the centre's cards that faces the hand; None without cards.
        default: y without any cards.
        away: 1 if the centre has larger y than the hand, else -1.
    """
    if hand is not None and centre is not None and (centre - hand) * away > 0:
        return (hand + centre) / 2
    if hand is not None:
        return hand + away * _CARD_MARGIN
    if centre is not None:
        return away * min(away * default, away * centre - _CARD_MARGIN)
    return default


def _card_extent(plane: Array, cards: Sequence[TableCard]) -> _Extent | None:
    """Return the bounding rectangle of some cards on the table, by the homography ``(3, 3)`` to millimetres; None without cards."""
    if not cards:
        return None
    places = geometry.transform(plane, np.concatenate([card.reading.corners for card in cards]))
    (left, top), (right, bottom) = places.min(axis=0), places.max(axis=0)
    return _Extent(float(left), float(top), float(right), float(bottom))


MIN_RELIABLE_VISIBLE = 0.9  #: Minimum visible share of a card whose outline is relied on.
#: Maximum median error of the cards' shape on the plane, as a share of a card's height; above it the camera has moved.
MAX_CARD_ERROR = 0.04


@dataclass(frozen=True)
class TableCalibration:
    """A calibrated table."""

    width: int  #: Width of the pictures, pixels.
    height: int  #: Height of the pictures, pixels.
    plane: NDArray[np.float64]  #: ``(3, 3)`` float64, homography from pixels of the undistorted picture to millimetres of the table.
    error: float  #: Error of the fit, root mean square, pixels.
    made_by: str  #: ``board``, ``sheet`` or ``cards``.
    zones: Mapping[str, Rectangle]  #: A rectangle for each of ``ZONE_NAMES``.
    date: str  #: Day of the calibration, ``2026-11-21``.
    white: Gains | None = None  #: White balance gains; None where they are not known.
    camera: CameraCalibration | None = None  #: The calibrated camera; None where the pictures have no distortion to remove.
    card: tuple[float, float] = field(default=CARD)  #: Width and height of the cards, millimetres.

    def __post_init__(self) -> None:
        """Check that the plane is regular, that there are all zones with an area, and that the camera has the same picture size."""
        regular = self.plane.shape == (3, 3) and np.isfinite(self.plane).all() and abs(np.linalg.det(self.plane)) > 1e-12
        if not regular or set(self.zones) != set(ZONE_NAMES) or any(z[0] >= z[2] or z[1] >= z[3] for z in self.zones.values()):
            raise CalibrationError(tr("no table has this plane and these zones"))
        if self.camera and (self.camera.width, self.camera.height) != (self.width, self.height):
            raise CalibrationError(tr("the table and its camera are of different picture sizes"))


def table_from_cards(frame: Frame, state: TableState, date: str, camera: CameraCalibration | None = None) -> TableCalibration:
    """Calibrate a table by the cards that lie open on it.

    Args:
        frame: The photo, undistorted where there is a camera.
        state: Its cards.
        date: Day of the calibration.
        camera: The camera, if it is calibrated.
    """
    size = frame.width, frame.height
    quads = [c.reading.corners for c in reliable_cards(state.cards)]
    plane, error = plane_of_cards(quads, frame.name, size)
    try:
        gains = gains_from_cards(frame, quads)
    except CalibrationError:  # the white balance is optional
        gains = None
    return TableCalibration(*size, plane, error, "cards", make_zones(plane, size, state.cards), date, gains, camera)


def camera_moved(table: TableCalibration, cards: Sequence[TableCard]) -> str | None:
    """Return a warning if the camera was moved since the table was calibrated, judged by the size and shape of cards on its plane.

    A shift parallel to the table cannot be noticed, because cards have the same shape everywhere.

    Args:
        table: The calibration.
        cards: Cards of a photo, their corners in pixels of the undistorted picture.

    Returns:
        A line for the user; None if the camera was not moved, or fewer than two cards can be judged.
    """
    shown = reliable_cards(cards)
    quads = [card.reading.corners for card in shown]
    if len(quads) < 2:
        return None
    error = _card_error(table.plane, quads, table.card)
    if error <= MAX_CARD_ERROR:
        return None
    moved = tr("the camera has moved since the table was calibrated")
    if _only_scaled(table, shown):
        board = tr("the camera has moved since the table was calibrated, or its board was not printed at 100 %")
        marker_sheet = tr("the camera has moved since the table was calibrated, or its sheet was not printed at 100 %")
        moved = board if table.made_by == "board" else marker_sheet
    return tr("{moved} (cards are off by {share:.0%} of their height): calibrate it anew", moved=moved, share=error)


def reliable_cards(cards: Sequence[TableCard]) -> list[TableCard]:
    """Return the open cards whose face is known and whose outline is reliable."""
    return [card for card in cards if card.reading.label is not None and card.reading.visible >= MIN_RELIABLE_VISIBLE]


def _only_scaled(table: TableCalibration, cards: Sequence[TableCard]) -> bool:
    """Return whether the cards have the right shape and only the wrong size, which a print of the wrong size causes."""
    scale = None if table.made_by == "cards" else card_scale(table.plane, cards)
    if scale is None:
        return False
    rescaled = np.diag([1 / scale, 1 / scale, 1]) @ table.plane
    return _card_error(rescaled, [card.reading.corners for card in cards], table.card) <= MAX_CARD_ERROR


def _card_error(plane: NDArray[np.float64], quads: Sequence[NDArray[np.floating]], card: tuple[float, float]) -> float:
    """Return the median distance of corners on the plane from those of a rectangle of a card's size, as a share of its height."""
    rectangle = np.array([[0, 0], [card[0], 0], [card[0], card[1]], [0, card[1]]])
    places = geometry.transform(plane, np.concatenate(quads)).reshape(-1, 4, 2)
    return float(np.median(np.linalg.norm(congruence(places, rectangle), axis=2).mean(axis=1)) / card[1])
