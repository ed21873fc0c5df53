"""The project's own deck is known by its name, and its looks are those that the command makes with the face model that ships."""

from pathlib import Path

import numpy as np
import pytest

from numero_cam.base.files import model_entry
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.choose import DeckOptions
from numero_cam.vision.decks.files import load_own_deck
from workshop.own_looks import own_looks

SAMPLES = Path(__file__).parents[2] / "sample_images"
LEAST_LIKE = 0.999  #: Features differ in the last digit between processors.


def test_its_looks_are_of_the_face_model() -> None:
    shipped = load_own_deck(model=model_entry("face").sha256)
    assert shipped is not None, "the face model is another; run python -m workshop.own_looks"
    made = own_looks()
    assert shipped.faces == made.faces
    assert [e.label for e in shipped.examples] == [e.label for e in made.examples]
    assert np.einsum("ij,ij->i", shipped.embeddings, made.embeddings).min() > LEAST_LIKE


@pytest.mark.parametrize("name", ["03_fan_in_hand", "09_phone_upright"])
def test_it_is_known_by_its_name(name: str) -> None:
    assert Reader.load(decks=DeckOptions()).read(read_photo(SAMPLES / f"{name}.jpg")).deck == "numero"
