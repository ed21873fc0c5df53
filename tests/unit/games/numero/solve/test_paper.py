"""The paper's algorithm, kept in `benchmarks/paper.py`, against its own text and against the solver."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from numero_cam.games.numero.solve import takers_of_all

ROOT = Path(__file__).parents[5]
PAPER: dict[str, Any] = runpy.run_path(str(ROOT / "benchmarks" / "paper.py"), run_name="paper")
RESULT: dict[str, Any] = json.loads((ROOT / "benchmarks" / "results" / "paper.json").read_text(encoding="utf-8"))


def sizes(way: tuple[tuple[int, int], ...], bases: int) -> list[tuple[int, ...]]:
    """How many bases each value holds after each addition: what tells two ways apart."""
    values: tuple[int, ...] = (1,) * bases
    steps: list[tuple[int, ...]] = []
    for first, second in way:
        values = PAPER["added"](values, first, second)
        steps.append(tuple(sorted(values)))
    return steps


def test_the_ways_to_add() -> None:
    assert [len(PAPER["ways_to_add"](bases)) for bases in range(1, 9)] == [1, 1, 1, 2, 4, 11, 33, 116]
    assert RESULT["ways_to_add"] == [1, 1, 1, 2, 4, 11, 33, 116]
    assert (len(RESULT["seven_bases"]), len(RESULT["eight_bases"])) == (33, 116)


@pytest.mark.parametrize(
    ("bases", "printed"),
    [
        (4, "121212 122312"),
        (5, "12121212 12231212 12122312 12232312"),
        (6, "1212121212 1223121212 1212231212 1223231212 1212122312 1223122312 1212231312 1223231312 1223341212 1212232312 1223232312"),
    ],
)
def test_the_strings_of_the_paper_are_these_ways(bases: int, printed: str) -> None:
    own = [sizes(way, bases) for way in PAPER["ways_to_add"](bases)]
    theirs = [sizes(PAPER["way_of"](text), bases) for text in printed.split()]
    assert sorted(own) == sorted(theirs)


def test_the_worked_take_of_the_paper() -> None:
    """Section 3.1: 14 = 21/2 - 7/2 + 7, with 1/3 played outside the root."""
    wilds = PAPER["parsed"]("-4 3/2 1/3 1/4 sqrt")
    sequence = [int(sign) for sign in "00200453100000"]
    assert PAPER["value_of"]((3, 6, 7, 7), wilds, PAPER["way_of"]("121212"), sequence) == (14, False)


@pytest.mark.parametrize("name", ["1", "2", "4", "6"])
def test_brute_force_and_solver_agree(name: str) -> None:
    cards = PAPER["parsed"](PAPER["PUZZLES"][name])
    counts = PAPER["brute_force"](cards)
    assert tuple(sorted(counts)) == takers_of_all(cards, values="any")
    assert PAPER["recount"](cards)["all"] == counts
