"""A play that breaks a rule, said with the article of the rulebook."""

from collections.abc import Callable
from typing import ParamSpec, Protocol

_P = ParamSpec("_P")


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


def holds(check: Callable[_P, None], *args: _P.args, **kwargs: _P.kwargs) -> bool:
    """Return whether a check of these arguments finds no broken rule."""
    try:
        check(*args, **kwargs)
    except BrokenRuleError:
        return False
    return True
