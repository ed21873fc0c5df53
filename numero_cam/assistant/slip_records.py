"""What was printed for a class: which slip has which puzzle, and whose it is. Plain records with their JSON, kept in the class's file."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from numero_cam.games.numero.puzzles import Puzzle
from numero_cam.games.numero.rules import Card, Position, parse_position
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve import Play, Settings
from numero_cam.marking.layout import SETS, Form
from numero_cam.tell.puzzles import answer_line, hardness_line


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
    def form(self) -> Form:
        """Which circles its slips have, spare ones left aside."""
        return Form(len(self.centre), len(self.takers), len(self.wilds))

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
        Form(len(position.centre), takers, len(position.hand) - takers)
    except ValueError:
        return False
    return len(best.sets) <= SETS and all(isinstance(item, Card) for item in position.centre)


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

    def form_of(self, slip: int) -> Form:
        """Which circles a slip has."""
        form = self.puzzle_of(slip).form
        return Form(form.centre, form.takers, form.wilds, spare=self.slips[slip].pupil is None)

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
