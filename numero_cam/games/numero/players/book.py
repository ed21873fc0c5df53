"""A player that knows the Complete Guide by heart: its tactics and its discards as rules, each with the chapter's page, and no search."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from numero_cam.games.numero.engine.operations import Discarded, Operation, Passed, Taken
from numero_cam.games.numero.engine.state import Item, Phase, State, without
from numero_cam.games.numero.engine.verify import sources
from numero_cam.games.numero.players.computer_players import MIN_WILDS_TO_DISCARD, best_build, best_discard, best_take
from numero_cam.games.numero.players.doubt import Doubter
from numero_cam.games.numero.rules import Build, Card, Kind, act
from numero_cam.games.numero.rules.calculation import items_of
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER

FAR_POINTS = 30  #: Number of points ahead or behind from which a player attacks; "when scores are fairly even" it defends (page 33).
MULTIPLES_AT_RISK = 5  #: Multiples of it are risky where fraction cards are in play (page 33).
MIN_FIFTHS_HELD = 2  #: Number of wild cards of fifths in the own hand from which such a multiple is no risk.
PRIMES = frozenset({11, 13, 17, 19, 23, 29})  #: Primes that no number card divides; 7 is nearly as good (page 33).


@dataclass(frozen=True, slots=True)
class Advice:
    """A rule of the guide about discards."""

    page: int  #: Page of the chapter.
    text: str  #: What the chapter says.
    choose: Callable[[State], Sequence[Card]]  #: Returns the cards of the hand that the rule proposes, the best first.


class BookPlayer(Doubter):
    """Takes, builds and discards as the guide advises; never bluffs."""

    def play(self, state: State) -> Operation:
        """Return a take unless the guide warns of it, else a build, else a discard."""
        take = best_take(state)
        if state.phase is Phase.LAST or state.options.is_solitaire:
            return take or Passed(state.player)
        if take is not None:
            return instead_of_easy_points(state, take) or take
        return best_build(state) or discard(state)


def instead_of_easy_points(state: State, take: Taken) -> Operation | None:
    """Return what the guide plays in place of a take after which the other could clear the centre; None where it does not warn.

    Tactics, page 30: "Don't give your opponent easy points!" and the build of example 2. The guide warns where one thing would be left that
    the other player clearly wants: a build of his, or the card on which an own build was planned.
    """
    left = without(state.centre, sources(state, take.ways).centre)
    if len(left) != 1:
        return None
    (one,) = left
    if isinstance(one, Build):
        claimed = any(claim.build == one and claim.player != state.player for claim in state.claims)
        return discard(state, besides=take.card) if claimed else None
    build = best_build(state)
    planned = build is not None and build.card != take.card and one in tuple(items_of(build.way))
    return build if planned else None


def discard(state: State, besides: Card | None = None) -> Discarded:
    """Return the discard that the guide advises; `besides` is a card that is kept where there is another one."""
    hand = state.seat.hand
    numbers = [card for card in hand if card.is_number]
    if not numbers or len(hand) - len(numbers) >= MIN_WILDS_TO_DISCARD:
        return best_discard(state)  # "Discarding Wild Cards", page 34
    allowed = [card for card in numbers if card != besides] or numbers
    for advice in ATTACK if _attacks(state) else DEFENCE:
        card = next((card for card in advice.choose(state) if card in allowed), None)
        if card is not None:
            return Discarded(state.player, (card,))
    return Discarded(state.player, (min(allowed, key=lambda card: card.sort_key),))


def _attacks(state: State) -> bool:
    """Return whether the scores are so far apart that the guide takes risks."""
    own = state.seat.score
    other = max(seat.score for place, seat in enumerate(state.seats) if place != state.player)
    return abs(own - other) >= FAR_POINTS


def _numbers(state: State) -> list[Card]:
    """Return the number cards of the hand, the lowest first."""
    return sorted((card for card in state.seat.hand if card.is_number), key=lambda card: card.sort_key)


def _made_fitting(state: State, kinds: Sequence[Kind]) -> list[Card]:
    """Return the number cards that a held wild card of these kinds turns into the value of another held number card."""
    numbers = _numbers(state)
    wilds = [card for card in state.seat.hand if card.kind in kinds]
    return [card for card in numbers if any(act(wild, card.value) in {other.value for other in numbers if other != card} for wild in wilds)]


def _twins(state: State) -> list[Card]:
    """Return the cards whose number is held twice."""
    values = [card.value for card in _numbers(state)]
    return [card for card in _numbers(state) if values.count(card.value) > 1]


def _parts_of_sums(state: State) -> list[Card]:
    """Return the lower of two cards that add up to a third one."""
    numbers = _numbers(state)
    return [one for one, two in combinations(numbers, 2) if one.value + two.value in {card.value for card in numbers}]


def _after_subtraction(state: State) -> list[Card]:
    """Return cards that a subtraction of the hand brings to a number which a division or fraction of the hand fits."""
    hand = state.seat.hand
    shifts = [card.value for card in hand if card.kind is Kind.SUBTRACT]
    parts = [card for card in hand if card.kind in (Kind.DIVIDE, Kind.FRACTION)]
    return [
        card
        for card in _numbers(state)
        for shift in shifts
        if card.value > shift and any((result := act(part, card.value - shift)) is not None and result.denominator == 1 for part in parts)
    ]


def _low_with_multiplication(state: State) -> list[Card]:
    """Return the lowest number card, where the hand has a multiplication; else nothing."""
    return _numbers(state)[:1] if any(card.kind is Kind.MULTIPLY for card in state.seat.hand) else []


def _high_with_division(state: State) -> list[Card]:
    """Return the number cards that a division of the hand divides without rest, the highest first."""
    parts = [card for card in state.seat.hand if card.kind is Kind.DIVIDE]
    return [card for card in reversed(_numbers(state)) if any(card.value % part.value == 0 for part in parts)]


def _hard_to_take(state: State) -> list[Card]:
    """Return 11 and 13, then 7, for an empty centre."""
    if state.centre:
        return []
    numbers = _numbers(state)
    return [*(card for card in numbers if int(card.value) in PRIMES), *(card for card in numbers if card.value == 7)]


def _hard_to_add(state: State) -> list[Card]:
    """Return the safe cards that make more than 15 with the only card or build of the centre.

    Those whose sum is a prime come first; within both groups the cards 7, 11 and 13 come first.
    """
    bases: list[Item] = [item for item in state.centre if isinstance(item, Build) or item.is_number]
    if len(bases) != 1 or len(state.centre) != 1 or bases[0].value is None:
        return []
    base = int(bases[0].value)
    high = [card for card in _numbers(state) if card.value + base > HIGHEST_NUMBER and _is_safe(state, card)]
    return sorted(high, key=lambda card: (int(card.value) + base not in PRIMES, int(card.value) not in PRIMES | {7}, card.sort_key))


def _is_safe(state: State, card: Card) -> bool:
    """Return whether a card is no multiple of 5, or fifths are not in play or held in plenty."""
    fifths = [wild for wild in state.options.wilds if wild.kind in (Kind.DIVIDE, Kind.FRACTION) and _by_five(wild)]
    held = sum(wild in fifths for wild in state.seat.hand)
    return int(card.value) % MULTIPLES_AT_RISK != 0 or not fifths or held >= MIN_FIFTHS_HELD


def _by_five(wild: Card) -> bool:
    """Return whether a wild card divides by a multiple of 5."""
    result = act(wild, Fraction(1))
    return result is not None and result.denominator % MULTIPLES_AT_RISK == 0


def _safe_and_low(state: State) -> list[Card]:
    """Return the cards that are no risky multiples of 5, the lowest first."""
    return [card for card in _numbers(state) if _is_safe(state, card)]


_OWN_USE = (
    Advice(8, "Of two equal cards one is discarded, to be taken with the other.", _twins),
    Advice(8, "With a 7, 8 and 15 the 7 is discarded, to build 15 on it.", _parts_of_sums),
)
_WITH_WILDS = (
    Advice(33, "A low number goes with multiplications.", lambda state: _made_fitting(state, (Kind.MULTIPLY,))),
    Advice(33, "With -4 and a wild card for multiples of 5, a 9 or 14.", _after_subtraction),
    Advice(33, "A higher number goes with the divisions held.", lambda state: _made_fitting(state, (Kind.DIVIDE, Kind.FRACTION))),
    Advice(16, "With a 14, a 12 and -2 the 14 is discarded, to take it with the 12.", lambda state: _made_fitting(state, (Kind.SUBTRACT,))),
)
#: Discards of a player who takes risks, the first that fits.
ATTACK = (
    *_WITH_WILDS,
    *_OWN_USE,
    Advice(33, "With multiplications low numbers are discarded.", _low_with_multiplication),
    Advice(33, "With divisions higher numbers are discarded.", _high_with_division),
    Advice(33, "5, 10 and 15 are risky where fractions are in play; else the lowest card.", _safe_and_low),
)
#: Discards of a player who is careful, the first that fits.
DEFENCE = (
    Advice(33, "Into an empty centre an 11 or 13, or a 7.", _hard_to_take),
    Advice(33, "To one card a card that adds up to more than 15, best to a prime.", _hard_to_add),
    *_OWN_USE,
    *_WITH_WILDS,
    Advice(33, "5, 10 and 15 are risky where fractions are in play; else the lowest card.", _safe_and_low),
)
