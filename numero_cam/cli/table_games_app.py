"""The commands ``game list``, ``show``, ``export``, ``delete`` and ``records``, for games of the live table, and their options."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.databases import DatabaseOption
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.outputs import check_out

NumberArgument = Annotated[int, typer.Argument(min=1, metavar="N", help="Number of the game, as game list shows it.")]
OneJsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object for other programs.")]


def list_games(
    *,
    most: Annotated[
        int | None, typer.Option("--most", min=1, max=100_000, metavar="N", show_default="all", help="Only so many, the newest.")
    ] = None,
    database: DatabaseOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs, one object a line.")] = False,
) -> None:
    """Lists the games of the live table, newest first: when, who, the scores, and whether they are over.

    \b
    Examples:
      numero-cam game list
      numero-cam game list --most 5 --json
    """
    from numero_cam.cli.table_games import run_list

    run_list(database, most=most, as_json=json)


def show_game(*, number: NumberArgument, database: DatabaseOption = None, json: OneJsonOption = False) -> None:
    """Tells a game of the live table turn by turn and prints its score sheet.

    \b
    Example:
      numero-cam game show 3
    """
    from numero_cam.cli.table_games import run_show

    run_show(number, database, as_json=json)


def export_game(
    *,
    number: NumberArgument,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE.html", show_default=False, help="The score sheet as a page to look at and to print.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE.csv", show_default=False, help="The score sheet for a spreadsheet.")] = None,
    text: Annotated[
        Path | None, typer.Option(metavar="FILE.txt", show_default=False, help="The game as text, for game replay and play.")
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Writes a game of the live table to files: its score sheet with every item on a line, or the game itself.

    \b
    Examples:
      numero-cam game export 3 --html sheet.html
      numero-cam game export 3 --csv sheet.csv --text game.txt
    """
    from numero_cam.cli.table_games import run_export

    wanted = (("--html", html, (".html", ".htm")), ("--csv", csv, (".csv",)), ("--text", text, (".txt",)))
    if not any(out for _, out, _ in wanted):
        raise BadArgumentsError("say what is written: --html FILE.html, --csv FILE.csv, --text FILE.txt, or several of them")
    for name, out, endings in wanted:
        if out is not None:
            check_out(out, endings, name)
    run_export(number, database, text=text, csv=csv, html=html)


def delete_game(
    *,
    number: NumberArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: DatabaseOption = None,
) -> None:
    """Removes a game of the live table, so that nothing of it stays in the file. It asks first.

    Files that you exported, and recordings, are yours to remove.

    \b
    Examples:
      numero-cam game delete 3
      numero-cam game delete 3 --yes
    """
    from numero_cam.cli.table_games import run_delete

    run_delete(number, database, yes=yes)


def show_records(*, database: DatabaseOption = None, json: OneJsonOption = False) -> None:
    """Shows the records of the live table: the best take, the highest score, and what each player reached.

    Games for points and games for cards are counted apart. Scores count of games that were played to their end, takes of all.

    \b
    Example:
      numero-cam game records
    """
    from numero_cam.cli.table_games import run_records

    run_records(database, as_json=json)
