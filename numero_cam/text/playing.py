"""A game in short words for the person who plays it in a terminal, with the cards in their colours."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, State
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Drawn, Operation
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.points import gained_entries
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Lone, Way
from numero_cam.text.console import card_text
from numero_cam.text.game_words import equation
from numero_cam.text.play_facts import PlayKind, play_facts
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
    """Return cards and builds side by side, or that there is none."""
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


#: The sentence of somebody else's play, and that of the one who reads it; `{item}` stands for the cards of the play.
_SENTENCES: dict[PlayKind, tuple[str, str]] = {
    "lay": (tr("{name} lays a wild card: {equation}."), tr("You lay a wild card: {equation}.")),
    "take": (tr("{name} takes {won} cards with the {item}: {sets}."), tr("You take {won} cards with your {item}: {sets}.")),
    "build": (tr("{name} builds {value} with the {item}: {equation}."), tr("You build {value} with your {item}: {equation}.")),
    "discard": (tr("{name} discards {item}."), tr("You discard {item}.")),
    "challenge_caught": (tr("{name} challenges the build {item}."), tr("You challenge the build {item}.")),
    "challenge_shown": (tr("{name} challenges the build {item}."), tr("You challenge the build {item}.")),
    "return": (tr("{name} takes the wild cards back."), tr("You take the wild cards back.")),
    "pass": (tr("{name} passes."), tr("You pass.")),
    "end": (tr("{name} ends the game."), tr("You end the game.")),
    "show": (tr("{name} had left: {item}."), tr("You had left: {item}.")),
    "find": (tr("The game goes on from what lies there; {name} plays next."), tr("The game goes on from what lies there; you play next.")),
}
#: The sentence about the result of a challenge: where somebody else loses points, and where the reader does.
_OUTCOMES: dict[PlayKind, tuple[str, str]] = {
    "challenge_caught": (tr("A bluff: {loser} loses {lost}."), tr("A bluff: you lose {lost}.")),
    "challenge_shown": (tr("The {value} is shown: {loser} loses {lost}."), tr("The {value} is shown: you lose {lost}.")),
}


def event_lines(names: Sequence[str], before: State, operation: Operation, after: State, person: int) -> Iterator[Text]:
    """Yield the lines of one operation for the player with the index `person`; none for cards that others draw."""
    facts = play_facts(before, operation)
    mine = facts.player == person
    if facts.kind == "deal":
        return
    if isinstance(operation, Drawn):
        shown = ((tr("Turned up in the middle: {item}."), operation.centre), (tr("You draw {item}."), operation.cards if mine else ()))
        yield from (_sentence(words, drawn) for words, drawn in shown if drawn)
        return
    template = _SENTENCES["build" if facts.kind == "unsaid_build" else facts.kind][mine]
    sentence = template.format(
        name=names[facts.player],
        won=facts.won,
        value=facts.value,
        item=_ITEM_PLACEHOLDER,
        equation="; ".join(map(equation, facts.ways)),
        sets=tr(" and ").join(map(_set_words, facts.ways)),
    )
    yield _sentence(sentence, *[facts.card or facts.build or facts.cards] * (_ITEM_PLACEHOLDER in template))
    if facts.kind == "unsaid_build":
        yield Text(tr("It was not said aloud: it is no build, and the cards of the hand are discarded."))
    if facts.kind in _OUTCOMES:
        outcome = _OUTCOMES[facts.kind][facts.loser == person]
        yield Text("    " + outcome.format(value=facts.value, loser=names[facts.loser], lost=count(facts.lost, "point")))
    if facts.kind == "take" and before.options.by == "points":
        gained = gained_entries(before, operation, after)
        why = {"printed": tr("what is printed on the cards")}
        parts = "; ".join(
            tr("{entry.points} for {reason}", entry=entry, reason=why.get(entry.item) or reason_words(entry.scored)) for entry in gained
        )
        yield Text(f"    {count(sum(entry.points for entry in gained), 'point')}: {parts}")


def _set_words(way: Way) -> str:
    """Return the arithmetic of a set, or the name of its single card or build."""
    if isinstance(way, Lone):
        return tr("the build of {way.item.value}", way=way) if isinstance(way.item, Build) else tr("the {card}", card=card_words(way.item))
    return equation(way)


#: The hints at each kind of play, each of which says more than the one before.
_HINTS: dict[PlayKind, tuple[str, ...]] = {
    "take": (tr("There is a take of {cards} cards."), tr("Take with your {item}."), tr("Write: {play}")),
    "build": (tr("There is no take, but you can build."), tr("Build with your {item}."), tr("Write: {play}")),
    "discard": (tr("There is no take, and I see no build: discard a card."), tr("Write: {play}")),
    "pass": (tr("There is nothing to take. Write: pass"),),
}


def hint_lines(state: State, operation: Operation | None) -> tuple[Text, ...]:
    """Return the hints at a play in this state: its kind, the card it is made with, the play; None if wild cards were laid in this turn."""
    if operation is None:
        laid = tr("Use what you laid: {items}. Or write return to take it back.", items=", ".join([_ITEM_PLACEHOLDER] * len(state.laid)))
        return (_sentence(laid, *state.laid),)
    facts = play_facts(state, operation)
    filled = [line.format(cards=facts.won, item=_ITEM_PLACEHOLDER, play=play_text(operation)) for line in _HINTS[facts.kind]]
    return tuple(_sentence(line, *[facts.card or ()] * (_ITEM_PLACEHOLDER in line)) for line in filled)
