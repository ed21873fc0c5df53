"""Options and checks of the commands that open a page in the browser."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.extras import need

if TYPE_CHECKING:
    from numero_cam.web.serve import UserOutput

PAGE_PACKAGES = ("starlette", "uvicorn", "websockets")
NETWORK_PACKAGES = ("cryptography", "segno")
PortOption = Annotated[int | None, typer.Option(min=0, max=65535, metavar="N", show_default="8088", help="Of this machine.")]
BrowserOption = Annotated[bool, typer.Option(help="Open the page in the browser.")]


def need_network(*, wanted: bool) -> None:
    """Check that the packages of ``--network`` are installed where it is wanted."""
    if wanted:
        need(NETWORK_PACKAGES, lambda packages: tr("--network needs {packages}", packages=packages), ("live", "phone"))


def server_output(*, private: bool) -> "UserOutput":
    """Return the output of a server's lines, standard error; keys and codes are printed with `private` or in a terminal."""
    from numero_cam.web.serve import UserOutput

    def say(line: str) -> None:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()

    return UserOutput(say, private=sys.stderr.isatty() or private)
