"""Tables on which another game is played: cards with pictures, letters, words or other numbers, nearly no two alike."""

import numpy as np

from workshop.synth.foreign import draw_foreign
from workshop.synth.scene import TEXTURE_HEIGHT, Deck, Picture

Rng = np.random.Generator
GAMES = ("court", "picture", "letter", "number", "list", "action")  #: Kinds of cards of which whole games are made.
MIXED = 0.3  #: Share of the games that have all kinds of cards.


class StrangeDeck(Deck):
    """Cards of one other game; each label stands for another card of it."""

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng, kind="numbers")
        self._rng = rng
        self._kind = None if rng.random() < MIXED else GAMES[int(rng.integers(len(GAMES)))]

    def face(self, label: str) -> Picture:
        """See ``Deck``."""
        if label not in self._faces:
            self._faces[label] = draw_foreign(self._rng, TEXTURE_HEIGHT, self._kind)
        return self._faces[label]
