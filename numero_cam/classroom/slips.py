"""Records of the slips of a class and of the answers on them, and the judgement of answers.

An answer is either marks (``SlipMarks``) or typed arithmetic (``TypedAnswer``). Text becomes one of the two in ``parse_answer_text``, and
the cards of marks are checked in ``parse_marks``; everything between works with records.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, combinations
from typing import Any, TypeAlias

from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.judge import TypedError, Verdict, judge
from numero_cam.games.numero.judge import parse_answer as parse_arithmetic
from numero_cam.games.numero.puzzles import Puzzle
from numero_cam.games.numero.rules import Card, Position, parse_position, score_take
from numero_cam.games.numero.rules.choices import By, PuzzleKind
from numero_cam.games.numero.rules.notation import parse_cards
from numero_cam.games.numero.solve import Play, Settings, takers_of_all
from numero_cam.marking.slip_layout import LAYOUT_VERSION, LAYOUTS, SET_ROWS, CircleUse, SlipForm, circles_of
from numero_cam.text.advice import wrong_line
from numero_cam.text.puzzles import answer_line, explained_hardness_line, goal_line, task_line
from numero_cam.text.words import card_words, cards_in_words


@dataclass(frozen=True, slots=True)
class SlipPuzzle:
    """A puzzle as it is printed on slips."""

    level: str  #: Name of its level, such as ``silver:12``.
    centre: tuple[str, ...]  #: Faces of the cards in the centre, in canonical notation.
    takers: tuple[str, ...]  #: Faces of the number cards in the hand.
    wilds: tuple[str, ...]  #: Faces of the wild cards in the hand.
    by: By  #: What the best take has most of: ``cards`` or ``points``.
    cards: int  #: Number of cards of the best take, including the taking card.
    points: int  #: Points of the best take.
    solution_text: str  #: The best take in words, and how hard the puzzle is.
    #: What is asked. Where it asks for no take, ``cards`` and ``points`` are the number of right cards of the hand.
    kind: PuzzleKind = PuzzleKind.BEST
    answers: tuple[str, ...] = ()  #: Faces of the right cards of the hand, where the puzzle asks for no take.
    taker: str = ""  #: Number of the card that takes everything, where a card of the centre is to be found; else empty.

    @classmethod
    def of(cls, level: str, puzzle: Puzzle, kind: PuzzleKind = PuzzleKind.BEST) -> "SlipPuzzle":
        """Return the slip puzzle of a generated puzzle."""
        position, best = puzzle.position, puzzle.play
        takers = tuple(str(card) for card in position.hand if card.is_number)
        wilds = tuple(str(card) for card in position.hand if card.is_wild)
        solution_text = f"{answer_line(puzzle)} {explained_hardness_line(puzzle)}"
        return cls(level, tuple(map(str, position.centre)), takers, wilds, puzzle.by, best.cards, best.points, solution_text, kind)

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle as JSON values; ``from_dict`` reads them."""
        values = asdict(self)
        values["told"] = values.pop("solution_text")
        return values

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "SlipPuzzle":
        """Return the puzzle of JSON values."""
        values = dict(data)
        values["solution_text"] = values.pop("told")
        values["kind"] = PuzzleKind(values.get("kind", PuzzleKind.BEST))
        return cls(**{**values, **{name: tuple(values.get(name, ())) for name in ("centre", "takers", "wilds", "answers")}})

    @property
    def form(self) -> SlipForm:
        """The circles of a slip that has an owner; a spare slip has circles for the pupil's number besides."""
        return SlipForm(len(self.centre), len(self.takers), len(self.wilds), sets=SET_ROWS if self.kind.asks_for_take else 0)

    @property
    def goal(self) -> str:
        """What the pupil is to do, a short sentence."""
        return goal_line(self.kind, self.by, self.taker)

    @property
    def task(self) -> str:
        """What stands above the puzzle where it is projected."""
        return task_line(self.goal)

    @property
    def position(self) -> Position:
        """The cards as a position of the game."""
        return parse_position(list(self.centre), [*self.takers, *self.wilds])

    @property
    def settings(self) -> Settings:
        """The settings by which answers are judged."""
        return Settings(by=self.by)

    @property
    def best(self) -> int:
        """The number of cards, or the points, of the best take; see ``by``."""
        return self.cards if self.by == "cards" else self.points


FORGOTTEN_PUPIL = 0  #: Stands in place of the number of a pupil who was removed from the class.
CHALLENGE_SEED = "challenge"  #: Seed of a printing whose puzzle a pupil set; such a printing gets no further slips.


