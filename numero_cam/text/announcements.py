"""Announces plays aloud: each as a short sentence, and as names of sound clips."""

from collections.abc import Iterator, Sequence

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.operations import Built, Challenged, Discarded, Found, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.rules import Card, Kind
from numero_cam.games.numero.rules.calculation import flat_cards, value_of
from numero_cam.text import words
from numero_cam.text.words import count

MAX_NUMBER_CLIP = 99  #: Highest number with a clip of its own; higher numbers are made of several clips.
MAX_PLAYER_CLIPS = 8  #: Number of players with a clip.
#: The sound clips that there are, by name, with what each says; they are English (workshop/clips.py makes them).
CLIPS = {str(number): str(number) for number in range(MAX_NUMBER_CLIP + 1)} | {
    **{f"player-{player}": f"player {player}" for player in range(1, MAX_PLAYER_CLIPS + 1)},
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
    "takes-back": "takes the wild cards back",
    "cards": "cards",
    "with": "with",
    "wild-cards": "wild cards",
    "a-wild-card": "a wild card",
    "the-game-begins": "The game begins.",
    "taken-back": "Taken back.",
}


def announcement(names: Sequence[str], before: State, operation: Operation, points: int) -> dict[str, object]:
    """Return the announcement of an operation.

    Args:
        names: Names of the players.
        before: The state before the operation.
        operation: The operation, which is no deal.
        points: Points that the player gets for it.

    Returns:
        `text`: a sentence; `clips`: names of clips that say it, with the player's number in place of the name.
    """
    player = getattr(operation, "player", 0)
    sentence, clips = _sentence_and_clips(names[player] if hasattr(operation, "player") else "", operation)
    scored = before.options.by == "points" and points
    if scored:
        told = tr("{sentence} {points}.") if points > 0 else tr("{sentence} Minus {points}.")
        sentence = told.format(sentence=sentence, points=count(abs(points), "point"))
        clips = [*clips, *([] if points > 0 else ["minus"]), *number_clips(abs(points)), "point" if abs(points) == 1 else "points"]
    return {"text": sentence, "clips": [f"player-{player + 1}", *clips]}


def _sentence_and_clips(name: str, operation: Operation) -> tuple[str, list[str]]:
    said: tuple[str, list[str]] = (tr("{name} draws.", name=name), ["draws"])
    match operation:
        case Taken(_, card, ways):
            won = 1 + sum(len(flat_cards(way)) for way in ways)
            said = (
                tr("{name} takes {cards} with {card}.", name=name, cards=count(won, "card"), card=_card_words(card)),
                ["takes", *number_clips(won), "cards", "with", *_card_clips(card)],
            )
        case Built(_, card, way, _):
            value = value_of(way, whole=False)
            told = number_clips(int(value)) if value.denominator == 1 else []
            said = (
                tr("{name} builds {value} with {card}.", name=name, value=value, card=_card_words(card)),
                ["builds", *told, "with", *_card_clips(card)],
            )
        case Discarded(_, cards) if len(cards) > 1:
            said = (
                tr("{name} discards {cards}.", name=name, cards=count(len(cards), "wild card")),
                ["discards", *number_clips(len(cards)), "wild-cards"],
            )
        case Discarded(_, (card, *_)):
            said = tr("{name} discards {card}.", name=name, card=_card_words(card)), ["discards", *_card_clips(card)]
        case Challenged():
            said = tr("{name} challenges.", name=name), ["challenges"]
        case Laid():
            said = tr("{name} lays a wild card.", name=name), ["lays", "a-wild-card"]
        case Returned():
            said = tr("{name} takes the wild cards back.", name=name), ["takes-back"]
        case Passed():
            said = tr("{name} passes.", name=name), ["passes"]
        case Found():
            said = tr("{name} plays next.", name=name), []
    return said


def _card_words(card: Card) -> str:
    """Return a card in words: `the 7`, `the wild card × 3`."""
    if card.is_number:
        return tr("the {card.value}", card=card)
    sign = words.root_sign(card) if card.kind is Kind.ROOT else words.operator_text(card).strip()
    return tr("the wild card {sign}", sign=sign)


def _card_clips(card: Card) -> Iterator[str]:
    """Yield the clips of a card."""
    yield from number_clips(int(card.value)) if card.is_number else ["a-wild-card"]


def number_clips(number: int) -> list[str]:
    """Return the names of the clips that say a number, 0 or more."""
    if number <= MAX_NUMBER_CLIP:
        return [str(number)]
    hundreds, rest = divmod(number, 100)
    return [*number_clips(hundreds), "hundred", *([] if rest == 0 else ["and", str(rest)])]
