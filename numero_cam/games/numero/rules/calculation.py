"""Ways: calculations with cards, such as `(8o + 3b + 5r x3 -4) /2`, their values and their text.

A wild card is written after what it acts on: a number card, a build or a bracket. Number cards and builds are joined by +. So the usual
order of arithmetic is right. In games of several packs `x2'` is that of the hand where an equal one lies in the centre.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, NotationError, act, cards_of, parse_item
from numero_cam.games.numero.rules.articles import Rule, RuleBreakError
from numero_cam.games.shared.breaks import check

_TOKEN = re.compile(r"\[[^\[\]]*\](?:=[^\s()+;]+)?|[()+]|[^\s()+;\[]+|.")
OF_HAND = "'"  #: Sign behind a wild card of the hand where an equal one lies in the centre; without it that of the centre is meant.
MAX_DEPTH = 50  #: Maximum number of brackets that are open at once; a pack has too few cards for more.
MAX_TOKENS = 400  #: Maximum number of tokens of a calculation.


@dataclass(frozen=True, slots=True)
class Lone:
    """A way that is one number card or build."""

    item: Card | Build  #: The card or build.


@dataclass(frozen=True, slots=True)
class Acted:
    """A wild card that acts on a way."""

    inner: "Way"  #: The way that it acts on.
    wild: Card  #: The wild card.
    of_hand: bool = False  #: Whether it is said to be of the hand, where an equal one lies in the centre.


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of two or more ways."""

    terms: tuple["Way", ...]  #: The ways, in the order in which they are laid.


Way = Lone | Acted | Total


class WayError(ValueError):
    """A text that is not a way."""


def items_of(way: Way) -> Iterator[Card | Build]:
    """Yield the cards and builds of a way in the order in which they are laid, the lowest first."""
    match way:
        case Lone(item):
            yield item
        case Acted(inner, wild):
            yield from items_of(inner)
            yield wild
        case Total(terms):
            for term in terms:
                yield from items_of(term)


def terms_of(way: Way) -> tuple[Way, ...]:
    """Return the terms of a sum, or the way itself."""
    return way.terms if isinstance(way, Total) else (way,)


def wilds_of_hand(way: Way) -> Iterator[Card]:
    """Yield the wild cards of a way that are said to come from the hand."""
    match way:
        case Acted(inner, wild, of_hand):
            yield from wilds_of_hand(inner)
            if of_hand:
                yield wild
        case Total(terms):
            for term in terms:
                yield from wilds_of_hand(term)


def flat_cards(way: Way) -> tuple[Card, ...]:
    """Return the cards of a way; a build counts as its cards."""
    return tuple(card for item in items_of(way) for card in cards_of(item))


def value_of(way: Way, *, whole: bool, negative: bool = True) -> Fraction:
    """Return the value of a way. Raises a `RuleBreakError` where it has none or goes through a value that is not allowed.

    Args:
        way: The way.
        whole: Whether intermediate values must be whole numbers.
        negative: Whether intermediate values may be below 0.
    """
    match way:
        case Lone(item):
            value = _item_value(item)
        case Acted(inner, wild):
            before = value_of(inner, whole=whole, negative=negative)
            after = act(wild, before)
            if after is None:
                raise RuleBreakError(Rule.EXACT_ROOT, tr("{wild} has no exact result on {before}", wild=wild, before=before))
            value = after
        case Total(terms):
            value = sum((value_of(term, whole=whole, negative=negative) for term in terms), Fraction(0))
    if whole and value.denominator != 1:
        raise RuleBreakError(Rule.WHOLE_VALUES, tr("{way_text} is {value}, not a whole number", way_text=way_text(way), value=value))
    if value < 0 and not negative:
        raise RuleBreakError(
            Rule.NEGATIVE_VALUES,
            tr("{way_text} is {value}; this game is played without negative values", way_text=way_text(way), value=value),
        )
    return value


