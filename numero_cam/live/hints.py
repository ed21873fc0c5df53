"""Levels of hints, and which page may see a hint."""

from collections.abc import Mapping
from typing import Literal, get_args

from numero_cam.catalogue import tr

HintLevel = Literal["none", "cards", "with", "begin", "play", "advise"]
HINT_LEVELS: tuple[HintLevel, ...] = get_args(HintLevel)

_TOLD_TO_ALL = ("type", "level", "player")  #: What the pages of other players are told of a hint.


def hint_for_player(hint: Mapping[str, object], player: str | None) -> Mapping[str, object]:
    """Return a hint as one page may see it: a player's page sees hints of its own turns only.

    Args:
        hint: A message of `hint_message`.
        player: The player of the page; None for a page that everybody sees.
    """
    to_play = hint["player"]
    if player is None or to_play is None or is_same_player(str(to_play), player):
        return hint
    blank = {name: type(value)() for name, value in hint.items() if name not in _TOLD_TO_ALL and value is not None}
    return {**hint, **blank, "why": tr("{name} is to play", name=to_play)}


def is_same_player(name: str, other: str) -> bool:
    """Return whether two names mean the same player: case and spaces do not matter."""
    return " ".join(name.split()).casefold() == " ".join(other.split()).casefold()
