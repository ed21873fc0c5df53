from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from numero_cam.annotate import overlay
from numero_cam.annotate.caption import Caption, SetWords
from numero_cam.annotate.card_roles import CardRoles
from numero_cam.annotate.card_style import PAPER, PLAIN_STYLE, SKY_BLUE, TAKER_STYLE, UNKNOWN_STYLE, VERMILLION, YELLOW, set_style
from numero_cam.annotate.drawing import Colour
from numero_cam.base.records import CardReading, TableCard, TableState

Make = Callable[..., TableState]
SIDE = overlay.MIN_SIDE


def blank(width: int = SIDE, height: int = 1050, value: int = 128) -> overlay.Pixels:
    return np.full((height, width, 3), value, np.uint8)


def has(picture: overlay.Pixels, colour: Colour) -> int:
    return int((picture == colour).all(axis=2).sum())


def laid(*rows: tuple[float, float, str | None], covers: dict[int, set[int]] | None = None, zone: str = "centre") -> TableState:
    """Upright cards of 200 x 300 pixels by their top-left corners; ``covers`` says which lie on which, by place."""
    cards = []
    for place, (left, top, label) in enumerate(rows):
        corners = np.array([[left, top], [left + 200, top], [left + 200, top + 300], [left, top + 300]], np.float32)
        reading = CardReading(corners, label, 0.99, covers=frozenset((covers or {}).get(place, ())))
        cards.append(TableCard(place + 1, reading, zone, place, 0))
    return TableState("table.jpg", SIDE, 1050, tuple(cards))


def test_nothing_read_and_nothing_to_say_leaves_the_photo() -> None:
    photo = blank()
    assert (overlay.draw_overlay(photo, TableState("x", SIDE, 1050, ())) == photo).all()


def test_the_photo_itself_is_not_changed() -> None:
    for photo in (blank(), blank(400, 300)):
        before = photo.copy()
        overlay.draw_overlay(photo, laid((100, 100, "7r")), CardRoles(1), Caption("Take"))
        assert (photo == before).all()


def test_what_lies_under_a_card_is_not_drawn() -> None:
    lower, upper = (300.0, 300.0, "7r"), (400.0, 400.0, "8b")
    roles = CardRoles(None, (frozenset([1]), frozenset([2])))
    beneath = (slice(560, 600), slice(400 + 30, 500 + 30))  # rows and columns where the lower card's bottom edge lies under the other
    covered = overlay.draw_overlay(blank(), laid(lower, upper, covers={1: {0}}), roles)
    assert has(covered[beneath], SKY_BLUE) == 0
    bottom_edge = covered[590:610, 310:390]
    assert has(bottom_edge, SKY_BLUE) > 100  # and what is in view of it is drawn
    apart = overlay.draw_overlay(blank(), laid(lower, (700.0, 400.0, "8b")), roles)
    assert has(apart[590:610, 430:490], SKY_BLUE) > 100


def test_a_card_that_lies_out_of_the_picture_is_drawn_without_its_edges_there() -> None:
    picture = overlay.draw_overlay(blank(), laid((-100, 400, "7r")), CardRoles(1))
    assert has(picture[600:650, :60], YELLOW) == 0
    assert has(picture, YELLOW) > 500
    gone = overlay.draw_overlay(blank(), laid((-900, 400, "7r")), CardRoles(1))
    assert gone.shape == picture.shape


@pytest.mark.parametrize(
    ("size", "shown"), [((378, 504), (1050, 1400)), ((640, 480), (1400, 1050)), ((1400, 900), (1400, 900)), ((64, 48), (256, 192))]
)
def test_small_photos_are_enlarged(make_table: Make, size: tuple[int, int], shown: tuple[int, int]) -> None:
    state = replace(make_table(("7r", "centre"), ("8b", "hand")), width=size[0], height=size[1])
    picture = overlay.draw_overlay(blank(*size), state)
    assert (picture.shape[1], picture.shape[0]) == shown


def test_marks_lie_where_the_card_lies_in_the_enlarged_photo(make_table: Make) -> None:
    photo = blank(640, 480)
    photo[60:180, 60:140] = 255  # where make_table lays the first card
    picture = overlay.draw_overlay(photo, replace(make_table(("7r", "centre")), width=640, height=480), CardRoles(1))
    rows, columns = np.nonzero((picture == YELLOW).all(axis=2))
    edge = columns[(rows > 240) & (rows < 360)]  # below the label
    zoom = SIDE / 640
    assert abs(edge.min() - 60 * zoom) < 8
    assert abs(edge.max() - 140 * zoom) < 8


