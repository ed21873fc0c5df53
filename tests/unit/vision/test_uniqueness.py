"""The readings of a picture weighed beside each other: a pack has each card once."""

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numero_cam.base.records import CardReading, Corners, value_of
from numero_cam.vision.uniqueness import packs_hint, packs_shown, resolve_duplicates

CARD = np.array([[100, 100], [200, 100], [200, 240], [100, 240]], np.float32)
FACES = ("9r", "9b", "x3", "1/2")
TOLERANCE = 1e-6  #: Of two faces that are as likely either may be read.


def at(k: int) -> Corners:
    """A place of its own for each card."""
    return CARD + np.array([150 * k, 0], np.float32)


def look(k: int, label: str | None, confidence: float, *others: tuple[str, float]) -> CardReading:
    return CardReading(at(k), label, confidence, others)


def reading_of(k: int, chances: dict[str, float]) -> CardReading:
    """As the reader tells a card: the best guess is the label where it is likelier than not, else it leads the alternatives."""
    ranked = sorted(chances.items(), key=lambda each: -each[1])
    if not ranked:
        return look(k, None, 0.0)
    (best, p), rest = ranked[0], ranked[1:]
    return look(k, best, p, *rest) if p >= 0.5 else look(k, None, p, *ranked)


@st.composite
def chances(draw: st.DrawFn, faces: Sequence[str] = FACES) -> dict[str, float]:
    """Of some faces; what is left of 1 is none of them."""
    some = draw(st.lists(st.sampled_from(faces), unique=True, max_size=len(faces)))
    parts = draw(st.lists(st.integers(1, 100), min_size=len(some), max_size=len(some)))
    none = draw(st.integers(0, 50))
    total = sum(parts) + none
    return {face: part / total for face, part in zip(some, parts, strict=True)}


TABLES = st.lists(chances(), max_size=6)


def resolved(cards: Sequence[dict[str, float]], *, packs: int = 1, least: float = 0.5) -> list[CardReading]:
    return resolve_duplicates([reading_of(k, each) for k, each in enumerate(cards)], packs=packs, least=least)


@given(cards=TABLES, packs=st.integers(1, 3), least=st.floats(0.5, 0.99))
def test_no_card_of_one_colour_is_read_more_often_than_there_are_packs(cards: list[dict[str, float]], packs: int, least: float) -> None:
    labels = [each.label for each in resolved(cards, packs=packs, least=least)]
    assert all(labels.count(face) <= packs for face in FACES)


@given(cards=TABLES, packs=st.integers(1, 3), least=st.floats(0.5, 0.99))
def test_confidences_are_probabilities_of_at_least_the_minimum(cards: list[dict[str, float]], packs: int, least: float) -> None:
    out = resolved(cards, packs=packs, least=least)
    assert len(out) == len(cards)
    for each in out:
        assert all(0 <= p <= 1 for p in (each.confidence, *(p for _, p in each.alternatives)))
        assert (each.label is None) == bool(each.reason) or not each.alternatives
        assert each.label is None or each.confidence >= least


@given(cards=TABLES, packs=st.integers(1, 2), data=st.data())
def test_the_order_of_the_readings_tells_nothing(cards: list[dict[str, float]], packs: int, data: st.DataObject) -> None:
    bests = sorted(max(each.values(), default=0.0) for each in cards)
    assume(all(b - a > 1e-3 for a, b in itertools.pairwise(bests)))
    order = data.draw(st.permutations(range(len(cards))))
    readings = [reading_of(k, each) for k, each in enumerate(cards)]
    first = resolve_duplicates(readings, packs=packs, least=0.5)
    other = resolve_duplicates([readings[k] for k in order], packs=packs, least=0.5)
    assert [each.label for each in other] == [first[k].label for k in order]
    for each, k in zip(other, order, strict=True):
        assert each.confidence == pytest.approx(first[k].confidence, abs=1e-9)


@given(alone=chances())
def test_a_card_alone_is_what_it_is(alone: dict[str, float]) -> None:
    (card,) = resolved([alone])
    best = max(alone.values(), default=0.0)
    if best >= 0.5:
        assert alone[card.label or ""] == best == pytest.approx(card.confidence)
    elif not {value_of(face) for face in alone} & {"9"}:
        assert card.label is None


def by_all_assignments(cards: Sequence[dict[str, float]], packs: int) -> list[dict[str, float]]:
    """Each card's chances by the sum over everything that all of them may be at once, a pack having each face once."""
    out: list[dict[str, float]] = [{} for _ in cards]
    total = 0.0
    for shown in itertools.product(*([*each, None] for each in cards)):
        if any(shown.count(face) > packs for face in FACES):
            continue
        p = 1.0
        for face, each in zip(shown, cards, strict=True):
            p *= max(0.0, 1 - sum(each.values())) if face is None else each[face]
        total += p
        for its, face in zip(out, shown, strict=True):
            if face is not None:
                its[face] = its.get(face, 0.0) + p
    return [{face: p / total for face, p in its.items()} for its in out] if total > 0 else []


