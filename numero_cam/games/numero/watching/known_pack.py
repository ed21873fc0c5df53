"""The cards that a game is believed to have: those that were named for it, and what the table and people have shown since."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from operator import add
from typing import TypeVar

from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.engine import Game, Options, OptionsError, RuleBreakError
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.operations import Dealt, Found
from numero_cam.games.numero.engine.options import LEVELS
from numero_cam.games.numero.engine.state import without
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.watching.copies import operation_with_copies, plain_operation, with_copies

_Item = TypeVar("_Item", Card, Card | Build)


def options_with_cards(options: Options, cards: Iterable[Card]) -> Options | None:
    """Return the options of a game whose pack has some cards more; None where no pack has one of them."""
    for card in cards:
        wider = _options_with_card(options, card)
        if wider is None:
            return None
        options = wider
    return options


def _options_with_card(options: Options, card: Card) -> Options | None:
    """Return the options of a game whose pack has a card more, and with it the cards that come with it; None where no pack has it.

    A number comes with all numbers of the first level that has it, a wild card with all wild cards of that level.
    """
    try:
        if card.is_number:
            numbers = next((numbers for numbers, _ in LEVELS.values() if numbers >= max(int(card.value), options.numbers)), options.numbers)
            wider = replace(options, numbers=numbers)
        else:
            wilds = next(wilds for _, wilds in LEVELS.values() if card in wilds)
            wider = replace(options, wilds=tuple(dict.fromkeys((*options.wilds, *wilds))))
    except OptionsError:
        return None
    return wider if card in wider.pack() else None


def game_with_pack(game: Game, options: Options) -> Game | None:
    """Return a game with another pack and the same plays; None where a card that was seen in it is none of that pack.

    Args:
        game: The game, in which equal cards may be told apart.
        options: With the other pack.
    """
    again = Game(with_copies(options), game.names)
    line = line_with_pack(game.line, again.line)
    return None if line is None else again.at(line)


def line_with_pack(line: NumeroLine, root: NumeroLine) -> NumeroLine | None:
    """Return a line with the pack of the root of another one; None where a card that was seen in it is none of that pack."""
    old, new = Counter(line.state.options.pack()), Counter(root.state.options.pack())
    more, fewer = tuple((new - old).elements()), old - new
    seen = Counter(line.state.cards()) - Counter(line.state.stock)
    if any(seen[card] > new[card] for card in fewer):
        return None
    stock = [
        replace(one, stock=(*without(one.stock, fewer.elements()), *more)) if isinstance(one, Dealt) else one for one in line.operations
    ]
    try:
        return root.play_all(stock)
    except RuleBreakError:  # a stock that was used up is not, or the other way round
        return None


def game_without_strangers(game: Game, options: Options) -> Game:
    """Return a game with another pack up to the first play that is not possible with it; a dealt card that it lacks is one unknown.

    Args:
        game: The game, in which equal cards may be told apart.
        options: With the other pack.
    """
    again = Game(with_copies(options), game.names)
    line = again.line
    for one in [*game.line.back_to(0)][::-1]:
        operation = plain_operation(one.parent.state, one.operation)
        if isinstance(operation, Dealt | Found) and not line.depth:
            operation = _begun_with(operation, options.pack())
        try:
            line = line.play(operation_with_copies(line.state, operation))
        except RuleBreakError:
            break
    return again.at(line)


def _begun_with(first: Dealt | Found, pack: tuple[Card, ...]) -> Dealt | Found:
    """Return the beginning of a game with another pack, in which equal cards are equal: what the pack lacks is not known."""
    stock = Counter(pack)

    def known(items: Iterable[_Item]) -> tuple[_Item, ...]:
        kept = []
        for item in items:
            if Counter(cards_of(item)) <= stock:
                stock.subtract(cards_of(item))
                kept.append(item)
        return tuple(kept)

    hands = tuple(map(known, first.hands))
    lost = [len(before) - len(after) for before, after in zip(first.hands, hands, strict=True)]
    unknown = tuple(map(add, first.unknown or (0,) * len(hands), lost))
    if isinstance(first, Found):
        return replace(first, centre=known(first.centre), hands=hands, unknown=unknown)
    centre, unknown = known(first.centre), unknown if any(unknown) else ()
    hidden = first.unknown_centre + len(first.centre) - len(centre)
    return Dealt(hands, centre, tuple(stock.elements()), ordered=False, unknown=unknown, unknown_centre=hidden)


def pack_words(options: Options) -> str:
    """Return for people which cards a pack has."""
    wilds = ngettext("{n} wild card", "{n} wild cards", len(options.wilds)) if options.wilds else tr("no wild cards")
    packs = [tr("{packs} packs", packs=options.packs)] if options.packs > 1 else []
    return tr("the pack: {cards}", cards=", ".join((tr("1 to {numbers}", numbers=options.numbers), wilds, *packs)))


def cards_left_out(before: Options, after: Options) -> frozenset[Card]:
    """Return the cards of which a pack has more than another one."""
    return frozenset(Counter(before.pack()) - Counter(after.pack()))