def _item_value(item: Card | Build) -> Fraction:
    """Return the value of a number card or build. Raises a `RuleBreakError` for a wild card and for a build without a value."""
    if isinstance(item, Card) and item.is_wild:
        raise RuleBreakError(Rule.WILD_ACTS_ON_VALUE, tr("{item} is a wild card: it acts on a value and has none of its own", item=item))
    if item.value is None:
        raise RuleBreakError(Rule.WILD_ACTS_ON_VALUE, tr("the build {item} has no value", item=item))
    return item.value


def way_text(way: Way) -> str:
    """Return the text of a way; `parse_way` reads it back."""
    match way:
        case Lone(item):
            return str(item)
        case Acted(inner, wild, of_hand):
            text, card = way_text(inner), f"{wild}{OF_HAND if of_hand else ''}"
            return f"({text}) {card}" if isinstance(inner, Total) else f"{text} {card}"
        case Total(terms):
            return " + ".join(f"({way_text(term)})" if isinstance(term, Total) else way_text(term) for term in terms)


def parse_way(text: str, centre: Sequence[Card | Build] = (), packs: int = 1) -> Way:
    """Return the way of a text. Raises a `WayError` for any other text.

    Args:
        text: Cards, builds, + and brackets, with each wild card after what it acts on.
        centre: Items of the centre: a build that is written without its value is the one of these cards, if there is one.
        packs: How many packs are mixed: a wild card is there so many times.
    """
    lying = {item.cards: item for item in centre if isinstance(item, Build)}  # the builds of the centre by their cards
    tokens = [token for token in _TOKEN.findall(" ".join(text.split())) if not token.isspace()]
    check(len(tokens) <= MAX_TOKENS, WayError, tr("more than {most} cards and signs", most=MAX_TOKENS))
    way, left = _parse_total(tokens, lying, 0)
    if left:
        raise WayError(
            tr('"{sign}" does not follow: join number cards and builds with +, write a wild card behind what it acts on', sign=left[0])
        )
    wilds = [card for card in flat_cards(way) if card.is_wild]
    often = next((card for card in wilds if wilds.count(card) > packs), None)  # powers upon powers would never be worked out
    message = tr("{twice} is used twice; a pack has it once", twice=often)
    if packs > 1 and often is not None:
        message = tr("{card} is used {n} times; {packs} packs have it {packs} times", card=often, n=wilds.count(often), packs=packs)
    check(often is None, WayError, message)
    return way


def _parse_total(tokens: list[str], lying: dict[tuple[Card, ...], Build], depth: int) -> tuple[Way, list[str]]:
    """Return the sum at the beginning of the tokens, and the tokens after it."""
    terms = []
    left = ["+", *tokens]
    while left and left[0] == "+":
        term, left = _parse_term(left[1:], lying, depth)
        terms.append(term)
    return (Total(tuple(terms)) if len(terms) > 1 else terms[0]), left


def _parse_term(tokens: list[str], lying: dict[tuple[Card, ...], Build], depth: int) -> tuple[Way, list[str]]:
    """Return the term at the beginning of the tokens (a bracket or item, with the wild cards after it), and the tokens after it."""
    check(bool(tokens), WayError, tr("a card is missing at the end"))
    way: Way
    if tokens[0] == "(":
        check(depth < MAX_DEPTH, WayError, tr("more than {most} brackets inside each other", most=MAX_DEPTH))
        way, left = _parse_total(tokens[1:], lying, depth + 1)
        check(left[:1] == [")"], WayError, tr("a bracket is not closed"))
        left = left[1:]
    else:
        way, left = Lone(_parse_item(tokens[0], lying)), tokens[1:]
    while left and left[0] not in ("+", ")", "("):
        item = _parse_item(left[0].removesuffix(OF_HAND), lying)
        if isinstance(item, Build) or item.is_number:
            break
        way, left = Acted(way, item, left[0].endswith(OF_HAND)), left[1:]
    return way, left


def _parse_item(token: str, lying: dict[tuple[Card, ...], Build]) -> Card | Build:
    """Return the card or build of a token; a build without a value is the one of these cards in the centre."""
    try:
        item = parse_item(token)
    except NotationError as error:
        raise WayError(str(error)) from error
    if isinstance(item, Build) and item.stated is None:
        return lying.get(item.cards, item)
    return item
