"""``numero-cam solve``: the best take of a typed position, of many, or of a photo."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.cli.options import (
    AnnotateOption,
    AnnotateToOption,
    BadArgumentsError,
    BriefOption,
    CalibrationOption,
    ConfigOption,
    CorrectOption,
    CsvOption,
    DeckOption,
    JsonOption,
    LanguageOption,
    Manner,
    NegativeOption,
    PacksOption,
    PhotoOptions,
    PrintedPointsOption,
    ProgressOption,
    ScoringOption,
    ScoringStepsOption,
    SeatOption,
    ShowOptions,
    ThinkOption,
    ValuesOption,
    finite,
    make_manner,
)
from numero_cam.cli.panels import ADVICE, ANSWERS, COUNTS, POSITION
from numero_cam.games.numero.rules.choices import By, ChildLevel, FractionsInPlay, LevelName

if TYPE_CHECKING:
    from numero_cam.assistant.answers import Question
    from numero_cam.cli.solve_photo import TypedCards


def solve(
    *,
    photos: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PHOTO...]", show_default=False, help="Photos of the table, your hand nearest you; folders; - for standard input."
        ),
    ] = None,
    centre: Annotated[
        str | None,
        typer.Option("--centre", "--center", metavar="CARDS", rich_help_panel=POSITION, help="Cards of the centre, builds as [8b 4r]."),
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option(metavar="CARDS", rich_help_panel=POSITION, help="Cards of your hand. One may replace a photo's."),
    ] = None,
    positions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", rich_help_panel=POSITION, help='Many, one a line: {"centre": [], "hand": []}'),
    ] = None,
    by: Annotated[By, typer.Option(metavar="points|cards", rich_help_panel=COUNTS, help="What the best take has most of.")] = "points",
    scoring: ScoringOption = "website",
    scoring_steps: ScoringStepsOption = "all",
    values: ValuesOption = "whole",
    negative: NegativeOption = "yes",
    fractions_in_play: Annotated[
        FractionsInPlay, typer.Option(metavar="WHEN", rich_help_panel=COUNTS, help="yes, no; auto: if one lies there.")
    ] = "auto",
    printed_points: PrintedPointsOption = None,
    top: Annotated[int, typer.Option(min=1, metavar="N", rich_help_panel=ANSWERS, help="How many takes to show, best first.")] = 1,
    every: Annotated[
        bool, typer.Option("--all", rich_help_panel=ANSWERS, help="Every best take that really differs, the simplest first.")
    ] = False,
    child: Annotated[
        ChildLevel | None,
        typer.Option(
            metavar="LEVEL",
            rich_help_panel=ANSWERS,
            help="Also a child's take: level 1, 2, 3, fractions or all.",
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(metavar="N|all", rich_help_panel=ANSWERS, help="All cards as one set: by number N, or by each that can."),
    ] = None,
    limit: Annotated[
        float,
        typer.Option(
            min=0,
            callback=finite,
            metavar="SECONDS",
            rich_help_panel=ANSWERS,
            help="Stop then, with the best take so far.",
        ),
    ] = 60,
    advise: Annotated[bool, typer.Option("--advise", rich_help_panel=ADVICE, help="Also compare all plays by what may follow.")] = False,
    think: ThinkOption = 0.1,
    level: Annotated[
        LevelName | None,
        typer.Option(
            metavar="LEVEL",
            rich_help_panel=ADVICE,
            help="The pack by the guide's level: 1-10, 1, 2, 3, 4, unit-fractions, proper-fractions, fractions or all.",
        ),
    ] = None,
    wilds: Annotated[
        str | None,
        typer.Option(metavar="CARDS|none", rich_help_panel=ADVICE, help="The wild cards of the pack, in place of the level's."),
    ] = None,
    players: Annotated[int, typer.Option(min=2, max=4, metavar="N", rich_help_panel=ADVICE, help="How many play.")] = 2,
    stock: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", rich_help_panel=ADVICE, help="Cards left to draw; else nothing was taken yet."),
    ] = None,
    correct: CorrectOption = None,
    seat: SeatOption = "near",
    deck: DeckOption = None,
    packs: PacksOption = 1,
    calibration: CalibrationOption = None,
    config: ConfigOption = None,
    json: JsonOption = False,
    csv: CsvOption = False,
    brief: BriefOption = False,
    language: LanguageOption = "fractions",
    annotate: AnnotateOption = None,
    annotate_to: AnnotateToOption = None,
    progress: ProgressOption = False,
) -> None:
    """Finds the best take, with its arithmetic and its points.

    Cards: 7r (1-15; r, b, g, o), 10h (playing cards 1-10; s, h, d, c), -2..-5, x2..x5, /2../5, fractions such as 3/4, N2 N3 sqrt cbrt;
    a build in the centre: [8b 4r].

    \b
    Examples:
      numero-cam solve table.jpg --annotate best.jpg
      numero-cam solve photos --csv > takes.csv
      numero-cam solve table.jpg --correct 3=7r --correct 6=hand
      numero-cam solve --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2"
      numero-cam solve --centre "[8b 4r] 3g" --hand "12o 15r" --by cards --top 3
      numero-cam solve --centre "3 4 5 6 15 3/5" --hand "/3 1/8 -4 sqrt" --target all
      numero-cam solve --centre "9r" --hand "7b 4g x2 15o 1/3" --advise
      numero-cam solve --positions deals.jsonl --json > answers.jsonl
    """
    from numero_cam.assistant.answers import Question
    from numero_cam.cli.photos import refuse_without_photo
    from numero_cam.cli.settings import settings_of
    from numero_cam.cli.thinking import effort_of, told_of

    typed = centre is not None or hand is not None
    options = PhotoOptions(tuple(correct or ()), config, deck, calibration, seat)
    show = ShowOptions(json, csv, annotate, annotate_to, progress)
    if (bool(photos) or typed) + (positions is not None) != 1:
        raise BadArgumentsError("give one of: a photo, --centre with --hand, or --positions FILE")
    if photos and centre is not None and hand is not None:
        raise BadArgumentsError("--centre and --hand leave nothing to read in the photo; give one of them beside it, or no photo")
    if not photos:
        refuse_without_photo(options, show)
    manner = make_manner(as_json=json, as_csv=csv, brief=brief, language=language)
    settings = settings_of(by, scoring, values, fractions_in_play, printed_points, scoring_steps=scoring_steps, negative=negative)
    if every and top > 1:
        raise BadArgumentsError("--all shows every best take, --top N the N best; give one of them")
    effort = effort_of(think) if advise else None
    told = told_of(level, wilds, players, stock, advise=advise, by=by)
    if target is not None and (photos or not typed):
        raise BadArgumentsError("--target goes with --centre and --hand")
    if target is not None and brief:
        raise BadArgumentsError("--brief tells the best take; --target has an answer for each number")
    question = Question(settings, top=top, every=every, child=child, effort=effort, limit=limit, packs=packs, told=told)
    if photos:
        from numero_cam.cli.solve_photo import solve_photos

        solve_photos(photos, question, options, _beside(centre, hand), show, manner=manner)
    elif positions is not None:
        from numero_cam.cli.positions import answer_positions

        answer_positions(positions, question, manner)
    else:
        _solve_typed(centre, hand, target, question, manner)


def _beside(centre: str | None, hand: str | None) -> "TypedCards":
    from numero_cam.cli.typed import typed_centre, typed_hand

    return None if centre is None else typed_centre(centre), None if hand is None else typed_hand(hand)


def _solve_typed(centre: str | None, hand: str | None, target: str | None, question: "Question", manner: Manner) -> None:
    from numero_cam.cli.typed import answer_typed, typed_position

    if target is None:
        answer_typed(typed_position(centre, hand), question, manner)
    else:
        from numero_cam.cli.target import answer_target

        answer_target(typed_position(centre or "", hand or ""), target, question, manner)
