"""A class in words: who is in it, what each reached, the records."""

from collections.abc import Sequence

from numero_cam.catalogue import tr
from numero_cam.text.words import count

_KINDS = {"take": tr("Best take"), "game": tr("Highest score")}


def record_line(kind: str, highest: int, by: str, who: Sequence[tuple[str, str]]) -> str:
    """Return a record: `Best take: 8 cards, 17 Ann (week 12)`.

    Args:
        kind: ``take`` or ``game``.
        highest: How many.
        by: ``cards`` or ``points``.
        who: The pupils with the week in which each reached it.
    """
    names = "; ".join(f"{name} ({week})" for name, week in who)
    return f"{_KINDS[kind]}: {count(highest, by)}, {names}"


def challenge_line(challenger: str, challenged: str, *, won: bool) -> str:
    """Return what a game of the ladder changed."""
    if won:
        return tr("{challenger} wins against {challenged}: they change places.", challenger=challenger, challenged=challenged)
    return tr("{challenger} does not win against {challenged}: all stay where they are.", challenger=challenger, challenged=challenged)
