"""The plane of a table in a camera's picture, and its scale in millimetres."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import TableCard
from numero_cam.calibrate.charuco import SeenBoard
from numero_cam.calibrate.sheet import SeenSheet, check_sheet

Array = NDArray[np.float64]

CARD = (63.0, 88.0)
"""Width and height of the usual card, millimetres."""
LEAST_PLANE_CARDS = 3
LEAST_CORNERS = 14
MOST_ERROR = 0.004
"""How far outlines may be from those of cards on one plane, root mean square, as a share of the picture's long side."""
MOST_SHEET_ERROR = 0.02
"""How far markers of the sheet may be from their places, root mean square, as a share of a marker's side: a millimetre on the table."""
_LAY_FLAT = "lay the {} flat, take the photo sharp, or give a calibrated camera if its pictures bend straight lines"
_STEPS = 40
_STARTS = 4


def plane_of_board(seen: SeenBoard, size: tuple[int, int], scale: float = 1.0) -> tuple[Array, float]:
    """The plane on which the board lies.

    Args:
        seen: The board in a picture without distortion.
        size: Width and height of the picture.
        scale: Size of the print: 1 where it was printed at 100 %.

    Returns:
        ``(3, 3)`` pixels to millimetres, and the error in pixels.

    Raises:
        CalibrationError: Too little of the board is seen, or it does not lie flat.
    """
    if len(seen.ids) < LEAST_CORNERS:
        message = f"{seen.name}: the board is not seen well enough: {len(seen.ids)} of its corners, at least {LEAST_CORNERS} are needed"
        raise CalibrationError(message)
    matrix, error = fitted(seen.places() * scale, seen.points)
    _check(error, seen.name, MOST_ERROR * max(size), _LAY_FLAT.format("board"))
    return _towards_player(matrix, size), error


def plane_of_sheet(seen: SeenSheet, scale: float = 1.0) -> tuple[Array, float]:
    """The plane on which the marker sheet lies.

    Args:
        seen: The sheet in a picture without distortion.
        scale: Size of the print: 1 where it was printed at 100 %.

    Returns:
        ``(3, 3)`` pixels to millimetres, and the error in pixels.

    Raises:
        CalibrationError: Too little of the sheet is seen, two lie there, it is of another version, or it does not lie flat.
    """
    check_sheet(seen)
    matrix, error = fitted(seen.places() * scale, seen.points)
    side = float(np.mean([geometry.edge_lengths(quad).mean() for quad in seen.quads]))
    _check(error, seen.name, MOST_SHEET_ERROR * side, _LAY_FLAT.format("marker sheet"))
    return _towards_player(matrix, seen.size), error


def fitted(places: NDArray[np.floating], points: NDArray[np.floating]) -> tuple[Array, float]:
    """The plane that fits places on a sheet ``(N, 2)`` and their points in a picture ``(N, 2)`` best.

    Returns:
        ``(3, 3)`` pixels to places, and the error in pixels, root mean square.
    """
    found, _ = cv2.findHomography(places.astype(np.float64), points.astype(np.float64))
    matrix = np.asarray(found, np.float64)
    error = float(np.sqrt((np.linalg.norm(geometry.transform(matrix, places) - points, axis=1) ** 2).mean()))
    return geometry.inverse(matrix), error


