"""Tables of the own deck show its artwork; photos in rows show each card of a pack once, whole."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from numero_cam.printing.deck_art import read_art
from workshop import pack_scenes, unseen
from workshop.own_looks import drawn
from workshop.synth import fonts


def test_the_own_deck_shows_what_is_printed() -> None:
    face = pack_scenes.OwnDeck(np.random.default_rng(1)).face("7r")
    printed = cv2.resize(drawn(read_art()["7r"])[100:-100, 100:-100], face.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.array_equal(face[..., :3], printed)
    assert (face[0, 0, 3], face[160, 110, 3]) == (0, 255), "round corners"


@pytest.mark.slow
def test_five_photos_show_each_card_of_a_pack_once_and_whole(tmp_path: Path) -> None:
    try:
        answers = pack_scenes.draw_rows(tmp_path, "choose", 1)
    except fonts.FontsMissingError as error:
        pytest.skip(str(error))
    photos = [json.loads(answer.read_text()) for answer in answers]
    deck = unseen.deck_of(unseen.chance_of("choose", 1), "choose", 1)
    assert Counter(card["label"] for photo in photos for card in photo["cards"]) == Counter(deck.labels())
    assert all(card["visible"] >= pack_scenes.SEEN for photo in photos for card in photo["cards"])
    assert [photo["image"] for photo in photos] == [path.name for path in sorted(tmp_path.glob("*.jpg"))]
