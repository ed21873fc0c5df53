"""The queue of answers that a person has to look at: the likeliest ones of each, and the person's decisions, stored and undone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import ngettext, tr
from numero_cam.classroom.classes import PupilResult
from numero_cam.classroom.mark import reopen_shared_pupils, shared_reason
from numero_cam.classroom.mistakes import no_take_words, reason_no_take
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore
from numero_cam.classroom.slips import (
    FORGOTTEN_PUPIL,
    NO_SINGLE_NUMBER,
    Printing,
    SlipMarks,
    SlipPuzzle,
    TypedMark,
    judge_answer,
    judge_marks,
    marks_of_circles,
)
from numero_cam.games.numero.rules import Card

MAX_ANSWERS = 3  #: Maximum number of answers that are offered; the page has the keys 1 to 3 for them.
MAX_CHANGED_MARKS = 2  #: Maximum number of unclear marks that an offered answer reads otherwise.
MAX_TOGETHER = 6  #: Maximum number of slips that are decided together: so many can be looked at on one page.
MAX_UNCLEAR_MARKS = 8  #: Maximum number of unclear marks that are tried, the least clear ones.
NO_TAKE_COST = 1.5  #: Cost of an answer that is no take, or without a pupil's number; an unclear mark that is read otherwise costs 1.


@dataclass(frozen=True, slots=True)
class LikelyAnswer:
    """An answer that an unclear slip may mean."""

    shaded: tuple[int, ...]  #: The circles that it takes as shaded, as indexes into ``circles_of`` of the slip's form.
    sets: tuple[tuple[Card, ...], ...]  #: The cards of each set; empty where nothing is taken.
    taker: Card | None  #: The card that takes; None where there is not exactly one.
    said: str  #: ``A take``, ``Right`` or why it is no take, for people; of a typed take, its arithmetic.
    worth: str  #: Its cards, or that it is no take, for people.
    is_take: bool  #: Whether it is a take.
    pupil: int | None  #: The pupil's number that is shaded on a spare slip; None where it is no pupil's of the class.
    cost: float = 0.0  #: Unlikelihood: 1 for each unclear mark read otherwise, ``NO_TAKE_COST`` for no take or no pupil.


def likely_answers(printing: Printing, entry: SlipEntry) -> tuple[LikelyAnswer, ...]:
    """Return up to ``MAX_ANSWERS`` answers that a waiting slip may mean, the likeliest first; of a typed answer only that one."""
    puzzle, form = printing.puzzle_of(entry.slip, entry.at), printing.form_of(entry.slip, entry.at)
    if isinstance(entry.reading, TypedMark):
        wrong = entry.worth.wrong
        said = reason_no_take(puzzle, entry.reading, wrong) if wrong else entry.reading.arithmetic
        return (LikelyAnswer((), (), None, said, _worth_words(puzzle, entry.worth.cards), not wrong, entry.pupil),)
    unclear = entry.doubtful[:MAX_UNCLEAR_MARKS]
    found: dict[SlipMarks, LikelyAnswer] = {}
    for changed in (flips for size in range(MAX_CHANGED_MARKS + 1) for flips in combinations(unclear, size)):
        shaded = frozenset(entry.shaded) ^ set(changed)
        marks = marks_of_circles(puzzle, form, shaded)
        answer = _answer(printing, puzzle, marks, shaded)
        cost = len(changed) + (0 if answer.is_take else NO_TAKE_COST) + (NO_TAKE_COST if form.spare and answer.pupil is None else 0)
        plain = replace(marks, number=None)
        if plain not in found or cost < found[plain].cost:
            found[plain] = replace(answer, cost=cost)
    return tuple(sorted(found.values(), key=lambda one: one.cost)[:MAX_ANSWERS])


def offered_answer(answers: Sequence[LikelyAnswer]) -> LikelyAnswer | None:
    """Return which of one answer or more is chosen beforehand: the likeliest, if the next costs at least 1 more; None for none."""
    return answers[0] if len(answers) == 1 or answers[1].cost - answers[0].cost >= 1 else None


def decidable_together(printing: Printing, entries: Sequence[SlipEntry]) -> tuple[SlipEntry, ...]:
    """Return the first slips that can be decided on one page: with a picture, a printed owner, and no other slip of this pupil."""
    kept = [one for one in entries if one.state is not EntryState.LEFT_OUT]
    pupils = Counter((one.pupil, one.at) for one in kept)
    owned = (one for one in kept if one.pupil is not None and one.pupil == printing.slips[one.slip].pupil)
    alone = (one for one in owned if one.state is EntryState.OPEN and pupils[one.pupil, one.at] == 1)
    return tuple(sorted((one for one in alone if one.crop is not None), key=lambda one: one.key)[:MAX_TOGETHER])


def _answer(printing: Printing, puzzle: SlipPuzzle, marks: SlipMarks, shaded: frozenset[int]) -> LikelyAnswer:
    """Return the answer that shaded circles, as marks, mean; its cost is set by the caller."""
    worth = judge_marks(puzzle, marks)
    pupil = marks.number if marks.number in printing.own_slips else None
    takes = puzzle.kind.asks_for_take
    taker = marks.takers[0] if takes and len(marks.takers) == 1 else None
    wrong = reason_no_take(puzzle, marks, worth.wrong) if worth.wrong else ""
    said = wrong[:1].upper() + wrong[1:] or (tr("A take") if takes else tr("Right"))
    sets = tuple(row for row in (marks.sets if takes else (marks.takers,)) if row)
    return LikelyAnswer(tuple(sorted(shaded)), sets, taker, said, _worth_words(puzzle, worth.cards), not worth.wrong, pupil)


def _worth_words(puzzle: SlipPuzzle, cards: int) -> str:  # 0 for no take
    return ngettext("{n} card", "{n} cards", cards) if cards else no_take_words(puzzle)


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's decision about a slip."""

    entry: int  #: Number of the entry in the file.
    pupil: int | None  #: Number of the pupil whose slip it is; None for the pupil of the entry.
    shaded: tuple[int, ...] | None  #: The circles that are shaded; None where the slip is left out.


