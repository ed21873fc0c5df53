"""What a pupil marked on a slip, as cards, and whether it is a take by the rules of the game."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from numero_cam.assistant.slip_records import SlipPuzzle
from numero_cam.games.numero.rules import Card, score_take
from numero_cam.games.numero.rules.notation import parse_cards
from numero_cam.games.numero.solve import takers_of_all
from numero_cam.marking.layout import SETS, Form, Use, circles_of

MOST_UNCLEAR = 4
"""With so many unclear marks the game may say how they are meant; with more a person does."""
TYPED = "typed: "
"""Begins the marks of an answer that was typed instead of shaded."""


@dataclass(frozen=True, slots=True)
class SlipMarks:
    """Marks as cards.

    Attributes:
        takers: Cards of the hand that are shaded below "taken with".
        sets: Cards in each of the rows.
        number: The number that is shaded on a spare slip; -1 where none or several are, None on other slips.
    """

    takers: tuple[str, ...]
    sets: tuple[tuple[str, ...], ...]
    number: int | None = None

    def __str__(self) -> str:
        """The marks in a line that ``parse_marks`` reads back: ``10o: 7r 3g x2 | 9g |``."""
        return f"{' '.join(self.takers) or 'none'}: {' | '.join(' '.join(one) for one in self.sets)}".rstrip(" |")

    @property
    def count(self) -> int:
        """How many circles are shaded, those of a number left aside."""
        return len(self.takers) + sum(map(len, self.sets))


@dataclass(frozen=True, slots=True)
class Judged:
    """What marks or an answer are worth.

    Attributes:
        wrong: Why they are no take, in words; empty where they are one.
        cards: Of the take, the taking card among them; 0 without one.
        points: Of the take.
    """

    wrong: str
    cards: int = 0
    points: int = 0

    def amount(self, puzzle: SlipPuzzle) -> int:
        """Cards or points, by what counts."""
        return self.cards if puzzle.by == "cards" else self.points

    def is_best(self, puzzle: SlipPuzzle) -> bool:
        """Whether no take is better."""
        return not self.wrong and self.amount(puzzle) >= puzzle.best


def marks_of(puzzle: SlipPuzzle, form: Form, shaded: frozenset[int]) -> SlipMarks:
    """The cards of shaded circles.

    Args:
        puzzle: What is printed.
        form: Of the slip.
        shaded: Places in ``circles_of(form)``.
    """
    circles = [circle for place, circle in enumerate(circles_of(form)) if place in shaded]
    sets = tuple(
        tuple(puzzle.centre[c.column] for c in circles if c.use is Use.CENTRE and c.row == row)
        + tuple(puzzle.wilds[c.column] for c in circles if c.use is Use.WILD and c.row == row)
        for row in range(SETS)
    )
    number = None
    if form.spare:
        tens, units = ([c.column for c in circles if c.use is use] for use in (Use.TENS, Use.UNITS))
        number = 10 * tens[0] + units[0] if len(tens) == len(units) == 1 else -1
    return SlipMarks(tuple(puzzle.takers[c.column] for c in circles if c.use is Use.TAKER), sets, number)


def shaded_of(puzzle: SlipPuzzle, form: Form, marks: SlipMarks) -> frozenset[int]:
    """The circles of marks, the other way round; those of a number left aside."""
    wanted = {(Use.TAKER, 0, puzzle.takers.index(face)) for face in marks.takers if face in puzzle.takers}
    for row, faces in enumerate(marks.sets):
        wanted |= {(Use.CENTRE, row, puzzle.centre.index(face)) for face in faces if face in puzzle.centre}
        wanted |= {(Use.WILD, row, puzzle.wilds.index(face)) for face in faces if face in puzzle.wilds}
    return frozenset(place for place, c in enumerate(circles_of(form)) if (c.use, c.row, c.column) in wanted)


def parse_marks(text: str, puzzle: SlipPuzzle) -> SlipMarks:
    """The marks that a line tells: what ``str`` of ``SlipMarks`` wrote, or somebody changed.

    Raises:
        ValueError: A card that the slip does not have, or too many rows; one line.
    """
    match = re.fullmatch(r"\s*([^:|]*):(.*)", text)
    if match is None:
        message = f'"{text[:40]}" are no marks; write the taking card, a colon and the cards of each set: 10o: 7r 3g | 9g'
        raise ValueError(message)
    takers = tuple(face for face in match[1].split() if face != "none")
    sets = [tuple(part.split()) for part in match[2].split("|")]
    sets += [()] * (SETS - len(sets))
    if len(sets) > SETS:
        message = f'"{text[:40]}" has {len(sets)} sets; a slip has {SETS}'
        raise ValueError(message)
    there = {*puzzle.centre, *puzzle.wilds}
    unknown = [face for face in takers if face not in puzzle.takers] + [face for one in sets for face in one if face not in there]
    if unknown:
        message = f"the slip has no card {unknown[0]} to mark"
        raise ValueError(message)
    return SlipMarks(takers, tuple(sets))


def judge_marks(puzzle: SlipPuzzle, marks: SlipMarks) -> Judged:
    """Whether marks are a take: each set makes the number of the one taking card, and each card is in one set.

    A slip does not say in which order the cards of a set are used: a set is right where any order makes the number.
    """
    if wrong := _wrong_marks(marks):
        return Judged(wrong)
    taker = parse_cards(marks.takers[0])[0]
    cards = {face: parse_cards(face)[0] for one in marks.sets for face in one}
    sets = [[cards[face] for face in one] for one in marks.sets if one]
    settings = puzzle.settings
    for row, one in enumerate(marks.sets):
        if one and int(taker.value) not in takers_of_all([cards[face] for face in one], values=settings.values, negative=settings.negative):
            return Judged(f"set {row + 1} ({' '.join(one)}) does not make {taker.value}")
    clears = set(puzzle.centre) <= cards.keys()
    scored = score_take(sets, taker, clears=clears, scoring=settings.scoring_for(puzzle.position))
    return Judged("", sum(map(len, sets)) + 1, scored.points)


def only_take(puzzle: SlipPuzzle, form: Form, shaded: frozenset[int], unclear: Sequence[int]) -> bool:
    """Whether marks are a take, and would be none, or nobody's, if any of the unclear circles were otherwise.

    Args:
        puzzle: What is printed.
        form: Of the slip.
        shaded: Places in ``circles_of(form)``, as they were read.
        unclear: Places that may be otherwise, one or several of them; with more than ``MOST_UNCLEAR`` nothing is said.
    """
    if len(unclear) > MOST_UNCLEAR:
        return False
    others = chain.from_iterable(combinations(unclear, count) for count in range(len(unclear) + 1))
    takes = [other for other in others if _is_answer(puzzle, marks_of(puzzle, form, shaded ^ set(other)))]
    return takes == [()]


def _is_answer(puzzle: SlipPuzzle, marks: SlipMarks) -> bool:
    return marks.number != -1 and not judge_marks(puzzle, marks).wrong


def _wrong_marks(marks: SlipMarks) -> str:
    if not marks.count:
        return "nothing is shaded"
    if len(marks.takers) != 1:
        return f"{len(marks.takers)} cards are shaded to take with" if marks.takers else "no card is shaded to take with"
    faces = [face for one in marks.sets for face in one]
    if not faces:
        return "no card is shaded to be taken"
    twice = next((face for face in faces if faces.count(face) > 1), None)
    if twice is not None:
        return f"{twice} is shaded in two sets"
    wild = next((row for row, one in enumerate(marks.sets, start=1) if one and not any(_card(face).is_number for face in one)), None)
    return f"set {wild} has no number card" if wild else ""


def _card(face: str) -> Card:
    return parse_cards(face)[0]
