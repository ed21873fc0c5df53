"""Which face was taken for which, by the pairs that look alike."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from answers import COVERED, OPEN, Answered, value_of

SIX_NINE, POWERS, FRACTION_DIVISION = "6 and 9", "N2 and N3", "1/4 and /4"
FIFTHS, MINUS, TIMES = "2/5 and 3/5", "5 and -5", "x and /"
RED_ORANGE, COLOURS, NUMBERS, OTHER = "red and orange", "other colours", "other numbers of one colour", "other"
FRACTIONS, OPERATIONS = "other fractions", "other operations"
#: Name of a pair: what it holds.
PAIRS = {
    SIX_NINE: "a six and a nine, of any colours",
    POWERS: "N2 and N3",
    FRACTION_DIVISION: "1/n and /n",
    FIFTHS: "two fractions with one denominator",
    MINUS: "a number and the subtraction card of the same digit",
    TIMES: "xn and /n",
    RED_ORANGE: "one number in red and in orange",
    COLOURS: "one number in two other colours",
    NUMBERS: "two numbers of one colour, not 6 and 9",
    FRACTIONS: "two fractions with different denominators",
    OPERATIONS: "two operations with one digit, not x and /",
    OTHER: "anything else",
}


def pair_of(one: str, other: str) -> str:
    """The name of the pair of two different labels; the order does not matter.

    ``7r`` is red 7; a label without a colour (``7``) stands for its value alone.
    """
    values = value_of(one), value_of(other)
    colours = one[len(values[0] or "") :], other[len(values[1] or "") :]
    if set(values) == {"6", "9"}:
        return SIX_NINE
    if values[0] == values[1]:
        return RED_ORANGE if set(colours) == {"r", "o"} else COLOURS
    if all(colours) or all((v or "").isdigit() for v in values):
        return NUMBERS if colours[0] == colours[1] else OTHER
    return _pair_of_wilds(one, other) or _pair_of_wilds(other, one) or OTHER


def _pair_of_wilds(one: str, other: str) -> str | None:
    """The pair where at least one is a wild card, in this order; None where it has no name."""
    if {one, other} == {"N2", "N3"}:
        return POWERS
    if re.fullmatch(r"1/\d+", one) and other == one[1:]:
        return FRACTION_DIVISION
    if re.fullmatch(r"\d/\d+", one) and re.fullmatch(r"\d/\d+", other):
        return FIFTHS if one.split("/")[1] == other.split("/")[1] else FRACTIONS
    if one.startswith("-") and value_of(other) == one[1:]:
        return MINUS
    if re.fullmatch(r"[-x/]\d", one) and re.fullmatch(r"[-x/]\d", other) and one[1] == other[1]:
        return TIMES if {one[0], other[0]} == {"x", "/"} else OPERATIONS
    return None


def band_of(visible: float | None) -> str:
    """In words, how much of a card is seen."""
    if visible is None:
        return "no card"
    return "open" if visible >= OPEN else "partly covered" if visible >= COVERED else "covered"


def confusions(rows: Iterable[Answered]) -> list[dict[str, object]]:
    """A row for each true face, wrong guess, way of saying it and visibility, the most frequent first."""
    counts = Counter(
        (
            r.truth or "no face",
            r.guess,
            "read wrong" if r.known else "unknown, likeliest",
            pair_of(r.truth, r.guess) if r.truth else "no face",
            r.folder,
            band_of(r.visible),
        )
        for r in rows
        if r.guess is not None and not r.right
    )
    names = ("true", "taken_for", "how", "pair", "folder", "seen")
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [{**dict(zip(names, key, strict=True)), "cards": count} for key, count in ordered]


def pair_counts(rows: Sequence[Answered]) -> list[dict[str, object]]:
    """For each named pair: how many cards were read as their partner, and of how many unknown ones it was the likeliest face."""
    wrong = [(pair_of(r.truth, r.guess), r) for r in rows if r.truth and r.guess and not r.right]
    return [
        {
            "pair": name,
            "read_wrong": sum(pair == name and r.known for pair, r in wrong),
            "read_wrong_open": sum(pair == name and r.known and band_of(r.visible) == "open" for pair, r in wrong),
            "likeliest_of_unknown": sum(pair == name and not r.known for pair, r in wrong),
        }
        for name in PAIRS
    ]


def turn_counts(rows: Sequence[Answered]) -> dict[str, int]:
    """How many found cards were held the wrong way up, sixes and nines apart, and how many of those were read wrong for it."""
    asked = [r for r in rows if r.truth and r.turned is not None]
    wrong = [r for r in asked if not r.turned]
    heads = [r for r in wrong if value_of(r.truth) in {"6", "9"}]
    return {
        "found": len(asked),
        "wrong_way_up": len(wrong),
        "of_these_read_right": sum(r.known and r.right for r in wrong),
        "sixes_and_nines": sum(value_of(r.truth) in {"6", "9"} for r in asked),
        "sixes_and_nines_wrong_way_up": len(heads),
        "sixes_and_nines_read_as_each_other": sum(
            r.known and r.guess is not None and {value_of(r.truth), value_of(r.guess)} == {"6", "9"} for r in asked
        ),
    }
