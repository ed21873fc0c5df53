"""A play that breaks a rule, said with the article of the rulebook."""

from collections.abc import Callable
from typing import Protocol


class Article(Protocol):
    """A rule of a game: an `Enum` whose values are its articles."""

    @property
    def name(self) -> str:
        """Its name in capitals."""

    @property
    def value(self) -> str:
        """Its article."""


class BrokenRuleError(ValueError):
    """A play that breaks a rule of its game.

    Attributes:
        rule: The rule.
        reason: What is wrong with this play.
    """

    def __init__(self, rule: Article, reason: str) -> None:
        """Make the one line that names article and rule."""
        self.rule = rule
        self.reason = reason
        super().__init__(f"{reason} (article {rule.value}, {rule.name.lower().replace('_', ' ')})")


def require(fine: bool, rule: Article, reason: str) -> None:  # noqa: FBT001 - the condition is the whole point
    """Raise the broken rule unless the condition holds.

    Raises:
        BrokenRuleError: If it does not.
    """
    if not fine:
        raise BrokenRuleError(rule, reason)


def holds(check: Callable[[], None]) -> bool:
    """Return whether a check finds no broken rule."""
    try:
        check()
    except BrokenRuleError:
        return False
    return True
