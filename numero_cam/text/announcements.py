"""Announces plays aloud: each as a short sentence, and as names of sound clips."""

from collections.abc import Sequence

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.operations import Operation
from numero_cam.games.numero.rules import Card, Kind
from numero_cam.text import words
from numero_cam.text.play_facts import PlayFacts, PlayKind, play_facts
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


#: For each kind of play the sentence, and the clips that say it without the player; clips in braces are filled in.
_ANNOUNCED: dict[PlayKind, tuple[str, str]] = {
    "draw": (tr("{name} draws."), "draws"),
    "draw_last": (tr("The stock is used up."), ""),
    "turn_up": (tr("{name} draws."), "draws"),
    "turn_up_and_draw": (tr("{name} draws."), "draws"),
    "take": (tr("{name} takes {cards} with {card}."), "takes {number} cards with {card}"),
    "build": (tr("{name} builds {value} with {card}."), "builds {value} with {card}"),
    "unsaid_build": (tr("{name} builds {value} with {card}."), "builds {value} with {card}"),
    "challenge_caught": (tr("{name} challenges."), "challenges"),
    "challenge_shown": (tr("{name} challenges."), "challenges"),
    "lay": (tr("{name} lays a wild card."), "lays a-wild-card"),
    "return": (tr("{name} takes the wild cards back."), "takes-back"),
    "pass": (tr("{name} passes."), "passes"),
    "find": (tr("{name} plays next."), ""),
    "end": (tr("The game is over."), ""),
    "show": (tr("{name} shows {cards}."), ""),
}
_DISCARDED_ONE = tr("{name} discards {card}."), "discards {card}"
_DISCARDED_SEVERAL = tr("{name} discards {cards}."), "discards {number} wild-cards"


def announcement(names: Sequence[str], before: State, operation: Operation, points: int) -> dict[str, object]:
    """Return the announcement of an operation that brings its player `points`, which are announced in games by points.

    Returns:
        `text`: a sentence; `clips`: names of clips that say it, with the player's number in place of the name.
    """
    facts = play_facts(before, operation)
    sentence, clips = _sentence_and_clips(names[facts.player], facts)
    scored = before.options.by == "points" and points
    if scored:
        template = tr("{sentence} {points}.") if points > 0 else tr("{sentence} Minus {points}.")
        sentence = template.format(sentence=sentence, points=count(abs(points), "point"))
        clips = [*clips, *([] if points > 0 else ["minus"]), *number_clips(abs(points)), "point" if abs(points) == 1 else "points"]
    return {"text": sentence, "clips": [f"player-{facts.player + 1}", *clips]}


def _sentence_and_clips(name: str, facts: PlayFacts) -> tuple[str, list[str]]:
    """Return the sentence of a play by the player of this name, and the names of the clips that say it without the player."""
    if facts.kind == "discard":
        sentence, clips = _DISCARDED_SEVERAL if len(facts.cards) > 1 else _DISCARDED_ONE
        number, cards = len(facts.cards), count(len(facts.cards), "wild card")
    else:
        sentence, clips = _ANNOUNCED[facts.kind]
        number = len(facts.cards) if facts.kind == "show" else facts.won
        cards = count(number, "card")
    card, value = facts.card or next(iter(facts.cards), None), facts.value
    said = sentence.format(name=name, cards=cards, value=value, card=_card_words(card) if card else "")
    filled = clips.format(
        number=" ".join(number_clips(number)),
        value=" ".join(number_clips(int(value))) if value is not None and value.denominator == 1 else "",
        card="" if not card else " ".join(number_clips(int(card.value))) if card.is_number else "a-wild-card",
    )
    return said, filled.split()


def _card_words(card: Card) -> str:
    """Return a card in words: `the 7`, `the wild card × 3`."""
    if card.is_number:
        return tr("the {card.value}", card=card)
    sign = words.root_sign(card) if card.kind is Kind.ROOT else words.operator_text(card).strip()
    return tr("the wild card {sign}", sign=sign)


def number_clips(number: int) -> list[str]:
    """Return the names of the clips that say a number, 0 or more."""
    if number <= MAX_NUMBER_CLIP:
        return [str(number)]
    hundreds, rest = divmod(number, 100)
    return [*number_clips(hundreds), "hundred", *([] if rest == 0 else ["and", str(rest)])]
