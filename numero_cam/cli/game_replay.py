"""``numero-cam game``: games replayed from a file, and games by the thousand."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from numero_cam.app import kept_games
from numero_cam.app.kept_games import RULE, GameChoice, Simulated, load_game
from numero_cam.base.errors import ConfigError, GameError
from numero_cam.cli.options import BadArgumentsError, effort_of, print_json, raw_game
from numero_cam.games.numero.engine import Game, Options, OptionsError, read_game
from numero_cam.games.numero.engine.options import MOST_PLAYERS
from numero_cam.games.numero.players.tournament import PLAYERS, Plan, Result, play_all
from numero_cam.games.numero.rules import NotationError, PrintedPointsError
from numero_cam.games.shared.statistics import share_interval
from numero_cam.text import console, game_words
from numero_cam.text.game_words import game_json


def make_options(choice: GameChoice, players: int) -> Options:
    """The options of a game.

    Raises:
        BadArgumentsError: No such level, card, rule or value.
        ConfigError: The table of printed points cannot be used.
    """
    try:
        return kept_games.make_options(choice, players)
    except NotationError as error:
        raise BadArgumentsError(f"--wilds: {error}") from error
    except PrintedPointsError as error:
        raise ConfigError(f"--printed-points {error}") from error
    except OptionsError as error:
        raise BadArgumentsError(f"--rule {error}" if error.option == RULE else str(error)) from error


def run_replay(path: Path, *, as_json: bool) -> None:
    """Tells a game; what is wrong with the file is said after what was right.

    Raises:
        GameError: The file goes wrong, on the line and turn that the message names.
    """
    reading = load_game(str(path), raw_game(path), read_game)
    if reading.game is not None:
        if as_json:
            print_json(game_json(reading))
        else:
            print_game(reading.game)
    if reading.error is not None:
        sys.stdout.flush()
        raise GameError(f"{path}: {reading.error}")


def print_game(game: Game) -> None:
    """A game turn by turn, with its score sheet."""
    console.print_lines([f"Problem: {problem}" for problem in game.state.problems()])
    console.print_lines(list(game_words.game_lines(game)))
    print_sheet(game)


def print_sheet(game: Game) -> None:
    """The score sheet and the totals."""
    if sheet := game_words.sheet_rows(game):
        console.print_table(("turn", "player", "for", game.options.by), sheet, numbers=(0, 3))
    rows = [
        (name, str(seat.score), str(len(seat.won)), str(seat.hand_size)) for name, seat in zip(game.names, game.state.seats, strict=True)
    ]
    console.print_table(("player", game.options.by, "cards won", "in the hand"), rows, numbers=(1, 2, 3))


def run_simulate(
    players: Sequence[str],
    count: int,
    seed: str,
    choice: GameChoice,
    *,
    think: float,
    all_seats: bool,
    jobs: int,
    as_json: bool,
    progress: bool = False,
) -> None:
    """Plays the games and prints who won how often.

    Raises:
        BadArgumentsError: Unknown players, too many, or options that do not exist.
    """
    if unknown := [name for name in players if name not in PLAYERS]:
        raise BadArgumentsError(f'--players: there is no player "{unknown[0]}"; choose from {", ".join(PLAYERS)}')
    if len(players) > MOST_PLAYERS:
        raise BadArgumentsError(f"--players: {len(players)} are too many; up to {MOST_PLAYERS} play")
    options = make_options(choice, len(players))
    if all_seats and count % len(players):
        raise BadArgumentsError(f"--both-seats: {count} games are no whole number of deals; {len(players)} games are played of each")
    plan = Plan(options, tuple(players), seed, all_seats, effort_of(think))
    start = time.perf_counter()
    results: list[Result] = []
    with console.progress(count, "Games", asked=progress, quiet=as_json) as advance:
        for result in play_all(plan, count, jobs=jobs):
            results.append(result)
            advance()
    simulated = Simulated(plan, choice.level, tuple(results), time.perf_counter() - start)
    if as_json:
        print_json(simulated.to_dict())
    else:
        _print_standings(simulated)


def _print_standings(simulated: Simulated) -> None:
    options, count = simulated.plan.options, len(simulated.results)
    head = ("player", "wins", "shared", "wins in % (95 %)", f"mean {options.by}", "least", "most", "mean cards")
    shown = head[: 7 if options.by == "cards" else 8]
    rows = [
        (
            one.name,
            str(one.wins),
            str(one.shared),
            "-".join(f"{100 * end:.0f}" for end in share_interval(one.wins, count)),
            f"{fmean(one.scores):.1f}",
            str(min(one.scores)),
            str(max(one.scores)),
            f"{simulated.mean_cards(one.player):.1f}",
        )[: len(shown)]
        for one in simulated.standings
    ]
    console.print_table(shown, rows, numbers=range(1, len(shown)))
    turns, seconds, rate = simulated.speed["turns"], simulated.seconds, simulated.speed["games_per_second"]
    console.print_lines([f"{count} games of {turns:.1f} turns in {seconds:.1f} seconds: {rate:.1f} games a second."])
