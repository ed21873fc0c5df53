"""What options may be, and those that several commands share."""

import math
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from numero_cam.base.seats import Seat
from numero_cam.cli.panels import ADVICE, COUNTS, OUTPUT, READING
from numero_cam.games.numero.rules.choices import Language, ScoringName, ScoringSteps, Values
from numero_cam.games.shared.choices import YesNo


class BadArgumentsError(Exception):
    """Arguments that cannot be used: one line, exit status 2."""


def finite(value: float | None) -> float | None:
    """Refuse what is no number of any size: nan and infinity pass every comparison with a least and a most, or none.

    Raises:
        typer.BadParameter: It is nan or infinite.
    """
    if value is not None and not math.isfinite(value):
        message = f"{value} is no number that can be counted with; give one such as 2.5"
        raise typer.BadParameter(message)
    return value


BriefOption = Annotated[bool, typer.Option("--brief", rich_help_panel=OUTPUT, help="One sentence, and nothing else.")]
LanguageOption = Annotated[
    Language,
    typer.Option(metavar="HOW", rich_help_panel=OUTPUT, help="Say 3/4 as fractions, percent or decimal."),
]
JsonOption = Annotated[bool, typer.Option("--json", rich_help_panel=OUTPUT, help="JSON for other programs, one object a line.")]
PacksOption = Annotated[int, typer.Option(min=1, metavar="N", rich_help_panel=READING, help="Packs that are mixed.")]
AnnotateOption = Annotated[
    Path | None,
    typer.Option(metavar="OUT.jpg", rich_help_panel=OUTPUT, help="Write the photo with all that was found in it."),
]
CorrectOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="N=CARD",
        rich_help_panel=READING,
        help="Mend reading N: 3=7r; 5=none where no card lies; 6=hand or 6=centre for its place. May be repeated.",
    ),
]
ConfigOption = Annotated[Path | None, typer.Option(metavar="FILE", rich_help_panel=READING, help="TOML file with settings for reading.")]
DeckOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        rich_help_panel=READING,
        help="The deck: numero, playing, a learned one, auto or none.",
    ),
]
CalibrationOption = Annotated[Path | None, typer.Option(metavar="FILE", rich_help_panel=READING, help="What numero-cam calibrate wrote.")]
ThinkOption = Annotated[
    float,
    typer.Option(min=0.001, max=3600, callback=finite, metavar="SECONDS", rich_help_panel=ADVICE, help="How long it thinks."),
]
ScoringOption = Annotated[ScoringName, typer.Option(rich_help_panel=COUNTS, help="Points by the website or the guide of 2000.")]
ScoringStepsOption = Annotated[
    ScoringSteps,
    typer.Option(
        metavar="STEPS",
        rich_help_panel=COUNTS,
        help="all, or A to ABCDE: A printed points, B size, C colours, D operations, E clearing.",
    ),
]
ValuesOption = Annotated[
    Values,
    typer.Option(rich_help_panel=COUNTS, help="On the way: whole, any fraction, or roots too."),
]
NegativeOption = Annotated[YesNo, typer.Option(rich_help_panel=COUNTS, help="Negative values on the way.")]
PrintedPointsOption = Annotated[
    Path | None, typer.Option(metavar="FILE", rich_help_panel=COUNTS, help="TOML table of your pack's printed points.")
]


SeatOption = Annotated[
    Seat, typer.Option(metavar="SIDE", rich_help_panel=READING, help="Where you sit: near (the lower edge), far, left or right.")
]


CsvOption = Annotated[bool, typer.Option("--csv", rich_help_panel=OUTPUT, help="A table for spreadsheets.")]
AnnotateToOption = Annotated[
    Path | None, typer.Option(metavar="FOLDER", rich_help_panel=OUTPUT, help="The same for every photo, into this folder.")
]
ProgressOption = Annotated[bool, typer.Option("--progress", rich_help_panel=OUTPUT, help="Say after each photo how many are done.")]


GamesProgressOption = Annotated[
    bool, typer.Option("--progress", help="Say how many games are played also where no terminal is, or with --json (on standard error).")
]


class ShowOptions(NamedTuple):
    """How commands show what they find in photos; see their help for what each means."""

    as_json: bool = False
    as_csv: bool = False
    annotate: Path | None = None
    annotate_to: Path | None = None
    progress: bool = False


class PhotoOptions(NamedTuple):
    """The options of every command that reads a photo; see their help for what each means."""

    correct: tuple[str, ...] = ()
    config: Path | None = None
    deck: str | None = None
    calibration: Path | None = None
    seat: Seat = "near"


class Manner(NamedTuple):
    """How an answer is told; see the help of these options for what each means."""

    as_json: bool = False
    brief: bool = False
    language: Language = "fractions"


def make_manner(*, as_json: bool, as_csv: bool, brief: bool, language: Language = "fractions") -> Manner:
    """How an answer is told.

    Raises:
        BadArgumentsError: If one sentence for people is asked for as JSON or as a table.
    """
    if (as_json or as_csv) and brief:
        raise BadArgumentsError("--brief is one sentence for people, --json and --csv are for programs; give one of them")
    return Manner(as_json, brief, language)
