"""What is said aloud of a play: a short sentence, and the same as names of sound clips."""

from collections.abc import Iterator, Sequence

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.operations import Built, Challenged, Discarded, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.rules import Card, Kind
from numero_cam.games.numero.rules.calculation import flat_cards, value_of
from numero_cam.text import words
from numero_cam.text.words import count

MAX_NUMBER_CLIP = 99
"""There is one clip for each number up to this one; greater ones are made of several."""
MAX_PLAYER_CLIPS = 8
CLIPS = {str(number): str(number) for number in range(MAX_NUMBER_CLIP + 1)} | {
    **{tr("player-{player}", player=player): tr("player {player}", player=player) for player in range(1, MAX_PLAYER_CLIPS + 1)},
    "hundred": "hundred",
    "and": "and",
    "minus": "minus",
    "point": "point",
    "points": "points",
    "takes": "takes",
    "builds": "builds",
    "discards": "discards",
    "draws": "draws",
    "lays": "lays",
    "passes": "passes",
    "challenges": "challenges",
    "takes-back": tr("takes the wild cards back"),
    "cards": "cards",
    "with": "with",
    "wild-cards": tr("wild cards"),
    "a-wild-card": tr("a wild card"),
    "the-game-begins": tr("The game begins."),
    "taken-back": tr("Taken back."),
}
"""The sound clips that there are, by name, with what each says (workshop/clips.py makes them)."""


def announcement(names: Sequence[str], before: State, operation: Operation, points: int) -> dict[str, object]:
    """Return what is said of an operation.

    Args:
        names: The players.
        before: The state in which it was done.
        operation: What was done; not the deal.
        points: What the player got for it.

    Returns:
        `text`, a sentence; `clips`, names of clips that say it without the player's name: `player 1`, `takes`, `7`, `cards`, ...
    """
    text, clips = _text_and_clips(operation)
    scored = before.options.by == "points" and points
    name = names[operation.player] if hasattr(operation, "player") else ""
    sentence = f"{name} {text}."
    if scored:
        sentence += f" {count(points, 'point')}." if points > 0 else tr(" Minus {amount}.", amount=count(-points, "point"))
        clips = [*clips, *([] if points > 0 else ["minus"]), *number_clips(abs(points)), "point" if abs(points) == 1 else "points"]
    player = getattr(operation, "player", 0)
    return {"text": sentence, "clips": [tr("player-{value}", value=player + 1), *clips]}


def _text_and_clips(operation: Operation) -> tuple[str, list[str]]:
    said: tuple[str, list[str]] = ("draws", ["draws"])
    match operation:
        case Taken(_, card, ways):
            won = 1 + sum(len(flat_cards(way)) for way in ways)
            said = (
                tr("takes {amount} with {card}", amount=count(won, "card"), card=_card(card)),
                ["takes", *number_clips(won), "cards", "with", *_card_clips(card)],
            )
        case Built(_, card, way, _):
            value = value_of(way, whole=False)
            told = number_clips(int(value)) if value.denominator == 1 else []
            said = tr("builds {value} with {card}", value=value, card=_card(card)), ["builds", *told, "with", *_card_clips(card)]
        case Discarded(_, cards) if len(cards) > 1:
            said = tr("discards {amount}", amount=count(len(cards), "wild card")), ["discards", *number_clips(len(cards)), "wild-cards"]
        case Discarded(_, (card, *_)):
            said = tr("discards {card}", card=_card(card)), ["discards", *_card_clips(card)]
        case Challenged():
            said = "challenges", ["challenges"]
        case Laid():
            said = tr("lays a wild card"), ["lays", "a-wild-card"]
        case Returned():
            said = tr("takes the wild cards back"), ["takes-back"]
        case Passed():
            said = "passes", ["passes"]
    return said


def _card(card: Card) -> str:
    if card.is_number:
        return tr("the {card.value}", card=card)
    sign = words.root_sign(card) if card.kind is Kind.ROOT else words.operator_text(card).strip()
    return tr("the wild card {sign}", sign=sign)


def _card_clips(card: Card) -> Iterator[str]:
    yield from number_clips(int(card.value)) if card.is_number else ["a-wild-card"]


def number_clips(number: int) -> list[str]:
    """Return the clips that say a number from 0 on."""
    if number <= MAX_NUMBER_CLIP:
        return [str(number)]
    hundreds, rest = divmod(number, 100)
    return [*number_clips(hundreds), "hundred", *([] if rest == 0 else ["and", str(rest)])]
