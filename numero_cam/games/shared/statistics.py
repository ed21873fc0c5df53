"""95 % confidence intervals of the results of a tournament: share of games won, and margin."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

NORMAL_95 = 1.96  #: Half the width of the interval that holds 95 % of a normal distribution, in standard deviations.


def share_interval(won: int, games: int) -> tuple[float, float]:
    """Return lower and upper end of the Wilson interval of the share of games won, 0..1."""
    share, square = won / games, NORMAL_95**2
    middle = share + square / (2 * games)
    reach = NORMAL_95 * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, (middle - reach) / (1 + square / games)), min(1.0, (middle + reach) / (1 + square / games))


def margin_interval(margins: Sequence[float], *, group: int = 1) -> tuple[float, float, float]:
    """Return the mean of margins, and lower and upper end of its confidence interval.

    Args:
        margins: Margin of each game.
        group: Number of successive games that belong to one deal and are not independent. An incomplete group at the end is left out of
            the interval.
    """
    means = [fmean(margins[place : place + group]) for place in range(0, len(margins) - group + 1, group)]
    mean = fmean(margins)
    if len(means) < 2:
        return mean, float("-inf"), float("inf")
    reach = NORMAL_95 * stdev(means) / sqrt(len(means))
    return mean, mean - reach, mean + reach
