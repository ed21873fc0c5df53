"""A game in words for the one who plays it: short, to read once, the cards in their colours."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, State
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Lone, Way, items_of, value_of
from numero_cam.text.card_text import card_text
from numero_cam.text.game_words import END_ITEMS, equation
from numero_cam.text.plays import reason_words
from numero_cam.text.words import card_words, count

_ITEM = "{item}"


def intro_lines(options: Options) -> Iterator[str]:
    """Give the goal of the game and what a play is, for somebody who has never played."""
    if options.is_solitaire:
        yield tr(
            "The goal: take as many {options.by} as you can. You play alone: take, and pass when there is nothing left to take.",
            options=options,
        )
    else:
        yield tr("The goal: win more {options.by} than the others. The cards in the centre are for everybody.", options=options)
        yield tr("In each turn you play one number card of your hand. You can:")
    yield tr("  take     win cards of the centre that make your number: with a 13 you take 10 + 3, and your 13 is won too")
    if not options.is_solitaire:
        yield tr("  build    lay your card on cards of the centre: 8 + your 4 makes 12. Next turn you take it, if you also hold a 12")
        yield tr("  discard  lay your card in the centre, if you can do nothing else")
    if options.wilds:
        shown = ", ".join(map(str, options.wilds[:: max(len(options.wilds) // 4, 1)][:4]))
        yield tr("Wild cards ({shown}) change a number. You may use as many as you like, with your number card.", shown=shown)
    yield tr("Then you get new cards, as long as there are any. Write hint if you do not know what to do, help for all you can write.")


def table_lines(game: Game, person: int) -> Iterator[Text]:
    """Give what the person sees: scores, centre and hand."""
    state = game.state
    unit = game.options.by
    mine = state.seats[person].score
    others = "".join(
        f", {name} {seat.score}" for seat_at, (name, seat) in enumerate(zip(game.names, state.seats, strict=True)) if seat_at != person
    )
    left = tr("{amount} left to draw.", amount=count(len(state.stock), "card")) if state.stock else tr("No card is left to draw.")
    yield Text(
        tr(
            "Turn {state.turn}. You have {amount}{others}. {left}",
            state=state,
            amount=count(mine, unit),
            others=others,
            left=left,
        )
    )
    yield Text.assemble(("Centre  ", "bold"), _row(state.centre))
    yield Text.assemble(("Hand    ", "bold"), _row(state.seats[person].hand))
    if state.phase is Phase.LAST:
        yield Text(tr("Your last chance: take, or pass."), style="bold")


def _row(items: Sequence[Card | Build]) -> Text:
    return Text("   ").join(map(_shown, items)) if items else Text(tr("no card"))


def _shown(item: Card | Build) -> Text:
    """Return a card in words, a build as `[8 blue, 4 red] = 12`."""
    if isinstance(item, Card):
        return _card(item)
    inside = Text(", ").join(map(_card, item.cards))
    return Text.assemble("[", inside, "]", "" if item.value is None else f" = {item.value}")


def _card(card: Card) -> Text:
    """Return a number card in words; a wild card as the player writes it."""
    return card_text(card) if card.is_number else Text(str(card))


def _sentence(words: str, *items: Card | Build | Sequence[Card]) -> Text:
    """Return words with each `{item}` replaced by the next card, build, or list of cards."""
    text = Text()
    parts = words.split(_ITEM)
    for part, item in zip(parts, (*items, None), strict=True):
        text.append(part)
        if isinstance(item, Card | Build):
            text.append_text(_shown(item))
        elif item is not None:
            text.append_text(Text(", ").join(map(_card, item)))
    return text


def event_lines(names: Sequence[str], before: State, operation: Operation, after: State, person: int) -> Iterator[Text]:
    """Give the words for one operation as the person sees it; nothing for cards that others draw."""
    if isinstance(operation, Dealt):
        return
    mine = operation.player == person
    who = "You" if mine else names[operation.player]
    yield from _told(who, mine, operation)
    if isinstance(operation, Challenged):
        (entry,) = entries(before, operation, before)
        loser = tr("you lose") if entry.player == person else tr("{names} loses", names=names[entry.player])
        caught = "A bluff" if entry.item == "challenge_caught" else tr("The {operation.build.value} is shown", operation=operation)
        yield Text(f"    {caught}: {loser} {count(-entry.points, 'point')}.")
    if isinstance(operation, Taken) and before.options.by == "points":
        gained = [entry for entry in entries(before, operation, after) if entry.item not in END_ITEMS and entry.points]
        why = {"printed": tr("what is printed on the cards")}
        parts = "; ".join(
            tr("{entry.points} for {value}", entry=entry, value=why.get(entry.item) or reason_words(entry)) for entry in gained
        )
        yield Text(f"    {count(sum(entry.points for entry in gained), 'point')}: {parts}")


def _told(who: str, mine: bool, operation: Operation) -> Iterator[Text]:  # noqa: FBT001 - one of two ways to speak
    s, your = ("", "your") if mine else ("s", "the")
    match operation:
        case Drawn(_, cards, centre):
            shown = ((tr("Turned up in the centre: {item}."), centre), (tr("You draw {item}."), cards if mine else ()))
            yield from (_sentence(words, drawn) for words, drawn in shown if drawn)
        case Laid(_, way):
            yield Text(tr("{who} lay{s} a wild card: {equation}.", who=who, s=s, equation=equation(way)))
        case Taken(_, card, ways):
            won = 1 + sum(len(_flat(way)) for way in ways)
            yield _sentence(
                tr(
                    "{who} take{s} {won} cards with {your} {item}: {list}.",
                    who=who,
                    s=s,
                    won=won,
                    your=your,
                    item=_ITEM,
                    list=" and ".join(map(_set, ways)),
                ),
                card,
            )
        case Built(_, card, way, said):
            yield _sentence(
                tr(
                    "{who} build{s} {value_of} with {your} {item}: {equation}.",
                    who=who,
                    s=s,
                    value_of=value_of(way, whole=False),
                    your=your,
                    item=_ITEM,
                    equation=equation(way),
                ),
                card,
            )
            if not said:
                yield Text(tr("It was not said aloud: it is no build, and the cards of the hand are discarded."))
        case Discarded(_, cards):
            yield _sentence(tr("{who} discard{s} {item}.", who=who, s=s, item=_ITEM), cards)
        case Challenged(_, build):
            yield _sentence(tr("{who} challenge{s} the build {item}.", who=who, s=s, item=_ITEM), build)
        case Returned():
            yield Text(tr("{who} take{s} the wild cards back.", who=who, s=s))
        case Passed():
            yield Text(tr("{who} pass{value}.", who=who, value="" if mine else "es"))


def _set(way: Way) -> str:
    """Return how a set makes the number: its arithmetic, or which single card or build it is."""
    if isinstance(way, Lone):
        return tr("the build of {way.item.value}", way=way) if isinstance(way.item, Build) else tr("the {card}", card=card_words(way.item))
    return equation(way)


def _flat(way: Way) -> list[Card]:
    return [card for item in items_of(way) for card in (item.cards if isinstance(item, Build) else (item,))]


def hint_line(state: State, operation: Operation | None, cards: int, strength: int) -> Text:
    """Return a hint: what kind of play there is, then the card it is made with, then the play itself.

    Args:
        state: In which the play is to be made.
        operation: The play; None where something was laid in this turn.
        cards: How many cards a take wins.
        strength: 1, 2, or 3 for the play itself.
    """
    if operation is None:
        return _sentence(
            tr("Use what you laid: {list}. Or write return to take it back.", list=", ".join([_ITEM] * len(state.laid))), *state.laid
        )
    if isinstance(operation, Passed):
        return Text(tr("There is nothing to take. Write: pass"))
    if strength > 2 or (isinstance(operation, Discarded) and strength > 1):
        return Text(tr("Write: {play_text}", play_text=play_text(operation)))
    match operation:
        case Taken(_, card, _):
            return (
                Text(tr("There is a take of {cards} cards.", cards=cards))
                if strength == 1
                else _sentence(tr("Take with your {item}."), card)
            )
        case Built(_, card, _):
            return Text(tr("There is no take, but you can build.")) if strength == 1 else _sentence(tr("Build with your {item}."), card)
    return Text(tr("There is no take, and I see no build: discard a card."))
