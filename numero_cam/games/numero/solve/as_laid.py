"""Converts a set of the solver to the way in which its cards are laid, in the order of its calculations."""

from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way
from numero_cam.games.numero.solve.records import CardSet
from numero_cam.games.numero.solve.steps import Operand


def way_of(group: CardSet) -> Way:
    """Return the way of a set, built from its calculations in order."""
    made: list[Way] = []

    def part(operand: Operand) -> Way:
        if operand.item is not None:
            return Lone(operand.item)
        return made[operand.step or 0]

    for step in group.calculations:
        way = part(step.left)
        if step.card is not None:
            made.append(Acted(way, step.card))
        elif step.right is not None:
            made.append(Total((*_terms(way), *_terms(part(step.right)))))
    return made[-1] if made else Lone(group.cards[0])


def _terms(way: Way) -> tuple[Way, ...]:
    return way.terms if isinstance(way, Total) else (way,)
