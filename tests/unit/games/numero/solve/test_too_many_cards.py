"""Beyond the cards that are searched: at most half of them are wild cards while there are number cards enough, and the rest is used up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.numero.rules import PACK, Position, PrintedPoints, Scoring
from numero_cam.games.numero.solve.masks import Layout

SCORING = Scoring("website", fractions_in_play=False, printed=PrintedPoints.default())
NUMBERS = [card for card in PACK if card.is_number]
WILDS = [card for card in PACK if card.is_wild]


@given(st.integers(0, 30), st.integers(0, 20), st.integers(2, 16))
def test_the_room_is_shared_by_number_cards_and_wild_cards(numbers: int, wilds: int, most: int) -> None:
    layout = Layout(Position(tuple(NUMBERS[:numbers]), (NUMBERS[40], *WILDS[:wilds])), SCORING, "points", most)
    room = min(wilds, max(most // 2, most - numbers))
    wanted = (numbers, wilds) if numbers + wilds <= most else (min(numbers, most - room), room)
    assert (len(layout.bases), len(layout.wilds)) == wanted
    assert layout.complete is (numbers + wilds <= most)


@pytest.mark.parametrize(("numbers", "wilds", "share"), [(20, 12, (8, 8)), (20, 3, (13, 3)), (5, 20, (5, 11)), (0, 20, (0, 16))])
def test_shares_of_sixteen(numbers: int, wilds: int, share: tuple[int, int]) -> None:
    layout = Layout(Position(tuple(NUMBERS[:numbers]), (NUMBERS[40], *WILDS[:wilds])), SCORING, "points", 16)
    assert (len(layout.bases), len(layout.wilds)) == share


def test_number_cards_that_match_a_taking_card_stay_before_others() -> None:
    taker = NUMBERS[-1]
    same = [card for card in NUMBERS if card.value == taker.value and card != taker]
    layout = Layout(Position((*NUMBERS[:12], *same), (taker, *WILDS[:6])), SCORING, "points", 8)
    assert set(same) <= set(layout.bases)