@dataclass(frozen=True, slots=True)
class BeforeDecision:
    """What decisions changed, as it was before."""

    printing: int  #: Number of the printing.
    entries: tuple[SlipEntry, ...]  #: The entries that changed: first the decided ones, then those that wait now because of it.
    typed: tuple[PupilResult, ...]  #: The results of their pupils that were typed for this week.


def decide(store: SlipStore, printing: Printing, decisions: Sequence[Decision]) -> BeforeDecision:
    """Store decisions, and return what they changed, for ``undo``; where one is refused, none is stored."""
    before = {one.key: one for one in store.entries(printing.number)}
    typed = store.classes.typed_takes(printing.class_name, printing.week)
    for entry in [_decided_entry(printing, before.get(decision.entry), decision) for decision in decisions]:
        store.put(printing.number, entry)
        if entry.state is EntryState.DECIDED:
            _tell_owner(store, printing, entry)
    reopen_shared_pupils(store, printing.number)
    decided = {decision.entry for decision in decisions}
    changed = [(before[now.key], now) for now in store.entries(printing.number) if now != before[now.key]]
    changed.sort(key=lambda pair: pair[0].key not in decided)
    pupils = {one.pupil for pair in changed for one in pair}
    return BeforeDecision(printing.number, tuple(was for was, _ in changed), tuple(one for one in typed if one.number in pupils))


def _tell_owner(store: SlipStore, printing: Printing, decided: SlipEntry) -> None:
    """Give the pupil of a decided entry to the other answers of a slip without an owner; one that waited for that alone counts now."""
    if printing.slips[decided.slip].pupil not in (None, FORGOTTEN_PUPIL):
        return
    for other in store.entries(printing.number):
        if other.slip == decided.slip and other.pupil != decided.pupil:
            told = replace(other, pupil=decided.pupil)
            if other.state is EntryState.OPEN and (other.reason == shared_reason(other.pupil) if other.pupil else "; " not in other.reason):
                told = replace(told, state=EntryState.ACCEPTED, reason="")  # its one reason was its pupil
            store.put(printing.number, told)


def _decided_entry(printing: Printing, entry: SlipEntry | None, decision: Decision) -> SlipEntry:
    """Return the open entry as it is after a decision; refuse another entry, and an unknown pupil."""
    if entry is None or entry.state is not EntryState.OPEN:
        raise ClassError(tr("this slip does not wait any more; another page decided about it"))
    if decision.shaded is None:
        return replace(entry, state=EntryState.LEFT_OUT)
    pupil = decision.pupil or entry.pupil
    if pupil not in printing.own_slips:
        raise ClassError(
            tr("say whose slip this is: {class_name} has no pupil {number}", class_name=printing.class_name, number=pupil or "?")
        )
    if isinstance(entry.reading, TypedMark):
        return replace(entry, pupil=pupil, state=EntryState.DECIDED)
    puzzle, form = printing.puzzle_of(entry.slip, entry.at), printing.form_of(entry.slip, entry.at)
    marks = replace(marks_of_circles(puzzle, form, frozenset(decision.shaded)), number=None)
    return replace(entry, pupil=pupil, answer=marks, worth=judge_answer(puzzle, marks), state=EntryState.DECIDED)


def undo(store: SlipStore, before: BeforeDecision) -> None:
    """Put the entries that ``decide`` changed, and the results that were typed, back as they were before."""
    if not all(store.put(before.printing, entry) for entry in before.entries):
        raise ClassError(tr("this decision cannot be taken back; its slip is not there any more"))
    printing = store.printing(before.printing)
    if printing is not None and store.classes.has(printing.class_name):
        store.classes.put(printing.class_name, before.typed)


def pupil_of(answer: LikelyAnswer, entry: SlipEntry) -> int | None:
    """Return the number of the pupil whose slip it is: the one that an answer shades, else the entry's; None where neither is known."""
    return answer.pupil if answer.pupil not in (None, NO_SINGLE_NUMBER) else entry.pupil
