"""Piles of filled slips for tests: a week of a class, its slips drawn with given marks, photographed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.images import write_picture
from numero_cam.classroom.backup import restore
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore, open_slip_store
from numero_cam.classroom.slips import PrintedSlip, Printing, SlipMarks, SlipPuzzle, TypedMark, judge_answer, parse_marks
from numero_cam.classroom.week import printed_slip
from numero_cam.games.numero.puzzles import CARD_SETS, PuzzleRequest, puzzle_from
from numero_cam.games.numero.rules import Card, parse_position
from numero_cam.marking.slip_layout import LAYOUTS, CircleUse, SlipForm, circles_of
from numero_cam.printing.deck_art import read_art
from workshop.slips import hands
from workshop.slips.fill import Marks, Picture, filled, printed
from workshop.slips.photo import View, photograph

ART = read_art()
BEST = "10o: 7r 3g | 8o 2b | 5r x2"  #: The best take of the puzzle: 7 and 3, 8 and 2, twice 5.
CHILD = "10o: 7r 3g"
MISTAKE = "10o: 7r 2b"


#: Has a page without a server give the backup of its class.
BACKUP = """async () => Array.from(new Uint8Array(await (await fetch("backup?class=5B")).arrayBuffer()))"""


def circles_of_marks(puzzle: SlipPuzzle, form: SlipForm, marks: SlipMarks) -> frozenset[int]:
    """Return the indexes of the circles of these marks, without those of a pupil's number; the reverse of ``marks_of_circles``."""
    wanted = {(CircleUse.TAKER, 0, puzzle.takers.index(card)) for card in marks.takers}
    for row, cards in enumerate(marks.sets):
        wanted |= {(CircleUse.CENTRE, row, puzzle.centre.index(card)) for card in cards if card in puzzle.centre}
        wanted |= {(CircleUse.WILD, row, puzzle.wilds.index(card)) for card in cards if card in puzzle.wilds}
    return frozenset(index for index, c in enumerate(circles_of(form)) if (c.use, c.row, c.column) in wanted)


def puzzle() -> SlipPuzzle:
    made = puzzle_from(parse_position("7r 3g 8o 2b 5r 1b", "10o 12b x2"), PuzzleRequest("3", CARD_SETS["3"]))
    assert made is not None
    return SlipPuzzle.of("silver:30", made)


def printing(number: int = 483920, pupils: Mapping[int, str] | None = None, spares: int = 2) -> Printing:
    pupils = pupils or {3: "Ann", 8: "李明", 17: "Mārama"}
    owned = [PrintedSlip(place, (0,), pupil, name) for place, (pupil, name) in enumerate(pupils.items())]
    spare = [PrintedSlip(len(owned) + place, (0,), None) for place in range(spares)]
    return Printing(number, "5B", "12", (puzzle(),), (*owned, *spare))


#: The right take of each of ``several``'s puzzles, as marks.
SEVERAL_BEST = ("10o: 7r 3g | 8o 2b | 5r x2", "10o: 7b 3r | 8g 2o | 5b x2", "10o: 7o 3b | 8r 2g | 5o x2", "10o: 7g 3o | 8b 2r | 5g x2")


def several(number: int = 520113, layout: int = 3, versions: int = 1, pupils: Mapping[int, str] | None = None, spares: int = 1) -> Printing:
    """A printing whose slips have several puzzles, the same numbers in other colours."""
    deals = ("7r 3g 8o 2b 5r 1b", "7b 3r 8g 2o 5b 1o", "7o 3b 8r 2g 5o 1g", "7g 3o 8b 2r 5g 1r")
    per_slip = len(LAYOUTS[layout].places)
    found = (puzzle_from(parse_position(deal, "10o 12b x2"), PuzzleRequest("3", CARD_SETS["3"])) for deal in deals)
    made = [puzzle for puzzle in found if puzzle is not None]
    puzzles = tuple(SlipPuzzle.of("silver:30", made[at % len(deals)]) for at in range(per_slip * versions))
    sets = [tuple(range(start, start + per_slip)) for start in range(0, len(puzzles), per_slip)]
    owners = list((pupils or {3: "Ann", 8: "Finn", 17: "Mārama"}).items())
    slips = [PrintedSlip(place, sets[place % versions], *owner) for place, owner in enumerate(owners)]
    slips += [PrintedSlip(len(owners) + place, sets[0], None) for place in range(spares)]
    return Printing(number, "5B", "12", puzzles, tuple(slips), layout=layout, versions=versions)


def stored(printing: Printing) -> Printing:
    with open_slip_store() as store:
        store.put_printing(printing)
    return printing


