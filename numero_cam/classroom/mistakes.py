"""Says a pupil's own mistake in one sentence, from the judgement of his answer, and never the answer of the puzzle."""

from collections.abc import Sequence
from dataclasses import replace

from numero_cam.catalogue import and_list, or_list, tr
from numero_cam.classroom.slips import SlipAnswer, SlipMarks, SlipPuzzle, judge_answer, judge_marks, typed_faces, wrong_set
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.games.numero.solve import takers_of_all
from numero_cam.printing.slips import COVERED
from numero_cam.text.words import card_words, figure

MAX_NUMBERS_TOLD = 3  #: Maximum number of numbers that a sentence says wild cards make, in this order or that.


def mistake_of(puzzle: SlipPuzzle, answer: SlipAnswer) -> str:
    """Return what is wrong with an answer, without a full stop; empty where it is right.

    Args:
        puzzle: The puzzle.
        answer: Marks, or typed arithmetic.
    """
    wrong = judge_answer(puzzle, answer).wrong.rstrip(".")
    if not wrong:
        return ""
    if not puzzle.kind.asks_for_take:
        return _wrong_choice(puzzle, answer.takers if isinstance(answer, SlipMarks) else typed_faces(puzzle, answer.arithmetic))
    return (_lacking_marks(answer) or _wrong_sets(puzzle, answer)) if isinstance(answer, SlipMarks) else wrong


def _lacking_marks(marks: SlipMarks) -> str:
    """Return what marks lack, whatever their numbers are; empty where there is one card to take with and something to take."""
    if not marks.count:
        return tr("nothing is marked; shade the cards that you take, and the one card that takes them")
    if not marks.takers:
        return tr("no card is marked to take with; shade one card of the hand")
    if len(marks.takers) > 1:
        return tr("{n} cards are marked to take with; only one card takes", n=len(marks.takers))
    if not any(marks.sets):
        return tr("no card of the middle is marked; shade the cards that make {number}", number=parse_card(marks.takers[0]).value)
    return ""


def _wrong_sets(puzzle: SlipPuzzle, marks: SlipMarks) -> str:
    """Return what is wrong with the sets of marks that are no take."""
    faces = [face for row in marks.sets for face in row]
    twice = next((face for face in faces if faces.count(face) > 1), None)
    if twice is not None:
        return tr("the {card} is in two sets; each card is used once", card=card_words(parse_card(twice)))
    place = wrong_set(puzzle, marks)
    row = marks.sets[place] if place is not None else ()
    if place is None or not any(parse_card(face).is_number for face in row):
        return tr("a set has only wild cards; each set needs a number card")
    others = (replace(marks, takers=(taker,)) for taker in puzzle.takers if taker != marks.takers[0])
    may_say = not any(judge_marks(puzzle, other).is_best(puzzle) for other in others)
    told = _made_words(puzzle, row, int(parse_card(marks.takers[0]).value), may_say=may_say)
    return told if sum(map(bool, marks.sets)) == 1 else tr("set {set}: {mistake}", set=place + 1, mistake=told)


def _wrong_choice(puzzle: SlipPuzzle, chosen: Sequence[str]) -> str:
    """Return what is wrong with the cards of the hand that were chosen."""
    if not chosen:
        return tr("nothing is marked; shade each card that is an answer")
    if puzzle.kind is PuzzleKind.MISSING and len(chosen) > 1:
        return tr("{n} cards are marked; only one is covered", n=len(chosen))
    wrong = next(face for face in chosen if face not in puzzle.answers)
    if puzzle.kind is PuzzleKind.MISSING:
        return _made_words(puzzle, [wrong if face == COVERED else face for face in puzzle.centre], int(puzzle.taker))
    return tr("the cards of the middle do not make {number}", number=parse_card(wrong).value)


def _made_words(puzzle: SlipPuzzle, faces: Sequence[str], needed: int, *, may_say: bool = True) -> str:
    """Return that cards make something other than the number that is needed.

    Args:
        puzzle: The puzzle, for its settings.
        faces: The cards.
        needed: The number that they do not make.
        may_say: Whether it is said what they make.
    """
    cards = [parse_card(face) for face in faces]
    if all(card.is_number for card in cards):
        total = " + ".join(str(card.value) for card in cards)
        if not may_say or len(cards) == 1:
            return tr("{sum} is not {needed}", sum=total, needed=needed)
        return tr("{sum} is {made}; you need {needed}", sum=total, made=sum(card.value for card in cards), needed=needed)
    listed = and_list(str(card.value) if card.is_number else figure(card) for card in cards)
    made = takers_of_all(cards, values=puzzle.settings.values, negative=puzzle.settings.negative)
    if not may_say or not 1 <= len(made) <= MAX_NUMBERS_TOLD:
        return tr("{cards} do not make {needed} in any order", cards=listed, needed=needed)
    return tr("{cards} make {made}; you need {needed}", cards=listed, made=or_list(made), needed=needed)
