"""Finds slips in a photo by their corner markers, many in one, also where a corner is covered or outside of the photo."""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.marking import layout
from numero_cam.marking.code import CELLS, FIRST, MOST_SLIPS, dictionary

Grey = NDArray[np.uint8]
_SEARCHED = 2400
"""Longest side in pixels of the picture in which markers are looked for; their corners are then refined in the photo itself."""
LEAST_MARKERS = 2
"""Corners that tell where a slip lies; one marker alone is too small to say where the others are."""
_ASIDE = 0.3
"""How far the middles of a slip may lie apart as two of its markers tell them, in diagonals of the slip."""
_WINDOW, _LARGEST_WINDOW = 0.8, 10
"""Half the side of the window in which a corner is refined, in cells of its marker, and at most in pixels."""
_AROUND = 9
"""Half the side in millimetres of the place in which a missing marker is looked for, from its middle."""
_SLIP = np.array([[0, 0], [layout.WIDTH, 0], [layout.WIDTH, layout.HEIGHT], [0, layout.HEIGHT]], np.float64)


@dataclass(frozen=True)
class FoundSlip:
    """A slip in a photo.

    Attributes:
        slip: Which one of its printing, by its markers.
        corners: Which of the four markers are seen, 0 to 3, clockwise from the top left of the slip.
        to_photo: ``(3, 3)`` float64: millimetres of the slip to pixels of the photo; None where too few markers are seen to tell.
        middle: ``(2,)`` float64 pixels, about where it lies.
    """

    slip: int
    corners: tuple[int, ...]
    to_photo: NDArray[np.float64] | None
    middle: NDArray[np.float64]


@dataclass(frozen=True)
class _Marker:
    """A marker, with the homography that it tells alone, and where the middle of its slip must then be."""

    slip: int
    corner: int
    quad: NDArray[np.float64]
    middle: NDArray[np.float64]
    diagonal: float


def find_slips(grey: Grey) -> tuple[FoundSlip, ...]:
    """Finds the slips of a photo.

    Args:
        grey: ``(height, width)`` uint8.

    Returns:
        Every slip of which a marker is seen, from the top of the photo to its bottom.
    """
    markers = _markers(grey)
    slips = [_placed(_completed(grey, group)) for group in _grouped(markers)]
    return tuple(sorted(slips, key=lambda slip: (slip.middle[1], slip.middle[0])))


def outline(found: FoundSlip) -> NDArray[np.float64] | None:
    """``(4, 2)`` pixels: the corners of the paper; None where they are not known."""
    return None if found.to_photo is None else geometry.transform(found.to_photo, _SLIP)


def _markers(grey: Grey) -> list[_Marker]:
    scale = min(1.0, _SEARCHED / max(grey.shape))
    small = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = _detected(np.asarray(small, np.uint8))
    if not found and scale < 1:
        found, scale = _detected(grey), 1.0
    # The middle of a pixel is a whole number for OpenCV.
    return [_marker(number, _refined(grey, (quad + 0.5) / scale - 0.5)) for number, quad in found]


def _detected(grey: Grey) -> list[tuple[int, NDArray[np.float64]]]:
    corners, found, _ = cv2.aruco.ArucoDetector(dictionary(), cv2.aruco.DetectorParameters()).detectMarkers(grey)
    # The stubs do not know that OpenCV gives no numbers where there is no marker.
    known = cast("NDArray[np.int32] | None", found)
    numbers = [] if known is None else known.ravel().tolist()
    quads = [np.asarray(quad, np.float64).reshape(4, 2) for quad in corners]
    return [(n - FIRST, quad) for n, quad in zip(numbers, quads, strict=True) if 0 <= n - FIRST < 4 * MOST_SLIPS]


