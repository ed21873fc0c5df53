"""The queue of slips that a person has to look at: for each the likeliest answers, and what is decided about it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import ngettext, tr
from numero_cam.classroom.classes import Result, ResultKind
from numero_cam.classroom.mark import reopen_shared_pupils
from numero_cam.classroom.results import store_week_results
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore
from numero_cam.classroom.slips import NO_SINGLE_NUMBER, Printing, SlipMarks, SlipPuzzle, TypedAnswer, judge_answer, marks_of_circles

MAX_ANSWERS = 3  #: Maximum number of answers that are offered; the key after them means something else.
MAX_CHANGED_MARKS = 2  #: Maximum number of unclear marks that an offered answer reads otherwise.
MAX_TOGETHER = 6  #: Maximum number of slips that are decided together: so many can be looked at on one page.
MAX_UNCLEAR_MARKS = 8  #: Maximum number of unclear marks that are tried, the least clear ones.
NO_TAKE_COST = 1.5  #: How many unclear marks read otherwise are as unlikely as an answer that is no take. Pupils mostly hand in takes.


@dataclass(frozen=True, slots=True)
class LikelyAnswer:
    """An answer that an unclear slip may mean."""

    shaded: tuple[int, ...]  #: The circles that it takes as shaded, as indexes into ``circles_of`` of the slip's form.
    sets: tuple[tuple[str, ...], ...]  #: Cards of each set; empty where nothing is taken.
    taker: str  #: The card that takes; empty where there is not exactly one.
    said: str  #: What it is, for people.
    worth: str  #: Its cards, or that it is no take, for people.
    is_take: bool  #: Whether it is a take.
    pupil: int | None  #: The number that it shades on a spare slip; None where it shades none of the class.
    cost: float = 0.0  #: How unlikely it is, as a number of unclear marks that are read otherwise.


def likely_answers(printing: Printing, entry: SlipEntry) -> tuple[LikelyAnswer, ...]:
    """Return what a waiting slip may mean, the likeliest first.

    Args:
        printing: What was printed.
        entry: A shaded slip; a typed answer means only what was typed.
    """
    if isinstance(entry.reading, TypedAnswer):
        worth = judge_answer(printing.puzzle_of(entry.slip), entry.reading)
        said = worth.wrong or entry.reading.arithmetic
        return (LikelyAnswer((), (), "", said, _worth_words(worth.cards), not worth.wrong, entry.pupil),)
    puzzle, form = printing.puzzle_of(entry.slip), printing.form_of(entry.slip)
    unclear = entry.doubtful[:MAX_UNCLEAR_MARKS]
    found: dict[str, LikelyAnswer] = {}
    for changed in (flips for size in range(MAX_CHANGED_MARKS + 1) for flips in combinations(unclear, size)):
        shaded = frozenset(entry.shaded) ^ set(changed)
        marks = marks_of_circles(puzzle, form, shaded)
        answer = _answer(printing, puzzle, marks, shaded)
        cost = len(changed) + (0 if answer.is_take else NO_TAKE_COST) + (NO_TAKE_COST if form.spare and answer.pupil is None else 0)
        if str(marks) not in found or cost < found[str(marks)].cost:
            found[str(marks)] = replace(answer, cost=cost)
    return tuple(sorted(found.values(), key=lambda one: one.cost)[:MAX_ANSWERS])


def offered_answer(answers: Sequence[LikelyAnswer]) -> LikelyAnswer | None:
    """Return the answer that is chosen unless a person says otherwise: the likeliest, where the next is one unclear mark less likely."""
    return answers[0] if len(answers) == 1 or answers[1].cost - answers[0].cost >= 1 else None


def seen_together(printing: Printing, entries: Sequence[SlipEntry]) -> tuple[SlipEntry, ...]:
    """Return the first slips that can be decided together: each has a picture, its pupil's number printed on it, and no other slip of his.

    Args:
        printing: What was printed.
        entries: All its entries.
    """
    there = [one for one in entries if one.state is not EntryState.LEFT_OUT]
    pupils = Counter(one.pupil for one in there)
    alone = (one for one in there if one.pupil is not None and one.pupil == printing.slips[one.slip].pupil and pupils[one.pupil] == 1)
    return tuple(sorted((one for one in alone if one.crop is not None), key=lambda one: one.key)[:MAX_TOGETHER])


def _answer(printing: Printing, puzzle: SlipPuzzle, marks: SlipMarks, shaded: frozenset[int]) -> LikelyAnswer:
    worth = judge_answer(puzzle, marks)
    pupil = marks.number if marks.number in printing.pupils else None
    takes = puzzle.kind.asks_for_take
    taker = marks.takers[0] if takes and len(marks.takers) == 1 else ""
    said = worth.wrong[:1].upper() + worth.wrong[1:] if worth.wrong else tr("A take") if takes else tr("Right")
    sets = tuple(row for row in (marks.sets if takes else (marks.takers,)) if row)
    return LikelyAnswer(tuple(sorted(shaded)), sets, taker, said, _worth_words(worth.cards), not worth.wrong, pupil)


def _worth_words(cards: int) -> str:
    return ngettext("{n} card", "{n} cards", cards) if cards else tr("no take")


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about a slip."""

    entry: int  #: Number of the entry in the file.
    pupil: int | None  #: Number of the pupil whose slip it is; None where the entry knows.
    shaded: tuple[int, ...] | None  #: The circles that are shaded; None where the slip is left out.