def plane_of_cards(
    quads: Sequence[NDArray[np.floating]], name: str, size: tuple[int, int], card: tuple[float, float] = CARD
) -> tuple[Array, float]:
    """The plane on which cards lie, from their outlines alone.

    Every card is a rectangle of known size, wherever and however turned: the plane is the one on which they are.

    Args:
        quads: Outlines of open cards, each ``(4, 2)`` pixels, clockwise from the card's own top-left.
        name: Of the picture.
        size: Width and height of the picture.
        card: Width and height of a card, millimetres.

    Returns:
        ``(3, 3)`` pixels to millimetres, and the error in pixels.

    Raises:
        CalibrationError: Too few cards, or outlines that are not those of cards on one plane.
    """
    if len(quads) < LEAST_PLANE_CARDS:
        message = f"{name}: too few cards: {len(quads)} lie open, at least {LEAST_PLANE_CARDS} are needed, spread over the table"
        raise CalibrationError(message)
    points = np.stack(quads).astype(np.float64)
    rectangle = np.array([[0, 0], [card[0], 0], [card[0], card[1]], [0, card[1]]])
    by_size = np.argsort([-geometry.area(quad) for quad in points])
    fits = [_fitted_cards(points, rectangle, points[k]) for k in by_size[:_STARTS]]
    matrix, error = min(fits, key=lambda fit: fit[1])
    _check(error, name, MOST_ERROR * max(size), "lay the cards flat and open, or use the marker sheet")
    return _towards_player(matrix, size), error


def congruence(places: Array, rectangle: Array) -> Array:
    """What parts corners on the table ``(N, 4, 2)`` from the nearest rectangle of the right size, ``(N, 4, 2)`` millimetres."""
    middle = places.mean(axis=1, keepdims=True)
    wanted = rectangle - rectangle.mean(axis=0)
    z = (places - middle) @ [1, 1j]
    turn = (z * np.conj(wanted @ [1, 1j])).sum(axis=1, keepdims=True)
    best = turn / np.maximum(np.abs(turn), 1e-12) * (wanted @ [1, 1j])
    return np.asarray(places - middle - np.stack([best.real, best.imag], axis=2))


def _fitted_cards(points: Array, rectangle: Array, start: Array) -> tuple[Array, float]:
    """Pixels to millimetres, beginning with the plane that one card says; the error is in pixels."""
    first = geometry.homography(start, rectangle)
    # Pixels about the middle, in shares of the spread: so the eight numbers are of like size.
    middle, spread = points.mean(axis=(0, 1)), points.std()
    even = np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])
    scaled = first @ np.linalg.inv(even)
    sizes = np.sqrt([abs(geometry.area(quad)) / abs(geometry.area(rectangle)) for quad in points])[:, None, None]

    def residuals(numbers: Array) -> Array:
        matrix = np.append(numbers, 1.0).reshape(3, 3) @ even
        places = geometry.transform(matrix, points.reshape(-1, 2)).reshape(points.shape)
        return np.asarray((congruence(places, rectangle) * sizes).ravel())

    numbers = _least_squares(residuals, (scaled / scaled[2, 2]).ravel()[:8])
    error = float(np.sqrt(2 * (residuals(numbers) ** 2).mean()))
    return np.append(numbers, 1.0).reshape(3, 3) @ even, error


def _least_squares(residuals: Callable[[Array], Array], numbers: Array) -> Array:
    """The nearest numbers with the least sum of squares, by Levenberg and Marquardt.

    Where a card lies and how the table is turned is left open, so the damping is never quite taken away.
    """
    damping, now = 1e-3, residuals(numbers)
    for _ in range(_STEPS):
        slopes = np.stack([(residuals(numbers + step) - now) / 1e-6 for step in 1e-6 * np.eye(len(numbers))], axis=1)
        square = slopes.T @ slopes
        move = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-9), -slopes.T @ now)
        tried = residuals(numbers + move)
        if np.isfinite(tried).all() and (tried**2).sum() < (now**2).sum():
            numbers, now, damping = numbers + move, tried, max(damping / 5, 1e-9)
        else:
            damping *= 6
    return numbers


def _towards_player(matrix: Array, size: tuple[int, int]) -> Array:
    """The same plane with its zero in the middle of the picture and y pointing down in it."""
    middle = np.array([size[0] / 2, size[1] / 2])
    centre, below = geometry.transform(matrix, np.stack([middle, middle + np.array([0, 1])]))
    down = (below - centre) / np.linalg.norm(below - centre)
    turned = np.array([[down[1], -down[0], 0], [down[0], down[1], 0], [0, 0, 1]])
    moved = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]])
    whole = turned @ moved @ matrix
    return np.asarray(whole / whole[2, 2], np.float64)


