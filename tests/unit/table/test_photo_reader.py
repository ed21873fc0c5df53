"""From what the networks say of a photo to the table: numbers, corrections, doubles and limits. The networks are stand-ins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.errors import ReadingError
from numero_cam.base.records import Detection, Frame, TableState
from numero_cam.config import ReaderConfig
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.faces import COVERED_SHARE, JITTERS, SURE_PROBABILITY, FaceReader, IndexReader
from numero_cam.vision.rectify import Pyramid

if TYPE_CHECKING:
    from numero_cam.base.onnx import Network
    from numero_cam.vision.detector import Detector

FACES = ("7", "8", "9", "x3", "unknown")
COLOURS = ("r", "b")
FEATURES = 192  #: So many the looks of the project's own deck have.
FRAME = Frame("table.jpg", np.zeros((900, 1600, 3), np.uint8))


def card_at(x: float, y: float, score: float = 0.9) -> Detection:
    corners = np.array([[x - 30, y - 42], [x + 30, y - 42], [x + 30, y + 42], [x - 30, y + 42]], np.float32)
    return Detection(corners, score, corners.mean(axis=0))


@dataclass
class Finds:
    """A detector that finds the given cards in any photo."""

    cards: Sequence[Detection]

    def find(self, _: Pyramid) -> list[Detection]:
        return list(self.cards)


@dataclass
class Says:
    """A network with the given answer for each crop of a batch, in order; a smaller batch gets the first ones."""

    rows: Sequence[Sequence[float]]
    about: Mapping[str, Any] = field(default_factory=dict)

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        both_ways_up = [row for row in self.rows for _ in range(2)] * 2  # as the cards are, and mirrored
        return np.array((both_ways_up if len(batch) > len(self.rows) else self.rows)[: len(batch)], np.float32)

    def run_with_features(self, batch: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return self.run(batch), np.zeros((len(batch), FEATURES), np.float32)


@dataclass
class Outlines(Says):
    """An outline network that answers for the least seen cards where it is asked for fewer: corners that are hidden are looked at again."""

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        out = np.array(self.rows, np.float32)
        least: NDArray[np.intp] = out.sum(axis=1).argsort(kind="stable")[: len(batch)]
        return out[np.sort(least)]


@dataclass
class Reads(Says):
    """A face network with these answers for the cards of a photo, which it gives again for each further look at an unsure card."""

    again: list[int] = field(default_factory=list)

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        if self.again and len(batch) == len(JITTERS) * len(self.again):
            rows = [self.rows[i] for i in self.again for _ in JITTERS]
            self.again = []
            return np.array(rows, np.float32)
        out = super().run(batch)
        if not self.again and len(batch) <= len(self.rows):
            hidden = (batch[..., 3] > 0).mean(axis=(1, 2)) > COVERED_SHARE
            unsure = np.exp(out[:, : len(FACES)]).max(axis=1) < SURE_PROBABILITY
            self.again = np.flatnonzero(hidden | unsure).tolist()
        return out


class Blank:
    """Indices that tell nothing: every face and colour is as likely."""

    about: ClassVar[Mapping[str, Any]] = {"calibration": {"face_shares": [1.0, 1.0], "colour_shares": [1.0, 1.0]}}

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        return np.zeros((len(batch), len(FACES) + len(COLOURS)), np.float32)


def logits(label: str, share: float = 0.99, *, other: str = "") -> list[float]:
    """The face network's answer: a label with a probability, the rest of it for one other face or spread over all."""
    face, colour = (label, "") if label in FACES else (label[:-1], label[-1])
    chances = dict.fromkeys(FACES, 1e-6 if other else (1 - share) / (len(FACES) - 1))
    chances[face] = share
    if other:
        chances[other] = 1 - share
    return [*(float(np.log(chances[f])) for f in FACES), *(20.0 if c == colour else 0.0 for c in COLOURS), -9.0]


