"""The add-ons, listed in this one place: rooms that the rest of the program runs without. The ``addon.py`` of each says what it brings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

import typer

if TYPE_CHECKING:
    from numero_cam.app.card_spec import CardSpec
    from numero_cam.web.guests import TableGuest

ADDONS = ("classroom", "hall", "numo")  #: The rooms, in the order of their options.


class GuestOptions(Protocol):
    """A record of options of ``numero-cam live``, by which an add-on takes part in the table."""

    def guest(self) -> "TableGuest | None":
        """Return what takes part; None where nothing does."""


@dataclass(frozen=True)
class Addon:
    """What an add-on brings. It loads what that needs when it is asked for."""

    register: Callable[[typer.Typer], None]  #: Adds its commands.
    live_options: type[GuestOptions] | None = None  #: Options of the live table; a `NamedTuple` with their usual values.
    live_example: str = ""  #: A command that shows them.
    cards: "Mapping[str, Callable[[], CardSpec]]" = field(default_factory=dict)  #: The cards of its games, by their names.
    extras: Mapping[str, str] = field(default_factory=dict)  #: Its extras, and what needs each, in words.


@cache
def addons() -> tuple[Addon, ...]:
    """Return the add-ons that are there."""
    found = []
    for room in (f"numero_cam.{name}" for name in ADDONS):
        try:
            addon: Addon = import_module(f"{room}.addon").ADDON
        except ModuleNotFoundError as error:
            if error.name != room:
                raise
        else:
            found.append(addon)
    return tuple(found)
