"""Puzzles that a learner solves at a table: positions of own games in which a better take lay, and the puzzle of the day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache

from numero_cam.app.play import HINT_SECONDS
from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Options, Phase, State, game_text, read_game
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.notation import read_operation
from numero_cam.games.numero.engine.operations import Found, Taken
from numero_cam.games.numero.players.analysis import LEAST_LOSS, SURE, GameAnalysis
from numero_cam.games.numero.players.candidates import taken_of
from numero_cam.games.numero.players.computer_players import best_solution
from numero_cam.games.numero.players.play_worth import PlayAnalysis, gain_of
from numero_cam.games.numero.puzzles.day import day_level, day_position, day_request
from numero_cam.games.numero.rules import NotationError
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import WayError
from numero_cam.games.shared.names import distinct_names
from numero_cam.games.shared.texts import GameTextError, LineError, check_length

MOST_OF_GAME = 3  #: Maximum number of puzzles of a game.
MAX_READ = 512  #: Number of puzzles that are kept as they were read.


@dataclass(frozen=True)
class OwnPuzzle:
    """A position whose best take is to be found."""

    game: Game  #: It begins with the table as it was found then; hands that the learner did not see are unknown.

    @property
    def state(self) -> State:
        """The position."""
        return self.game.state

    @cached_property
    def best(self) -> Taken:
        """A take that brings most. Raises a `GameError` where none is proven to."""
        solution = best_solution(self.state, HINT_SECONDS)
        if not solution.plays or not solution.proven:
            raise GameError(tr("this puzzle has no best take that is proven"))
        return taken_of(self.state, solution.plays[0])

    @property
    def most(self) -> int:
        """Points or cards that the best take brings."""
        return gain_of(self.state, self.best, apply(self.state, self.best))


@dataclass(frozen=True)
class Tried:
    """A play that was tried in a puzzle."""

    game: Game  #: The game with it.
    gain: int  #: Points or cards that it brings.
    missing: int  #: Points or cards that the best take has more; 0 where the puzzle is solved.


def own_puzzles(game: Game, analysis: GameAnalysis, player: int) -> list[str]:
    """Return the puzzles of a player's costliest plays, as texts that `puzzle_of` reads.

    A puzzle is made of a play only where the champion's best play is a take that brings more at once, and no take brings more.
    """
    costly = sorted((play for play in analysis.of(player) if _is_costly(play)), key=lambda play: (-play.loss, play.k))
    found: list[str] = []
    for play in costly:
        puzzle = None if len(found) == MOST_OF_GAME else _puzzle_at(game, play)
        if puzzle is not None and puzzle not in found:
            found.append(puzzle)
    return found


def _is_costly(play: PlayAnalysis) -> bool:
    best, played = play.best, play.played
    if best is None or played is None or not play.fine or play.loss < max(LEAST_LOSS, SURE * play.error):
        return False
    return isinstance(best.operation, Taken) and best.now > played.now


def _puzzle_at(game: Game, play: PlayAnalysis) -> str | None:
    """Return the puzzle of a play as text; None where its best take is not proven to bring most."""
    state = game.states[play.k]
    if state.phase is not Phase.PLAY or state.laid or play.best is None:
        return None
    hands = tuple(seat.hand if who == play.player else () for who, seat in enumerate(state.seats))
    unknown = tuple(0 if who == play.player else seat.hand_size for who, seat in enumerate(state.seats))
    again = Game(game.options, _names_of(game.names, play.player))
    try:
        again.do(Found(play.player, state.centre, hands, unknown))
        text = game_text(again)
        return text if puzzle_of(text).most == play.best.now else None
    except (RuleBreakError, GameError):
        return None


def day_text(day: date, level: str, name: str) -> str:
    """Return the puzzle of a day and level as a text that `puzzle_of` reads, at a person's table."""
    known = day_level(level)
    position = day_position(day, known)
    puzzle = Game(Options(known.cards.numbers, known.cards.wilds, by=day_request(known).by), _names_of((name, ""), 0))
    puzzle.do(Found(0, position.centre, (position.hand, ()), (0, len(position.hand))))
    return game_text(puzzle)


def _names_of(names: Sequence[str], player: int) -> tuple[str, ...]:
    """Return the names in a player's puzzle: the others are nobody, so that who is forgotten stands in no puzzle."""
    own, *others = distinct_names([names[player], *(tr("Player {n}", n=who + 1) for who in range(len(names)) if who != player)])
    return (*others[:player], own, *others[player:])


@lru_cache(maxsize=MAX_READ)
def puzzle_of(text: str) -> OwnPuzzle:
    """Return the puzzle of a text. Raises a `GameError` where it is none."""
    try:
        game = read_game(text).whole()
    except GameTextError as error:
        raise GameError(str(error)) from error
    state = game.state
    if len(game.operations) != 1 or not isinstance(game.operations[0], Found) or state.seat.unknown:
        raise GameError(tr("this is no puzzle of a game: it begins with a table that was found, and has no play"))
    return OwnPuzzle(game)


def tried(puzzle: OwnPuzzle, line: str) -> Tried:
    """Return a play that was tried, as a game's text writes it. Raises a `GameError` for one that cannot be made."""
    game = puzzle.game.copy()
    try:
        check_length(line)
        read_operation(game, line)
    except (WayError, NotationError, RuleBreakError, LineError) as error:
        raise GameError(str(error)) from error
    gain = gain_of(puzzle.state, game.operations[-1], game.state)
    return Tried(game, gain, max(0, puzzle.most - gain))
