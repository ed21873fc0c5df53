"""``numero-cam game list``, ``show``, ``export``, ``delete`` and ``records``: games of the live table."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import typer

from numero_cam.cli.answers import print_json
from numero_cam.cli.databases import say_notices
from numero_cam.cli.extras import need
from numero_cam.cli.game import print_game
from numero_cam.cli.options import BadArgumentsError
from numero_cam.games.numero.engine import Reading
from numero_cam.games.numero.rules.choices import By
from numero_cam.tell import console
from numero_cam.tell.game_json import game_json
from numero_cam.tell.words import count

if TYPE_CHECKING:
    from numero_cam.assistant.table_games import TableGame
    from numero_cam.assistant.table_records import Reached, Records

NEEDED = ("sqlalchemy",)
WHAT = "games of the live table need"
KINDS: tuple[By, ...] = get_args(By)


def run_list(database: str | None, *, most: int | None, as_json: bool) -> None:
    """Prints the kept games.

    Raises:
        StoreError: They cannot be used.
    """
    need(NEEDED, WHAT)
    from numero_cam.assistant.table_games import open_games, table_games

    with open_games(database) as store:
        say_notices(store.notices)
        found = table_games(store, most)
    if as_json:
        for each in found:
            print_json(each.to_dict())
    elif found:
        console.print_table(("game", "began", "scores", "by", "stands"), [_row(each) for each in found], numbers=(0,))
    else:
        console.print_lines(["No game of the live table was kept yet; play one: numero-cam live"])


def run_show(number: int, database: str | None, *, as_json: bool) -> None:
    """Tells a kept game.

    Raises:
        GameError: There is none, or nothing to tell of it.
        StoreError: It cannot be read.
    """
    found = _one(number, database)
    game = found.played()
    if as_json:
        print_json(game_json(Reading(game, None)))
        return
    console.print_lines([found.title])
    print_game(game)


def run_export(number: int, database: str | None, *, text: Path | None, csv: Path | None, html: Path | None) -> None:
    """Writes a kept game to files.

    Raises:
        GameError: There is none, or a file cannot be written.
        StoreError: It cannot be read.
    """
    found = _one(number, database)
    from numero_cam.assistant.table_games import export

    for path in export(found, text=text, csv=csv, html=html):
        print(f"Game {number} is in {path}")


def run_delete(number: int, database: str | None, *, yes: bool) -> None:
    """Removes a kept game.

    Raises:
        BadArgumentsError: Nobody is there to be asked.
        GameError: There is none.
        StoreError: It cannot be removed.
    """
    found = _one(number, database)
    from numero_cam.assistant.table_games import open_games, remove

    if not yes:
        if not sys.stdin.isatty():
            raise BadArgumentsError("nobody is there to be asked; say --yes to delete the game")
        if not typer.confirm(f"Delete {found.title}, {_scores(found)}? It cannot be brought back."):
            print("Nothing was deleted.")
            return
    with open_games(database) as store:
        remove(store, number)
    print(f"Game {number} was deleted. Files that you exported, and recordings, are yours to remove.")


def run_records(database: str | None, *, as_json: bool) -> None:
    """Prints the records of kept games.

    Raises:
        StoreError: They cannot be used.
    """
    need(NEEDED, WHAT)
    from numero_cam.assistant.table_games import open_games, table_games
    from numero_cam.assistant.table_records import records

    with open_games(database) as store:
        say_notices(store.notices)
        found = table_games(store)
    told = [records(found, by) for by in KINDS]
    if as_json:
        print_json({each.by: each.to_dict() for each in told})
        return
    if not any(each.players for each in told):
        console.print_lines(["There are no records yet; play a game: numero-cam live"])
    for each in told:
        if each.players:
            _print_records(each)


def _print_records(told: "Records") -> None:
    lines = [f"Games for {told.by}"]
    lines += [f"Best take: {_reached(take, told.by)}. {take.words}" for take in told.takes]
    lines += [f"Highest score: {_reached(score, told.by)}." for score in told.scores]
    console.print_lines(lines)
    rows = [
        (
            one.player,
            str(one.games),
            str(one.wins),
            "" if one.best_score is None else str(one.best_score),
            "" if one.mean_score is None else f"{one.mean_score:.1f}",
            str(one.best_take),
        )
        for one in told.players
    ]
    console.print_table(("player", "games", "wins", "best score", "mean score", "best take"), rows, numbers=range(1, 6))


def _reached(reached: "Reached", by: By) -> str:
    return f"{count(reached.count, by.removesuffix('s'))}, {reached.player} (game {reached.game}, {reached.when})"


def _row(found: "TableGame") -> tuple[str, ...]:
    return (str(found.kept.game), found.when, _scores(found), found.stands.by, found.standing)


def _scores(found: "TableGame") -> str:
    return ", ".join(f"{name} {found.scores[name]}" if name in found.scores else name for name in found.kept.players)


def _one(number: int, database: str | None) -> "TableGame":
    need(NEEDED, WHAT)
    from numero_cam.assistant.table_games import open_games, table_game

    with open_games(database) as store:
        say_notices(store.notices)
        return table_game(store, number)
