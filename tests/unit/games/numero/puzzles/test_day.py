"""The puzzle of the day: frozen, of its level, with one best take, and another each day of a year."""

from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from numero_cam.games.numero.puzzles import LevelError, parse_level
from numero_cam.games.numero.puzzles.day import DAYS, day_deal, day_puzzle, day_request, day_seeds
from numero_cam.games.numero.puzzles.making import suits
from numero_cam.games.numero.rules import Position

GOLDEN = Path(__file__).resolve().parents[4] / "golden" / "day_puzzles.txt"
FIRST = date(2026, 1, 1)
SHOWN = 3  #: Days of each level whose cards stand in the golden file.
YEAR = [FIRST + timedelta(days=n) for n in range(DAYS)]


def deal(day: date, level: str) -> Position:
    return day_deal(parse_level(level), day_seeds()[level][day.toordinal() % DAYS])


def lines(level: str) -> list[str]:
    """The deals of a level in a year: a digest of all, and the first ones."""
    deals = [f"{day} {level}: {deal(day, level)}" for day in YEAR]
    digest = sha256("\n".join(deals).encode()).hexdigest()
    return [f"{level} {digest}", *deals[:SHOWN]]


def test_the_deals_are_those_that_were_frozen(request: pytest.FixtureRequest) -> None:
    found = "".join(f"{line}\n" for level in day_seeds() for line in lines(level))
    if request.config.getoption("--update-golden"):
        GOLDEN.write_text(found, encoding="utf-8")
    assert found == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("level", ["silver:1", "silver:10", "gold:40"])
def test_a_days_puzzle_is_its_deal_and_of_its_level(level: str) -> None:
    for day in YEAR[:8]:
        puzzle = day_puzzle(day, level)
        assert puzzle.position == deal(day, level)
        assert suits(puzzle, day_request(parse_level(level)))


@pytest.mark.parametrize("level", day_seeds())
def test_no_puzzle_comes_twice_in_a_year_and_all_come_again(level: str) -> None:
    assert len({deal(day, level) for day in YEAR}) == DAYS
    assert deal(FIRST + timedelta(days=DAYS), level) == deal(FIRST, level)


@pytest.mark.slow
@pytest.mark.parametrize("level", day_seeds())
def test_a_days_puzzle_has_one_best_take(level: str) -> None:
    """Each fifth day: all were checked as they were frozen, and what changes the solver shows in many."""
    assert all(suits(day_puzzle(day, level), day_request(parse_level(level))) for day in YEAR[::5])


@pytest.mark.parametrize("level", ["", "silver:2", "silver:99", "x" * 1000])
def test_a_level_without_is_one_line(level: str) -> None:
    with pytest.raises(LevelError, match="has no puzzle of the day; choose from silver:1, ") as told:
        day_puzzle(FIRST, level)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 300