def _check(error: float, name: str, most: float, advice: str) -> None:
    if not error <= most:
        message = f"{name}: the error is too high: {error:.1f} pixels, at most {most:.1f} are accepted: {advice}"
        raise CalibrationError(message)


RULER = 100
"""Length in millimetres of the line on board and sheet where they are printed at 100 %."""
RULERS = (50.0, 200.0)
"""What it can measure in millimetres; less and more was measured in other units, or is another line."""
LEAST_SCALE_CARDS = 2
MOST_OFF_PAPER = 0.015
"""A print may be off by this share by the edges of its paper; printers that fit a page into their margins shrink it by 3 and more."""
MOST_OFF = 0.03
"""Cards beside a print that nobody measured and whose paper is not seen may be off by this share."""
MOST_OFF_MEASURED = 0.1
"""And beside one that was measured, or whose paper has its size: more, and the measure is wrong, or these are other cards."""
_FORM = 0.04
"""Cards whose ratio of height to width is off by more than this share are of another make: their size is not known."""


def print_scale(ruler: float | None) -> float:
    """Size of a print by the line on it: 1 at 100 %, and where nobody measured.

    Args:
        ruler: Length of the line, millimetres.

    Raises:
        CalibrationError: No print is so small or so large.
    """
    if ruler is None:
        return 1.0
    least, most = RULERS
    if not least <= ruler <= most:
        message = f"the line on the sheet cannot be {ruler:g} mm long: measure it from end to end, in millimetres (about {RULER})"
        raise CalibrationError(message)
    return ruler / RULER


def check_print(name: str, what: str, *, ruler: float | None, paper: float | None, cards: float | None) -> None:
    """Refuses a print of another size than was said, or than 100 % where nothing was said.

    Args:
        name: Of the picture.
        what: The print, in words.
        ruler: Length in millimetres of the line on it, where somebody measured it: that counts.
        paper: Size of the print by the edges of its paper, see ``paper_edge``; asked where nobody measured.
        cards: How large cards beside it are by the print, see ``card_scale``; asked last, and for gross mistakes of the others.

    Raises:
        CalibrationError: It is; what to do is said.
    """
    if ruler is not None and cards is not None and abs(cards - 1) > MOST_OFF_MEASURED:
        message = (
            f"{name}: the line on {what} cannot be {ruler:g} mm long, by the cards beside it it is about {ruler / cards:.0f} mm: "
            f"measure it again, or lay no cards beside it if yours are not {CARD[0]:g} x {CARD[1]:g} mm"
        )
        raise CalibrationError(message)
    if ruler is not None:
        return
    if paper is not None and abs(paper - 1) > MOST_OFF_PAPER:
        scale, told_by = paper, "the edges of its paper"
    elif cards is not None and abs(cards - 1) > (MOST_OFF if paper is None else MOST_OFF_MEASURED):
        scale, told_by = 1 / cards, "the cards beside it"
    else:
        return
    message = (
        f"{name}: {what} was printed at the wrong size, about {scale:.0%} of the right one by {told_by}: "
        f"measure its line; print it at 100 % if that is not {RULER} mm long, or tell its length (--ruler MM)"
    )
    raise CalibrationError(message)


def card_scale(plane: Array, cards: Sequence[TableCard]) -> float | None:
    """How large cards are on the plane, 1 where they are of the usual size.

    Args:
        plane: Pixels to millimetres.
        cards: Open ones.

    Returns:
        The median of their sizes, or None where there are too few or they are of another form than the usual card.
    """
    if len(cards) < LEAST_SCALE_CARDS:
        return None
    edges = np.stack([geometry.edge_lengths(geometry.transform(plane, card.reading.corners)) for card in cards])
    width, height = edges[:, [0, 2]].mean(axis=1), edges[:, [1, 3]].mean(axis=1)
    if abs(float(np.median(height / width)) / (CARD[1] / CARD[0]) - 1) > _FORM:
        return None
    return float(np.median(np.sqrt(width * height / (CARD[0] * CARD[1]))))
