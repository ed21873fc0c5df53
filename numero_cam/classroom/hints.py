"""One hint on an answer: the pupil's own mistake or, of a right take, where a better one is; it never gives the answer away."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from numero_cam.catalogue import tr
from numero_cam.classroom.results import PupilRow
from numero_cam.classroom.skills import Skill, best_takes, skills_in_answer, skills_of_play
from numero_cam.classroom.slips import SlipMarks, sets_of_answer, typed_verdict
from numero_cam.games.numero.rules import Card, Position
from numero_cam.games.numero.solve import best_plays
from numero_cam.marking.slip_layout import SET_ROWS


class Missed(StrEnum):
    """Where a better take than the pupil's right one is."""

    ONE_MORE_SET = "one more set"  #: The pupil's card takes a further set of the cards that are left.
    OWN_CARD = "own card"  #: The pupil's card takes more, by other sets than his.
    OTHER_CARD = "other card"  #: Only another card of the hand takes more.


@dataclass(frozen=True, slots=True)
class MissedTake:
    """What a right take missed."""

    where: Missed  #: Where a better take is.
    taker: Card  #: The card that the pupil took with.
    skill: Skill | None  #: A skill of a better take there that the pupil's has not; None for none.


def hint_line(row: PupilRow) -> str:
    """Return one hint: the pupil's own mistake or, where the take is right, what he missed; empty where nothing was missed."""
    if row.found_best or row.worth is None:
        return ""
    if row.mistake:
        return tr("Hint: {mistake}.", mistake=row.mistake)
    missed = missed_take(row)
    if missed is None:
        return tr("Hint: use the same cards in another order.")
    where = _WHERE[missed.where].format(number=missed.taker.value)
    if missed.skill is None:
        return tr("Hint: {where}.", where=where)
    return tr("Hint: {where}; {thought}.", where=where, thought=_THOUGHTS[missed.skill])


_WHERE = {
    Missed.ONE_MORE_SET: tr("your {number} can take one more set"),
    Missed.OWN_CARD: tr("your {number} can take more"),
    Missed.OTHER_CARD: tr("another card of your hand can take more"),
}
#: The next thought on each skill that the pupil's take has not, the most telling first.
_THOUGHTS = {
    Skill.SEVERAL_SETS: tr("look for several sets"),
    Skill.FRACTION: tr("a fraction card helps"),
    Skill.POWER: tr("a power or a root helps"),
    Skill.DIVISION: tr("dividing on the way helps"),
    Skill.MULTIPLICATION: tr("multiplying on the way helps"),
    Skill.SUBTRACTION: tr("taking away on the way helps"),
    Skill.ADDITION: tr("adding cards helps"),
}


def missed_take(row: PupilRow) -> MissedTake | None:
    """Return what a right take that is not the best missed, from the pupil's own card on; None where the puzzle asks for no take."""
    puzzle, answer = row.puzzle, row.answer
    if not puzzle.kind.asks_for_take or row.worth is None or answer is None:
        return None
    taker = answer.takers[0] if isinstance(answer, SlipMarks) else typed_verdict(puzzle, answer.arithmetic).taker
    if taker is None:
        return None
    sets, position = sets_of_answer(puzzle, answer), puzzle.position
    left = [item for item in (*position.centre, *puzzle.wilds) if isinstance(item, Card)]
    for card in (card for cards in sets for card in cards):
        left.remove(card)
    own = skills_in_answer(row)
    # Wild cards may come from the middle or the hand: for one more set it is the same.
    further = best_plays(Position(tuple(left), (taker,)), puzzle.settings).plays if len(sets) < SET_ROWS else ()
    if further:
        lacking = (skills_of_play(replace(further[0], sets=(one,))) - own for one in further[0].sets)
        return MissedTake(Missed.ONE_MORE_SET, taker, _first(min(lacking, key=len)))
    better = best_plays(Position(position.centre, (taker, *puzzle.wilds)), puzzle.settings).plays
    if any(play.cards > row.worth.cards if puzzle.by == "cards" else play.points > row.worth.points for play in better):
        return MissedTake(Missed.OWN_CARD, taker, _first(skills_of_play(better[0]) - own))
    return MissedTake(Missed.OTHER_CARD, taker, _first(skills_of_play(best_takes(puzzle)[0]) - own))


def _first(skills: Collection[Skill]) -> Skill | None:  # the most telling one
    return next((skill for skill in _THOUGHTS if skill in skills), None)
