"""A play in the words a child can follow."""

from fractions import Fraction

from numero_cam.rules import Build, Card, Kind
from numero_cam.solve import Group, Play, Step
from numero_cam.solve.surds import Surd, Value, about

_PARTS = {2: "half", 3: "third", 4: "quarter", 5: "fifth", 8: "eighth", 10: "tenth"}
_SAID = {Kind.SUBTRACT: "minus", Kind.MULTIPLY: "times", Kind.DIVIDE: "divided by"}
_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def say_play(play: Play) -> str:
    """Return the play in words: the arithmetic of each set, then the taking card, the cards won and the points.

    An example: "15 plus 13 is 28. Three quarters of 28 is 21. Take them with the 21: 4 cards, 15 points."
    """
    sentences = [sentence for group in play.groups for sentence in _say_group(group)]
    taker = f"Take {_them(play)} with the {play.taker.value}"
    won = f"{play.cards} cards, {_points(play.points)}"
    sentences.append(f"{taker}: {won}.")
    if play.clears:
        sentences.append("That clears the centre.")
    sentences += [f"{item.reason[0].upper()}{item.reason[1:]}." for item in play.breakdown if item.points == 0]
    return " ".join(sentences)


def say_step(step: Step) -> str:
    """Return one calculation as a sentence: "Three quarters of 28 is 21" and a full stop."""
    words = f"{_before(step)} is {say_number(step.result)}."
    return words[0].upper() + words[1:]


def say_number(value: Value) -> str:
    """Return a number as it is said: `minus 3`, `three quarters`, `2 and a half`; odd fractions as `7 over 12`, surds as `about 2.646`."""
    if isinstance(value, Surd):
        return f"about {float(about(value)):.3f}".replace("about -", "about minus ")
    if value < 0:
        return f"minus {say_number(-value)}"
    whole, left = divmod(value.numerator, value.denominator)
    if not left:
        return str(whole)
    if value.denominator not in _PARTS:
        return f"{value.numerator} over {value.denominator}"
    part = _say_part(Fraction(left, value.denominator))
    return part if whole == 0 else f"{whole} and {part}"


def _say_part(part: Fraction) -> str:
    """Say a fraction below 1 whose denominator has a name: `a half`, `three quarters`."""
    name = _PARTS[part.denominator]
    if part.numerator == 1:
        return f"{'an' if name == 'eighth' else 'a'} {name}"
    return f"{_COUNTS[part.numerator]} {name}s"


def _before(step: Step) -> str:
    left = say_number(step.left)
    if step.card is None:
        return f"{left} plus {say_number(step.right or Fraction(0))}"
    amount = step.card.value
    match step.card.kind:
        case Kind.FRACTION:
            return f"{_say_times(amount)} {left}"
        case Kind.POWER:
            return f"{left} {'squared' if amount == 2 else 'cubed'}"
        case Kind.ROOT:
            return f"the {'square' if amount == 2 else 'cube'} root of {left}"
        case kind:
            return f"{left} {_SAID[kind]} {amount}"


def _say_times(amount: Fraction) -> str:
    """Say a fraction card before the number it acts on: `three quarters of`, `half of`, `2 and a half times`."""
    if amount > 1:
        return f"{say_number(amount)} times"
    return "half of" if amount == Fraction(1, 2) else f"{say_number(amount)} of"


def _say_group(group: Group) -> list[str]:
    builds = [f"The build {' '.join(map(str, item.cards))} is {item.value}." for item in group.cards if isinstance(item, Build)]
    if group.calculations:
        return builds + [say_step(step) for step in group.calculations]
    return builds or [f"{_article(item)} {item.value} lies there." for item in group.cards if isinstance(item, Card)]


def _article(card: Card) -> str:
    return "An" if int(card.value) in (8, 11) else "A"


def _them(play: Play) -> str:
    if len(play.groups) > 1:
        return f"all {_COUNTS.get(len(play.groups), len(play.groups))} sets" if len(play.groups) > 2 else "both sets"
    return "them" if len(play.groups[0].cards) > 1 else "it"


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"
