"""All commands under one name. A group of commands has a file of its own, and imports what it needs when it runs."""

from collections.abc import Sequence
from inspect import getdoc
from pathlib import Path
from typing import Annotated

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.addons import GuestOptions, addons
from numero_cam.cli.calibrate import calibrate_app
from numero_cam.cli.check import check
from numero_cam.cli.deck import cards_of_games, deck_app
from numero_cam.cli.extras import need
from numero_cam.cli.game import game_app, play
from numero_cam.cli.options import (
    CLASSES,
    GAMES,
    SETUP,
    TABLE,
    DatabaseOption,
    DeckOption,
    JsonOption,
    PanelledCommand,
    PanelledGroup,
    checked_address,
    grouped,
    print_json,
    reader_file,
)
from numero_cam.cli.pages import PAGE_PACKAGES, BrowserOption, PortOption, need_network, server_output
from numero_cam.cli.puzzle import puzzle_app
from numero_cam.cli.read import read
from numero_cam.cli.score import score
from numero_cam.cli.solve import solve
from numero_cam.cli.watch import watch

HELP_NAMES = {"help_option_names": ["-h", "--help"]}

# Plain help: it reads the same in every terminal and in docs/cli.md, and rich need not be loaded.
app = typer.Typer(name="numero-cam", cls=PanelledGroup, rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=HELP_NAMES)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it so
    if wanted:
        from importlib.metadata import version

        print(f"numero-cam {version('numero-cam')}")
        raise typer.Exit


@app.callback()
def numero_cam(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Reads the number cards on a table from a photo and finds the best take of Numero.

    \b
    Examples:
      numero-cam read table.jpg
      numero-cam solve table.jpg
      numero-cam solve --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2"
    """


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
    demo: Annotated[
        bool, typer.Option("--demo", help="Play a film of a game that comes with the program; needs neither cards nor camera.")
    ] = False,
    port: PortOption = None,
    network: Annotated[bool, typer.Option("--network", help="Let in devices of the local network, by HTTPS and with codes.")] = False,
    browser: BrowserOption = True,
    addon_options: Sequence[GuestOptions],
    database: DatabaseOption = None,
    deck: DeckOption = None,
) -> None:
    """Opens a page that watches a table, shows the cards, gives hints, says the plays and keeps the score.

    The page is for this machine only, unless --network lets others in: telephones as cameras, pages of players. Pictures are looked at and
    forgotten. Games are kept; Ctrl-C ends the table, and the next one goes on with the game. Needs the extra live, --network also phone;
    numero-cam doctor says how extras are installed.

    \b
    Examples:
      numero-cam live
      numero-cam live --demo
      numero-cam live --network
      numero-cam live --source 0
      numero-cam live --source http://192.168.0.7:8080/video
    """
    need(PAGE_PACKAGES, lambda packages: tr("the live table needs {packages}", packages=packages))
    if demo and source is not None:
        raise typer.BadParameter(tr("--demo plays a film of its own: leave --source out"))
    need_network(wanted=network)
    database = checked_address(database, "--database or DATABASE_URL")
    from numero_cam.app.watch import open_vision_stack
    from numero_cam.web.serve import DEMO_SOURCE, ServerOptions, serve

    serve(
        server_output(private=not browser),  # private: keys and codes are printed even where the output is no terminal
        lambda: open_vision_stack(deck, reader_file()),
        source=DEMO_SOURCE if demo else source,
        database=database,
        guests=[guest for options in addon_options if (guest := options.guest()) is not None],
        served=ServerOptions(port, network, browser),
    )


def doctor(
    *,
    calibration: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", show_default=False, help="A calibration to check; without it, camera.toml and table.toml of this folder."
        ),
    ] = None,
    cameras: Annotated[bool, typer.Option("--cameras/--no-cameras", help="Whether to try a picture from each camera.")] = True,
    json: JsonOption = False,
) -> None:
    """Checks that everything is there and whole: versions, extras, models, decks, calibration, privacy, folders, cameras.

    Nothing is kept or sent: the file that is written into each folder of the program is removed, test pictures of cameras are thrown away.
    Files of the program that other accounts of this computer could read are made private. The exit status is 1 if something must be
    mended.

    \b
    Examples:
      numero-cam doctor
      numero-cam doctor --json
      numero-cam doctor --no-cameras --calibration table.toml
    """
    from numero_cam.app.doctor import TOPICS, examine
    from numero_cam.text import console

    extras = {extra: purpose for addon in addons() for extra, purpose in addon.extras.items()}
    checkup = examine(tuple(cards_of_games().values()), extras, calibrations=calibration, cameras=cameras)
    if json:
        print_json(checkup.to_dict())
    else:
        console.print_table(["", "", ""], [[TOPICS[one.topic], one.name, one.found] for one in checkup.findings])
        for one in checkup.findings:
            if one.install:  # whole, to be copied: no table may break it
                print(tr("To install {name}: {line}", name=one.name, line=one.install) + "\n")
        bad = [f"{TOPICS[one.topic]}: {one.name}: {one.found}" for one in checkup.findings if not one.good]
        console.print_lines([tr("To mend: {problem}", problem=problem) for problem in bad] or [tr("Everything is as it must be.")])
    if checkup.problems:
        raise typer.Exit(1)


for table_command in (read, solve, score, check, watch):
    app.command(cls=PanelledCommand, rich_help_panel=TABLE)(table_command)
app.command(rich_help_panel=GAMES)(play)
_examples = [addon.live_example for addon in addons() if addon.live_example]
_addon_options = [addon.live_options for addon in addons() if addon.live_options]
app.command(rich_help_panel=GAMES, help="\n  ".join([str(getdoc(live)), *_examples]))(grouped(live, addon_options=_addon_options))
app.add_typer(game_app, name="game", rich_help_panel=GAMES)
for addon in reversed(addons()):  # as the list of commands has them
    addon.register(app)
app.add_typer(puzzle_app, name="puzzle", rich_help_panel=CLASSES)
app.command(rich_help_panel=SETUP)(doctor)
app.add_typer(deck_app, name="deck", rich_help_panel=SETUP)
app.add_typer(calibrate_app, name="calibrate", rich_help_panel=SETUP)