def reader_of(cards: Sequence[Detection], faces: Sequence[Sequence[float]], *, seen: Sequence[float] = ()) -> Reader:
    """A reader that finds these cards upright where they are, with these answers for their faces.

    ``seen``: for each card a logit of its being seen where others overlap it; the surest lies on top.
    """
    upright = [0.0] * 8 + [9.0, 0.0, 0.0, 0.0]
    outline = Outlines([upright + [logit] * 100 for logit in seen or [0.0] * len(cards)])
    about = {
        "labels": {"faces": FACES, "colours": COLOURS, "unknown": "unknown"},
        "calibration": {"face_temperature": 1.0, "colour_temperature": 1.0},
    }
    face = FaceReader(cast("Network", Reads(faces, about)), IndexReader(cast("Network", Blank())))
    return Reader(cast("Detector", Finds(cards)), cast("Network", outline), face, ReaderConfig())


def three_cards() -> Reader:
    """Two cards side by side above a third one: numbers 1, 2 and 3."""
    return reader_of([card_at(500, 300), card_at(200, 300), card_at(350, 700)], [logits("8b"), logits("7r"), logits("x3")])


def labels(state: TableState) -> dict[int, str | None]:
    return {card.n: card.reading.label for card in state.cards}


def test_cards_are_numbered_in_reading_order() -> None:
    assert labels(three_cards().read(FRAME)) == {1: "7r", 2: "8b", 3: "x3"}


def test_a_correction_is_certain_and_leaves_the_others() -> None:
    state = three_cards().read(FRAME, corrections={2: "9r"})
    assert labels(state) == {1: "7r", 2: "9r", 3: "x3"}
    reading = state.cards[1].reading
    assert (reading.confidence, reading.alternatives, reading.reason) == (1.0, (), "")


def test_an_unknown_card_is_mended() -> None:
    reader = reader_of([card_at(200, 300), card_at(350, 700)], [logits("7r", 0.4), logits("x3")])
    assert labels(reader.read(FRAME)) == {1: None, 2: "x3"}
    assert reader.read(FRAME).cards[0].reading.reason
    assert labels(reader.read(FRAME, corrections={1: "7r"})) == {1: "7r", 2: "x3"}


def test_without_a_judge_an_outline_that_the_detector_doubts_is_no_card() -> None:
    state = reader_of([card_at(500, 320), card_at(200, 300, 0.4)], [logits("x3"), logits("7r")]).read(FRAME)
    assert labels(state) == {1: "x3"}


@pytest.mark.parametrize("gone", [1, 2, 3])
def test_a_card_taken_away_leaves_the_numbers_of_the_others(gone: int) -> None:
    left = {1: "7r", 2: "8b", 3: "x3"}
    del left[gone]
    assert labels(three_cards().read(FRAME, corrections={gone: None})) == left


def test_a_card_taken_away_leaves_its_stack() -> None:
    stack = [card_at(200, 300), card_at(200, 330), card_at(200, 360)]
    reader = reader_of(stack, [logits("7r"), logits("8b"), logits("x3")], seen=[-5.0, 0.0, 5.0])
    assert [(c.reading.label, c.stack, c.order) for c in sorted(reader.read(FRAME).cards, key=lambda c: c.order)] == [
        ("7r", 0, 0), ("8b", 0, 1), ("x3", 0, 2),
    ]  # fmt: skip
    number = next(c.n for c in reader.read(FRAME).cards if c.reading.label == "8b")
    state = reader.read(FRAME, corrections={number: None})
    assert {c.reading.label: c.order for c in state.cards} == {"7r": 0, "x3": 1}
    assert all(j < len(state.cards) for c in state.cards for j in c.reading.covers)


@pytest.mark.parametrize("upper_first", [True, False])
def test_which_card_lies_on_which_is_said_in_the_order_of_the_table(*, upper_first: bool) -> None:
    found, faces, seen = [card_at(200, 300), card_at(218, 300)], [logits("7r"), logits("x3")], [-5.0, 5.0]
    way = -1 if upper_first else 1
    state = reader_of(found[::way], faces[::way], seen=seen[::way]).read(FRAME)
    assert [(c.reading.label, c.reading.covers) for c in state.cards] == [("7r", frozenset()), ("x3", frozenset([0]))]


