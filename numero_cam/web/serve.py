"""Starts the servers of the live table: one for this machine, and where the network is let in two more for the other devices."""

import asyncio
import contextlib
import logging
import socket
import ssl
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from numero_cam.app.watch_open import open_vision_stack
from numero_cam.base.errors import NumeroCamError, SourceError
from numero_cam.base.files import user_folder
from numero_cam.capture.sources import open_source
from numero_cam.live.live_table import LiveTable
from numero_cam.store.games import GameStore
from numero_cam.web.app import Server
from numero_cam.web.doors import Doors
from numero_cam.web.gate import Gate, share
from numero_cam.web.pairing import Pairing
from numero_cam.web.patience import GatedServer, limits
from numero_cam.web.redirect_file import RedirectFile, redirect_path
from numero_cam.web.summary import Summary

if TYPE_CHECKING:
    from numero_cam.web.network import Reach

PORT = 8088
SECURE_PORT = 8443
TRUST_PORT = 8480
TRIES = 20
"""Ports that are tried, one after the other, where the first is in use."""
LOOKS = 30.0
"""Seconds after which the addresses of this machine are looked at again."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Screen:
    """Where lines for the user go.

    Attributes:
        say: Is given a line.
        private: Whether the key and codes may be said. In a terminal a person reads them and nothing keeps them. Where no browser is
            opened, whoever started the table comes in by them. Any other output may be kept.
    """

    say: Say
    private: bool


def serve(
    screen: Screen,
    *,
    source: str | None = None,
    port: int | None = None,
    network: bool = False,
    deck: str | None = None,
    config: Path | None = None,
    database: str | None = None,
    open_page: bool = True,
) -> None:
    """Serve the live table until the user stops it.

    Args:
        screen: Where lines for the user go.
        source: A source that the server opens; None where the page has the camera.
        port: Of this machine; None for the first free one from `PORT` on.
        network: Whether devices of the local network are let in, by HTTPS and with codes.
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        config: A file with settings of the reader.
        database: Where games are kept, as an address of SQLAlchemy; None for the file of this user.
        open_page: Whether to open the page in the browser.

    Raises:
        SourceError: The source cannot be opened, no port is free, or there is no network.
        NumeroCamError: Deck, settings, models, the kept games or the certificates cannot be used.
    """
    with contextlib.ExitStack() as until_served:
        listening = until_served.enter_context(_listen(port))
        opened = open_source(source) if source is not None else None
        if opened is not None:
            until_served.callback(opened.close)
        used = listening.getsockname()[1]
        folder = user_folder() / "doors"
        pairing = Pairing(folder / f"paired-{used}.json")
        others = until_served.enter_context(_others(folder)) if network else None
        eyes, store = open_vision_stack(deck, config), GameStore.open(database)
        for line in (*(f"left out: {line}" for line in eyes.left_out), *store.notices):
            screen.say(line)
        recordings, home = user_folder() / "recordings", f"http://127.0.0.1:{used}/"
        doors = Doors(pairing, used, others.reach.names if others else (), network=network)
        where = others.told if others else (lambda _: {"address": f"{home}pair"})
        table = Server(lambda tell: LiveTable(eyes, store, tell, source=opened, recordings=recordings), doors, where)
        entry = until_served.enter_context(_entry(redirect_path(folder, used), home, pairing, screen))
        if others:
            others.tell(pairing if screen.private else None, screen.say)
        if open_page:
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(entry.as_uri())
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_run(table, doors, listening, others, screen.say))


@contextlib.contextmanager
def _entry(path: Path, home: str, pairing: Pairing, screen: Screen) -> Iterator[Path]:
    """Have a file that lets in the owner's browser, and say so."""
    entry = RedirectFile(path.resolve())
    address = f"{home}in?key={pairing.key(entry.remove)}"
    entry.write(address)
    try:
        screen.say(f"The live table is at {address if screen.private else home} - Ctrl-C ends it.")
        if not screen.private:
            screen.say(f"Open this file in your browser, it lets you in once: {entry.path}")
        yield entry.path
    finally:
        entry.remove()


