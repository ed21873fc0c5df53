"""Calls subscribers after a database was written: in PostgreSQL by LISTEN and NOTIFY for all programs, of a file for this one alone."""

import contextlib
import logging
import select
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa

from numero_cam.base.rounds import Rounds
from numero_cam.catalogue import tr
from numero_cam.hall.postgres import driver_arguments

CHANNEL = "numero_cam_hall"
RECONNECT_SECONDS = 1.0  #: Time until the next try to connect, in seconds.
WAIT_SECONDS = 1.0  #: Maximum time until the listening thread sees that it is to end, in seconds.
CONNECT_SECONDS = 10.0  #: Maximum wait for an answer of PostgreSQL, in seconds.

_log = logging.getLogger(__name__)


class DatabaseNews:
    """Calls functions whenever a database was written.

    Args:
        address: Of a PostgreSQL database, which a thread listens to; None for a file, whose writers call `tell`.
    """

    def __init__(self, address: sa.URL | None) -> None:
        self._address = address
        self._subscribers: list[Callable[[], None]] = []
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._rounds = Rounds(tr("news of the database"), lambda line: _log.info("%s", line))  # catches errors of listening
        self._telling = Rounds(tr("news of the database"))  # catches errors of subscribers

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Have a function called after each change, in any thread."""
        self._subscribers.append(changed)
        if self._address is not None and self._thread is None:
            self._thread = threading.Thread(target=self._listen, args=(self._address,), name="news", daemon=True)
            self._thread.start()

    def tell(self) -> None:
        """Call all subscribers; an error of one is logged."""
        for changed in self._subscribers:
            with self._telling.round():
                changed()

    def close(self) -> None:
        """Stop listening; may be called again."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(WAIT_SECONDS + CONNECT_SECONDS)

    def _listen(self, address: sa.URL) -> None:
        """Connect, call the subscribers and follow the database; again after an error, until closed."""
        while not self._stopped.is_set():
            with self._rounds.round(), connected(address) as (connection, readable):
                self.tell()  # what changed while nobody listened
                self._follow(connection, readable)
            self._stopped.wait(RECONNECT_SECONDS)

    def _follow(self, connection: Any, readable: socket.socket) -> None:  # noqa: ANN401 - a connection of pg8000
        """Call the subscribers after each notification, until closed."""
        while not self._stopped.is_set():
            if select.select([readable], [], [], WAIT_SECONDS)[0]:
                connection.cursor().execute("SELECT 1")  # reads what came before its answer
                if connection.notifications:
                    connection.notifications.clear()
                    self.tell()


@contextlib.contextmanager
def connected(address: sa.URL) -> "Iterator[tuple[Any, socket.socket]]":
    """Yield a connection of pg8000 that listens, and a copy of its socket to wait on with `select`; TLS takes the socket itself over."""
    import pg8000.dbapi  # noqa: PLC0415 - an extra; the engine was opened, so it is there

    arguments = driver_arguments(address)
    path = arguments.pop("unix_sock", None)
    if path is None:
        opened = socket.create_connection((arguments["host"], arguments["port"]), CONNECT_SECONDS)
    else:
        opened = socket.socket(socket.AF_UNIX)
        opened.settimeout(CONNECT_SECONDS)
    with opened, opened.dup() as readable:
        if path is not None:
            opened.connect(path)
        connection = pg8000.dbapi.connect(sock=opened, **arguments)
        try:
            connection.autocommit = True
            connection.cursor().execute(f"LISTEN {CHANNEL}")
            yield connection, readable
        finally:
            with contextlib.suppress(OSError, pg8000.dbapi.Error):
                connection.close()
