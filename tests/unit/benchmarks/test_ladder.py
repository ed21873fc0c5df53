"""The ladder's share of a ceiling's margin."""

import importlib

import pytest

share = importlib.import_module("ladder").share


def test_a_share_is_of_the_mean_margins_with_an_interval_around_it() -> None:
    games = [[60, 40], [50, 50], [70, 30], [40, 40]]
    told = share(games, [[3 * mine, 3 * other] for mine, other in games])
    assert told["share"] == pytest.approx(1 / 3, abs=0.001)
    lower, upper = told["share_95"]
    assert lower < 1 / 3 < upper
    assert told["ceiling_games"] == 4


def test_the_same_margin_in_every_deal_leaves_no_doubt() -> None:
    assert share([[30, 10]] * 4, [[50, 10]] * 4)["share_95"] == [0.5, 0.5]
