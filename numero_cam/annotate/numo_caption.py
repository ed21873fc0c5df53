"""What stands beside an annotated photo of NUMO cards: the melds by their letters, their points, and the rows that are none."""

from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.annotate.caption import Caption
from numero_cam.annotate.look import set_look
from numero_cam.tell.words import count


@dataclass(frozen=True)
class RowWords:
    """A row of cards.

    Attributes:
        cards: As people write them.
        kinds: What it is as a meld, in words; empty where it is none.
        points: The sum of its numbers.
        unknown: Numbers of its cards that are not known.
    """

    cards: str
    kinds: str
    points: int
    unknown: tuple[int, ...] = ()


def numo_caption(rows: Sequence[RowWords], left: int, problems: Sequence[str] = ()) -> Caption:
    """What is said of a photo of melds or leftovers.

    Args:
        rows: From the top; those that are melds have the letters of sets, in this order.
        left: The sum of all cards that are known.
        problems: What hampers reading.
    """
    melds = [row for row in rows if row.kinds]
    letters = iter(set_look(place).letter for place in range(len(melds)))
    notes = [f"{next(letters)}: {row.cards}, {row.kinds}, {count(row.points, 'point')}" if row.kinds else _no_meld(row) for row in rows]
    title = f"{count(len(melds), 'meld')}, {count(sum(row.points for row in melds), 'point')}"
    return Caption(title, f"Left in a hand these cards cost {count(left, 'point')}.", notes=(*notes, *(f"{p}." for p in problems)))


def _no_meld(row: RowWords) -> str:
    if row.unknown:
        which = f"{'card' if len(row.unknown) == 1 else 'cards'} {', '.join(map(str, row.unknown))}"
        return f"{row.cards + ': ' if row.cards else ''}{which} not known"
    return f"{row.cards}: no meld"
