"""Reads a pasted list of entrants: a line for each team or child."""

import re
from collections.abc import Collection

from numero_cam.base.errors import HallError
from numero_cam.catalogue import tr
from numero_cam.hall.records import MAX_ENTRANTS, MAX_NAME_LENGTH, Entrant

MAX_MEMBERS = 8  #: Maximum number of children of a team.


def read_entry_list(text: str, first: int = 1, joined: int = 1, taken: Collection[str] = ()) -> tuple[Entrant, ...]:
    """Return the entrants of a list, numbered in its order.

    Args:
        text: A line for each entrant: a name, or the name of a team, a colon, and its children with commas between them. Tabs of a
            spreadsheet count as commas.
        first: Number of the first entrant.
        joined: The first round in which they may play.
        taken: Names that are in the event already.
    """
    found: list[Entrant] = []
    names = {name.casefold() for name in taken}
    for line, row in enumerate(text.splitlines(), 1):
        if not row.strip():
            continue
        name, members = _split(row)
        _check(line, name, members, names)
        names.add(name.casefold())
        found.append(Entrant(first + len(found), name, members, joined))
    if not found:
        raise HallError(tr("the list is empty; write a line for each team, such as Owls: Ann, Ben"))
    if first - 1 + len(found) > MAX_ENTRANTS:
        raise HallError(tr("an event has at most {most} teams", most=MAX_ENTRANTS))
    return tuple(found)


def _split(row: str) -> tuple[str, tuple[str, ...]]:  # name and members
    head, _, rest = row.partition(":")
    cells = [_plain(cell) for cell in re.split(r"[,;\t]", rest)]
    return _plain(head.replace("\t", " ")), tuple(cell for cell in cells if cell)


def _plain(text: str) -> str:  # printable, with single spaces
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _check(line: int, name: str, members: tuple[str, ...], names: Collection[str]) -> None:
    """Refuse the entrant of a line without a name, with too long ones, with one in `names`, or with too many members."""
    if not name:
        message = tr("line {line}: the name is missing before the colon", line=line)
    elif any(len(each) > MAX_NAME_LENGTH for each in (name, *members)):
        message = tr("line {line}: a name has at most {most} letters", line=line, most=MAX_NAME_LENGTH)
    elif name.casefold() in names:
        message = tr("line {line}: {name} is there twice; give one of them another name", line=line, name=name)
    elif len(members) > MAX_MEMBERS:
        message = tr("line {line}: a team has at most {most} children", line=line, most=MAX_MEMBERS)
    else:
        return
    raise HallError(message)
