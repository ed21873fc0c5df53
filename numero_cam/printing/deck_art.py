"""Reads and writes the artwork of the project's own deck, ``deck/own.svg``: each face and the back is one symbol of flat areas.

Browsers show the file as a sheet of all cards. Its paths have whole numbers, hundredths of a millimetre, as ``M x y l dx dy ... z``.
"""

import re
import xml.etree.ElementTree as ET  # the file is our own, it comes with the program
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from numero_cam.base.files import data_folder
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.printing.paper import Colour, Drawing, FilledArea, PaperError, Ring

CARD_WIDTH = 63  #: Width of a card in millimetres, that of wide playing cards.
CARD_HEIGHT = 88  #: Height of a card in millimetres.
BACK = "back"  #: Name of the drawing of the back.
UNITS_PER_MM = 100  #: Number of units of the file in a millimetre.
_CARD_GAP = 200  #: Gap between the cards of the sheet, in units of the file.
_SHEET_COLUMNS = 15  #: Number of cards side by side on the sheet.
_SVG = "{http://www.w3.org/2000/svg}"


def read_art(path: Path | None = None) -> dict[str, Drawing]:
    """Return drawings of 63 x 88 millimetres by canonical notation of the face, and ``back``, of a file or this installation."""
    path = path or data_folder("deck") / "own.svg"
    try:
        root = ET.parse(path).getroot()  # noqa: S314
        return {symbol.attrib["data-face"]: _parse_drawing(symbol) for symbol in root.iter(f"{_SVG}symbol")}
    except (OSError, ET.ParseError, KeyError, ValueError) as error:
        raise PaperError(tr("{file}: the artwork of the deck cannot be read; install numero-cam again", file=path)) from error


def write_art(path: Path, drawings: Mapping[str, Drawing]) -> None:
    """Write drawings to a file that ``read_art`` reads and browsers show as a sheet."""
    symbols, uses = [], []
    width, height = CARD_WIDTH * UNITS_PER_MM + _CARD_GAP, CARD_HEIGHT * UNITS_PER_MM + _CARD_GAP
    for k, (face, drawing) in enumerate(drawings.items()):
        areas = "\n".join(
            f'<path fill="#{bytes(fill.colour).hex()}" fill-rule="evenodd" d="{_path_data(fill)}"/>' for fill in drawing.fills
        )
        symbols.append(f'<symbol id="card{k}" data-face="{face}" overflow="visible">\n{areas}\n</symbol>')
        uses.append(f'<use href="#card{k}" x="{_CARD_GAP + k % _SHEET_COLUMNS * width}" y="{_CARD_GAP + k // _SHEET_COLUMNS * height}"/>')
    rows = -(-len(drawings) // _SHEET_COLUMNS)
    view = f"0 0 {_CARD_GAP + _SHEET_COLUMNS * width} {_CARD_GAP + rows * height}"
    body = "\n".join([*symbols, *uses])
    write_atomically(path, f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">\n{body}\n</svg>\n'.encode())


def _path_data(fill: FilledArea) -> str:
    """Return the outlines of an area as the data of an SVG path: the first point, then steps, hundredths of a millimetre."""
    parts = []
    for ring in fill.rings:
        points = np.round(ring * UNITS_PER_MM).astype(int)
        steps = " ".join(f"{x} {y}" for x, y in np.diff(points, axis=0).tolist())
        parts.append(f"M{points[0][0]} {points[0][1]}l{steps}z".replace(" -", "-"))
    return "".join(parts)


def _parse_drawing(symbol: ET.Element) -> Drawing:
    """Return the drawing of a symbol of the file."""
    return Drawing(
        tuple(FilledArea(_parse_colour(path.attrib["fill"]), _parse_rings(path.attrib["d"])) for path in symbol.iter(f"{_SVG}path"))
    )


def _parse_colour(text: str) -> Colour:
    """Return a colour written as ``#rrggbb``."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def _parse_rings(text: str) -> tuple[Ring, ...]:
    """Return the outlines in the data of an SVG path as ``_path_data`` writes it, in millimetres."""
    rings = []
    for part in text.split("M")[1:]:
        numbers = [int(number) for number in re.findall(r"-?\d+", part)]
        steps = np.array(numbers).reshape(-1, 2)
        rings.append((steps.cumsum(axis=0) / UNITS_PER_MM).astype(np.float32))
    return tuple(rings)
