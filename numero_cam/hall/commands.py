"""``numero-cam hall``: serves an event of many tables; lists, deletes and copies the events of its database."""

import os
import re
import sys
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from numero_cam.catalogue import ngettext, tr
from numero_cam.cli.extras import need
from numero_cam.cli.options import PanelledGroup, checked_address, say_notices
from numero_cam.cli.pages import PAGE_PACKAGES, BrowserOption, PortOption, need_network, server_output

if TYPE_CHECKING:
    from numero_cam.hall.server import HallGuest

HALL_PACKAGES = (*PAGE_PACKAGES, "networkx", "sqlalchemy")
HALL_VARIABLE = "NUMERO_CAM_HALL"
CODE_VARIABLE = "NUMERO_CAM_HALL_CODE"  #: Environment variable with the code of a table, for whoever starts many.
_PASSWORD = re.compile(r"[a-z0-9+]+://[^/?#]*:[^/?#]+@", re.IGNORECASE)
_SEEN_PASSWORD = tr(
    "--database: other accounts of this computer can see the password in the list of processes; "
    "leave it out and write it into ~/.pgpass, PGPASSWORD or NUMERO_CAM_HALL"
)


def _warn_of_password(context: typer.Context, parameter: typer.CallbackParam, address: str | None) -> str | None:
    """Return the address unchanged, after a warning where it has a password and was given on the command line."""
    source = context.get_parameter_source(str(parameter.name))
    if address and source is not None and source.name == "COMMANDLINE" and _PASSWORD.match(address):
        say_notices((_SEEN_PASSWORD,))
    return address


_DATABASE = typer.Option(
    "--database",
    metavar="ADDRESS",
    envvar=HALL_VARIABLE,
    callback=_warn_of_password,
    show_default=False,
    help="Where events are kept: sqlite:///hall.sqlite or postgresql://NAME@HOST/DATABASE.",
)
HallDatabaseOption = Annotated[str, _DATABASE]
hall_app = typer.Typer(cls=PanelledGroup, rich_markup_mode=None, invoke_without_command=True)


@hall_app.callback()
def hall(
    context: typer.Context,
    *,
    database: Annotated[str | None, _DATABASE] = None,
    network: Annotated[
        bool, typer.Option("--network", help="Let tables, referees and watchers of the local network in, by HTTPS.")
    ] = False,
    port: PortOption = None,
    browser: BrowserOption = True,
) -> None:
    """Opens the page of a hall: events, rounds, the board, the referee's page.

    Tables join with numero-cam live --hall. Ctrl-C ends the hall; tables play on, and send what is missing when it is there again. Needs
    the extra hall, --network also phone, PostgreSQL also postgres; numero-cam doctor says how extras are installed.

    \b
    Examples:
      numero-cam hall --database sqlite:///hall.sqlite
      numero-cam hall --database postgresql://hall@localhost/hall --network
    """
    if context.invoked_subcommand is not None:
        return
    if database is None:
        raise typer.BadParameter(tr("say where events are kept: --database sqlite:///hall.sqlite"))
    _need_hall()
    need_network(wanted=network)
    from numero_cam.hall.server import serve_hall
    from numero_cam.web.serve import ServerOptions

    serve_hall(server_output(private=not browser), database, ServerOptions(port, network, browser))


@hall_app.command("events")
def list_events(*, database: HallDatabaseOption) -> None:
    """Lists the events of a hall with their numbers.

    \b
    Example:
      numero-cam hall events --database sqlite:///hall.sqlite
    """
    _need_hall()
    from numero_cam.hall.store import hall_events

    damage: list[str] = []
    events = hall_events(database, damage.append)
    for event in events:
        print(f"{event.number}  {event.began[:10]}  {event.setting.name}")
    for line in damage:
        sys.stderr.write(f"{line}\n")
    if not events and not damage:
        print(tr("No event is kept there."))


@hall_app.command("delete")
def delete_event(
    event: Annotated[int, typer.Argument(metavar="N", min=1, help="Its number, as hall events lists it.")], *, database: HallDatabaseOption
) -> None:
    """Deletes an event wholly: its entries, rounds, results, games and log.

    \b
    Example:
      numero-cam hall delete 3 --database sqlite:///hall.sqlite
    """
    _need_hall()
    from numero_cam.hall.store import delete_event as delete

    delete(database, event)
    print(tr("Event {number} is deleted.", number=event))


@hall_app.command("copy")
def copy_hall(
    into: Annotated[str, typer.Argument(metavar="ADDRESS", help="An empty database that is to hold the same.")],
    *,
    database: HallDatabaseOption,
) -> None:
    """Copies all events into an empty database of either kind: a backup, its restoring, or a move from a file to PostgreSQL.

    \b
    Examples:
      numero-cam hall copy sqlite:///backup.sqlite --database postgresql://hall@localhost/hall
      numero-cam hall copy postgresql://hall@localhost/new --database sqlite:///backup.sqlite
    """
    _need_hall()
    from numero_cam.hall.store import copy_hall as copy

    copied = copy(database, into)
    print(ngettext("{n} event is copied.", "{n} events are copied.", copied))


def _need_hall() -> None:
    need(HALL_PACKAGES, lambda packages: tr("the hall needs {packages}", packages=packages), ("hall",))


def copy_games(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="Of the database, postgresql://NAME@HOST/DATABASE.")],
    *,
    database: Annotated[str | None, typer.Option(metavar="ADDRESS", help="The file, as sqlite:///games.sqlite; else yours.")] = None,
) -> None:
    """Copies the games that an earlier version kept in PostgreSQL into the file of games, under new numbers."""
    need(HALL_PACKAGES, lambda packages: tr("reading a database needs {packages}", packages=packages), ("hall", "postgres"))
    from numero_cam.app.table_games import open_games
    from numero_cam.hall.postgres_games import copy_postgres_games

    with open_games(checked_address(database, "--database")) as store:
        copied = copy_postgres_games(address, store)
    print(ngettext("{n} game is copied.", "{n} games are copied.", copied))


class SeatOptions(NamedTuple):
    """Which table of which hall a live table is; see the help of these options."""

    hall: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", show_default=False, help="Join this table to a hall, see numero-cam hall; --table says which it is."
        ),
    ] = None
    table: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=200, show_default=False, help="Number of this table in the hall.")
    ] = None

    def guest(self) -> "HallGuest":
        """Return the guest that joins the table to this hall, or to none; it asks for the table's code where the hall wants one."""
        from numero_cam.hall.server import HallGuest

        if self.hall is None and self.table is None:
            return HallGuest()
        if self.hall is None or self.table is None:
            raise typer.BadParameter(tr("a table of a hall is named by both: --hall ADDRESS --table N"))
        from numero_cam.base.files import user_folder
        from numero_cam.hall.client import check_address
        from numero_cam.hall.seat import known_seat, take_seat

        hall, folder = check_address(self.hall), user_folder() / "doors"
        known = known_seat(folder, hall, self.table)
        if known is not None:
            return HallGuest(known)
        code = os.environ.get(CODE_VARIABLE) or typer.prompt(tr("The code of table {table}", table=self.table))
        return HallGuest(take_seat(folder, hall, code, self.table))
