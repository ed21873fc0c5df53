"""``numero-cam toptake`` and its options."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.class_app import FileOption
from numero_cam.cli.deck_app import PaperOption
from numero_cam.cli.options import BadArgumentsError, JsonOption
from numero_cam.games.numero.rules.choices import By


def toptake(
    *,
    photos: Annotated[
        list[str] | None, typer.Argument(metavar="[PHOTO]...", show_default=False, help="With --printing: photos of the slips as entries.")
    ] = None,
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
    slips: Annotated[
        Path | None,
        typer.Option(metavar="FILE.pdf", show_default=False, help="With --level and --class: print slips for a round, to be played later."),
    ] = None,
    printing: Annotated[
        int | None, typer.Option(metavar="N", show_default=False, help="Play the round of these slips: the number below their strip.")
    ] = None,
    paper: PaperOption = "a4",
    out: Annotated[Path, typer.Option(metavar="FILE.html", help="Where the page is written.")] = Path("toptake.html"),
    no_open: Annotated[bool, typer.Option("--no-open", help="Write the page, and leave the browser alone.")] = False,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", show_default=False, help="The same puzzle for the same text.")] = None,
    json: JsonOption = False,
    file: FileOption = None,
) -> None:
    """Plays a Top Take: a puzzle in large cards with a clock of three minutes on a page, then the entries and who has most.

    The page needs no network: project it, start the clock with the space bar. Then type the entries, who and a colon in front: a pupil's
    number or name, or a team's. The last entry of each counts. An empty line ends; standings and the best take follow.

    On paper: --slips prints a slip for each pupil and says its printing. Play it with --printing, and give photos of the slips as entries.

    \b
    Examples:
      numero-cam toptake --level silver:12
      numero-cam toptake --level gold:30 --class 5B --teams teams.csv
      numero-cam toptake --level gold:30 --class 5B --slips final.pdf
      numero-cam toptake --printing 483920 final/*.jpg
      numero-cam toptake --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2" --by points
    """
    from numero_cam.cli.toptake import Asked, Puzzle, run_toptake

    if sum((level is not None, centre is not None or hand is not None, printing is not None)) != 1:
        raise BadArgumentsError("give --level, such as silver:12, or --centre and --hand, or --printing")
    if week is not None and class_ is None:
        raise BadArgumentsError("--week goes with --class")
    if slips is not None and (level is None or class_ is None):
        raise BadArgumentsError("--slips goes with --level and --class")
    if printing is not None and class_ is not None:
        raise BadArgumentsError("--printing knows its class; leave --class out")
    if photos and printing is None:
        raise BadArgumentsError("photos go with --printing: the number below the strip of the slips")
    if json and entries is None and not photos:
        raise BadArgumentsError("--json goes with --entries or photos")
    pictures = tuple(photos or ())
    puzzle = Puzzle(level, centre, hand, by, seed, printing)
    run_toptake(Asked(puzzle, seconds, class_, week, teams, entries, pictures, slips, paper, out, no_open, json, file))
