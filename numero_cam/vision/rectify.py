"""Crops of cards, straightened by a homography, from a pyramid of the picture."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry

Picture = NDArray[np.uint8]

OUTLINE_SIDE = 80
"""Side of the square crop on which corners are refined, pixels."""
MARK = 3.0
"""Standard deviation of the spot in that crop that marks which card is meant, pixels."""
OUTLINE_MARGIN = 0.3
"""What that crop shows around the quad, as a share of the quad's side."""
FACE_WIDTH, FACE_HEIGHT = 96, 132
"""Size of the upright crop from which a face is read, pixels; the usual card is 63 x 88 mm."""
FACE_MARGIN = 0.03
"""What that crop shows around the card, as a share of its side."""
INDEX_WIDTH, INDEX_HEIGHT = 40, 48
"""Size of that crop's corner in which a card's index is printed, pixels."""
INDEX_AT = (0.13, 0.14)
"""Where about an index is printed, in shares of the card's width and height from its corner."""


@dataclass
class Pyramid:
    """A picture at full, half, quarter ... size, made when first needed, so that small crops of big photos do not alias.

    Attributes:
        pixels: ``(H, W, 3)`` uint8.
    """

    pixels: Picture
    _levels: list[Picture] = field(default_factory=list)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def level(self, k: int) -> Picture:
        """The picture shrunk by ``2 ** k``."""
        if not self._levels:
            self._levels.append(self.pixels)
        while len(self._levels) <= k:
            last = self._levels[-1]
            size = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[k]


def box(width: int, height: int, margin: float) -> NDArray[np.float32]:
    """Where the quad's corners come to lie in a crop, ``(4, 2)`` float32 pixels."""
    mx, my = width * margin / (1 + 2 * margin), height * margin / (1 + 2 * margin)
    left, top, right, bottom = mx - 0.5, my - 0.5, width - mx - 0.5, height - my - 0.5
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def straighten(pyramid: Pyramid, quad: NDArray[np.floating], width: int, height: int, margin: float) -> Picture:
    """``straighten_each`` of one quad ``(4, 2)``: ``(height, width, 3)`` uint8."""
    return np.asarray(straighten_each(pyramid, quad[None], width, height, margin)[0])


def straighten_each(pyramid: Pyramid, quads: NDArray[np.floating], width: int, height: int, margin: float) -> Picture:
    """Cuts quads out.

    Args:
        pyramid: The picture, RGB.
        quads: ``(N, 4, 2)`` pixels of the full picture, one or more, each clockwise from what shall be the crop's top-left.
        width: Of the crops, pixels.
        height: Of the crops, pixels.
        margin: See ``box``.

    Returns:
        ``(N, height, width, 3)`` uint8; grey where they reach outside the picture.
    """
    lengths = np.linalg.norm(quads[:, geometry.NEXT] - quads, axis=2)
    shrink = np.minimum(lengths[:, [0, 2]].max(axis=1) / width, lengths[:, [1, 3]].max(axis=1) / height)
    levels = np.maximum(0, np.floor(np.log2(np.maximum(shrink, 1e-6)) + 0.3)).astype(int)
    source = (quads + 0.5) / (2.0**levels)[:, None, None] - 0.5
    back = np.nan_to_num(geometry.homographies(box(width, height, margin), source))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    grey = (128, 128, 128)
    out = np.empty((len(quads), height, width, 3), np.uint8)
    for crop, k, m in zip(out, levels.tolist(), back, strict=True):
        cv2.warpPerspective(pyramid.level(k), m, (width, height), crop, flags, cv2.BORDER_CONSTANT, grey)
    return out


def hidden_mask(quad: NDArray[np.floating], above: list[NDArray[np.floating]], width: int, height: int, margin: float) -> NDArray[np.uint8]:
    """Which pixels of a crop other cards hide; ``(height, width)`` uint8, 255 = hidden.

    Args:
        quad: As for ``straighten``.
        above: Quads of the cards that lie on this one, in picture pixels.
        width: Of the crop.
        height: Of the crop.
        margin: See ``box``.
    """
    mask = np.zeros((height, width), np.uint8)
    for outline in _hiding(quad, above, width, height, margin):
        cv2.fillConvexPoly(mask, outline, 255)
    return mask


def _hiding(
    quad: NDArray[np.floating], above: list[NDArray[np.floating]], width: int, height: int, margin: float
) -> list[NDArray[np.int32]]:
    """The outlines of the cards above in a crop's pixels; see ``hidden_mask``."""
    if not above:
        return []
    matrix = geometry.homography(quad, box(width, height, margin))
    return list(np.round(np.clip(geometry.transform(matrix, np.stack(above)), -2000, 2000)).astype(np.int32))


def marked(crops: Picture, at: NDArray[np.floating], *, sized: bool) -> Picture:
    """Crops with a spot that marks which card is meant: in a fan several fit an outline about as well.

    Args:
        crops: ``(N, H, W, 3)`` uint8 RGB.
        at: ``(N, 2)`` pixels of the crops at which the card is seen.
        sized: The outlines have the card's size, as other cards tell it; the spot is half as bright then.

    Returns:
        ``(N, H, W, 4)`` uint8, the spot last.
    """
    down, across = (np.arange(side, dtype=np.float32) for side in crops.shape[1:3])
    near = np.clip(np.nan_to_num(at, posinf=0.0, neginf=0.0), 0, np.array(crops.shape[2:0:-1]) - 1)
    rows, columns = (np.exp(-((each - near[:, k, None]) ** 2) / (2 * MARK**2)) for k, each in ((1, down), (0, across)))
    spot = np.round((128 if sized else 255) * rows[:, :, None] * columns[:, None]).astype(np.uint8)
    return np.concatenate([crops, spot[..., None]], axis=3)


