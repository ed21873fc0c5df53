"""Why a play is worth what it is, in words."""

from collections.abc import Sequence

from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.players.advisor import CAUGHT, CHALLENGED, Outlook
from numero_cam.tell.words import count

NEVER, ALWAYS = 0.005, 0.995


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
    return play_text(outlook.candidate.operation) + ("" if then is None else f", then {then}")


def reason(outlook: Outlook, outlooks: Sequence[Outlook], *, by: str) -> str:
    """Return why the play is worth its value.

    Args:
        outlook: The play.
        outlooks: All plays of the turn, the best first: a bluff is measured by the best of the others.
        by: `points` or `cards`.
    """
    play, deals = outlook.candidate, outlook.deals
    parts = [] if play.kind != "take" else [f"{count(play.gain, by[:-1])} now" + ", which clears the centre" * play.clears]
    parts.append(_reply(outlook, by))
    parts.append(f"then your next turn brings {outlook.back / deals:.1f} on average" if outlook.back else "then nothing to take for you")
    parts += _kept(outlook)
    if play.bluff:
        parts.insert(0, _bluff(outlook, outlooks))
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _reply(outlook: Outlook, by: str) -> str:
    share = outlook.takes / outlook.deals
    if share < NEVER:
        return "the other player can hardly take anything"
    often = "always" if share > ALWAYS else f"in {100 * share:.0f} % of cases"
    text = f"the other player can take {often}, {outlook.lost / outlook.deals:.1f} {by} on average"
    cleared = outlook.cleared / outlook.deals
    return text if cleared < NEVER else f"{text}, and clears the centre in {100 * cleared:.0f} %"


def _kept(outlook: Outlook) -> list[str]:
    wilds = sum(card.is_wild for card in outlook.candidate.hand)
    return [f"{count(wilds, 'wild card')} kept"] if wilds else []


def _bluff(outlook: Outlook, outlooks: Sequence[Outlook]) -> str:
    """Say up to which share of challenges a bluff pays, measured by the best play that is none."""
    best = max(other.value for other in outlooks if not other.candidate.bluff)
    share = (outlook.value + CHALLENGED * CAUGHT - best) / CAUGHT
    if share <= 0:
        return "a bluff that does not pay even unchallenged"
    if share >= 1:
        return "a bluff that pays even challenged"
    return f"a bluff, which pays where it is challenged in less than {100 * share:.0f} % of cases"