def _refined(grey: Grey, quad: NDArray[np.float64]) -> NDArray[np.float64]:
    close = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.01)
    reach = int(np.clip(_WINDOW * geometry.edge_lengths(quad).min() / CELLS, 2, _LARGEST_WINDOW))
    inside = np.clip(quad, 0, np.array(grey.shape[::-1]) - 1).astype(np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.cornerSubPix(grey, inside, (reach, reach), (-1, -1), close), np.float64).reshape(4, 2)


def _marker(number: int, quad: NDArray[np.float64]) -> _Marker:
    slip, corner = divmod(number, 4)
    alone = geometry.homography(layout.marker_corners()[corner], quad)
    middle = geometry.transform(alone, np.array([[layout.WIDTH / 2, layout.HEIGHT / 2]]))[0]
    # One marker tells the tilt of a slip badly: sizes are taken from its sides.
    diagonal = float(geometry.edge_lengths(quad).mean()) / layout.MARKER * float(np.hypot(layout.WIDTH, layout.HEIGHT))
    return _Marker(slip, corner, quad, middle, diagonal)


def _grouped(markers: list[_Marker]) -> list[list[_Marker]]:
    """Markers of the same slip: of the same number, telling about the same place, each corner once."""
    groups: list[list[_Marker]] = []
    for marker in markers:
        fitting = [
            group
            for group in groups
            if group[0].slip == marker.slip and marker.corner not in {m.corner for m in group} and _together([*group, marker])
        ]
        if fitting:
            min(fitting, key=lambda group: np.linalg.norm(group[0].middle - marker.middle)).append(marker)
        else:
            groups.append([marker])
    return groups


def _together(markers: list[_Marker]) -> bool:
    """Whether markers lie as those of one slip do."""
    places = np.concatenate([layout.marker_corners()[m.corner] for m in markers])
    quads = np.concatenate([m.quad for m in markers])
    to_photo, _ = cv2.findHomography(places, quads)
    if to_photo is None:
        return False
    away = np.linalg.norm(geometry.transform(np.asarray(to_photo, np.float64), places) - quads, axis=1)
    size = np.mean([m.diagonal for m in markers])
    return bool(away.max() < 0.02 * size and geometry.is_sane(geometry.transform(np.asarray(to_photo, np.float64), _SLIP)))


def _completed(grey: Grey, group: list[_Marker]) -> list[_Marker]:
    """Looks again, from near, for markers that were overlooked."""
    if not LEAST_MARKERS <= len(group) < 4:
        return group
    found = _placed(group)
    if found.to_photo is None:
        return group
    for corner in sorted(set(range(4)) - set(found.corners)):
        middle = layout.marker_corners()[corner].mean(0)
        scale, side = 12.0, _AROUND
        near = np.array([[1 / scale, 0, middle[0] - side], [0, 1 / scale, middle[1] - side], [0, 0, 1]])
        to_near = np.linalg.inv(found.to_photo @ near)
        size = round(2 * side * scale)
        for number, quad in _detected(np.asarray(cv2.warpPerspective(grey, to_near, (size, size)), np.uint8)):
            marker = _marker(number, _refined(grey, geometry.transform(found.to_photo @ near, quad)))
            if number == 4 * found.slip + corner and _together([*group, marker]):
                group = [*group, marker]
    return group


def _placed(group: list[_Marker]) -> FoundSlip:
    corners = tuple(sorted(marker.corner for marker in group))
    middle = np.mean([marker.middle for marker in group], axis=0)
    if len(group) < LEAST_MARKERS:
        return FoundSlip(group[0].slip, corners, None, np.asarray(middle, np.float64))
    places = np.concatenate([layout.marker_corners()[m.corner] for m in group])
    told, _ = cv2.findHomography(places, np.concatenate([m.quad for m in group]))
    to_photo = np.asarray(told, np.float64)
    return FoundSlip(group[0].slip, corners, to_photo, geometry.transform(to_photo, np.array([[layout.WIDTH / 2, layout.HEIGHT / 2]]))[0])
