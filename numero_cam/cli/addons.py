"""The add-ons, listed in this one place: rooms that the rest of the program runs without. The ``addon.py`` of each has its ``Addon``."""

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
    """A record of an add-on's options of ``numero-cam live``."""

    def guest(self) -> "TableGuest | None":
        """Return what adds the add-on's pages and messages to a live table, as these options ask; None for nothing."""


@dataclass(frozen=True)
class Addon:
    """The commands, options, cards and extras of an add-on; their own imports are made when they are used."""

    register: Callable[[typer.Typer], None]  #: Adds its commands.
    live_options: type[GuestOptions] | None = None  #: Options of the live table: a `NamedTuple` whose fields have defaults.
    live_example: str = ""  #: A command with them, for the examples of the help.
    cards: "Mapping[str, Callable[[], CardSpec]]" = field(default_factory=dict)  #: The cards of its games, by their names.
    extras: Mapping[str, str] = field(default_factory=dict)  #: Names of its extras, each with the words for what needs it.


@cache
def addons() -> tuple[Addon, ...]:
    """Return the add-ons whose rooms are installed."""
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
