"""Numero as one record. Loads nothing: what a function needs is imported in it."""

from typing import TYPE_CHECKING

from numero_cam.app.decks import NUMERO_CARDS
from numero_cam.app.game_spec import GameSpec

if TYPE_CHECKING:
    from numero_cam.hall.hall_game import HallGame
    from numero_cam.live.live_rules import LiveRules


def _live() -> "LiveRules":
    from numero_cam.numero.live import NumeroLive

    return NumeroLive()


def _hall() -> "HallGame":
    from numero_cam.numero.hall import NumeroHall

    return NumeroHall()


GAME = GameSpec(NUMERO_CARDS, _live, _hall)
