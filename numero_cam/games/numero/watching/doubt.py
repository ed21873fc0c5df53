"""What was decided before is doubted where no play explains what is seen; and what nothing explains is put into words."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.operations import Challenged, Dealt, Drawn, Operation, Passed
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.arithmetic import Arithmetic
from numero_cam.games.numero.watching.evidence import Evidence
from numero_cam.games.numero.watching.explain import Chain, Explainer
from numero_cam.games.numero.watching.plays import Move
from numero_cam.games.numero.watching.table import Fit, Seen
from numero_cam.games.shared.sight import Place

MOST_BACK = 6
"""Operations that are taken back at once."""


@dataclass(frozen=True)
class Correction:
    """Another past that explains the table better.

    Attributes:
        undone: How many operations are taken back.
        operations: What was done instead.
    """

    undone: int
    operations: tuple[Move, ...]


def correction(
    game: Game, seen: Seen, arithmetic: Arithmetic, best: Chain, *, fixed: int = 1, refused: AbstractSet[tuple[int, Move]] = frozenset()
) -> Correction | None:
    """Return what should have been decided instead of the last operations; `None` where nothing explains the table much better.

    Args:
        game: As it was decided.
        seen: What is seen now.
        arithmetic: Which take cards make.
        best: The best chain from the game's state.
        fixed: So many of the first operations were said by a person, or come before one that was.
        refused: Operations that a person took back, each with the number it had.
    """
    explainer = Explainer(seen, arithmetic, hands_came=True)
    found, least = None, best.score
    for back in range(1, min(MOST_BACK, len(game.operations) - max(1, fixed)) + 1):
        undone = game.operations[-back:]
        if isinstance(undone[0], Dealt | Challenged):
            break
        stood = sum(_weight(operation) for operation in undone)
        for chain in explainer.chains(game.states[-1 - back]):
            same = _same(undone, chain.operations)
            score = chain.score - stood - weights.TAKE_BACK * max(1, _plays(undone[same:]))
            worse = score <= least or chain.fit.lost < weights.PUZZLING
            if chain.half_done or same == len(undone) or worse:
                continue
            first = len(game.operations) - back + same
            if any((first + n, operation) in refused for n, operation in enumerate(chain.operations[same:])):
                continue
            found, least = Correction(back - same, chain.operations[same:]), score
    return found


def _same(undone: Sequence[Operation], instead: Sequence[Move]) -> int:
    same = 0
    while same < min(len(undone), len(instead)) and undone[same] == instead[same]:
        same += 1
    return same


def _plays(operations: Sequence[Operation]) -> int:
    return sum(not isinstance(operation, Drawn | Passed) for operation in operations)


def _weight(operation: Operation) -> float:
    return weights.DRAW if isinstance(operation, Drawn) else weights.PASS if isinstance(operation, Passed) else weights.PLAY


def puzzle(fit: Fit, evidence: Evidence, names: Sequence[str]) -> tuple[frozenset[object], str]:
    """Return what of a table nothing explains: a key that tells it from other puzzles, and a line for people."""
    key: set[object] = {(str(card), place) for card, place in fit.missing}
    said = [f"the {card} is gone from {_where(place, names)}" for card, place in fit.missing]
    for track in fit.extra:
        faces = evidence.faces(track)
        name = str(faces[0][0]) if faces and faces[0][1] > weights.HARDLY_READ else "a card that cannot be read"
        key.add((name, track.place))
        said.append(f"the {name} lies in {_where(track.place, names)}" if name != "a card that cannot be read" else f"{name} lies there")
    if not said:
        return frozenset(key), "cards of the centre lie on each other as no play has laid them" if fit.torn else ""
    return frozenset(key), f"{' and '.join(said[:3])}; no play explains it" if key else ""


def _where(place: Place, names: Sequence[str]) -> str:
    return "the centre" if place.player is None else f"the row of {names[place.player]}"
