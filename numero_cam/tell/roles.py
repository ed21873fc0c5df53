"""Which cards of a photo a play uses."""

from collections import defaultdict

from numero_cam.observe.decode import TablePosition
from numero_cam.solve.records import Play

TAKEN, TAKES = "take", "with"


def play_roles(table: TablePosition, play: Play) -> dict[int, str]:
    """The ``n`` of each card of a play to its role.

    Equal cards (of several packs) are interchangeable; those of the centre are used first.

    Args:
        table: The position with the numbers behind its cards.
        play: A play of this position.

    Returns:
        ``n`` to ``take`` for what is taken, to ``with`` for the taking card.
    """
    behind: defaultdict[str, list[tuple[int, ...]]] = defaultdict(list)
    for item, numbers in zip((*table.position.centre, *table.position.hand), table.numbers, strict=True):
        behind[str(item)].append(numbers)
    roles = {behind[str(play.taker)].pop()[0]: TAKES}  # the last of equals lies in the hand
    for group in play.groups:
        for item in group.cards:
            roles |= dict.fromkeys(behind[str(item)].pop(0), TAKEN)
    return roles
