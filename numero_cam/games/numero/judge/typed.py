"""Parses answers as people write them: `(13+12)*2/5`, `13 + 12 = 25 × 2/5 = 10`, `half of (8 + 4)`, `10: 6 + 4; 10`.

The result is a tree of arithmetic in the usual order of operations; `verdict` checks whether there are cards for it.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Card, Kind, act
from numero_cam.games.numero.rules.notation import COLOUR_LETTERS

MAX_CHARACTERS = 1000  #: Maximum number of characters of an answer.
MAX_DEPTH = 40  #: Maximum number of brackets that are open at once.


class TypedError(ValueError):
    """A text that is not arithmetic; the message is one line for people."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A number that was written."""

    value: Fraction  #: The number, 0 or more.
    colour: str = ""  #: The letter of the colour or suit that follows it; empty for none.


@dataclass(frozen=True, slots=True)
class Binary:
    """An operation on two values."""

    sign: str  #: `+`, `-`, `*` or `/`.
    left: "Node"  #: The left operand.
    right: "Node"  #: The right operand.


@dataclass(frozen=True, slots=True)
class Unary:
    """A power or root of a value."""

    name: str  #: `power` or `root`.
    degree: int  #: 2 or 3.
    inner: "Node"  #: The operand.


@dataclass(frozen=True, slots=True)
class Claimed:
    """A value and the result that the writer states for it, as in `13 + 12 = 25`."""

    inner: "Node"  #: The value.
    stated: Literal  #: The result, right or wrong.


Node = Literal | Binary | Unary | Claimed


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """An answer as it was written."""

    lines: tuple[Node, ...]  #: The tree of each part; a later part may continue with the result of an earlier one.
    taker: Literal | None  #: The number in front of a colon; None where there is none.
    chain: bool  #: Whether an equals sign stands between unequal things, as in `15 + 13 = 28 × 3/4 = 21`.


#: Words of fractions, alone and with a count before them.
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "eighth": 8, "tenth": 10}
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_PART = re.compile(
    r"\b(?:(?P<count>a|one|two|three|four|five)[ -]+)?(?P<part>halves|half|thirds?|quarters?|fifths?|eighths?|tenths?)\b(?: +of\b)?"
)
#: Patterns of words and other signs, each with the sign that replaces it, in this order.
_WORDS = (
    (r"square root(?: of)?|\bsqrt\b", "√"),
    (r"cube root(?: of)?|\bcbrt\b", "∛"),
    (r"\bsquared\b|\*\*\s*2|\^\s*2", "²"),
    (r"\bcubed\b|\*\*\s*3|\^\s*3", "³"),
    (r"\bplus\b|\badd\b", "+"),
    (r"\bminus\b|\btake away\b|\bless\b|\bsubtract\b|[−–—]", "-"),
    (r"\bmultiplied by\b|\btimes\b|[×·⋅]", "*"),
    (r"\bdivided by\b|[÷∶:]", "/"),
    (r"\bequals\b|\bmakes\b|\bis\b", "="),
    (r"\bof\b", "*"),
    (r"(?<=[\d)\s%])x(?=[\s\d(])", "*"),
    (r"[\[{]", "("),
    (r"[\]}]", ")"),
)
#: Fractions that decimals and percentages cannot write exactly: 0.33 and 67 % mean the cards 1/3 and 2/3.
_ROUNDED = (Fraction(1, 3), Fraction(2, 3))
_VULGAR = dict(zip("½⅓⅔¼¾⅕⅖⅗⅘⅛⅒", ["1/2", "1/3", "2/3", "1/4", "3/4", "1/5", "2/5", "3/5", "4/5", "1/8", "1/10"], strict=True))
_WORD = re.compile(rf"\s*(?:(?P<number>\d+(?:\.\d+…?)?)(?P<percent>\s*%)?(?P<colour>[{COLOUR_LETTERS}](?![a-z]))?|(?P<sign>[-+*/()=√∛²³]))")
_TAKER = re.compile(
    rf"\s*(?:i |we )?(?:take |win )?(?:with )?(?:the |my )?(?P<number>\d{{1,2}})(?P<colour>[{COLOUR_LETTERS}])?\s*:(?P<rest>.*)", re.DOTALL
)


