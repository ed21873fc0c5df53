"""What is played at Numero, from what somebody says of it: a level, own cards, and rules by name."""

from pathlib import Path
from typing import NamedTuple

from numero_cam.games.numero.engine import Options, OptionsError
from numero_cam.games.numero.engine.options import CHOICES, SCORING_LEVEL
from numero_cam.games.numero.rules import PrintedPoints, parse_cards
from numero_cam.games.numero.rules.choices import By, ScoringName, ScoringSteps

RULE = "rule"
"""The option of an `OptionsError` about a rule by name."""


class GameChoice(NamedTuple):
    """What is played.

    Attributes:
        level: Name of a level.
        wilds: The wild cards as text, `none` for none, or None for the level's.
        playing: Whether playing cards are the number cards.
        printed_points: A file of the points printed on the pack, or None for the usual ones.
        by: What wins; None for what the level is played for.
        scoring: Whose points.
        scoring_steps: Which bonuses count.
        rules: Open rules, such as `few-wilds=one`.
        numbers: The highest number card, or None for the level's.
    """

    level: str
    wilds: str | None
    playing: bool
    printed_points: Path | None
    by: By | None
    scoring: ScoringName
    scoring_steps: ScoringSteps
    rules: tuple[str, ...]
    numbers: int | None = None


def make_options(choice: GameChoice, players: int) -> Options:
    """Return the options of a game.

    Raises:
        OptionsError: No such level, rule or value, or they do not go together; about a rule its option is `RULE`.
        NotationError: A wild card that there is not.
        PrintedPointsError: The table of printed points cannot be used.
    """
    named = {name.replace("_", "-"): name for name in CHOICES if name not in ("by", "scoring", "scoring_steps")}
    by = choice.by or ("points" if choice.level == SCORING_LEVEL else "cards")
    chosen: dict[str, object] = {
        "by": by, "scoring": choice.scoring, "scoring_steps": choice.scoring_steps, "playing": choice.playing
    }  # fmt: skip
    for text in choice.rules:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or name not in named:
            message = f"{text!r}: write name=value, with one of {', '.join(named)}"
            raise OptionsError(message, RULE)
        if named[name] in chosen:
            message = f"{name} is there twice"
            raise OptionsError(message, RULE)
        chosen[named[name]] = value
    if choice.numbers is not None:
        chosen["numbers"] = choice.numbers
    if choice.wilds is not None:
        chosen["wilds"] = () if choice.wilds.strip() == "none" else parse_cards(choice.wilds)
    if choice.printed_points is not None:
        chosen["printed"] = PrintedPoints.load(choice.printed_points)
    return Options.level(choice.level, players=players, **chosen)
