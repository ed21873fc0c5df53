"""Checks that raise an error with a one-line message, and the error for a play that breaks a rule, with the article of the rulebook."""

from collections.abc import Callable
from typing import ParamSpec, Protocol

from numero_cam.catalogue import is_english, tr


def check(fine: bool, error: type[ValueError], message: str) -> None:  # noqa: FBT001 - the condition is the whole point
    """Raise `error` with a message unless the condition `fine` holds."""
    if not fine:
        raise error(message)


_P = ParamSpec("_P")


class Article(Protocol):
    """A rule of a game: an `Enum` whose values are its articles."""

    @property
    def name(self) -> str:
        """Its name in upper case."""

    @property
    def value(self) -> str:
        """Number of its article."""


class BrokenRuleError(ValueError):
    """A play that breaks a rule of its game."""

    def __init__(self, rule: Article, reason: str) -> None:
        """Build the message with reason, article and rule."""
        self.rule = rule  #: The broken rule.
        self.reason = reason  #: What is wrong with the play.
        # A rule's name is its English identifier.
        article = f"{rule.value}, {rule.name.lower().replace('_', ' ')}" if is_english() else rule.value
        super().__init__(tr("{reason} (article {article})", reason=reason, article=article))


def require(fine: bool, rule: Article, reason: str) -> None:  # noqa: FBT001 - the condition is the whole point
    """Raise a `BrokenRuleError` for a rule unless the condition `fine` holds."""
    if not fine:
        raise BrokenRuleError(rule, reason)


def breaks_no_rule(verify: Callable[_P, object], *args: _P.args, **kwargs: _P.kwargs) -> bool:
    """Return whether a check raises no `BrokenRuleError` for these arguments."""
    try:
        verify(*args, **kwargs)
    except BrokenRuleError:
        return False
    return True
