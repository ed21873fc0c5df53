"""The commands ``class`` and their options."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.options import BadArgumentsError, JsonOption
from numero_cam.games.numero.rules.choices import By

class_app = typer.Typer(rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})
NameArgument = Annotated[str, typer.Argument(metavar="CLASS", help="What the class is called, such as 5B.")]
FileOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", show_default=False, help="The file of the classes; else NUMERO_CAM_CLASSES, or that of this user on this computer."
    ),
]
ByOption = Annotated[By, typer.Option(help="What records count.")]


@class_app.callback()
def classes() -> None:
    """Classes: pupils, weeks, records and the ladder, in one file on this computer. Nothing leaves it."""


@class_app.command("new")
def new(
    *,
    name: NameArgument,
    pupils: Annotated[Path, typer.Argument(metavar="FILE.csv", help="number,name,level: a line for each pupil; names may be left out.")],
    update: Annotated[bool, typer.Option("--update", help="The class is there: take names, levels and new pupils from the list.")] = False,
    file: FileOption = None,
) -> None:
    """Remembers a class from a list of its pupils.

    Levels are those of puzzle make: silver:12, gold:30, or a card set such as 3. Semicolons and tabs part the columns as well. With
    --update nobody is removed and no result is lost; to remove somebody: class forget.

    \b
    Examples:
      numero-cam class new 5B 5B.csv
      numero-cam class new 5B 5B.csv --update
    """
    from numero_cam.cli.classes import run_new

    run_new(name, pupils, update=update, file=file)


@class_app.command("list")
def list_(*, file: FileOption = None) -> None:
    """Lists the classes.

    \b
    Example:
      numero-cam class list
    """
    from numero_cam.cli.classes import run_list

    run_list(file)


@class_app.command("show")
def show(*, name: NameArgument, by: ByOption = "cards", json: JsonOption = False, file: FileOption = None) -> None:
    """Shows a class: its ladder, what each pupil reached week by week, and the records.

    \b
    Examples:
      numero-cam class show 5B
      numero-cam class show 5B --by points
    """
    from numero_cam.cli.classes import run_show

    run_show(name, by=by, as_json=json, file=file)


@class_app.command("result")
def result(
    *,
    name: NameArgument,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="Of the pupil.")],
    week: Annotated[str, typer.Option(metavar="NAME", help="The week or occasion, such as 12.")],
    game: Annotated[bool, typer.Option("--game", help="Of a whole game; without it of a single take.")] = False,
    cards: Annotated[int | None, typer.Option(metavar="N", show_default=False, help="Cards won.")] = None,
    points: Annotated[int | None, typer.Option(metavar="N", show_default=False, help="Points.")] = None,
    file: FileOption = None,
) -> None:
    """Enters what a pupil reached; what is entered for the same week again takes the place of the former.

    \b
    Examples:
      numero-cam class result 5B 17 --week 12 --cards 8
      numero-cam class result 5B 17 --week "final" --game --cards 41 --points 212
    """
    from numero_cam.cli.classes import run_result

    if cards is None and points is None:
        raise BadArgumentsError("give --cards, --points or both")
    run_result(name, number, week, kind="game" if game else "take", cards=cards, points=points, file=file)


@class_app.command("ladder")
def ladder(
    *,
    name: NameArgument,
    challenger: Annotated[int | None, typer.Argument(metavar="[CHALLENGER", show_default=False, help="Who challenged.")] = None,
    challenged: Annotated[int | None, typer.Argument(metavar="CHALLENGED]", show_default=False, help="One or two above.")] = None,
    lost: Annotated[bool, typer.Option("--lost", help="The challenger did not win.")] = False,
    file: FileOption = None,
) -> None:
    """Shows the ladder, or enters a game: a challenger who won changes places with the pupil one or two places above.

    \b
    Examples:
      numero-cam class ladder 5B
      numero-cam class ladder 5B 17 3
      numero-cam class ladder 5B 17 3 --lost
    """
    from numero_cam.cli.classes import run_ladder

    if (challenger is None) != (challenged is None):
        raise BadArgumentsError("give the numbers of both pupils, the challenger first")
    if challenger is None and lost:
        raise BadArgumentsError("--lost goes with the numbers of both pupils, the challenger first")
    game = None if challenger is None or challenged is None else (challenger, challenged)
    run_ladder(name, game, won=not lost, file=file)


@class_app.command("forget")
def forget(
    *,
    name: NameArgument,
    number: Annotated[int | None, typer.Argument(metavar="[NUMBER]", show_default=False, help="Of the pupil.")] = None,
    whole: Annotated[bool, typer.Option("--whole-class", help="Forget the whole class.")] = False,
    file: FileOption = None,
) -> None:
    """Removes everything of a pupil, or of a whole class, so that nothing stays in the file. Copies that you made are not touched.

    \b
    Examples:
      numero-cam class forget 5B 17
      numero-cam class forget 5B --whole-class
    """
    from numero_cam.cli.classes import run_forget

    if (number is None) != whole:
        raise BadArgumentsError("give either the number of a pupil, or --whole-class")
    run_forget(name, number, file=file)
