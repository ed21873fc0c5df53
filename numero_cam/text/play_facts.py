"""What an operation did, as one record from which every style of sentences is looked up and filled in."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.operations import (
    Built,
    Challenged,
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Found,
    HandShown,
    Laid,
    Operation,
    Passed,
    Returned,
    Taken,
)
from numero_cam.games.numero.engine.points import ScoreEntry, entries
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Way, flat_cards, value_of

#: Kinds of sentences; one style needs one sentence for each that it tells.
PlayKind = Literal[
    "deal",
    "draw",
    "draw_last",
    "turn_up",
    "turn_up_and_draw",
    "lay",
    "take",
    "build",
    "unsaid_build",
    "discard",
    "challenge_caught",
    "challenge_shown",
    "return",
    "pass",
    "find",
    "end",
    "show",
]


@dataclass(frozen=True, slots=True)
class PlayFacts:
    """What an operation did."""

    kind: PlayKind  #: Kind of the sentence that tells it.
    player: int = 0  #: Index of who played; 0 for a deal.
    card: Card | None = None  #: The number card of the hand that takes or builds.
    ways: tuple[Way, ...] = ()  #: The arithmetic: of each set of a take, of a build, or of wild cards that were laid.
    cards: tuple[Card, ...] = ()  #: Cards discarded, drawn or shown.
    unknown: int = 0  #: Number of further cards drawn, unseen.
    centre: tuple[Card | Build, ...] = ()  #: Cards turned up, or all of the centre of a table that was found.
    build: Build | None = None  #: The build that is challenged.
    penalty: ScoreEntry | None = None  #: Whom a challenge costs points, and how many.

    @property
    def won(self) -> int:
        """Number of cards that a take wins, with the taking card."""
        return 1 + sum(len(flat_cards(way)) for way in self.ways)

    @property
    def value(self) -> Fraction | int | None:
        """Value of a build that is made or challenged."""
        if self.build is not None:
            return self.build.value
        return value_of(self.ways[0], whole=False) if self.ways else None

    @property
    def loser(self) -> int:
        """Index of the player whom a challenge costs points; that of the player for other plays."""
        return self.player if self.penalty is None else self.penalty.player

    @property
    def lost(self) -> int:
        """Number of points that a challenge costs."""
        return 0 if self.penalty is None else -self.penalty.points


#: Kinds of operations of which nothing but the player is said.
_PLAIN_KINDS: dict[type[Operation], PlayKind] = {Dealt: "deal", Returned: "return", Passed: "pass", Ended: "end"}


def play_facts(before: State, operation: Operation) -> PlayFacts:
    """Return the facts of an operation that is done in the state `before`."""
    match operation:
        case Drawn(player, cards, centre, unknown, last):
            kind: PlayKind = "draw_last" if last else "draw" if not centre else "turn_up_and_draw" if cards or unknown else "turn_up"
            facts = PlayFacts(kind, player, cards=cards, unknown=unknown, centre=centre)
        case Laid(player, way):
            facts = PlayFacts("lay", player, ways=(way,))
        case Taken(player, card, ways):
            facts = PlayFacts("take", player, card, ways)
        case Built(player, card, way, said):
            facts = PlayFacts("build" if said else "unsaid_build", player, card, (way,))
        case Discarded(player, cards):
            facts = PlayFacts("discard", player, cards=cards)
        case HandShown(player, cards):
            facts = PlayFacts("show", player, cards=cards)
        case Challenged(player, build):
            (penalty,) = entries(before, operation, before)
            kind = "challenge_caught" if penalty.item == "challenge_caught" else "challenge_shown"
            facts = PlayFacts(kind, player, build=build, penalty=penalty)
        case Found(player, centre):
            facts = PlayFacts("find", player, centre=centre)
        case _:
            facts = PlayFacts(_PLAIN_KINDS[type(operation)], getattr(operation, "player", 0))
    return facts
