"""The plays that an advisor compares: takes that leave different cards, builds, every discard, and bluffs."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.games.numero.engine.operations import Built, Discarded, Operation, Taken
from numero_cam.games.numero.engine.state import Item, State, without
from numero_cam.games.numero.players.player import wild_hand_discard
from numero_cam.games.numero.players.view import View, wilds_of
from numero_cam.games.numero.rules import Build, Card, Position, cards_of
from numero_cam.games.numero.rules.calculation import flat_cards
from numero_cam.games.numero.solve import Play, solve
from numero_cam.games.numero.solve.hands import PossibleBuild, possible_builds, takes_of_hand
from numero_cam.games.numero.solve.layout_search import way_as_laid
from numero_cam.games.numero.solver_settings import settings_of

MAX_TAKES = 4  #: Maximum number of takes that are compared.
SOLVED_TAKES = 8  #: Number of best takes that the solver is asked for; many of them leave the same cards.
MAX_BUILDS = 8  #: Maximum number of builds that are compared.
MAX_BLUFFS = 2  #: Maximum number of bluffs that are compared.
MIN_WILDS_TO_DISCARD = 4  #: Number of wild cards in a hand from which discarding one first is compared.
MIN_WILD_POINTS = 6  #: Points that a wild card of the hand must bring to be used in a build.


@dataclass(frozen=True, slots=True)
class PlayOption:
    """A play, and the cards that it leaves."""

    kind: str  #: `take`, `build` or `discard`.
    operation: Operation  #: The operation that is done now.
    gain: int  #: Points or cards that it brings at once.
    clears: bool  #: Whether it is a take that leaves the centre empty.
    centre: tuple[Item, ...]  #: The centre afterwards.
    hand: tuple[Card, ...]  #: The hand afterwards, before cards are drawn.
    bluff: bool = False  #: Whether it is a build without its answer in the hand.
    then: Card | None = None  #: The number card that ends the turn, where a wild card is discarded first.


def play_options(view: View, *, seconds: float | None, bluffs: bool, best: Play | None = None, swift: bool = True) -> list[PlayOption]:
    """Return the plays to compare: takes, builds, bluffs, then discards.

    Args:
        view: What the player knows; an empty hand has no plays.
        seconds: Time limit of the search for the best take of this turn; None for no limit.
        bluffs: Whether builds without an answer are included; only in games by points.
        best: The best take of this turn, if it is known.
        swift: Whether a good take is enough where very many cards lie.
    """
    if not numbers_of(view):
        return [wild_hand(view)] if view.hand else []
    first = best or best_play(view, seconds, swift=swift)
    found = [*takes(view, first), *builds(view)]
    if bluffs and view.options.by == "points":
        found += bluff_builds(view)
    return [*found, *discards(view)]


def numbers_of(view: View) -> list[Card]:
    """Return one number card of each number in the hand, the lowest first."""
    numbers = {card.value: card for card in view.hand if card.is_number}
    return [numbers[value] for value in sorted(numbers)]


def best_play(view: View, seconds: float | None, *, swift: bool) -> Play | None:
    """Return the take that the solver finds best within `seconds`; None for none. A `swift` search stops early where many cards lie."""
    position = Position(view.centre, view.hand)
    plays = solve(position, settings_of(view.options), limit_seconds=seconds, swift=swift).plays
    return plays[0] if plays else None


def takes(view: View, best: Play | None) -> Iterator[PlayOption]:
    """Yield the best take, and the next best ones that leave other cards."""
    seen = set()
    if best is not None:
        first = _take(view, best)
        seen.add(_key_of_left(first.centre, first.hand))
        yield first
    for take in takes_of_hand(view.centre, view.hand, settings_of(view.options), SOLVED_TAKES):
        left = _key_of_left(take.centre, take.hand)
        if len(seen) < MAX_TAKES and left not in seen:
            seen.add(left)
            yield PlayOption("take", taken_of(view, take.play), take.gain, take.clears, take.centre, take.hand)


def _take(view: View, play: Play) -> PlayOption:
    """Return the option of a take that the solver found."""
    lying: list[Item] = []
    wilds: list[Item] = []
    for item in (item for group in play.sets for item in group.cards):
        (lying if item in without(view.centre, lying) else wilds).append(item)
    gain = play.points if view.options.by == "points" else play.cards
    centre, hand = without(view.centre, lying), without(view.hand, (*wilds, play.taker))
    return PlayOption("take", taken_of(view, play), gain, play.clears, centre, hand)


def taken_of(who: State | View, play: Play) -> Taken:
    """Return the operation of a take that the solver found for the player whose turn, or whose view, it is."""
    return Taken(who.player, play.taker, tuple(map(way_as_laid, play.sets)))


def _key_of_left(centre: tuple[Item, ...], hand: tuple[Card, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return a key that is equal for plays that leave the same cards in centre and hand, in any order."""
    return frozenset(map(str, centre)), frozenset(map(str, hand))


