"""Serves a hall of tables, and lets a live table take a seat in one."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence

from starlette.routing import Route

from numero_cam.catalogue import tr
from numero_cam.hall.codes import HallPairing
from numero_cam.hall.link import LinkFile
from numero_cam.hall.seat import HallSeat, seat_routes
from numero_cam.store.games import GameStore
from numero_cam.web.auth import AccessControl
from numero_cam.web.guests import TableGuest
from numero_cam.web.listener import MAX_CONNECTIONS_PER_HOST, connections_per_listener
from numero_cam.web.live_server import MakeTable
from numero_cam.web.serve import Doors, ServerOptions, UserOutput, open_doors

#: Maximum number of connections of each door of a hall: a board on each of some hundred telephones, and the tables.
HALL_CONNECTIONS = 1024


class HallGuest(TableGuest):
    """The seat that a live table has in a hall, that of `file` or None, or may take later."""

    def __init__(self, file: LinkFile | None = None) -> None:
        self._file = file

    @contextlib.contextmanager
    def open(self, doors: Doors, store: GameStore) -> Iterator[None]:
        """Make the seat of this table; it is closed, and its last lines are sent, when the block ends."""
        self.seat = HallSeat(store, doors.folder, doors.screen.say, self._file)
        with contextlib.closing(self.seat):
            if not self.seat.words and self.seat.words_before:
                doors.screen.say(tr("last time: {table}; *Join a hall* on the page goes on there", table=self.seat.words_before))
            yield

    def joined(self, make_table: MakeTable) -> MakeTable:
        """Return a function that makes the same table with a seat in a hall."""
        return self.seat.joined(make_table)

    def routes(self, access: AccessControl) -> Sequence[Route]:
        """Return the page that takes the code of a table."""
        return seat_routes(access, self.seat)

    def welcome(self) -> Mapping[str, object]:
        """Return which table of which hall this is; empty before it joined."""
        return {"hall": self.seat.words}


def serve_hall(screen: UserOutput, database: str, served: ServerOptions) -> None:
    """Serve a hall of tables until the user stops it."""
    from numero_cam.hall.site import HALL_PATH, PUBLIC_PATHS, HallSite  # noqa: PLC0415
    from numero_cam.hall.store import HallStore  # noqa: PLC0415 - these need the extra hall, which a seat does not

    with contextlib.ExitStack() as until_served:
        store = HallStore.open(database)
        until_served.callback(store.close)
        for line in store.notices:
            screen.say(line)
        doors = until_served.enter_context(open_doors(screen, served))
        pairing, others = HallPairing(doors.folder / "hall.secret"), doors.others
        access = doors.access(HALL_PATH, pairing, PUBLIC_PATHS)
        site = HallSite(
            store,
            access,
            pairing,
            lambda: doors.home.rstrip("/") if others is None else others.address.pairing_page().removesuffix("/pair"),
            pairing_data=doors.pairing_data(HALL_PATH),
            authority=None if others is None else lambda: others.address.certificates.authority,
            connections=connections_per_listener(HALL_CONNECTIONS),
        )
        first_page = until_served.enter_context(doors.entry(access, tr("The hall is at {address} - Ctrl-C ends it.")))
        doors.run(site.app, access, first_page if served.open_page else None, (HALL_CONNECTIONS, MAX_CONNECTIONS_PER_HOST))
