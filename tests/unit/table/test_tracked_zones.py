"""Zones of a tracked table: in which place a card lies where two rows reach."""

import pytest

from numero_cam.games.shared.sight import TablePlace
from numero_cam.table.tracked_zones import TableZones

NEAR, RIGHT = 2.7, 5.0  #: Distance of the rows from the middle, card widths.
ALONG = (-2.2, -1.1, 0.0, 1.1, 2.2)  #: Where the five cards of a row lie along it.


def likeliest(zones: TableZones, x: float, y: float) -> tuple[TablePlace, float]:
    """Return the likeliest place of a card that lies face up, with its probability."""
    places = zones.face_up_places(x, y)
    best = max(places, key=lambda place: places[place])
    return best, places[best]


@pytest.mark.parametrize(("players", "right"), [(3, 2), (4, 3)])
def test_the_last_card_of_a_row_at_a_side_is_not_one_of_the_near_player(players: int, right: int) -> None:
    zones = TableZones.for_players((1280, 720), players, 0, None)
    across, beside = ((NEAR, -NEAR) if players == 4 else (NEAR,)), (RIGHT, -RIGHT)
    zones.learn_rows([*((x, y) for x in ALONG for y in across), *((x, y) for x in beside for y in ALONG)])
    for along in (*ALONG, NEAR - 0.85):  # there the row of the near player begins
        place, probability = likeliest(zones, RIGHT, along)
        assert place == TablePlace("row", right)
        assert probability > 0.9
    for along in ALONG:
        place, probability = likeliest(zones, along, NEAR)
        assert place == TablePlace("row", 0)
        assert probability > 0.9
    assert likeliest(zones, 1.0, 0.5)[0] == TablePlace("centre")
