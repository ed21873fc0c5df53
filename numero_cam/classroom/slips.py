"""Slips: what was printed for a class, and what a pupil marked on a slip, as cards and as a take."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, combinations
from typing import Any

from numero_cam.games.numero.puzzles import Puzzle
from numero_cam.games.numero.rules import Card, Position, parse_position, score_take
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.rules.notation import parse_cards
from numero_cam.games.numero.solve import Play, Settings, takers_of_all
from numero_cam.marking.slip_layout import SET_ROWS, CircleUse, SlipForm, circles_of
from numero_cam.text.puzzles import answer_line, hardness_line


@dataclass(frozen=True, slots=True)
class SlipPuzzle:
    """A puzzle as slips have it.

    Attributes:
        level: For whom it is.
        centre: Faces of the centre, in canonical notation.
        takers: Number cards of the hand.
        wilds: Its wild cards.
        by: What counts: ``cards`` or ``points``.
        cards: Of the best take, the taking card among them.
        points: Of the best take.
        told: The best take in words, and how hard the puzzle is.
    """

    level: str
    centre: tuple[str, ...]
    takers: tuple[str, ...]
    wilds: tuple[str, ...]
    by: By
    cards: int
    points: int
    told: str

    @classmethod
    def of(cls, level: str, puzzle: Puzzle) -> "SlipPuzzle":
        """The record of a puzzle that was made."""
        position, best = puzzle.position, puzzle.play
        takers = tuple(str(card) for card in position.hand if card.is_number)
        wilds = tuple(str(card) for card in position.hand if card.is_wild)
        told = f"{answer_line(puzzle)} {hardness_line(puzzle)}"
        return cls(level, tuple(map(str, position.centre)), takers, wilds, puzzle.by, best.cards, best.points, told)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "SlipPuzzle":
        """The puzzle that JSON tells.

        Raises:
            KeyError, TypeError: It tells none.
        """
        lists = {name: tuple(data[name]) for name in ("centre", "takers", "wilds")}
        return cls(**{**data, **lists})

    @property
    def form(self) -> SlipForm:
        """Which circles its slips have, spare ones left aside."""
        return SlipForm(len(self.centre), len(self.takers), len(self.wilds))

    @property
    def position(self) -> Position:
        """The cards."""
        return parse_position(list(self.centre), [*self.takers, *self.wilds])

    @property
    def settings(self) -> Settings:
        """What counts as best."""
        return Settings(by=self.by)

    @property
    def best(self) -> int:
        """Cards or points of the best take, by what counts."""
        return self.cards if self.by == "cards" else self.points


NOBODY = 0
"""In place of the number of a pupil who was forgotten."""


def fits(position: Position, best: Play) -> bool:
    """Whether a slip has room for a puzzle: for its cards, and for the sets of its best take."""
    takers = sum(card.is_number for card in position.hand)
    try:
        SlipForm(len(position.centre), takers, len(position.hand) - takers)
    except ValueError:
        return False
    return len(best.sets) <= SET_ROWS and all(isinstance(item, Card) for item in position.centre)


@dataclass(frozen=True, slots=True)
class PrintedSlip:
    """A slip that was printed.

    Attributes:
        slip: Its number in the printing, as its markers say.
        puzzle: Place of its puzzle in the printing.
        pupil: Whose it is; None for a spare one, ``NOBODY`` where its pupil was forgotten.
        name: His name, or nothing.
    """

    slip: int
    puzzle: int
    pupil: int | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Printing:
    """The slips of one week of a class.

    Attributes:
        number: As the strips of its slips say.
        class_name: Of the class.
        week: What the teacher calls the week.
        puzzles: Each once.
        slips: All of them, by their numbers.
    """

    number: int
    class_name: str
    week: str
    puzzles: tuple[SlipPuzzle, ...]
    slips: tuple[PrintedSlip, ...]

    def without(self, pupil: int) -> "Printing":
        """The same where nothing says whose a pupil's slip was."""
        slips = tuple(replace(slip, pupil=NOBODY, name="") if slip.pupil == pupil else slip for slip in self.slips)
        return replace(self, slips=slips)

    @property
    def pupils(self) -> tuple[int, ...]:
        """Numbers of the pupils who have a slip."""
        return tuple(slip.pupil for slip in self.slips if slip.pupil)

    @property
    def heading(self) -> str:
        """What stands on top of its slips."""
        return f"{self.class_name}, week {self.week}"

    def puzzle_of(self, slip: int) -> SlipPuzzle:
        """The puzzle of a slip."""
        return self.puzzles[self.slips[slip].puzzle]

    def form_of(self, slip: int) -> SlipForm:
        """Which circles a slip has."""
        form = self.puzzle_of(slip).form
        return SlipForm(form.centre, form.takers, form.wilds, spare=self.slips[slip].pupil is None)

    def to_dict(self) -> dict[str, object]:
        """JSON of it; ``from_dict`` reads it back."""
        return {
            "number": self.number,
            "class": self.class_name,
            "week": self.week,
            "puzzles": [asdict(puzzle) for puzzle in self.puzzles],
            "slips": [[slip.slip, slip.puzzle, slip.pupil, slip.name] for slip in self.slips],
        }

    @classmethod
    def from_dict(cls, data: dict[str, object]) -> "Printing":
        """The printing that JSON tells.

        Raises:
            KeyError, TypeError, ValueError: It tells none.
        """
        puzzles, slips = data["puzzles"], data["slips"]
        if not isinstance(puzzles, list) or not isinstance(slips, list):
            message = "puzzles and slips are lists"
            raise TypeError(message)
        made = tuple(SlipPuzzle.from_dict(puzzle) for puzzle in puzzles)
        return cls(int(str(data["number"])), str(data["class"]), str(data["week"]), made, tuple(PrintedSlip(*row) for row in slips))


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