def fits_slip(position: Position, best: Play) -> bool:
    """Return whether a slip has room for the cards of a puzzle and for the sets of its best take."""
    takers = sum(card.is_number for card in position.hand)
    try:
        SlipForm(len(position.centre), takers, len(position.hand) - takers)
    except ValueError:
        return False
    return len(best.sets) <= SET_ROWS and all(isinstance(item, Card) for item in position.centre)


@dataclass(frozen=True, slots=True)
class PrintedSlip:
    """A slip that was printed."""

    slip: int  #: Its number in the printing, from 0; the markers at its corners encode it.
    puzzle: int  #: Index of its puzzle in the printing.
    pupil: int | None  #: Number of its owner; None for a spare slip, ``FORGOTTEN_PUPIL`` where the owner was removed.
    name: str = ""  #: Name of its owner; may be empty.


@dataclass(frozen=True, slots=True)
class Printing:
    """The slips of one week of a class."""

    number: int  #: Number of the printing, which the code strip of each slip encodes.
    class_name: str  #: Name of the class.
    week: str  #: Name of the week, chosen by the teacher.
    puzzles: tuple[SlipPuzzle, ...]  #: The puzzles, each once.
    slips: tuple[PrintedSlip, ...]  #: All slips, in the order of their numbers.
    seed: str = ""  #: Seed of the puzzles; empty for printings of versions that did not store it.
    layout: int = LAYOUT_VERSION  #: Version of the layout of the slips, a key of ``LAYOUTS``.

    def with_only(self, slips: tuple[PrintedSlip, ...]) -> "Printing":
        """Return the printing with these of its slips."""
        return replace(self, slips=slips)

    def without(self, pupil: int) -> "Printing":
        """Return the printing without the number and the name of a pupil."""
        slips = tuple(replace(slip, pupil=FORGOTTEN_PUPIL, name="") if slip.pupil == pupil else slip for slip in self.slips)
        return replace(self, slips=slips)

    @property
    def is_challenge(self) -> bool:
        """Whether a pupil set the puzzle, so that the printing is no week of the class."""
        return self.seed == CHALLENGE_SEED

    @property
    def by(self) -> By | None:
        """What the best takes have most of; None where there is no puzzle."""
        return self.puzzles[0].by if self.puzzles else None

    @property
    def pupils(self) -> tuple[int, ...]:
        """Numbers of the pupils who own a slip."""
        return tuple(slip.pupil for slip in self.slips if slip.pupil)

    @property
    def heading(self) -> str:
        """The heading of its slips: class and week, or class and challenge."""
        if self.is_challenge:
            return tr("{class_name}, {challenge}", class_name=self.class_name, challenge=self.week)
        return tr("{class_name}, week {week}", class_name=self.class_name, week=self.week)

    def puzzle_of(self, slip: int) -> SlipPuzzle:
        """Return the puzzle of a slip, by the number of the slip."""
        return self.puzzles[self.slips[slip].puzzle]

    def form_of(self, slip: int) -> SlipForm:
        """Return which circles a slip has, by the number of the slip."""
        return replace(self.puzzle_of(slip).form, spare=self.slips[slip].pupil is None, layout=self.layout)

    def to_dict(self) -> dict[str, object]:
        """Return the printing as JSON values; ``from_dict`` reads them."""
        return {
            "number": self.number,
            "class": self.class_name,
            "week": self.week,
            "puzzles": [puzzle.to_dict() for puzzle in self.puzzles],
            "slips": [[slip.slip, slip.puzzle, slip.pupil, slip.name] for slip in self.slips],
            "seed": self.seed,
            "layout": self.layout,
        }

    @classmethod
    def from_dict(cls, data: dict[str, object]) -> "Printing":
        """Return the printing of JSON values."""
        puzzles, slips = data["puzzles"], data["slips"]
        if not isinstance(puzzles, list) or not isinstance(slips, list):
            raise TypeError("puzzles and slips are lists")
        made = tuple(SlipPuzzle.from_dict(puzzle) for puzzle in puzzles)
        printed = tuple(PrintedSlip(*row) for row in slips)
        layout = int(str(data.get("layout", 1)))  # versions that did not store it had one layout
        if layout not in LAYOUTS:
            raise ValueError("the slips are of a layout that this version does not know")
        return cls(int(str(data["number"])), str(data["class"]), str(data["week"]), made, printed, str(data.get("seed", "")), layout)


