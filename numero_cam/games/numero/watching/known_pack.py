"""The cards that a game is believed to have: those that were named for it, and what the table and people have shown since."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from numero_cam.games.numero.engine import Game, Options, OptionsError, RuleBreakError
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.operations import Dealt
from numero_cam.games.numero.engine.options import LEVELS
from numero_cam.games.numero.engine.state import without
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching.copies import with_copies


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
