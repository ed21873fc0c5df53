"""Drawn films of tables through the tracker."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.games.shared.sight import TablePlace
from numero_cam.table.photo_reader import MIRRORED, Reader
from numero_cam.table.tracker import TableTracker
from numero_cam.vision.candidates import KnownTable, PartCard, PartialReading, PixelBox
from tests.drawn_table import CARD, SKIN, Film, Lying, Scene, draw

CENTRE, STOCK = TablePlace("centre"), TablePlace("stock")
TABLE = Scene(
    {
        "7r": Lying(520, 330, 4), "12g": Lying(700, 400, -6), "back": Lying(1010, 350, 2),
        "3b": Lying(430, 620, 2), "x2": Lying(540, 622), "10o": Lying(650, 618, -2), "5r": Lying(760, 620),
        "4g": Lying(500, 95, 181), "-3": Lying(610, 96, 178), "14b": Lying(720, 94, 180), "9o": Lying(830, 96, 182),
    }
)  # fmt: skip
AWAY = (700, 900)


@pytest.fixture(scope="session")
def reader() -> Reader:
    """The reader with the models that ship."""
    return Reader.load()


@pytest.fixture
def film(reader: Reader) -> Film:
    """A film of two players that begins with the table at rest."""
    return Film(TableTracker(reader)).show(TABLE, 8)


def with_hand(scene: Scene, x: float, y: float) -> Scene:
    """The scene with a hand over it."""
    return Scene(scene.cards, hand=(x, y), light=scene.light, shift=scene.shift)


def moved(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    """A place on the way."""
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def passing(scene: Scene, start: tuple[float, float], end: tuple[float, float]) -> Callable[[float], Scene]:
    """A hand that moves over a scene."""
    return lambda share: with_hand(scene, *moved(start, end, share))


def read_card(reader: Reader, scene: Scene, face: str) -> PartCard:
    """The card of a scene that shows a face."""
    parts = reader.read_parts(Frame("film", draw(scene, 0)), (), KnownTable())
    return next(card for card in parts.cards if card.label_probabilities and card.label_probabilities[0][0] == face)


def test_a_table_at_rest_gives_one_sight_with_all_cards_in_their_places(film: Film) -> None:
    film.show(TABLE, 15)
    lying = film.lying()
    assert set(lying) == set(TABLE.cards)
    assert {face for face, card in lying.items() if card.place == CENTRE} == {"7r", "12g"}
    assert {face for face, card in lying.items() if card.place == TablePlace("row", 0)} == {"3b", "x2", "10o", "5r"}
    assert {face for face, card in lying.items() if card.place == TablePlace("row", 1)} == {"4g", "-3", "14b", "9o"}
    assert lying["back"].place == STOCK
    assert not film.last.unclear
    assert not film.last.busy
    assert sum(bool(card.faces) for sight in film.sights for card in sight.cards) <= 2 * len(lying)


def test_a_card_has_its_position_in_card_widths_and_its_rotation(film: Film) -> None:
    card = film.lying()["12g"]
    assert (card.x, card.y) == pytest.approx(((700 - 640) / CARD, (400 - 360) / CARD), abs=0.1)
    assert card.turn == pytest.approx(-6, abs=2)


@pytest.mark.slow
def test_a_new_card_appears_when_the_hand_has_left_it_and_not_before(film: Film) -> None:
    laid = TABLE.with_card("1g", 860, 400)
    film.move(passing(TABLE, AWAY, (860, 470)))
    film.show(with_hand(laid, 860, 470), 12)
    assert "1g" not in film.lying()
    assert CENTRE in film.last.busy
    film.move(passing(laid, (860, 470), AWAY))
    before = film.n
    film.show(laid, 10)
    card = film.lying()["1g"]
    assert card.place == CENTRE
    assert not film.last.busy
    assert film.last.t <= (before + 6) / 15


def test_a_removed_card_disappears_and_the_others_keep_their_numbers(film: Film) -> None:
    ids = {face: card.id for face, card in film.lying().items()}
    film.move(passing(TABLE, AWAY, (700, 470)))
    film.move(passing(TABLE.without("12g"), (700, 470), AWAY)).show(TABLE.without("12g"), 8)
    assert {face: card.id for face, card in film.lying().items()} == {face: n for face, n in ids.items() if face != "12g"}


@pytest.mark.slow
def test_cards_under_a_hand_are_unclear_and_stay(film: Film) -> None:
    film.move(passing(TABLE, AWAY, (560, 420))).show(with_hand(TABLE, 560, 420), 15)
    lying = film.lying()
    assert set(lying) == set(TABLE.cards)
    assert lying["7r"].id in film.last.unclear
    assert lying["9o"].id not in film.last.unclear
    film.move(passing(TABLE, (560, 420), AWAY)).show(TABLE, 8)
    assert set(film.lying()) == set(TABLE.cards)
    assert not film.last.unclear


@pytest.mark.parametrize("packs", [1, 2])
def test_a_card_that_is_pushed_and_turned_keeps_its_number(film: Film, packs: int) -> None:
    film.table.packs = packs  # people said so
    number = film.lying()["7r"].id
    film.move(lambda share: TABLE.with_card("7r", 520 + 40 * share, 330 + 20 * share, 4 + 25 * share))
    film.show(TABLE.with_card("7r", 560, 350, 29), 8)
    card = film.lying()["7r"]
    assert card.id == number
    assert card.x == pytest.approx((560 - 640) / CARD, abs=0.1)
    assert card.turn == pytest.approx(29, abs=3)


def test_a_place_that_a_card_has_left_is_free_when_the_arm_over_it_has_gone(film: Film) -> None:
    played = TABLE.with_card("10o", 860, 410, 12)
    film.show(with_hand(played, 650, 640), 15)  # the hand rests over the empty place
    film.show(played, 12)
    assert film.lying()["10o"].place == CENTRE
    assert not film.last.busy
    film.show(played.without("x2"), 12)
    assert "x2" not in film.lying()
    assert not film.last.busy


@pytest.mark.parametrize(
    ("packs", "face", "x", "y", "is_known"),
    [
        (1, "10o", 860, 410, True),
        (2, "10o", 860, 410, True),
        (2, "7r", 870, 620, True),
        (2, "10o", 940, 96, False),
        (2, "7r", 860, 410, False),
    ],
    ids=["of one pack", "row to centre", "centre to row", "row to another row", "elsewhere in the centre"],
)
def test_with_several_packs_a_card_that_comes_back_elsewhere_may_be_an_equal_one(
    film: Film, packs: int, face: str, x: float, y: float, *, is_known: bool
) -> None:
    film.table.packs = packs  # people said so
    number = film.lying()[face].id
    film.show(TABLE.without(face), 8).show(TABLE.with_card(face, x, y), 8)
    assert (film.lying()[face].id == number) is is_known


def test_a_covered_card_stays_and_is_visible_again(film: Film) -> None:
    number = film.lying()["12g"].id
    upper = TABLE.with_card("2b", 702, 402, -6)
    film.show(upper, 10)
    assert film.lying()["2b"].below == {number}
    assert film.lying()["12g"].visible < 0.1
    film.show(TABLE, 10)
    assert film.lying()["12g"].id == number
    assert film.lying()["12g"].visible == 1
    assert "2b" not in film.lying()


@pytest.mark.parametrize("upper", [("2b",), ("2b", "8g")], ids=["two cards", "three cards"])
@pytest.mark.slow
def test_a_heap_that_is_taken_leaves_nothing_though_the_hand_stays_at_its_lowest_card(film: Film, upper: tuple[str, ...]) -> None:
    heap = TABLE.with_card("12g", 700, 400)
    for k, face in enumerate(upper):
        heap = heap.with_card(face, 700, 375 - 4 * k)
        film.show(heap, 8)
    assert set(film.lying()) == set(heap.cards)
    left = heap.without("12g", *upper)
    film.show(with_hand(left, 700, 600), 12)  # its fingers touch the strip of the lowest card that was in view
    assert not set(upper) & set(film.lying())
    film.show(left, 8)
    assert set(film.lying()) == set(left.cards)
    assert not film.last.busy
    film.show(left.with_card("1g", 700, 390), 8)
    assert film.lying()["1g"].below == frozenset()


@pytest.mark.parametrize(
    ("upper", "mug"), [(Lying(720, 372, -4), (770, 470)), (Lying(700, 375, -6), (640, 470))], ids=["beside the lower card", "half over it"]
)
@pytest.mark.slow
def test_a_card_that_is_laid_on_another_is_seen_beside_a_mug_and_the_lower_one_stays(
    film: Film, upper: Lying, mug: tuple[int, int]
) -> None:
    number = film.lying()["12g"].id
    build = TABLE.with_card("2b", upper.x, upper.y, upper.turn)
    film.show_picture(with_mug(draw(build), mug), 45)
    for _ in range(2):
        assert set(film.lying()) == set(build.cards)
        assert film.lying()["12g"].id == number
        assert number in film.lying()["2b"].below
        film.show(build, 10)
    assert not film.last.busy


@pytest.mark.slow
def test_a_card_that_is_replaced_beside_a_resting_hand_is_gone(film: Film) -> None:
    hand = 560, 640
    bare = TABLE.without("10o")
    before, after = bare.with_card("1g", 650, 618, 1), bare.with_card("8g", 652, 617, -1)
    film.show(bare, 10).show(before, 12)
    assert set(film.lying()) == set(before.cards)
    film.move(passing(before, AWAY, hand)).show(with_hand(before, *hand), 6).show(with_hand(bare, *hand), 10)
    film.show(with_hand(after, *hand), 40)
    assert set(film.lying()) == set(after.cards)
    film.move(passing(after, hand, AWAY)).show(after, 12)
    assert set(film.lying()) == set(after.cards)
    assert not film.last.busy


@pytest.mark.slow
@pytest.mark.parametrize("other", ["5b", "5o", "8r"])
def test_a_card_of_a_row_that_was_exchanged_under_an_arm_is_another_one(film: Film, other: str) -> None:
    over, number = (760, 650), film.lying()["5r"].id
    after = TABLE.without("5r").with_card(other, 760, 620, 1)
    film.move(passing(TABLE, AWAY, over)).show(with_hand(TABLE, *over), 30).show(with_hand(after, *over), 100)
    film.move(passing(after, over, AWAY)).show(after, 20)
    assert set(film.lying()) == set(after.cards)
    assert film.lying()[other].id != number
    assert not film.last.busy


@pytest.mark.slow
def test_a_card_of_a_row_that_an_arm_covered_for_long_is_the_same_one(film: Film) -> None:
    before, over = {face: card.id for face, card in film.lying().items()}, (760, 650)
    film.move(passing(TABLE, AWAY, over)).show(with_hand(TABLE, *over), 130)
    film.move(passing(TABLE, over, AWAY)).show(TABLE, 20)
    assert {face: card.id for face, card in film.lying().items()} == before


def with_mug(pixels: NDArray[np.uint8], at: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture with a mug on the table."""
    filled = pixels.copy()
    cv2.circle(filled, at, 62, (90, 90, 96), -1, cv2.LINE_AA)
    return np.asarray(cv2.circle(filled, at, 48, (60, 44, 30), -1, cv2.LINE_AA), np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("push", [(8, 4), (16, 0), (-20, -14)])
def test_a_build_that_is_pushed_as_a_whole_keeps_its_lower_card(film: Film, push: tuple[float, float]) -> None:
    def build(share: float) -> Scene:
        x, y = 700 + push[0] * share, 400 + push[1] * share
        return TABLE.without("12g").with_card("12g", x, y).with_card("2b", x + 8, y + 4)

    film.show(TABLE.without("12g").with_card("12g", 700, 400), 6).show(build(0), 10)
    before = {face: card.id for face, card in film.lying().items()}
    assert "12g" in before
    film.move(build, 6).show(build(1), 20)
    assert {face: card.id for face, card in film.lying().items()} == before


def test_a_build_knows_which_card_lies_on_which(film: Film) -> None:
    build = TABLE.with_card("2b", 736, 412, -4).with_card("8g", 772, 422, -5)
    film.show(TABLE.with_card("2b", 736, 412, -4), 8).show(build, 8)
    lying = film.lying()
    assert lying["8g"].below >= {lying["2b"].id}
    assert lying["2b"].below == {lying["12g"].id}
    assert 0.25 < lying["2b"].visible < 0.75


@pytest.mark.parametrize("light", [(0.6, 0.6, 0.6), (1.15, 0.95, 0.7), (1.25, 1.25, 1.25)])
@pytest.mark.slow
def test_a_change_of_lighting_is_no_event(film: Film, light: tuple[float, float, float]) -> None:
    seen = len(film.sights)
    lit = Scene(TABLE.cards, light=light)
    film.show(lit, 15)
    assert set(film.lying()) == set(TABLE.cards)
    assert all({card.id for card in sight.cards} == {card.id for card in film.sights[0].cards} for sight in film.sights[seen:])
    assert not film.last.busy
    film.show(lit.without("7r"), 8)
    assert "7r" not in film.lying()


def test_a_moved_camera_is_no_event(film: Film) -> None:
    ids = {face: card.id for face, card in film.lying().items()}
    moved_camera = Scene(TABLE.cards, shift=(21, -13))
    film.show(moved_camera, 15)
    assert {face: card.id for face, card in film.lying().items()} == ids
    assert not film.last.busy
    film.show(moved_camera.with_card("1g", 860, 400), 8)
    assert "1g" in film.lying()
    assert film.lying()["1g"].place == CENTRE


def test_cards_in_another_view_are_identified_by_their_faces(film: Film) -> None:
    ids = {face: card.id for face, card in film.lying().items() if face != "back"}
    far = Scene({face: Lying(at.x + 150 * np.sign(at.x - 640), at.y, at.turn) for face, at in TABLE.cards.items() if face != "back"})
    film.show(far, 60)
    assert {face: card.id for face, card in film.lying().items()} == ids


@pytest.mark.parametrize(("trouble", "word"), [({"light": (0.01, 0.01, 0.01)}, "black"), ({"blur": 25.0}, "blurred")])
@pytest.mark.slow
def test_a_black_or_blurred_picture_changes_nothing(film: Film, trouble: dict[str, object], word: str) -> None:
    seen = len(film.sights)
    film.show(Scene(TABLE.cards, **trouble), 20)  # type: ignore[arg-type]
    assert word in film.table.notice
    assert len(film.sights) == seen
    film.show(TABLE, 10)
    assert not film.table.notice
    assert set(film.lying()) == set(TABLE.cards)


@pytest.mark.slow
def test_won_cards_are_one_pile_before_their_player(film: Film) -> None:
    first = TABLE.with_card("back1", 1120, 610, 5)
    film.show(first, 8).show(first.with_card("back2", 1128, 616, -9), 8)
    piles = [card for card in film.last.cards if film.faces[card.id] == "back"]
    assert [card.place for card in piles if card.place != STOCK] == [TablePlace("won", 0)]


class BlindToBacks:
    """The reader, which finds no cards that lie face down while it is blind."""

    def __init__(self, reader: Reader) -> None:
        self._reader, self.blind = reader, False

    def read_parts(self, frame: Frame, boxes: Sequence[PixelBox], known: KnownTable) -> PartialReading:
        parts = self._reader.read_parts(frame, boxes, known)
        return replace(parts, cards=tuple(card for card in parts.cards if not self.blind or card.back < 0.5))


def test_a_won_pile_that_was_pushed_and_cannot_be_read_is_no_hand_over_the_middle(reader: Reader) -> None:
    blind = BlindToBacks(reader)
    film = Film(TableTracker(blind)).show(TABLE, 8).show(TABLE.with_card("back1", 1150, 500, 5), 8)
    assert TablePlace("won", 0) in {card.place for card in film.last.cards}
    blind.blind, pushed = True, TABLE.with_card("back1", 1154, 504, 2)
    film.show(pushed, 30)
    assert film.last.busy == {TablePlace("won", 0)}
    film.show(with_hand(pushed, 1150, 500), 3)
    assert CENTRE in film.last.busy


@pytest.mark.slow
def test_the_same_film_gives_the_same_sights(reader: Reader) -> None:
    def sights() -> list[object]:
        film = Film(TableTracker(reader)).show(TABLE, 6).move(passing(TABLE, AWAY, (560, 420)), 5)
        return list(film.show(TABLE.without("7r"), 8).sights)

    assert sights() == sights()


class WhiteObjectDetector:
    """Takes whatever is white and larger than a card for a hand."""

    def probabilities(self, pixels: NDArray[np.uint8], settled: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:  # noqa: ARG002
        white = np.asarray(pixels.min(axis=2) > 250, np.uint8)
        return np.asarray(cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((17, 17), np.uint8)), np.float32)


@pytest.mark.slow
@pytest.mark.parametrize("was_there", [True, False])
def test_an_object_that_shifts_stays_part_of_the_table_and_a_resting_hand_does_not(reader: Reader, *, was_there: bool) -> None:
    def with_object(at: tuple[int, int] | None) -> NDArray[np.uint8]:
        pixels = draw(TABLE).copy()
        if at is not None:
            pixels[at[1] : at[1] + 110, at[0] : at[0] + 130] = 255
        return pixels

    table = TableTracker(reader, obstruction=WhiteObjectDetector())
    t, busy = 0.0, False
    for n in range(200):
        at = ((1100, 60) if was_there else None) if n < 20 else (1108, 64)
        sight = table.look(TimedFrame(Frame("a film", with_object(at)), t, n))
        busy = bool(sight.busy) if sight is not None else busy
        t += 1 / 15
    assert busy is not was_there


class DrawnHandDetector:
    """Knows hands and sleeves of drawn films by their colours."""

    def probabilities(self, pixels: NDArray[np.uint8], settled: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:  # noqa: ARG002
        colours = np.array([SKIN, [v - 12 for v in SKIN], (60, 60, 120)], np.int16)
        away = np.abs(pixels[:, :, None] - colours).max(axis=3).min(axis=2)
        hand = cv2.morphologyEx((away < 30).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.dilate(hand, np.ones((9, 9), np.uint8)), np.float32)


@pytest.mark.slow
@pytest.mark.parametrize("hand", [(760, 480), (780, 460)])
def test_a_hand_in_the_first_picture_may_leave_with_a_card(reader: Reader, hand: tuple[float, float]) -> None:
    film = Film(TableTracker(reader, obstruction=DrawnHandDetector()))
    bare = TABLE.without("10o", "5r", "x2")  # the arm covers them
    film.show(with_hand(bare, *hand), 20)
    assert "12g" in film.lying()
    gone = bare.without("12g")
    film.move(passing(gone, hand, AWAY)).show(gone, 25)
    assert set(film.lying()) == set(gone.cards)
    assert not film.last.busy


def busy_while_resting(reader: Reader, colour: int, seconds: float) -> tuple[list[bool], bool, set[int]]:
    """Return whether anything was busy or unclear in the last pictures of a thing that rests over cards, and half a second after it
    was lifted; and the ids of the cards then."""
    table = TableTracker(reader, obstruction=WhiteObjectDetector())
    plain, covered = draw(TABLE), draw(TABLE).copy()
    covered[300:520, 400:760] = colour
    t, n, taken, told, ids = 0.0, 0, False, [], set()
    for pixels, count in ((plain, 15), (covered, round(15 * seconds)), (plain, 7)):
        for _ in range(count):
            sight = table.look(TimedFrame(Frame("a film", pixels), t, n))
            if sight is not None:
                taken, ids = bool(sight.busy or sight.unclear), {card.id for card in sight.cards}
            t, n = t + 1 / 15, n + 1
            told.append(taken)
    return told[-12:-7], told[-1], ids


@pytest.mark.slow
@pytest.mark.parametrize(("colour", "seconds", "is_hand"), [(255, 20, True), (90, 12, False)], ids=["a hand", "a thing"])
def test_a_thing_becomes_part_of_the_table_and_a_hand_does_not_and_both_give_their_place_back(
    reader: Reader, colour: int, seconds: float, *, is_hand: bool
) -> None:
    resting, after, ids = busy_while_resting(reader, colour, seconds)
    assert set(resting) == {is_hand}
    assert not after
    assert len(ids) == len(TABLE.cards)


@pytest.mark.slow
@pytest.mark.parametrize("colour", [255, 90], ids=["a hand", "no hand"])
def test_a_hand_that_lies_on_a_card_and_touches_nothing_beside_it_removes_no_card(reader: Reader, colour: int) -> None:
    table = TableTracker(reader, obstruction=WhiteObjectDetector())
    card = read_card(reader, TABLE, "7r")
    covered = draw(TABLE).copy()
    cv2.fillConvexPoly(covered, np.round(card.quad).astype(np.int32), (colour, colour, colour))
    ids: set[int] = set()
    for n in range(45):
        sight = table.look(TimedFrame(Frame("a film", draw(TABLE) if n < 15 else covered), n / 15, n))
        ids = {card.id for card in sight.cards} if sight is not None else ids
    assert len(ids) == len(TABLE.cards) - (colour != 255)


@pytest.mark.slow
def test_a_mirrored_table_is_said_and_followed_once_it_is_turned_round(reader: Reader) -> None:
    table = TableTracker(reader)
    plain, n = draw(TABLE), 0
    for pixels, seconds in ((np.ascontiguousarray(plain[:, ::-1]), 2), (plain, 4)):
        for _ in range(15 * seconds):
            table.look(TimedFrame(Frame("a film", pixels), n / 15, n))
            n += 1
        if pixels is not plain:
            assert table.notice == MIRRORED
            assert not table.tracked_table().cards
    assert not table.notice
    assert len(table.tracked_table().cards) == len(TABLE.cards)
