"""``numero-cam class page``: the teacher's week in the browser, alone or beside the live table."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.extras import need

if TYPE_CHECKING:
    from numero_cam.web.class_site import ClassDesk
    from numero_cam.web.serve import UserOutput

PAGE_PACKAGES = ("starlette", "uvicorn", "websockets")
NETWORK_PACKAGES = ("cryptography", "segno")
PortOption = Annotated[int | None, typer.Option(min=0, max=65535, metavar="N", show_default="8088", help="Of this machine.")]
BrowserOption = Annotated[bool, typer.Option(help="Open the page in the browser.")]


def page(
    *,
    network: Annotated[
        bool, typer.Option("--network", help="Let telephones of the local network give photos, by HTTPS and with codes.")
    ] = False,
    port: PortOption = None,
    browser: BrowserOption = True,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default=False, help="The file of the classes; else NUMERO_CAM_CLASSES, or that of this user."),
    ] = None,
) -> None:
    """Opens the class page in the browser: classes, the week to print, mark and project, results.

    The page is for you alone, on this computer. With --network a telephone of yours may give photos of slips, and sees nothing else.
    Nothing leaves the computer; Ctrl-C ends the page. Needs the extra live, --network also phone, and a scanner's PDF scan; numero-cam
    doctor says how extras are installed.

    \b
    Examples:
      numero-cam class page
      numero-cam class page --network
    """
    need(PAGE_PACKAGES, lambda packages: tr("the class page needs {packages}", packages=packages))
    need_network(wanted=network)
    from numero_cam.web.serve import ServerOptions, serve_class

    serve_class(server_output(private=not browser), class_desk(file), ServerOptions(port, network, browser))


def need_network(*, wanted: bool) -> None:
    """Check that the packages of ``--network`` are installed where it is wanted."""
    if wanted:
        need(NETWORK_PACKAGES, lambda packages: tr("--network needs {packages}", packages=packages), ("live", "phone"))


def class_desk(file: Path | None = None) -> "ClassDesk":
    """Return what knows the classes of a file; without one, of this user."""
    from numero_cam.classroom.desk import Desk

    return Desk(file)


def server_output(*, private: bool) -> "UserOutput":
    """Return where a server prints its lines.

    Args:
        private: Whether keys and codes are printed although the output is no terminal.
    """
    from numero_cam.web.serve import UserOutput

    def say(line: str) -> None:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()

    return UserOutput(say, private=sys.stderr.isatty() or private)
