"""Settings and answers of the solver."""

from dataclasses import dataclass, field

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Kind, Position, PrintedPoints, ScoreItem, Scoring
from numero_cam.games.numero.rules.choices import By, FractionsInPlay, ScoringName, ScoringSteps, Values
from numero_cam.games.numero.rules.scoring import counted
from numero_cam.games.numero.solve.clock import StoppedBy
from numero_cam.games.numero.solve.expression import Expression, Step
from numero_cam.games.shared.breaks import check
from numero_cam.games.shared.choices import choices_of


class SettingsError(ValueError):
    """A setting that does not exist."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Which take counts as best, and which values are allowed.

    Raises:
        SettingsError: A setting has another value.
    """

    by: By = "points"  #: `points` or `cards`.
    scoring: ScoringName = "website"  #: `website` or `guide`.
    #: Allowed intermediate values: `whole` numbers, `any` for fractions too, `real` for exact irrational roots too.
    values: Values = "whole"
    #: Whether fraction cards are in play, which turns the guide's operations bonus off; `auto` decides by the position.
    fractions_in_play: FractionsInPlay = "auto"
    printed: PrintedPoints = field(default_factory=PrintedPoints.default)  #: Points printed on the cards.
    negative: bool = True  #: Whether intermediate values may be below zero; zero is always allowed.
    #: Which bonuses count, by the guide's letters: `all`, or those of a class that learns scoring step by step.
    scoring_steps: ScoringSteps = "all"

    def __post_init__(self) -> None:
        """Raise a `SettingsError` for a value that is no choice."""
        for name, choices in choices_of(Settings).items():
            value = getattr(self, name)
            check(
                value in choices,
                SettingsError,
                tr("{name} is {value!r}; choose from {choices}", name=name.replace("_", "-"), value=value, choices=", ".join(choices)),
            )

    def scoring_for(self, position: Position) -> Scoring:
        """Return the scoring rules in this position, whose fraction cards count where `fractions_in_play` is `auto`."""
        in_play = self.fractions_in_play == "yes"
        if self.fractions_in_play == "auto":
            in_play = any(card.kind is Kind.FRACTION for card in position.cards())
        return Scoring(self.scoring, in_play, self.printed, self.scoring_steps)


def check_limit(limit_seconds: float | None) -> None:
    """Raise a `SettingsError` for a time limit below 0 seconds."""
    check(
        limit_seconds is None or limit_seconds >= 0,
        SettingsError,
        tr("the time limit is {limit_seconds} seconds; it is 0 or more", limit_seconds=limit_seconds),
    )


@dataclass(frozen=True, slots=True)
class CardSet:
    """One set of a take (an entry of `groups` in the JSON)."""

    cards: tuple[Card | Build, ...]  #: Its cards and builds without the taking card, those of the centre first.
    way: Expression  #: The expression by which they make the taking card's number.
    calculations: tuple[Step, ...]  #: The expression as single calculations.
    taker: bool  #: Whether the taking card counts as part of this set.

    def __str__(self) -> str:
        """Return its cards: `8o 3b 5r x3 -4 /2`."""
        return " ".join(map(str, self.cards))


Group = CardSet  #: The former name of `CardSet`.


@dataclass(frozen=True, slots=True)
class Play:
    """A take."""

    taker: Card  #: The number card of the hand that takes.
    sets: tuple[CardSet, ...]  #: The sets (`groups` in the JSON), at least one, the smallest first.
    cards: int  #: Number of cards won, with the taking card and each card of a build.
    points: int  #: Points by the scoring of the settings.
    clears: bool  #: Whether it leaves the centre empty.
    breakdown: tuple[ScoreItem, ...]  #: The score items whose points add up to `points`.

    @property
    def groups(self) -> tuple[CardSet, ...]:
        """The sets, by the name that they have in the JSON."""
        return self.sets

    def __str__(self) -> str:
        """Return the take in a line: `with 11g: 11r; 8o 3b (4 cards, 6 points)`."""
        return f"with {self.taker}: {'; '.join(map(str, self.sets))} ({self.cards} cards, {counted(self.points, 'point')})"


@dataclass(frozen=True, slots=True)
class Solution:
    """The best takes of a position."""

    plays: tuple[Play, ...]  #: The best takes, best first; empty where no take is possible.
    proven: bool  #: Whether no better take exists; False only where a limit stopped the search.
    #: The limit: `time`, `memory`, or `cards` where more lie than a search can hold; None where it is proven.
    stopped_by: StoppedBy | None = None

    def __str__(self) -> str:
        """Return a line for each play."""
        return "\n".join(map(str, self.plays)) or "no take"
