"""Starts the server of the live table, or of pages of add-ons: one for this computer and, with ``--network``, two for other devices.

The owner's browser is led to the key by a file that only the owner reads (`RedirectFile`).
"""

import asyncio
import contextlib
import logging
import socket
import ssl
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.types import ASGIApp

from numero_cam.base.ctrl_c import exit_with_success_on_ctrl_c
from numero_cam.base.errors import SourceError, StoreError
from numero_cam.base.files import user_folder
from numero_cam.base.outputs import write_private
from numero_cam.base.rounds import Rounds
from numero_cam.capture.sources import open_source
from numero_cam.catalogue import tr
from numero_cam.live.live_table import LiveTable
from numero_cam.store.games import GameStore
from numero_cam.table.tracker import VisionStack
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import AccessControl
from numero_cam.web.connection_limits import LimitedServer, uvicorn_limits
from numero_cam.web.game_pages import GamePages
from numero_cam.web.guests import TableGuest
from numero_cam.web.listener import MAX_CONNECTIONS, MAX_REQUESTS_PER_HOST, Listener, connections_per_listener
from numero_cam.web.live_server import LiveServer, MakeTable
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.protocol import DeviceRole
from numero_cam.web.refusal_summary import RefusalSummary

if TYPE_CHECKING:
    from numero_cam.web.network_address import NetworkAddress


def redirect_path(folder: Path, port: int, what: str = "") -> Path:
    """Return the path of the file.

    A browser that is installed as a snap, as Ubuntu's are, reads no hidden folder, and the folder of this program is in one there. For such
    a browser the file lies in the home folder itself.

    Args:
        folder: The private folder of the access.
        port: Of this machine's own page; several tables may be open.
        what: A word for the page, as one port has several; empty for the table.
    """
    home = Path.home()
    hidden = folder.is_relative_to(home) and any(part.startswith(".") for part in folder.relative_to(home).parts)
    named = f"{what} {port}".strip()
    return home / f"Numero Cam {named}.html" if hidden and (home / "snap").is_dir() else folder / f"open-{named.replace(' ', '-')}.html"


class RedirectFile:
    """A page that leads on at once; it exists until it was used or the table ends."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, address: str) -> None:
        """Write the file so that it leads to an address."""
        write_private(self.path, page_html("redirect.html", address=address).encode(), StoreError)

    def remove(self) -> None:
        """Remove the file; may be called again."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)


FIRST_PORT = 8088  #: First port that is tried for the page of this computer.
FIRST_HTTPS_PORT = 8443  #: First port that is tried for the page of other devices.
FIRST_CERTIFICATE_PORT = 8480  #: First port that is tried for the page that says how to trust the certificate.
MAX_PORT_TRIES = 20  #: Maximum number of ports that are tried, one after the other.
ADDRESS_CHECK_SECONDS = 30.0  #: Time between two looks at the addresses of this computer, in seconds.

DEMO_SOURCE = "demo:"  #: As a source: the page begins with the demonstration, and plays its film as if it were a camera.

#: Maximum number of connections that wait to be accepted. Where there are more, a client tries again after 1, 3 and 7 seconds.
BACKLOG = 1024

PrintLine = Callable[[str], None]


@dataclass(frozen=True)
class UserOutput:
    """Prints lines for the user."""

    say: PrintLine  #: Prints a line.
    #: Whether the key and codes may be printed: in a terminal nothing keeps them, and where no browser is opened, whoever started the table
    #: needs them. Any other output may be kept.
    private: bool


@dataclass(frozen=True)
class ServerOptions:
    """The port, the network and the browser of a server."""

    port: int | None = None  #: Of this machine; None for the first free one from `FIRST_PORT` on.
    network: bool = False  #: Whether devices of the local network are let in, by HTTPS and with codes.
    open_page: bool = True  #: Whether to open the page in the browser.


