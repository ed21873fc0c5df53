"""A pupil's own mistake in one sentence, from the judgement of his answer; it never gives the answer of the puzzle away."""

from collections.abc import Sequence
from dataclasses import replace

from numero_cam.catalogue import and_list, ngettext, or_list, tr
from numero_cam.classroom.slips import (
    NoTake,
    SlipAnswer,
    SlipMarks,
    SlipPuzzle,
    TypedMark,
    card_twice,
    chosen_cards,
    judge_marks,
    set_of_wilds,
    typed_verdict,
    wrong_set,
)
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.games.numero.solve import takers_of_all
from numero_cam.text.advice import wrong_line
from numero_cam.text.words import card_words, cards_in_words, figure

MAX_NUMBERS_LISTED = 3  #: Maximum number of numbers, made by wild cards in any order, that a sentence lists.


def reason_no_take(puzzle: SlipPuzzle, answer: SlipAnswer, wrong: NoTake) -> str:
    """Return why an answer is no take or no right choice, a sentence for the teacher; `wrong` is the judgement of the answer."""
    if isinstance(answer, TypedMark) and puzzle.kind.asks_for_take:
        step = typed_verdict(puzzle, answer.arithmetic).wrong
        return wrong_line(step, answer.arithmetic) if step else ""
    if not puzzle.kind.asks_for_take:
        return _wrong_choice_reason(puzzle, chosen_cards(puzzle, answer), wrong)
    return _wrong_marks_reason(puzzle, answer, wrong) if isinstance(answer, SlipMarks) else ""


def _wrong_choice_reason(puzzle: SlipPuzzle, chosen: Sequence[Card], wrong: NoTake) -> str:
    """Return why chosen cards of the hand are not right, for the teacher."""
    if wrong is NoTake.NOTHING:
        return _LACKING[wrong]
    if wrong is NoTake.CHOSEN:
        return tr("{cards} cards are chosen; one is covered", cards=len(chosen))
    words = cards_in_words(str(_wrong_card(puzzle, chosen)))
    if puzzle.kind is PuzzleKind.MISSING:
        return tr("with {card} the {taker} does not take everything", card=words, taker=puzzle.taker)
    return tr("{card} does not take everything", card=words)


def _wrong_marks_reason(puzzle: SlipPuzzle, marks: SlipMarks, wrong: NoTake) -> str:
    """Return why marks are no take, for the teacher."""
    if wrong is NoTake.TAKERS:
        return ngettext("{n} card is shaded to take with", "{n} cards are shaded to take with", len(marks.takers))
    if wrong is NoTake.TWICE:
        return tr("{card} is shaded in two sets", card=_twice_words(marks))
    if wrong is NoTake.ONLY_WILDS:
        return tr("set {set} has no number card", set=(set_of_wilds(marks) or 0) + 1)
    if wrong is NoTake.OTHER_NUMBER:
        place = wrong_set(puzzle, marks) or 0
        words = cards_in_words(", ".join(map(str, marks.sets[place])))
        return tr("set {set} ({cards}) does not make {number}", set=place + 1, cards=words, number=marks.takers[0].value)
    return _LACKING[wrong]


#: The sentence for the teacher on marks that lack something.
_LACKING = {
    NoTake.NOTHING: tr("nothing is shaded"),
    NoTake.NO_TAKER: tr("no card is shaded to take with"),
    NoTake.NO_CARD: tr("no card is shaded to be taken"),
}


def _twice_words(marks: SlipMarks) -> str:
    """Return the card that is in two sets, in words."""
    twice = card_twice(marks)
    return card_words(twice) if twice else ""


def mistake_of(puzzle: SlipPuzzle, answer: SlipAnswer, wrong: NoTake) -> str:
    """Return what is wrong with an answer, a sentence for the pupil without a full stop; `wrong` is the judgement of the answer."""
    if not puzzle.kind.asks_for_take:
        return _wrong_choice(puzzle, chosen_cards(puzzle, answer), wrong)
    return reason_no_take(puzzle, answer, wrong).rstrip(".") if isinstance(answer, TypedMark) else _wrong_marks(puzzle, answer, wrong)


