"""``numero-cam game watch`` and ``numero-cam watch``: their options."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.options import (
    BriefOption,
    ByOption,
    CalibrationOption,
    ConfigOption,
    DeckOption,
    JsonOption,
    LanguageOption,
    LevelOption,
    NegativeOption,
    NumbersOption,
    PhotoOptions,
    PlayingOption,
    PrintedOption,
    PrintedPointsOption,
    RuleOption,
    ScoringOption,
    ScoringStepsOption,
    SeatOption,
    ValuesOption,
    WildsOption,
    make_output_format,
)
from numero_cam.games.numero.rules.choices import By, FractionsInPlay, Hands

SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE", help="A camera's number (0 is the first), a film, a folder of pictures, a recording, a stream's address."
    ),
]


def watch_game(
    context: typer.Context,
    *,
    source: SourceArgument,
    players: Annotated[
        str | None,
        typer.Option(metavar="NAMES", show_default=False, help="The players in the order of play, such as Ann,Ben; the first begins."),
    ] = None,
    near: Annotated[
        str | None,
        typer.Option(metavar="NAME", show_default="the first", help="Who sits at the picture's lower edge; from there clockwise."),
    ] = None,
    hands: Annotated[Hands, typer.Option(help="Hands lie face up before the players, or are held out of view.")] = "open",
    start: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", show_default=False, help="A game as text that goes on at this table.")
    ] = None,
    text: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default=False, help="Write the game as text there after each play, for numero-cam game replay."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", show_default=False, help="Keep what is watched there, as a SOURCE that shows the same again."),
    ] = None,
    level: LevelOption = "all",
    numbers: NumbersOption = None,
    wilds: WildsOption = None,
    playing: PlayingOption = False,
    printed_points: PrintedOption = None,
    by: ByOption = "points",
    scoring: ScoringOption = "website",
    scoring_steps: ScoringStepsOption = "all",
    rule: RuleOption = None,
    deck: DeckOption = None,
    config: ConfigOption = None,
    json: JsonOption = False,
) -> None:
    """Watches a game at a real table and keeps its score.

    Every play is told when the hands have left the cards. A challenge is said by typing challenge and the name of the challenger.
    Ctrl-C ends the watching; then comes the score sheet. docs/watching.md says where the camera stands and how the table is used.

    \b
    Examples:
      numero-cam game watch 0 --players Ann,Ben --level 2
      numero-cam game watch evening.mp4 --players Ann,Ben --near Ben --hands hidden --text evening.txt
      numero-cam game watch 0 --from evening.txt --text evening.txt
      numero-cam game watch 0 --players Ann,Ben --record evening
      numero-cam game watch evening
    """
    from numero_cam.app.kept_games import GameChoice
    from numero_cam.cli.watch import Told, Watched, run_watch

    choice = GameChoice(level, wilds, playing, printed_points, by, scoring, scoring_steps, tuple(rule or ()), numbers)
    sources = ((option, context.get_parameter_source(option)) for option in context.params)
    given = {option for option, origin in sources if origin is not None and origin.name == "COMMANDLINE"}
    watched = Watched(source, players, near, hands, start, deck, config)
    run_watch(watched, choice, Told(json, text, record), given=given)


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
    from numero_cam.app.answers import Question
    from numero_cam.cli.options import settings_of
    from numero_cam.cli.watch import run_watch_table

    settings = settings_of(by, scoring, values, fractions_in_play, printed_points, scoring_steps=scoring_steps, negative=negative)
    options = PhotoOptions((), config, deck, calibration, seat)
    manner = make_output_format(as_json=json, as_csv=False, brief=brief, language=language)
    run_watch_table(source, Question(settings, top=top), options, manner)
