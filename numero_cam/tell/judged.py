"""A judged answer in words: what is wrong with the first wrong step, and what a right one brings."""

from fractions import Fraction

from numero_cam.games.numero.judge import Fault, Verdict, Wrong
from numero_cam.tell.words import card_words, count, item_words

_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}


_LINES = {
    Fault.NO_CARD: "No card {left} lies there to be added.",
    Fault.CARD_TWICE: "The {left} is used more often than it lies there: each card is used once.",
    Fault.NO_WILD: "{step}: there is no wild card for it.",
    Fault.WILD_TWICE: "{step}: the wild card for it is used already; each card is used once.",
    Fault.NUMBERS_ONLY_ADDED: "{step}: number cards are only added; {does} needs a wild card.",
    Fault.WRONG_RESULT: "It makes {left}, not {right}.",
    Fault.NOT_WHOLE: "{step} makes {left}, which is no whole number.",
    Fault.NEGATIVE: "{step} makes {left}, and this game has no negative values.",
    Fault.NO_ROOT: "{step} has no exact result.",
    Fault.SETS_DIFFER: "One set makes {left}, another {right}: all sets of a take are equal to one taking card.",
    Fault.NO_TAKER: "It makes {left}, and no {left} is in the hand to take it with.",
    Fault.LEFT_OVER: "Not all cards are taken: {items} left over.",
}
_DOES = {"-": "taking away", "*": "multiplying", "/": "dividing"}


def wrong_line(wrong: Wrong) -> str:
    """Return the first wrong step as a sentence."""
    items = f"{', '.join(map(item_words, wrong.cards))} {'is' if len(wrong.cards) == 1 else 'are'}"
    does = _DOES.get(wrong.sign, "that")
    return _LINES[wrong.fault].format(left=f"{wrong.left}{wrong.colour}", right=wrong.right, step=_step(wrong), does=does, items=items)


def _step(wrong: Wrong) -> str:
    """The step as arithmetic: `5 − 3`; of a step that was made, only what it did."""
    right = wrong.right if wrong.right is not None else Fraction(0)
    if wrong.sign in ("power", "root"):
        name = {"power": ("square", "cube"), "root": ("square root", "cube root")}[wrong.sign][right == 3]
        return f"The {name} of {wrong.left}" if wrong.fault not in (Fault.NOT_WHOLE, Fault.NEGATIVE) else f"The {name}"
    if wrong.fault in (Fault.NOT_WHOLE, Fault.NEGATIVE):
        return f"The step {_SIGNS.get(wrong.sign, wrong.sign)} {right}"
    return f"{wrong.left} {_SIGNS.get(wrong.sign, wrong.sign)} {right}"


def brackets_line() -> str:
    """Return what to say where brackets are missing."""
    return "From left to right this is a take: brackets are missing, as × and ÷ come before + and −."


def chain_line() -> str:
    """Return what to say of a chain of equals signs."""
    return "Its equals signs stand between unequal things; each step on its own is better: 15 + 13 = 28; 28 × 3/4 = 21."


def right_line(verdict: Verdict) -> str:
    """Return what a right answer takes and brings."""
    points = verdict.scored.points if verdict.scored else 0
    taker = card_words(verdict.taker) if verdict.taker else ""
    clears = ", and clears the centre" if verdict.clears else ""
    return f"Right: with the {taker}, {count(verdict.cards, 'card')}, {count(points, 'point')}{clears}."


def missing_line(missing: int, by: str, *, proven: bool) -> str:
    """Return how far an answer is from the best take, which is not given away."""
    if missing:
        return f"A better take is there: {count(missing, by.removesuffix('s'))} more."
    return "No take is better." if proven else "No better take was found in the time."
