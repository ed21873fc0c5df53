"""Every pair of faces has one name, whichever is the true one."""

import importlib
import itertools
from typing import Any

import pytest

from numero_cam.games.numero.rules.cards import PACK

answers = importlib.import_module("answers")
look_alikes = importlib.import_module("look_alikes")


@pytest.mark.parametrize(
    ("one", "other", "pair"),
    [
        ("6r", "9r", "6 and 9"),
        ("6r", "9b", "6 and 9"),
        ("6", "9", "6 and 9"),
        ("N2", "N3", "N2 and N3"),
        ("1/4", "/4", "1/4 and /4"),
        ("2/5", "3/5", "2/5 and 3/5"),
        ("5/2", "3/2", "2/5 and 3/5"),
        ("1/3", "1/4", "other fractions"),
        ("5r", "-5", "5 and -5"),
        ("x3", "/3", "x and /"),
        ("-3", "/3", "other operations"),
        ("x3", "/4", "other"),
        ("7r", "7o", "red and orange"),
        ("7r", "7b", "other colours"),
        ("7r", "8r", "other numbers of one colour"),
        ("7", "8", "other numbers of one colour"),
        ("7r", "8b", "other"),
        ("sqrt", "cbrt", "other"),
        ("sqrt", "7r", "other"),
    ],
)
def test_pairs(one: str, other: str, pair: str) -> None:
    assert look_alikes.pair_of(one, other) == pair
    assert look_alikes.pair_of(other, one) == pair


def test_every_pair_of_the_pack_has_a_name_that_is_explained() -> None:
    for one, other in itertools.permutations(map(str, PACK), 2):
        name = look_alikes.pair_of(one, other)
        assert name in look_alikes.PAIRS
        assert name == look_alikes.pair_of(other, one)


def row(truth: str | None, guess: str | None, **more: object) -> Any:  # noqa: ANN401 - a record of a module loaded by name
    known = {"folder": "f", "photo": "p", "visible": 1.0, "confidence": 0.9, "known": True, "turned": True}
    known |= {"found": guess is not None, "right": truth is not None and truth == guess}
    return answers.Answered(truth=truth, guess=guess, **(known | more))


def test_confusions() -> None:
    assert look_alikes.confusions([]) == []
    rows = [
        row("6r", "9r"),
        row("6r", "9r"),
        row("7r", "7r"),
        row("7r", None),
        row("7r", "7o", known=False, visible=0.5),
        row(None, "1r", visible=None),
    ]
    got = [(r["true"], r["taken_for"], r["how"], r["pair"], r["seen"], r["cards"]) for r in look_alikes.confusions(rows)]
    assert got == [
        ("6r", "9r", "read wrong", "6 and 9", "open", 2),
        ("7r", "7o", "unknown, likeliest", "red and orange", "covered", 1),
        ("no face", "1r", "read wrong", "no face", "no card", 1),
    ]


def test_pair_counts_name_every_pair() -> None:
    rows = [row("6r", "9r"), row("6r", "9r", visible=0.5), row("N2", "N3", known=False), row("7r", "7r"), row("8r", None)]
    counts = {c["pair"]: (c["read_wrong"], c["read_wrong_open"], c["likeliest_of_unknown"]) for c in look_alikes.pair_counts(rows)}
    assert set(counts) == set(look_alikes.PAIRS)
    assert (counts["6 and 9"], counts["N2 and N3"], counts["red and orange"]) == ((2, 1, 0), (0, 0, 1), (0, 0, 0))


def test_turns() -> None:
    rows = [row("6r", "9r", turned=False), row("9b", "9b"), row("x2", "x2", turned=False), row("7r", None, turned=None)]
    assert look_alikes.turn_counts(rows) == {
        "found": 3,
        "wrong_way_up": 2,
        "of_these_read_right": 1,
        "sixes_and_nines": 2,
        "sixes_and_nines_wrong_way_up": 1,
        "sixes_and_nines_read_as_each_other": 1,
    }


def test_strangers_are_cards_without_a_face_not_places_without_a_card() -> None:
    knowing = importlib.import_module("knowing")
    rows = [row("7r", "7r", confidence=0.9), row(None, "1r", known=False, confidence=0.3), row(None, "2r"), row(None, "3r", visible=None)]
    assert knowing.strangers(rows) == {"cards": 2, "found": 2, "given_a_face": 1, "area_under_roc": 0.75}
    assert knowing.strangers([])["area_under_roc"] is None
