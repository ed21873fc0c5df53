"""Starts the servers of the live table: one for this computer and, with ``--network``, two for other devices."""

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

from numero_cam.base.errors import NumeroCamError, SourceError
from numero_cam.base.files import user_folder
from numero_cam.capture.sources import open_source
from numero_cam.catalogue import tr
from numero_cam.live.live_rules import LiveRules
from numero_cam.live.live_table import LiveTable
from numero_cam.store.games import GameStore
from numero_cam.table.vision_stack import VisionStack
from numero_cam.web.auth import AccessControl
from numero_cam.web.connection_limits import LimitedServer, uvicorn_limits
from numero_cam.web.listener import Listener, connections_per_listener
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import Pairing
from numero_cam.web.redirect_file import RedirectFile, redirect_path
from numero_cam.web.refusal_summary import RefusalSummary

if TYPE_CHECKING:
    from numero_cam.web.network_address import NetworkAddress

FIRST_PORT = 8088
"""First port that is tried for the page of this computer."""
FIRST_HTTPS_PORT = 8443
"""First port that is tried for the page of other devices."""
FIRST_CERTIFICATE_PORT = 8480
"""First port that is tried for the page that says how to trust the certificate."""
MAX_PORT_TRIES = 20
"""Maximum number of ports that are tried, one after the other."""
ADDRESS_CHECK_SECONDS = 30.0
"""Time between two looks at the addresses of this computer, in seconds."""

PrintLine = Callable[[str], None]


@dataclass(frozen=True)
class UserOutput:
    """Where lines for the user go.

    Attributes:
        say: Prints a line.
        private: Whether the key and codes may be printed: in a terminal nothing keeps them, and where no browser is opened, whoever
            started the table needs them. Any other output may be kept.
    """

    say: PrintLine
    private: bool


def serve(
    screen: UserOutput,
    rules: LiveRules,
    open_eyes: Callable[[], VisionStack],
    *,
    source: str | None = None,
    port: int | None = None,
    network: bool = False,
    database: str | None = None,
    open_page: bool = True,
) -> None:
    """Serve the live table until the user stops it.

    Args:
        screen: Where lines for the user go.
        rules: The game that is played at the table.
        open_eyes: Loads the models that follow tables.
        source: A source that the server opens; None where the page has the camera.
        port: Of this machine; None for the first free one from `FIRST_PORT` on.
        network: Whether devices of the local network are let in, by HTTPS and with codes.
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
        others = until_served.enter_context(_open_network_listeners(folder)) if network else None
        eyes, store = open_eyes(), GameStore.open(database)
        for line in (*(tr("left out: {line}", line=line) for line in eyes.left_out), *store.notices):
            screen.say(line)
        recordings, home = user_folder() / "recordings", f"http://127.0.0.1:{used}/"
        access = AccessControl(pairing, used, others.address.names if others else (), network=network)
        pairing_data = others.pairing_data if others else (lambda _: {"address": f"{home}pair"})
        table = LiveServer(lambda tell: LiveTable(rules, eyes, store, tell, source=opened, recordings=recordings), access, pairing_data)
        entry = until_served.enter_context(_redirect_file(redirect_path(folder, used), home, pairing, screen))
        if others:
            others.print_instructions(pairing if screen.private else None, screen.say)
        if open_page:
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(entry.as_uri())
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_run_servers(table, access, listening, others, screen.say))


@contextlib.contextmanager
def _redirect_file(path: Path, home: str, pairing: Pairing, screen: UserOutput) -> Iterator[Path]:
    """Write the file that pairs the owner's browser, and say where it is; remove it at the end."""
    entry = RedirectFile(path.resolve())
    address = f"{home}in?key={pairing.new_key(entry.remove)}"
    entry.write(address)
    try:
        screen.say(tr("The live table is at {address} - Ctrl-C ends it.", address=address if screen.private else home))
        if not screen.private:
            screen.say(tr("Open this file in your browser, it lets you in once: {entry.path}", entry=entry))
        yield entry.path
    finally:
        entry.remove()


