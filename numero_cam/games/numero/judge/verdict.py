"""Checks whether an answer is a take, by assigning its numbers and operations to cards in every possible way.

Number cards are only added, each card is used once, and every other operation is a card (docs/rules.md, articles 4.1 to 5.3). `÷ 4` may
be the card /4 or the fraction card 1/4, and `× 2 ÷ 5` two cards or the fraction 2/5. All assignments are followed side by side; the first
step at which none is left is the wrong step of the answer.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.games.numero.judge.records import FAULT_PRIORITY, Fault, Verdict, WrongStep
from numero_cam.games.numero.judge.typed import Binary, Claimed, Literal, Node, TypedAnswer, Unary
from numero_cam.games.numero.rules import Build, Card, Kind, Position, act, cards_of, score_take
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER
from numero_cam.games.numero.solve import Settings

#: Maximum number of assignments of cards that are followed side by side; most differ only in the colours of equal cards.
MAX_ASSIGNMENTS = 4000


@dataclass(frozen=True, slots=True)
class _CardValue:
    """A value that cards make."""

    value: Fraction  #: The value.
    used: frozenset[int]  #: Indices of its cards.
    factor: Fraction | None = None  #: A factor that is still to become a fraction card, such as `× 2` of `× 2 ÷ 5`; None for none.
    origin: WrongStep | None = None  #: The wrong step if the factor becomes no fraction card.


_Operand = _CardValue | Fraction  #: A value that cards make, or a number that waits for its operation.


@dataclass(frozen=True, slots=True)
class _Assignment:
    """One assignment of cards to the part of the answer that was read so far."""

    used: frozenset[int]  #: Indices of the cards that are assigned.
    stack: tuple[_Operand, ...] = ()  #: Values that wait for an operation.
    finished: tuple[_CardValue, ...] = ()  #: Values of the finished sets.


#: Returns the assignments after a step on the topmost values of one assignment, which is given without them; else the wrong step.
_StepRule = Callable[[_Assignment, tuple[_Operand, ...]], list[_Assignment] | WrongStep]


class _WrongStepError(Exception):
    """Ends the check of an answer at its first wrong step, which no assignment survives."""

    def __init__(self, wrong: WrongStep) -> None:
        super().__init__(wrong.fault.value)
        self.wrong = wrong


def judge(typed: TypedAnswer, position: Position, settings: Settings, *, all_cards: bool = False, any_number: bool = False) -> Verdict:
    """Return whether an answer is a take, or its first wrong step.

    Args:
        typed: The answer.
        position: The centre and the hand.
        settings: Which values may occur on the way, and how points are counted.
        all_cards: Whether every card of centre and hand has to be taken, by any number card 1-15 that need not be in the hand.
        any_number: Whether a card of the hand is a number card of one's choice, `?` in a puzzle: beside its others, any number takes.
    """
    table = _AnswerChecker(position, settings, any_taker=all_cards or any_number)
    try:
        assignments = [_Assignment(frozenset())]
        for line in typed.lines:
            assignments = table.finished(table.read(line, assignments))
        if all_cards:
            assignments = table.complete(assignments)
        return table.best(assignments, typed.taker)
    except _WrongStepError as error:
        return Verdict(error.wrong)


class _AnswerChecker:
    """Checks answers on one position. Its items are numbered: first those of the centre, then the wild cards of the hand."""

    def __init__(self, position: Position, settings: Settings, *, any_taker: bool) -> None:
        self._settings = settings
        self._items: tuple[Card | Build, ...] = (*position.centre, *(card for card in position.hand if card.is_wild))
        self._centre = frozenset(range(len(position.centre)))
        self._values = [None if isinstance(item, Card) and item.is_wild else item.value for item in self._items]
        self._takers = tuple(card for card in position.hand if card.is_number)
        self._any_taker = any_taker
        self._scoring = settings.scoring_for(position)

    def read(self, node: Node, assignments: list[_Assignment]) -> list[_Assignment]:
        """Return the assignments after a node was read, whose value is then on the stack."""
        match node:
            case Literal():
                found = _distinct(new for assignment in assignments for new in self._number(node, assignment))
                if not found:  # a colour was written, and no such card is left
                    is_there = any(self._values[p] == node.value and self._has_colour(p, node.colour) for p in range(len(self._items)))
                    raise _WrongStepError(WrongStep(Fault.CARD_TWICE if is_there else Fault.NO_CARD, node.value, colour=node.colour))
                return found
            case Claimed(inner, stated):
                return self._claimed(self._settled(self.read(inner, assignments)), stated.value)
            case Unary(name, degree, inner):
                assignments = self._settled(self.read(inner, assignments))
                kind = Kind.POWER if name == "power" else Kind.ROOT
                return self._each(assignments, 1, lambda assignment, top: self._acted(assignment, top[0], name, kind, Fraction(degree)))
            case Binary(sign, left, right):
                assignments = self.read(right, self.read(left, assignments))
                if sign in "+-":
                    return self._each(assignments, 2, lambda assignment, top: self._summed(assignment, top, sign))
                return self._each(assignments, 2, lambda assignment, top: self._scaled(assignment, top, sign))

    def _number(self, literal: Literal, assignment: _Assignment) -> list[_Assignment]:
        """Return an assignment for each card with this number, each earlier result of this value, and the plain number."""
        found = []
        for place, value in enumerate(self._values):
            if value != literal.value or place in assignment.used or not self._has_colour(place, literal.colour):
                continue
            found.append(
                _Assignment(
                    assignment.used | {place}, (*assignment.stack, _CardValue(literal.value, frozenset({place}))), assignment.finished
                )
            )
        return found if literal.colour else [*found, *self._results(assignment, literal.value), _plain_number(assignment, literal.value)]

    def _results(self, assignment: _Assignment, value: Fraction) -> list[_Assignment]:
        """Return the assignments in which an earlier set with this value is continued."""
        lines = assignment.finished
        return [
            _Assignment(assignment.used, (*assignment.stack, made), (*lines[:place], *lines[place + 1 :]))
            for place, made in enumerate(lines)
            if made.value == value
        ]

    def _has_colour(self, place: int, colour: str) -> bool:
        """Return whether an item has the written colour; True if none is written."""
        item = self._items[place]
        return not colour or (isinstance(item, Card) and item.colour is not None and item.colour.value == colour)

    def _each(self, assignments: list[_Assignment], count: int, step: _StepRule) -> list[_Assignment]:
        """Return the assignments after a step on the topmost `count` values of each. Raises a `_WrongStepError` where none is left."""
        found: list[_Assignment] = []
        faults: list[tuple[int, WrongStep]] = []
        for assignment in assignments:
            below = _Assignment(assignment.used, assignment.stack[:-count], assignment.finished)
            made = step(below, assignment.stack[-count:])
            if isinstance(made, WrongStep):
                faults.append((len(assignment.used), made))
            else:
                found += made
        if not found:
            # The assignment with a card for most of what was read is nearest to what was meant.
            raise _WrongStepError(min(faults, key=lambda fault: (-fault[0], FAULT_PRIORITY.index(fault[1].fault)))[1])
        return _distinct(found)

    def _push(self, assignment: _Assignment, made: _CardValue, sign: str, right: Fraction) -> list[_Assignment] | WrongStep:
        """Return the assignment with a new value on the stack, or the wrong step if the settings do not allow the value."""
        if self._settings.values == "whole" and made.value.denominator != 1:
            return WrongStep(Fault.NOT_WHOLE, made.value, sign, right, made.value)
        if not self._settings.negative and made.value < 0:
            return WrongStep(Fault.NEGATIVE, made.value, sign, right, made.value)
        return [_Assignment(assignment.used | made.used, (*assignment.stack, made), assignment.finished)]

    def _summed(self, assignment: _Assignment, top: tuple[_Operand, ...], sign: str) -> list[_Assignment] | WrongStep:
        """Return the assignments after an addition or subtraction of the two topmost values, or the wrong step."""
        left, right = top
        for operand in top:
            if isinstance(operand, _CardValue) and operand.origin is not None:
                return operand.origin
        if isinstance(left, Fraction):
            return self._missing(left)
        if sign == "-":
            if isinstance(right, _CardValue):
                return WrongStep(Fault.NUMBERS_ONLY_ADDED, left.value, sign, right.value)
            return self._taken_away(assignment, left, right)
        if isinstance(right, Fraction):
            return self._missing(right)
        return self._push(assignment, _CardValue(left.value + right.value, left.used | right.used), sign, right.value)

    def _taken_away(self, assignment: _Assignment, left: _CardValue, number: Fraction) -> list[_Assignment] | WrongStep:
        """Return the assignments of a subtraction: by a subtraction card, or by adding an earlier negative result, as in `-1 + 8`."""
        acted = self._acted(assignment, left, "-", Kind.SUBTRACT, number)
        found = [] if isinstance(acted, WrongStep) else acted
        for going_on in self._results(_Assignment(assignment.used, (), assignment.finished), -number):
            (made,) = going_on.stack
            if isinstance(made, _CardValue):
                summed = _CardValue(left.value + made.value, left.used | made.used)
                found.append(_Assignment(assignment.used, (*assignment.stack, summed), going_on.finished))
        return found or acted

    def _scaled(self, assignment: _Assignment, top: tuple[_Operand, ...], sign: str) -> list[_Assignment] | WrongStep:
        """Return the assignments after a multiplication or division of the two topmost values, or the wrong step."""
        left, right = top
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            if sign == "/" and right:
                return [*self._results(assignment, left / right), _plain_number(assignment, left / right)]
            return self._missing(left)
        if isinstance(left, Fraction) and sign == "*":
            left, right = right, left
        if isinstance(left, Fraction):
            return self._missing(left)
        if isinstance(right, _CardValue):
            return WrongStep(Fault.NUMBERS_ONLY_ADDED, left.value, sign, right.value)
        return self._times(assignment, left, sign, right) if right else WrongStep(Fault.NO_WILD, left.value, sign, right)

    def _times(self, assignment: _Assignment, left: _CardValue, sign: str, number: Fraction) -> list[_Assignment] | WrongStep:
        """Return the assignments of a multiplication or division: by one card, or as one half of a fraction card."""
        by = number if sign == "*" else 1 / number
        factor = by * (left.factor or 1)
        kinds = [(Kind.FRACTION, factor)]
        if left.factor is None:
            kinds += [(Kind.MULTIPLY, by), (Kind.DIVIDE, 1 / by)]
        origin = left.origin or WrongStep(self._why_no_wild(kinds), left.value, sign, number)
        found, refused = [], origin
        for kind, value in kinds:
            made = self._acted(assignment, _CardValue(left.value, left.used), sign, kind, value, shown=number)
            if isinstance(made, WrongStep):
                refused = made if made.fault not in (Fault.NO_WILD, Fault.WILD_TWICE) else refused
            else:
                found += made
        if left.factor is None:
            found.append(
                _Assignment(assignment.used, (*assignment.stack, _CardValue(left.value, left.used, by, refused)), assignment.finished)
            )
        return found or refused

    def _why_no_wild(self, kinds: list[tuple[Kind, Fraction]]) -> Fault:
        """Return whether a wild card of one of these kinds and values is used already, or missing, as a fault."""
        there = any(isinstance(item, Card) and (item.kind, item.value) in kinds for item in self._items)
        return Fault.WILD_TWICE if there else Fault.NO_WILD

    def _acted(
        self, assignment: _Assignment, left: _Operand, sign: str, kind: Kind, value: Fraction, *, shown: Fraction | None = None
    ) -> list[_Assignment] | WrongStep:
        """Return the assignments after a wild card acted on a value, or the wrong step; `shown` is the number as it was written."""
        shown = value if shown is None else shown
        if isinstance(left, Fraction):
            return self._missing(left)
        if left.origin is not None:
            return left.origin
        wilds = [p for p, item in enumerate(self._items) if isinstance(item, Card) and item.kind is kind and item.value == value]
        place = next((p for p in wilds if p not in assignment.used), None)
        if place is None:
            return WrongStep(Fault.WILD_TWICE if wilds else Fault.NO_WILD, left.value, sign, shown)
        card = self._items[place]
        result = act(card, left.value) if isinstance(card, Card) else None
        if result is None:
            return WrongStep(Fault.NO_ROOT, left.value, sign, shown)
        return self._push(assignment, _CardValue(result, left.used | {place}), sign, shown)

    def _missing(self, number: Fraction) -> WrongStep:
        """Return the wrong step for a number that is no card, or whose cards are all used."""
        is_there = number in self._values
        return WrongStep(Fault.CARD_TWICE if is_there else Fault.NO_CARD, number)

    def _settled(self, assignments: list[_Assignment]) -> list[_Assignment]:
        """Return the assignments whose topmost value is made by cards, with no factor left that must become a fraction card."""

        def one(assignment: _Assignment, top: tuple[_Operand, ...]) -> list[_Assignment] | WrongStep:
            """Return the assignment with its topmost value made by cards, or the wrong step."""
            (made,) = top
            if isinstance(made, Fraction):
                return self._missing(made)
            return made.origin or [_Assignment(assignment.used, (*assignment.stack, made), assignment.finished)]

        return self._each(assignments, 1, one)

    def _claimed(self, assignments: list[_Assignment], stated: Fraction) -> list[_Assignment]:
        """Return the assignments whose topmost value is the stated result. Raises a `_WrongStepError` where none is."""

        def one(assignment: _Assignment, top: tuple[_Operand, ...]) -> list[_Assignment] | WrongStep:
            """Return the assignment if its topmost value is the stated result, else the wrong step."""
            (made,) = top
            if isinstance(made, _CardValue) and made.value == stated:
                return [_Assignment(assignment.used, (*assignment.stack, made), assignment.finished)]
            value = made.value if isinstance(made, _CardValue) else made
            return WrongStep(Fault.WRONG_RESULT, value, "=", stated, value)

        return self._each(assignments, 1, one)

    def finished(self, assignments: list[_Assignment]) -> list[_Assignment]:
        """Return the assignments after a set is complete; its value moves from the stack to the finished sets."""
        settled = self._settled(assignments)
        return [_Assignment(w.used, (), (*w.finished, w.stack[-1])) for w in settled if isinstance(w.stack[-1], _CardValue)]

    def complete(self, assignments: list[_Assignment]) -> list[_Assignment]:
        """Return the assignments that use every card. Raises a `_WrongStepError` where none does."""
        whole = [assignment for assignment in assignments if len(assignment.used) == len(self._items)]
        if not whole:
            most = max(assignments, key=lambda assignment: len(assignment.used))
            left = tuple(item for place, item in enumerate(self._items) if place not in most.used)
            raise _WrongStepError(WrongStep(Fault.LEFT_OVER, Fraction(len(left)), cards=left))
        return whole

    def best(self, assignments: list[_Assignment], stated: Literal | None) -> Verdict:
        """Return the verdict on the assignment that scores most; `stated` is the taking card that was written, None where none was.

        Raises a `_WrongStepError` where no assignment is a take.
        """
        equal = [assignment for assignment in assignments if len({made.value for made in assignment.finished}) == 1]
        if not equal:
            one, two = sorted({made.value for made in assignments[0].finished})[:2]
            raise _WrongStepError(WrongStep(Fault.SETS_DIFFER, one, right=two))
        value = equal[0].finished[0].value
        if stated is not None and stated.value != value:
            raise _WrongStepError(WrongStep(Fault.WRONG_RESULT, value, "=", stated.value, value))
        verdicts = [self._verdict(assignment, taker) for assignment in equal for taker in self._cards_that_take(assignment, stated)]
        if not verdicts:
            numbers = {card.value for card in self._takers} - {value}
            needed = numbers.pop() if len(numbers) == len({card.value for card in self._takers}) == 1 else None
            raise _WrongStepError(WrongStep(Fault.NO_TAKER, value, right=needed))
        return max(verdicts, key=lambda verdict: (verdict.scored.points if verdict.scored else 0, verdict.cards))

    def _cards_that_take(self, assignment: _Assignment, stated: Literal | None) -> list[Card]:
        """Return the number cards of the hand with the value of the sets, and with the stated colour if there is one."""
        value = assignment.finished[0].value
        letter = stated.colour if stated else ""
        own = [card for card in self._takers if card.value == value and (not letter or (card.colour and card.colour.value == letter))]
        if not own and self._any_taker and value.denominator == 1 and 1 <= value <= HIGHEST_NUMBER:
            return [Card(Kind.NUMBER, value)]
        return own

    def _verdict(self, assignment: _Assignment, taker: Card) -> Verdict:
        """Return the verdict on an assignment with a taking card."""
        sets = tuple(tuple(self._items[place] for place in sorted(made.used)) for made in assignment.finished)
        clears = self._centre <= assignment.used
        flat = [[card for item in one_set for card in cards_of(item)] for one_set in sets]
        return Verdict(None, taker, sets, score_take(flat, taker, clears=clears, scoring=self._scoring), clears)


def _plain_number(assignment: _Assignment, value: Fraction) -> _Assignment:
    """Return the assignment with a number on the stack that is no card but waits for its operation."""
    return _Assignment(assignment.used, (*assignment.stack, value), assignment.finished)


def _distinct(assignments: Iterable[_Assignment]) -> list[_Assignment]:
    """Return the assignments without duplicates, at most `MAX_ASSIGNMENTS`."""
    found: dict[_Assignment, None] = {}
    for assignment in assignments:
        found.setdefault(assignment)
        if len(found) == MAX_ASSIGNMENTS:
            break
    return list(found)