MAX_UNCLEAR_MARKS = 4  #: Maximum number of unclear marks that the rules of the game may settle; with more of them a person decides.
NO_SINGLE_NUMBER = -1  #: Value of ``SlipMarks.number`` on a spare slip where no number, or more than one, is shaded.
_TYPED_PREFIX = "typed: "


@dataclass(frozen=True, slots=True)
class SlipMarks:
    """The marks of a slip, as cards."""

    takers: tuple[str, ...]  #: Cards of the hand that are shaded below "taken with".
    sets: tuple[tuple[str, ...], ...]  #: Cards that are shaded in each row, a row for each set.
    number: int | None = None  #: The pupil's number that is shaded on a spare slip, or ``NO_SINGLE_NUMBER``; None on other slips.

    def __str__(self) -> str:
        """Return the marks as text, without the pupil's number: ``10o: 7r 3g x2 | 9g``."""
        return f"{' '.join(self.takers) or 'none'}: {' | '.join(' '.join(row) for row in self.sets)}".rstrip(" |")

    @property
    def text_with_number(self) -> str:
        """The marks as text, with the pupil's number of a spare slip: ``10o: 7r 3g #17``."""
        return str(self) if self.number is None else f"{self} #{self.number}"

    @property
    def count(self) -> int:
        """Number of shaded circles, without those of a pupil's number."""
        return len(self.takers) + sum(map(len, self.sets))


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """An answer that was typed instead of shaded."""

    arithmetic: str  #: What was typed, such as ``(13 + 12) x 2``.

    def __str__(self) -> str:
        """Return the answer as text: ``typed: (13 + 12) x 2``."""
        return _TYPED_PREFIX + self.arithmetic


SlipAnswer: TypeAlias = SlipMarks | TypedAnswer


@dataclass(frozen=True, slots=True)
class AnswerWorth:
    """The result of an answer."""

    wrong: str  #: Why it is no take, in words; empty where it is one.
    cards: int = 0  #: Number of cards of the take, including the taking card; 0 without a take.
    points: int = 0  #: Points of the take; 0 without one.

    def is_best(self, puzzle: SlipPuzzle) -> bool:
        """Return whether no take of the puzzle is better."""
        return not self.wrong and (self.cards if puzzle.by == "cards" else self.points) >= puzzle.best


def marks_of_circles(puzzle: SlipPuzzle, form: SlipForm, shaded: frozenset[int]) -> SlipMarks:
    """Return the marks of some shaded circles.

    Args:
        puzzle: The puzzle of the slip.
        form: The circles of the slip.
        shaded: Indexes into ``circles_of(form)``.
    """
    circles = [circle for index, circle in enumerate(circles_of(form)) if index in shaded]
    sets = tuple(
        tuple(puzzle.centre[c.column] for c in circles if c.use is CircleUse.CENTRE and c.row == row)
        + tuple(puzzle.wilds[c.column] for c in circles if c.use is CircleUse.WILD and c.row == row)
        for row in range(SET_ROWS)
    )
    number = None
    if form.spare:
        tens, units = ([c.column for c in circles if c.use is use] for use in (CircleUse.TENS, CircleUse.UNITS))
        number = 10 * tens[0] + units[0] if len(tens) == len(units) == 1 else NO_SINGLE_NUMBER
    return SlipMarks(tuple(puzzle.takers[c.column] for c in circles if c.use is CircleUse.TAKER), sets, number)


def circles_of_marks(puzzle: SlipPuzzle, form: SlipForm, marks: SlipMarks) -> frozenset[int]:
    """Return the indexes of the circles of these marks, without those of a pupil's number; the reverse of ``marks_of_circles``."""
    wanted = {(CircleUse.TAKER, 0, puzzle.takers.index(face)) for face in marks.takers if face in puzzle.takers}
    for row, faces in enumerate(marks.sets):
        wanted |= {(CircleUse.CENTRE, row, puzzle.centre.index(face)) for face in faces if face in puzzle.centre}
        wanted |= {(CircleUse.WILD, row, puzzle.wilds.index(face)) for face in faces if face in puzzle.wilds}
    return frozenset(index for index, c in enumerate(circles_of(form)) if (c.use, c.row, c.column) in wanted)