def parse_answer(text: str, takers: frozenset[Fraction] = frozenset(), *, by_order: bool = True) -> TypedAnswer:
    """Parse an answer.

    Args:
        text: One set or several, separated by semicolons, commas or newlines; equals signs and the taking card in front are optional.
        takers: Values of the number cards in the hand. Only such a number before a colon is the taking card; otherwise `:` divides.
        by_order: Whether × and ÷ come before + and −; if not, operations are calculated from left to right.
    """
    if len(text) > MAX_CHARACTERS:
        raise TypedError(tr("the answer has {number} characters; at most {most} are read", number=len(text), most=MAX_CHARACTERS))
    taker, rest = None, text.lower()
    if (match := _TAKER.fullmatch(rest)) and Fraction(match["number"]) in takers:
        taker, rest = Literal(Fraction(match["number"]), match["colour"] or ""), match["rest"]
    parts = [part for part in re.split(r";|\n|,(?!\d)|\band\b(?! a )", rest) if part.strip()]
    if not parts:
        raise TypedError(tr("the answer is empty; write it as (13 + 12) × 2/5"))
    lines, chain = [], False
    for part in parts:
        nodes, chained = _Statement(_plain(part), by_order=by_order).lines()
        lines += nodes
        chain |= chained
    return TypedAnswer(tuple(lines), taker, chain)


def arithmetic_value(node: Node) -> Fraction | None:
    """Return the value of a tree without regard to cards; None where it has none, as for a division by 0."""
    match node:
        case Literal():
            return node.value
        case Claimed(inner):
            return arithmetic_value(inner)
        case Unary(name, degree, inner):
            value = arithmetic_value(inner)
            return None if value is None else act(Card(Kind.POWER if name == "power" else Kind.ROOT, Fraction(degree)), value)
        case Binary(sign, left, right):
            one, two = arithmetic_value(left), arithmetic_value(right)
            return None if one is None or two is None else _counted(sign, one, two)


def _counted(sign: str, one: Fraction, two: Fraction) -> Fraction | None:
    """Return the result of an arithmetic operation; None for a division by zero."""
    if sign == "/":
        return one / two if two else None
    return one + two if sign == "+" else one - two if sign == "-" else one * two


def _plain(text: str) -> str:
    """Return the text with signs in place of words, and fractions such as `half of` as products."""

    def part(match: re.Match[str]) -> str:
        """Return a fraction in words as a quotient in brackets, followed by a multiplication sign for `of`."""
        word = match["part"].removesuffix("s") if match["part"] != "halves" else "half"
        return f"({_COUNTS[match['count'] or 'a']}/{_PARTS[word]})" + ("*" if match[0].endswith("of") else "")

    for percent, written in (("33⅓", "1/3"), ("66⅔", "2/3"), ("12½", "1/8")):
        text = re.sub(rf"\b{percent}\s*%", f"({written})", text)
    text = re.sub(r"\b([12])\s*(?:½|(?<=\s)1/2)", lambda match: f"({2 * int(match[1]) + 1}/2)", text)  # 1½ and 2 1/2 are cards
    for sign, written in _VULGAR.items():
        text = text.replace(sign, f"({written})")
    text = re.sub(r"(?<=\d),(?=\d)", ".", _PART.sub(part, text))
    for pattern, sign in _WORDS:
        text = re.sub(pattern, sign, text)
    return text


