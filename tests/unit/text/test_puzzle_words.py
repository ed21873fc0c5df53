"""Why a puzzle is hard, in words."""

from dataclasses import replace
from itertools import islice

import pytest

from numero_cam.games.numero.puzzles import Puzzle, PuzzleRequest, generate_puzzles, parse_level
from numero_cam.games.numero.solve import Settings, solve
from numero_cam.text.puzzles import MAX_REASONS, explained_hardness_line, hardness_line, hardness_reasons


def puzzles(name: str, number: int) -> list[Puzzle]:
    level = parse_level(name)
    return list(islice(generate_puzzles(PuzzleRequest(level.set_name, level.cards, level.band), 3), number))


def test_puzzles_that_weigh_the_same_read_differently() -> None:
    made = puzzles("silver:12", 20)
    assert {puzzle.hardness.percent for puzzle in made} <= {44, 45, 47}
    assert len({explained_hardness_line(puzzle) for puzzle in made}) >= 5


@pytest.mark.parametrize("name", ["silver:12", "3", "all"])
def test_two_or_three_reasons_are_given_and_no_card_of_the_answer(name: str) -> None:
    for puzzle in puzzles(name, 12):
        assert 2 <= len(hardness_reasons(puzzle)) <= MAX_REASONS
        assert str(puzzle.play.taker) not in explained_hardness_line(puzzle).split()
        assert hardness_line(puzzle) == f"Hardness {puzzle.hardness.percent} of 100."


def test_the_cards_that_can_take_are_those_with_a_take_of_their_own() -> None:
    for puzzle in puzzles("3", 8):
        found = solve(puzzle.position, Settings(), top=10_000)
        assert found.proven
        numbers = {play.taker.value for play in found.plays}
        assert puzzle.takers == sum(card.is_number and card.value in numbers for card in puzzle.position.hand)
        alone = replace(puzzle.position, hand=(puzzle.play.taker, *(card for card in puzzle.position.hand if card.is_wild)))
        assert solve(alone, Settings()).plays