def _wrong_marks(puzzle: SlipPuzzle, marks: SlipMarks, wrong: NoTake) -> str:
    """Return why marks are no take, for the pupil."""
    if wrong is NoTake.TAKERS:
        return tr("{n} cards are marked to take with; only one card takes", n=len(marks.takers))
    if wrong is NoTake.NO_CARD:
        return tr("no card of the middle is marked; shade the cards that make {number}", number=marks.takers[0].value)
    if wrong is NoTake.TWICE:
        return tr("the {card} is in two sets; each card is used once", card=_twice_words(marks))
    return _MARKED_TOO_LITTLE.get(wrong) or _wrong_sets(puzzle, marks)


#: The sentence for the pupil on marks that lack something, of any puzzle.
_MARKED_TOO_LITTLE = {
    NoTake.NOTHING: tr("nothing is marked; shade the cards that you take, and the one card that takes them"),
    NoTake.NO_TAKER: tr("no card is marked to take with; shade one card of the hand"),
}


def _wrong_sets(puzzle: SlipPuzzle, marks: SlipMarks) -> str:
    """Return the sentence for the pupil on the first wrong set of marks."""
    place = wrong_set(puzzle, marks)
    row = marks.sets[place] if place is not None else ()
    if place is None or not any(card.is_number for card in row):
        return tr("a set has only wild cards; each set needs a number card")
    others = (replace(marks, takers=(taker,)) for taker in puzzle.takers if taker != marks.takers[0])
    may_say = not any(judge_marks(puzzle, other).is_best for other in others)  # else the sum names the right taker
    sentence = _other_number_words(puzzle, row, int(marks.takers[0].value), may_say=may_say)
    return sentence if sum(map(bool, marks.sets)) == 1 else tr("set {set}: {mistake}", set=place + 1, mistake=sentence)


def _wrong_choice(puzzle: SlipPuzzle, chosen: Sequence[Card], wrong: NoTake) -> str:
    """Return the sentence for the pupil on chosen cards of the hand that are not right."""
    if wrong is NoTake.NOTHING:
        return tr("nothing is marked; shade each card that is an answer")
    if wrong is NoTake.CHOSEN:
        return tr("{n} cards are marked; only one is covered", n=len(chosen))
    card = _wrong_card(puzzle, chosen)
    if puzzle.taker is not None:
        return _other_number_words(puzzle, [each or card for each in puzzle.centre], puzzle.taker)
    return tr("the cards of the middle do not make {number}", number=card.value)


def _wrong_card(puzzle: SlipPuzzle, chosen: Sequence[Card]) -> Card:
    """Return the first chosen card that is not right."""
    return next(card for card in chosen if card not in puzzle.answers)


def _other_number_words(puzzle: SlipPuzzle, cards: Sequence[Card], needed: int, *, may_say: bool = True) -> str:
    """Return the sentence that cards do not make the needed number; it names what they make only with `may_say`."""
    if all(card.is_number for card in cards):
        total = " + ".join(str(card.value) for card in cards)
        if not may_say or len(cards) == 1:
            return tr("{sum} is not {needed}", sum=total, needed=needed)
        return tr("{sum} is {made}; you need {needed}", sum=total, made=sum(card.value for card in cards), needed=needed)
    listed = and_list(str(card.value) if card.is_number else figure(card) for card in cards)
    made = takers_of_all(cards, values=puzzle.settings.values, negative=puzzle.settings.negative)
    if not may_say or not 1 <= len(made) <= MAX_NUMBERS_LISTED:
        return tr("{cards} do not make {needed} in any order", cards=listed, needed=needed)
    return tr("{cards} make {made}; you need {needed}", cards=listed, made=or_list(made), needed=needed)
