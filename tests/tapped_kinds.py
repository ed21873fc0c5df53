"""One play of each kind, in a game of its own: what a page must let people tap together."""

from dataclasses import dataclass

from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.operations import Operation
from numero_cam.games.numero.watching.tapped_play import TappedPlay, as_tapped
from tests.kept_game import played


@dataclass(frozen=True)
class TappedKind:
    """A play of a kind."""

    kind: str  #: What it is.
    seed: int  #: Of its game.
    level: str  #: Of the game's cards.
    k: int  #: Index of its operation.

    def __str__(self) -> str:
        return self.kind

    @property
    def game(self) -> Game:
        """The game up to and with the play."""
        return played(self.seed, level=self.level, stop=self.k + 1)

    @property
    def operation(self) -> Operation:
        return self.game.operations[self.k]

    @property
    def tapped(self) -> TappedPlay:
        whole = as_tapped(self.operation)
        assert whole is not None
        return whole


KINDS = (
    TappedKind("a take of one set", 0, "3", 5),
    TappedKind("a take of several sets", 0, "3", 25),
    TappedKind("a build", 0, "3", 1),
    TappedKind("a card is put down", 0, "3", 3),
    TappedKind("a hand of wild cards is put down", 0, "all", 121),
    TappedKind("a wild card is laid", 0, "3", 54),
    TappedKind("wild cards are taken back", 8, "all", 73),
    TappedKind("a draw", 0, "3", 2),
    TappedKind("a last chance is passed", 0, "3", 113),
    TappedKind("a last chance is taken", 3, "all", 125),
    TappedKind("a challenge", 0, "3", 43),
)
