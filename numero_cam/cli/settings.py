"""The solver's settings, from the command line."""

from pathlib import Path

from numero_cam.base.errors import ConfigError
from numero_cam.games.numero.rules import PrintedPoints, PrintedPointsError
from numero_cam.games.numero.rules.choices import By, FractionsInPlay, ScoringName, ScoringSteps, Values
from numero_cam.games.numero.solve import Settings
from numero_cam.games.shared.choices import YesNo


def settings_of(
    by: By,
    scoring: ScoringName,
    values: Values,
    fractions_in_play: FractionsInPlay,
    printed_points: Path | None,
    *,
    scoring_steps: ScoringSteps,
    negative: YesNo,
) -> Settings:
    """The settings that the options of ``solve`` and ``score`` say.

    Raises:
        ConfigError: The table of printed points cannot be used.
    """
    try:
        printed = PrintedPoints.load(printed_points) if printed_points else PrintedPoints.default()
    except PrintedPointsError as error:
        raise ConfigError(f"--printed-points {error}") from error
    return Settings(
        by=by,
        scoring=scoring,
        values=values,
        fractions_in_play=fractions_in_play,
        printed=printed,
        negative=negative == "yes",
        scoring_steps=scoring_steps,
    )