def entry_of(told: Printing, slip: int, text: str, state: EntryState = EntryState.ACCEPTED, at: int = 0, **more: Any) -> SlipEntry:  # noqa: ANN401
    """An answer to a puzzle of a slip, as marks or, where it has no colon, typed; ``more``: what is not as on a clear slip of its owner."""
    puzzle = told.puzzle_of(slip, at)
    answer = parse_marks(text, puzzle) if ":" in text else TypedMark(text)
    entry = SlipEntry(0, slip, answer, answer, judge_answer(puzzle, answer), (), (), told.slips[slip].pupil, state, at=at)
    return replace(entry, **more)


def hand_in(store: SlipStore, told: Printing, answers: dict[int, str]) -> None:
    """Store a printing and answers of its pupils."""
    store.put_printing(told)
    for slip in told.slips:
        if slip.pupil in answers:
            store.put(told.number, entry_of(told, slip.slip, answers[slip.pupil]))


@dataclass(frozen=True)
class Pile:
    """Draws slips of a printing."""

    printing: Printing
    seed: int = 1

    def slip(
        self,
        place: int,
        marks: str,
        *,
        number: int | None = None,
        tool: str = "pencil",
        erased: int = 0,
        all_shaded: bool = False,
        stray: int = 0,
    ) -> Picture:
        """A slip with marks as ``SlipMarks`` writes them, and, on a spare one, a number."""
        rng = np.random.default_rng(self.seed * 1000 + place)
        shown, form = printed_slip(self.printing, self.printing.slips[place]), self.printing.form_of(place)
        told = parse_marks(marks, self.printing.puzzle_of(place)) if marks else SlipMarks((), ((), (), ()))
        shaded = set(circles_of_marks(self.printing.puzzle_of(place), form, told))
        circles = circles_of(form)
        for at, circle in enumerate(circles):
            if number is not None and (circle.use, circle.column) in ((CircleUse.TENS, number // 10), (CircleUse.UNITS, number % 10)):
                shaded.add(at)
            if all_shaded and circle.use is not CircleUse.INK:
                shaded.add(at)
        free = [at for at, circle in enumerate(circles) if at not in shaded and circle.use is not CircleUse.INK]
        drawn = Marks(frozenset(shaded), frozenset(free[:erased]), frozenset(free[erased : erased + stray]))
        return filled(rng, printed(shown, ART), shown, drawn, tool=hands.tool(rng, tool), world="tuned")

    def sheet(self, place: int, marks: Sequence[str], *, number: int | None = None, tool: str = "heavy pencil") -> Picture:
        """A slip with several puzzles with the marks of each and, on a spare one, a number."""
        rng = np.random.default_rng(self.seed * 1000 + place)
        shown, shaded, start = printed_slip(self.printing, self.printing.slips[place]), set[int](), 0
        for at, told in enumerate(marks):
            puzzle, form = self.printing.puzzle_of(place, at), self.printing.form_of(place, at)
            shaded |= {start + index for index in circles_of_marks(puzzle, form, parse_marks(told, puzzle))} if told else set()
            start += len(circles_of(form))
        digits = ((CircleUse.TENS, number // 10), (CircleUse.UNITS, number % 10)) if number is not None else ()
        shaded |= {index for index, circle in enumerate(shown.circles) if (circle.use, circle.column) in digits}
        return filled(rng, printed(shown, ART), shown, Marks(frozenset(shaded)), tool=hands.tool(rng, tool), world="tuned")

    def photo(self, *slips: Picture, view: View | None = None, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """A photo of slips side by side."""
        across = max(1, round(np.sqrt(len(slips))))
        size = size or (1000 * across, 1300 * -(-len(slips) // across))
        return photograph(np.random.default_rng(self.seed), slips, size, view or View(turn=6), "tuned")

    def write(self, path: Path, *slips: Picture, view: View | None = None) -> str:
        """The same as a file."""
        write_picture(path, self.photo(*slips, view=view))
        return str(path)


def class_of(backup: bytes, file: Path) -> tuple[Printing, tuple[SlipEntry, ...]]:
    """Bring a class's backup to this computer as a file of the classes: what was printed last, and what was handed in."""
    before = file.with_suffix(".backup")
    before.write_bytes(backup)
    restore(before, replace=True, how_to_replace="", file=file)
    with open_slip_store(file) as store:
        printing = store.printing(store.printings("5B")[-1])
        assert printing is not None
        return printing, store.entries(printing.number)


def best_of(told: Printing, slip: int) -> str:
    """A right answer to a slip: any take of one card, as marks."""
    puzzle = told.puzzle_of(slip)
    of_value = {card.value: card for card in puzzle.position.centre if isinstance(card, Card)}
    taker = next(card for card in puzzle.takers if card.value in of_value)
    return f"{taker}: {of_value[taker.value]}"
