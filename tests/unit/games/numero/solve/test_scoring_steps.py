"""Scoring in the guide's steps: the solver finds what is best by the bonuses that count, with the kernel and without it."""

import random

import pytest

from numero_cam.games.numero.rules import PrintedPoints, cards_of, score_take
from numero_cam.games.numero.rules.choices import ScoringName, ScoringSteps
from numero_cam.games.numero.solve import Settings, solve
from tests.strategies import deal_with_build

STEPS: tuple[ScoringSteps, ...] = ("A", "AB", "ABC", "ABCD", "ABCDE")
MANY = 100_000
PLAIN = PrintedPoints({})  #: Printed points would outweigh the bonuses that this is about.


@pytest.mark.parametrize("scoring", ["website", "guide"])
def test_the_best_by_the_steps_among_all_takes(scoring: ScoringName) -> None:
    rng = random.Random(29)  # noqa: S311 - a seeded deal, no secret
    other = 0
    for _ in range(60):
        position = deal_with_build(rng, 6, 4)
        every = solve(position, Settings(scoring=scoring, printed=PLAIN), top=MANY).plays
        takes = [([[card for item in group.cards for card in cards_of(item)] for group in play.sets], play) for play in every]
        for steps in STEPS:
            settings = Settings(scoring=scoring, printed=PLAIN, scoring_steps=steps)
            rules = settings.scoring_for(position)
            points = [score_take(sets, play.taker, clears=play.clears, scoring=rules).points for sets, play in takes]
            assert [play.points for play in solve(position, settings).plays] == ([max(points)] if points else [])
            other += bool(points) and points[0] != max(points)
    assert other  # what is best by all bonuses is not always best by some
