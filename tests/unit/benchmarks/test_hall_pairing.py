"""Simulated events, in small number; `benchmarks/hall_pairing.py` has a thousand."""

import importlib

import pytest

hall_pairing = importlib.import_module("hall_pairing")


@pytest.mark.slow
@pytest.mark.parametrize("players", [127, 128])
def test_nobody_meets_twice_and_nobody_is_left_out(players: int) -> None:
    found = hall_pairing.Found()
    hall_pairing.simulate(players, 9, 7, found)
    assert (found.repeated, found.unpaired, found.second_byes) == (0, 0, 0)
    assert len(found.seconds) == 9
