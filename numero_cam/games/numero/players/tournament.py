"""Tournaments of computer players."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.options import Options, OptionsError
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.book import BookPlayer
from numero_cam.games.numero.players.champion import ChampionPlayer, Sight
from numero_cam.games.numero.players.computer_players import ExpertPlayer, GreedyPlayer
from numero_cam.games.numero.players.doubt import CHARACTERS, DEFAULT_CHARACTER
from numero_cam.games.numero.players.player import Player, RandomPlayer, play_game
from numero_cam.games.numero.rules.choices import CharacterName
from numero_cam.games.shared import tournament
from numero_cam.games.shared.names import distinct_names
from numero_cam.games.shared.tournament import Seating

PLAYERS = ("champion", "expert", "book", "greedy", "random")  #: Names of the players that see what a player sees, the strongest first.
#: Champions that see hidden cards, and what they see: no fair players, but how well could be played at most.
CEILINGS: Mapping[str, Sight] = {"sees-hands": "hands", "sees-all": "all"}
EVERY_PLAYER = (*PLAYERS, *CEILINGS)  #: Names of all players that a tournament takes.


def player_of(name: str, seed: int | str, effort: Effort | None = None, character: CharacterName = DEFAULT_CHARACTER) -> Player:
    """Return a player by its name in `EVERY_PLAYER`; only players that search use the effort. Raises an `OptionsError`."""
    nature = CHARACTERS[character]
    if name == "champion" or name in CEILINGS:
        return ChampionPlayer(effort or Effort(), sees=CEILINGS.get(name, "nothing"), character=nature, seed=seed)
    if name == "book":
        return BookPlayer(nature, seed)
    if name == "expert":
        return ExpertPlayer(effort or Effort(), nature, seed)
    if name == "greedy":
        return GreedyPlayer(nature, seed)
    if name == "random":
        return RandomPlayer(seed)
    raise OptionsError(tr('there is no player "{name}"; choose from {choices}', name=name, choices=", ".join(EVERY_PLAYER)))


def one_game(
    options: Options, players: Sequence[str], seed: str, effort: Effort | None = None, character: CharacterName = DEFAULT_CHARACTER
) -> Game:
    """Return a game played to its end; the same seed gives the same game, unless a player thinks for a limited time."""
    game = Game(options, distinct_names(players))
    game.deal(seed=seed)
    return play_game(game, [player_of(name, f"{seed} {place}", effort, character) for place, name in enumerate(players)])


@dataclass(frozen=True, slots=True)
class NumeroResult(tournament.GameResult):
    """How one game ended, by player and not by seat; scores are points, or cards where these are played for."""

    cards: tuple[int, ...]  #: Cards won, those left in the hand taken off.


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament to be played."""

    options: Options  #: Options of its games.
    players: tuple[str, ...]  #: Names of the computer players.
    seed: int | str  #: Seed of everything random.
    all_seats: bool = False  #: Whether every player plays each deal from every seat, in successive games.
    effort: Effort = field(default_factory=Effort)  #: How long players that search think.
    character: CharacterName = DEFAULT_CHARACTER  #: How they bluff and challenge.


def result_of(plan: Plan, table: Seating) -> NumeroResult:
    """Return the result of one game of a tournament, which is played with this seating."""
    state = one_game(plan.options, table.seated(plan.players), f"{plan.seed} {table.deal}", plan.effort, plan.character).state
    return NumeroResult(
        table.by_player(seat.score for seat in state.seats),
        table.players(state.winners()),
        state.turn,
        table.by_player(map(state.net_cards, range(len(state.seats)))),
    )


def play_all(plan: Plan, games: int, *, jobs: int = 1) -> Iterator[NumeroResult]:
    """Play `games` games in `jobs` processes and yield their results in order; the same seed gives the same games."""
    return tournament.play_all(partial(result_of, plan), len(plan.players), games, all_seats=plan.all_seats, jobs=jobs)