def test_all_cards_taken_away() -> None:
    assert three_cards().read(FRAME, corrections={1: None, 2: None, 3: None}).cards == ()


def test_a_correction_of_a_card_that_is_not_there() -> None:
    with pytest.raises(ReadingError, match=r"^no card 5 to correct; there are cards 1 to 3$"):
        three_cards().read(FRAME, corrections={1: "9r", 5: "7r", 6: None})


def test_no_card() -> None:
    state = reader_of([], []).read(FRAME, decode_ms=2.0)
    assert (state.name, state.width, state.height, state.cards) == ("table.jpg", 1600, 900, ())
    assert [problem.split(":")[0] for problem in state.problems] == ["the photo is almost black"]
    assert list(state.milliseconds) == ["decode", "detect", "outline", "identify", "observe", "total"]
    assert state.milliseconds["total"] == pytest.approx(sum(list(state.milliseconds.values())[:-1]))
    with pytest.raises(ReadingError, match=r"^no card 1 to correct; no card was found$"):
        reader_of([], []).read(FRAME, corrections={1: "7r"})


@pytest.mark.parametrize("count", [20, 21])
def test_more_cards_than_were_measured_are_read_and_said(count: int) -> None:
    cards = [card_at(100 + 150 * (i % 7), 150 + 250 * (i // 7)) for i in range(count)]
    state = reader_of(cards, [logits("7r")] * count).read(FRAME, packs=count)
    assert len(state.cards) == count
    assert ("21 cards: how well more than 20 are read was not measured" in state.problems) is (count > 20)


def test_one_pack_has_each_card_once() -> None:
    reader = reader_of([card_at(200, 300), card_at(280, 300)], [logits("7r", 0.97), logits("7r", 0.9)])
    assert labels(reader.read(FRAME)) == {1: "7r", 2: None}
    assert reader.read(FRAME).cards[1].reading.reason == "another card reads the same, more surely"
    assert labels(reader.read(FRAME, packs=2)) == {1: "7r", 2: "7r"}


def test_a_card_surely_read_twice_lies_there_twice() -> None:
    reader = reader_of([card_at(200, 300), card_at(280, 300)], [logits("7r", 0.99), logits("7r", 0.98)])
    assert labels(reader.read(FRAME)) == {1: "7r", 2: "7r"}


def test_one_card_found_twice_is_one_card() -> None:
    state = reader_of([card_at(200, 300), card_at(202, 301, 0.8)], [logits("7r")]).read(FRAME)
    assert [card.reading.score for card in state.cards] == [0.9]


def test_what_is_neither_a_face_nor_a_sure_outline_is_no_card() -> None:
    nothing = logits("unknown", 0.97)
    state = reader_of([card_at(200, 300), card_at(500, 300, 0.4), card_at(350, 700, 0.95)], [logits("7r"), nothing, nothing]).read(FRAME)
    assert labels(state) == {1: "7r", 2: None}
    assert state.cards[1].zone is None
    assert state.cards[1].reading.reason == "the back of a card, or another game's card"


@pytest.mark.parametrize("others", [1, 2, 3])
def test_where_more_cards_are_another_games_than_are_read_none_is(others: int) -> None:
    cards = [card_at(200 + 150 * k, 300, 0.95) for k in range(1 + others)]
    state = reader_of(cards, [logits("7r"), *[logits("unknown", 0.97)] * others]).read(FRAME)
    assert len(state.cards) == 1 + others
    assert ("7r" in labels(state).values()) is (others < 2)
    assert any("another game's" in problem for problem in state.problems) is (others > 1)


def test_another_game_that_lies_apart_silences_nothing() -> None:
    cards = [card_at(200, 300, 0.95), *(card_at(900 + 150 * k, 300, 0.95) for k in range(3))]
    state = reader_of(cards, [logits("7r"), *[logits("unknown", 0.97)] * 3]).read(FRAME)
    assert "7r" in labels(state).values()
    assert any(problem.startswith("beside these cards lies another game") for problem in state.problems)


def table_of_sevens(*, blur: float = 0, glare: bool = False) -> Frame:
    """Sevens everywhere on light grey: any outline shows print."""
    pixels = np.full((900, 1600, 3), 220, np.uint8)
    for y in range(0, 900, 40):
        cv2.putText(pixels, "7 " * 60, (0, y), cv2.FONT_HERSHEY_SIMPLEX, 1, (30, 30, 60), 3)
    if glare:
        cv2.circle(pixels, (200, 300), 20, (255, 255, 255), cv2.FILLED)
    if blur:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), blur), np.uint8)
    return Frame("table.jpg", pixels)