def marks_of(puzzle: SlipPuzzle, form: SlipForm, shaded: frozenset[int]) -> SlipMarks:
    """The cards of shaded circles.

    Args:
        puzzle: What is printed.
        form: Of the slip.
        shaded: Places in ``circles_of(form)``.
    """
    circles = [circle for place, circle in enumerate(circles_of(form)) if place in shaded]
    sets = tuple(
        tuple(puzzle.centre[c.column] for c in circles if c.use is CircleUse.CENTRE and c.row == row)
        + tuple(puzzle.wilds[c.column] for c in circles if c.use is CircleUse.WILD and c.row == row)
        for row in range(SET_ROWS)
    )
    number = None
    if form.spare:
        tens, units = ([c.column for c in circles if c.use is use] for use in (CircleUse.TENS, CircleUse.UNITS))
        number = 10 * tens[0] + units[0] if len(tens) == len(units) == 1 else -1
    return SlipMarks(tuple(puzzle.takers[c.column] for c in circles if c.use is CircleUse.TAKER), sets, number)


def shaded_of(puzzle: SlipPuzzle, form: SlipForm, marks: SlipMarks) -> frozenset[int]:
    """The circles of marks, the other way round; those of a number left aside."""
    wanted = {(CircleUse.TAKER, 0, puzzle.takers.index(face)) for face in marks.takers if face in puzzle.takers}
    for row, faces in enumerate(marks.sets):
        wanted |= {(CircleUse.CENTRE, row, puzzle.centre.index(face)) for face in faces if face in puzzle.centre}
        wanted |= {(CircleUse.WILD, row, puzzle.wilds.index(face)) for face in faces if face in puzzle.wilds}
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
    sets += [()] * (SET_ROWS - len(sets))
    if len(sets) > SET_ROWS:
        message = f'"{text[:40]}" has {len(sets)} sets; a slip has {SET_ROWS}'
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


def only_take(puzzle: SlipPuzzle, form: SlipForm, shaded: frozenset[int], unclear: Sequence[int]) -> bool:
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
