"""Equal cards of several mixed packs, told apart while a game is watched: each is one card on the table, and has one track.

Outside the watching equal cards are equal: `with_copies` and `plain` lead in and out.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from numero_cam.games.numero.engine import Game, State
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.history import GameHistory
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Found, HandShown, Laid, Operation, Taken
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.state import without
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Acted, Total, Way, items_of

_T = TypeVar("_T")
Item = Card | Build


class OptionsWithCopies(Options):
    """The options of a game of several packs whose equal cards are told apart."""

    __slots__ = ()

    def pack(self) -> tuple[Card, ...]:
        """Return the cards of the game, those of the first pack first."""
        single = replace(self, packs=1)
        return tuple(card.with_copy(copy) for copy in range(self.packs) for card in Options.pack(single))


def with_copies(options: Options) -> Options:
    """Return the options under which equal cards are told apart; those of one pack as they are."""
    if options.packs == 1:
        return options
    return OptionsWithCopies(**{field.name: getattr(options, field.name) for field in fields(options)})


def plain_options(options: Options) -> Options:
    """Return the options under which equal cards are equal."""
    return Options(**{field.name: getattr(options, field.name) for field in fields(options)})


def plain(part: _T) -> _T:
    """Return an operation, or a part of one, in which equal cards are equal."""
    return with_cards_mapped(part, lambda card: card.with_copy(0))


def with_cards_mapped(part: _T, of: Callable[[Card], Card]) -> _T:
    """Return an operation, or a part of one, with each card replaced."""
    mapped: Any = part
    if isinstance(part, Card):
        mapped = of(part)
    elif isinstance(part, tuple):
        mapped = tuple(with_cards_mapped(inner, of) for inner in part)
    elif is_dataclass(part) and not isinstance(part, type):
        mapped = replace(part, **{field.name: with_cards_mapped(getattr(part, field.name), of) for field in fields(part) if field.init})
    return mapped  # type: ignore[no-any-return]


def plain_game(game: Game) -> Game:
    """Return a game in which equal cards are equal."""
    if not isinstance(game.options, OptionsWithCopies):
        return game
    return Game(plain_options(game.options), game.names).at(plain_line(game.line))


def plain_line(line: NumeroLine) -> NumeroLine:
    """Return a line in which equal cards are equal; what somebody holds of it already is not played again."""
    again = Game(plain_options(line.state.options)).line
    return again.play_all([plain_operation(one.parent.state, one.operation) for one in line.back_to(0)][::-1])


def plain_operation(state: State, operation: _T) -> _T:
    """Return an operation in which equal cards are equal; a wild card of the hand is said to be one where an equal one lies in the centre.

    Args:
        state: The state before it, in which equal cards are told apart.
        operation: The operation.
    """
    if not isinstance(state.options, OptionsWithCopies):
        return operation
    match operation:
        case Taken(_, _, ways):
            return plain(replace(operation, ways=_with_wilds_of_hand(state, ways)))
        case Built(_, _, way) | Laid(_, way):
            return plain(replace(operation, way=_with_wilds_of_hand(state, (way,))[0]))
    return plain(operation)


def _with_wilds_of_hand(state: State, ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """Return ways in which wild cards of the hand are said to be of it, where an equal one stays in the centre."""
    used = {item for way in ways for item in items_of(way)}
    staying = [item for item in state.centre if isinstance(item, Card) and item.is_wild and item not in used]

    def marked(way: Way) -> Way:
        match way:
            case Acted(inner, wild):
                return Acted(marked(inner), wild, wild not in state.centre and any(wild.looks_like(other) for other in staying))
            case Total(terms):
                return Total(tuple(map(marked, terms)))
        return way

    return tuple(map(marked, ways)) if staying else ways


class PlainGame:
    """A watched game as people know it: equal cards are equal.

    Args:
        game: The game, in which they may be told apart.
    """

    def __init__(self, game: Game) -> None:
        self._plain, self._known = plain_game(game), game.line
        self._has_copies = isinstance(game.options, OptionsWithCopies)

    def of(self, game: Game) -> Game:
        """Return the game as it has come to be."""
        if not self._has_copies:
            return game
        if self._known is not game.line:
            self._plain, self._known = plain_game(game), game.line
        return self._plain

    def entries(self, entries: Iterable[LogEntry]) -> tuple[LogEntry, ...]:
        """Return what happened in the game, with the line in which equal cards are equal."""
        if not self._has_copies:
            return tuple(entries)
        return tuple(entry if entry.line is None else replace(entry, line=plain_line(entry.line)) for entry in entries)


def copy_meant(card: Card, before: Card | None, state: State) -> Card:
    """Return which of several equal cards a person means who names the card of a track.

    Args:
        card: As it was named.
        before: The card of the game that the track was; None where it was none.
        state: The state of the game.
    """
    if before is not None and before.looks_like(card):
        return before
    return next((one for one in state.stock if one.looks_like(card)), card)


def game_with_copies(game: Game) -> Game:
    """Return a game in which equal cards are told apart; one of a single pack as it is."""
    if game.options.packs == 1:
        return game
    again = Game(with_copies(game.options), game.names)
    for operation in game.operations:
        again.do(operation_with_copies(again.state, operation))
    return again


def history_with_copies(past: GameHistory | None, game: Game) -> GameHistory:
    """Return the past of a game that goes on, in which equal cards are told apart.

    Args:
        past: As people know it; None where nothing but the game's operations is known.
        game: The game that goes on, in which they are told apart.
    """
    if past is None:
        return GameHistory(game.line)
    return past.copied(lambda line: game_with_copies(Game(line.state.options, game.names).at(line)).line)


def operation_with_copies(state: State, operation: Operation) -> Operation:
    """Return an operation with the cards that it means of those that are there.

    Args:
        state: The state before it, in which equal cards are told apart.
        operation: The operation, in which they are equal.
    """
    if not isinstance(state.options, OptionsWithCopies):
        return operation
    stock: tuple[Item, ...] = state.stock
    hand = tuple(state.seat.hand)
    meant = operation
    match operation:
        case Dealt():
            meant = _meant(operation, state.options.pack())
        case Found():
            won = [card for seat in state.seats for card in seat.won]
            pack = state.options.pack()
            meant = _meant(operation, (*without(pack, won), *won))
        case Taken(_, card, ways):
            own = _first(card, (*hand, *stock))
            left = without((*state.centre, *hand, *stock), (own,))
            meant = replace(operation, card=own, ways=_meant(ways, left, of_hand=(*hand, *stock)))
        case Built(_, card, way):
            own = _first(card, (*hand, *stock))
            left = without((*state.centre, *hand, *stock), (own,))
            place = next((n for n, item in enumerate(items_of(way)) if item == card), 0)
            meant = replace(operation, card=own, way=_meant(way, left, {place: own}, of_hand=(*hand, *stock)))
        case Laid():
            meant = _meant(operation, (*state.centre, *hand, *stock), of_hand=(*hand, *stock))
        case Discarded():
            meant = _meant(operation, (*hand, *stock))
        case Drawn() | HandShown():
            meant = _meant(operation, stock)
        case Challenged(player):
            claims = [claim.build for claim in reversed(state.claims) if claim.player != player]
            meant = _meant(operation, (*claims, *state.centre))
    return meant


def _first(item: Item, pool: Iterable[Item]) -> Any:  # noqa: ANN401 - a card for a card, a build for a build
    """Return the first item of a pool that is equal but for the copies; the item itself where there is none."""
    return next((one for one in pool if type(one) is type(item) and plain(one) == item), item)


def _meant(part: _T, pool: Iterable[Item], given: dict[int, Card] | None = None, of_hand: Sequence[Item] = ()) -> _T:
    """Return a part of an operation with each card and build replaced by the first one of a pool that is left and equal to it.

    Args:
        part: The part.
        pool: What is there.
        given: What stands for some of the items, by their place in the order of the part.
        of_hand: What of it a hand may hold.
    """
    left, count = list(pool), 0

    def of(inner: Any) -> Any:  # noqa: ANN401 - any part of an operation
        nonlocal count
        if isinstance(inner, Acted) and inner.of_hand:
            before = of(inner.inner)
            count += 1
            wild = _first(inner.wild, [one for one in left if one in of_hand])
            if wild in left:
                left.remove(wild)
            return Acted(before, wild)
        if isinstance(inner, Card | Build):
            found = given[count] if given and count in given else _first(inner, left)
            count += 1
            if found is inner and isinstance(inner, Build):  # it is made of cards that are there
                return replace(inner, cards=tuple(of(card) for card in inner.cards))
            if found in left:
                left.remove(found)
            return found
        if isinstance(inner, tuple):
            return tuple(of(one) for one in inner)
        if is_dataclass(inner) and not isinstance(inner, type):
            return replace(inner, **{field.name: of(getattr(inner, field.name)) for field in fields(inner) if field.init})
        return inner

    return of(part)  # type: ignore[no-any-return]


def seen_before_won(found: Found, state: State) -> Found:
    """Return a table that was found with each card that somebody has won replaced by an equal one that may lie there, if there is one."""
    won = {card for seat in state.seats for card in seat.won}
    swap: dict[Card, Card] = {}
    used = {*found.seen, *won}
    for card in found.seen:
        other = next((one for one in state.stock if one.looks_like(card) and one not in used), None) if card in won else None
        if other is not None:
            swap[card] = other
            used.add(other)
    return with_cards_mapped(found, lambda card: swap.get(card, card))
