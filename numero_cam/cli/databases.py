"""The option ``--database``: where kept games are, and what is to be said of how it was given."""

import re
import sys
from collections.abc import Iterable
from typing import Annotated

import typer

_PASSWORD = re.compile(r"[a-z0-9+]+://[^/?#]*:[^/?#]+@", re.IGNORECASE)
SEEN = (
    "--database: other accounts of this computer can see the password in the list of processes; "
    "leave it out and write it into ~/.pgpass, PGPASSWORD or DATABASE_URL"
)


def _checked(context: typer.Context, parameter: typer.CallbackParam, address: str | None) -> str | None:
    """Say that others can see a password that stands on the command line."""
    source = context.get_parameter_source(str(parameter.name))
    if address and source is not None and source.name == "COMMANDLINE" and _PASSWORD.match(address):
        say_notices((SEEN,))
    return address


DatabaseOption = Annotated[
    str | None,
    typer.Option(
        envvar="DATABASE_URL",
        metavar="ADDRESS",
        show_default="a file of yours",
        callback=_checked,
        help="Where games are kept, such as sqlite:///games.sqlite or postgresql://NAME@HOST/DATABASE.",
    ),
]


def say_notices(notices: Iterable[str]) -> None:
    """Write lines for the user to standard error."""
    for line in notices:
        sys.stderr.write(f"numero-cam: {line}\n")
