"""Cuts crops of cards out of a picture, straightened by a homography; also removes speckle noise from pictures."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.quality import BURNT_OUT, HIDDEN

Picture = NDArray[np.uint8]

OUTLINE_SIDE = 80  #: Side of the square crop in which corners are refined, pixels.
SPOT_SIGMA = 3.0  #: Standard deviation of the anchor spot in that crop, pixels.
OUTLINE_MARGIN = 0.3  #: Margin of that crop around the quad, as a share of the quad's side.
FACE_WIDTH = 96  #: Width of the upright crop from which a face is read, pixels.
FACE_HEIGHT = 132  #: Height of that crop, pixels; the usual card is 63 x 88 mm.
FACE_MARGIN = 0.03  #: Margin of that crop around the card, as a share of the card's side.
BURNT_OUT_LEVEL = 245  #: Value of each channel, 0..255, from which a pixel may be burnt out.
MIN_BURNT_SHARE = 0.01  #: Minimum size of what is burnt out, as a share of the crop.
FADE_SHARE = 0.15  #: Distance from it at which it must still lighten the card, as a share of its side (the root of its area).
MIN_FADE = 0.1  #: By how much, as a share of what lies between the card's median and ``BURNT_OUT_LEVEL``.
_BURNT_OUT_COLOUR = np.full(3, BURNT_OUT_LEVEL, np.uint8)
_WHITE = np.full(3, 255, np.uint8)
INDEX_WIDTH = 40  #: Width of the corner of that crop in which an index is printed, pixels.
INDEX_HEIGHT = 48  #: Height of that corner, pixels.
INDEX_CENTRE = (0.13, 0.14)  #: Typical centre of an index, in shares of the card's width and height from its corner.


@dataclass
class Pyramid:
    """A picture at full, half, quarter ... size, so that small crops of large photos do not alias. Levels are made when first needed."""

    pixels: Picture  #: ``(H, W, 3)`` uint8 RGB.
    _levels: list[Picture] = field(default_factory=list)  #: Level k at index k, as far as they were made.

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def level(self, k: int) -> Picture:
        """Return the picture with sides divided by ``2 ** k``."""
        if not self._levels:
            self._levels.append(self.pixels)
        while len(self._levels) <= k:
            last = self._levels[-1]
            size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[k]

    def from_level(self, k: int) -> "Pyramid":
        """Return the picture with sides divided by ``2 ** k`` as a picture of its own."""
        return Pyramid(self.level(k)) if k else self


def crop_corners(width: int, height: int, margin: float) -> NDArray[np.float32]:
    """Return where the quad's corners lie in a crop, ``(4, 2)`` float32 pixels.

    Args:
        width: Of the crop, pixels.
        height: Of the crop, pixels.
        margin: Of the crop around the quad, as a share of the quad's side.
    """
    mx, my = width * margin / (1 + 2 * margin), height * margin / (1 + 2 * margin)
    left, top, right, bottom = mx - 0.5, my - 0.5, width - mx - 0.5, height - my - 0.5
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def rectify_quad(pyramid: Pyramid, quad: NDArray[np.floating], width: int, height: int, margin: float) -> Picture:
    """Cut out one quad ``(4, 2)``, see ``rectify_quads``; returns ``(height, width, 3)`` uint8."""
    return np.asarray(rectify_quads(pyramid, quad[None], width, height, margin)[0])


def rectify_quads(pyramid: Pyramid, quads: NDArray[np.floating], width: int, height: int, margin: float) -> Picture:
    """Cut quads out of a picture and straighten them.

    Args:
        pyramid: The picture, RGB.
        quads: ``(N, 4, 2)`` pixels of the picture, one or more, each clockwise from the corner that becomes the crop's top-left.
        width: Of the crops, pixels.
        height: Of the crops, pixels.
        margin: See ``crop_corners``.

    Returns:
        ``(N, height, width, 3)`` uint8 RGB; grey outside the picture.
    """
    lengths = np.linalg.norm(quads[:, geometry.NEXT] - quads, axis=2)
    shrink = np.minimum(lengths[:, [0, 2]].max(axis=1) / width, lengths[:, [1, 3]].max(axis=1) / height)
    levels = np.maximum(0, np.floor(np.log2(np.maximum(shrink, 1e-6)) + 0.3)).astype(int)
    source = (quads + 0.5) / (2.0**levels)[:, None, None] - 0.5
    to_source = np.nan_to_num(geometry.homographies(crop_corners(width, height, margin), source))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    grey = (128, 128, 128)
    out = np.empty((len(quads), height, width, 3), np.uint8)
    for crop, k, m in zip(out, levels.tolist(), to_source, strict=True):
        cv2.warpPerspective(pyramid.level(k), m, (width, height), crop, flags, cv2.BORDER_CONSTANT, grey)
    return out


def hidden_mask(quad: NDArray[np.floating], above: list[NDArray[np.floating]], width: int, height: int, margin: float) -> NDArray[np.uint8]:
    """Return which pixels of a crop other cards hide, ``(height, width)`` uint8: 255 = hidden.

    Args:
        quad: As for ``rectify_quad``.
        above: Quads of the cards that lie on this one, pixels of the picture.
        width: Of the crop, pixels.
        height: Of the crop, pixels.
        margin: See ``crop_corners``.
    """
    mask = np.zeros((height, width), np.uint8)
    for outline in _covering_polygons(quad, above, width, height, margin):
        cv2.fillConvexPoly(mask, outline, 255)
    return mask


def _covering_polygons(
    quad: NDArray[np.floating], above: list[NDArray[np.floating]], width: int, height: int, margin: float
) -> list[NDArray[np.int32]]:
    """Return the outlines of the cards above in pixels of the crop, each ``(4, 2)``; arguments as of ``hidden_mask``."""
    if not above:
        return []
    matrix = geometry.homography(quad, crop_corners(width, height, margin))
    return list(np.round(np.clip(geometry.transform(matrix, np.stack(above)), -2000, 2000)).astype(np.int32))


def with_anchor_spot(crops: Picture, anchors: NDArray[np.floating], *, sized: bool) -> Picture:
    """Append a channel with a Gaussian spot at each anchor, which says which card is meant: in a fan several cards fit an outline.

    Args:
        crops: ``(N, H, W, 3)`` uint8 RGB.
        anchors: ``(N, 2)`` pixels of the crops at which the card is visible.
        sized: Whether the crops have the card's true size, as the table plane predicts it; the spot is then half as bright.

    Returns:
        ``(N, H, W, 4)`` uint8, RGB and the spot.
    """
    down, across = (np.arange(side, dtype=np.float32) for side in crops.shape[1:3])
    inside = np.clip(np.nan_to_num(anchors, posinf=0.0, neginf=0.0), 0, np.array(crops.shape[2:0:-1]) - 1)
    rows, columns = (np.exp(-((each - inside[:, k, None]) ** 2) / (2 * SPOT_SIGMA**2)) for k, each in ((1, down), (0, across)))
    spot = np.round((128 if sized else 255) * rows[:, :, None] * columns[:, None]).astype(np.uint8)
    return np.concatenate([crops, spot[..., None]], axis=3)


def outline_crops(pyramid: Pyramid, quads: NDArray[np.floating], anchors: NDArray[np.floating], *, sized: bool = False) -> Picture:
    """Cut out the crops in which corners are refined, ``(N, 80, 80, 4)`` uint8, see ``with_anchor_spot``.

    Args:
        pyramid: The picture.
        quads: ``(N, 4, 2)`` pixels of the picture.
        anchors: ``(N, 2)`` pixels of the picture at which the cards are visible.
        sized: See ``with_anchor_spot``.
    """
    to_picture = geometry.homographies(crop_corners(OUTLINE_SIDE, OUTLINE_SIDE, OUTLINE_MARGIN), quads)
    crops = rectify_quads(pyramid, quads, OUTLINE_SIDE, OUTLINE_SIDE, OUTLINE_MARGIN)
    with np.errstate(all="ignore"):  # With three collinear corners there is no inverse; the spot then lies in a corner of the crop.
        # The adjugate equals the inverse up to a factor, and exists where the inverse does not.
        to_crop = np.cross(to_picture[:, [1, 2, 0]], to_picture[:, [2, 0, 1]]).swapaxes(1, 2)
        spots = geometry.transform(to_crop, anchors[:, None])[:, 0]
    return with_anchor_spot(crops, spots, sized=sized)


def face_crop(pyramid: Pyramid, quad: NDArray[np.floating], above: list[NDArray[np.floating]]) -> NDArray[np.uint8]:
    """Cut out one card, see ``face_crops``; returns ``(132, 96, 4)`` uint8."""
    return np.asarray(face_crops(pyramid, [quad], [above])[0])


def face_crops(pyramid: Pyramid, quads: list[NDArray[np.floating]], above: list[list[NDArray[np.floating]]]) -> NDArray[np.uint8]:
    """Cut out the crops from which faces are read.

    Args:
        pyramid: The picture, RGB.
        quads: One or more cards, each ``(4, 2)`` pixels, clockwise from its own top-left.
        above: For each the outlines of the cards that lie on it.

    Returns:
        ``(N, 132, 96, 4)`` uint8: RGB, and a mask that is ``HIDDEN`` where other cards hide the card, ``BURNT_OUT`` where it is burnt
        out, and else 0; RGB is grey where the mask is not 0.
    """
    crops = rectify_quads(pyramid, np.stack(quads), FACE_WIDTH, FACE_HEIGHT, FACE_MARGIN)
    out = np.empty((len(quads), FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    for full, crop, quad, others in zip(out, crops, quads, above, strict=True):
        cv2.cvtColor(crop, cv2.COLOR_RGB2RGBA, dst=full)  # Several times faster than copying three channels of four.
        full[..., 3] = 0
        for outline in _covering_polygons(quad, others, FACE_WIDTH, FACE_HEIGHT, FACE_MARGIN):
            cv2.fillConvexPoly(full, outline, (128, 128, 128, HIDDEN))
        full[_burnt_out(full)] = (128, 128, 128, BURNT_OUT)
    return out


def _burnt_out(crop: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which pixels of a face crop a lamp's reflection burns out, ``(H, W)`` bool: what was printed there is not seen.

    A reflection fades into the card, and no print is left in it. White print and white borders, which a camera burns out too, end with an
    edge; and where the whole stock is as bright, nothing tells it from a reflection.

    Args:
        crop: ``(H, W, 4)`` uint8, as ``face_crops`` returns it.
    """
    out = np.zeros(crop.shape[:2], bool)
    visible = crop[..., 3] == 0
    bright = cv2.inRange(crop[..., :3], _BURNT_OUT_COLOUR, _WHITE)
    if cv2.countNonZero(bright) < MIN_BURNT_SHARE * bright.size:
        return out
    darkest = crop[..., :3].min(axis=2)
    middle = float(np.median(darkest[visible]))
    for outline in cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        part = cv2.drawContours(np.zeros_like(bright), [outline], 0, 1, cv2.FILLED)
        size = cv2.countNonZero(part)
        if size < MIN_BURNT_SHARE * bright.size:
            continue
        distance = cv2.distanceTransform(1 - part, cv2.DIST_L2, cv2.DIST_MASK_3)
        far = FADE_SHARE * np.sqrt(size)
        ring = (distance > far) & (distance <= far + 2) & visible
        if ring.any() and np.median(darkest[ring]) > middle + MIN_FADE * (BURNT_OUT_LEVEL - middle):
            out |= (part > 0) & visible
    return out


