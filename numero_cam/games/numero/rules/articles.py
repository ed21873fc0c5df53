"""The rules that a play can break, each with its article in docs/rules.md."""

from enum import Enum

from numero_cam.games.shared.breaks import BrokenRuleError, require

__all__ = ["Rule", "RuleBreakError", "require"]


class Rule(Enum):
    """A rule that a play can break; the value is its article."""

    DEAL = "2.2"
    TURN = "2.4"
    ONE_NUMBER_CARD = "3.1"
    REFILL = "3.3"
    LAID_WILDS_BELONG = "3.4"
    WILD_HAND = "3.5"
    WILD_ACTS_ON_VALUE = "4.1"
    NEGATIVE_VALUES = "4.2"
    WHOLE_VALUES = "4.3"
    EXACT_ROOT = "4.4"
    CARD_IS_THERE = "4.5"
    SET_EQUALS_TAKER = "5.1"
    BUILD_USES_CENTRE = "6.1"
    ANSWER_HELD = "6.2"
    BUILD_VALUE = "6.3"
    BUILD_UNBROKEN = "6.5"
    VERBALISING = "6.9"
    WILD_DISCARD = "7.2"
    RIGHT_OF_CHALLENGE = "8.1"
    CHALLENGE_IN_TIME = "8.2"
    CHALLENGE_UNCHANGED = "8.3"
    LAST_CHANCE = "9.2"
    HAND_LEFT = "9.5"
    SOLITAIRE = "11.2"

    @property
    def text(self) -> str:
        """The rule's name in words."""
        return self.name.lower().replace("_", " ")


RuleBreakError = BrokenRuleError  #: A play that breaks a rule: `rule` is the `Rule`, `reason` says what is wrong with this play.
