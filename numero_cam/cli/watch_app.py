"""``numero-cam watch`` and its options."""

from typing import Annotated

import typer

from numero_cam.cli.options import (
    BriefOption,
    CalibrationOption,
    ConfigOption,
    DeckOption,
    JsonOption,
    LanguageOption,
    NegativeOption,
    PhotoOptions,
    PrintedPointsOption,
    ScoringOption,
    ScoringStepsOption,
    SeatOption,
    ValuesOption,
    make_manner,
)
from numero_cam.games.numero.rules.choices import By, FractionsInPlay

SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE", help="A camera's number (0 is the first), a film, a folder of pictures, a recording, a stream's address."
    ),
]


def watch(
    *,
    source: SourceArgument,
    by: Annotated[By, typer.Option(help="What the best take has most of.")] = "points",
    scoring: ScoringOption = "website",
    scoring_steps: ScoringStepsOption = "all",
    values: ValuesOption = "whole",
    negative: NegativeOption = "yes",
    fractions_in_play: Annotated[
        FractionsInPlay, typer.Option(help="Whether the game is played with fraction cards; auto: one lies in the position.")
    ] = "auto",
    printed_points: PrintedPointsOption = None,
    top: Annotated[int, typer.Option(min=1, metavar="N", help="How many takes to show, best first.")] = 1,
    seat: SeatOption = "near",
    deck: DeckOption = None,
    calibration: CalibrationOption = None,
    config: ConfigOption = None,
    brief: BriefOption = False,
    language: LanguageOption = "fractions",
    json: JsonOption = False,
) -> None:
    """Watches a table without a game: says what lies there and the best take, again whenever the cards have changed.

    Nothing is said while hands are over the table. Ctrl-C ends the watching.

    \b
    Examples:
      numero-cam watch 0
      numero-cam watch 1 --brief --by cards
      numero-cam watch practice.mp4 --json
    """
    from numero_cam.assistant.answers import Question
    from numero_cam.cli.settings import settings_of
    from numero_cam.cli.watch_table import run_watch_table

    settings = settings_of(by, scoring, values, fractions_in_play, printed_points, scoring_steps=scoring_steps, negative=negative)
    options = PhotoOptions((), config, deck, calibration, seat)
    manner = make_manner(as_json=json, as_csv=False, brief=brief, language=language)
    run_watch_table(source, Question(settings, top=top), options, manner)
