"""The artwork of the project's own deck: ``deck/own.svg``, in which every face and the back is one symbol of flat areas.

Browsers show the file as a sheet of all cards. Its paths hold whole numbers, hundredths of a millimetre, as ``M x y l dx dy ... z``.
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

CARD_WIDTH = 63
"""Width of a card in millimetres, that of wide playing cards."""
CARD_HEIGHT = 88
"""Height of a card in millimetres."""
BACK = "back"
"""Name of the drawing that is no face."""
UNITS = 100
"""Units of the file in a millimetre."""
_SPACE = 200
"""Between the cards of the sheet, units."""
_COLUMNS = 15
_SVG = "{http://www.w3.org/2000/svg}"


def read_art(path: Path | None = None) -> dict[str, Drawing]:
    """Reads the artwork.

    Args:
        path: The file; that of this installation if not given.

    Returns:
        Drawings of 63 x 88 millimetres by canonical notation of the face, and ``back``.

    Raises:
        PaperError: The file is missing or broken.
    """
    path = path or data_folder("deck") / "own.svg"
    try:
        root = ET.parse(path).getroot()  # noqa: S314
        return {symbol.attrib["data-face"]: _drawing(symbol) for symbol in root.iter(f"{_SVG}symbol")}
    except (OSError, ET.ParseError, KeyError, ValueError) as error:
        message = tr("{file}: the artwork of the deck cannot be read; install numero-cam again", file=path)
        raise PaperError(message) from error


def write_art(path: Path, drawings: Mapping[str, Drawing]) -> None:
    """Writes drawings in the form that ``read_art`` reads, with all of them laid out for browsers."""
    symbols, uses = [], []
    width, height = CARD_WIDTH * UNITS + _SPACE, CARD_HEIGHT * UNITS + _SPACE
    for k, (face, drawing) in enumerate(drawings.items()):
        areas = "\n".join(f'<path fill="#{bytes(fill.colour).hex()}" fill-rule="evenodd" d="{_path(fill)}"/>' for fill in drawing.fills)
        symbols.append(f'<symbol id="card{k}" data-face="{face}" overflow="visible">\n{areas}\n</symbol>')
        uses.append(f'<use href="#card{k}" x="{_SPACE + k % _COLUMNS * width}" y="{_SPACE + k // _COLUMNS * height}"/>')
    rows = -(-len(drawings) // _COLUMNS)
    view = f"0 0 {_SPACE + _COLUMNS * width} {_SPACE + rows * height}"
    body = "\n".join([*symbols, *uses])
    write_atomically(path, f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">\n{body}\n</svg>\n'.encode())


def _path(fill: FilledArea) -> str:
    parts = []
    for ring in fill.rings:
        points = np.round(ring * UNITS).astype(int)
        steps = " ".join(f"{x} {y}" for x, y in np.diff(points, axis=0).tolist())
        parts.append(f"M{points[0][0]} {points[0][1]}l{steps}z".replace(" -", "-"))
    return "".join(parts)


def _drawing(symbol: ET.Element) -> Drawing:
    return Drawing(tuple(FilledArea(_colour(path.attrib["fill"]), _rings(path.attrib["d"])) for path in symbol.iter(f"{_SVG}path")))


def _colour(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def _rings(text: str) -> tuple[Ring, ...]:
    rings = []
    for part in text.split("M")[1:]:
        numbers = [int(number) for number in re.findall(r"-?\d+", part)]
        steps = np.array(numbers).reshape(-1, 2)
        rings.append((steps.cumsum(axis=0) / UNITS).astype(np.float32))
    return tuple(rings)
