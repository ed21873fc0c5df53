"""``numero-cam numo score``, ``replay`` and ``simulate``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from numero_cam.assistant.game_files import load_game
from numero_cam.assistant.numo import Asked
from numero_cam.assistant.numo_games import Choice, Ended, Simulated, game_dict, make_options, play_many, score
from numero_cam.base.errors import GameError
from numero_cam.cli.answers import print_json
from numero_cam.cli.game_file import raw_game
from numero_cam.cli.options import BadArgumentsError
from numero_cam.games.numo.asked import OptionsError
from numero_cam.games.numo.game import Game
from numero_cam.games.numo.game_text import read_game
from numero_cam.games.numo.players import PLAYERS
from numero_cam.games.shared.statistics import share_interval
from numero_cam.tell import console
from numero_cam.tell.numo import meld_words
from numero_cam.tell.numo_games import game_lines, sheet_rows
from numero_cam.tell.words import count


def run_score(melds: str | None, left: str | None, asked: Asked, *, as_json: bool) -> None:
    """Prints points.

    Raises:
        BadArgumentsError: No such level or rule.
        PositionError: Cards or melds that NUMO does not have.
    """
    try:
        found = score(melds, left, asked)
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error
    if as_json:
        print_json(found.to_dict())
        return
    console.print_sentence(f"{count(found.points, 'point')}.")
    rows = [(meld_words(meld), str(meld.value)) for meld in found.melds] or [(str(card.number), str(-card.number)) for card in found.left]
    print()
    console.print_table(("meld" if found.melds else "card left", "points"), rows, numbers=(1,))


def run_replay(path: Path, *, as_json: bool) -> None:
    """Tells a game; what is wrong with the file is said after what was right.

    Raises:
        GameError: The file cannot be read, or goes wrong on the line that the message names.
    """
    reading = load_game(str(path), raw_game(path), read_game)
    game = reading.game
    if game is not None and as_json:
        print_json(game_dict(reading, game))
    elif game is not None:
        console.print_lines(game_lines(game))
        print_sheet(game)
    if reading.error is not None:
        sys.stdout.flush()
        raise GameError(f"{path}: {reading.error}")


def print_sheet(game: Game) -> None:
    """The score sheet with its totals."""
    console.print_table(("hand", *game.names), sheet_rows(game), numbers=range(len(game.names) + 1))


def run_simulate(names: Sequence[str], games: int, hands: int, seed: str, choice: Choice, *, as_json: bool, progress: bool = False) -> None:
    """Plays the games and prints who won how often.

    Raises:
        BadArgumentsError: Unknown players, or options that do not exist or go together.
    """
    if unknown := [name for name in names if name not in PLAYERS]:
        raise BadArgumentsError(f'--players: there is no player "{unknown[0]}"; choose from {", ".join(PLAYERS)}')
    try:
        options = make_options(choice, len(names))
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error
    results: list[Ended] = []
    with console.progress(games, "Games", asked=progress, quiet=as_json) as advance:
        for result in play_many(options, names, games, seed, hands):
            results.append(result)
            advance()
    simulated = Simulated(options, tuple(names), seed, tuple(results))
    if as_json:
        print_json(simulated.to_dict())
        return
    rows = []
    for one in simulated.standings:
        low, high = share_interval(one.wins, games)
        rows.append((one.name, str(one.wins), f"{low:.0%} to {high:.0%}", str(one.shared), f"{fmean(one.scores):.1f}"))
    console.print_table(("player", "won", "share (95 %)", "shared", "points a game"), rows, numbers=(1, 2, 3, 4))
    told = [f"{count(games, 'game')} of {simulated.mean_hands:.1f} hands."]
    told += [f"{simulated.unended} of them had no end after {hands} hands."] if simulated.unended else []
    console.print_lines([*told, *(f"Note: {warning}." for warning in options.warnings())])