@dataclass(frozen=True, slots=True)
class BeforeDecision:
    """What decisions changed, as it was before."""

    printing: int  #: Number of the printing.
    entries: tuple[SlipEntry, ...]  #: The entries that changed: first the decided ones, then those that wait now because of it.
    results: tuple[Result, ...]  #: The results of the week of the pupils that the entries belong to, now or before.
    pupils: frozenset[int]  #: Numbers of these pupils.


def decide(store: SlipStore, printing: Printing, decisions: Sequence[Decision]) -> BeforeDecision:
    """Store decisions with the class, all or none."""
    before = {one.key: one for one in store.entries(printing.number)}
    results = _results_of_week(store, printing)
    for decision in decisions:
        store.put(printing.number, _decided_entry(printing, before.get(decision.entry), decision))
    reopen_shared_pupils(store, printing.number)
    store_week_results(store, printing.number)
    decided = {decision.entry for decision in decisions}
    changed = [(before[now.key], now) for now in store.entries(printing.number) if now != before[now.key]]
    changed.sort(key=lambda pair: pair[0].key not in decided)
    pupils = frozenset(one.pupil for pair in changed for one in pair if one.pupil is not None)
    entries = tuple(was for was, _ in changed)
    return BeforeDecision(printing.number, entries, tuple(one for one in results if one.number in pupils), pupils)


def _decided_entry(printing: Printing, entry: SlipEntry | None, decision: Decision) -> SlipEntry:
    """Return an entry as it is decided."""
    if entry is None or entry.state is not EntryState.OPEN:
        raise ClassError(tr("this slip does not wait any more; another page decided about it"))
    if decision.shaded is None:
        return replace(entry, state=EntryState.LEFT_OUT)
    pupil = decision.pupil or entry.pupil
    if pupil not in printing.pupils:
        raise ClassError(
            tr("say whose slip this is: {class_name} has no pupil {number}", class_name=printing.class_name, number=pupil or "?")
        )
    return replace(entry, pupil=pupil, answer=_decided_answer(printing, entry, decision.shaded), state=EntryState.DECIDED)


def _results_of_week(store: SlipStore, printing: Printing) -> tuple[Result, ...]:
    """Return the results of takes that the class has of the week of a printing."""
    if not store.classes.has(printing.class_name):
        return ()
    of_week = (one for one in store.classes.room(printing.class_name).results if one.week == printing.week)
    return tuple(one for one in of_week if one.kind is ResultKind.TAKE)


def _decided_answer(printing: Printing, entry: SlipEntry, shaded: Sequence[int]) -> SlipMarks | TypedAnswer:
    if isinstance(entry.reading, TypedAnswer):
        return entry.reading
    marks = marks_of_circles(printing.puzzle_of(entry.slip), printing.form_of(entry.slip), frozenset(shaded))
    return replace(marks, number=None)


def undo(store: SlipStore, before: BeforeDecision) -> None:
    """Put the entries that ``decide`` changed, and the results of their pupils, back as they were before."""
    if not all(store.put(before.printing, entry) for entry in before.entries):
        raise ClassError(tr("this decision cannot be taken back; its slip is not there any more"))
    printing = store.printing(before.printing)
    if printing is not None and store.classes.has(printing.class_name):
        for number in before.pupils:  # a pupil without any slip now may have had a result that was typed, or none
            store.classes.remove_result(printing.class_name, number, printing.week, ResultKind.TAKE)
        store.classes.put(printing.class_name, before.results)
    store_week_results(store, before.printing)


def pupil_of(answer: LikelyAnswer, entry: SlipEntry) -> int | None:
    """Return whose slip it is by an answer; None where nobody knows."""
    return answer.pupil if answer.pupil not in (None, NO_SINGLE_NUMBER) else entry.pupil
