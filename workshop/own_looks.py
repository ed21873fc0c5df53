"""How the project's own deck looks to the face network, by which ``read`` knows it: ``deck/numero.toml``.

    python -m workshop.own_looks

Made anew with every face model, from the artwork that ``deck print`` prints. Run it at the top of the checkout.
"""

import datetime as dt
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numero_cam.app.decks import pack_faces
from numero_cam.base.files import model_entry
from numero_cam.base.onnx import Network
from numero_cam.base.outputs import write_atomically
from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH, read_art
from numero_cam.printing.paper import MM_PER_INCH, Drawing, FilledArea, PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels
from numero_cam.vision.decks.files import OWN_FILE, deck_toml
from numero_cam.vision.decks.profile import OWN_DECK, DeckExample, DeckProfile, quantize_features
from numero_cam.vision.rectify import Pyramid, face_crop

PIXELS_PER_MM = 10
TABLE = 10  #: Width of the grey table that is drawn around a card, millimetres.
GREY = (110, 110, 110)


def drawn(drawing: Drawing) -> NDArray[np.uint8]:
    """A card on a grey table, ``(H, W, 3)`` uint8, RGB."""
    width, height = CARD_WIDTH + 2 * TABLE, CARD_HEIGHT + 2 * TABLE
    table = FilledArea(GREY, (np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64),))
    return page_pixels(PaperPage(width, height, (table, PlacedDrawing(drawing, TABLE, TABLE))), PIXELS_PER_MM * MM_PER_INCH)


def own_looks() -> DeckProfile:
    """The profile of the project's own deck."""
    art, faces = read_art(), pack_faces()
    quad = (np.array([[0, 0], [CARD_WIDTH, 0], [CARD_WIDTH, CARD_HEIGHT], [0, CARD_HEIGHT]], np.float32) + TABLE) * PIXELS_PER_MM - 0.5
    crops = [face_crop(Pyramid(drawn(art[face])), quad.astype(np.float32), []) for face in faces]
    _, features = Network.load("face", threads=1).run_with_features(np.stack(crops))
    examples = tuple(DeckExample(face, quantize_features(row), None) for face, row in zip(faces, features, strict=True))
    today = dt.datetime.now().astimezone().date().isoformat()
    return DeckProfile(OWN_DECK, faces, examples=examples, model=model_entry("face").sha256, date=today)


if __name__ == "__main__":
    if not Path("deck").is_dir():
        sys.exit("own_looks: no folder deck/ here; run it at the top of the checkout")
    write_atomically(Path("deck") / OWN_FILE, deck_toml(own_looks()).encode())
