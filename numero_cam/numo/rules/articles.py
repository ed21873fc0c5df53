"""The rules of NUMO that a play can break, each with its article in docs/numo-rules.md."""

from enum import Enum


class Rule(Enum):
    """A rule that a play can break; the value is its article."""

    DEAL = "4.1"
    TURN = "4.2"
    DRAW = "4.3"
    ONE_MELD = "4.4"
    MELD = "4.5"
    LAY_BEFORE_MELD = "4.6"
    LAY_WITH_FIRST_MELD = "4.7"
    DISCARD = "4.8"
    TURN_OVER = "4.9"
    CARD_IS_THERE = "4.10"
    LAY_OFF = "3.12"
    GOING_OUT = "5.2"
    GAME_OVER = "6.1"
