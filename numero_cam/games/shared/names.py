"""Checks and makes names of players, which must be distinct and fit into the text form of a game."""

from collections.abc import Sequence

from numero_cam.catalogue import tr

MAX_NAME_LENGTH = 40  #: Maximum number of characters of a player's name.


def name_problem(names: Sequence[str]) -> str:
    """Return one line that says why the first unusable name cannot be used; empty where all can."""
    return next((reason for name in names if (reason := _one_name_problem(name, names))), "")


def _one_name_problem(name: str, names: Sequence[str]) -> str:
    """Return why a name cannot be used among these names; empty if it can."""
    plain = " ".join(name.split())
    if name != plain or not 0 < len(name) <= MAX_NAME_LENGTH or set(name) & set(":,#") or name[0].isdigit() or not name.isprintable():
        shown = name.encode("unicode_escape").decode() if not name.isprintable() else name
        return tr(
            'the name "{shown}" cannot be used: 1-{most} characters, no colon, comma or #, not beginning with a digit',
            shown=shown,
            most=MAX_NAME_LENGTH,
        )
    return tr('two players are called "{name}"', name=name) if names.count(name) > 1 else ""


def player_names(player_count: int, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the given names of players, or `Player 1`, `Player 2` and so on if none are given."""
    if not names:
        return tuple(tr("Player {n}", n=place) for place in range(1, player_count + 1))
    if (
        reason := tr("{given} names are given for {players} players", given=len(names), players=player_count)
        if len(names) != player_count
        else name_problem(names)
    ):
        raise ValueError(reason)
    return tuple(names)


def split_names(line: str) -> list[str]:
    """Return the names of a comma-separated line such as `Anna, Ben`."""
    return [" ".join(name.split()) for name in line.split(",")]


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names with numbers behind repeated ones, such as `greedy`, `greedy 2`."""
    return tuple(name if names[:place].count(name) == 0 else f"{name} {names[:place].count(name) + 1}" for place, name in enumerate(names))
