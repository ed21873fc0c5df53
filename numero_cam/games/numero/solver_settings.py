"""Converts the options of a game to the solver's settings."""

from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.solve import Settings


def settings_of(options: Options) -> Settings:
    """Return the solver's settings for a game with these options."""
    return Settings(
        options.by,
        options.scoring,
        options.values,
        "yes" if options.scoring_rules.fractions_in_play else "no",
        options.printed,
        negative=options.negative == "yes",
        scoring_steps=options.scoring_steps,
    )
