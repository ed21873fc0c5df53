"""What an add-on may bring to the server of a live table."""

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
    """An add-on at a live table. It overrides what it takes part in."""

    def open(self, doors: "Doors", store: GameStore) -> contextlib.AbstractContextManager[object]:  # noqa: ARG002 - for who overrides it
        """Begin before the table is made; what is returned ends with the server.

        Args:
            doors: The sockets of the server, and how people come in.
            store: Where the table keeps its games.
        """
        return contextlib.nullcontext()

    def joined(self, make_table: "MakeTable") -> "MakeTable":
        """Return a function that makes the same table with the add-on at it."""
        return make_table

    def routes(self, access: AccessControl) -> Sequence[Route]:  # noqa: ARG002 - the same
        """Return pages of the add-on among those of the table.

        Args:
            access: Knows which device requests.
        """
        return ()

    def welcome(self) -> Mapping[str, object]:
        """Return what pages of the table are told of the add-on when they open."""
        return {}

    def beside(self, table: ASGIApp, doors: "Doors") -> contextlib.AbstractContextManager[ASGIApp]:  # noqa: ARG002 - the same
        """Serve pages with an access of their own as long as the block lasts.

        Args:
            table: Answers everything else.
            doors: The sockets of the server, and how people come in.
        """
        return contextlib.nullcontext(table)
