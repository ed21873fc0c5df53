"""Finds slips in a photo, rectifies them, and locates their circles on paper that is not flat."""

from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.images import Pixels
from numero_cam.marking import slip_layout
from numero_cam.marking.slip_layout import (
    FIRST_MARKER,
    LAYOUTS,
    MARKER_CELLS,
    MAX_SLIPS,
    SIZES,
    CircleUse,
    SlipCircle,
    SlipCode,
    marker_corners,
    marker_dictionary,
    parse_strip,
    slip_corners,
)

Grey = NDArray[np.uint8]
#: Longer side of the picture in which markers are searched, in pixels; their corners are then refined in the photo itself.
_MAX_SEARCH_SIDE = 2400
#: Maximum number of pixels in which markers are searched at once: OpenCV takes up to 25 bytes for each where they are full of specks.
_MAX_SEARCH_PIXELS = 16_000_000
MIN_MARKERS = 2  #: Minimum number of markers that locate a slip; one alone is too small to tell where the others are.
_WINDOW_CELLS = 0.74  #: Half the side of the window in which a corner is refined, in cells of its marker; OpenCV rounds it to whole pixels.
_MAX_WINDOW_PIXELS = 10  #: Maximum of that half side, in pixels.
_REFINING_STEPS = 50  #: Maximum number of steps in which a corner is refined.
_LAST_STEP_PIXELS = 0.01  #: A corner that moves less in a step is refined.
_MARGIN_CELLS = 3.0  #: Width of the surroundings of a marker in which it is searched again at full resolution, in cells of the marker.
_MARKER_SEARCH_MM = 9  #: Half the side of the square in which a missing marker is searched, in millimetres.
_MAX_MISFIT_MM = 3.4  #: Maximum distance, on the slip, of a marker's corner from where the others say that it is.


@dataclass(frozen=True)
class Placing:
    """How a slip of some size lies in a photo."""

    size: tuple[float, float]  #: Width and height of the slip, millimetres.
    to_photo: NDArray[np.float64]  #: ``(3, 3)`` float64: millimetres of the slip to pixels of the photo.
    misfit: float  #: Distance of the worst corner of its markers from where this placing has it, millimetres.


@dataclass(frozen=True)
class LocatedSlip:
    """A slip that was found in a photo."""

    slip: int  #: Which one of its printing, by its markers.
    corners: tuple[int, ...]  #: Which of the four markers are seen, 0 to 3, clockwise from the top left of the slip.
    placings: tuple[Placing, ...]  #: How it may lie, the likeliest first, one of each size; empty where too few markers are seen to tell.
    middle: NDArray[np.float64]  #: ``(2,)`` float64 pixels, about where it lies.

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the likeliest placing, millimetres."""
        return self.placings[0].size

    @property
    def to_photo(self) -> NDArray[np.float64]:
        """``(3, 3)`` float64: the likeliest placing, millimetres of the slip to pixels of the photo."""
        return self.placings[0].to_photo


@dataclass(frozen=True)
class _Marker:
    """A marker that was detected in a photo."""

    slip: int  #: Which slip of its printing.
    corner: int  #: Its corner of the slip, 0 to 3, clockwise from the top left.
    quad: NDArray[np.float64]  #: ``(4, 2)`` pixels, clockwise from the marker's own top-left.


def find_slips(grey: Grey) -> tuple[LocatedSlip, ...]:
    """Return every slip of which a marker is seen, from the top of a photo ``(height, width)`` uint8 to its bottom."""
    markers = _markers(grey)
    slips = [_found_slip(_find_missing_markers(grey, group)) for group in _grouped(markers)]
    return tuple(sorted(slips, key=lambda slip: (slip.middle[1], slip.middle[0])))


def _markers(grey: Grey) -> list[_Marker]:
    """Return the markers of slips in a photo, searched in a smaller picture first."""
    scale = min(1.0, _MAX_SEARCH_SIDE / max(grey.shape))
    found = _detected(_resized(grey, scale))
    if not found and scale < 1:
        scale = min(1.0, float(np.sqrt(_MAX_SEARCH_PIXELS / grey.size)))
        found = _detected(_resized(grey, scale))
    if scale < 1:
        # The middle of a pixel is a whole number for OpenCV.
        found = [(number, _refined(grey, number, (quad + 0.5) / scale - 0.5)) for number, quad in found]
    return [_Marker(*divmod(number, 4), quad) for number, quad in found]


def _resized(grey: Grey, scale: float) -> Grey:
    """Return a picture with both sides multiplied by `scale`, at most 1."""
    return grey if scale == 1 else np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _detected(grey: Grey) -> list[tuple[int, NDArray[np.float64]]]:
    """Return each marker of slips: its number from 0, 4 times the slip plus the corner, and its refined corners ``(4, 2)`` pixels."""
    corners, found, _ = cv2.aruco.ArucoDetector(marker_dictionary(), _detector_parameters()).detectMarkers(grey)
    # The stubs do not know that OpenCV gives no numbers where there is no marker.
    known = cast("NDArray[np.int32] | None", found)
    numbers = [] if known is None else known.ravel().tolist()
    quads = [np.asarray(quad, np.float64).reshape(4, 2) for quad in corners]
    return [(n - FIRST_MARKER, quad) for n, quad in zip(numbers, quads, strict=True) if 0 <= n - FIRST_MARKER < 4 * MAX_SLIPS]


def _detector_parameters() -> cv2.aruco.DetectorParameters:
    """Return OpenCV's parameters with the limits of the refinement of corners."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.relativeCornerRefinmentWinSize = _WINDOW_CELLS
    parameters.cornerRefinementWinSize = _MAX_WINDOW_PIXELS
    parameters.cornerRefinementMaxIterations = _REFINING_STEPS
    parameters.cornerRefinementMinAccuracy = _LAST_STEP_PIXELS
    return parameters


