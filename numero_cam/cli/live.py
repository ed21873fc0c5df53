"""``numero-cam live``: the live table on a page."""

import sys
from typing import Annotated

import typer

from numero_cam.cli.extras import need
from numero_cam.cli.options import ConfigOption, DatabaseOption, DeckOption

NEEDED = ("starlette", "uvicorn", "websockets", "sqlalchemy")
NEEDED_FOR_NETWORK = ("cryptography", "segno")


def live(
    *,
    source: Annotated[
        str | None,
        typer.Option(
            metavar="SOURCE",
            show_default="the camera of the page",
            help="A camera's number, a film, a folder of pictures, or a stream's address, which this program opens itself.",
        ),
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, metavar="N", show_default="8088", help="Of this machine.")] = None,
    network: Annotated[bool, typer.Option("--network", help="Let in devices of the local network, by HTTPS and with codes.")] = False,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    database: DatabaseOption = None,
    deck: DeckOption = None,
    config: ConfigOption = None,
) -> None:
    """Opens a page that watches a table, shows the cards, gives hints, says the plays and keeps the score.

    The page is for this machine only, unless --network lets others in: telephones as cameras, pages of players. Pictures are looked at and
    forgotten. Games are kept; Ctrl-C ends the table, and the next one goes on with the game. Needs the extra live: pip install
    'numero-cam[live]'; --network needs 'numero-cam[live,phone]'.

    \b
    Examples:
      numero-cam live
      numero-cam live --network
      numero-cam live --source 0
      numero-cam live --source http://192.168.0.7:8080/video
    """
    need(NEEDED, "the live table needs")
    if network:
        need(NEEDED_FOR_NETWORK, "--network needs", "live,phone")
    from numero_cam.web.serve import UserOutput, serve

    def say(line: str) -> None:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()

    screen = UserOutput(say, private=sys.stderr.isatty() or not browser)
    serve(screen, source=source, port=port, network=network, deck=deck, config=config, database=database, open_page=browser)
