"""What is in view of a card tells which it is, or nobody is asked."""

import numpy as np
import pytest

from workshop.labels import PACK_LABELS
from workshop.synth.design import project_design
from workshop.telling import Faces, with_told

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)


@pytest.fixture(scope="module")
def faces() -> Faces:
    return Faces(project_design(), PACK_LABELS)


def test_an_open_card_tells_what_it_is_and_a_covered_one_nothing(faces: Faces) -> None:
    assert [label for label in PACK_LABELS if not faces.tell(label, CARD, [])] == []
    assert [label for label in PACK_LABELS if faces.tell(label, CARD, [CARD])] == []


@pytest.mark.parametrize(
    ("labels", "every"),
    # All of them, in steps half as long, take minutes.
    [
        (PACK_LABELS[::40], 29),
        pytest.param(PACK_LABELS[::7], 16, marks=pytest.mark.slow),
        pytest.param(PACK_LABELS, 8, marks=pytest.mark.by_hand),
    ],
    ids=["few", "some", "all"],
)
def test_less_in_view_never_tells_more(faces: Faces, labels: tuple[str, ...], every: int) -> None:
    for label in labels:
        told = [faces.tell(label, CARD, [CARD + np.array([0, step], np.float32)]) for step in range(0, 89, every)]
        assert told == sorted(told), label


@pytest.mark.slow
def test_the_index_of_a_number_tells_it(faces: Faces) -> None:
    across = CARD + np.array([0, 26], np.float32)
    assert all(faces.tell(label, CARD, [across]) for label in ("7r", "12b", "1g", "15o"))


@pytest.mark.slow
@pytest.mark.parametrize("label", ["-4", "-5", "-3"])
def test_a_minus_without_its_number_tells_nothing(faces: Faces, label: str) -> None:
    """It stands a little elsewhere before another number, which nobody knows by heart."""
    top = CARD - np.array([0, 70], np.float32)
    assert not faces.tell(label, CARD, [top, CARD + np.array([31, 0], np.float32)])
    assert faces.tell(label, CARD, [top, CARD + np.array([45, 0], np.float32)])


def test_only_what_lies_above_hides(faces: Faces) -> None:
    cards = [
        {"label": "7r", "quad": CARD.tolist()},
        {"label": "8b", "quad": CARD.tolist()},
        {"label": None, "quad": (CARD + np.array([200, 0])).tolist()},
    ]
    assert [card["told"] for card in with_told(faces, cards)] == [False, True, True]
