"""Reads and writes calibrations: TOML files with a version; one of another version is refused."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from numero_cam.base.bounded_reader import finite_number, list_of, plain_text, read_toml, whole_number
from numero_cam.base.errors import CalibrationError
from numero_cam.calibrate.camera import CameraCalibration
from numero_cam.calibrate.table import ZONE_NAMES, Rectangle, TableCalibration
from numero_cam.catalogue import tr

VERSION = 1
MAX_PICTURE_SIDE = 100_000  #: Largest width and height of a picture, pixels.
MAX_NUMBER = 1e9  #: Largest absolute value of a number in a matrix or a zone; larger ones overflow in arithmetic.
MAX_VIEWS = 100_000  #: Largest number of photos of a calibration.
MAX_TEXT_LENGTH = 100  #: Maximum number of characters of ``date`` and ``made_by``.
_CAMERA = "camera"
_TABLE = "table"


def load_calibration(path: Path | str) -> CameraCalibration | TableCalibration:
    """Return the calibration in a TOML file; raise a ``CalibrationError`` where it is damaged, of another kind or version."""
    data = read_toml(path, CalibrationError)
    if data.get("kind") not in (_CAMERA, _TABLE):
        raise CalibrationError(tr("{file}: is no calibration of a camera or a table", file=path))
    if data.get("version") != VERSION:
        raise CalibrationError(
            tr("{file}: is of another version than this program ({version}); calibrate anew", file=path, version=VERSION)
        )
    try:
        return _camera_from_data(data) if data["kind"] == _CAMERA else _table_from_data(data)
    except CalibrationError as error:
        raise CalibrationError(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        found = f"{type(error).__name__}: {error}"
        raise CalibrationError(tr("{file}: is damaged ({error}); calibrate anew", file=path, error=found)) from error


def camera_toml(camera: CameraCalibration) -> str:
    """Return the calibration of a camera as TOML."""
    return f'kind = "{_CAMERA}"\nversion = {VERSION}\n' + _camera_fields(camera)


def table_toml(table: TableCalibration) -> str:
    """Return the calibration of a table as TOML; people may edit its zones."""
    lines = [
        f'kind = "{_TABLE}"',
        f"version = {VERSION}",
        f'date = "{table.date}"',
        f"width = {table.width}",
        f"height = {table.height}",
        f'made_by = "{table.made_by}"',
        f"error_pixels = {table.error!r}",
        f"card = {list(table.card)!r}",
        "# pixels of the straight picture to millimetres; x to the right, y towards you, 0 in the middle of the picture",
        f"plane = {_matrix_toml(table.plane)}",
        *([f"white = {list(table.white)!r}"] if table.white else []),
        "",
        "# left, top, right, bottom in millimetres; yours to change",
        "[zones]",
        *(f'"{name}" = {[round(edge, 1) for edge in table.zones[name]]!r}' for name in ZONE_NAMES),
        *(["", "[camera]", _camera_fields(table.camera)] if table.camera else []),
    ]
    return "\n".join(lines) + "\n"


def _camera_fields(camera: CameraCalibration) -> str:
    """Return the TOML lines of a camera without kind and version."""
    lines = [
        f'date = "{camera.date}"',
        f"width = {camera.width}",
        f"height = {camera.height}",
        f"error_pixels = {camera.error!r}",
        f"views = {camera.views}",
        f"matrix = {_matrix_toml(camera.matrix)}",
        f"distortion = {camera.distortion.tolist()!r}",
    ]
    return "\n".join(lines) + "\n"


def _matrix_toml(matrix: np.ndarray[Any, np.dtype[np.float64]]) -> str:
    """Return a matrix as a TOML array of rows."""
    return "[" + ", ".join(repr(row) for row in matrix.tolist()) + "]"


def _camera_from_data(data: Mapping[str, Any]) -> CameraCalibration:
    """Return the calibration of a camera from the fields of a TOML file, with every number checked."""
    return CameraCalibration(
        whole_number(data["width"], 1, MAX_PICTURE_SIDE),
        whole_number(data["height"], 1, MAX_PICTURE_SIDE),
        _read_matrix(data["matrix"]),
        np.array(_numbers(data["distortion"]), np.float64),
        finite_number(data["error_pixels"], 0, MAX_NUMBER),
        whole_number(data["views"], 0, MAX_VIEWS),
        plain_text(data["date"], MAX_TEXT_LENGTH),
    )


def _table_from_data(data: Mapping[str, Any]) -> TableCalibration:
    """Return the calibration of a table from the fields of a TOML file, with every number checked."""
    card_width, card_height = _numbers(data["card"])
    return TableCalibration(
        width=whole_number(data["width"], 1, MAX_PICTURE_SIDE),
        height=whole_number(data["height"], 1, MAX_PICTURE_SIDE),
        plane=_read_matrix(data["plane"]),
        error=finite_number(data["error_pixels"], 0, MAX_NUMBER),
        made_by=plain_text(data["made_by"], MAX_TEXT_LENGTH),
        zones={name: _rectangle(zone) for name, zone in data["zones"].items()},
        date=plain_text(data["date"], MAX_TEXT_LENGTH),
        white=_white_gains(data["white"]) if "white" in data else None,
        camera=_camera_from_data(data["camera"]) if "camera" in data else None,
        card=(card_width, card_height),
    )


def _white_gains(values: object) -> tuple[float, float, float]:
    """Return the gains of red, green and blue."""
    red, green, blue = _numbers(values)
    return red, green, blue


def _read_matrix(rows: object) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return a matrix of at most three rows; the calibration that is made of it checks that it is 3 x 3."""
    return np.array([_numbers(row) for row in list_of(rows, 3)], np.float64)


def _numbers(values: object) -> list[float]:
    """Return a list of at most eight finite numbers."""
    return [finite_number(value, -MAX_NUMBER, MAX_NUMBER) for value in list_of(values, 8)]


def _rectangle(zone: object) -> Rectangle:
    """Return left, top, right and bottom of a zone."""
    left, top, right, bottom = _numbers(zone)
    return left, top, right, bottom
