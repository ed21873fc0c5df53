"""The interface of an add-on to the server of a live table."""

import contextlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from starlette.routing import Route
from starlette.types import ASGIApp

from numero_cam.store.games import GameStore
from numero_cam.web.auth import AccessControl

if TYPE_CHECKING:
    from numero_cam.web.live_server import MakeTable
    from numero_cam.web.serve import Doors


class TableGuest:
    """An add-on at a live table; it overrides the methods that it needs, the others change nothing."""

    def open(self, doors: "Doors", store: GameStore) -> contextlib.AbstractContextManager[object]:  # noqa: ARG002 - for who overrides it
        """Return a context that is entered before the table is made, which keeps its games in `store`, and left when the server ends."""
        return contextlib.nullcontext()

    def joined(self, make_table: "MakeTable") -> "MakeTable":
        """Return a function that makes the same table with the add-on at it."""
        return make_table

    def routes(self, access: AccessControl) -> Sequence[Route]:  # noqa: ARG002 - the same
        """Return routes of the add-on's pages among those of the table."""
        return ()

    def welcome(self) -> Mapping[str, object]:
        """Return fields of the add-on for the welcome message of the table's pages."""
        return {}

    def beside(self, table: ASGIApp, doors: "Doors") -> contextlib.AbstractContextManager[ASGIApp]:  # noqa: ARG002 - the same
        """Return a context of an app that serves pages of the add-on with an access of their own, and `table` for all others."""
        return contextlib.nullcontext(table)
