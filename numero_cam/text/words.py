"""Numbers, cards, counts and calculations in words and with the signs of mathematics."""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.rules import Build, Card, Kind, NotationError, parse_card
from numero_cam.games.numero.rules.cards import SUITS
from numero_cam.games.numero.rules.choices import By, Language
from numero_cam.games.numero.solve import Operand, Step
from numero_cam.games.numero.solve.expression import Expression, ExpressionSign, Number, expression_parts
from numero_cam.games.numero.solve.surds import Surd, Value, approximate

_SIGNS = {Kind.SUBTRACT: "−", Kind.MULTIPLY: "×", Kind.FRACTION: "×", Kind.DIVIDE: "÷"}
#: A card in the game's notation within a sentence.
_WRITTEN_CARD = re.compile(r"(?<![\w/.])(\d{1,2}[rbgoshdc]|x\d|/\d|-\d|N\d|sqrt|cbrt)(?!\w)")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_ROOTS = {2: "√", 3: "∛"}
_VULGAR = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖", Fraction(3, 5): "⅗", Fraction(4, 5): "⅘", Fraction(1, 8): "⅛",
}  # fmt: skip


def formula(way: Expression, language: Language = "fractions") -> str:
    """Return an expression with no more brackets than it needs: `(8 + 3 + 5 × 3 − 4) ÷ 2`."""
    return "".join(_part(part, language) for part in expression_parts(way))


def _part(part: ExpressionSign | Number | Card, language: Language) -> str:
    """Return the text of a part of an expression."""
    if isinstance(part, ExpressionSign):
        return part.value
    if isinstance(part, Number):
        return signed(part.value)
    return root_sign(part) if part.kind is Kind.ROOT else operator_text(part, language)


def operator_text(card: Card, language: Language = "fractions") -> str:
    """Return a wild card as it is written after what it acts on, with a space before it if needed: ` × 3`, ` − 4`, `²`."""
    if card.kind is Kind.POWER:
        return raised_degree(card)
    return f" {_SIGNS[card.kind]} {operand_text(card, language)}"


def root_sign(card: Card) -> str:
    """Return the sign of a root card, which is written before what it acts on."""
    return _ROOTS.get(int(card.value), f"{raised_degree(card)}√")


def figure(card: Card) -> str:
    """Return a card as people call it: `12`, `× 3`, `−4`, `N²`, `√`."""
    if card.is_number:
        return str(card.value)
    if card.kind is Kind.ROOT:
        return root_sign(card)
    if card.kind is Kind.POWER:
        return f"N{operator_text(card)}"
    text = operator_text(card).strip()
    return text.replace(" ", "") if card.kind is Kind.SUBTRACT else text


def raised_degree(card: Card) -> str:
    """Return the degree of a power or a root in small raised digits."""
    return str(card.value).translate(_RAISED)


def operand_text(card: Card, language: Language = "fractions") -> str:
    """Return the number on a wild card; that of a fraction card in the language asked for: `3/4`, `75 %`, `0.75`."""
    if card.kind is not Kind.FRACTION or language == "fractions":
        return str(card.value)
    return percent(card.value) if language == "percent" else decimal(card.value)


def percent(value: Fraction) -> str:
    """Return a value as a percentage, exact: `75 %`, `12½ %`, `33⅓ %`."""
    whole, left = divmod(value * 100, 1)
    part = "" if not left else _VULGAR.get(left, f" {left}")
    return f"{whole or ''}{part} %" if part else f"{whole} %"


def decimal(value: Fraction) -> str:
    """Return a value with a decimal point where it ends, else three places and dots: `0.75`, `0.333…`."""
    sign, value = ("−", -value) if value < 0 else ("", value)
    for places in range(7):
        if (value * 10**places).denominator == 1:
            return f"{sign}{float(value):.{places}f}" if places else f"{sign}{value}"
    thousandths = value * 1000 // 1
    return f"{sign}{thousandths // 1000}.{thousandths % 1000:03d}…"


def signed(value: Value) -> str:
    """Return a number with the sign of mathematics: `−3`, `7/2`; an irrational one as it was made, `√7 × 2`."""
    return _made(value) if isinstance(value, Surd) else str(value).replace("-", "−")


def _made(surd: Surd) -> str:
    """Return how an irrational value was made."""
    inner = surd.parts[0]
    if surd.card is None:
        return f"{signed(inner)} + {signed(surd.parts[1])}".replace("+ −", "− ")
    alone = isinstance(inner, Fraction) and inner >= 0 and inner.denominator == 1
    held = signed(inner) if alone or surd.card.kind is Kind.SUBTRACT else f"({signed(inner)})"
    return root_sign(surd.card) + held if surd.card.kind is Kind.ROOT else held + operator_text(surd.card)


def step_text(step: Step, language: Language = "fractions") -> str:
    """Return one calculation as it is written: `5 × 3 = 15`."""
    if isinstance(step.result, Surd):
        return f"{_before(step, language)} ≈ {float(approximate(step.result)):.3f}".replace("-", "−")
    return f"{_before(step, language)} = {signed(step.result)}"


