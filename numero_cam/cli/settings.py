"""The solver's settings, from the command line."""

from pathlib import Path

from numero_cam.base.errors import ConfigError
from numero_cam.cli.options import By, FractionsInPlay, Values, WhichScoring
from numero_cam.rules import PrintedPoints, PrintedPointsError
from numero_cam.solve import Settings


def settings_of(by: By, scoring: WhichScoring, values: Values, fractions_in_play: FractionsInPlay, printed_points: Path | None) -> Settings:
    """The settings that the options of ``solve`` and ``score`` say.

    Raises:
        ConfigError: The table of printed points cannot be used.
    """
    try:
        printed = PrintedPoints.load(printed_points) if printed_points else PrintedPoints.default()
    except PrintedPointsError as error:
        raise ConfigError(f"--printed-points {error}") from error
    return Settings(by=by.value, scoring=scoring.value, values=values.value, fractions_in_play=fractions_in_play.value, printed=printed)
