"""Plays that a person builds card by card: which cards may be added, and which legal plays the cards make so far."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Literal, get_args

from numero_cam.games.numero.engine import Options, Phase, State
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.engine.state import without
from numero_cam.games.numero.engine.verify import is_legal, reveal_cards
from numero_cam.games.numero.rules import Build, Card, Position
from numero_cam.games.numero.rules.calculation import Way, items_of
from numero_cam.games.numero.solve.answers import takes_of_all
from numero_cam.games.numero.solve.clock import OutOfTimeError
from numero_cam.games.numero.solve.layout_search import way_as_laid
from numero_cam.games.numero.solve.masks import bits_of
from numero_cam.games.numero.solve.records import SettingsError
from numero_cam.games.numero.solve.search import layout_search
from numero_cam.games.numero.solve.takes import masks_of
from numero_cam.games.numero.solver_settings import settings_of
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic, way_as_stacked, ways_in_any_order

Item = Card | Build
Verb = Literal["take", "build", "discard", "lay", "return", "draw", "pass", "challenge"]
VERBS: tuple[Verb, ...] = get_args(Verb)

#: Limit of the search for the takes of a position, and for its builds, in seconds; after it every card counts as possible, and the rules
#: decide at the end.
SEARCH_SECONDS = 0.4
MAX_LAID_AHEAD = 2  #: Maximum number of further cards that are tried together with those that are laid already.
MAX_COVERS = 20_000  #: Maximum number of combinations of sets that are tried before every card counts as possible.
MAX_CACHED = 64  #: Number of positions whose takes, builds and kinds of play are kept: each is searched once, not at each tap.


@dataclass(frozen=True)
class TappedPlay:
    """A play as far as a person has built it."""

    player: int  #: Index of the player.
    verb: Verb | None  #: The kind of play; None: any that its cards make.
    card: Card | None = None  #: The number card of the hand that takes, builds or is put down; None where it is not chosen yet.
    items: tuple[Item, ...] = ()  #: The other cards and builds, in the order in which they were tapped.


@dataclass(frozen=True)
class TapChoices:
    """What may be tapped next, and which plays the cards make."""

    hand: frozenset[Item] = frozenset()  #: Cards of the hand that may be part of the play, those tapped already among them.
    centre: frozenset[Item] = frozenset()  #: The same of the centre; of the builds that may be challenged where the play is a challenge.
    unseen: frozenset[Card] = frozenset()  #: Cards that nobody has seen and that may be part of the play.
    plays: tuple[Operation, ...] = ()  #: The legal plays of exactly the cards that were tapped; a challenge is tapped by no card.


def tap_choices(state: State, tapped: TappedPlay) -> TapChoices:
    """Return what may be tapped next in a play, and what its cards make so far.

    Args:
        state: The state before the play.
        tapped: The play so far. Cards that are not there are a play that nothing can be added to.
    """
    verbs = verbs_of(state, tapped.player)
    if tapped.verb is not None:
        return _CHOICES[tapped.verb](state, tapped) if tapped.verb in verbs else TapChoices()
    found = {verb: _CHOICES[verb](state, replace(tapped, verb=verb)) for verb in verbs if _fits(tapped, verb)}
    return TapChoices(
        frozenset[Item]().union(*(each.hand for each in found.values())),
        frozenset[Item]().union(*(each.centre for verb, each in found.items() if verb != "challenge")),
        frozenset[Card]().union(*(each.unseen for each in found.values())),
        tuple(play for each in found.values() for play in each.plays),
    )


def sets_so_far(state: State, tapped: TappedPlay) -> list[tuple[tuple[Item, ...], Way | None]]:
    """Return the cards tapped so far in the sets that they make, the last of which is not made yet where its value is another one.

    Args:
        state: The state before the play.
        tapped: The play so far.

    Returns:
        Each set's items and its calculation, in the order of the taps where it is not made yet; None for wild cards alone.
    """
    for number in range(len(tapped.items) if tapped.card else 0, 0, -1):
        ways = TakeArithmetic(state.options).ways(tapped.card, tapped.items[:number]) if tapped.card else ()
        if ways:
            sets: list[tuple[tuple[Item, ...], Way | None]] = [(tuple(items_of(way)), way) for way in ways]
            rest = tapped.items[number:]
            return [*sets, (rest, way_as_stacked(rest))] if rest else sets
    return [(tapped.items, way_as_stacked(tapped.items))] if tapped.items else []


def _fits(tapped: TappedPlay, verb: Verb) -> bool:
    """Return whether cards that were tapped before a kind of play was chosen may be of this kind."""
    if verb in ("lay", "draw"):
        return tapped.card is None
    return verb not in ("return", "pass", "challenge") or not (tapped.card or tapped.items)


@lru_cache(maxsize=MAX_CACHED)
def verbs_of(state: State, player: int) -> tuple[Verb, ...]:
    """Return the kinds of play that a player may make now."""
    return tuple(verb for verb in VERBS if _may(state, player, verb))


def players_of(state: State) -> tuple[int, ...]:
    """Return the players who may make a play now."""
    return tuple(player for player in range(len(state.seats)) if verbs_of(state, player))


def _may(state: State, player: int, verb: Verb) -> bool:
    if verb != "challenge" and (player != state.player or state.phase not in _PHASES[verb]):
        return False
    choices = _CHOICES[verb](state, TappedPlay(player, verb))
    return bool(choices.hand or choices.centre or choices.unseen or choices.plays)


def _take_choices(state: State, tapped: TappedPlay) -> TapChoices:
    """Return the choices of a take: its taking card, then any cards of its sets in any order."""
    seen = _seen(state, tapped)
    numbers = [card for card in seen.seat.hand if card.is_number]
    needed = (*tapped.items, *without(seen.laid, tapped.items))
    reached = {card: found for card in numbers if (found := _taken_beside(seen, card, needed)) is not None}
    alive = {item for card, found in reached.items() if tapped.card in (None, card) for item in found}
    plays = _takes(seen, tapped)
    unseen = _unseen_of(state, tapped, lambda card: _taken_beside(_with_unseen(state, (*tapped.items, card)), card, needed) is not None)
    return TapChoices(
        frozenset(alive & set(seen.seat.hand) | set(reached)),
        frozenset(alive & set(seen.centre)),
        unseen,
        plays,
    )


def _takes(state: State, tapped: TappedPlay) -> tuple[Operation, ...]:
    if tapped.card is None or not tapped.items:
        return ()
    ways = TakeArithmetic(state.options).ways(tapped.card, tapped.items)
    return _legal(state, [Taken(tapped.player, tapped.card, ways)] if ways else [])


def _taken_beside(state: State, card: Card, needed: Sequence[Item]) -> frozenset[Item] | None:
    """Return the cards and builds that some take of a card, the needed ones and more holds; None where there is no such take."""
    numbers, wilds = _numbers_and_wilds(state)
    items, sets = _taken_sets(state.centre, numbers, wilds, state.options)
    places = _places(items, needed)
    if places is None or not items:
        return None
    mask = -1 if sets is None else _cover(sets.get(int(card.value), ()), places)
    if mask == 0:
        return None
    return frozenset(items if mask < 0 else (items[bit] for bit in bits_of(mask)))


def _numbers_and_wilds(state: State) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    hand = state.seat.hand
    return tuple(card for card in hand if card.is_number), tuple(card for card in hand if card.is_wild)


@lru_cache(maxsize=MAX_CACHED)
def _taken_sets(
    centre: tuple[Item, ...], numbers: tuple[Card, ...], wilds: tuple[Card, ...], options: Options
) -> tuple[tuple[Item, ...], Mapping[int, tuple[int, ...]] | None]:
    """Return the items that can be taken, and by number the masks of all sets that make it; None where they are too many to list."""
    search = layout_search(Position(centre, (*numbers[:1], *wilds)), settings_of(options), SEARCH_SECONDS)
    if search is None:
        return (), {}
    items, scale = tuple(search.layout.items), search.reach.lattice.scale
    if len(items) < len(centre) + len(wilds):
        return (*centre, *wilds), None
    sets: dict[int, list[int]] = {int(card.value): [] for card in numbers}
    wanted = {number * scale for number in sets}
    try:
        for mask in masks_of(len(items), len(search.layout.bases), 1, len(items)):
            search.clock.check()
            for value in search.reach.reachable(mask, wanted):
                sets[value // scale].append(mask)
    except OutOfTimeError:
        return items, None
    return items, {number: tuple(masks) for number, masks in sets.items()}


def _places(items: Sequence[Item], needed: Sequence[Item]) -> int | None:
    """Return the mask of some items; None where one of them is not there."""
    mask = 0
    for item in needed:
        bit = next((bit for bit, other in enumerate(items) if other == item and not mask >> bit & 1), None)
        if bit is None:
            return None
        mask |= 1 << bit
    return mask


def _cover(sets: Sequence[int], needed: int) -> int:
    """Return the mask of all cards in takes of disjoint sets that hold the needed cards; 0 for no such take, -1 for too many to try."""
    found, tried = 0, 0
    open_takes = [(0, needed)]
    while open_takes:
        used, left = open_takes.pop()
        tried += 1
        if tried > MAX_COVERS:
            return -1
        if not left:
            found |= used
            for one in sets:
                if not one & used:
                    found |= one
            continue
        low = left & -left
        open_takes += [(used | one, left & ~one) for one in sets if one & low and not one & used]
    return found


def _build_choices(state: State, tapped: TappedPlay) -> TapChoices:
    """Return the choices of a build: its number card of the hand, then cards of the centre and wild cards of the hand."""
    seen = _seen(state, tapped)
    numbers = [card for card in seen.seat.hand if card.is_number]
    needed = (*tapped.items, *without(seen.laid, tapped.items))
    reached = {card: _builds_beside(seen, card, needed) for card in numbers}
    alive = {item for card, found in reached.items() if tapped.card in (None, card) for item in found}
    hand = {card for card, found in reached.items() if found} | (alive & set(seen.seat.hand))
    unseen = _unseen_of(state, tapped, lambda card: bool(_builds_beside(_with_unseen(state, (*tapped.items, card)), card, needed)))
    return TapChoices(frozenset(hand), frozenset(alive & set(seen.centre)), unseen, _builds(seen, tapped))


def _builds_beside(state: State, card: Card, needed: Sequence[Item]) -> set[Item]:
    """Return the cards and builds that some build of a card, the needed ones and more holds; none where there is no such build."""
    numbers, wilds = _numbers_and_wilds(state)
    items, builds = _built_masks(state.centre, numbers, wilds, state.options)
    if builds is None:
        return {*state.centre, *wilds}
    held, values = _places(items, needed), set(_build_values(state, card))
    if held is None:
        return set()
    union = 0
    for own, mask, made in builds:
        if own == card and mask & held == held and values & made:
            union |= mask
    return {items[bit] for bit in bits_of(union)}


@lru_cache(maxsize=MAX_CACHED)
def _built_masks(
    centre: tuple[Item, ...], numbers: tuple[Card, ...], wilds: tuple[Card, ...], options: Options
) -> tuple[tuple[Item, ...], tuple[tuple[Item, int, frozenset[int]], ...] | None]:
    """Return the items of a position, and of each build its card of the hand, its other items as a mask and the numbers that it may make.

    None where they are too many to list.
    """
    search = layout_search(Position((*centre, *numbers), (*numbers[:1], *wilds)), settings_of(options), SEARCH_SECONDS)
    if search is None:
        return (), ()
    items, scale = tuple(search.layout.items), search.reach.lattice.scale
    held, lying = _places(items, numbers), _places(items, (*numbers, *centre))
    if held is None or lying is None or len(items) < len(centre) + len(numbers) + len(wilds):
        return (), None
    wanted = {number * scale for number in range(1, options.numbers + 1)}
    builds: list[tuple[Item, int, frozenset[int]]] = []
    try:
        for mask in range(1, 1 << len(items)):
            own = mask & held
            if own and not own & (own - 1) and mask & lying & ~held and (made := search.reach.reachable(mask, wanted)):
                builds.append((items[own.bit_length() - 1], mask & ~held, frozenset(value // scale for value in made)))
    except OutOfTimeError:
        return (), None
    return items, tuple(builds)


def _build_values(state: State, card: Card) -> list[int]:
    """Return the values that a build with this card may have: any in games by points, else those of the cards that stay in the hand."""
    every = range(1, state.options.numbers + 1)
    if state.options.by == "points" or state.seat.unknown:
        return list(every)
    kept = {int(other.value) for other in without(state.seat.hand, (card,)) if other.is_number}
    return [value for value in every if value in kept]


def _builds(state: State, tapped: TappedPlay) -> tuple[Operation, ...]:
    """Return the legal builds of all tapped cards; one that is worth what the cards make in the order of the taps comes first."""
    card, options = tapped.card, state.options
    if card is None or not tapped.items:
        return ()
    try:
        found = takes_of_all(
            (*tapped.items, card),
            values=options.values,
            negative=options.negative == "yes",
            numbers=_build_values(state, card),
            limit_seconds=SEARCH_SECONDS,
        )
    except SettingsError:  # more cards than can be searched
        return ()
    return _legal(state, [Built(tapped.player, card, way_as_laid(take.group)) for take in found.takes])


def _lay_choices(state: State, tapped: TappedPlay) -> TapChoices:
    """Return the choices of wild cards that are laid on cards of the centre: both in any order."""
    seen = _seen(state, tapped)
    wilds = tuple(card for card in seen.seat.hand if card.is_wild)
    others = without((*wilds, *seen.centre), tapped.items)
    alive: set[Item] = set()
    for more in range(MAX_LAID_AHEAD + 1) if wilds else ():
        for items in combinations(others, more):
            if not alive.issuperset((*tapped.items, *items)) and _layings(seen, tapped.player, (*tapped.items, *items)):
                alive |= {*tapped.items, *items}
    unseen = _unseen_of(state, tapped, lambda card: card.is_wild and bool(state.centre))
    plays = _layings(seen, tapped.player, tapped.items)
    return TapChoices(frozenset(alive & set(wilds)), frozenset(alive & set(seen.centre)), unseen, plays)


def _layings(state: State, player: int, items: Sequence[Item]) -> tuple[Operation, ...]:
    return _legal(state, [Laid(player, way) for way in ways_in_any_order(items)] if items else [])


def _discard_choices(state: State, tapped: TappedPlay) -> TapChoices:
    """Return the choices of a discard: one card, or all of a hand of wild cards."""
    seen = _seen(state, tapped)
    chosen = _tapped_cards(tapped)
    whole = Discarded(tapped.player, seen.seat.hand)
    possible = [*(Discarded(tapped.player, (card,)) for card in seen.seat.hand), *([whole] if len(seen.seat.hand) > 1 else [])]
    legal = [play for play in dict.fromkeys(possible) if is_legal(seen, play)]
    others = set(tapped.items)  # a number card that was tapped gives way to another one
    fitting = [play for play in legal if others <= set(play.cards) and (tapped.card is None or play.cards[0].is_number)]
    alive = {card for play in fitting for card in play.cards}
    plays = tuple(play for play in fitting if sorted(map(str, play.cards)) == sorted(map(str, chosen)))
    unseen = _unseen_of(state, tapped, lambda card: not tapped.items and is_legal(state, Discarded(tapped.player, (card,))))
    return TapChoices(frozenset(alive), frozenset(), unseen, plays)


def _draw_choices(state: State, tapped: TappedPlay) -> TapChoices:
    """Return the choices of a draw: so many cards that nobody has seen; a hidden hand may draw them unseen."""
    cards = _tapped_cards(tapped)
    centre, missing = state.missing_in_centre, min(state.missing, state.stock_size - state.missing_in_centre)
    full = len(cards) >= centre + missing
    draws = [Drawn(tapped.player, cards[centre:], cards[:centre])]
    if state.unknown and not cards:
        draws.append(Drawn(tapped.player, (), (), missing))
    left = state.stock[len(cards) : len(cards) + 1] if state.ordered else state.stock
    unseen = frozenset(cards if full else (*cards, *left))
    return TapChoices(unseen=unseen, plays=_legal(state, draws))


def _challenge_choices(state: State, tapped: TappedPlay) -> TapChoices:
    """Return the choices of a challenge: a build of another player, and whether the answer was shown where nobody can know."""
    found = _challenges(state, tapped.player)
    chosen = tuple(play for play in found if not tapped.items or (play.build,) == tapped.items)
    return TapChoices(centre=frozenset(play.build for play in found), plays=chosen)


def _challenges(state: State, player: int) -> list[Challenged]:
    plays = [Challenged(player, claim.build, shown) for claim in state.claims for shown in (None, True, False)]
    found: dict[Build, list[Challenged]] = {}
    for play in plays:
        if is_legal(state, play) and not (play.shown is not None and found.get(play.build, [play])[0].shown is None):
            found.setdefault(play.build, []).append(play)
    return [play for builds in found.values() for play in builds]


_VERB_OF: Mapping[type, Verb] = {
    Taken: "take",
    Built: "build",
    Discarded: "discard",
    Laid: "lay",
    Returned: "return",
    Drawn: "draw",
    Passed: "pass",
    Challenged: "challenge",
}


def as_tapped(operation: Operation) -> TappedPlay | None:
    """Return an operation as somebody would have tapped it; None for one that nobody plays."""
    if isinstance(operation, Dealt) or type(operation) not in _VERB_OF:
        return None
    card: Card | None = None
    items: tuple[Item, ...] = ()
    match operation:
        case Taken(_, card, ways):
            items = tuple(item for way in ways for item in items_of(way))
        case Built(_, card, way):
            items = without(tuple(items_of(way)), (card,))
        case Laid(_, way):
            items = tuple(items_of(way))
        case Discarded(_, (put,)) if put.is_number:
            card = put
        case Discarded(_, cards):
            items = cards
        case Drawn(_, cards, centre):
            items = (*centre, *cards)
        case Challenged(_, build):
            items = (build,)
    return TappedPlay(operation.player, _VERB_OF[type(operation)], card, items)


_PHASES: Mapping[Verb, tuple[Phase, ...]] = {
    "take": (Phase.PLAY, Phase.LAST),
    "build": (Phase.PLAY,),
    "discard": (Phase.PLAY,),
    "lay": (Phase.PLAY, Phase.LAST),
    "return": (Phase.PLAY, Phase.LAST),
    "draw": (Phase.DRAW,),
    "pass": (Phase.PLAY, Phase.LAST),
}
_CHOICES: Mapping[Verb, Callable[[State, TappedPlay], TapChoices]] = {
    "take": _take_choices,
    "build": _build_choices,
    "discard": _discard_choices,
    "lay": _lay_choices,
    "return": lambda state, tapped: TapChoices(plays=_legal(state, [Returned(tapped.player)])),
    "draw": _draw_choices,
    "pass": lambda state, tapped: TapChoices(plays=_legal(state, [Passed(tapped.player)])),
    "challenge": _challenge_choices,
}


def _legal(state: State, plays: Sequence[Operation]) -> tuple[Operation, ...]:
    return tuple(play for play in plays if is_legal(state, play))


def _tapped_cards(tapped: TappedPlay) -> tuple[Card, ...]:
    cards = (*(() if tapped.card is None else (tapped.card,)), *tapped.items)
    return tuple(card for card in cards if isinstance(card, Card))


def _with_unseen(state: State, items: Sequence[Item]) -> State:
    """Return the state with those of some cards in the hand that are neither there nor in the centre: they must be unseen ones."""
    known = Counter[Item]((*state.seat.hand, *state.centre))
    new = [card for card in (Counter(items) - known).elements() if isinstance(card, Card) and card in state.stock]
    return reveal_cards(state, state.player, tuple(new)) if 0 < len(new) <= state.seat.unknown else state


def _seen(state: State, tapped: TappedPlay) -> State:
    return _with_unseen(state, _tapped_cards(tapped))


def _unseen_of(state: State, tapped: TappedPlay, fits: Callable[[Card], bool]) -> frozenset[Card]:
    """Return the unseen cards that may be part of a play: number cards by a test of each number, wild cards as long as the hand has room.

    Args:
        state: The state before the play.
        tapped: The play so far.
        fits: Whether a play of the cards tapped so far may be made with this card in the hand.
    """
    if not state.seat.unknown:
        return frozenset()
    used = {card for card in _tapped_cards(tapped) if card in state.stock and card not in state.seat.hand}
    answers: dict[object, bool] = {}
    found = set(used)
    for card in state.stock:
        room = len(used - ({tapped.card} if card.is_number and tapped.card else set())) < state.seat.unknown
        if card in used or not room or (card.is_wild and tapped.verb in ("take", "build") and tapped.card is None):
            continue
        key = card.is_number, card.value
        if key not in answers:
            answers[key] = fits(card) if card.is_number or tapped.verb not in ("take", "build") else True
        if answers[key]:
            found.add(card)
    return frozenset(found)
