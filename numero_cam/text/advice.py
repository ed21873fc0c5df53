"""The advisor's plays in words and as JSON, and the verdict on an answer in words."""

from collections.abc import Sequence
from fractions import Fraction

from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.judge import Fault, Verdict, WrongStep
from numero_cam.games.numero.players.advisor import PlayOutlook
from numero_cam.games.numero.players.candidates import PlayOption
from numero_cam.games.numero.players.play_worth import PlayWorth
from numero_cam.text.words import card_words, count, item_words

RARELY_SHARE = 0.005  #: Share of deals, 0..1, below which a reply counts as hardly possible.
ALWAYS_SHARE = 0.995  #: Share of deals, 0..1, above which a reply counts as certain.


def advice_json(outlooks: Sequence[PlayOutlook], *, by: str) -> list[dict[str, object]]:
    """Return the contract's list of advice, an object for each play; `by` is `points` or `cards`."""
    return [
        {
            "kind": outlook.candidate.kind,
            "play": play_words(outlook.candidate),
            "value": round(outlook.value, 2),
            "bluff": outlook.candidate.bluff,
            "reason": reason(outlook, outlooks, by=by),
        }
        for outlook in outlooks
    ]


def advice_rows(outlooks: Sequence[PlayOutlook], *, by: str) -> list[tuple[str, str, str]]:
    """Return a row of play, value and reason for each play; `by` is that of `reason`."""
    return [(play_words(outlook.candidate), f"{outlook.value:.1f}", reason(outlook, outlooks, by=by)) for outlook in outlooks]


def play_words(play: PlayOption | PlayWorth) -> str:
    """Return a play in the notation of a game's text: `build 4r: 8b + 4r = 12`, `discard x3, then 7r`."""
    text = play_text(play.operation)
    return text if play.then is None else tr("{play}, then {then}", play=text, then=play.then)


def reason(outlook: PlayOutlook, outlooks: Sequence[PlayOutlook], *, by: str) -> str:
    """Return the reason of a play's value among all plays of a position without names, from what the search saw after it."""
    play = outlook.candidate
    parts = [_bluff_words(outlook, outlooks)] if play.bluff else []
    parts += [_gain_words(play, by)] if play.kind == "take" else []
    if play.kind == "build" and not play.bluff:
        parts.append(tr("for your {value} to take", value=play.centre[-1].value))
    parts.append(_reply_words(outlook, by, tr("the other player")))
    parts.append(
        tr("then your next turn brings {mean:.1f} on average", mean=outlook.back / outlook.deals)
        if outlook.back
        else tr("then nothing to take for you")
    )
    parts += _kept_wilds(outlook)
    parts += [tr("searched to the last card of the game")] if outlook.proven else []
    return _sentence("; ".join(parts))


def bluff_line(outlook: PlayOutlook, outlooks: Sequence[PlayOutlook]) -> str:
    """Return when a bluff is better than the best play that is no bluff, as a sentence."""
    return _sentence(_bluff_words(outlook, outlooks))


def _sentence(text: str) -> str:
    """Return words as a sentence."""
    return f"{text[0].upper()}{text[1:]}."


def _gain_words(take: PlayOption, by: str) -> str:
    """Return what a take brings at once: `9 cards now, which clears the middle`."""
    now = tr("{gain} now, which clears the middle") if take.clears else tr("{gain} now")
    return now.format(gain=count(take.gain, by))


def _reply_words(outlook: PlayOutlook, by: str, other: str) -> str:
    """Return what the others do before the player's next turn, and which number card would bring the next one most."""
    share = outlook.takes / outlook.deals
    if share < RARELY_SHARE:
        return tr("{other} can hardly take anything", other=other)
    template = (
        tr("{other} takes in {often}, {mean:.1f} points on average")
        if by == "points"
        else tr("{other} takes in {often}, {mean:.1f} cards on average")
    )
    parts = [template.format(other=other, often=_of_ten(share), mean=outlook.lost / outlook.deals)]
    cleared = outlook.cleared / outlook.deals
    if cleared >= RARELY_SHARE:
        parts.append(tr("the middle is cleared in {often}", often=_of_ten(cleared)))
    if outlook.threat is not None:
        card, gain = outlook.threat
        parts.append(tr("a {number} would bring {gain}", number=card.face, gain=count(gain, by)))
    return ", ".join(parts)


def _of_ten(share: float) -> str:
    """Return a share of the deals in whole tenths; no tenth only where it is none, and ten only where it is all."""
    if share > ALWAYS_SHARE:
        return tr("every deal")
    return tr("{n} of 10 deals", n=min(max(round(10 * share), 1), 9))


def _kept_wilds(outlook: PlayOutlook) -> list[str]:
    """Return the number of wild cards that stay in the hand, if any."""
    wilds = sum(card.is_wild for card in outlook.candidate.hand)
    return [tr("{cards} kept", cards=count(wilds, "wild card"))] if wilds else []


