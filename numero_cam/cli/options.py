"""What options may be, and those that several commands share."""

import math
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from numero_cam.base.seats import Seat
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


BriefOption = Annotated[bool, typer.Option("--brief", help="Print the answer in one sentence, and nothing else.")]
LanguageOption = Annotated[Language, typer.Option(help="How fractions are said: 3/4, 75 % or 0.75. The JSON stays the same.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs, one object a line.")]
PacksOption = Annotated[int, typer.Option(min=1, metavar="N", help="How many packs are mixed; each has every card once.")]
AnnotateOption = Annotated[
    Path | None, typer.Option(metavar="OUT.jpg", help="Write the photo with outlines, readings and the best take drawn into it.")
]
CorrectOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="N=CARD",
        help="Mend reading N of the photo: 3=7r; 5=none where no card lies; 6=hand or 6=centre for its place. May be repeated.",
    ),
]
ConfigOption = Annotated[Path | None, typer.Option(metavar="FILE", help="TOML file with settings for reading photos.")]
DeckOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        help="The deck in the photo: numero, playing, or a learned one; auto finds it out, none uses no deck.",
    ),
]
CalibrationOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Calibration of the camera or the table, as numero-cam calibrate writes it.")
]
ThinkOption = Annotated[float, typer.Option(min=0.001, max=3600, callback=finite, metavar="SECONDS", help="How long the advice thinks.")]
ScoringOption = Annotated[ScoringName, typer.Option(help="Points by the website's rules or by the guide of 2000.")]
ScoringStepsOption = Annotated[
    ScoringSteps, typer.Option(help="Score step by step: A printed points, B size, C colours, D operations, E clearing the centre.")
]
ValuesOption = Annotated[Values, typer.Option(help="On the way: whole numbers only, any fractions, or irrational roots too.")]
NegativeOption = Annotated[YesNo, typer.Option(help="Whether negative values may occur on the way.")]
PrintedPointsOption = Annotated[Path | None, typer.Option(metavar="FILE", help="TOML table of the points printed on your pack.")]


SeatOption = Annotated[
    Seat, typer.Option(help="The side of the photo at which you sit; your hand is the row or fan there. near is the lower edge.")
]


CsvOption = Annotated[bool, typer.Option("--csv", help="Print a table for spreadsheets instead.")]
AnnotateToOption = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Write every photo there with outlines, readings and the best take drawn into it.")
]
ProgressOption = Annotated[bool, typer.Option("--progress", help="Say after each photo how many are done (on standard error).")]


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
