"""`numero_cam.game`, `rules` and `solve` are Numero's rooms under their short names, no more and no less."""

from importlib import import_module

import pytest


@pytest.mark.parametrize(("short", "room"), [("game", "engine"), ("rules", "rules"), ("solve", "solve")])
def test_a_short_name_is_its_room(short: str, room: str) -> None:
    thin, whole = import_module(f"numero_cam.{short}"), import_module(f"numero_cam.games.numero.{room}")
    assert set(thin.__all__) == set(whole.__all__)
    assert all(getattr(thin, name) is getattr(whole, name) for name in thin.__all__)
