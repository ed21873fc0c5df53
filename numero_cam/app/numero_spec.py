"""Numero as one record. Loads nothing: what a function needs is imported in it."""

from typing import TYPE_CHECKING

from numero_cam.app.game_spec import GameSpec
from numero_cam.app.numero_cards import NUMERO_CARDS

if TYPE_CHECKING:
    from numero_cam.live.live_rules import LiveRules


def _live() -> "LiveRules":
    from numero_cam.app.live_numero import NumeroLive

    return NumeroLive()


NUMERO_GAME = GameSpec(NUMERO_CARDS, _live)