def narrow(x: float, y: float, width: float) -> Detection:
    corners = np.array([[0, 0], [1, 0], [1, 1.4], [0, 1.4]], np.float32) * width + np.array([x, y], np.float32)
    return Detection(corners.astype(np.float32), 0.9, corners.mean(axis=0))


@pytest.mark.parametrize(
    ("frame", "card", "face", "reason"),
    [
        (table_of_sevens(), card_at(200, 300), logits("7r", 0.4), "not clear enough"),
        (table_of_sevens(blur=4), card_at(200, 300), logits("7r", 0.4), "sharpness: it is blurred; hold"),
        (table_of_sevens(glare=True), card_at(200, 300), logits("7r", 0.4), "glare: "),
        (table_of_sevens(), narrow(200, 300, 18), logits("7r", 0.4), "too small: 18 pixels wide; move the camera closer"),
        (table_of_sevens(), narrow(200, 300, 18), logits("unknown"), "too small: 18 pixels wide"),
        (table_of_sevens(), card_at(1600, 300), logits("7r", 0.4), "cut off: 48% of it is in the picture"),
        (table_of_sevens(blur=4), card_at(200, 300), logits("unknown"), "the back of a card"),
    ],
)
def test_an_unknown_card_says_what_hampers_reading_it(frame: Frame, card: Detection, face: list[float], reason: str) -> None:
    state = reader_of([card, narrow(800, 700, 30)], [face, logits("x3")]).read(frame)
    unknown = next(c.reading for c in state.cards if c.reading.label is None)
    assert unknown.reason.startswith(reason)


def test_a_photo_of_cards_too_small_to_read_says_what_to_do() -> None:
    state = reader_of([narrow(200, 300, 18), narrow(600, 300, 18)], [logits("7r", 0.4), logits("unknown")]).read(table_of_sevens())
    small = (
        "the cards are too small: what was read, and the answer, are not to be trusted; move the camera closer: cards are 18 pixels wide"
    )
    assert state.problems == (small,)
    assert reader_of([card_at(200, 300)], [logits("unknown")]).read(table_of_sevens(blur=4)).problems == ()


def test_a_blurred_photo_says_that_it_is_not_to_be_trusted_though_its_cards_were_read() -> None:
    reader = reader_of([card_at(200, 300), card_at(600, 300)], [logits("7r"), logits("x3")])
    assert reader.read(table_of_sevens()).problems == ()
    (problem,) = reader.read(table_of_sevens(blur=4)).problems
    assert problem.startswith("the photo is blurred: what was read, and the answer, are not to be trusted; ")


def test_a_card_under_others_is_mostly_covered() -> None:
    cards = [card_at(200, 300), card_at(218, 300)]
    state = reader_of(cards, [logits("7r", 0.4), logits("x3")], seen=[-5.0, 5.0]).read(table_of_sevens())
    assert [c.reading.reason for c in state.cards if c.reading.label is None] == ["mostly covered by other cards"]
