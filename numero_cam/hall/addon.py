"""The hall as an add-on: its commands, options of the live table, and extras."""

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.addons import Addon
from numero_cam.cli.game import game_app
from numero_cam.cli.options import GAMES
from numero_cam.hall.commands import SeatOptions, copy_games, hall_app


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(hall_app, name="hall", rich_help_panel=GAMES)
    game_app.command("copy", hidden=True)(copy_games)


ADDON = Addon(
    register,
    SeatOptions,
    "numero-cam live --hall https://192.168.0.5:8443 --table 12",
    extras={"hall": tr("a hall of tables"), "postgres": tr("a hall in PostgreSQL")},
)
