"""``numero-cam doctor``: whether everything is there and whole."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.options import JsonOption


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
    from numero_cam.cli.options import print_json
    from numero_cam.text import console

    checkup = examine(calibrations=calibration, cameras=cameras)
    if json:
        print_json(checkup.to_dict())
    else:
        console.print_table(["", "", ""], [[one.topic, one.name, one.found] for one in checkup.findings])
        console.print_lines([f"To mend: {problem}" for problem in checkup.problems] or ["Everything is as it must be."])
    if checkup.problems:
        raise typer.Exit(1)
