"""A game of NUMO that a person plays against computer players."""

import random

from numero_cam.games.numo.game import Game
from numero_cam.games.numo.game_text import play_line
from numero_cam.games.numo.going_out import way_out
from numero_cam.games.numo.operations import Discarded, Drawn, LaidOff, Melded
from numero_cam.games.numo.players import GreedyPlayer, player_of
from numero_cam.games.numo.state import Phase, State
from numero_cam.tell.numo import cards_line, kinds_words, meld_words, way_words

PERSON = 0


class Live:
    """A game being played; the person is its first player.

    Args:
        game: As far as it was played.
        against: The kind of the other players.
        seed: Shuffles the cards.
    """

    def __init__(self, game: Game, against: str, seed: str) -> None:
        self.game = game
        self._seed = seed
        self._others = [player_of(against, f"{seed} {place}") for place in range(game.options.players)]

    def go_on(self) -> None:
        """Deal where a hand is over, and let the others play until it is the person's turn or the game is over."""
        while not self.game.is_over:
            state = self.game.state
            if state.phase is Phase.DEAL:
                self.game.deal(seed=self._seed, dealer=self._first_dealer() if state.hand == 0 else None)
            elif state.player == PERSON:
                return
            else:
                self.game.do(self._others[state.player].choose(state))

    def _first_dealer(self) -> int:
        """Article 4.1: the first dealer is chosen by chance."""
        return random.Random(f"{self._seed} dealer").randrange(self.game.options.players)  # noqa: S311 - a game, no secret

    def play(self, line: str) -> None:
        """Do what the person writes, such as `meld + 3 4 7`; `draw` and `take` need no card.

        Raises:
            ValueError: It says nothing, or breaks a rule; then nothing is done.
        """
        word = line.strip().lower()
        if word == "draw":
            if not self.game.state.stock and self.game.can_turn_over():
                self.game.turn_over()
                if self.game.state.phase is not Phase.DRAW:
                    return
            self.game.draw()
        elif word == "take":
            self.game.draw(discard=True)
        else:
            play_line(self.game, PERSON, line)

    def undo(self) -> bool:
        """Take back what the person did last in this turn, the draw excepted; returns whether there was anything."""
        operations = self.game.operations
        if operations and isinstance(operations[-1], Melded | LaidOff) and operations[-1].player == PERSON:
            self.game.undo()
            return True
        return False


def hint(state: State, strength: int) -> str:
    """Return a teacher's hint for whoever is to play.

    Args:
        state: The moment; nothing hidden in it is looked at.
        strength: 1 for a first hint; from 2 on the play itself is said.
    """
    play = GreedyPlayer().choose(state)
    if isinstance(play, Drawn):
        if not play.discard:
            return "The discard helps no meld of yours in this turn: draw from the stock."
        return "Look at the discard: it can be used in this turn." if strength == 1 else f"Take the {play.card.number}."
    if state.phase is Phase.DRAW:
        return "The stock is used up, and the discard does not help: draw turns the pile over."
    way = way_out(state.question(), state.options.melds)
    if way is not None:
        table = [lying.meld for lying in state.table]
        return "You can go out in this turn." if strength == 1 else f"You can go out: {way_words(way, table)}."
    return _play_hint(state, play, strength)


def _play_hint(state: State, play: object, strength: int) -> str:
    match play:
        case Melded(_, kind, cards):
            first = f"There is a meld in your hand: {kinds_words([kind])}."
            more = f"{first} One of its cards is {cards[0].number}."
            return (first, more)[strength - 1] if strength < 3 else f"Meld {kind.value} {cards_line(cards)}."
        case LaidOff(_, place, cards):
            on = meld_words(state.table[place].meld)
            return "A card of yours fits a meld on the table." if strength == 1 else f"Lay {cards_line(cards)} on {on}."
        case Discarded(_, card):
            return (
                "Discard a card that fits few of your others." if strength == 1 else f"Discard {card.number}: it fits fewest of your cards."
            )
        case _:
            return ""