def _refined(grey: Grey, number: int, quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners ``(4, 2)`` of the marker ``number``, refined at full resolution; ``quad`` where it is not found there, or big."""
    margin = _MARGIN_CELLS * geometry.edge_lengths(quad).max() / MARKER_CELLS
    left, top = np.maximum(np.floor(quad.min(axis=0) - margin).astype(int), 0)
    right, bottom = np.ceil(quad.max(axis=0) + margin).astype(int)
    around = grey[top:bottom, left:right]
    found = _detected(np.ascontiguousarray(around)) if around.size <= _MAX_SEARCH_PIXELS else []
    return next((near + np.array([left, top]) for other, near in found if other == number), quad)


def _grouped(markers: list[_Marker]) -> list[list[_Marker]]:
    """Group the markers of the same slip: of the same number, each corner once, and where they lie on a slip of some size."""
    groups: list[list[_Marker]] = []
    for marker in markers:
        fitting = [
            (placings[0].misfit, place)
            for place, group in enumerate(groups)
            if group[0].slip == marker.slip and marker.corner not in {m.corner for m in group} and (placings := _placings([*group, marker]))
        ]
        if fitting:
            groups[min(fitting)[1]].append(marker)
        else:
            groups.append([marker])
    return groups


def _placings(markers: list[_Marker]) -> tuple[Placing, ...]:
    """Return how a slip may lie whose markers these are, the size that fits best first; none where no size fits."""
    found = list[Placing]()
    quads = np.concatenate([m.quad for m in markers])
    for size in SIZES:
        places = np.concatenate([marker_corners(size)[m.corner] for m in markers])
        homography, _ = cv2.findHomography(places, quads)
        if homography is None:
            continue
        to_photo = np.asarray(homography, np.float64)
        corners = geometry.transform(to_photo, slip_corners(size))
        pixels_per_mm = float(np.sqrt(abs(geometry.area(corners)) / (size[0] * size[1])))
        misfit = float(np.linalg.norm(geometry.transform(to_photo, places) - quads, axis=1).max()) / max(pixels_per_mm, 1e-9)
        if misfit < _MAX_MISFIT_MM and geometry.is_sane(corners):
            found.append(Placing(size, to_photo, misfit))
    return tuple(sorted(found, key=lambda one: one.misfit))


def _find_missing_markers(grey: Grey, group: list[_Marker]) -> list[_Marker]:
    """Search for the missing markers of a slip in rectified enlargements of their places."""
    if not MIN_MARKERS <= len(group) < 4:
        return group
    found = _found_slip(group)
    for corner in sorted(set(range(4)) - set(found.corners)):
        middle = marker_corners(found.size)[corner].mean(0)
        scale, side = 12.0, _MARKER_SEARCH_MM
        near = np.array([[1 / scale, 0, middle[0] - side], [0, 1 / scale, middle[1] - side], [0, 0, 1]])
        to_near = np.linalg.inv(found.to_photo @ near)
        size = round(2 * side * scale)
        for number, quad in _detected(np.asarray(cv2.warpPerspective(grey, to_near, (size, size)), np.uint8)):
            marker = _Marker(*divmod(number, 4), _refined(grey, number, geometry.transform(found.to_photo @ near, quad)))
            if number == 4 * found.slip + corner and _placings([*group, marker]):
                group = [*group, marker]
    return group


def _found_slip(group: list[_Marker]) -> LocatedSlip:
    """Return the slip that these markers show."""
    corners = tuple(sorted(marker.corner for marker in group))
    placings = _placings(group) if len(group) >= MIN_MARKERS else ()
    if placings:
        size, to_photo = placings[0].size, placings[0].to_photo
    else:  # one marker tells the tilt of a slip badly, but about where it lies
        size, to_photo = SIZES[0], geometry.homography(marker_corners(SIZES[0])[group[0].corner], group[0].quad)
    middle = geometry.transform(to_photo, np.array([[size[0] / 2, size[1] / 2]]))[0]
    return LocatedSlip(group[0].slip, corners, placings, np.asarray(middle, np.float64))


PIXELS_PER_MM = 8  #: Resolution of a flattened slip in pixels a millimetre, about that of nine slips in a photo of 12 megapixels.
_CIRCLE_SEARCH_MM = 2.0  #: Maximum distance of a circle from its nominal place, in millimetres.
_OUTLINE_SEARCH_MM = 0.5  #: Maximum distance of a seen outline from the place of its circle, in millimetres.
#: Distance scale over which neighbouring circles share their displacement, in millimetres; paper bends little within it.
_NEIGHBOUR_MM = 10.0
_PAPER_SQUARE_MM = 6.0  #: Side of a square in which some white paper is always visible beside the strip's squares, in millimetres.

Tones = NDArray[np.float32]


@dataclass(frozen=True)
class FlatSlip:
    """A slip of a photo, flattened."""

    found: LocatedSlip  #: Where it lies in the photo.
    pixels: Pixels  #: ``(height, width, 3)`` uint8 RGB, ``PIXELS_PER_MM`` times the size of the slip.
    tones: Tones  #: ``(height, width)`` float32 0..255, low wherever there is ink of any colour.
    seen: NDArray[np.bool_]  #: ``(height, width)`` bool, true inside the photo.
    code: SlipCode | None  #: The code of its strip; None where it cannot be read.


def flat_slips(pixels: Pixels) -> tuple[tuple[FlatSlip, ...], tuple[LocatedSlip, ...]]:
    """Find the slips of a photo and flatten them.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB.

    Returns:
        The slips from top to bottom, and those of which only one marker is seen.
    """
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    found = find_slips(grey)
    smaller = {1: (pixels, np.full(pixels.shape[:2], 255, np.uint8))}
    flat = tuple(_flat(slip, smaller) for slip in found if slip.placings)
    return flat, tuple(slip for slip in found if not slip.placings)


def place_circles(slip: FlatSlip, circles: tuple[SlipCircle, ...]) -> NDArray[np.float64]:
    """Locate the circles of a slip by template matching of their printed outlines.

    Neighbours vote for each other's displacement, because paper bends little from one circle to the next.

    Returns:
        ``(N, 2)`` float64 pixels of the flattened slip.
    """
    reach = round(_CIRCLE_SEARCH_MM * PIXELS_PER_MM)
    places = np.array([[c.x, c.y] for c in circles])
    maps = np.stack([_template_match(slip.tones, circle, reach) for circle in circles])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    weights = np.exp(-((apart / _NEIGHBOUR_MM) ** 2))
    summed = np.einsum("ij,jyx->iyx", weights, maps)
    best = summed.reshape(len(circles), -1).argmax(axis=1)
    y, x = np.divmod(best, summed.shape[2])
    return np.asarray(places * PIXELS_PER_MM - 0.5 + np.column_stack([x, y]) - reach, np.float64)


def outline_strengths(slip: FlatSlip, circles: tuple[SlipCircle, ...], places: NDArray[np.float64]) -> Tones:
    """Return how well the printed outline of each circle is seen at its place, ``(N,)`` float32, 0 to 1."""
    reach = round(_OUTLINE_SEARCH_MM * PIXELS_PER_MM)
    at = (replace(one, x=(x + 0.5) / PIXELS_PER_MM, y=(y + 0.5) / PIXELS_PER_MM) for one, (x, y) in zip(circles, places, strict=True))
    return np.array([_template_match(slip.tones, one, reach).max() for one in at], np.float32)


def _flat(found: LocatedSlip, smaller: dict[int, tuple[Pixels, Grey]]) -> FlatSlip:
    """Flatten a slip as its code strip says that it is laid out; as its markers fit best where the strip cannot be read."""
    likeliest: FlatSlip | None = None
    for placing in found.placings:
        flat = _flat_as(found, placing, smaller)
        layout = LAYOUTS.get(flat.code.version) if flat.code else None
        if flat.code and (layout is None or layout.size == placing.size):
            return flat
        likeliest = likeliest or replace(flat, code=None)
    if likeliest is None:
        raise ValueError("a slip that is not placed cannot be flattened")
    return likeliest


def _flat_as(found: LocatedSlip, placing: Placing, smaller: dict[int, tuple[Pixels, Grey]]) -> FlatSlip:
    """Flatten a slip by a placing; `smaller` has the photo made smaller by each factor that was needed, and a white picture of its size."""
    size = round(placing.size[0] * PIXELS_PER_MM), round(placing.size[1] * PIXELS_PER_MM)
    corners = geometry.transform(placing.to_photo, slip_corners(placing.size))
    finer = np.sqrt(abs(geometry.area(corners)) / (placing.size[0] * placing.size[1])) / PIXELS_PER_MM
    # A photo from near is made smaller first, or its grain would be taken for marks.
    part = 2 ** max(0, int(np.log2(max(finer, 1.0)) + 0.3))
    if part not in smaller:
        reduced = np.asarray(cv2.resize(smaller[1][0], None, fx=1 / part, fy=1 / part, interpolation=cv2.INTER_AREA), np.uint8)
        smaller[part] = reduced, np.full(reduced.shape[:2], 255, np.uint8)
    to_millimetres = np.array([[1 / PIXELS_PER_MM, 0, 0.5 / PIXELS_PER_MM], [0, 1 / PIXELS_PER_MM, 0.5 / PIXELS_PER_MM], [0, 0, 1]])
    to_part = np.array([[1 / part, 0, 0.5 / part - 0.5], [0, 1 / part, 0.5 / part - 0.5], [0, 0, 1]])
    matrix = to_part @ placing.to_photo @ to_millimetres
    photo, whole = smaller[part]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    pixels = np.asarray(cv2.warpPerspective(photo, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    seen = cv2.warpPerspective(whole, matrix, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP) > 0
    # Pens are red, blue or black, pencils grey: each is dark in red or in green.
    tones = np.minimum(pixels[..., 0], pixels[..., 1]).astype(np.float32)
    chosen = replace(found, placings=(placing,))
    return FlatSlip(chosen, pixels, tones, np.asarray(seen), _code(tones, placing.size))


def _code(tones: Tones, size: tuple[float, float]) -> SlipCode | None:
    """Read the code strip at its nominal place or near it; None where no shift gives a valid code."""
    top, side = round((size[1] - slip_layout.STRIP_ABOVE_EDGE - 5) * PIXELS_PER_MM), round(_PAPER_SQUARE_MM * PIXELS_PER_MM) | 1
    band = cv2.blur(tones[top:], (round(1.2 * PIXELS_PER_MM), round(1.2 * PIXELS_PER_MM)))
    paper = cv2.dilate(band, np.ones((side, side), np.uint8))
    ink = cv2.erode(band, np.ones((side, 4 * side), np.uint8))
    black = band < (paper + cv2.blur(ink, (side, side))) / 2
    cells = slip_layout.strip_cells(size) * PIXELS_PER_MM - (0, top)
    steps = sorted(((x, y) for x in range(-10, 11, 2) for y in range(-10, 11, 2)), key=lambda step: step[0] ** 2 + step[1] ** 2)
    for step in steps:
        x, y = np.round(cells + step).astype(int).T
        code = parse_strip(black[y.clip(0, len(band) - 1), x])
        if code is not None and code.printing:
            return code
    return None


def _template_match(tones: Tones, circle: SlipCircle, reach: int) -> Tones:
    """Return the squared correlation with the printed circle for each shift, ``(2 reach + 1, 2 reach + 1)`` float32."""
    form = _circle_template(circle.use is CircleUse.INK, circle.radius)
    half = form.shape[0] // 2
    x, y = round(circle.x * PIXELS_PER_MM - 0.5), round(circle.y * PIXELS_PER_MM - 0.5)
    around = half + reach
    there = tones[max(0, y - around) : y + around + 1, max(0, x - around) : x + around + 1]
    if there.shape != (2 * around + 1, 2 * around + 1):
        return np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    found = cv2.matchTemplate(np.ascontiguousarray(there), form, cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.nan_to_num(np.maximum(found, 0)) ** 2, np.float32)


def _circle_template(full: bool, radius: float) -> Tones:  # noqa: FBT001 - which of two
    """Return the template of a printed circle, filled or not, of a radius in millimetres with paper around it: 0 for paper, -1 for ink."""
    half = round((radius + 0.7) * PIXELS_PER_MM)
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    away = np.hypot(x, y)
    into = (
        radius * PIXELS_PER_MM - away + 0.5
        if full
        else slip_layout.CIRCLE_LINE * PIXELS_PER_MM / 2 - np.abs(away - radius * PIXELS_PER_MM) + 0.8
    )
    return np.asarray(-np.clip(into, 0, 1), np.float32)
