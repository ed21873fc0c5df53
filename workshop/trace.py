"""The project's own deck as outlines of flat areas: ``python -m workshop.trace`` writes ``deck/own.svg``.

The artwork is drawn in pixels with fonts that users need not have. Its colours are flat, so each face is a few areas; traced they are
sharp on any printer and smaller than pictures.
"""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.outputs import write_atomically
from numero_cam.printing.deck_art import BACK, CARD_HEIGHT, CARD_WIDTH, UNITS_PER_MM
from numero_cam.printing.paper import Colour, Drawing, FilledArea, Ring, box

PIXELS_PER_MM = 20
LEAST_SHARE = 0.0008  #: Share of a card from which a colour is an area of its own, not the soft edge between two.
ALIKE = 20.0  #: Colours nearer than this, by the distance of their RGB values, are one: rounding of the artist's blends.
TOLERANCE = 0.5  #: Pixels that an outline may be off: a fortieth of a millimetre.
LAP = 2  #: Pixels by which an area reaches below those on top of it, so that no gap shows between them.

CARD_GAP = 200  #: Gap between the cards of the sheet, in units of the file.
SHEET_COLUMNS = 15  #: Number of cards side by side on the sheet.

Picture = NDArray[np.uint8]


def trace(picture: Picture) -> Drawing:
    """Finds the flat areas of a drawn card, ``(H, W, 3)`` uint8 RGB, upright, ``PIXELS_PER_MM``.

    Areas are in millimetres; the first, in the colour of the card's edge, covers the whole card.
    """
    packed = picture[..., 0].astype(np.int32) << 16 | picture[..., 1].astype(np.int32) << 8 | picture[..., 2]
    values, inverse, counts = np.unique(packed.ravel(), return_inverse=True, return_counts=True)
    seen = np.stack([values >> 16, values >> 8 & 255, values & 255], axis=1)
    colours = _flat_colours(seen, counts / counts.sum(), picture[0, 0])
    labels = _labels(picture, np.linalg.norm(seen[:, None] - np.array(colours), axis=2), inverse.reshape(packed.shape))
    fills = []
    for k, colour in enumerate(colours):
        own = (labels == k).astype(np.uint8)
        reach = cv2.dilate(own, np.ones((2 * LAP + 1, 2 * LAP + 1), np.uint8)) & (labels >= k).astype(np.uint8)
        fills.append(FilledArea(colour, _rings(reach)) if k else box(0, 0, CARD_WIDTH, CARD_HEIGHT, colour))
    return Drawing(tuple(fills))


def _flat_colours(seen: NDArray[np.int32], shares: NDArray[np.float64], edge: Picture) -> list[Colour]:
    """Colours of areas: that of the card's edge, then tints before the full colours that are printed on them."""
    found: list[Colour] = []
    for i in np.argsort(-shares):
        if shares[i] < LEAST_SHARE:
            break
        red, green, blue = (int(part) for part in seen[i])
        if all(np.linalg.norm(seen[i] - other) >= ALIKE for other in found):
            found.append((red, green, blue))
    return sorted(found, key=lambda colour: float(np.linalg.norm(edge.astype(np.int32) - colour)))


def _labels(picture: Picture, distances: NDArray[np.float64], inverse: NDArray[np.intp]) -> NDArray[np.int32]:
    """Which colour each pixel has; those of a soft edge go to the nearest pixel that has one, so no third colour appears between two.

    ``distances``: ``(colours seen, flat colours)``; ``inverse``: ``(H, W)``, which of the colours seen each pixel has.
    """
    nearest = distances.argmin(axis=1).astype(np.int32)[inverse]
    # On its way from one colour to another a soft edge may pass through a third that is a tint: only even places are sure.
    around = np.ones((3, 3), np.uint8)
    even = cv2.subtract(cv2.dilate(picture, around), cv2.erode(picture, around)).max(axis=2) < ALIKE
    sure = even & (distances.min(axis=1) < ALIKE / 2)[inverse]
    _, source = cv2.distanceTransformWithLabels((~sure).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    of_source = np.zeros(int(source.max()) + 1, np.int32)
    of_source[source[sure]] = nearest[sure]
    return np.asarray(of_source[source])


def _rings(mask: Picture) -> tuple[Ring, ...]:
    """Outlines of a mask in millimetres, holes too."""
    soft = cv2.resize(cv2.GaussianBlur(mask * 255, (0, 0), 0.8), None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    large = (soft > 127).astype(np.uint8)  # so large, the way through the border pixels' middles is a quarter of a pixel off
    contours, _ = cv2.findContours(large, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    rings = []
    for contour in contours:
        ring = cv2.approxPolyDP(contour, TOLERANCE * 2, closed=True)[:, 0]
        if len(ring) >= 3:
            rings.append(((ring + 0.5) / (2 * PIXELS_PER_MM)).astype(np.float32))
    return tuple(rings)


def own_deck() -> dict[str, Drawing]:
    """Draws and traces all faces and the back of the project's own deck."""
    from numero_cam.games.numero.rules.cards import PACK  # noqa: PLC0415 - only where the deck is drawn
    from workshop.synth.backs import draw_back  # noqa: PLC0415
    from workshop.synth.design import project_design  # noqa: PLC0415
    from workshop.synth.faces import draw_face  # noqa: PLC0415

    design, height = project_design(), CARD_HEIGHT * PIXELS_PER_MM
    pictures = {str(card): draw_face(design, str(card), height) for card in PACK} | {BACK: draw_back(design, height)}
    wanted = (height, CARD_WIDTH * PIXELS_PER_MM, 3)
    drawings = {}
    for face, picture in pictures.items():
        sheet = np.ascontiguousarray(picture[..., :3])
        if sheet.shape != wanted:
            raise ValueError(f"{face}: drawn as {sheet.shape}, not {wanted}")
        drawings[face] = trace(sheet)
    return drawings


def write_art(path: Path, drawings: Mapping[str, Drawing]) -> None:
    """Write drawings to a file that ``read_art`` reads and browsers show as a sheet."""
    symbols, uses = [], []
    width, height = CARD_WIDTH * UNITS_PER_MM + CARD_GAP, CARD_HEIGHT * UNITS_PER_MM + CARD_GAP
    for k, (face, drawing) in enumerate(drawings.items()):
        areas = "\n".join(
            f'<path fill="#{bytes(fill.colour).hex()}" fill-rule="evenodd" d="{_path_data(fill)}"/>' for fill in drawing.fills
        )
        symbols.append(f'<symbol id="card{k}" data-face="{face}" overflow="visible">\n{areas}\n</symbol>')
        uses.append(f'<use href="#card{k}" x="{CARD_GAP + k % SHEET_COLUMNS * width}" y="{CARD_GAP + k // SHEET_COLUMNS * height}"/>')
    rows = -(-len(drawings) // SHEET_COLUMNS)
    view = f"0 0 {CARD_GAP + SHEET_COLUMNS * width} {CARD_GAP + rows * height}"
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


if __name__ == "__main__":
    write_art(Path("deck") / "own.svg", own_deck())
