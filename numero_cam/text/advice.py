"""The advice of the advisor in words and as JSON, and what is wrong with an answer."""

from collections.abc import Sequence
from fractions import Fraction

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.judge import Fault, Verdict, WrongStep
from numero_cam.games.numero.players.advisor import CAUGHT_PENALTY, CHALLENGE_PROBABILITY, Outlook
from numero_cam.text.words import card_words, count, item_words

RARELY_SHARE = 0.005
"""Below this share of cases a reply counts as hardly possible."""
ALWAYS_SHARE = 0.995
"""Above this share of cases a reply counts as certain."""


def advice_json(outlooks: Sequence[Outlook], *, by: str) -> list[dict[str, object]]:
    """Return the contract's list of advice, with the play itself as a game's text writes it."""
    return [
        {
            "kind": outlook.candidate.kind,
            "play": play_words(outlook),
            "value": round(outlook.value, 2),
            "bluff": outlook.candidate.bluff,
            "reason": reason(outlook, outlooks, by=by),
        }
        for outlook in outlooks
    ]


def advice_rows(outlooks: Sequence[Outlook], *, by: str) -> list[tuple[str, str, str]]:
    """Return the same as rows of play, value and reason."""
    return [(play_words(outlook), f"{outlook.value:.1f}", reason(outlook, outlooks, by=by)) for outlook in outlooks]


def play_words(outlook: Outlook) -> str:
    """Return the play as a game's text writes it: `build 4r: 8b + 4r = 12`, `discard x3, then 7r`."""
    then = outlook.candidate.then
    return play_text(outlook.candidate.operation) + ("" if then is None else tr(", then {then}", then=then))


def reason(outlook: Outlook, outlooks: Sequence[Outlook], *, by: str) -> str:
    """Return why the play is worth its value.

    Args:
        outlook: The play.
        outlooks: All plays of the turn, the best first: a bluff is measured by the best of the others.
        by: `points` or `cards`.
    """
    play, deals = outlook.candidate, outlook.deals
    parts = [] if play.kind != "take" else [tr("{amount} now", amount=count(play.gain, by)) + tr(", which clears the centre") * play.clears]
    parts.append(_reply(outlook, by))
    parts.append(
        tr("then your next turn brings {value:.1f} on average", value=outlook.back / deals)
        if outlook.back
        else tr("then nothing to take for you")
    )
    parts += _kept(outlook)
    if play.bluff:
        parts.insert(0, _bluff(outlook, outlooks))
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _reply(outlook: Outlook, by: str) -> str:
    share = outlook.takes / outlook.deals
    if share < RARELY_SHARE:
        return tr("the other player can hardly take anything")
    often = "always" if share > ALWAYS_SHARE else tr("in {value:.0f} % of cases", value=100 * share)
    text = tr("the other player can take {often}, {value:.1f} {by} on average", often=often, value=outlook.lost / outlook.deals, by=by)
    cleared = outlook.cleared / outlook.deals
    return text if cleared < RARELY_SHARE else tr("{text}, and clears the centre in {value:.0f} %", text=text, value=100 * cleared)


def _kept(outlook: Outlook) -> list[str]:
    wilds = sum(card.is_wild for card in outlook.candidate.hand)
    return [tr("{amount} kept", amount=count(wilds, "wild card"))] if wilds else []


def _bluff(outlook: Outlook, outlooks: Sequence[Outlook]) -> str:
    """Say up to which share of challenges a bluff pays, measured by the best play that is none."""
    best = max(other.value for other in outlooks if not other.candidate.bluff)
    share = (outlook.value + CHALLENGE_PROBABILITY * CAUGHT_PENALTY - best) / CAUGHT_PENALTY
    if share <= 0:
        return tr("a bluff that does not pay even unchallenged")
    if share >= 1:
        return tr("a bluff that pays even challenged")
    return tr("a bluff, which pays where it is challenged in less than {value:.0f} % of cases", value=100 * share)


_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}


_LINES = {
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
    Fault.LEFT_OVER: tr("Not all cards are taken: {items} left over."),
}
_DOES = {"-": tr("taking away"), "*": "multiplying", "/": "dividing"}


def wrong_line(wrong: WrongStep) -> str:
    """Return the first wrong step as a sentence."""
    items = f"{', '.join(map(item_words, wrong.cards))} {'is' if len(wrong.cards) == 1 else 'are'}"
    does = _DOES.get(wrong.sign, "that")
    return _LINES[wrong.fault].format(left=f"{wrong.left}{wrong.colour}", right=wrong.right, step=_step(wrong), does=does, items=items)


def _step(wrong: WrongStep) -> str:
    """The step as arithmetic: `5 − 3`; of a step that was made, only what it did."""
    right = wrong.right if wrong.right is not None else Fraction(0)
    if wrong.sign in ("power", "root"):
        name = {"power": ("square", "cube"), "root": (tr("square root"), tr("cube root"))}[wrong.sign][right == 3]
        return (
            tr("The {name} of {wrong.left}", name=name, wrong=wrong)
            if wrong.fault not in (Fault.NOT_WHOLE, Fault.NEGATIVE)
            else f"The {name}"
        )
    if wrong.fault in (Fault.NOT_WHOLE, Fault.NEGATIVE):
        return tr("The step {sign} {right}", sign=_SIGNS.get(wrong.sign, wrong.sign), right=right)
    return f"{wrong.left} {_SIGNS.get(wrong.sign, wrong.sign)} {right}"


def brackets_line() -> str:
    """Return what to say where brackets are missing."""
    return tr("From left to right this is a take: brackets are missing, as × and ÷ come before + and −.")


def chain_line() -> str:
    """Return what to say of a chain of equals signs."""
    return tr("Its equals signs stand between unequal things; each step on its own is better: 15 + 13 = 28; 28 × 3/4 = 21.")


def right_line(verdict: Verdict) -> str:
    """Return what a right answer takes and brings."""
    points = verdict.scored.points if verdict.scored else 0
    taker = card_words(verdict.taker) if verdict.taker else ""
    clears = tr(", and clears the centre") if verdict.clears else ""
    return tr(
        "Right: with the {taker}, {amount}, {amount_2}{clears}.",
        taker=taker,
        amount=count(verdict.cards, "card"),
        amount_2=count(points, "point"),
        clears=clears,
    )


def missing_line(missing: int, by: str, *, proven: bool) -> str:
    """Return how far an answer is from the best take, which is not given away."""
    if missing:
        return tr("A better take is there: {amount} more.", amount=count(missing, by))
    return tr("No take is better.") if proven else tr("No better take was found in the time.")
