"""Bluff and challenge: how probably a builder holds the answer, and how often a bluff and a challenge are worth their risk.

Both are guided by an opponent who answers best. He bluffs so often that a challenge gains nothing on average, and a player challenges so
often that a bluff gains next to nothing (docs/adr/0004-players-and-advice.md#bluffs-and-challenges).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, exp

from numero_cam.games.numero.engine.operations import Challenged
from numero_cam.games.numero.engine.points import ANSWER_SHOWN_POINTS, CAUGHT_POINTS
from numero_cam.games.numero.engine.state import Claim, State
from numero_cam.games.numero.engine.verify import is_legal
from numero_cam.games.numero.players.player import certain_challenge
from numero_cam.games.numero.players.view import view_of
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import CharacterName
from numero_cam.games.numero.rules.position import HAND_SIZE


@dataclass(frozen=True, slots=True)
class Character:
    """How a computer player bluffs and challenges."""

    bluffs: float  #: Share of its turns, 0..1, in which it compares bluffs with its other plays; 0 for never.
    doubts: float | None  #: Points that it gives away to challenge; None for a player who challenges only what is certain.


#: The characters by name; honest players have agreed on a game without bluffs.
CHARACTERS: dict[CharacterName, Character] = {
    "honest": Character(0.0, None),
    "careful": Character(0.25, 0.0),
    "bold": Character(0.6, 3.0),
}
HONEST = CHARACTERS["honest"]
DEFAULT_CHARACTER: CharacterName = "careful"  #: How computer players play unless something else is asked for.
BROKEN_POINTS = 9.0  #: Points that it is worth to a challenger that the cards of a caught bluff lie singly again.
#: Probability of a challenge, 0..1, that is expected to gain nothing; with it bluffs win next to nothing (benchmarks/bluffs.py).
BREAK_EVEN_CHANCE = 0.15
INDIFFERENCE_POINTS = 3.0  #: Spread of the expected points about 0 within which a player challenges sometimes and sometimes does not.
LEFT_FACTOR = 10.0  #: How many times more often a bluff is left by its builder in the next turn than a build with its answer.
CAUGHT_LATER = 0.13  #: Probability, 0..1, that a bluff which was not challenged when it was new is caught after its builder has left it.


@dataclass(frozen=True, slots=True)
class Belief:
    """How probable the answer to a build is to a player."""

    held: float  #: Probability, 0..1, that the builder held the answer, from the cards that the player has not seen.
    held_to_all: float  #: The same probability to somebody who sees only the cards that lie open to everybody.
    left: bool = False  #: Whether the builder has had a turn since and has left the build.

    @property
    def bluff(self) -> float:
        """Probability, 0..1, that the build is a bluff.

        A builder who answers best bluffs so often that, to somebody who sees only what lies open, a challenge gains nothing.
        """
        if not self.held:
            return 1.0
        odds = -ANSWER_SHOWN_POINTS / (BROKEN_POINTS - CAUGHT_POINTS) * (1 - self.held) / self.held
        odds *= self.held_to_all / max(1 - self.held_to_all, 1e-9) * (LEFT_FACTOR if self.left else 1.0)
        return odds / (1 + odds)


def held_chance(unseen: Sequence[Card], value: int, held: int) -> float:
    """Return the probability, 0..1, that a hand of `held` unseen cards has a number card of this value (hypergeometric distribution)."""
    copies = sum(card.is_number and card.value == value for card in unseen)
    held = min(held, len(unseen))
    return 1 - comb(len(unseen) - copies, held) / comb(len(unseen), held)


def is_left(state: State, claim: Claim) -> bool:
    """Return whether the builder has had a turn since and has left the build."""
    return state.turn > claim.turn + len(state.seats)


def belief_in(unseen: Sequence[Card], own: Sequence[Card], value: int, held: int, *, left: bool = False) -> Belief:
    """Return the belief of a player in a build.

    Args:
        unseen: Cards that the player has not seen.
        own: The player's hand.
        value: Value of the build.
        held: Number of cards that the builder holds since the build.
        left: Whether the builder has had a turn since and has left the build.
    """
    return Belief(held_chance(unseen, value, held), held_chance((*unseen, *own), value, held), left)


def belief_of(state: State, claim: Claim, player: int) -> Belief:
    """Return the belief of the player with this index in a build that may still be challenged."""
    if claim.parted and state.options.answer_shown == "then":
        return Belief(1.0, 1.0)
    left = is_left(state, claim)
    held = max(min(state.seats[claim.player].hand_size, HAND_SIZE - 1 - len(claim.wilds) - left), 1)
    return belief_in(view_of(state, player).unseen, state.seats[player].hand, int(claim.build.value or 0), held, left=left)


def challenge_chance(belief: Belief, character: Character) -> float:
    """Return the probability, 0..1, with which a player of a character challenges a build."""
    if character.doubts is None:
        return 0.0
    gain = belief.bluff * (BROKEN_POINTS - CAUGHT_POINTS) + (1 - belief.bluff) * ANSWER_SHOWN_POINTS + character.doubts
    odds = BREAK_EVEN_CHANCE / (1 - BREAK_EVEN_CHANCE) * exp(gain / INDIFFERENCE_POINTS)
    return odds / (1 + odds)


class Doubter:
    """Challenges builds as a character does: what a computer player does in anybody's turn.

    A build is judged twice: when it is new, and when its builder has left it. The same seed gives the same challenges.

    Args:
        character: How it bluffs and challenges; by default it does neither, and challenges only certain bluffs.
        seed: Seed of what is decided by chance.
    """

    def __init__(self, character: Character = HONEST, seed: int | str = 0) -> None:
        self._character = character
        self._seed = seed

    @property
    def character(self) -> Character:
        """How it bluffs and challenges."""
        return self._character

    def challenges(self, state: State, player: int) -> Challenged | None:
        """Return the challenge that this computer player makes in the seat `player`; None where it makes none."""
        certain = certain_challenge(state, player)
        if certain is not None or self._character.doubts is None:
            return certain
        for claim in state.claims:
            challenge = Challenged(player, claim.build)
            belief = belief_of(state, claim, player)
            drawn = self._drawn(f"{player} {claim.turn} {belief.left}")
            if drawn < challenge_chance(belief, self._character) and is_legal(state, challenge):
                return challenge
        return None

    @property
    def plays_with_bluffs(self) -> bool:
        """Whether the players have not agreed on a game without bluffs."""
        return self._character.doubts is not None

    def may_bluff(self, state: State) -> bool:
        """Return whether bluffs are compared in this turn; they are only in games by points."""
        return state.options.by == "points" and self._drawn(f"bluff {state.turn}") < self._character.bluffs

    def _drawn(self, what: str) -> float:
        """Return a random number, 0..1, which is the same for the same seed and the same decision."""
        return random.Random(f"{self._seed} {what}").random()  # noqa: S311 - a player, no secret
