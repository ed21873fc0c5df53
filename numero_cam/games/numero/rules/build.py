"""Builds: cards of the centre that were joined and are taken together by their value."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.games.numero.rules.arithmetic import act
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER, Card


def computed_value(cards: tuple[Card, ...]) -> Fraction | None:
    """Return the value of cards joined from bottom to top; None without a number card, or where a root has no rational result.

    A number card adds its number; a wild card acts on the value so far; wild cards below the first number card act on it in
    their order (contract, "Value of a build").
    """
    waiting: list[Card] = []
    value: Fraction | None = None
    for card in cards:
        if card.is_wild and value is None:
            waiting.append(card)
            continue
        if card.is_wild:
            steps = [card]
        else:
            steps = waiting if value is None else []
            value = card.value + (value or 0)
        for wild in steps:
            value = act(wild, value) if value is not None else None
            if value is None:
                return None
    return value


@dataclass(frozen=True, slots=True, repr=False)
class Build:
    """A build in the centre.

    Raises:
        ValueError: There is no card.
    """

    cards: tuple[Card, ...]  #: Its cards from bottom to top, at least one.
    stated: Fraction | None = None  #: The value that the players named; None if it is the value computed from bottom to top.

    def __post_init__(self) -> None:
        """Check that there is a card, and drop a stated value that equals the computed one."""
        if not self.cards:
            raise ValueError("a build holds at least one card")
        if self.stated is not None and self.stated == computed_value(self.cards):
            object.__setattr__(self, "stated", None)

    @property
    def value(self) -> Fraction | None:
        """The stated value, else the one computed from bottom to top; None where there is neither."""
        return self.stated if self.stated is not None else computed_value(self.cards)

    @property
    def has_number(self) -> bool:
        """Whether it holds a number card."""
        return any(card.is_number for card in self.cards)

    @property
    def is_possible(self) -> bool:
        """Whether a real game can have it: it has a number card, and its value is a whole number from 1 to 15."""
        value = self.value
        return self.has_number and value is not None and value.denominator == 1 and 1 <= value <= HIGHEST_NUMBER

    def __iter__(self) -> Iterator[Card]:
        """Yield the cards from bottom to top."""
        return iter(self.cards)

    def __str__(self) -> str:
        """Return the canonical text, such as `[8b 4r]` or `[9r 6b]=7`."""
        text = f"[{' '.join(map(str, self.cards))}]"
        return text if self.stated is None else f"{text}={self.stated}"

    def __repr__(self) -> str:
        """Return the call that makes this build."""
        return f"parse_build({str(self)!r})"


def cards_of(item: Card | Build) -> tuple[Card, ...]:
    """Return the card itself, or the cards of a build."""
    return item.cards if isinstance(item, Build) else (item,)