def _before(step: Step, language: Language) -> str:
    """Return a calculation without its result."""
    left = step.left.value
    if step.card is None:
        more = step.right or Operand(Fraction(0))
        return f"{signed(left)} + {_bracketed(more.value, fractions=False)}"
    if step.card.kind is Kind.ROOT:
        return root_sign(step.card) + _bracketed(left, fractions=True)
    if step.card.kind is Kind.POWER:
        return _bracketed(left, fractions=True) + operator_text(step.card)
    plain = signed(left) if not isinstance(left, Surd) or step.card.kind is Kind.SUBTRACT else f"({signed(left)})"
    return plain + operator_text(step.card, language)


def _bracketed(value: Value, *, fractions: bool) -> str:
    """Return a number, in brackets if it is negative or, where `fractions` is set, a fraction."""
    alone = not isinstance(value, Surd) and value >= 0 and (value.denominator == 1 or not fractions)
    return signed(value) if alone else f"({signed(value)})"


COUNTS = {
    2: tr("two"), 3: tr("three"), 4: tr("four"), 5: tr("five"), 6: tr("six"), 7: tr("seven"), 8: tr("eight"), 9: tr("nine"),
}  # fmt: skip
PLACES = (
    tr("first"), tr("second"), tr("third"), tr("fourth"), tr("fifth"), tr("sixth"), tr("seventh"), tr("eighth"), tr("ninth"), tr("tenth"),
)  # fmt: skip
_PARTS: dict[int, Callable[[int], str]] = {
    2: lambda n: ngettext("a half", "{count} halves", n, count=COUNTS.get(n)),
    3: lambda n: ngettext("a third", "{count} thirds", n, count=COUNTS.get(n)),
    4: lambda n: ngettext("a quarter", "{count} quarters", n, count=COUNTS.get(n)),
    5: lambda n: ngettext("a fifth", "{count} fifths", n, count=COUNTS.get(n)),
    8: lambda n: ngettext("an eighth", "{count} eighths", n, count=COUNTS.get(n)),
    10: lambda n: ngettext("a tenth", "{count} tenths", n, count=COUNTS.get(n)),
}
_POWERS = {2: tr("square"), 3: tr("cube")}
_POWERS_OF_IT = {2: tr("square it"), 3: tr("cube it")}
_ROOT_WORDS = {2: tr("square root"), 3: tr("cube root")}
_COLOURS = {
    "red": tr("red"), "blue": tr("blue"), "green": tr("green"), "orange": tr("orange"),
    "spades": tr("spades"), "hearts": tr("hearts"), "diamonds": tr("diamonds"), "clubs": tr("clubs"),
}  # fmt: skip


_NOUNS: dict[str, Callable[[int], str]] = {
    "answer": lambda n: ngettext("{n} answer", "{n} answers", n),
    "calculation": lambda n: ngettext("{n} calculation", "{n} calculations", n),
    "card": lambda n: ngettext("{n} card", "{n} cards", n),
    "game": lambda n: ngettext("{n} game", "{n} games", n),
    "hidden card": lambda n: ngettext("{n} hidden card", "{n} hidden cards", n),
    "meld": lambda n: ngettext("{n} meld", "{n} melds", n),
    "page": lambda n: ngettext("{n} page", "{n} pages", n),
    "photo": lambda n: ngettext("{n} photo", "{n} photos", n),
    "photo or slip": lambda n: ngettext("{n} photo or slip", "{n} photos or slips", n),
    "point": lambda n: ngettext("{n} point", "{n} points", n),
    "result": lambda n: ngettext("{n} result", "{n} results", n),
    "pupil": lambda n: ngettext("{n} pupil", "{n} pupils", n),
    "puzzle": lambda n: ngettext("{n} puzzle", "{n} puzzles", n),
    "set": lambda n: ngettext("{n} set", "{n} sets", n),
    "slip": lambda n: ngettext("{n} slip", "{n} slips", n),
    "strip": lambda n: ngettext("{n} strip", "{n} strips", n),
    "unknown card": lambda n: ngettext("{n} unknown card", "{n} unknown cards", n),
    "wild card": lambda n: ngettext("{n} wild card", "{n} wild cards", n),
}


def count(number: int, noun: str) -> str:
    """Return `1 card`, `2 cards`; the noun is one of the table above, or `cards` or `points`, as options name what counts."""
    return _NOUNS[noun.removesuffix("s")](number)


