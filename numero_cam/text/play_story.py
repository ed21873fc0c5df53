"""Tells a play to people who look at cards: a plain sentence, and the cards and signs of its arithmetic in a row. No notation."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypedDict

from numero_cam.catalogue import and_list, ngettext, tr
from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.history import cards_of_operation
from numero_cam.games.numero.engine.operations import Operation
from numero_cam.games.numero.rules import Build, Kind, ScoreItem
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, items_of
from numero_cam.text.game_words import arithmetic
from numero_cam.text.play_facts import PlayKind, play_facts
from numero_cam.text.plays import face_words, reason_words
from numero_cam.text.words import cards_in_words, figure

#: Cards and signs in a row, from left to right: a face in the game's notation, the faces of a build from bottom to top, or one of + ( ).
CardRow = tuple[str | tuple[str, ...], ...]


class PlayStory(TypedDict):
    """A play as a page tells it, which is a part of its messages."""

    said: str  #: One sentence.
    card: str  #: The card of the hand that takes or builds, in the game's notation; empty for other plays.
    sets: tuple[CardRow, ...]  #: The cards of each set of a take, of a build, or those that were put down.


_SENTENCES: dict[PlayKind, str] = {
    "deal": tr("The cards are dealt."),
    "turn_up": tr("{name} turns up a card in the middle."),
    "turn_up_and_draw": tr("{name} turns up a card in the middle and draws."),
    "lay": tr("{name} lays a wild card: {sum}."),
    "build": tr("{name} builds {value} with the {card}: {sum}."),
    "unsaid_build": tr("{name} lays {value}, but did not say it: {sum}."),
    "discard": tr("{name} puts down the {cards}."),
    "challenge_caught": tr("{name} challenges the build of {value}: it was a bluff, {loser} loses {lost} points."),
    "challenge_shown": tr("{name} challenges the build of {value}: the card was shown, {loser} loses {lost} points."),
    "return": tr("{name} takes the wild cards back."),
    "pass": tr("{name} passes."),
    "end": tr("The game is ended."),
    "show": tr("{name} had left: {cards}."),
    "find": tr("The game goes on from what lies there; {name} plays next."),
}


def perhaps_words(names: Sequence[str], before: State, operation: Operation, other: Operation) -> str:
    """Return the question whether an operation was another one; where they differ in one card, whether it was that card."""
    cards, others = set(cards_of_operation(operation)), set(cards_of_operation(other))
    if type(operation) is type(other) and len(cards - others) == len(others - cards) == 1:
        return tr("Or was it the {card}?", card=cards_in_words(str(*(others - cards))))
    return tr("Or was it so: {play}", play=play_story(names, before, other)["said"])


def play_story(names: Sequence[str], before: State, operation: Operation) -> PlayStory:
    """Return an operation as a sentence and in cards."""
    facts = play_facts(before, operation)
    name, card, calculation = names[facts.player], figure(facts.card) if facts.card else "", and_list(map(_calculation, facts.ways))
    rows = tuple(map(card_row, facts.ways))
    match facts.kind:
        case "draw" | "draw_last":
            drawn = len(facts.cards) + facts.unknown
            said = ngettext("{name} draws {n} card.", "{name} draws {n} cards.", drawn, name=name)
            if facts.kind == "draw_last":
                nothing = tr("The stock is used up; {name} draws nothing.", name=name)
                said = tr("The stock is used up. {said}", said=said) if drawn else nothing
            return {"said": said, "card": "", "sets": ()}
        case "take":
            said = ngettext(
                "{name} takes {n} card with the {card}: {sum}.",
                "{name} takes {n} cards with the {card}: {sum}.",
                facts.won,
                name=name,
                card=card,
                sum=calculation,
            )
            return {"said": said, "card": str(facts.card), "sets": rows}
        case "discard" | "show":
            rows = tuple((str(put),) for put in facts.cards)
    if facts.build is not None:
        rows = ((tuple(map(str, facts.build)),),)
    said = _SENTENCES[facts.kind].format(
        name=name,
        card=card,
        sum=calculation,
        value=facts.value,
        cards=and_list(map(figure, facts.cards)),
        loser=names[facts.loser],
        lost=facts.lost,
    )
    return {"said": said, "card": str(facts.card or ""), "sets": rows}


def _calculation(way: Way) -> str:
    """Return a way in signs, and of what each build in it is made: `12 + 3, with a build of 8 and 4`."""
    made = [tr("a build of {cards}", cards=and_list(map(figure, item.cards))) for item in items_of(way) if isinstance(item, Build)]
    if isinstance(way, Lone) and made:
        return made[0]
    return tr("{sum}, with {builds}", sum=arithmetic(way), builds=and_list(made)) if made else arithmetic(way)


def card_row(way: Way) -> CardRow:
    """Return a calculation as cards and signs in a row; a wild card comes after what it acts on, a root before it."""
    return tuple(_row(way))


def _row(way: Way) -> Iterator[str | tuple[str, ...]]:
    """Yield the cards and signs of a calculation, from left to right."""
    match way:
        case Lone(item):
            yield tuple(map(str, item)) if isinstance(item, Build) else str(item)
        case Total(terms):
            for place, term in enumerate(terms):
                yield from ("+",) if place else ()
                yield from _row(term)
        case Acted(inner, wild):
            bracketed = isinstance(inner, Total) and wild.kind is not Kind.SUBTRACT
            bracketed |= isinstance(inner, Acted) and (inner.wild.kind is Kind.SUBTRACT or wild.kind in (Kind.POWER, Kind.ROOT))
            operand = ("(", *_row(inner), ")") if bracketed else tuple(_row(inner))
            yield from (str(wild), *operand) if wild.kind is Kind.ROOT else (*operand, str(wild))


#: By score item: what its points are for; and the same by a number in its reason.
_BONUSES: dict[str, str] = {
    "clear": tr("clears the table"),
    "challenge_shown": tr("the card was shown"),
    "challenge_caught": tr("a bluff"),
    "four_colours": tr("all four colours"),
    "one_colour": tr("all of one colour"),
    "most_cards": tr("the most cards"),
    "whole_pack": tr("the whole pack was dealt"),
    "all_won": tr("every card was won"),
}
_COUNTED_BONUSES: dict[str, Callable[[int], str]] = {
    "takes": lambda n: ngettext("a take", "{n} sets at once", n),
    "five": lambda n: tr("{n} cards in one set", n=n),
    "six": lambda n: tr("{n} cards in one set", n=n),
    "centre": lambda n: ngettext("{n} card left in the middle", "{n} cards left in the middle", n),
}


def bonus_words(scored: ScoreItem) -> str:
    """Return what points are for by the name that people give it: `clears the table`, `7 cards in one set`, `printed on the ÷ 2`."""
    name = scored.item
    if name in _COUNTED_BONUSES:
        return _COUNTED_BONUSES[name](scored.number)
    if scored.signs:
        return tr("uses {signs}", signs=and_list(list(scored.signs)))
    cards = and_list([face_words(card) for _, card in scored.printed])
    if name == "printed":
        return tr("printed on the {cards}", cards=cards)
    if name == "hand_printed":
        return tr("left in the hand: {cards}", cards=cards)
    return _BONUSES.get(name) or reason_words(scored)


#: By score item: the rule by which a bonus of a play was won, in a sentence.
_BONUS_RULES: dict[str, str] = {
    "five": tr("Five cards in one set bring {points} points more."),
    "six": tr("Six cards or more in one set bring {points} points more."),
    "four_colours": tr("Number cards of all four colours in a set of five cards or more bring {points} points more."),
    "one_colour": tr("Number cards of one colour only, in a set of five cards or more, bring {points} points more."),
    "three_operations": tr("Three of the signs + − × ÷ in one set bring {points} points more."),
    "four_operations": tr("All four signs + − × ÷ in one set bring {points} points more."),
    "clear": tr("Whoever takes every card in the middle gets {points} points more."),
}


def bonus_rule(scored: ScoreItem) -> str:
    """Return the rule by which a bonus was won, in a sentence; empty for points that are no bonus."""
    return _BONUS_RULES.get(scored.item, "").format(points=scored.points)
