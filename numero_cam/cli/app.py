"""All commands under one name. A group of commands has a file of its own, and loads what it needs when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.calibrate import calibrate_app
from numero_cam.cli.check import check
from numero_cam.cli.classroom import class_app, mark, week
from numero_cam.cli.deck import deck_app
from numero_cam.cli.game import game_app, play
from numero_cam.cli.live import live
from numero_cam.cli.numo import numo_app
from numero_cam.cli.options import JsonOption, PanelledCommand, print_json
from numero_cam.cli.puzzle import puzzle_app
from numero_cam.cli.read import read
from numero_cam.cli.score import score
from numero_cam.cli.solve import solve
from numero_cam.cli.toptake import toptake
from numero_cam.cli.watch import watch

HELP_NAMES = {"help_option_names": ["-h", "--help"]}

# Plain help: it reads the same in every terminal and in docs/cli.md, and rich need not be loaded.
app = typer.Typer(name="numero-cam", rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=HELP_NAMES)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it so
    if wanted:
        from importlib.metadata import version

        print(f"numero-cam {version('numero-cam')}")
        raise typer.Exit


@app.callback()
def numero_cam(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Reads the number cards on a table from a photo and finds the best take of Numero.

    \b
    Examples:
      numero-cam read table.jpg
      numero-cam solve table.jpg
      numero-cam solve --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2"
    """


def doctor(
    *,
    calibration: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", show_default=False, help="A calibration to check; without it, camera.toml and table.toml of this folder."
        ),
    ] = None,
    cameras: Annotated[bool, typer.Option("--cameras/--no-cameras", help="Whether to try a picture from each camera.")] = True,
    json: JsonOption = False,
) -> None:
    """Checks that everything is there and whole: versions, models, decks, calibration, privacy, cameras.

    Nothing is kept or sent. Test pictures of cameras are thrown away. Files of the program that other accounts of this computer could
    read are made private. The exit status is 1 if something must be mended.

    \b
    Examples:
      numero-cam doctor
      numero-cam doctor --json
      numero-cam doctor --no-cameras --calibration table.toml
    """
    from numero_cam.app.doctor import examine
    from numero_cam.text import console

    checkup = examine(calibrations=calibration, cameras=cameras)
    if json:
        print_json(checkup.to_dict())
    else:
        console.print_table(["", "", ""], [[one.topic, one.name, one.found] for one in checkup.findings])
        console.print_lines([f"To mend: {problem}" for problem in checkup.problems] or ["Everything is as it must be."])
    if checkup.problems:
        raise typer.Exit(1)


app.command(cls=PanelledCommand)(read)
app.command(cls=PanelledCommand)(solve)
app.command(cls=PanelledCommand)(score)
app.command()(check)
app.add_typer(puzzle_app, name="puzzle")
app.command()(watch)
app.command()(live)
app.add_typer(class_app, name="class")
app.command()(toptake)
app.add_typer(calibrate_app, name="calibrate")
app.add_typer(deck_app, name="deck")
app.add_typer(game_app, name="game")
app.command()(play)
app.add_typer(numo_app, name="numo")
app.command()(week)
app.command()(mark)
app.command()(doctor)
