"""The puzzle of a level for a week: one that a slip has room for."""

from itertools import islice

from numero_cam.assistant.slip_records import SlipPuzzle, fits
from numero_cam.games.numero.puzzles import LevelError, Wanted, make, parse_level
from numero_cam.games.numero.rules.choices import By

CENTRE = 6
"""Cards in the centre."""


def week_puzzle(name: str, seed: int | str, by: By) -> SlipPuzzle:
    """Return a puzzle of a level.

    Args:
        name: ``silver:12``, ``gold:30``, or a card set such as ``3``.
        seed: Decides on the cards.
        by: What counts.

    Raises:
        LevelError: There is no such level, or no puzzle of it was found.
    """
    level = parse_level(name)
    wanted = Wanted(level.set_name, level.cards, level.band, by, centre=CENTRE)
    fitting = (puzzle for puzzle in make(wanted, seed) if fits(puzzle.position, puzzle.play))
    for puzzle in islice(fitting, 1):
        return SlipPuzzle.of(level.name, puzzle)
    message = f"level {level.name}: no puzzle was found"  # never: most deals are puzzles
    raise LevelError(message)