def test_taking_card_and_sets_differ_in_colour_badge_line_and_letter() -> None:
    looks = [TAKER_STYLE, *(set_style(place) for place in range(6))]
    assert len({look.colour for look in looks}) == 7
    assert len({look.letter for look in looks}) == 7
    assert all((a.shape, a.dashes) != (b.shape, b.dashes) for a in looks for b in looks if a is not b)
    assert set_style(6).letter == "G"
    assert UNKNOWN_STYLE.dashes
    assert not PLAIN_STYLE.dashes


def test_sets_are_drawn_in_their_own_colours() -> None:
    table = laid((100, 300, "7r"), (400, 300, "3b"), (700, 300, "4g"), (1000, 300, "9o"))
    plain = overlay.draw_overlay(blank(), table)
    assert not any(has(plain, colour) for colour in (YELLOW, SKY_BLUE, VERMILLION))
    played = overlay.draw_overlay(blank(), table, CardRoles(1, (frozenset([2]), frozenset([3]))))
    for colour, left in ((YELLOW, 100), (SKY_BLUE, 400), (VERMILLION, 700)):
        beside = played[320:590, left - 60 : left + 260]
        assert has(beside, colour) > 1000
        assert not any(has(beside, other) > 200 for other in {YELLOW, SKY_BLUE, VERMILLION} - {colour})


def test_doubtful_and_unknown_cards_are_marked(make_table: Make) -> None:
    sure = overlay.draw_overlay(blank(640, 480), make_table(("7r", "centre", 0.99)))
    doubtful = overlay.draw_overlay(blank(640, 480), make_table(("7r", "centre", 0.6)))
    unknown = overlay.draw_overlay(blank(640, 480), make_table((None, "centre", 0.6)))
    white = (255, 255, 255)
    assert has(sure, PAPER) > 0 < has(doubtful, (255, 236, 170))
    assert has(unknown, white) < has(sure, white) / 10  # quiet, and dashed


def test_a_build_is_named() -> None:
    two = laid((300, 300, "8b"), (330, 360, "4r"), covers={1: {0}})
    apart = overlay.draw_overlay(blank(), two)
    joined = replace(two, cards=tuple(replace(card, stack=0, order=place) for place, card in enumerate(two.cards)))
    assert has(overlay.draw_overlay(blank(), joined), PAPER) > 1.2 * has(apart, PAPER)


CAPTION = Caption(
    "Take with the 12 green", "3 cards", (SetWords("4 × 3 = 12", "4 red, ×3"),), ((1, "1 set"),), (4, "by the website scoring")
)


@pytest.mark.parametrize("size", [(1400, 1050), (1050, 1400), (2600, 900), (378, 504), (640, 480)])
def test_the_panel_stands_beside_the_photo_and_covers_nothing(size: tuple[int, int]) -> None:
    photo = blank(*size, value=40)
    nothing = TableState("x", *size, ())
    bare = overlay.draw_overlay(photo, nothing)
    picture = overlay.draw_overlay(photo, nothing, caption=CAPTION)
    height, width = bare.shape[:2]
    assert (picture[:height, :width] == bare).all()
    beside = picture.shape[1] > width
    assert beside == (height <= width <= 2 * height)
    panel = picture[:, width:] if beside else picture[height:]
    assert has(panel, PAPER) > panel.shape[0] * panel.shape[1] / 2
    assert (panel[-2:] == PAPER).all()  # no row is cut off


def test_the_panel_says_what_the_record_says() -> None:
    nothing = TableState("x", SIDE, 1050, ())
    captions = [
        CAPTION,
        replace(CAPTION, title="Take with the 11 green"),
        replace(CAPTION, sets=(SetWords("4 ÷ 3 = 12", "4 red, ×3"),)),
        replace(CAPTION, points=((2, "1 set"),)),
        replace(CAPTION, total=(5, "by the website scoring")),
        replace(CAPTION, notes=("Card 6 is not sure: look at it.",)),
    ]
    panels = [overlay.draw_overlay(blank(), nothing, caption=caption)[:, SIDE:] for caption in captions]
    assert all((one != other).any() for one, other in pairwise(panels))


def test_a_long_panel_is_not_cut_off() -> None:
    long = replace(CAPTION, notes=tuple(f"This is note number {k}, which is rather long." for k in range(60)))
    picture = overlay.draw_overlay(blank(), TableState("x", SIDE, 1050, ()), caption=long)
    assert picture.shape[0] > 1050
    assert has(picture[1060:, :SIDE], PAPER) == (picture.shape[0] - 1060) * SIDE
