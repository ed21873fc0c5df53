"""The marker sheet gives the plane of a table from any side; a wrong print, and a sheet that is not seen as it must be, are named."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import CardReading, Frame, TableCard, TableState
from numero_cam.calibrate import charuco, sheet
from numero_cam.calibrate.prints import PAPER_SIZES, paper_scale, table_from_print
from numero_cam.calibrate.sheet import detect_sheet
from numero_cam.calibrate.table import ZONE_NAMES, TableCalibration, camera_moved
from numero_cam.calibrate.table_plane import fit_homography, plane_of_sheet, print_scale
from numero_cam.calibrate.use import Calibration
from numero_cam.printing.marker_sheet import marker_page
from numero_cam.printing.paper import SHEET_SIZES, FilledArea
from numero_cam.printing.raster import page_pixels
from tests import boards
from tests.boards import SIZE
from tests.sheets import Array, photo, to_picture, view

DATE = "2026-11-21"
At = tuple[Array, Array]
ABOVE = view(-28, 4, 6, 800)
EMPTY = TableState("table.jpg", *SIZE, ())
SPOTS = [(-180.0, 0.0, 5.0), (190.0, -60.0, -20.0), (200.0, 80.0, 80.0), (-190.0, 140.0, 0.0)]
SHEET_CORNERS = np.array([[-91, -122.5], [91, -122.5], [91, 122.5], [-91, 122.5]])

views = st.builds(
    view,
    tilt_x=st.floats(-45, 45),
    tilt_y=st.floats(-20, 20),
    turn=st.floats(-180, 180),
    away=st.floats(450, 1200),
    across=st.floats(-150, 150),
    down=st.floats(-100, 100),
)


def cards_on(at: At, spots: list[tuple[float, float, float]], size: tuple[float, float] = (63.0, 88.0)) -> TableState:
    """Open cards with their middles at ``x, y`` millimetres from the sheet's middle, turned by degrees."""
    cards = []
    for n, (x, y, turn) in enumerate(spots):
        a = np.radians(turn)
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
        box = box @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + [x, y]
        corners = geometry.transform(to_picture(at), box).astype(np.float32)
        cards.append(TableCard(n + 1, CardReading(corners, "7r", 0.99), "centre", n, 0))
    return TableState("table.jpg", *SIZE, tuple(cards))


def off(plane: Array, at: At) -> float:
    """Worst error, in millimetres, of distances between places of the table that are seen, up to 300 mm from the sheet's middle."""
    grid = np.array([[x, y] for x in (-300, -150, 0, 150, 300) for y in (-300, -150, 0, 150, 300)], float)
    points = geometry.transform(to_picture(at), grid)
    shown = ((points >= 0) & (points < SIZE)).all(axis=1)
    grid, found = grid[shown], geometry.transform(plane, points[shown])
    apart = [np.linalg.norm(p[:, None] - p[None], axis=2) for p in (grid, found)]
    return float((np.abs(apart[0] - apart[1])).max())


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(at=views)
def test_the_plane_is_found_from_any_side(at: At) -> None:
    corners = geometry.transform(to_picture(at), SHEET_CORNERS * 1.1)
    assume(((corners > 5) & (corners < np.array(SIZE) - 5)).all())
    seen = detect_sheet(photo(at))
    assert sorted(seen.ids.tolist()) == list(range(sheet.MARKERS))
    plane, error = plane_of_sheet(seen)
    assert error < 0.5
    assert off(plane, at) < 4.0
    _, below = geometry.transform(plane, np.array([[480, 360], [480, 361]], float))
    assert below[1] > abs(below[0]), "y points to the player at the lower edge"


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(covered=st.sets(st.integers(0, 5), min_size=1, max_size=2))
def test_any_four_markers_are_enough(covered: set[int]) -> None:
    seen = detect_sheet(photo(ABOVE, covered=sorted(covered)))
    assert set(seen.ids.tolist()) == set(range(6)) - covered
    plane, _ = plane_of_sheet(seen)
    assert off(plane, ABOVE) < 4.0


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(blur=st.floats(0.5, 9.0), away=st.floats(600, 1400))
def test_a_blurred_sheet_is_refused_or_right(blur: float, away: float) -> None:
    at = view(-28, 4, 6, away)
    seen = detect_sheet(photo(at, blur=blur))
    plane, refused = plane_or_words(seen)
    if plane is None:
        assert blur * away > 1400, "a sharp sheet is taken"
        assert refused.startswith(
            ("table.jpg: no marker sheet is seen", "table.jpg: the marker sheet is covered, blurred", "table.jpg: the error is")
        )
    else:
        assert off(plane, at) < 12.0


def plane_or_words(seen: sheet.DetectedSheet) -> tuple[Array | None, str]:
    try:
        return plane_of_sheet(seen)[0], ""
    except CalibrationError as error:
        return None, str(error)


