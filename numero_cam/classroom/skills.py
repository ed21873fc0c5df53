"""What a puzzle needs, by skill, and who found it: for a class, and for one pupil over the weeks."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from numero_cam.catalogue import tr
from numero_cam.classroom.results import PupilRow
from numero_cam.classroom.slips import SlipPuzzle, sets_of_answer
from numero_cam.games.numero.rules import Card, Kind
from numero_cam.games.numero.solve import Play, best_plays


class Skill(StrEnum):
    """What a take may need; the values are written to the spreadsheet."""

    ADDITION = "addition"
    SUBTRACTION = "subtraction"
    MULTIPLICATION = "multiplication"
    DIVISION = "division"
    FRACTION = "fraction of a number"
    POWER = "power or root"
    WILD_CARD = "wild card"
    SEVERAL_SETS = "two sets"

    @property
    def words(self) -> str:
        """The skill in words."""
        return _SKILL_WORDS[self]


_SKILL_WORDS = {
    Skill.ADDITION: tr("Adding"),
    Skill.SUBTRACTION: tr("Taking away"),
    Skill.MULTIPLICATION: tr("Multiplying"),
    Skill.DIVISION: tr("Dividing"),
    Skill.FRACTION: tr("Fractions"),
    Skill.POWER: tr("Powers and roots"),
    Skill.WILD_CARD: tr("Wild cards"),
    Skill.SEVERAL_SETS: tr("Several sets"),
}
_SKILL_OF_KIND = {
    Kind.SUBTRACT: Skill.SUBTRACTION,
    Kind.MULTIPLY: Skill.MULTIPLICATION,
    Kind.DIVIDE: Skill.DIVISION,
    Kind.FRACTION: Skill.FRACTION,
    Kind.POWER: Skill.POWER,
    Kind.ROOT: Skill.POWER,
}


@dataclass(frozen=True, slots=True)
class SkillCount:
    """How often a skill was asked, and what came of it."""

    skill: Skill  #: The skill.
    asked: int  #: Number of answers to puzzles that need it.
    found: int  #: Number of these answers that are the best.
    missed: int  #: Number of these answers that are not the best and do without the skill.

    @property
    def line(self) -> str:
        """The count in one sentence: `Taking away: 14 of 25 found the best`."""
        return tr("{skill}: {found} of {asked} found the best", skill=self.skill.words, found=self.found, asked=self.asked)


def skill_counts(rows: Iterable[PupilRow]) -> tuple[SkillCount, ...]:
    """Return the counts of each skill that the puzzles of some answers need, in the order of the skills."""
    asked, found, missed = (dict.fromkeys(Skill, 0) for _ in range(3))
    for row in rows:
        used = skills_in_answer(row)
        for skill in needed_skills(row.puzzle):
            asked[skill] += 1
            found[skill] += row.found_best
            missed[skill] += not row.found_best and skill not in used
    return tuple(SkillCount(skill, asked[skill], found[skill], missed[skill]) for skill in Skill if asked[skill])


@cache
def best_takes(puzzle: SlipPuzzle) -> tuple[Play, ...]:
    """Return the best takes of a puzzle, the simplest first; none where it asks for no take."""
    return best_plays(puzzle.position, puzzle.settings).plays if puzzle.kind.asks_for_take else ()


def needed_skills(puzzle: SlipPuzzle) -> frozenset[Skill]:
    """Return what every best take of a puzzle needs; where all cards of the centre are to be taken, what these cards need."""
    if not puzzle.kind.asks_for_take:
        known = [card for card in puzzle.centre if card is not None]
        return _skills_of_set(known, numbers=len(puzzle.centre) - sum(card.is_wild for card in known))
    return common_skills(best_takes(puzzle))


def common_skills(plays: Iterable[Play]) -> frozenset[Skill]:
    """Return the skills that every one of some takes has; none of no take."""
    found = [*map(skills_of_play, plays)]
    return frozenset.intersection(*found) if found else frozenset()


def skills_in_answer(row: PupilRow) -> frozenset[Skill]:
    """Return the skills that an answer has, right or wrong.

    Typed arithmetic that is no take has none. Of chosen cards nobody knows how they were found, so they lack nothing.
    """
    if not row.puzzle.kind.asks_for_take:
        return needed_skills(row.puzzle)
    sets = sets_of_answer(row.puzzle, row.answer) if row.answer else ()
    return _skills_of_sets(sets)


def skills_of_play(play: Play) -> frozenset[Skill]:
    """Return the skills of a take."""
    return _skills_of_sets([[card for card in one.cards if isinstance(card, Card)] for one in play.sets])


def _skills_of_sets(sets: Iterable[Iterable[Card]]) -> frozenset[Skill]:
    """Return the skills of sets of cards."""
    listed = [list(cards) for cards in sets]
    found = frozenset[Skill]().union(*(_skills_of_set(cards, numbers=sum(card.is_number for card in cards)) for cards in listed))
    return found | {Skill.SEVERAL_SETS} if len(listed) > 1 else found


def _skills_of_set(cards: Iterable[Card], *, numbers: int) -> frozenset[Skill]:
    """Return the skills of a set of cards with so many number cards, which can only be added."""
    found = {_SKILL_OF_KIND[card.kind] for card in cards if card.is_wild}
    return frozenset(found | ({Skill.WILD_CARD} if found else set()) | ({Skill.ADDITION} if numbers > 1 else set()))
