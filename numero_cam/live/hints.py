"""Levels of hints, and which page may see a hint."""

from collections.abc import Mapping
from typing import Literal, get_args

from numero_cam.catalogue import tr

#: How much a hint says: nothing, that there is a play, its card of the hand, where to begin, the play, the advisor's plays.
HintLevel = Literal["none", "cards", "with", "begin", "play", "advise"]
HINT_LEVELS: tuple[HintLevel, ...] = get_args(HintLevel)

_PUBLIC_FIELDS = ("type", "level", "player")  #: The fields of a hint that the pages of other players get.


def hint_for_player(hint: Mapping[str, object], player: str | None) -> Mapping[str, object]:
    """Return a message of `hint_message` as the page of a player, or that of nobody, may see it: hints of its own turns only."""
    to_play = hint["player"]
    if player is None or to_play is None or is_same_player(str(to_play), player):
        return hint
    # All other fields are empty values of their types.
    blank = {name: type(value)() for name, value in hint.items() if name not in _PUBLIC_FIELDS and value is not None}
    return {**hint, **blank, "why": tr("{name} is to play", name=to_play)}


def is_same_player(name: str, other: str) -> bool:
    """Return whether two names mean the same player: case and spaces do not matter."""
    return " ".join(name.split()).casefold() == " ".join(other.split()).casefold()