def parse_answer_text(text: str) -> SlipAnswer:
    """Return the answer of a text that ``str(answer)`` or ``SlipMarks.text_with_number`` made."""
    if text.startswith(_TYPED_PREFIX):
        return TypedAnswer(text.removeprefix(_TYPED_PREFIX))
    match = re.fullmatch(r"\s*([^:|]*):(.*?)(?: #(-1|[0-9]{1,2}))?", text)
    if match is None:
        raise ValueError(
            tr('"{marks}" are no marks; write the taking card, a colon and the cards of each set: 10o: 7r 3g | 9g', marks=text[:40])
        )
    takers = tuple(face for face in match[1].split() if face != "none")
    sets = [tuple(part.split()) for part in match[2].split("|")]
    sets += [()] * (SET_ROWS - len(sets))
    if len(sets) > SET_ROWS:
        raise ValueError(tr('"{marks}" has {sets} sets; a slip has {most}', marks=text[:40], sets=len(sets), most=SET_ROWS))
    return SlipMarks(takers, tuple(sets), None if match[3] is None else int(match[3]))


def parse_marks(text: str, puzzle: SlipPuzzle) -> SlipMarks:
    """Return the marks of a text that a person wrote, checked against the cards of a slip."""
    marks = parse_answer_text(text)
    if isinstance(marks, TypedAnswer):
        raise ValueError(tr('"{marks}" is a typed answer; this slip was shaded', marks=text[:40]))  # noqa: TRY004 - the text is wrong, not the type of an argument
    centre_and_wilds = {*puzzle.centre, *puzzle.wilds}
    unknown = [face for face in marks.takers if face not in puzzle.takers]
    unknown += [face for row in marks.sets for face in row if face not in centre_and_wilds]
    if unknown:
        raise ValueError(tr("the slip has no card {card} to mark", card=unknown[0]))
    return replace(marks, number=None)


def judge_answer(puzzle: SlipPuzzle, answer: SlipAnswer) -> AnswerWorth:
    """Return the cards and points of an answer, or why it is no take."""
    return judge_typed(puzzle, answer.arithmetic) if isinstance(answer, TypedAnswer) else judge_marks(puzzle, answer)


def judge_typed(puzzle: SlipPuzzle, arithmetic: str) -> AnswerWorth:
    """Return the cards and points of typed arithmetic, or why it is no take."""
    if not puzzle.kind.asks_for_take:
        return _judge_choice(puzzle, typed_faces(puzzle, arithmetic))
    verdict = _verdict(puzzle, arithmetic)
    if verdict.wrong is not None:
        return AnswerWorth(wrong_line(verdict.wrong, arithmetic))
    return AnswerWorth("", verdict.cards, verdict.scored.points if verdict.scored else 0)


def _verdict(puzzle: SlipPuzzle, arithmetic: str) -> Verdict:
    """Return whether typed arithmetic is a take."""
    position = puzzle.position
    parsed = parse_arithmetic(arithmetic, frozenset(card.value for card in position.hand if card.is_number))
    return judge(parsed, position, puzzle.settings)


