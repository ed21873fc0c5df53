"""Names of players: which ones the text form of a game can tell apart."""

from collections.abc import Sequence

MAX_NAME_LENGTH = 40
"""Maximum number of characters of a player's name."""


def name_problem(names: Sequence[str]) -> str:
    """Return why these names cannot be used, in one line about the first such name; empty where all can."""
    return next((reason for name in names if (reason := _why_not(name, names))), "")


def _why_not(name: str, names: Sequence[str]) -> str:
    plain = " ".join(name.split())
    if name != plain or not 0 < len(name) <= MAX_NAME_LENGTH or set(name) & set(":,#") or name[0].isdigit() or not name.isprintable():
        shown = name.encode("unicode_escape").decode() if not name.isprintable() else name
        return f'the name "{shown}" cannot be used: 1-{MAX_NAME_LENGTH} characters, no colon, comma or #, not beginning with a digit'
    return f'two players are called "{name}"' if names.count(name) > 1 else ""


def player_names(players: int, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of so many players: those given, or `Player 1`, `Player 2` where none are.

    Raises:
        ValueError: There are not as many, or they cannot be used.
    """
    if not names:
        return tuple(f"Player {place}" for place in range(1, players + 1))
    if reason := f"{len(names)} names are given for {players} players" if len(names) != players else name_problem(names):
        raise ValueError(reason)
    return tuple(names)


def split_names(line: str) -> list[str]:
    """Return the names that a line such as `Anna, Ben` holds."""
    return [" ".join(name.split()) for name in line.split(",")]


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names that can be told apart: `greedy`, `greedy 2`."""
    return tuple(name if names[:place].count(name) == 0 else f"{name} {names[:place].count(name) + 1}" for place, name in enumerate(names))
