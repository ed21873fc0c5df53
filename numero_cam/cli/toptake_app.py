"""``numero-cam toptake`` and its options."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.class_app import FileOption
from numero_cam.cli.options import BadArgumentsError, JsonOption
from numero_cam.games.numero.rules.choices import By


def toptake(
    *,
    level: Annotated[
        str | None, typer.Option(metavar="LEVEL", show_default=False, help="silver:1-40, gold:1-40, or a card set, as in puzzle make.")
    ] = None,
    centre: Annotated[
        str | None, typer.Option("--centre", "--center", metavar="CARDS", show_default=False, help="In place of a level: the centre.")
    ] = None,
    hand: Annotated[str | None, typer.Option(metavar="CARDS", show_default=False, help="With --centre: the hand.")] = None,
    by: Annotated[By, typer.Option(help="What counts.")] = "cards",
    seconds: Annotated[int, typer.Option(min=10, max=3600, metavar="N", help="Of the clock.")] = 180,
    class_: Annotated[
        str | None, typer.Option("--class", metavar="CLASS", show_default=False, help="Entries are of this class, and are remembered.")
    ] = None,
    week: Annotated[
        str | None, typer.Option(metavar="NAME", show_default=False, help="With --class: remembered under this name, else the date.")
    ] = None,
    teams: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", show_default=False, help="number,team: what the pupils of a team have together.")
    ] = None,
    entries: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", show_default=False, help="number,answer: in place of typing them here.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE.html", help="Where the page is written.")] = Path("toptake.html"),
    no_open: Annotated[bool, typer.Option("--no-open", help="Write the page, and leave the browser alone.")] = False,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", show_default=False, help="The same puzzle for the same text.")] = None,
    json: JsonOption = False,
    file: FileOption = None,
) -> None:
    """Plays a Top Take: a puzzle in large cards with a clock of three minutes on a page, then the entries and who has most.

    The page needs no network: project it, start the clock with the space bar. Then type the entries, who and a colon in front: a pupil's
    number or name, or a team's. The last entry of each counts. An empty line ends; standings and the best take follow.

    \b
    Examples:
      numero-cam toptake --level silver:12
      numero-cam toptake --level gold:30 --class 5B --teams teams.csv
      numero-cam toptake --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2" --by points
    """
    from numero_cam.cli.toptake import Asked, run_toptake

    if (level is None) == (centre is None and hand is None):
        raise BadArgumentsError("give --level, such as silver:12, or --centre and --hand")
    if week is not None and class_ is None:
        raise BadArgumentsError("--week goes with --class")
    if json and entries is None:
        raise BadArgumentsError("--json goes with --entries")
    run_toptake(Asked(level, centre, hand, by, seconds, class_, week, teams, entries, out, no_open, seed, json, file))