class _Others:
    """What listens to the network."""

    def __init__(self, folder: Path, secure: socket.socket, trust: socket.socket) -> None:
        self._folder, self.secure, self.trust = folder, secure, trust
        self.reach = self._find()
        self._context = self._load()

    def tell(self, pairing: Pairing | None, say: Say) -> None:
        """Say how other devices come in.

        Args:
            pairing: Gives codes; None where none may be said.
            say: Is given the lines.
        """
        from numero_cam.web.network import drawn, lines_for  # noqa: PLC0415 - needs the extra phone

        camera, player, keeper = (pairing.invite(role).code if pairing else "" for role in ("camera", "player", "keeper"))
        codes = (("for a camera", camera), ("for a player, or to look on", player), ("to keep the game", keeper)) if pairing else ()
        for line in lines_for(self.reach, codes):
            say(line)
        if pairing:
            say("For a telephone as the camera, point it at this:")
            say(drawn(self.reach.first(camera)))

    def _find(self) -> "Reach":
        from numero_cam.web.network import reach  # noqa: PLC0415 - needs the extra phone

        return reach(self._folder, self.secure.getsockname()[1], self.trust.getsockname()[1])

    def told(self, code: str) -> dict[str, Any]:
        """Return what the page of a keeper shows with a code."""
        return self.reach.told(code)

    def context(self) -> ssl.SSLContext:
        """Return what encrypts, with the certificate that was loaded last."""
        return self._context

    def _load(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self.reach.certified.chain, self.reach.certified.key)
        return context

    async def follow(self) -> None:
        """Have another certificate whenever the addresses of this machine are others, or time has come."""
        while True:
            await asyncio.sleep(LOOKS)
            with contextlib.suppress(NumeroCamError, OSError):  # out of the network for a moment, or a file is away: as it was
                self.reach = await asyncio.to_thread(self._find)
                self._context = self._load()


@contextlib.contextmanager
def _others(folder: Path) -> Iterator[_Others]:
    with _listen(None, SECURE_PORT, "0.0.0.0") as secure, _listen(None, TRUST_PORT, "0.0.0.0") as trust:  # noqa: S104 - asked for
        yield _Others(folder, secure, trust)


class _Beside(GatedServer):
    """A server beside the one that hears Ctrl-C."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


async def _run(table: Server, doors: Doors, listening: socket.socket, others: _Others | None, say: Say) -> None:
    summary, most = Summary(say), share()
    first = GatedServer(uvicorn.Config(table.app, lifespan="on", **limits()), Gate(listening, summary, most))
    logging.getLogger("uvicorn.error").addFilter(summary)
    if others is None:
        await first.serve()
        return
    from numero_cam.web.trust import trust_app  # noqa: PLC0415 - needs the extra phone

    trusting = trust_app(lambda: others.reach, doors)
    secure = _Beside(uvicorn.Config(table.app, lifespan="off", **limits()), Gate(others.secure, summary, most, others.context))
    trust = _Beside(uvicorn.Config(trusting, lifespan="off", **limits()), Gate(others.trust, summary, most))

    async def beside(server: GatedServer) -> None:
        await first.opened.wait()  # before, there is no table to show
        await server.serve()

    tasks = [asyncio.create_task(beside(server)) for server in (secure, trust)]
    follows = asyncio.create_task(others.follow())
    try:
        await first.serve()
    finally:
        follows.cancel()
        for server, task in zip((secure, trust), tasks, strict=True):
            server.should_exit = True
            if not first.opened.is_set():
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _listen(port: int | None, begin: int = PORT, address: str = "127.0.0.1") -> socket.socket:
    """Return a socket that listens: on this machine only, unless another address is given.

    Raises:
        SourceError: The port is in use.
    """
    wanted = [port] if port is not None else range(begin, begin + TRIES)
    for number in wanted:
        listening = socket.socket()
        # On Windows SO_REUSEADDR would let a second program take a port that is in use.
        listening.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        try:
            listening.bind((address, number))
        except OSError:
            listening.close()
            continue
        listening.listen()  # who comes while the server still starts waits
        return listening
    message = f"port {wanted[0]} is in use; is another table open? name another with --port"
    raise SourceError(message)
