"""``numero-cam numo score``, ``replay`` and ``simulate``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from numero_cam.assistant.numo import Asked
from numero_cam.assistant.numo_games import LARGEST, Choice, Ended, game_dict, load_game, make_options, play_many, score
from numero_cam.base.errors import GameError
from numero_cam.cli.answers import print_json
from numero_cam.cli.options import BadArgumentsError
from numero_cam.games.numo.asked import OptionsError
from numero_cam.games.numo.game import Game
from numero_cam.games.numo.players import PLAYERS
from numero_cam.games.shared.names import numbered
from numero_cam.games.shared.statistics import share_interval
from numero_cam.games.shared.tournament import wins_of
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
    try:
        raw = sys.stdin.buffer.read(LARGEST + 1) if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise GameError(f"{path}: cannot be read ({error.strerror})") from error
    reading = load_game(str(path), raw)
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


def run_simulate(names: Sequence[str], games: int, hands: int, seed: str, choice: Choice, *, as_json: bool) -> None:
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
    with console.progress(games, "Games") as advance:
        for result in play_many(options, names, games, seed, hands):
            results.append(result)
            advance()
    table = [
        {
            "name": name,
            **dict(zip(("wins", "shared"), wins_of(who, [result.winners for result in results]), strict=True)),
            "mean_points": round(fmean(result.scores[who] for result in results), 1),
        }
        for who, name in enumerate(numbered(names))
    ]
    if as_json:
        about = {"games": games, "seed": seed, "deck": options.deck, "level": options.level, "scoring": options.scoring}
        unended = sum(not result.winners for result in results)
        print_json({**about, "players": table, "hands": round(fmean(one.hands for one in results), 1), "unended": unended})
        return
    rows = []
    for one in table:
        low, high = share_interval(int(str(one["wins"])), games)
        rows.append((str(one["name"]), str(one["wins"]), f"{low:.0%} to {high:.0%}", str(one["shared"]), str(one["mean_points"])))
    console.print_table(("player", "won", "share (95 %)", "shared", "points a game"), rows, numbers=(1, 2, 3, 4))
    told = [f"{count(games, 'game')} of {fmean(one.hands for one in results):.1f} hands."]
    told += [f"{unended} of them had no end after {hands} hands." for unended in [sum(not one.winners for one in results)] if unended]
    console.print_lines([*told, *(f"Note: {warning}." for warning in options.warnings())])