@given(cards=st.lists(chances(), min_size=1, max_size=2), packs=st.integers(1, 2))
def test_two_cards_are_read_as_the_sum_of_all_assignments_says(cards: list[dict[str, float]], packs: int) -> None:
    exact = by_all_assignments(cards, packs)
    assume(exact)  # two cards that cannot be both what each surely is
    for its, card in zip(exact, resolved(cards, packs=packs, least=0.5), strict=True):
        ranked = sorted([*its.items(), ("", 0.0), ("", 0.0)], key=lambda each: -each[1])
        if ranked[0][1] - ranked[1][1] > TOLERANCE and ranked[0][1] >= 0.5 + TOLERANCE:
            assert card.label == ranked[0][0]
        if card.label in its:
            assert card.confidence == pytest.approx(its[card.label], abs=1e-6)


def test_three_cards_that_look_alike_keep_their_number() -> None:
    alike = {"9r": 0.98, "9b": 0.01, "9g": 0.005, "9o": 0.005}
    assert [card.label for card in resolved([alike] * 3)] == ["9", "9", "9"]


@given(p=st.floats(0.34, 0.66), sure=st.floats(0.99, 1.0))
def test_a_sure_card_moves_a_doubtful_one_to_its_alternatives(p: float, sure: float) -> None:
    doubtful = {"1/2": p, "x3": (1 - p) * 0.9}
    card, other = resolved([doubtful, {"1/2": sure}])
    assert (card.label, other.label) == ("x3", "1/2")
    assert card.confidence > doubtful["x3"]
    assert resolved([doubtful, {"1/2": sure}], packs=2)[0].confidence == pytest.approx(max(doubtful.values()), abs=0.05)


def test_of_two_cards_that_show_one_face_the_less_sure_one_is_not_guessed() -> None:
    out = resolved([{"x3": 0.97}, {"x3": 0.9}])
    assert out[0].label == "x3"
    assert out[1].label is None
    assert out[1].reason == "another card reads the same, more surely"
    assert [each.label for each in resolved([{"x3": 0.97}, {"x3": 0.9}], packs=2)] == ["x3", "x3"]


@given(share=st.floats(0.05, 0.95), p=st.floats(0.6, 1.0))
def test_a_number_of_unsure_colour_is_read_without_colour(share: float, p: float) -> None:
    assume(max(share, 1 - share) * p < 0.5)
    (card,) = resolved([{"9r": share * p, "9b": (1 - share) * p}])
    assert card.label == "9"
    assert card.confidence == pytest.approx(p)
    assert {label for label, _ in card.alternatives} == {"9r", "9b"}


def test_numbers_without_a_colour_may_be_as_many_as_there_are() -> None:
    nines = [look(k, "9", 0.9) for k in range(4)]
    assert [each.label for each in resolve_duplicates(nines, packs=1, least=0.5)] == ["9"] * 4


@pytest.mark.parametrize(
    ("cards", "packs"),
    [
        ([], 1),
        ([("7r", 0.99), ("7b", 0.99)], 1),
        ([("7r", 0.99), ("7r", 0.98)], 2),
        ([("7r", 0.99), ("7r", 0.9)], 1),
        ([("7", 0.99), ("7", 0.99)], 1),
        ([("x3", 0.99), ("x3", 0.99), ("7r", 1.0), ("x3", 0.97)], 3),
    ],
)
def test_as_many_packs_lie_there_as_a_card_is_surely_read(cards: list[tuple[str, float]], packs: int) -> None:
    assert packs_shown([look(k, label, p) for k, (label, p) in enumerate(cards)]) == packs


def test_more_packs_than_were_said_are_named() -> None:
    cards = [look(0, "5r", 0.99), look(1, "5r", 0.98), look(2, "7b", 0.99)]
    assert packs_hint(cards, 1) == "equal cards lie there: are 2 packs mixed? Say so with --rule packs=2"
    assert not packs_hint(cards, 2)
    assert not packs_hint([look(0, "5r", 0.99), look(1, "5r", 0.6)], 1)


def test_cards_that_nobody_else_shows_stay_as_they_are() -> None:
    cards = [look(k, label, 0.9) for k, label in enumerate(("9r", "10r", "x3"))]
    assert resolve_duplicates(cards, packs=1, least=0.5) == cards