def builds(view: View) -> Iterator[PlayOption]:
    """Yield the builds whose answer is held and that join most; they use a wild card of the hand only if it brings much."""
    found: list[tuple[int, Card, PossibleBuild]] = []
    for card in numbers_of(view):
        others = without(view.hand, (card,))
        answers = {int(other.value) for other in others if other.is_number}
        made = possible_builds(view.centre, card, wilds_of(others), answers, settings_of(view.options))
        found += [(one.points - MIN_WILD_POINTS * (len(one.own) - 1), card, one) for one in made]
    found.sort(key=lambda one: -one[0])
    seen = set()
    for _, card, one in found:
        left = _key_of_left((*without(view.centre, one.lying), _unordered_build(one)), without(view.hand, one.own))
        if left not in seen:
            seen.add(left)
            yield _build(view, card, one, bluff=False)
        if len(seen) == MAX_BUILDS:
            return


def bluff_builds(view: View, most: int = MAX_BLUFFS) -> Iterator[PlayOption]:
    """Yield at most so many bluffs, which add one number card of the hand to cards of the centre, for a value that is not held."""
    numbers = numbers_of(view)
    held = {int(card.value) for card in numbers}
    wanted = [value for value in range(1, view.options.numbers + 1) if value not in held]
    found = [(card, made) for card in numbers for made in possible_builds(view.centre, card, (), wanted, settings_of(view.options))]
    found.sort(key=lambda one: -len(one[1].lying))
    for card, made in found[:most]:
        yield _build(view, card, made, bluff=True)


def _unordered_build(made: PossibleBuild) -> Build:
    """Return a build of these cards in no playable order, which is enough for `_key_of_left` and needs no search for the way."""
    return Build(tuple(card for item in (*made.lying, *made.own) for card in cards_of(item)), Fraction(made.value))


def _build(view: View, card: Card, made: PossibleBuild, *, bluff: bool) -> PlayOption:
    """Return the option of a build with a number card of the hand."""
    way = way_as_laid(made.card_set)
    centre = (*without(view.centre, made.lying), Build(flat_cards(way), Fraction(made.value)))
    return PlayOption(
        "build", Built(view.player, card, way), 0, clears=False, centre=centre, hand=without(view.hand, made.own), bluff=bluff
    )


def discards(view: View) -> Iterator[PlayOption]:
    """Yield every different discard; one that begins with a wild card only from a hand full of them, or once the stock is used up."""
    numbers = numbers_of(view)
    wilds = wilds_of(view.hand)
    for card in numbers:
        yield _discard(view, (card,))
    if len(wilds) >= MIN_WILDS_TO_DISCARD or not view.stock:
        for wild in wilds:
            for card in numbers:
                yield _discard(view, (wild, card))


def wild_hand(view: View) -> PlayOption:
    """Return the discard of a hand of wild cards only (article 3.5)."""
    discard = wild_hand_discard(view.player, view.hand, view.options)
    centre, hand = (*view.centre, *discard.cards), without(view.hand, discard.cards)
    return PlayOption("discard", discard, 0, clears=False, centre=centre, hand=hand)


def _discard(view: View, cards: tuple[Card, ...]) -> PlayOption:
    """Return the option of discarding one card, or a wild card and then a number card."""
    then = cards[1] if len(cards) > 1 else None
    operation = Discarded(view.player, cards[:1])
    return PlayOption("discard", operation, 0, clears=False, centre=(*view.centre, *cards), hand=without(view.hand, cards), then=then)
