"""A pupil's own mistake in one sentence, from the judgement of his answer; it never gives the answer of the puzzle away."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, islice
from math import prod

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
from numero_cam.games.numero.rules import Card, Kind
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.games.numero.solve import Settings, takers_of_all
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


def no_take_words(puzzle: SlipPuzzle) -> str:
    """Return what a wrong answer to a puzzle is called: no take or, where cards are chosen, not right."""
    return tr("no take") if puzzle.kind.asks_for_take else tr("not right")


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
    if wrong is NoTake.ONLY_WILDS and Mistake.ONE_SET_PARTED not in set_mistakes(puzzle, marks):
        return tr("a set has only wild cards; each set needs a number card")
    return _MARKED_TOO_LITTLE.get(wrong) or _wrong_sets(puzzle, marks)


#: The sentence for the pupil on marks that lack something, of any puzzle.
_MARKED_TOO_LITTLE = {
    NoTake.NOTHING: tr("nothing is marked; shade the cards that you take, and the one card that takes them"),
    NoTake.NO_TAKER: tr("no card is marked to take with; shade one card of the hand"),
}


MAX_NUMBERS = 10_000  #: Maximum number of sets whose numbers are kept as they were worked out.


class Mistake(StrEnum):
    """What made a pupil's cards miss the number that they are to make."""

    ONE_SET_PARTED = "one set parted"  #: Cards of one set are shaded in several rows.
    SETS_JOINED = "sets joined"  #: Several sets are shaded in one row.
    OTHER_TAKER = "other taker"  #: Another card of the hand takes these cards.
    TAKEN_AWAY = "taken away"  #: A number card was taken away from others, without a wild card.
    MULTIPLIED = "multiplied"  #: Number cards were multiplied, without a wild card.
    WILD_MISREAD = "wild misread"  #: A wild card was used as another one: − 2 as + 2, a square as twice.
    WILD_MISSING = "wild missing"  #: A wild card was used and not shaded.
    WILD_TOO_MANY = "wild too many"  #: A wild card is shaded that was not used.
    CARD_MISSING = "card missing"  #: A number card was used and not shaded or, where all are used, was left out.
    CARD_TOO_MANY = "card too many"  #: A number card is shaded that was not used.
    COUNTED = "counted"  #: The result is one or ten beside the number.


@dataclass(frozen=True, slots=True)
class _Try:
    """Cards with which a pupil tried to make a number."""

    cards: tuple[Card, ...]  #: The cards.
    needed: int  #: The number.
    settings: Settings  #: Which values may occur on the way.
    spare: tuple[Card, ...] = ()  #: Other cards of the slip that might be shaded.
    uses_all: bool = False  #: Whether all cards of the middle are to be used, so that a missing card was left out of the calculation.

    def makes(self, cards: Sequence[Card]) -> bool:
        """Return whether cards make the number in any order."""
        return any(card.is_number for card in cards) and self.needed in _numbers_of(tuple(cards), self.settings)

    def misread(self) -> Iterator[Card]:
        """Yield the wild cards each of which, taken for another card, would have made the number."""
        for at, card in enumerate(self.cards):
            if any(self.makes((*self.without(at), other)) for other in _taken_for(card)):
                yield card

    def without(self, at: int) -> tuple[Card, ...]:
        """Return the other cards than the one at a place."""
        return (*self.cards[:at], *self.cards[at + 1 :])

    def counted(self) -> Sequence[int]:
        """Return what the cards make: their sum or, where wild cards are among them, the numbers of the cards that take them."""
        if all(card.is_number for card in self.cards):
            return (sum(int(card.value) for card in self.cards),)
        return _numbers_of(self.cards, self.settings)


@lru_cache(maxsize=MAX_NUMBERS)
def _numbers_of(cards: tuple[Card, ...], settings: Settings) -> tuple[int, ...]:
    return takers_of_all(cards, values=settings.values, negative=settings.negative)


#: The card for which a child may take a wild card, by the kind of the card: to take away is to add, a square is the double.
_TAKEN_FOR: Mapping[Kind, Callable[[Fraction], Card]] = {
    Kind.SUBTRACT: lambda value: Card.number(int(value)),
    Kind.MULTIPLY: lambda value: Card.number(int(value)),
    Kind.DIVIDE: lambda value: Card(Kind.SUBTRACT, value),
    Kind.FRACTION: lambda value: Card(Kind.DIVIDE, Fraction(value.denominator)),
    Kind.POWER: lambda value: Card(Kind.MULTIPLY, value),
    Kind.ROOT: lambda value: Card(Kind.DIVIDE, value),
}