class _NetworkListeners:
    """The two listening sockets for other devices, and the certificates of the HTTPS page.

    Attributes:
        https: Socket of the table's page.
        certificate_page: Socket of the page that says how to trust the certificate.
        address: Where other devices find the table.
    """

    def __init__(self, folder: Path, https: socket.socket, certificate_page: socket.socket) -> None:
        self._folder, self.https, self.certificate_page = folder, https, certificate_page
        self.address = self._find()
        self._context = self._load()

    def print_instructions(self, pairing: Pairing | None, say: PrintLine) -> None:
        """Print how other devices come in.

        Args:
            pairing: Issues the codes; None where none may be printed.
            say: Prints a line.
        """
        from numero_cam.web.network_address import pairing_instructions, terminal_qr_code  # noqa: PLC0415 - needs the extra phone

        camera, player, keeper = (pairing.invite(role).code if pairing else "" for role in ("camera", "player", "keeper"))
        codes = (
            ((tr("for a camera"), camera), (tr("for a player, or to look on"), player), (tr("to keep the game"), keeper)) if pairing else ()
        )
        for line in pairing_instructions(self.address, codes):
            say(line)
        if pairing:
            say(tr("For a telephone as the camera, point it at this:"))
            say(terminal_qr_code(self.address.certificate_page(camera)))

    def _find(self) -> "NetworkAddress":
        from numero_cam.web.network_address import find_network_address  # noqa: PLC0415 - needs the extra phone

        return find_network_address(self._folder, self.https.getsockname()[1], self.certificate_page.getsockname()[1])

    def pairing_data(self, code: str) -> dict[str, Any]:
        """Return what a keeper's page shows with a code."""
        return self.address.pairing_data(code)

    def context(self) -> ssl.SSLContext:
        """Return the TLS context with the current certificate."""
        return self._context

    def _load(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self.address.certificates.chain, self.address.certificates.key)
        return context

    async def renew_certificates(self) -> None:
        """Renew the certificate whenever the addresses of this computer change or it is about to expire. Runs until cancelled."""
        while True:
            await asyncio.sleep(ADDRESS_CHECK_SECONDS)
            with contextlib.suppress(NumeroCamError, OSError):  # out of the network for a moment, or a file is missing: nothing changes
                self.address = await asyncio.to_thread(self._find)
                self._context = self._load()


@contextlib.contextmanager
def _open_network_listeners(folder: Path) -> Iterator[_NetworkListeners]:
    with _listen(None, FIRST_HTTPS_PORT, "0.0.0.0") as https, _listen(None, FIRST_CERTIFICATE_PORT, "0.0.0.0") as plain:  # noqa: S104 - asked for
        yield _NetworkListeners(folder, https, plain)


class _SecondaryServer(LimitedServer):
    """A server that leaves Ctrl-C to the first one."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Install no signal handlers."""
        yield


async def _run_servers(
    table: LiveServer, access: AccessControl, listening: socket.socket, others: _NetworkListeners | None, say: PrintLine
) -> None:
    summary, most = RefusalSummary(say), connections_per_listener()
    first = LimitedServer(uvicorn.Config(table.app, lifespan="on", **uvicorn_limits()), Listener(listening, summary, most))
    logging.getLogger("uvicorn.error").addFilter(summary)
    if others is None:
        await first.serve()
        return
    from numero_cam.web.certificate_page import certificate_app  # noqa: PLC0415 - needs the extra phone

    trusting = certificate_app(lambda: others.address, access)
    secure = _SecondaryServer(
        uvicorn.Config(table.app, lifespan="off", **uvicorn_limits()), Listener(others.https, summary, most, others.context)
    )
    trust = _SecondaryServer(uvicorn.Config(trusting, lifespan="off", **uvicorn_limits()), Listener(others.certificate_page, summary, most))

    async def beside(server: LimitedServer) -> None:
        await first.opened.wait()  # before, there is no table to show
        await server.serve()

    tasks = [asyncio.create_task(beside(server)) for server in (secure, trust)]
    follows = asyncio.create_task(others.renew_certificates())
    try:
        await first.serve()
    finally:
        follows.cancel()
        for server, task in zip((secure, trust), tasks, strict=True):
            server.should_exit = True
            if not first.opened.is_set():
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _listen(port: int | None, begin: int = FIRST_PORT, address: str = "127.0.0.1") -> socket.socket:
    """Return a listening socket, on this computer only unless another address is given.

    Raises:
        SourceError: The port is in use.
    """
    wanted = [port] if port is not None else range(begin, begin + MAX_PORT_TRIES)
    for number in wanted:
        listening = socket.socket()
        # On Windows SO_REUSEADDR would let a second program take a port that is in use.
        listening.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        try:
            listening.bind((address, number))
        except OSError:
            listening.close()
            continue
        listening.listen()  # connections that come while the server starts wait
        return listening
    message = tr("port {wanted} is in use; is another table open? name another with --port", wanted=wanted[0])
    raise SourceError(message)
