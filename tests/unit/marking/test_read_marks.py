"""Slips are found and read from drawn photos: from the side, crumpled, in a shadow, with a corner covered, several at once."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.classroom.slips import parse_marks
from numero_cam.marking.flatten import PIXELS_PER_MM, FlatSlip, flat_slips, place_circles
from numero_cam.marking.read_marks import read_marks
from numero_cam.marking.slip_layout import CircleUse, SlipCode, circles_of, slip_corners
from tests.slip_piles import BEST, Pile, circles_of_marks, printing
from workshop.slips.hands import TOOLS
from workshop.slips.photo import View

PRINTED = printing()
PILE = Pile(PRINTED)
FORM = PRINTED.form_of(0)


def paper_corners(slip: FlatSlip) -> NDArray[np.float64]:
    """Where the corners of its paper lie in the photo."""
    return geometry.transform(slip.found.to_photo, slip_corners(slip.found.size))


def truth(marks: str) -> frozenset[int]:
    return circles_of_marks(PRINTED.puzzle_of(0), FORM, parse_marks(marks, PRINTED.puzzle_of(0)))


#: The first tool in each view, and each tool in the one that changes the tones of marks.
VIEWS = {
    "plain": View(),
    "from the side": View(tilt=45),
    "crumpled": View(tilt=15, crumple=2.0),
    "shadow": View(shadow=0.5),
    "covered": View(covered=True),
    "turned": View(turn=180),
}


@pytest.mark.parametrize(
    ("name", "tool"), [*((name, TOOLS[0]) for name in VIEWS), *(pytest.param("shadow", tool, marks=pytest.mark.slow) for tool in TOOLS[1:])]
)
def test_marks_are_read_as_they_were_made(name: str, tool: str) -> None:
    view = VIEWS[name]
    (slip,), lost = flat_slips(PILE.photo(PILE.slip(0, BEST, tool=tool, erased=1), view=view))
    assert not lost
    assert slip.code == SlipCode(PRINTED.number, 0)
    (read,) = read_marks(slip, [FORM])
    assert read.shaded == truth(BEST)
    filled = np.array([circle.use is CircleUse.INK for circle in circles_of(FORM)])
    assert np.array_equal(read.mark_probabilities.sum(axis=1).round(9), ~filled)  # a filled circle is no mark, and says nothing of others
    corners = paper_corners(slip)
    for one, other in ((0, 2), (1, 3)):  # the middle of a sheet that is seen from the side lies where its diagonals cross
        along, away = corners[other] - corners[one], slip.found.middle - corners[one]
        assert abs(along[0] * away[1] - along[1] * away[0]) < np.hypot(*along)  # less than a pixel from the diagonal


@pytest.mark.parametrize("rubbed", [0, 3])
def test_a_slip_on_which_nothing_is_shaded_is_clear_but_for_what_was_rubbed_out(rubbed: int) -> None:
    for seed in range(3):
        (slip,), _ = flat_slips(PILE.photo(Pile(PRINTED, seed).slip(0, "", erased=rubbed), view=View(turn=6)))
        (read,) = read_marks(slip, [FORM])
        assert read.shaded == frozenset()
        assert len(read.doubtful) <= rubbed  # it may be a pale mark where no other one is there to compare it with


def test_circles_of_crumpled_paper_are_found_where_they_are() -> None:
    picture = PILE.slip(0, "")
    (slip,), _ = flat_slips(PILE.photo(picture, view=View(tilt=20, crumple=3.0)))
    circles = circles_of(FORM)
    plain = np.array([[c.x, c.y] for c in circles]) * PIXELS_PER_MM - 0.5
    found = place_circles(slip, circles)
    assert np.abs(found - plain).max() > 3  # they are not where flat paper has them

    def ring(places: np.ndarray) -> float:
        """How dark the outlines are at these places."""
        turns = np.linspace(0, 2 * np.pi, 60)
        dark = []
        for circle, (x, y) in zip(circles, places, strict=True):
            radius = circle.radius * PIXELS_PER_MM
            at_x, at_y = np.round(x + radius * np.cos(turns)).astype(int), np.round(y + radius * np.sin(turns)).astype(int)
            dark.append(255 - slip.tones[at_y, at_x].mean())
        return float(np.mean(dark))

    assert ring(found) > ring(plain) + 10


@pytest.mark.slow
def test_nine_slips_of_one_photo_are_told_apart() -> None:
    printed = printing(pupils=dict.fromkeys(range(1, 10), ""), spares=0)
    pile = Pile(printed)
    slips, lost = flat_slips(pile.photo(*(pile.slip(place, BEST) for place in range(9)), size=(2600, 2600)))
    assert sorted(slip.found.slip for slip in slips) == list(range(9))
    assert all(slip.code == SlipCode(printed.number, slip.found.slip) for slip in slips)
    assert not lost


@pytest.mark.slow
def test_slips_of_two_printings_with_the_same_markers_are_two_slips() -> None:
    other = Pile(printing(17))
    slips, _ = flat_slips(PILE.photo(PILE.slip(0, BEST), other.slip(0, BEST)))
    assert {slip.code for slip in slips} == {SlipCode(483920, 0), SlipCode(17, 0)}


def test_a_strip_that_is_torn_off_leaves_the_slip_without_a_code() -> None:
    picture = PILE.slip(0, BEST)
    picture[1245:1330, 190:500] = (150, 110, 75)
    (slip,), _ = flat_slips(PILE.photo(picture))
    assert slip.code is None
    assert slip.found.slip == 0


@pytest.mark.slow
def test_what_lies_outside_of_the_photo_is_not_read_as_empty() -> None:
    photo = PILE.photo(PILE.slip(0, BEST))
    corners = paper_corners(flat_slips(photo)[0][0])
    cut = round(float(corners[:, 0].min() + 0.7 * np.ptp(corners[:, 0])))
    (slip,), _ = flat_slips(np.ascontiguousarray(photo[:, :cut]))
    marks = read_marks(slip, [FORM])[0]
    assert marks.outside
    assert marks.doubtful


@cache
def whole_slip() -> FlatSlip:
    """A slip that lies within its photo."""
    (slip,), _ = flat_slips(PILE.photo(PILE.slip(0, BEST)))
    assert not read_marks(slip, [FORM])[0].outside
    return slip


@pytest.mark.parametrize("side", ["left", "right", "above", "below"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_circle_of_which_a_part_lies_outside_of_the_photo_is_not_seen(side: str, share: float) -> None:
    slip = whole_slip()
    circles, places = circles_of(FORM), place_circles(slip, circles_of(FORM))
    at = next(place for place, circle in enumerate(circles) if circle.use is CircleUse.CENTRE and circle.row == circle.column == 1)
    within = (2 * share - 1) * circles[at].radius * PIXELS_PER_MM * (1 if side in ("left", "above") else -1)
    x, y = np.round(places[at] + within).astype(int)
    outside = {
        "left": (slice(None), slice(x)),
        "right": (slice(None), slice(x, None)),
        "above": (slice(y), slice(None)),
        "below": (slice(y, None), slice(None)),
    }
    seen = slip.seen.copy()
    seen[outside[side]] = False
    read = read_marks(replace(slip, seen=seen), [FORM])[0]
    assert read.outside
    assert at in read.unlikely  # a person looks


def test_one_corner_alone_is_told_and_not_read() -> None:
    photo = PILE.photo(PILE.slip(0, BEST))
    quad = paper_corners(flat_slips(photo)[0][0])
    x, y = quad.mean(0).astype(int)
    slips, lost = flat_slips(np.ascontiguousarray(photo[:y, :x]))
    assert not slips
    assert [(one.slip, len(one.corners)) for one in lost] == [(0, 1)]


@pytest.mark.parametrize("photo", [np.zeros((40, 60, 3), np.uint8), np.full((900, 1200, 3), 200, np.uint8)])
def test_a_photo_of_something_else_has_no_slip(photo: np.ndarray) -> None:
    assert flat_slips(photo) == ((), ())