def _taken_for(card: Card) -> tuple[Card, ...]:
    """Return the card for which a child may take a card; none for a number card and a unit fraction."""
    is_unit = card.kind is Kind.FRACTION and card.value.numerator == 1
    return () if card.is_number or is_unit else (_TAKEN_FOR[card.kind](card.value),)


def _explanations(tried: _Try, takers: Collection[int] = ()) -> Iterator[Mistake]:
    """Yield what explains that cards do not make a number, the most telling first; `takers` are other cards of the hand that take them."""
    cards, numbers = tried.cards, [int(card.value) for card in tried.cards if card.is_number]
    if any(tried.misread()):
        yield Mistake.WILD_MISREAD
    if len(numbers) == len(cards) > 1:
        if 2 * max(numbers) - sum(numbers) == tried.needed:
            yield Mistake.TAKEN_AWAY
        if prod(numbers) == tried.needed:
            yield Mistake.MULTIPLIED
    if takers:
        yield Mistake.OTHER_TAKER
    for is_wild, missing, too_many in (
        (True, Mistake.WILD_MISSING, Mistake.WILD_TOO_MANY),
        (False, Mistake.CARD_MISSING, Mistake.CARD_TOO_MANY),
    ):
        if any(tried.makes((*cards, card)) for card in tried.spare if card.is_wild == is_wild):
            yield missing
        if any(tried.makes(tried.without(at)) for at, card in enumerate(cards) if card.is_wild == is_wild):
            yield missing if tried.uses_all else too_many
    if any(abs(number - tried.needed) in COUNTED_BESIDE for number in tried.counted()):
        yield Mistake.COUNTED


MAX_EXPLANATIONS = 2  #: Maximum number of explanations that a sentence names: a slip often does not show which of two it was.
COUNTED_BESIDE = (1, 10)  #: How far a sum is beside the right one where somebody counted wrongly.


def set_mistakes(puzzle: SlipPuzzle, marks: SlipMarks) -> tuple[Mistake, ...]:
    """Return what explains that the first wrong set of marks with one taking card does not make its number, the likeliest first."""
    tried, rows = _tried_set(puzzle, marks), [row for row in marks.sets if row]
    if len(rows) > 1 and tried.makes(tuple(chain(*rows))):
        return (Mistake.ONE_SET_PARTED,)
    if _is_parted(tried, tried.cards):
        return (Mistake.SETS_JOINED,)
    others = {int(card.value) for card in puzzle.takers} - {tried.needed}
    takers = others.intersection(*(_numbers_of(row, puzzle.settings) for row in rows))
    return tuple(islice(_explanations(tried, takers), MAX_EXPLANATIONS))


def choice_mistakes(puzzle: SlipPuzzle, card: Card) -> tuple[Mistake, ...]:
    """Return what explains that a wrong card of the hand was chosen where the puzzle asks for no take, the likeliest first."""
    return tuple(islice(_explanations(_tried_choice(puzzle, card)), MAX_EXPLANATIONS))


def _tried_set(puzzle: SlipPuzzle, marks: SlipMarks) -> _Try:  # the first wrong set of marks
    used = set(chain(*marks.sets))
    spare = tuple(card for card in (*puzzle.centre, *puzzle.wilds) if card is not None and card not in used)
    return _Try(marks.sets[wrong_set(puzzle, marks) or 0], int(marks.takers[0].value), puzzle.settings, spare)


def _tried_choice(puzzle: SlipPuzzle, card: Card) -> _Try:  # all cards of the middle, with the chosen one in place of the covered one
    cards = tuple(each or card for each in puzzle.centre)
    return _Try(cards, int(card.value) if puzzle.taker is None else puzzle.taker, puzzle.settings, uses_all=True)


def _is_parted(tried: _Try, cards: tuple[Card, ...]) -> bool:
    """Return whether cards are two sets or more, each of which makes the number; one of them is that of the first card."""
    first, others = cards[:1], range(1, len(cards))
    for size in range(len(others)):
        for chosen in combinations(others, size):
            rest = tuple(cards[at] for at in others if at not in chosen)
            if tried.makes((*first, *(cards[at] for at in chosen))) and (tried.makes(rest) or _is_parted(tried, rest)):
                return True
    return False


def _wrong_sets(puzzle: SlipPuzzle, marks: SlipMarks) -> str:
    """Return the sentence for the pupil on the first wrong set of marks, with the next thought."""
    place, tried, mistakes = wrong_set(puzzle, marks) or 0, _tried_set(puzzle, marks), set_mistakes(puzzle, marks)
    if mistakes == (Mistake.ONE_SET_PARTED,):
        return _NEXT_THOUGHTS[Mistake.ONE_SET_PARTED]
    others = (replace(marks, takers=(taker,)) for taker in puzzle.takers if taker != marks.takers[0])
    may_say = not any(judge_marks(puzzle, other).is_best for other in others)  # else the sum names the right taker
    sentence = _with_thoughts(_other_number_words(tried, may_say=may_say), tried, mistakes)
    return sentence if sum(map(bool, marks.sets)) == 1 else tr("set {set}: {mistake}", set=place + 1, mistake=sentence)


