"""Many drawn cases of a test, of which README's test line runs a few."""

import pytest


def few_of(count: int, *, quick: int, slow: int | None = None) -> list[object]:
    """The numbers 0 to `count` - 1 as cases of `pytest.mark.parametrize`; from `quick` on marked `slow`, from `slow` on `by_hand`."""
    last = count if slow is None else slow
    marks = [None] * quick + [pytest.mark.slow] * (last - quick) + [pytest.mark.by_hand] * (count - last)
    return [number if mark is None else pytest.param(number, marks=mark) for number, mark in enumerate(marks)]
