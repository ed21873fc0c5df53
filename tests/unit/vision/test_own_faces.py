"""A known deck has only its own faces: whatever the network says, nothing else is told, and nothing is made likelier."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from numero_cam.base.records import value_of
from numero_cam.vision.decks.profile import DeckProfile, playing_deck, restrict_to_deck
from numero_cam.vision.faces import Face
from tests.looks import LABELS, face_of

NUMERO = DeckProfile("numero", (*(f"{value}{colour}" for value in range(1, 16) for colour in "rbgo"), "x3"))
TILES = DeckProfile("tiles", tuple(f"{value}{colour}" for value in range(1, 14) for colour in ("r", "")))
DECKS = st.sampled_from([NUMERO, TILES, playing_deck()])


def read(faces: dict[str, float], colours: dict[str, float] | None = None) -> Face:
    told = np.array([faces.get(face, 0) for face in LABELS.faces], np.float32)
    inks = np.array([(colours or {}).get(colour, 0) for colour in LABELS.colours], np.float32)
    return face_of(chances=(told, inks))


def shares(size: int) -> st.SearchStrategy[NDArray[np.float32]]:
    raw = st.lists(st.floats(0, 1), min_size=size, max_size=size).filter(lambda row: sum(row) > 0.1)
    return raw.map(lambda row: np.asarray(np.array(row) / sum(row), np.float32))


@given(deck=DECKS, faces=shares(len(LABELS.faces)), colours=shares(len(LABELS.colours)))
def test_restricting_keeps_only_deck_faces_and_raises_no_probability(
    deck: DeckProfile, faces: NDArray[np.float32], colours: NDArray[np.float32]
) -> None:
    got = restrict_to_deck(face_of(chances=(faces, colours)), deck, LABELS)
    values = {value_of(face) for face in deck.faces}
    before = dict(zip(LABELS.faces, faces.tolist(), strict=True))
    assert {label for label, _ in got.candidates} <= {*deck.faces, *values}
    assert all(p <= before[value_of(label)] + 1e-6 for label, p in got.candidates)
    assert 0 <= got.unknown <= 1
    assert got.unknown >= before["unknown"] - 1e-6


@pytest.mark.parametrize(
    ("deck", "faces", "colours", "label", "chance"),
    [
        (NUMERO, {"7": 0.9, "unknown": 0.1}, {"r": 0.9, "h": 0.1}, "7r", 0.81),
        (NUMERO, {"7": 1.0}, {"": 0.9, "r": 0.1}, "7", 1.0),
        (NUMERO, {"7": 1.0}, {"r": 0.4, "b": 0.4, "": 0.2}, "7", 1.0),
        (NUMERO, {"7": 1.0}, {"h": 0.99}, None, None),
        (NUMERO, {"4/5": 0.9}, {}, None, None),
        (playing_deck(), {"9": 1.0}, {"g": 0.999, "c": 0.001}, None, None),
        (playing_deck(), {"10": 1.0}, {"s": 0.4, "c": 0.4, "": 0.2}, "10", 1.0),
        (playing_deck(), {"14": 0.9}, {"s": 1.0}, None, None),
        (playing_deck(), {"x3": 0.9}, {}, None, None),
        (TILES, {"7": 1.0}, {"": 0.9, "r": 0.1}, "7", 0.9),
    ],
    ids=[
        "its face", "no colour shows", "two colours", "a suit", "not its wild card", "a coloured number", "no suit shows", "too high",
        "a wild card", "printed without a colour",
    ],
)  # fmt: skip
def test_what_a_card_is_in_a_deck(
    deck: DeckProfile, faces: dict[str, float], colours: dict[str, float], label: str | None, chance: float | None
) -> None:
    got = restrict_to_deck(read(faces, colours), deck, LABELS)
    best = got.candidates[0] if got.candidates and got.confidence > 0.5 else (None, None)
    assert best[0] == label
    assert best[1] == (pytest.approx(chance, abs=1e-5) if chance else None)
    assert label is not None or got.unknown > 0.85
