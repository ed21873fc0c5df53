"""Records of the slips of a class and of the answers on them, and the judgement of answers.

Cards are read once, where a record comes in (``from_dict``, ``parse_marks``), and only cards of the slip are taken. An answer is either
marks (``SlipMarks``) or typed arithmetic (``TypedMark``); what it is worth (``AnswerWorth``) is stored with it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias, get_args

from numero_cam.base.bounded_reader import MAX_WHOLE_NUMBER, list_of, whole_number
from numero_cam.catalogue import tr
from numero_cam.classroom.occasions import shown_name
from numero_cam.games.numero.judge import TypedError, Verdict, judge
from numero_cam.games.numero.judge import parse_answer as parse_arithmetic
from numero_cam.games.numero.judge.typed import TypedAnswer
from numero_cam.games.numero.puzzles import Puzzle
from numero_cam.games.numero.rules import Card, Position, parse_card, score_take
from numero_cam.games.numero.rules.choices import By, PuzzleKind
from numero_cam.games.numero.solve import Play, Settings, takers_of_all
from numero_cam.marking.slip_layout import LAYOUT_VERSION, LAYOUTS, MAX_VERSIONS, SET_ROWS, CircleUse, SlipForm, circles_of
from numero_cam.text.puzzles import answer_line, explained_hardness_line, goal_line, task_line

MAX_RESULT = 10_000  #: Maximum number of cards or points of a result.
MAX_LISTED = 1000  #: Maximum number of entries of a list in a record; a printing has at most 511 slips.
MAX_TEXT_CHARACTERS = 10_000  #: Maximum length of a text in a record.
COVERED_FACE = "?"  #: Stands in a record for the card of the centre that is to be found.
_SETTINGS = {by: Settings(by=by) for by in get_args(By)}


def face_of(card: Card | None) -> str:
    """Return the face of a card of a slip in canonical notation; ``?`` for the covered one."""
    return COVERED_FACE if card is None else str(card)


@dataclass(frozen=True, slots=True)
class SlipPuzzle:
    """A puzzle as it is printed on slips."""

    level: str  #: Name of its level, such as ``silver:12``.
    centre: tuple[Card | None, ...]  #: The cards in the centre; None for the covered one.
    takers: tuple[Card, ...]  #: The number cards in the hand.
    wilds: tuple[Card, ...]  #: The wild cards in the hand.
    by: By  #: What the best take has most of: ``cards`` or ``points``.
    cards: int  #: Number of cards of the best take, including the taking card.
    points: int  #: Points of the best take.
    solution_text: str  #: The best take in words, and how hard the puzzle is.
    #: Kind of the puzzle. Where it asks for no take, ``cards`` and ``points`` are the number of right cards of the hand.
    kind: PuzzleKind = PuzzleKind.BEST
    answers: tuple[Card, ...] = ()  #: The right cards of the hand, where the puzzle asks for no take.
    taker: int | None = None  #: Number of the card that takes everything, where a card of the centre is to be found; else None.

    @classmethod
    def of(cls, level: str, puzzle: Puzzle, kind: PuzzleKind = PuzzleKind.BEST) -> "SlipPuzzle":
        """Return the slip puzzle of a generated puzzle that asks for a take, with its best take as the solution."""
        position, best = puzzle.position, puzzle.play
        centre = tuple(card for card in position.centre if isinstance(card, Card))
        takers = tuple(card for card in position.hand if card.is_number)
        wilds = tuple(card for card in position.hand if card.is_wild)
        solution_text = f"{answer_line(puzzle)} {explained_hardness_line(puzzle)}"
        return cls(level, centre, takers, wilds, puzzle.by, best.cards, best.points, solution_text, kind)

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle as JSON values; ``from_dict`` reads them."""
        return {
            "level": self.level,
            "centre": [*map(face_of, self.centre)],
            "takers": [*map(str, self.takers)],
            "wilds": [*map(str, self.wilds)],
            "by": self.by,
            "cards": self.cards,
            "points": self.points,
            "kind": self.kind,
            "answers": [*map(str, self.answers)],
            "taker": "" if self.taker is None else str(self.taker),
            "told": self.solution_text,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "SlipPuzzle":
        """Return the puzzle of JSON values; raise an error where they are no puzzle."""
        takers, wilds, by = _cards(data["takers"]), _cards(data["wilds"]), data["by"]
        centre = tuple(None if face == COVERED_FACE else parse_card(stored_text(face)) for face in list_of(data["centre"], MAX_LISTED))
        if by not in get_args(By) or not all(card.is_number for card in takers) or any(card.is_number for card in wilds):
            raise ValueError("this is no puzzle of a slip")
        puzzle = cls(
            stored_text(data["level"]),
            centre,
            takers,
            wilds,
            by,
            whole_number(data["cards"], 0, MAX_RESULT),
            whole_number(data["points"], 0, MAX_RESULT),
            stored_text(data["told"]),
            PuzzleKind(data.get("kind", PuzzleKind.BEST)),
            _cards(data.get("answers", [])),
            int(stored_text(data["taker"])) if data.get("taker") else None,
        )
        is_covered = puzzle.kind is PuzzleKind.MISSING
        if centre.count(None) != is_covered or (puzzle.taker is not None) != is_covered or not puzzle.form.centre:
            raise ValueError("this is no puzzle of a slip")
        return puzzle

    @property
    def form(self) -> SlipForm:
        """The circles of a slip that has an owner; a spare slip has circles for the pupil's number besides."""
        return SlipForm(len(self.centre), len(self.takers), len(self.wilds), sets=SET_ROWS if self.kind.asks_for_take else 0)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the hand, the number cards first."""
        return self.takers + self.wilds

    @property
    def level_words(self) -> str:
        """Its level as it is shown; a challenge stands in place of one."""
        return shown_name(self.level)

    @property
    def goal(self) -> str:
        """What the pupil is to do, a short sentence."""
        return goal_line(self.kind, self.by, str(self.taker))

    @property
    def task(self) -> str:
        """The line above the puzzle where it is projected: the goal, as a task for the class."""
        return task_line(self.goal)

    @property
    def position(self) -> Position:
        """The cards as a position of the game, without a covered one."""
        return Position(tuple(card for card in self.centre if card is not None), self.hand)

    @property
    def settings(self) -> Settings:
        """The settings by which answers are judged."""
        return _SETTINGS[self.by]

    @property
    def best(self) -> int:
        """The number of cards, or the points, of the best take; see ``by``."""
        return self.cards if self.by == "cards" else self.points


def _cards(faces: object) -> tuple[Card, ...]:  # of a list of faces in a record
    return tuple(parse_card(stored_text(face)) for face in list_of(faces, MAX_LISTED))


def stored_text(value: object) -> str:
    """Return a value of a record after checking that it is a text; it may have any characters, such as no-break spaces."""
    if not isinstance(value, str) or len(value) > MAX_TEXT_CHARACTERS:
        raise TypeError("this is no text of a slip")
    return value


MAX_PUPIL_NUMBER = 99  #: Maximum number of a pupil: spare slips have circles for tens and units.
FORGOTTEN_PUPIL = 0  #: Stands in place of the number of a pupil who was removed from the class.
CHALLENGE_SEED = "challenge"  #: Seed of a printing whose puzzle a pupil set; such a printing gets no further slips.
ROUND_SEED = "round"  #: First word of the seed of a printing that is a Top Take.


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
    puzzles: tuple[int, ...]  #: Indexes of its puzzles in the printing, from the top of the slip.
    pupil: int | None  #: Number of its owner; None for a spare slip, ``FORGOTTEN_PUPIL`` where the owner was removed.
    name: str = ""  #: Name of its owner; may be empty.

    @classmethod
    def from_row(cls, row: object, puzzle_count: int) -> "PrintedSlip":
        """Return the slip of a list of its four values in a record; `puzzle_count` is that of the printing."""
        slip, puzzles, pupil, name = list_of(row, 4)
        owner = None if pupil is None else whole_number(pupil, FORGOTTEN_PUPIL, MAX_PUPIL_NUMBER)
        listed = puzzles if isinstance(puzzles, list) else [puzzles]  # earlier versions stored the one puzzle of a slip
        indexes = tuple(whole_number(puzzle, 0, puzzle_count - 1) for puzzle in list_of(listed, MAX_LISTED))
        return cls(whole_number(slip, 0, MAX_LISTED), indexes, owner, stored_text(name))

    def to_row(self) -> list[object]:
        """Return the list that ``from_row`` reads."""
        return [self.slip, self.puzzles[0] if len(self.puzzles) == 1 else list(self.puzzles), self.pupil, self.name]


@dataclass(frozen=True, slots=True)
class Printing:
    """Slips that were printed together: of one week of a class, or of a challenge."""

    number: int  #: Number of the printing, which the code strip of each slip encodes.
    class_name: str  #: Name of the class.
    week: str  #: Name of the week, chosen by the teacher.
    puzzles: tuple[SlipPuzzle, ...]  #: The puzzles, each once.
    slips: tuple[PrintedSlip, ...]  #: All slips, in the order of their numbers.
    seed: str = ""  #: Seed of the puzzles; empty for printings of versions that did not store it.
    layout: int = LAYOUT_VERSION  #: Version of the layout of the slips, a key of ``LAYOUTS``: their size, and how many puzzles each has.
    versions: int = 1  #: Number of versions of the slips of a level, equally hard, so that neighbours have other puzzles.

    def without(self, pupil: int) -> "Printing":
        """Return the printing without the number and the name of a pupil."""
        forgotten = (replace(slip, pupil=FORGOTTEN_PUPIL, name="") if slip.pupil == pupil else slip for slip in self.slips)
        return replace(self, slips=tuple(forgotten))

    @property
    def is_challenge(self) -> bool:
        """Whether a pupil set the puzzle, so that the printing is no week of the class."""
        return self.seed == CHALLENGE_SEED

    @property
    def is_round(self) -> bool:
        """Whether it is the puzzle of a Top Take."""
        return self.seed.startswith(f"{ROUND_SEED} ")

    @property
    def is_occasion(self) -> bool:
        """Whether it is a challenge or a Top Take: one puzzle for all, beside the weeks; it gets no further slips."""
        return self.is_challenge or self.is_round

    @property
    def is_week(self) -> bool:
        """Whether it is a week of the course: neither a challenge nor a round, whose seeds do not follow from class and week."""
        return not self.seed or self.seed.startswith(f"{self.class_name.casefold()} {self.week} ")

    @property
    def by(self) -> By | None:
        """What the best takes have most of; None where there is no puzzle."""
        return self.puzzles[0].by if self.puzzles else None

    @property
    def own_slips(self) -> Mapping[int, PrintedSlip]:
        """The slip of each pupil who owns one, by his number: the last one, where he got another level after the first was printed."""
        return {slip.pupil: slip for slip in self.slips if slip.pupil}

    @property
    def printed_slips(self) -> tuple[PrintedSlip, ...]:
        """The slips that are printed: spare ones, and of each pupil his own."""
        owned = {slip.slip for slip in self.own_slips.values()}
        return tuple(slip for slip in self.slips if slip.pupil is None or slip.slip in owned)

    def level_of(self, pupil: int) -> str | None:
        """Return the level of a pupil's slip, by his number; None where he has none."""
        return self.puzzles[slip.puzzles[0]].level if (slip := self.own_slips.get(pupil)) else None

    @property
    def heading(self) -> str:
        """The heading of its slips: class and week, or class and challenge or Top Take."""
        template = tr("{class_name}, {week}") if self.is_occasion else tr("{class_name}, week {week}")
        return template.format(class_name=self.class_name, week=shown_name(self.week))

    @property
    def puzzles_per_slip(self) -> int:
        """Number of puzzles of each slip."""
        return len(LAYOUTS[self.layout].places)

    @property
    def used_puzzles(self) -> tuple[int, ...]:
        """Indexes of the puzzles that a slip has; a version that no pupil of a level needs has none."""
        return tuple(sorted({puzzle for slip in self.slips for puzzle in slip.puzzles}))

    @property
    def levels(self) -> tuple[str, ...]:
        """Names of the levels of its puzzles."""
        return tuple(dict.fromkeys(puzzle.level for puzzle in self.puzzles))

    def level_puzzles(self, level: str) -> tuple[tuple[int, ...], ...]:
        """Return the indexes of the puzzles of each version of a level's slips; empty for a level that has none."""
        indexes = [index for index, puzzle in enumerate(self.puzzles) if puzzle.level == level]
        size = self.puzzles_per_slip
        return tuple(tuple(indexes[start : start + size]) for start in range(0, len(indexes), size))

    def place_words(self, puzzle: int) -> str:
        """Return which puzzle of its level's slips one is: ``B2``, version B, second puzzle; empty where a level has one only."""
        sets = self.level_puzzles(self.puzzles[puzzle].level)
        version, at = next((version, own.index(puzzle)) for version, own in enumerate(sets) if puzzle in own)
        letter = self.version_letter(sets[version])
        return f"{letter}{at + 1}" if self.puzzles_per_slip > 1 else letter

    def version_letter(self, puzzles: tuple[int, ...]) -> str:
        """Return the letter of the version of a level's slips with these puzzles; empty where there is one version."""
        return "" if self.versions == 1 else chr(ord("A") + self.level_puzzles(self.puzzles[puzzles[0]].level).index(puzzles))

    def puzzle_of(self, slip: int, at: int = 0) -> SlipPuzzle:
        """Return a puzzle of a slip, by the number of the slip and its place on it, from 0."""
        return self.puzzles[self.slips[slip].puzzles[at]]

    def form_of(self, slip: int, at: int = 0) -> SlipForm:
        """Return which circles a puzzle of a slip has, by the number of the slip and the puzzle's place on it."""
        spare = self.slips[slip].pupil is None and at == 0
        return replace(self.puzzle_of(slip, at).form, spare=spare, layout=self.layout, at=at)

    def forms_of(self, slip: int) -> tuple[SlipForm, ...]:
        """Return the forms of all puzzles of a slip, by the number of the slip."""
        return tuple(self.form_of(slip, at) for at in range(self.puzzles_per_slip))

    def to_dict(self) -> dict[str, object]:
        """Return the printing as JSON values; ``from_dict`` reads them."""
        return {
            "number": self.number,
            "class": self.class_name,
            "week": self.week,
            "puzzles": [puzzle.to_dict() for puzzle in self.puzzles],
            "slips": [slip.to_row() for slip in self.slips],
            "seed": self.seed,
            "layout": self.layout,
            "versions": self.versions,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Printing":
        """Return the printing of JSON values; raise an error where they are no printing."""
        puzzles = tuple(map(SlipPuzzle.from_dict, list_of(data["puzzles"], MAX_LISTED)))
        slips = tuple(PrintedSlip.from_row(row, len(puzzles)) for row in list_of(data["slips"], MAX_LISTED))
        layout = data.get("layout", 1)  # versions that did not store it had one layout
        if layout not in LAYOUTS:
            raise ValueError("the slips are of a layout that this version does not know")
        if [slip.slip for slip in slips] != list(range(len(slips))):
            raise ValueError("slips are in the order of their numbers")
        names = stored_text(data["class"]), stored_text(data["week"])
        number, seed = whole_number(data["number"], 0, MAX_WHOLE_NUMBER), stored_text(data.get("seed", ""))
        printing = cls(number, *names, puzzles, slips, seed, layout, whole_number(data.get("versions", 1), 1, MAX_VERSIONS))
        if any(len(slip.puzzles) != printing.puzzles_per_slip for slip in slips):
            raise ValueError("the slips have other puzzles than their layout")
        if printing.puzzles_per_slip * printing.versions > 1:  # else every puzzle is a slip's
            sets = {level: printing.level_puzzles(level) for level in printing.levels}
            known = {one for own in sets.values() for one in own if len(one) == printing.puzzles_per_slip}
            is_whole = all(len(own) == printing.versions and {*own} <= known for own in sets.values())
            if not is_whole or not {slip.puzzles for slip in slips} <= known:
                raise ValueError("the slips have other puzzles than their versions")
        for slip in {slip.puzzles: slip.slip for slip in slips}.values():
            printing.forms_of(slip)  # raises ValueError where its cards have no room
        return printing


NO_SINGLE_NUMBER = -1  #: Value of ``SlipMarks.number`` on a spare slip where no number, or more than one, is shaded.
JUDGE_VERSION = 1  #: Of the rules by which answers are judged. Answers that were judged by other ones are judged anew.


@dataclass(frozen=True, slots=True)
class SlipMarks:
    """The marks of a slip, as cards."""

    takers: tuple[Card, ...]  #: Cards of the hand that are shaded below "taken with".
    sets: tuple[tuple[Card, ...], ...]  #: Cards that are shaded in each row, a row for each set.
    number: int | None = None  #: The pupil's number that is shaded on a spare slip, or ``NO_SINGLE_NUMBER``; None on other slips.

    def __str__(self) -> str:
        """Return the marks as text, without the pupil's number: ``10o: 7r 3g x2 | 9g``."""
        return f"{' '.join(map(str, self.takers)) or 'none'}: {' | '.join(' '.join(map(str, row)) for row in self.sets)}".rstrip(" |")

    @property
    def count(self) -> int:
        """Number of shaded circles, without those of a pupil's number."""
        return len(self.takers) + sum(map(len, self.sets))


@dataclass(frozen=True, slots=True)
class TypedMark:
    """An answer that was typed instead of shaded."""

    arithmetic: str  #: What was typed, such as ``(13 + 12) x 2``.

    def __str__(self) -> str:
        """Return the answer as text: ``typed: (13 + 12) x 2``."""
        return f"typed: {self.arithmetic}"


SlipAnswer: TypeAlias = SlipMarks | TypedMark


def answer_to_dict(answer: SlipAnswer) -> dict[str, object]:
    """Return an answer as JSON values; ``answer_from_dict`` reads them."""
    if isinstance(answer, TypedMark):
        return {"typed": answer.arithmetic}
    return {"takers": [*map(str, answer.takers)], "sets": [[*map(str, row)] for row in answer.sets], "number": answer.number}


def answer_from_dict(data: Mapping[str, Any], puzzle: SlipPuzzle) -> SlipAnswer:
    """Return the answer of JSON values; its cards are those of the slip."""
    if "typed" in data:
        typed = TypedMark(stored_text(data["typed"]))
        read = _parse_take if puzzle.kind.asks_for_take else typed_cards
        read(puzzle, typed.arithmetic)  # raises TypedError where it cannot be read
        return typed
    number = data["number"]
    if number is not None:
        whole_number(number, NO_SINGLE_NUMBER, MAX_PUPIL_NUMBER)
    sets = [list_of(row, MAX_LISTED) for row in list_of(data["sets"], SET_ROWS)]
    return _marks(list_of(data["takers"], MAX_LISTED), sets, number, puzzle)


class NoTake(StrEnum):
    """Why an answer is no take, or not right where cards of the hand are asked; the values are stored."""

    NOTHING = "nothing"  #: Nothing is shaded.
    NO_TAKER = "no taker"  #: No card takes.
    TAKERS = "takers"  #: Several cards take.
    NO_CARD = "no card"  #: No card is taken.
    TWICE = "twice"  #: A card is in two sets.
    ONLY_WILDS = "only wilds"  #: A set has no number card.
    OTHER_NUMBER = "other number"  #: A set does not make the number of the taking card.
    CHOSEN = "chosen"  #: Several cards are chosen where one is covered.
    WRONG_CARD = "wrong card"  #: A chosen card is not right.
    ARITHMETIC = "arithmetic"  #: Typed arithmetic has a wrong step.


@dataclass(frozen=True, slots=True)
class AnswerWorth:
    """The worth of an answer: its cards and points, or why it is no take."""

    cards: int = 0  #: Number of cards of the take, including the taking card; 0 without a take.
    points: int = 0  #: Points of the take; 0 without one.
    is_best: bool = False  #: Whether no take of the puzzle is better.
    wrong: NoTake | None = None  #: Why it is no take; None where it is one.

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON values; ``from_dict`` reads them."""
        return {"cards": self.cards, "points": self.points, "best": self.is_best, "wrong": self.wrong}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "AnswerWorth":
        """Return the worth of JSON values."""
        cards, points = (whole_number(data[name], -MAX_RESULT, MAX_RESULT) for name in ("cards", "points"))
        return cls(cards, points, data["best"] is True, None if data["wrong"] is None else NoTake(data["wrong"]))

    def check_fits(self, puzzle: SlipPuzzle, answer: SlipAnswer) -> None:
        """Raise ``ValueError`` where this answer cannot have this worth; the numbers of a take are not calculated again."""
        if not puzzle.kind.asks_for_take:
            fits = self == judge_answer(puzzle, answer)
        elif isinstance(answer, TypedMark):
            fits = self.wrong in (None, NoTake.ARITHMETIC)
        else:
            wrong = _wrong_without_arithmetic(answer)
            fits = self.wrong is wrong or (wrong is None and self.wrong is NoTake.OTHER_NUMBER)
        if not fits:
            raise ValueError(tr("what it is worth does not fit its answer"))


def marks_of_circles(puzzle: SlipPuzzle, form: SlipForm, shaded: frozenset[int]) -> SlipMarks:
    """Return the marks of shaded circles of a slip with this puzzle; `shaded` are indexes into ``circles_of(form)``."""
    circles = [circle for index, circle in enumerate(circles_of(form)) if index in shaded]
    sets = tuple(
        tuple(card for c in circles if c.use is CircleUse.CENTRE and c.row == row and (card := puzzle.centre[c.column]) is not None)
        + tuple(puzzle.wilds[c.column] for c in circles if c.use is CircleUse.WILD and c.row == row)
        for row in range(SET_ROWS)
    )
    number = None
    if form.spare:
        tens, units = ([c.column for c in circles if c.use is use] for use in (CircleUse.TENS, CircleUse.UNITS))
        number = 10 * tens[0] + units[0] if len(tens) == len(units) == 1 else NO_SINGLE_NUMBER
    return SlipMarks(tuple(puzzle.takers[c.column] for c in circles if c.use is CircleUse.TAKER), sets, number)


def parse_marks(text: str, puzzle: SlipPuzzle) -> SlipMarks:
    """Return the marks of a text as ``SlipMarks`` prints it, with the number of a spare slip: ``10o: 7r 3g | 8o #17``."""
    match = re.fullmatch(r"\s*([^:|]*):(.*?)(?: #(-1|[0-9]{1,2}))?", text)
    if match is None:
        raise ValueError(
            tr('"{marks}" are no marks; write the taking card, a colon and the cards of each set: 10o: 7r 3g | 9g', marks=text[:40])
        )
    takers = [face for face in match[1].split() if face != "none"]
    sets = [part.split() for part in match[2].split("|")]
    if len(sets) > SET_ROWS:
        raise ValueError(tr('"{marks}" has {sets} sets; a slip has {most}', marks=text[:40], sets=len(sets), most=SET_ROWS))
    return _marks(takers, sets, None if match[3] is None else int(match[3]), puzzle)


def _marks(takers: Iterable[object], sets: Sequence[Iterable[object]], number: int | None, puzzle: SlipPuzzle) -> SlipMarks:
    """Return the marks of a pupil's number and of the faces of takers and sets; ``ValueError`` where the slip has no such card."""
    hand, others = ({str(card): card for card in cards if card} for cards in (puzzle.takers, (*puzzle.centre, *puzzle.wilds)))
    try:
        rows = tuple(tuple(others[str(face)] for face in row) for row in sets)
        return SlipMarks(tuple(hand[str(face)] for face in takers), rows + ((),) * (SET_ROWS - len(rows)), number)
    except KeyError as error:
        raise ValueError(tr("the slip has no card {card} to mark", card=str(error.args[0])[:20])) from None


def judge_answer(puzzle: SlipPuzzle, answer: SlipAnswer) -> AnswerWorth:
    """Return the worth of an answer to a puzzle."""
    return judge_typed(puzzle, answer.arithmetic) if isinstance(answer, TypedMark) else judge_marks(puzzle, answer)


def judge_typed(puzzle: SlipPuzzle, arithmetic: str) -> AnswerWorth:
    """Return the worth of typed arithmetic, or of typed numbers of cards where the puzzle asks for no take."""
    if not puzzle.kind.asks_for_take:
        return _judge_choice(puzzle, typed_cards(puzzle, arithmetic))
    verdict = typed_verdict(puzzle, arithmetic)
    if verdict.wrong is not None:
        return AnswerWorth(wrong=NoTake.ARITHMETIC)
    return _worth_of_right(puzzle, verdict.cards, verdict.scored.points if verdict.scored else 0)


def typed_verdict(puzzle: SlipPuzzle, arithmetic: str) -> Verdict:
    """Return the verdict on typed arithmetic: its cards and score, or its first wrong step."""
    return judge(_parse_take(puzzle, arithmetic), puzzle.position, puzzle.settings)


def _parse_take(puzzle: SlipPuzzle, arithmetic: str) -> TypedAnswer:  # which may begin with a taker
    return parse_arithmetic(arithmetic, frozenset(card.value for card in puzzle.takers))


def sets_of_answer(puzzle: SlipPuzzle, answer: SlipAnswer) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of each set of an answer, without the taking card; of typed arithmetic only where it is a take."""
    if not puzzle.kind.asks_for_take:
        return ()
    if isinstance(answer, SlipMarks):
        return tuple(row for row in answer.sets if row)
    return tuple(tuple(card for card in one if isinstance(card, Card)) for one in typed_verdict(puzzle, answer.arithmetic).sets)


def judge_marks(puzzle: SlipPuzzle, marks: SlipMarks) -> AnswerWorth:
    """Return what marks are worth.

    They are a take if each set makes the number of the one taking card, in whatever order, and no card is in two sets.
    """
    if not puzzle.kind.asks_for_take:
        return _judge_choice(puzzle, marks.takers)
    wrong = _wrong_without_arithmetic(marks)
    if wrong is None and wrong_set(puzzle, marks) is not None:
        wrong = NoTake.OTHER_NUMBER
    if wrong is not None:
        return AnswerWorth(wrong=wrong)
    used = {card for row in marks.sets for card in row}
    scoring = puzzle.settings.scoring_for(puzzle.position)
    scored = score_take([row for row in marks.sets if row], marks.takers[0], clears=set(puzzle.centre) <= used, scoring=scoring)
    return _worth_of_right(puzzle, len(used) + 1, scored.points)


def _worth_of_right(puzzle: SlipPuzzle, cards: int, points: int) -> AnswerWorth:  # of an answer without a mistake
    return AnswerWorth(cards, points, (cards if puzzle.by == "cards" else points) >= puzzle.best)


def wrong_set(puzzle: SlipPuzzle, marks: SlipMarks) -> int | None:
    """Return the first set of marks, from 0, that does not make the number of the taking card in any order; None where all do."""
    settings, number = puzzle.settings, int(marks.takers[0].value)
    makes = (not row or number in takers_of_all(row, values=settings.values, negative=settings.negative) for row in marks.sets)
    return next((place for place, is_right in enumerate(makes) if not is_right), None)


def _judge_choice(puzzle: SlipPuzzle, chosen: Sequence[Card]) -> AnswerWorth:
    """Return the worth of chosen cards of the hand: how many, if all are right, else why not; not all right ones need be chosen."""
    if not chosen:
        return AnswerWorth(wrong=NoTake.NOTHING)
    if puzzle.kind is PuzzleKind.MISSING and len(chosen) > 1:
        return AnswerWorth(wrong=NoTake.CHOSEN)
    if not set(chosen) <= set(puzzle.answers):
        return AnswerWorth(wrong=NoTake.WRONG_CARD)
    return _worth_of_right(puzzle, len(chosen), len(chosen))


def chosen_cards(puzzle: SlipPuzzle, answer: SlipAnswer) -> tuple[Card, ...]:
    """Return the cards of the hand that an answer names."""
    return answer.takers if isinstance(answer, SlipMarks) else typed_cards(puzzle, answer.arithmetic)


def typed_cards(puzzle: SlipPuzzle, text: str) -> tuple[Card, ...]:
    """Return the cards of the hand whose numbers were typed, as in ``9, 12``."""
    numbers = {str(card.value): card for card in puzzle.takers}
    named = numbers | {str(card): card for card in puzzle.takers}
    words = text.replace(",", " ").split()
    unknown = next((word for word in words if word not in named), None)
    if unknown is not None or not words:
        raise TypedError(
            tr('"{word}" is no number of the hand; write some of {numbers}', word=(unknown or "")[:20], numbers=", ".join(numbers))
        )
    return tuple(dict.fromkeys(named[word] for word in words))


def card_twice(marks: SlipMarks) -> Card | None:
    """Return the first card that is in two sets; None where none is."""
    cards = [card for row in marks.sets for card in row]
    return next((card for card in cards if cards.count(card) > 1), None)


def set_of_wilds(marks: SlipMarks) -> int | None:
    """Return the first set, from 0, that has only wild cards; None where none has."""
    return next((place for place, row in enumerate(marks.sets) if row and all(card.is_wild for card in row)), None)


def _wrong_without_arithmetic(marks: SlipMarks) -> NoTake | None:
    """Return why marks cannot be a take whatever numbers their sets make; None where they may be one."""
    if not marks.count:
        return NoTake.NOTHING
    if len(marks.takers) != 1:
        return NoTake.TAKERS if marks.takers else NoTake.NO_TAKER
    if not any(marks.sets):
        return NoTake.NO_CARD
    if card_twice(marks):
        return NoTake.TWICE
    return NoTake.ONLY_WILDS if set_of_wilds(marks) is not None else None
