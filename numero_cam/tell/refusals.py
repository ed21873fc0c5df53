"""Why a play at the keyboard was not made, in words that say what to do."""

from difflib import get_close_matches

from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.rules import NotationError
from numero_cam.games.numero.rules.articles import Rule, RuleBreakError
from numero_cam.games.numero.rules.notation import NO_CARD
from numero_cam.games.numero.rules.typos import question

EXAMPLES = {
    "take": "take 13: 10 + 3",
    "build": "build 4: 8 + 4",
    "discard": "discard 8",
    "lay": "lay 10 -3",
    "challenge": "challenge [8 4]",
}
"""A play of each kind, as it is written."""

_MEANING = {
    Rule.ONE_NUMBER_CARD: "In a turn you play one number card of your hand.",
    Rule.LAID_WILDS_BELONG: "A wild card that you lay must be used in the same turn; write return to take it back.",
    Rule.WILD_HAND: "With wild cards only, discard them all: you get new ones.",
    Rule.WILD_ACTS_ON_VALUE: "A wild card stands behind the number that it changes, such as 15 -4.",
    Rule.NEGATIVE_VALUES: "No result on the way may be below zero.",
    Rule.WHOLE_VALUES: "Every result on the way must be a whole number.",
    Rule.EXACT_ROOT: "A root must come out exactly.",
    Rule.CARD_IS_THERE: "Look at your hand and at the centre; write show to see them again.",
    Rule.SET_EQUALS_TAKER: "You take only what makes exactly the number of your card.",
    Rule.BUILD_USES_CENTRE: "A build has at least one card of the centre and one number card of your hand.",
    Rule.ANSWER_HELD: "You may build only what you can take later: hold the answer in your hand.",
    Rule.BUILD_UNBROKEN: "A build stays together: use all of it, such as [8 4].",
    Rule.WILD_DISCARD: "Wild cards are discarded one at a time.",
    Rule.RIGHT_OF_CHALLENGE: "Only a build of another player can be challenged, and only when you play for points.",
    Rule.LAST_CHANCE: "This is your last chance: take, or write pass.",
    Rule.TURN: "Take, build or discard. Write hint for help.",
    Rule.SOLITAIRE: "When you play alone you only take; write pass when there is nothing left to take.",
}


def refusal_line(error: Exception, options: Options) -> str:
    """Return why a play was not made and what helps.

    Args:
        error: What was raised; its deepest cause tells: a broken rule, or a text that is no play.
        options: What is played.
    """
    reason: BaseException = error
    while reason.__cause__ is not None:
        reason = reason.__cause__
    if isinstance(reason, RuleBreakError):
        meaning = _MEANING.get(Rule(reason.rule), "")
        return f"That does not work: {_plain(reason.reason)}. {meaning}{' ' if meaning else ''}(rule {reason.rule.value})"
    if isinstance(reason, NotationError):
        return _no_card_line(reason, options)
    text = _plain(str(reason))
    return f"{text[0].upper()}{text[1:]}."


def _no_card_line(reason: NotationError, options: Options) -> str:
    token = _plain(reason.token)
    if reason.reason != NO_CARD:
        return f'"{token}": {reason.reason}.'
    if near := question(reason.token):
        return f'"{token}" is no card. {near[0].upper()}{near[1:]}'
    wilds = f", or a wild card: {', '.join(map(str, options.wilds))}" if options.wilds else ""
    number = "7h (7 of hearts)" if options.playing else "7r (7 red)"
    return f'"{token}" is no card of this game. Write a number card such as 7 or {number}{wilds}.'


def incomplete_line(word: str) -> str:
    """Return what is said to a play without cards."""
    return f"Which cards? Write for example: {EXAMPLES[word]}"


def unknown_line(word: str, known: list[str]) -> str:
    """Return what is said to a word that is no play and no request."""
    near = get_close_matches(word.lower(), known, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    return f'I do not know "{_plain(word)}".{meant} Write help to see what you can write.'


def _plain(text: str, longest: int = 200) -> str:
    """Return a text on one line: a terminal's own commands are shown, not obeyed."""
    shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
    return shown if len(shown) <= longest else f"{shown[:longest]}..."