def gained(number: int) -> str:
    """Return what a number adds, with its sign: `+3`, `−3`, `0`."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def unit_word(by: By) -> str:
    """Return what a game is played for as people say it: `cards` or `points`."""
    return tr("cards") if by == "cards" else tr("points")


def tied_places(places: Sequence[int | None]) -> list[str]:
    """Return the places of a table as they are written: `1=` where several share one, `-` for none."""
    return ["-" if place is None else f"{place}=" if places.count(place) > 1 else str(place) for place in places]


def nth(place: int) -> str:
    """Return a place counted from 0 as it is said: `first`, `second`, `number 11`."""
    return PLACES[place] if place < len(PLACES) else tr("number {n}", n=place + 1)


def say_number(value: Value, language: Language = "fractions") -> str:
    """Return a number as it is said: `minus 3`, `three quarters`, `2 and a half`; odd fractions as `7 over 12`, surds as `about 2.646`.

    In the decimal language fractions are `2.5`.
    """
    if isinstance(value, Surd):
        return _say_about(float(approximate(value)))
    if value < 0:
        return tr("minus {number}", number=say_number(-value, language))
    if language == "decimal":
        return decimal(value)
    whole, left = divmod(value.numerator, value.denominator)
    if not left:
        return str(whole)
    if value.denominator not in _PARTS:
        return tr("{value.numerator} over {value.denominator}", value=value)
    part = _PARTS[value.denominator](left)
    return part if whole == 0 else tr("{whole} and {part}", whole=whole, part=part)


def _say_about(value: float) -> str:
    return tr("about minus {value:.3f}", value=-value) if value < 0 else tr("about {value:.3f}", value=value)


def cards_in_words(text: str) -> str:
    """Return a sentence of the game with its cards in words in place of their notation: `the 4 blue is gone`."""
    return _WRITTEN_CARD.sub(lambda found: _as_called(found[1]), text.replace("[", "").replace("]", ""))


def _as_called(written: str) -> str:
    """Return a card in notation as people call it; a text that is no card as it is."""
    try:
        return called(parse_card(written))
    except NotationError:
        return written


def called(card: Card) -> str:
    """Return a card as people call it beside others: `4 blue`, `× 2`."""
    return figure(card) if card.is_wild else card_words(card)


def all_called(cards: Iterable[Card | None]) -> str:
    """Return cards as people call them, with commas between: `4 blue, 12 red, × 2`; ``?`` for one that is to be found."""
    return ", ".join("?" if card is None else called(card) for card in cards)


def card_words(card: Card, language: Language = "fractions") -> str:
    """Return a card in words: `7 red`, `ace of hearts`, `7 of unknown colour`, `multiply by 3`, `three quarters of`."""
    if card.is_wild:
        return wild_words(card, language)
    if card.colour is None:
        return tr("{card.value} of unknown colour", card=card)
    colour = _COLOURS[card.colour.name.lower()]
    if card.colour not in SUITS:
        return tr("{card.value} {colour}", card=card, colour=colour)
    return tr("ace of {suit}", suit=colour) if card.value == 1 else tr("{card.value} of {suit}", card=card, suit=colour)


def wild_words(card: Card, language: Language = "fractions") -> str:
    """Return what a wild card does: `take away 4`, `multiply by 3`, `divide by 3`, `a third of`, `square`, `square root`."""
    match card.kind:
        case Kind.SUBTRACT:
            return tr("take away {card.value}", card=card)
        case Kind.MULTIPLY:
            return tr("multiply by {card.value}", card=card)
        case Kind.DIVIDE:
            return tr("divide by {card.value}", card=card)
        case Kind.FRACTION:
            return part_of(card, language)
        case Kind.POWER:
            return _POWERS.get(int(card.value), tr("power {card.value}", card=card))
        case _:
            return _ROOT_WORDS.get(int(card.value), tr("number {card.value} root", card=card))


def part_of(card: Card, language: Language = "fractions") -> str:
    """Return what is said of a fraction card before the value that it acts on: `three quarters of`, `2 and a half times`, `75 % of`."""
    if language == "fractions" and card.value > 1:
        return tr("{number} times", number=say_number(card.value))
    if language == "fractions" and card.value == Fraction(1, 2):
        return tr("half of")
    return tr("{part} of", part=say_number(card.value) if language == "fractions" else operand_text(card, language))


def action_words(card: Card, language: Language = "fractions") -> str:
    """Return what a wild card does to the result at hand: `divide by 4`, `take three quarters of it`, `square it`."""
    match card.kind:
        case Kind.FRACTION:
            return tr("take {part_of} it", part_of=part_of(card, language))
        case Kind.POWER:
            return _POWERS_OF_IT.get(int(card.value), tr("raise it to the power {card.value}", card=card))
        case Kind.ROOT:
            return tr("take the {root}", root=wild_words(card))
        case _:
            return wild_words(card)


def item_words(item: Card | Build, language: Language = "fractions") -> str:
    """Return a card or a build in words: `build of 8 blue and 4 red = 12`."""
    if isinstance(item, Card):
        return card_words(item, language)
    cards = tr(" and ").join(card_words(card, language) for card in item.cards)
    return tr("build of {cards}", cards=cards) if item.value is None else tr("build of {cards} = {item.value}", cards=cards, item=item)
