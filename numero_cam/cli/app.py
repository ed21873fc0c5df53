"""The commands and their options."""

from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.calibrate_app import calibrate_app
from numero_cam.cli.deck_app import deck_app
from numero_cam.cli.game_app import game_app, play
from numero_cam.cli.options import By, FractionsInPlay, Level, SolveOptions, Values, WhichScoring

HELP_NAMES = {"help_option_names": ["-h", "--help"]}

# Plain help: it reads the same in every terminal and in docs/cli.md, and rich need not be loaded.
app = typer.Typer(
    name="numero-cam", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=HELP_NAMES
)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs, one object a line.")]
PacksOption = Annotated[int, typer.Option(min=1, metavar="N", help="Packs that are mixed: each holds each card once.")]
AnnotateOption = Annotated[
    Path | None, typer.Option(metavar="OUT.jpg", help="Write the photo with outlines, readings and the best take drawn into it.")
]
CorrectOption = Annotated[
    list[str] | None,
    typer.Option(metavar="N=CARD", help="Mend reading N of the photo: 3=7r; 5=none where no card lies. May be repeated."),
]
ThinkOption = Annotated[float, typer.Option(min=0.001, max=3600, metavar="SECONDS", help="How long the advice thinks.")]
ConfigOption = Annotated[Path | None, typer.Option(metavar="FILE", help="TOML file with settings of the reader.")]
DeckOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        help="The deck that lies there: numero, playing, or a learned one; auto finds out, none does not.",
    ),
]
CalibrationOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Calibration of the camera or the table, as numero-cam calibrate writes it.")
]


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it so
    if wanted:
        from importlib.metadata import version

        print(f"numero-cam {version('numero-cam')}")
        raise typer.Exit


