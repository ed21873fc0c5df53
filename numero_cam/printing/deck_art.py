"""Reads the artwork of the project's own deck, ``deck/own.svg``: each face and the back is one symbol of flat areas.

Browsers show the file as a sheet of all cards. Its paths have whole numbers, hundredths of a millimetre, as ``M x y l dx dy ... z``.
"""

import re
import xml.etree.ElementTree as ET  # the file is our own, it comes with the program
from pathlib import Path

import numpy as np

from numero_cam.base.files import data_folder
from numero_cam.catalogue import tr
from numero_cam.printing.paper import Colour, Drawing, FilledArea, PaperError, Ring

CARD_WIDTH = 63  #: Width of a card in millimetres, that of wide playing cards.
CARD_HEIGHT = 88  #: Height of a card in millimetres.
BACK = "back"  #: Name of the drawing of the back.
UNITS_PER_MM = 100  #: Number of units of the file in a millimetre.
_SVG = "{http://www.w3.org/2000/svg}"


def read_art(path: Path | None = None) -> dict[str, Drawing]:
    """Return drawings of 63 x 88 millimetres by canonical notation of the face, and ``back``, of a file or this installation."""
    path = path or data_folder("deck") / "own.svg"
    try:
        root = ET.parse(path).getroot()  # noqa: S314
        return {symbol.attrib["data-face"]: _parse_drawing(symbol) for symbol in root.iter(f"{_SVG}symbol")}
    except (OSError, ET.ParseError, KeyError, ValueError) as error:
        raise PaperError(tr("{file}: the artwork of the deck cannot be read; install numero-cam again", file=path)) from error


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