def sets_of_answer(puzzle: SlipPuzzle, answer: SlipAnswer) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of each set of an answer, without the taking card; of typed arithmetic only where it is a take."""
    if not puzzle.kind.asks_for_take:
        return ()
    if isinstance(answer, SlipMarks):
        return tuple(tuple(map(_card, row)) for row in answer.sets if row)
    return tuple(tuple(card for card in one if isinstance(card, Card)) for one in _verdict(puzzle, answer.arithmetic).sets)


def judge_marks(puzzle: SlipPuzzle, marks: SlipMarks) -> AnswerWorth:
    """Return the cards and points of marks, or why they are no take.

    Marks are a take if each set makes the number of the one taking card, in whatever order, and no card is in two sets.
    """
    if not puzzle.kind.asks_for_take:
        return _judge_choice(puzzle, marks.takers)
    if wrong := _reason_no_take(marks):
        return AnswerWorth(wrong)
    taker = _card(marks.takers[0])
    sets = [[_card(face) for face in row] for row in marks.sets]
    wrong_place = wrong_set(puzzle, marks)
    if wrong_place is not None:
        words = cards_in_words(", ".join(marks.sets[wrong_place]))
        return AnswerWorth(tr("set {set} ({cards}) does not make {number}", set=wrong_place + 1, cards=words, number=taker.value))
    used = {face for row in marks.sets for face in row}
    scoring = puzzle.settings.scoring_for(puzzle.position)
    scored = score_take([cards for cards in sets if cards], taker, clears=set(puzzle.centre) <= used, scoring=scoring)
    return AnswerWorth("", sum(map(len, sets)) + 1, scored.points)


def wrong_set(puzzle: SlipPuzzle, marks: SlipMarks) -> int | None:
    """Return the first set of marks, from 0, that does not make the number of the taking card in any order; None where all do."""
    settings, number = puzzle.settings, int(_card(marks.takers[0]).value)
    sets = ([_card(face) for face in row] for row in marks.sets)
    makes = (not cards or number in takers_of_all(cards, values=settings.values, negative=settings.negative) for cards in sets)
    return next((place for place, is_right in enumerate(makes) if not is_right), None)


def _judge_choice(puzzle: SlipPuzzle, faces: Sequence[str]) -> AnswerWorth:
    """Return how many of the chosen cards of the hand are right, or why the answer is wrong; some of several right cards are no error."""
    if not faces:
        return AnswerWorth(tr("nothing is shaded"))
    if puzzle.kind is PuzzleKind.MISSING and len(faces) > 1:
        return AnswerWorth(tr("{cards} cards are chosen; one is covered", cards=len(faces)))
    wrong = next((face for face in faces if face not in puzzle.answers), None)
    if wrong is None:
        return AnswerWorth("", len(faces), len(faces))
    words = cards_in_words(wrong)
    if puzzle.kind is PuzzleKind.MISSING:
        return AnswerWorth(tr("with {card} the {taker} does not take everything", card=words, taker=puzzle.taker))
    return AnswerWorth(tr("{card} does not take everything", card=words))


def typed_faces(puzzle: SlipPuzzle, text: str) -> tuple[str, ...]:
    """Return the cards of the hand whose numbers were typed, as in ``9, 12``."""
    numbers = {str(_card(face).value): face for face in puzzle.takers}
    words = text.replace(",", " ").split()
    unknown = next((word for word in words if word not in numbers and word not in puzzle.takers), None)
    if unknown is not None or not words:
        raise TypedError(
            tr('"{word}" is no number of the hand; write some of {numbers}', word=(unknown or "")[:20], numbers=", ".join(numbers))
        )
    return tuple(dict.fromkeys(numbers.get(word, word) for word in words))


def only_take(
    puzzle: SlipPuzzle, form: SlipForm, shaded: frozenset[int], unclear: Sequence[int], undecided: Collection[int] = ()
) -> frozenset[int] | None:
    """Return the one reading of the unclear circles that is a take; None where none or several are.

    It is the marks as they were read, or differs from them in undecided circles alone: a clear mark is never changed to make a take. A
    reading is also no take if it leaves open which pupil's number is shaded on a spare slip.

    Args:
        puzzle: The puzzle of the slip.
        form: The circles of the slip.
        shaded: Indexes into ``circles_of(form)``, as they were read.
        unclear: Indexes of circles that may have been read wrongly; with more than ``MAX_UNCLEAR_MARKS`` the result is None.
        undecided: Indexes of those that may as well be empty as shaded.
    """
    if len(unclear) > MAX_UNCLEAR_MARKS:
        return None
    flips = chain.from_iterable(combinations(unclear, count) for count in range(len(unclear) + 1))
    takes = [flip for flip in flips if _is_answer(puzzle, marks_of_circles(puzzle, form, shaded ^ set(flip)))]
    return shaded ^ set(takes[0]) if len(takes) == 1 and set(takes[0]) <= set(undecided) else None


def _is_answer(puzzle: SlipPuzzle, marks: SlipMarks) -> bool:
    """Return whether marks are a take and, on a spare slip, have a single pupil's number."""
    return marks.number != NO_SINGLE_NUMBER and not judge_marks(puzzle, marks).wrong


def _reason_no_take(marks: SlipMarks) -> str:
    """Return why marks cannot be a take whatever their numbers are; empty where they may be one."""
    if not marks.count:
        return tr("nothing is shaded")
    if len(marks.takers) != 1:
        if not marks.takers:
            return tr("no card is shaded to take with")
        return ngettext("{n} card is shaded to take with", "{n} cards are shaded to take with", len(marks.takers))
    faces = [face for row in marks.sets for face in row]
    if not faces:
        return tr("no card is shaded to be taken")
    twice = next((face for face in faces if faces.count(face) > 1), None)
    if twice is not None:
        return tr("{card} is shaded in two sets", card=card_words(_card(twice)))
    wild = next((n for n, row in enumerate(marks.sets, start=1) if row and not any(_card(face).is_number for face in row)), None)
    return tr("set {set} has no number card", set=wild) if wild else ""


def _card(face: str) -> Card:
    return parse_cards(face)[0]
