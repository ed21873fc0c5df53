"""What NUMO brings to the program."""

from typing import TYPE_CHECKING

import typer

from numero_cam.cli.addons import Addon
from numero_cam.cli.options import GAMES

if TYPE_CHECKING:
    from numero_cam.app.card_spec import CardSpec


def register(app: typer.Typer) -> None:
    """Add the commands."""
    from numero_cam.numo.commands import numo_app

    app.add_typer(numo_app, name="numo", rich_help_panel=GAMES)


def _cards() -> "CardSpec":
    from numero_cam.numo import NUMO_CARDS

    return NUMO_CARDS


ADDON = Addon(register, cards={"numo": _cards})
