"""Calibrations on disk: TOML files with a version, refused when it is another, never used in part."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from numero_cam.base.errors import CalibrationError
from numero_cam.base.files import read_toml
from numero_cam.calibrate.camera import Camera
from numero_cam.calibrate.table import Table
from numero_cam.calibrate.zones import NAMES, Rectangle

VERSION = 1
_CAMERA, _TABLE = "camera", "table"


def load(path: Path | str) -> Camera | Table:
    """Reads a calibration.

    Raises:
        CalibrationError: The file cannot be read, is none, or is of another version.
    """
    data = read_toml(path, CalibrationError)
    if data.get("kind") not in {_CAMERA, _TABLE}:
        message = f"{path}: is no calibration of a camera or a table"
        raise CalibrationError(message)
    if data.get("version") != VERSION:
        message = f"{path}: is of another version than this program ({VERSION}); calibrate anew"
        raise CalibrationError(message)
    try:
        return _camera(data) if data["kind"] == _CAMERA else _table(data)
    except CalibrationError as error:
        message = f"{path}: {error}"
        raise CalibrationError(message) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = f"{path}: is damaged ({type(error).__name__}: {error}); calibrate anew"
        raise CalibrationError(message) from error


def camera_toml(camera: Camera) -> str:
    """The camera as a file."""
    return f'kind = "{_CAMERA}"\nversion = {VERSION}\n' + _camera_fields(camera)


def table_toml(table: Table) -> str:
    """The table as a file; its zones are meant to be edited."""
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
        f"plane = {_matrix(table.plane)}",
        *([f"white = {list(table.white)!r}"] if table.white else []),
        "",
        "# left, top, right, bottom in millimetres; yours to change",
        "[zones]",
        *(f'"{name}" = {[round(edge, 1) for edge in table.zones[name]]!r}' for name in NAMES),
        *(["", "[camera]", _camera_fields(table.camera)] if table.camera else []),
    ]
    return "\n".join(lines) + "\n"


def _camera_fields(camera: Camera) -> str:
    lines = [
        f'date = "{camera.date}"',
        f"width = {camera.width}",
        f"height = {camera.height}",
        f"error_pixels = {camera.error!r}",
        f"views = {camera.views}",
        f"matrix = {_matrix(camera.matrix)}",
        f"distortion = {camera.distortion.tolist()!r}",
    ]
    return "\n".join(lines) + "\n"


def _matrix(matrix: np.ndarray[Any, np.dtype[np.float64]]) -> str:
    return "[" + ", ".join(repr(row) for row in matrix.tolist()) + "]"


def _camera(data: Mapping[str, Any]) -> Camera:
    matrix, distortion = np.array(data["matrix"], np.float64), np.array(data["distortion"], np.float64)
    return Camera(
        int(data["width"]), int(data["height"]), matrix, distortion, float(data["error_pixels"]), int(data["views"]), str(data["date"])
    )


def _table(data: Mapping[str, Any]) -> Table:
    red, green, blue = data.get("white", (None, None, None))
    card_width, card_height = data["card"]
    return Table(
        width=int(data["width"]),
        height=int(data["height"]),
        plane=np.array(data["plane"], np.float64),
        error=float(data["error_pixels"]),
        made_by=str(data["made_by"]),
        zones={name: _rectangle(zone) for name, zone in data["zones"].items()},
        date=str(data["date"]),
        white=None if red is None else (float(red), float(green), float(blue)),
        camera=_camera(data["camera"]) if "camera" in data else None,
        card=(float(card_width), float(card_height)),
    )


def _rectangle(zone: list[float]) -> Rectangle:
    left, top, right, bottom = (float(edge) for edge in zone)
    return left, top, right, bottom