def serve(
    screen: UserOutput,
    open_eyes: Callable[[], VisionStack],
    *,
    source: str | None = None,
    database: str | None = None,
    guests: Sequence[TableGuest] = (),
    served: ServerOptions | None = None,
) -> None:
    """Serve the live table until the user stops it.

    Args:
        screen: Prints lines for the user.
        open_eyes: Loads the models that follow tables.
        source: A source that the server opens; None where the page has the camera; `DEMO_SOURCE`.
        database: The file where games are kept, as an address; None for that of this user.
        guests: Add-ons at the table.
        served: Where and for whom it is served.
    """
    served = served or ServerOptions()
    with contextlib.ExitStack() as until_served:
        doors = until_served.enter_context(open_doors(screen, served))
        demo = source == DEMO_SOURCE
        reopen = None if source is None or demo else partial(open_source, source)
        opened = None if reopen is None else reopen()
        if opened is not None:
            until_served.callback(opened.close)
        access = doors.access()
        eyes, store = open_eyes(), GameStore.open(database)
        for line in eyes.left_out:
            screen.say(tr("left out: {line}", line=line))
        make_table: MakeTable = partial(LiveTable, eyes, store, source=opened, reopen=reopen, recordings=user_folder() / "recordings")
        for guest in guests:
            until_served.enter_context(guest.open(doors, store))
            make_table = guest.joined(make_table)
        pairing_data = doors.pairing_data("") or (lambda _: {"address": f"{doors.home}pair"})
        games = GamePages(store, access)
        until_served.callback(games.close)
        table = LiveServer(make_table, access, pairing_data, games=games, demo=demo, guests=guests)
        first_page = until_served.enter_context(doors.entry(access, tr("The live table is at {address} - Ctrl-C ends it.")))
        app: ASGIApp = table.app
        for guest in guests:
            app = until_served.enter_context(guest.beside(app, doors))
        if doors.others:
            doors.others.print_instructions(access.pairing if screen.private else None, screen.say)
        doors.run(app, access, first_page if served.open_page else None)


@dataclass(frozen=True)
class Doors:
    """The open sockets of a server, and the pairing of devices with its pages."""

    screen: UserOutput  #: Prints lines for the user.
    listening: socket.socket  #: Socket of this computer's own page.
    folder: Path  #: Folder of paired devices and certificates.
    others: "NetworkListeners | None"  #: Sockets for other devices; None where no others are let in.
    homes: set[str] = field(default_factory=lambda: {""})  #: Paths under which pages pair devices.

    @property
    def port(self) -> int:
        """Port of this computer's own page."""
        return int(self.listening.getsockname()[1])

    @property
    def home(self) -> str:
        """Address of this computer's own page."""
        return f"http://127.0.0.1:{self.port}/"

    def access(
        self, under: str = "", pairing: DevicePairing | None = None, public: Sequence[str] = (), owner: DeviceRole = "keeper"
    ) -> AccessControl:
        """Return the access control of the table, or of the pages under a path.

        Args:
            under: The path; empty for the table.
            pairing: Knows the devices; None for those in a file of their own.
            public: More paths that an unpaired device may request.
            owner: Role of the owner's browser, where `pairing` is None.
        """
        self.homes.add(under)
        what = under.replace("/", "-")
        pairing = pairing or DevicePairing(self.folder / f"paired{what}-{self.port}.json", owner=owner)
        names = self.others.address.names if self.others else ()
        return AccessControl(pairing, self.port, names, network=self.others is not None, under=under, public=public)

    def pairing_data(self, under: str) -> Callable[[str], dict[str, Any]] | None:
        """Return a function that makes `NetworkAddress.pairing_data` of a code for the pages under a path; None without a network."""
        others = self.others
        return None if others is None else lambda code: others.address.pairing_data(code, under)

    @contextlib.contextmanager
    def entry(self, access: AccessControl, said: str) -> Iterator[Path]:
        """Yield the path of a file that pairs the owner's browser; `said` is printed with the address. It is removed at the end."""
        entry = RedirectFile(redirect_path(self.folder, self.port, access.under.strip("/")).resolve())
        page = f"{self.home}{access.under.lstrip('/')}"
        address = f"{page.rstrip('/')}/in?key={access.pairing.new_key(entry.remove)}"
        entry.write(address)
        try:
            self.screen.say(said.format(address=address if self.screen.private else page))
            if not self.screen.private:
                self.screen.say(tr("Open this file in your browser, it lets you in once: {entry.path}", entry=entry))
            yield entry.path
        finally:
            entry.remove()

    def run(
        self,
        app: ASGIApp,
        access: AccessControl,
        first_page: Path | None,
        limits: tuple[int, int] = (MAX_CONNECTIONS, MAX_REQUESTS_PER_HOST),
    ) -> None:
        """Serve an app until the user stops it.

        Args:
            app: The app.
            access: Checks the hosts of the page that says how to trust the certificate.
            first_page: The file that the browser opens; None for no browser.
            limits: Maximum number of connections of each door, and of those of one host that are not websockets.
        """
        if first_page is not None:
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(first_page.as_uri())
        exit_with_success_on_ctrl_c()
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_run_servers(app, access, self, limits))


