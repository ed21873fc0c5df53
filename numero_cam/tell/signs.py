"""The signs of mathematics, in one place: how a calculation is written for people, `(8 + 3 + 5 × 3 − 4) ÷ 2`.

The solver and the game keep cards and numbers; only here they become signs. A fraction card can be read in three languages,
as a fraction, a percentage or a decimal: the card is the same, and so is the value.
"""

from fractions import Fraction

from numero_cam.games.numero.rules import Card, Kind
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.solve import Operand, Step
from numero_cam.games.numero.solve.expression import Expression, Mark, Number, written
from numero_cam.games.numero.solve.surds import Surd, Value, about

_SIGNS = {Kind.SUBTRACT: "−", Kind.MULTIPLY: "×", Kind.FRACTION: "×", Kind.DIVIDE: "÷"}
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_ROOTS = {2: "√", 3: "∛"}
_VULGAR = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖", Fraction(3, 5): "⅗", Fraction(4, 5): "⅘", Fraction(1, 8): "⅛",
}  # fmt: skip


def formula(way: Expression, language: Language = "fractions") -> str:
    """Return an expression with no more brackets than it needs: `(8 + 3 + 5 × 3 − 4) ÷ 2`."""
    return "".join(_part(part, language) for part in written(way))


def _part(part: Mark | Number | Card, language: Language) -> str:
    if isinstance(part, Mark):
        return part.value
    if isinstance(part, Number):
        return signed(part.value)
    return rooted(part) if part.kind is Kind.ROOT else acting(part, language)


def acting(card: Card, language: Language = "fractions") -> str:
    """Return a wild card as it stands behind what it acts on, a space before it where one belongs: ` × 3`, ` − 4`, `²`."""
    if card.kind is Kind.POWER:
        return degree(card)
    return f" {_SIGNS[card.kind]} {amount(card, language)}"


def rooted(card: Card) -> str:
    """Return the sign of a root card, which stands before what it acts on."""
    return _ROOTS.get(int(card.value), f"{degree(card)}√")


def degree(card: Card) -> str:
    """Return the degree of a power or a root in small raised digits."""
    return str(card.value).translate(_RAISED)


def amount(card: Card, language: Language = "fractions") -> str:
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
    return rooted(surd.card) + held if surd.card.kind is Kind.ROOT else held + acting(surd.card)


def step_text(step: Step, language: Language = "fractions") -> str:
    """Return one calculation as it is written: `5 × 3 = 15`."""
    if isinstance(step.result, Surd):
        return f"{_before(step, language)} ≈ {float(about(step.result)):.3f}".replace("-", "−")
    return f"{_before(step, language)} = {signed(step.result)}"


def _before(step: Step, language: Language) -> str:
    left = step.left.value
    if step.card is None:
        more = step.right or Operand(Fraction(0))
        return f"{signed(left)} + {_bracketed(more.value, fractions=False)}"
    if step.card.kind is Kind.ROOT:
        return rooted(step.card) + _bracketed(left, fractions=True)
    if step.card.kind is Kind.POWER:
        return _bracketed(left, fractions=True) + acting(step.card)
    plain = signed(left) if not isinstance(left, Surd) or step.card.kind is Kind.SUBTRACT else f"({signed(left)})"
    return plain + acting(step.card, language)


def _bracketed(value: Value, *, fractions: bool) -> str:
    alone = not isinstance(value, Surd) and value >= 0 and (value.denominator == 1 or not fractions)
    return signed(value) if alone else f"({signed(value)})"
