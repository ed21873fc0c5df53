"""Why a take is the best: sentences whose numbers are the scorer's."""

import re

import pytest

from numero_cam.app.answers import best_takes
from numero_cam.games.numero.rules.choices import By
from numero_cam.text.plays import MOST_DIFFERENCES, why_lines

POSITIONS = [
    ("9g 6b 5r 12b /3", "15o 2o x3 -4 /4"),
    ("11r 8o 3b 5r", "11g x3 -4 /2 10r"),
    ("13b 6o [10g -2] sqrt 9r", "12b 3g x5"),
    ("[15g -5] 14b 11o 5b", "15b 3/2 /2 10g"),
]


@pytest.mark.parametrize("by", ["points", "cards"])
@pytest.mark.parametrize(("centre", "hand"), POSITIONS)
def test_what_two_takes_differ_in_adds_up_to_the_difference_of_their_points(centre: str, hand: str, by: By) -> None:
    best, *others = best_takes(centre, hand, by=by, top=4).plays
    first, differ = why_lines(best, others, by=by)
    rows = [(int(one), int(two)) for one, two in re.findall(r"([0-9]+) : ([0-9]+)", differ)]
    assert all(one != two for one, two in rows)
    if "differ most" in differ:
        assert len(rows) == MOST_DIFFERENCES
    else:
        assert sum(one - two for one, two in rows) == best.points - others[0].points
    assert first.endswith((f"brings {others[0].points} points.", f"wins {others[0].cards} cards.", f"not {others[0].points}.", "not 6."))


@pytest.mark.parametrize(
    ("centre", "hand", "by", "line"),
    [
        ("9b", "6r -3", "points", "It is the only take."),
        ("5r 7b", "5b 7r", "points", "Another take is as good, with the 7 red: as many points and cards."),
        ("5r", "5b 4g", "cards", "It is the only take."),
        ("5r 3g 2o", "5b", "points", "No take brings more than"),
        ("5r 3g 2o", "5b", "cards", "No take wins more than"),
    ],
)
def test_each_rank_has_its_sentence(centre: str, hand: str, by: By, line: str) -> None:
    best, *others = best_takes(centre, hand, by=by, top=4).plays
    assert why_lines(best, others, by=by)[0].startswith(line)