def outline_crops(pyramid: Pyramid, quads: NDArray[np.floating], at: NDArray[np.floating], *, sized: bool = False) -> Picture:
    """The crops on which corners are refined, ``(N, 80, 80, 4)`` uint8, see ``marked``.

    Args:
        pyramid: The picture.
        quads: ``(N, 4, 2)`` pixels of the picture.
        at: ``(N, 2)`` pixels of the picture at which the cards are seen.
        sized: See ``marked``.
    """
    back = geometry.homographies(box(OUTLINE_SIDE, OUTLINE_SIDE, OUTLINE_MARGIN), quads)
    crops = straighten_each(pyramid, quads, OUTLINE_SIDE, OUTLINE_SIDE, OUTLINE_MARGIN)
    with np.errstate(all="ignore"):  # Where three corners lie in a line there is no way back, and the mark lies in a corner.
        # The adjugate: the inverse but for a factor, also where there is none.
        into = np.cross(back[:, [1, 2, 0]], back[:, [2, 0, 1]]).swapaxes(1, 2)
        spots = geometry.transform(into, at[:, None])[:, 0]
    return marked(crops, spots, sized=sized)


def face_crop(pyramid: Pyramid, quad: NDArray[np.floating], above: list[NDArray[np.floating]]) -> NDArray[np.uint8]:
    """``face_crops`` of one card: ``(132, 96, 4)`` uint8."""
    return np.asarray(face_crops(pyramid, [quad], [above])[0])


def face_crops(pyramid: Pyramid, quads: list[NDArray[np.floating]], above: list[list[NDArray[np.floating]]]) -> NDArray[np.uint8]:
    """The crops from which faces are read.

    Args:
        pyramid: The picture, RGB.
        quads: One or more cards, each ``(4, 2)`` pixels, clockwise from its own top-left.
        above: For each the outlines of the cards that lie on it.

    Returns:
        ``(N, 132, 96, 4)`` uint8: RGB, and 255 where other cards hide it (there RGB is grey).
    """
    crops = straighten_each(pyramid, np.stack(quads), FACE_WIDTH, FACE_HEIGHT, FACE_MARGIN)
    out = np.empty((len(quads), FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    for full, crop, quad, others in zip(out, crops, quads, above, strict=True):
        cv2.cvtColor(crop, cv2.COLOR_RGB2RGBA, dst=full)  # Several times faster than copying three channels of four.
        full[..., 3] = 0
        for outline in _hiding(quad, others, FACE_WIDTH, FACE_HEIGHT, FACE_MARGIN):
            cv2.fillConvexPoly(full, outline, (128, 128, 128, 255))
    return out


def index_crops(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The corners of an upright card in which its index is printed: top left, and bottom right turned upright.

    Args:
        face: ``(132, 96, 4)`` uint8 from ``face_crop``.

    Returns:
        ``(2, 48, 40, 4)`` uint8.
    """
    return np.stack([way[:INDEX_HEIGHT, :INDEX_WIDTH] for way in (face, face[::-1, ::-1])])


def index_spots(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """Where cards have their indices, top left and bottom right, ``(N, 2, 2)`` pixels.

    Args:
        quads: ``(N, 4, 2)`` pixels, each clockwise from the card's own top-left.
    """
    across, down = INDEX_AT
    weights = np.array([1 - across - down, across, 0, down])
    return np.stack([np.einsum("k,nkc->nc", np.roll(weights, k), quads.astype(np.float64)) for k in (0, 2)], axis=1)


FAR = 25
"""A pixel that differs by more levels than this from all eight about it, in some colour, is a speck: edges and print go on."""
LEAST_SHARE = 5e-4
"""A picture with a smaller share of specks is left as it is. Photos of drawn tables have up to 1e-4, sharp real ones 2e-3."""
TILE, TILES = 112, 3
"""Number of sample tiles across and down, and their side in pixels. Specks are counted there before the whole picture is looked at."""
_ABOUT = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)


def _specks(picture: Picture) -> NDArray[np.uint8]:
    """Where specks are, ``(H, W)`` uint8: 255 there, else 0."""
    above = cv2.subtract(picture, cv2.dilate(picture, _ABOUT))
    below = cv2.subtract(cv2.erode(picture, _ABOUT), picture)
    red, green, blue = cv2.split(cv2.max(above, below))
    _, specks = cv2.threshold(cv2.max(cv2.max(red, green), blue), FAR, 255, cv2.THRESH_BINARY)
    return np.asarray(specks, np.uint8)


def _share(picture: Picture) -> float:
    """Share of specks in some tiles of a picture."""
    height, width = picture.shape[:2]
    tops = np.linspace(0, max(0, height - TILE), TILES).astype(int)
    lefts = np.linspace(0, max(0, width - TILE), TILES).astype(int)
    specks = [_specks(picture[y : y + TILE, x : x + TILE]) for y in tops for x in lefts]
    return sum(cv2.countNonZero(tile) for tile in specks) / sum(tile.size for tile in specks)


def without_specks(picture: Picture) -> Picture:
    """A picture in which specks have the median of the pixels about them; the picture itself where it hardly has any.

    Args:
        picture: ``(H, W, 3)`` uint8 RGB.
    """
    if _share(picture) < LEAST_SHARE:
        return picture
    return np.asarray(cv2.copyTo(cv2.medianBlur(picture, 3), _specks(picture), picture.copy()), np.uint8)
