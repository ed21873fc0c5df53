"""Whether an answer is a take: its numbers and operations are given cards in every possible way, step by step.

Number cards are only added, each card is used once, and every other operation is a card (docs/rules.md, articles 4.1 to 5.3). `÷ 4` may
be the card /4 or the fraction card 1/4, and `× 2 ÷ 5` two cards or the fraction 2/5: all assignments go on side by side, and the first
step that none of them survives is where the answer goes wrong.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.games.numero.judge.records import NEAREST, Fault, Verdict, Wrong
from numero_cam.games.numero.judge.typed import Binary, Claimed, Literal, Node, Typed, Unary
from numero_cam.games.numero.rules import Build, Card, Kind, Position, act, cards_of, score_take
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER
from numero_cam.games.numero.solve import Settings

MAX_ASSIGNMENTS = 4000
"""Maximum number of assignments of cards that are followed side by side; most differ only in the colours of equal cards."""


@dataclass(frozen=True, slots=True)
class _Made:
    """A value that cards make; `factor` is still to become a fraction card: `× 2` of `× 2 ÷ 5`."""

    value: Fraction
    used: frozenset[int]
    factor: Fraction | None = None
    origin: Wrong | None = None


_Operand = _Made | Fraction
"""Made by cards, or a plain number that waits for its operation."""


@dataclass(frozen=True, slots=True)
class _World:
    """One way to give cards to what was read so far: the cards used, the values that wait, the lines that are finished."""

    used: frozenset[int]
    stack: tuple[_Operand, ...] = ()
    finished: tuple[_Made, ...] = ()


_StepRule = Callable[[_World, tuple[_Operand, ...]], list[_World] | Wrong]
"""What a step makes of the topmost values in one world, or why it cannot."""


class _WrongStepError(Exception):
    def __init__(self, wrong: Wrong) -> None:
        super().__init__(wrong.fault.value)
        self.wrong = wrong


def judge(typed: Typed, position: Position, settings: Settings, *, all_cards: bool = False, any_number: bool = False) -> Verdict:
    """Return whether an answer is a take, or its first wrong step.

    Args:
        typed: The answer.
        position: The centre and the hand.
        settings: Which values may occur on the way, and how points are counted.
        all_cards: Whether every card of centre and hand has to be taken, by any number card 1-15 that need not be in the hand.
        any_number: Whether a card of the hand is a number card of one's choice, `?` in a puzzle: beside its others, any number takes.
    """
    table = _Table(position, settings, any_taker=all_cards or any_number)
    try:
        worlds = [_World(frozenset())]
        for line in typed.lines:
            worlds = table.finished(table.read(line, worlds))
        if all_cards:
            worlds = table.complete(worlds)
        return table.best(worlds, typed.taker)
    except _WrongStepError as error:
        return Verdict(error.wrong)


class _Table:
    """The cards of a position, by number: those of the centre, then the wild cards of the hand."""

    def __init__(self, position: Position, settings: Settings, *, any_taker: bool) -> None:
        self._settings = settings
        self._items: tuple[Card | Build, ...] = (*position.centre, *(card for card in position.hand if card.is_wild))
        self._centre = frozenset(range(len(position.centre)))
        self._values = [None if isinstance(item, Card) and item.is_wild else item.value for item in self._items]
        self._takers = tuple(card for card in position.hand if card.is_number)
        self._any_taker = any_taker
        self._scoring = settings.scoring_for(position)

    def read(self, node: Node, worlds: list[_World]) -> list[_World]:
        """The worlds in which what the node says lies on the stack.

        Raises:
            _WrongStepError: There is none.
        """
        match node:
            case Literal():
                found = _some(new for world in worlds for new in self._number(node, world))
                if not found:  # a colour was written, and no such card is left
                    lies = any(self._values[p] == node.value and self._has_colour(p, node.colour) for p in range(len(self._items)))
                    raise _WrongStepError(Wrong(Fault.CARD_TWICE if lies else Fault.NO_CARD, node.value, colour=node.colour))
                return found
            case Claimed(inner, stated):
                return self._claimed(self._settled(self.read(inner, worlds)), stated.value)
            case Unary(name, degree, inner):
                worlds = self._settled(self.read(inner, worlds))
                kind = Kind.POWER if name == "power" else Kind.ROOT
                return self._each(worlds, 1, lambda world, top: self._acted(world, top[0], name, kind, Fraction(degree)))
            case Binary(sign, left, right):
                worlds = self.read(right, self.read(left, worlds))
                if sign in "+-":
                    return self._each(worlds, 2, lambda world, top: self._summed(world, top, sign))
                return self._each(worlds, 2, lambda world, top: self._scaled(world, top, sign))

    def _number(self, literal: Literal, world: _World) -> list[_World]:
        """A card with this number, the result of a line before, or a plain number."""
        found = []
        for place, value in enumerate(self._values):
            if value != literal.value or place in world.used or not self._has_colour(place, literal.colour):
                continue
            found.append(_World(world.used | {place}, (*world.stack, _Made(literal.value, frozenset({place}))), world.finished))
        return found if literal.colour else [*found, *self._results(world, literal.value), _plain_number(world, literal.value)]

    def _results(self, world: _World, value: Fraction) -> list[_World]:
        """The worlds in which the result of a line before, of this value, goes on."""
        lines = world.finished
        return [
            _World(world.used, (*world.stack, made), (*lines[:place], *lines[place + 1 :]))
            for place, made in enumerate(lines)
            if made.value == value
        ]

    def _has_colour(self, place: int, colour: str) -> bool:
        item = self._items[place]
        return not colour or (isinstance(item, Card) and item.colour is not None and item.colour.value == colour)

    def _each(
        self, worlds: list[_World], count: int, then: "Callable[[_World, tuple[_Operand, ...]], list[_World] | Wrong]"
    ) -> list[_World]:
        """The worlds after a step on the topmost values.

        Raises:
            _WrongStepError: No world survives.
        """
        found: list[_World] = []
        faults: list[tuple[int, Wrong]] = []
        for world in worlds:
            below = _World(world.used, world.stack[:-count], world.finished)
            made = then(below, world.stack[-count:])
            if isinstance(made, Wrong):
                faults.append((len(world.used), made))
            else:
                found += made
        if not found:
            # The world with a card for most of what was read is nearest to what was meant.
            raise _WrongStepError(min(faults, key=lambda fault: (-fault[0], NEAREST.index(fault[1].fault)))[1])
        return _some(found)

    def _push(self, world: _World, made: _Made, sign: str, right: Fraction) -> list[_World] | Wrong:
        if self._settings.values == "whole" and made.value.denominator != 1:
            return Wrong(Fault.NOT_WHOLE, made.value, sign, right, made.value)
        if not self._settings.negative and made.value < 0:
            return Wrong(Fault.NEGATIVE, made.value, sign, right, made.value)
        return [_World(world.used | made.used, (*world.stack, made), world.finished)]

    def _summed(self, world: _World, top: tuple[_Operand, ...], sign: str) -> list[_World] | Wrong:
        left, right = top
        for operand in top:
            if isinstance(operand, _Made) and operand.origin is not None:
                return operand.origin
        if isinstance(left, Fraction):
            return self._missing(left)
        if sign == "-":
            if isinstance(right, _Made):
                return Wrong(Fault.NUMBERS_ONLY_ADDED, left.value, sign, right.value)
            return self._taken_away(world, left, right)
        if isinstance(right, Fraction):
            return self._missing(right)
        return self._push(world, _Made(left.value + right.value, left.used | right.used), sign, right.value)

    def _taken_away(self, world: _World, left: _Made, number: Fraction) -> list[_World] | Wrong:
        """A card that takes away, or a result below zero, as in `-1 + 8`."""
        acted = self._acted(world, left, "-", Kind.SUBTRACT, number)
        found = [] if isinstance(acted, Wrong) else acted
        for going_on in self._results(_World(world.used, (), world.finished), -number):
            (made,) = going_on.stack
            if isinstance(made, _Made):
                summed = _Made(left.value + made.value, left.used | made.used)
                found.append(_World(world.used, (*world.stack, summed), going_on.finished))
        return found or acted

    def _scaled(self, world: _World, top: tuple[_Operand, ...], sign: str) -> list[_World] | Wrong:
        left, right = top
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            if sign == "/" and right:
                return [*self._results(world, left / right), _plain_number(world, left / right)]
            return self._missing(left)
        if isinstance(left, Fraction) and sign == "*":
            left, right = right, left
        if isinstance(left, Fraction):
            return self._missing(left)
        if isinstance(right, _Made):
            return Wrong(Fault.NUMBERS_ONLY_ADDED, left.value, sign, right.value)
        return self._times(world, left, sign, right) if right else Wrong(Fault.NO_WILD, left.value, sign, right)

    def _times(self, world: _World, left: _Made, sign: str, number: Fraction) -> list[_World] | Wrong:
        """A multiplication or division by a number: one card for it, or the half of a fraction card whose other half follows."""
        by = number if sign == "*" else 1 / number
        factor = by * (left.factor or 1)
        kinds = [(Kind.FRACTION, factor)]
        if left.factor is None:
            kinds += [(Kind.MULTIPLY, by), (Kind.DIVIDE, 1 / by)]
        origin = left.origin or Wrong(self._why_no_wild(kinds), left.value, sign, number)
        found, refused = [], origin
        for kind, value in kinds:
            made = self._acted(world, _Made(left.value, left.used), sign, kind, value, shown=number)
            if isinstance(made, Wrong):
                refused = made if made.fault not in (Fault.NO_WILD, Fault.WILD_TWICE) else refused
            else:
                found += made
        if left.factor is None:
            found.append(_World(world.used, (*world.stack, _Made(left.value, left.used, by, refused)), world.finished))
        return found or refused

    def _why_no_wild(self, kinds: list[tuple[Kind, Fraction]]) -> Fault:
        there = any(isinstance(item, Card) and (item.kind, item.value) in kinds for item in self._items)
        return Fault.WILD_TWICE if there else Fault.NO_WILD

    def _acted(
        self, world: _World, left: _Operand, sign: str, kind: Kind, value: Fraction, *, shown: Fraction | None = None
    ) -> list[_World] | Wrong:
        shown = value if shown is None else shown
        if isinstance(left, Fraction):
            return self._missing(left)
        if left.origin is not None:
            return left.origin
        wilds = [p for p, item in enumerate(self._items) if isinstance(item, Card) and item.kind is kind and item.value == value]
        place = next((p for p in wilds if p not in world.used), None)
        if place is None:
            return Wrong(Fault.WILD_TWICE if wilds else Fault.NO_WILD, left.value, sign, shown)
        card = self._items[place]
        result = act(card, left.value) if isinstance(card, Card) else None
        if result is None:
            return Wrong(Fault.NO_ROOT, left.value, sign, shown)
        return self._push(world, _Made(result, left.used | {place}), sign, shown)

    def _missing(self, number: Fraction) -> Wrong:
        lies = number in self._values
        return Wrong(Fault.CARD_TWICE if lies else Fault.NO_CARD, number)

    def _settled(self, worlds: list[_World]) -> list[_World]:
        """The worlds whose topmost value is made by cards, with nothing still to become a fraction card."""

        def one(world: _World, top: tuple[_Operand, ...]) -> list[_World] | Wrong:
            (made,) = top
            if isinstance(made, Fraction):
                return self._missing(made)
            return made.origin or [_World(world.used, (*world.stack, made), world.finished)]

        return self._each(worlds, 1, one)

    def _claimed(self, worlds: list[_World], stated: Fraction) -> list[_World]:
        def one(world: _World, top: tuple[_Operand, ...]) -> list[_World] | Wrong:
            (made,) = top
            if isinstance(made, _Made) and made.value == stated:
                return [_World(world.used, (*world.stack, made), world.finished)]
            value = made.value if isinstance(made, _Made) else made
            return Wrong(Fault.WRONG_RESULT, value, "=", stated, value)

        return self._each(worlds, 1, one)

    def finished(self, worlds: list[_World]) -> list[_World]:
        """The worlds after a line: its value is kept."""
        settled = self._settled(worlds)
        return [_World(w.used, (), (*w.finished, w.stack[-1])) for w in settled if isinstance(w.stack[-1], _Made)]

    def complete(self, worlds: list[_World]) -> list[_World]:
        """The worlds that use every card.

        Raises:
            _WrongStepError: There is none.
        """
        whole = [world for world in worlds if len(world.used) == len(self._items)]
        if not whole:
            most = max(worlds, key=lambda world: len(world.used))
            left = tuple(item for place, item in enumerate(self._items) if place not in most.used)
            raise _WrongStepError(Wrong(Fault.LEFT_OVER, Fraction(len(left)), cards=left))
        return whole

    def best(self, worlds: list[_World], stated: Literal | None) -> Verdict:
        """The take that scores most among the worlds.

        Raises:
            _WrongStepError: The sets are not equal, or no card of the hand takes them.
        """
        equal = [world for world in worlds if len({made.value for made in world.finished}) == 1]
        if not equal:
            one, two = sorted({made.value for made in worlds[0].finished})[:2]
            raise _WrongStepError(Wrong(Fault.SETS_DIFFER, one, right=two))
        value = equal[0].finished[0].value
        if stated is not None and stated.value != value:
            raise _WrongStepError(Wrong(Fault.WRONG_RESULT, value, "=", stated.value, value))
        verdicts = [self._verdict(world, taker) for world in equal for taker in self._cards_that_take(world, stated)]
        if not verdicts:
            raise _WrongStepError(Wrong(Fault.NO_TAKER, value))
        return max(verdicts, key=lambda verdict: (verdict.scored.points if verdict.scored else 0, verdict.cards))

    def _cards_that_take(self, world: _World, stated: Literal | None) -> list[Card]:
        value = world.finished[0].value
        letter = stated.colour if stated else ""
        own = [card for card in self._takers if card.value == value and (not letter or (card.colour and card.colour.value == letter))]
        if not own and self._any_taker and value.denominator == 1 and 1 <= value <= HIGHEST_NUMBER:
            return [Card(Kind.NUMBER, value)]
        return own

    def _verdict(self, world: _World, taker: Card) -> Verdict:
        sets = tuple(tuple(self._items[place] for place in sorted(made.used)) for made in world.finished)
        clears = self._centre <= world.used
        flat = [[card for item in one_set for card in cards_of(item)] for one_set in sets]
        return Verdict(None, taker, sets, score_take(flat, taker, clears=clears, scoring=self._scoring), clears)


def _plain_number(world: _World, value: Fraction) -> _World:
    """The world in which a number is no card, but waits for its operation."""
    return _World(world.used, (*world.stack, value), world.finished)


def _some(worlds: Iterable[_World]) -> list[_World]:
    """The worlds, each once, and no more than `MAX_ASSIGNMENTS`."""
    found: dict[_World, None] = {}
    for world in worlds:
        found.setdefault(world)
        if len(found) == MAX_ASSIGNMENTS:
            break
    return list(found)
