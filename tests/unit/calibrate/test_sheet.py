"""The marker sheet gives the plane of a table from any side; a wrong print, and a sheet that is not seen as it must be, are named."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import CardReading, Frame, TableCard, TableState
from numero_cam.calibrate import board, files, sheet
from numero_cam.calibrate.paper_edge import PAPERS, paper_scale
from numero_cam.calibrate.plane import fitted, plane_of_sheet
from numero_cam.calibrate.prints import table_from_sheet
from numero_cam.calibrate.scale import print_scale
from numero_cam.calibrate.sheet import SeenSheet, find_sheet
from numero_cam.calibrate.table import Table, moved
from numero_cam.calibrate.zones import NAMES
from numero_cam.tell.paper import SIZES
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
    tilt_x=st.floats(-50, 50),
    tilt_y=st.floats(-25, 25),
    turn=st.floats(-180, 180),
    away=st.floats(450, 1500),
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
    """Worst error of distances between places of the table that are seen, at most 300 mm from the sheet, as a share of 100 mm."""
    grid = np.array([[x, y] for x in (-300, -150, 0, 150, 300) for y in (-300, -150, 0, 150, 300)], float)
    points = geometry.transform(to_picture(at), grid)
    shown = ((points >= 0) & (points < SIZE)).all(axis=1)
    grid, found = grid[shown], geometry.transform(plane, points[shown])
    apart = [np.linalg.norm(p[:, None] - p[None], axis=2) for p in (grid, found)]
    return float((np.abs(apart[0] - apart[1])).max())


@settings(max_examples=40, deadline=None)
@given(at=views)
def test_the_plane_is_found_from_any_side(at: At) -> None:
    corners = geometry.transform(to_picture(at), SHEET_CORNERS * 1.1)
    assume(((corners > 5) & (corners < np.array(SIZE) - 5)).all())
    seen = find_sheet(photo(at))
    assert sorted(seen.ids.tolist()) == list(range(sheet.MARKERS))
    plane, error = plane_of_sheet(seen)
    assert error < 0.5
    assert off(plane, at) < 4.0
    centre, below = geometry.transform(plane, np.array([[480, 360], [480, 361]], float))
    assert centre == pytest.approx([0, 0], abs=1e-6)
    assert below[1] > abs(below[0]), "y points to the player at the lower edge"
