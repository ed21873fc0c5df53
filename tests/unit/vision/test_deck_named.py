"""The decks that come with the program are known by name: the project's own by its looks, playing cards by their suits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.vision.decks.choose import MIN_OWN_SIMILARITY, deck_mismatch, detect_built_in
from numero_cam.vision.decks.profile import DeckExample, DeckProfile, playing_deck, quantize_features
from numero_cam.vision.faces import Face
from tests.looks import face_of, features

FACES = (*(f"{value}{colour}" for value in range(1, 16) for colour in "rbgo"), "x3", "4/5")
OWN = DeckProfile("numero", FACES, examples=tuple(DeckExample(face, quantize_features(features(face)), None) for face in FACES))
NOISE = st.floats(0, 0.1)


def card(label: str, look: str, *, noise: float = 0.0, seed: int = 0, sure: float = 0.99, hidden: float = 0.0) -> Face:
    return face_of(((label, sure),), 1 - sure, hidden=hidden, features=features(look, noise, seed))


def name_of(cards: list[Face], own: DeckProfile) -> str | None:
    deck = detect_built_in(cards, own)
    return deck.name if deck else None


@settings(deadline=None)
@given(shown=st.lists(st.sampled_from(FACES), min_size=3, max_size=12, unique=True), noise=NOISE, seed=st.integers(0, 99))
def test_cards_like_the_drawings_are_recognised_as_the_own_deck(shown: list[str], noise: float, seed: int) -> None:
    cards = [card(face, face, noise=noise, seed=seed + k) for k, face in enumerate(shown)]
    assert name_of(cards, OWN) == "numero"


@settings(deadline=None)
@given(shown=st.lists(st.sampled_from(FACES), max_size=12), seed=st.integers(0, 99))
def test_cards_of_another_make_have_no_name(shown: list[str], seed: int) -> None:
    assert name_of([card(face, f"other {face}", noise=0.1, seed=seed) for face in shown], OWN) is None


def test_the_lamp_may_make_a_colour_another() -> None:
    assert name_of([card(f"{value}r", f"{value}o") for value in (3, 7, 9)], OWN) == "numero"


@pytest.mark.parametrize(
    "cards",
    [
        [],
        [card("7r", "7r", sure=0.7), card("8r", "8r", sure=0.7)],
        [card("7r", "7r", hidden=0.5), card("8r", "8r", hidden=0.5)],
        [card("7r", "other"), card("8r", "8r"), card("9r", "another")],
        [card("14", "something")],
    ],
    ids=["no card", "not read", "covered", "most are of another make", "another make's single card"],
)
def test_too_little_makes_no_name(cards: list[Face]) -> None:
    assert name_of(cards, OWN) is None


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        (["10h"], "playing"),
        (["10h", "9s", "1d"], "playing"),
        (["10h", "9s", "7"], "playing"),
        (["10h", "7r"], None),
        (["9c", "x3", "1/2"], None),
        (["7", "8", "9"], None),
        (["x3", "1/2"], None),
    ],
)
def test_playing_cards_are_known_by_their_suits(labels: list[str], name: str | None) -> None:
    assert name_of([card(label, "some look", sure=0.9) for label in labels], OWN) == name


@pytest.mark.parametrize(("like", "name"), [(MIN_OWN_SIMILARITY + 0.01, "numero"), (MIN_OWN_SIMILARITY - 0.01, None)])
@pytest.mark.parametrize("count", [1, 3])
def test_the_threshold_does_not_depend_on_the_number_of_cards(like: float, name: str | None, count: int) -> None:
    own = OWN.embeddings[0]
    aside = np.zeros_like(own)
    aside[int(np.abs(own).argmin())] = 1
    aside -= (aside @ own) * own
    look = like * own + np.sqrt(1 - like**2) * aside / np.linalg.norm(aside)
    between = face_of(((FACES[0], 0.99),), 0.01, features=look.astype(np.float32))
    assert name_of([between] * count, OWN) == name


@pytest.mark.parametrize(
    ("named", "labels", "words"),
    [
        (playing_deck(), ["9g", "x3", "7r"], "these cards do not look like the deck playing; numero fits better: --deck numero"),
        (OWN, ["9c", "10h"], "these cards do not look like the deck numero; playing fits better: --deck playing"),
        (
            DeckProfile("mine", ("1r", "2r")),
            ["7h", "x3", "-2"],
            "these cards do not look like the deck mine; numero fits better: --deck numero",
        ),
        (playing_deck(), ["14k"], "these cards do not look like the deck playing: read them with --deck auto"),
        (playing_deck(), ["10", "9h", "x3"], None),
        (OWN, ["7", "9g"], None),
        (OWN, [], None),
    ],
)
def test_a_deck_that_was_named_and_does_not_lie_there_is_a_problem(named: DeckProfile, labels: list[str], words: str | None) -> None:
    assert deck_mismatch(named, [card(label, label) for label in labels], (replace_wilds(OWN), playing_deck())) == words


def replace_wilds(own: DeckProfile) -> DeckProfile:
    return DeckProfile(own.name, (*own.faces, "-2"))


def test_unsure_readings_are_no_evidence_against_a_deck() -> None:
    assert deck_mismatch(playing_deck(), [card("9g", "9g", sure=0.7)], (OWN,)) is None
