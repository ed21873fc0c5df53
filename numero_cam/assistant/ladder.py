"""The ladder of a class: names in a row, and who wins against the one or two above changes places (the guide, "A Numero ladder")."""

from collections.abc import Sequence

from numero_cam.base.errors import ClassError

HIGHEST = 2
"""So many places above may be challenged."""


def may_challenge(ladder: Sequence[int], number: int) -> tuple[int, ...]:
    """Return whom a pupil may challenge, the nearest first.

    Args:
        ladder: Numbers of pupils, the highest place first.
        number: The challenger.
    """
    at = ladder.index(number)
    return tuple(ladder[place] for place in range(at - 1, at - 1 - HIGHEST, -1) if place >= 0)


def after_challenge(ladder: Sequence[int], challenger: int, challenged: int, *, won: bool) -> tuple[int, ...]:
    """Return the ladder after a game: both change places where the challenger won.

    Raises:
        ClassError: One of them is not on the ladder, or the challenged one is not one or two places above.
    """
    for number in (challenger, challenged):
        if number not in ladder:
            message = f"pupil {number} is not on the ladder"
            raise ClassError(message)
    if challenged not in may_challenge(ladder, challenger):
        allowed = " or ".join(map(str, may_challenge(ladder, challenger)))
        who = f"he may challenge {allowed}" if allowed else "he is at the top and challenges nobody"
        message = f"pupil {challenger} may challenge only those one or two places above him: {who}"
        raise ClassError(message)
    order = list(ladder)
    if won:
        one, other = order.index(challenger), order.index(challenged)
        order[one], order[other] = order[other], order[one]
    return tuple(order)
