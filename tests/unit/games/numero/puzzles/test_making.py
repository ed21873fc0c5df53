"""Puzzles that are made: as they were wanted, proven, none twice, the same for the same seed."""

import random
from fractions import Fraction
from itertools import islice, pairwise

import pytest

from numero_cam.games.numero.puzzles import (
    CARD_SETS,
    Band,
    LevelError,
    PuzzleRequest,
    generate_puzzles,
    parse_level,
    puzzle_cards_of,
    puzzle_from,
)
from numero_cam.games.numero.puzzles.hardness import thresholds
from numero_cam.games.numero.puzzles.levels import WEEKS
from numero_cam.games.numero.puzzles.making import deal_cards
from numero_cam.games.numero.rules import parse_cards, parse_position
from numero_cam.games.numero.solve import Settings, solve


def test_a_level_gives_puzzles_of_its_cards_and_hardness() -> None:
    for name in ("silver:3", "silver:20", "silver:38", "gold:2", "gold:30"):
        level = parse_level(name)
        wanted = PuzzleRequest(level.set_name, level.cards, level.band, unique=True)
        puzzles = list(islice(generate_puzzles(wanted, 1), 12))
        assert len({(puzzle.position.centre, puzzle.position.hand) for puzzle in puzzles}) == len(puzzles) == 12
        for puzzle in puzzles:
            assert set(puzzle.position.cards()) <= set(level.cards.cards)
            assert level.band.least <= puzzle.hardness.percent <= level.band.most
            assert puzzle.best.proven
            assert puzzle.best.count == 1
            again = solve(puzzle.position, Settings(by="cards"))
            assert again.proven
            assert again.plays[0].cards == puzzle.play.cards


def test_the_same_seed_makes_the_same_puzzles() -> None:
    wanted = PuzzleRequest("fractions", CARD_SETS["fractions"])
    first, again, others = (list(islice(generate_puzzles(wanted, seed), 8)) for seed in ("5B", "5B", "5C"))
    assert [puzzle.position for puzzle in first] == [puzzle.position for puzzle in again]
    assert [puzzle.hardness for puzzle in first] == [puzzle.hardness for puzzle in again]
    assert [puzzle.position for puzzle in first] != [puzzle.position for puzzle in others]


def test_the_year_goes_from_addition_to_proper_fractions_and_no_week_is_easier_in_its_step() -> None:
    for name in ("silver", "gold"):
        weeks = [parse_level(f"{name}:{week}") for week in range(1, WEEKS + 1)]
        for before, after in pairwise(weeks):
            assert set(before.cards.wilds) <= set(after.cards.wilds)
            if before.set_name == after.set_name:
                assert before.band.least <= after.band.least
    assert parse_level("silver:1").cards.wilds == ()
    assert len(parse_level("gold:1").cards.wilds) == 12
    ends = parse_level("gold:40").cards.wilds
    assert max(card.value for card in ends if card.kind.value == "fraction") < 1
    assert not any(card.kind.value in ("power", "root") for card in ends)


def test_the_gap_to_the_childs_take_makes_a_puzzle_harder() -> None:
    """Over all deals of a card set; one may be easier by its other sides."""
    rng = random.Random(3)  # noqa: S311 - seeded deals, no secret
    wanted = PuzzleRequest("3", CARD_SETS["3"])
    by_gap: dict[int, list[int]] = {}
    for _ in range(400):
        puzzle = puzzle_from(deal_cards(rng, wanted), wanted)
        if puzzle is not None:
            by_gap.setdefault(min(puzzle.hardness.counted.gap, 3), []).append(puzzle.hardness.percent)
    means = [sum(found) / len(found) for _, found in sorted(by_gap.items())]
    assert len(means) == 4
    assert means == sorted(means)


def test_what_is_counted() -> None:
    wanted = PuzzleRequest("fractions", CARD_SETS["fractions"])
    easy = puzzle_from(parse_position("8b 3r", "8o 5g"), wanted)
    hard = puzzle_from(parse_position("13r 12b 15o", "10o 2/5 1r"), wanted)  # (13 + 12) x 2/5, and the 15 by nothing
    assert easy is not None
    assert hard is not None
    assert (easy.hardness.counted.steps, easy.hardness.counted.fractions, easy.hardness.counted.gap) == (0, 0, 0)
    assert hard.hardness.counted.fractions > 0
    assert hard.hardness.percent > easy.hardness.percent
    assert puzzle_from(parse_position("7r", "8b"), wanted) is None


def test_the_sample_is_one_of_all_card_sets_in_order() -> None:
    for name in CARD_SETS:
        assert len(thresholds(name)) == 99
        assert list(thresholds(name)) == sorted(thresholds(name))


@pytest.mark.parametrize("text", ["silver:0", "silver:41", "gold", "gold:-1", "platin:3", "", "4", "silver:1.5", "x" * 300])
def test_no_such_level(text: str) -> None:
    with pytest.raises(LevelError, match="there is no level") as caught:
        parse_level(text)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(("least", "most"), [(0, 5), (60, 40), (5, 101)])
def test_no_such_hardness(least: int, most: int) -> None:
    with pytest.raises(LevelError, match="give two numbers from 1 to 100"):
        Band(least, most)


def test_any_cards_are_called_hard_by_the_smallest_set_that_holds_them() -> None:
    assert puzzle_cards_of(())[0] == "1"
    assert puzzle_cards_of((), 9)[0] == "1-10"
    assert puzzle_cards_of(parse_cards("-2 x2"))[0] == "x2"
    assert puzzle_cards_of(parse_cards("1/2"))[0] == "unit-fractions"
    name, cards = puzzle_cards_of(parse_cards("N2 -3"))
    assert name == "all"
    assert max(card.value for card in cards.cards if card.is_number) == Fraction(15)
    with pytest.raises(LevelError, match="give a number from 5 to 15"):
        puzzle_cards_of((), 4)


def test_where_there_are_no_more_puzzles_the_making_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numero_cam.games.numero.puzzles.making.MAX_IDLE_DEALS", 40)
    name, cards = puzzle_cards_of((), 5)
    assert list(generate_puzzles(PuzzleRequest(name, cards, Band(100, 100), unique=True), 1)) == []