def _with_thoughts(made: str, tried: _Try, mistakes: Sequence[Mistake]) -> str:
    """Return what cards make, in words, with the next thoughts on mistakes; they name no card and no number that would be an answer."""
    known = {**_NEXT_THOUGHTS, **(_LEFT_OUT if tried.uses_all else {})}
    thoughts = [_MISREAD[next(tried.misread()).kind] if mistake is Mistake.WILD_MISREAD else known[mistake] for mistake in mistakes]
    if not thoughts:
        return made
    first, *second = thoughts
    if second:
        return tr("{made}; {first}; or {second}", made=made, first=first, second=second[0])
    return tr("{made}; {first}", made=made, first=first)


#: The next thought on each mistake, for the pupil.
_NEXT_THOUGHTS = {
    Mistake.ONE_SET_PARTED: tr("these cards are one set; shade one set in one row"),
    Mistake.SETS_JOINED: tr("these cards are more than one set; shade each set in a row of its own"),
    Mistake.OTHER_TAKER: tr("look at the other cards of your hand as well"),
    Mistake.TAKEN_AWAY: tr("number cards are only added; to take away you need a wild card"),
    Mistake.MULTIPLIED: tr("number cards are only added; to multiply you need a wild card"),
    Mistake.WILD_MISSING: tr("perhaps a wild card is missing"),
    Mistake.WILD_TOO_MANY: tr("perhaps a wild card is too many"),
    Mistake.CARD_MISSING: tr("perhaps a number card is missing"),
    Mistake.CARD_TOO_MANY: tr("perhaps a number card is too many"),
    Mistake.COUNTED: tr("count once more"),
}
#: The same where all cards of the middle are to be used.
_LEFT_OUT = {
    Mistake.WILD_MISSING: tr("perhaps a wild card was left out: all cards of the middle are used"),
    Mistake.CARD_MISSING: tr("perhaps a number card was left out: all cards of the middle are used"),
}
#: The next thought where a wild card was taken for another one, by the kind of the card.
_MISREAD = {
    Kind.SUBTRACT: tr("a card with − takes away, it does not add"),
    Kind.MULTIPLY: tr("a card with × multiplies, it does not add"),
    Kind.DIVIDE: tr("a card with ÷ divides, it does not take away"),
    Kind.FRACTION: tr("look at both numbers of the fraction"),
    Kind.POWER: tr("3² is 3 × 3, not 3 × 2"),
    Kind.ROOT: tr("√16 is 4, for 4 × 4 is 16; a root is not a half"),
}


def _wrong_choice(puzzle: SlipPuzzle, chosen: Sequence[Card], wrong: NoTake) -> str:
    """Return the sentence for the pupil on chosen cards of the hand that are not right."""
    if wrong is NoTake.NOTHING:
        return tr("nothing is marked; shade each card that is an answer")
    if wrong is NoTake.CHOSEN:
        return tr("{n} cards are marked; only one is covered", n=len(chosen))
    card = _wrong_card(puzzle, chosen)
    tried = _tried_choice(puzzle, card)
    does_not = tr("the cards of the middle do not make {number}", number=card.value)
    return _with_thoughts(does_not if puzzle.taker is None else _other_number_words(tried), tried, choice_mistakes(puzzle, card))


def _wrong_card(puzzle: SlipPuzzle, chosen: Sequence[Card]) -> Card:
    """Return the first chosen card that is not right."""
    return next(card for card in chosen if card not in puzzle.answers)


def _other_number_words(tried: _Try, *, may_say: bool = True) -> str:
    """Return the sentence that cards do not make the needed number; it names what they make only with `may_say`."""
    cards, needed = tried.cards, tried.needed
    if all(card.is_number for card in cards):
        total = " + ".join(str(card.value) for card in cards)
        if not may_say or len(cards) == 1:
            return tr("{sum} is not {needed}", sum=total, needed=needed)
        return tr("{sum} is {made}; you need {needed}", sum=total, made=sum(card.value for card in cards), needed=needed)
    listed = and_list(str(card.value) if card.is_number else figure(card) for card in cards)
    made = tried.counted()
    if not may_say or not 1 <= len(made) <= MAX_NUMBERS_LISTED:
        return tr("{cards} do not make {needed} in any order", cards=listed, needed=needed)
    return tr("{cards} make {made}; you need {needed}", cards=listed, made=or_list(made), needed=needed)
