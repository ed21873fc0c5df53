"""Tables on which another game is played: cards with pictures, letters, words or other numbers, nearly no two alike."""

from collections.abc import Iterator

import numpy as np

from workshop.synth.foreign import KINDS, draw_foreign
from workshop.synth.scene import TEXTURE_HEIGHT, Deck, Picture, Scene, make_scene

Rng = np.random.Generator
GAMES = ("court", "picture", "letter", "number", "list")  #: Kinds of cards of which whole games are made.
MIXED = 0.3  #: Share of the games that have all kinds of cards.


class StrangeDeck(Deck):
    """Cards of one other game; each label stands for another card of it.

    Args:
        rng: Source of chance.
    """

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng, kind="numbers")
        self._rng = rng
        self._kind = None if rng.random() < MIXED else GAMES[int(rng.integers(len(GAMES)))]

    def face(self, label: str) -> Picture:
        """See ``Deck``."""
        if label not in self._faces:
            self._faces[label] = draw_foreign(self._rng, TEXTURE_HEIGHT, self._kind)
        return self._faces[label]


def strange_tables(seed: int, count: int) -> Iterator[Scene]:
    """So many tables of as many other games.

    Args:
        seed: With a table's number it decides everything.
        count: How many.
    """
    assert set(GAMES) <= set(KINDS)  # noqa: S101 - one list names kinds of the other
    for number in range(count):
        rng = np.random.default_rng([seed, 91, number])
        yield make_scene(rng, StrangeDeck(rng))
