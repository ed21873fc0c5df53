"""The project's own deck learned from two sample photos and read in two others: no card is lost by it, and the deck is found out."""

import json
from pathlib import Path

import numpy as np
import pytest

from numero_cam.base import geometry
from numero_cam.base.records import TableState
from numero_cam.capture.files import read_photo
from numero_cam.games.numero.rules.cards import PACK
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.choose import DeckOptions
from numero_cam.vision.decks.learn import LabelledCard, build_profile
from numero_cam.vision.decks.profile import DeckProfile

SAMPLES = Path(__file__).parents[2] / "sample_images"
LEARNED = ("01_kitchen_table", "05_across_the_table")
READ = ("06_late_in_the_evening", "11_morning_sun")
SAME_CARD = 0.5


def truth(name: str) -> list[tuple[str | None, geometry.Array]]:
    cards = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))["cards"]
    return [(card["label"], np.array(card["quad"], np.float32)) for card in cards]


def right(name: str, state: TableState) -> int:
    return sum(
        any(card.reading.label == label and geometry.iou(card.reading.corners, quad) >= SAME_CARD for card in state.cards)
        for label, quad in truth(name)
    )


@pytest.fixture(scope="module")
def profile() -> DeckProfile:
    reader = Reader.load(decks=DeckOptions())
    known = []
    for name in LEARNED:
        state, told = reader.read_with_outputs(read_photo(SAMPLES / f"{name}.jpg"))
        for card in state.cards:
            fits = [label for label, quad in truth(name) if geometry.iou(card.reading.corners, quad) >= SAME_CARD]
            known += [LabelledCard(name, card.n, label, told[card.n]) for label in fits if card.n in told]
    return build_profile("own", known, reader.labels, copies=1, faces=[str(card) for card in PACK], model="", date="")


@pytest.mark.slow
def test_no_card_is_lost_by_learning(profile: DeckProfile) -> None:
    plain, by_name, found_out = (
        Reader.load(decks=decks) for decks in (None, DeckOptions((profile,), forced=True), DeckOptions((profile,)))
    )
    for name in READ:
        frame = read_photo(SAMPLES / f"{name}.jpg")
        assert right(name, by_name.read(frame)) >= right(name, plain.read(frame))
        assert right(name, found_out.read(frame)) >= right(name, plain.read(frame))
