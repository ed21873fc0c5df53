"""Random games, deals and films by their numbers: a few of them in the default run, the rest with the marker `slow`."""

import pytest


def few_of(count: int, *, quick: int) -> list[object]:
    """The numbers 0 to `count` - 1 as cases of `pytest.mark.parametrize`; those from `quick` on are marked `slow`."""
    return [number if number < quick else pytest.param(number, marks=pytest.mark.slow) for number in range(count)]