def index_crops(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cut the two index corners out of an upright card: top left, and bottom right turned by 180 degrees.

    Args:
        face: ``(132, 96, 4)`` uint8 from ``face_crop``.

    Returns:
        ``(2, 48, 40, 4)`` uint8.
    """
    return np.stack([way[:INDEX_HEIGHT, :INDEX_WIDTH] for way in (face, face[::-1, ::-1])])


def index_centres(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return index centres, top left and bottom right, ``(N, 2, 2)`` pixels, of quads ``(N, 4, 2)`` from each card's own top-left."""
    across, down = INDEX_CENTRE
    weights = np.array([1 - across - down, across, 0, down])
    return np.stack([np.einsum("k,nkc->nc", np.roll(weights, k), quads.astype(np.float64)) for k in (0, 2)], axis=1)


#: A pixel is a speck if it differs from all eight neighbours by more than this in some channel, 0..255; edges and print continue.
SPECK_LEVELS = 25
#: Minimum share of specks for a picture to be filtered. Photos of drawn tables have up to 1e-4, sharp real ones 2e-3.
MIN_SPECK_SHARE = 5e-4
TILE_SIDE = 112  #: Side of a sample tile, pixels. Specks are counted in sample tiles first.
TILES = 3  #: Number of sample tiles across, and down.
_BAND_ROWS = 512  #: Number of rows that are filtered at once; it bounds the memory.
_NEIGHBOURS = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)