@contextlib.contextmanager
def open_doors(screen: UserOutput, served: ServerOptions) -> Iterator[Doors]:
    """Open the sockets of a server as long as the block lasts."""
    folder = user_folder() / "doors"
    with contextlib.ExitStack() as opened:
        listening = opened.enter_context(_listen(served.port))
        others = opened.enter_context(_open_network_listeners(folder)) if served.network else None
        yield Doors(screen, listening, folder, others)


class NetworkListeners:
    """The two listening sockets for other devices, and the certificates of the HTTPS page."""

    def __init__(self, folder: Path, https: socket.socket, certificate_page: socket.socket) -> None:
        self._folder, self.https, self.certificate_page = folder, https, certificate_page
        self.address = self._find()  #: Where other devices find the table.
        self._context = self._load()

    def print_instructions(self, pairing: DevicePairing | None, say: PrintLine) -> None:
        """Print the addresses and codes by which other devices come in; without `pairing` no codes."""
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

    def _find(self) -> "NetworkAddress":  # may make certificates
        from numero_cam.web.network_address import find_network_address  # noqa: PLC0415 - needs the extra phone

        return find_network_address(self._folder, self.https.getsockname()[1], self.certificate_page.getsockname()[1])

    def context(self) -> ssl.SSLContext:
        """Return the TLS context with the current certificate."""
        return self._context

    def _load(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self.address.certificates.chain, self.address.certificates.key)
        return context

    async def renew_certificates(self, say: PrintLine) -> None:
        """Renew the certificate whenever the addresses of this computer change or it is about to expire. Runs until cancelled.

        Where that fails, as without a network, a line says so and nothing changes.
        """
        rounds = Rounds(tr("the certificate of the network's page"), say)
        while True:
            await asyncio.sleep(ADDRESS_CHECK_SECONDS)
            with rounds.round():
                self.address = await asyncio.to_thread(self._find)
                self._context = self._load()


@contextlib.contextmanager
def _open_network_listeners(folder: Path) -> Iterator[NetworkListeners]:
    with _listen(None, FIRST_HTTPS_PORT, "0.0.0.0") as https, _listen(None, FIRST_CERTIFICATE_PORT, "0.0.0.0") as plain:  # noqa: S104 - asked for
        yield NetworkListeners(folder, https, plain)


class _SecondaryServer(LimitedServer):
    """A server that leaves Ctrl-C to the first one."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Install no signal handlers."""
        yield


async def _run_servers(app: ASGIApp, access: AccessControl, doors: Doors, limits: tuple[int, int]) -> None:
    """Run the server of this computer and, with a network, those of HTTPS and of the certificate page, until the first one ends."""
    summary, most, of_host, others = RefusalSummary(doors.screen.say), connections_per_listener(limits[0]), limits[1], doors.others
    config = uvicorn.Config(app, lifespan="on", **uvicorn_limits())
    first = LimitedServer(config, Listener(doors.listening, summary, most, requests_per_host=of_host))
    logging.getLogger("uvicorn.error").addFilter(summary)
    if others is None:
        await first.serve()
        return
    from numero_cam.web.certificate_page import certificate_app  # noqa: PLC0415 - needs the extra phone

    trusting = certificate_app(lambda: others.address, access, doors.homes)
    secure = _SecondaryServer(
        uvicorn.Config(app, lifespan="off", **uvicorn_limits()), Listener(others.https, summary, most, others.context, of_host)
    )
    trust = _SecondaryServer(uvicorn.Config(trusting, lifespan="off", **uvicorn_limits()), Listener(others.certificate_page, summary, most))

    async def beside(server: LimitedServer) -> None:
        """Run a server once the first one accepts connections."""
        await first.opened.wait()  # before, there is no table to show
        await server.serve()

    tasks = [asyncio.create_task(beside(server)) for server in (secure, trust)]
    follows = asyncio.create_task(others.renew_certificates(doors.screen.say))
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
    """Return a socket that listens at `port`, None for the first free one from `begin` on; on this computer only by default."""
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
        listening.listen(BACKLOG)  # connections that come while the server starts wait
        return listening
    raise SourceError(tr("port {wanted} is in use; is another table open? name another with --port", wanted=wanted[0]))
