"""Which cards of a photo a play uses."""

from collections import defaultdict

from numero_cam.observe.decode import TablePosition, TableTake
from numero_cam.solve.records import Play

TAKEN, TAKES = "take", "with"


def play_roles(table: TablePosition, play: Play) -> dict[int, str]:
    """The ``n`` of each card of a play to its role.

    Equal cards (of several packs) are interchangeable; those of the centre are used first. Typed cards have no ``n`` and no role.

    Args:
        table: The position with the numbers behind its cards.
        play: A play of this position.

    Returns:
        ``n`` to ``take`` for what is taken, to ``with`` for the taking card.
    """
    behind: defaultdict[str, list[tuple[int, ...]]] = defaultdict(list)
    for item, numbers in zip((*table.position.centre, *table.position.hand), table.numbers, strict=True):
        behind[str(item)].append(numbers)
    roles = dict.fromkeys(behind[str(play.taker)].pop(), TAKES)  # the last of equals lies in the hand
    for group in play.groups:
        for item in group.cards:
            roles |= dict.fromkeys(behind[str(item)].pop(0), TAKEN)
    return roles


def take_roles(take: TableTake, play: Play) -> dict[int, str]:
    """The ``n`` of each card of a take that lies spread to its role; see ``play_roles``."""
    taker = [n for n, card in zip(take.numbers, take.cards, strict=True) if card == play.taker][-1]
    return {n: TAKES if n == taker else TAKEN for n in take.numbers}
