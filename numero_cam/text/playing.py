"""A game in short words for the person who plays it in a terminal, with the cards in their colours."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, State
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import (
    Built,
    Challenged,
    Dealt,
    Discarded,
    Drawn,
    Found,
    Laid,
    Operation,
    Passed,
    Returned,
    Taken,
)
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Lone, Way, flat_cards, value_of
from numero_cam.text.card_text import card_text
from numero_cam.text.game_words import equation
from numero_cam.text.play_facts import END_OF_GAME_ITEMS
from numero_cam.text.plays import reason_words
from numero_cam.text.words import card_words, count

_ITEM_PLACEHOLDER = "{item}"  #: Stands in a sentence for a card or build, which is inserted with its colour.


def intro_lines(options: Options) -> Iterator[str]:
    """Yield lines with the goal of the game and the kinds of play, for somebody who has never played."""
    if options.is_solitaire:
        yield (
            tr("The goal: take as many points as you can. You play alone: take, and pass when there is nothing left to take.")
            if options.by == "points"
            else tr("The goal: take as many cards as you can. You play alone: take, and pass when there is nothing left to take.")
        )
    else:
        yield (
            tr("The goal: win more points than the others. The cards in the middle are for everybody.")
            if options.by == "points"
            else tr("The goal: win more cards than the others. The cards in the middle are for everybody.")
        )
        yield tr("In each turn you play one number card of your hand. You can:")
    yield tr("  take     win cards of the middle that make your number: with a 13 you take 10 + 3, and your 13 is won too")
    if not options.is_solitaire:
        yield tr("  build    lay your card on cards of the middle: 8 + your 4 makes 12. Next turn you take it, if you also hold a 12")
        yield tr("  discard  lay your card in the middle, if you can do nothing else")
    if options.wilds:
        shown = ", ".join(map(str, options.wilds[:: max(len(options.wilds) // 4, 1)][:4]))
        yield tr("Wild cards ({shown}) change a number. You may use as many as you like, with your number card.", shown=shown)
    yield tr("Then you get new cards, as long as there are any. Write hint if you do not know what to do, help for all you can write.")


def table_lines(game: Game, person: int) -> Iterator[Text]:
    """Yield lines with scores, centre and hand for the player with the index `person`."""
    state = game.state
    mine = count(state.seats[person].score, game.options.by)
    scores = [f"{name} {seat.score}" for place, (name, seat) in enumerate(zip(game.names, state.seats, strict=True)) if place != person]
    left = tr("{cards} left to draw.", cards=count(len(state.stock), "card")) if state.stock else tr("No card is left to draw.")
    yield Text(tr("Turn {state.turn}. You have {scores}. {left}", state=state, scores=", ".join([mine, *scores]), left=left))
    yield Text.assemble((tr("Middle").ljust(8), "bold"), _item_row(state.centre))
    yield Text.assemble((tr("Hand").ljust(8), "bold"), _item_row(state.seats[person].hand))
    if state.phase is Phase.LAST:
        yield Text(tr("Your last chance: take, or pass."), style="bold")


def _item_row(items: Sequence[Card | Build]) -> Text:
    return Text("   ").join(map(_item_text, items)) if items else Text(tr("no card"))


def _item_text(item: Card | Build) -> Text:
    """Return a card in words, a build as `[8 blue, 4 red] = 12`."""
    if isinstance(item, Card):
        return _card(item)
    inside = Text(", ").join(map(_card, item.cards))
    return Text.assemble("[", inside, "]", "" if item.value is None else f" = {item.value}")


def _card(card: Card) -> Text:
    """Return a number card in words, and a wild card as the player writes it."""
    return card_text(card) if card.is_number else Text(str(card))


def _sentence(words: str, *items: Card | Build | Sequence[Card]) -> Text:
    """Return a sentence with each `{item}` replaced by the next card, build, or list of cards."""
    text = Text()
    parts = words.split(_ITEM_PLACEHOLDER)
    for part, item in zip(parts, (*items, None), strict=True):
        text.append(part)
        if isinstance(item, Card | Build):
            text.append_text(_item_text(item))
        elif item is not None:
            text.append_text(Text(", ").join(map(_card, item)))
    return text


def event_lines(names: Sequence[str], before: State, operation: Operation, after: State, person: int) -> Iterator[Text]:
    """Yield the lines of one operation for the player with the index `person`; none for cards that others draw."""
    if isinstance(operation, Dealt):
        return
    mine = operation.player == person
    if isinstance(operation, Found):
        next_line = tr("The table is taken as it lies; {name} plays next.", name=names[operation.player])
        yield Text(tr("The table is taken as it lies; you play next.") if mine else next_line)
        return
    yield from _operation_lines("" if mine else names[operation.player], operation)
    if isinstance(operation, Challenged):
        (entry,) = entries(before, operation, before)
        lost, loser = count(-entry.points, "point"), names[entry.player]
        if entry.item == "challenge_caught":
            told = tr("A bluff: you lose {lost}.") if entry.player == person else tr("A bluff: {loser} loses {lost}.")
        else:
            told = (
                tr("The {build.value} is shown: you lose {lost}.")
                if entry.player == person
                else tr("The {build.value} is shown: {loser} loses {lost}.")
            )
        yield Text("    " + told.format(build=operation.build, loser=loser, lost=lost))
    if isinstance(operation, Taken) and before.options.by == "points":
        gained = [entry for entry in entries(before, operation, after) if entry.item not in END_OF_GAME_ITEMS and entry.points]
        why = {"printed": tr("what is printed on the cards")}
        parts = "; ".join(
            tr("{entry.points} for {reason}", entry=entry, reason=why.get(entry.item) or reason_words(entry)) for entry in gained
        )
        yield Text(f"    {count(sum(entry.points for entry in gained), 'point')}: {parts}")


def _operation_lines(name: str, operation: Operation) -> Iterator[Text]:
    """Give the sentences of an operation of somebody else, or without a name of the one who reads them."""
    match operation:
        case Drawn(_, cards, centre):
            shown = ((tr("Turned up in the middle: {item}."), centre), (tr("You draw {item}."), () if name else cards))
            yield from (_sentence(words, drawn) for words, drawn in shown if drawn)
        case Laid(_, way):
            told = tr("{name} lays a wild card: {equation}.") if name else tr("You lay a wild card: {equation}.")
            yield Text(told.format(name=name, equation=equation(way)))
        case Taken(_, card, ways):
            won = 1 + sum(len(flat_cards(way)) for way in ways)
            told = tr("{name} takes {won} cards with the {item}: {sets}.") if name else tr("You take {won} cards with your {item}: {sets}.")
            yield _sentence(told.format(name=name, won=won, item=_ITEM_PLACEHOLDER, sets=tr(" and ").join(map(_set_words, ways))), card)
        case Built(_, card, way, said):
            told = (
                tr("{name} builds {value} with the {item}: {equation}.") if name else tr("You build {value} with your {item}: {equation}.")
            )
            yield _sentence(told.format(name=name, value=value_of(way, whole=False), item=_ITEM_PLACEHOLDER, equation=equation(way)), card)
            if not said:
                yield Text(tr("It was not said aloud: it is no build, and the cards of the hand are discarded."))
        case Discarded(_, cards):
            yield _sentence(
                (tr("{name} discards {item}.") if name else tr("You discard {item}.")).format(name=name, item=_ITEM_PLACEHOLDER), cards
            )
        case Challenged(_, build):
            told = tr("{name} challenges the build {item}.") if name else tr("You challenge the build {item}.")
            yield _sentence(told.format(name=name, item=_ITEM_PLACEHOLDER), build)
        case Returned():
            yield Text(tr("{name} takes the wild cards back.", name=name) if name else tr("You take the wild cards back."))
        case Passed():
            yield Text(tr("{name} passes.", name=name) if name else tr("You pass."))


def _set_words(way: Way) -> str:
    """Return the arithmetic of a set, or the name of its single card or build."""
    if isinstance(way, Lone):
        return tr("the build of {way.item.value}", way=way) if isinstance(way.item, Build) else tr("the {card}", card=card_words(way.item))
    return equation(way)


def hint_lines(state: State, operation: Operation | None, cards: int) -> tuple[Text, ...]:
    """Return the hints at a play, each of which says more than the one before: its kind, the card it is made with, the play itself.

    Args:
        state: The state before the play.
        operation: The play; None if wild cards were laid in this turn.
        cards: Number of cards that a take wins.
    """
    if operation is None:
        laid = _sentence(
            tr("Use what you laid: {items}. Or write return to take it back.", items=", ".join([_ITEM_PLACEHOLDER] * len(state.laid))),
            *state.laid,
        )
        return (laid,)
    if isinstance(operation, Passed):
        return (Text(tr("There is nothing to take. Write: pass")),)
    play = Text(tr("Write: {play}", play=play_text(operation)))
    match operation:
        case Taken(_, card, _):
            return Text(tr("There is a take of {cards} cards.", cards=cards)), _sentence(tr("Take with your {item}."), card), play
        case Built(_, card, _):
            return Text(tr("There is no take, but you can build.")), _sentence(tr("Build with your {item}."), card), play
    return Text(tr("There is no take, and I see no build: discard a card.")), play