def _bluff_words(outlook: PlayOutlook, outlooks: Sequence[PlayOutlook]) -> str:
    """Return up to which share of challenges a bluff is better than the best play that is no bluff."""
    share = outlook.break_even(max(other.value for other in outlooks if not other.candidate.bluff))
    if share <= 0:
        return tr("a bluff that does not pay even unchallenged")
    if share >= 1:
        return tr("a bluff that pays even challenged")
    return tr("a bluff, which pays where it is challenged in less than {percent:.0f} % of cases", percent=100 * share)


_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}  # by the sign of a `WrongStep`
#: The sentence of each fault but those that `wrong_line` words itself.
_FAULT_LINES = {
    Fault.NO_CARD: tr("No card {left} lies there to be added."),
    Fault.CARD_TWICE: tr("The {left} is used more often than it lies there: each card is used once."),
    Fault.NO_WILD: tr("{step}: there is no wild card for it."),
    Fault.WILD_TWICE: tr("{step}: the wild card for it is used already; each card is used once."),
    Fault.NUMBERS_ONLY_ADDED: tr("{step}: number cards are only added; {does} needs a wild card."),
    Fault.WRONG_RESULT: tr("It makes {left}, not {right}."),
    Fault.NOT_WHOLE: tr("{step} makes {left}, which is no whole number."),
    Fault.NEGATIVE: tr("{step} makes {left}, and this game has no negative values."),
    Fault.NO_ROOT: tr("{step} has no exact result."),
    Fault.SETS_DIFFER: tr("One set makes {left}, another {right}: all sets of a take are equal to one taking card."),
    Fault.NO_TAKER: tr("It makes {left}, and no {left} is in the hand to take it with."),
}
_OPERATION_NAMES = {"-": tr("taking away"), "*": "multiplying", "/": "dividing"}
#: What raises a value or takes its root, alone and of a number, by the sign and whether it is of degree 3.
_RAISED = {
    ("power", False): (tr("The square"), tr("The square of {wrong.left}")),
    ("power", True): (tr("The cube"), tr("The cube of {wrong.left}")),
    ("root", False): (tr("The square root"), tr("The square root of {wrong.left}")),
    ("root", True): (tr("The cube root"), tr("The cube root of {wrong.left}")),
}


def wrong_line(wrong: WrongStep, arithmetic: str = "") -> str:
    """Return the first wrong step as a sentence; `arithmetic` is the whole answer as it was written, for a sentence that repeats it."""
    items, does = ", ".join(map(item_words, wrong.cards)), _OPERATION_NAMES.get(wrong.sign, tr("that"))
    if wrong.fault is Fault.LEFT_OVER:
        return ngettext(
            "Not all cards are taken: {items} is left over.",
            "Not all cards are taken: {items} are left over.",
            len(wrong.cards),
            items=items,
        )
    if wrong.fault is Fault.NO_TAKER and wrong.right is not None:
        plain_sum = " ".join(arithmetic.split())
        if not plain_sum or set(plain_sum) & set("=;"):
            return tr("It makes {made}; you need {needed}.", made=wrong.left, needed=wrong.right)
        return tr("{sum} is {made}; you need {needed}.", sum=plain_sum, made=wrong.left, needed=wrong.right)
    return _FAULT_LINES[wrong.fault].format(left=f"{wrong.left}{wrong.colour}", right=wrong.right, step=_step_words(wrong), does=does)


def _step_words(wrong: WrongStep) -> str:
    """Return a wrong step as arithmetic, `5 − 3`; without the left side, which then is the result, where only the result is wrong."""
    right = wrong.right if wrong.right is not None else Fraction(0)
    only_result = wrong.fault in (Fault.NOT_WHOLE, Fault.NEGATIVE)
    if wrong.sign in ("power", "root"):
        alone, template = _RAISED[wrong.sign, right == 3]
        return alone if only_result else template.format(wrong=wrong)
    if only_result:
        return tr("The step {sign} {right}", sign=_SIGNS.get(wrong.sign, wrong.sign), right=right)
    return f"{wrong.left} {_SIGNS.get(wrong.sign, wrong.sign)} {right}"


def brackets_line() -> str:
    """Return the sentence about missing brackets."""
    return tr("From left to right this is a take: brackets are missing, as × and ÷ come before + and −.")


def chain_line() -> str:
    """Return the sentence about a chain of equals signs."""
    return tr("Its equals signs stand between unequal things; each step on its own is better: 15 + 13 = 28; 28 × 3/4 = 21.")


def right_line(verdict: Verdict) -> str:
    """Return the sentence about a right answer: its taking card, cards and points."""
    points = verdict.scored.points if verdict.scored else 0
    taker = card_words(verdict.taker) if verdict.taker else ""
    template = (
        tr("Right: with the {taker}, {cards}, {points}, and clears the middle.")
        if verdict.clears
        else tr("Right: with the {taker}, {cards}, {points}.")
    )
    return template.format(taker=taker, cards=count(verdict.cards, "card"), points=count(points, "point"))


def missing_line(missing: int, by: str, *, proven: bool) -> str:
    """Return the sentence that compares an answer with the best take, without showing that: it brings `missing` more; 0 for no more."""
    if missing:
        return tr("A better take is there: {missing} more.", missing=count(missing, by))
    return tr("No take is better.") if proven else tr("No better take was found in the time.")
