"""Starts the server of the live table."""

import contextlib
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from numero_cam.assistant.watch_open import open_eyes
from numero_cam.base.errors import SourceError
from numero_cam.base.files import user_folder
from numero_cam.capture.open_source import open_source
from numero_cam.live.table import LiveTable
from numero_cam.store.games import GameStore
from numero_cam.web.app import Server
from numero_cam.web.doors import Doors
from numero_cam.web.pairing import Pairing
from numero_cam.web.patience import limits

PORT = 8088
TRIES = 20
"""Ports that are tried, one after the other, where the first is in use."""


def serve(
    *,
    source: str | None = None,
    port: int | None = None,
    deck: str | None = None,
    config: Path | None = None,
    database: str | None = None,
    open_page: bool = True,
    say: Callable[[str], None],
) -> None:
    """Serve the live table until the user stops it.

    Args:
        source: A source that the server opens; None where the page has the camera.
        port: Of this machine; None for the first free one from `PORT` on.
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        config: A file with settings of the reader.
        database: Where games are kept, as an address of SQLAlchemy; None for the file of this user.
        open_page: Whether to open the page in the browser.
        say: Is given lines for the user.

    Raises:
        SourceError: The source cannot be opened, or no port is free.
        NumeroCamError: Deck, settings, models or the kept games cannot be used.
    """
    listening = _listen(port)
    opened = open_source(source) if source is not None else None
    try:
        pairing = Pairing(user_folder() / "doors" / f"paired-{listening.getsockname()[1]}.json")
        eyes, store = open_eyes(deck, config), GameStore.open(database)
    except BaseException:
        listening.close()
        if opened is not None:
            opened.close()
        raise
    for line in eyes.left_out:
        say(f"left out: {line}")
    recordings = user_folder() / "recordings"
    used = listening.getsockname()[1]
    home = f"http://127.0.0.1:{used}/"
    doors = Doors(pairing, used)
    server = Server(
        lambda tell: LiveTable(eyes, store, tell, source=opened, recordings=recordings), doors, lambda _: {"address": f"{home}pair"}
    )
    address = f"{home}in?key={pairing.key()}"
    say(f"The live table is at {address} - Ctrl-C ends it.")
    config_ = uvicorn.Config(server.app, lifespan="on", **limits())
    if open_page:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config_).run(sockets=[listening])


def _listen(port: int | None) -> socket.socket:
    """Return a socket that listens on this machine only.

    Raises:
        SourceError: The port is in use.
    """
    wanted = [port] if port is not None else range(PORT, PORT + TRIES)
    for number in wanted:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", number))
        except OSError:
            listening.close()
            continue
        listening.listen()  # who comes while the server still starts waits
        return listening
    message = f"port {wanted[0]} is in use; is another table open? name another with --port"
    raise SourceError(message)