@app.callback()
def numero_cam(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Reads the number cards on a table from a photo and finds the best take of Numero.

    \b
    Examples:
      numero-cam read table.jpg
      numero-cam solve table.jpg
      numero-cam solve --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2"
    """


@app.command()
def read(
    *,
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help="Photos: JPEG, PNG, WebP, BMP or TIFF.")],
    json: JsonOption = False,
    annotate: AnnotateOption = None,
    packs: PacksOption = 1,
    correct: CorrectOption = None,
    config: ConfigOption = None,
    deck: DeckOption = None,
    calibration: CalibrationOption = None,
) -> None:
    """Says which cards lie on the table in each photo.

    A card that is not known well enough is shown as unknown, never guessed. A photo that cannot be read gives an error in its place,
    the others are still read, and the exit status is 1.

    \b
    Examples:
      numero-cam read table.jpg
      numero-cam read *.jpg --json > readings.jsonl
      numero-cam read table.jpg --annotate seen.jpg
      numero-cam read table.jpg --correct 3=7r --correct 5=none
      numero-cam read table.jpg --calibration table.toml
      numero-cam read table.jpg --deck mine
    """
    from numero_cam.cli.read import run_read

    run_read(photos, as_json=json, annotate=annotate, packs=packs, correct=correct or [], config=config, calibration=calibration, deck=deck)


@app.command()
def solve(
    *,
    photo: Annotated[
        str | None, typer.Argument(metavar="[PHOTO]", show_default=False, help="Photo of the table, your hand nearest you.")
    ] = None,
    centre: Annotated[
        str | None, typer.Option("--centre", "--center", metavar="CARDS", help="Cards of the centre, builds as [8b 4r].")
    ] = None,
    hand: Annotated[str | None, typer.Option(metavar="CARDS", help="Cards of your hand.")] = None,
    positions: Annotated[
        Path | None, typer.Option(metavar="FILE", help='Many positions, one JSON object a line: {"centre": [...], "hand": [...]}.')
    ] = None,
    json: JsonOption = False,
    by: Annotated[By, typer.Option(help="What the best take has most of.")] = By.POINTS,
    scoring: Annotated[WhichScoring, typer.Option(help="Points by the website's rules or by the guide of 2000.")] = WhichScoring.WEBSITE,
    values: Annotated[Values, typer.Option(help="On the way: whole numbers only, any fractions, or irrational roots too.")] = Values.WHOLE,
    top: Annotated[int, typer.Option(min=1, metavar="N", help="How many takes to show, best first.")] = 1,
    every: Annotated[bool, typer.Option("--all", help="Show every best take that is really different, the simplest first.")] = False,
    child: Annotated[Level | None, typer.Option(help="Show also the take that a child of this level of the guide finds.")] = None,
    target: Annotated[
        str | None, typer.Option(metavar="N|all", help="Take all the cards as one set: with number N, or with each number 1-15 that can.")
    ] = None,
    fractions_in_play: Annotated[
        FractionsInPlay, typer.Option(help="Whether the game is played with fraction cards; auto: one lies in the position.")
    ] = FractionsInPlay.AUTO,
    printed_points: Annotated[Path | None, typer.Option(metavar="FILE", help="TOML table of the points printed on your pack.")] = None,
    limit: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="Stop after this time with the best take so far, and say that it is not proven.")
    ] = 60,
    annotate: AnnotateOption = None,
    advise: Annotated[
        bool, typer.Option("--advise", help="Also compare all plays, takes, builds and discards, by what may follow them, best first.")
    ] = False,
    think: ThinkOption = 0.1,
    packs: PacksOption = 1,
    correct: CorrectOption = None,
    config: ConfigOption = None,
    deck: DeckOption = None,
) -> None:
    """Finds the best take, with its arithmetic and its points.

    The position comes from a photo, from --centre and --hand, or from --positions. Cards: 7r (1-15; r, b, g, o), 10h (playing cards
    1-10; s, h, d, c), -2..-5, x2..x5, /2../5, fractions such as 3/4, N2 N3 sqrt cbrt; a build in the centre: [8b 4r].

    \b
    Examples:
      numero-cam solve table.jpg --annotate best.jpg
      numero-cam solve table.jpg --correct 3=7r
      numero-cam solve --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2"
      numero-cam solve --centre "[8b 4r] 3g" --hand "12o 15r" --by cards --top 3
      numero-cam solve --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2" --all --child 2
      numero-cam solve --centre "3 4 5 6 15 3/5" --hand "/3 1/8 -4 sqrt" --target all
      numero-cam solve --centre "9r" --hand "7b 4g x2 15o 1/3" --advise
      numero-cam solve --positions deals.jsonl --json > answers.jsonl
    """
    from numero_cam.cli.solve import run_solve

    options = SolveOptions(
        by=by.value,
        scoring=scoring.value,
        values=values.value,
        top=top,
        fractions_in_play=fractions_in_play.value,
        printed_points=printed_points,
        limit=limit,
        packs=packs,
        as_json=json,
        annotate=annotate,
        correct=tuple(correct or ()),
        config=config,
        deck=deck,
        every=every,
        child=child.value if child else None,
        target=target,
        advise=advise,
        think=think,
    )
    run_solve(photo, centre, hand, positions, options)


@app.command()
def score(
    *,
    photo: Annotated[str | None, typer.Argument(metavar="[PHOTO]", show_default=False, help="Photo of the take: one row of cards.")] = None,
    take: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Cards of the take with the taking card, builds as [8b 4r]; or the name of a photo.")
    ] = None,
    taker: Annotated[
        str | None, typer.Option("--with", metavar="CARD", help="The card it was taken with; without, the best of them is found.")
    ] = None,
    cleared: Annotated[bool | None, typer.Option("--cleared/--not-cleared", help="Whether the take left the centre empty.")] = None,
    json: JsonOption = False,
    by: Annotated[By, typer.Option(help="What the game is played for; by cards, the website's points choose the sets.")] = By.POINTS,
    scoring: Annotated[WhichScoring, typer.Option(help="Points by the website's rules or by the guide of 2000.")] = WhichScoring.WEBSITE,
    values: Annotated[Values, typer.Option(help="On the way: whole numbers only, any fractions, or irrational roots too.")] = Values.WHOLE,
    fractions_in_play: Annotated[
        FractionsInPlay, typer.Option(help="Whether the game is played with fraction cards; auto: known where one lies in the take.")
    ] = FractionsInPlay.AUTO,
    printed_points: Annotated[Path | None, typer.Option(metavar="FILE", help="TOML table of the points printed on your pack.")] = None,
    limit: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="Stop after this time with the best so far, and say that it is not proven.")
    ] = 60,
    packs: PacksOption = 1,
    correct: CorrectOption = None,
    config: ConfigOption = None,
    deck: DeckOption = None,
) -> None:
    """Checks the points of a take that lies spread on the table, item by item.

    Finds the sets that the cards make up and that score most, all with one taking card and with no card left over. What the cards alone
    cannot tell is named and counts nothing: whether the centre was cleared; by the guide, whether fraction cards are in play.

    \b
    Examples:
      numero-cam score --take "10r 10o 6b 4g"
      numero-cam score --take "11r 8o 3b 5r 11g x3 -4 /2" --with 11g --cleared --scoring guide --fractions-in-play no
      numero-cam score --take "[8b 4r] 3g 15o" --not-cleared
      numero-cam score take.jpg --correct 3=7r
    """
    from numero_cam.cli.score import run_score

    options = SolveOptions(
        by=by.value,
        scoring=scoring.value,
        values=values.value,
        top=1,
        fractions_in_play=fractions_in_play.value,
        printed_points=printed_points,
        limit=limit,
        packs=packs,
        as_json=json,
        annotate=None,
        correct=tuple(correct or ()),
        config=config,
        deck=deck,
    )
    run_score(photo, take, taker, options, cleared=cleared)


app.add_typer(calibrate_app, name="calibrate")
app.add_typer(deck_app, name="deck")
app.add_typer(game_app, name="game")
app.command()(play)