def plane_and_paper(frame: Frame) -> tuple[Array, float | None]:
    seen = detect_sheet(frame)
    own, _ = fit_homography(seen.object_points(), seen.points)
    return own, paper_scale(frame, own)


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(
    scale=st.floats(0.85, 1.04),
    paper=st.sampled_from(sorted(SHEET_SIZES)),
    shift=st.tuples(st.floats(-2, 2), st.floats(-2, 2)),
    at=st.builds(view, st.floats(-40, 40), st.floats(-20, 20), st.floats(-180, 180), st.floats(600, 1100)),
)
def test_the_paper_tells_the_size_of_the_print(scale: float, paper: str, shift: tuple[float, float], at: At) -> None:
    corners = geometry.transform(to_picture(at), SHEET_CORNERS * 1.35)
    assume(((corners > 5) & (corners < np.array(SIZE) - 5)).all())
    _, found = plane_and_paper(photo(at, scale=scale, paper=paper, shift=shift))
    assert found == pytest.approx(scale, abs=0.006)


def test_papers_are_those_that_sheets_are_made_for() -> None:
    assert set(SHEET_SIZES.values()) == set(PAPER_SIZES)


@pytest.mark.parametrize("table", [(255, 255, 255), (250, 245, 240)])
def test_paper_on_white_tells_nothing(table: tuple[int, int, int]) -> None:
    assert plane_and_paper(photo(ABOVE, table=table))[1] is None


def test_paper_that_the_picture_cuts_off_tells_nothing() -> None:
    at = view(0, 0, 0, 800, across=-380)  # the markers are seen, the paper's left edge is not
    frame = photo(at)
    assert len(detect_sheet(frame).ids) == 6
    assert plane_and_paper(frame)[1] is None


def made(frame: Frame, state: TableState = EMPTY, ruler: float | None = None) -> TableCalibration:
    return table_from_print(frame, detect_sheet(frame), state, DATE, ruler=ruler)


@pytest.mark.parametrize("paper", sorted(SHEET_SIZES))
def test_a_right_print_is_taken(paper: str) -> None:
    table = made(photo(ABOVE, paper=paper), cards_on(ABOVE, SPOTS))
    assert (table.made_by, set(table.zones)) == ("sheet", set(ZONE_NAMES))
    assert off(table.plane, ABOVE) < 3.0


@pytest.mark.parametrize("scale", [0.97, 1.05])
@pytest.mark.parametrize("paper", sorted(SHEET_SIZES))
@pytest.mark.slow
def test_a_wrong_print_is_named_by_its_paper(scale: float, paper: str) -> None:
    words = (
        f"the marker sheet was printed at the wrong size, about {scale:.0%} of the right one by the edges of its paper: measure its line"
    )
    with pytest.raises(CalibrationError, match=words):
        made(photo(ABOVE, scale=scale, paper=paper))


WHITE = (255, 255, 255)


@pytest.mark.parametrize("scale", [0.95, 1.06])
def test_a_wrong_print_on_white_is_named_by_the_cards_beside_it(scale: float) -> None:
    with pytest.raises(CalibrationError, match=f"about {scale:.0%} of the right one by the cards beside it"):
        made(photo(ABOVE, scale=scale, table=WHITE), cards_on(ABOVE, SPOTS))


@pytest.mark.parametrize(("scale", "table"), [(0.95, WHITE), (1.03, (90, 110, 80))])
def test_what_was_measured_counts(scale: float, table: tuple[int, int, int]) -> None:
    known = made(photo(ABOVE, scale=scale, table=table), cards_on(ABOVE, SPOTS), ruler=100 * scale)
    assert off(known.plane, ABOVE) < 3.0


def test_a_measure_that_cannot_be_meant() -> None:
    words = "the line on the marker sheet cannot be 80 mm long, by the cards beside it it is about 100 mm: measure it again"
    with pytest.raises(CalibrationError, match=words):
        made(photo(ABOVE), cards_on(ABOVE, SPOTS), ruler=80)


@pytest.mark.parametrize("ruler", [0.0, -100.0, 10.0, 3.94, 1000.0, float("nan"), float("inf")])
def test_a_line_that_no_print_has(ruler: float) -> None:
    with pytest.raises(CalibrationError, match="measure it from end to end, in millimetres"):
        print_scale(ruler)


@pytest.mark.parametrize(
    "state",
    [
        EMPTY,
        cards_on(ABOVE, SPOTS[:1]),
        cards_on(ABOVE, SPOTS, (44.0, 68.0)),  # of another form
        cards_on(ABOVE, [(0.0, 0.0, 0.0), (60.0, 80.0, 10.0), (95.0, 0.0, 0.0)], (50.0, 70.0)),  # on the sheet or under its edge
    ],
    ids=["no card", "one card", "another form", "on the sheet"],
)
def test_cards_that_tell_nothing_of_the_print(state: TableState) -> None:
    made(photo(ABOVE, table=WHITE), state)


