"""The deck that ``deck print`` prints, learned from its own drawings: found out unasked, it makes no reading of a sample photo worse."""

import json
from pathlib import Path

import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.base.records import CardReading
from numero_cam.capture.files import read_photo
from numero_cam.games.numero.rules.cards import PACK
from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH, read_art
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.choose import DeckOptions
from numero_cam.vision.decks.learn import LabelledCard, build_profile
from numero_cam.vision.decks.profile import DeckProfile
from numero_cam.vision.faces import FaceReader, IndexReader
from numero_cam.vision.rectify import Pyramid
from workshop.own_looks import PIXELS_PER_MM, TABLE, drawn

SAMPLES = Path(__file__).parents[2] / "sample_images"
PHOTOS = sorted(SAMPLES.glob("*.jpg"))
SAME_CARD = 0.5
AS_SURE = 0.005


@pytest.fixture(scope="module")
def printed() -> DeckProfile:
    faces = FaceReader(Network.load("face", threads=2), IndexReader(Network.load("index", threads=2)))
    quad = (np.array([[0, 0], [CARD_WIDTH, 0], [CARD_WIDTH, CARD_HEIGHT], [0, CARD_HEIGHT]], np.float32) + TABLE) * PIXELS_PER_MM - 0.5
    art, pack = read_art(), [str(card) for card in PACK]
    known = [LabelledCard(face, 1, face, faces.outputs(Pyramid(drawn(art[face])), [quad.astype(np.float32)], [[]])[0]) for face in pack]
    return build_profile("mine", known, faces.labels, copies=1, faces=pack, model="", date="")


def right(readings: list[CardReading], photo: Path) -> dict[str, float]:
    out = {}
    for card in json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))["cards"]:
        quad = np.array(card["quad"], np.float32)
        of_it = [r for r in readings if r.label == card["label"] and geometry.iou(r.corners, quad) >= SAME_CARD]
        if card["label"] is not None and of_it:
            out[card["label"]] = of_it[0].confidence
    return out


@pytest.mark.slow
def test_no_right_reading_is_lost_or_doubtful_or_less_sure_by_a_learned_deck(printed: DeckProfile) -> None:
    plain, learned = Reader.load(decks=DeckOptions()), Reader.load(decks=DeckOptions((printed,)))
    found = 0
    for photo in PHOTOS:
        frame = read_photo(photo)
        before, state = plain.read(frame), learned.read(frame)
        surely, now = right([c.reading for c in before.cards], photo), right([c.reading for c in state.cards], photo)
        assert {label: p for label, p in surely.items() if now.get(label, 0.0) < p - AS_SURE} == {}, photo.name
        wrong = [sum(c.reading.label is not None for c in cards) - len(of) for cards, of in ((before.cards, surely), (state.cards, now))]
        assert wrong[1] <= wrong[0], photo.name
        found += state.deck == printed.name
    assert found == len(PHOTOS)
