"""Fits the homography from pixels to millimetres of the table, and checks the size of prints."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import TableCard
from numero_cam.calibrate.charuco import DetectedBoard
from numero_cam.calibrate.sheet import DetectedSheet, check_sheet
from numero_cam.catalogue import tr

Array = NDArray[np.float64]

CARD = (63.0, 88.0)  #: Width and height of the usual card, millimetres.
MIN_PLANE_CARDS = 3  #: Minimum number of open cards to which a plane is fitted.
MIN_CORNERS = 14  #: Minimum number of the board's corners to which a plane is fitted.
MAX_PLANE_ERROR = 0.004  #: Maximum error of cards or a board, root mean square, as a share of the picture's long side.
MAX_SHEET_ERROR = 0.02  #: Maximum error of the marker sheet, root mean square, as a share of a marker's side: a millimetre on the table.
_LAY_SHEET_FLAT = tr("lay the marker sheet flat, take the photo sharp, or give a calibrated camera if its pictures bend straight lines")
_LAY_BOARD_FLAT = tr("lay the board flat, take the photo sharp, or give a calibrated camera if its pictures bend straight lines")
_MAX_ITERATIONS = 40  #: Iterations of the least squares fit.
_START_CARDS = 4  #: Number of fits, each of which starts with the plane of one of the largest cards; the best fit is used.


def plane_of_board(seen: DetectedBoard, size: tuple[int, int], scale: float = 1.0) -> tuple[Array, float]:
    """Fit the plane on which the board lies.

    Args:
        seen: The board, detected in an undistorted picture.
        size: Width and height of the picture, pixels.
        scale: Size of the print: 1 where it was printed at 100 %.

    Returns:
        The ``(3, 3)`` homography from pixels to millimetres, and the error, root mean square, pixels.
    """
    if len(seen.ids) < MIN_CORNERS:
        raise CalibrationError(
            tr(
                "{photo}: the board is not seen well enough: {corners} of its corners, at least {least} are needed",
                photo=seen.name,
                corners=len(seen.ids),
                least=MIN_CORNERS,
            )
        )
    matrix, error = fit_homography(seen.object_points() * scale, seen.points)
    _check_error(error, seen.name, MAX_PLANE_ERROR * max(size), _LAY_BOARD_FLAT)
    return _towards_player(matrix, size), error


def plane_of_sheet(seen: DetectedSheet, scale: float = 1.0) -> tuple[Array, float]:
    """Fit the plane on which the marker sheet lies.

    Args:
        seen: The sheet, detected in an undistorted picture.
        scale: Size of the print: 1 where it was printed at 100 %.

    Returns:
        The ``(3, 3)`` homography from pixels to millimetres, and the error, root mean square, pixels.
    """
    check_sheet(seen)
    matrix, error = fit_homography(seen.object_points() * scale, seen.points)
    side = float(np.mean([geometry.edge_lengths(quad).mean() for quad in seen.quads]))
    _check_error(error, seen.name, MAX_SHEET_ERROR * side, _LAY_SHEET_FLAT)
    return _towards_player(matrix, seen.size), error


def fit_homography(places: NDArray[np.floating], points: NDArray[np.floating]) -> tuple[Array, float]:
    """Fit the homography between points on a print and points in a picture.

    Args:
        places: ``(N, 2)`` millimetres on the print.
        points: ``(N, 2)`` pixels, the same points in the picture.

    Returns:
        The ``(3, 3)`` homography from pixels to millimetres, and the error, root mean square, pixels.
    """
    found, _ = cv2.findHomography(places.astype(np.float64), points.astype(np.float64))
    matrix = np.asarray(found, np.float64)
    error = float(np.sqrt((np.linalg.norm(geometry.transform(matrix, places) - points, axis=1) ** 2).mean()))
    return geometry.inverse(matrix), error


def plane_of_cards(
    quads: Sequence[NDArray[np.floating]], name: str, size: tuple[int, int], card: tuple[float, float] = CARD
) -> tuple[Array, float]:
    """Fit the plane on which cards lie, from their outlines alone: on it, every outline is a rectangle of a card's size.

    Args:
        quads: Outlines of open cards, each ``(4, 2)`` pixels, clockwise from the card's own top-left.
        name: Name of the picture.
        size: Width and height of the picture, pixels.
        card: Width and height of a card, millimetres.

    Returns:
        The ``(3, 3)`` homography from pixels to millimetres, and the error, root mean square, pixels.
    """
    if len(quads) < MIN_PLANE_CARDS:
        raise CalibrationError(
            tr(
                "{photo}: too few cards: {cards} lie open, at least {least} are needed, spread over the table",
                photo=name,
                cards=len(quads),
                least=MIN_PLANE_CARDS,
            )
        )
    points = np.stack(quads).astype(np.float64)
    rectangle = np.array([[0, 0], [card[0], 0], [card[0], card[1]], [0, card[1]]])
    by_size = np.argsort([-geometry.area(quad) for quad in points])
    fits = [_fitted_cards(points, rectangle, points[k]) for k in by_size[:_START_CARDS]]
    matrix, error = min(fits, key=lambda fit: fit[1])
    _check_error(error, name, MAX_PLANE_ERROR * max(size), tr("lay the cards flat and open, or use the marker sheet"))
    return _towards_player(matrix, size), error


def congruence(places: Array, rectangle: Array) -> Array:
    """Return the difference of outlines from the nearest rectangle of a given size, whatever its place and rotation.

    Args:
        places: ``(N, 4, 2)`` corners on the table, millimetres.
        rectangle: ``(4, 2)`` corners of the rectangle, millimetres.

    Returns:
        ``(N, 4, 2)`` millimetres.
    """
    middle = places.mean(axis=1, keepdims=True)
    wanted = rectangle - rectangle.mean(axis=0)
    z = (places - middle) @ [1, 1j]
    turn = (z * np.conj(wanted @ [1, 1j])).sum(axis=1, keepdims=True)
    best = turn / np.maximum(np.abs(turn), 1e-12) * (wanted @ [1, 1j])
    return np.asarray(places - middle - np.stack([best.real, best.imag], axis=2))


def _fitted_cards(points: Array, rectangle: Array, start: Array) -> tuple[Array, float]:
    """Fit the plane of cards ``(N, 4, 2)``, from that of one, ``start``; return the homography to millimetres, and the error in pixels."""
    first = geometry.homography(start, rectangle)
    # Pixels are centred and divided by their spread, so that the eight parameters are of similar size.
    middle, spread = points.mean(axis=(0, 1)), points.std()
    even = np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])
    scaled = first @ np.linalg.inv(even)
    sizes = np.sqrt([abs(geometry.area(quad)) / abs(geometry.area(rectangle)) for quad in points])[:, None, None]

    def residuals(numbers: Array) -> Array:
        """Return the differences of the outlines from rectangles, about in pixels, for eight parameters of the homography."""
        matrix = np.append(numbers, 1.0).reshape(3, 3) @ even
        places = geometry.transform(matrix, points.reshape(-1, 2)).reshape(points.shape)
        return np.asarray((congruence(places, rectangle) * sizes).ravel())

    numbers = _least_squares(residuals, (scaled / scaled[2, 2]).ravel()[:8])
    error = float(np.sqrt(2 * (residuals(numbers) ** 2).mean()))
    return np.append(numbers, 1.0).reshape(3, 3) @ even, error


def _least_squares(residuals: Callable[[Array], Array], numbers: Array) -> Array:
    """Minimise the sum of squared residuals with the Levenberg-Marquardt method, and return the parameters.

    Position and rotation of the table are free, so the damping never becomes zero.
    """
    damping, now = 1e-3, residuals(numbers)
    for _ in range(_MAX_ITERATIONS):
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
    """Return the same plane ``(3, 3)`` with its origin in the middle of the picture and its y axis pointing down there."""
    middle = np.array([size[0] / 2, size[1] / 2])
    centre, below = geometry.transform(matrix, np.stack([middle, middle + np.array([0, 1])]))
    down = (below - centre) / np.linalg.norm(below - centre)
    turned = np.array([[down[1], -down[0], 0], [down[0], down[1], 0], [0, 0, 1]])
    moved = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]])
    whole = turned @ moved @ matrix
    return np.asarray(whole / whole[2, 2], np.float64)


def _check_error(error: float, name: str, most: float, advice: str) -> None:
    """Raise a `CalibrationError` with advice if the error of a fit, in pixels, is above `most`."""
    if not error <= most:
        wrong = tr(
            "{photo}: the error is too high: {error:.1f} pixels, at most {most:.1f} are accepted", photo=name, error=error, most=most
        )
        raise CalibrationError(f"{wrong}: {advice}")


RULER_MM = 100  #: Length of the line on board and sheet when they are printed at 100 %, millimetres.
MIN_RULER = 50.0  #: Minimum accepted length of that line, millimetres; a shorter one is of another line or unit.
MAX_RULER = 200.0  #: Maximum accepted length of that line, millimetres.
MIN_SCALE_CARDS = 2  #: Minimum number of cards by which the scale of a print is checked.
#: Maximum error of a print's scale by the edges of its paper; printers that fit a page into their margins shrink it by 3 % or more.
MAX_PAPER_SCALE_ERROR = 0.015
MAX_CARD_SCALE_ERROR = 0.03  #: Maximum error by cards beside a print that nobody measured and whose paper is not visible.
MAX_GROSS_SCALE_ERROR = 0.1  #: Maximum error by cards beside a print that was measured, or whose paper has the right size.
#: Relative error of the ratio of height to width above which cards are of another make, and their size is unknown.
_MAX_ASPECT_ERROR = 0.04


def print_scale(ruler: float | None) -> float:
    """Return the scale of a print, 1 at 100 %, by the length of the line on it, millimetres; None counts as 100 %."""
    if ruler is None:
        return 1.0
    if not MIN_RULER <= ruler <= MAX_RULER:
        raise CalibrationError(
            tr(
                "the line on the sheet cannot be {length:g} mm long: measure it from end to end, in millimetres (about {usual})",
                length=ruler,
                usual=RULER_MM,
            )
        )
    return ruler / RULER_MM


def check_print(name: str, what: str, *, ruler: float | None, paper: float | None, cards: float | None) -> None:
    """Check that a print has the size that was measured, or 100 % where nobody measured.

    Args:
        name: Name of the picture.
        what: The name of the print for the user.
        ruler: Measured length of the line on it, millimetres; None if nobody measured it. It is trusted most.
        paper: Scale of the print by the edges of its paper; None if unknown. It is used if nobody measured.
        cards: Size of the cards beside the print by its scale; None if unknown. It is used last, and against gross errors of the others.
    """
    if ruler is not None and cards is not None and abs(cards - 1) > MAX_GROSS_SCALE_ERROR:
        raise CalibrationError(
            tr(
                "{photo}: the line on {print} cannot be {length:g} mm long, by the cards beside it it is about {likely:.0f} mm: "
                "measure it again, or lay no cards beside it if yours are not {card[0]:g} x {card[1]:g} mm",
                photo=name,
                print=what,
                length=ruler,
                likely=ruler / cards,
                card=CARD,
            )
        )
    if ruler is not None:
        return
    if paper is not None and abs(paper - 1) > MAX_PAPER_SCALE_ERROR:
        size = tr("about {scale:.0%} of the right one by the edges of its paper", scale=paper)
    elif cards is not None and abs(cards - 1) > (MAX_CARD_SCALE_ERROR if paper is None else MAX_GROSS_SCALE_ERROR):
        size = tr("about {scale:.0%} of the right one by the cards beside it", scale=1 / cards)
    else:
        return
    raise CalibrationError(
        tr(
            "{photo}: {print} was printed at the wrong size, {size}: "
            "measure its line; print it at 100 % if that is not {usual} mm long, or tell its length (--ruler MM)",
            photo=name,
            print=what,
            size=size,
            usual=RULER_MM,
        )
    )


def card_scale(plane: Array, cards: Sequence[TableCard]) -> float | None:
    """Return the size of cards on the plane, 1 where they have the usual size.

    Args:
        plane: ``(3, 3)`` homography from pixels to millimetres.
        cards: Open cards.

    Returns:
        Their median size; None where there are too few, or they have another ratio of height to width than the usual card.
    """
    if len(cards) < MIN_SCALE_CARDS:
        return None
    edges = np.stack([geometry.edge_lengths(geometry.transform(plane, card.reading.corners)) for card in cards])
    width, height = edges[:, [0, 2]].mean(axis=1), edges[:, [1, 3]].mean(axis=1)
    if abs(float(np.median(height / width)) / (CARD[1] / CARD[0]) - 1) > _MAX_ASPECT_ERROR:
        return None
    return float(np.median(np.sqrt(width * height / (CARD[0] * CARD[1]))))
