"""The points of a spread take item by item, in the order of the check list that comes with the pack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, ScoreItem
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.rules.scoring import BONUS_LETTERS
from numero_cam.games.numero.solve import Play, Settings
from numero_cam.games.numero.solve.arrange import OPERATION_BONUSES, Arrangement, Spread
from numero_cam.text.plays import play_json, reason_words, say_play, take_sentence
from numero_cam.text.words import count

#: By score item, in the order of the check list: its description.
_TEXTS = {
    "takes": tr("each set"),
    "cards": tr("each card of the take"),
    "printed": tr("wild cards, 1s and 15s as printed"),
    "five": tr("a set of five cards"),
    "six": tr("a set of six cards or more"),
    "three_operations": tr("a set with three of + − × ÷"),
    "four_operations": tr("a set with all four of + − × ÷"),
    "four_colours": tr("a set of five cards and more in all four colours"),
    "one_colour": tr("a set of five cards and more in one colour"),
    "clear": tr("clearing the middle"),
    "most_cards": tr("most cards at the end of the game"),
}
_BONUSES = tuple(item for item in _TEXTS if item not in ("takes", "cards"))
#: By scoring: the number of each item on its printed check list.
_NUMBERS: Mapping[str, Mapping[str, str]] = {
    # Website: "Checklist for Point Scoring". Guide: "Easy Check List for Bonus Points", takes are a column of their own there.
    "website": {item: str(place) for place, item in enumerate(_TEXTS, start=1)},
    "guide": {"takes": "", **{item: str(place) for place, item in enumerate(_BONUSES, start=1)}},
}
#: By score item: why it brings no points.
_NOTHING = {"clear": tr("cards of the middle are left"), "most_cards": tr("not part of a take"), "printed": tr("no points on these cards")}
#: By score item: the option that decides whether it brings points.
_ADVICE = {
    "clear": tr("say --cleared or --not-cleared"),
    "three_operations": tr("say --fractions-in-play yes or no"),
    "four_operations": tr("say --fractions-in-play yes or no"),
}


@dataclass(frozen=True, slots=True)
class CheckListLine:
    """One line of the check list."""

    number: str  #: Its number on the printed list; empty where it has none.
    item: str  #: A name of the contract's table, or `most_cards`.
    text: str  #: Description of the item.
    points: int | None  #: Points; None where they could not be judged.
    reason: str  #: Reason of these points.


def check_list(play: Play, unjudged: tuple[ScoreItem, ...], settings: Settings, *, fractions: bool) -> tuple[CheckListLine, ...]:
    """Return the whole check list for an arranged take, also the items without points.

    `unjudged` are its score items that the cards do not prove; `fractions` is whether a fraction card lies in the take.
    """
    return tuple(
        _line(item, number, play, unjudged, _nothing(item, settings, fractions=fractions))
        for item, number in _NUMBERS[settings.scoring].items()
    )


def _line(item: str, number: str, play: Play, unjudged: tuple[ScoreItem, ...], nothing: str) -> CheckListLine:
    """Return the line of an item with its printed number; `nothing` is the reason where it brings no points."""
    open_items = [one for one in unjudged if one.item == item]
    scored = [one for one in play.breakdown if one.item == item]
    if open_items:
        return CheckListLine(number, item, _TEXTS[item], None, _not_judged(open_items))
    return CheckListLine(number, item, _TEXTS[item], sum(one.points for one in scored), "; ".join(one.reason for one in scored) or nothing)


def _not_judged(items: Sequence[ScoreItem]) -> str:
    """Return the points that unjudged items of one name would add, and the option that decides."""
    name = items[0].item
    points = sum(item.points for item in items)
    reason = "; ".join(map(reason_words, items))
    template = (
        tr("not judged: {points} for {reason}, unless the game is played with fraction cards: {advice}")
        if name in OPERATION_BONUSES
        else tr("not judged: {points} for {reason}: {advice}")
    )
    return template.format(points=count(points, "point"), reason=reason, advice=_ADVICE[name])


def _nothing(item: str, settings: Settings, *, fractions: bool) -> str:
    """Return why an item brings no points."""
    if settings.scoring_steps != "all" and BONUS_LETTERS.get(item, "A") not in settings.scoring_steps:
        return tr("not counted yet: scoring has come to {settings.scoring_steps}", settings=settings)
    in_play = settings.fractions_in_play == "yes" or (fractions and settings.fractions_in_play == "auto")
    if item in OPERATION_BONUSES and settings.scoring == "guide" and in_play:
        return tr("does not count, fraction cards are in play")
    return _NOTHING.get(item, tr("none"))


def check_list_notes(spread: Spread, arrangement: Arrangement) -> tuple[str, ...]:
    """Return a line for each further thing that the cards do not prove."""
    lines = []
    if arrangement.better_with_fractions:
        lines.append(tr("If the game is played with fraction cards, another arrangement scores more: say --fractions-in-play yes."))
    unknown = [reason_words(item) for item in arrangement.play.breakdown if item.points == 0] if arrangement.play else []
    lines += [tr("Not judged: {reason}.", reason=reason) for reason in unknown]
    doubtful = any(len(group.cards) > 1 for group in arrangement.play.sets) if arrangement.play else arrangement.searched
    if doubtful and not any(isinstance(item, Build) for item in spread.items):
        lines.append(tr("Not judged: whether cards lay in a build, which stays together: write a build in brackets, such as [8b 4r]."))
    return tuple(lines)


def score_sentence(arrangement: Arrangement, language: Language = "fractions") -> str:
    """Return the sentence about the score of a take, or why it is no take."""
    return why_line(arrangement) if arrangement.play is None else take_sentence(arrangement.play, language)


def why_line(arrangement: Arrangement) -> str:
    """Return one line that says that there is no arrangement, and why."""
    verdict = tr("No valid take: {why}.") if arrangement.proven else tr("Not arranged: {why}.")
    return verdict.format(why=arrangement.why)


def take_json(
    spread: Spread, settings: Settings, arrangement: Arrangement, *, milliseconds: float, problems: Sequence[str]
) -> dict[str, object]:
    """Return the object that `numero-cam score --json` prints."""
    play = arrangement.play
    lines = check_list(play, arrangement.unjudged, settings, fractions=spread.has_fraction) if play else ()
    plays = [] if play is None else [{**play_json(play, say_play(play)), "clears": spread.cleared}]
    return {
        "take": [str(item) for item in spread.items],
        "with": None if spread.taker is None else str(spread.taker),
        "cleared": spread.cleared,
        "by": settings.by,
        "scoring": settings.scoring,
        "values": settings.values,
        "fractions_in_play": settings.fractions_in_play,
        **({} if settings.scoring_steps == "all" else {"scoring_steps": settings.scoring_steps}),
        "proven": arrangement.proven,
        "problems": list(problems),
        "why": arrangement.why or None,
        "milliseconds": {"solve": round(milliseconds, 3)},
        "plays": plays,
        "check_list": [{"number": line.number, "item": line.item, "points": line.points, "for": line.reason} for line in lines],
        "not_judged": [{"item": item.item, "for": item.reason, "points": item.points} for item in arrangement.unjudged],
        "notes": list(check_list_notes(spread, arrangement)),
    }
