"""The classroom as an add-on: its commands, and its option of the live table."""

import typer

from numero_cam.classroom.commands import DeskOptions, class_app, mark, week
from numero_cam.cli.addons import Addon
from numero_cam.cli.options import CLASSES


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (week, mark):
        app.command(rich_help_panel=CLASSES)(command)
    app.add_typer(class_app, name="class", rich_help_panel=CLASSES)


ADDON = Addon(register, DeskOptions)