class _Statement:
    """Parser of one part of an answer: expressions between equals signs."""

    def __init__(self, text: str, *, by_order: bool) -> None:
        self._words: list[Literal | str] = []  # the tokens: numbers and signs
        self._at, self._depth, self._by_order = 0, 0, by_order
        at = 0
        while text[at:].strip():
            match = _WORD.match(text, at)
            if match is None:
                raise TypedError(tr('"{text}" is not understood; write numbers, + - × ÷, brackets, √ and ²', text=text[at:].strip()[:20]))
            at = match.end()
            self._words.append(match["sign"] or _literal(match))

    def lines(self) -> tuple[list[Node], bool]:
        """Return the tree of each set, and whether an equals sign stands between unequal values."""
        sides = [self._sum()]
        while self._next() == "=":
            self._at += 1
            sides.append(self._sum())
        if self._next() is not None:
            sign = self._next()
            raise TypedError(
                tr("a bracket is closed that was never opened")
                if sign == ")"
                else tr('"{sign}" does not follow what stands before it', sign=_shown(sign))
            )
        return _sets_of_sides(sides)

    def _next(self) -> Literal | str | None:
        """Return the next token without consuming it; None at the end."""
        return self._words[self._at] if self._at < len(self._words) else None

    def _sum(self) -> Node:
        """Parse a sum; it may begin with a minus sign."""
        minus = self._minus()
        begins_below_zero = minus and isinstance(self._next(), Literal)
        terms = [("-" if minus else "+", self._product())]
        while (sign := self._next()) in ("+", "-"):
            self._at += 1
            terms.append((str(sign), self._product()))
        # `-4 + 12` begins with the card that takes away: the first card that is added comes first. Without any, a result below zero begins.
        first = next((place for place, (sign, _) in enumerate(terms) if sign == "+"), 0 if begins_below_zero else None)
        if first is None:
            raise TypedError(tr("a value begins with a number card, not with a minus"))
        sign, node = terms.pop(first)
        if sign == "-":
            node = _with_leftmost(node, Literal(-_leftmost(node).value))
        for sign, term in terms:
            node = Binary(sign, node, term)
        return node

    def _minus(self) -> bool:
        """Consume a minus sign; return whether there was one."""
        if self._next() == "-":
            self._at += 1
            return True
        return False

    def _product(self) -> Node:
        """Parse a product; a bracket or root may follow without a sign. Unless operators have their usual order, it includes + and -."""
        node = self._factor()
        while True:
            sign = self._next()
            if sign in ("*", "/"):
                self._at += 1
                node = Binary(str(sign), node, self._factor())
            elif sign in ("(", "√", "∛"):
                node = Binary("*", node, self._factor())
            elif not self._by_order and sign in ("+", "-") and self._at + 1 < len(self._words):
                self._at += 1
                node = Binary(str(sign), node, self._factor())
            else:
                return node

    def _factor(self) -> Node:
        """Parse a root, or a value with its powers."""
        sign = self._next()
        if sign in ("√", "∛"):
            self._at += 1
            return Unary("root", 2 if sign == "√" else 3, self._factor())
        node = self._atom()
        while (sign := self._next()) in ("²", "³"):
            self._at += 1
            node = Unary("power", 2 if sign == "²" else 3, node)
        return node

    def _atom(self) -> Node:
        """Parse a number or an expression in brackets."""
        word = self._next()
        self._at += 1
        if isinstance(word, Literal):
            return word
        if word != "(":
            raise TypedError(tr("a number is missing at the end") if word is None else tr('a number is missing before "{word}"', word=word))
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise TypedError(tr("more than {most} brackets are open", most=MAX_DEPTH))
        node = self._sum()
        if self._next() != ")":
            raise TypedError(tr("a bracket is not closed"))
        self._at, self._depth = self._at + 1, self._depth - 1
        return node


def _shown(word: Literal | str | None) -> str:
    """Return a token as it was written, for a message."""
    return str(word.value) + word.colour if isinstance(word, Literal) else str(word)


def _literal(match: re.Match[str]) -> Literal:
    """Return the number of a token; a rounded decimal or percentage becomes the fraction that it stands for."""
    written = match["number"].rstrip("…")
    value = Fraction(written) / 100 if match["percent"] else Fraction(written)
    if "." in written or match["percent"]:
        return Literal(next((part for part in _ROUNDED if abs(part - value) <= Fraction(1, 250)), value))
    return Literal(Fraction(written), match["colour"] or "")


def _sets_of_sides(sides: list[Node]) -> tuple[list[Node], bool]:
    """Return the trees of the sets of expressions between equals signs, and whether a sign stands between unequal values.

    A number alone is the stated result of the side before it. Another side begins with that result or is a set of its own.
    """
    if len(sides) > 1 and isinstance(sides[0], Literal) and not isinstance(sides[1], Literal):
        sides = [*sides[1:], sides[0]]  # `10 = 6 + 4`
    done, chain, node = [], False, sides[0]
    for side in sides[1:]:
        number = _number(side)
        if number is not None:
            node = Claimed(node, number)
            continue
        first = _leftmost(side)
        same = arithmetic_value(side) == arithmetic_value(node)
        if same and first.value != arithmetic_value(node):  # two sets that are equal
            done.append(node)
            node = side
        else:
            node, chain = _with_leftmost(side, Claimed(node, first)), True
    return [*done, node], chain


def _number(node: Node) -> Literal | None:
    """Return the result that a side states: a number, or a fraction such as 7/4, which no set can be; None for other sides."""
    if isinstance(node, Literal):
        return node
    value = arithmetic_value(node) if isinstance(node, Binary) and isinstance(node.left, Literal) else None
    fraction = isinstance(node, Binary) and node.sign == "/" and isinstance(node.right, Literal) and value is not None
    return Literal(value) if fraction and value is not None and value.denominator != 1 else None


def _leftmost(node: Node) -> Literal:
    """Return the number that was written first in a tree."""
    match node:
        case Literal():
            return node
        case Binary(_, left, _):
            return _leftmost(left)
        case Unary(_, _, inner) | Claimed(inner, _):
            return _leftmost(inner)


def _with_leftmost(node: Node, other: Claimed | Literal) -> Node:
    """Return a tree with another node in place of the number that was written first."""
    match node:
        case Binary(sign, left, right):
            return Binary(sign, _with_leftmost(left, other), right)
        case Unary(name, degree, inner):
            return Unary(name, degree, _with_leftmost(inner, other))
        case _:
            return other
