"""A tracked table as a picture's state: each card in the zone in which it is tracked, nothing guessed."""

import numpy as np
import pytest

from numero_cam.app.photos import table_position
from numero_cam.base.records import Frame, TableState
from numero_cam.base.seats import Seat
from numero_cam.games.shared.sight import TablePlace
from numero_cam.table.photo_reader import MOSTLY_COVERED, NO_FACE, NOT_CLEAR
from numero_cam.table.sight_builder import TrackedCard
from numero_cam.table.tracked_table import TrackedTable, tracked_state

CENTRE, STOCK = TablePlace("centre"), TablePlace("stock")
FRAME = Frame("film", np.full((480, 640, 3), 90, np.uint8))


def card(number: int, face: str, place: TablePlace, at: tuple[float, float], *, confidence: float = 0.99, **more: object) -> TrackedCard:
    x, y = at
    quad = np.array([[x, y], [x + 60, y], [x + 60, y + 90], [x, y + 90]])
    return TrackedCard(number, quad, ((face, confidence),) if face else (), place, **more)  # type: ignore[arg-type]


def state(*cards: TrackedCard, seat: Seat = "near", seats: tuple[Seat, ...] = ("near", "far"), packs: int = 1) -> TableState:
    return tracked_state(FRAME, TrackedTable(cards, seats), seat=seat, packs=packs, least=0.5)


def zones(found: TableState) -> dict[str | None, str | None]:
    return {each.card: each.zone for each in found.cards}


def test_a_card_lies_where_it_is_tracked_wherever_a_photo_would_have_it() -> None:
    """The whole table is one row: a photo of it shows a spread take."""
    lying = (
        card(4, "7r", CENTRE, (20, 100)),
        card(2, "8b", TablePlace("row", 0), (100, 100)),
        card(9, "3g", TablePlace("row", 1), (180, 100)),
    )
    assert zones(state(*lying)) == {"7r": "centre", "8b": "hand", "3g": "opposite"}
    assert zones(state(*lying, seat="far")) == {"7r": "centre", "8b": "opposite", "3g": "hand"}


def test_a_player_at_the_side_has_the_hand_there() -> None:
    seats: tuple[Seat, ...] = ("near", "left", "far", "right")
    lying = (
        card(1, "7r", CENTRE, (300, 200)),
        card(2, "8b", TablePlace("row", 1), (20, 200)),
        card(3, "3g", TablePlace("row", 0), (300, 380)),
    )
    assert zones(state(*lying, seat="left", seats=seats)) == {"7r": "centre", "8b": "hand", "3g": "opposite"}


def test_cards_on_each_other_are_a_build_in_the_zone_of_the_lowest() -> None:
    lying = (
        card(5, "6r", CENTRE, (200, 200)),
        card(7, "4g", TablePlace("row", 0), (205, 212), below=frozenset({5})),
        card(1, "9o", TablePlace("row", 0), (200, 380)),
    )
    position = table_position(state(*lying)).position
    assert (list(map(str, position.centre)), list(map(str, position.hand))) == (["[6r 4g]"], ["9o"])


@pytest.mark.parametrize(
    ("lying", "reason"),
    [
        (card(1, "", STOCK, (20, 200)), NO_FACE),
        (card(1, "7r", CENTRE, (20, 200), confidence=0.4), NOT_CLEAR),
        (card(1, "7r", CENTRE, (20, 200), confidence=0.4, visible=0.2), MOSTLY_COVERED),
    ],
)
def test_what_is_not_sure_is_not_known(lying: TrackedCard, reason: str) -> None:
    (found,) = state(lying).cards
    assert (found.card, found.reading.reason) == (None, reason)


def test_one_pack_has_each_card_once_and_a_deck_may_have_it_twice() -> None:
    lying = (card(1, "7r", CENTRE, (20, 200)), card(2, "7r", CENTRE, (200, 200), confidence=0.8))
    assert sorted(str(each.card) for each in state(*lying).cards) == ["7r", "None"]
    assert sorted(str(each.card) for each in state(*lying, packs=2).cards) == ["7r", "7r"]
    twice = tracked_state(FRAME, TrackedTable(lying, deck="double", copies=2, problems=("a card is worn",)), least=0.5)
    assert ([each.card for each in twice.cards], twice.deck, twice.problems) == (["7r", "7r"], "double", ("a card is worn",))


def test_an_empty_table_has_no_card() -> None:
    found = tracked_state(FRAME, TrackedTable(), least=0.5)
    assert found.cards == ()
    assert found.problems, "an even grey picture shows no table"