CUT = view(0, 0, 0, 800, across=-470)


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (lambda: Frame("table.jpg", np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)), "no marker sheet is seen in it: lay the sheet flat"),
        (lambda: boards.photo(boards.pose(-20, 5, 0, 480), "table.jpg"), "no marker sheet is seen in it"),
        (lambda: photo(ABOVE, blur=14), "no marker sheet is seen in it"),
        (
            lambda: photo(ABOVE, covered=[0, 1, 5]),
            "the marker sheet is covered, blurred or too far away: 3 of its 6 markers are seen, at least 4",
        ),
        (lambda: photo(CUT), "the marker sheet is cut off by the picture: 3 of its 6 markers are seen, at least 4 are needed"),
        (lambda: photo(view(0, 0, 0, 900, -180), under=photo(view(0, 0, 20, 900, 180))), "two marker sheets lie there: leave one of them"),
    ],
    ids=["empty", "board", "blurred", "covered", "cut off", "two"],
)
@pytest.mark.slow
def test_a_sheet_that_is_not_seen_as_it_must_be(frame: Callable[[], Frame], words: str) -> None:
    with pytest.raises(CalibrationError, match=f"^table.jpg: {words}"):
        plane_of_sheet(detect_sheet(frame()))


def test_a_sheet_of_another_version_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = photo(ABOVE)
    monkeypatch.setattr(sheet, "VERSION", 2)
    monkeypatch.setattr(sheet, "FIRST", sheet.FIRST + sheet.MARKERS)
    with pytest.raises(
        CalibrationError, match="is of version 1, this program knows version 2: print it anew with numero-cam calibrate sheet"
    ):
        plane_of_sheet(detect_sheet(frame))


def test_a_sheet_that_does_not_lie_flat() -> None:
    seen = detect_sheet(photo(ABOVE))
    lifted = seen.quads.copy()
    lifted[seen.ids == 5] += (4, -5)
    with pytest.raises(
        CalibrationError, match=r"the error is too high: [0-9.]+ pixels, at most [0-9.]+ are accepted: lay the marker sheet flat"
    ):
        plane_of_sheet(replace(seen, quads=lifted))


def test_sheet_and_board_are_never_taken_for_each_other() -> None:
    assert not len(charuco.detect_board(photo(ABOVE)).ids)
    assert not detect_sheet(boards.photo(boards.pose(0, 0, 0, 480))).is_in_picture
    assert charuco.DICTIONARY == sheet.DICTIONARY
    assert sheet.FIRST >= charuco.COLUMNS * charuco.ROWS // 2


def test_the_grey_patch_gives_the_white() -> None:
    frame = photo(ABOVE)
    warm = Frame(frame.name, (frame.pixels * np.array([1.0, 0.85, 0.6])).astype(np.uint8))
    white = made(warm).white
    assert white is not None
    assert white[0] < 1 < white[2]
    x0, y0, x1, y1 = sheet.GREY_PATCH
    middle = np.array([[(x0 + x1) / 2, (y0 + y1) / 2]]) - [sheet.WIDTH / 2, sheet.HEIGHT / 2]
    x, y = geometry.transform(to_picture(ABOVE), middle)[0].round().astype(int)
    balanced = Calibration(None, made(warm)).prepare(warm)
    assert np.ptp(balanced.pixels[y, x].astype(int)) <= 4


def test_cards_that_are_all_too_small_may_tell_of_a_wrong_print() -> None:
    table = made(photo(ABOVE, scale=0.88, table=WHITE))  # nothing in this photo told
    words = camera_moved(table, cards_on(ABOVE, SPOTS).cards)
    assert words is not None
    assert ", or its sheet was not printed at 100 % (cards are off by" in words


@pytest.mark.parametrize("paper", sorted(SHEET_SIZES))
def test_the_page_is_what_its_definition_says(paper: str) -> None:
    page = marker_page(paper)
    seen = detect_sheet(Frame("page", page_pixels(page, 150)))
    order = np.argsort(seen.ids)
    corner = (np.array(SHEET_SIZES[paper]) - [sheet.WIDTH, sheet.HEIGHT]) / 2
    found = (seen.quads[order] + 0.5) * 25.4 / 150 - corner
    assert found == pytest.approx(sheet.marker_corners(np.arange(6)), abs=0.15)
    assert corner.min() > 12, "printers leave a margin"
    quiet = [(x - 7, y - 7, x + sheet.MARKER + 7, y + sheet.MARKER + 7) for x, y in sheet.marker_corners(np.arange(6))[:, 0] + corner]
    inked = [ring for item in page.items if isinstance(item, FilledArea) for ring in item.rings]
    lines = [ring for ring in inked if np.ptp(ring, axis=0).min() < 1]
    for line in lines:
        assert not any(((line > box[:2]) & (line < box[2:])).all(axis=1).any() for box in quiet), "white about every marker"
    assert max(np.ptp(line[:, 0]) for line in lines) == pytest.approx(100)
