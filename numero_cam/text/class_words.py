"""Records of a class in words."""

from collections.abc import Sequence

from numero_cam.catalogue import tr
from numero_cam.text.words import count

_KINDS = {"take": tr("Best take: {highest}, {names}"), "game": tr("Highest score: {highest}, {names}")}


def record_line(kind: str, highest: int, by: str, who: Sequence[tuple[str, str]]) -> str:
    """Return the line of a record: `Best take: 8 cards, 17 Ann (week 12)`.

    Args:
        kind: ``take`` or ``game``.
        highest: Number of cards or points.
        by: ``cards`` or ``points``.
        who: The pupils with the record, each with its week.
    """
    names = "; ".join(f"{name} ({week})" for name, week in who)
    return _KINDS[kind].format(highest=count(highest, by), names=names)
