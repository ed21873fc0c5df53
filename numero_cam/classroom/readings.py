"""What the marks of a puzzle say where the picture leaves something open: the rules of the game are the second witness."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from numero_cam.classroom.slips import NO_SINGLE_NUMBER, AnswerWorth, SlipMarks, SlipPuzzle, judge_marks, marks_of_circles
from numero_cam.marking.read_marks import MARK_KINDS, ReadMarks
from numero_cam.marking.slip_layout import CircleUse, SlipForm, circles_of

MAX_UNCLEAR_MARKS = 4  #: Maximum number of unclear marks that the rules of the game may settle; with more of them a person decides.
MISTAKE_PROBABILITY = 0.99  #: Minimum probability of each mark of a slip that is accepted as no take.
NEAR_TAKE_PROBABILITY = 0.999  #: The same of a mark without which, or with which, the slip would be a take.


@dataclass(frozen=True, slots=True)
class ValidReading:
    """A reading of the circles of a slip, judged."""

    shaded: frozenset[int]  #: Indexes into ``circles_of(form)``.
    marks: SlipMarks  #: The cards of these.
    worth: AnswerWorth  #: Worth of these marks.
    is_clear: bool  #: Whether it is the only reading of the unclear circles that is a take.


def unique_valid_reading(
    puzzle: SlipPuzzle, form: SlipForm, shaded: frozenset[int], unclear: Sequence[int], undecided: Collection[int] = ()
) -> ValidReading:
    """Return the one reading of the unclear circles that is a take; where none or several are, the marks as they were read.

    It differs from the marks as they were read in undecided circles alone: a clear mark is never changed to make a take. Where no mark is
    clear, the puzzle may be left out, so no reading is clear. On a spare slip a reading with no single pupil's number counts as no take.

    Args:
        puzzle: The puzzle of the slip.
        form: The circles of the slip.
        shaded: Indexes into ``circles_of(form)``, as they were read.
        unclear: Indexes of circles that may have been read wrongly; with more than ``MAX_UNCLEAR_MARKS`` no reading is clear.
        undecided: Indexes of the unclear circles that are as likely empty as shaded.
    """
    sizes = range(1, len(unclear) + 1 if len(unclear) <= MAX_UNCLEAR_MARKS else 1)
    flips = chain.from_iterable(combinations(unclear, size) for size in sizes)
    as_read, *others = (_judged_reading(puzzle, form, shaded ^ set(flip)) for flip in chain([()], flips))
    takes = [one for one in (as_read, *others) if one.worth.wrong is None and one.marks.number != NO_SINGLE_NUMBER]
    number = {place for place, circle in enumerate(circles_of(form)) if circle.use in (CircleUse.TENS, CircleUse.UNITS)}
    may_be_left_out = shaded <= number | set(unclear)
    is_clear = len(takes) == 1 and takes[0].shaded ^ shaded <= set(undecided) and len(unclear) <= MAX_UNCLEAR_MARKS and not may_be_left_out
    return replace(takes[0], is_clear=True) if is_clear else as_read


def _judged_reading(puzzle: SlipPuzzle, form: SlipForm, shaded: frozenset[int]) -> ValidReading:
    marks = marks_of_circles(puzzle, form, shaded)
    return ValidReading(shaded, marks, judge_marks(puzzle, marks), is_clear=False)


def is_sure_mistake(puzzle: SlipPuzzle, form: SlipForm, read: ReadMarks, *, is_left_out: bool = False) -> bool:
    """Return whether marks that are no take are the pupil's own mistake, so that nobody has to look at them.

    A mark that was read wrongly turns a take into no take. So every circle has a probability of at least ``MISTAKE_PROBABILITY``, and of
    ``NEAR_TAKE_PROBABILITY`` where the slip would be a take with this circle read otherwise. False where all are shaded, and where none
    is but for `is_left_out`: another puzzle of the slip has a mark, so that the pencil is seen, and this one was left out.
    """
    marks = [place for place, circle in enumerate(circles_of(form)) if circle.use is not CircleUse.INK]
    clear = read.mark_probabilities[:, :2].max(axis=1)  # max(P(empty), P(shaded)) of each circle
    least = 0 if is_left_out else 1
    if read.doubtful or not least <= len(read.shaded) < len(marks) or min(clear[marks]) < MISTAKE_PROBABILITY:
        return False
    near = (place for place in marks if clear[place] < NEAR_TAKE_PROBABILITY)
    return all(judge_marks(puzzle, marks_of_circles(puzzle, form, read.shaded ^ {place})).wrong for place in near)


def has_sure_mark(read: ReadMarks) -> bool:
    """Return whether a circle is surely shaded."""
    shaded = read.mark_probabilities[:, MARK_KINDS.index("shaded")]
    return any(shaded[place] >= MISTAKE_PROBABILITY for place in read.shaded)