def _specks(picture: Picture) -> NDArray[np.uint8]:
    """Return the mask of specks, ``(H, W)`` uint8: 255 = speck."""
    above = cv2.subtract(picture, cv2.dilate(picture, _NEIGHBOURS))
    below = cv2.subtract(cv2.erode(picture, _NEIGHBOURS), picture)
    red, green, blue = cv2.split(cv2.max(above, below))
    _, specks = cv2.threshold(cv2.max(cv2.max(red, green), blue), SPECK_LEVELS, 255, cv2.THRESH_BINARY)
    return np.asarray(specks, np.uint8)


def _speck_share(picture: Picture) -> float:
    """Return the share of specks in the sample tiles of a picture, 0..1."""
    height, width = picture.shape[:2]
    tops = np.linspace(0, max(0, height - TILE_SIDE), TILES).astype(int)
    lefts = np.linspace(0, max(0, width - TILE_SIDE), TILES).astype(int)
    specks = [_specks(picture[y : y + TILE_SIDE, x : x + TILE_SIDE]) for y in tops for x in lefts]
    return sum(cv2.countNonZero(tile) for tile in specks) / sum(tile.size for tile in specks)


def remove_specks(picture: Picture) -> Picture:
    """Replace specks by the median of their neighbourhood; a picture with hardly any is returned itself.

    Args:
        picture: ``(H, W, 3)`` uint8 RGB.
    """
    if _speck_share(picture) < MIN_SPECK_SHARE:
        return picture
    out = picture.copy()
    for top in range(0, len(picture), _BAND_ROWS):  # the copies of a whole one on the way would take 10 bytes a pixel
        first, end = max(0, top - 1), top + _BAND_ROWS
        band = np.ascontiguousarray(picture[first : end + 1])
        inner = slice(top - first, end - first)
        cv2.copyTo(cv2.medianBlur(band, 3)[inner], _specks(band)[inner], out[top:end])
    return out
