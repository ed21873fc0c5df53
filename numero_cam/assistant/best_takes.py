"""The best takes of a typed position in one call, for a script. Needs no eyes: it starts at once."""

from collections.abc import Sequence
from typing import TypedDict, Unpack

from numero_cam.assistant.answers import Answer, Question, answer
from numero_cam.games.numero.rules import PrintedPoints, parse_position
from numero_cam.games.numero.rules.choices import By, FractionsInPlay, ScoringName, ScoringSteps, Values
from numero_cam.games.numero.solve import Settings


class Choices(TypedDict, total=False):
    """What may be chosen: the fields of `Settings`."""

    by: By
    scoring: ScoringName
    values: Values
    fractions_in_play: FractionsInPlay
    printed: PrintedPoints
    negative: bool
    scoring_steps: ScoringSteps


def best_takes(
    centre: str | Sequence[object],
    hand: str | Sequence[object],
    *,
    top: int = 1,
    limit: float = 60.0,
    packs: int = 1,
    **choices: Unpack[Choices],
) -> Answer:
    """Return the best takes of a position: `plays`, the best first, and whether they are `proven`.

    Args:
        centre: Cards and builds, as a text such as `"[8b 4r] 3g"` or one by one, as texts or `Card` and `Build`.
        hand: The same for the hand; no builds.
        top: How many takes are wanted, 1 or more.
        limit: Seconds after which the search stops with the best so far.
        packs: How many packs are mixed, 1 or more.
        choices: The fields of `Settings`, such as `by="cards"` or `scoring="guide"`.

    Raises:
        NotationError: At the first card that cannot be read.
        SettingsError: At a choice that does not exist.
    """
    position = parse_position(_tokens(centre), _tokens(hand))
    return answer(position, Question(Settings(**choices), top=top, limit=limit, packs=packs))


def _tokens(cards: str | Sequence[object]) -> str | list[str]:
    return cards if isinstance(cards, str) else [str(card) for card in cards]
